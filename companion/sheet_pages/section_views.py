"""Builds the sections of a sheet for a page: the only module that builds their fields.

It reads any game's ``Sheet`` and knows no particular game. Text that could not be parsed is shown
again as typed, with its validation error.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from companion.messages import say
from companion.sheet_pages.field_views import (
    Choice,
    ChoicePalette,
    FieldColumn,
    FieldView,
    GridLine,
    Input,
    OptionGroup,
    SeatRow,
    SectionView,
)
from companion.sheet_pages.page_names import SETTINGS, SHEET, TABLE
from scoring.game import Game
from scoring.model import completeness
from scoring.model.catalogue import Entry
from scoring.model.cells import CellPath, Option
from scoring.model.errors_and_warnings import CellError, Doubt
from scoring.model.fields import Field, Section
from scoring.model.plan import State
from scoring.model.player_names_and_colours import Owner, players
from scoring.model.sheet import Sheet
from scoring.model.sheet_fields import NONE
from scoring.text.localised import EMPTY, Text

DECIDED = "decided"
FEW = 6
"""Most options of a choice that is asked when a table is opened."""


def panels(
    game: Game,
    state: State,
    seat: str,
    typed: Mapping[str, str],
    faults: Sequence[CellError],
    tracked: bool = False,
    page: str = SHEET,
    together: Sequence[str] = (),
    doubted: Iterable[Doubt] = (),
) -> list[SectionView]:
    """Returns the sections of a page of a seat's sheet, with cells as entered and errors.

    The table's sections come first. On the settings page a closed section follows of the decisions
    that the best plan takes if the player does not; it shows the warnings ``doubted``, too.
    ``typed``: path to text that could not be read; ``faults``: the errors. ``tracked``: with
    sections that are useful only during play. ``together``: the seats entered here too, in sections
    that show all players.
    """
    found = [
        panel
        for holder in (TABLE, seat)
        for panel in section_panels(
            *(game, game.sheet, state, holder, typed, faults, tracked, page, together),
            table=state if tracked else None,
        )
    ]
    if page == SETTINGS and (asked := _decided(game, state, seat)):
        section = Section(DECIDED, say("already-decided"), asked, say("already-decided-hint"), True)
        wrong = {each.path: each.message for each in doubted}
        wrong |= {each.path: each.message for each in faults}
        found.append(_Builder(game, game.sheet, state, seat, typed, wrong, True).panel(section))
    return found


def _decided(game: Game, state: State, seat: str) -> tuple[Field, ...]:
    """Returns the fields that the best plan decides; of rows of pieces only those the seat has."""
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
    faults: Sequence[CellError],
    tracked: bool = True,
    page: str = "",
    together: Sequence[str] = (),
    table: State | None = None,
) -> list[SectionView]:
    """Returns the sections with the cells of one ``holder``: a seat, or the table as a whole.

    ``sheet``: the game's score sheet, or the form of one of its calculators. ``table``: the state
    of the table around it, if there is one; sections and options that this table cannot have are
    left out unless something is entered there. ``typed``: path to text that could not be read;
    ``faults``: the errors. ``tracked``: with sections that are useful only during play. ``page``:
    "" for the sections of all pages. ``together``: seats that may be entered here too, in sections
    that show all players.
    """
    wrong = {fault.path: fault.message for fault in faults}
    build = _Builder(game, sheet, state, holder, typed, wrong, table=table)
    players = len(table["seats"]) if table else 0
    here = {
        f"{TABLE}/{field.id}"
        for section in sheet.visible_sections(TABLE, tracked, page)
        for field in section.fields
    }
    position = sheet.position(state)
    found = []
    for section in sheet.visible_sections(holder, tracked, page):
        if not sheet.has_own_panel(holder, section):
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
        self.players = {} if seat == TABLE else players(sheet, state)
        self.owners = owners(sheet, state, seat, self.players)
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
        """Returns the tick box that confirms that all blank cells of a section are zero.

        ``several``: the section has one for each player, so the box shows whose it is.
        """
        fields = self.sheet.fields_of(self.seat)
        path = f"{self.seat}/{NONE}/{section.id}"
        found = self.input(fields[NONE], path, Option(section.id, section.label))
        return replace(found, owner=self.players[self.seat] if several else None)

    def row(self, asked: Sequence[Field], seat: str) -> SeatRow:
        at = self.at(seat)
        return SeatRow(
            self.players[seat],
            tuple(at.control(each) for each in asked if not each.aside),
            tuple(at.control(each) for each in asked if each.aside),
        )

    def column(self, field: Field, rows: Sequence[SeatRow]) -> FieldColumn:
        """Returns a field as a column of all players: a field of the table above it, and its cells.

        ``rows``: the players' rows, which have the cells.
        """
        above = self.sheet.table_fields.get(field.head)
        cells = tuple((r.owner, c) for r in rows for c in r.controls if c.field is field)
        filled = any(each.on for _, control in cells for each in control.inputs)
        when = f"{TABLE}/{field.head}" if above and above.kind == "flag" and not filled else ""
        name = field.piece or field.id
        head = self.at(TABLE).control(above) if above else None
        return FieldColumn(field, head, name, when, cells)

    def at(self, seat: str) -> _Builder:
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
            f"sheet/controls/{asked.entered_by}.html",
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
                for row in self.offered(asked.rows)
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
        """Returns inputs of the field ``asked`` in groups; blank ones of unused boxes are left out.

        ``base``: path of the field.
        """
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
        """True if the cell at path ``when``, such as ``table/idavoll``, is filled at this table.

        ``absent``: the answer if ``when`` is "", or if a calculator's form has no such cell and no
        table around it.
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
        """True if the table's cells let a calculator's form show this section.

        They must fill the section's ``when``, but not its ``unless``. Conditions on the form's own
        cells are left to the browser, which sees them change.
        """
        when, unless = (
            "" if self.sheet.cell(each) else each for each in (section.when, section.unless)
        )
        return self.in_play(when) and not self.in_play(unless, absent=False)

    def offered(self, options: Iterable[Option]) -> Iterator[Option]:
        """Yields those of ``options`` that this table has: seats taken, pieces of boxes used."""
        state = self.table or self.state
        for option in options:
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
        """Returns options of the field ``asked`` that this table has, and the ``value`` entered."""
        if asked.id not in self.offers:
            self.offers[asked.id] = list(self.offered(asked.cell.options))
        found = self.offers[asked.id]
        if not value or any(each.id == value for each in found):
            return found
        return found + [each for each in asked.cell.options if each.id == value]

    def kind(self, entry: str) -> str:
        found: Entry | None = self.game.catalogue.get(entry)
        return found.kind if found else ""


