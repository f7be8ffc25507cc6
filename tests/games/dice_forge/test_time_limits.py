"""Every search of a form looks at the clock: it stops when it is told to, and says so.

The clock of these tests goes on by one second at each look, so nothing depends on the machine.
"""

import random
from fractions import Fraction as F
from itertools import count
from types import SimpleNamespace

from scoring.games.dice_forge.calculators import forge as forge_calculator
from scoring.solving import deadline
from tests.games.dice_forge import oracle, random_forms
from tests.games.dice_forge.test_forms import GOALS

SIDES = [f"side_{n}" for n in range(1, 7)]
PLAIN = [face for face in oracle.EVERY if face != "mirror"]


def die(rng, pool, *, different=False):
    faces = rng.sample(pool, 6) if different else rng.choices(pool, k=6)
    return dict(zip(SIDES, faces, strict=True))


def rivals(rng):
    return {f"rival_{n}": True for n in (1, 2, 3)} | {
        f"rival_{n}_die_{d}": die(rng, PLAIN, different=True) for n in (1, 2, 3) for d in (1, 2)
    }


def looking(monkeypatch, raw, most):
    """The answer when a search may look at the clock so often, and how often it did."""
    looks = count()
    with monkeypatch.context() as patch:
        patch.setattr(deadline, "time", SimpleNamespace(thread_time=lambda: next(looks)))
        patch.setattr(forge_calculator, "SECONDS", most)
        with deadline.within(10**9):
            return random_forms.answered("forge", raw), next(looks)


def test_forging_cut_short_gives_what_it_found_and_a_bound_that_holds(monkeypatch):
    cut = 0
    for seed in range(5):
        rng = random.Random(seed)
        pool = rng.choice([oracle.EVERY, ["x3", "mirror", "ship", *oracle.SHIELDS]])
        dice = {"die_1": die(rng, pool), "die_2": die(rng, pool)}
        cells = {**dice, **rivals(rng), "gold": 12, "times": 40, "goal": rng.choice(list(GOALS))}
        raw = {"seats": {"p1": cells}, "table": {}}
        whole, looks = looking(monkeypatch, raw, 10**8)
        assert whole.proof.verdict == "optimal"
        for tenths in range(1, 10):
            try:
                found, _ = looking(monkeypatch, raw, looks * tenths // 10)
            except deadline.OutOfTime:
                continue
            if found.proof.verdict == "optimal":
                assert found.proof.bound == whole.proof.bound
                continue
            cut += 1
            assert found.proof.bound >= whole.proof.bound
            if found.applies:
                said = F(found.summary.en.split()[1].lstrip("+"))
                assert said <= whole.proof.bound + F(1, 100)
    assert cut, "nothing was cut short"
