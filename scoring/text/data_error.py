"""What is wrong with a data file, and which known word was probably meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

MOST_LISTED = 12
"""More allowed words than these help nobody."""


def meant(word: object, known: Iterable[str]) -> str:
    """The nearest word of a list as a remedy; nothing where none is near.

    >>> meant("frut", ["fruit", "basket"])
    "; did you mean 'fruit'?"
    """
    near = get_close_matches(str(word), list(known), 1, 0.6)
    return f"; did you mean {near[0]!r}?" if near else ""


def listed(word: object, known: Iterable[str]) -> str:
    """What is allowed, and the nearest of it: few words in full, many by their number."""
    every = list(known)
    few = ", ".join(every[:MOST_LISTED]) + (" …" if len(every) > MOST_LISTED else "")
    return (few or "(there is none)") + meant(word, every)


class DataError(ValueError):
    """A game's folder cannot be used. The message names file, line (if known) and id at fault.

    A file without a folder in its name lies in ``data/``.
    """

    def __init__(self, file: str, entry: str, problem: str, line: int = 0) -> None:
        where = f"{file}:{line}" if line else file
        super().__init__(": ".join(part for part in (where, entry, problem) if part))
        self.file, self.entry, self.problem, self.line = file, entry, problem, line
