"""The last turn as data: its start, one moment of it, and the moves and steps in between.

Nothing is decided here: ``last_turn_moves`` lists what is allowed, ``last_turn`` finds the best.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from scoring.model.catalogue import Catalogue

from .dice import NOTHING, Dice, Face, Gain, read_faces
from .reserve import Reserve
from .roll_results import Convert

ELDER_COST, ELDER_GLORY = 3, 4
NYMPH_GLORY, NYMPH_MORE, NYMPH_MOONS = 2, 4, 5
BEAR_GLORY = 3
EXTRA_SUNS = 2
OWL = (Gain(gold=1), Gain(sun=1), Gain(moon=1))
TRITON = (Gain(gold=6), Gain(sun=2), Gain(moon=2))
WILD_SPIRITS = Gain(gold=3, moon=3)
ROLLS = {"full": 2, "minor": 4, "satyrs": 1}
"""Number of rolls that a feat brings, by their kind.

Kinds: *full* rolls both dice, *minor* one of them, *satyrs* those of all opponents.
"""

ROLLING: Mapping[str, tuple[str, Convert]] = {
    "cancer": ("full", ""),
    "sentinel": ("full", "sentinel"),
    "sphinx": ("minor", ""),
    "cyclops": ("minor", "cyclops"),
    "satyrs": ("satyrs", ""),
}
"""Feats that let their buyer roll: kind of roll, and what turns its resources to glory, if any."""


@dataclass(frozen=True, slots=True)
class Feat:
    """A heroic feat as the catalogue describes it: ``id``, ``cost``, printed ``glory`` and effects.

    ``portal``: id of the portal at its place on the islands, where the hero goes
    ``per_forged``: glory for each face forged
    ``brings``: faces that come with it, to choose one from
    """

    id: str
    cost: Gain
    glory: int
    portal: str
    per_forged: int
    brings: tuple[Face, ...]


def read_feats(catalogue: Catalogue) -> Mapping[str, Feat]:
    """Returns feat id to feat, for all feats of the catalogue: base game and promos."""
    faces, feats = read_faces(catalogue), {}
    for entry in catalogue.of_kind("feat"):
        facts = entry.facts
        forged = entry.scoring("forged_faces")
        feats[entry.id] = Feat(
            entry.id,
            Gain(**facts["cost"]),
            facts["glory"],
            facts["portal"],
            forged["points"] if forged else 0,
            tuple(faces[face] for face in facts.get("gives_face", ())),
        )
    return feats


@dataclass(frozen=True, slots=True)
class TurnStart:
    """Everything that a last turn depends on, at the start of the reinforcement step.

    ``feats``: copies left in each stack, by feat id
    ``below``: id of a card in the promo stack to the id of the card that has to be taken before
    ``elders``, ``owls``, ``nymphs``, ``hinds``: copies owned and usable
    ``tritons``, ``cerberus``, ``bears``: tokens held, and copies of the Great Bear owned
    ``forged``: number of faces that the player has put on the dice
    ``portal``: id of the portal where the player's hero is
    ``occupied``: ids of the portals where other heroes are
    ``sanctuary``: faces for sale, with the copies left of each

    Only if rolls count:

    ``dice``: the player's dice; ``opponents``: other players' dice, for the feat Satyrs
    ``gone``: ids of faces that come with feats and are already taken
    ``visible``: opponents' faces that show now
    ``owned``: ids of the boar faces whose cards the player owns
    """

    reserve: Reserve
    feats: Mapping[str, int]
    sanctuary: Mapping[Face, int] = field(default_factory=dict)
    below: Mapping[str, str] = field(default_factory=dict)
    elders: int = 0
    owls: int = 0
    nymphs: int = 0
    hinds: int = 0
    tritons: int = 0
    cerberus: int = 0
    bears: int = 0
    forged: int = 0
    portal: str = ""
    occupied: frozenset[str] = frozenset()
    dice: Dice | None = None
    gone: frozenset[str] = frozenset()
    visible: tuple[Face, ...] = ()
    opponents: tuple[Dice, ...] = ()
    owned: frozenset[str] = frozenset()


# ── moments, moves, steps ──────────────────────────────────────────────────────────────

FORGE = "forge"
PASS = "pass"

REINFORCE, ACT, MAY_PAY, EXTRA, OVER = range(5)
"""Parts of the turn: reinforcements, first action, paying for a second, second action, end.

