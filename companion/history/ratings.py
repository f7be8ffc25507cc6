"""Ratings: each person's playing strength with its uncertainty, updated game by game.

The only module that uses OpenSkill. Its model was chosen for its handling of shared places; the
reasons are in docs/decisions/0023-ratings.md.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from openskill.models import BradleyTerryFull

from companion.history.played_games import Record, for_statistics, person
from companion.history.statistics import SURE

MODEL = BradleyTerryFull()


@dataclass(frozen=True, slots=True)
class Rating:
    """A person's playing strength, by OpenSkill, and how uncertain it is.

    ``middle``: the estimate. ``spread``: its standard deviation. ``low``, ``high``: its 95 %
    interval. Everybody begins at 25 with the widest interval.
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
    """Returns everybody's playing strength after ``records`` (finished games), strongest first.

    Sorted by the low end of the 95 % interval. Only places count, not points. A game counts with
    the seats whose name and place are known, if there are two; not at all while a place is open, or
    if two seats have the same name.
    """
    now: dict[str, Rating] = {}
    for record in for_statistics(records):
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
