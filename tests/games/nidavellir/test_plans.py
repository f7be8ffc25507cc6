"""The optimiser against an exhaustive search, and the traps of placing cards one by one."""

import random
from fractions import Fraction

import pytest

from scoring import game
from scoring.games.nidavellir.calculators.options import display, recruited
from scoring.games.nidavellir.calculators.placing import PlanRequest
from scoring.solving import ilp
from tests.games.nidavellir import oracle, states
from tests.games.posted import cases
from tests.whole import whole

GAME = game("nidavellir")
STATES = cases(300)
CHUNKS = 20


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_optimiser_and_scorer_equal_the_exhaustive_search(chunk):
    for number in range(chunk, STATES, CHUNKS):
        draw = random.Random(number)
        raw = states.table(draw)
        chosen = states.rulings(draw)
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
        raw = states.table(draw)
        raw["seats"]["p1"] |= states.decide(draw, raw["seats"]["p1"])
        state = whole(GAME, raw | {"rulings": states.rulings(draw)})
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
        raw, display = states.near_a_line(draw)
        state = whole(GAME, raw | {"rulings": states.rulings(draw)})
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
    state = whole(GAME, states.table(random.Random(number)))
    position = GAME.sheet.position(state)
    asking = PlanRequest.of(position, "p1", 2.0)
    options = [option for hero in display(asking) for option in recruited(asking, hero)]
    shared = [asking.having(option.seat).best() for option in options]
    for option, plan in zip(options, shared, strict=True):
        alone = PlanRequest.of(position, "p1", 2.0).having(option.seat).best()
        assert (plan.worth, plan.proof.bound) == (alone.worth, alone.proof.bound), option.name
        assert plan.after == alone.after
    assert len(asking.cache) <= len(options)


def ask(seats, question="final", **more):
    state = whole(GAME, {"seats": seats, **more})
    return GAME.optimise(question, "p1", state)


def test_blacksmiths_grow_so_both_mercenaries_join_the_longer_column():
    # 8 + 2 = 10 blacksmiths: 75; one of them a hunter: 9 blacksmiths 63 + 1
    seat = {"blacksmiths": 8, "mercenaries": {"merc_h_b": "waiting", "merc_w6_b": "waiting"}}
    rival = {"warriors": {"warrior_3": 2}}
    plan = ask({"p1": seat, "p2": rival})
    assert plan.worth == 75
    assert plan.after["seats"]["p1"]["enlist"] == {"merc_w6_b": "second", "merc_h_b": "second"}


def test_placing_one_by_one_misses_the_shared_majority_and_the_plan_says_by_how_much():
    # One by one: Explorer 8 beats Warrior 6 twice, 16 + 20 = 36.
    # Both as warriors: 6 + 9 + largest coin 20, coins 20: 55.
    seat = {
        "coins": {"coin_20": 1},
        "mercenaries": {"merc_w6_e8": "waiting", "merc_w9_e11_1": "waiting"},
    }
    rival = {"warriors": {"warrior_3": 2}}
    plan = ask({"p1": seat, "p2": rival})
    assert plan.worth == 55
    # greedy: 8 + 11 + 20 = 39
    assert plan.steps[-1].en.startswith("That is 16 more")


def test_widest_margin_takes_the_bonus_of_a_rival_although_points_say_otherwise():
    # Points: explorer 11 + coin 2 = 13 against the rival's 3 + 25 + 25 = 53, margin -40.
    # As a second warrior: 3 + 9 + 2 + 2 = 16 against 28, margin -12.
    seat = {
        "coins": {"coin_2": 1},
        "warriors": {"warrior_4": 1},
        "mercenaries": {"merc_w9_e11_1": "waiting"},
        "heroes": {"idunn": True},
        "explorers": {"explorer_5": 1},
    }
    rival = {"warriors": {"warrior_3": 1}, "coins": {"coin_25": 1}}
    # final: explorer 5 + 7 + 11 + idunn 3 x 2 + warrior 4 + shared lead 2 + coin 2 = 37
    assert ask({"p1": seat, "p2": rival}).worth == 37
    # margin: 37 - 53 = -16, or warrior: 5 + 7 + 2 x 2 + 4 + 9 + 2 + 2 = 33, rival 28: 5
    assert ask({"p1": seat, "p2": rival}, "margin").worth == 5


def test_thor_cancels_the_discard_of_brisingamens():
    seat = {"hunters": 3, "artifacts": {"brisingamens": True}, "gods": {"thor": "ready"}}
    # 9 for 3 hunters + Thor 8
    assert ask({"p1": seat}).worth == 17
    # without Thor's power: 2 hunters, 4 + 8
    used = seat | {"gods": {"thor": "used"}}
    assert ask({"p1": used}).worth == 12


def test_a_discard_that_is_done_is_not_asked_for_again():
    seat = {"hunters": 3, "artifacts": {"brisingamens": True}, "discard_done": True}
    assert ask({"p1": seat}).worth == 9


def test_a_lost_mercenary_costs_its_five_points_of_hrafnsmerki_too():
    seat = {
        "mercenaries": {"merc_w6_e8": "first"},
        "artifacts": {"hrafnsmerki": True, "brisingamens": True},
        "explorers": {"explorer_9": 1},
    }
    # lose the explorer: 6 + 5 = 11; lose the mercenary: 9
    plan = ask({"p1": seat, "p2": {"warriors": {"warrior_3": 2}}})
    assert plan.worth == 11
    assert plan.after["seats"]["p1"]["discard"] == "explorer_9"


