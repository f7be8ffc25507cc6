"""A static web host, and a browser that a test may kill: what an exported site meets."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from django.conf import settings
from playwright.sync_api import Browser, BrowserType, Page, expect

from tests.throwaway_database_servers import free_port

BELOW = "/games/companion/"
START = "What are you playing?"
TURN = 0.005
"""Seconds that a browser which is made slower runs without a stop."""


def export(folder: Path, *options: str) -> None:
    """As its reader does it, in a process of its own."""
    command = [sys.executable, "manage.py", "export", str(folder), *options]
    subprocess.run(command, cwd=settings.BASE_DIR, check=True, stdout=subprocess.DEVNULL)


def keep(page: Page) -> None:
    """Tap *Keep it*, and wait for the start page."""
    page.locator("#keep").click()
    expect(page.get_by_role("heading", name=START)).to_be_visible(timeout=240_000)


def stop_workers(page: Page) -> None:
    """As the browser does after half a minute."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("ServiceWorker.enable")
    devtools.send("ServiceWorker.stopAllWorkers")
    devtools.detach()


class Host:
    """Serves a folder below a path, as any web host; can be stopped, and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.base = f"http://localhost:{self.port}{BELOW}"
        self.below = BELOW
        self.asked: list[str] = []
        self.most: int | None = None  # slices that it serves before the connection breaks
        self.policy = ""  # its content security policy
        self.server: ThreadingHTTPServer | None = None

    def start(self) -> None:
        handler = partial(_Below, self, directory=str(self.folder))
        self.server = ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        if self.server:
            self.server.shutdown()
            self.server.server_close()
            self.server = None


class _Below(SimpleHTTPRequestHandler):
    def __init__(self, host: Host, *args: Any, **kwargs: Any) -> None:
        self.host = host
        self.extensions_map = self.extensions_map | {".mjs": "text/javascript"}
        super().__init__(*args, **kwargs)

    def do_GET(self) -> None:
        self.directory = str(self.host.folder)
        del self.headers["If-Modified-Since"]  # another build's page may be the older file
        self.host.asked.append(self.path)
        if "/parts/" in self.path and self.host.most is not None:
            self.host.most -= 1
            if self.host.most < 0:
                self.close_connection = True
                return
        if not self.path.startswith(BELOW):
            self.send_error(404)
            return
        self.path = "/" + self.path.removeprefix(BELOW)
        if (Path(self.directory) / self.path.split("?")[0].lstrip("/")).exists():
            super().do_GET()
            return
        page = (Path(self.directory) / "404.html").read_bytes()
        self.send_response(404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(page)

    def end_headers(self) -> None:
        if self.host.policy:
            self.send_header("Content-Security-Policy", self.host.policy)
        super().end_headers()

    def log_message(self, *args: Any) -> None:
        """Nobody reads it."""


class Phone:
    """A browser of its own, with a folder that outlives it."""

    def __init__(self, kind: BrowserType, path: str, arguments: list[str], folder: Path) -> None:
        self.kind, self.path, self.folder = kind, path, folder
        self.arguments = arguments
        self.process: subprocess.Popen[bytes] | None = None
        self.browser: Browser | None = None

    def start(self) -> Page:
        told = self.folder / "DevToolsActivePort"
        told.unlink(missing_ok=True)
        self.process = subprocess.Popen(
            [
                self.path,
                *self.arguments,
                "--headless=new",
                "--window-size=390,844",
                "--lang=en",
                f"--user-data-dir={self.folder}",
                "--remote-debugging-port=0",
                "about:blank",
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        deadline = time.monotonic() + 30
        while not told.exists() or not told.read_text().strip():
            if time.monotonic() > deadline:
                raise TimeoutError("Chromium did not start")
            time.sleep(0.05)
        port = told.read_text().split()[0]
        self.browser = self.kind.connect_over_cdp(f"http://127.0.0.1:{port}")
        page = self.browser.contexts[0].new_page()
        page.set_viewport_size({"width": 390, "height": 844})
        page.set_default_timeout(60_000)
        # A page may have to wait until Python has started the long way: a minute on a busy machine.
        page.set_default_navigation_timeout(240_000)
        return page

    def spent(self) -> float:
        """Seconds of processor time that all its processes have taken so far."""
        ticks = 0
        for path in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                told = path.read_text().rpartition(")")[2].split()
                if self.process and int(told[2]) == self.process.pid:
                    ticks += int(told[11]) + int(told[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    @contextmanager
    def slower(self, times: int) -> Iterator[None]:
        """As on a processor so many times slower: it stands still for the rest of the time."""
        done = threading.Event()

        def brake(group: int) -> None:
            while not done.wait(TURN):
                os.killpg(group, signal.SIGSTOP)
                time.sleep(TURN * (times - 1))
                os.killpg(group, signal.SIGCONT)

        assert self.process
        foot = threading.Thread(target=brake, args=[self.process.pid])
        foot.start()
        try:
            yield
        finally:
            done.set()
            foot.join()

    def kill(self) -> None:
        """As a phone that runs out of power: without a word."""
        if self.process:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None
            self.browser = None
