"""Builds forms from sheets: the only module that builds fields for a page.

It reads any game's ``Sheet`` and knows no particular game. Text that could not be parsed is shown
again as typed, with its validation error.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any
from zlib import crc32

from companion.messages import say
from companion.sheet_pages.players import Owner, owners
from companion.sheet_pages.scores import doubts
from scoring.game import Game
from scoring.model import completeness
from scoring.model.catalogue import Entry
from scoring.model.cells import CellPath, Option
from scoring.model.fields import Field, RowNote, Section
from scoring.model.plan import State
from scoring.model.rulings import PRESET
from scoring.model.sheet import Sheet
from scoring.model.sheet_fields import COLOUR, NAME, NONE
from scoring.model.validation import CellError
from scoring.text.localised import EMPTY, Text

TABLE = "table"
PLAY = "play"
RULINGS = "rulings"
SEARCHED = 10
DECIDED = "decided"
FEW = 6
"""Most options of a choice that is asked when a table is opened."""
SELF_LABELLED = ("radios", "ask", "text", "signs")
"""Controls that show the field's label and hint themselves."""
SHEET, SETTINGS, MAP = "sheet", "settings", "map"
"""The pages of a seat: the entries, the settings, the map of tiles."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One option of a choice cell; ``on``: it is chosen."""

    id: str
    label: Text
    on: bool
    note: RowNote | None = None
    piece: str = ""

    @property
    def drawn(self) -> str:
        """Id of the piece that is drawn for it."""
        return self.piece or self.id


@dataclass(frozen=True, slots=True)
class Input:
    """One cell on the page. ``path`` is its name in the form, ``id`` its HTML id."""

    path: str
    label: Text
    value: str
    on: bool
    most: int
    icons: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    note: RowNote | None = None
    fault: Text | None = None
    when: str = ""
    find: str = ""
    entry: str = ""
    owner: Owner | None = None
    limit: int = 0
    face: str = ""
    """Id of the face of its entry that lies up, empty if unknown."""

    @property
    def id(self) -> str:
        return self.path.replace("/", "-")

    @property
    def chosen(self) -> Choice | None:
        return next((each for each in self.choices if each.on), None)

    @property
    def turns(self) -> tuple[Choice, ...]:
        """Its faces; if some have a note of their worth, only those and the chosen one."""
        worth = tuple(each for each in self.choices if each.note or each.on)
        return worth if any(each.note for each in self.choices) else self.choices

    @property
    def blank(self) -> str:
        """Id of the piece drawn while the cell is blank, from its note; empty without one."""
        return next(iter(self.note.pieces), "") if self.note else ""


@dataclass(frozen=True, slots=True)
class GridLine:
    """A row of a grid; ``when``: path of the cell that it waits for."""

    label: Text
    id: str
    when: str
    cells: tuple[Input, ...]
    piece: str = ""
    face: str = ""


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """Inputs of a field under one heading."""

    label: Text
    inputs: tuple[Input, ...]
    icon: str = ""
    now: bool = False
    """True if the group belongs to the table's present phase."""
    folded: bool = False
    """True if it is rarely needed and shown closed."""

    @property
    def filled(self) -> int:
        return sum(each.on for each in self.inputs)


@dataclass(frozen=True, slots=True)
class ChoicePalette:
    """The panel from which a face is chosen; sides with the same faces share one.

    If ``typed`` (the label of a text field) is set, ``choices`` are the signs to type it with.
    """

    id: str
    choices: tuple[Choice, ...]
    blank: bool
    """True if the choice can be cleared."""
    starts: bool = False
    """True if a blank side has a printed piece that is drawn instead."""
    typed: Text = EMPTY


