"""Reads a game's phases and their steps from ``data/phases.toml``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from scoring.loading.toml_reader import Reader, Translations, read_file
from scoring.model.catalogue import Catalogue
from scoring.model.fields import Section
from scoring.model.phases import Order, Phase, Phases, Step
from scoring.text.data_error import suggestion
from scoring.text.localised import EMPTY
from scoring.text.messages import SHARED as say

from .cell_references import check_cell, table_cells

MOST_NOW = 3
"""Maximum number of calculators that one phase may list."""


def load(
    folder: Path,
    catalogue: Catalogue,
    translations: Translations,
    table: Sequence[Section] = (),
    order: Order | None = None,
) -> Phases:
    """Reads the phases from ``phases.toml`` in ``folder``; without that file there are none.

    ``[[step]]`` defines a step once; ``[[phase]]`` lists the ids of its steps. A phase with
    ``repeat = 9`` becomes nine phases, with ``{n}`` replaced by the number.

    ``table``: sections of the sheet for the whole table, whose cells ``when`` and ``unless`` may
        name.
    ``order``: function that returns the phase ids of a table, if ``when`` does not suffice.

    Raises ``DataError``.
    """
    path = folder / "phases.toml"
    if not path.is_file():
        return Phases()
    top = read_file(path, path.name, translations)
    first = top.text("first", say("start-player"))
    steps: dict[str, Step] = {}
    declared: dict[str, Reader] = {}
    cells = table_cells(table)
    for reader in top.tables("step", "step", []):
        step = _step(reader, catalogue)
        for cell in step.when:
            check_cell(reader, "when", cell, cells)
        if step.id in steps:
            raise reader.fail("repeated step id", "id")
        steps[step.id], declared[step.id] = step, reader
    phases: list[Phase] = []
    used: set[str] = set()
    for reader in top.repeated("phase", "phase"):
        phase = _phase(reader, steps)
        if phase.id in {p.id for p in phases}:
            raise reader.fail("repeated phase id", "id")
        check_cell(reader, "when", phase.when, cells)
        check_cell(reader, "unless", phase.unless, cells)
        phases.append(phase)
        used |= {step.id for step in phase.steps}
    for idle in sorted(set(steps) - used):
        raise declared[idle].fail("no phase lists this step", "id")
    top.done()
    return Phases(tuple(phases), order, first)


def _step(reader: Reader, catalogue: Catalogue) -> Step:
    id_, text = reader.id(), reader.text("text")
    entry = reader.take("entry", str, "")
    if entry and entry not in catalogue:
        problem = f"entry names {entry!r}, which is no entry{suggestion(entry, catalogue)}"
        raise reader.fail(problem, "entry")
    when = reader.strings("when", empty=True)
    reader.done()
    return Step(id_, text, entry, tuple(when))


def _phase(reader: Reader, steps: dict[str, Step]) -> Phase:
    id_, name = reader.id(), reader.text("name")
    listed = reader.strings("steps", empty=True)
    for n, step in enumerate(listed):
        if step not in steps:
            raise reader.fail(f"unknown step {step!r}{suggestion(step, steps)}", "steps", n)
        if step in listed[:n]:
            raise reader.fail(f"steps has {step!r} twice", "steps", n)
    hint = reader.text("hint", EMPTY)
    when, unless = reader.take("when", str, ""), reader.take("unless", str, "")
    now = reader.strings("calculators", empty=True)
    if len(now) > MOST_NOW:
        raise reader.fail(f"calculators has more than {MOST_NOW}", "calculators")
    reader.done()
    told = tuple(steps[step] for step in listed)
    return Phase(id_, name, told, hint, when, unless, tuple(now))
