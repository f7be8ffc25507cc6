"""Reads the rows and options of a sheet's field from a data file, with their groups and labels.

The file lists them by id, selects entries by kind and facts, or names a Python function of the game
(a sheet function). Also reads their drawings and their numbers in the box.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scoring.loading.toml_reader import Reader
from scoring.model.catalogue import Catalogue, Entry
from scoring.model.cells import Option
from scoring.model.fields import Group, one_group
from scoring.model.sheet_fields import seats
from scoring.text.data_error import suggestion
from scoring.text.localised import EMPTY, Text

type SheetFunction = Callable[[Catalogue], Any]
"""Function of a game that data files call by name, for example for the rows of a field."""

ROW = re.compile(r"[a-z0-9_]+\Z")
"""Format of the id of a row that is no entry."""


class RowReader:
    """Reads rows, options and their labels for the sections of one sheet."""

    def __init__(self, catalogue: Catalogue, sheet_functions: Mapping[str, SheetFunction]) -> None:
        self.catalogue = catalogue
        every_seat = {"seats": lambda catalogue: seats(catalogue.box.players[1])}
        self.sheet_functions: Mapping[str, SheetFunction] = {**every_seat, **sheet_functions}
        self.waiting: list[tuple[str, Reader]] = []
        """Cells in ``when`` of options, with their readers: checked once all cells are known."""

    def label(self, reader: Reader, key: str) -> Text:
        """Returns the text at ``key``, or the name of the entry or kind whose id is given there."""
        if not isinstance(reader.table.get(key), str):
            return reader.text(key)
        name = reader.take(key, str)
        if name in self.catalogue:
            return self.catalogue.name(name)
        if name in self.catalogue.kinds:
            return self.catalogue.kinds[name].many
        near = suggestion(name, (*self.catalogue, *self.catalogue.kinds))
        raise reader.fail(f"{key} names {name!r}, which is no entry and no kind{near}", key)

    def groups(self, reader: Reader) -> tuple[Group, ...]:
        """Returns a field's groups of rows; one group without a label if the field has none."""
        if "groups" not in reader.table:
            return one_group(self.rows(reader, "rows"))
        if isinstance(reader.table["groups"], str):
            return tuple(self.call_function(reader, "groups"))
        found = []
        for n, raw in enumerate(reader.take("groups", list)):
            group = reader.within("group", raw, "groups", n)
            label = self.label(group, "label") if "label" in group.table else EMPTY
            when, again = group.take("when", str, ""), group.take("again", int, 0)
            phase = group.take("phase", str, "")
            found.append(Group(label, self.rows(group, "rows"), when, again, phase))
            group.done()
        return tuple(found)

    def rows(self, reader: Reader, key: str) -> tuple[Option, ...]:
        """Returns the rows or options of a field, from the value at ``key`` in its TOML table.

        The value is the name of a sheet function that returns them, or a list. An element of the
        list is the id of an entry, a selection of entries (``{ kind = ... }``) or an option that is
        no entry (``{ id = ..., name = ... }``).
        """
        if isinstance(reader.table.get(key), str):
            called: tuple[Option, ...] = tuple(self.call_function(reader, key))
            for each in called:
                self.check_drawn(each.piece, reader, key)
            return called
        found: list[Option] = []
        for n, each in enumerate(reader.take(key, list)):
            before = {o.id for o in found}
            if isinstance(each, str):
                more = [Option(each, self.entry(each, reader, key, n).name)]
            elif isinstance(each, dict) and "kind" in each:
                entries = self.selected(reader.within(key, each, key, n))
                more = [Option(e.id, e.name) for e in entries]
            else:
                option = reader.within(key, each, key, n)
                id_ = option.id(ROW, "small letters, digits and _")
                name, when = self.label(option, "name"), option.take("when", str, "")
                more = [Option(id_, name, piece=self.piece(option), when=when)]
                self.waiting.append((when, option))
                option.done()
            if twice := [o.id for o in more if o.id in before]:
                raise reader.fail(f"{key} has {twice[0]!r} twice", key, n)
            found += more
        return tuple(found)

    def selected(self, reader: Reader) -> Sequence[Entry]:
        """Returns the entries of a kind whose facts meet the conditions in the reader's TOML table.

        The keys are ``where`` (facts that must have the given values), ``has`` and ``lacks`` (facts
        that an entry must have, or must not have) and ``without`` (ids of entries to leave out).
        """
        kind = reader.word("kind", tuple(self.catalogue.kinds))
        where = reader.take("where", dict, {})
        has, lacks = reader.strings("has", empty=True), reader.strings("lacks", empty=True)
        without = reader.strings("without", empty=True)
        for key, named in (("where", where), ("has", has), ("lacks", lacks)):
            for fact in named:
                if fact not in self.catalogue.facts:
                    near = suggestion(fact, self.catalogue.facts)
                    raise reader.fail(f"{key} names an unknown fact {fact!r}{near}", key)
        for n, id_ in enumerate(without):
            self.entry(id_, reader, "without", n)
        reader.done()
        return [
            e
            for e in self.catalogue.of_kind(kind)
            if all(_is(e.facts.get(fact), value) for fact, value in where.items())
            and all(fact in e.facts for fact in has)
            and not any(fact in e.facts for fact in lacks)
            and e.id not in without
        ]

    def piece(self, reader: Reader) -> str:
        """Returns the id of the entry or symbol to draw for an option or cell; empty for none."""
        named: str = reader.take("piece", str, "")
        self.check_drawn(named, reader, "piece")
        return named

    def check_drawn(self, named: str, reader: Reader, key: str) -> None:
        """Checks that the id at ``key`` is an entry of the catalogue or a symbol of the game."""
        known = (*self.catalogue, *self.catalogue.symbols)
        if named and named not in known:
            problem = (
                f"{key} names {named!r}, which is no entry and no symbol{suggestion(named, known)}"
            )
            raise reader.fail(problem, key)

    def one_of(self, reader: Reader, groups: tuple[Group, ...]) -> tuple[tuple[str, ...], ...]:
        """Returns the sets of row ids under the key ``one_of``.

        A seat may have at most one row of each set.
        """
        known = [row.id for group in groups for row in group.rows]
        found = []
        for n, raw in enumerate(reader.take("one_of", list, [])):
            within = reader.within("one_of", {"rows": raw}, "one_of", n)
            rows = tuple(row.id for row in self.rows(within, "rows"))
            if strange := [id_ for id_ in rows if id_ not in known]:
                problem = f"one_of names {strange[0]!r}, no row{suggestion(strange[0], known)}"
                raise reader.fail(problem, "one_of", n)
            found.append(rows)
        return tuple(found)

    def most_in_box(self, reader: Reader, groups: tuple[Group, ...]) -> dict[str, int] | None:
        """Returns row id to its number in the box; ``None`` if ``most_in_box`` is not in the file.

        Its value is a table of numbers, or the name of a fact that has them.
        """
        given = reader.table.pop("most_in_box", None)
        if given is None:
            return None
        rows = [row.id for group in groups for row in group.rows]
        reader.asked.add("most_in_box")
        if isinstance(given, str):
            return {row: self.in_box(reader, given, row) for row in rows}
        if isinstance(given, dict) and all(type(n) is int for n in given.values()):
            for id_ in given:
                if id_ not in rows:
                    problem = f"most_in_box names {id_!r}, no row{suggestion(id_, rows)}"
                    raise reader.fail(problem, "most_in_box", id_)
            return given
        raise reader.fail("most_in_box should be a fact or a table of numbers", "most_in_box")

    def in_box(self, reader: Reader, fact: str, row: str) -> int:
        """Returns how many copies of a row's entry the box contains, from a fact of the entry.

        ``fact``: id of the fact. ``row``: id of the row.
        """
        if fact not in self.catalogue.facts:
            near = suggestion(fact, self.catalogue.facts)
            raise reader.fail(f"most_in_box names an unknown fact {fact!r}{near}", "most_in_box")
        number = self.catalogue[row].facts.get(fact) if row in self.catalogue else None
        if type(number) is not int:
            problem = f"most_in_box: {row!r} has no number as its fact {fact!r}"
            raise reader.fail(problem, "most_in_box")
        return number

    def call_function(self, reader: Reader, key: str) -> Any:
        """Returns the result of the sheet function (Python code of the game) named at ``key``."""
        return self.sheet_functions[self.function_name(reader, key)](self.catalogue)

    def function_name(self, reader: Reader, key: str) -> str:
        name: str = reader.take(key, str)
        if name not in self.sheet_functions:
            problem = f"{key} names the hook {name!r}, which the game does not have"
            raise reader.fail(problem + suggestion(name, self.sheet_functions), key)
        return name

    def entry(self, id_: str, reader: Reader, *at: str | int) -> Entry:
        """Returns the entry of that id. Raises ``DataError``.

        ``at``: keys and list positions in the file that lead to the id, for the error.
        """
        if id_ not in self.catalogue:
            problem = f"{at[0]} names {id_!r}, which is no entry{suggestion(id_, self.catalogue)}"
            raise reader.fail(problem, *at)
        return self.catalogue[id_]


def _is(value: Any, type_: Any) -> bool:
    """True if a fact of an entry has the wanted value, or is a list that contains it.

    ``value``: the fact. ``type_``: the wanted value.
    """
    return value == type_ or (isinstance(value, tuple) and type_ in value)
