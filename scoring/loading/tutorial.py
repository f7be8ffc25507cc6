"""Reads a game's tutorial from ``data/tutorial.toml``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scoring.loading.tables import STRINGS, Table, Value, tables
from scoring.loading.toml_reader import Reader, Translations, read_file
from scoring.model.catalogue import Catalogue
from scoring.model.phases import Phases
from scoring.model.tutorial import Part, Step, Tutorial
from scoring.text.data_error import suggestion

from .references import ENTRY_ID, References


class _Known(References):
    """The entries, kinds and phases that a tutorial may name."""

    def __init__(self, catalogue: Catalogue, phases: Phases) -> None:
        super().__init__(catalogue)
        self.phases = {phase.id for phase in phases.phases}

    def phase_list(self, reader: Reader, key: str) -> tuple[str, ...]:
        found = reader.strings(key)
        for phase in found:
            if phase not in self.phases:
                raise reader.fail(f"unknown phase {phase!r}{suggestion(phase, self.phases)}")
        return found

    def drawn(self, reader: Reader, key: str) -> tuple[str, ...]:
        found = reader.strings(key)
        known = {*self.catalogue, *self.catalogue.kinds}
        for name in found:
            if name not in known:
                near = suggestion(name, known)
                raise reader.fail(f"shows {name!r}, which is no entry and no kind{near}")
        return found


STEP = Table(Step, needed=("entry",), entry=ENTRY_ID, shows=Value(_Known.drawn, STRINGS.schema))
PART = Table(
    Part,
    steps=tables(STEP, "step").called("step"),
    phases=Value(_Known.phase_list, STRINGS.schema),
)
FILE = Table[dict[str, Any]](dict, part=tables(PART, "part"))


def load(
    folder: Path, catalogue: Catalogue, translations: Translations, phases: Phases
) -> Tutorial:
    """Reads the tutorial from ``tutorial.toml`` in ``folder``, or makes one from the game's phases.

    Raises ``DataError``.
    """
    path = folder / "tutorial.toml"
    if not path.is_file():
        return Tutorial(tuple(_phase_parts(phases, catalogue)))
    reader = read_file(path, path.name, translations)
    return Tutorial(FILE.read(_Known(catalogue, phases), reader)["part"])


def _phase_parts(phases: Phases, catalogue: Catalogue) -> Iterator[Part]:
    """Yields tutorial parts made from the phases: their steps are the rules behind a phase's steps.

    Phases with the same steps share one part.
    """
    told: dict[tuple[str, ...], Part] = {}
    for phase in phases.phases:
        key = tuple(step.id for step in phase.steps)
        if not key:
            continue
        if key in told:
            first = told[key]
            told[key] = Part(first.id, first.name, first.steps, (*first.phases, phase.id))
            continue
        steps = tuple(
            Step(
                step.id,
                catalogue[step.entry].text if step.entry else step.text,
                step.entry,
                (step.entry,) if step.entry else (),
            )
            for step in phase.steps
        )
        told[key] = Part(phase.id, phase.name, steps, (phase.id,))
    yield from told.values()
