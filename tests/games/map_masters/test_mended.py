"""Rules of Map Masters that scores and calculators once broke, each by its name."""

import pytest

from scoring import game
from scoring.games.map_masters.solvers import market
from scoring.games.map_masters.solvers.pad import Pad
from scoring.model.breakdown import TotalRange
from tests.games.map_masters.states import played
from tests.whole import whole

GAME = game("map_masters")


def table(objectives=None, play=None, **seats):
    return whole(GAME, {"seats": played(seats), "table": objectives or {}, "play": play or {}})


def answered(tool, seats, **more):
    found = GAME.calculators[tool].form
    return found.answer(found.sheet.position(found.sheet.read({"seats": seats, **more})))


def doubts(state):
    return {doubt.path: doubt.message.en for doubt in GAME.sheet.doubts(state)}


def places(state):
    return {p.seat: p.place for p in GAME.rank(GAME.score(state), state)}


MORE = {"primary": 9, "secondary": 4, "time_bonus": 1, "escape": 1, "coins": 3}


def test_a_table_that_counts_waits_for_the_last_round_and_the_coins():
    state = table(play={"stage": "count"}, p1={"primary_5": 10, "more": MORE})
    scored = GAME.score(state)["p1"]
    opened = [line.id for line in scored.lines if line.points is None]
    assert opened == ["primary_6", "secondary", "coins"]
    assert {path for path in doubts(state) if "/more/" in path} == {f"p1/more/{p}" for p in MORE}


def test_nothing_is_to_come_after_the_last_round():
    cells = {"primary_6": 10}
    state = table(p1=cells | {"more": MORE}, p2=cells | {"coins": 3})
    scored = GAME.score(state)
    # 10, and 10 + 3 coins 1; with what was to come the first would have won
    assert {seat: found.total for seat, found in scored.items()} == {"p1": 10, "p2": 11}
    assert places(state) == {"p2": 1, "p1": 2}
    assert {path for path in doubts(state) if "/more/" in path} == {f"p1/more/{p}" for p in MORE}
    assert GAME.optimise("win", "p1", state).proof.verdict == "impossible"
    won = GAME.optimise("win", "p2", state)
    assert (won.worth, won.steps[0].en) == (11, "Nothing more is needed.")
    assert not GAME.alternatives(won, state).one_more


def test_a_blank_cell_of_a_round_that_was_played_is_open_and_not_nought():
    seats = {"p1": {"primary_2": 3}, "p2": {"primary_1": 1, "secondary_1": 2, "secondary_2": 0}}
    scored = GAME.score(whole(GAME, {"seats": seats}))
    blank = scored["p1"].line("primary_1")
    assert (blank.points, blank.bounds) == (None, (0, 99))
    # both of its secondaries are blank: half of twice 99
    assert scored["p1"].line("secondary").bounds == (0, 99)
    assert scored["p2"].line("primary_2").bounds == (0, 99)
    assert scored["p2"].line("secondary").points == 1
    assert scored["p2"].line("coins").points == 0
    found = scored["p2"].range
    assert (found.known, found.least, found.most) == (2, 2, None), "rounds are still to come"


def test_blank_coins_are_open_after_the_last_round():
    full = dict.fromkeys([f"{p}_{n}" for p in ("primary", "secondary") for n in range(1, 7)], 1)
    state = whole(GAME, {"seats": {"p1": full, "p2": full | {"coins": 0}}})
    scored = GAME.score(state)
    # six primaries, six secondaries halved; all 75 coins of the box would be 25 points
    assert scored["p1"].range == TotalRange(known=9, least=9, most=34)
    assert scored["p2"].total == 9
    assert [each.path for each in scored["p1"].missing] == ["p1/coins"]
    assert scored["p2"].missing == ()


def test_what_stands_beside_a_cell_keeps_its_half():
    objectives = {
        "primary_objective_1": "objective_hole",
        "secondary_objective_1": "objective_coin",
    }
    cells = {"primary_1": 3, "secondary_1": 5, "first_1": True}
    found = GAME.score(table(objectives, p1=cells, p2={}))["p1"].beside
    assert (found["primary_1"], found["secondary_1"], found["primary"]) == ("9", "2½", "9")


