"""The questions that the search was tuned on must not get worse unnoticed."""

from pathlib import Path

import pytest

from tests.search import evaluation


@pytest.mark.slow
@pytest.mark.parametrize("name", ["tuned_on", "of_a_stranger"])
def test_practice_questions_are_met_as_before(name: str) -> None:
    path = Path(__file__).with_name(f"questions_{name}.toml")
    answers = [evaluation.answer(question) for question in evaluation.load(path)]
    (overall,) = [s for s in evaluation.shares(answers) if not s.style and not s.language]
    boxes = evaluation.boxes(answers)
    assert overall.at_1 >= 90
    assert overall.at_3 >= 97
    assert boxes.right >= 0.95 * boxes.with_box
    assert boxes.with_box >= 0.6 * boxes.questions


def test_boxes_are_right_by_the_judgement_of_another_reader() -> None:
    path = Path(__file__).with_name("questions_judged.toml")
    answers = [evaluation.answer(question) for question in evaluation.load(path)]
    boxes = evaluation.boxes(answers)
    assert boxes.with_box >= 65
    assert boxes.right >= 0.94 * boxes.with_box
