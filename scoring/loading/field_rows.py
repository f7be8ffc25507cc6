"""Reads the rows and options of a sheet's field from a data file, with their groups and labels.

The file lists them by id, selects entries by kind and facts, or names a Python function of the game
(a sheet function). Also reads their drawings and their numbers in the box.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

from scoring.model.catalogue import Catalogue, Entry
from scoring.model.cells import Option
from scoring.model.fields import Field, Group
from scoring.text.localised import EMPTY, Text

from .toml_declarations import (
    CELL,
    ID_VALUE,
    TEXT,
    WORD,
    Known,
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


def _label(known: Known, reader: Reader, key: str) -> Text:
    """Returns the label at ``key`` of a TOML table: a text, or the name of the entry there."""
    if not isinstance(reader.table[key], str):
        return reader.as_text(key, reader.table[key])
    name, kinds = reader.take(key, str), known.catalogue.kinds
    reader.check_name(key, name, (*known.catalogue, *kinds), "entry and no kind")
    return known.catalogue.name(name) if name in known.catalogue else kinds[name].many


def _groups(known: Known, reader: Reader, key: str) -> tuple[Group, ...]:
    """Returns a field's groups of rows: listed at ``key``, or from the function named there."""
    if not isinstance(reader.table[key], str):
        return tuple(GROUP.read(known, group) for group in reader.tables(key, "group"))
    called: tuple[Group, ...] = tuple(call_function(known, reader, key))
    for group in called:
        if group.when:
            reader.check_name(key, group.when, known.cells, "cell of the table")
        if group.phase:
            reader.check_name(key, group.phase, known.phase_ids, PHASE)
    return called


def _rows(known: Known, reader: Reader, key: str) -> tuple[Option, ...]:
    """Returns the rows or options of a field, from the value at ``key`` in its TOML table.

    The value is the name of a sheet function that returns them, or a list. An element of the
    list is the id of an entry, a selection of entries (``{ kind = ... }``) or an option that is
    no entry (``{ id = ..., name = ... }``).
    """
    if isinstance(reader.table[key], str):
        called: tuple[Option, ...] = tuple(call_function(known, reader, key))
        for piece in filter(None, (each.piece for each in called)):
            reader.check_name(key, piece, _drawn(known), DRAWN)
        return called
    return _row_list(known, reader, key, reader.take(key, list))


def _row_list(known: Known, reader: Reader, key: str, listed: Sequence[Any]) -> tuple[Option, ...]:
    found: list[Option] = []
    for n, each in enumerate(listed, 1):
        before = {o.id for o in found}
        if isinstance(each, str):
            reader.check_name(key, each, known.catalogue, "entry")
            more = [Option(each, known.catalogue.name(each))]
        elif isinstance(each, dict) and "kind" in each:
            entries = _selected(known, reader.within(key, each, f"{key} {n}"))
            more = [Option(e.id, e.name) for e in entries]
        else:
            more = [ROW.read(known, reader.within(key, each, f"{key} {n}"))]
        if twice := [o.id for o in more if o.id in before]:
            raise reader.fail(f"{key} has {twice[0]!r} twice")
        found += more
    return tuple(found)


def _selected(known: Known, reader: Reader) -> Sequence[Entry]:
    """Returns the entries of a kind whose facts meet the conditions in the reader's TOML table.

    The keys are ``where`` (facts that must have the given values), ``has`` and ``lacks`` (facts
    that an entry must have, or must not have) and ``without`` (ids of entries to leave out).
    """
    given = SELECTION.read(known, reader)
    where, has, lacks, without = (given[key] for key in ("where", "has", "lacks", "without"))
    for fact in where:
        reader.check_name("where", fact, known.catalogue.facts, "fact")
    return [
        e
        for e in known.catalogue.of_kind(given["kind"])
        if all(_is(e.facts.get(fact), value) for fact, value in where.items())
        and all(fact in e.facts for fact in has)
        and not any(fact in e.facts for fact in lacks)
        and e.id not in without
    ]


def _one_of(known: Known, reader: Reader, key: str) -> tuple[tuple[str, ...], ...]:
    """Returns sets of rows of which a seat may have at most one each, as tuples of row ids.

    They are read from a list of lists of rows at ``key`` of the field's TOML table.
    """
    return tuple(
        tuple(row.id for row in _row_list(known, reader, key, listed))
        for listed in reader.take(key, list)
    )


def check_one_of(field: Field, reader: Reader) -> None:
    for id_ in (row for rows in field.one_of for row in rows):
        reader.check_name("one_of", id_, field.row_ids, "row")


def most_in_box(
    known: Known, reader: Reader, fact: str | None, groups: tuple[Group, ...]
) -> dict[str, int] | None:
    """Returns how many pieces of each row are in the box, by row id; ``None`` without ``fact``.

    ``fact``: id of the fact of the rows' entries that is this number. ``groups``: the field's
    rows. Raises ``DataError`` for a row without such a number.
    """
    if fact is None:
        return None
    found: dict[str, int] = {}
    for row in (row.id for group in groups for row in group.rows):
        number = known.catalogue[row].facts.get(fact) if row in known.catalogue else None
        if type(number) is not int:
            raise reader.fail(f"most_in_box: {row!r} has no number as its fact {fact!r}")
        found[row] = number
    return found


def call_function(known: Known, reader: Reader, key: str) -> Any:
    """Returns the result of the game's function that is named at ``key`` of a TOML table."""
    return known.functions[FUNCTION.take(known, reader, key)](known.catalogue)


def _drawn(known: Known) -> tuple[str, ...]:
    return (*known.catalogue, *known.catalogue.symbols)


def _is(value: Any, type_: Any) -> bool:
    return value == type_ or (isinstance(value, tuple) and type_ in value)


LABEL = Value(
    _label,
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
FUNCTION = name_of("hook of the game", lambda known: known.functions)
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
"""The keys that select entries of a kind as rows of a field: see ``_selected``."""
ROWS = Value(
    _rows,
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
    phase=name_of(PHASE, lambda known: known.phase_ids),
)
GROUPS = Value(_groups, {"oneOf": [WORD.schema, list_of(GROUP.schema())]})
ONE_OF = Value(_one_of, list_of(list_of({"oneOf": [WORD.schema, SELECTION.schema()]})))
FACT = name_of("fact", lambda known: known.catalogue.facts)
