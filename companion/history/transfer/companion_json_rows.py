"""Contents of an imported file. A row is a JSON object of the companion's own format.

Exports are made of the same rows: a field added here is both written and read.
"""

from collections import Counter
from dataclasses import dataclass, field, fields
from datetime import datetime
from hashlib import sha256
from typing import Annotated, Any
from uuid import UUID

from companion.history.played_games import Record
from companion.history.seat_results import MOST_NAME, MOST_POINTS, NUMBER, Flag, RecordSeat, Row
from companion.history.transfer.untrusted_json import (
    compact_json,
    line,
    matching,
    moment,
    printable,
    uuid,
    within,
)
from companion.messages import say
from scoring import game as find_game
from scoring import games
from scoring.model.errors_and_warnings import CellError, Value
from scoring.text.localised import Text

MOST_PLACE, MOST_NOTE = 60, 500
MOST_PATH, MOST_KEY, MOST_PHASE = 200, 40, 40
MOST_VALUE = 2000
"""Maximum length of a cell's value as JSON; more than any version ever recorded."""
MOST_NUMBER = 2**31 - 1
MOST_SPELLING = 60 * 18
"""Maximum length of an alias: normalising can turn one character into eighteen."""


def event_key(key: str) -> str:
    """Returns an event's ``key`` as every database can store it; a hash if over 40 characters.

    Also a hash, of 40 hex digits, if there is a NUL in it.
    """
    fits = len(key) <= MOST_KEY and "\0" not in key
    return key if fits else sha256(key.encode()).hexdigest()[:MOST_KEY]


def _known(slug: object) -> str | None:
    return slug if isinstance(slug, str) and slug in games() else None


def _scoring(slug: object) -> str | None:
    game = find_game(slug) if (slug := _known(slug)) else None
    return slug if game and game.stage != "draft" and game.sheet.sections else None


def _no_game(slug: object) -> Text:
    return say("import-no-game", slug=printable(slug))


def _recordable(value: object) -> object:
    """Returns a value from a file if a cell of any version of the app may hold it, else None."""
    text = compact_json(value)
    most = MOST_PATH if isinstance(value, list | dict) else MOST_VALUE
    return value if len(text) <= most and "\\u0000" not in text else None


SEAT = say("no-such-seat")

Time = Annotated[datetime, moment, say("import-time")]
Uid = Annotated[
    UUID, lambda value: u if (u := uuid(value)) and str(u) == value else None, say("import-uuid")
]
Place = Annotated[str, line(MOST_PLACE), say("import-line", n=MOST_PLACE)]
Note = Annotated[str, line(MOST_NOTE), say("import-line", n=MOST_NOTE)]
Seat = Annotated[str, matching("p[1-9]"), SEAT]
Count = Annotated[int, within(0, MOST_POINTS), NUMBER]
Phase = Annotated[str, line(MOST_PHASE), say("import-line", n=MOST_PHASE)]
Path = Annotated[
    str, lambda p: p if len(p) <= MOST_PATH and "\0" not in p else None, say("no-such-cell")
]
Key = Annotated[
    str,
    lambda key: key if isinstance(key, str) and key == event_key(key) else None,
    say("import-key"),
]
Recorded = Annotated[Value, _recordable, say("import-not-recordable")]


# ── rows ───────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class EventRow:
    """One event of a table's log in a file: the change of some cells, or an undo.

    - ``base``: number of the last event that the author claimed to have seen
    - ``form``: the event's key, unique in the table
    - ``cells``: path to new value, ``None`` for blank; ``refused``: likewise, not written since
      another phone had changed the cell meanwhile
    - ``undoes``: number of the event that this one undoes, if it is an undo
    """

    number: Annotated[int, within(1, MOST_NUMBER), say("import-event-number")]
    at: Time
    seat: Annotated[str, matching("(p[1-9])?"), SEAT]
    base: Annotated[int, within(0, MOST_NUMBER), say("import-base")]
    form: Key
    cells: dict[Path, Recorded | None]
    refused: dict[Path, Recorded | None]
    undoes: Annotated[int, within(1, MOST_NUMBER), say("import-undo")] | None


@dataclass(frozen=True, slots=True)
class TurnsRow:
    """A paused turn clock in a file: milliseconds by seat and phase, number of turns by seat."""

    times: dict[Seat, dict[Phase, Count]]
    turns: dict[Seat, Count]
    shown: Flag


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """A table in a file, with all its events.

    A field with a default is missing in files of earlier versions. ``state``: its sheets; an import
    computes them from the events. ``first``: its state before the first event. ``held``: the day
    that people typed. ``screens``: seats' sheets are hidden from other phones, except those of the
    seats in ``revealed``.
    """

    uid: Uid
    game: Annotated[str, _scoring, _no_game]
    made: Time
    finished: Time | None
    held: Time | None = None
    place: Place = ""
    note: Note = ""
    screens: Flag
    revealed: Any
    turns: TurnsRow = TurnsRow({}, {}, False)
    first: Any
    state: Any
    events: tuple[EventRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayRow:
    """A game without a table, in a file.

    A field with a default is missing in files of earlier versions. ``sheet``: its saved sheet;
    ``rows``: points by section of the score. Both are empty if only totals are known.
    """

    uid: Uid
    game: Annotated[str, _known, _no_game]
    played: Time
    minutes: Count | None
    place: Place = ""
    note: Note = ""
    seats: tuple[RecordSeat, ...]
    rows: tuple[Row, ...] = ()
    sheet: Any = None


@dataclass(frozen=True, slots=True)
class AliasRow:
    """A spelling of a person's name that counts as another name, in a file."""

    spelling: Annotated[str, line(MOST_SPELLING), say("import-line", n=MOST_SPELLING)]
    name: Annotated[str, line(MOST_NAME), say("import-line", n=MOST_NAME)]


@dataclass(frozen=True, slots=True)
class FileContents:
    """The valid games and aliases of one imported file, not stored yet, and errors in the rest.

    - ``plays``: games without a table
    - ``there``: number of games that exist already
    - ``left``: number of tables not read for lack of time
    - ``others``: name to number of plays, of games that the app does not have
    """

    tables: tuple[TableRow, ...] = ()
    plays: tuple[Record, ...] = ()
    aliases: tuple[AliasRow, ...] = ()
    faults: list[CellError] = field(default_factory=list)
    there: int = 0
    left: int = 0
    others: Counter[str] = field(default_factory=Counter)

    def __add__(self, other: "FileContents") -> "FileContents":
        """Returns the contents of two imported files together."""
        each = [field.name for field in fields(self)]
        return FileContents(*(getattr(self, name) + getattr(other, name) for name in each))
