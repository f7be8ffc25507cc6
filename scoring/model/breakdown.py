"""A seat's score, explained row by row, and the ranking of seats by their totals.

A total is ``None`` while a row is unknown: an unknown value is never added up as 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Literal, get_args

from scoring.text.localised import EMPTY, Text, Verbatim, number_text
from scoring.text.messages import SHARED as say

from .errors_and_warnings import Missing

Status = Literal["stated", "corroborated", "inferred", "house", "unknown"]
Confidence = Literal["high", "medium", "low"]

STATUSES: tuple[Status, ...] = get_args(Status)
CONFIDENCES: tuple[Confidence, ...] = get_args(Confidence)

STATUS_NAMES: dict[Status, Text] = {each: say(f"status-{each}") for each in STATUSES}
CONFIDENCE_NAMES: dict[Confidence, Text] = {each: say(f"confidence-{each}") for each in CONFIDENCES}

NEAR = 40
"""Widest range of points displayed with both ends, as *290–311*. A wider one is displayed as *at
least 290*."""


@dataclass(frozen=True, slots=True)
class TotalRange:
    """The range of points that a seat's total can still reach.

    ``known``: sum of the rows that are known so far.
    ``least``: lowest possible total; ``None`` if there is no known limit.
    ``most``: highest possible total; ``None`` if there is no known limit.

    Once the total is certain, ``least`` equals ``most``.

    >>> TotalRange(310, 310, 310).exact, TotalRange(275, None, 275).exact
    (310, None)
    """

    known: int
    least: int | None
    most: int | None

    @property
    def exact(self) -> int | None:
        """The seat's total if it is certain, else ``None``."""
        return self.least if self.least == self.most else None

    @property
    def nothing(self) -> bool:
        """True if a total is not worth displaying: no points yet, and a wide range or no limit."""
        wide = self.most is None or self.most - (self.least or 0) > NEAR
        return not self.known and not self.least and wide

    @property
    def brief(self) -> str:
        """The total in digits: *310*, *≥ 275*, *290–311*, *42 …* (so far); a dash if unknown."""
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
        """The total in words: *310*, *at least 275*, *290 to 311*, *42 so far*; a dash if none."""
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
    """One row of a seat's score.

    ``label``: name of the row; ``group``: heading that it is listed under.
    ``points``: ``None`` where the known rules do not tell them, or while something that the row
        counts is blank.
    ``bounds``: lowest and highest points possible while ``points`` is ``None``; ``None`` if
        unknown.
    ``how``: explanation of the points; ``brief`` is a short form for narrow places.
    ``cites``: ids of sources.
    ``entry``: id of the catalogue entry that gives the points.
    ``pieces``: pieces that the row uses up or counts, entry id to count.
    ``rulings``: ids of the rulings (a table's answers to open rules questions) that the row depends
        on.
    ``rivals``: lowest and highest points that the row can end with while other seats lack whole
        sections; ``None`` if it does not depend on them.
    ``waits``: the same while other seats lack only single cells.
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

    @property
    def points_text(self) -> Text:
        """A row's points in words, or the range that is possible; *?* if no limit is known."""
        found = points_range([self])
        return Verbatim("?") if found.nothing and self.points is None else found.text

    @property
    def points_brief(self) -> str:
        """A row's points in digits, or the range that is possible; *?* if no limit is known."""
        found = points_range([self])
        return "?" if found.nothing and self.points is None else found.brief

    def beside_rivals(self, unsaid: bool) -> Line:
        """Returns the row, its points unknown if they depend on what other seats have not entered.

        ``unsaid``: true if another seat still lacks a whole section that may matter for this row,
        rather than single cells.
        """
        bounds = self.rivals if unsaid else self.waits
        if bounds is None or bounds == (self.points, self.points):
            return self
        how = say("rivals-open", how=self.how)
        return replace(self, points=None, bounds=bounds, how=how, status="unknown")


def points_range(lines: Iterable[Line]) -> TotalRange:
    """Returns the range that the sum of some rows' points can still take.

    >>> row = Line("loop", EMPTY, None, EMPTY, bounds=(2, 33))
    >>> points_range([row, Line("a", EMPTY, 3, EMPTY)]).brief, row.points_text.en
    ('5–36', '2 to 33')
    """
    known = 0
    least: int | None = 0
    most: int | None = 0
    for line in lines:
        given = None if line.points is None else (line.points, line.points)
        low, high = given or line.bounds or (None, None)
        known += line.points or 0
        least = None if least is None or low is None else least + low
        most = None if most is None or high is None else most + high
    return TotalRange(known, least, most)


