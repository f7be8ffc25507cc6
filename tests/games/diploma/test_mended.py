"""Mended faults of Diploma's score and calculators, each by its name."""

import pytest

from scoring import game
from scoring.model.breakdown import TotalRange
from tests.whole import whole

GAME = game("diploma")


def table(penalty=None, **seats):
    known = {"sets": 0, "circles": 0}
    seats = {seat: known | cells for seat, cells in seats.items()}
    shared = {} if penalty is None else {"penalty": penalty}
    return whole(GAME, {"seats": seats, "table": shared})


def doubts(state):
    return {doubt.path for doubt in GAME.sheet.doubts(state)}


def rows(state, seat="p1"):
    return {line.id: line.points for line in GAME.score(state)[seat].lines}


def test_a_bonus_without_a_circle_counts_and_is_a_doubt():
    state = table(p1={"circle_bonus": 4, "power_points": 0})
    assert rows(state)["circle_bonus"] == 4
    assert GAME.score(state)["p1"].total == 4
    assert doubts(state) == {"p1/circle_bonus"}


@pytest.mark.parametrize("title", ["sure_footing", "excellent_excavator", "mages_aptitude"])
def test_title_points_beside_a_named_title_count_and_are_a_doubt(title):
    own = {"title": title, "title_stone": "stone_a"}
    state = table(p1=own | {"title_points": 7, "power_points": 0})
    line = GAME.score(state)["p1"].line("title_points")
    assert (line.points, line.status) == (7, "house")
    assert GAME.score(state)["p1"].total == 7
    assert doubts(state) == {"p1/title_points"}


def test_who_has_only_the_score_pad_enters_the_titles_points_there():
    state = table(p1={"title_points": 7, "power_points": 0})
    line = GAME.score(state)["p1"].line("title_points")
    assert (line.points, line.label.en) == (7, "Title")
    assert doubts(state) == set()


def test_a_blank_row_of_the_pad_is_open_within_its_bounds():
    state = whole(GAME, {"seats": {"p1": {"circles": 0, "power_points": 2}}})
    scored = GAME.score(state)["p1"]
    assert (scored.line("sets").points, scored.line("sets").bounds) == (None, (0, 200))
    assert scored.range == TotalRange(known=2, least=2, most=202)
    assert [each.path for each in scored.missing] == ["p1/sets"]


def test_the_table_names_a_row_once_for_everybody():
    seats = {"p1": {"own_1_points": 3}, "p2": {"own_1_name": "Mine", "own_1_points": -1}}
    state = whole(GAME, {"seats": seats, "table": {"own_1": "Barrier"}})
    found = GAME.score(state)
    assert [found[s].line("own_1").label.en for s in found] == ["Barrier", "Mine"]
    assert doubts(state) == set()


def test_sets_left_are_those_counted_or_those_of_the_stones():
    stones = dict.fromkeys(("stone_a", "stone_b", "stone_c", "stone_d"), 2)
    rulings = {"final_count": "yes"}
    for cells, points in (({"stones": stones}, 10), ({"stones": stones, "left_sets": 1}, 5)):
        state = whole(GAME, {"seats": {"p1": cells}, "rulings": rulings})
        assert rows(state)["leftover_sets"] == points


def test_title_points_of_a_title_in_hand_wait_for_it():
    state = table(penalty=2, p1={"hand_titles": {"other_title": 1}, "title_points": 7})
    assert "title_points" not in rows(state)
    assert doubts(state) == set()


def test_only_who_is_below_an_open_total_anyhow_has_a_place_beside_it():
    state = table(p1={"power_points": 9}, p2={"power_points": 1}, p3={"sets": 1})
    placings = GAME.rank(GAME.score(state), state)
    assert {p.seat: p.place for p in placings} == {"p1": 0, "p2": 3, "p3": 0}
    assert {p.reason.en for p in placings if p.seat == "p1"} == {
        "waits for a total that is still open"
    }