@dataclass(frozen=True, slots=True)
class FieldView:
    """One field of the sheet with its inputs; the first of ``templates`` that exists draws it."""

    field: Field
    id: str
    heaps: tuple[OptionGroup, ...] = ()
    lines: tuple[GridLine, ...] = ()
    templates: tuple[str, ...] = ()
    when: str = ""

    @property
    def opens(self) -> OptionGroup | None:
        """The group open at first: that of the present phase, else the first; ``None`` if none."""
        return next((heap for heap in self.heaps if heap.now), next(iter(self.heaps), None))

    @property
    def many(self) -> bool:
        """True if it has more than ``SEARCHED`` inputs, so a filter is offered."""
        return sum(len(heap.inputs) for heap in self.heaps) > SEARCHED

    @property
    def short(self) -> bool:
        """True if every face has a note, short enough to fit beside the name."""
        return all(c.note for heap in self.heaps for each in heap.inputs for c in each.choices)

    @property
    def name(self) -> str:
        return self.field.entered_by

    @property
    def joins(self) -> str:
        """CSS group that it shares with its neighbours, such as ``tray``; empty if it is alone."""
        if self.lines or sum(not heap.folded for heap in self.heaps) != 1:
            return ""
        if self.name == "net" and self.field.groups:
            return "nets"
        if self.field.kind == "flag":
            return "flags"
        return {"tray": "tray", "pad": "pads"}.get(self.name, "")

    def unlike(self, others: Iterable[FieldView]) -> bool:
        """True if it shares no entry with ``others``: in one tray these would look alike."""
        there = {i.entry for other in others for i in other.inputs if i.entry}
        return there.isdisjoint(i.entry for i in self.inputs)

    @property
    def faces(self) -> ChoicePalette:
        """The panel of its faces, or of the signs that its text is typed with."""
        if self.field.signs:
            signs = [
                Choice(each.id, each.name, False, None, each.piece) for each in self.field.signs
            ]
            return ChoicePalette(f"signs-{_sum(signs)}", tuple(signs), True, typed=self.field.label)
        choices, blank = self.inputs[0].choices, not self.field.default
        starts = any(each.note for each in self.inputs)
        id_ = f"faces-{_sum(choices)}{'-or-none' if blank else ''}"
        return ChoicePalette(id_, choices, blank, starts)

    @property
    def slots(self) -> range:
        """Numbers of the places of a stack, from 1."""
        return range(1, (self.field.across or self.inputs[0].limit) + 1)

    @property
    def inputs(self) -> list[Input]:
        return [i for heap in self.heaps for i in heap.inputs] + [
            i for line in self.lines for i in line.cells
        ]


@dataclass(frozen=True, slots=True)
class Block:
    """Controls shown together: a tray of several fields, or a single control."""

    controls: tuple[FieldView, ...]
    several: bool
    """True if its section has other blocks."""

    @property
    def heading(self) -> bool:
        """True if it needs a heading; fields without rows show their own label."""
        return self.several and bool(self.field.groups) and len(self.controls) == 1

    @property
    def has_own_label(self) -> bool:
        """True if its control shows label and hint itself."""
        return not self.field.groups and self.controls[0].name in SELF_LABELLED

    @property
    def joins(self) -> str:
        return self.controls[0].joins

    @property
    def field(self) -> Field:
        return self.controls[0].field

    @property
    def when(self) -> str:
        """Path of the cell that all its controls wait for; empty if they differ."""
        waits = {each.when for each in self.controls}
        return waits.pop() if len(waits) == 1 else ""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One player's controls in a section that shows all players."""

    owner: Owner
    controls: tuple[FieldView, ...]
    asides: tuple[FieldView, ...] = ()


@dataclass(frozen=True, slots=True)
class FieldColumn:
    """One field of all players, with the table's field above it (``head``), if it has one."""

    field: Field
    head: FieldView | None
    icon: str
    when: str
    cells: tuple[tuple[Owner, FieldView], ...]


@dataclass(frozen=True, slots=True)
class SectionView:
    """One section of the sheet. ``rows``: one a player, if it shows all players, else empty."""

    id: str
    label: Text
    title: Text
    hint: Text
    controls: tuple[FieldView, ...]
    open: bool = True
    when: str = ""
    unless: str = ""
    rows: tuple[SeatRow, ...] = ()
    layout: str = ""
    columns: tuple[FieldColumn, ...] = ()
    shows: tuple[Option, ...] = ()
    section: str = ""
    maps: bool = False
    rest: tuple[Input, ...] = ()
    """One cell a player that declares the section's blank cells to be none."""

    @property
    def blocks(self) -> list[Block]:
        """The controls, with neighbours of one CSS group joined into a block."""
        found: list[list[FieldView]] = []
        for each in self.controls:
            before = found[-1] if found else []
            apart = before and (each.field.apart or before[0].field.apart)
            joins = before and each.joins and before[0].joins == each.joins
            if joins and not apart and each.unlike(before):
                found[-1].append(each)
            else:
                found.append([each])
        return [Block(tuple(each), len(found) > 1) for each in found]

    @property
    def inputs(self) -> list[Input]:
        """All its cells, those of every player if it shows all players."""
        rows = [c for row in self.rows for c in (*row.controls, *row.asides)]
        return [i for control in rows or self.controls for i in control.inputs]


