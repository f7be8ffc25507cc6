"""The questions that the ranking was tuned on must not get worse unnoticed."""

from __future__ import annotations

from pathlib import Path

from companion.lookup.search import yardstick

PRACTICE = Path(__file__).with_name("practice.toml")


def test_practice_questions_are_met_as_before() -> None:
    answers = [yardstick.answer(question) for question in yardstick.load(PRACTICE)]
    (overall,) = [s for s in yardstick.shares(answers) if not s.style and not s.language]
    assert overall.at_3 >= 94
