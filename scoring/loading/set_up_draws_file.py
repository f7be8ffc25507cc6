"""Reads the draws of a game's set-up from ``data/setup.toml``."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from scoring.model.catalogue import Catalogue
from scoring.model.drawing_by_lot import FIRST, Draw, Variant
from scoring.model.fields import Section
from scoring.model.phases import Phases
from scoring.text.messages import SHARED as say

from .field_rows import FACT, LABEL, ROWS, RowReader, SheetFunction
from .toml_declarations import (
    CELLS,
    STRINGS,
    Table,
    Value,
    list_of,
    name_of,
    names_of,
    table_cells,
    tables,
    whole,
)
from .toml_reader import Reader, Translations, read_file


class _Known(RowReader):
    """Reads draws by lot from ``setup.toml``; checks the names in it (entries, steps, fields)."""

    def __init__(
        self,
        catalogue: Catalogue,
        sheet_functions: Mapping[str, SheetFunction],
        phases: Phases,
        table: Sequence[Section],
    ) -> None:
        super().__init__(catalogue, sheet_functions, [phase.id for phase in phases.phases])
        self.steps = {step.id for phase in phases.phases for step in phase.steps}
        self.choices = {f.id for s in table for f in s.fields if f.kind == "choice"}

    def check_draw(self, reader: Reader, draw: Draw) -> None:
        if bool(draw.lots) + draw.seats + bool(draw.fields) != 1:
            raise reader.fail("a draw has either lots, seats or fields", "lots")


def _numbers(_: Any, reader: Reader, key: str) -> tuple[int, ...]:
    listed: list[Any] = reader.take(key, list)
    if not listed or not all(type(each) is int and each >= 0 for each in listed):
        raise reader.fail(f"{key} should list numbers from 0 on", key)
    return tuple(listed)


NUMBERS = Value(_numbers, list_of(whole(0).schema))
DRAW = Table(
    Draw,
    check=_Known.check_draw,
    name=LABEL,
    step=name_of("step", lambda known: known.steps),
    phase=name_of("phase", lambda known: known.phases),
    lots=ROWS,
    fields=names_of("choice of the table", lambda known: known.choices),
    fact=FACT,
    apart=FACT,
    number=NUMBERS,
    amounts=NUMBERS,
    when=CELLS,
    unless=CELLS,
    variants=tables(Table(Variant, without=STRINGS), "variant").called("variant"),
)
FILE = Table[dict[str, Any]](dict, draw=tables(DRAW, "draw"))


def load(
    folder: Path,
    catalogue: Catalogue,
    translations: Translations,
    sheet_functions: Mapping[str, SheetFunction],
    phases: Phases,
    table: Sequence[Section],
) -> tuple[Draw, ...]:
    """Returns what a game draws by lot at set-up, read from ``setup.toml``. Raises ``DataError``.

    Without that file, seats and the start player are drawn. ``folder``: the game's ``data/``.
    ``sheet_functions``: the game's functions that the file may call by name. ``phases``, ``table``:
    the game's phases and its sections for the whole table, which the file may name.
    """
    path = folder / "setup.toml"
    if not path.is_file():
        return (
            Draw("seats", say("seat-order"), seats=True, number=(0,), into="play/order"),
            Draw("first", phases.first, seats=True, into=FIRST),
        )
    known = _Known(catalogue, sheet_functions, phases, table)
    draws: tuple[Draw, ...] = FILE.read(known, read_file(path, path.name, translations))["draw"]
    known.check_waiting(table_cells(table))
    return draws
