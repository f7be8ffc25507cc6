"""Fields and sections of a score sheet: the questions that it asks, whatever page enters them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, get_args

from scoring.text.localised import EMPTY, Text

from .cells import Cell, Option, Schema, object_schema

Axis = tuple[str, ...]
Kind = Literal["count", "flag", "choice", "pick", "tally", "grid", "script", "map"]
KINDS: tuple[Kind, ...] = get_args(Kind)

CONTROLS: Mapping[str, tuple[Kind, ...]] = {
    "tray": ("count", "tally", "grid", "choice"),
    "pad": ("count",),
    "chips": ("tally", "pick", "grid"),
    "stack": ("count", "tally"),
    "cycle": ("pick", "choice"),
    "rack": ("flag", "pick", "choice", "grid", "tally"),
    "palette": ("pick",),
    "split": ("pick", "choice"),
    "coins": ("tally", "pick", "choice"),
    "net": ("pick", "choice"),
    "ask": ("choice",),
    "radios": ("choice", "pick"),
    "text": ("script",),
    "signs": ("script",),
    "hexes": ("map",),
}
"""Input controls by name, with the kinds of field that each can enter."""

BOARDS = ("board", "score_pad")
"""Layouts of a section in which all players are entered side by side."""

TONES = ("light", "dark")
"""Colours of a die, to tell two dice of one player apart."""

FITS = 24
"""Number of drawn pieces that fit on one screen. A field with more rows gets a palette."""


@dataclass(frozen=True, slots=True)
class RowNote:
    """Text and pieces printed on a row of a field (such as a card), or on one face of it.

    ``pieces``: entry id to count.
    """

    text: Text
    pieces: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Group:
    """Rows of a field that are displayed together, for example the tiles of one season.

    ``label``: heading; without one, the rows continue the group before.
    ``when``: path of a cell of the table; the rows are in play only if it is set.
    ``again``: highest number of one row that can be reached by tapping, where more may be typed.
    ``phase``: id of the phase in which players look for these rows.
    """

    label: Text
    rows: tuple[Option, ...]
    when: str = ""
    again: int = 0
    phase: str = ""


@dataclass(frozen=True)
class Field:
    """One question of the score sheet, made of one cell, a row of cells or a grid of cells.

    ``when``: cell of the same seat that must be set for the field to matter; with ``=face`` it must
        show that face. For a grid: a field; each row of the grid matters if that field's cell of
        the same id is set.
    ``unique``: the box contains each row once, so two owners of one row cause a warning.
    ``one_of``: sets of rows, such as the sides of one tile; a seat has at most one row of each set.
    ``most_in_box``: number of each row in the box.
    ``decided``: an end-of-game decision: a calculator fills it in if the player leaves it blank.
    ``needed``: as long as the field matters, a seat is not finished without it. Its blank never
        counts as 0, and ticking *the rest: none* does not cover it.
    ``needed_alone``: needed only on a sheet with a single seat, which has no entries of other
        players.
    ``optional``: a blank is an answer, so the field is never asked for.
    ``default``: the option that a blank choice stands for, if any.
    ``notes``: print on the rows, by row id, by ``(row id, face id)``, or by ``("", face id)`` for a
        face of any row.
    ``control``: input control, where it is not the default for the kind.
    ``across``: number of pieces side by side, or on top of each other in a stack.
    ``scores``: id of the line of the breakdown displayed above the field's column.
    ``tone``: colour of a die.
    ``piece``: id of the entry or symbol drawn for a cell that is no entry itself.
    ``standalone_only``: asked only on a sheet without a table, since a table knows the answer; the
        key in the data file is ``alone``.
    ``usual``: the number pad has a key for each number up to this; larger ones are typed.
    ``signs``: keys for typing a line of text; each option's id is the sign.
    ``head``: in a section for all players, id of the table's field that is displayed above this
        one.
    ``aside``: in a section for all players, the field is hidden behind the row's *more*.
    ``apart``: a tray with a label of its own, not joined with the trays before and after it.
    ``chart``: for a map, name of the game's function that describes the laid tiles.
    ``hidden``: by the rules, nobody else knows it before the last phase. So no calculator displays
        it to another seat, or uses it for one.
    ``question``: the wording in which the end of the game asks for a blank field, instead of the
        label.
    ``race``: a flag of the first to finish: phones at a table say so with a button *Done!*. With a
        ``head``, only where that is set.
    """

    id: str
    label: Text
    kind: Kind
    cell: Cell
    groups: tuple[Group, ...] = ()
    columns: tuple[Option, ...] = ()
    hint: Text = EMPTY
    when: str = ""
    unique: bool = False
    most_in_box: Mapping[str, int] | None = None
    decided: bool = False
    needed: bool = False
    needed_alone: bool = False
    optional: bool = False
    default: str = ""
    notes: Mapping[str | tuple[str, str], RowNote] = field(default_factory=dict)
    control: str = ""
    across: int = 0
    scores: str = ""
    tone: str = ""
    piece: str = ""
    standalone_only: bool = False
    usual: int = 0
    head: str = ""
    aside: bool = False
    signs: tuple[Option, ...] = ()
    apart: bool = False
    chart: str = ""
    one_of: tuple[tuple[str, ...], ...] = ()
    hidden: bool = False
    question: Text = EMPTY
    race: bool = False

    def instead(self, row: str) -> tuple[str, ...]:
        """Returns the ids of the field's rows that a seat cannot have together with ``row``."""
        return tuple(each for rows in self.one_of if row in rows for each in rows if each != row)

    @property
    def entered_by(self) -> str:
        """Id of the field's input control, as ``radios``; by default that of its kind and size."""
        if self.control:
            return self.control
        faces = len(self.cell.options)
        match self.kind:
            case "pick" if not faces:
                return "rack" if len(self.rows) <= FITS else "palette"
            case "pick" if faces == 2:
                return "split" if len(self.rows) <= FITS else "palette"
            case "pick" | "choice":
                return "radios" if faces <= 6 else "net"
            case "grid" if self.cell.kind == "flag":
                return "rack"
            case "flag":
                return "rack"
            case "script":
                return "text"
            case "map":
                return "hexes"
            case _:
                return "tray"

    @cached_property
    def rows(self) -> tuple[Option, ...]:
        return tuple(row for group in self.groups for row in group.rows)

    @cached_property
    def row_ids(self) -> frozenset[str]:
        return frozenset(row.id for row in self.rows)

    def axes(self) -> tuple[Axis, ...]:
        """Returns the ids of the field's rows, then of its columns: a tuple each, if it has any."""
        levels = (tuple(r.id for r in self.rows), tuple(c.id for c in self.columns))
        return tuple(level for level in levels if level)

    def paths(self) -> Iterator[tuple[str, ...]]:
        """Yields the path of every cell of the field, as a tuple of ids without the seat."""
        if not self.groups:
            yield (self.id,)
        elif not self.columns:
            yield from ((self.id, row.id) for row in self.rows)
        else:
            yield from ((self.id, r.id, c.id) for r in self.rows for c in self.columns)

    def schema(self) -> Schema:
        schema = self.cell.schema()
        for axis in reversed(self.axes()):
            schema = object_schema(dict.fromkeys(axis, schema))
        return schema | {"title": self.label.en}


