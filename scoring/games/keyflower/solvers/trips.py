"""Combines single steps of goods into trips, so that players read fewer instructions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from .layout import Place
from .transport_moves import Move, Step, Upgrade


@dataclass(frozen=True, slots=True)
class Trip:
    """Goods of one kind that are carried one after another over the same places, in one action."""

    action: int
    good: str
    places: tuple[Place, ...]
    number: int = 1


def trips(moves: Iterable[Move]) -> list[Trip | Upgrade]:
    """Returns the same moves as trips and upgrades, in order.

    Steps of one good within an action are joined, even if other moves lie between them. That
    changes nothing, as no such move needs this good or the place where it waits.
    """
    result: list[Trip | Upgrade] = []
    for move in moves:
        if isinstance(move, Upgrade):
            result.append(move)
            continue
        n = next((n for n in range(len(result) - 1, -1, -1) if _goes_on(result[n], move)), -1)
        trip = result[n] if n >= 0 else None
        if isinstance(trip, Trip):
            result[n] = replace(trip, places=(*trip.places, move.to))
        else:
            result.append(Trip(move.action, move.good, (move.start, move.to)))
    return _together(result)


def _goes_on(trip: Trip | Upgrade, step: Step) -> bool:
    """True if the step continues the trip, to a place where its good has not been."""
    return (
        isinstance(trip, Trip)
        and (trip.action, trip.good, trip.places[-1]) == (step.action, step.good, step.start)
        and step.to not in trip.places
    )


def _together(parts: Iterable[Trip | Upgrade]) -> list[Trip | Upgrade]:
    """Merges equal trips that follow each other into one trip of several goods; keeps the order."""
    result: list[Trip | Upgrade] = []
    for each in parts:
        last = result[-1] if result else None
        if (
            isinstance(last, Trip)
            and isinstance(each, Trip)
            and replace(last, number=each.number) == each
        ):
            result[-1] = replace(last, number=last.number + each.number)
        else:
            result.append(each)
    return result
