"""How a game is told to somebody who does not know it: parts, each a few steps to read aloud.

Data, ``data/lesson.toml``. A game without it is told by its course of play: each phase once, with
what the rules say of its steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .catalogue import Catalogue
from .course import Course
from .reading import Reader, Translations, meant, read_file
from .text import Text

MINUTES = 10
"""A table listens for so long before it wants to play."""

PACE = {"en": 850, "ja": 330}
"""Letters that somebody reads aloud in a minute, unhurried."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing told: ``text`` is read out, ``entry`` is the rule behind it, ``shows`` are drawn:
    entries, or kinds where any of them is meant.

    Where the entry is unknown, pages say that this is not public.
    """

    id: str
    text: Text
    entry: str = ""
    shows: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """Steps under one heading; ``phases`` are those of the course that it tells about."""

    id: str
    name: Text
    steps: tuple[Step, ...]
    phases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """Everything told, in order; nothing for a game with neither lesson nor course."""

    parts: tuple[Part, ...] = ()

    def minutes(self, language: str) -> int:
        """How long reading it aloud takes in a source language, in whole minutes, at least one."""
        told = [part.name for part in self.parts]
        told += [step.text for part in self.parts for step in part.steps]
        letters = sum(len(text.said(language)) for text in told)
        return max(1, round(letters / PACE.get(language, PACE["en"])))


def load(folder: Path, catalogue: Catalogue, translations: Translations, course: Course) -> Lesson:
    """The lesson in ``folder``: its ``lesson.toml``, or what its course tells.

    Raises ``DataError``.
    """
    path = folder / "lesson.toml"
    if not path.is_file():
        return Lesson(tuple(_told(course, catalogue)))
    top = read_file(path, path.name, translations)
    phases = {phase.id for phase in course.phases}
    parts: list[Part] = []
    for reader in top.tables("part", "part"):
        part = _part(reader, catalogue, phases)
        if part.id in {p.id for p in parts}:
            raise reader.fail("repeated part id", "id")
        parts.append(part)
    top.done()
    return Lesson(tuple(parts))


def _part(reader: Reader, catalogue: Catalogue, phases: set[str]) -> Part:
    id_, name = reader.id(), reader.text("name")
    about = reader.strings("phases", empty=True)
    for n, phase in enumerate(about):
        if phase not in phases:
            raise reader.fail(f"unknown phase {phase!r}{meant(phase, phases)}", "phases", n)
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
        problem = f"entry names {entry!r}, which is no entry{meant(entry, catalogue)}"
        raise reader.fail(problem, "entry")
    drawn = {*catalogue, *catalogue.kinds}
    for n, name in enumerate(shows):
        if name not in drawn:
            problem = f"shows {name!r}, which is no entry and no kind{meant(name, drawn)}"
            raise reader.fail(problem, "shows", n)
    reader.done()
    return Step(id_, text, entry, shows)


def _told(course: Course, catalogue: Catalogue) -> Iterator[Part]:
    """Each phase of a course that has anything new to tell, with the rules behind its steps."""
    told: dict[tuple[str, ...], Part] = {}
    for phase in course.phases:
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