def faces(shown: Sequence[SectionView]) -> list[ChoicePalette]:
    """Returns the panels of faces and of signs that these sections need, without duplicates."""
    own = [each for panel in shown for each in panel.controls if each.name in ("net", "signs")]
    heads = [each.head for panel in shown for each in panel.columns if each.head]
    own += [each for each in heads if each.field.kind == "choice"]
    return list({each.faces.id: each.faces for each in own if each.inputs}.values())


def _sum(choices: Sequence[Choice]) -> str:
    return format(crc32("/".join(each.id for each in choices).encode()), "x")


def redraws(cell: str) -> bool:
    """True if writing this cell (a ruling, a colour) may change the whole settings page."""
    path = CellPath(cell)
    return path.holder == RULINGS or path.field == COLOUR.id


def panels(
    game: Game,
    state: State,
    seat: str,
    typed: Mapping[str, str],
    faults: list[CellError],
    tracked: bool = False,
    page: str = SHEET,
    together: Sequence[str] = (),
) -> list[SectionView]:
    """Builds the sections of one of a seat's pages, with entries and errors.

    The table's sections come first; they are the same on every seat's sheet. Sections kept during
    play are included only if ``tracked``. ``together``: the seats that may be entered here too, in
    sections that show all players.
    """
    found = [
        panel
        for holder in (TABLE, seat)
        for panel in section_panels(
            *(game, game.sheet, state, holder, typed, faults, tracked, page, together),
            table=state if tracked else None,
        )
    ]
    if page == SETTINGS:
        found += decided_panels(game, state, seat, typed, faults)
    return found


def decided_panels(
    game: Game,
    state: State,
    seat: str,
    typed: Mapping[str, str],
    faults: list[CellError],
) -> list[SectionView]:
    """Builds the closed panel of the decisions left to a planner unless entered, with warnings."""
    asked = _decided(game, state, seat)
    if not asked:
        return []
    section = Section(DECIDED, say("already-decided"), asked, say("already-decided-hint"), True)
    wrong = {each.path: each.message for each in doubts(game, state)}
    wrong |= {fault.path: fault.message for fault in faults}
    return [_Builder(game, game.sheet, state, seat, typed, wrong, True).panel(section)]


def _decided(game: Game, state: State, seat: str) -> tuple[Field, ...]:
    """Returns the decided fields, reduced to rows and columns found in one of the seat's cells.

    A seat with two tiles is not asked about all the others in the box.
    """
    own = (path for path in game.sheet.cells(state) if CellPath(path).holder == seat)
    there = {each for path in own for each in CellPath(path).rows}

    def held(options: Sequence[Option]) -> tuple[Option, ...]:
        return tuple(option for option in options if option.id in there)

    found = []
    for field in game.sheet.declared.values():
        if field.decided and field.groups:
            groups = tuple(replace(group, rows=held(group.rows)) for group in field.groups)
            groups = tuple(group for group in groups if group.rows)
            columns = held(field.columns)
            if groups and (columns or not field.columns):
                found.append(replace(field, groups=groups, columns=columns))
        elif field.decided:
            found.append(field)
    return tuple(found)


def section_panels(
    game: Game,
    sheet: Sheet,
    state: State,
    holder: str,
    typed: Mapping[str, str],
    faults: list[CellError],
    tracked: bool = True,
    page: str = "",
    together: Sequence[str] = (),
    table: State | None = None,
) -> list[SectionView]:
    """Builds the sections of one holder (a seat or the table) of any sheet on the game's catalogue.

    ``table``: the state of the table around it, if there is one; sections and options that this
    table cannot have are left out unless something is entered there.
    """
    wrong = {fault.path: fault.message for fault in faults}
    build = _Builder(game, sheet, state, holder, typed, wrong, table=table)
    players = len(table["seats"]) if table else 0
    here = {
        f"{TABLE}/{field.id}"
        for section in visible_sections(sheet, TABLE, tracked, page)
        for field in section.fields
    }
    position = sheet.position(state)
    found = []
    for section in visible_sections(sheet, holder, tracked, page):
        if not has_own_panel(sheet, holder, section):
            continue
        panel = build.panel(section, together if section.control and holder != TABLE else ())
        some = any(each.on for control in panel.controls for each in control.inputs)
        if not panel.controls or (players and not some and not section.asks(players)):
            continue
        if sheet is not game.sheet and not some and not build.matters(section):
            continue
        waits = [each for each in (panel.when, panel.unless) if each]
        if page and not all("/".join(each.split("/")[:2]) in here for each in waits):
            # the cell it waits for is on another page, so the browser cannot check it
            if not completeness.matters(position, section):
                continue
            panel = replace(panel, when="", unless="")
        found.append(panel)
    return found


