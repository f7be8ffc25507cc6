"""Rows of a test: ``test_x.toml`` beside ``test_x.py`` holds its cases, one function runs them."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest


@cache
def tables(test: str) -> dict[str, Any]:
    """Returns the file beside a test, by ``__file__``."""
    return tomllib.loads(Path(test).with_suffix(".toml").read_text("utf-8"))


def rows(test: str, table: str) -> pytest.MarkDecorator:
    """Runs a test once for each ``row`` of a table, named by its ``why`` or its number."""
    found = tables(test)[table]
    names = [
        str(each.get("why", n) if isinstance(each, dict) else n) for n, each in enumerate(found)
    ]
    return pytest.mark.parametrize("row", found, ids=names)
