"""Who won, by how much and where: what the podium, the reveal, the picture and the text say.

A margin is between the first two places. Where totals are level or open it says so instead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from companion.messages import say
from companion.sheet_pages.players import Owner, players
from companion.sheet_pages.score_parts import Part, parts
from companion.sheet_pages.scores import Scored
from scoring.game import Game
from scoring.model.breakdown import Breakdown, Line
from scoring.model.plan import State
from scoring.text.localised import EMPTY, Text, Verbatim, joined

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
    def rank(self) -> str:
        """The place, or the places that it can still come to: *1*, *2–3*; empty before any."""
        if self.place or not self.best:
            return str(self.place or "")
        return f"{self.best}–{self.worst}"

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
    """The end in words. ``duel`` are the two that ``differences`` compares, if there are two.

    ``everybody`` in the order of places, each of whom may still have an open one.
    """

    headline: Text
    note: Text
    everybody: tuple[Placed, ...]
    parts: tuple[Part, ...]
    duel: tuple[Owner, ...]
    differences: tuple[Difference, ...]
    because: Text

    @property
    def decided(self) -> bool:
        """Has somebody won, alone or with others, whatever is still open?"""
        return any(each.worst == 1 for each in self.everybody)

    @property
    def podium(self) -> tuple[Placed, ...]:
        """The first three, as far as their places are settled; nobody where one played alone."""
        if len(self.everybody) < 2:
            return ()
        return tuple(takewhile(lambda each: each.place, self.everybody[:3]))

    @property
    def numbered(self) -> tuple[tuple[str, Placed], ...]:
        """Everybody after a number: the place, or the places that they can still come to."""
        several = len(self.everybody) > 1
        return tuple(
            (f"{each.rank}. " if several and each.rank else "", each) for each in self.everybody
        )

    @property
    def below(self) -> tuple[Placed, ...]:
        """Everybody who does not stand on the podium."""
        return self.everybody[len(self.podium) :]

    @property
    def seats(self) -> tuple[str, ...]:
        """Everybody in the order of the seats, which gives nothing away."""
        return tuple(sorted(each.owner.seat for each in self.everybody))

    @property
    def owners(self) -> Mapping[str, Owner]:
        return {each.owner.seat: each.owner for each in self.everybody}


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
    listed = parts(found, [each.owner.seat for each in everybody])
    headline, note, margin = _headline([each for each in everybody if each.entered])
    duel: tuple[Owner, ...] = ()
    differences: list[Difference] = []
    because = EMPTY
    if margin and len(everybody) > 1:
        first, second = everybody[:2]
        duel = (first.owner, second.owner)
        differences = _differences(listed, first.owner, second.owner)
        because = _because(first.breakdown, second.breakdown, margin)
    return Outcome(
        headline,
        note,
        tuple(everybody),
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
    lacking = [each for each in everybody if each.breakdown.partial]
    if not first and not lacking:
        return everybody[0].reason, EMPTY, 0
    waits = _waits(everybody, lacking)
    could = [each for each in everybody if each.best == 1 and each not in first]
    if not first:
        return say("won-between", who=say.listed(each.name for each in could)), waits, 0
    who = say.listed(each.name for each in first)
    if len(everybody) == 1:
        return say("won-alone", who=who, points=first[0].total), EMPTY, 0
    if could:
        others = say.listed(each.name for each in could)
        return say("won-or-shared", who=who, others=others), waits, 0
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


def _waits(everybody: Sequence[Placed], lacking: Sequence[Placed]) -> Text:
    """The places that are not settled: between whom each is open, and until when."""
    between: dict[tuple[int, int], list[Placed]] = {}
    for each in everybody:
        if each.place or not each.best:
            continue
        found = [key for key in between if key[0] <= each.worst and each.best <= key[1]]
        met = [other for key in found for other in between.pop(key)]
        met.append(each)
        between[min(e.best for e in met), max(e.worst for e in met)] = met
    told = [
        say(
            "places-open",
            places=f"{best}–{worst}",
            who=say.listed(each.name for each in met),
            until=say.listed(each.name for each in lacking if each in met),
        )
        for (best, worst), met in between.items()
    ]
    return joined(told, Verbatim(" "))


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