def visible_sections(sheet: Sheet, holder: str, tracked: bool, page: str = "") -> list[Section]:
    """Returns the sections asked of a seat or the table, on one ``page`` or on all."""
    return [
        section
        for section in (sheet.table if holder == TABLE else sheet.sections)
        if (tracked or not section.tracked)
        and (not page or page_of(section) == page)
        and any(not each.decided for each in section.fields)
    ]


def page_of(section: Section) -> str:
    """Returns the page of a seat that shows the section."""
    return SETTINGS if section.settings else MAP if section.map else SHEET


def has_own_panel(sheet: Sheet, holder: str, section: Section) -> bool:
    """True unless all fields of a table section are heads of another section's columns."""
    return holder != TABLE or any(each.id not in sheet.heads for each in section.fields)


class _Builder:
    def __init__(
        self,
        game: Game,
        sheet: Sheet,
        state: State,
        seat: str,
        typed: Mapping[str, str],
        faults: Mapping[str, Text],
        decided: bool = False,
        table: State | None = None,
    ) -> None:
        self.decided, self.table = decided, table
        self.game, self.seat, self.typed, self.faults = game, seat, typed, faults
        self.sheet, self.state = sheet, state
        self.cells = sheet.cells(state)
        self.owners = {} if seat == TABLE else owners(sheet, state, seat)
        self.others: dict[str, _Builder] = {}
        self.offers: dict[str, list[Option]] = {}

    def panel(self, section: Section, together: Sequence[str] = ()) -> SectionView:
        asked = [
            each
            for each in section.fields
            if each.decided == self.decided
            and not (each.standalone_only and self.table)
            and each.kind != "map"  # drawn by ``hexes``
        ]
        controls = tuple(map(self.control, asked))
        some = any(each.on for control in controls for each in control.inputs)
        when, unless = (
            "" if some or self.sheet.cell(each) is None else each
            for each in (section.when, section.unless)
        )
        rows = tuple(map(partial(self.row, asked), together))
        return SectionView(
            f"{self.seat}-{section.id}",
            section.label,
            section.title if section.title is not EMPTY else section.label,
            section.hint,
            controls,
            (some or not section.folded) and not self.decided,
            when,
            unless,
            rows,
            section.control if rows else "columns" if section.columns else "",
            tuple(self.column(field, rows) for field in asked if not field.aside) if rows else (),
            section.shows,
            section.id,
            section.maps,
            tuple(self.at(each).rest(section, bool(rows)) for each in together or (self.seat,))
            if section.rest and not self.decided
            else (),
        )

    def rest(self, section: Section, several: bool) -> Input:
        """Builds the cell that declares the blank rest of a section to be none."""
        fields = self.sheet.table_fields if self.seat == TABLE else self.sheet.fields
        path = f"{self.seat}/{NONE}/{section.id}"
        found = self.input(fields[NONE], path, Option(section.id, section.label))
        owner = Owner.of(self.sheet, self.state, self.seat) if several else None
        return replace(found, owner=owner)

    def row(self, asked: Sequence[Field], seat: str) -> SeatRow:
        """Builds one player's row in a section that shows all players."""
        at = self.at(seat)
        return SeatRow(
            Owner.of(self.sheet, self.state, seat),
            tuple(at.control(each) for each in asked if not each.aside),
            tuple(at.control(each) for each in asked if each.aside),
        )

    def column(self, field: Field, rows: Sequence[SeatRow]) -> FieldColumn:
        """Builds the column of a field: its head and the players' cells.

        If the head is a flag, the column waits for it, unless a cell is filled already.
        """
        above = self.sheet.table_fields.get(field.head)
        cells = tuple((r.owner, c) for r in rows for c in r.controls if c.field is field)
        filled = any(each.on for _, control in cells for each in control.inputs)
        when = f"{TABLE}/{field.head}" if above and above.kind == "flag" and not filled else ""
        name = field.piece or field.id
        head = self.at(TABLE).control(above) if above else None
        return FieldColumn(field, head, name, when, cells)

    def at(self, seat: str) -> _Builder:
        """Returns the builder of another seat, made once."""
        if seat == self.seat:
            return self
        if seat not in self.others:
            self.others[seat] = _Builder(
                *(self.game, self.sheet, self.state, seat, self.typed, self.faults),
                table=self.table,
            )
        return self.others[seat]

    def control(self, asked: Field) -> FieldView:
        base = f"{self.seat}/{asked.id}"
        templates = (
            f"game/{self.game.slug}/_{asked.id}.html",
            f"pad/controls/{asked.entered_by}.html",
        )
        when = f"{self.seat}/{asked.when}" if asked.when and not asked.columns else ""
        if asked.columns:
            lines = tuple(
                GridLine(
                    row.name,
                    f"{base}/{row.id}".replace("/", "-"),
                    f"{self.seat}/{asked.when}/{row.id}" if asked.when else "",
                    tuple(
                        self.input(asked, f"{base}/{row.id}/{column.id}", column)
                        for column in asked.columns
                    ),
                    row.piece or row.id,
                )
                for row in asked.rows
            )
            return FieldView(asked, base.replace("/", "-"), (), lines, templates, when)
        if not asked.groups:
            heaps: tuple[OptionGroup, ...] = (
                OptionGroup(EMPTY, (self.input(asked, base, Option(asked.id, asked.label)),)),
            )
        else:
            heaps = self.heaps(asked, base)
        return FieldView(asked, base.replace("/", "-"), heaps, (), templates, when)

    def heaps(self, asked: Field, base: str) -> tuple[OptionGroup, ...]:
        """Builds the groups in play or filled; one without a label joins the one before."""
        found: list[OptionGroup] = []
        course = self.game.sheet.phases
        phase = course.at(self.table) if self.table and course.has_progress(self.table) else None
        for group in asked.groups:
            inputs = tuple(
                self.input(asked, f"{base}/{row.id}", row, group.again) for row in group.rows
            )
            if not self.in_play(group.when):
                inputs = tuple(each for each in inputs if each.on)
            if not inputs:
                continue
            if found and group.label is EMPTY:
                found[-1] = replace(found[-1], inputs=found[-1].inputs + inputs)
            else:
                now = phase is not None and group.phase == phase.id
                found.append(OptionGroup(group.label, inputs, self.kind(group.rows[0].id), now))
        return tuple(found)

    def in_play(self, when: str, absent: bool = True) -> bool:
        """True if that cell of the table is set.

        A calculator's form without the cell reads the table around it; ``absent`` is returned if
        ``when`` is empty or there is no such table.
        """
        if not when:
            return absent
        sheet, state = self.sheet, self.state
        if sheet.cell(when) is None:
            if self.table is None:
                return absent
            sheet, state = self.game.sheet, self.table
        return sheet.position(state).table.filled(*when.split("/")[1:])

    def matters(self, section: Section) -> bool:
        """True if a form's section matters at this table; its own cells are left to the browser."""
        when, unless = (
            "" if self.sheet.cell(each) else each for each in (section.when, section.unless)
        )
        return self.in_play(when) and not self.in_play(unless, absent=False)

    def offered(self, asked: Field) -> Iterator[Option]:
        """Yields the options that this table can have; seats under their players' names."""
        state = self.table or self.state
        for option in asked.cell.options:
            if self.sheet.is_seat(option.id) and (self.table or len(state["seats"]) > 1):
                if option.id in state["seats"]:
                    yield replace(option, name=self.game.sheet.name(state, option.id))
            elif self.in_play(option.when):
                yield option

    def input(self, asked: Field, path: str, row: Option, again: int = 0) -> Input:
        value = self.cells.get(path)
        shown = self.typed.get(path, "" if value is None else str(value))
        entry = self.game.catalogue.get(row.id)
        drawn = row.id if entry else row.piece or asked.piece or row.id
        return Input(
            path,
            row.name,
            shown,
            bool(value),
            asked.cell.most,
            (drawn, self.kind(row.id)),
            tuple(
                Choice(
                    option.id,
                    option.name,
                    value == option.id,
                    asked.notes.get((row.id, option.id)) or asked.notes.get(("", option.id)),
                    option.piece,
                )
                for option in self.options(asked, value)
            ),
            asked.notes.get(row.id),
            self.faults.get(path),
            find=names(entry) if entry else row.name.en,
            entry=drawn if drawn in self.game.catalogue else "",
            owner=self.owners.get((asked.id, row.id)),
            limit=again
            or min(asked.cell.most, (asked.most_in_box or {}).get(row.id, asked.cell.most)),
        )

    def options(self, asked: Field, value: object) -> list[Option]:
        """Returns the options offered, and the entered one even if it is not offered."""
        if asked.id not in self.offers:
            self.offers[asked.id] = list(self.offered(asked))
        found = self.offers[asked.id]
        if not value or any(each.id == value for each in found):
            return found
        return found + [each for each in asked.cell.options if each.id == value]

    def kind(self, entry: str) -> str:
        found: Entry | None = self.game.catalogue.get(entry)
        return found.kind if found else ""


