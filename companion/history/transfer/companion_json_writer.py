"""Export in the companion's own format: tables with all events, and games saved without a table.

Phones, links, codes, groups and the table's key are left out: a file grants no access. An import
computes the sheets from the events, also cells that only another version of the app knows; undo
still works there.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime

from companion.history.played_games import Record
from companion.history.transfer.companion_json_rows import (
    AliasRow,
    EventRow,
    PlayRow,
    TableRow,
    TurnsRow,
    event_key,
)
from companion.history.transfer.untrusted_json import MOST_BYTES, compact_json, row_of
from companion.tables import ledger
from companion.tables.models import Event, Table
from companion.tables.turn_clock import TurnClock
from scoring import game as find_game
from scoring import games
from scoring.model.plan import State

FORMAT = "boardgame-companion"
VERSION = 7
MOST_TABLES = 500
MOST_PLAYS = 20_000


def screened(table: Table) -> bool:
    """True if some seat's sheet is still hidden from other phones by a screen.

    Such a table is not exported, as its events contain all cells.
    """
    return table.screens and not set(table.state["seats"]) <= set(table.revealed)


def parts(
    tables: Iterable[Table],
    plays: Iterable[Record] = (),
    aliases: Iterable[tuple[str, str]] = (),
    *,
    now: datetime,
) -> list[bytes]:
    """Returns tables, games without a table and aliases as files for an import; mostly one.

    ``plays``: the games. ``now``: time of the export. ``aliases``: pairs (spelling, name) of
    people. Tables with a hidden sheet are left out; only their number is in the file. A single
    table beyond the limits is still written, but cannot be imported.
    """
    open_tables, hidden = [], 0
    for table in tables:
        if screened(table):
            hidden += 1
        else:
            open_tables.append(table)
    head = {
        "format": FORMAT,
        "version": VERSION,
        "exported": now.isoformat(),
        "behind_screens": hidden,
        "merged": [AliasRow(spelling, name) for spelling, name in aliases],
    }
    rows = [("tables", compact_json(_table(table, now))) for table in open_tables]
    rows += [
        ("plays", compact_json(row_of(PlayRow, play, uid=play.key, sheet=play.state)))
        for play in plays
    ]
    room = MOST_BYTES - len(compact_json(head)) - 100
    files: list[dict[str, list[str]]] = [{"tables": [], "plays": []}]
    size = 0
    for kind, row in rows:
        length = len(row.encode()) + 1
        full = len(files[-1]["tables"]) >= MOST_TABLES or len(files[-1]["plays"]) >= MOST_PLAYS
        if size and (full or size + length > room):
            files.append({"tables": [], "plays": []})
            size = 0
        files[-1][kind].append(row)
        size += length
    return [_file(head, each["tables"], each["plays"]) for each in files]


def _file(head: Mapping[str, object], tables: list[str], plays: list[str]) -> bytes:
    opening = compact_json(head).removesuffix("}")
    rows = f'"tables":[{",".join(tables)}],"plays":[{",".join(plays)}]'
    return f"{opening},{rows}}}\n".encode()


def _table(table: Table, now: datetime) -> TableRow:
    events = list(table.events.all())
    # no turn runs on in a file
    clock = TurnClock.read(table.turns).paused(round(now.timestamp() * 1000))
    return row_of(
        TableRow,
        table,
        held=table.played_on,
        revealed=[seat for seat in table.revealed if seat in table.state["seats"]],
        turns=row_of(TurnsRow, clock),
        first=_first(table, events),
        events=[row_of(EventRow, e, form=event_key(e.idempotency_key)) for e in events],
    )


def _first(table: Table, events: list[Event]) -> State:
    """Returns a table's state before its first event: its seats of that time, without cells."""
    if table.game in games():
        return ledger.opening(find_game(table.game).sheet, table.state, events)
    return {"game": table.game, "seats": {seat: {} for seat in table.state["seats"]}}
