"""Fields and sections: what a sheet asks, before anybody has entered anything."""

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
"""How a field may be entered, by name, and the kinds of field that can be entered so."""

BOARDS = ("board", "score_pad")
"""How a section that all players fill in together may be laid out."""

TONES = ("light", "dark")
"""What a die may look like, where a player has two."""

FITS = 24
"""So many drawn pieces fit on one screen; more need a palette."""


@dataclass(frozen=True, slots=True)
class Note:
    """What is printed on a row or on one of its faces: a few pieces, a few words."""

    text: Text
    pieces: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Group:
    """Rows that belong together, for example the tiles of one season.

    ``when``: a cell of the table without which they are not in play. ``again``: as many of one row
    as taps go up to, where that is less than what may be typed. ``phase``: in which of the course
    they are what players look for. Without a label they go on where the group before ended.
    """

    label: Text
    rows: tuple[Option, ...]
    when: str = ""
    again: int = 0
    phase: str = ""


@dataclass(frozen=True)
class Field:
    """One thing that the sheet asks, made of one cell, a row of cells or a grid.

    ``when`` names a cell of the same seat that must be set for the field to matter, or with
    ``=face`` be just that; for a grid it names a field, and each row matters when that field's cell
    of the same id is set.
    ``unique``: the box holds each row once, so two owners are a doubt. ``one_of``: of each of these
    sets of rows a seat has at most one, such as the sides of one tile. ``most_in_box``: how
    many of each row the box holds. ``decided``: filled in by an optimiser, not by players.
    ``notes`` by row id, by ``(row id, face id)``, or by ``("", face id)`` for a face on any row.
    ``default``: the option that a blank choice stands for, if it stands for one. ``needed``: a
    seat without it is not finished, as long as the field matters; its blank is never counted as
    0, and is not covered by *the rest: none*. ``optional``: a blank is an answer by the rules or
    by how the sheet is made, so it is never asked for.
    ``control``: how it is entered, where its kind alone would choose another way;
    ``across``: so many pieces side by side, or on top of each other in a stack. ``scores``: the
    line of the breakdown that stands above its column. ``tone``: what a die looks like;
    ``piece``: the entry or the symbol drawn for a cell that is no entry itself. ``alone``: asked
    away from a table only, since a table knows it. ``usual``: the pad has a key for each number up
    to it, and larger ones are typed. ``signs``: what a line of text is typed with, each option's
    id being its sign. In a section that all players are entered in together, ``head`` is the field
    of the table that stands above this one, and an ``aside`` one is behind the row's *more*.
    ``apart``: a tray under its own label, not joined with those before and after it. ``chart``: of
    a map, the name of the game's function that says what its tiles come to as they lie.
    ``hidden``: by the rules only its own seat knows it before the last phase, so that no calculator
    tells or uses it for another one.
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
    optional: bool = False
    default: str = ""
    notes: Mapping[str | tuple[str, str], Note] = field(default_factory=dict)
    control: str = ""
    across: int = 0
    scores: str = ""
    tone: str = ""
    piece: str = ""
    alone: bool = False
    usual: int = 0
    head: str = ""
    aside: bool = False
    signs: tuple[Option, ...] = ()
    apart: bool = False
    chart: str = ""
    one_of: tuple[tuple[str, ...], ...] = ()
    hidden: bool = False

    def instead(self, row: str) -> tuple[str, ...]:
        """The rows that a seat cannot have beside this one."""
        return tuple(each for rows in self.one_of if row in rows for each in rows if each != row)

    @cached_property
    def entered_by(self) -> str:
        """The control that it names, or the one that suits its kind and its size."""
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
        """The ids on each level between the field and its cells: none, rows, rows × columns."""
        levels = (tuple(r.id for r in self.rows), tuple(c.id for c in self.columns))
        return tuple(level for level in levels if level)

    def paths(self) -> Iterator[tuple[str, ...]]:
        """Every cell of the field, as the ids that lead to it from the seat."""
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
    """Fields that a player fills in together; ``folded``: rarely needed, so shown closed.

    ``tracked``: kept during play, of no use to a final score alone. ``when``: a cell of the
    table, such as ``table/idavoll``, that must be set for the section to matter; ``unless`` one
    that must not. ``title`` stands above its fields, ``label`` on its step. ``scores``: ids of
    lines of the breakdown whose points it shows, beside those of its own rows. ``settings``: set
    once for the whole table, so it has its place on the page of settings. ``control``: a layout
    in which all players are entered together; ``shows`` are entries whose points, or what the
    breakdown has ``beside``, stand there to be read. ``columns``: its fields stand side by side,
    each under what it scores. ``others``: so many others have to play for it to be asked;
    ``most_players``: with more it is not. ``maps``: its head leads to the sheet's map.
    ``optional``: all its fields are. ``shared``: what a seat enters here can change the points of
    other seats.
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
        """The fields whose blanks have to be said to be none: *the rest: none*.

        Empty where there are none such: nobody is asked about the section then.
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
        """The map that it is about, if it is about one: such a section has a page of its own."""
        return next((field for field in self.fields if field.kind == "map"), None)

    @cached_property
    def lines(self) -> frozenset[str]:
        """Ids of the lines that it or one of its fields names."""
        return frozenset((*self.scores, *(field.scores for field in self.fields if field.scores)))

    def asks(self, players: int) -> bool:
        """Can a table of so many have what it asks?"""
        return self.others < players and not 0 < self.most_players < players


def options(entries: Sequence[Entry]) -> tuple[Option, ...]:
    """Catalogue entries as rows or choices of a field."""
    return tuple(Option(e.id, e.name) for e in entries)


def one_group(rows: Sequence[Option]) -> tuple[Group, ...]:
    return (Group(EMPTY, tuple(rows)),)
