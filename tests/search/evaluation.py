"""Measures search quality: test questions with their expected entries, and the share found.

A question is right at 3 if any expected entry is among the first three hits.
"""

import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.search import Hit, answers, find

LANGUAGES = ("en", "ja")


@dataclass(frozen=True, slots=True)
class Question:
    """A typed query and the entries that answer it (``game/id``, or ``game`` alone).

    ``fact``: the answer in words, where the set has it.
    """

    ask: str
    want: tuple[str, ...]
    style: str
    language: str
    game: str = ""
    fact: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """A question with its first hits and the place of the first right one (0 if none is right).

    ``asks``: true if it is read as a question; ``shown``: the entries of the answer boxes, one or
    two for each game that answers.
    """

    question: Question
    hits: tuple[Hit, ...]
    place: int
    asks: bool
    shown: tuple[str, ...]

    @property
    def wrong(self) -> bool:
        """True if an answer box is shown without any expected entry."""
        return bool(self.shown) and not set(self.shown) & set(self.question.want)


@dataclass(frozen=True, slots=True)
class Boxes:
    """Number of questions, of those with an answer box, and of those whose box is right."""

    questions: int
    with_box: int
    right: int


@dataclass(frozen=True, slots=True)
class Share:
    """Number of queries of one style and language, right at the first place and in the first 3."""

    style: str
    language: str
    queries: int
    first: int
    three: int

    @property
    def at_1(self) -> float:
        return 100 * self.first / self.queries

    @property
    def at_3(self) -> float:
        return 100 * self.three / self.queries


def load(path: Path) -> list[Question]:
    """Reads the questions of a TOML file in any of its formats; two for each misleading pair.

    Raises ``KeyError`` or ``TypeError`` for a question without a required key.
    """
    raw = tomllib.loads(path.read_text("utf-8"))
    if "pair" in raw:
        return [_half(pair, half) for pair in raw["pair"] for half in "ab"]
    return [_question(each) for each in raw["question"]]


def _question(raw: dict[str, Any]) -> Question:
    if "want" in raw:
        return Question(**(raw | {"want": tuple(raw["want"])}))
    want = _wanted(raw["game"], raw["right"])
    return Question(raw["text"], want, raw["style"], raw["lang"], raw["game"])


def _half(pair: dict[str, Any], half: str) -> Question:
    want = _wanted(pair["game"], pair[f"right_{half}"])
    return Question(pair[half], want, pair["differs"], pair["lang"], pair["game"])


def _wanted(game: str, ids: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"{game}/{id_}" for id_ in ids)


def ref(hit: Hit) -> str:
    """Returns a hit as ``game/id``, or ``game`` for a game itself."""
    slug = hit.item.box.slug
    return f"{slug}/{hit.item.entry.id}" if hit.item.entry else slug


def answer(question: Question, most: int = 20) -> Answer:
    found = find(question.ask, question.game, most)
    place = next((n for n, hit in enumerate(found.hits, 1) if ref(hit) in question.want), 0)
    shown = tuple(
        f"{each.item.slug}/{each.entry.id}" for passage in answers(found) for each in passage.both
    )
    return Answer(question, found.hits, place, found.query.is_question, shown)


def boxes(answers: Iterable[Answer]) -> Boxes:
    asked = [each for each in answers if each.asks]
    shown = [each for each in asked if each.shown]
    return Boxes(len(asked), len(shown), sum(not each.wrong for each in shown))


def shares(answers: Sequence[Answer]) -> list[Share]:
    """Returns shares by style and language, then by style, by language, and in total."""
    styles = dict.fromkeys(a.question.style for a in answers)
    cells = [(style, language) for style in styles for language in LANGUAGES]
    cells += [(style, "") for style in styles] + [("", language) for language in LANGUAGES]
    return [share for cell in [*cells, ("", "")] if (share := _share(answers, *cell)).queries]


def _share(answers: Iterable[Answer], style: str, language: str) -> Share:
    count = Counter[str]()
    for each in answers:
        if style not in ("", each.question.style) or language not in ("", each.question.language):
            continue
        count["asked"] += 1
        count["first"] += each.place == 1
        count["three"] += 1 <= each.place <= 3
    return Share(style, language, count["asked"], count["first"], count["three"])