@pytest.mark.parametrize(
    ("cells", "said", "written"),
    [
        ({"mana": 8}, "5 of 5 mana. 3 are lost.", 5),
        ({"mana": 8, "gain": 1, "aptitude": True}, "8 of 8 mana. 1 is lost.", 8),
        ({"mana": 8, "gain": 3, "spend": 5}, "0 of 5 mana. 6 are lost.", None),
    ],
)
def test_no_more_mana_than_the_limit_is_written(cells, said, written):
    form = GAME.calculators["mana"].form
    answer = form.answer(form.sheet.position(form.sheet.read({"seats": {"p1": cells}})))
    assert answer.summary.en == said
    assert answer.applies[0].cells == {"p1/mana": written}


def test_rows_of_our_own_count_and_are_marked():
    own = {"own_1_name": "星の欠片", "own_1_points": 6, "own_2_name": "Debt", "own_2_points": -8}
    state = table(p1={"power_points": 3, "sets": 1} | own)
    scored = GAME.score(state)["p1"]
    # 5 + 3 + 6 - 8
    assert scored.total == 6
    first, second = scored.line("own_1"), scored.line("own_2")
    assert (first.label.en, first.label.ja, first.points) == ("星の欠片", "星の欠片", 6)
    assert (second.label.en, second.points) == ("Debt", -8)
    assert (first.status, first.entry, second.status) == ("house", "own_row", "house")
    assert doubts(state) == set()


def test_a_row_of_our_own_needs_its_name_and_its_points():
    state = table(p1={"power_points": 0, "own_3_name": "Stars", "own_4_points": 2})
    scored = GAME.score(state)["p1"]
    assert (scored.line("own_3").points, scored.line("own_4").points) == (None, 2)
    assert scored.total is None
    assert doubts(state) == {"p1/own_4_points"}


def test_an_evening_is_scored_to_its_end():
    full = {"circles": 1, "circle_bonus": 3, "power_points": 4, "hand_titles": {"other_title": 1}}
    seats = {"p1": full | {"own_1_name": "Tie-break", "own_1_points": 0}, "p2": full | {"sets": 1}}
    state = table(penalty=2, **seats)
    # 10 + 3 + 4 - 2, and a set of 5
    assert [b.total for b in GAME.score(state).values()] == [15, 20]
    assert {p.seat: p.place for p in GAME.rank(GAME.score(state), state)} == {"p1": 2, "p2": 1}


def test_that_values_are_not_public_is_said_once():
    stones = dict.fromkeys(("stone_a", "stone_b", "stone_c", "stone_d"), 1)
    cells = {"circles": 1, "stones": stones, "title": "other_title", "title_stone": "stone_a"}
    lines = GAME.score(table(p1=cells | {"hand_titles": {"other_title": 1}}))["p1"].lines
    assert sum(line.points is None for line in lines) == 5
    assert not any("public" in line.how.en or "公開" in line.how.ja for line in lines)
    hints = [section.hint for section in GAME.sheet.sections if "not public" in section.hint.en]
    assert len(hints) == 1
    form = GAME.calculators["die"].form
    dice = {"seats": {"p1": {"die_1": "1", "die_2": "4"}}, "table": {"judgement": "3"}}
    answer = form.answer(form.sheet.position(form.sheet.read(dice)))
    said = [block.title.en for block in answer.blocks]
    said += [row.how.en for block in answer.blocks for row in block.rows]
    assert sum("not public" in text for text in said) == 1


@pytest.mark.parametrize("tool", ["magic_now", "tool_uses"])
def test_mana_beyond_the_limit_pays_nothing(tool):
    cells = {"mana": 8, "magic_1": "upper"}
    cells["tools"] = {"over_1": GAME.catalogue.of_kind("tool")[0].id}
    state = whole(GAME, {"seats": {"p1": cells}})
    form = GAME.calculators[tool].form
    filled = form.filled(GAME.sheet.position(state), "p1")
    assert filled["seats"]["p1"]["mana"] == 5


def test_no_form_and_no_sheet_takes_more_mana_than_anybody_may_hold():
    """8, with Mage's Aptitude."""
    forms = [each.form.sheet for each in GAME.calculators.values() if each.form]
    asking = [sheet for sheet in (GAME.sheet, *forms) if "mana" in sheet.declared]
    assert len(asking) == 5
    for sheet in asking:
        assert [e.path for e in sheet.enter(sheet.blank(1), {"p1/mana": "9"}).errors] == ["p1/mana"]
        assert sheet.enter(sheet.blank(1), {"p1/mana": "8"}).errors == []
