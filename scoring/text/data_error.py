"""Errors in data files, with the known word that was probably meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

MOST_LISTED = 12
"""Most allowed words that an error lists."""


def suggestion(word: object, known: Iterable[str]) -> str:
    """Returns a suggestion of the nearest known word; empty if none is near.

    >>> suggestion("frut", ["fruit", "basket"])
    "; did you mean 'fruit'?"
    """
    near = get_close_matches(str(word), list(known), 1, 0.6)
    return f"; did you mean {near[0]!r}?" if near else ""


def listed(word: object, known: Iterable[str]) -> str:
    """Returns the allowed words, the first ``MOST_LISTED`` of them, and the nearest one."""
    every = list(known)
    few = ", ".join(every[:MOST_LISTED]) + (" …" if len(every) > MOST_LISTED else "")
    return (few or "(there is none)") + suggestion(word, every)


class DataError(ValueError):
    """A game's folder cannot be used. The message names file, line (if known) and id at fault.

    A file without a folder in its name is in ``data/``.
    """

    def __init__(self, file: str, entry: str, problem: str, line: int = 0) -> None:
        where = f"{file}:{line}" if line else file
        super().__init__(": ".join(part for part in (where, entry, problem) if part))
        self.file, self.entry, self.problem, self.line = file, entry, problem, line
