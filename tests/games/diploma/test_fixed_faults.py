"""Mended faults of Diploma's score and calculators, each by its name."""

from scoring import game
from tests.finished_sheets import whole

GAME = game("diploma")


def table(penalty=None, **seats):
    known = {"sets": 0, "circles": 0}
    seats = {seat: known | cells for seat, cells in seats.items()}
    shared = {} if penalty is None else {"penalty": penalty}
    return whole(GAME, {"seats": seats, "table": shared})


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


def test_no_form_and_no_sheet_takes_more_mana_than_anybody_may_hold():
    """8, with Mage's Aptitude."""
    forms = [each.form.sheet for each in GAME.calculators.values() if each.form]
    asking = [sheet for sheet in (GAME.sheet, *forms) if "mana" in sheet.declared]
    assert len(asking) == 5
    for sheet in asking:
        assert [e.path for e in sheet.enter(sheet.blank(1), {"p1/mana": "9"}).errors] == ["p1/mana"]
        assert sheet.enter(sheet.blank(1), {"p1/mana": "8"}).errors == []
