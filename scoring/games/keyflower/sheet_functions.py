"""Functions that data files name: the map, a drawn tile, and notes that help to identify tiles."""

from collections.abc import Iterator
from functools import partial

from scoring.loading.field_rows import SheetFunction
from scoring.loading.sheet_file import Notes
from scoring.model.catalogue import Catalogue, Entry, UnknownRule
from scoring.model.cells import Option
from scoring.model.fields import RowNote
from scoring.text.localised import joined, number

from .messages import say
from .score import village_map
from .solvers.village import FAMILY, POINTS_RULED, VILLAGE

FACES = ("before", "after")
INSIDE = "inside"
"""Row of a drawn tile for the workers on it."""


def pays(kind: str, catalogue: Catalogue) -> Notes:
    """Returns a note by tile id for each tile of a kind: its points, and the pieces it pays for.

    ``kind``: *winter* or *boat*. The notes help to identify tiles on the sheet.
    """
    return {entry.id: _pays(entry, catalogue) for entry in catalogue.of_kind(kind)}


def printed(catalogue: Catalogue) -> Notes:
    """Returns notes by (tile id, face) on village tiles: points, or points per good on the tile."""
    return {(e.id, face): _printed(e, face) for e in catalogue.of_kind(*VILLAGE) for face in FACES}


def _pays(entry: Entry, catalogue: Catalogue) -> RowNote:
    scores = entry.scores[0]
    match scores.rule:
        case "bundle" if ruling := POINTS_RULED.get(entry.id):
            paid = [int(option.id) for option in catalogue[ruling].options]
            other = next(n for n in paid if n != scores["points"])
            text = say("note-pays-by-ruling", n=scores["points"], other=other)
            return RowNote(text, scores["pieces"])
        case "bundle":
            return RowNote(say("note-pays", n=scores["points"]), scores["pieces"])
        case "chosen":
            family = next(f for f, kinds in FAMILY.items() if set(scores["among"]) <= set(kinds))
            return RowNote(say("note-one-kind", n=scores["points"]), {family: 1})
        case "each_worker":
            return RowNote(say("note-pays", n=scores["points"]), {"any_worker": 1})
        case "flat":
            return RowNote(say("note-flat", n=scores["points"]))
        case "power":
            return RowNote(say("note-power"))
        case "loop":
            return RowNote(say("note-loop"))
        case "chain":
            return RowNote(joined(map(number, scores["points"][1:]), say("note-between-steps")))
    raise UnknownRule(entry)


def _printed(tile: Entry, face: str) -> RowNote:
    if storage := tile.scoring("storage"):
        return RowNote(say("note-each", n=storage[face]))
    return RowNote(number(tile.scores_by("printed")[face]))


def sides(catalogue: Catalogue) -> Iterator[Option]:
    """Yields the rows of the tile drawn in the auction form, on which workers are entered.

    One is for workers on the tile, and one for each player's side of it.
    """
    yield Option(INSIDE, say("side-inside"))
    for n in range(1, catalogue.box.players[1] + 1):
        yield Option(f"p{n}", say("side-other", n=n) if n > 1 else say("side-mine"))


SHEET_FUNCTIONS: dict[str, SheetFunction] = {
    "winter_pays": partial(pays, "winter"),
    "boat_pays": partial(pays, "boat"),
    "printed": printed,
    "sides": sides,
    "village_map": village_map,
}
