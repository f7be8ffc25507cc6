"""The calculator of needs: worked positions, and agreement with playing everything through."""

import random

import pytest

from scoring import game
from tests.finished_sheets import whole
from tests.games.map_masters.oracle import PARTS, ways
from tests.games.map_masters.random_states import played, position
from tests.games.posted import cases

STATES = cases(300)
GAME = game("map_masters")


@pytest.mark.parametrize("seed", range(5))
def test_plans_are_the_least_that_is_enough_and_reach_their_place_against_the_worst(seed):
    rng, verdicts = random.Random(f"plans {seed}"), set()
    for _ in range(STATES // 5):
        raw, races = position(rng)
        state = whole(GAME, raw | {"seats": played(raw["seats"])})
        for question, place in (("win", 1), ("second", 2), ("third", 3)):
            plan = GAME.optimise(question, "p1", state)
            verdicts.add(plan.proof.verdict)
            enough = ways(state, "p1", place, GAME.sheet.rulings(state), races)
            assert (plan.proof.verdict == "impossible") == (not enough), state
            if not enough:
                continue
            more = plan.after["seats"]["p1"].get("more", {})
            way = tuple(more.get(part, 0) for part in PARTS)
            # what leans least on anything but the primary
            assert way == min(enough, key=lambda w: (w[2], w[3], w[4], w[1])), state
            placings = {p.seat: p.place for p in GAME.rank(GAME.score(plan.after), plan.after)}
            assert placings["p1"] <= place
    assert verdicts == {"optimal", "impossible"}
