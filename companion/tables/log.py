"""The log in words: who changed what from what to what, as far as a phone may see it."""

from __future__ import annotations

from typing import Any

from companion.tables import access, ledger
from companion.tables.models import Device, Event, Table
from companion.web import rulings
from scoring.core.game import Game
from scoring.core.plan import State
from scoring.core.sheet import OWN
from scoring.core.text import EMPTY, Text
from scoring.core.text import join as join_texts

SHOWN_EVENTS = 60


def target(found: Table, event: Event) -> Event:
    """The change that a chain of undo and redo is about."""
    while event.undoes is not None:
        event = found.events.get(number=event.undoes)
    return event


def lines(game: Game, found: Table, who: Device) -> list[dict[str, Any]]:
    """Events in words, newest first; cells that this phone may not see are left out."""
    events = list(found.events.all())
    alive = ledger.surviving(events)
    before: dict[str, Any] = {}
    told = []
    for event in events:
        changes = []
        for path, value in (*event.cells.items(), *event.refused.items()):
            seat = path.partition("/")[0]
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
            author = game.sheet.name(found.state, event.seat) if seated else Text("–", "–")
            told.append(
                {
                    "event": event,
                    "author": author,
                    "changes": changes,
                    "alive": event.number in alive,
                }
            )
    return list(reversed(told[-SHOWN_EVENTS:]))


def _cell_name(game: Game, state: State, path: str) -> Text:
    """Whose cell, which field, which row of it: the words that its sheet has for them."""
    holder, head, *rest = path.split("/")
    owner = game.sheet.name(state, holder) + Text(": ", "：") if holder in state["seats"] else EMPTY
    if holder == rulings.HOLDER:
        return rulings.name(game, head)
    sheet = game.sheet
    own = {each.id: each for each in OWN}
    fields = own | sheet.fields | sheet.table_fields | sheet.play_fields
    if head not in fields:
        return owner + Text(head, head)
    field = fields[head]
    options = {option.id: option.name for option in (*field.rows, *field.columns)}
    names = [field.label, *(options[key] for key in rest if key in options)]
    return owner + join_texts(names, " · ", "・")


def _value_name(game: Game, path: str, value: Any) -> Text:
    if value in (None, False, ""):
        return Text("–", "–")
    if value is True:
        return Text("yes", "あり")
    if path.startswith(rulings.ROOT):
        called = rulings.option_name(game, path.removeprefix(rulings.ROOT), str(value))
        return called or Text(str(value), str(value))
    cell = game.sheet.cell(path)
    for option in cell.options if cell else ():
        if option.id == value:
            return option.name
    return Text(str(value), str(value))
