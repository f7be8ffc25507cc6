"""The yardstick: how many questions of each set the search answers, and by how much it may slip.

`python -m tests.search --misses` shows what is behind a failure. The questions are not edited to
please the search; README.md beside this file says when one may change.
"""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion import search
from tests.rows import rows
from tests.search import evaluation, generated_questions
from tests.search.evaluation import Answer

HERE = Path(__file__).parent
SMALL = 15
"""With fewer questions than this a cell's share says little."""


@cache
def answers(name: str) -> list[Answer]:
    """A file's questions answered, or those made anew from the data by a seed nobody looked at."""
    if name == "seed 20":
        questions = generated_questions.questions(HERE / "question_templates.toml", seed=20)
    else:
        questions = evaluation.load(HERE / name)
    return [evaluation.answer(question) for question in questions]


@pytest.fixture(scope="module")
def yardstick() -> list[Answer]:
    """The largest set, answered once for the tests that ask of it."""
    return answers("questions.toml")


def hold(row: dict[str, Any]) -> None:
    """Rather no answer than a doubtful one: of the boxes that are shown hardly one is wrong."""
    found = answers(row["why"])
    (overall,) = [s for s in evaluation.shares(found) if not s.style and not s.language]
    boxes = evaluation.boxes(found)
    assert overall.queries >= row["asked"]
    assert overall.at_1 >= row["at_1"]
    assert overall.at_3 >= row["at_3"]
    assert boxes.with_box >= row["boxes"]
    assert boxes.right >= row["right"] * boxes.with_box


@rows(__file__, "set")
@pytest.mark.usefixtures("yardstick")
def test_a_set_of_questions_is_met_as_before(row: dict[str, Any]) -> None:
    hold(row)


@rows(__file__, "more")
@pytest.mark.slow
def test_what_the_search_was_tuned_on_and_what_is_made_anew_is_met_as_before(
    row: dict[str, Any],
) -> None:
    hold(row)


def test_every_question_can_be_met() -> None:
    shelf = search.games_by_slug()
    for question in evaluation.load(HERE / "questions.toml"):
        assert question.language in evaluation.LANGUAGES
        assert question.game in ("", *shelf)
        assert question.want
        for want in question.want:
            slug, _slash, entry = want.partition("/")
            assert slug in shelf, want
            assert not entry or entry in shelf[slug].catalogue, want


def test_exact_names_are_first_and_no_style_and_no_language_lags_behind(
    yardstick: list[Answer],
) -> None:
    assert [a.question.ask for a in yardstick if a.question.style == "name" and a.place != 1] == []
    assert [
        f"{share.style or 'all'} {share.language or 'both'}: {share.at_3:.1f} %"
        for share in evaluation.shares(yardstick)
        if share.queries >= SMALL and share.at_3 < 90
    ] == []


def test_no_question_is_answered_with_the_contrary() -> None:
    """Pairs of questions that look alike and have different answers: neither gets the other's."""
    found = answers("misleading_question_pairs.toml")
    assert [
        (mine.question.ask, mine.shown)
        for one, other in zip(found[::2], found[1::2], strict=True)
        for mine, theirs in ((one, other), (other, one))
        if mine.wrong and set(mine.shown) & set(theirs.question.want)
    ] == []


@pytest.mark.slow
def test_the_same_seed_asks_the_same() -> None:
    def made(seed: int) -> list[evaluation.Question]:
        return generated_questions.questions(HERE / "question_templates.toml", seed, each=2)

    assert made(3) == made(3)
    assert made(3) != made(4)
