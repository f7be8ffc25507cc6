"""The rows of cases/, each as a test.

Forms that say little before nearly all of them is filled in keep by their rows what others keep by
random posts.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from scoring import game
from scoring.model.calculator import Answer
from scoring.model.plan import State
from tests.contract.test_alternative_plans import hold
from tests.contract.test_every_field_matters import ignored
from tests.games.cases import Case, cases, check

ROWS = cases("nidavellir")
FORMS: dict[str, Any] = {
    id_: game("nidavellir").calculators[id_].form for id_ in ("taverns", "safe_lead")
}


def states(calculator: str) -> Iterator[State]:
    """Yields the form as each row fills it in."""
    for case in (each.values[0] for each in ROWS):
        if case.row.get("form") == calculator:
            yield FORMS[calculator].sheet.read(case.raw)


def answer(calculator: str, state: State) -> Answer:
    form = FORMS[calculator]
    found: Answer = form.answer(form.sheet.position(state))
    return found


@pytest.mark.parametrize("case", ROWS)
def test_case(case: Case) -> None:
    check(case)


@pytest.mark.parametrize("calculator", FORMS)
def test_every_field_of_a_form_changes_the_answer_of_a_row(calculator: str) -> None:
    def told(state: State) -> Any:
        found = answer(calculator, state)
        return found.summary, found.blocks

    assert ignored(FORMS[calculator].sheet, states(calculator), told, ()) == set()


def test_other_bids_are_other_bids() -> None:
    seen = 0
    for state in states("taverns"):
        for best, others in pairwise(answer("taverns", state).blocks):
            if others.others:
                seen += 1
                hold(best, others, state)
    assert seen