def test_a_projection_is_called_so():
    state = table(p1={"primary_1": 4, "more": MORE}, p2={"primary_1": 3})
    scored = GAME.score(state)
    to_come = [line.id for line in scored["p1"].lines if "projection" in line.how.en]
    assert to_come == ["primary_more", "secondary", "time_bonus", "escape", "coins"]
    assert all("予想" in scored["p1"].line(id_).how.ja for id_ in to_come)
    assert not any("projection" in line.how.en for line in scored["p2"].lines)
    assert [scored[seat].total for seat in ("p1", "p2")] == [None, None]


def test_a_rival_in_its_last_round_may_still_win_the_race():
    # p1 has entered all it gets, 10; p2 has 9 and may win round 6's time bonus: level, and more
    # if it escapes
    state = table(
        p1={"primary_6": 10}, p2={"primary_5": 9, "more": {"time_bonus": 1, "primary": 1}}
    )
    assert GAME.optimise("win", "p1", state).proof.verdict == "impossible"


def test_a_path_that_contradicts_the_icons_is_a_doubt():
    objectives = {"primary_objective_1": "objective_key", "secondary_objective_1": "objective_coin"}
    state = table(objectives, p1={"path_1": "kkc>", "primary_1": 5, "secondary_1": 0})
    found = doubts(state)
    assert set(found) == {"p1/primary_1", "p1/secondary_1"}
    assert "meets 2" in found["p1/primary_1"]
    # the number counts, 5 x 2, and the row does not claim a coin
    line = GAME.score(state)["p1"].line("primary_1")
    assert (line.points, line.pieces["key"]) == (10, 5)
    state = table(objectives, p1={"path_1": "kkc>", "primary_1": 2, "secondary_1": 1})
    assert doubts(state) == {}


def test_no_icon_entered_is_no_piece():
    state = table({"primary_objective_1": "objective_key"}, p1={"path_1": "kk>", "primary_1": 0})
    line = GAME.score(state)["p1"].line("primary_1")
    assert (line.points, line.pieces.get("key", 0)) == (0, 0)


def test_the_box_holds_five_fairies_of_a_kind_for_the_whole_table():
    state = table(p1={"fairies": {"sword_fairy": 5}}, p2={"fairies": {"sword_fairy": 3}})
    assert set(doubts(state)) == {f"p{n}/fairies/sword_fairy" for n in (1, 2)}
    groups = {"green": {"sword_fairy": 5}, "red": {"sword_fairy": 3}}
    state = table({"coop": True, "group_fairies": groups}, p1={})
    messages = [d.message.en for d in GAME.sheet.doubts(state) if "box" in d.message.en]
    assert len(messages) == 2
    assert "Sword fairy: the box holds 5" in messages[0]
    assert "8" in messages[0]
    held = {"held": {"sword_fairy": 5}, "sold": {"sword_fairy": 3}}
    answer = answered("purse", {"p1": {"coins": 3}}, table=held)
    rows = [row for row in answer.blocks[0].rows if row.entry == "sword_fairy"]
    assert [(row.value.en, row.how.en) for row in rows] == [("8", "The box holds only 5.")]


def test_two_first_finishers_are_paid_nothing_until_one_is_agreed():
    objectives = {"primary_objective_2": "objective_key", "hourglass_2": True}
    both = {f"p{n}": {"first_2": True, "primary_2": 1, "coins": 2} for n in (1, 2)}
    state = table(objectives, **both, p3={"coins": 2})
    scored = GAME.score(state)
    assert [scored[seat].line("time_bonus").points for seat in both] == [0, 0]
    assert {f"{seat}/first_2" for seat in both} <= set(doubts(state))
    # in the market of the next round it breaks no tie either
    position = GAME.sheet.position(state)
    earned = [market.earned(Pad(position), seat, 3) for seat in position]
    assert earned == [scored["p1"].line("primary_2").points] * 2 + [0]
    one = table(objectives, **(both | {"p2": {"primary_2": 1, "coins": 2}}))
    assert GAME.score(one)["p1"].line("time_bonus").points == 1
    cells = {seat: {"first": True, "primary_icons": 1} for seat in both}
    shown = answered("round_points", cells, table={"primary": "objective_key", "hourglass": True})
    assert not any("green 1" in row.how.en for row in shown.blocks[0].rows)


def test_a_card_on_offer_may_be_the_cheaper_one():
    cells = {"coins": 2, "on_offer": "3 kk", "primary": "objective_key"}
    without = answered("purse", {"p1": cells}).blocks[1].rows
    assert without[0].how.en != "buy"
    # 3 - 1 = 2 coins are enough
    book = cells | {"books": {"book_cheaper_card": True}}
    assert answered("purse", {"p1": book}).blocks[1].rows[0].how.en == "buy"
    # but a card that is wished for has used the book up
    used = book | {"coins": 4, "buy_cards": {"cost_3": 1}}
    assert answered("purse", {"p1": used}).blocks[1].rows[0].how.en != "buy"