def options(game: Game) -> list[tuple[str, Field]]:
    """Returns paths and fields of the table's flags and small choices: expansions, modes."""
    return [
        (f"{TABLE}/{field.id}", field)
        for section in game.sheet.table
        if not section.tracked and not any(map(_long, section.fields))
        for field in section.fields
        if field.kind in ("flag", "choice") and not field.decided
    ]


def _long(field: Field) -> bool:
    return field.kind == "choice" and len(field.cell.options) > FEW


def names(entry: Entry) -> str:
    """Returns all names of an entry, with kana, romaji and aliases, for filters in the browser."""
    called: list[Any] = [entry.name.en, entry.name.ja, entry.kana, entry.romaji]
    return " ".join(called + [alias for each in entry.aliases.values() for alias in each])


def posted(
    game: Game,
    state: State,
    seat: str,
    data: Mapping[str, list[str]],
    tracked: bool = False,
    together: Sequence[str] = (),
) -> dict[str, str]:
    """Returns the typed text of every cell of a posted form; an unticked checkbox is blank.

    A form's ``page`` limits this to the cells of that page; without it, all pages count. Cells of a
    map are included only if they were sent, since each button sends one tile.

    Rulings are radio buttons and always sent: only answers that differ from those in force are
    included, and a new preset replaces all of them.
    """
    page = (data.get("page") or [""])[-1]
    own = [f"{each}/{NAME.id}" for each in (seat, *together)] + [f"{seat}/{COLOUR.id}"]
    paths = [path for path in own if path in data]
    if page != SHEET:
        paths += [
            "/".join((seat, *path))
            for each in game.sheet.declared.values()
            if each.decided
            for path in each.paths()
        ]
    for holder in (seat, TABLE):
        for section in visible_sections(game.sheet, holder, tracked, page):
            holders = together if section.control and holder == seat and together else (holder,)
            paths += [
                "/".join((each, *path))
                for each in holders
                for field in section.fields
                if not field.decided
                for path in field.paths()
                if field.kind != "map" or "/".join((each, *path)) in data
            ]
            paths += [f"{each}/{NONE}/{section.id}" for each in holders if section.rest]
    return {path: data.get(path, [""])[-1] for path in paths} | _answered(game, state, data)