@dataclass(frozen=True)
class Section:
    """Fields that a player fills in together, on one step of the sheet.

    ``label``: name of the step; ``title`` stands above the fields.
    ``folded``: rarely needed, so it is closed at first.
    ``tracked``: useful during play, but not for the final score.
    ``when``: path of a cell of the table, such as ``table/idavoll``, that must be set for the
        section to matter.
    ``unless``: path of a cell that must not be set.
    ``scores``: ids of lines of the breakdown whose points are displayed, besides those of its own
        rows.
    ``settings``: filled in once for the whole table, so it is on the page of settings.
    ``control``: layout in which all players are entered together.
    ``shows``: with a ``control``, entries whose points, or numbers beside a field, are displayed.
    ``columns``: the fields are side by side, each under the points that it scores.
    ``others``: the section applies only with at least this many other players.
    ``most_players``: the section applies only with at most this many players; 0 for no limit.
    ``maps``: its heading links to the sheet's map.
    ``optional``: all of its fields are optional.
    ``shared``: an entry of one seat here can change the points of other seats.
    """

    id: str
    label: Text
    fields: tuple[Field, ...]
    hint: Text = EMPTY
    folded: bool = False
    tracked: bool = False
    when: str = ""
    unless: str = ""
    title: Text = EMPTY
    scores: tuple[str, ...] = ()
    settings: bool = False
    control: str = ""
    shows: tuple[Option, ...] = ()
    columns: bool = False
    others: int = 0
    most_players: int = 0
    maps: bool = False
    optional: bool = False
    shared: bool = False

    @property
    def rest(self) -> tuple[Field, ...]:
        """Fields of the section whose blanks count as none once *the rest: none* is ticked."""
        if self.tracked or self.settings or self.optional:
            return ()
        return tuple(
            field
            for field in self.fields
            if not (field.decided or field.needed or field.optional or field.kind == "script")
        )

    @property
    def map(self) -> Field | None:
        """The map field of the section, or ``None``. A section with a map has a page of its own."""
        return next((field for field in self.fields if field.kind == "map"), None)

    @property
    def page(self) -> str:
        """Id of the page on which a seat finds the section: ``settings``, ``map`` or ``sheet``."""
        return "settings" if self.settings else "map" if self.map else "sheet"

    @property
    def lines(self) -> frozenset[str]:
        """Ids of the score's rows that the section or a field of it names in ``scores``."""
        return frozenset((*self.scores, *(field.scores for field in self.fields if field.scores)))

    def asks(self, players: int) -> bool:
        """True if the section applies to a table with this number of players."""
        return self.others < players and not 0 < self.most_players < players


def one_group(rows: Sequence[Option]) -> tuple[Group, ...]:
    return (Group(EMPTY, tuple(rows)),)
