"""How far a game is: what is wrong with it, and what the next stage still asks of it.

A draft loads. A partial game has one worked game. A complete one has each rule word and each
ruling worked, and every plan proven by a second way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from . import drafts, registry, says, words
from .breakdown import Breakdown
from .catalogue import STAGES
from .examples import FOLDER as EXAMPLES
from .examples import TOTAL, Example
from .game import Game
from .reading import DataError
from .registry import BrokenGame
from .rulings import default

GUIDE = "docs/adding-a-game.md"


@dataclass(frozen=True, slots=True)
class Ask:
    """One thing that a stage asks for; ``section`` of the guide shows how.

    Without a ``stage`` it would be good to have, and no stage depends on it.
    """

    stage: str
    what: str
    section: str


def mistakes(slug: str) -> list[DataError]:
    """What is wrong with a game, as far as it can be read. Raises ``NoSuchGame``."""
    folder = registry.folder(slug)
    try:
        game = registry.game(slug)
    except BrokenGame as error:
        return [error.error]
    found = list(says.faults(folder))
    found += says.unused(words.at(folder), [folder], folder)
    try:
        examples = registry.examples(slug)
    except BrokenGame as error:
        return [*found, error.error]
    for example in examples.values():
        found += _differences(game, example)
    return found


def asked(slug: str, root: Path) -> list[Ask]:
    """What the stages up to the next one ask that is not there yet. The game must load.

    ``root`` is the project's folder: the tests of a game lie in ``tests/games``.
    """
    game = registry.game(slug)
    after = STAGES[min(STAGES.index(game.stage) + 1, len(STAGES) - 1)]
    due = STAGES[: STAGES.index(after) + 1]
    found = [*_partial(game, slug), *_complete(game, slug, root), *_good(game, slug)]
    return [ask for ask in found if not ask.stage or ask.stage in due]


def _partial(game: Game, slug: str) -> Iterator[Ask]:
    box = game.catalogue.box
    lid = "The lid of the box"
    if box.kana == drafts.OPEN:
        yield Ask("partial", "game.toml: kana does not say how the name is read", lid)
    if box.romaji == drafts.OPEN:
        yield Ask("partial", "game.toml: romaji does not say how the name is read", lid)
    if not registry.examples(slug):
        yield Ask("partial", f"{EXAMPLES}/ has no worked game", "A worked game")


def _complete(game: Game, slug: str, root: Path) -> Iterator[Ask]:
    it = game.catalogue
    rules: set[str] = set()
    answered: set[str] = set()
    for example in registry.examples(slug).values():
        rulings = game.sheet.rulings(game.sheet.read(example.state))
        answered |= {e.id for e in it.rulings() if rulings[e.id] != default(it, e.id)}
        for seat, breakdown in _worked(game, example).items():
            for line in breakdown.lines:
                if line.id in example.expect.get(seat, ()) and line.entry:
                    rules |= {s.rule for s in it[line.entry].scores}
    used = dict.fromkeys(s.rule for e in it.values() for s in e.scores)
    for rule in used:
        if rule not in rules:
            yield Ask("complete", f"no worked game has the rule word {rule}", "A worked game")
    for entry in it.rulings():
        if entry.id not in answered:
            problem = f"no worked game answers the ruling {entry.id} otherwise than by default"
            yield Ask("complete", problem, "A ruling")
    tests = "\n".join(
        path.read_text("utf-8") for path in sorted((root / "tests/games" / slug).rglob("*.py"))
    )
    proven = re.search(r"oracle|exhaustive", tests)
    for calculator in game.calculators.values():
        if calculator.planner and not (proven and re.search(rf"\b{calculator.id}\b", tests)):
            problem = f"tests/games/{slug}/ holds the plans of {calculator.id} against no oracle"
            yield Ask("complete", problem, "A proven optimum")


def _good(game: Game, slug: str) -> Iterator[Ask]:
    """What would be good to have."""
    if not (registry.folder(slug) / "icons.svg").is_file():
        yield Ask("", "icons.svg: no drawings", "A drawing")
    ours = [e.id for e in game.catalogue.values() if e.ours]
    if ours:
        yield Ask("", f"entries in our own words ({len(ours)}): {_few(ours)}", "Entries")
    unknown = [e.id for e in game.catalogue.values() if e.status == "unknown"]
    if unknown:
        yield Ask("", f"entries that nobody knows ({len(unknown)}): {_few(unknown)}", "Entries")
    if not game.sheet.course.phases:
        yield Ask("", "data/course.toml: no course of play", "The course of play")


def _worked(game: Game, example: Example) -> dict[str, Breakdown]:
    state = game.sheet.read(example.state)
    return dict(game.score(game.settle(state)[0] if example.settle else state))


def _differences(game: Game, example: Example) -> Iterator[DataError]:
    """The rows of a worked game that the scorer counts otherwise."""
    scored = _worked(game, example)
    for seat, expected in example.expect.items():
        found = {line.id: line.points for line in scored[seat].lines if line.points is not None}
        if (total := scored[seat].total) is not None:
            found[TOTAL] = total
        for row in dict.fromkeys((*expected, *found)):
            if expected.get(row, 0) != found.get(row, 0):
                problem = f"expects {expected.get(row, 0)}, the score is {found.get(row, 0)}"
                yield DataError(f"{EXAMPLES}/{example.id}.toml", f"{seat} {row}", problem)


def _few(ids: list[str], most: int = 5) -> str:
    return ", ".join(ids[:most]) + (" …" if len(ids) > most else "")