def test_ylud_completes_a_line_where_she_stands_and_moves_on_afterwards():
    army = {
        "blacksmiths": 3,
        "hunters": 2,
        "explorers": {"explorer_5": 2, "explorer_6": 1},
        "miners": {"miner_0": 2},
        "warriors": {"warrior_3": 3},
        "heroes": {"ylud": True, "skaa": True},
        "ylud_at": "hunter",
        "mercenaries": {"merc_w6_m1": "waiting"},
    }
    rival = {
        "warriors": {"warrior_7": 2, "warrior_8": 2},
        "heroes": dict.fromkeys(set(states.HEROES) - {"ylud", "skaa", "uline"}, True),
    }
    # Two heroes ask for three lines: hunters 2 + Ylud, miners 2 + the mercenary.
    plan = ask({"p1": army, "p2": rival}, "last_hero")
    after = plan.after["seats"]["p1"]
    assert after["enlist"] == {"merc_w6_m1": "second"}
    assert after["ylud"] == "explorer"
    # blacksmiths 12, hunters 4, explorers 16 + Ylud 11, miners 1 x 3, warriors 9, Skaa 17, Uline 9
    assert plan.worth == 81


def test_ylud_alone_recorded_leaves_the_mercenaries_to_the_plan():
    seat = {
        "hunters": 4,
        "heroes": {"ylud": True},
        "ylud": "miner",
        "mercenaries": {"merc_h_b": "waiting"},
        "coins": {"coin_0": 1},
    }
    state = whole(GAME, {"seats": {"p1": seat, "p2": {"warriors": {"warrior_3": 2}}}})
    plan = GAME.optimise("final", "p1", state)
    # Ylud stays a miner of 1, the mercenary joins the hunters: 25 + 1
    assert plan.worth == 26
    assert plan.after["seats"]["p1"]["ylud"] == "miner"
    assert plan.after["seats"]["p1"]["enlist"] == {"merc_h_b": "first"}
    assert [step.en for step in plan.steps] == ["Hunter / Blacksmith joins the hunters."]


def test_a_finished_game_keeps_ylud_in_her_final_column():
    seat = {"hunters": 4, "heroes": {"ylud": True}, "ylud_at": "miner", "coins": {"coin_0": 1}}
    rival = {"warriors": {"warrior_3": 2}}
    # undecided she moves to the explorers, 16 + 11; her last move is made: 16 + 1
    assert ask({"p1": seat, "p2": rival}).worth == 27
    done = ask({"p1": seat | {"ylud_done": True}, "p2": rival})
    assert (done.worth, done.steps) == (17, ())
    assert "ylud" not in done.after["seats"]["p1"]


def test_a_recorded_discard_stays_although_thor_could_cancel_it():
    seat = {"hunters": 3, "artifacts": {"brisingamens": True}, "gods": {"thor": "ready"}}
    assert ask({"p1": seat | {"discard": "hunter_card"}}).worth == 12  # 4 + 8


def test_an_impossible_decision_is_doubted_and_left_out():
    seat = {
        "hunters": 3,
        "miners": {"miner_1": 1},
        "artifacts": {"brisingamens": True},
        "discard": "warrior_3",
        "mjollnir": "hunter",
        "enlist": {"merc_h_b": "first"},
    }
    state = whole(GAME, {"seats": {"p1": seat}})
    doubted = {doubt.path for doubt in GAME.sheet.doubts(state)}
    assert doubted == {"p1/discard", "p1/mjollnir", "p1/enlist/merc_h_b"}
    assert ask({"p1": seat}).worth == 9  # the miner is lost


def test_a_lost_mercenary_no_longer_counts_for_hrafnsmerki():
    seat = {
        "mercenaries": {"merc_w9_e11_1": "waiting"},
        "artifacts": {"hrafnsmerki": True, "brisingamens": True},
        "miners": {"miner_0": 1},
    }
    # lose the miner: 11 + 5; lose the mercenary: 0
    assert ask({"p1": seat, "p2": {"warriors": {"warrior_3": 2}}}).worth == 16


@pytest.mark.parametrize("number", range(12))
def test_around_hands_out_only_plans_that_the_scorer_confirms(number):
    state = whole(GAME, states.table(random.Random(number)))
    plan = GAME.optimise("final", "p1", state)
    around = GAME.alternatives(plan, state)  # each plan is recomputed on the way
    assert all(tie.worth == plan.worth for tie in around.ties)
    assert around.runner_up is None or around.runner_up.worth < plan.worth
    assert all(worth >= 0 for worth in around.one_more.values())


def test_around_names_the_runner_up_and_what_one_more_dwarf_is_worth():
    seat = {"hunters": 4, "mercenaries": {"merc_h_b": "waiting"}}
    state = whole(GAME, {"seats": {"p1": seat, "p2": {"warriors": {"warrior_3": 3}}}})
    plan = GAME.optimise("final", "p1", state)
    around = GAME.alternatives(plan, state)
    assert plan.worth == 25  # 5 hunters
    assert around.runner_up is not None
    assert around.runner_up.worth == 19  # 16 + a blacksmith 3
    assert around.one_more["hunter_card"] == 11  # 36 - 25
    assert around.one_more["miner_2"] == Fraction(2)


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
