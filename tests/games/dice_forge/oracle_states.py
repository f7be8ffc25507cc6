"""Random dice, weights and positions, as plain ids and numbers, for the comparisons."""

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from scoring.games.dice_forge.solvers.dice import SIDES, Die, Face

from .oracle import BOARS, EVERY, PLAIN, SHIELDS

LIGHT = ["g1"] * 5 + ["s1"]
DARK = ["g1"] * 4 + ["m1", "v2"]
SPECIAL = ["mirror", "x3", "ship", *SHIELDS, *BOARS]
DENOMINATORS = (1, 1, 2, 3)


def random_die(rng: random.Random, mirrors: bool = True) -> list[str]:
    """A starting die, more or less forged over; sometimes six faces at random."""
    die = list(rng.choice([LIGHT, DARK]))
    for side in rng.sample(range(6), rng.choice([0, 1, 2, 3, 4, 6])):
        die[side] = rng.choice(SPECIAL) if rng.random() < 0.3 else rng.choice(list(PLAIN))
    if rng.random() < 0.1:
        die = [rng.choice(EVERY) for _ in range(6)]
    if not mirrors:
        die = ["m1" if face == "mirror" else face for face in die]
    return die


def random_weights(rng: random.Random) -> dict[str, Fraction]:
    def one(most: int) -> Fraction:
        return Fraction(rng.randint(0, most), rng.choice(DENOMINATORS))

    return {
        "gold": one(3),
        "sun": one(5),
        "moon": one(5),
        "glory": Fraction(1),
        "ship": one(4),
    }


def random_others(rng: random.Random, dice: int) -> dict[str, Any]:
    """Returns faces in view, and up to ``dice`` dice of others that are rolled."""
    return {
        "shown": [rng.choice(EVERY) for _ in range(rng.choice([0, 0, 1, 2]))],
        "rolled": [random_die(rng) for _ in range(rng.randint(0, dice))],
    }


def make_die(faces: Mapping[str, Face], sides: Sequence[str]) -> Die:
    """A die of the solvers with these six faces, given by id."""
    assert len(sides) == SIDES
    return tuple(faces[side] for side in sides)
