# /// script
# requires-python = ">=3.12"
# dependencies = ["locust>=2.47"]
# ///
"""500 phones at 100 tables look at the scores, and 50 cells a second are written.

Start a server (``python3 manage.py play --port 8000``), then

    uv run tests/load/load_of_500_phones.py http://127.0.0.1:8000 500 50 120

or, with ``pip install locust``, the same with ``python``. Every phone polls every two seconds, as
the page does, and writes on its own sheet now and then. *seen* is the time from a write's
answer until another phone of the table has it on its scoreboard.
"""

from __future__ import annotations

import random
import re
import sys
import time
from dataclasses import dataclass, field
from typing import Any

import gevent
from locust import FastHttpUser, events, task
from locust.env import Environment
from locust.stats import stats_printer

AT_A_TABLE = 5
EVERY = 2.0
CELLS = ("resources/wood", "resources/stone", "resources/iron", "resources/gold", "skills/any")
GAME = "keyflower"
BEGUN, ENDED = "all phones look and write", "all phones have looked and written"
"""Said on a line of its own, so that whoever started this can look what it takes from here on."""


@dataclass
class Table:
    """A table of five phones. ``said``: versions written, when and from which seat."""

    seats: int = 1
    code: str = ""
    key: str = ""
    said: dict[int, tuple[float, str]] = field(default_factory=dict)


_tables: list[Table] = []
_writes_each = 0.1


def found(pattern: str, page: str) -> str:
    match = re.search(pattern, page)
    assert match is not None, pattern
    return match[1]


class Phone(FastHttpUser):  # type: ignore[misc]  # locust is not in the lock
    """A phone with a seat. The first at each table opens it, the next four join by its code."""

    network_timeout = 30.0

    def on_start(self) -> None:
        self.seat = self._sit_down()
        self.mark = ""
        self.wrote = 0
        gevent.sleep(random.random() * EVERY)

    def _sit_down(self) -> str:
        if not _tables or _tables[-1].seats == AT_A_TABLE:
            self.table = Table()
            _tables.append(self.table)
            names = {f"p{n}/name": f"P{n}" for n in range(1, AT_A_TABLE + 1)}
            page = self._post(f"/open/{GAME}/", names, "open")
            self.table.code = found(r'invite__code">(\w+)<', page.text)
            self.table.key = found(r"/table/(\w+)/", page.text)
            return "p1"
        self.table = _tables[-1]
        self.table.seats += 1
        seat = f"p{self.table.seats}"
        while not self.table.code:
            gevent.sleep(0.05)
        self._post(f"/join/{self.table.code}/", {"seat": seat}, "join")
        return seat

    def _token(self, path: str, name: str) -> str:
        page = self.client.get(path, name=name)
        return found(r'csrfmiddlewaretoken" value="(\w+)"', page.text)

    def _post(self, path: str, data: dict[str, str], name: str) -> Any:
        self.csrf = self._token(path, f"{name} page")
        return self.client.post(path, data=data | {"csrfmiddlewaretoken": self.csrf}, name=name)

    @task
    def look_and_write(self) -> None:
        started = time.time()
        self._poll()
        if random.random() < _writes_each * EVERY:
            gevent.sleep(random.random())
            self._write()
        gevent.sleep(max(0, EVERY - (time.time() - started)))

    def _poll(self) -> None:
        address = f"/table/{self.table.key}/?v={self.mark}"
        with self.client.get(
            address, headers={"HX-Request": "true"}, name="poll", catch_response=True
        ) as answer:
            if answer.status_code == 204:
                answer.request_meta["name"] = "poll, nothing new"
                return
            marked = re.search(r'data-poll="[^"]*\?v=([^"]*)"', answer.text or "")
            if not marked:
                answer.failure(f"no scoreboard: {answer.status_code}")
                return
            self.mark = marked[1]
        version = int(self.mark.split(".")[0])
        for number, (at, seat) in list(self.table.said.items()):
            if number <= version and seat != self.seat:
                del self.table.said[number]
                events.request.fire(
                    request_type="-",
                    name="seen",
                    response_time=1000 * (time.time() - at),
                    response_length=0,
                    exception=None,
                    context={},
                )

    def _write(self) -> None:
        self.wrote += 1
        cell = f"{self.seat}/{random.choice(CELLS[:4])}"
        base = self.mark.split(".")[0] or "0"
        answer = self.client.post(
            f"/table/{self.table.key}/sheet/{self.seat}/",
            data={cell: random.randrange(30), "base": base, "form": f"{self.seat}-{self.wrote}"},
            headers={"HX-Request": "true", "HX-Trigger-Name": cell, "X-CSRFToken": self.csrf},
            name="write",
        )
        told = re.search(r'name="base" value="(\d+)"', answer.text or "")
        if told:
            self.table.said[int(told[1])] = (time.time(), self.seat)


def main(host: str, phones: int, writes: float, seconds: float) -> int:
    global _writes_each
    _writes_each = writes / phones
    env = Environment(user_classes=[Phone], events=events, host=host)
    runner = env.create_local_runner()
    gevent.spawn(stats_printer(env.stats))
    runner.start(phones, spawn_rate=25)
    while runner.user_count < phones:
        gevent.sleep(0.5)
    gevent.sleep(15)
    env.stats.reset_all()  # what it takes to open and join is another matter
    print(BEGUN, flush=True)
    started = time.time()
    gevent.sleep(seconds)
    took = time.time() - started
    print(ENDED, flush=True)
    failures = env.stats.total.num_failures
    for (name, _), entry in sorted(env.stats.entries.items()):
        print(
            f"{name:18} {entry.num_requests / took:7.1f}/s  median {entry.median_response_time}"
            f"  p95 {entry.get_response_time_percentile(0.95)}"
            f"  p99 {entry.get_response_time_percentile(0.99)}"
            f"  max {entry.max_response_time:.0f} ms"
        )
    for error in env.stats.errors.values():
        print(error.to_dict())
    print(f"{phones} phones, {took:.0f} s, {failures} failures")
    runner.quit()
    return 1 if failures else 0


if __name__ == "__main__":
    given = sys.argv[1:] + ["http://127.0.0.1:8000", "500", "50", "60"][len(sys.argv) - 1 :]
    sys.exit(main(given[0], int(given[1]), float(given[2]), float(given[3])))
