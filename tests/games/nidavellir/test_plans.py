"""The optimiser against an exhaustive search, and the traps of placing cards one by one."""

import random

import pytest

from scoring import game
from scoring.games.nidavellir.calculators.options import recruited
from scoring.games.nidavellir.solvers.end_decisions import PlanRequest
from scoring.solving import ilp
from tests.finished_sheets import whole
from tests.games.nidavellir import oracle, random_states
from tests.games.posted import cases

GAME = game("nidavellir")
STATES = cases(300)
CHUNKS = 20


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_optimiser_and_scorer_equal_the_exhaustive_search(chunk):
    for number in range(chunk, STATES, CHUNKS):
        draw = random.Random(number)
        raw = random_states.table(draw)
        chosen = random_states.rulings(draw)
        state = whole(GAME, raw | {"rulings": chosen})
        rulings = GAME.sheet.rulings(state)
        scored = GAME.score(state)
        known = {seat: b.known for seat, b in scored.items()}
        assert known == oracle.totals(state, rulings), f"state {number}"
        for seat, held in state["seats"].items():
            assert scored[seat].partial == ("coins" not in held)
        most, margin = oracle.best(state, "p1", rulings)
        for question, wanted in (("final", most), ("margin", margin)):
            plan = GAME.optimise(question, "p1", state)
            assert plan.worth == wanted, f"{question}, state {number}"
            assert plan.proof.verdict == "optimal"
            assert plan.proof.bound == wanted
            assert oracle.totals(plan.after, rulings)["p1"] >= 0


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_recorded_decisions_stay_and_the_rest_is_the_best_around_them(chunk):
    for number in range(chunk, STATES, CHUNKS):
        draw = random.Random(number + 10**6)
        raw = random_states.table(draw)
        raw["seats"]["p1"] |= random_states.decide(draw, raw["seats"]["p1"])
        state = whole(GAME, raw | {"rulings": random_states.rulings(draw)})
        rulings, before = GAME.sheet.rulings(state), state["seats"]["p1"]
        doubted = {doubt.path for doubt in GAME.sheet.doubts(state)}
        most, margin = oracle.best(state, "p1", rulings)
        for question, wanted in (("final", most), ("margin", margin)):
            plan = GAME.optimise(question, "p1", state)
            assert (plan.worth, plan.proof.bound) == (wanted, wanted), f"{question}, state {number}"
            assert plan.proof.verdict == "optimal"
            after = plan.after["seats"]["p1"]
            for field in ("ylud", "discard", "mjollnir"):
                if field in before and f"p1/{field}" not in doubted:
                    assert after[field] == before[field], f"{field}, state {number}"
            assert before.get("enlist", {}).items() <= after.get("enlist", {}).items()
            assert not GAME.score(plan.after)["p1"].unused


# In states 219 and 452 Thrud must not be pushed by an Ylud who is only just recruited.
@pytest.mark.parametrize("chunk", range(4))
@pytest.mark.slow
def test_a_hero_that_placements_bring_equals_the_exhaustive_search(chunk):
    brought = 0
    for number in [219, 452, *range(chunk, cases(60), 4)]:
        draw = random.Random(number)
        raw, display = random_states.near_a_line(draw)
        state = whole(GAME, raw | {"rulings": random_states.rulings(draw)})
        rulings = GAME.sheet.rulings(state)
        wanted = oracle.best_with_hero(state, "p1", rulings, display)
        plan = GAME.optimise("last_hero", "p1", state)
        assert plan.worth == wanted, f"state {number}"
        if plan.proof.bound is not None:
            assert plan.proof.bound >= wanted
        held = state["seats"]["p1"].get("heroes", {})
        brought += len(plan.after["seats"]["p1"].get("heroes", {})) > len(held)
    assert brought


@pytest.mark.parametrize("number", range(0, 24, 3))
def test_a_proof_that_serves_several_heroes_is_the_one_each_would_get(number):
    state = whole(GAME, random_states.table(random.Random(number)))
    position = GAME.sheet.position(state)
    asking = PlanRequest.of(position, "p1", 2.0)
    options = [option for hero in asking.display() for option in recruited(asking, hero)]
    shared = [asking.having(option.seat).best() for option in options]
    for option, found in zip(options, shared, strict=True):
        alone = PlanRequest.of(position, "p1", 2.0).having(option.seat).best()
        assert (found.worth, found.bound) == (alone.worth, alone.bound), option.name
        assert found.after.seat.cells == alone.after.seat.cells
    assert len(asking.cache) <= len(options)


def test_where_nothing_is_open_no_solver_is_asked(monkeypatch):
    open_ = {"mercenaries": {"merc_b_m1": "waiting"}, "heroes": {"ylud": True}}
    decided = {"mercenaries": {"merc_b_m1": "first"}, "ylud": "hunter"}
    monkeypatch.setattr(ilp.Model, "solve", lambda *_: pytest.fail("asked the solver"))
    cells = {"blacksmiths": 3, "hunters": 2, **open_}
    state = whole(GAME, {"seats": {"p1": cells | decided}})
    plan = GAME.optimise("final", "p1", state)
    assert plan.worth == oracle.best(state, "p1", GAME.sheet.rulings(state))[0]
    assert (plan.proof.verdict, plan.proof.bound) == ("optimal", plan.worth)
    assert plan.after["seats"] == state["seats"]
    with pytest.raises(pytest.fail.Exception, match="asked the solver"):
        GAME.optimise("final", "p1", whole(GAME, {"seats": {"p1": cells}}))


@pytest.mark.parametrize("hero", ["khrad", "grid"])
@pytest.mark.parametrize(
    ("coins", "lost", "said"),
    [
        ({"coin_5": 1, "coin_9": 1}, False, "3 of 5"),
        ({}, False, "5 of 5"),
        ({"coin_5": 1, "coin_9": 2}, True, "1 of 4"),
        ({"coin_5": 1, "coin_9": 3}, True, ""),
        ({"coin_0": 1, "coin_5": 1, "coin_9": 3}, False, ""),
    ],
)
def test_a_hero_does_not_take_half_a_purse_for_a_whole_one(hero, coins, lost, said):
    """Khrad's lowest coin may be one that is not entered; Grid may raise one that is."""
    seat = {"coins": coins, "artifacts": {"jarnglofi": True} if lost else {}}
    asking = PlanRequest.of(GAME.sheet.position(whole(GAME, {"seats": {"p1": seat}})), "p1", 2.0)
    options = list(recruited(asking, GAME.catalogue[hero]))
    if said and (hero == "khrad" or not coins):
        (option,) = options
        assert not option.certain
        assert option.name == GAME.catalogue.name(hero)
        assert f"{said} coins are not entered" in option.note.en
        assert option.seat.tally("coins") == coins
    else:
        assert {each.name.en.split(", ")[1] for each in options} == {
            f"and the {n} goes up" for n in ((5,) if hero == "khrad" else (5, 9))
        }
        assert all(each.certain for each in options)
