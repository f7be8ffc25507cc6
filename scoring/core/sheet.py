"""The score sheet of a game: which cells a table fills in, and how they are read.

A state is plain JSON: ``{"game", "rulings", "table", "play", "seats": {"p1": {...}}}``. A cell
that is not there is blank, so a state holds only what somebody entered. The same shape is stored,
exported and taken by the command line. A cell's path, ``p1/resources/wood``, names it in
forms, errors and histories; the table's rulings are cells like all others.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from . import rulings as rulings_
from .catalogue import Catalogue
from .cells import SEAT, Cell, CellPath, Option, Value
from .course import Course
from .fields import Axis, Field, Section, one_group
from .plan import Rulings, State
from .problem import MOST_ERRORS, CellError, Doubt, Missing, SheetError, Unreadable, refuse
from .seat import Position, Seat, seat_name
from .text import Text
from .words import CORE as say
from .words import player

PARTS = ("game", "rulings", "table", "play", "seats")
"""The keys of a state."""

SHARED = ("table", "play", "rulings")
"""Holders that belong to no seat: everybody's cells."""

SEATS = "seats"
"""Holder of the cells that say who plays: ``seats/p3`` is true where a seat was added."""

COLOURS = ("red", "blue", "yellow", "green", "purple", "orange", "white", "black")

NAME = Field("name", say("name"), "script", Cell("text", length=24))
COLOUR = Field(
    "colour",
    say("colour"),
    "choice",
    Cell("choice", options=tuple(Option(id_, say(f"colour-{id_}")) for id_ in COLOURS)),
)

OWN = (NAME, COLOUR)
"""The cells that every seat of every game has."""

NONE = "none"
"""The field that says section by section that nothing is missing there: *the rest: none*."""

type Doubts = Callable[[Position], Iterable[Doubt]]
type Read = Callable[[object], Value | None]


class Repeated(ValueError):
    """A JSON object that says the same key twice: nobody can know which one was meant."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A state as far as it could be read, and the errors of what could not."""

    state: State
    errors: list[CellError]

    @property
    def unknown(self) -> tuple[CellPath, ...]:
        """The cells that mean nothing here (any more), or hold what they cannot.

        A renamed option, a field that is gone, a number that is none. Nothing may count as 0 for
        it: what it was worth is not known.
        """
        return tuple(dict.fromkeys(CellPath(error.path) for error in self.errors))


