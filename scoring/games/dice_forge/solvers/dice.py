"""Faces and dice of Dice Forge, with the gains of each side.

The catalogue is read once into ``Face`` values; everything after that is arithmetic on them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple, cast

from scoring.model.catalogue import Catalogue

Mode = Literal["all", "one_of", "mirror", "triple", "ship", "boar", "shield"]

RESOURCES = ("gold", "sun", "moon", "glory")
SIDES = 6
TRIPLE = 3
SHIP_DISCOUNT = 2

COPIES = {2: "two_players", 3: "three_players", 4: "four_players"}
"""Number of players to the key in a catalogue entry's facts for its copies in such a game."""


class Gain(NamedTuple):
    """Gold, suns, moons, glory and purchases of faces that a roll brings.

    A tuple, since thousands of them are keys of mappings. ``ships``: number of purchases that ship
    faces allow. ``off``: sum of the discounts on them, in gold.
    """

    gold: int = 0
    sun: int = 0
    moon: int = 0
    glory: int = 0
    ships: int = 0
    off: int = 0

    def plus(self, other: "Gain") -> "Gain":
        return Gain(*(a + b for a, b in zip(self, other, strict=True)))

    def tripled(self) -> "Gain":
        """Returns three times the gain; a ship stays one purchase, at three times the discount.

        >>> Gain(gold=2, moon=1).tripled()
        Gain(gold=6, sun=0, moon=3, glory=0, ships=0, off=0)
        >>> Gain(ships=1, off=2).tripled()
        Gain(gold=0, sun=0, moon=0, glory=0, ships=1, off=6)

        Source: rulings ``x3_combined``, ``ship_x3``.
        """
        gold, sun, moon, glory, ships, off = self
        return Gain(3 * gold, 3 * sun, 3 * moon, 3 * glory, ships, 3 * off)


NOTHING = Gain()


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """One side of a die as the catalogue describes it; equal only to itself, so quick to look up.

    ``mode``: *all* gives its only gain, *one_of* and *boar* one of several, a *shield* its gain or
        its reward; a *mirror* copies another face, a *triple* triples the other die's gain, a
        *ship* lets the player buy a face
    ``ways``: gains of which the player chooses one
    ``watches``, ``reward``: resource that a shield waits for on the other die, and its reward then
    ``owner``: gains of which the owner of a boar's card chooses one when the face is rolled
    ``price``: gold in the sanctuary, ``None`` if not for sale
    """

    id: str
    mode: Mode
    ways: tuple[Gain, ...] = ()
    watches: str = ""
    reward: Gain = NOTHING
    owner: tuple[Gain, ...] = ()
    price: int | None = None

    @property
    def locked(self) -> bool:
        """True if this is a boar's face: it cannot be replaced. Source: ruling ``boar_locked``."""
        return self.mode == "boar"


type Die = tuple[Face, ...]
type Dice = tuple[Die, Die]


@cache
def read_faces(catalogue: Catalogue) -> Mapping[str, Face]:
    """Returns face id to face, for every face of the catalogue."""
    faces = {}
    for entry in catalogue.of_kind("face"):
        facts = entry.facts
        faces[entry.id] = Face(
            entry.id,
            mode := cast(Mode, facts["mode"]),
            _ways(mode, facts.get("gives", {})),
            facts.get("watches", ""),
            Gain(**facts.get("reward", {})),
            _each(facts.get("owner_gains", {})),
            facts.get("price"),
        )
    return faces


def _each(pieces: Mapping[str, int]) -> tuple[Gain, ...]:
    return tuple(Gain(**{resource: number}) for resource, number in pieces.items())


def _ways(mode: Mode, gives: Mapping[str, int]) -> tuple[Gain, ...]:
    match mode:
        case "all" | "shield":
            return (Gain(**gives),)
        case "one_of" | "boar":
            return _each(gives)
        case "ship":
            return (Gain(ships=1, off=SHIP_DISCOUNT),)
        case "mirror" | "triple":
            return ()


def starting_dice(catalogue: Catalogue) -> Dice:
    """Returns the light and the dark die that every player starts with."""
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
    """Returns the copies of each face that the game starts with: face id to number.

    These are the faces for sale and those that come with feats. Faces of mixed pools, of which two
    players remove some at random, are left out for two players.
    """
    key = COPIES[players]
    return {e.id: e.facts[key] for e in catalogue.of_kind("face") if key in e.facts}


TWO = 2
"""Number of players with mixed pools, and of faces that they keep of each of these pools."""


def mixed_pools(catalogue: Catalogue) -> Mapping[str, frozenset[str]]:
    """Returns pool id to its four face ids, for the pools of which two players keep two faces."""
    pools: dict[str, frozenset[str]] = {}
    for entry in catalogue.of_kind("face"):
        if "random_in_two" in entry.facts:
            pool = entry.facts["pool"]
            pools[pool] = pools.get(pool, frozenset()) | {entry.id}
    return pools


def with_face(dice: Dice, die: int, side: int, face: Face) -> Dice:
    """Returns the dice with ``face`` on one side; ``die`` and ``side`` are counted from 0.

    Raises ``ValueError`` if a boar's face is to be replaced.
    """
    if dice[die][side].locked:
        raise ValueError("a boar face never comes off")
    changed = tuple(face if n == side else old for n, old in enumerate(dice[die]))
    return (changed, dice[1]) if die == 0 else (dice[0], changed)


def best_only(gains: Iterable[Gain]) -> tuple[Gain, ...]:
    """Returns the gains without those that another one equals or exceeds in every resource.

    >>> best_only([Gain(gold=1), Gain(gold=3), Gain(sun=1)]) == (Gain(sun=1), Gain(gold=3))
    True
    """
    best: list[Gain] = []
    # largest first: a gain that beats another in everything sorts before it
    for one in sorted(set(gains), reverse=True):
        if not any(all(a >= b for a, b in zip(other, one, strict=True)) for other in best):
            best.append(one)
    return tuple(reversed(best))
