"""The score sheet of a game: which cells a table fills in, and how they are read.

A state is plain JSON: ``{"game", "rulings", "table", "seats": {"p1": {...}}}``. A cell that is
not there is blank, so a state holds only what somebody entered. The same shape is stored,
exported and taken by the command line. A cell's path, ``p1/resources/wood``, names it in
forms, faults and histories.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from typing import Any, Literal

from . import rulings as rulings_
from .catalogue import Catalogue, Entry, Option
from .course import Course
from .fault import MOST_FAULTS, Doubt, Fault, SheetError
from .plan import Rulings, State
from .text import EMPTY, Text

MOST = 999
"""No cell takes more: beyond every box, and small enough to be a slip of the finger."""

Value = int | bool | str
Axis = tuple[str, ...]

_SEAT = re.compile(r"p[1-9]\Z")
_SUM = re.compile(r"-?[0-9]{1,12}([+-][0-9]{1,12}){0,30}\Z")
_TERM = re.compile(r"[+-]?[0-9]+")
# Phones' keyboards have many minus signs; a Japanese one gives the long vowel's.
_SIGNS = str.maketrans({" ": None, "−": "-", "–": "-", "ー": "-"})


class Unreadable(ValueError):
    """A value that a cell cannot hold; ``message`` is for the person who typed it."""

    def __init__(self, message: Text) -> None:
        super().__init__(message.en)
        self.message = message


class Repeated(ValueError):
    """A JSON object that says the same key twice: nobody can know which one was meant."""


# ── cells ──────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Cell:
    """What one cell may hold. ``read`` takes JSON, ``parse`` what a person typed.

    A number's blank is 0; an ``open`` number's blank is nothing at all, so that 0 can be said.
    """

    kind: Literal["number", "flag", "choice", "text"]
    least: int = 0
    most: int = MOST
    open: bool = False
    options: tuple[Option, ...] = ()
    length: int = 60

    def read(self, value: object) -> Value | None:
        """The value to record, or ``None`` for blank. Raises ``Unreadable``."""
        if value is None or value == "":
            return None
        match self.kind:
            case "flag":
                if not isinstance(value, bool):
                    raise Unreadable(
                        Text(
                            "Either there or not: true or false.",
                            "あるかないか（true か false）です。",
                        )
                    )
                return value or None
            case "number":
                if isinstance(value, float) and value.is_integer():
                    value = int(value)
                if isinstance(value, bool) or not isinstance(value, int):
                    raise Unreadable(Text("A whole number, please.", "整数を入れてください。"))
                return self._bounded(value)
            case "choice":
                if not isinstance(value, str) or value not in {o.id for o in self.options}:
                    raise Unreadable(
                        rulings_.unknown("", value, [o.id for o in self.options]).message
                    )
                return value
            case "text":
                if not isinstance(value, str):
                    raise Unreadable(Text("Words, please.", "文字で入れてください。"))
                return self._words(value)

    def parse(self, typed: str) -> Value | None:
        """As ``read``, from a form: ``"3+6+2"`` is 11, full-width digits are digits.

        >>> Cell("number").parse("３＋6 + 2")
        11
        """
        typed = typed.strip()
        if not typed:
            return None
        match self.kind:
            case "flag":
                return typed != "0" or None
            case "number":
                plain = unicodedata.normalize("NFKC", typed).translate(_SIGNS)
                if _SUM.match(plain):
                    return self._bounded(sum(int(term) for term in _TERM.findall(plain)))
                raise Unreadable(
                    Text(
                        "A whole number, please, or a sum such as 3+6+2.",
                        "整数か、3+6+2 のような足し算で入れてください。",
                    )
                )
            case _:
                return self.read(typed)

    def _bounded(self, value: int) -> int | None:
        if value < self.least:
            raise Unreadable(
                Text("Less than 0 is not possible.", "0より小さくはできません。")
                if self.least == 0
                else Text("At least {n}.", "{n}以上にしてください。").fill(n=self.least)
            )
        if value > self.most:
            raise Unreadable(Text("At most {n}.", "{n}までです。").fill(n=self.most))
        return value if value or self.open else None

    def _words(self, value: str) -> str | None:
        clean = "".join(c for c in value if c.isprintable()).strip()
        if len(clean) > self.length:
            raise Unreadable(
                Text("At most {n} characters.", "{n}文字までです。").fill(n=self.length)
            )
        return clean or None

    def schema(self) -> dict[str, Any]:
        match self.kind:
            case "flag":
                return {"type": "boolean"}
            case "number":
                return {"type": "integer", "minimum": self.least, "maximum": self.most}
            case "choice":
                return {"enum": ["", *(o.id for o in self.options)]}
            case "text":
                return {"type": "string", "maxLength": self.length}


# ── fields ─────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Note:
    """What is printed on a row or on one of its faces: a few pieces, a few words."""

    text: Text
    pieces: Mapping[str, int] = dataclass_field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Group:
    """Rows that belong together, for example the tiles of one season."""

    label: Text
    rows: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """One question of the sheet, made of one cell, a row of cells or a grid.

    ``when`` names a cell of the same seat that must be set for the field to matter; for a grid
    it names a field, and each row matters when that field's cell of the same id is set.
    ``unique``: the box holds each row once, so two owners are a doubt. ``most_in_box``: how
    many of each row the box holds. ``decided``: filled in by an optimizer, not by players.
    ``notes`` by row id, or by ``(row id, face id)``. ``default``: the option that a blank
    choice stands for, if it stands for one.
    """

    id: str
    label: Text
    kind: Literal["count", "flag", "choice", "pick", "tally", "grid", "script"]
    cell: Cell
    groups: tuple[Group, ...] = ()
    columns: tuple[Option, ...] = ()
    hint: Text = EMPTY
    when: str = ""
    unique: bool = False
    most_in_box: Mapping[str, int] | None = None
    decided: bool = False
    default: str = ""
    notes: Mapping[str | tuple[str, str], Note] = dataclass_field(default_factory=dict)

    @property
    def rows(self) -> tuple[Option, ...]:
        return tuple(row for group in self.groups for row in group.rows)

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


def options(entries: Sequence[Entry]) -> tuple[Option, ...]:
    """Catalogue entries as rows or choices of a field."""
    return tuple(Option(e.id, e.name) for e in entries)


def one_group(rows: Sequence[Option]) -> tuple[Group, ...]:
    return (Group(EMPTY, tuple(rows)),)


def count(id: str, label: Text, *, least: int = 0, most: int = MOST, **more: Any) -> Field:
    """A number."""
    return Field(id, label, "count", Cell("number", least, most), **more)


def flag(id: str, label: Text, **more: Any) -> Field:
    """Yes or no."""
    return Field(id, label, "flag", Cell("flag"), **more)


def choice(id: str, label: Text, choices: Sequence[Option], **more: Any) -> Field:
    """One of a short list."""
    return Field(id, label, "choice", Cell("choice", options=tuple(choices)), **more)


def pick(
    id: str, label: Text, groups: Sequence[Group], faces: Sequence[Option] = (), **more: Any
) -> Field:
    """Which of these are there; with ``faces``, also which side shows."""
    cell = Cell("choice", options=tuple(faces)) if faces else Cell("flag")
    return Field(id, label, "pick", cell, tuple(groups), **more)


def tally(id: str, label: Text, rows: Sequence[Option], *, most: int = MOST, **more: Any) -> Field:
    """How many of each."""
    return Field(id, label, "tally", Cell("number", 0, most), one_group(rows), **more)


def grid(
    id: str, label: Text, rows: Sequence[Option], columns: Sequence[Option], **more: Any
) -> Field:
    """How many of each column on each row."""
    return Field(id, label, "grid", Cell("number"), one_group(rows), tuple(columns), **more)


def script(id: str, label: Text, *, length: int = 400, **more: Any) -> Field:
    """A line in a notation of the game's own."""
    return Field(id, label, "script", Cell("text", length=length), **more)


