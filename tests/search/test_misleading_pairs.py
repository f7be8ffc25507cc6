"""Pairs of questions that look alike and have different answers: neither gets the other's."""

from pathlib import Path

import pytest

from tests.search import evaluation
from tests.search.evaluation import Answer

PAIRS = Path(__file__).with_name("misleading_question_pairs.toml")


@pytest.fixture(scope="module")
def pairs() -> list[tuple[Answer, Answer]]:
    answers = [evaluation.answer(each) for each in evaluation.load(PAIRS)]
    return list(zip(answers[::2], answers[1::2], strict=True))


def test_no_question_is_answered_with_the_contrary(pairs: list[tuple[Answer, Answer]]) -> None:
    assert len(pairs) == 100
    misled = [
        (mine.question.ask, mine.shown)
        for one, other in pairs
        for mine, theirs in ((one, other), (other, one))
        if mine.wrong and set(mine.shown) & set(theirs.question.want)
    ]
    assert misled == []


def test_hardly_an_answer_box_is_wrong(pairs: list[tuple[Answer, Answer]]) -> None:
    boxes = evaluation.boxes(each for pair in pairs for each in pair)
    assert boxes.with_box >= 50
    assert boxes.right >= 0.98 * boxes.with_box
