"""Reads the sections of a sheet: a game's ``data/sheet.toml``, or the form of a calculator.

Where data are not enough, a field names a sheet function: Python code of the game that takes the
catalogue and returns, for example, the field's rows. ``rows`` reads the rows of fields.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

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
    one_group,
)

from .field_rows import (
    FACT,
    FUNCTION,
    GROUPS,
    LABEL,
    ONE_OF,
    PIECE,
    ROWS,
    call_function,
    check_one_of,
    most_in_box,
)
from .toml_declarations import (
    CELL,
    WHOLE,
    WORD,
    YES_NO,
    Known,
    Table,
    Value,
    list_of,
    name_of,
    one_of,
    tables,
    whole,
)
from .toml_reader import Reader

type Notes = Mapping[str | tuple[str, str], RowNote]

GENEROUS, FEW = 5, 20
"""The limit of a number, unless ``most`` sets it: ``GENEROUS`` times the number in the box, but at
least ``FEW``. A larger number is taken for a typing error."""


class _AnyCell(tuple[str, ...]):
    """Cells that the table may have, while its sections are read for the first time: any."""

    def __contains__(self, path: object) -> bool:
        return True


def read(
    top: Reader, key: str, known: Known, copied: Mapping[str, Field] | None = None
) -> tuple[Section, ...]:
    """Returns a sheet's sections, at ``key`` of a TOML file (``top``). Raises ``DataError``.

    A section with ``repeat = 6`` becomes six sections, with ``{n}`` in its texts replaced by the
    number. Those at the key ``table`` are for the table as a whole. They may name cells of one
    another, so they are read twice.

    ``copied``: fields of the game's own sheet by id, which a form reuses: ``{ use = "circled" }``.
    """
    if key not in top.table:
        return ()
    if key == "table":
        any_cell = replace(known, cells=_AnyCell())
        own = SECTIONS.take(_Builder(**vars(any_cell), copied=copied or {}, fields={}), top, key)
        known = known.with_table(own)
    builder = _Builder(**vars(known), copied=copied or {}, fields={})
    found: tuple[Section, ...] = SECTIONS.take(builder, top, key)
    builder.check_fields()
    return found


@dataclass(frozen=True, kw_only=True)
class _Builder(Known):
    """Reads the sections and fields of one score sheet or form from TOML, and checks them."""

    copied: Mapping[str, Field]
    fields: dict[str, tuple[Field, Reader]]

    def others(self, reader: Reader, key: str) -> int:
        """Returns the number of other players that a section requires, from the digit at ``key``.

        In TOML it is a string, since a repeated section may have ``"{n}"`` there.
        """
        named = reader.take(key, str)
        if not re.fullmatch("[0-9]", named):
            raise reader.fail(f"others is {named!r}, no number")
        return int(named)

    def check_section(self, reader: Reader, section: Section) -> None:
        for field in section.fields:
            if (field.head or field.aside) and not section.control:
                raise reader.fail("head and aside are for sections with a control", "control")

    def head(self, reader: Reader, key: str) -> str:
        named: str = reader.take(key, str)
        reader.check_name(key, f"table/{named}", self.cells, "cell of the table")
        return named

    def field_list(self, reader: Reader, key: str) -> tuple[Field, ...]:
        return tuple(map(self.read_field, reader.tables(key, "field")))

    def read_field(self, reader: Reader) -> Field:
        found = self.used(reader) if "use" in reader.table else self.field(reader)
        if found.id in self.fields:
            raise reader.fail("repeated field id")
        self.fields[found.id] = found, reader
        return found

    def check_fields(self) -> None:
        known = {f.id: f for f, _ in self.fields.values()}
        for field, reader in self.fields.values():
            if "when" not in reader.table:  # with ``use``, it is that of the game's own field
                continue
            cell, _, face = field.when.partition("=")
            first, _, row = cell.partition("/")
            reader.check_name("when", first, known, "field here")
            holder = known[first]
            paths = ["/".join(path) for path in holder.paths()]
            if row:
                reader.check_name("when", cell, paths, "cell")
            if face:
                faces = [option.id for option in holder.cell.options]
                reader.check_name("when", face, faces, f"face of {cell!r}")
            if field.kind == "grid" and not row:
                if strange := [r.id for r in field.rows if r.id not in holder.row_ids]:
                    problem = (
                        f"when names {first!r}, which lacks the row {strange[0]!r} of this grid"
                    )
                    raise reader.fail(problem)
            elif not row and holder.groups:
                problem = f"when names {first!r}, which has rows: name one, as {paths[0]!r}"
                raise reader.fail(problem)

    def field(self, reader: Reader) -> Field:
        reader.known = tuple(FIELD.keys)
        if "id" not in reader.table and reader.slip("use"):
            raise reader.fail("lacks id or use", "use")
        kind = reader.table.get("kind")
        other = [key for key, kinds in ONLY_FOR.items() if kind in KINDS and kind not in kinds]
        given = FIELD.take(self, reader, [key for key in FIELD.keys if key not in other])
        if kind in WITH_ROWS:
            if not {"rows", "groups"} & set(reader.table):
                raise reader.fail("lacks rows", "rows")
            rows = given.pop("rows", ())
            given["groups"] = given.get("groups") or one_group(rows)
        cell = _cell(cast(Kind, kind), given)
        in_box = most_in_box(self, reader, given.get("most_in_box"), given.get("groups", ()))
        if in_box and cell.kind == "number" and "most" not in reader.table:
            cell = replace(cell, most=min(MOST, max(FEW, GENEROUS * max(in_box.values()))))
        found = Field(**given | {"cell": cell, "most_in_box": in_box})
        if found.race and kind != "flag":
            raise reader.fail("race is for a flag", "race")
        if found.default:
            reader.check_name("default", found.default, [o.id for o in cell.options], "option")
        self.check_needed(found, reader)
        if found.cell.least > found.cell.most:
            raise reader.fail("least is more than most")
        self.check_control(found, reader)
        check_one_of(found, reader)
        self.check_notes(found, reader)
        return found

    def check_control(self, field: Field, reader: Reader) -> None:
        """Raises ``DataError`` if a field names an input control that is not for its kind."""
        if field.control and field.kind not in CONTROLS[field.control]:
            kinds = ", ".join(CONTROLS[field.control])
            problem = f"control {field.control!r} is for {kinds}, not for a {field.kind}"
            raise reader.fail(problem)

    def check_needed(self, field: Field, reader: Reader) -> None:
        """Raises ``DataError`` if a field is ``needed`` but a blank of it is an answer, such as 0.

        It must not be decided by a planner either.
        """
        if not (field.needed or field.needed_alone):
            return
        if field.kind == "flag" or field.default:
            raise reader.fail("needed, but its blank is an answer")
        if field.kind == "count" and not field.cell.open:
            raise reader.fail("needed, so 0 has to differ from a blank: say open = true")
        if field.decided:
            raise reader.fail("needed, but decided by an optimiser")

    def check_notes(self, field: Field, reader: Reader) -> None:
        """Raises ``DataError`` if one of a field's ``notes`` is for none of its rows and faces."""
        faces = {o.id for o in field.cell.options}
        for key in field.notes:
            row, face = (key, "") if isinstance(key, str) else key
            there = row in field.row_ids or (face and not row)
            if not there or (face and face not in faces):
                raise reader.fail(f"notes has {key!r}, no row and no face of this field")

    def used(self, reader: Reader) -> Field:
        """Returns the field of a form for a TOML table with ``use``, the id of a field to copy.

        The copied field is one of the game's sheet. Other keys of the table replace its own.
        """
        changes = USED_FIELD.take(self, reader)
        found: Field = replace(self.copied[changes.pop("use")], head="", aside=False, **changes)
        self.check_control(found, reader)
        self.check_needed(found, reader)
        return found


