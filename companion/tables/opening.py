"""How a table begins: what is asked before the first move, and what a re-match takes along."""

from __future__ import annotations

from companion.tables import ledger
from companion.tables.models import Device, Table
from companion.web.forms import RULINGS, options
from scoring.core.cells import CellPath, Value
from scoring.core.game import Game

OPENED = "opened"
"""The key of every table's first event; the log offers to take back any other."""


def rematch(game: Game, who: Device, found: Table) -> Table:
    old = found.state
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
