"""Reads the rows and options of a sheet's field from a data file, with their groups and labels.

The file lists them by id, selects entries by kind and facts, or names a Python function of the game
(a sheet function). Also reads their drawings and their numbers in the box.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scoring.model.catalogue import Catalogue, Entry
from scoring.model.cells import Option
from scoring.model.fields import Field, Group
from scoring.model.sheet_fields import seats
from scoring.text.localised import EMPTY, Text

from .toml_declarations import (
    CELL,
    ID_VALUE,
    TEXT,
    WORD,
    References,
    Table,
    Value,
    ident,
    list_of,
    name_of,
    names_of,
    plain,
    whole,
)
from .toml_reader import Reader

type SheetFunction = Callable[[Catalogue], Any]
"""Function of a game that data files call by name, for example for the rows of a field."""

ROW_ID = re.compile(r"[a-z0-9_]+\Z")
"""Format of the id of a row that is no entry."""


class RowReader(References):
    """Reads the rows of fields, options and labels from a game's TOML files.

    ``sheet_functions``: the game's functions that return rows, by the name that a field may give.
    ``phases``: phase ids that groups of rows may name.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        sheet_functions: Mapping[str, SheetFunction],
        phases: Sequence[str] = (),
    ) -> None:
        super().__init__(catalogue, phases=phases)
        every_seat = {"seats": lambda catalogue: seats(catalogue.box.players[1])}
        self.sheet_functions: Mapping[str, SheetFunction] = {**every_seat, **sheet_functions}
        self.waiting: list[tuple[Reader, str, str]] = []

    def check_cell(self, reader: Reader, key: str, named: str) -> None:
        """Notes the cell path ``named``, found at ``key`` of a TOML table, to check it later.

        ``check_waiting`` checks that the cell exists, once all cells of the sheet are known.
        """
        self.waiting.append((reader, key, named))

    def check_waiting(self, cells: Sequence[str]) -> None:
        self.cells = cells
        for each in self.waiting:
            super().check_cell(*each)

    def label(self, reader: Reader, key: str) -> Text:
        """Returns the label at ``key`` of a TOML table: a text, or the name of the entry there."""
        if not isinstance(reader.table[key], str):
            return reader.as_text(key, reader.table[key])
        name, kinds = reader.take(key, str), self.catalogue.kinds
        reader.check_name(key, name, (*self.catalogue, *kinds), "entry and no kind")
        return self.catalogue.name(name) if name in self.catalogue else kinds[name].many

    def groups(self, reader: Reader, key: str) -> tuple[Group, ...]:
        """Returns a field's groups of rows: listed at ``key``, or from the function named there."""
        if not isinstance(reader.table[key], str):
            return tuple(GROUP.read(self, group) for group in reader.tables(key, "group"))
        called: tuple[Group, ...] = tuple(self.call_function(reader, key))
        for group in called:
            if group.when:
                self.check_cell(reader, key, group.when)
            if group.phase:
                reader.check_name(key, group.phase, self.phases, PHASE)
        return called

    def rows(self, reader: Reader, key: str) -> tuple[Option, ...]:
        """Returns the rows or options of a field, from the value at ``key`` in its TOML table.

        The value is the name of a sheet function that returns them, or a list. An element of the
        list is the id of an entry, a selection of entries (``{ kind = ... }``) or an option that is
        no entry (``{ id = ..., name = ... }``).
        """
        if isinstance(reader.table[key], str):
            called: tuple[Option, ...] = tuple(self.call_function(reader, key))
            for piece in filter(None, (each.piece for each in called)):
                reader.check_name(key, piece, _drawn(self), DRAWN)
            return called
        return self.row_list(reader, key, reader.take(key, list))

    def row_list(self, reader: Reader, key: str, listed: Sequence[Any]) -> tuple[Option, ...]:
        found: list[Option] = []
        for n, each in enumerate(listed, 1):
            before = {o.id for o in found}
            if isinstance(each, str):
                reader.check_name(key, each, self.catalogue, "entry")
                more = [Option(each, self.catalogue.name(each))]
            elif isinstance(each, dict) and "kind" in each:
                entries = self.selected(reader.within(key, each, f"{key} {n}"))
                more = [Option(e.id, e.name) for e in entries]
            else:
                more = [ROW.read(self, reader.within(key, each, f"{key} {n}"))]
            if twice := [o.id for o in more if o.id in before]:
                raise reader.fail(f"{key} has {twice[0]!r} twice")
            found += more
        return tuple(found)

    def selected(self, reader: Reader) -> Sequence[Entry]:
        """Returns the entries of a kind whose facts meet the conditions in the reader's TOML table.

        The keys are ``where`` (facts that must have the given values), ``has`` and ``lacks`` (facts
        that an entry must have, or must not have) and ``without`` (ids of entries to leave out).
        """
        given = SELECTION.read(self, reader)
        where, has, lacks, without = (given[key] for key in ("where", "has", "lacks", "without"))
        for fact in where:
            reader.check_name("where", fact, self.catalogue.facts, "fact")
        return [
            e
            for e in self.catalogue.of_kind(given["kind"])
            if all(_is(e.facts.get(fact), value) for fact, value in where.items())
            and all(fact in e.facts for fact in has)
            and not any(fact in e.facts for fact in lacks)
            and e.id not in without
        ]

    def one_of(self, reader: Reader, key: str) -> tuple[tuple[str, ...], ...]:
        """Returns sets of rows of which a seat may have at most one each, as tuples of row ids.

        They are read from a list of lists of rows at ``key`` of the field's TOML table.
        """
        return tuple(
            tuple(row.id for row in self.row_list(reader, key, listed))
            for listed in reader.take(key, list)
        )

    def check_one_of(self, field: Field, reader: Reader) -> None:
        for id_ in (row for rows in field.one_of for row in rows):
            reader.check_name("one_of", id_, field.row_ids, "row")

    def most_in_box(
        self, reader: Reader, fact: str | None, groups: tuple[Group, ...]
    ) -> dict[str, int] | None:
        """Returns how many pieces of each row are in the box, by row id; ``None`` without ``fact``.

        ``fact``: id of the fact of the rows' entries that is this number. ``groups``: the field's
        rows. Raises ``DataError`` for a row without such a number.
        """
        if fact is None:
            return None
        found: dict[str, int] = {}
        for row in (row.id for group in groups for row in group.rows):
            number = self.catalogue[row].facts.get(fact) if row in self.catalogue else None
            if type(number) is not int:
                raise reader.fail(f"most_in_box: {row!r} has no number as its fact {fact!r}")
            found[row] = number
        return found

    def call_function(self, reader: Reader, key: str) -> Any:
        """Returns the result of the game's function that is named at ``key`` of a TOML table."""
        return self.sheet_functions[FUNCTION.take(self, reader, key)](self.catalogue)


