"""The rows of cases/, each as a test."""

import pytest

from tests.games.cases import Case, cases, check


@pytest.mark.parametrize("case", cases("map_masters"))
def test_case(case: Case) -> None:
    check(case)
