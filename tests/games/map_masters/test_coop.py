"""Co-op: a mission played through the calculators alone, and what the pages then say of it."""

import pytest

from scoring import game
from scoring.games.map_masters.score import rank, score
from tests.whole import whole

GAME = game("map_masters")


def answered(tool, state, seat="p1", **cells):
    """The answer of the form that a table fills, with some of its table cells changed."""
    found = GAME.calculators[tool].form
    form = found.filled(GAME.sheet.position(state), seat)
    if cells:
        form["table"] = form.get("table", {}) | cells
    return found.answer(found.sheet.position(found.sheet.read(form)))


def put(state, cells):
    return whole(GAME, GAME.sheet.put(state, cells))


def begun(players=2):
    state = GAME.sheet.blank(players)
    answer = answered("begin_mission", state, mission="mission_1", difficulty="normal")
    return put(state, answer.applies[0].cells)


def values(answer, block):
    found = next(b for b in answer.blocks if b.title.en == block)
    return {row.label.en: (row.value.en, row.how.en) for row in found.rows}


@pytest.mark.parametrize(("players", "hand", "deck"), [(1, 4, 32), (2, 3, 30), (5, 3, 21)])
def test_mission_1_begins(players, hand, deck):
    # 36 cards, 3 each or 4 alone
    state = begun(players)
    assert state["table"]["cards_in_deck"] == deck
    assert {cells["cards_in_hand"] for cells in state["seats"].values()} == {hand}
    asked = state["table"]["asked"]
    assert asked == {
        "yellow": {"scroll": 5},
        "blue": {"key": 2},
        "red": {"coin": 5},
    }
    assert state["table"]["asked_artifact"] == {"green": True}
    phases = [phase.id for phase in GAME.sheet.phases.listed(state)]
    assert phases == ["coop_setup", "coop_turns", "coop_end"]


def test_what_other_missions_ask_is_not_made_up():
    answer = answered("begin_mission", GAME.sheet.blank(2), mission="mission_7")
    assert "not public" in answer.summary.en
    state = put(GAME.sheet.blank(2), answer.applies[0].cells)
    assert state["table"] == {"coop": True, "mission": "mission_7"}


def test_a_mission_is_played_to_victory():
    state = begun()
    scored = GAME.score(state)
    assert scored["p1"].total is None
    assert {p.place for p in GAME.rank(scored, state)} == {0}
    # the yellow group has its scrolls, the blue one its keys, one of them a fairy's
    met = {
        "table/circled/yellow/scroll": 5,
        "table/circled/blue/key": 3,
        "table/struck/blue/key": 2,
        "table/group_fairies/blue/key_fairy": 1,
        "table/circled/red/coin": 4,
    }
    state = put(state, met)
    answer = answered("goals", state)
    assert answer.summary.en == "Normal: enough for Yellow, Blue."
    assert values(answer, "Red group")["Coin"] == ("4 of 5", "1 short")
    for offer in answer.applies:
        state = put(state, offer.cells)
    state = put(state, {"table/circled/red/coin": 5, "table/artifacts/winged_boots": "green"})
    for offer in answered("goals", state).applies:
        state = put(state, offer.cells)
    assert set(state["table"]["groups"].values()) == {"goal_met"}
    answer = answered("defeat", state)
    assert answer.summary.en.startswith("Every group has met its goal")
    state = put(state, answer.applies[0].cells)
    scored = GAME.score(state)
    # the mission's own score is the booklet's: open until entered
    assert scored["p1"].line("mission_won").points == 0
    assert scored["p1"].total is None
    state = put(state, {"table/mission_score": 0})
    scored = GAME.score(state)
    assert [(p.place, p.reason.en) for p in GAME.rank(scored, state)] == [(1, "won together")] * 2
    assert scored["p2"].total == 0


@pytest.mark.parametrize(
    ("cells", "why"),
    [
        ({"table/groups/red": "stuck"}, "coop_defeat_stuck"),
        ({"table/groups/red": "goal_unmet"}, "coop_defeat_requirement"),
        ({"table/empty_slots": 0}, "coop_defeat_no_card"),
        ({"table/defeats/coop_defeat_mission": True}, "coop_defeat_mission"),
    ],
)
def test_each_way_to_lose(cells, why):
    state = put(begun(), cells)
    answer = answered("defeat", state)
    if why == "coop_defeat_mission":
        # only the table can know it; the row says so
        assert values(answer, "Ways to lose")["The mission's own condition"][0] == "?"
    else:
        assert answer.summary.en.startswith("Lost")
        state = put(state, answer.applies[0].cells)
    breakdown = GAME.score(state)["p1"]
    assert breakdown.line("mission_lost") is not None
    assert GAME.catalogue.name(why).en.lower() in breakdown.line("mission_lost").how.en
    assert {p.reason.en for p in GAME.rank(GAME.score(state), state)} == {"the mission is lost"}


