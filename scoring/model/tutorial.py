"""The explanation of a game for newcomers: parts, each a few steps to read aloud.

A game without one uses its course: each phase once, with the rules behind its steps.
"""

from __future__ import annotations

from dataclasses import dataclass

from scoring.text.localised import Text

MINUTES = 10
"""Minutes that a table listens before it wants to play."""

PACE = {"en": 850, "ja": 330}
"""Letters read aloud in a minute, unhurried, by language."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step: ``text`` is read out, ``entry`` is the rule behind it, ``shows`` are drawn.

    ``shows`` names entries, or kinds where any of them is meant. If the entry is unknown, pages say
    that this is not public.
    """

    id: str
    text: Text
    entry: str = ""
    shows: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """Steps under one heading; ``phases`` are the phases of the course that it explains."""

    id: str
    name: Text
    steps: tuple[Step, ...]
    phases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tutorial:
    """The whole explanation in order; empty for a game with neither lesson nor course."""

    parts: tuple[Part, ...] = ()

    def minutes(self, language: str) -> int:
        """Returns the time to read it aloud in a source language, in whole minutes, at least 1."""
        told = [part.name for part in self.parts]
        told += [step.text for part in self.parts for step in part.steps]
        letters = sum(len(text.in_language(language)) for text in told)
        return max(1, round(letters / PACE.get(language, PACE["en"])))
