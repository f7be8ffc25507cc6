"""The rows of cases/, each as a test."""

import pytest

from tests.games.cases import Case, cases, check


@pytest.mark.parametrize("case", cases("dice_forge"))
def test_case(case: Case) -> None:
    check(case)
