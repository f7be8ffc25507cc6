"""Doubles and captives that nobody entered: nothing is sealed that another completion overturns."""

import random
from itertools import chain, combinations
from typing import Any

import pytest

from scoring import game
from tests.games.nidavellir import oracle, states
from tests.games.posted import cases
from tests.whole import whole

GAME = game("nidavellir")
STATES = cases(60)
CAPTIVES = [f"explorer_{n}" for n in range(5, 13)]
TABLE = {"thingvellir": True, "idavoll": True}
DECIDED = ("enlist", "ylud", "discard", "mjollnir")


def opened(draw: random.Random) -> dict[str, Any]:
    """A table whose first seat left a double, the captive, or both, to nobody's knowledge."""
    state = states.table(draw)
    held = state["seats"]["p1"]
    for each in state["seats"].values():
        each["coins"] = dict.fromkeys(("coin_0", "coin_2", "coin_3", "coin_4", "coin_5"), 1)
    kinds = draw.choice([("doubles",), ("captive",), ("doubles", "captive")])
    if "doubles" in kinds:
        held["heroes"] = held.get("heroes", {}) | {"olwyn": True}
        held["doubles"] = dict.fromkeys(draw.sample(states.CLASSES, draw.randint(0, 1)), True)
    if "captive" in kinds:
        held["giants"] = held.get("giants", {}) | {"gymir": "captured"}
        held.pop("gymir_captive", None)
    return whole(GAME, state | {"table": TABLE | state.get("table", {})})


def completions(held: dict[str, Any]) -> list[dict[str, Any]]:
    """Every way to say what was left open; a double that stands nowhere is lost."""
    found = [held]
    doubles = held.get("doubles", {})
    missing = 2 - len(doubles) if "olwyn" in held.get("heroes", {}) else 0
    if missing > 0:
        free = [kind for kind in states.CLASSES if kind not in doubles]
        ways = chain.from_iterable(combinations(free, n) for n in range(missing + 1))
        found = [
            each
            | {
                "doubles": doubles | dict.fromkeys(more, True),
                "doubles_lost": missing - len(more),
            }
            for more in ways
            for each in found
        ]
    if held.get("giants", {}).get("gymir") == "captured" and "gymir_captive" not in held:
        found = [each | {"gymir_captive": captive} for each in found for captive in CAPTIVES]
    return found


@pytest.mark.slow
def test_what_is_sealed_holds_for_every_completion_and_every_total_is_within_its_range():
    overturned = 0
    for number in range(STATES):
        state = opened(random.Random(f"open {number}"))
        rulings = GAME.sheet.rulings(state)
        held = state["seats"]["p1"]
        plan = GAME.advise("final", "p1", state)
        settled, plans = GAME.solve_open_decisions(state)
        span = GAME.score(settled)["p1"].range
        decided = {k: v for k, v in plan.after["seats"]["p1"].items() if k in DECIDED}
        for cells in completions(held):
            there = state | {"seats": state["seats"] | {"p1": cells}}
            best = oracle.best(there, "p1", rulings)[0]
            kept = state | {"seats": state["seats"] | {"p1": cells | decided}}
            scored = GAME.score(kept)["p1"]
            assert scored.total is not None, (number, cells)
            assert span.least is None or span.least <= scored.total, number
            assert span.most is None or scored.total <= span.most, number
            overturned += scored.total < best
        if len(completions(held)) > 1:
            assert plan.proof.verdict == "provisional", number
            assert plans["p1"].proof.verdict == "provisional", number
            assert plan.proof.bound is None
    assert overturned, "another placement was never the best one"


def test_a_lost_double_closes_its_row():
    seat = {
        "hunters": 3,
        "heroes": {"olwyn": True},
        "doubles": {"hunter": True},
        "coins": {"coin_4": 1},
    }
    there = GAME.score(whole(GAME, {"seats": {"p1": seat}}))["p1"]
    lost = GAME.score(whole(GAME, {"seats": {"p1": seat | {"doubles_lost": 1}}}))["p1"]
    row = there.line("wild_ranks")
    assert row
    assert row.bounds
    assert row.bounds[0] == 0
    assert there.so_far is None
    assert lost.line("wild_ranks") is None
    assert lost.so_far == there.known


def test_more_doubles_than_two_are_doubted():
    seat = {"heroes": {"olwyn": True}, "doubles": {"hunter": True, "miner": True}}
    for lost, wanted in ((0, set()), (1, {"p1/doubles_lost"})):
        state = whole(GAME, {"seats": {"p1": seat | {"doubles_lost": lost}}})
        assert {str(doubt.path) for doubt in GAME.sheet.doubts(state)} == wanted
