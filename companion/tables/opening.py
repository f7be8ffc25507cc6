"""How a table begins: what is asked before the first move, and what a re-match takes along."""

from __future__ import annotations

from companion.tables import ledger
from companion.tables.models import Device, Table
from companion.web.forms import RULINGS, TABLE
from scoring.core.cells import CellPath, Value
from scoring.core.fields import Field
from scoring.core.game import Game

OPENED = "opened"
"""The key of every table's first event; the log offers to take back any other."""

FEW = 6
"""More options than this are no question for the moment when a table is opened."""


def options(game: Game) -> list[tuple[str, Field]]:
    """What a table says once for everybody and in few words: expansions, modes."""
    return [
        (f"{TABLE}/{field.id}", field)
        for section in game.sheet.table
        if not section.tracked and not any(map(_long, section.fields))
        for field in section.fields
        if field.kind in ("flag", "choice") and not field.decided
    ]


def _long(field: Field) -> bool:
    return field.kind == "choice" and len(field.cell.options) > FEW


def rematch(game: Game, who: Device, found: Table) -> Table:
    old = game.sheet.known(found.state)
    kept = {"name", "colour"}
    shared = {path for path, _ in options(game)}
    cells: dict[str, Value | None] = {
        path: value
        for path, value in game.sheet.cells(old).items()
        if path in shared or CellPath(path).holder == RULINGS or CellPath(path).field in kept
    }
    state = game.sheet.blank(1) | {"seats": {seat: {} for seat in old["seats"]}}
    table = Table.objects.create(
        game=game.slug, state=state, screens=found.screens, group=found.group
    )
    ledger.write(table.key, None, who.seat, cells, 0, OPENED)
    return table
