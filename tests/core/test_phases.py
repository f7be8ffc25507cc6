"""Courses as data: phases that are alike are written once."""

import pytest

from scoring.loading import phases_file as course
from scoring.loading.toml_declarations import Known
from scoring.text.data_error import DataError
from tests.core.pieces import piece

ROUNDS = piece("rounds.toml")


def load(folder, text, toy):
    (folder / "phases.toml").write_text(text, "utf-8")
    return course.load(Known(toy.catalogue, folder))


def test_a_phase_may_be_there_several_times(tmp_path, toy):
    phases = load(tmp_path, ROUNDS, toy).phases
    assert [phase.id for phase in phases] == ["round_1", "round_2", "round_3"]
    assert phases[2].name.ja == "第3ラウンド"
    assert phases[0].steps == phases[1].steps


@pytest.mark.parametrize("times", ["0", "true", '"3"'])
def test_repeat_is_a_number(tmp_path, toy, times):
    with pytest.raises(DataError, match="repeat should be"):
        load(tmp_path, ROUNDS.replace("repeat = 3", f"repeat = {times}"), toy)


def test_a_phase_names_at_most_three_calculators(tmp_path, toy):
    told = ROUNDS + 'calculators = ["a", "b", "c"]\n'
    assert load(tmp_path, told, toy).phases[0].calculators == ("a", "b", "c")
    with pytest.raises(DataError, match="more than 3"):
        load(tmp_path, told.replace('"c"', '"c", "d"'), toy)


def test_the_phase_ahead_is_the_next_one_in_which_a_calculator_matters(tmp_path, toy):
    told = (
        ROUNDS
        + '\n[[phase]]\nid = "count"\nname = { en = "Count", ja = "集計" }\ncalculators = ["a"]\n'
    )
    found = load(tmp_path, told, toy)
    state = {"seats": {"p1": {}}}
    assert found.at(state).id == "round_1"
    assert found.ahead(state).id == "count"
    plain = load(tmp_path, ROUNDS, toy)
    assert plain.ahead(state | {"play": {"stage": "round_2"}}).id == "round_2"
