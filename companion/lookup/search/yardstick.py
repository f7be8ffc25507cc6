"""How well the search answers: questions with what they want, and how many are met.

A question is right at 3 when any entry it wants is among the first three hits.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .ranking import Hit, find

LANGUAGES = ("en", "ja")


@dataclass(frozen=True, slots=True)
class Question:
    """What somebody typed, and the entries (``game/id``, or ``game`` alone) that answer it."""

    ask: str
    want: tuple[str, ...]
    style: str
    language: str
    game: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """A question with the first hits, and at which place the first right one is (0: nowhere)."""

    question: Question
    hits: tuple[Hit, ...]
    place: int


@dataclass(frozen=True, slots=True)
class Share:
    """How many of the questions of one kind are right at the first place, and in the first 3."""

    style: str
    language: str
    asked: int
    first: int
    three: int

    @property
    def at_1(self) -> float:
        return 100 * self.first / self.asked

    @property
    def at_3(self) -> float:
        return 100 * self.three / self.asked


def load(path: Path) -> list[Question]:
    """The questions of a file. Raises ``KeyError`` or ``TypeError`` for one that lacks a key."""
    return [_question(raw) for raw in tomllib.loads(path.read_text("utf-8"))["question"]]


def _question(raw: dict[str, Any]) -> Question:
    return Question(**(raw | {"want": tuple(raw["want"])}))


def ref(hit: Hit) -> str:
    """A hit as questions name it."""
    slug = hit.item.box.slug
    return f"{slug}/{hit.item.entry.id}" if hit.item.entry else slug


def answer(question: Question, most: int = 20) -> Answer:
    hits = find(question.ask, question.game, most).hits
    place = next((n for n, hit in enumerate(hits, 1) if ref(hit) in question.want), 0)
    return Answer(question, hits, place)


def shares(answers: Sequence[Answer]) -> list[Share]:
    """Style by style and language, then each style, each language, and all."""
    styles = dict.fromkeys(a.question.style for a in answers)
    cells = [(style, language) for style in styles for language in LANGUAGES]
    cells += [(style, "") for style in styles] + [("", language) for language in LANGUAGES]
    return [share for cell in [*cells, ("", "")] if (share := _share(answers, *cell)).asked]


def _share(answers: Iterable[Answer], style: str, language: str) -> Share:
    count = Counter[str]()
    for each in answers:
        if style not in ("", each.question.style) or language not in ("", each.question.language):
            continue
        count["asked"] += 1
        count["first"] += each.place == 1
        count["three"] += 1 <= each.place <= 3
    return Share(style, language, count["asked"], count["first"], count["three"])
