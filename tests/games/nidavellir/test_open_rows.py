"""Doubles, captives and purses that nobody entered, one by one and together.

Nothing is sealed that another completion overturns, and no place told that another one changes.
"""

import random
from itertools import chain, combinations, product
from typing import Any

import pytest

from scoring import game
from tests.contract.test_blank_is_not_zero import within
from tests.finished_sheets import whole
from tests.games.nidavellir import oracle, random_states
from tests.games.posted import cases

GAME = game("nidavellir")
STATES = cases(60)
WAYS = 120
"""So many completions of a table are tried; where there are more, some of them."""
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


def opened(draw: random.Random, seat: str = "p1", of: dict[str, Any] | None = None) -> Any:
    """A table on which a seat left a double, the captive or its purse to nobody's knowledge."""
    state = of or random_states.table(draw)
    held = state["seats"][seat]
    for each in state["seats"].values() if of is None else ():
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


def decided(draw: random.Random) -> dict[str, Any]:
    """A table on which nobody has anything left to decide; the seats are close to each other."""
    state = random_states.table(draw)
    if len(state["seats"]) > 1 and draw.random() < 0.5:
        state["seats"] = {seat: dict(state["seats"]["p2"]) for seat in state["seats"]}
    for held in state["seats"].values():
        held["coins"] = purse(held, START)
        faces = held.get("mercenaries", {})
        held["mercenaries"] = {each: "first" for each in faces}
        if "ylud" in held.get("heroes", {}):
            held |= {"ylud": held.get("ylud_at", "hunter")}
        if "mjollnir" in held.get("artifacts", {}):
            held["mjollnir"] = "hunter"
        if "brisingamens" in held.get("artifacts", {}):
            held["discard_done"] = True
    return state


PLACED = cases(50)


@pytest.mark.slow
def test_a_place_is_told_only_if_every_completion_of_all_that_is_open_agrees():
    """Purses, doubles and captives of one or two seats, all of them together."""
    told = open_ = 0
    for number in range(PLACED):
        draw = random.Random(f"places {number}")
        state = decided(draw)
        for seat in draw.sample(list(state["seats"]), min(len(state["seats"]), 2)):
            state = opened(draw, seat, state)
        # a purse, once it is open, is open with the box as it is: nobody else has its coins
        there = GAME.score(state)
        places = {each.seat: each for each in GAME.rank(there, state)}
        met: dict[str, set[int]] = {seat: set() for seat in places}
        every = list(product(*(completions(held) for held in state["seats"].values())))
        for held in every if len(every) <= WAYS else draw.sample(every, WAYS):
            whole_ = state | {"seats": dict(zip(state["seats"], held, strict=True))}
            scored = GAME.score(whole_)
            for seat, found in scored.items():
                where = (number, seat, found.known, there[seat].range, state)
                assert found.total is not None, where
                assert within(there[seat], found.total), where
                assert there[seat].total in (None, found.total), where
                above = sum((other.total or 0) > found.total for other in scored.values())
                met[seat].add(1 + above)
        for seat, each in places.items() if len(places) > 1 else ():
            where = (number, each, met[seat], state)
            assert each.best <= min(met[seat]) <= max(met[seat]) <= each.worst, where
            told, open_ = told + bool(each.place), open_ + (not each.place)
    assert told
    assert open_


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
