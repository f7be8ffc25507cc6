"""How a game runs: its phases in order, and what to do in each. Data, ``data/course.toml``.

A table keeps where it stands in cells of its own, beside the sheet: ``play/stage`` names the
phase, ``play/first`` the start player's seat, ``play/done/<phase>/<step>`` a step ticked off.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from .catalogue import Catalogue
from .fields import Section
from .plan import State
from .reading import Reader, Translations, meant, read_file
from .sections import check_cell, table_cells
from .text import EMPTY, Text
from .words import CORE as say

MOST_NOW = 3
"""So many calculators may matter in one phase."""

type Order = Callable[[int, Mapping[str, Any]], Sequence[str]]
"""Phase ids of a table with so many seats and these cells of its own."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do; ``entry`` is the rule that says how.

    ``when`` names cells, such as ``table/festival``: one of them must be set for the step to be
    there. Without any it always is.
    """

    id: str
    text: Text
    entry: str = ""
    when: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Phase:
    """A season, an age's round: what players would answer to “where are we?”.

    ``when`` and ``unless`` name a cell, such as ``table/coop``, that must or must not be set
    for the phase to take place. ``calculators`` are those that matter now, two or three.
    """

    id: str
    name: Text
    steps: tuple[Step, ...] = ()
    hint: Text = EMPTY
    when: str = ""
    unless: str = ""
    calculators: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Course:
    """Every phase that any table can have; ``listed`` says which of them this one has.

    ``order`` gives phase ids where ``when`` and ``unless`` do not suffice. ``first`` is what the
    start player is called in this game.
    """

    phases: tuple[Phase, ...] = ()
    order: Order | None = None
    first: Text = field(default=say("start-player"))

    def listed(self, state: State) -> tuple[Phase, ...]:
        """The phases of this table, in order, each with the steps that are there."""
        table = state.get("table", {})

        def is_set(cell: str) -> bool:
            held = table
            for key in cell.removeprefix("table/").split("/"):
                held = held.get(key) if isinstance(held, Mapping) else None
            return bool(held)

        def there(phase: Phase) -> Phase:
            return replace(
                phase,
                steps=tuple(s for s in phase.steps if not s.when or any(map(is_set, s.when))),
            )

        if self.order is not None:
            known = {phase.id: phase for phase in self.phases}
            found = [known[id_] for id_ in self.order(len(state["seats"]), table)]
        else:
            found = [
                phase
                for phase in self.phases
                if (not phase.when or is_set(phase.when))
                and not (phase.unless and is_set(phase.unless))
            ]
        return tuple(map(there, found))

    def at(self, state: State) -> Phase | None:
        """Where the table stands; at first in its first phase. ``None`` without phases."""
        listed = self.listed(state)
        now = state.get("play", {}).get("stage", "")
        return next((p for p in listed if p.id == now), listed[0] if listed else None)

    def told(self, state: State) -> bool:
        """Whether anybody at the table has said where it stands."""
        return bool(state.get("play", {}).get("stage"))

    def ahead(self, state: State) -> Phase | None:
        """The present phase, or the next one in which a calculator matters."""
        listed, now = self.listed(state), self.at(state)
        rest = listed[listed.index(now) :] if now else ()
        return next((phase for phase in rest if phase.calculators), now)

    def beside(self, state: State) -> tuple[Phase | None, Phase | None]:
        """The phases before and after the present one."""
        listed, now = self.listed(state), self.at(state)
        if now is None:
            return None, None
        n = listed.index(now)
        return listed[n - 1] if n else None, listed[n + 1] if n + 1 < len(listed) else None

    def done(self, state: State, phase: Phase) -> frozenset[str]:
        """Ids of the steps that are ticked off in a phase."""
        return frozenset(state.get("play", {}).get("done", {}).get(phase.id, {}))


def load(
    folder: Path,
    catalogue: Catalogue,
    translations: Translations,
    table: Sequence[Section] = (),
    order: Order | None = None,
) -> Course:
    """The course in ``folder``: its ``course.toml``; an empty one without that file.

    ``[[step]]`` declares a step once, ``[[phase]]`` lists the ids of its own; one with
    ``repeat = 9`` is there nine times, ``{n}`` being its number. ``when`` and ``unless`` name
    cells of ``table``. Raises ``DataError``.
    """
    path = folder / "course.toml"
    if not path.is_file():
        return Course()
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
    return Course(tuple(phases), order, first)


def _step(reader: Reader, catalogue: Catalogue) -> Step:
    id_, text = reader.id(), reader.text("text")
    entry = reader.take("entry", str, "")
    if entry and entry not in catalogue:
        problem = f"entry names {entry!r}, which is no entry{meant(entry, catalogue)}"
        raise reader.fail(problem, "entry")
    when = reader.strings("when", empty=True)
    reader.done()
    return Step(id_, text, entry, tuple(when))


def _phase(reader: Reader, steps: dict[str, Step]) -> Phase:
    id_, name = reader.id(), reader.text("name")
    listed = reader.strings("steps", empty=True)
    for n, step in enumerate(listed):
        if step not in steps:
            raise reader.fail(f"unknown step {step!r}{meant(step, steps)}", "steps", n)
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
