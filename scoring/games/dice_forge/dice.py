"""Faces, dice and reserves of Dice Forge: what a side can give, and what of it stays.

The catalogue is read once into ``Face`` values; everything after that is arithmetic on them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, cast

from ...core.catalogue import Catalogue
from ...core.text import Text
from . import points

Mode = Literal["all", "one_of", "mirror", "triple", "ship", "boar", "shield"]

RESOURCES = ("gold", "sun", "moon", "glory")
SIDES = 6
TRIPLE = 3
SHIP_DISCOUNT = 2
LAP = 15
LAP_GLORY = (10, 15)
TRACK = LAP * len(LAP_GLORY)
"""Gold that one hammer card takes, in laps that pay 10 and 15 glory."""

_BOX_COPIES = {2: "two_players", 3: "three_players", 4: "four_players"}


class Gain(NamedTuple):
    """What a roll gives. A plain tuple, since odds keep thousands of them as keys.

    ``ships`` counts purchases that a ship face allows, ``off`` their discounts added up.
    """

    gold: int = 0
    sun: int = 0
    moon: int = 0
    glory: int = 0
    ships: int = 0
    off: int = 0

    def plus(self, other: Gain) -> Gain:
        return Gain(*(a + b for a, b in zip(self, other, strict=True)))

    def tripled(self) -> Gain:
        """Three times as much; a ship stays one purchase, at three times the discount.

        >>> Gain(gold=2, moon=1).tripled()
        Gain(gold=6, sun=0, moon=3, glory=0, ships=0, off=0)
        >>> Gain(ships=1, off=2).tripled()
        Gain(gold=0, sun=0, moon=0, glory=0, ships=1, off=6)

        Source: rulings ``x3_combined``, ``ship_x3``.
        """
        gold, sun, moon, glory, ships, off = self
        return Gain(3 * gold, 3 * sun, 3 * moon, 3 * glory, ships, 3 * off)


NOTHING = Gain()


def gain(pieces: Mapping[str, int]) -> Gain:
    """``{"gold": 2}`` as a ``Gain``. Raises ``TypeError`` for a resource that is none."""
    return Gain(**pieces)


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a die as the catalogue describes it.

    ``ways``: what it gives, one entry for each choice. A shield gives ``reward`` instead when
    the other die gave the resource ``watches``. ``owner``: what the boar's card owner may
    choose from. ``price`` is ``None`` outside the sanctuary.
    """

    id: str
    name: Text
    mode: Mode
    ways: tuple[Gain, ...] = ()
    watches: str = ""
    reward: Gain = NOTHING
    owner: tuple[Gain, ...] = ()
    price: int | None = None

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def locked(self) -> bool:
        """Boar faces never come off. Source: ruling ``boar_locked``."""
        return self.mode == "boar"


type Die = tuple[Face, ...]
type Dice = tuple[Die, Die]


def read_faces(catalogue: Catalogue) -> Mapping[str, Face]:
    """Every face of the catalogue by id, in its order."""
    found = {}
    for entry in catalogue.of_kind("face"):
        facts = entry.facts
        found[entry.id] = Face(
            entry.id,
            entry.name,
            mode := cast(Mode, facts["mode"]),
            _ways(mode, facts.get("gives", {})),
            facts.get("watches", ""),
            gain(facts.get("reward", {})),
            _each(facts.get("owner_gains", {})),
            facts.get("price"),
        )
    return found


def _each(pieces: Mapping[str, int]) -> tuple[Gain, ...]:
    return tuple(gain({resource: number}) for resource, number in pieces.items())


def _ways(mode: Mode, gives: Mapping[str, int]) -> tuple[Gain, ...]:
    match mode:
        case "all" | "shield":
            return (gain(gives),)
        case "one_of" | "boar":
            return _each(gives)
        case "ship":
            return (Gain(ships=1, off=SHIP_DISCOUNT),)
        case "mirror" | "triple":
            return ()


def starting_dice(catalogue: Catalogue, faces: Mapping[str, Face]) -> Dice:
    """The light and the dark die that everybody begins with."""
    light, dark = (
        tuple(
            faces[entry.id]
            for entry in catalogue.of_kind("face")
            for _ in range(entry.facts.get(colour, 0))
        )
        for colour in ("light", "dark")
    )
    return light, dark


def box_copies(catalogue: Catalogue, players: int) -> Mapping[str, int]:
    """How many of each bought or garden face the game of that many players starts with.

    Faces that two players may have removed at random are left out: the table has to say.
    """
    key = _BOX_COPIES[players]
    return {e.id: e.facts[key] for e in catalogue.of_kind("face") if key in e.facts}


def make_die(faces: Mapping[str, Face], sides: Sequence[str]) -> Die:
    """Six face ids as a die. Raises ``KeyError`` or ``ValueError``."""
    if len(sides) != SIDES:
        raise ValueError(f"a die has {SIDES} sides, not {len(sides)}")
    return tuple(faces[side] for side in sides)


def with_face(dice: Dice, die: int, side: int, face: Face) -> Dice:
    """The dice with ``face`` on that side. Raises ``ValueError`` where a boar sits."""
    if dice[die][side].locked:
        raise ValueError("a boar face never comes off")
    changed = tuple(face if n == side else old for n, old in enumerate(dice[die]))
    return (changed, dice[1]) if die == 0 else (dice[0], changed)


