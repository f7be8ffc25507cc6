"""Reads a game's tutorial from ``data/tutorial.toml``."""

from collections.abc import Iterator
from typing import Any

from scoring.model.catalogue import Catalogue
from scoring.model.phases import Phases
from scoring.model.tutorial import Part, Step, Tutorial

from .toml_declarations import ENTRY_ID, Known, Table, names_of, tables

SHOWN = names_of("entry and no kind", lambda known: (*known.catalogue, *known.catalogue.kinds))
STEP = Table(Step, needed=("entry",), entry=ENTRY_ID, shows=SHOWN)
PART = Table(
    Part,
    steps=tables(STEP, "step").called("step"),
    phases=names_of("phase", lambda known: known.phase_ids),
)
FILE = Table[dict[str, Any]](dict, part=tables(PART, "part"))


def load(known: Known) -> Tutorial:
    """Returns a game's tutorial from its ``tutorial.toml``. Raises ``DataError``.

    Without that file, it is made from the game's phases.
    """
    reader = known.file("tutorial.toml")
    if reader is None:
        return Tutorial(tuple(_phase_parts(known.phases, known.catalogue)))
    return Tutorial(FILE.read(known, reader)["part"])


def _phase_parts(phases: Phases, catalogue: Catalogue) -> Iterator[Part]:
    """Yields tutorial parts made from the steps of phases; phases with equal steps share one."""
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
