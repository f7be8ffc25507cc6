"""Reads a game's calculators: each module in ``calculators/`` and the TOML file next to it."""

import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from types import ModuleType

from scoring.model.calculator import FOLDER, SCOPES, Answer, Calculator, Form, Planner
from scoring.model.fields import Field, Section
from scoring.model.position import Position
from scoring.model.sheet import Sheet
from scoring.text.data_error import DataError, suggestion

from . import sheet_file
from .toml_declarations import (
    CELL,
    ENTRY_ID,
    TEXT,
    WHOLE,
    WORD,
    Known,
    Table,
    names_of,
    one_of,
)
from .toml_reader import Reader, read_file

SECTIONS = ("table", "section")
OPTIONAL = (
    *("alternatives", "measure", "sees", "chart", "sketch", "apply"),
    *("INDEPENDENT", "CONSISTENT"),
)
"""Names that a planner's module may define besides ``plan``: attributes of ``Planner``."""
COMMON = ("module", "name", "hint", "order", "piece", "cites", "when", "unless", "at_table")
FILE = Table(
    Calculator,
    omitted=("id", "form", "planner"),
    order=WHOLE.or_else(50),
    piece=ENTRY_ID,
    cites=names_of("entry", lambda known: known.catalogue).or_else(()),
    when=CELL,
    unless=CELL,
    measures=TEXT,
    scope=one_of(SCOPES),
    place=WHOLE,
    module=WORD,
    table=sheet_file.SECTIONS,
    section=sheet_file.SECTIONS,
)
FILE.needed = {"name", "hint"}


def discover(
    package: str, known: Known, sheet_fields: Mapping[str, Field]
) -> dict[str, Calculator]:
    """Returns every calculator of a game by id: each module in ``calculators/`` with a TOML file.

    A module with a form has ``answer(form)`` and optionally ``fill``, ``shape`` and ``doubts``. A
    planner has ``plan(position, seat, seconds)`` and optionally the names in ``OPTIONAL``, such as
    ``alternatives``. A module without a TOML file is shared code, not a calculator. A TOML file may
    name another ``module`` than the one of its own name; its ``plan`` then takes the file's
    ``place`` as a further argument. Entries that every answer or plan is based on are listed in its
    ``cites``.

    ``package``: the game's ``__name__``. ``sheet_fields``: fields of the game's own sheet, which a
        form may reuse.

    Raises ``DataError``.
    """
    name = f"{package}.{FOLDER}"
    try:
        folder_package = import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return {}
    found = []
    for root in folder_package.__path__:
        folder = Path(root)
        modules = {m.name for m in pkgutil.iter_modules([root])}
        for path in sorted(folder.glob("*.toml")):
            reader = read_file(path, f"{FOLDER}/{path.name}", known.translations)
            code = str(reader.table.get("module", path.stem))
            if code not in modules:
                problem = f"lacks {code}.py beside it{suggestion(code, modules)}"
                raise DataError(f"{FOLDER}/{path.name}", "", problem)
            module = import_module(f"{name}.{code}")
            found.append(_calculator(path.stem, reader, module, known, sheet_fields))
    return {each.id: each for each in sorted(found, key=lambda each: (each.order, each.id))}


def _calculator(
    id_: str, reader: Reader, module: ModuleType, known: Known, sheet_fields: Mapping[str, Field]
) -> Calculator:
    form, planner = None, None
    keys: tuple[str, ...] = COMMON
    if hasattr(module, "answer"):
        keys = (*COMMON, "scope", *SECTIONS)
    elif hasattr(module, "plan"):
        keys = (*COMMON, "place", "measures") if hasattr(module, "measure") else (*COMMON, "place")
    else:
        raise DataError(
            f"{FOLDER}/{id_}.py", id_, "has neither a function answer nor a function plan"
        )
    given = FILE.take_some(known, reader, [key for key in keys if key not in SECTIONS])
    reader.known = keys
    reader.refuse_others()
    scope, place, cites = given.pop("scope", "all"), given.get("place", 0), given.pop("cites")
    if hasattr(module, "answer"):
        table = _optional(sheet_file.read(reader, "table", known, sheet_fields))
        known = known.with_table(table)
        own = _optional(sheet_file.read(reader, "section", known, sheet_fields))
        form = Form(
            Sheet(known.catalogue, own, table, getattr(module, "doubts", None)),
            partial(_citing, module.answer, cites),
            scope,
            getattr(module, "fill", None),
            getattr(module, "shape", None),
        )
    else:
        if "measures" in keys and "measures" not in given:
            raise reader.fail("lacks measures", "measures")
        plan = partial(module.plan, place=place) if place else module.plan
        more = {name: getattr(module, name) for name in OPTIONAL if hasattr(module, name)}
        planner = Planner(plan, cites=cites, **{name.lower(): more[name] for name in more})
    given.pop("module", None)
    return Calculator(id_, form=form, planner=planner, **given)


def _citing(answer: Callable[[Position], Answer], cites: tuple[str, ...], form: Position) -> Answer:
    """Returns a calculator's answer to a form, which cites the entries ``cites`` before its own."""
    found = answer(form)
    return replace(found, cites=(*cites, *found.cites))


def _optional(asked: Sequence[Section]) -> list[Section]:
    """Returns copies of a form's sections, marked as optional: a blank needs no confirmation."""
    return [replace(section, optional=True) for section in asked]
