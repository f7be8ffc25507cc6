"""Faces and dice of Dice Forge: what a side can give.

The catalogue is read once into ``Face`` values; everything after that is arithmetic on them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple, cast

from scoring.model.catalogue import Catalogue

Mode = Literal["all", "one_of", "mirror", "triple", "ship", "boar", "shield"]

RESOURCES = ("gold", "sun", "moon", "glory")
SIDES = 6
TRIPLE = 3
SHIP_DISCOUNT = 2

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


@cache
def read_faces(catalogue: Catalogue) -> Mapping[str, Face]:
    """Every face of the catalogue by id, in its order."""
    found = {}
    for entry in catalogue.of_kind("face"):
        facts = entry.facts
        found[entry.id] = Face(
            entry.id,
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


@cache
def starting_dice(catalogue: Catalogue) -> Dice:
    """The light and the dark die that everybody begins with."""
    faces = read_faces(catalogue)
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


TWO = 2
"""Players who put faces away, and the faces of each mixed pool that they keep."""


@cache
def mixed_pools(catalogue: Catalogue) -> Mapping[str, frozenset[str]]:
    """The pools of four different faces, of which two players put two away."""
    found: dict[str, frozenset[str]] = {}
    for entry in catalogue.of_kind("face"):
        if "random_in_two" in entry.facts:
            pool = entry.facts["pool"]
            found[pool] = found.get(pool, frozenset()) | {entry.id}
    return found


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
