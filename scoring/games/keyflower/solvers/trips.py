"""Combines single steps of goods into trips, so that players read fewer instructions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from .carrying import Move, Step, Upgrade
from .layout import Place


@dataclass(frozen=True, slots=True)
class Trip:
    """Goods of one kind that are carried one after another over the same places, in one action."""

    action: int
    good: str
    places: tuple[Place, ...]
    number: int = 1

    @property
    def steps(self) -> list[Step]:
        """The single steps of the trip, in order."""
        legs = zip(self.places, self.places[1:], strict=False)
        return [Step(self.action, self.good, *leg) for leg in legs] * self.number


def trips(moves: Iterable[Move]) -> list[Trip | Upgrade]:
    """Returns the same moves as trips and upgrades, in order.

    Steps of one good within an action are joined, even if other moves lie between them. That
    changes nothing, as no such move needs this good or the place where it waits.
    """
    found: list[Trip | Upgrade] = []
    for move in moves:
        if isinstance(move, Upgrade):
            found.append(move)
            continue
        n = next((n for n in range(len(found) - 1, -1, -1) if _goes_on(found[n], move)), -1)
        trip = found[n] if n >= 0 else None
        if isinstance(trip, Trip):
            found[n] = replace(trip, places=(*trip.places, move.to))
        else:
            found.append(Trip(move.action, move.good, (move.start, move.to)))
    return _together(found)


def _goes_on(trip: Trip | Upgrade, step: Step) -> bool:
    """True if the step continues the trip, to a place where its good has not been."""
    return (
        isinstance(trip, Trip)
        and (trip.action, trip.good, trip.places[-1]) == (step.action, step.good, step.start)
        and step.to not in trip.places
    )


def _together(told: Iterable[Trip | Upgrade]) -> list[Trip | Upgrade]:
    """Merges equal trips that follow each other into one trip of several goods; keeps the order."""
    found: list[Trip | Upgrade] = []
    for each in told:
        last = found[-1] if found else None
        if not isinstance(each, Trip) or not isinstance(last, Trip) or not _alike(last, each):
            found.append(each)
        else:
            found[-1] = replace(last, number=last.number + each.number)
    return found


def _alike(one: Trip, other: Trip) -> bool:
    return (one.action, one.good, one.places) == (other.action, other.good, other.places)
