"""Ratings: everybody's strength, game after game, with its uncertainty.

The only module that knows OpenSkill. Of its models the one that counts shared places rightly; why
not another is in docs/decisions/0023-ratings.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from openskill.models import BradleyTerryFull

from companion.history.records import Record, counting, person

MODEL = BradleyTerryFull()
SURE = 1.96
"""So many standard deviations to either side hold 95 of 100."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A person's strength: most likely ``middle``, 95 to 5 between ``low`` and ``high``.

    Everybody begins at 25 with all still open.
    """

    id: str
    name: str
    games: int
    middle: float
    spread: float

    @property
    def low(self) -> float:
        return self.middle - SURE * self.spread

    @property
    def high(self) -> float:
        return self.middle + SURE * self.spread


def ratings(records: Iterable[Record]) -> tuple[Rating, ...]:
    """Everybody who was placed among others, the surely strongest first.

    Only places count, shared ones as such. A game counts with those whose name and place are
    known; not at all if one name sat there twice, since nobody can tell the two apart, nor while a
    place is open.
    """
    now: dict[str, Rating] = {}
    for record in sorted(counting(records), key=lambda r: (r.played, r.key)):
        placed = [(person(s.name), s.name, s.place) for s in record.seats if s.name and s.place]
        placed = [each for each in placed if each[0]]
        if any(seat.waits for seat in record.seats):
            continue
        if len(placed) < 2 or len({who for who, *_ in placed}) < len(placed):
            continue
        before = [now.get(who, _unknown(who, name)) for who, name, _ in placed]
        teams = [[MODEL.rating(mu=each.middle, sigma=each.spread)] for each in before]
        after = MODEL.rate(teams, ranks=[float(place) for *_, place in placed])
        for (who, name, _), was, (rated,) in zip(placed, before, after, strict=True):
            now[who] = Rating(who, name, was.games + 1, rated.mu, rated.sigma)
    return tuple(sorted(now.values(), key=lambda each: (-each.low, each.id)))


def _unknown(who: str, name: str) -> Rating:
    start = MODEL.rating()
    return Rating(who, name, 0, start.mu, start.sigma)
