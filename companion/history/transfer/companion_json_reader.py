"""Reads files of the companion's own format and checks every value.

Tables of older versions get cells that were only implied. ``path`` is a row's place in the file,
for errors; ``version`` that of the file.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import UUID

from companion.history.played_games import Record
from companion.history.transfer.companion_json_rows import (
    AliasRow,
    EventRow,
    FileContents,
    PlayRow,
    TableRow,
)
from companion.history.transfer.companion_json_writer import (
    FORMAT,
    MOST_PLAYS,
    MOST_TABLES,
    VERSION,
)
from companion.history.transfer.untrusted_json import (
    Unusable,
    add,
    by_name,
    decode,
    integer,
    json_object,
    loads,
    printable,
    reported,
    rows_in,
    uuid,
)
from companion.messages import say
from companion.sheet_pages.page_names import RULINGS
from companion.tables import ledger
from scoring import game as find_game
from scoring.game import Game
from scoring.model.cells import SEAT
from scoring.model.errors_and_warnings import CellError
from scoring.model.plan import State
from scoring.model.rulings import PRESET
from scoring.solving import deadline


def add_cells(table: TableRow, version: int) -> TableRow:
    """Returns a table from a file with the cells that older formats implied but did not write.

    ``version``: of the file's format.
    """
    if version < 2:
        table = _spell_out_presets(table)
    return _fill_in_none(table) if version < 5 and table.finished else table


def _spell_out_presets(table: TableRow) -> TableRow:
    """Returns a table from a file with blank rulings in events that chose a preset of rulings.

    Choosing a preset clears all rulings (answers to questions that the rules leave open), but
    version 1 of the format did not write these cells.
    """
    paths = {path: None for event in table.events for path in event.cells}
    answered = {path: None for path in paths if path.startswith(f"{RULINGS}/")}
    events = [
        replace(event, cells=answered | event.cells)
        if f"{RULINGS}/{PRESET}" in event.cells
        else event
        for event in table.events
    ]
    return replace(table, events=tuple(events))


def _fill_in_none(table: TableRow) -> TableRow:
    """Returns a finished table with one more event: “none” in each cell left blank.

    Until version 4 of the file format a blank there counted as none.
    """
    sheet = find_game(table.game).sheet
    taken = sheet.take(table.state)
    if table.finished is None or taken.errors:
        return table  # an error is reported later; or the total is open anyhow
    cells, number = sheet.rest_none(taken.state), len(table.events)
    none = EventRow(
        number + 1, table.finished, "", number, "the-rest-was-none", dict(cells), {}, None
    )
    state = sheet.put(table.state, dict(cells))
    return replace(table, state=state, events=(*table.events, none))


MOST_ALIASES = 500
MOST_PHASES, MOST_SEATS = 60, 99

AT_A_TIME = 1.8
"""Seconds for reading the tables of one file; the rest of the request stores them."""


def read(data: bytes, exists: Callable[[UUID], bool] = lambda _: False) -> FileContents:
    """Returns the games in ``data``, a file of our own format, and its errors; never raises.

    Tables for which ``exists`` (given their uid) is true are skipped, so that importing a large
    file again continues where it stopped.
    """
    try:
        raw = loads(data)
        version = _version(raw)
    except Unusable as error:
        return FileContents(faults=[error.fault])
    faults: list[CellError] = []
    tables: dict[UUID, TableRow] = {}
    plays: dict[str, Record] = {}
    aliases: list[AliasRow] = []
    there = left = 0
    with deadline.within(AT_A_TIME):
        for path, row in rows_in(raw, "tables", faults, MOST_TABLES):
            with reported(faults):
                uid = uuid(json_object(path, row).get("uid"))
                if uid and exists(uid):
                    there += 1
                    continue
                try:
                    with deadline.within():
                        table = _table(path, row, version, faults)
                except deadline.OutOfTime:
                    left += 1
                    continue
                if tables.setdefault(table.uid, table) is not table:
                    raise Unusable(path, say("import-twice"))
    for path, row in rows_in(raw, "plays", faults, MOST_PLAYS):
        with reported(faults):
            play = _play(path, row, faults)
            plays[play.key] = play
    for path, row in rows_in(raw, "merged", faults, MOST_ALIASES):
        with reported(faults):
            aliases.append(decode(AliasRow, path, row))
    return FileContents(
        tuple(tables.values()), tuple(plays.values()), tuple(aliases), faults, there, left
    )


def _version(raw: dict[str, Any]) -> int:
    """Returns the format version of a file, ``raw``; raises ``Unusable`` for an unknown one."""
    if raw.get("format") != FORMAT:
        raise Unusable("format", say("import-not-ours"))
    version = integer(raw.get("version"))
    if version is None or not 0 < version <= VERSION:
        message = say("import-version", n=printable(raw.get("version")), known=VERSION)
        raise Unusable("version", message)
    return version


def _table(path: str, raw: dict[str, Any], version: int, faults: list[CellError]) -> TableRow:
    """Reads one table of a file, with all its events; raises ``Unusable`` if it is invalid.

    ``raw``: its JSON, in format ``version``. ``path``: its path in the file. Errors that leave the
    rest usable are added to ``faults``.
    """
    deadline.check()
    row = add_cells(decode(TableRow, path, raw), version)
    if any(len(phases) > MOST_PHASES for phases in row.turns.times.values()):
        raise Unusable(f"{path}/turns", say("import-object"))
    _check_events(path, row)
    sheet = find_game(row.game).sheet
    first = _opening(f"{path}/first", find_game(row.game), row.first)
    state = ledger.fold(sheet, first, row.events)
    revealed = row.revealed
    if not isinstance(revealed, list) or not all(str(s) in state["seats"] for s in revealed):
        raise Unusable(f"{path}/revealed", say("import-list-of-seats"))
    if state != row.state:
        add(faults, CellError(f"{path}/state", say("import-sum")))
    return replace(row, state=state, revealed=list(dict.fromkeys(revealed)))


def _check_events(path: str, table: TableRow) -> None:
    """Raises ``Unusable`` unless a table's events are numbered in order, and their keys are unique.

    Also if one undoes a later event. ``path``: the table's path in the file.
    """
    keys = set()
    for n, event in enumerate(table.events):
        at = f"{path}/events/{n}"
        if event.number != n + 1:
            raise Unusable(f"{at}/number", say("import-event-number"))
        if event.undoes and event.undoes > n:
            raise Unusable(f"{at}/undoes", say("import-undo"))
        if event.form in keys:
            raise Unusable(f"{at}/form", say("import-twice"))
        keys.add(event.form)


def _opening(path: str, game: Game, raw: object) -> State:
    """Returns a table's state before its first event: the seats in ``raw``, JSON, without cells.

    A seat beyond the game's maximum is accepted: another version may have allowed it. Raises
    ``Unusable`` if ``raw`` is invalid; ``path``: where it is in the file.
    """
    seats = raw.get("seats") if isinstance(raw, dict) else None
    if not isinstance(seats, dict) or not any(map(game.sheet.is_seat, seats)):
        raise Unusable(path, say("sheet-no-seat"))
    for seat in seats:
        if not SEAT.match(seat):
            message = say("sheet-seats", n=game.sheet.most_seats)
            raise Unusable(f"{path}/seats/{printable(seat)}", message)
    return ledger.opening(game.sheet, {"seats": dict.fromkeys(seats)}, ())


def _play(path: str, raw: object, faults: list[CellError]) -> Record:
    play = decode(PlayRow, path, raw)
    if not 0 < len(play.seats) <= MOST_SEATS:
        raise Unusable(f"{path}/seats", say("import-list"))
    state: State = {}
    if play.sheet:
        reading = find_game(play.game).sheet.take(play.sheet, stored=True)
        if reading.errors:  # its totals still count
            add(faults, CellError(f"{path}/sheet", reading.errors[0].message))
        else:
            state = reading.state
    values = by_name(play) | {"state": state, "source": "result" if state else "import"}
    del values["sheet"]
    return Record(key=str(values.pop("uid")), **values)
