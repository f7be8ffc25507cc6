"""A real installation in a folder of its own, and its commands run as their reader would."""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.real_server import share_index

ROOT = Path(__file__).parents[2]
LATE = 180
"""Seconds after which a test gives up on a process; a busy machine may need half of them."""


class Place:
    """A folder for what the app writes, and its commands run on it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.more: dict[str, str] = {}
        self.before: list[str] = []

    @property
    def environment(self) -> dict[str, str]:
        ours = {"COMPANION_VAR": str(self.folder), "COMPANION_NO_BOOTSTRAP": "1"}
        ours |= {"COMPANION_SECRET_KEY": "", "COMPANION_DEBUG": "", "DATABASE_URL": ""}
        ours |= {"PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1"}
        return os.environ | ours | self.more

    def manage(self, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
        """A command of `manage.py`, to its end."""
        return subprocess.run(
            [*self.before, sys.executable, "manage.py", *map(str, arguments)],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            encoding="utf-8",
            timeout=LATE,
        )

    def does(self, *arguments: str | Path) -> str:
        """A command that goes well; what it says."""
        done = self.manage(*arguments)
        assert done.returncode == 0, said(done)
        return said(done)

    def refuses(self, *arguments: str | Path) -> str:
        """A command that does not do what it is asked; what it says."""
        done = self.manage(*arguments)
        assert done.returncode == 1, said(done)
        return said(done)

    def python(self, code: str) -> subprocess.Popen[str]:
        """Code that runs inside the app on this folder."""
        start = "import django; django.setup()\n"
        return subprocess.Popen(
            [sys.executable, "-c", start + code],
            cwd=ROOT,
            env=self.environment | {"DJANGO_SETTINGS_MODULE": "companion.settings"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    @contextmanager
    def playing(self, *arguments: str) -> Iterator[subprocess.Popen[str]]:
        """A server, started; what it left is killed in the end."""
        share_index(self.folder)
        server = subprocess.Popen(
            [sys.executable, "manage.py", "play", "--host", "127.0.0.1", *arguments],
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            start_new_session=True,
        )
        try:
            yield server
        finally:
            if server.poll() is None:
                server.kill()
            server.communicate(timeout=LATE)


def said(done: subprocess.CompletedProcess[str]) -> str:
    """Everything a command wrote. It wrote no traceback, and both languages if anything."""
    text = done.stdout + done.stderr
    assert "Traceback" not in text, text
    return text


def until(server: subprocess.Popen[str], word: str) -> str:
    """Returns the output of a server until that word comes."""
    assert server.stdout is not None
    text = ""
    while word not in text:
        line = server.stdout.readline()
        assert line, f"it stopped, saying: {text}"
        text += line
    return text


def unused() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def status(address: str) -> int:
    """The status of a page, once somebody answers."""
    deadline = time.monotonic() + LATE
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(address, timeout=LATE) as page:
                return int(page.status)
        except urllib.error.HTTPError as page:
            return page.code
        except OSError:
            time.sleep(0.05)
    raise AssertionError(f"nobody answers at {address}")
