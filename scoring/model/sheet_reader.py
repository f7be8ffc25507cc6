"""Reads a score sheet from JSON, typed text or a posted form, and writes cells into a state.

A value that cannot be read becomes an error that names its cell; all other values are read.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scoring.text.messages import SHARED as say

from . import rulings as rulings_
from .cells import CellPath
from .errors_and_warnings import MOST_ERRORS, CellError, SheetError, Unreadable, Value, refuse
from .fields import Field
from .plan import State
from .sheet_fields import COLOUR, NAME, NONE, SEATS, SHARED, SheetFields, leaves

PARTS = ("game", "rulings", "table", "play", "seats")
"""The keys that the JSON object of a state may have."""

type CellReaders = Callable[[object], Value | None] | Mapping[str, "CellReaders"]
"""Function that reads a cell, or such functions by the ids of the cells, in one level or more."""


class Repeated(ValueError):
    """Raised for a JSON object that contains a key twice, since its value would be ambiguous."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The result of reading a state: what is readable, and an error for each unreadable cell."""

    state: State
    errors: list[CellError]

    @property
    def unknown(self) -> tuple[CellPath, ...]:
        """Paths of cells that this version of the app does not know, or whose value is invalid.

        For example a renamed option, a removed field, a number out of range. Such a cell must not
        count as 0: its worth is not known.
        """
        return tuple(dict.fromkeys(CellPath(error.path) for error in self.errors))


