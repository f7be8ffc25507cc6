"""Options for fields of the sheet and of calculators' forms that are no catalogue entries.

They are groups of a co-op mission, rounds, and the signs for typing paths, cards and
dungeons. The data files refer to these functions by their names in ``SHEET_FUNCTIONS``.
"""

from collections.abc import Iterable

from scoring.model.catalogue import Catalogue
from scoring.model.cells import Option
from scoring.text.localised import Text, Verbatim, number

from .messages import say
from .solvers.mission import GROUPS
from .solvers.score_pad import ROUNDS
from .solvers.typed_paths import SIGNS

PRINTED = frozenset("cbskrqMLPVoUxy")
"""Signs for icons that are printed on a dungeon card."""
PRICES = range(3, 7)
"""Prices of dungeon cards in coins."""
PLACES = (*"ABCDEF", *"12", *"-:=;")
"""Signs for the places of a dungeon, and punctuation of its description."""


def group_name(group: str) -> Text:
    return say(f"group-{group}")


def called(group: str) -> Text:
    return say("the-group", name=group_name(group))


def named(groups: Iterable[str]) -> Text:
    return say.listed(map(group_name, groups))


def groups(catalogue: Catalogue) -> tuple[Option, ...]:
    return tuple(Option(group, group_name(group), piece=f"group_{group}") for group in GROUPS)


def rounds(catalogue: Catalogue) -> tuple[Option, ...]:
    return tuple(Option(str(n), number(n)) for n in ROUNDS)


def path_signs(catalogue: Catalogue) -> tuple[Option, ...]:
    """Returns the keys for typing a path, each an option with a drawing of its icon, if any."""
    return tuple(Option(sign, say(f"sign-{word}"), (), piece) for sign, word, piece in SIGNS)


def card_signs(catalogue: Catalogue) -> tuple[Option, ...]:
    """Returns the keys for typing icons of dungeon cards, each sign an option."""
    room = Option("R", catalogue.name("room"), (), "room")
    return *_printed(catalogue), room, Option(";", say("sign-next-card"))


def offer_signs(catalogue: Catalogue) -> tuple[Option, ...]:
    """Returns the keys for typing dungeon cards on offer, each an option: prices, then icons."""
    return *(Option(str(n), number(n)) for n in PRICES), *card_signs(catalogue)


def dungeon_signs(catalogue: Catalogue) -> tuple[Option, ...]:
    """Returns the keys for describing a dungeon, each an option: names of places, marks, icons."""
    marks = {each: Option(each, Verbatim(each)) for each in PLACES}
    opening = Option(">", catalogue.name("outer_opening"), (), "outer_opening")
    space = Option(" ", say("sign-space"))
    room = Option("R", catalogue.name("room"), (), "room")
    return *marks.values(), opening, space, room, *_printed(catalogue)


def _printed(catalogue: Catalogue) -> tuple[Option, ...]:
    names = {sign: piece for sign, _, piece in SIGNS if sign in PRINTED}
    return tuple(Option(sign, catalogue.name(piece), (), piece) for sign, piece in names.items())


SHEET_FUNCTIONS = {
    "card_signs": card_signs,
    "dungeon_signs": dungeon_signs,
    "groups": groups,
    "offer_signs": offer_signs,
    "path_signs": path_signs,
    "rounds": rounds,
}
