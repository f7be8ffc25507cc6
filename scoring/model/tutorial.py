"""How a game is told to somebody who does not know it: parts, each a few steps to read aloud.

A game without it is told by its course of play: each phase once, with
what the rules say of its steps.
"""

from __future__ import annotations

from dataclasses import dataclass

from scoring.text.localised import Text

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
