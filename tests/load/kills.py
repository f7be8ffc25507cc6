"""Phones write while the server is killed, again and again: nothing acknowledged may be lost.

    .venv/bin/python -m tests.load.kills 200

starts the real server on a folder of its own, lets phones write on one table, kills the whole
process group with SIGKILL at random moments, starts it again, and at the end looks for every
write that a phone was told about. Exits 1 if one is missing or the table does not open.
"""

from __future__ import annotations

import http.client
import http.cookiejar
import os
import random
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PHONES = 4


class Phone:
    """A phone with cookies of its own; it remembers what the server acknowledged."""

    def __init__(self, base: str, patience: float = 5) -> None:
        self.base, self.patience = base, patience
        self.jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        self.acknowledged: list[str] = []
        self.refused = 0

    def get(self, path: str) -> str:
        return str(self.opener.open(self.base + path, timeout=self.patience).read().decode())

    def post(self, path: str, data: dict[str, str], headers: dict[str, str] | None = None) -> str:
        token = next((c.value for c in self.jar if c.name == "csrftoken"), "") or ""
        request = urllib.request.Request(
            self.base + path,
            urllib.parse.urlencode(data | {"csrfmiddlewaretoken": token}).encode(),
            {"X-CSRFToken": token, "Referer": self.base} | (headers or {}),
        )
        answer = self.opener.open(request, timeout=self.patience)
        answer.read()
        return str(answer.url)

    def write(self, table: str, seat: str, cell: str, value: int, form: str) -> None:
        """One changed cell, as the page posts it; counted only if the server said yes."""
        data = {cell: str(value), "base": "999999", "form": form}
        headers = {"HX-Request": "true", "HX-Trigger-Name": cell}
        self.post(f"/table/{table}/sheet/{seat}/", data, headers)
        self.acknowledged.append(form)


class Server:
    """The real server, killed without warning and started again."""

    def __init__(self, var: Path, tree: Path = ROOT) -> None:
        self.port, self.tree = _free_port(), tree
        self.var, self.base = var, f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "play", "--host", "127.0.0.1", "--port", str(self.port)],
            cwd=self.tree,
            env=os.environ | {"COMPANION_VAR": str(self.var), "COMPANION_NO_BOOTSTRAP": "1"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            try:
                urllib.request.urlopen(self.base + "/about", timeout=1).read()
                return
            except OSError:
                time.sleep(0.05)
        raise SystemExit("the server did not come back")

    def kill(self) -> None:
        assert self.process
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def _free_port() -> int:
    """A port below those that clients are given: while the server is down, a client that tries
    an ephemeral port may connect to itself and keep the server out."""
    for port in range(20000, 30000):
        with socket.socket() as free:
            try:
                free.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue
    raise SystemExit("no free port")


def main(kills: int) -> int:
    rng = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        server.start()
        host = Phone(server.base)
        host.get("/open/keyflower/")
        names = {f"p{n + 1}/name": f"P{n + 1}" for n in range(PHONES)}
        table = host.post("/open/keyflower/", names).split("/table/")[1].split("/")[0]
        found = re.search(r'invite__code">(\w+)<', host.get(f"/table/{table}/invite/"))
        assert found
        phones = [host]
        for n in range(1, PHONES):
            phone = Phone(server.base)
            phone.get(f"/join/{found[1]}/")
            phone.post(f"/join/{found[1]}/", {"seat": f"p{n + 1}"})
            phones.append(phone)
        stop = threading.Event()

        def play(n: int) -> None:
            turn = 0
            while not stop.is_set():
                turn += 1
                cell = f"p{n + 1}/resources/{('wood', 'stone', 'iron', 'gold')[turn % 4]}"
                try:
                    phones[n].write(table, f"p{n + 1}", cell, turn % 900, f"{n}-{turn}")
                except (OSError, http.client.HTTPException):
                    phones[n].refused += 1
                    time.sleep(0.05)

        threads = [threading.Thread(target=play, args=(n,)) for n in range(PHONES)]
        for thread in threads:
            thread.start()
        started = time.monotonic()
        for n in range(kills):
            time.sleep(rng.uniform(0.1, 0.6))
            server.kill()
            server.start()
            if (n + 1) % 50 == 0:
                told = sum(len(phone.acknowledged) for phone in phones)
                print(f"  {n + 1} kills, {told} writes acknowledged", flush=True)
        time.sleep(0.5)
        stop.set()
        for thread in threads:
            thread.join()
        opened = all("board" in phone.get(f"/table/{table}/") for phone in phones)
        server.kill()
        with sqlite3.connect(Path(folder) / "companion.sqlite3") as database:
            kept = {
                row[0] for row in database.execute("select idempotency_key from companion_event")
            }
            numbers = [row[0] for row in database.execute("select number from companion_event")]
            sound = database.execute("pragma integrity_check").fetchone()[0]
        said = [form for phone in phones for form in phone.acknowledged]
        lost = [form for form in said if form not in kept]
        gapless = sorted(numbers) == list(range(1, len(numbers) + 1))
        print(
            f"{kills} kills in {time.monotonic() - started:.0f} s: "
            f"{len(said)} writes acknowledged, "
            f"{len(lost)} lost, {sum(p.refused for p in phones)} told to try again; "
            f"events numbered without gap: {gapless}; "
            f"table opens: {opened}; database: {sound}"
        )
        return 1 if lost or not opened or sound != "ok" else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 20))
