"""The calculator of needs: worked positions, and agreement with playing everything through."""

import random

import pytest

from scoring import game
from scoring.games.map_masters.solvers.needs import Amounts, Needs
from scoring.games.map_masters.solvers.score_pad import Pad
from tests.finished_sheets import whole
from tests.games.map_masters.oracle import PARTS, ways
from tests.games.map_masters.random_states import played, position
from tests.games.posted import cases

STATES = cases(300)
GAME = game("map_masters")


def needs(state, seat="p1"):
    return Needs(Pad(GAME.sheet.position(state)), seat)


def table(**seats):
    return whole(GAME, {"seats": played(seats)})


@pytest.mark.parametrize("seed", range(10))
def test_ways_are_those_found_by_playing_everything_through(seed):
    rng = random.Random(f"needs {seed}")
    for _ in range(STATES // 10):
        raw, races = position(rng)
        state = whole(GAME, raw)
        rulings = GAME.sheet.rulings(state)
        for place in (1, 2, 3):
            found = sorted(needs(state).ways(place))
            assert found == ways(state, "p1", place, rulings, races), state


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


def test_least_primary_by_hand():
    # p2: 20 + 8/2 + 4//3 = 25. p1: 15 + 7//2 + 5//3 = 15 + 3 + 1 = 19.
    # Level at 25 the tie goes to the higher halved secondary: p2 has 4, p1 has 3. So 26: 7 more.
    state = table(
        p1={"primary_5": 15, "secondary_5": 7, "coins": 5},
        p2={"primary_5": 20, "secondary_5": 8, "coins": 4},
    )
    found = needs(state)
    assert found.ways(1)[0] == Amounts(7, 0, 0, 0, 0)
    # an odd column: one secondary point is a full point and levels the tie: 5 + 1 is enough
    assert found.least_primary(1, Amounts(0, 1, 0, 0, 0)) == 5
    # an escape, the only one at the table: 2 points, so 5
    assert found.least_primary(1, Amounts(0, 0, 0, 1, 0)) == 5
    # a sixth coin completes the second three: 6
    assert found.least_primary(1, Amounts(0, 0, 0, 0, 1)) == 6


def test_a_rivals_escape_costs_twice():
    # Both at 10 with one tick each: 2 and 2. If p2 may tick again, p1 has 1 and p2 has 2.
    state = table(
        p1={"primary_5": 10, "escaped_1": True},
        p2={"primary_5": 10, "escaped_1": True, "more": {"escape": 1}},
    )
    assert needs(state).ways(1)[0].primary == 1
    # with an escape of its own p1 stays level, and level secondaries share the victory
    assert needs(state).least_primary(1, Amounts(0, 0, 0, 1, 0)) == 0


def test_one_time_bonus_is_for_one_player():
    # Level at 10; each may win the only race left. Without it p1 must expect p2 to win it.
    state = table(p1={"primary_5": 10}, p2={"primary_5": 10, "more": {"time_bonus": 1}})
    assert needs(state).least_primary(1, Amounts(0, 0, 0, 0, 0)) == 1
    assert needs(state).least_primary(1, Amounts(0, 0, 1, 0, 0)) == 0
