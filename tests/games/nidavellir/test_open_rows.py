"""Doubles, captives and purses that nobody entered, one by one and together.

Nothing is sealed that another completion overturns. Places: ``contract/test_open_places.py``.
"""

import random
from itertools import chain, combinations
from typing import Any

import pytest

from scoring import game
from tests.finished_sheets import whole
from tests.games.nidavellir import oracle, random_states
from tests.games.posted import cases

GAME = game("nidavellir")
STATES = cases(60)
CAPTIVES = [f"explorer_{n}" for n in range(5, 13)]
TABLE = {"thingvellir": True, "idavoll": True}
DECIDED = ("enlist", "ylud", "discard", "mjollnir")
START = ("coin_0", "coin_2", "coin_3", "coin_4", "coin_5")
LARGE = ("coin_0", "coin_22", "coin_23", "coin_24", "coin_25")
KINDS = [kinds for n in (1, 2, 3) for kinds in combinations(("doubles", "captive", "purse"), n)]


def purse(held: dict[str, Any], coins: tuple[str, ...]) -> dict[str, int]:
    """These coins, as this player has them: the exchange coin may be another one, or gone."""
    zero, *others = coins
    if "hunting_master" in held.get("distinctions", {}):
        zero = "hunting_master_coin"
    lost = "jarnglofi" in held.get("artifacts", {})
    return dict.fromkeys(others if lost else (zero, *others), 1)


def opened(draw: random.Random) -> Any:
    """A table on which a seat left a double, the captive or its purse to nobody's knowledge."""
    state = random_states.table(draw)
    held = state["seats"]["p1"]
    for each in state["seats"].values():
        each["coins"] = purse(each, START)
    kinds = draw.choice(KINDS)
    if "purse" in kinds:
        held.pop("coins", None)
    if "doubles" in kinds:
        held["heroes"] = held.get("heroes", {}) | {"olwyn": True}
        held["doubles"] = dict.fromkeys(
            draw.sample(random_states.CLASSES, draw.randint(0, 1)), True
        )
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
        free = [kind for kind in random_states.CLASSES if kind not in doubles]
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
    if "coins" not in held:
        found = [each | {"coins": purse(held, c)} for each in found for c in (START, LARGE)]
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
        chosen = {k: v for k, v in plan.after["seats"]["p1"].items() if k in DECIDED}
        for cells in completions(held):
            there = state | {"seats": state["seats"] | {"p1": cells}}
            best = oracle.best(there, "p1", rulings)[0]
            kept = state | {"seats": state["seats"] | {"p1": cells | chosen}}
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