Passing the first action ends the turn online. To act later for two suns instead would never bring
more, so tables that allow it lose nothing here.
"""


class Moment(NamedTuple):
    """One moment of the turn: all that later moves depend on. Its reserve's glory is always 0.

    ``phase``: part of the turn, ``REINFORCE`` to ``OVER``
    ``forged``: number of faces that the player has put on the dice
    ``elders`` to ``bears``: cards of each feat still usable, or tokens held
    ``portal``, ``occupied``: id of the portal of the player's hero, and those of other heroes
    ``sold``: ids of the feats of which the last copy was taken this turn
    ``rolls``, ``kind``: number of rolls still to come, and their kind as in ``ROLLS``
    ``convert``: feat that turns the rolls' resources into glory, blank for none
    ``die``: the die to roll alone, 0 or 1
    ``dice``: number that stands for the present faces of both dice, an index in ``Rolls.dice``
    ``only``: the only first action allowed: feat id, ``FORGE`` or ``PASS``; blank for any
    """

    reserve: Reserve
    phase: int
    forged: int
    elders: int
    owls: int
    nymphs: int
    hinds: int
    tritons: int
    cerberus: int
    bears: int
    portal: str
    occupied: frozenset[str]
    sold: tuple[str, ...]
    rolls: int
    kind: str
    convert: Convert
    die: int
    dice: int
    only: str


Does = Literal[
    "token", "roll", "pay", "elder", "owl", "nymph", "hind", "take", "forge", "forge_for"
]


class ForgedFace(NamedTuple):
    """A face put on a die. ``die``: 1 is the light one, 2 the dark one."""

    face: Face
    die: int


class Step(NamedTuple):
    """One step of a player, as data; fields that do not apply are blank.

    ``does``: kind of step
    ``feat``: id of the feat taken, or that faces are forged for
    ``glory``: points that it brings at once
    ``got``: resources gained, of which ``to_hammer`` gold goes to the hammer
    ``gold``, ``faces``: gold paid for forging, and number of different faces bought
    ``put``: faces forged
    ``over``: the face replaced if ``put`` is a single one
    ``die``: the die rolled, 1 or 2
    """

    does: Does
    feat: str = ""
    glory: int = 0
    got: Gain = NOTHING
    to_hammer: int = 0
    gold: int = 0
    faces: int = 0
    put: tuple[ForgedFace, ...] = ()
    over: Face | None = None
    die: int = 0


class Move(NamedTuple):
    """A move of the player: its step, action, glory, and the moment after it.

    ``step`` is ``None`` if there is nothing to show: reinforcements are over. ``action`` is the id
    of the feat taken or ``FORGE``, blank for other moves. ``after`` is ``None`` if dice are rolled.
    """

    step: Step | None
    action: str
    glory: int
    after: Moment | None


type Taken = tuple[Gain, ...]
"""One way to take a roll: gains that are taken one after the other."""

type Outcomes = list[tuple[int, tuple[Taken, ...]]]
"""Outcomes of a roll, each as its weight (a number of rolls) and the ways to take it."""

type Way = Taken | tuple[tuple[Taken, ...], Literal["twice"]]
"""One way to take a roll, or any two of several ways one after the other, with a Cerberus token."""

type Ends = Sequence[tuple[Moment, int]]
"""Moments that one way to take a roll can lead to, each with the glory gained."""

Gap = Literal["opponents", "mirrors", "ships", "forging"]
"""Parts of the game that the expected version may have left out.

*opponents*: rolls of Satyrs, as the opponents' dice are unknown; *mirrors*: changes of the faces
that opponents show; *ships*: later rolls of a face bought through a ship; *forging*: other faces
for a later roll than those that are best without a hammer or a Cerberus token.
"""
