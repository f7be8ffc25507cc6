"""Relations of entries: rulings about an entry, worked examples of a ruling, references.

A ruling is an answer to a question that the game's rules leave open.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache

from companion import search
from scoring.game import Game
from scoring.model.catalogue import Catalogue, Entry
from scoring.model.cells import Option

CASE = "example"
"""Id of the kind of entries that are worked examples of rulings, in games that have such."""


def is_ruling(entry: Entry) -> bool:
    return bool(entry.kind == "ruling" or entry.about or entry.options)


def rulings(catalogue: Catalogue, entry: Entry) -> dict[str, None]:
    """Returns the ids of rulings about an entry or to which it refers, as keys (values: None)."""
    found: dict[str, None] = {}
    for each in catalogue.values():
        if each.id == entry.id or not is_ruling(each):
            continue
        if entry.id in each.about or (not is_ruling(entry) and each.id in entry.see):
            found[each.id] = None
    return found


def cases(catalogue: Catalogue, entry: Entry) -> tuple[str, ...]:
    """Returns the ids of a ruling's worked examples; () for an entry that is no ruling."""
    if not is_ruling(entry):
        return ()
    return tuple(each.id for each in catalogue.of_kind(CASE) if entry.id in each.see)


def face_entries(game: Game, entry: Entry) -> tuple[Option, ...]:
    """Returns the sides of a piece that players choose from on the score sheet; () if none."""
    for field in game.sheet.fields.values():
        if entry.id in field.row_ids and not field.columns:
            return tuple(each for each in field.cell.options if each.id not in game.catalogue)
    return ()


@cache
def users(slug: str) -> Mapping[str, tuple[str, ...]]:
    """Returns, by entry's id, the ids of entries that refer to it in a link, fact or score.

    ``slug``: the game's.
    """
    catalogue = search.games_by_slug()[slug].catalogue
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for each in catalogue.values():
        for named in _named(catalogue, each):
            if named in catalogue and named != each.id:
                found[named][each.id] = None
    return {id_: tuple(found.get(id_, ())) for id_ in catalogue}


def _named(catalogue: Catalogue, entry: Entry) -> Iterator[str]:
    yield from (*entry.see, *entry.about)
    for key, value in entry.facts.items():
        if catalogue.facts[key].type in ("pieces", "entry", "entries"):
            yield from _strings(value)
    for part in entry.scores:
        for value in part.numbers.values():
            yield from _strings(value)


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple | dict):
        yield from (each for each in value if isinstance(each, str))
