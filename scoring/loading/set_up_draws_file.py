"""Reads the draws of a game's set-up from ``data/setup.toml``."""

from typing import Any

from scoring.model.drawing_by_lot import FIRST, Draw, Variant
from scoring.text.messages import SHARED as say

from .field_rows import FACT, LABEL, ROWS
from .toml_declarations import (
    CELLS,
    STRINGS,
    Known,
    Table,
    Value,
    list_of,
    name_of,
    names_of,
    tables,
    whole,
)
from .toml_reader import Reader


def _steps(known: Known) -> set[str]:
    return {step.id for phase in known.phases.phases for step in phase.steps}


def _choices(known: Known) -> set[str]:
    return {each.id for s in known.table for each in s.fields if each.kind == "choice"}


def _check_draw(_: Known, reader: Reader, draw: Draw) -> None:
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
    check=_check_draw,
    name=LABEL,
    step=name_of("step", _steps),
    phase=name_of("phase", lambda known: known.phase_ids),
    lots=ROWS,
    fields=names_of("choice of the table", _choices),
    fact=FACT,
    apart=FACT,
    number=NUMBERS,
    amounts=NUMBERS,
    when=CELLS,
    unless=CELLS,
    variants=tables(Table(Variant, without=STRINGS), "variant").called("variant"),
)
FILE = Table[dict[str, Any]](dict, draw=tables(DRAW, "draw"))


def load(known: Known) -> tuple[Draw, ...]:
    """Returns what a game draws by lot at set-up, read from ``setup.toml``. Raises ``DataError``.

    Without that file, seats and the start player are drawn.
    """
    reader = known.file("setup.toml")
    if reader is None:
        return (
            Draw("seats", say("seat-order"), seats=True, number=(0,), into="play/order"),
            Draw("first", known.phases.first, seats=True, into=FIRST),
        )
    draws: tuple[Draw, ...] = FILE.read(known, reader)["draw"]
    return draws
