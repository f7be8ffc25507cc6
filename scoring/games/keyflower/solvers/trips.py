"""Single steps of carrying, put together as a player says them: a good, and all its way."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from .carrying import Move, Step, Upgrade
from .layout import Place


@dataclass(frozen=True, slots=True)
class Trip:
    """So many goods of a kind, one after another over the same places."""

    action: int
    good: str
    places: tuple[Place, ...]
    number: int = 1

    @property
    def steps(self) -> list[Step]:
        """What it is made of."""
        legs = zip(self.places, self.places[1:], strict=False)
        return [Step(self.action, self.good, *leg) for leg in legs] * self.number


def trips(moves: Iterable[Move]) -> list[Trip | Upgrade]:
    """The same moves with fewer words.

    A good that goes on within an action does so at once: whatever happens between its steps needs
    neither it nor the place where it waits. So nothing else about the moves changes.
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
    """Is this step the next one of that trip? Nobody carries a good where it has been."""
    return (
        isinstance(trip, Trip)
        and (trip.action, trip.good, trip.places[-1]) == (step.action, step.good, step.start)
        and step.to not in trip.places
    )


def _together(told: Iterable[Trip | Upgrade]) -> list[Trip | Upgrade]:
    """Trips one after another that differ in nothing are one of several goods."""
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
