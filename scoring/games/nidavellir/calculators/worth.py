"""Worth of a card at a tavern to a player: the score with the card less the score without it.

The scorer counts both, so majorities, columns and a completed line are included; the rows that
change are the explanation. Later rounds are not predicted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scoring.games.nidavellir.solvers.army import PLAIN, VALUED, areas
from scoring.games.nidavellir.solvers.coins import Change
from scoring.games.nidavellir.solvers.placements import HOURYA_NEEDS
from scoring.model.breakdown import Breakdown
from scoring.model.catalogue import Entry
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.solving import deadline
from scoring.text import messages
from scoring.text.localised import EMPTY, Text

from ..score import score
from .options import Option, PlanRequest, display, recruited

say = messages.of(__name__)


@dataclass(frozen=True, slots=True)
class Worth:
    """Points that a card adds to a player's score, with a text on the rows that they come from."""

    points: int
    how: Text = EMPTY
    hero: bool = False
    """True if the points include the hero of a line that this card completes."""


class Sheets:
    """A table's sheets, to find the points that a card or a change of coins adds to one of them.

    ``later``: points to add for each change of coins that gains something, since a better coin
        helps in later rounds; as entered in the form.
    ``rival``: true to subtract points that other players gain thereby, as between two players.
    """

    def __init__(self, position: Position, later: int, *, rival: bool) -> None:
        self.position, self.later, self.rival = position, later, rival
        self.now = score(position)
        self._raises: dict[tuple[str, Change], int] = {}

    def card(self, seat: str, card: Entry) -> Worth:
        """Returns the worth to a seat of a tavern's card: a dwarf or a royal offering."""
        if "raises" in card.facts:
            return self._raised(seat, int(card.facts["raises"]))
        with_it = self._enlisted(seat, card)
        scored = score(with_it)
        points, parts = self._gained(seat, scored)
        hero = False
        if areas(with_it)[seat].lines.due > areas(self.position)[seat].lines.due:
            heroes = [
                (self._gained(seat, score(there))[0], option)
                for option, there in self._heroes(with_it, seat)
            ]
            best = max(heroes, key=lambda pair: pair[0], default=None)
            if best is not None:
                parts.append(say("part", what=best[1].name, n=best[0] - points))
                points, hero = best[0], True
        return Worth(points, say.listed(parts), hero)

    def trade(self, seat: str, change: Change) -> int:
        """Returns the points that exchanging one coin for another brings, ``later`` included."""
        key = seat, change
        if key not in self._raises:
            request = PlanRequest(self.position, seat, deadline.SECONDS)
            after = self.position.having(request.changed(change, request.seat))
            worth = self._gained(seat, score(after))[0]
            self._raises[key] = worth + self._bonus(change)
        return self._raises[key]

    def _bonus(self, change: Change) -> int:
        return self.later if change.gain > 0 else 0

    def _raised(self, seat: str, by: int) -> Worth:
        """Returns the worth of raising one coin by ``by``: the best coin's points and its name."""
        request = PlanRequest(self.position, seat, deadline.SECONDS)
        found = []
        for coin in dict.fromkeys(request.changeable_coins):
            option = request.raised(coin, by)
            worth = self._gained(seat, score(self.position.having(option.seat)))[0]
            found.append((worth + (self.later if worth > 0 else 0), option.name))
        if not found:
            return Worth(0)
        points, name = max(found, key=lambda pair: pair[0])
        return Worth(points, name)

    def _enlisted(self, seat: str, dwarf: Entry) -> Position:
        held: Seat = self.position.seats[seat]
        (kind,) = dwarf.facts["class"]
        if kind in PLAIN:
            field = PLAIN[kind]
            return self.position.having(held.put(**{field: held.count(field) + 1}))
        cards = dict(held.tally(VALUED[kind]))
        cards[dwarf.id] = cards.get(dwarf.id, 0) + 1
        return self.position.having(held.put(**{VALUED[kind]: cards}))

    def _heroes(self, there: Position, seat: str) -> Iterator[tuple[Option, Position]]:
        """Yields each option of recruiting a hero for a completed line, with the table after it.

        Options whose effect is not certain from the sheet are left out. ``there``: the table with
        the line complete.
        """
        request = PlanRequest(there, seat, deadline.SECONDS)
        explorers = request.area.ranks_in_play("explorer")
        for hero in display(request):
            if hero.id == "hourya" and explorers < HOURYA_NEEDS:
                continue
            for option in recruited(request, hero):
                deadline.check()
                if option.certain and not option.at_most:
                    yield option, there.having(option.seat)

    def _gained(self, seat: str, scored: Mapping[str, Breakdown]) -> tuple[int, list[Text]]:
        """Returns the points that a seat gains with new scores, and a text for each changed row.

        ``scored``: the new scores by seat id, compared with the present ones. With ``rival``, what
            other seats gain is subtracted.
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
