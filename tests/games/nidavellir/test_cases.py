"""The rows of cases/, each as a test."""

from typing import Any

import pytest

from scoring import game
from scoring.model.plan import State
from tests.contract.test_every_field_matters import ignored
from tests.games.cases import Case, cases, check

ROWS = cases("nidavellir")


@pytest.mark.parametrize("case", ROWS)
def test_case(case: Case) -> None:
    check(case)


@pytest.mark.parametrize("calculator", ["taverns", "safe_lead"])
def test_every_field_of_a_form_changes_the_answer_of_a_row(calculator: str) -> None:
    """Of those that say little before nearly all is filled in; others are drawn for it."""
    form = game("nidavellir").calculators[calculator].form
    assert form

    def answer(state: State) -> Any:
        found = form.answer(form.sheet.position(state))
        return found.summary, found.blocks

    rows = [row for row in (each.values[0] for each in ROWS) if row.row.get("form") == calculator]
    assert ignored(form.sheet, [form.sheet.read(row.raw) for row in rows], answer, ()) == set()
