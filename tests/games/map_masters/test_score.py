"""Scoring rules, rulings, market order and co-op goals, each with a worked sum."""

import random
import tomllib
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

from scoring import game
from scoring.games.map_masters.solvers import market, mission
from scoring.games.map_masters.solvers.pad import Pad
from scoring.model.plan import State
from tests.whole import whole

GAME = game("map_masters")
EXAMPLES = sorted((Path(__file__).parents[3] / "scoring/games/map_masters/examples").glob("*.toml"))


def table(rulings: Any = None, objectives: Any = None, **seats: Any) -> State:
    raw: dict[str, Any] = {"seats": seats}
    if rulings:
        raw["rulings"] = rulings
    if objectives:
        raw["table"] = objectives
    return whole(GAME, raw)


def row(state, line, seat="p1"):
    return GAME.score(state)[seat].line(line).points


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples(path):
    example = tomllib.loads(path.read_text("utf-8"))
    scored = GAME.score(whole(GAME, example["state"]))
    for seat, rows in example["expect"].items():
        for line, points in rows.items():
            found = scored[seat].known if line == "total" else scored[seat].line(line).points
            assert (seat, line, found) == (seat, line, points)


# One icon of each kind; the twelve values of the rulebook's objective list.
EACH = {
    "barrel": 1,
    "key": 2,
    "hole": 3,
    "scroll": 1,
    "monster": 3,
    "rope": 3,
    "padlock": 3,
    "sword": 1,
    "room": 1,
    "coin": 1,
    "circle": 2,
    "stairs": 1,
}


@pytest.mark.parametrize(("icon", "each"), EACH.items())
def test_each_objective(icon, each):
    objectives = {"primary_objective_2": f"objective_{icon}"}
    # three icons of the kind: 3 x value
    assert row(table(objectives=objectives, p1={"primary_2": 3}), "primary_2") == 3 * each


def test_points_as_written_without_an_objective():
    assert row(table(p1={"primary_2": 9}), "primary_2") == 9


def test_secondary_is_halved_once_over_the_column():
    # 3 + 3 + 3 = 9, halved 4; round by round it would be 1 + 1 + 1 = 3
    state = table(p1={"secondary_1": 3, "secondary_2": 3, "secondary_3": 3})
    assert row(state, "secondary") == 4


@pytest.mark.parametrize(("coins", "points"), [(0, 0), (2, 0), (3, 1), (8, 2), (9, 3)])
def test_three_coins_are_a_point(coins, points):
    assert row(table(p1={"coins": coins}), "coins") == points


def test_what_is_still_to_come_is_projected_and_labelled():
    state = table(p1={"primary_1": 4, "secondary_1": 3, "more": {"primary": 5, "secondary": 1}})
    lines = {line.id: line.points for line in GAME.score(state)["p1"].lines}
    # 4 + 5 expected + (3 + 1)/2 = 11
    assert lines["primary_more"] == 5
    scored = GAME.score(state)["p1"]
    # what is only expected may not come
    assert (scored.known, scored.range.least, scored.range.most) == (11, 5, None)


def test_answers_of_the_table_are_labelled_house():
    state = table({"time_bonus_value": "3"}, p1={"first_1": True})
    line = GAME.score(state)["p1"].line("time_bonus")
    assert (line.points, line.status) == (3, "house")


def test_ranking_by_halved_and_by_unhalved_secondary():
    # 5 + 9/2 = 9 and 5 + 8/2 = 9
    rest = dict.fromkeys([f"{p}_{n}" for p in ("primary", "secondary") for n in range(1, 7)], 0)
    rest |= {"coins": 0, "primary_1": 5}
    seats = {"p1": rest | {"secondary_1": 8}, "p2": rest | {"secondary_1": 9}}
    state = table(**seats)
    places = [p.place for p in GAME.rank(GAME.score(state), state)]
    assert places == [1, 1]
    state = table({"tiebreak_secondary": "column"}, **seats)
    assert [(p.seat, p.place) for p in GAME.rank(GAME.score(state), state)] == [
        ("p2", 1),
        ("p1", 2),
    ]


def test_doubts_name_what_is_strange():
    state = table(
        objectives={"primary_objective_1": "objective_key"},
        p1={"first_1": True, "path_2": "M>", "dungeon": "A", "more": {"escape": 6}},
        p2={"first_1": True},
    )
    paths = [doubt.path for doubt in GAME.sheet.doubts(state)]
    wanted = ["p1/first_1", "p2/first_1", "p1/first_1", "p1/path_2", "p1/more/escape", "p1/dungeon"]
    assert paths == wanted


def read(seats: Any, objectives: Any = None, **more: Any) -> State:
    """Of these seats nobody has said that the rest is none."""
    return GAME.sheet.read({"seats": seats, "table": objectives or {}, **more})


