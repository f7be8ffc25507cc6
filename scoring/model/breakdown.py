"""A final score, explained row by row.

A total is ``None`` while a row is unknown: an unknown value is never added up as 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf

from scoring.model.validation import Missing
from scoring.text.localised import EMPTY, Text, Verbatim, number_text
from scoring.text.messages import SHARED as say

from .status import Status

NEAR = 40
"""Widest range shown with both ends; a wider one is shown as *at least* its lower end."""


@dataclass(frozen=True, slots=True)
class TotalRange:
    """The range that a total can still reach; ``least`` equals ``most`` once it is settled.

    ``None`` for either end means that the limit is not known. ``known`` is the sum of what is known
    so far, and nothing more.

    >>> TotalRange(310, 310, 310).exact, TotalRange(275, None, 275).exact
    (310, None)
    """

    known: int
    least: int | None
    most: int | None

    @property
    def exact(self) -> int | None:
        """The total if it is settled, else ``None``."""
        return self.least if self.least == self.most else None

    @property
    def nothing(self) -> bool:
        """True if it says nothing yet: no points so far, and no upper end to be shown."""
        wide = self.most is None or self.most - (self.least or 0) > NEAR
        return not self.known and not self.least and wide

    @property
    def brief(self) -> str:
        """Short form in signs: *310*, *≥ 275*, *290–311*, *42 …*; a dash for *≥ 0*."""
        if self.exact is not None:
            return number_text(self.exact)
        if self.nothing:
            return "–"
        if self.least is None:
            return f"{number_text(self.known)} …"
        if self.most is None or self.most - self.least > NEAR:
            return f"≥ {number_text(self.least)}"
        return f"{number_text(self.least)}–{number_text(self.most)}"

    @property
    def text(self) -> Text:
        """Long form in words: *310*, *at least 275*, *290 to 311*, *42 so far*; or a dash."""
        if self.exact is not None:
            return Verbatim(number_text(self.exact))
        if self.nothing:
            return Verbatim("–")
        if self.least is None:
            return say("total-so-far", n=number_text(self.known))
        least = number_text(self.least)
        if self.most is None or self.most - self.least > NEAR:
            return say("total-least", n=least)
        return say("total-between", least=least, most=number_text(self.most))


@dataclass(frozen=True, slots=True)
class Line:
    """One row of the score pad.

    ``points`` is ``None`` where the known rules do not say, or while something that the row counts
    is blank; ``bounds`` are then the least and the most that it can be, if known. ``entry`` is the
    catalogue entry that pays; ``pieces`` are what it took, entry id to count; ``rulings`` are the
    ids of the table's rulings that this row depends on. ``brief`` is a short form of ``how`` for
    narrow places. ``rivals``: the least and the most that it can be once the other seats have
    entered what they lack, where that matters; ``waits``: the same where they lack only single
    cells.
    """

    id: str
    label: Text
    points: int | None
    how: Text
    cites: tuple[str, ...] = ()
    status: Status = "stated"
    entry: str | None = None
    pieces: Mapping[str, int] = field(default_factory=dict)
    rulings: tuple[str, ...] = ()
    group: Text = EMPTY
    bounds: tuple[int, int] | None = None
    brief: Text = EMPTY
    rivals: tuple[int, int] | None = None
    waits: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Breakdown:
    """All rows of one seat; ``unused`` are pieces that no row took.

    ``missing``: cells that a finished seat must have and this one lacks; filled in by the game, and
    empty for a scorer, which takes every blank for none. ``beside``: figures to show beside a
    field, by its id, where a line is too coarse. ``later``: fields that cannot have been filled in
    yet. ``counted``: fields whose blanks are counted elsewhere, so that they are not missing.
    ``lacking``: fields that are entered in part, with a message for each; ``bounded``: those of
    them whose own row limits the total. ``fall``: amount by which the total may still fall while
    something is missing, ``None`` if not known. ``rise``: amount by which it may exceed what its
    rows can reach, since its seat then decides otherwise.

    >>> row = Line("a", EMPTY, 3, EMPTY)
    >>> Breakdown((row,)).total, Breakdown((row, Line("b", row.label, None, row.how))).total
    (3, None)
    >>> Breakdown((row, Line("loop", EMPTY, None, EMPTY, bounds=(0, 33)))).range
    TotalRange(known=3, least=3, most=36)
    """

    lines: tuple[Line, ...]
    unused: Mapping[str, int] = field(default_factory=dict)
    missing: tuple[Missing, ...] = ()
    beside: Mapping[str, str] = field(default_factory=dict)
    later: frozenset[str] = frozenset()
    counted: frozenset[str] = frozenset()
    lacking: Mapping[str, Text] = field(default_factory=dict)
    bounded: frozenset[str] = frozenset()
    fall: int | None = 0
    rise: int | None = 0

    @property
    def partial(self) -> bool:
        """True if a row is unknown, or something is missing that could change the total."""
        return bool(self.missing) or any(line.points is None for line in self.lines)

    @property
    def known(self) -> int:
        """The sum of the known rows; a total only when ``partial`` is false."""
        return sum(line.points or 0 for line in self.lines)

    @property
    def total(self) -> int | None:
        return None if self.partial else self.known

    @property
    def so_far(self) -> int | None:
        """The total if every blank is none; ``None`` while a row is unknown."""
        return None if any(line.points is None for line in self.lines) else self.known

    @property
    def range(self) -> TotalRange:
        """The range that the total can still reach."""
        unsaid = any(each.rest or each.later for each in self.missing)
        unsaid |= bool(self.missing) and all(line.points is not None for line in self.lines)
        least: int | None = 0
        most: int | None = None if unsaid else self.rise
        if unsaid:
            least = None if self.fall is None else -self.fall
        for line in self.lines:
            low, high = (
                (line.points, line.points)
                if line.points is not None
                else (line.bounds or (None, None))
            )
            least = None if least is None or low is None else least + low
            most = None if most is None or high is None else most + high
        return TotalRange(self.known, least, most)

    def line(self, id_: str) -> Line | None:
        return next((line for line in self.lines if line.id == id_), None)


@dataclass(frozen=True, slots=True)
class Placing:
    """One seat's place in the final ranking; tied seats share ``place``.

    ``place`` is 0 while it is open, and for a seat alone.

    ``best`` and ``worst``: the places that it can still reach, 0 where it has none at all. A seat
    whose ``worst`` is 1 has won, whatever is open.
    """

    seat: str
    place: int
    reason: Text
    best: int = 0
    worst: int = 0


def narrowed(
    placings: Iterable[Placing], spans: Mapping[str, Sequence[int]]
) -> tuple[Placing, ...]:
    """Returns a ranking with the places of some seats limited further: (best, worst) by seat.

    A place that is no longer open gets a reason of its own.
    """
    found = []
    for each in placings:
        best, worst = spans.get(each.seat, (each.best, each.worst))
        if best == worst and not each.place and best:
            each = replace(each, place=best, reason=say("rank-by-answers"))
        found.append(replace(each, best=best, worst=worst))
    return tuple(sorted(found, key=lambda p: (not p.best, p.best, p.worst)))


@dataclass(frozen=True, slots=True)
class TieBreak:
    """Value that ranks seats with level totals, more being better, as (least, most).

    ``lowest`` applies while the seat's total is the least that it can be, ``highest`` while it is
    the most: only there can an open total be level with another without deciding the rank by
    itself.
    """

    lowest: tuple[float, float]
    highest: tuple[float, float]

    @classmethod
    def of(cls, value: int) -> TieBreak:
        """Returns a tie-break whose value is known."""
        return cls((value, value), (value, value))


SHARED = TieBreak.of(0)
"""Equal value for all seats: the tie stays."""
UNKNOWN = TieBreak((-inf, inf), (-inf, inf))


def by_total(
    breakdowns: Mapping[str, Breakdown],
    position: object = None,
    ties: Mapping[str, TieBreak] | None = None,
) -> Sequence[Placing]:
    """Ranks seats by total, as far as places hold however the open totals turn out.

    ``ties``: tie-breaks by seat, unknown for seats that are not in it; without it level totals
    share their place. A single seat needs no reason. Sorted by places, then by points. Open totals
    are taken to be independent.
    """
    ranges = {seat: each.range for seat, each in breakdowns.items()}
    broken = {seat: SHARED if ties is None else ties.get(seat, UNKNOWN) for seat in ranges}

    def above(first: str, second: str, *, surely: bool) -> bool:
        """True if the first is above the second in every outcome, or without ``surely`` in some."""
        one, two = ranges[first], ranges[second]
        if surely:
            if one.least is None or two.most is None:
                return False
            low, high = broken[first].lowest[0], broken[second].highest[1]
            return (one.least, low) > (two.most, high)
        if one.most is None or two.least is None:
            return True
        return (one.most, broken[first].highest[1]) > (two.least, broken[second].lowest[0])

    placings = []
    for seat, found in ranges.items():
        others = [other for other in ranges if other != seat]
        best = 1 + sum(above(other, seat, surely=True) for other in others)
        worst = 1 + sum(above(other, seat, surely=False) for other in others)
        if not others:
            reason = EMPTY
        elif best < worst:
            reason = say("rank-open") if found.exact is None else say("rank-waits")
        elif level := [each for each in others if ranges[each].exact == found.exact is not None]:
            shared = any(broken[each] == broken[seat] for each in level)
            reason = say("rank-shared" if shared else "rank-by-tie-break")
        else:
            reason = say("rank-by-total")
        placings.append(Placing(seat, best if best == worst else 0, reason, best, worst))
    return sorted(placings, key=lambda p: (p.best, p.worst, -ranges[p.seat].known, p.seat))