def _drawn(known: RowReader) -> tuple[str, ...]:
    return (*known.catalogue, *known.catalogue.symbols)


def _is(value: Any, type_: Any) -> bool:
    return value == type_ or (isinstance(value, tuple) and type_ in value)


LABEL = Value(
    RowReader.label,
    {
        "oneOf": [
            {**WORD.schema, "description": "an entry or a kind that is called so"},
            TEXT.schema,
        ]
    },
)
PHASE, DRAWN = "phase of the course", "entry and no symbol"
"""Ends of the errors for an unknown phase, and for a drawing that does not exist."""
PIECE = name_of(DRAWN, _drawn)
FUNCTION = name_of("hook of the game", lambda known: known.sheet_functions)
FACTS = names_of("fact", lambda known: known.catalogue.facts).or_else(())
ROW = Table(
    Option,
    omitted=("cites",),
    id=ident(ROW_ID, "small letters, digits and _"),
    name=LABEL,
    piece=PIECE,
    when=CELL,
)
"""The keys of a row or option that is no entry."""
SELECTION = Table[dict[str, Any]](
    dict,
    kind=name_of("kind", lambda known: known.catalogue.kinds, ID_VALUE.schema),
    where=plain(dict, {"type": "object"}).or_else({}),
    has=FACTS,
    lacks=FACTS,
    without=names_of("entry", lambda known: known.catalogue).or_else(()),
)
"""The keys that select entries of a kind as rows of a field: see ``RowReader.selected``."""
ROWS = Value(
    RowReader.rows,
    {
        "oneOf": [
            {"type": "string", "description": "a hook of the game"},
            list_of({"oneOf": [WORD.schema, SELECTION.schema(), ROW.schema()]}),
        ]
    },
)
GROUP = Table(
    Group,
    label=LABEL.or_else(EMPTY),
    rows=ROWS,
    when=CELL,
    again=whole(1),
    phase=name_of(PHASE, lambda known: known.phases),
)
GROUPS = Value(RowReader.groups, {"oneOf": [WORD.schema, list_of(GROUP.schema())]})
ONE_OF = Value(RowReader.one_of, list_of(list_of({"oneOf": [WORD.schema, SELECTION.schema()]})))
FACT = name_of("fact", lambda known: known.catalogue.facts)