class Sheet:
    """The cells of a game for up to ``players[1]`` seats, and for the table as a whole."""

    def __init__(
        self,
        catalogue: Catalogue,
        sections: Sequence[Section],
        table: Sequence[Section] = (),
        doubts: Doubts | None = None,
        course: Course | None = None,
    ) -> None:
        self.catalogue = catalogue
        self.course = course or Course()
        self.sections = tuple(sections)
        self.table = tuple(table)
        self.most_seats = catalogue.box.players[1]
        self.named_lines = frozenset(id_ for each in (*sections, *table) for id_ in each.lines)
        self._doubts = doubts
        asked = [f for s in self.sections for f in s.fields]
        self.fields = {f.id: f for f in (*OWN, *asked, *_none(self.sections))}
        self.asked = {f.id: f for f in asked}
        shared = [f for s in self.table for f in s.fields]
        self.table_fields = {f.id: f for f in (*shared, *_none(self.table))}
        self.heads = frozenset(f.head for f in asked if f.head)
        """Fields of the table that stand above a field of the seats, and so nowhere else."""
        self.play_fields = {f.id: f for f in _play(self.course, self.most_seats)}
        self.ruling_fields = {f.id: f for f in rulings_.fields(catalogue)}
        self._cells = {
            holder: {"/".join(path): f.cell for f in fields.values() for path in f.paths()}
            for holder, fields in (
                ("", self.fields),
                ("table", self.table_fields),
                ("play", self.play_fields),
                ("rulings", self.ruling_fields),
            )
        }

    def blank(self, players: int) -> State:
        """A sheet for so many players with nothing entered. Raises ``ValueError``."""
        if not 1 <= players <= self.most_seats:
            raise ValueError(f"1 to {self.most_seats} players")
        state: State = {"game": self.catalogue.box.slug}
        if self.catalogue.presets:
            state["rulings"] = {rulings_.PRESET: rulings_.default_preset(self.catalogue)}
        return state | {"seats": {f"p{n}": {} for n in range(1, players + 1)}}

    def position(
        self, state: State, rulings: Rulings | None = None, around: Position | None = None
    ) -> Position:
        """The state as scorers and calculators read it; a form's ``around`` is its table."""
        return Position(self, state, rulings, around)

    def rulings(self, state: State) -> Rulings:
        """Every ruling in force at this table."""
        return rulings_.resolve(self.catalogue, state.get("rulings", {}))

    def seats(self, state: State) -> tuple[str, ...]:
        """The seats in the order that the table gave them; the others after them, by number."""
        order = str(state.get("play", {}).get("order", "")).split()
        there = sorted(filter(self.is_seat, state["seats"]))
        return tuple(sorted(there, key=lambda s: order.index(s) if s in order else len(order)))

    def name(self, state: State, seat: str) -> Text:
        """What to call a seat: the name entered, or its number."""
        return seat_name(state["seats"][seat], seat)

    # reading

    def loads(self, text: str | bytes, *, stored: bool = False) -> Reading:
        """A sheet from JSON, as far as it can be read; ``stored`` as in ``take``."""
        try:
            if isinstance(text, bytes):
                text = text.decode("utf-8-sig")
            raw = json.loads(text, object_pairs_hook=_object)
        except Repeated as error:
            message = say("json-repeated", key=error.args[0][:40])
            return Reading(self.blank(1), [CellError("", message)])
        except (ValueError, RecursionError) as error:
            where = f" ({error})" if isinstance(error, json.JSONDecodeError) else ""
            return Reading(self.blank(1), [CellError("", say("json-unreadable", where=where))])
        return self.take(raw, stored=stored)

    def read(self, raw: object) -> State:
        """The state that ``raw`` describes. Raises ``SheetError`` naming every error."""
        reading = self.take(raw)
        if reading.errors:
            raise SheetError(reading.errors)
        return reading.state

    def take(self, raw: object, *, stored: bool = False) -> Reading:
        """As ``read``, but keeps what can be read and lists the rest.

        ``stored``: it was recorded before, so a number counts even where today's limit is lower.
        """
        state = self.blank(1)
        if not isinstance(raw, Mapping):
            return Reading(state, [CellError("", say("sheet-no-object"))])
        errors: list[CellError] = []
        for key in raw:
            if key not in PARTS:
                refuse(errors, "", key, PARTS)
        slug = self.catalogue.box.slug
        if raw.get("game", slug) != slug:
            errors.append(CellError("game", say("sheet-other-game")))
        for holder, fields in (
            ("rulings", self.ruling_fields),
            ("table", self.table_fields),
            ("play", self.play_fields),
        ):
            if found := self._take_fields(holder, raw.get(holder, {}), fields, errors, stored):
                state[holder] = found
        if "rulings" in state:
            state["rulings"] = rulings_.compact(self.catalogue, state["rulings"])
        if not state.get("rulings", True):
            del state["rulings"]
        seats = raw.get("seats")
        if not isinstance(seats, Mapping) or not seats:
            errors.append(CellError("seats", say("sheet-no-seat")))
            return Reading(state, errors)
        state["seats"] = {}
        for seat in sorted(seats, key=str):
            if not self.is_seat(seat):
                if len(errors) < MOST_ERRORS:
                    where = f"seats/{str(seat)[:40]}"
                    errors.append(CellError(where, say("sheet-seats", n=self.most_seats)))
                continue
            own = self._take_fields(seat, seats[seat], self.fields, errors, stored)
            state["seats"][seat] = own
        if not state["seats"]:
            state["seats"] = {"p1": {}}
        return Reading(state, errors)

    def known(self, state: State) -> State:
        """What this sheet still understands of a state that was stored, maybe by another version.

        Whoever stores or exports a state keeps all of it; whoever reads cells asks here first.
        """
        return self.take(state, stored=True).state

    def lying_open(self, state: State, seat: str, decided: bool = True) -> State:
        """The table as the rules let one seat know it: of the others what lies open.

        In the last phase everything does. Without ``decided`` the others' decisions are left out.
        """
        phase = self.course.at(state)
        last = phase is not None and phase.id == self.course.phases[-1].id
        shut = {f.id for f in self.asked.values() if f.hidden and not last}
        shut |= {f.id for f in self.asked.values() if f.decided and not decided}
        of = {s.id for s in self.sections if shut & {f.id for f in s.rest}}

        def open_(cells: Mapping[str, Any]) -> dict[str, Any]:
            found = {id_: held for id_, held in cells.items() if id_ not in shut}
            said = {id_: held for id_, held in cells.get(NONE, {}).items() if id_ not in of}
            found.pop(NONE, None)
            return found | ({NONE: said} if said else {})

        seats = state["seats"].items()
        return state | {"seats": {s: held if s == seat else open_(held) for s, held in seats}}

    def is_seat(self, seat: object) -> bool:
        """Is this the name of a seat that the box has a player for?"""
        known = isinstance(seat, str) and SEAT.match(seat)
        return bool(known) and int(str(seat)[1:]) <= self.most_seats

    def _take_fields(
        self,
        path: str,
        raw: object,
        fields: Mapping[str, Field],
        errors: list[CellError],
        stored: bool,
    ) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if not _is_object(path, raw, errors):
            return found
        for key, value in raw.items():  # type: ignore[attr-defined]
            if key not in fields:
                refuse(errors, f"{path}/", key, fields)
                continue
            field = fields[key]
            read = field.cell.stored if stored else field.cell.read
            taken = self._take_cells(f"{path}/{key}", value, field.axes(), read, errors)
            if taken is not None and taken != {}:
                found[key] = taken
        return {key: found[key] for key in fields if key in found}

    def _take_cells(
        self, path: str, raw: object, axes: tuple[Axis, ...], read: Read, errors: list[CellError]
    ) -> Any:
        if not axes:
            try:
                return read(raw)
            except Unreadable as error:
                errors.append(CellError(path, error.message))
                return None
        found: dict[str, Any] = {}
        if not _is_object(path, raw, errors):
            return found
        for key, value in raw.items():  # type: ignore[attr-defined]
            if key not in axes[0]:
                refuse(errors, f"{path}/", key, axes[0])
                continue
            taken = self._take_cells(f"{path}/{key}", value, axes[1:], read, errors)
            if taken is not None and taken != {}:
                found[key] = taken
        return {key: found[key] for key in axes[0] if key in found}

    # cells

    def cell(self, path: str) -> Cell | None:
        """The cell of that path, if the sheet has it; any seat of the game counts."""
        holder, _, rest = path.partition("/")
        if holder in SHARED:
            return self._cells[holder].get(rest)
        return self._cells[""].get(rest) if self.is_seat(holder) else None

    def records(self, path: str, value: object) -> bool:
        """Would the cell of that path be recorded with just this value? Blank, it always is.

        1 is not true, and a 0 that says nothing would have been recorded as blank.
        """
        cell = self.cell(path)
        if cell is None:
            return False
        try:
            read = cell.read(value)
        except Unreadable:
            return False
        return type(read) is type(value) and read == value

    def enter(self, state: State, typed: Mapping[str, str]) -> Reading:
        """``state`` with cells as people typed them; what cannot be read stays as it was."""
        values, errors = self.parse(state, typed)
        return Reading(self.put(state, values), errors)

    def parse(
        self, state: State, typed: Mapping[str, str]
    ) -> tuple[dict[str, Value | None], list[CellError]]:
        """The values of cells as people typed them, and the errors of what cannot be read.

        A path that is no cell of this sheet is an error, never silently dropped. What is sent as it
        was recorded, beyond today's limit even, is not entered now. A preset that is chosen clears
        the rulings that were answered one by one. Of rows of which a seat has one, the one that is
        entered takes the place of the one before, on a map too.
        """
        errors: list[CellError] = []
        values: dict[str, Value | None] = {}
        for name, text in typed.items():
            path = CellPath(name)
            cell = self.cell(path)
            if cell is None or path.holder not in (*SHARED, *state["seats"]):
                errors.append(CellError(path, say("no-such-cell")))
                continue
            try:
                values[path] = cell.parse(text)
            except Unreadable as error:
                if str(self.cells(state).get(path)) != text.strip():
                    errors.append(CellError(path, error.message))
        held = self.cells(state)
        for path in [CellPath(path) for path, value in values.items() if value]:
            for other, value in self._instead(state, path):
                if values.get(other, held.get(other)) == held.get(other):
                    values[other] = value
        held = self.cells(state)
        for path in [CellPath(path) for path, value in values.items() if value]:
            for other, value in self._instead(state, path):
                if values.get(other, held.get(other)) == held.get(other):
                    values[other] = value
        chosen = values.get(CellPath.to("rulings", rulings_.PRESET))
        if chosen and chosen != self.preset(state):
            for id_ in self.ruling_fields:
                values.setdefault(CellPath.to("rulings", id_), None)
        return values, errors

    def _instead(self, state: State, path: CellPath) -> Iterator[tuple[CellPath, Value | None]]:
        """What else changes where a row is entered of which a seat has one."""
        held = state["seats"].get(path.holder, {})
        field = self.fields.get(path.field) if held else None
        if field is None or not field.one_of or path.rows[0] in held.get(field.id, {}):
            return
        new = path.rows[0]
        for old in field.instead(new):
            if old not in held.get(field.id, {}):
                continue
            for other in self.fields.values():
                cells = held.get(other.id)
                if not other.groups or not cells or old not in cells:
                    continue
                for at, value in _leaves("", cells[old]):
                    yield CellPath(f"{path.holder}/{other.id}/{old}{at}"), None
                    if other is not field and new in other.row_ids and new not in cells:
                        yield CellPath(f"{path.holder}/{other.id}/{new}{at}"), value

    def preset(self, state: State) -> str:
        """The preset that the table's rulings start from; empty where a game has none."""
        return rulings_.preset_of(self.catalogue, state.get("rulings", {}))

    def put(self, state: State, values: Mapping[str, Value | None]) -> State:
        """A copy of ``state`` with these cells set, or blank where ``None``.

        Rulings that say what their preset says are left out. Cells that this sheet does not know
        are kept as they come, but for those of a seat that the state does not have. ``seats/p3``
        adds that seat, and takes it away where it is ``None``.
        """
        new: State = json.loads(json.dumps(state))
        values = json.loads(json.dumps(values))  # what another version wrote may hold others
        for path, value in values.items():
            holder, _, seat = path.partition("/")
            if holder == SEATS and value:
                new["seats"].setdefault(seat, {})
            elif holder == SEATS:
                new["seats"].pop(seat, None)
        for path, value in values.items():
            holder, *keys = path.split("/")
            if not keys or holder not in (*SHARED, *new["seats"]):
                continue
            cells = new.setdefault(holder, {}) if holder in SHARED else new["seats"][holder]
            trail = [cells]
            for key in keys[:-1]:
                if not isinstance(trail[-1].get(key), dict):
                    trail[-1][key] = {}  # one version's cell may be another's field
                trail.append(trail[-1][key])
            if value is None:
                trail[-1].pop(keys[-1], None)
            else:
                trail[-1][keys[-1]] = value
            for parent, key in zip(reversed(trail[:-1]), reversed(keys[:-1]), strict=True):
                if not parent[key]:
                    del parent[key]
        for holder in SHARED:
            if not new.get(holder, True):
                del new[holder]
        if "rulings" in new and any(path.startswith("rulings/") for path in values):
            new["rulings"] = rulings_.compact(self.catalogue, new["rulings"])
        return new

    def cells(self, state: State) -> dict[str, Value]:
        """Every cell that is filled in, ``CellPath`` to value."""
        shared = ((holder, state.get(holder, {})) for holder in SHARED)
        return {
            CellPath(path): value
            for holder, held in chain(state["seats"].items(), shared)
            for path, value in _leaves(holder, held)
        }

    # doubts and schema

    def doubts(self, state: State, rulings: Rulings | None = None) -> list[Doubt]:
        """What the box or the rulings cannot hold, cell by cell. It is recorded all the same.

        First what one button settles, then what cannot be true together.
        """
        position = self.position(state, rulings)
        found: list[Doubt] = []
        for field in self.asked.values():
            if field.unique and field.groups:
                found += self._owned_twice(position, field)
            for entry, most in (field.most_in_box or {}).items():
                found += self._too_many(position, field, entry, most)
        found += self.conflicts(position)
        found += self._beyond(state)
        if self._doubts:
            found += self._doubts(position)
        return sorted(found, key=lambda doubt: (not doubt.offer, not doubt.conflict))

    def conflicts(self, position: Position) -> Iterator[Doubt]:
        """Rows that a seat cannot have beside another one that it has."""
        for seat in position:
            for field in self.asked.values():
                for rows in field.one_of:
                    held = [
                        row for row in field.rows if row.id in rows and seat.has(field.id, row.id)
                    ]
                    for row in held[1:]:
                        message = say("doubt-one-of", what=row.name, other=held[0].name)
                        yield Doubt(seat.path(field.id, row.id), message, conflict=True)

    def _beyond(self, state: State) -> Iterator[Doubt]:
        """Numbers recorded under another limit. Where the box is counted, that says it already."""
        for path, value in self.cells(state).items():
            at, cell = CellPath(path), self.cell(path)
            field = self.asked.get(at.field) or self.table_fields.get(at.field)
            if cell is None or field is None or field.decided or not cell.beyond(value):
                continue
            if not field.most_in_box or at.rows[-1] not in field.most_in_box:
                names = {row.id: row.name for row in field.rows}
                what = names[at.rows[0]] if at.rows else field.label
                yield Doubt(path, say("doubt-beyond", what=what, n=value, most=cell.most))

    def missing(self, position: Position) -> list[Missing]:
        """What finished seats must have and these have not, as far as it matters at this table.

        The table's own cells first, then seat by seat. A section whose blanks are neither entered
        nor said to be none is missing as a whole, beside the cells that only an entry can answer.
        """
        shared = self._missing(position, position.table, self.table)
        return [*shared, *(m for seat in position for m in self._missing(position, seat))]

    def _missing(
        self, position: Position, seat: Seat, sections: Sequence[Section] | None = None
    ) -> Iterator[Missing]:
        for section in self.sections if sections is None else sections:
            if not self.matters(position, section):
                continue
            for field in section.fields:
                if not field.needed:
                    continue
                if field.when and field.kind == "grid" and "/" not in field.when:
                    for row in field.rows:
                        entered = seat.filled(field.id, row.id)
                        if seat.filled(field.when, row.id) and not entered:
                            message = say("missing-row", what=field.label, row=row.name)
                            yield Missing(seat.path(field.id, row.id), message, section.id)
                elif not seat.filled(field.id) and _waits_no_more(seat, field):
                    message = say("missing", what=field.label)
                    yield Missing(seat.path(field.id), message, section.id)
            if self.rest_open(seat, section):
                message = say("missing-rest", what=section.label)
                path = CellPath.to(seat.id, NONE, section.id)
                yield Missing(path, message, section.id, rest=True)

    def rest_open(self, seat: Seat, section: Section) -> bool:
        """Is something blank in a section that nobody has said to be none?"""
        if not section.rest or seat.filled(NONE, section.id):
            return False
        return not all(
            seat.filled(*path)
            for field in section.rest
            if _waits_no_more(seat, field)
            for path in field.paths()
        )

    def unanswered(self, position: Position, seat: str) -> list[Missing]:
        """Questions that came up with a card and have no answer, where the total stands without.

        That the rest of a section is none answers none of them.
        """
        held = position.seats[seat]
        return [
            Missing(held.path(field.id), say("missing", what=field.label), section.id)
            for section in self.sections
            if self.matters(position, section)
            for field in section.fields
            if field.entered_by == "ask" and not field.needed
            if not held.filled(field.id) and _waits_no_more(held, field)
        ]

    def with_rest_none(self, state: State) -> State:
        """A copy of a state in which every section's rest is said to be none.

        For sheets that are known to be whole: worked games, results of an older version.
        """
        return self.put(state, dict(self.rest_none(state)))

    def rest_none(self, state: State) -> dict[str, bool]:
        """The cells that say of every section of the table and its seats: the rest is none."""
        holders = [(seat, self.sections) for seat in state["seats"]] + [("table", self.table)]
        return {
            CellPath.to(holder, NONE, section.id): True
            for holder, sections in holders
            for section in sections
            if section.rest
        }

    def anything(self, position: Position, seat: str) -> bool:
        """Was anything entered for this seat? Before that it is neither ranked nor sealed.

        A name or a colour is nothing yet. Where all that matters is the whole table's, as in a
        game that is won together, the table's cells are every seat's.
        """
        if any(position.seats[seat].filled(field) for field in self.fields.keys() - _NAMES):
            return True
        own = any(self.matters(position, section) for section in self.sections)
        return not own and any(position.table.filled(field) for field in self.table_fields)

    def matters(self, position: Position, section: Section) -> bool:
        """Does a section matter at this table, by the table's own cells?"""

        def said(cell: str) -> bool:
            return position.table.filled(*cell.split("/")[1:])

        return (not section.when or said(section.when)) and not (
            section.unless and said(section.unless)
        )

    def _owned_twice(self, position: Position, field: Field) -> Iterator[Doubt]:
        held = [(seat, set(seat.picked(field.id))) for seat in position]
        for row in field.rows:
            owners = [seat for seat, rows in held if row.id in rows]
            for seat in owners[1:]:
                other = position.name(owners[0].id)
                yield Doubt(
                    seat.path(field.id, row.id),
                    say("doubt-owned-twice", what=row.name, other=other),
                )

    def _too_many(self, position: Position, field: Field, entry: str, most: int) -> Iterator[Doubt]:
        held = {seat.id: seat.tally(field.id).get(entry, 0) for seat in position}
        if sum(held.values()) > most:
            name = next(row.name for row in field.rows if row.id == entry)
            message = say("doubt-too-many", most=most, what=name, sum=sum(held.values()))
            for seat, number in held.items():
                if number:
                    yield Doubt(CellPath.to(seat, field.id, entry), message)

    def schema(self) -> dict[str, Any]:
        """JSON Schema (2020-12) of a state."""

        def cells(fields: Mapping[str, Field]) -> dict[str, Any]:
            return {
                "type": "object",
                "properties": {f.id: f.schema() for f in fields.values()},
                "additionalProperties": False,
            }

        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": f"{self.catalogue.box.name.en} sheet",
            "type": "object",
            "required": ["seats"],
            "additionalProperties": False,
            "properties": {
                "game": {"const": self.catalogue.box.slug},
                "rulings": cells(self.ruling_fields),
                "table": cells(self.table_fields),
                "play": cells(self.play_fields),
                "seats": {
                    "type": "object",
                    "minProperties": 1,
                    "patternProperties": {f"^p[1-{self.most_seats}]$": cells(self.fields)},
                    "additionalProperties": False,
                },
            },
        }