@dataclass(frozen=True, slots=True)
class Section:
    """Fields that a player fills in together; ``folded``: rarely needed, so shown closed.

    ``tracked``: kept during play, of no use to a final score alone. ``when``: a cell of the
    table, such as ``table/idavoll``, that must be set for the section to matter; ``unless`` one
    that must not.
    """

    id: str
    label: Text
    fields: tuple[Field, ...]
    hint: Text = EMPTY
    folded: bool = False
    tracked: bool = False
    when: str = ""
    unless: str = ""


# ── the sheet ──────────────────────────────────────────────────────────────────────────

PARTS = ("game", "rulings", "table", "play", "seats")
"""The keys of a state."""

NAME = Field("name", Text("Name", "名前"), "script", Cell("text", length=24))

COLOUR = Field(
    "colour",
    Text("Colour", "色"),
    "choice",
    Cell(
        "choice",
        options=(
            Option("red", Text("Red", "赤")),
            Option("blue", Text("Blue", "青")),
            Option("yellow", Text("Yellow", "黄")),
            Option("green", Text("Green", "緑")),
            Option("purple", Text("Purple", "紫")),
            Option("orange", Text("Orange", "橙")),
            Option("white", Text("White", "白")),
            Option("black", Text("Black", "黒")),
        ),
    ),
)

