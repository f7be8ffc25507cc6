"""Reads a game's tutorial from ``data/tutorial.toml``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from scoring.loading.toml_reader import Reader, Translations, read_file
from scoring.model.catalogue import Catalogue
from scoring.model.phases import Phases
from scoring.model.tutorial import Part, Step, Tutorial
from scoring.text.data_error import suggestion


def load(
    folder: Path, catalogue: Catalogue, translations: Translations, phases: Phases
) -> Tutorial:
    """Reads the tutorial from ``tutorial.toml`` in ``folder``, or makes one from the game's phases.

    Raises ``DataError``.
    """
    path = folder / "tutorial.toml"
    if not path.is_file():
        return Tutorial(tuple(_phase_parts(phases, catalogue)))
    top = read_file(path, path.name, translations)
    ids = {phase.id for phase in phases.phases}
    parts: list[Part] = []
    for reader in top.tables("part", "part"):
        part = _part(reader, catalogue, ids)
        if part.id in {p.id for p in parts}:
            raise reader.fail("repeated part id", "id")
        parts.append(part)
    top.done()
    return Tutorial(tuple(parts))


def _part(reader: Reader, catalogue: Catalogue, phases: set[str]) -> Part:
    id_, name = reader.id(), reader.text("name")
    about = reader.strings("phases", empty=True)
    for n, phase in enumerate(about):
        if phase not in phases:
            raise reader.fail(f"unknown phase {phase!r}{suggestion(phase, phases)}", "phases", n)
    steps: list[Step] = []
    for each in reader.tables("step", f"{reader.label}: step"):
        step = _step(each, catalogue)
        if step.id in {s.id for s in steps}:
            raise each.fail("repeated step id", "id")
        steps.append(step)
    reader.done()
    return Part(id_, name, tuple(steps), about)


def _step(reader: Reader, catalogue: Catalogue) -> Step:
    id_, text = reader.id(), reader.text("text")
    entry, shows = reader.take("entry", str), reader.strings("shows", empty=True)
    if entry not in catalogue:
        problem = f"entry names {entry!r}, which is no entry{suggestion(entry, catalogue)}"
        raise reader.fail(problem, "entry")
    drawn = {*catalogue, *catalogue.kinds}
    for n, name in enumerate(shows):
        if name not in drawn:
            problem = f"shows {name!r}, which is no entry and no kind{suggestion(name, drawn)}"
            raise reader.fail(problem, "shows", n)
    reader.done()
    return Step(id_, text, entry, shows)


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
