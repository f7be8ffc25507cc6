"""What the pages of a seat's sheet show, on a pad or at a table."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from companion.sheets.odd import odd
from companion.web.forms import panels, rulings
from companion.web.scores import Scored, doubts
from scoring.core.cells import CellPath
from scoring.core.game import Game
from scoring.core.plan import State
from scoring.core.problem import CellError
from scoring.core.sheet import SHARED
from scoring.core.text import Text


def sheet(
    game: Game,
    state: State,
    found: Scored,
    seat: str,
    typed: Mapping[str, str],
    faults: list[CellError],
    tracked: bool = False,
    cell: str = "",
) -> dict[str, Any]:
    """What the templates of a seat's sheet show; ``found`` are the scores of ``state``.

    After one ``cell`` was written, only its section, and what is wrong with the cell. What the
    sheet does not understand of ``state`` is listed beside it.
    """
    plan = found.plans.get(seat)
    strange = unknown(game, state, found, seat)
    state = game.sheet.known(state)
    return {
        "game": game,
        "seat": seat,
        "name": game.sheet.name(state, seat),
        "entered_name": typed.get(f"{seat}/name", state["seats"][seat].get("name", "")),
        "players": [
            {
                "seat": each,
                "name": game.sheet.name(state, each),
                "breakdown": found.breakdowns[each],
            }
            for each in game.sheet.seats(state)
        ],
        "room": len(state["seats"]) < game.sheet.most_seats,
        "panels": panels(game, state, seat, typed, faults, tracked, cell),
        "planners": list(game.planners.values()),
        "forms": [each for each in game.calculators.values() if each.form],
        "faults": faults,
        "unknown": strange,
        "odd": odd(game, state, found, seat),
        "beside": beside(game, state, seat, bool(faults)),
        "breakdown": found.breakdowns[seat],
        "proof": plan.proof if plan else None,
        "cell_id": cell.replace("/", "-"),
        "fault": next((fault.message for fault in faults if cell and fault.path == cell), None),
        "known_cell": game.sheet.cell(cell) is not None,
    } | rulings(game, state)


def unknown(game: Game, state: State, found: Scored, seat: str) -> list[tuple[CellPath, str]]:
    """What is stored for a seat or the table and not understood: where, and what it says."""
    said = game.sheet.cells(state)
    return [
        (path, str(said.get(path, "…"))[:60])
        for path in found.unknown
        if path.holder in (seat, *SHARED)
    ]


def beside(game: Game, state: State, seat: str, refused: bool) -> list[tuple[str, Text | None]]:
    """The doubts beside what was decided, none included: any cell may have changed them.

    While a cell is refused, what is said beside it stays.
    """
    if refused:
        return []
    said = {each.path: each.message for each in doubts(game, state)}
    return [(p.replace("/", "-"), said.get(p)) for p in game.decided(state, seat)]


def as_json(state: State) -> str:
    """A sheet as people may keep it."""
    return json.dumps(state, ensure_ascii=False, indent=1)
