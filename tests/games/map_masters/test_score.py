"""Scoring rules, rulings, market order and co-op goals, each with a worked sum."""

import random
from itertools import combinations, product
from typing import Any

import pytest

from scoring import game
from scoring.games.map_masters.solvers import market, mission
from scoring.games.map_masters.solvers.score_pad import Pad
from scoring.model.plan import State
from tests.finished_sheets import whole

GAME = game("map_masters")


def table(rulings: Any = None, objectives: Any = None, **seats: Any) -> State:
    raw: dict[str, Any] = {"seats": seats}
    if rulings:
        raw["rulings"] = rulings
    if objectives:
        raw["table"] = objectives
    return whole(GAME, raw)


# -- market --------------------------------------------------------------------------------


def test_market_order():
    seats = {
        "p1": {"primary_2": 5, "secondary_2": 3, "first_2": True},
        "p2": {"primary_2": 6, "secondary_2": 2, "primary_1": 9},
        "p3": {},
    }

    def earned(reading):
        position = GAME.sheet.position(table({"market_tie": reading}, **seats))
        return [market.earned(Pad(position), seat, 3) for seat in position]

    # last round: 5 + 3 + 1 and 6 + 2
    assert earned("round") == [9, 8, 0]
    # secondary halved: 5 + 1 + 1 = 7 and 6 + 1 = 7
    assert earned("round_halved") == [7, 7, 0]
    # all rounds: 9 against 8 + 9 = 17
    assert earned("all") == [9, 17, 0]


def test_a_race_that_nobody_agreed_on_breaks_no_tie_in_the_market():
    both = {f"p{n}": {"first_2": True, "primary_2": 1, "coins": 2} for n in (1, 2)}
    objectives = {"primary_objective_2": "objective_key", "hourglass_2": True}
    position = GAME.sheet.position(table(objectives=objectives, **both, p3={"coins": 2}))
    # one key each, 2 points, and no bonus
    assert [market.earned(Pad(position), seat, 3) for seat in position] == [2, 2, 0]


def test_purse():
    # two fairies 2, a book 2, cards 3 + 6: 13
    fairies = {"sword_fairy": 1, "rope_fairy": 1}
    basket = market.Basket(GAME.catalogue, fairies, 1, [3, 6])
    assert basket.price == 13
    assert basket.refused(13, 0, {}) == []
    assert basket.refused(12, 0, {}) == ["market"]
    assert market.Basket(GAME.catalogue, cards=[3] * 4).refused(99, 2, {}) == ["hand_over_five"]
    assert basket.refused(13, 0, {"sword_fairy": 5}) == ["sold_out_fairy"]


def test_best_purchases_are_those_found_by_trying_all():
    rng = random.Random("market")
    for _ in range(100):
        coins, in_hand, income = rng.randint(0, 14), rng.randint(0, 4), rng.randint(0, 2)
        off = rng.choice((0, 0, 1))
        offers = [(rng.randint(3, 6), rng.randint(0, 90)) for _ in range(rng.randint(0, 8))]
        most = 0
        for size in range(len(offers) + 1):
            for some in combinations(offers, size):
                spent = sum(price for price, _ in some) - (off if some else 0)
                if spent > coins or len(some) + in_hand > 5:
                    continue
                lost = (coins + income) // 3 - (coins - spent + income) // 3
                most = max(most, sum(worth for _, worth in some) - 24 * lost)
        assert market.best(coins, offers, in_hand, income, off).gain == most


# -- co-op ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("difficulty", "met"), [("novice", True), ("easy", True), ("normal", False), ("hard", False)]
)
def test_spent_keys(difficulty, met):
    # two keys asked; three circled, two struck out: one left
    group = mission.Group({"key": 3}, {"key": 2})
    assert (goal({"key": 2}, difficulty).gaps(group) == {}) is met


def goal(icons, difficulty, hard_exact="asked"):
    """The goal at a table of this difficulty."""
    state = table({"hard_exact": hard_exact}, {"difficulty": difficulty}, p1={})
    return mission.goal(GAME.sheet.position(state), icons)


def test_unused_fairies_count():
    # two keys asked, one left over and one key fairy
    group = mission.Group({"key": 1}, fairies={"key": 1})
    assert goal({"key": 2}, "normal").gaps(group) == {}
    # hard wants exactly two: a third is too many
    more = mission.Group({"key": 2}, fairies={"key": 1})
    assert goal({"key": 2}, "hard").gaps(more) == {"key": -1}
    assert goal({"key": 2}, "normal").gaps(more) == {}


def test_hard_of_which_icons():
    group = mission.Group({"key": 2, "sword": 1})
    assert goal({"key": 2}, "hard").gaps(group) == {}
    assert goal({"key": 2}, "hard", "all").gaps(group) == {"sword": -1}


def test_mission_1_goals():
    asks = GAME.catalogue["mission_1"].facts["asks"]
    boots = {"winged_boots": asks["winged_boots"]}
    with_boots = mission.Group(artifacts=frozenset({"winged_boots"}))
    assert goal(boots, "hard").gaps(with_boots) == {}
    assert goal(boots, "novice").gaps(mission.Group()) == {"winged_boots": 1}
    coins = goal({"coin": asks["coin"]}, "hard")
    assert coins.gaps(mission.Group({"coin": 5})) == {}
    assert coins.gaps(mission.Group({"coin": 6})) == {"coin": -1}


@pytest.mark.parametrize("difficulty", ["novice", "easy", "normal", "hard"])
def test_spending_finds_a_way_whenever_there_is_one(difficulty):
    spent_count = difficulty in ("novice", "easy")
    for locks, keys, fairy, book, asked in product(range(3), range(4), (0, 1), (0, 1), range(3)):
        possible = False
        for by_fairy, by_book in product(range(fairy + 1), range(book + 1)):
            struck = locks - by_fairy - by_book
            if not 0 <= struck <= keys:
                continue
            held = keys - (0 if spent_count else struck) + fairy - by_fairy
            possible |= held == asked if difficulty == "hard" else held >= asked
        group = mission.Group({"key": keys}, fairies={"key": fairy})
        wanted = goal({"key": asked}, difficulty)
        found = mission.spend(wanted, {"padlock": locks}, group, {"key": book})
        assert (found is not None) == possible, (locks, keys, fairy, book, asked)
