"""The score sheet of a game: finds missing cells, warnings, and the cells that a seat may know.

``sheet_fields`` defines its cells, ``sheet_reader`` reads them.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scoring.text.messages import SHARED as say

from . import completeness
from .catalogue import Catalogue
from .cells import CellPath, Schema, object_schema
from .chart import Chart
from .errors_and_warnings import Doubt
from .fields import Field, Section
from .phases import Phases
from .plan import Rulings, State
from .position import Charting, Position
from .sheet_fields import NONE, OWN, SheetFields
from .sheet_reader import SheetReader

type Doubts = Callable[[Position], Iterable[Doubt]]


class Sheet(SheetReader):
    """The score sheet of a game, for the table and all seats.

    ``doubts``: the game's function that yields its own warnings about a position, if any.
    ``charts``: the game's functions that describe a seat's map, by the name in the map's field.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        sections: Sequence[Section],
        table: Sequence[Section] = (),
        doubts: Doubts | None = None,
        phases: Phases | None = None,
        charts: Mapping[str, Charting] | None = None,
    ) -> None:
        super().__init__(catalogue, sections, table, phases)
        self._doubts = doubts
        self._charts = charts or {}

    def position(
        self, state: State, rulings: Rulings | None = None, table_position: Position | None = None
    ) -> Position:
        """Returns the cells of ``state`` as an object that scorers and calculators read.

        ``rulings``: used instead of the state's own answers to rules questions. ``table_position``:
        for the form of a calculator, the table at which it was opened.
        """
        return Position(self, state, rulings, table_position)

    def chart(self, state: State, seat: str, field: Field) -> Chart:
        """Returns the description of a seat's map: places, names, edges and numbers of its tiles.

        ``field``: the field that holds the tiles.
        """
        position = self.position(state)
        return self._charts[field.chart](position, position.seats[seat])

    def seen(self, state: State, seats: Container[str]) -> State:
        """Returns the table's state with the sheets of ``seats``; of others name and colour."""
        names = {field.id for field in OWN}
        return state | {
            "seats": {
                seat: cells if seat in seats else {k: v for k, v in cells.items() if k in names}
                for seat, cells in state["seats"].items()
            }
        }

    def lying_open(self, state: State, seat: str, with_decisions: bool = True) -> State:
        """Returns the table's state with only the cells that the rules let one seat know.

        Fields marked ``hidden`` are removed from other seats, except in the last phase, when
        everything is known. ``with_decisions``: false also removes the other seats' end-of-game
        decisions.
        """
        last = self.phases.at_last(state)
        shut = {f.id for f in self.declared.values() if f.hidden and not last}
        shut |= {f.id for f in self.declared.values() if f.decided and not with_decisions}
        of = {s.id for s in self.sections if shut & {f.id for f in s.rest}}

        def open_(cells: Mapping[str, Any]) -> dict[str, Any]:
            found = {id_: lying for id_, lying in cells.items() if id_ not in shut}
            said = {id_: lying for id_, lying in cells.get(NONE, {}).items() if id_ not in of}
            found.pop(NONE, None)
            return found | ({NONE: said} if said else {})

        seats = state["seats"].items()
        return state | {"seats": {s: lying if s == seat else open_(lying) for s, lying in seats}}

    def open_to(self, state: State, seat: str, seen: Container[str]) -> State:
        """Returns the table's state limited to what calculators may use for a seat before the end.

        Of other seats it has only what the rules make public: a screen hides what a player writes
        down, not what lies visibly on the real table. ``seen``: the seats whose sheets may be seen;
        of the others, decisions are left out as well. If ``seat`` is none of them, it has only name
        and colour.
        """
        open_ = self.lying_open(state, seat)["seats"]
        less = self.lying_open(state, seat, with_decisions=False)["seats"]
        seats = {s: open_[s] if s in seen else less[s] for s in open_}
        if seat not in seen:
            seats[seat] = self.seen(state, seen)["seats"][seat]
        return state | {"seats": seats}

    def doubts(self, state: State, rulings: Rulings | None = None) -> list[Doubt]:
        """Returns warnings about cells that the game's box, its rules or other cells contradict.

        The cells stay recorded. Warnings that one button can settle come first, then contradictions
        between cells. ``rulings``: used instead of the state's own answers to rules questions.
        """
        position = self.position(state, rulings)
        found: list[Doubt] = []
        for field in self.declared.values():
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
        """Yields a warning for each row that excludes another filled-in row of the same seat."""
        for seat in position:
            for field in self.declared.values():
                for rows in field.one_of:
                    held = [
                        row for row in field.rows if row.id in rows and seat.has(field.id, row.id)
                    ]
                    for row in held[1:]:
                        message = say("doubt-one-of", what=row.name, other=held[0].name)
                        yield Doubt(seat.path(field.id, row.id), message, conflict=True)

    def _beyond(self, state: State) -> Iterator[Doubt]:
        """Yields a warning for each recorded number that is larger than may be newly entered."""
        for path, value in self.cells(state).items():
            at, cell = CellPath(path), self.cell(path)
            field = self.declared.get(at.field) or self.table_fields.get(at.field)
            if cell is None or field is None or field.decided or not cell.beyond(value):
                continue
            if not field.most_in_box or at.rows[-1] not in field.most_in_box:
                names = {row.id: row.name for row in field.rows}
                what = names[at.rows[0]] if at.rows else field.label
                yield Doubt(path, say("doubt-beyond", what=what, n=value, most=cell.most))

    def with_rest_none(self, state: State) -> State:
        """Returns a copy of a state in which all blanks are confirmed to be none.

        Ticks the box *the rest: none* of every section. For sheets that are known to be complete:
        worked games, results of an older version.
        """
        return self.put(state, dict(self.rest_none(state)))

    def rest_none(self, state: State) -> dict[str, bool]:
        """Returns cells that tick *the rest: none* in all sections, of table and seats, by path."""
        holders = [(seat, self.sections) for seat in state["seats"]] + [("table", self.table)]
        return {
            CellPath.to(holder, NONE, section.id): True
            for holder, sections in holders
            for section in sections
            if section.rest
        }

    def anything(self, position: Position, seat: str) -> bool:
        """True if anything is entered for this seat; until then it is neither ranked nor planned.

        A name or a colour does not count. If only sections of the whole table matter for the
        score, as in a game that is won together, the table's cells count for every seat, except
        its settings.
        """
        known = position.seats[seat].cells.keys() & self.fields.keys()
        if any(position.seats[seat].filled(field) for field in known - _NAMES):
            return True
        scoring = (section for section in self.sections if not section.tracked)
        if any(completeness.matters(position, section) for section in scoring):
            return False
        played = (section for section in self.table if not section.settings)
        return any(position.table.filled(each.id) for section in played for each in section.fields)

    def _owned_twice(self, position: Position, field: Field) -> Iterator[Doubt]:
        held = [(seat, set(seat.picked(field.id))) for seat in position]
        for row in field.rows:
            owners = [seat for seat, rows in held if row.id in rows]
            for seat in owners[1:]:
                other = position.name(owners[0].id)
                message = say("doubt-owned-twice", what=row.name, other=other)
                yield Doubt(seat.path(field.id, row.id), message)

    def _too_many(self, position: Position, field: Field, entry: str, most: int) -> Iterator[Doubt]:
        """Yields warnings if the seats together have more of a card or piece than the box contains.

        ``entry``: its id, a row of the field. ``most``: its number in the box.
        """
        held = position.numbers(field.id, entry)
        if sum(held.values()) > most:
            name = next(row.name for row in field.rows if row.id == entry)
            message = say("doubt-too-many", most=most, what=name, sum=sum(held.values()))
            yield from (Doubt(seat.path(field.id, entry), message) for seat in held)

    def schema(self) -> Schema:
        """Returns the JSON Schema (2020-12) of a state."""

        def cells(fields: Mapping[str, Field]) -> Schema:
            return object_schema({f.id: f.schema() for f in fields.values()})

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


_NAMES = {field.id for field in OWN}


def with_fields(sheet: SheetFields, *fields: Field) -> Sheet:
    """Returns a copy of a form's sheet; each of ``fields`` replaces the field with the same id."""
    others = {field.id: field for field in fields}
    sections = [
        replace(section, fields=tuple(others.get(field.id, field) for field in section.fields))
        for section in sheet.sections
    ]
    return Sheet(sheet.catalogue, sections, sheet.table)
