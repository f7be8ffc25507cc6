"""200 phones play while one thing after the other fails: what is lost, and how long it takes.

    .venv/bin/python -m tests.load.load_with_failures 200 sqlite:3 postgres+redis:3

Each phone looks every two seconds and writes every ten; like its page it sends a change again until
the server says that it is there. In turn a worker is killed, the server ends as for an update and
starts again, the server is killed, the disk is full for ten seconds, PostgreSQL and Redis are
killed and started, as far as the side has them. Prints, for each, after how many seconds half, 95 %
and all of the phones were answered again. Exits 1 if a change that was acknowledged is missing, or
if numbers have gaps.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from tests.fire.test_kills_and_full_disk import limit_files
from tests.real_server import Phone, Server, opened
from tests.throwaway_database_servers import Postgres, Redis, postgres

AT_A_TABLE = 5
LOOKS, WRITES = 2.0, 10.0
"""Seconds between two looks, and two changes, of one phone."""
FULL = 10.0
PIECES = ("wood", "stone", "iron", "gold")


class Player(threading.Thread):
    """One phone at its table. ``heard``: when it asked what was answered, newest last."""

    def __init__(self, phone: Phone, table: str, seat: str, stop: threading.Event) -> None:
        super().__init__(daemon=True)
        self.phone, self.table, self.seat, self.stop = phone, table, seat, stop
        self.answers: Counter[str] = Counter()
        self.heard: list[tuple[float, float]] = []
        self.turn = 0

    def run(self) -> None:
        rng = random.Random(f"{self.table}{self.seat}")
        self.stop.wait(rng.random() * LOOKS)
        while not self.stop.is_set():
            began = time.monotonic()
            self._until(lambda: self.phone.get(f"/table/{self.table}/"))
            if rng.random() < LOOKS / WRITES:
                self.turn += 1
                self._until(self._write)
            self.stop.wait(max(0.0, LOOKS - (time.monotonic() - began)))

    def _write(self) -> None:
        cell = f"{self.seat}/resources/{PIECES[self.turn % 4]}"
        form = f"{self.seat}-{self.turn}"
        self.phone.write(self.table, self.seat, cell, self.turn % 30, form)

    def _until(self, ask: Callable[[], object]) -> None:
        while True:
            began = time.monotonic()
            try:
                ask()
            except urllib.error.HTTPError as error:
                announced = " announced" if error.headers["Retry-After"] else ""
                self.answers[f"{error.code}{announced}"] += 1
            except (OSError, http.client.HTTPException):
                self.answers["no answer"] += 1
            else:
                self.answers["answered"] += 1
                self.heard.append((began, time.monotonic()))
                return
            if self.stop.wait(0.5):
                return


def worker(server: Server) -> None:
    """One of the processes that serve is killed."""
    assert server.process
    told = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text()
    os.kill(int(told.split()[-1]), signal.SIGKILL)


def update(server: Server) -> None:
    """It ends as for an update, and starts again."""
    assert server.process
    server.process.terminate()
    server.process.wait(60)
    server.start()


def killed(server: Server) -> None:
    server.kill()
    server.start()


def full_disk(server: Server) -> None:
    """Nothing can be written to any file of the server for a while but at its very beginning."""
    limit_files(server, 1)
    time.sleep(FULL)
    limit_files(server, -1)


def faults(
    server: Server, database: Postgres | None, redis: Redis | None
) -> dict[str, Callable[[], None]]:
    def database_killed() -> None:
        assert database
        database.stop()
        database.start()

    def redis_killed() -> None:
        assert redis
        redis.kill()
        redis.start()

    found: dict[str, Callable[[], None]] = {
        "a worker killed": lambda: worker(server),
        "ended and started": lambda: update(server),
        "killed and started": lambda: killed(server),
    }
    if database:
        found["PostgreSQL killed and started"] = database_killed
    else:
        found[f"disk full for {FULL:.0f} s"] = lambda: full_disk(server)
    if redis:
        found["Redis killed and started"] = redis_killed
    return found


def lost(players: list[Player]) -> tuple[int, int, bool]:
    """Changes that were acknowledged, those of them that are nowhere, and whether all numbers of
    all tables are without gap."""
    told, gone, gapless = 0, 0, True
    for key in {player.table for player in players}:
        here = [player for player in players if player.table == key]
        exported = here[0].phone.get(f"/table/{key}/export.json")
        kept = set(re.findall(r'"form": ?"([^"]*)"', exported))
        said = {form for player in here for form in player.phone.acknowledged}
        told, gone = told + len(said), gone + len(said - kept)
        events = json.loads(exported)
        numbers = [int(n) for n in re.findall(r'"number": ?(\d+)', json.dumps(events))]
        gapless &= numbers == list(range(1, len(numbers) + 1))
    return told, gone, gapless


def one(side: str, phones: int) -> int:
    store, _, workers = side.partition(":")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        env, database, redis = {"CACHE_URL": ""}, None, None
        if "postgres" in store:
            database = stack.enter_context(postgres())
            env["DATABASE_URL"] = database.create("companion")
        if "redis" in store:
            redis = Redis()
            redis.start()
            stack.callback(redis.kill)
            env["CACHE_URL"] = redis.url
        server = Server(folder, env, workers=int(workers or 3))
        server.start()
        stack.callback(server.kill)
        stop, players = threading.Event(), []
        for _ in range(phones // AT_A_TABLE):
            table, seated = opened(server.base, AT_A_TABLE)
            for n, phone in enumerate(seated):
                phone.patience = 15
                players.append(Player(phone, table, f"p{n + 1}", stop))
        for player in players:
            player.start()
        time.sleep(10)
        print(f"{side}, {len(players)} phones:", flush=True)
        for name, fail in faults(server, database, redis).items():
            before = Counter[str]()
            for player in players:
                before.update(player.answers)
            began = time.monotonic()
            fail()
            took = time.monotonic() - began
            time.sleep(15)
            waits = sorted(again(player, began) for player in players)
            after = Counter[str]()
            for player in players:
                after.update(player.answers)
            met = {each: n for each, n in (after - before).items() if each != "answered"}
            half, most, last = (waits[int(share * (len(waits) - 1))] for share in (0.5, 0.95, 1))
            load = Path("/proc/loadavg").read_text().split()[0]
            print(
                f"  {name} ({took:.1f} s of it failing): answered again after {half:.1f}, "
                f"{most:.1f}, {last:.1f} s; on the way {met or 'nothing'} (load {load})",
                flush=True,
            )
        stop.set()
        for player in players:
            player.join(30)
        told, gone, gapless = lost(players)
        answers = sum((player.answers for player in players), Counter[str]())
        print(
            f"  {told} changes acknowledged, {gone} lost, without gap: {gapless}; {dict(answers)}"
        )
        return 0 if not gone and gapless else 1


def again(player: Player, since: float) -> float:
    """Seconds from then until the answer to something asked later; a long time if there is none."""
    later = (there - since for asked, there in list(player.heard) if asked >= since)
    return min(later, default=999.0)


def main(phones: int, sides: list[str]) -> int:
    return max(one(side, phones) for side in sides)


if __name__ == "__main__":
    try:
        sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
    except subprocess.CalledProcessError as error:
        sys.exit(str(error))
