"""The error for a game's data files, with suggestions for misspelt words."""

from collections.abc import Iterable
from difflib import get_close_matches

MOST_LISTED = 12
"""Maximum number of allowed words that an error message lists."""


def suggestion(word: object, allowed: Iterable[str]) -> str:
    """Returns the end of an error message: the allowed word most similar to ``word``.

    Empty if none is similar.

    >>> suggestion("frut", ["fruit", "basket"])
    "; did you mean 'fruit'?"
    """
    near = get_close_matches(str(word), list(allowed), 1, 0.6)
    return f"; did you mean {near[0]!r}?" if near else ""


def listed(word: object, allowed: Iterable[str]) -> str:
    """Returns the allowed words for an error message, at most ``MOST_LISTED``, and a suggestion.

    ``word``: the unknown word, to which the suggestion is similar.
    """
    every = list(allowed)
    few = ", ".join(every[:MOST_LISTED]) + (" …" if len(every) > MOST_LISTED else "")
    return (few or "(there is none)") + suggestion(word, every)


class DataError(ValueError):
    """Raised for an error in a game's folder. The message names file, line (if known) and id.

    ``file``: path below the game's folder; a name without a folder means a file in ``data/``.
    ``entry``: id of the entry, field or the like with the error; may be empty.
    ``line``: 0 if unknown, as in TOML that can be read.
    """

    def __init__(self, file: str, entry: str, problem: str, line: int = 0) -> None:
        where = f"{file}:{line}" if line else file
        super().__init__(": ".join(part for part in (where, entry, problem) if part))
        self.file, self.entry, self.problem, self.line = file, entry, problem, line
