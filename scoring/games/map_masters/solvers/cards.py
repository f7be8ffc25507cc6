"""Values of icons, and of cards that hold them, while the secondary is still hidden.

All values are in twenty-fourths of a point, so halves, thirds and twelfths stay whole numbers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from scoring.model.catalogue import Catalogue

from . import paths
from .rules import per_icon

WHOLE = 24
"""Twenty-fourths in a point."""

TICK = 1
"""Assumed worth of an escape tick in points when paths are compared: between 0 and 2."""

BOOK_PAYS = {
    "book_no_sword": "sword",
    "book_no_key": "key",
    "book_cross_hole": "rope",
    "book_no_scroll": "scroll",
}
"""Spellbooks that replace an item, with that item."""

MOST_CARDS = 12
"""Most cards read from one line; more than any hand or market holds."""

_CARD = re.compile(r"\s*([3-6])\s*[:=]?\s*([A-Za-z]*)\s*\Z")


def values(catalogue: Catalogue, primary: str) -> dict[str, int]:
    """Returns the worth of each icon in a round with this primary, or with an unknown one.

    The primary pays in full; any of the twelve objectives may be the secondary, which is halved;
    three coins are a point.
    """
    found: dict[str, int] = {}
    for entry in catalogue.of_kind("objective"):
        icon, each = per_icon(entry)
        worth = each * (1 + (WHOLE if entry.id == primary else 0))
        found[icon] = worth + (WHOLE // 3 if icon == "coin" else 0)
    return found


def later(catalogue: Catalogue) -> dict[str, int]:
    """Returns the worth of each icon in rounds whose objectives are not known yet.

    Any of the twelve may be the primary, in full, and any the secondary, which is halved.
    """
    found = values(catalogue, "")
    for entry in catalogue.of_kind("objective"):
        icon, each = per_icon(entry)
        found[icon] += 2 * each
    return found


def icons(signs: str) -> dict[str, int] | None:
    """Returns icons of a card by id, from signs of path notation; ``None`` for an unknown sign.

    >>> icons("kkM"), icons("R"), icons("?")
    ({'key': 2, 'monster': 1}, {'room': 1}, None)

    A room is ``R`` here. A pit may be written ``P``, ``F`` or ``p``: it is a hole.
    """
    known = {sign: icon for sign, (icon, _) in paths.PAID.items() if icon}
    known |= paths.FOUND | {"F": "hole", "R": "room"}
    found: dict[str, int] = {}
    for sign in signs:
        if sign not in known:
            return None
        found[known[sign]] = found.get(known[sign], 0) + 1
    return found


def worth(values: Mapping[str, int], signs: str) -> int:
    """Returns the worth of a card's icons if all of them are met; 0 for an unknown sign."""
    return sum(values.get(icon, 0) * n for icon, n in (icons(signs) or {}).items())


def on_offer(text: str) -> list[tuple[int, str]] | None:
    """Parses cards on offer, price before icons: ``3 kL; 5 MMc``; ``None`` if unreadable.

    >>> on_offer("3 kL; 5 MMc"), on_offer("7 k"), on_offer("")
    ([(3, 'kL'), (5, 'MMc')], None, [])
    """
    found: list[tuple[int, str]] = []
    for part in re.split(r"[;；]", paths.clean(text)):
        if not part:
            continue
        match = _CARD.match(part)
        if match is None or icons(match[2]) is None or len(found) == MOST_CARDS:
            return None
        found.append((int(match[1]), match[2]))
    return found


def hand(text: str) -> list[str] | None:
    """Parses the icons of the five played cards: ``kL; ssM; c``; ``None`` if unreadable.

    >>> hand("kL; ssM; c"), hand("kL;;?")
    (['kL', 'ssM', 'c'], None)
    """
    listed = [part for part in re.split(r"[;；]", paths.clean(text)) if part]
    readable = len(listed) <= MOST_CARDS and all(icons(part) is not None for part in listed)
    return listed if readable else None
