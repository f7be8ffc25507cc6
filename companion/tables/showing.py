"""What a phone may see of a table: all of it, but for what lies behind others' screens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.urls import reverse

from companion.sheets import showing as sheets
from companion.tables import access, ledger
from companion.tables.models import Device, Table
from companion.web import posted
from companion.web.scores import Scored, scored
from scoring.core.fault import Fault
from scoring.core.game import Game
from scoring.core.plan import State


def visible(found: Table, who: Device) -> State:
    """The state as this phone may see it: seats behind screens are blank but for their names."""
    seats = {
        seat: cells
        if access.may_see(who, found, seat)
        else {k: v for k, v in cells.items() if k in ("name", "colour")}
        for seat, cells in found.state["seats"].items()
    }
    state: State = found.state | {"seats": seats}
    return state


def scores(game: Game, found: Table, state: State) -> Scored:
    """The scores of what is visible; ``state`` is that.

    Where it is everything and took a solver, every process is to know the plans.
    """
    result = scored(game, state)
    if result.plans and found.settled.get("revision") != found.revision and state == found.state:
        ledger.keep(found, result.settled)
    return result


def sheet(
    game: Game,
    who: Device,
    seat: str,
    typed: Mapping[str, str],
    faults: list[Fault],
    cell: str = "",
) -> dict[str, Any]:
    """A seat's sheet at the table; after one ``cell`` was written, only its section."""
    found = who.table
    state = visible(found, who)
    context = sheets.sheet(game, state, scores(game, found, state), seat, typed, faults, True, cell)
    context["players"] = [
        each for each in context["players"] if access.may_see(who, found, each["seat"])
    ]
    return context | {
        "table": found,
        "who": who,
        "tab": "sheet",
        "room": False,
        "at_table": True,
        "action": reverse("table_sheet", args=[found.key, seat]),
        "writable": access.may_write(who, seat),
        "form_key": posted.fresh_key(),
    }
