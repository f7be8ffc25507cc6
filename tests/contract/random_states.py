"""States that nobody would think of, drawn from nothing but the fields of a game's sheet."""

from typing import Any

from hypothesis import strategies as st

from scoring.game import Game
from scoring.model.calculator import Form
from scoring.model.cells import Cell
from scoring.model.errors_and_warnings import Value
from scoring.model.fields import Field
from scoring.model.plan import State
from scoring.model.rulings import PRESET
from scoring.model.sheet import Sheet

WORDS = st.text(st.characters(codec="utf-8"), max_size=20)


def values(cell: Cell, most: int) -> st.SearchStrategy[Value]:
    """Returns a strategy for one cell, blank included; numbers from the least to about ``most``."""
    match cell.kind:
        case "flag":
            return st.booleans()
        case "number":
            return st.integers(cell.least, min(cell.most, max(most, cell.least)))
        case "choice":
            return st.sampled_from([o.id for o in cell.options])
        case "spot":
            near = st.integers(-2, 2)
            return st.builds("{},{}/{}".format, near, near, st.integers(0, 5))
        case "text":
            return st.one_of(st.text("NESWnesw123>?", max_size=8), WORDS).map(
                lambda text: text[: cell.length]
            )


@st.composite
def fields(
    draw: st.DrawFn, among: tuple[Field, ...], most: int, cells: int, decided: bool
) -> dict[str, Any]:
    """A few cells of these fields; a field with many rows is drawn as often as one with none."""
    found: dict[str, Any] = {}
    open_ = [f for f in among if decided or not f.decided]
    for field in draw(st.lists(st.sampled_from(open_), max_size=cells)) if open_ else []:
        *keys, last = draw(st.sampled_from(list(field.paths())))
        holder = found
        for key in keys:
            holder = holder.setdefault(key, {})
        holder[last] = draw(values(field.cell, most))
    return found


@st.composite
def rulings(draw: st.DrawFn, sheet: Sheet) -> dict[str, str]:
    """Any preset, and any answers that differ from it."""
    found = {}
    if sheet.catalogue.presets:
        found[PRESET] = draw(st.sampled_from(list(sheet.catalogue.presets)))
    for entry in sheet.catalogue.rulings():
        if draw(st.booleans()):
            found[entry.id] = draw(st.sampled_from([o.id for o in entry.options]))
    return found


@st.composite
def states(
    draw: st.DrawFn,
    game: Game | Form,
    *,
    seats: int | None = None,
    most: int = 9,
    cells: int = 20,
    decided: bool = True,
) -> State:
    """A table of ``game`` as its sheet records it, with up to ``cells`` cells for each seat.

    ``most`` bounds the numbers; without ``decided``, what an optimiser fills in stays blank.
    Promises what the sheet can read, not what a box could hold: doubts are welcome.
    """
    sheet = game.sheet
    number = seats or draw(st.integers(1, sheet.most_seats))
    raw: State = {"game": sheet.catalogue.box.slug, "seats": {}}
    if sheet.catalogue.rulings() or sheet.catalogue.presets:
        raw["rulings"] = draw(rulings(sheet))
    raw["table"] = draw(fields(tuple(sheet.table_fields.values()), most, cells, decided))
    raw["play"] = draw(fields(tuple(sheet.play_fields.values()), most, cells, decided))
    for n in range(1, number + 1):
        among = tuple(sheet.fields.values())
        raw["seats"][f"p{n}"] = draw(fields(among, most, cells, decided))
    return sheet.read(raw)
