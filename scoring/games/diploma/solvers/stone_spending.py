"""Finds the use of stones with the most points: sets of four colours, titles and payments."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .. import points
from .student_sheet import STONES, Student


@dataclass(frozen=True, slots=True)
class Spending:
    """One way to spend stones in a scoring phase.

    ``worth``: points of all the seat's sets and titles after it, unknown ones as 0.
    ``title``, ``stone``: the title placed and the stone laid on it; ``None`` if none is placed.
    ``paid``: number of stones paid of each colour, in the order of ``STONES``, without the one on
        the title.
    ``sets``: full sets scored.
    """

    worth: int
    title: str | None
    stone: str | None
    paid: tuple[int, ...]
    sets: int


def ways(student: Student) -> Iterator[Spending]:
    """Yields the best way to spend stones without placing a title, and with each title and stone.

    For a given title and stone, paying from the most numerous colours keeps the most sets, so no
    other payment is tried. A way is left out if there are too few stones for it. Unknown penalties
    and title points count as 0.
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
    """Returns the way to spend stones, ``among`` these, that brings most points; ``None`` if none.

    Of equal ones it is the first; ``ways`` yields the one without a title first.
    """
    return max(among, key=lambda way: way.worth, default=None)


def _worth(student: Student, title: str | None, stone: str | None, sets: int) -> int:
    seat = student.seat
    worth = student.each("sets") * ((seat.number("sets") or 0) + sets)
    placed, on = title or seat.choice("title"), stone or seat.choice("title_stone")
    if placed:
        worth += student.title_points(placed, on) or 0
    lost = points.penalty(student.unplaced - bool(title), student.penalty)
    return worth + (lost or 0)
