"""Reads the sections of a sheet: a game's ``data/sheet.toml``, or the form of a calculator.

Where data are not enough, a field names a sheet function: Python code of the game that takes the
catalogue and returns, for example, the field's rows. ``rows`` reads the rows of fields.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from scoring.loading.toml_reader import Reader
from scoring.model.catalogue import Catalogue
from scoring.model.cells import MOST, Cell
from scoring.model.fields import (
    BOARDS,
    CONTROLS,
    KINDS,
    TONES,
    Field,
    Kind,
    RowNote,
    Section,
)
from scoring.text.data_error import listed, suggestion
from scoring.text.localised import EMPTY

from .cell_references import check_cell, table_cells
from .rows import RowReader, SheetFunction

type Notes = Mapping[str | tuple[str, str], RowNote]

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

    ``sheet_functions``: functions that fields may name, by name.
    ``known``: fields of the game's own sheet by id. A form reuses one with ``{ use = "circled" }``.
    ``table``: sections for the table as a whole, whose cells ``when`` and ``unless`` may name.
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


class _Builder(RowReader):
    """Reads the sections and fields of one sheet; their rows are read by ``RowReader``."""

    def __init__(
        self,
        catalogue: Catalogue,
        sheet_functions: Mapping[str, SheetFunction],
        known: Mapping[str, Field],
    ) -> None:
        super().__init__(catalogue, sheet_functions)
        self.known = known
        self.fields: dict[str, tuple[Field, Reader]] = {}
        self.sections: list[tuple[Section, Reader]] = []

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

    def check_needed(self, field: Field, reader: Reader) -> None:
        """Checks that a needed field's blank differs from every answer, unlike a flag's."""
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
        """Checks that each of a field's ``notes`` is for a row, a row's face, or any row's face."""
        faces = {o.id for o in field.cell.options}
        for key in field.notes:
            row, face = (key, "") if isinstance(key, str) else key
            there = row in field.row_ids or (face and not row)
            if not there or (face and face not in faces):
                raise reader.fail(f"notes has {key!r}, no row and no face of this field", "notes")

    def used(self, reader: Reader) -> Field:
        """Reads a field with ``use``: a field of the game's own sheet, with some keys changed."""
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
