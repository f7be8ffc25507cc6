"""The yardstick: how many questions of the set the search answers, and by how much it may slip.

`python -m tests.search --misses` shows what is behind a failure. The questions are not edited to
please the search; README.md beside this file says when one may change.
"""

from pathlib import Path

import pytest

from companion import search
from tests.search import evaluation
from tests.search.evaluation import Answer, Share

QUESTIONS = Path(__file__).with_name("questions.toml")
pytestmark = pytest.mark.skipif(not QUESTIONS.is_file(), reason="questions.toml is not written")
SMALL = 15
"""With fewer questions than this a cell's share says little."""


@pytest.fixture(scope="module")
def answers() -> list[Answer]:
    return [evaluation.answer(question) for question in evaluation.load(QUESTIONS)]


@pytest.fixture(scope="module")
def shares(answers: list[Answer]) -> list[Share]:
    return evaluation.shares(answers)


def test_every_question_can_be_met(answers: list[Answer]) -> None:
    shelf = search.games_by_slug()
    for question in (answer.question for answer in answers):
        assert question.language in evaluation.LANGUAGES
        assert question.game in ("", *shelf)
        assert question.want
        for want in question.want:
            slug, _slash, entry = want.partition("/")
            assert slug in shelf, want
            assert not entry or entry in shelf[slug].catalogue, want


def test_exact_names_are_always_first(answers: list[Answer]) -> None:
    missed = [a.question.ask for a in answers if a.question.style == "name" and a.place != 1]
    assert missed == []


def test_most_questions_are_met_among_the_first_three(shares: list[Share]) -> None:
    (overall,) = [share for share in shares if not share.style and not share.language]
    assert overall.at_3 >= 97


def test_no_style_and_no_language_lags_behind(shares: list[Share]) -> None:
    behind = [
        f"{share.style or 'all'} {share.language or 'both'}: {share.at_3:.1f} %"
        for share in shares
        if share.queries >= SMALL and share.at_3 < 90
    ]
    assert behind == []


def test_hardly_an_answer_box_is_wrong(answers: list[Answer]) -> None:
    """Rather no answer than a doubtful one."""
    boxes = evaluation.boxes(answers)
    assert boxes.with_box >= 15
    assert boxes.right >= 0.95 * boxes.with_box
