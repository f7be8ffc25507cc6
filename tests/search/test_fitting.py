"""The look-up's weights are as the fit writes them, and it finds what made its questions."""

import numpy as np
import pytest

from companion.search.weights import FILE, WEIGHTS
from tests.search import fitting
from tests.search.fitting import SCORE, Candidates

FROZEN = {
    "questions_unseen",
    "questions_held_back",
    "questions_from_facts",
    "questions_from_facts_3",
    "questions_from_facts_5",
    "questions_of_evenings",
    "questions_judged_held_back",
}


def test_the_file_has_every_weight_and_the_frozen_questions_have_no_part_in_it() -> None:
    assert WEIGHTS.keys() == set(SCORE)
    assert WEIGHTS["coverage"] == fitting.UNIT
    assert not FROZEN & set(fitting.SETS)
    assert all((fitting.HERE / f"{name}.toml").exists() for name in FROZEN)


def test_what_made_the_right_ones_is_found_again() -> None:
    """Of 400 questions with five candidates each, the one with the highest score is right."""
    values = np.random.default_rng(1).random((2000, len(SCORE)))
    true = np.linspace(-3, 7, len(SCORE))
    question, begins = np.repeat(np.arange(400), 5), np.arange(0, 2000, 5)
    scores = values @ true
    right = scores == np.maximum.reduceat(scores, begins)[question]
    games = np.where(np.arange(400) % 2, "a", "b")
    made = Candidates(values, question, right, begins, np.ones(400), games)
    found = fitting.score_weights(made, made.weights)
    assert np.corrcoef(found, true)[0, 1] > 0.99
    assert (made.places(found) == 0).mean() > 0.97
    assert fitting.held_out(made) == pytest.approx((1, 1), abs=0.08)


def test_weights_are_written_to_two_digits_and_nothing_else_changes() -> None:
    text = FILE.read_text("utf-8")
    assert (
        fitting.written(text, "# Fitted to none\n#", WEIGHTS).splitlines()[4:]
        == (text.splitlines()[4:])
    )
    assert "words = 0.12  #" in fitting.written(text, "", {"words": 0.1234})
