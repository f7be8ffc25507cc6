"""One player's reserve, and gains applied to it: caps, and gold put on hammer cards.

``TableRulings`` holds the points on which tables play differently.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .. import points
from .dice import RESOURCES, Gain


@dataclass(frozen=True, slots=True)
class TableRulings:
    """A table's choices between ways to play; the defaults are those of the online edition.

    ``split``: a gain of gold may be divided between reserve and hammer, not only sent whole
    ``carry``: gold left over at the end of one hammer card goes on to the next one
    ``convert_part``: Sentinel and Cyclops may turn part of one die's result into glory
    """

    split: bool = True
    carry: bool = True
    convert_part: bool = False


ONLINE = TableRulings()
PRINTED = TableRulings(carry=False)


class Reserve(NamedTuple):
    """One player's stock of resources, with glory and hammer cards; a tuple, as thousands are keys.

    ``glory``: on the track. ``chests``, ``hammers``: numbers of these cards. ``steps``: all gold
    ever put on hammer cards.
    """

    gold: int = 0
    sun: int = 0
    moon: int = 0
    glory: int = 0
    chests: int = 0
    hammers: int = 0
    steps: int = 0

    def caps(self) -> tuple[int, int, int]:
        """Returns the most gold, suns and moons that the reserve may hold."""
        return points.caps(self.chests)

    def holds(self, need: Gain) -> bool:
        """True if the reserve holds at least as much of every resource as ``need``."""
        return (
            self.gold >= need.gold
            and self.sun >= need.sun
            and self.moon >= need.moon
            and self.glory >= need.glory
        )

    def since(self, before: "Reserve") -> Gain:
        """Returns each resource of this reserve less that of ``before``; may be negative."""
        return Gain(
            self.gold - before.gold,
            self.sun - before.sun,
            self.moon - before.moon,
            self.glory - before.glory,
        )

    def paid(self, cost: Gain) -> "Reserve":
        """Returns this reserve less ``cost``. Raises ``ValueError`` if it holds less than that."""
        if not self.holds(cost):
            raise ValueError("the reserve does not hold that much")
        return self._replace(
            gold=self.gold - cost.gold, sun=self.sun - cost.sun, moon=self.moon - cost.moon
        )


@dataclass(frozen=True, slots=True)
class AppliedGain:
    """Outcome of adding a gain to a reserve.

    ``after``: the reserve then. ``lost``: resources lost to caps. ``laps``: glory of the laps of
    the hammer track that the gain finished; it is part of the glory in ``after``.
    """

    after: Reserve
    lost: Gain
    laps: int


def hammer_room(reserve: Reserve, house: TableRulings = ONLINE) -> int:
    """Returns the most gold of one gain that the hammer cards can still take.

    A card takes 30. With the table's ruling ``house.carry`` one gain may go on to the next card,
    else it stops at the end of the present one, as in the printed edition: after 5 gold, if 25 of
    30 are there.

    >>> busy = Reserve(hammers=2, steps=25)
    >>> hammer_room(busy), hammer_room(busy, PRINTED)
    (35, 5)
    """
    left = points.HAMMER_TRACK * reserve.hammers - reserve.steps
    if house.carry or left <= 0:
        return max(0, left)
    return left % points.HAMMER_TRACK or points.HAMMER_TRACK


def hammer_choices(reserve: Reserve, gold: int, house: TableRulings = ONLINE) -> Sequence[int]:
    """Returns the amounts of a gain of ``gold`` that may go to the hammer cards, smallest first.

    With the table's ruling ``house.split`` any amount up to the most that they can take, else only
    that, or nothing.

    >>> list(hammer_choices(Reserve(hammers=1, steps=28), 3))
    [0, 1, 2]
    >>> list(hammer_choices(Reserve(hammers=1, steps=28), 3, TableRulings(split=False)))
    [0, 2]
    """
    most = min(gold, hammer_room(reserve, house))
    if house.split:
        return range(most + 1)
    return (0, most) if most else (0,)


def land(
    reserve: Reserve, got: Gain, to_hammer: int = 0, house: TableRulings = ONLINE
) -> AppliedGain:
    """Returns the outcome of adding a gain: reserve after it, losses to caps, glory of hammer laps.

    ``to_hammer``: gold of the gain that goes to the hammer cards. ``house``: the table's rulings.

    >>> landed = land(Reserve(gold=11, hammers=1, steps=14), Gain(gold=4, sun=7), 2)
    >>> landed.after.gold, landed.after.sun, landed.after.glory, landed.laps, landed.lost.sun
    (12, 6, 10, 10, 1)

    Raises ``ValueError`` for an amount that the hammer does not take.
    """
    if to_hammer not in hammer_choices(reserve, got.gold, house):
        raise ValueError(f"{to_hammer} gold cannot go to the hammer")
    most_gold, most_sun, most_moon = reserve.caps()
    gold = reserve.gold + got.gold - to_hammer
    sun, moon = reserve.sun + got.sun, reserve.moon + got.moon
    steps = reserve.steps + to_hammer
    laps = points.hammer_laps(steps) - points.hammer_laps(reserve.steps)
    after = reserve._replace(
        gold=min(gold, most_gold),
        sun=min(sun, most_sun),
        moon=min(moon, most_moon),
        glory=reserve.glory + got.glory + laps,
        steps=steps,
    )
    lost = Gain(gold - after.gold, sun - after.sun, moon - after.moon)
    return AppliedGain(after, lost, laps)


def lose(reserve: Reserve, loss: Gain) -> Reserve:
    """Returns the reserve after the losses of a Minotaur roll: no resource falls below 0.

    >>> lose(Reserve(gold=2, glory=4), Gain(gold=3, glory=5))
    Reserve(gold=0, sun=0, moon=0, glory=0, chests=0, hammers=0, steps=0)

    Source: ruling ``minotaur_basic``; the hammer takes no losses.
    """
    left = {each: max(0, getattr(reserve, each) - getattr(loss, each)) for each in RESOURCES}
    return reserve._replace(**left)
