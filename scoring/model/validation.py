"""Errors and doubts about input; both name their cell.

An error is not recorded; a doubt is recorded as entered, since players are right about their table.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches

from scoring.text.localised import Text
from scoring.text.messages import SHARED as say
from scoring.text.messages import Message

Value = int | bool | str
"""Value of one cell."""

MOST_ERRORS = 100
"""Most errors reported for unknown words; it limits the search for near words in a hostile
sheet."""


@dataclass(frozen=True, slots=True)
class CellError:
    """A cell that cannot be read. ``path`` is the cell's, for example ``p1/resources/wood``."""

    path: str
    message: Text


@dataclass(frozen=True, slots=True)
class Doubt:
    """A cell that is recorded although it contradicts the box, the rulings or another cell.

    ``conflict``: another cell contradicts it. ``offer``: label of a button that would enter
    ``instead`` there, if one value settles it.
    """

    path: str
    message: Text
    conflict: bool = False
    offer: Text | None = None
    instead: Value | None = None

    @property
    def kind(self) -> str:
        """Message id or text; equal for doubts that say the same of different cells."""
        return self.message.id if isinstance(self.message, Message) else self.message.en


@dataclass(frozen=True, slots=True)
class Missing:
    """A cell, a row of cells or a field that a finished seat must have and lacks.

    ``section`` is the id of the one that asks it. ``rest``: blanks in the whole of that section are
    not confirmed as none; ``path`` is then the cell that confirms it. ``later``: it cannot have
    been filled in yet, so it is not asked for now.
    """

    path: str
    message: Text
    section: str = ""
    rest: bool = False
    later: bool = False


class SheetError(ValueError):
    """A sheet that cannot be used as it stands; ``errors`` name every wrong cell."""

    def __init__(self, errors: list[CellError]) -> None:
        super().__init__("; ".join(f"{e.path}: {e.message.en}" for e in errors))
        self.errors = errors


class Unreadable(ValueError):
    """A value that a cell cannot hold; ``message`` is for the person who typed it."""

    def __init__(self, message: Text) -> None:
        super().__init__(message.en)
        self.message = message


def refuse(errors: list[CellError], where: str, word: object, known: Iterable[str]) -> None:
    """Adds an error for an unknown word, unless there are ``MOST_ERRORS`` already."""
    if len(errors) < MOST_ERRORS:
        errors.append(CellError(f"{where}{str(word)[:40]}", unknown_word(word, known)))


def unknown_word(word: object, known: Iterable[str]) -> Text:
    """Returns a message that a word is unknown, with the nearest known one if any."""
    shown = str(word)[:40] if isinstance(word, str | int | float) else "…"
    near = get_close_matches(shown, list(known), 1, 0.6)
    return say("unknown-near", word=shown, near=near[0]) if near else say("unknown", word=shown)
