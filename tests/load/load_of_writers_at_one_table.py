"""Many phones write on one table at once, as fast as they can: nothing lost, nothing locked.

    .venv/bin/python -m tests.load.load_of_writers_at_one_table 50 60

50 phones for 60 seconds on the real server with SQLite. Exits 1 if an acknowledged write is
missing or any answer was a server error.
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
import threading
import time
import urllib.error
from pathlib import Path
from statistics import median, quantiles

from tests.real_server import Phone, Server


def main(writers: int, seconds: float) -> int:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        server.start()
        host = Phone(server.base)
        host.get("/open/keyflower/")
        names = {f"p{n}/name": f"P{n}" for n in range(1, 7)}
        table = host.post("/open/keyflower/", names).split("/table/")[1].split("/")[0]
        code = host.get(f"/table/{table}/invite/").split('invite__code">')[1].split("<")[0]
        phones = []
        for n in range(writers):
            phone = Phone(server.base)
            phone.get(f"/join/{code}/")
            phone.post(f"/join/{code}/", {"seat": f"p{n % 6 + 1}"})
            phones.append(phone)
        took: list[float] = []
        errors: list[str] = []
        until = time.monotonic() + seconds

        def play(n: int) -> None:
            turn, seat = 0, f"p{n % 6 + 1}"
            while time.monotonic() < until:
                turn += 1
                cell = f"{seat}/resources/{('wood', 'stone', 'iron', 'gold')[turn % 4]}"
                start = time.monotonic()
                try:
                    phones[n].write(table, seat, cell, (turn * 53 + n) % 900, f"{n}-{turn}")
                    took.append(1000 * (time.monotonic() - start))
                except urllib.error.HTTPError as error:
                    errors.append(f"{error.code} {error.reason}")

        threads = [threading.Thread(target=play, args=(n,)) for n in range(writers)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        server.kill()
        with sqlite3.connect(Path(folder) / "companion.sqlite3") as database:
            kept = {
                row[0] for row in database.execute("select idempotency_key from companion_event")
            }
        said = [form for phone in phones for form in phone.acknowledged]
        lost = [form for form in said if form not in kept]
        print(
            f"{writers} writers, {seconds:.0f} s: {len(said)} writes acknowledged "
            f"({len(said) / seconds:.0f} a second), {len(lost)} lost, {len(errors)} errors; "
            f"median {median(took):.0f} ms, p95 {quantiles(took, n=20)[-1]:.0f} ms"
        )
        for error in errors[:5]:
            print(f"  {error}")
        return 1 if lost or errors else 0


if __name__ == "__main__":
    sys.exit(
        main(
            int(sys.argv[1]) if len(sys.argv) > 1 else 50,
            float(sys.argv[2]) if len(sys.argv) > 2 else 60,
        )
    )
