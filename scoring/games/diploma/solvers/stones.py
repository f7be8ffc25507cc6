"""Finds the spending of stones with the most points: sets of four colours, titles, payments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scoring.games.diploma import points

from .student import STONES, Student


@dataclass(frozen=True, slots=True)
class Spending:
    """One way to spend stones: the title placed and its stone, stones paid, sets scored, worth.

    ``paid``: stones per colour, in the order of ``STONES``, without the title's.
    """

    worth: int
    title: str | None
    stone: str | None
    paid: tuple[int, ...]
    sets: int


def ways(student: Student) -> Iterator[Spending]:
    """Yields the best payment for each title and stone that may be placed, and for no title.

    For a given title and stone, paying from the largest heaps keeps the most sets, so no other
    payment has to be tried. Unknown penalties and title points are left out of the worth.
    """
    seat = student.seat
    pay_colour, pay_any = seat.tally("pay_colour"), seat.count("pay_any")
    owed = [pay_colour.get(stone, 0) for stone in STONES]
    stock = [held - due for held, due in zip(student.stones, owed, strict=True)]
    choices: list[tuple[str | None, int | None]] = [(None, None)]
    if not seat.choice("title"):
        choices += [(title, n) for title in student.hand for n in range(len(STONES))]
    for title, n in choices:
        left = list(stock)
        if n is not None:
            left[n] -= 1
        if min(left) < 0 or sum(left) < pay_any:
            continue
        paid = points.payment(left, pay_any)
        sets = student.scored_at_once(points.sets_after_paying(left, sum(paid)))
        sets = min(sets, student.room_for_sets)
        stone = None if n is None else STONES[n]
        every = tuple(a + b for a, b in zip(owed, paid, strict=True))
        yield Spending(_worth(student, title, stone, sets), title, stone, every, sets)


def best(among: Iterable[Spending]) -> Spending | None:
    """Returns the way worth most, on ties without a title; ``None`` if there is no way."""
    return max(among, key=lambda way: way.worth, default=None)


def _worth(student: Student, title: str | None, stone: str | None, sets: int) -> int:
    seat = student.seat
    worth = student.each("sets") * ((seat.number("sets") or 0) + sets)
    placed, on = title or seat.choice("title"), stone or seat.choice("title_stone")
    if placed:
        worth += student.title_points(placed, on) or 0
    lost = points.penalty(student.unplaced - bool(title), student.penalty)
    return worth + (lost or 0)