def _answered(game: Game, state: State, data: Mapping[str, list[str]]) -> dict[str, str]:
    given = {
        id_: data[f"{RULINGS}/{id_}"][-1]
        for id_ in game.sheet.ruling_fields
        if data.get(f"{RULINGS}/{id_}", [""])[-1]
    }
    if given.get(PRESET, game.sheet.preset(state)) != game.sheet.preset(state):
        return {f"{RULINGS}/{PRESET}": given[PRESET]}
    now = game.sheet.rulings(state)
    return {
        f"{RULINGS}/{id_}": option
        for id_, option in given.items()
        if id_ != PRESET and option != now[id_]
    }


def rulings(game: Game, state: State) -> dict[str, Any]:
    """Returns the context of the rulings: presets, the answers in force, the number changed."""
    now = game.sheet.rulings(state)
    return {
        "presets": list(game.catalogue.presets.values()),
        "preset": game.sheet.preset(state),
        "changed_rulings": len(changed_rulings(game, state)),
        "rulings": [(each, now[each.id], each.presets) for each in game.catalogue.rulings()],
    }


def changed_rulings(game: Game, state: State) -> list[dict[str, Any]]:
    """Returns the rulings answered unlike the preset, each as ``entry`` and ``option``."""
    preset, now = game.sheet.preset(state), game.sheet.rulings(state)
    return [
        {"entry": each, "option": each.option(now[each.id])}
        for each in game.catalogue.rulings()
        if now[each.id] != each.presets[preset]
    ]
