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
    return pytest.mark.parametrize("row", found, ids=list(map(_name, range(len(found)), found)))


def _name(number: int, row: Any) -> str:
    return str(row.get("why", number) if isinstance(row, dict) else number)


def change(part: Any, row: dict[str, Any]) -> None:
    """Spoils a part of a file as a row says: ``in`` it cells are ``put``, ``gone`` or ``null``."""
    for key in filter(None, row.get("in", "").split("/")):
        part = part[int(key) if isinstance(part, list) else key]
    for key in row.get("gone", []):
        del part[key]
    if isinstance(part, dict):
        part |= row.get("put", {}) | dict.fromkeys(row.get("null", []))
