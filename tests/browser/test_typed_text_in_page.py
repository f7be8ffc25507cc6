"""The page reads what people type as the server does; the server's half is in tests/web."""

import tomllib
from pathlib import Path

import pytest

CASES = tomllib.loads((Path(__file__).parents[1] / "typed_text_cases.toml").read_text())


@pytest.mark.parametrize("name", ["sum", "fold"])
def test_cases(page, name):
    page.goto("/score/keyflower/")
    read = page.evaluate(
        """async ([name, typed]) => {
            const fields = await import("/static/js/sheet_inputs.js");
            return typed.map(fields[name]);
        }""",
        [name, [case["typed"] for case in CASES[name]]],
    )
    assert {case["typed"]: got for case, got in zip(CASES[name], read, strict=True)} == {
        case["typed"]: case.get("is") for case in CASES[name]
    }