KEYS = {"primary_objective_1": "objective_key", "secondary_objective_1": "objective_room"}
ONE = {"primary_1": 2, "secondary_1": 3, "escaped_1": True}
MORE = {"primary": 5, "secondary": 3, "escape": 1, "time_bonus": 2, "coins": 4}
SIX = {f"primary_{n}": 2 for n in range(1, 7)}
ESCAPES = ("escape_zero", "escape_tie_first")


@pytest.mark.parametrize(
    ("state", "row", "said"),
    [
        (
            read({"p1": ONE}, KEYS),
            "primary_1",
            {
                "points": 4,
                "how": "2 keys × 2",
                "pieces": {"key": 2},
                "entry": "objective_key",
                "label": "Primary, round 1",
                "group": "Primary objective",
                "bounds": None,
                "status": "stated",
            },
        ),
        (
            read({"p1": ONE}),
            "primary_1",
            {"points": 2, "how": "as written", "pieces": {}, "entry": "primary"},
        ),
        (
            read({"p1": {"primary_2": 2}}),
            "primary_1",
            {
                "points": None,
                "how": "not entered yet",
                "bounds": (0, 99),
                "status": "unknown",
                "label": "Primary, round 1",
            },
        ),
        # as many keys as a cell holds
        (read({"p1": {"primary_2": 2}}, KEYS), "primary_1", {"bounds": (0, 198)}),
        (
            table(p1=ONE | {"more": MORE}),
            "primary_more",
            {"points": 5, "how": "expected, a projection", "label": "Primary, still to come"},
        ),
        (table(p1=ONE), "primary_more", None),
        (table(p1=ONE), "secondary", {"points": 1, "how": "(3) ÷ 2, rounded down"}),
        (
            table(p1=ONE | {"more": MORE}),
            "secondary",
            {
                "points": 3,
                "how": "(3 + 3) ÷ 2, rounded down; a projection, 3 still to come",
                "bounds": None,
            },
        ),
        (
            table(p1={"secondary_1": 5, "primary_2": 2}),
            "secondary",
            {
                "points": None,
                "how": "(5 + ?) ÷ 2, rounded down",
                "bounds": (2, 52),  # 5 to 5 + 99, halved
                "status": "unknown",
            },
        ),
        (table(p1={}), "secondary", {"points": 0, "how": "(0) ÷ 2, rounded down"}),
        (
            table(p1={"first_1": True}, p2={}),
            "time_bonus",
            {
                "points": 1,
                "how": "1 round first to finish × 1",
                "rulings": ("time_bonus_value",),
                "rivals": (1, 1),
                "bounds": None,
            },
        ),
        (
            # a rival whose rounds are not entered may have been first too
            read(
                {"p1": {"first_1": True, "first_2": True}, "p2": {"primary_2": 1}},
                rulings={"time_bonus_value": "3"},
            ),
            "time_bonus",
            {"points": None, "bounds": (0, 6), "rivals": (0, 6)},
        ),
        (
            table(p1={"first_1": True, "more": MORE}),
            "time_bonus",
            {
                "points": 3,
                "how": "3 rounds first to finish × 1; a projection, 2 still to come",
            },
        ),
        (
            table(p1=ONE, p2={"escaped_1": True, "escaped_2": True}),
            "escape",
            {
                "points": 1,
                "how": "1 tick (table: 2, 1)",
                "rulings": ESCAPES,
                "rivals": (1, 1),
            },
        ),
        (
            table(p1=ONE | {"more": MORE}, p2={}),
            "escape",
            {"points": 2, "how": "2 ticks (table: 2, 0); a projection, 1 still to come"},
        ),
        (
            read({"p1": ONE, "p2": {}}),
            "escape",
            {
                "points": None,
                "how": "1 tick (table: 1, 0); open until what the others have is entered",
                "bounds": (1, 2),
                "rivals": (1, 2),
                "status": "unknown",
            },
        ),
        (
            table(p1={"coins": 7}),
            "coins",
            {
                "points": 2,
                "how": "7 coins ÷ 3, rounded down",
                "pieces": {"coin": 7},
                "group": "Coins left",
            },
        ),
        (
            table(p1={"coins": 7, "more": MORE}),
            "coins",
            {
                "points": 3,
                "how": "11 coins ÷ 3, rounded down; a projection, 4 still to come",
                "pieces": {"coin": 11},
            },
        ),
        (table(p1={}), "coins", {"points": 0, "pieces": {}}),
        (
            read({"p1": SIX}),
            "coins",
            {"points": None, "how": "not entered yet", "bounds": (0, 25), "status": "unknown"},
        ),
    ],
)
def test_a_row_says_what_it_pays_for_what_it_rests_on_and_within_which_bounds(state, row, said):
    line = GAME.score(state)["p1"].line(row)
    if said is None:
        assert line is None
        return
    told = {key: getattr(line, key) for key in said}
    assert {key: getattr(value, "en", value) for key, value in told.items()} == said


