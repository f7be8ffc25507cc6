"""A few phones ask for too much, or break off in the middle: how long do all the others wait?

    .venv/bin/python -m pytest -s -m fire tests/fire/test_slow_and_broken_clients.py

lets twelve phones of two tables look and write, and measures that under each attack, and under all
of them at once.
"""

import http.client
import json
import random
import socket
import statistics
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from tests.load.load_of_500_phones import Load
from tests.real_server import Phone

PATIENCE = 30.0
"""Seconds until a phone that looks or writes gives up."""


class Attack:
    """Something that goes on until it is stopped; ``told`` counts what it was answered."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.host, port = base.removeprefix("http://").split(":")
        self.port = int(port)
        self.stop = threading.Event()
        self.told: Counter[str] = Counter()
        self.threads: list[threading.Thread] = []
        self.sockets: list[socket.socket] = []

    def many(self, times: int, what: Callable[[int], None]) -> None:
        def again(n: int) -> None:
            while not self.stop.is_set():
                what(n)

        for n in range(times):
            thread = threading.Thread(target=again, args=(n,), daemon=True)
            thread.start()
            self.threads.append(thread)

    def end(self) -> None:
        self.stop.set()
        for each in self.sockets:
            each.close()
        for thread in self.threads:
            thread.join(PATIENCE)

    def send(self, path: str, body: bytes, headers: dict[str, str], seconds: float) -> None:
        """A request whose answer nobody waits for longer than so many seconds."""
        request = urllib.request.Request(self.base + path, body or None, headers)
        try:
            with urllib.request.urlopen(request, timeout=seconds) as answer:
                answer.read()
                self.told[str(answer.status)] += 1
        except urllib.error.HTTPError as error:
            self.told[str(error.code)] += 1
            self.stop.wait(float(error.headers.get("Retry-After") or 0) and 0.5)
        except (OSError, http.client.HTTPException):
            self.told["hung up"] += 1

    def broken_off(self, first: bytes) -> None:
        """A connection that says so much and then nothing more; not even that it is gone."""
        with suppress(OSError):
            each = socket.create_connection((self.host, self.port), timeout=5)
            self.sockets.append(each)
            each.sendall(first)


def half_sent(attack: Attack) -> None:
    """Sixty requests whose head has no end."""
    for n in range(60):
        attack.broken_off(b"GET /find?q=wood HTTP/1.1\r\nHost: x\r\nX-%d: half" % n)


def dying(attack: Attack) -> None:
    """Twelve phones that lose the network in the middle of a post."""
    head = b"POST /join/ HTTP/1.1\r\nHost: x\r\nContent-Length: 2000\r\n"
    kind = b"Content-Type: application/x-www-form-urlencoded\r\n\r\ncode=abc"
    for _ in range(12):
        attack.broken_off(head + kind)


def dense(attack: Attack) -> None:
    """Eight at once ask without a break for the scores of sheets with everything on them."""
    slugs = ("keyflower", "nidavellir")

    def ask(n: int) -> None:
        slug = slugs[n % len(slugs)]
        state = full(slug, n)
        attack.send(
            f"/api/v1/score/{slug}",
            json.dumps(state).encode(),
            {"Content-Type": "application/json"},
            PATIENCE,
        )

    attack.many(8, ask)


def trades(attack: Attack) -> None:
    """Eight phones ask what is best for such a sheet, and hang up after a second."""
    pads = [_pad(attack.base, "nidavellir", n) for n in range(8)]
    asked = ("trade", "hero", "raise_5", "final")
    attack.many(
        8,
        lambda n: attack.send(f"{pads[n]}/p1/ask/{random.choice(asked)}/", b"", {}, 1.0),
    )


def plans(attack: Attack) -> None:
    """Four phones ask for the last transports of a whole village, again as soon as it is there."""
    from tests.games.keyflower.test_map_plans import on_map
    from tests.games.keyflower.test_transport import YARDS, case

    def pad(n: int) -> str:
        seat, _, layout, lying, _ = case(random.Random(n), 15, 12, 0)
        goods = {
            layout.laid[place].tile: {good: n for good, n in held.items() if n}
            for place, held in lying.items()
            if layout.laid[place].tile not in YARDS and any(held.values())
        }
        home = next(tile for tile in seat["village"] if tile.startswith("home"))
        uses = {home: 1, "stable": 1} if "stable" in seat["village"] else {home: 2}
        seat |= {"map": on_map(layout), "goods": goods, "transports": uses}
        return _pad(attack.base, "keyflower", n, sheet={"seats": {"p1": seat}})

    pads = [pad(n) for n in range(4)]
    attack.many(4, lambda n: attack.send(f"{pads[n]}/p1/ask/last_transport/", b"", {}, PATIENCE))


def results(attack: Attack) -> None:
    """Four phones look at results of such sheets, each at one that nobody has seen."""

    def look(n: int) -> None:
        with suppress(OSError, http.client.HTTPException, AttributeError):
            phone = Phone(attack.base, PATIENCE)
            pad = _pad(attack.base, "nidavellir", n, phone)
            link = phone.post(f"{pad}/p1/", {"go": "result"})
            attack.send(link.removeprefix(attack.base), b"", {}, PATIENCE)

    attack.many(4, look)


def imports(attack: Attack) -> None:
    """Half a megabyte of tables with full sheets is brought in, again and again."""
    attack.many(1, lambda _: bring(attack, _file(500_000)))


ATTACKS: dict[str, tuple[Callable[[Attack], None], ...]] = {
    "nothing": (),
    "60 half-sent requests": (half_sent,),
    "12 phones dying in a post": (dying,),
    "8 dense sheets scored": (dense,),
    "8 questions, hung up on": (trades,),
    "4 plans of a village": (plans,),
    "4 full results": (results,),
    "an import of 500 KB": (imports,),
    "all at once": (trades, results, dense, imports, half_sent, dying),
}


def full(slug: str, seed: int = 0) -> dict[str, Any]:
    """A sheet of which half of the cells hold much: never the same twice."""
    from scoring import game
    from tests.contract.test_proven_plans import absurd

    rng = random.Random(f"{seed} {time.monotonic_ns()}")

    def thinned(value: Any) -> Any:
        if not isinstance(value, dict):
            return rng.randint(1, value) if type(value) is int and value > 0 else value
        return {
            k: thinned(v) for k, v in value.items() if isinstance(v, dict) or rng.random() < 0.7
        }

    return {"seats": thinned(absurd(game(slug))["seats"])}


def _pad(
    base: str,
    slug: str,
    seed: int,
    phone: Phone | None = None,
    sheet: dict[str, Any] | None = None,
) -> str:
    phone = phone or Phone(base, PATIENCE)
    phone.get(f"/score/{slug}/")
    link = phone.post(f"/score/{slug}/", {"sheet": json.dumps(sheet or full(slug, seed))})
    return link.removeprefix(phone.base).partition("/p1")[0].rstrip("/")


def _file(size: int) -> bytes:
    """A file of our own with about so many bytes of tables."""
    from uuid import uuid4

    from companion.tables import ledger
    from scoring import game

    sheet = game("nidavellir").sheet
    first = ledger.opening(sheet, {"seats": {"p1": {}, "p2": {}}}, ())
    tables, length = [], 0
    while length < size:
        cells = sheet.cells(sheet.take(full("nidavellir", length)).state)
        event = {
            "number": 1,
            "at": "2026-01-01T20:00:00+00:00",
            "seat": "p1",
            "base": 0,
            "form": "f1",
            "cells": cells,
            "refused": {},
            "undoes": None,
        }
        table = {
            "uid": str(uuid4()),
            "game": "nidavellir",
            "made": "2026-01-01T19:00:00+00:00",
            "finished": "2026-01-01T21:00:00+00:00",
            "screens": False,
            "revealed": [],
            "first": first,
            "state": sheet.put(first, cells),
            "events": [event],
        }
        tables.append(table)
        length += len(json.dumps(table))
    head = {"format": "boardgame-companion", "version": 2, "exported": "2026-01-02T00:00:00+00:00"}
    return json.dumps(head | {"behind_screens": 0, "tables": tables, "plays": []}).encode()


def bring(attack: Attack, file: bytes) -> None:
    phone = Phone(attack.base, PATIENCE)
    with suppress(OSError):
        phone.get("/history/")
    token = next((c.value for c in phone.jar if c.name == "csrftoken"), "") or ""
    cookies = "; ".join(f"{c.name}={c.value}" for c in phone.jar)
    body = (
        b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n'
        + file
        + b"\r\n--x--\r\n"
    )
    headers = {
        "Content-Type": "multipart/form-data; boundary=x",
        "X-CSRFToken": token,
        "Cookie": cookies,
        "Referer": attack.base,
    }
    attack.send("/history/import", body, headers, PATIENCE)


def measured(
    base: str, what: tuple[Callable[[Attack], None], ...], seconds: float
) -> tuple[Load, Counter[str]]:
    """Measures the phones of two tables under these attacks; each looks every second."""
    load, attack = Load(0.3, every=1.0), Attack(base)
    for _ in range(2):
        load.sit_down(base, 6)
    try:
        for each in what:
            each(attack)
        time.sleep(1)
        load.times.clear()
        time.sleep(seconds)
    finally:
        load.stopped.set()
        attack.end()
    return load, attack.told


def said(times: list[float]) -> str:
    """Median, what one in twenty is above, and the longest: in milliseconds."""
    return f"{statistics.median(times):6.0f} {p95(times):6.0f} {max(times):6.0f}"


def p95(times: list[float]) -> float:
    return sorted(times)[int(0.95 * (len(times) - 1))]