class SheetReader(SheetFields):
    """Reads and writes states of a game's score sheet."""

    def loads(self, text: str | bytes, *, stored: bool = False) -> Reading:
        """Reads a state from JSON text: returns what is readable of it, and the errors.

        ``stored``: true for text from the database, in which a number may exceed the limit for new
        input.
        """
        try:
            if isinstance(text, bytes):
                text = text.decode("utf-8-sig")
            raw = json.loads(text, object_pairs_hook=without_duplicates)
        except Repeated as error:
            message = say("json-repeated", key=error.args[0][:40])
            return Reading(self.blank(1), [CellError("", message)])
        except (ValueError, RecursionError) as error:
            where = (
                f" ({error.lineno}:{error.colno})"
                if isinstance(error, json.JSONDecodeError)
                else ""
            )
            return Reading(self.blank(1), [CellError("", say("json-unreadable", where=where))])
        return self.take(raw, stored=stored)

    def read(self, raw: object) -> State:
        """Converts parsed JSON to a state. Raises ``SheetError``, which lists every error."""
        reading = self.take(raw)
        if reading.errors:
            raise SheetError(reading.errors)
        return reading.state

    def take(self, raw: object, *, stored: bool = False) -> Reading:
        """Reads a state from parsed JSON: returns what is readable of it, and the errors.

        ``stored``: true for data from the database, in which a number may exceed the limit.
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
        readers = self._cell_readers
        for holder in ("rulings", "table", "play"):
            if found := _taken(holder, raw.get(holder, {}), readers[holder][stored], errors):
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
            state["seats"][seat] = _taken(seat, seats[seat], readers[""][stored], errors)
        if not state["seats"]:
            state["seats"] = {"p1": {}}
        return Reading(state, errors)

    def known_part(self, state: State) -> State:
        """Returns the cells of a stored state that this version of the sheet understands.

        The state may come from another version. Code that stores or exports a state keeps all of
        it; code that reads cells calls this method first.
        """
        return self.take(state, stored=True).state

    @cached_property
    def _cell_readers(self) -> dict[str, dict[bool, CellReaders]]:
        """Functions that read each cell, by holder ("" for a seat), and by true if it is stored."""

        def of(fields: Mapping[str, Field], *, stored: bool) -> CellReaders:
            found: dict[str, CellReaders] = {}
            for field in fields.values():
                read: CellReaders = field.cell.stored if stored else field.cell.read
                for axis in reversed(field.axes()):
                    read = dict.fromkeys(axis, read)
                found[field.id] = read
            return found

        return {
            holder: {stored: of(self.fields_of(holder), stored=stored) for stored in (False, True)}
            for holder in ("", *SHARED)
        }

    def enter(self, state: State, typed: Mapping[str, str]) -> Reading:
        """Returns ``state`` with the typed cells set, and an error for each that is unreadable.

        ``typed``: cell path to text as typed. An unreadable cell keeps the value that it has in
        ``state``.
        """
        values, errors = self.parse(state, typed)
        return Reading(self.put(state, values), errors)

    def shows(self, state: State, cell: str, text: str) -> bool:
        """True if ``text``, typed into the cell at the path ``cell``, would not change the state.

        Also true if it is the default that pages show for an empty choice.
        """
        field = self.declared.get(CellPath(cell).field)
        if field and field.default == text and cell not in self.cells(state):
            return True
        return self.enter(state, {cell: text}).state == state

    def typed_cells(
        self,
        state: State,
        seat: str,
        data: Mapping[str, list[str]],
        tracked: bool = False,
        together: Sequence[str] = (),
    ) -> dict[str, str]:
        """Returns cell path to typed text for a posted form, ``data``; an unticked tick box is "".

        A form's ``page`` limits this to the cells of that page; without it, all pages count. Cells
        of a map are included only if they were sent, since each button sends one tile.

        Rulings are radio buttons and always sent: only answers that differ from those in force are
        included, and a new preset replaces all of them. ``tracked``: with sections that are useful
        only during play. ``together``: seats that may be entered here too, in sections that show
        all players.
        """
        page = (data.get("page") or [""])[-1]
        own = [f"{each}/{NAME.id}" for each in (seat, *together)] + [f"{seat}/{COLOUR.id}"]
        paths = [path for path in own if path in data]
        if page != "sheet":
            paths += [
                "/".join((seat, *path))
                for each in self.declared.values()
                if each.decided
                for path in each.paths()
            ]
        for holder in (seat, "table"):
            for section in self.visible_sections(holder, tracked, page):
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
        return {path: data.get(path, [""])[-1] for path in paths} | self._answered(state, data)

    def _answered(self, state: State, data: Mapping[str, list[str]]) -> dict[str, str]:
        given = {
            id_: data[f"rulings/{id_}"][-1]
            for id_ in self.ruling_fields
            if data.get(f"rulings/{id_}", [""])[-1]
        }
        preset = rulings_.PRESET
        if given.get(preset, self.preset(state)) != self.preset(state):
            return {f"rulings/{preset}": given[preset]}
        now = self.rulings(state)
        return {
            f"rulings/{id_}": option
            for id_, option in given.items()
            if id_ != preset and option != now[id_]
        }

    def parse(
        self, state: State, typed: Mapping[str, str]
    ) -> tuple[dict[str, Value | None], list[CellError]]:
        """Returns the values of typed cells by path, and the errors of unreadable ones.

        A path that is no cell of this sheet is an error, never silently dropped. A value that is
        sent just as it is recorded is no error, even above the current limit. Choosing another
        preset (set of rulings) clears all rulings that were answered individually. If a seat may
        have only one of several rows (``one_of``), a newly entered row replaces the former one, on
        a map too.
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
        chosen = values.get(CellPath.to("rulings", rulings_.PRESET))
        if chosen and chosen != self.preset(state):
            for id_ in self.ruling_fields:
                values.setdefault(CellPath.to("rulings", id_), None)
        return values, errors

    def _instead(self, state: State, path: CellPath) -> Iterator[tuple[CellPath, Value | None]]:
        """Yields changes (path, value) to the seat's row that a newly entered row replaces.

        ``path``: the new cell. Cells of the old row are cleared; where the new row has the same
            cell in another field, it takes over the old value.
        """
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
                for at, value in leaves("", cells[old]):
                    yield CellPath(f"{path.holder}/{other.id}/{old}{at}"), None
                    if other is not field and new in other.row_ids and new not in cells:
                        yield CellPath(f"{path.holder}/{other.id}/{new}{at}"), value

    def put(self, state: State, values: Mapping[str, Value | None]) -> State:
        """Returns a copy of ``state`` with these cells set: path to value, ``None`` to clear one.

        Answers to rules questions that equal the preset's are left out. Cells that this version
        does not know are written as given, but cells of a seat that the state does not have are
        ignored. The path ``seats/p3`` adds seat p3, or removes it if its value is ``None``.
        """
        new: State = json.loads(json.dumps(state))
        values = json.loads(json.dumps(values))  # values may be nested: another version's cells
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
                    trail[-1][key] = {}  # a cell of one version may be a field of another
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


def without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Returns a JSON object's pairs as a ``dict``. Raises ``Repeated`` for a second key."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise Repeated(key)
        found[key] = value
    return found


def _taken(path: str, raw: object, readers: CellReaders, errors: list[CellError]) -> Any:
    """Returns the readable part of ``raw``, parsed JSON, in the order of ``readers``.

    ``path``: of the cell, or of all cells that ``raw`` has. Adds to ``errors``.
    """
    if not isinstance(readers, Mapping):
        try:
            return readers(raw)
        except Unreadable as error:
            errors.append(CellError(path, error.message))
            return None
    if not isinstance(raw, Mapping):
        errors.append(CellError(path, say("needs-object")))
        return {}
    found: dict[str, Any] = {}
    for key, value in raw.items():
        if key not in readers:
            refuse(errors, f"{path}/", key, readers)
            continue
        taken = _taken(f"{path}/{key}", value, readers[key], errors)
        if taken is not None and taken != {}:
            found[key] = taken
    return {key: found[key] for key in readers if key in found}