def _cell(kind: Kind, given: dict[str, Any]) -> Cell:
    """Returns type and limits of a field's cells, made from the keys about cells in ``given``.

    ``kind``: kind of the field. ``given``: the values of its TOML table by key; those used are
    removed.
    """
    least, most, open_, length, options, faces = (given.pop(key, None) for key in CELL_KEYS)
    if kind in NUMBERS:
        return Cell("number", least or 0, MOST if most is None else most, bool(open_))
    if kind == "choice" or faces is not None:
        return Cell("choice", options=faces if options is None else options)
    if kind == "script":
        return Cell("text", length=400 if length is None else length)
    return Cell("spot" if kind == "map" else "flag")


NUMBERS: tuple[Kind, ...] = ("count", "tally", "grid")
WITH_ROWS: tuple[Kind, ...] = ("pick", "tally", "grid", "map")
CELL_KEYS = ("least", "most", "open", "length", "options", "faces")
ONLY_FOR: Mapping[str, tuple[Kind, ...]] = {
    "rows": WITH_ROWS,
    "groups": WITH_ROWS,
    "columns": ("grid",),
    "least": NUMBERS,
    "most": NUMBERS,
    "open": NUMBERS,
    "options": ("choice",),
    "faces": ("pick",),
    "length": ("script",),
    "chart": ("map",),
    "one_of": ("pick",),
}
"""Keys that only fields of some kinds have."""

FIELD = Table(
    Field,
    omitted=("cell",),
    needed=("columns", "chart"),
    label=LABEL,
    groups=GROUPS,
    columns=ROWS,
    most_in_box=FACT,
    notes=Value(call_function, WORD.schema),
    control=one_of(tuple(CONTROLS)),
    across=whole(1),
    tone=one_of(TONES),
    piece=PIECE,
    standalone_only=YES_NO.called("alone"),
    head=Value(_Builder.head, WORD.schema),
    signs=ROWS,
    chart=FUNCTION,
    one_of=ONE_OF,
    rows=ROWS,
    options=ROWS,
    faces=ROWS,
    least=WHOLE,
    most=whole(most=MOST),
    open=YES_NO,
    length=WHOLE,
)
FIELD.needed -= {"rows", "faces", "least", "most", "open", "length"}
USED_FIELD = FIELD.part(
    *("id", "label", "hint", "when", "decided", "needed", "control", "across", "piece", "apart"),
    "alone",
    use=name_of("field of the game's sheet", lambda builder: builder.copied),
)
FIELD_SCHEMA = {
    "if": {"required": ["use"]},
    "then": USED_FIELD.schema(),
    "else": FIELD.schema(unless=tuple(ONLY_FOR)),
}
for _schema in (FIELD_SCHEMA["then"], FIELD_SCHEMA["else"]):
    _schema["properties"]["id"] = WORD.schema  # it may have {n}
SECTIONS = tables(
    Table(
        Section,
        check=_Builder.check_section,
        label=LABEL,
        fields=Value(_Builder.field_list, list_of(FIELD_SCHEMA)).called("field"),
        when=CELL,
        unless=CELL,
        title=LABEL,
        control=one_of(BOARDS),
        shows=ROWS,
        others=Value(_Builder.others, {"type": "string", "pattern": "^([0-9]|{n})$"}),
        most_players=whole(1),
    ),
    "section",
    repeat=True,
)
SHEET_FILE = Table[dict[str, Any]](dict, section=SECTIONS.or_else(()), table=SECTIONS.or_else(()))
"""The keys of ``sheet.toml``; ``read`` reads one of them."""
