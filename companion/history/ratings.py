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

    ``id``: the person's normalised name. ``middle``: the estimate. ``spread``: its standard
    deviation. ``wide``: half the width of its 95 % interval. Everybody begins at 25 with the widest
    one.
    """

    id: str
    games: int
    middle: float
    spread: float

    @property
    def wide(self) -> float:
        return SURE * self.spread


def ratings(records: Iterable[Record]) -> tuple[Rating, ...]:
    """Returns everybody's playing strength after ``records`` (finished games), strongest first.

    Sorted by the low end of the 95 % interval. Only places count, not points. A game counts with
    the seats whose name and place are known, if there are two; not at all while a place is open, or
    if two seats have the same name.
    """
    now: dict[str, Rating] = {}
    start = MODEL.rating()
    for record in for_statistics(records):
        placed = [
            (who, float(seat.place))
            for seat in record.seats
            if seat.place and (who := person(seat.name))
        ]
        places = dict(placed)
        if any(seat.waits for seat in record.seats) or not 1 < len(placed) == len(places):
            continue
        before = [now.get(who, Rating(who, 0, start.mu, start.sigma)) for who in places]
        teams = [[MODEL.rating(mu=each.middle, sigma=each.spread)] for each in before]
        after = MODEL.rate(teams, ranks=list(places.values()))
        for was, (rated,) in zip(before, after, strict=True):
            now[was.id] = Rating(was.id, was.games + 1, rated.mu, rated.sigma)
    return tuple(sorted(now.values(), key=lambda each: (each.wide - each.middle, each.id)))
