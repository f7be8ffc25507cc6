"""Who won, by how much and where: what the podium, the reveal, the picture and the text say.

A margin is between the first two places. Where totals are level or open it says so instead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.sheets.parts import Part, parts
from companion.web.owners import Owner, players
from companion.web.scores import Scored
from companion.web.words import say
from scoring.core.breakdown import Breakdown, Line
from scoring.core.game import Game
from scoring.core.plan import State
from scoring.core.text import EMPTY, Text, Verbatim

SHOWN = 6
"""So many parts are compared; the ones that decided least are left out."""
NARROW = 2
"""The least width of a bar that can be seen, of 50 on each side."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A seat as it stands on the podium or below it; place 0 is an open one.

    ``best`` and ``worst``: the places that it can still come to.
    """

    owner: Owner
    place: int
    best: int
    worst: int
    breakdown: Breakdown
    reason: Text
    entered: bool

    @property
    def name(self) -> Text:
        return self.owner.name

    @property
    def total(self) -> Text:
        """The total as it is told: a dash before anything was entered."""
        if not self.entered:
            return Verbatim("–")
        return self.breakdown.range.text


@dataclass(frozen=True, slots=True)
class Difference:
    """What the first made of a part more than the second; ``x`` and ``width`` of a bar in 100.

    The bar has the ``colour`` of whoever made more.
    """

    part: Part
    points: int
    x: int
    width: int
    colour: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end in words. ``duel`` are the two that ``differences`` compares, if there are two."""

    headline: Text
    note: Text
    placed: tuple[Placed, ...]
    unplaced: tuple[Placed, ...]
    parts: tuple[Part, ...]
    duel: tuple[Owner, ...]
    differences: tuple[Difference, ...]
    because: Text

    @property
    def decided(self) -> bool:
        """Has somebody won, alone or with others, whatever is still open?"""
        return any(each.worst == 1 for each in self.placed)

    @property
    def ranked(self) -> tuple[Placed, ...]:
        """Who has a place among others; nobody where somebody played alone."""
        return self.placed if len(self.seats) > 1 else ()

    @property
    def seats(self) -> tuple[str, ...]:
        """Everybody in the order of the seats, which gives nothing away."""
        return tuple(sorted(each.owner.seat for each in (*self.placed, *self.unplaced)))

    @property
    def owners(self) -> Mapping[str, Owner]:
        return {each.owner.seat: each.owner for each in (*self.placed, *self.unplaced)}


def outcome(game: Game, state: State, found: Scored) -> Outcome:
    """How a game with these scores ended."""
    owners = players(game.sheet, state)
    everybody = [
        Placed(
            owners[each.seat],
            each.place,
            each.best,
            each.worst,
            found.breakdowns[each.seat],
            each.reason,
            each.seat in found.entered,
        )
        for each in found.ranking
    ]
    placed = [each for each in everybody if each.place]
    unplaced = [each for each in everybody if not each.place]
    listed = parts(found, [each.owner.seat for each in everybody])
    headline, note, margin = _headline([each for each in everybody if each.entered])
    duel: tuple[Owner, ...] = ()
    differences: list[Difference] = []
    because = EMPTY
    if margin and len(placed) > 1:
        first, second = placed[0].owner, placed[1].owner
        duel = (first, second)
        differences = _differences(listed, first, second)
        because = _because(placed[0].breakdown, placed[1].breakdown, margin)
    return Outcome(
        headline,
        note,
        tuple(placed),
        tuple(unplaced),
        tuple(listed),
        duel,
        tuple(differences),
        because,
    )


def _headline(everybody: Sequence[Placed]) -> tuple[Text, Text, int]:
    """The line above the podium, what is to be added to it, and the margin if there is one.

    Somebody has won once nobody can come above them any more, whatever is still open. Where nobody
    is placed though every total is known, all play for one outcome: the game says it.
    """
    if not everybody:
        return say("won-nothing"), EMPTY, 0
    first = [each for each in everybody if each.worst == 1]
    open_ = [each for each in everybody if not each.place]
    if not first:
        if not any(each.breakdown.partial for each in everybody):
            return everybody[0].reason, EMPTY, 0
        who = say.listed(each.name for each in everybody if each.best == 1)
        return say("won-between", who=who), EMPTY, 0
    who = say.listed(each.name for each in first)
    waits = say("places-open", who=say.listed(each.name for each in open_)) if open_ else EMPTY
    if len(everybody) == 1:
        return say("won-alone", who=who, points=first[0].total), EMPTY, 0
    if len(first) > 1:
        return say("won-shared", who=who), waits or first[0].reason, 0
    own = first[0].breakdown.range
    rivals = [each.breakdown.range for each in everybody if each is not first[0]]
    nearest = max(rivals, key=lambda found: found.most or 0)
    margin = (own.least or 0) - (nearest.most or 0)
    if margin <= 0:
        return say("won-level", who=who), waits or first[0].reason, 0
    if own.exact is None or nearest.exact is None:
        return say("won-by-least", who=who, points=margin), waits, 0
    return say("won-by", who=who, points=margin), waits, margin


def _differences(listed: Sequence[Part], first: Owner, second: Owner) -> list[Difference]:
    made = [(part, part.points(first.seat) - part.points(second.seat)) for part in listed]
    told = [each for each in made if each[1]]
    most = max((abs(points) for _, points in told), default=0)
    kept = sorted(told, key=lambda each: -abs(each[1]))[:SHOWN]
    found = []
    for part, points in (each for each in told if each in kept):
        width = max(NARROW, round(50 * abs(points) / most))
        x, who = (50, first) if points > 0 else (50 - width, second)
        found.append(Difference(part, points, x, width, who.colour))
    return found


def _because(first: Breakdown, second: Breakdown, margin: int) -> Text:
    """The one row without which it would have ended otherwise, if one did it alone."""

    def more(line: Line) -> int:
        other = second.line(line.id)
        return (line.points or 0) - ((other.points or 0) if other else 0)

    best = max(first.lines, key=more, default=None)
    if best is None or not 0 < margin <= more(best):
        return EMPTY
    return say("won-because", what=best.label, points=more(best))
