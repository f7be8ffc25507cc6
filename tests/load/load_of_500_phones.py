"""500 phones at 100 tables look at the scores, and 50 cells a second are written.

Start a server (``python3 manage.py play --port 8000``), then

    .venv/bin/python -m tests.load.load_of_500_phones http://127.0.0.1:8000 500 50 60

Every phone polls every two seconds, as the page does, and writes on its own sheet now and then.
*seen* is the time from a write's answer until another phone of the table has it on its scoreboard.
"""

import http.client
import random
import re
import sys
import threading
import time
from collections import Counter, defaultdict
from statistics import median, quantiles

from tests.load.time_of_each_request import Kept
from tests.real_server import opened

AT_A_TABLE = 5
EVERY = 2.0
SETTLED = 15
"""Seconds after the last phone sat down; what it takes to open and join is another matter."""
BEGUN, ENDED = "all phones look and write", "all phones have looked and written"
"""Said on a line of its own, so that whoever started this can look what it takes from here on."""


class Load:
    """Phones that look and write; milliseconds by what they asked, and what went wrong."""

    def __init__(self, chance: float, every: float = EVERY) -> None:
        self.chance, self.every = chance, every
        self.stopped = threading.Event()
        self.times: dict[str, list[float]] = defaultdict(list)
        self.wrong: Counter[str] = Counter()

    def sit_down(self, base: str, players: int) -> None:
        """Opens a table of so many phones, which look and write until it is over."""
        table, there = opened(base, players)
        said: dict[int, tuple[float, str]] = {}
        for n, phone in enumerate(there, 1):
            kept = Kept(phone, int(base.rpartition(":")[2]), f"p{n}")
            threading.Thread(target=self.play, args=(kept, table, said), daemon=True).start()

    def play(self, phone: Kept, table: str, said: dict[int, tuple[float, str]]) -> None:
        """``said``: versions that were written there, when and by whom."""
        time.sleep(random.random() * self.every)
        while not self.stopped.is_set():
            started = time.monotonic()
            try:
                self.look(phone, table, said)
                if random.random() < self.chance * self.every:
                    time.sleep(random.random())
                    self.write(phone, table, said)
            except (OSError, http.client.HTTPException) as error:
                self.wrong[type(error).__name__] += 1
                phone.line.close()
            time.sleep(max(0, self.every - (time.monotonic() - started)))

    def look(self, phone: Kept, table: str, said: dict[int, tuple[float, str]]) -> None:
        started = time.monotonic()
        status = phone.look(table)
        self.took({200: "poll", 204: "poll, nothing new"}.get(status, str(status)), started)
        version = int(phone.mark.split(".")[0] or 0)
        for number, (at, seat) in list(said.items()):
            mine = seat == phone.seat
            if number <= version and not mine and said.pop(number, None) is not None:
                self.took("seen", at)

    def write(self, phone: Kept, table: str, said: dict[int, tuple[float, str]]) -> None:
        started = time.monotonic()
        status = phone.write(table, random.randrange(30), f"{phone.seat}-{started}")
        self.took("write" if status == 200 else str(status), started)
        if told := re.search(r'name="base"\s+value="(\d+)', phone.answer):
            said[int(told[1])] = (time.monotonic(), phone.seat)

    def took(self, what: str, started: float) -> None:
        self.times[what].append(1000 * (time.monotonic() - started))


def main(base: str, phones: int, writes: float, seconds: float) -> int:
    load = Load(writes / phones)
    for _ in range(phones // AT_A_TABLE):
        load.sit_down(base, AT_A_TABLE)
    time.sleep(SETTLED)
    load.times.clear()
    load.wrong.clear()
    print(BEGUN, flush=True)
    time.sleep(seconds)
    print(ENDED, flush=True)
    for name, times in sorted(load.times.items()):
        cuts = quantiles(times, n=100) if len(times) > 1 else times * 99
        print(
            f"{name:18} {len(times) / seconds:7.1f}/s  median {median(times):.1f}"
            f"  p95 {cuts[94]:.1f}  p99 {cuts[98]:.1f}  max {max(times):.0f} ms"
        )
    failures = load.wrong.total() + sum(
        len(load.times[each]) for each in load.times if each.isdigit()
    )
    print(f"{phones} phones, {seconds:g} s, {failures} failures {dict(load.wrong)}")
    return 1 if failures else 0


if __name__ == "__main__":
    given = sys.argv[1:] + ["http://127.0.0.1:8000", "500", "50", "60"][len(sys.argv) - 1 :]
    sys.exit(main(given[0], int(given[1]), float(given[2]), float(given[3])))
