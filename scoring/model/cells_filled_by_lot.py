"""Draws at a table: what its urns hold, and the cells of the sheet that a draw fills in."""

from collections.abc import Iterable, Sequence

from .cells import CellPath, Option, is_set
from .drawing_by_lot import FIRST, LOTS, Draw, Urn, read, written
from .errors_and_warnings import Value
from .plan import State
from .sheet_fields import NONE, SheetFields


def urns(draw: Draw, sheet: SheetFields, state: State, variant: str = "") -> tuple[Urn, ...]:
    """Returns the full urns of a draw: sets of lots that are each drawn from together.

    ``state``: the table's, whose seats and cells decide which lots are in. ``variant``: id of the
    chosen way to make the draw, such as one without promos; empty for none.
    """
    without = {lot for each in draw.variants if each.id == variant for lot in each.without}
    if draw.fields:
        options = {f: sheet.table_fields[f].cell.options for f in _not_chosen(draw, sheet, state)}
        return tuple(
            Urn((CellPath.to("table", f),), 1, tuple(o.id for o in found if o.id not in without))
            for f, found in options.items()
        )
    seats = sheet.seats(state)
    facts = {
        lot.id: sheet.catalogue[lot.id].facts for lot in draw.lots if lot.id in sheet.catalogue
    }
    lots: Sequence[str] = seats
    if not draw.seats:
        lots = [
            lot.id
            for lot in draw.lots
            if lot.id not in without
            and facts.get(lot.id, {}).get(draw.fact, 0) <= len(seats)
            and (not lot.when or is_set(state.get("table", {}), lot.when))
        ]
    owners = seats if draw.each else (draw.into,) if draw.into else ()
    apart: dict[str, list[str]] = {}
    for lot in lots:
        apart.setdefault(str(facts[lot][draw.apart]) if draw.apart else "", []).append(lot)
    number = draw.number[min(len(seats), len(draw.number)) - 1]
    return tuple(
        Urn(owners, number * len(owners) if draw.each else number or len(found), tuple(found))
        for found in apart.values()
    )


def lot_options(draw: Draw, sheet: SheetFields) -> dict[str, Option]:
    """Returns what may be drawn by lot, by id, with name and picture; empty if seats are drawn."""
    fields = (sheet.table_fields[field] for field in draw.fields)
    return {lot.id: lot for lot in (*draw.lots, *(o for f in fields for o in f.cell.options))}


def _not_chosen(draw: Draw, sheet: SheetFields, state: State) -> list[str]:
    """Returns ids of the table's fields that a draw is to fill: blank, or filled by it before."""
    before = entered(draw, sheet, state, read(recorded(state, draw)))
    now = {f: state.get("table", {}).get(f) for f in draw.fields}
    return [f for f, value in now.items() if value in (None, before.get(CellPath.to("table", f)))]


def recorded(state: State, draw: Draw) -> str:
    """Returns the text that a table has stored of a draw by lot; empty if it was not made.

    In ``p1 p2:gem_5 gem_4|gem_3`` they are owners, their lots, lots left over.
    """
    return str(state.get("play", {}).get(LOTS, {}).get(draw.id, ""))


def entered(
    draw: Draw, sheet: SheetFields, state: State, drawn: Sequence[Urn]
) -> dict[str, Value | None]:
    """Returns the cells of the sheet that the result of a draw fills in: path to value.

    ``drawn``: the sets of lots, with what was drawn from each and for whom. Lots and owners that
    the draw does not have are left out: the text may come from a file.
    """
    found: dict[str, Value | None] = {}
    seats = sheet.seats(state)
    owners = seats if draw.each else [draw.into, *(f"table/{field}" for field in draw.fields)]
    known = list(seats if draw.seats else lot_options(draw, sheet))
    held = [
        (owner, lots)
        for urn in drawn
        for owner, lots in urn.shares()
        if lots and owner in owners and set(lots) <= set(known)
    ]
    for owner, lots in held:
        path = CellPath.to(owner, draw.into) if draw.each and draw.into else CellPath(owner)
        field = sheet.fields_of(path.holder).get(path.field)
        if field is None:
            continue
        if field.groups:
            value: Value = field.cell.options[0].id if field.cell.options else True
            found |= {CellPath.to(path, lot): value for lot in lots}
        else:
            found[path] = " ".join(lots)
    if draw.lowest_begins and held:
        found[FIRST] = min(held, key=lambda share: min(map(known.index, share[1])))[0]
    if draw.by_turn and FIRST in found:
        first = seats.index(str(found[FIRST]))
        for seat, amount in zip(seats[first:] + seats[:first], draw.amounts, strict=False):
            found[CellPath.to(seat, draw.by_turn)] = amount or None
    return found


def changes(
    draw: Draw, sheet: SheetFields, state: State, drawn: Sequence[Urn]
) -> dict[str, Value | None]:
    """Returns the cells to write for a draw, path to value: its result as text, and what it fills.

    ``drawn``: the sets of lots, with what was drawn from each and for whom. What the same draw
    entered before is cleared where it still stands.
    """
    now = sheet.cells(state)
    before = entered(draw, sheet, state, read(recorded(state, draw)))
    cleared = {path: None for path, value in before.items() if value and now.get(path) == value}
    lots = {CellPath.to("play", LOTS, draw.id): written(drawn)}
    return lots | cleared | entered(draw, sheet, state, drawn)


def entered_besides(sheet: SheetFields, draws: Iterable[Draw], state: State) -> bool:
    """True if a seat has an entry that may score and that none of these draws by lot made."""
    seats, drawn = sheet.seats(state), set[str]()
    for draw in draws:
        drawn |= entered(draw, sheet, state, read(recorded(state, draw))).keys()
    scoring = (section.fields for section in sheet.sections if not section.tracked)
    fields = {NONE, *(field.id for each in scoring for field in each)}
    return any(
        path.holder in seats and path.field in fields and path not in drawn
        for path in map(CellPath, sheet.cells(state))
    )
