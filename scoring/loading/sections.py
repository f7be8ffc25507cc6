"""Reads the sections of a sheet: a game's ``data/sheet.toml``, or the form of a calculator.

A field lists its rows by id, by kind or by their facts. Where that is not enough, it names a sheet
function: Python code of the game that takes the catalogue and returns the rows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from scoring.loading.toml_reader import Reader
from scoring.model.catalogue import Catalogue, Entry
from scoring.model.cells import MOST, Cell, Option
from scoring.model.fields import (
    BOARDS,
    CONTROLS,
    KINDS,
    TONES,
    Field,
    Group,
    Kind,
    RowNote,
    Section,
    one_group,
)
from scoring.text.data_error import listed, suggestion
from scoring.text.localised import EMPTY, Text

from .cell_references import check_cell, table_cells

type SheetFunction = Callable[[Catalogue], Any]
type Notes = Mapping[str | tuple[str, str], RowNote]

ROW = re.compile(r"[a-z0-9_]+\Z")
GENEROUS, FEW = 5, 20
"""The limit of a number, unless ``most`` sets it: ``GENEROUS`` times the number in the box, but at
least ``FEW``. A larger number is taken for a typing error."""
NUMBERS = ("count", "tally", "grid")


def read(
    top: Reader,
    key: str,
    catalogue: Catalogue,
    sheet_functions: Mapping[str, SheetFunction],
    known: Mapping[str, Field] | None = None,
    table: Sequence[Section] | None = None,
    table_sections: Sequence[Section] = (),
    phases: Sequence[str] = (),
) -> tuple[Section, ...]:
    """Reads the sections under ``key`` of a TOML file. Raises ``DataError``.

    A section with ``repeat = 6`` becomes six sections, with ``{n}`` in its texts replaced by the
    number.

    ``known``: fields of the game's own sheet by id. A form reuses one with ``{ use = "circled" }``.
    ``table``: sections of the table as a whole, whose cells ``when`` and ``unless`` may name.
        ``None`` if the sections being read are these.
    ``table_sections``: for a form, the sections of the game's own table, whose cells may be named,
        too.
    ``phases``: phase ids that groups of rows may name.
    """
    builder = _Builder(catalogue, sheet_functions, known or {})
    found: list[Section] = []
    for reader in top.repeated(key, "section", []):
        section = builder.section(reader)
        if section.id in {s.id for s in found}:
            raise reader.fail("repeated section id", "id")
        found.append(section)
    builder.check_fields()
    cells = [*table_cells(found if table is None else table), *table_cells(table_sections)]
    for section, reader in builder.sections:
        check_cell(reader, "when", section.when, cells)
        check_cell(reader, "unless", section.unless, cells)
        for field in section.fields:
            check_cell(reader, "head", field.head and f"table/{field.head}", cells)
    for field, reader in builder.fields.values():
        for group in field.groups if "groups" in reader.given else ():
            check_cell(reader, "groups", group.when, cells)
            if group.phase and group.phase not in phases:
                problem = f"groups names {group.phase!r}, which is no phase of the course"
                raise reader.fail(f"{problem}: {listed(group.phase, phases)}", "groups")
    for when, reader in builder.waiting:
        check_cell(reader, "when", when, cells)
    return tuple(found)


class _Builder:
    def __init__(
        self,
        catalogue: Catalogue,
        sheet_functions: Mapping[str, SheetFunction],
        known: Mapping[str, Field],
    ) -> None:
        self.catalogue, self.sheet_functions, self.known = catalogue, sheet_functions, known
        self.fields: dict[str, tuple[Field, Reader]] = {}
        self.sections: list[tuple[Section, Reader]] = []
        self.waiting: list[tuple[str, Reader]] = []
        """Paths of cells in ``when`` of options, each with its reader: checked once all cells are
        known."""

    def section(self, reader: Reader) -> Section:
        id_ = reader.id()
        fields = tuple(map(self.read_field, reader.tables("field", f"{reader.label}: field")))
        found = Section(
            id_,
            self.label(reader, "label"),
            fields,
            reader.text("hint", EMPTY),
            reader.take("folded", bool, False),
            reader.take("tracked", bool, False),
            reader.take("when", str, ""),
            reader.take("unless", str, ""),
            self.label(reader, "title") if "title" in reader.table else EMPTY,
            tuple(reader.strings("scores", empty=True)),
            reader.take("settings", bool, False),
            reader.word("control", BOARDS) if "control" in reader.table else "",
            self.rows(reader, "shows") if "shows" in reader.table else (),
            reader.take("columns", bool, False),
            self.others(reader),
            reader.take("most_players", int, 0),
            reader.take("maps", bool, False),
            reader.take("optional", bool, False),
            reader.take("shared", bool, False),
        )
        for field in found.fields:
            if (field.head or field.aside) and not found.control:
                raise reader.fail("head and aside are for sections with a control", "control")
        reader.done()
        self.sections.append((found, reader))
        return found

    @staticmethod
    def others(reader: Reader) -> int:
        """Returns how many other players a section requires; text in TOML, as it may be ``{n}``."""
        named = reader.take("others", str, "0")
        if not re.fullmatch("[0-9]", named):
            raise reader.fail(f"others is {named!r}, no number", "others")
        return int(named)

    def read_field(self, reader: Reader) -> Field:
        """Reads a field, and checks that its id is not repeated."""
        found = self.field(reader)
        if found.id in self.fields:
            raise reader.fail("repeated field id", "id" if "id" in reader.asked else "use")
        self.fields[found.id] = found, reader
        return found

    def check_fields(self) -> None:
        """Checks that each field's ``when`` names a field of this sheet, or a cell of one."""
        known = {f.id: f for f, _ in self.fields.values()}
        for field, reader in self.fields.values():
            if "when" not in reader.given:  # with ``use``, it is that of the game's own field
                continue
            cell, _, face = field.when.partition("=")
            first, _, row = cell.partition("/")
            holder = known.get(first)
            if holder is None:
                raise reader.fail(
                    f"when names {first!r}, no field here{suggestion(first, known)}", "when"
                )
            paths = ["/".join(path) for path in holder.paths()]
            if row and cell not in paths:
                raise reader.fail(f"when names {cell!r}, no cell{suggestion(cell, paths)}", "when")
            faces = [option.id for option in holder.cell.options]
            if face and face not in faces:
                problem = f"when names {face!r}, which {cell!r} cannot be"
                raise reader.fail(f"{problem}: {listed(face, faces)}", "when")
            if field.kind == "grid" and not row:
                if strange := [r.id for r in field.rows if r.id not in holder.row_ids]:
                    problem = (
                        f"when names {first!r}, which lacks the row {strange[0]!r} of this grid"
                    )
                    raise reader.fail(problem, "when")
            elif not row and holder.groups:
                problem = f"when names {first!r}, which has rows: name one, as {paths[0]!r}"
                raise reader.fail(problem, "when")

    def field(self, reader: Reader) -> Field:
        if "use" in reader.table:
            return self.used(reader)
        if "id" not in reader.table and reader.slip("use"):
            raise reader.fail("lacks id or use", "use")
        id_ = reader.id()
        kind = cast(Kind, reader.word("kind", KINDS))
        label = self.label(reader, "label")
        groups = self.groups(reader) if kind in ("pick", "tally", "grid", "map") else ()
        columns = self.rows(reader, "columns") if kind == "grid" else ()
        cell = self.cell(reader, kind)
        in_box = self.most_in_box(reader, groups)
        if in_box and "most" not in reader.table and cell.kind == "number":
            cell = replace(cell, most=min(MOST, max(FEW, GENEROUS * max(in_box.values()))))
        found = Field(
            id_,
            label,
            kind,
            cell,
            groups,
            columns,
            reader.text("hint", EMPTY),
            reader.take("when", str, ""),
            reader.take("unique", bool, False),
            in_box,
            reader.take("decided", bool, False),
            reader.take("needed", bool, False),
            reader.take("needed_alone", bool, False),
            reader.take("optional", bool, False),
            reader.take("default", str, ""),
            self.call_function(reader, "notes") if "notes" in reader.table else {},
            self.control(reader, kind),
            reader.take("across", int, 0),
            reader.take("scores", str, ""),
            reader.word("tone", TONES) if "tone" in reader.table else "",
            self.piece(reader),
            reader.take("alone", bool, False),
            reader.take("usual", int, 0),
            reader.take("head", str, ""),
            reader.take("aside", bool, False),
            self.rows(reader, "signs") if "signs" in reader.table else (),
            reader.take("apart", bool, False),
            self.function_name(reader, "chart") if kind == "map" else "",
            self.one_of(reader, groups) if kind == "pick" else (),
            reader.take("hidden", bool, False),
            reader.text("question", EMPTY),
        )
        if found.default and found.default not in {o.id for o in cell.options}:
            known = listed(found.default, [o.id for o in cell.options])
            raise reader.fail(
                f"default {found.default!r} is not one of the options {known}", "default"
            )
        reader.done()
        self.check_needed(found, reader)
        if found.cell.least > found.cell.most:
            raise reader.fail("least is more than most", "most")
        self.check_notes(found, reader)
        return found

    def control(self, reader: Reader, kind: Kind) -> str:
        """Returns the input control that the field names; empty if it names none."""
        if "control" not in reader.table:
            return ""
        named = reader.word("control", tuple(CONTROLS))
        if kind not in CONTROLS[named]:
            kinds = ", ".join(CONTROLS[named])
            raise reader.fail(f"control {named!r} is for {kinds}, not for a {kind}", "control")
        return named

    def piece(self, reader: Reader) -> str:
        """Returns the id of the entry or symbol to draw for an option or cell; empty for none."""
        named: str = reader.take("piece", str, "")
        self.check_drawn(named, reader, "piece")
        return named

    def check_drawn(self, named: str, reader: Reader, key: str) -> None:
        known = (*self.catalogue, *self.catalogue.symbols)
        if named and named not in known:
            problem = (
                f"{key} names {named!r}, which is no entry and no symbol{suggestion(named, known)}"
            )
            raise reader.fail(problem, key)

    def check_needed(self, field: Field, reader: Reader) -> None:
        """Checks that the blank of a needed field differs from every answer, unlike that of a flag.
        """
        if not (field.needed or field.needed_alone):
            return
        blank = field.kind == "flag" or (field.kind == "grid" and field.cell.kind == "flag")
        if blank or field.default:
            raise reader.fail("needed, but its blank is an answer", "needed")
        if field.kind == "count" and not field.cell.open:
            raise reader.fail("needed, so 0 has to differ from a blank: say open = true", "needed")
        if field.decided:
            raise reader.fail("needed, but decided by an optimiser", "needed")

    def check_notes(self, field: Field, reader: Reader) -> None:
        """Checks that each note belongs to a row, to a face of a row, or to a face of any row."""
        faces = {o.id for o in field.cell.options}
        for key in field.notes:
            row, face = (key, "") if isinstance(key, str) else key
            there = row in field.row_ids or (face and not row)
            if not there or (face and face not in faces):
                raise reader.fail(f"notes has {key!r}, no row and no face of this field", "notes")

    def used(self, reader: Reader) -> Field:
        """Reads a field with ``use``: a copy of a field of the game's own sheet, with some keys
        changed.
        """
        name = reader.take("use", str)
        if name not in self.known:
            problem = f"use names {name!r}, which the game's sheet does not ask"
            raise reader.fail(problem + suggestion(name, self.known), "use")
        changes: dict[str, Any] = {}
        if "id" in reader.table:
            changes["id"] = reader.id()
        if "label" in reader.table:
            changes["label"] = self.label(reader, "label")
        if "hint" in reader.table:
            changes["hint"] = reader.text("hint")
        if "when" in reader.table:
            changes["when"] = reader.take("when", str)
        if "decided" in reader.table:
            changes["decided"] = reader.take("decided", bool)
        if "needed" in reader.table:
            changes["needed"] = reader.take("needed", bool)
        if "control" in reader.table:
            changes["control"] = self.control(reader, self.known[name].kind)
        if "across" in reader.table:
            changes["across"] = reader.take("across", int)
        if "piece" in reader.table:
            changes["piece"] = self.piece(reader)
        if "apart" in reader.table:
            changes["apart"] = reader.take("apart", bool)
        if "alone" in reader.table:
            changes["standalone_only"] = reader.take("alone", bool)
        reader.done()
        found = replace(self.known[name], head="", aside=False, **changes)
        self.check_needed(found, reader)
        return found

    def cell(self, reader: Reader, kind: Kind) -> Cell:
        if kind in NUMBERS:
            if kind == "grid" and reader.take("flags", bool, False):
                return Cell("flag")
            least, most = reader.take("least", int, 0), reader.take("most", int, MOST)
            return Cell("number", least, most, reader.take("open", bool, False))
        if kind == "choice":
            return Cell("choice", options=self.rows(reader, "options"))
        if kind == "pick" and "faces" in reader.table:
            return Cell("choice", options=self.rows(reader, "faces"))
        if kind == "script":
            return Cell("text", length=reader.take("length", int, 400))
        if kind == "map":
            return Cell("spot")
        return Cell("flag")

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
        """Returns options: from a sheet function, or from a list of ids, selections and own
        options.
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
        """Returns the entries of a kind whose facts meet the conditions of the table."""
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

    def one_of(self, reader: Reader, groups: tuple[Group, ...]) -> tuple[tuple[str, ...], ...]:
        """Returns the sets of rows of which a seat may have at most one each."""
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
        """Returns the number of each row in the box: given by row, or by the name of a fact."""
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
        """Returns the number of a row in the box, from a fact of its entry."""
        if fact not in self.catalogue.facts:
            near = suggestion(fact, self.catalogue.facts)
            raise reader.fail(f"most_in_box names an unknown fact {fact!r}{near}", "most_in_box")
        number = self.catalogue[row].facts.get(fact) if row in self.catalogue else None
        if type(number) is not int:
            problem = f"most_in_box: {row!r} has no number as its fact {fact!r}"
            raise reader.fail(problem, "most_in_box")
        return number

    def call_function(self, reader: Reader, key: str) -> Any:
        return self.sheet_functions[self.function_name(reader, key)](self.catalogue)

    def function_name(self, reader: Reader, key: str) -> str:
        name: str = reader.take(key, str)
        if name not in self.sheet_functions:
            problem = f"{key} names the hook {name!r}, which the game does not have"
            raise reader.fail(problem + suggestion(name, self.sheet_functions), key)
        return name

    def entry(self, id_: str, reader: Reader, *at: str | int) -> Entry:
        if id_ not in self.catalogue:
            problem = f"{at[0]} names {id_!r}, which is no entry{suggestion(id_, self.catalogue)}"
            raise reader.fail(problem, *at)
        return self.catalogue[id_]


def _is(held: Any, wanted: Any) -> bool:
    return held == wanted or (isinstance(held, tuple) and wanted in held)
