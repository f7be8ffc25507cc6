"""Scoring rules, rulings, market order and co-op goals, each with a worked sum."""

import random
import tomllib
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

from scoring import game
from scoring.games.map_masters.solvers import coop, market
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
    # coins 4, 4, 2, 6: p3 first. p1 and p2 level: last round 5 + 3 + 1 = 9 against 6 + 2 = 8.
    seats = {
        "p1": {"coins": 4, "primary_2": 5, "secondary_2": 3, "first_2": True},
        "p2": {"coins": 4, "primary_2": 6, "secondary_2": 2, "primary_1": 9},
        "p3": {"coins": 2},
        "p4": {"coins": 6},
    }

    def order(reading):
        state = table({"market_tie": reading}, **seats)
        return market.order(GAME.sheet.position(state), 3)

    assert order("round") == [["p3"], ["p2"], ["p1"], ["p4"]]
    # secondary halved: 5 + 1 + 1 = 7 and 6 + 1 = 7, still level
    assert order("round_halved") == [["p3"], ["p1", "p2"], ["p4"]]
    # all rounds: 9 against 8 + 9 = 17
    assert order("all") == [["p3"], ["p1"], ["p2"], ["p4"]]


def test_purse():
    # two fairies 2, a book 2, cards 3 + 6: 13
    fairies = {"sword_fairy": 1, "rope_fairy": 1}
    assert market.price(GAME.catalogue, fairies, 1, [3, 6]) == 13
    assert market.refused(GAME.catalogue, 13, fairies, 1, [3, 6]) == []
    assert market.refused(GAME.catalogue, 12, fairies, 1, [3, 6]) == ["market"]
    assert market.refused(GAME.catalogue, 99, {}, 0, [3] * 4, in_hand=2) == ["hand_over_five"]
    sold = {"sword_fairy": 5}
    assert market.refused(GAME.catalogue, 9, fairies, 0, [], sold=sold) == ["sold_out_fairy"]


def test_best_purchases_are_those_found_by_trying_all():
    rng = random.Random("market")
    for _ in range(100):
        coins, in_hand, income = rng.randint(0, 14), rng.randint(0, 4), rng.randint(0, 2)
        offers = []
        for n in range(rng.randint(0, 8)):
            kind = rng.choice(("fairy", "book", "card", "card"))
            cost = {"fairy": 1, "book": 2, "card": rng.randint(3, 6)}[kind]
            offers.append(market.Offer(f"{kind} {n}", kind, cost, rng.randint(0, 90)))
        most = 0
        for size in range(len(offers) + 1):
            for some in combinations(offers, size):
                spent = sum(offer.cost for offer in some)
                kinds = [offer.kind for offer in some]
                if spent > coins or kinds.count("card") + in_hand > 5 or kinds.count("book") > 2:
                    continue
                lost = (coins + income) // 3 - (coins - spent + income) // 3
                most = max(most, sum(offer.worth for offer in some) - 24 * lost)
        assert market.best(coins, offers, in_hand, income).gain == most


# -- co-op ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("difficulty", "met"), [("novice", True), ("easy", True), ("normal", False), ("hard", False)]
)
def test_spent_keys(difficulty, met):
    # two keys asked; three circled, two struck out: one left
    group = coop.Group({"key": 3}, {"key": 2})
    assert (coop.gaps(GAME.catalogue, {"key": 2}, group, difficulty) == []) is met


def test_unused_fairies_count():
    # two keys asked, one left over and one key fairy
    group = coop.Group({"key": 1}, fairies={"key": 1})
    assert coop.gaps(GAME.catalogue, {"key": 2}, group, "normal") == []
    # hard wants exactly two: a third is too many
    more = coop.Group({"key": 2}, fairies={"key": 1})
    assert coop.gaps(GAME.catalogue, {"key": 2}, more, "hard") == [coop.Gap("key", 3, 2)]
    assert coop.gaps(GAME.catalogue, {"key": 2}, more, "normal") == []


def test_hard_of_which_icons():
    group = coop.Group({"key": 2, "sword": 1})
    assert coop.gaps(GAME.catalogue, {"key": 2}, group, "hard") == []
    assert coop.gaps(GAME.catalogue, {"key": 2}, group, "hard", "all") == [coop.Gap("sword", 1, 0)]


def test_mission_1_goals():
    asks = GAME.catalogue["mission_1"].facts["asks"]
    boots = {"winged_boots": asks["winged_boots"]}
    with_boots = coop.Group(artifacts=frozenset({"winged_boots"}))
    assert coop.gaps(GAME.catalogue, boots, with_boots, "hard") == []
    assert coop.gaps(GAME.catalogue, boots, coop.Group(), "novice")
    coins = {"coin": asks["coin"]}
    assert coop.gaps(GAME.catalogue, coins, coop.Group({"coin": 5}), "hard") == []
    assert coop.gaps(GAME.catalogue, coins, coop.Group({"coin": 6}), "hard")


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
        found = coop.spend(
            GAME.catalogue,
            {"padlock": locks},
            {"key": keys},
            {"key": fairy},
            {"key": book},
            {"key": asked},
            difficulty,
        )
        assert (found is not None) == possible, (locks, keys, fairy, book, asked)