def test_an_empty_hand_loses_once_it_must_play():
    state = put(begun(), {"p2/cards_in_hand": 0, "table/empty_slots": 4})
    answer = answered("defeat", state)
    assert "Player 2 must play" in answer.summary.en


def test_a_turn_takes_a_slot_and_a_card_and_passes_the_token():
    state = put(begun(), {"play/first": "p2", "table/empty_slots": 9})
    answer = answered("defeat", state)
    # 30 in the deck, 6 in hands, 9 slots
    assert values(answer, "Cards") == {
        "Cards that can still be played": ("9", "36 in deck and hands, 9 slots")
    }
    state = put(state, answer.applies[-1].cells)
    assert (state["table"]["empty_slots"], state["table"]["cards_in_deck"]) == (8, 29)
    assert state["play"]["first"] == "p1"
    state = put(state, {"table/cards_in_deck": 0})
    state = put(state, answered("defeat", state).applies[-1].cells)
    assert state["seats"]["p1"]["cards_in_hand"] == 2


@pytest.mark.parametrize(
    ("difficulty", "circled", "fairy", "said"),
    [
        # one padlock, two keys asked: spent ones count on Easy
        ("easy", 2, 0, "Easy: spend 1 key."),
        ("normal", 2, 0, None),
        ("normal", 3, 0, "Normal: spend 1 key."),
        ("normal", 2, 1, "Normal: spend 1 key fairy."),
        # exactly two on Hard: the fairy must go, or it is one too many
        ("hard", 2, 1, "Hard: spend 1 key fairy."),
        ("hard", 4, 0, None),
    ],
)
def test_remedies_that_leave_the_goal_met(difficulty, circled, fairy, said):
    cells = {
        "table/difficulty": difficulty,
        "table/planning": "blue",
        "table/circled/blue/key": circled,
    }
    cells |= {"table/group_fairies/blue/key_fairy": fairy} if fairy else {}
    state = put(begun(), cells)
    answer = answered("remedies", state, obstacles={"padlock": 1})
    if said is None:
        assert "nothing works" in answer.summary.en
        return
    assert answer.summary.en == said
    after = put(state, answer.applies[0].cells)
    assert "enough for Blue" in answered("goals", after).summary.en


def test_a_book_is_spent_once_per_mission():
    state = put(
        begun(),
        {
            "table/planning": "blue",
            "table/circled/blue/key": 2,
            "table/group_books/book_no_key": "blue",
        },
    )
    answer = answered("remedies", state, obstacles={"padlock": 1})
    state = put(state, answer.applies[0].cells)
    assert state["table"]["books_spent"] == {"book_no_key": True}
    assert "nothing works" in answered("remedies", state, obstacles={"padlock": 1}).summary.en


def test_planners_of_versus_play_say_that_they_are_not_for_co_op():
    state = begun()
    planners = [each.id for each in GAME.calculators.values() if each.planner]
    assert planners == ["win", "second", "third", "route"]
    for planner in planners:
        plan = GAME.optimise(planner, "p1", state)
        assert plan.proof.verdict == "impossible"
        assert "together" in plan.steps[0].en


def test_doubts_about_groups():
    cells = {
        "table/struck/red/sword": 1,
        "table/group_fairies/red/key_fairy": 2,
        "table/groups/red": "stuck",
        "table/mission_won": True,
        **{f"table/group_books/{b}": "red" for b in ("book_no_key", "book_no_sword", "book_climb")},
    }
    paths = {doubt.path for doubt in GAME.sheet.doubts(put(begun(), cells))}
    assert len(paths) == 4
    assert {"table/struck/red/sword", "table/group_fairies/red/key_fairy"} <= paths
    assert "table/mission_won" in paths


def test_co_op_sections_show_only_in_co_op():
    listed = [s for s in (*GAME.sheet.table, *GAME.sheet.sections) if s.when]
    assert {s.when for s in listed} == {"table/coop"}
    assert all(section.tracked for section in listed)


MET = {"coop": True, "groups": {"red": "goal_met", "blue": "goal_met"}}
MISSED = MET | {"groups": {"red": "under_way", "blue": "goal_met"}}
NO_POINTS = "Co-op has no points of its own."
LOST = ("mission_lost", 0, f"Lost: a group is stuck. {NO_POINTS}", "stated")