def owners(
    sheet: Sheet, state: State, seat: str, players: Mapping[str, Owner]
) -> Mapping[tuple[str, str], Owner]:
    """Returns the pieces that ``seat`` cannot have, since another seat has all of them.

    Keys are (field id, row id), values the other player, whose dot marks them on the sheet. They
    can still be entered. ``players``: seat to player, for all of the table.
    """
    found: dict[tuple[str, str], Owner] = {}
    for other, owner in players.items():
        if other == seat:
            continue
        for field in sheet.declared.values():
            held = state["seats"][other].get(field.id)
            if not field.groups or field.columns or not isinstance(held, Mapping):
                continue
            for row, value in held.items():
                most = (field.most_in_box or {}).get(row)
                if field.unique or (most and isinstance(value, int) and value >= most):
                    found[field.id, row] = owner
    return found


def faces(shown: Sequence[SectionView]) -> list[ChoicePalette]:
    """Returns the panels of pictures or signs to choose from that these sections need."""
    own = [each for panel in shown for each in panel.controls if each.name in ("net", "signs")]
    heads = [each.head for panel in shown for each in panel.columns if each.head]
    own += [each for each in heads if each.field.kind == "choice"]
    return list({each.faces.id: each.faces for each in own if each.inputs}.values())


def options(game: Game) -> list[tuple[str, Field]]:
    """Returns pairs of path and field of the options of a new table: expansions and modes."""
    return [
        (f"{TABLE}/{field.id}", field)
        for section in game.sheet.table
        if not section.tracked
        and not any(f.kind == "choice" and len(f.cell.options) > FEW for f in section.fields)
        for field in section.fields
        if field.kind in ("flag", "choice") and not field.decided
    ]


def names(entry: Entry) -> str:
    """Returns all names of a card, tile... in one string, in which a browser's filter finds it.

    Such as both languages and romaji. A name that is a part of another one is left out.
    """
    called: list[Any] = [entry.name.en, entry.name.ja, entry.kana, entry.romaji]
    called += [alias for each in entry.aliases.values() for alias in each]
    by_letters = {"".join(name.casefold().split()): name for name in reversed(called)}
    return " ".join(
        name
        for letters, name in reversed(by_letters.items())
        if sum(letters in other for other in by_letters) == 1
    )
