"""The log in words: who changed what from what to what, as far as a phone may see it."""

from __future__ import annotations

from typing import Any

from companion.tables import access, ledger
from companion.tables.models import Device, Event, Table
from companion.web.words import say
from scoring.core.cells import CellPath
from scoring.core.game import Game
from scoring.core.plan import State
from scoring.core.text import Text, Verbatim, joined

SHOWN_EVENTS = 60


def target(found: Table, event: Event) -> Event:
    """The change that a chain of undo and redo is about."""
    while event.undoes is not None:
        earlier = found.events.filter(number=min(event.undoes, event.number - 1)).first()
        if earlier is None or earlier.number != event.undoes:
            break
        event = earlier
    return event


def lines(game: Game, found: Table, who: Device) -> list[dict[str, Any]]:
    """Events in words, newest first; cells that this phone may not see are left out."""
    events = list(found.events.all())
    alive = ledger.surviving(events)
    before: dict[str, Any] = {}
    told = []
    for event in events:
        changes = []
        for name, value in (*event.cells.items(), *event.refused.items()):
            path = CellPath(name)
            seat = path.holder
            if seat in found.state["seats"] and not access.may_see(who, found, seat):
                continue
            changes.append(
                {
                    "what": _cell_name(game, found.state, path),
                    "was": _value_name(game, path, before.get(path)),
                    "now": _value_name(game, path, value),
                    "refused": path in event.refused,
                }
            )
        if event.number in alive:
            before |= event.cells
        if changes or event.undoes is not None:
            seated = event.seat in found.state["seats"]
            author = game.sheet.name(found.state, event.seat) if seated else Verbatim("–")
            told.append(
                {
                    "event": event,
                    "author": author,
                    "changes": changes,
                    "alive": event.number in alive,
                }
            )
    return list(reversed(told[-SHOWN_EVENTS:]))


def _cell_name(game: Game, state: State, path: CellPath) -> Text:
    """Whose cell, which field, which row of it: the words that its sheet has for them."""
    fields = {
        "table": game.sheet.table_fields,
        "play": game.sheet.play_fields,
        "rulings": game.sheet.ruling_fields,
    }.get(path.holder, game.sheet.fields)
    name: Text = say("unknown-cell", what="/".join(path.split("/")[1:]) or path)
    if game.sheet.cell(path) and (field := fields.get(path.field)):
        options = {option.id: option.name for option in (*field.rows, *field.columns)}
        rows = [options[row] for row in path.rows if row in options]
        name = joined((field.label, *rows), say("between-rows"))
    if path.holder in state["seats"]:
        return say("owner", who=game.sheet.name(state, path.holder), what=name)
    return name


def _value_name(game: Game, path: CellPath, value: Any) -> Text:
    if value is None or value is False or value == "":
        return Verbatim("–")
    if not game.sheet.records(path, value):
        return say("unknown-value", value=str(value)[:60])
    if value is True:
        return say("yes")
    cell = game.sheet.cell(path)
    for option in cell.options if cell else ():
        if option.id == value:
            return option.name
    return Verbatim(str(value))
