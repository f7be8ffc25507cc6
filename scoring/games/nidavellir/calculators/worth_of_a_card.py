"""Worth of a card at a tavern to a player: the score with the card less the score without it.

The scorer counts both, so majorities, columns and a completed line are included; the rows that
change are the explanation. Later rounds are not predicted.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from scoring.model.breakdown import Breakdown
from scoring.model.catalogue import Entry
from scoring.model.position import Position
from scoring.solving import deadline
from scoring.text.localised import EMPTY, Text

from ..messages import say
from ..score import score
from ..solvers import treasure
from ..solvers.army import areas, with_dwarf
from ..solvers.coin_rules import Change
from ..solvers.end_decisions import PlanRequest
from .options import offered, raises


@dataclass(frozen=True, slots=True)
class Worth:
    """The points that a card adds to a player's score, with a text on the rows that change."""

    points: int
    how: Text = EMPTY
    hero: bool = False
    """True if the points include the hero of a line that this card completes."""


class Sheets:
    """A table's score sheets, by which it is found how many points a card or coin adds to one.

    ``later``: points to add for each change of coins that gains something, since a better coin
    helps in later rounds; as entered in the form.
    ``rival``: true to subtract points that other players gain thereby, as between two players.
    """

    def __init__(self, position: Position, later: int, *, rival: bool) -> None:
        self.position, self.later, self.rival = position, later, rival
        self.now = score(position)
        self.trade = cache(self._trade)

    def card(self, seat: str, card: Entry) -> Worth:
        """Returns the worth to a seat of a tavern's card: a dwarf or a royal offering."""
        if "raises" in card.facts:
            return self._raised(seat, int(card.facts["raises"]))
        with_it = self.position.having(with_dwarf(self.position.seats[seat], card))
        scored = score(with_it)
        points, parts = self._gained(seat, scored)
        hero = False
        if areas(with_it)[seat].lines.due > areas(self.position)[seat].lines.due:
            request = PlanRequest.of(with_it, seat, deadline.SECONDS)
            heroes = [
                (self._gained(seat, score(with_it.having(option.seat)))[0], option)
                for option in offered(request)
                if option.for_sure
            ]
            best = max(heroes, key=lambda pair: pair[0], default=None)
            if best is not None:
                parts.append(say("part", what=best[1].name, n=best[0] - points))
                points, hero = best[0], True
        return Worth(points, say.listed(parts), hero)

    def _trade(self, seat: str, change: Change) -> int:
        """Returns the points that a ``change`` of coins brings a seat, in later rounds too."""
        own = self.position.seats[seat]
        after = self.position.having(treasure.exchanged(change, own, self.position.catalogue))
        worth = self._gained(seat, score(after))[0]
        return worth + (self.later if change.gain > 0 else 0)

    def _raised(self, seat: str, by: int) -> Worth:
        request, best = PlanRequest.of(self.position, seat, deadline.SECONDS), None
        for option in raises(request, by):
            worth = self._gained(seat, score(self.position.having(option.seat)))[0]
            worth += self.later if worth > 0 else 0
            if best is None or worth > best.points:
                best = Worth(worth, option.name)
        return best or Worth(0)

    def _gained(self, seat: str, scored: Mapping[str, Breakdown]) -> tuple[int, list[Text]]:
        """Returns the points that a seat gains, with a text for each row of its score that changes.

        ``scored``: every seat's score after the change.
        """
        parts = [
            say("part", what=label, n=n) for label, n in _changed(self.now[seat], scored[seat])
        ]
        points = scored[seat].known - self.now[seat].known
        for other in scored if self.rival else ():
            if other != seat:
                for label, n in _changed(self.now[other], scored[other]):
                    name = self.position.name(other)
                    parts.append(say("part-of-other", name=name, what=label, n=-n))
                    points -= n
        return points, parts


def _changed(before: Breakdown, after: Breakdown) -> Iterator[tuple[Text, int]]:
    """Yields the label and the difference in points of each row of a score that changed."""
    was = {line.id: line for line in before.lines}
    now = {line.id: line for line in after.lines}
    for id_, line in (was | now).items():
        less, more = (rows[id_].points or 0 if id_ in rows else 0 for rows in (was, now))
        if less != more:
            yield line.label, more - less