@dataclass(frozen=True, slots=True)
class Breakdown:
    """The score of one seat: all of its rows, and whatever may still change its total.

    ``unused``: pieces that no row uses, entry id to count.
    ``missing``: cells that a finished seat must have and this one lacks. Added by the game after
        scoring; a scorer leaves it empty and counts every blank as none.
    ``beside``: points, as text, to display next to a field, by its id, where a row is too coarse.
    ``later``: ids of fields that cannot be filled in yet at this point of the game.
    ``counted``: ids of fields whose value is known from elsewhere, so a blank is not missing.
    ``lacking``: ids of fields that are only partly filled in, each with a message.
    ``bounded``: those ids in ``lacking`` whose row already limits what the total can be.
    ``fall``: points by which the total may still decrease while something is missing; ``None`` if
        unknown.
    ``rise``: points by which the total may exceed what its rows can reach, because the seat would
        decide otherwise once blank cells are filled in; ``None`` if unknown.

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
        """True if a row of the score is unknown, or a cell that could change it is missing."""
        return bool(self.missing) or any(line.points is None for line in self.lines)

    @property
    def known(self) -> int:
        """The sum of the rows that are known; the seat's total only if ``partial`` is false."""
        return sum(line.points or 0 for line in self.lines)

    @property
    def total(self) -> int | None:
        return None if self.partial else self.known

    @property
    def so_far(self) -> int | None:
        """The seat's total if every blank counts as 0 or none; ``None`` while a row is unknown."""
        return None if any(line.points is None for line in self.lines) else self.known

    @property
    def range(self) -> TotalRange:
        """The range of points that the seat's total can still reach."""
        unsaid = any(each.rest or each.later for each in self.missing)
        unsaid |= bool(self.missing) and all(line.points is not None for line in self.lines)
        rows = points_range(self.lines)
        fall, rise = (self.fall, None) if unsaid else (0, self.rise)
        least = None if fall is None or rows.least is None else rows.least - fall
        most = None if rise is None or rows.most is None else rows.most + rise
        return TotalRange(self.known, least, most)

    def line(self, id_: str) -> Line | None:
        return next((line for line in self.lines if line.id == id_), None)


@dataclass(frozen=True, slots=True)
class Placing:
    """One seat's place in the final ranking. Tied seats have the same ``place``.

    ``place``: 0 while the place is not certain, and for the only seat of a table.
    ``reason``: explanation of the place.
    ``best`` and ``worst``: highest and lowest place that the seat can still reach; 0 for a seat
        that is not ranked. A seat whose ``worst`` is 1 has won, whatever else is open.
    """

    seat: str
    place: int
    reason: Text
    best: int = 0
    worst: int = 0


def narrowed(
    placings: Iterable[Placing], spans: Mapping[str, Sequence[int]]
) -> tuple[Placing, ...]:
    """Returns a ranking in which the possible places of some seats are limited further.

    ``spans``: (best, worst) place by seat. A place that becomes certain by this gets its own
        reason.
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
    """A seat's value in a tie-break, which ranks seats with equal totals. The higher value wins.

    Both attributes are (lowest, highest) possible values. ``lowest`` applies if the seat ends with
    its lowest possible total, ``highest`` if it ends with its highest: only at these ends can a
    total that is not certain yet make a tie that the totals alone do not decide.
    """

    lowest: tuple[float, float]
    highest: tuple[float, float]

    @classmethod
    def of(cls, value: int) -> TieBreak:
        """Returns a tie-break with one certain value, whatever the seat's total."""
        return cls((value, value), (value, value))


SHARED = TieBreak.of(0)
"""The same value for all seats: they stay tied."""
UNKNOWN = TieBreak((-inf, inf), (-inf, inf))


def by_total(
    breakdowns: Mapping[str, Breakdown],
    position: object = None,
    ties: Mapping[str, TieBreak] | None = None,
) -> Sequence[Placing]:
    """Returns the seats' places by total; one is certain only if no open total can change it.

    ``breakdowns``: the score of each seat. ``position``: not used; other games' ranking functions
    need it.
    ``ties``: tie-breaks by seat; a seat that is not in it has an unknown one. Without ``ties``
    seats with equal totals share their place. Totals that are not certain yet are treated as
    independent of each other.

    Sorted by place, then by known points.
    """
    ranges = {seat: each.range for seat, each in breakdowns.items()}
    broken = {seat: SHARED if ties is None else ties.get(seat, UNKNOWN) for seat in ranges}

    def above(first: str, second: str, *, surely: bool) -> bool:
        """True if seat ``first`` can end above seat ``second``; if ``surely``, only if it must."""
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
