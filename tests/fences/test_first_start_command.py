"""The first command of the README does what it says, on a real port with a fresh folder."""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.real_server import INDEX, share_index

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_play_serves_and_says_where(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    command = [sys.executable, "manage.py", "play", "--host", "127.0.0.1", "--port", str(port)]
    settings = {"COMPANION_VAR": str(tmp_path), "COMPANION_DEBUG": "", "DATABASE_URL": ""}
    environment = {**os.environ, **settings, "PYTHONUTF8": "1"}
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, encoding="utf-8"
    ) as server:
        try:
            said = ""
            while "Ctrl+C" not in said:
                line = server.stdout.readline()
                assert line, "it stopped"
                said += line
            assert f"http://127.0.0.1:{port}/" in said
            assert "▄▄▄▄▄" in said  # a corner of the QR code
            headers = _headers(f"http://127.0.0.1:{port}/no-such-page/")
            assert "default-src 'none'" in headers["Content-Security-Policy"]
            assert "unsafe" not in headers["Content-Security-Policy"]
        finally:
            server.terminate()
    assert (tmp_path / "companion.sqlite3").is_file()
    assert (tmp_path / INDEX).is_file()  # before anybody was answered


FIRST_QUESTION = """
import sys
import companion.wsgi
read = []
def watch(event, given):
    if event == "open" and str(given[0]).endswith((".toml", ".ftl")):
        read.append(given[0])
sys.addaudithook(watch)
from django.test import Client
for language in ("en", "ja"):
    phone = Client(headers={"Host": "localhost", "Accept-Language": language})
    assert phone.get("/find?q=gold").status_code == 200
print(len(read), read[:3])
"""


@pytest.mark.slow
def test_the_first_question_to_a_fresh_worker_finds_every_box_read(tmp_path):
    share_index(tmp_path)
    settings = {"COMPANION_VAR": str(tmp_path), "COMPANION_DEBUG": "", "DATABASE_URL": ""}
    done = subprocess.run(
        [sys.executable, "-c", FIRST_QUESTION],
        cwd=ROOT,
        env={**os.environ, **settings},
        capture_output=True,
        encoding="utf-8",
    )
    assert done.stdout == "0 []\n", done.stderr


def _headers(address):
    """Ask until the server listens; it prints a moment before it does."""
    for _ in range(100):
        try:
            return urllib.request.urlopen(address, timeout=5).headers
        except urllib.error.HTTPError as page:
            return page.headers
        except OSError:
            time.sleep(0.1)
    raise AssertionError("nobody answers")
