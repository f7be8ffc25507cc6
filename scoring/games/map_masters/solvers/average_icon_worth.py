"""Average worth of icons and cards before a round's secondary objective is revealed.

All values are in twenty-fourths of a point, so that halves, thirds and twelfths are whole numbers.
"""

import re
from collections import Counter
from collections.abc import Mapping

from scoring.model.catalogue import Catalogue

from . import typed_paths

WHOLE = 24
"""Units of worth in one point: values are in twenty-fourths."""

TICK = 1
"""Worth of an escape, in points, when paths are compared: an assumption, as it scores 0 to 2."""

BOOK_PAYS = {
    "book_no_sword": "sword",
    "book_no_key": "key",
    "book_cross_hole": "rope",
    "book_no_scroll": "scroll",
}
"""Spellbooks that replace an item once: id of the book to id of the item."""

MOST_CARDS = 12
"""Most cards read from one typed line; no hand and no market holds more."""

_CARD = re.compile(r"\s*([3-6])\s*[:=]?\s*([A-Za-z]*)\s*\Z")


def fairies_by_item(catalogue: Catalogue, fairies: Mapping[str, int]) -> dict[str, int]:
    """Returns a player's fairies counted by the item that they stand in for (item id to number).

    ``fairies``: fairy id to number.
    """
    return {str(catalogue[fairy].facts["stands_in"]): n for fairy, n in fairies.items()}


def values(catalogue: Catalogue, primary: str) -> dict[str, int]:
    """Returns the worth of each icon in a round with this primary objective, by icon id.

    In twenty-fourths of a point. The primary scores in full; each of the twelve objectives is taken
    to be the secondary, which is halved, with equal probability; three coins score a point.
    ``primary``: an objective's id, empty if it is not known.
    """
    worths: dict[str, int] = {}
    for entry in catalogue.of_kind("objective"):
        icon, each = typed_paths.per_icon(entry)
        worth = each * (1 + (WHOLE if entry.id == primary else 0))
        worths[icon] = worth + (WHOLE // 3 if icon == "coin" else 0)
    return worths


def later(catalogue: Catalogue) -> dict[str, int]:
    """Returns the worth of each icon in a later round whose objectives are not known, by icon id.

    In twenty-fourths of a point. Each of the twelve objectives is taken to be the primary, in full,
    and the secondary, halved, with equal probability.
    """
    worths = values(catalogue, "")
    for entry in catalogue.of_kind("objective"):
        icon, each = typed_paths.per_icon(entry)
        worths[icon] += 2 * each
    return worths


def icons(signs: str) -> dict[str, int] | None:
    """Reads a card's icons from their typed signs: icon id to number; ``None`` for an unknown sign.

    >>> icons("kkM"), icons("R"), icons("?")
    ({'key': 2, 'monster': 1}, {'room': 1}, None)

    A sign is one letter for an icon, the same as in a typed path, except that a room is ``R``, and
    a pit may be ``P``, ``F`` or ``p``.
    """
    icon_of = typed_paths.CIRCLED | {"R": "room"}
    if any(sign not in icon_of for sign in signs):
        return None
    return dict(Counter(icon_of[sign] for sign in signs))


def worth(values: Mapping[str, int], signs: str) -> int:
    """Returns a card's worth, if the path circles all its icons, in twenty-fourths of a point.

    ``values``: worth of each icon, by its id. ``signs``: the card's icons, one letter each, such as
    ``kkM``. With any letter that stands for no icon, the whole card is worth 0.
    """
    return sum(values.get(icon, 0) * n for icon, n in (icons(signs) or {}).items())


def on_offer(text: str) -> list[tuple[int, str]] | None:
    """Reads cards on offer, typed as ``3 kL; 5 MMc`` (price, icons); ``None`` if unreadable.

    A price is 3 to 6 coins, and at most 12 cards are read.

    >>> on_offer("3 kL; 5 MMc"), on_offer("7 k"), on_offer("")
    ([(3, 'kL'), (5, 'MMc')], None, [])
    """
    offers: list[tuple[int, str]] = []
    for part in re.split(r"[;；]", typed_paths.clean(text)):
        if not part:
            continue
        match = _CARD.match(part)
        if match is None or icons(match[2]) is None or len(offers) == MOST_CARDS:
            return None
        offers.append((int(match[1]), match[2]))
    return offers


def hand(text: str) -> list[str] | None:
    """Reads the cards played in a round, typed by their icons; ``None`` if unreadable.

    >>> hand("kL; ssM; c"), hand("kL;;?")
    (['kL', 'ssM', 'c'], None)
    """
    listed = [part for part in re.split(r"[;；]", typed_paths.clean(text)) if part]
    readable = len(listed) <= MOST_CARDS and all(icons(part) is not None for part in listed)
    return listed if readable else None
