"""Times of Dice Forge's odds and proofs, on random dice and last turns.

    make bench          (or: .venv/bin/python -m pytest -m bench -s tests/bench)

Prints medians and 95th percentiles of processor time, so that other work on the machine does
not count; judges nothing, since machines differ. Aimed at: one blessing 10 ms (100 ms with
mirrors), ten blessings with caps 300 ms.
"""

import platform
import random
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from scoring import game
from scoring.games.dice_forge.calculators import result_texts
from scoring.games.dice_forge.solvers import odds, roll
from scoring.games.dice_forge.solvers.blessing_rolls import NOBODY, OtherFaces, blessing
from scoring.games.dice_forge.solvers.dice import (
    RESOURCES,
    Dice,
    Gain,
    box_copies,
    read_faces,
)
from scoring.games.dice_forge.solvers.forge import forge
from scoring.games.dice_forge.solvers.last_turn import last_turn, last_turn_expected
from scoring.games.dice_forge.solvers.odds import reach, several
from scoring.games.dice_forge.solvers.reserve import Reserve
from scoring.games.dice_forge.solvers.roll import Need, Roll, Weights
from scoring.games.dice_forge.solvers.turn_state import TurnStart, read_feats
from tests.bench.milliseconds import say, timed
from tests.games.dice_forge import oracle, oracle_states
from tests.games.dice_forge.oracle_states import make_die

pytestmark = pytest.mark.bench

CATALOGUE = game("dice_forge").catalogue
FACES = read_faces(CATALOGUE)
FEATS = read_feats(CATALOGUE)
BOX = {FACES[face]: copies for face, copies in box_copies(CATALOGUE, 4).items()}
WEIGHTS = Weights(Fraction(1, 2), Fraction(2), Fraction(3, 2), ship=Fraction(1))


def random_dice(rng: random.Random, mirrors: int = 0) -> Dice:
    """Two dice; the first ``mirrors`` of them with one mirror, the others with none."""
    dice = []
    for n in range(2):
        sides = oracle_states.random_die(rng, mirrors=False)
        if n < mirrors:
            sides[0] = "mirror"
        dice.append(make_die(FACES, sides))
    return (dice[0], dice[1])


def random_others(rng: random.Random, players: int) -> OtherFaces:
    return OtherFaces(
        dice=tuple(make_die(FACES, oracle_states.random_die(rng)) for _ in range(2 * players))
    )


def fresh(work: Callable[..., Any], listed: Sequence[tuple[Any, ...]]) -> list[float]:
    """Milliseconds of each case, with nothing remembered of an earlier one."""
    found = []
    for case in listed:
        roll.gains.cache_clear()
        found += timed([partial(work, *case)], time.process_time)
    return found


def test_odds() -> None:
    print(f"\n{platform.processor() or platform.machine()}, Python {platform.python_version()}")
    rng = random.Random(60)

    def one(dice: Dice, others: OtherFaces) -> None:
        odds.one(dice, WEIGHTS, others).worth(WEIGHTS)

    listed = [(random_dice(rng), NOBODY) for _ in range(300)]
    say("one blessing, no mirror", fresh(one, listed))
    for mirrors in (1, 2):
        for players in (1, 2, 3):
            seen = [(random_dice(rng, mirrors), random_others(rng, players)) for _ in range(60)]
            say(f"one blessing, {mirrors} mirrors, {players} opponents' dice", fresh(one, seen))

    def ten(dice: Dice, others: OtherFaces, chests: int) -> None:
        after = several(blessing(dice, others), 10, WEIGHTS, Reserve(chests=chests))
        _ = [after.mean(resource) for resource in RESOURCES]

    for chests in (0, 1, 2, 3):
        listed_ten = [(random_dice(rng), NOBODY, chests) for _ in range(40)]
        say(f"ten blessings with caps, {chests} chests", fresh(ten, listed_ten))
    for mirrors, players in ((1, 1), (1, 3), (2, 1), (2, 3)):
        seen_ten = [(random_dice(rng, mirrors), random_others(rng, players), 0) for _ in range(20)]
        say(f"ten blessings, {mirrors} mirrors, {players} opponents", fresh(ten, seen_ten))

    def aimed(dice: Dice, need: Gain) -> None:
        reach(blessing(dice), 10, need)

    needs = [
        (random_dice(rng), Gain(rng.randint(0, 12), *[rng.randint(0, 6)] * 2)) for _ in range(40)
    ]
    say("best chance for a target in ten blessings", fresh(aimed, needs))


def test_rolls() -> None:
    rng = random.Random(61)

    def best(question: Roll, reserve: Reserve) -> None:
        best = roll.choices(question, reserve, Need(Gain(gold=8, sun=4), WEIGHTS))[0]
        _ = [step.ja for step in result_texts.choice(CATALOGUE, best)]

    listed = []
    for _ in range(300):
        faces = [FACES[rng.choice(oracle.EVERY)] for _ in range(8)]
        reserve = Reserve(rng.randint(0, 12), rng.randint(0, 6), 3, hammers=rng.choice([0, 1]))
        listed.append((Roll((faces[0], faces[1]), tuple(faces[2:])), reserve))
    print()
    say("one roll resolved, six faces in view", fresh(best, listed))


def test_forging() -> None:
    rng = random.Random(62)

    def work(dice: Dice, gold: int, others: OtherFaces) -> None:
        forge(dice, gold, BOX, 10, WEIGHTS, others=others)

    print()
    for gold in (6, 12, 20, 28):
        say(
            f"best forging and next best, {gold} gold",
            fresh(work, [(random_dice(rng), gold, NOBODY) for _ in range(40)]),
        )
    seen = [(random_dice(rng, 1), 12, random_others(rng, 3)) for _ in range(20)]
    say("the same, 12 gold, a mirror and three opponents", fresh(work, seen))


def test_last_turns() -> None:
    rng = random.Random(63)
    beginner = ["beginner", "common"]

    def random_position() -> TurnStart:
        feats = {
            e.id: rng.choice([0, 1, 2, 2])
            for e in CATALOGUE.of_kind("feat")
            if e.facts["set"] in beginner or (e.facts["set"] == "advanced" and rng.random() < 0.2)
        }
        chests = rng.choice([0, 0, 1])
        reserve = Reserve(
            rng.randint(0, 12),
            rng.randint(0, 6 + 3 * chests),
            rng.randint(0, 6 + 3 * chests),
            chests=chests,
            hammers=rng.choice([0, 0, 1]),
        )
        few = (0, 0, 1, 2)
        return TurnStart(
            reserve,
            feats,
            BOX,
            elders=rng.choice(few),
            owls=rng.choice(few),
            hinds=rng.choice([0, 0, 1]),
            bears=rng.choice([0, 0, 1]),
            forged=rng.randint(0, 8),
            occupied=frozenset({"portal_2", "portal_4"}),
            dice=random_dice(rng),
            opponents=(random_dice(rng),) * rng.choice([1, 3]),
        )

    positions = [(random_position(), FEATS) for _ in range(40)]
    print()
    say("last turn without rolls", fresh(last_turn, positions))
    say("last turn, expected", fresh(last_turn_expected, positions))
