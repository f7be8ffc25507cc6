"""Errors and warnings about input; each names its cell.

A value with an error is not recorded. A value with a warning (``Doubt``) is recorded as entered,
since players know best what happened at their table.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from difflib import get_close_matches

from scoring.text.localised import Text
from scoring.text.messages import SHARED as say
from scoring.text.messages import Message

Value = int | bool | str
"""The value of one cell."""

MOST_ERRORS = 100
"""Maximum number of errors reported for unknown words. It limits the search for similar words in a
malicious sheet."""

TOLD_APART = 3
"""Maximum number of different texts of one kind of warning that are listed one by one."""


@dataclass(frozen=True, slots=True)
class CellError:
    """An error for a cell that cannot be read. ``path``: for example ``p1/resources/wood``."""

    path: str
    message: Text


@dataclass(frozen=True, slots=True)
class Doubt:
    """A warning: a cell is recorded although the box, a rule or another cell contradicts it.

    ``conflict``: true if it is another cell that contradicts it.
    ``offer``: label of a button that enters the value ``instead``, if one value would settle it.
    """

    path: str
    message: Text
    conflict: bool = False
    offer: Text | None = None
    instead: Value | None = None

    @property
    def kind(self) -> str:
        """The warning's message id, or else its text: equal for like warnings on other cells."""
        return self.message.id if isinstance(self.message, Message) else self.message.en


@dataclass(frozen=True, slots=True)
class Missing:
    """A cell, a row of cells or a field that a finished seat must have and this one lacks.

    ``section``: id of the section that asks for it.
    ``rest``: true if it stands for all blanks of a section, which nobody has confirmed as none;
        ``path`` is then the section's tick box *the rest: none*. Also true for a field that is only
        partly filled in and may still bring any number of points.
    ``later``: it cannot be filled in yet at this point of the game, so nobody is asked for it.
    """

    path: str
    message: Text
    section: str = ""
    rest: bool = False
    later: bool = False


def alike(doubts: Iterable[Doubt], holders: Collection[str]) -> list[tuple[Doubt, int]]:
    """Returns a holder's different warnings, each with the number of cells that have it.

    A holder is a seat or ``table``; others than ``holders`` are left out. Of a kind with more than
    ``TOLD_APART`` texts, such as edges of a map, only the first is returned, with the whole number.

    >>> six, seven = (Doubt(f"p1/coins/coin_{n}", say("at-most", n=n)) for n in (6, 7))
    >>> [(str(each.message), number) for each, number in alike((six, seven, six), ("p1",))]
    [('At most 6.', 2), ('At most 7.', 1)]
    >>> many = [Doubt(f"p1/coins/coin_{n}", say("at-most", n=n)) for n in (6, 7, 8, 9)]
    >>> [(str(each.message), number) for each, number in alike(many, ("p1",))]
    [('At most 6.', 4)]
    """
    kinds: dict[tuple[str, str], dict[Text, list[Doubt]]] = {}
    for each in doubts:
        if (holder := each.path.partition("/")[0]) in holders:
            texts = kinds.setdefault((holder, each.kind), {})
            texts.setdefault(each.message, []).append(each)
    found: list[tuple[Doubt, int]] = []
    for texts in kinds.values():
        told = [(cells[0], len(cells)) for cells in texts.values()]
        few = len(told) <= TOLD_APART
        found += told if few else [(told[0][0], sum(number for _, number in told))]
    return found


class SheetError(ValueError):
    """Raised for a sheet that cannot be used; ``errors`` has an entry for every wrong cell."""

    def __init__(self, errors: list[CellError]) -> None:
        super().__init__("; ".join(f"{e.path}: {e.message.en}" for e in errors))
        self.errors = errors


class Unreadable(ValueError):
    """Raised for a value that a cell cannot hold; ``message`` is for the person who typed it."""

    def __init__(self, message: Text) -> None:
        super().__init__(message.en)
        self.message = message


def refuse(errors: list[CellError], where: str, word: object, allowed: Iterable[str]) -> None:
    """Adds to ``errors`` that ``word`` is unknown, unless it has ``MOST_ERRORS`` already.

    ``where``: the beginning of the error's path, to which the word is added. ``allowed``: the words
    that are known.
    """
    if len(errors) < MOST_ERRORS:
        errors.append(CellError(f"{where}{str(word)[:40]}", unknown_word(word, allowed)))


def unknown_word(word: object, allowed: Iterable[str]) -> Text:
    """Returns the message that ``word`` is unknown, with the most similar ``allowed`` one."""
    shown = str(word)[:40] if isinstance(word, str | int | float) else "…"
    near = get_close_matches(shown, list(allowed), 1, 0.6)
    return say("unknown-near", word=shown, near=near[0]) if near else say("unknown", word=shown)
