"""Rows that the sheet and several forms have, and that are no entries: groups, rounds, seats."""

from __future__ import annotations

from scoring.core import words
from scoring.core.catalogue import Catalogue
from scoring.core.cells import Option
from scoring.core.text import Text, number

from .engines.mission import GROUPS
from .engines.pad import ROUNDS
from .engines.paths import SIGNS

say = words.of(__name__)


def group_name(group: str) -> Text:
    return say(f"group-{group}")


def groups(catalogue: Catalogue) -> tuple[Option, ...]:
    return tuple(Option(group, group_name(group)) for group in GROUPS)


def rounds(catalogue: Catalogue) -> tuple[Option, ...]:
    return tuple(Option(str(n), number(n)) for n in ROUNDS)


def seats(catalogue: Catalogue) -> tuple[Option, ...]:
    most = catalogue.box.players[1]
    return tuple(Option(f"p{n}", words.player(n)) for n in range(1, most + 1))


def path_signs(catalogue: Catalogue) -> tuple[Option, ...]:
    """What a path is typed with, sign by sign, each with the drawing of what it stands for."""
    return tuple(Option(sign, say(f"sign-{word}"), (), piece) for sign, word, piece in SIGNS)


HOOKS = {"groups": groups, "path_signs": path_signs, "rounds": rounds, "seats": seats}
