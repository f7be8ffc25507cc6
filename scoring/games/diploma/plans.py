"""Spending stones for the most points: sets of four colours against titles and other cards."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...core.breakdown import Breakdown
from ...core.catalogue import Catalogue
from ...core.plan import Around, Plan, Proof, Rulings, State, Verdict
from ...core.text import Text, counted, join
from . import points
from .score import Student
from .sheet import STONES

WEIGHED = ("sets", "titles", "unplaced_title")
"""The rows that spending stones can change."""


@dataclass(frozen=True, slots=True)
class Spending:
    """One way to spend: which title is placed with which stone, what pays, how many sets."""

    worth: int
    title: str | None
    stone: str | None
    paid: tuple[int, ...]
    sets: int


def ways(student: Student) -> Iterator[Spending]:
    """The best payment for each title that may be placed, and for placing none.

    For a given title and stone, paying from the largest heaps keeps the most sets, so no other
    payment has to be tried. An unknown penalty is left out of the worth.
    """
    cells = student.cells
    owed = [cells.get("pay_colour", {}).get(stone, 0) for stone in STONES]
    stock = [held - due for held, due in zip(student.stones, owed, strict=True)]
    choices: list[tuple[str | None, int | None]] = [(None, None)]
    if "title" not in cells:
        choices += [(t, n) for t in cells.get("hand_titles", {}) for n in range(len(STONES))]
    for title, n in choices:
        left = list(stock)
        if n is not None:
            left[n] -= 1
        if min(left) < 0 or sum(left) < cells.get("pay_any", 0):
            continue
        paid = points.payment(left, cells.get("pay_any", 0))
        sets = points.sets_after_paying(left, sum(paid))
        if student.rulings["sets_per_phase"] == "one":
            sets = min(sets, 1)
        stone = None if n is None else STONES[n]
        every = tuple(a + b for a, b in zip(owed, paid, strict=True))
        yield Spending(_worth(student, title, stone, sets), title, stone, every, sets)


def _worth(student: Student, title: str | None, stone: str | None, sets: int) -> int:
    scored = student.cells.get("sets", 0) + sets
    worth = student.each("sets") * int(scored)
    placed, on = title or student.cells.get("title"), stone or student.cells.get("title_stone")
    if placed:
        worth += student.title_points(placed, on) or 0
    lost = points.penalty(student.unplaced - bool(title), student.penalty)
    return worth + (lost or 0)


def best(student: Student) -> Spending | None:
    """The way worth most, placing no title where that is as good; ``None`` if none can pay."""
    return max(ways(student), key=lambda way: way.worth, default=None)


# ── the question ───────────────────────────────────────────────────────────────────────


def stones(catalogue: Catalogue, state: State, seat: str, rulings: Rulings, seconds: float) -> Plan:
    """The most points from stones in a scoring phase that takes place now."""
    begun = time.perf_counter()
    student = Student(catalogue, state["seats"][seat], state.get("table", {}), rulings)
    found = best(student)
    if found is None:
        why = Text("There are not enough stones to pay.", "支払う魔石が足りません。")
        proof = Proof("impossible", "exhaustive", None, time.perf_counter() - begun)
        return Plan("stones", seat, (why,), state, Fraction(0), proof)
    open_ends = list(_open_ends(student, found))
    bound = None if open_ends else Fraction(found.worth)
    verdict: Verdict = "best found" if open_ends else "optimal"
    proof = Proof(verdict, "exhaustive", bound, time.perf_counter() - begun)
    after = state | {"seats": state["seats"] | {seat: _spent(student, found)}}
    steps = (*_steps(student, found), *open_ends)
    return Plan("stones", seat, steps, after, Fraction(found.worth), proof)


def worth(scored: Mapping[str, Breakdown], seat: str) -> Fraction:
    """What the known rows that stones can change add up to."""
    return Fraction(sum(line.points or 0 for line in scored[seat].lines if line.id in WEIGHED))


def around(
    catalogue: Catalogue, state: State, seat: str, rulings: Rulings, plan: Plan, seconds: float
) -> Around:
    """What one more stone of each colour would add."""
    found: dict[str, Fraction] = {}
    for stone in STONES:
        cells = state["seats"][seat]
        held = dict(cells.get("stones", {}))
        held[stone] = held.get(stone, 0) + 1
        student = Student(catalogue, cells | {"stones": held}, state.get("table", {}), rulings)
        with_it = best(student)
        if with_it is not None and plan.proof.verdict != "impossible":
            found[stone] = with_it.worth - plan.worth
    return Around(found)


def _open_ends(student: Student, chosen: Spending) -> Iterator[Text]:
    """Why a better way might exist: an unknown penalty, or a title with unknown points."""
    if chosen.title is None and student.unplaced and student.penalty is None:
        placing = [way for way in ways(student) if way.title]
        if placing:
            other = max(placing, key=lambda way: way.worth)
            assert other.title
            yield Text(
                "The penalty is not known: if it is more than {n}, place {title} instead.",
                "減点が不明です。{n}点より大きいなら、代わりに{title}を設置。",
            ).fill(n=chosen.worth - other.worth, title=student.catalogue.name(other.title))
    if any(
        way.title
        and student.title_points(way.title, way.stone) is None
        and way.title != chosen.title
        for way in ways(student)
    ) or (chosen.title and student.title_points(chosen.title, chosen.stone) is None):
        yield Text(
            "What the other title scores is not known and not counted.",
            "その他の称号の得点は不明で、数えていません。",
        )


def _spent(student: Student, way: Spending) -> dict[str, Any]:
    """The seat's cells after the spending."""
    gone = [n + way.sets for n in way.paid]
    if way.stone:
        gone[STONES.index(way.stone)] += 1
    left = {s: n - g for s, n, g in zip(STONES, student.stones, gone, strict=True) if n > g}
    cells = {
        key: value
        for key, value in student.cells.items()
        if key not in ("stones", "sets", "pay_any", "pay_colour", "hand_titles")
    }
    hand = dict(student.cells.get("hand_titles", {}))
    if way.title:
        hand[way.title] -= 1
        cells |= {"title": way.title, "title_stone": way.stone}
    hand = {title: n for title, n in hand.items() if n}
    sets = student.cells.get("sets", 0) + way.sets
    cells |= {"stones": left} if left else {}
    cells |= {"sets": sets} if sets else {}
    cells |= {"hand_titles": hand} if hand else {}
    return cells


