"""The real server in a process of its own, and phones that remember what it acknowledged.

What Django's test client cannot show: kills, restarts, full disks. Used by tests that look under
fire and by those that measure.
"""

import http.cookiejar
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any

from tests.throwaway_database_servers import free_port

ROOT = Path(__file__).resolve().parents[1]
INDEX = "search_index.zip"


def share_index(var: Path) -> None:
    """Puts this checkout's search index, if there is one, into a server's folder.

    The server then reads it; to build it takes four seconds of processor time.
    """
    index = Path(os.environ.get("COMPANION_VAR") or ROOT / "var") / INDEX
    if index.exists():
        var.mkdir(parents=True, exist_ok=True)
        shutil.copy(index, var)


class Phone:
    """A phone with cookies of its own; it remembers what the server acknowledged."""

    def __init__(self, base: str, patience: float = 5) -> None:
        self.base, self.patience = base, patience
        self.jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        self.acknowledged: list[str] = []
        self.refused = 0
        self.answer: Any = None

    def get(self, path: str) -> str:
        return str(self.opener.open(self.base + path, timeout=self.patience).read().decode())

    def post(self, path: str, data: dict[str, str], headers: dict[str, str] | None = None) -> str:
        token = next((c.value for c in self.jar if c.name == "csrftoken"), "") or ""
        request = urllib.request.Request(
            self.base + path,
            urllib.parse.urlencode(data | {"csrfmiddlewaretoken": token}).encode(),
            {"X-CSRFToken": token, "Referer": self.base} | (headers or {}),
        )
        self.answer = self.opener.open(request, timeout=self.patience)
        self.answer.read()
        return str(self.answer.url)

    def write(self, table: str, seat: str, cell: str, value: int, form: str) -> None:
        """One changed cell, as the page posts it; counted only if the server said yes."""
        data = {cell: str(value), "base": "999999", "form": form}
        headers = {"HX-Request": "true", "HX-Trigger-Name": cell}
        self.post(f"/table/{table}/sheet/{seat}/", data, headers)
        assert self.answer.headers["X-Form"] == form
        assert "X-Refused" not in self.answer.headers
        self.acknowledged.append(form)


class Server:
    """The real server in a process group of its own, with a folder of its own.

    `env` are further environment variables, such as the address of another database; `tree` is
    another checkout to compare with,
    `workers` how many processes serve.
    """

    def __init__(
        self,
        var: Path,
        env: dict[str, str] | None = None,
        tree: Path = ROOT,
        workers: int | None = None,
    ) -> None:
        self.port, self.tree = free_port(), tree
        self.told = ["--host", "127.0.0.1", "--port", str(self.port)]
        self.told += ["--workers", str(workers)] if workers else []
        self.var, self.base = var, f"http://127.0.0.1:{self.port}"
        self.env = {"COMPANION_VAR": str(var), "COMPANION_NO_BOOTSTRAP": "1"}
        self.env |= {"DATABASE_URL": "", **(env or {})}  # not that of the tests around it
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        share_index(self.var)
        self.var.mkdir(parents=True, exist_ok=True)
        log = self.var / "server.log"
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "play", *self.told],
                cwd=self.tree,
                env=os.environ | self.env,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                urllib.request.urlopen(self.base + "/about", timeout=1).read()
                return
            except OSError:
                time.sleep(0.05)
        told = log.read_text("utf-8", "replace")[-2000:]
        raise TimeoutError(f"the server did not come back ({self.process.poll()}): {told}")

    def kill(self) -> None:
        """Without warning, all of it."""
        if self.process:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None


def opened(base: str, players: int) -> tuple[str, list[Phone]]:
    """A table of that many players, each on a phone of the own: its key, and the phones."""
    host = Phone(base)
    host.get("/open/keyflower/")
    names = {f"p{n + 1}/name": f"P{n + 1}" for n in range(players)}
    table = host.post("/open/keyflower/", names).split("/table/")[1].split("/")[0]
    found = re.search(r'invite__code">(\w+)<', host.get(f"/table/{table}/invite/"))
    assert found
    phones = [host]
    for n in range(1, players):
        phone = Phone(base)
        phone.get(f"/join/{found[1]}/")
        phone.post(f"/join/{found[1]}/", {"seat": f"p{n + 1}"})
        phones.append(phone)
    return table, phones
