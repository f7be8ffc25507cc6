"""The server reads what people type as the page does; the page's half is in tests/browser."""

import tomllib
from pathlib import Path

import pytest

from companion.search.normalise import fold
from scoring.model.cells import Cell
from scoring.model.errors_and_warnings import Unreadable

CASES = tomllib.loads((Path(__file__).parents[1] / "typed_text_cases.toml").read_text())
NUMBER = Cell("number", least=-(10**15), most=10**15, open=True)


@pytest.mark.parametrize("case", CASES["sum"], ids=lambda case: case["typed"])
def test_sums(case):
    if "is" in case:
        assert NUMBER.parse(case["typed"]) == case["is"]
    else:
        with pytest.raises(Unreadable):
            NUMBER.parse(case["typed"])


@pytest.mark.parametrize("case", CASES["fold"], ids=lambda case: case["typed"])
def test_foldings(case):
    assert fold(case["typed"]) == case["is"]