@pytest.mark.parametrize(
    ("cells", "play", "round_", "primary"),
    [
        ({"primary_3": 4}, {}, "3", "objective_rope"),
        ({"primary_2": 4}, {"stage": "round_3"}, "3", "objective_rope"),
        ({"primary_3": 4}, {"stage": "round_3"}, "3", "objective_rope"),
        ({"primary_6": 4}, {}, "6", None),
        ({}, {"stage": "count"}, "6", None),
        ({}, {}, "1", None),
    ],
)
def test_optimisers_are_for_the_round_just_played(cells, play, round_, primary):
    state = table({"primary_objective_4": "objective_rope"}, play, p1=cells | {"path_3": "yx>"})
    if "primary_3" not in cells:
        state = table({"primary_objective_4": "objective_rope"}, play, p1=cells)
    form = GAME.calculators["optimizers"].form.filled(GAME.sheet.position(state), "p1")
    assert form["table"].get("round") == round_
    assert form["table"].get("primary") == primary


def test_an_empty_hand_is_a_defeat_on_its_own_turn_only():
    groups = {"groups": {"red": "under_way"}, "empty_slots": 3, "cards_in_deck": 0}
    hands = {"p1": {"cards_in_hand": 2}, "p2": {"cards_in_hand": 0}}
    waiting = answered("defeat", hands, table=groups | {"active": "p1"})
    assert "Player 2 must play" in waiting.summary.en
    assert [apply for apply in waiting.applies if "table/defeats" in " ".join(apply.cells)] == []
    lost = answered("defeat", hands, table=groups | {"active": "p2"})
    assert lost.summary.en.startswith("Lost")
    assert [list(apply.cells) for apply in lost.applies] == [["table/defeats/coop_defeat_no_card"]]
    # who has won need not play any more
    home = groups | {"groups": {"red": "goal_met"}, "active": "p2"}
    won = answered("defeat", hands, table=home)
    assert won.summary.en.startswith("Every group has met its goal")


def test_a_victory_with_a_group_under_way_is_a_doubt():
    groups = {"green": "goal_met", "red": "under_way"}
    state = table({"coop": True, "mission_won": True, "groups": groups}, p1={})
    assert doubts(state) == {"table/mission_won": "1 group has not met its goal."}
    groups["red"] = "goal_met"
    state = table({"coop": True, "mission_won": True, "groups": groups}, p1={})
    assert doubts(state) == {}


def test_no_place_is_given_away_while_another_total_may_reach_it():
    # a path with three keys and no objective: a key pays most, 2 each, and half of it as secondary
    rest = dict.fromkeys([f"{p}_{n}" for p in ("primary", "secondary") for n in range(1, 7)], 0)
    rest["coins"] = 0
    known = {"p1": rest | {"primary_1": 9}, "p2": rest | {"primary_1": 10}}
    del rest["primary_1"], rest["secondary_1"]
    state = table(p3=rest | {"path_1": "kkk#"}, **known)
    found = GAME.score(state)["p3"].range
    assert (found.least, found.most) == (0, 9)
    assert places(state) == {"p2": 1, "p1": 0, "p3": 0}


def test_a_third_spellbook_is_doubted_where_it_is_held_and_still_used():
    """A seat that recorded three books gets its best path; the path is not doubted again."""
    cells = {
        "dungeon": "A-C Px; >-A; >-B r; B-D xP; C-> sPxM; C-C P; C: MMo; A= r; B= kx; D= so",
        "more": {"escape": 1},
        "fairies": {"sword_fairy": 2, "key_fairy": 2},
        "books": {"book_no_sword": True, "book_cross_hole": True, "book_no_scroll": True},
        "primary_1": 3,
    }
    state = table({"primary_objective_2": "objective_monster"}, p1=cells)
    before = doubts(state)
    assert len(before) == 1
    plan = GAME.optimise("route", "p1", state)
    assert plan.proof.verdict == "optimal"
    assert doubts(plan.after) == before


def test_no_two_calculators_have_one_name():
    for language in ("en", "ja"):
        names = [each.name.in_language(language) for each in GAME.calculators.values()]
        assert len(set(names)) == len(names)
