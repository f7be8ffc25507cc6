"""Contents of a game's two printed pages: drawn pieces with effects, and rules in short."""

from companion.games.game_templates import piece
from companion.rulebook.related_entries import CASE, is_ruling
from scoring.model.catalogue import Catalogue, Entry, Kind

PAGES = 2
ROOM = {"en": 12_300, "ja": 5800}
"""Characters that fit on ``PAGES`` pages in each language.

The pages have three columns of small print with drawings.
"""
TELLING = 50
"""Least average of characters, in English name and text, for a kind's pieces to have effects."""


def parts(catalogue: Catalogue, language: str) -> list[tuple[Kind, list[Entry]]]:
    """Returns the contents of a game's player aid, two pages to print: pairs of kind and entries.

    Kinds of drawn pieces with effects are taken first, then kinds that have only text, as far as
    there is room. The latter come first in the result. ``language``: *en* or *ja*, by which the
    room is reckoned.
    """
    found = {
        kind.id: _topics(catalogue, kind) for kind in catalogue.kinds.values() if kind.id != CASE
    }
    slug = catalogue.box.slug
    pieces = [
        id_ for id_, entries in found.items() if entries and all(piece(slug, e.id) for e in entries)
    ]
    effects = [id_ for id_ in pieces if _size(found[id_], "en") >= TELLING * len(found[id_])]
    words = [id_ for id_, entries in found.items() if entries and id_ not in pieces]
    left, taken = ROOM[language], set[str]()
    for id_ in (*effects, *words):
        size = _size(found[id_], language)
        if size <= left:
            taken.add(id_)
            left -= size
    return [(catalogue.kinds[id_], found[id_]) for id_ in (*words, *effects) if id_ in taken]


def _size(entries: list[Entry], language: str) -> int:
    return sum(
        len(e.name.in_language(language)) + len(e.text.in_language(language)) for e in entries
    )


def _topics(catalogue: Catalogue, kind: Kind) -> list[Entry]:
    """Returns the entries of a kind that are rules: no rulings, none whose name is a question."""
    return [
        entry
        for entry in catalogue.of_kind(kind.id)
        if not is_ruling(entry) and not entry.name.en.endswith("?")
    ]