OWN = (NAME, COLOUR)
"""The cells that every seat of every game has."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A state as far as it could be read, and the faults of what could not."""

    state: State
    faults: list[Fault]


class Sheet:
    """The cells of a game for up to ``players[1]`` seats, and for the table as a whole."""

    def __init__(
        self,
        catalogue: Catalogue,
        sections: Sequence[Section],
        table: Sequence[Section] = (),
        doubts: Callable[[State, Rulings], Sequence[Doubt]] | None = None,
        course: Course | None = None,
    ) -> None:
        self.catalogue = catalogue
        self.course = course or Course()
        self.sections = tuple(sections)
        self.table = tuple(table)
        self.most_seats = catalogue.box.players[1]
        self._doubts = doubts
        self.fields = {f.id: f for s in self.sections for f in s.fields}
        self.table_fields = {f.id: f for s in self.table for f in s.fields}
        self._cells = {
            "/".join(path): field.cell
            for field in (*OWN, *self.fields.values())
            for path in field.paths()
        }
        self._table_cells = {
            "/".join(path): field.cell
            for field in self.table_fields.values()
            for path in field.paths()
        }
        self.play_fields = {f.id: f for f in _play(self.course, self.most_seats)}
        self._play_cells = {
            "/".join(path): field.cell
            for field in self.play_fields.values()
            for path in field.paths()
        }

    def blank(self, players: int) -> State:
        """A sheet for so many players with nothing entered. Raises ``ValueError``."""
        if not 1 <= players <= self.most_seats:
            raise ValueError(f"1 to {self.most_seats} players")
        state: State = {"game": self.catalogue.box.slug}
        if self.catalogue.presets:
            state["rulings"] = {rulings_.PRESET: rulings_.default_preset(self.catalogue)}
        return state | {"seats": {f"p{n}": {} for n in range(1, players + 1)}}

    def rulings(self, state: State) -> Rulings:
        """Every ruling in force at this table."""
        return rulings_.resolve(self.catalogue, state.get("rulings", {}))

    def seats(self, state: State) -> tuple[str, ...]:
        return tuple(sorted(state["seats"]))

    def name(self, state: State, seat: str) -> Text:
        """What to call a seat: the name entered, or its number."""
        if entered := state["seats"][seat].get("name"):
            return Text(entered, entered)
        return Text(f"Player {seat[1:]}", f"プレイヤー{seat[1:]}")

    # reading

    def loads(self, text: str | bytes) -> Reading:
        """A sheet from JSON, as far as it can be read."""
        try:
            if isinstance(text, bytes):
                text = text.decode("utf-8-sig")
            raw = json.loads(text, object_pairs_hook=_object)
        except Repeated as error:
            message = Text("“{key}” is there twice.", "「{key}」が2回あります。")
            return Reading(self.blank(1), [Fault("", message.fill(key=error.args[0][:40]))])
        except (ValueError, RecursionError) as error:
            where = f" ({error})" if isinstance(error, json.JSONDecodeError) else ""
            message = Text("This is not JSON{where}.", "JSONとして読めません{where}。")
            return Reading(self.blank(1), [Fault("", message.fill(where=where))])
        return self.take(raw)

    def read(self, raw: object) -> State:
        """The state that ``raw`` describes. Raises ``SheetError`` naming every fault."""
        reading = self.take(raw)
        if reading.faults:
            raise SheetError(reading.faults)
        return reading.state

    def take(self, raw: object) -> Reading:
        """As ``read``, but keeps what can be read and lists the rest."""
        state = self.blank(1)
        if not isinstance(raw, Mapping):
            return Reading(
                state,
                [Fault("", Text("A sheet is a JSON object.", "シートはJSONオブジェクトです。"))],
            )
        faults: list[Fault] = []
        for key in raw:
            if key not in PARTS:
                rulings_.refuse(faults, "", key, PARTS)
        slug = self.catalogue.box.slug
        if raw.get("game", slug) != slug:
            message = Text("This sheet is for another game.", "別のゲームのシートです。")
            faults.append(Fault("game", message))
        if "rulings" in raw:
            taken, wrong = rulings_.take(self.catalogue, raw["rulings"])
            faults += wrong[: max(0, MOST_FAULTS - len(faults))]
            if taken:
                state["rulings"] = taken
        if table := self._take_fields("table", raw.get("table", {}), self.table_fields, faults):
            state["table"] = table
        if play := self._take_fields("play", raw.get("play", {}), self.play_fields, faults):
            state["play"] = play
        seats = raw.get("seats")
        if not isinstance(seats, Mapping) or not seats:
            faults.append(Fault("seats", Text("No seat is given.", "席がありません。")))
            return Reading(state, faults)
        state["seats"] = {}
        fields = {each.id: each for each in OWN} | self.fields
        for seat in sorted(seats, key=str):
            if (
                not isinstance(seat, str)
                or not _SEAT.match(seat)
                or int(seat[1:]) > self.most_seats
            ):
                if len(faults) < MOST_FAULTS:
                    message = Text("Seats are p1 to p{n}.", "席は p1 から p{n} です。")
                    where = f"seats/{str(seat)[:40]}"
                    faults.append(Fault(where, message.fill(n=self.most_seats)))
                continue
            state["seats"][seat] = self._take_fields(seat, seats[seat], fields, faults)
        if not state["seats"]:
            state["seats"] = {"p1": {}}
        return Reading(state, faults)

    def _take_fields(
        self, path: str, raw: object, fields: Mapping[str, Field], faults: list[Fault]
    ) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if not _is_object(path, raw, faults):
            return found
        for key, value in raw.items():  # type: ignore[attr-defined]
            if key not in fields:
                rulings_.refuse(faults, f"{path}/", key, fields)
                continue
            field = fields[key]
            taken = self._take_cells(f"{path}/{key}", value, field.axes(), field.cell, faults)
            if taken is not None and taken != {}:
                found[key] = taken
        return {key: found[key] for key in fields if key in found}

    def _take_cells(
        self, path: str, raw: object, axes: tuple[Axis, ...], cell: Cell, faults: list[Fault]
    ) -> Any:
        if not axes:
            try:
                return cell.read(raw)
            except Unreadable as error:
                faults.append(Fault(path, error.message))
                return None
        found: dict[str, Any] = {}
        if not _is_object(path, raw, faults):
            return found
        for key, value in raw.items():  # type: ignore[attr-defined]
            if key not in axes[0]:
                rulings_.refuse(faults, f"{path}/", key, axes[0])
                continue
            taken = self._take_cells(f"{path}/{key}", value, axes[1:], cell, faults)
            if taken is not None and taken != {}:
                found[key] = taken
        return {key: found[key] for key in axes[0] if key in found}

    # cells

    def cell(self, path: str) -> Cell | None:
        """The cell of that path, if the sheet has it; any seat of the game counts."""
        seat, _, rest = path.partition("/")
        if seat == "table":
            return self._table_cells.get(rest)
        if seat == "play":
            return self._play_cells.get(rest)
        if _SEAT.match(seat) and int(seat[1:]) <= self.most_seats:
            return self._cells.get(rest)
        return None

    def enter(self, state: State, typed: Mapping[str, str]) -> Reading:
        """``state`` with cells as people typed them; what cannot be read stays as it was."""
        values, faults = self.parse(state, typed)
        return Reading(self.put(state, values), faults)

    def parse(
        self, state: State, typed: Mapping[str, str]
    ) -> tuple[dict[str, Value | None], list[Fault]]:
        """The values of cells as people typed them, and the faults of what cannot be read.

        A path that is no cell of this sheet is a fault, never silently dropped.
        """
        faults: list[Fault] = []
        values: dict[str, Value | None] = {}
        for path, text in typed.items():
            cell = self.cell(path)
            if cell is None or path.partition("/")[0] not in ("table", "play", *state["seats"]):
                faults.append(Fault(path, Text("No such cell.", "そのような欄はありません。")))
                continue
            try:
                values[path] = cell.parse(text)
            except Unreadable as error:
                faults.append(Fault(path, error.message))
        return values, faults

    def answer(self, state: State, ruling: str, option: str) -> Reading:
        """``state`` with a ruling answered; naming a preset answers all of them at once."""
        chosen = {} if ruling == rulings_.PRESET else dict(self.rulings(state))
        chosen[rulings_.PRESET] = self.preset(state)
        taken, faults = rulings_.take(self.catalogue, chosen | {ruling: option})
        return Reading(state | {"rulings": taken} if not faults else state, faults)

    def preset(self, state: State) -> str:
        """The preset that the table's rulings start from; empty where a game has none."""
        chosen: str = state.get("rulings", {}).get(rulings_.PRESET, "")
        return chosen or rulings_.default_preset(self.catalogue)

    def put(self, state: State, values: Mapping[str, Value | None]) -> State:
        """A copy of ``state`` with these cells set, or blank where ``None``."""
        new: State = json.loads(json.dumps(state))
        for path, value in values.items():
            seat, *keys = path.split("/")
            everyones = seat in ("table", "play")
            holder = new.setdefault(seat, {}) if everyones else new["seats"][seat]
            trail = [holder]
            for key in keys[:-1]:
                trail.append(trail[-1].setdefault(key, {}))
            if value is None:
                trail[-1].pop(keys[-1], None)
            else:
                trail[-1][keys[-1]] = value
            for parent, key in zip(reversed(trail[:-1]), reversed(keys[:-1]), strict=True):
                if not parent[key]:
                    del parent[key]
        for part in ("table", "play"):
            if not new.get(part, True):
                del new[part]
        return new

    def cells(self, state: State) -> dict[str, Value]:
        """Every cell that is filled in, path to value."""
        return {
            path: value
            for holder, held in (
                *state["seats"].items(),
                ("table", state.get("table", {})),
                ("play", state.get("play", {})),
            )
            for path, value in _leaves(holder, held)
        }

    # doubts and schema

    def doubts(self, state: State) -> list[Doubt]:
        """What the box cannot hold, cell by cell. It is recorded all the same."""
        found: list[Doubt] = []
        for field in self.fields.values():
            if field.unique:
                found += self._owned_twice(state, field)
            for entry, most in (field.most_in_box or {}).items():
                found += self._too_many(state, field, entry, most)
        if self._doubts:
            found += self._doubts(state, self.rulings(state))
        return found

    def _owned_twice(self, state: State, field: Field) -> Iterator[Doubt]:
        for row in field.rows:
            owners = [
                s for s in self.seats(state) if state["seats"][s].get(field.id, {}).get(row.id)
            ]
            for seat in owners[1:]:
                message = Text(
                    "{what} is in the box once, and {other} has it too.",
                    "{what}は1枚だけですが、{other}にもあります。",
                ).fill(what=row.name, other=self.name(state, owners[0]))
                yield Doubt(f"{seat}/{field.id}/{row.id}", message)

    def _too_many(self, state: State, field: Field, entry: str, most: int) -> Iterator[Doubt]:
        held = {s: state["seats"][s].get(field.id, {}).get(entry, 0) for s in self.seats(state)}
        if sum(held.values()) > most:
            name = next(row.name for row in field.rows if row.id == entry)
            message = Text(
                "The box holds {most} {what}; the table has {sum}.",
                "{what}は箱に{most}個ですが、卓に{sum}個あります。",
            ).fill(most=most, what=name, sum=sum(held.values()))
            for seat, number in held.items():
                if number:
                    yield Doubt(f"{seat}/{field.id}/{entry}", message)

    def schema(self) -> dict[str, Any]:
        """JSON Schema (2020-12) of a state."""
        seat = {
            "type": "object",
            "properties": {f.id: f.schema() for f in (*OWN, *self.fields.values())},
            "additionalProperties": False,
        }
        table = {
            "type": "object",
            "properties": {f.id: f.schema() for f in self.table_fields.values()},
            "additionalProperties": False,
        }
        play = {
            "type": "object",
            "properties": {f.id: f.schema() for f in self.play_fields.values()},
            "additionalProperties": False,
        }
        answers: dict[str, Any] = {
            e.id: {"enum": [o.id for o in e.options], "title": e.name.en}
            for e in self.catalogue.rulings()
        }
        if self.catalogue.presets:
            answers[rulings_.PRESET] = {"enum": list(self.catalogue.presets)}
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": f"{self.catalogue.box.name.en} sheet",
            "type": "object",
            "required": ["seats"],
            "additionalProperties": False,
            "properties": {
                "game": {"const": self.catalogue.box.slug},
                "rulings": {
                    "type": "object",
                    "properties": answers,
                    "additionalProperties": False,
                },
                "table": table,
                "play": play,
                "seats": {
                    "type": "object",
                    "minProperties": 1,
                    "patternProperties": {f"^p[1-{self.most_seats}]$": seat},
                    "additionalProperties": False,
                },
            },
        }


def _play(course: Course, most_seats: int) -> Iterator[Field]:
    """The cells that say where a table stands: see ``course``."""
    if course.stages:
        stages = tuple(Option(s.id, s.name) for s in course.stages)
        yield choice("stage", Text("Stage", "進行"), stages)
    seats = tuple(
        Option(f"p{n}", Text(f"Player {n}", f"プレイヤー{n}")) for n in range(1, most_seats + 1)
    )
    yield choice("first", course.first, seats)
    if steps := {step.id: step for stage in course.stages for step in stage.steps}:
        columns = tuple(Option(step.id, step.text) for step in steps.values())
        done = Text("Done", "完了")
        yield Field("done", done, "grid", Cell("flag"), one_group(stages), columns)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise Repeated(key)
        found[key] = value
    return found


def _is_object(path: str, raw: object, faults: list[Fault]) -> bool:
    if isinstance(raw, Mapping):
        return True
    faults.append(Fault(path, Text("should be an object", "オブジェクトにしてください")))
    return False


def _leaves(path: str, value: Any) -> Iterator[tuple[str, Value]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _leaves(f"{path}/{key}", inner)
    else:
        yield path, value