def ended(table):
    return GAME.sheet.position(GAME.sheet.read({"seats": {"p1": {}, "p2": {}}, "table": table}))


@pytest.mark.parametrize(
    ("table", "lines", "place", "reason"),
    [
        (
            MET | {"mission_won": True},
            [
                ("mission_won", 0, f"Won together. {NO_POINTS}", "stated"),
                ("mission_score", None, "Work it out as the booklet says.", "unknown"),
            ],
            1,
            "won together",
        ),
        (
            MET | {"mission_won": True, "mission_score": 12},
            [
                ("mission_won", 0, f"Won together. {NO_POINTS}", "stated"),
                ("mission_score", 12, "as entered", "house"),
            ],
            1,
            "won together",
        ),
        (
            MISSED | {"mission_score": 12},  # of no mission that is under way
            [
                (
                    "mission_open",
                    0,
                    f"Under way: 1 of 2 groups has met a goal. {NO_POINTS}",
                    "stated",
                ),
                ("mission_score", None, "Only once it is won.", "unknown"),
            ],
            0,
            "the mission is under way",
        ),
        (MET | {"groups": {"red": "stuck"}}, [LOST], 0, "the mission is lost"),
        (
            MET | {"groups": {"red": "stuck"}, "mission_won": True, "mission_score": 5},
            [LOST],
            0,
            "the mission is lost",
        ),
    ],
)
def test_the_rows_and_places_of_a_mission_say_how_it_ended(table, lines, place, reason):
    position = ended(table)
    scored = score(position)
    for seat in ("p1", "p2"):
        found = [(x.id, x.points, x.how.en, x.status) for x in scored[seat].lines]
        assert found == lines
        assert {x.entry for x in scored[seat].lines} == {"coop_victory"}
    assert [x.label.en for x in scored["p1"].lines] == ["Mission", "The mission's own score"][
        : len(lines)
    ]
    placings = [(p.seat, p.place, p.best, p.worst, p.reason.en) for p in rank(scored, position)]
    assert placings == [(seat, place, place, place, reason) for seat in ("p1", "p2")]


RED = {"red": {"sword": 1, "key": 3}}
BOOKS = ("book_no_key", "book_no_sword", "book_climb")


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ({"circled": RED, "struck": {"red": {"sword": 1, "key": 3}}}, {}),
        (
            {"circled": RED, "struck": {"red": {"sword": 1, "key": 4}, "blue": {"sword": 1}}},
            dict.fromkeys(("struck/red/key", "struck/blue/sword"), "More struck out than circled."),
        ),
        ({"group_fairies": {"red": {"key_fairy": 1}, "blue": {"key_fairy": 1}}}, {}),
        (
            {"group_fairies": {"red": {"key_fairy": 2, "rope_fairy": 1}}},
            {"group_fairies/red/key_fairy": "A group has one fairy of a kind at a time."},
        ),
        ({"group_books": dict(zip(BOOKS, ("red", "red", "blue"), strict=True))}, {}),
        (
            {"group_books": dict.fromkeys(BOOKS, "red")},
            {"group_books/book_climb": "A group has two spellbooks at most."},
        ),
        ({"mission_won": True}, {}),
        (
            {"mission_won": True, "groups": {"red": "stuck"}},
            {"mission_won": "A defeat is recorded too."},
        ),
        (
            {"mission_won": True, "groups": {"red": "under_way"}},
            {"mission_won": "1 group has not met its goal."},
        ),
        ({"groups": {"red": "under_way"}}, {}),
    ],
)
def test_what_a_group_cannot_hold_and_an_end_that_cannot_be_are_doubted(cells, said):
    state = GAME.sheet.read({"seats": {"p1": {}}, "table": MET | cells})
    found = {doubt.path: doubt.message.en for doubt in GAME.sheet.doubts(state)}
    assert found == {f"table/{path}": each for path, each in said.items()}


def test_the_box_holds_so_many_fairies_of_a_kind():
    held = {"red": {"key_fairy": 3}, "blue": {"key_fairy": 2}, "green": {"rope_fairy": 1}}
    for more in (0, 1):
        held["red"]["key_fairy"] = 3 + more
        state = GAME.sheet.read({"seats": {"p1": {}}, "table": MET | {"group_fairies": held}})
        found = [d.path for d in GAME.sheet.doubts(state) if "the box holds 5" in d.message.en]
        assert found == [f"table/group_fairies/{g}/key_fairy" for g in ("blue", "red")][: 2 * more]
