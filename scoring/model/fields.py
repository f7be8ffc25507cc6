"""Fields and sections: the questions of a sheet, independent of any input."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, get_args

from scoring.text.localised import EMPTY, Text

from .catalogue import Entry
from .cells import Cell, Option

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
"""Input controls by name, and the kinds of field that each can enter."""

BOARDS = ("board", "score_pad")
"""Layouts of a section that all players fill in together."""

TONES = ("light", "dark")
"""Looks of a die, where a player has two."""

FITS = 24
"""Number of drawn pieces that fit on one screen; more need a palette."""


@dataclass(frozen=True, slots=True)
class RowNote:
    """The print on a row or on one of its faces: a few pieces, a few words."""

    text: Text
    pieces: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Group:
    """Rows that belong together, for example the tiles of one season.

    ``when``: a cell of the table without which they are not in play. ``again``: highest number of
    one row that taps reach, where that is less than what may be typed. ``phase``: the phase of the
    course in which players look for them. Without a label they continue the group before.
    """

    label: Text
    rows: tuple[Option, ...]
    when: str = ""
    again: int = 0
    phase: str = ""


@dataclass(frozen=True)
class Field:
    """One question of the sheet, made of one cell, a row of cells or a grid.

    ``when`` names a cell of the same seat that must be set for the field to matter, or with
    ``=face`` must show that face; for a grid it names a field, and each row matters when that
    field's cell of the same id is set. ``unique``: the box holds each row once, so two owners are a
    doubt. ``one_of``: sets of rows of which a seat has at most one each, such as the sides of one
    tile. ``most_in_box``: number of each row in the box. ``decided``: filled in by an optimiser,
    not by players. ``notes`` by row id, by ``(row id, face id)``, or by ``("", face id)`` for a
    face on any row. ``default``: the option that a blank choice stands for, if any. ``needed``: a
    seat without it is not finished, as long as the field matters; its blank is never counted as 0,
    and is not covered by *the rest: none*. ``needed_alone``: needed on a sheet of one seat, which
    holds nothing of the other players. ``optional``: a blank is an answer by the rules or by the
    design of the sheet, so it is never asked for. ``control``: the input control, where it is not
    the default of the kind; ``across``: number of pieces side by side, or on top of each other
    in a stack. ``scores``: the line of the breakdown shown above its column. ``tone``: the look of
    a die; ``piece``: the entry or the symbol drawn for a cell that is no entry itself.
    ``standalone_only``: asked only away from a table, since a table knows it; ``alone`` in the
    file. ``usual``: the pad has a key for each number up to it, and larger ones are typed.
    ``signs``: signs that a line of text is typed with; each option's id is its sign. In a section
    that all players are entered in together, ``head`` is
    the field of the table that stands above this one, and an ``aside`` one is behind the row's
    *more*. ``apart``: a tray under its own label, not joined with those before and after it.
    ``chart``: for a map, the name of the game's function that describes the laid tiles. ``hidden``:
    by the rules only its own seat knows it before the last phase, so no calculator shows it to, or
    uses it for, another one. ``question``: what is asked at the end while it is blank; else its
    label stands there.
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

    def instead(self, row: str) -> tuple[str, ...]:
        """Returns the rows that a seat cannot have together with this one."""
        return tuple(each for rows in self.one_of if row in rows for each in rows if each != row)

    @cached_property
    def entered_by(self) -> str:
        """The control that it names, or the default for its kind and size."""
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
        """Returns the ids on each level between field and cells: none, rows, rows × columns."""
        levels = (tuple(r.id for r in self.rows), tuple(c.id for c in self.columns))
        return tuple(level for level in levels if level)

    def paths(self) -> Iterator[tuple[str, ...]]:
        """Yields every cell of the field, as the ids that lead to it from the seat."""
        if not self.groups:
            yield (self.id,)
        elif not self.columns:
            yield from ((self.id, row.id) for row in self.rows)
        else:
            yield from ((self.id, r.id, c.id) for r in self.rows for c in self.columns)

    def schema(self) -> dict[str, Any]:
        schema = self.cell.schema()
        for axis in reversed(self.axes()):
            schema = {
                "type": "object",
                "properties": dict.fromkeys(axis, schema),
                "additionalProperties": False,
            }
        return schema | {"title": self.label.en}


@dataclass(frozen=True)
class Section:
    """Fields that a player fills in together; a ``folded`` one is rarely needed and shown closed.

    ``tracked``: kept during play, of no use to a final score alone. ``when``: a cell of the table,
    such as ``table/idavoll``, that must be set for the section to matter; ``unless``: one that must
    not. ``title`` stands above its fields, ``label`` on its step. ``scores``: ids of lines of the
    breakdown whose points it shows, besides those of its own rows. ``settings``: set once for the
    whole table, so it is on the page of settings. ``control``: a layout in which all players are
    entered together; ``shows`` are entries whose points, or figures ``beside`` in the breakdown,
    are shown there. ``columns``: its fields stand side by side, each under what it scores.
    ``others``: number of other players required for it; ``most_players``: most players with whom it
    is asked. ``maps``: its head leads to the sheet's map. ``optional``: all its fields are.
    ``shared``: input of a seat here can change the points of other seats.
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

    @cached_property
    def rest(self) -> tuple[Field, ...]:
        """Fields whose blanks have to be confirmed as none: *the rest: none*.

        Empty if there are none; the section is then not asked about.
        """
        if self.tracked or self.settings or self.optional:
            return ()
        return tuple(
            field
            for field in self.fields
            if not (field.decided or field.needed or field.optional or field.kind == "script")
        )

    @cached_property
    def map(self) -> Field | None:
        """The map field of the section, or ``None``; such a section has a page of its own."""
        return next((field for field in self.fields if field.kind == "map"), None)

    @cached_property
    def lines(self) -> frozenset[str]:
        """Ids of the lines that it or one of its fields names."""
        return frozenset((*self.scores, *(field.scores for field in self.fields if field.scores)))

    def asks(self, players: int) -> bool:
        """True if the section applies to a table of so many players."""
        return self.others < players and not 0 < self.most_players < players


def options(entries: Sequence[Entry]) -> tuple[Option, ...]:
    """Returns catalogue entries as rows or choices of a field."""
    return tuple(Option(e.id, e.name) for e in entries)


def one_group(rows: Sequence[Option]) -> tuple[Group, ...]:
    return (Group(EMPTY, tuple(rows)),)