def test_what_a_projection_may_still_cost_is_all_that_is_to_come():
    assert GAME.score(table(p1=ONE | {"more": MORE}))["p1"].fall == sum(MORE.values())


MONSTERS = {"primary_objective_1": "objective_monster"}
BOOKS = ("book_no_sword", "book_any_fairy", "book_monster_jump", "book_no_key")
NO_SWORD = "Sign 1: No sword collected and unspent at this point. It counts up to there."
STRANGE_SIGN = "Sign 2: “w” is no sign of the notation. It counts up to there."
TWICE = "Somebody else was first too: until you agree on one, nobody has the bonus."


@pytest.mark.parametrize(
    ("seats", "objectives", "said"),
    [
        ([{"first_1": True}, {"first_2": True}], {}, {}),
        ([{"first_1": True}], MONSTERS | {"hourglass_1": True}, {}),
        (
            [{"first_1": True}, {"first_1": True}],
            {},
            {"p1/first_1": TWICE, "p2/first_1": TWICE},
        ),
        ([{}, {"first_1": True}], MONSTERS, {"p2/first_1": "This primary has no hourglass."}),
        ([{"path_1": "sM>"}], {}, {}),
        ([{"path_1": "M>"}], {}, {"p1/path_1": NO_SWORD}),
        ([{"path_1": "sM"}], {}, {"p1/path_1": "No end given; counted as stopped."}),
        ([{"path_2": "sw>"}], {}, {"p1/path_2": STRANGE_SIGN}),
        ([{"path_1": "sM>", "primary_1": 1}], MONSTERS, {}),
        ([{"path_1": "sM>", "primary_1": 2}], {}, {}),
        (
            [{"path_1": "sM>", "primary_1": 2}],
            MONSTERS,
            {"p1/primary_1": "The typed path meets 1. The number entered here counts."},
        ),
        (
            [{"path_1": "sM>", "secondary_1": 0}],
            {"secondary_objective_1": "objective_monster"},
            {"p1/secondary_1": "The typed path meets 1. The number entered here counts."},
        ),
        ([{"path_1": "sM>", "escaped_1": True}], {}, {}),
        (
            [{"path_1": "sM#", "escaped_1": True}],
            {},
            {"p1/escaped_1": "The path does not escape."},
        ),
        ([{"books": dict.fromkeys(BOOKS[:2], True)}], {}, {}),
        (
            [{"books": dict.fromkeys(BOOKS, True)}],
            {},
            dict.fromkeys(
                ("p1/books/book_monster_jump", "p1/books/book_no_key"),
                "A player has two spellbooks at most.",
            ),
        ),
        ([{"dungeon": "A"}], {}, {"p1/dungeon": "“A” is neither a passage nor a place."}),
        ([{"primary_1": 1, "more": {"escape": 5, "time_bonus": 5, "coins": 30}}], {}, {}),
        (
            [{"primary_1": 1, "more": {"escape": 6, "time_bonus": 6, "coins": 30}}],
            {},
            dict.fromkeys(
                ("p1/more/escape", "p1/more/time_bonus"),
                "Only 5 rounds are left.",
            ),
        ),
        (
            [{"primary_6": 1, "more": {"escape": 0, "coins": 1}}],
            {},
            {"p1/more/coins": "The last round is over: this does not count any more."},
        ),
    ],
)
def test_what_looks_wrong_on_a_pad_is_told_at_its_cell(seats, objectives, said):
    state = read({f"p{n}": seat for n, seat in enumerate(seats, 1)}, objectives)
    found = {doubt.path: doubt.message.en for doubt in GAME.sheet.doubts(state)}
    assert found == said


REST = dict.fromkeys([f"{p}_{n}" for p in ("primary", "secondary") for n in range(1, 7)], 0)


LEVEL = "shared: total and secondary score level"


def counted(**more: int) -> dict[str, int]:
    return REST | {"coins": 0} | more


@pytest.mark.parametrize(
    ("ruling", "seats", "ranked"),
    [
        (
            "column",
            [counted(primary_1=5, secondary_1=8), counted(primary_1=5, secondary_1=9)],
            [
                ("p2", 1, "tie broken by the secondary score"),
                ("p1", 2, "tie broken by the secondary score"),
            ],
        ),
        (
            "column",
            [counted(primary_1=5), counted(primary_1=5), counted(primary_1=9)],
            [("p3", 1, "by total"), ("p1", 2, LEVEL), ("p2", 2, LEVEL)],
        ),
    ],
)
def test_a_place_says_what_decided_it(ruling, seats, ranked):
    state = table({"tiebreak_secondary": ruling}, **{f"p{n}": s for n, s in enumerate(seats, 1)})
    found = [(p.seat, p.place, p.reason.en) for p in GAME.rank(GAME.score(state), state)]
    assert found == ranked


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
