"""Random dice, weights and positions, as plain ids and numbers, for the comparisons."""

import random
from collections.abc import Mapping, Sequence

from scoring.games.dice_forge.solvers.dice import SIDES, Die, Face

from .oracle import BOARS, EVERY, PLAIN, SHIELDS

LIGHT = ["g1"] * 5 + ["s1"]
DARK = ["g1"] * 4 + ["m1", "v2"]
SPECIAL = ["mirror", "x3", "ship", *SHIELDS, *BOARS]


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


def make_die(faces: Mapping[str, Face], sides: Sequence[str]) -> Die:
    """A die of the solvers with these six faces, given by id."""
    assert len(sides) == SIDES
    return tuple(faces[side] for side in sides)