def _waits_no_more(seat: Seat, field: Field) -> bool:
    """Is the cell that the field waits for set, to the face that it names?"""
    cell, _, face = field.when.partition("=")
    if not cell:
        return True
    name, _, row = cell.partition("/")
    if not face:
        return seat.filled(*cell.split("/"))
    return (seat.face(name, row) if row else seat.choice(name)) == face


_NAMES = {field.id for field in OWN}


def _none(sections: Sequence[Section]) -> Iterator[Field]:
    """The field in which *the rest: none* is said, where a section can ask for it."""
    if rows := [Option(section.id, section.label) for section in sections if section.rest]:
        yield Field(NONE, say("rest-none"), "pick", Cell("flag"), one_group(rows))


def _play(course: Course, most_seats: int) -> Iterator[Field]:
    """The cells that say where a table stands: see ``course``."""

    def choice(id_: str, label: Text, options: tuple[Option, ...]) -> Field:
        return Field(id_, label, "choice", Cell("choice", options=options))

    if course.phases:
        phases = tuple(Option(p.id, p.name) for p in course.phases)
        yield choice("stage", say("phase"), phases)
    seats = tuple(Option(f"p{n}", player(n)) for n in range(1, most_seats + 1))
    yield choice("first", course.first, seats)
    yield Field("order", say("seat-order"), "script", Cell("text"))
    yield Field("corrected", say("corrected"), "flag", Cell("flag"))
    if steps := {step.id: step for phase in course.phases for step in phase.steps}:
        columns = tuple(Option(step.id, step.text) for step in steps.values())
        yield Field("done", say("done"), "grid", Cell("flag"), one_group(phases), columns)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise Repeated(key)
        found[key] = value
    return found


def _is_object(path: str, raw: object, errors: list[CellError]) -> bool:
    if isinstance(raw, Mapping):
        return True
    errors.append(CellError(path, say("needs-object")))
    return False


def _leaves(path: str, value: Any) -> Iterator[tuple[str, Value]]:
    if isinstance(value, dict):  # as JSON has it; asked of every cell
        for key, inner in value.items():
            yield from _leaves(f"{path}/{key}", inner)
    else:
        yield path, value