class TooMany(RuntimeError):
    """There are more ways than could be looked at in the time given."""


# ── reserves ───────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class House:
    """Where tables differ; the defaults are how the online edition plays.

    ``split``: a gain of gold may be divided between reserve and hammer, not only sent whole.
    ``carry``: gold left at the end of one hammer card runs on to the next one.
    ``convert_part``: Sentinel and Cyclops may turn part of one die's result into glory.
    """

    split: bool = True
    carry: bool = True
    convert_part: bool = False


ONLINE = House()
PRINTED = House(split=False, carry=False)


@dataclass(frozen=True, slots=True)
class Reserve:
    """One player's stock: ``glory`` is the track, ``steps`` all gold ever put on hammer cards."""

    gold: int = 0
    sun: int = 0
    moon: int = 0
    glory: int = 0
    chests: int = 0
    hammers: int = 0
    steps: int = 0

    def caps(self) -> tuple[int, int, int]:
        """The most gold, suns and moons that the reserve holds.

        >>> Reserve().caps(), Reserve(chests=2).caps()
        ((12, 6, 6), (20, 12, 12))

        Source: caps table; chests add up.
        """
        return points.caps(self.chests)

    def holds(self, need: Gain) -> bool:
        """Whether all of ``need`` is there."""
        return (
            self.gold >= need.gold
            and self.sun >= need.sun
            and self.moon >= need.moon
            and self.glory >= need.glory
        )

    def paid(self, cost: Gain) -> Reserve:
        """The reserve after paying. Raises ``ValueError`` if it cannot."""
        if not self.holds(cost):
            raise ValueError("the reserve does not hold that much")
        return replace(
            self, gold=self.gold - cost.gold, sun=self.sun - cost.sun, moon=self.moon - cost.moon
        )


@dataclass(frozen=True, slots=True)
class Landed:
    """A gain applied: the reserve after it, what the caps cost, and the glory of hammer laps."""

    after: Reserve
    lost: Gain
    laps: int


def lap_glory(steps: int) -> int:
    """Glory of all laps finished within ``steps`` of hammer gold.

    >>> [lap_glory(steps) for steps in (14, 15, 29, 30, 45, 60)]
    [0, 10, 10, 25, 35, 50]

    Source: hammer track, 10 and 15 a card.
    """
    cards, rest = divmod(steps, TRACK)
    return cards * sum(LAP_GLORY) + (LAP_GLORY[0] if rest >= LAP else 0)


def hammer_room(reserve: Reserve, house: House = ONLINE) -> int:
    """How much of one gain of gold the hammers can still take.

    >>> busy = Reserve(hammers=2, steps=25)
    >>> hammer_room(busy), hammer_room(busy, PRINTED)
    (35, 5)
    """
    left = TRACK * reserve.hammers - reserve.steps
    if house.carry or left <= 0:
        return max(0, left)
    return left % TRACK or TRACK


def hammer_choices(reserve: Reserve, gold: int, house: House = ONLINE) -> Sequence[int]:
    """The amounts of a gain of ``gold`` that may go to the hammer, smallest first.

    >>> list(hammer_choices(Reserve(hammers=1, steps=28), 3))
    [0, 1, 2]
    >>> list(hammer_choices(Reserve(hammers=1, steps=28), 3, PRINTED))
    [0, 2]
    """
    most = min(gold, hammer_room(reserve, house))
    if house.split:
        return range(most + 1)
    return (0, most) if most else (0,)


def land(reserve: Reserve, got: Gain, to_hammer: int = 0, house: House = ONLINE) -> Landed:
    """Apply a gain: hammer first, then the reserve up to its caps; the rest is lost.

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
    laps = lap_glory(steps) - lap_glory(reserve.steps)
    after = replace(
        reserve,
        gold=min(gold, most_gold),
        sun=min(sun, most_sun),
        moon=min(moon, most_moon),
        glory=reserve.glory + got.glory + laps,
        steps=steps,
    )
    lost = Gain(gold - after.gold, sun - after.sun, moon - after.moon)
    return Landed(after, lost, laps)


def lose(reserve: Reserve, loss: Gain) -> Reserve:
    """The reserve after a Minotaur roll: every track stops at 0.

    >>> lose(Reserve(gold=2, glory=4), Gain(gold=3, glory=5))
    Reserve(gold=0, sun=0, moon=0, glory=0, chests=0, hammers=0, steps=0)

    Source: ruling ``minotaur_basic``; the hammer takes no losses.
    """
    return replace(
        reserve,
        gold=max(0, reserve.gold - loss.gold),
        sun=max(0, reserve.sun - loss.sun),
        moon=max(0, reserve.moon - loss.moon),
        glory=max(0, reserve.glory - loss.glory),
    )


def best_only(gains: Iterable[Gain]) -> tuple[Gain, ...]:
    """The gains that no other one matches or beats in everything, in a fixed order.

    >>> best_only([Gain(gold=1), Gain(gold=3), Gain(sun=1)]) == (Gain(sun=1), Gain(gold=3))
    True
    """
    kept: list[Gain] = []
    # largest first: whatever beats a gain in everything comes before it
    for one in sorted(set(gains), reverse=True):
        if not any(all(a >= b for a, b in zip(other, one, strict=True)) for other in kept):
            kept.append(one)
    return tuple(reversed(kept))