def _steps(student: Student, way: Spending) -> Iterator[Text]:
    name = student.catalogue.name
    if any(way.paid):
        what = join(
            Text(f"{n} {name(s).en}", f"{name(s).ja}を{n}個")
            for s, n in zip(STONES, way.paid, strict=True)
            if n
        )
        yield Text("Pay {what}.", "{what}支払う。").fill(what=what)
    if way.title and way.stone:
        yield Text("Place {title} with {stone}.", "{title}を{stone}で設置。").fill(
            title=name(way.title), stone=name(way.stone)
        )
    each = student.each("sets")
    sets = counted(way.sets, "set", "sets", "組")
    yield Text("Score {sets}: {n} points.", "{sets}を得点に:{n}点。").fill(
        sets=sets, n=way.sets * each
    )
    yield from _spare(student)


def _spare(student: Student) -> Iterator[Text]:
    """Which stones are free to spend, and which are missing for one more set."""
    held, name = student.stones, student.catalogue.name
    full = points.sets(held)
    free = [
        Text(f"{n - full} {name(s).en}", f"{name(s).ja}が{n - full}個")
        for s, n in zip(STONES, held, strict=True)
        if n > full
    ]
    lacking = [name(s) for s, n in zip(STONES, held, strict=True) if n == full]
    if free:
        yield Text("Free to spend: {what}.", "組を崩さず使える:{what}。").fill(what=join(free))
    yield Text("Missing for one more set: {what}.", "もう1組に足りない:{what}。").fill(
        what=join(lacking)
    )
