"""The app for phones from a server of ours: over HTTPS, below a path, by a link into it."""

import os
import shutil
import ssl
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ARGUMENTS, NAMES
from tests.browser.standalone_site import Phone
from tests.real_server import ROOT
from tests.throwaway_database_servers import free_port


@pytest.fixture
def server(site, tmp_path):
    """Our server with a certificate that nobody signed; ``stop()`` ends it."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("no openssl here to make a certificate with")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subprocess.run(
        [
            *(openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost"),
            *("-keyout", key, "-out", certificate, "-days", "2"),
        ],
        check=True,
        capture_output=True,
    )
    port = free_port()
    env = {"COMPANION_VAR": str(tmp_path / "var"), "COMPANION_PHONE": str(site)}
    serving = subprocess.Popen(
        [
            *(sys.executable, "-m", "gunicorn", "companion.wsgi", f"--bind=127.0.0.1:{port}"),
            *(f"--certfile={certificate}", f"--keyfile={key}", "--threads=4"),
        ],
        env=os.environ | env,
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )

    def stop():
        serving.terminate()
        serving.wait()

    base = f"https://localhost:{port}/"
    answered(base)
    yield base, stop
    stop()


@pytest.mark.timeout(400, method="thread")
def test_a_link_into_the_app_over_https_is_kept_and_needs_the_server_no_more(
    server, browser, tmp_path
):
    base, stop = server
    path = next(filter(None, map(shutil.which, NAMES)))
    phone = Phone(
        browser.browser_type, path, [*ARGUMENTS, "--ignore-certificate-errors"], tmp_path / "phone"
    )
    try:
        page = phone.start()
        page.goto(base + "about")
        expect(page.get_by_role("link", name="Keep it on this phone")).to_be_visible()
        page.goto(base + "phone/keyflower/examples/whole_village")
        page.locator("#keep").click()
        expect(page.locator("main")).to_contain_text("153 points", timeout=240_000)
        expect(page.locator("main")).to_contain_text("roven")
        stop()
        page.goto(base + "phone/keyflower/print")
        expect(page.locator("main")).to_contain_text("Keyflower")
        page.goto(base + "phone/history/")
        expect(page.locator("h1")).to_contain_text("My games")
    finally:
        phone.kill()


def answered(base):
    """Wait until the server has read everything; nobody vouches for its certificate."""
    trusting = ssl._create_unverified_context()
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        with suppress(OSError):
            urllib.request.urlopen(base + "health", timeout=5, context=trusting).read()
            return
        time.sleep(0.1)
    raise TimeoutError(base)
