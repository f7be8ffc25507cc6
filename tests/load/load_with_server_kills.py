"""Phones write while the server is killed, again and again: nothing acknowledged may be lost.

    .venv/bin/python -m tests.load.load_with_server_kills 200

starts the real server on a folder of its own, lets phones write on one table, kills the whole
process group with SIGKILL at random moments, starts it again, and at the end looks for every
write that a phone was told about. Exits 1 if one is missing or the table does not open.
"""

from __future__ import annotations

import http.client
import random
import sqlite3
import sys
import tempfile
import threading
import time
from pathlib import Path

from tests.real_server import Server, opened

PHONES = 4


def main(kills: int) -> int:
    rng = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        server.start()
        table, phones = opened(server.base, PHONES)
        stop = threading.Event()

        def play(n: int) -> None:
            turn = 0
            while not stop.is_set():
                turn += 1
                cell = f"p{n + 1}/resources/{('wood', 'stone', 'iron', 'gold')[turn % 4]}"
                try:
                    phones[n].write(table, f"p{n + 1}", cell, turn % 30, f"{n}-{turn}")
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
        opens = all("board" in phone.get(f"/table/{table}/") for phone in phones)
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
            f"table opens: {opens}; database: {sound}"
        )
        return 1 if lost or not opens or sound != "ok" else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 20))
