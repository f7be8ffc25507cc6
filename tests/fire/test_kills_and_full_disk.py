"""The real server under fire: killed, its database restarted, its disk full, while phones write.

What was acknowledged is there afterwards, and what was not was announced. The short versions are
part of the check; `pytest -m fire` runs the long ones and prints what it met.
"""

import http.client
import os
import re
import sys
import threading
import time
import urllib.error
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from tests.real_server import Server, opened
from tests.throwaway_database_servers import Postgres

PHONES = 3
PIECES = ("wood", "stone", "iron", "gold")
MANY = pytest.param(int(os.environ.get("COMPANION_KILLS", "25")), marks=pytest.mark.fire)


class Writers:
    """Phones that write until told to stop, and note how each change was answered."""

    def __init__(self, base: str, phones: int = PHONES) -> None:
        self.table, self.phones = opened(base, phones)
        self.answers: Counter[str] = Counter()
        self.stopped = threading.Event()
        self.threads = [threading.Thread(target=self._write, args=(n,)) for n in range(phones)]

    def __enter__(self) -> "Writers":
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stopped.set()
        for thread in self.threads:
            thread.join()

    def changes(self, n: int) -> Iterator[tuple[str, int, str]]:
        """Cell, value and form of what a phone writes, one after the other."""
        for turn in count(1):
            if self.stopped.is_set():
                return
            yield f"p{n + 1}/resources/{PIECES[turn % 4]}", turn % 30, f"{n}-{turn}"

    def arrived(self, n: int, cell: str, value: int, form: str) -> bool:
        """Sends a change, and counts how it was answered."""
        try:
            self.phones[n].write(self.table, f"p{n + 1}", cell, value, form)
            self.answers["200"] += 1
            return True
        except urllib.error.HTTPError as error:
            announced = " announced" if error.headers["Retry-After"] else ""
            self.answers[f"{error.code}{announced}"] += 1
        except (OSError, http.client.HTTPException):
            self.answers["no answer"] += 1
        time.sleep(0.02)
        return False

    def _write(self, n: int) -> None:
        for change in self.changes(n):
            self.arrived(n, *change)

    def wait_for(self, answer: str, more: int = 3) -> None:
        """Until so many more changes were answered like this."""
        wanted, deadline = self.answers[answer] + more, time.monotonic() + 60
        while self.answers[answer] < wanted:
            assert time.monotonic() < deadline, f"no more {answer}: {self.answers}"
            time.sleep(0.01)

    def check(self) -> None:
        """All that was acknowledged is there; whatever was not was announced, or not answered."""
        exported = self.phones[0].get(f"/table/{self.table}/export.json")
        kept = set(re.findall(r'"form": ?"([^"]*)"', exported))
        numbers = [*map(int, re.findall(r'"number": ?(\d+)', exported))]
        told = {form for phone in self.phones for form in phone.acknowledged}
        print(f"\n{len(told)} acknowledged, {len(told - kept)} lost; {dict(self.answers)}")
        assert told <= kept
        assert numbers == list(range(1, len(numbers) + 1)), "a gap"
        assert set(self.answers) <= {"200", "503 announced", "no answer"}


@pytest.fixture
def server(request, tmp_path):
    """A running server on SQLite, or indirectly parametrised with "postgres" on that."""
    env = {}
    if getattr(request, "param", "sqlite") == "postgres":
        database: Postgres = request.getfixturevalue("postgres_server")
        env["DATABASE_URL"] = database.create(f"fire_{tmp_path.name}")
    server = Server(tmp_path, env)
    try:
        server.start()
        yield server
    finally:
        server.kill()


both = pytest.mark.parametrize("server", ["sqlite", "postgres"], indirect=True)


@pytest.mark.fire
def test_six_phones_that_write_on_one_table_without_a_pause_lose_nothing(server):
    with Writers(server.base, phones=6) as writers:
        writers.wait_for("200", 150)
    writers.check()
    assert set(writers.answers) == {"200"}


@both
@pytest.mark.parametrize("times", [1, MANY])
@pytest.mark.slow
def test_a_killed_server_loses_nothing_that_it_acknowledged(server, times):
    with Writers(server.base) as writers:
        for _ in range(times):
            writers.wait_for("200")
            server.kill()
            server.start()
        writers.wait_for("200")
    writers.check()


@pytest.mark.parametrize("server", ["postgres"], indirect=True)
@pytest.mark.parametrize("times", [1, MANY])
@pytest.mark.slow
def test_a_database_that_is_killed_and_started_again_loses_nothing(server, postgres_server, times):
    with Writers(server.base) as writers:
        for _ in range(times):
            writers.wait_for("200")
            postgres_server.stop()
            writers.wait_for("503 announced", 1)
            postgres_server.start()
        writers.wait_for("200")
    writers.check()
    assert "no answer" not in writers.answers


@pytest.mark.skipif(sys.platform != "linux", reason="limits of another process are Linux's")
@pytest.mark.parametrize("times", [1, MANY])
@pytest.mark.slow
def test_a_full_disk_is_announced_and_over_when_there_is_room(server, times):
    """No file of the server may grow any more, as on a disk without room."""
    with Writers(server.base) as writers:
        for _ in range(times):
            writers.wait_for("200")
            limit_files(server, (server.var / "companion.sqlite3").stat().st_size)
            writers.wait_for("503 announced")
            assert "dock" in writers.phones[0].get(f"/table/{writers.table}/sheet/p1/")
            limit_files(server, -1)
            writers.wait_for("200")
    writers.check()
    assert "no answer" not in writers.answers


def limit_files(server: Server, size: int) -> None:
    """Limits the size of files that a process of this server writes; -1 for as it likes."""
    import resource

    assert server.process
    for found in Path("/proc").glob("[0-9]*"):
        pid = int(found.name)
        try:
            ours = os.getpgid(pid) == server.process.pid
        except ProcessLookupError:
            continue
        if ours:
            hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)[1]
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, hard))
