"""Reports the state of a game: its errors, and what the next stage still requires.

A *draft* can be loaded. A *partial* game has a worked game, and in its worked games a tie in each
row that compares seats. A *complete* one has worked games for each word by which entries score and
for each ruling (open rules question), and its tests compare every plan with a second method.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from scoring import registry
from scoring.game import Game
from scoring.loading.catalogue_files import STAGES
from scoring.model.breakdown import Breakdown
from scoring.model.calculator import Answer, Calculator
from scoring.model.catalogue import Catalogue
from scoring.model.plan import State
from scoring.model.rulings import default
from scoring.model.sheet import Sheet
from scoring.registry import BrokenGame
from scoring.text import messages
from scoring.text.data_error import DataError, suggestion
from scoring.worked_games import FOLDER as EXAMPLES
from scoring.worked_games import TOTAL, Example

from . import message_usage, missing_tie_examples, never_asked_cells, new_game

GUIDE = "docs/adding-a-game.md"
REFERENCE = "docs/game-reference.md"


@dataclass(frozen=True, slots=True)
class Requirement:
    """One thing that a game lacks to reach the next stage: draft, partial, complete.

    ``stage``: the stage that requires it; empty if it is only good to have.
    ``what``: the thing that is lacking.
    ``section``: section of ``docs/game-reference.md`` that explains it.
    """

    stage: str
    what: str
    section: str


def mistakes(slug: str) -> list[DataError]:
    """Returns the errors in the files of the game ``slug``, as far as these can be read.

    Raises ``NoSuchGame``.
    """
    folder = registry.folder(slug)
    try:
        game = registry.game(slug)
    except BrokenGame as error:
        return [error.error]
    found = list(message_usage.faults(folder))
    try:
        examples = registry.examples(slug)
    except BrokenGame as error:
        return [*found, error.error]
    if found:  # code that uses a message which does not exist cannot be run
        return found
    found += message_usage.unused(messages.at(folder), [folder], folder)
    found += _tried(game, folder)
    for example in examples.values():
        found += _differences(game, example)
    worked = (game.sheet.read(example.state) for example in examples.values())
    found += never_asked_cells.changing(game, worked)
    return found


def requirements(slug: str, root: Path) -> list[Requirement]:
    """Returns what the game ``slug`` lacks for its next stage, and what would be good to have.

    The game must load. ``root``: the project's folder, since tests of a game are in
    ``tests/games``.
    """
    game = registry.game(slug)
    after = STAGES[min(STAGES.index(game.stage) + 1, len(STAGES) - 1)]
    due = STAGES[: STAGES.index(after) + 1]
    found = [*_partial(game, slug), *_complete(game, slug, root), *_good(game, slug)]
    return [ask for ask in found if not ask.stage or ask.stage in due]


def _partial(game: Game, slug: str) -> Iterator[Requirement]:
    box = game.catalogue.box
    lid = "The lid of the box"
    if box.kana == new_game.OPEN:
        yield Requirement("partial", "game.toml: kana does not say how the name is read", lid)
    if box.romaji == new_game.OPEN:
        yield Requirement("partial", "game.toml: romaji does not say how the name is read", lid)
    examples = registry.examples(slug).values()
    if not examples:
        yield Requirement("partial", f"{EXAMPLES}/ has no worked game", "A worked game")
    for line in missing_tie_examples.untied(
        game, [game.sheet.read(each.state) for each in examples]
    ):
        problem = f"{line} compares seats, and no worked game has two that are level in it"
        yield Requirement("partial", problem, "A worked game")


def _complete(game: Game, slug: str, root: Path) -> Iterator[Requirement]:
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
            yield Requirement(
                "complete", f"no worked game has the rule word {rule}", "A worked game"
            )
    for entry in it.rulings():
        if entry.id not in answered:
            problem = f"no worked game answers the ruling {entry.id} otherwise than by default"
            yield Requirement("complete", problem, "A ruling")
    open_ = [field.id for field in game.sheet.declared.values() if field.decided]
    if open_ and not game.final:
        problem = f"sheet.toml: {_few(open_)} is decided, but final names no planner to decide it"
        yield Requirement("complete", problem, "The sheet")
    readme = root / "README.md"
    row = f"scoring/games/{slug}/README.md"
    if not readme.is_file() or row not in readme.read_text("utf-8"):
        yield Requirement("complete", f"README.md has no row that links to {row}", "Done")
    tests = "\n".join(
        path.read_text("utf-8") for path in sorted((root / "tests/games" / slug).rglob("*.py"))
    )
    proven = re.search(r"oracle|exhaustive", tests)
    for calculator in game.calculators.values():
        if calculator.planner and not (proven and re.search(rf"\b{calculator.id}\b", tests)):
            problem = f"tests/games/{slug}/ holds the plans of {calculator.id} against no oracle"
            yield Requirement("complete", problem, "A proven optimum")


def _good(game: Game, slug: str) -> Iterator[Requirement]:
    """Yields what the game ``slug`` lacks that is good to have but not required, as a tutorial."""
    folder = registry.folder(slug)
    if not (folder / "icons.svg").is_file():
        yield Requirement("", "icons.svg: no drawings", "A drawing")
    elif stray := _never_shown(game, folder):
        problem = f"icons.svg: called like no entry, kind or field ({len(stray)}): {_few(stray)}"
        yield Requirement("", problem, "A drawing")
    ours = [e.id for e in game.catalogue.values() if e.ours]
    if ours:
        yield Requirement("", f"entries in our own words ({len(ours)}): {_few(ours)}", "Entries")
    unknown = [e.id for e in game.catalogue.values() if e.status == "unknown" and not e.options]
    if unknown:
        yield Requirement(
            "", f"entries that nobody knows ({len(unknown)}): {_few(unknown)}", "Entries"
        )
    if not game.sheet.phases.phases:
        yield Requirement("", "data/phases.toml: no phases of play", "The course of play")
    if not (folder / "data" / "tutorial.toml").is_file():
        yield Requirement("", "data/tutorial.toml: no tutorial to read aloud", "How to play")


def _worked(game: Game, example: Example) -> dict[str, Breakdown]:
    state = game.sheet.read(example.state)
    return dict(game.score(game.solve_open_decisions(state)[0] if example.settle else state))


def _differences(game: Game, example: Example) -> Iterator[DataError]:
    """Yields an error for each row of a worked example whose points the game scores otherwise."""
    scored = _worked(game, example)
    for seat, expected in example.expect.items():
        found = {line.id: line.points for line in scored[seat].lines if line.points is not None}
        if (total := scored[seat].so_far) is not None:
            found[TOTAL] = total
        for row in dict.fromkeys((*expected, *found)):
            if expected.get(row, 0) != found.get(row, 0):
                problem = f"expects {expected.get(row, 0)}, the score is {found.get(row, 0)}"
                yield DataError(f"{EXAMPLES}/{example.id}.toml", f"{seat} {row}", problem)


def _tried(game: Game, folder: Path) -> Iterator[DataError]:
    """Yields errors met in scoring a blank and a full sheet, and in answering blank forms.

    ``folder``: the game's.
    """
    blank = game.sheet.blank(1)
    for what, state in (("a blank sheet", blank), ("a full sheet", _full(game.sheet))):
        try:
            scored = game.score(state)
            game.sheet.doubts(state)
        except Exception as error:
            yield _raised(error, folder, what)
            continue
        named = (line.entry for each in scored.values() for line in each.lines if line.entry)
        yield from _no_entries(game.catalogue, "score.py", what, named)
    for calculator in game.calculators.values():
        if calculator.form:
            yield from _answered(game, calculator, folder)


def _answered(game: Game, calculator: Calculator, folder: Path) -> Iterator[DataError]:
    file, what = f"calculators/{calculator.id}.py", "a blank form"
    if form := calculator.form:
        try:
            answer = form.answer(form.sheet.position(form.sheet.blank(1)))
        except Exception as error:
            yield _raised(error, folder, what)
        else:
            yield from _no_entries(game.catalogue, file, what, _named(answer))


def _named(answer: Answer) -> Iterator[str]:
    yield from answer.cites
    for row in (row for block in answer.blocks for row in block.rows):
        yield from (row.entry, *row.pieces) if row.entry else row.pieces


def _no_entries(
    catalogue: Catalogue, file: str, what: str, named: Iterable[str]
) -> Iterator[DataError]:
    for id_ in dict.fromkeys(named):
        if id_ not in catalogue:
            yield DataError(
                file, what, f"names {id_!r}, which is no entry{suggestion(id_, catalogue)}"
            )


def _raised(error: Exception, folder: Path, what: str) -> DataError:
    found = registry.located(error, folder)
    return DataError(found.file, what, found.problem, found.line)


def _full(sheet: Sheet) -> State:
    """Returns a state of one seat in which every cell of the seat and the table has a value."""
    fields = (("p1", sheet.fields), ("table", sheet.table_fields))
    return sheet.put(
        sheet.blank(1),
        {
            "/".join((holder, *path)): next(iter(never_asked_cells.values(field.cell)), None)
            for holder, held in fields
            for field in held.values()
            for path in field.paths()
        },
    )


def _never_shown(game: Game, folder: Path) -> list[str]:
    """Returns the ids of pictures in a game's ``icons.svg`` that nothing refers to.

    ``folder``: the game's.
    """
    sheets = [game.sheet, *(c.form.sheet for c in game.calculators.values() if c.form)]
    fields = [
        field
        for sheet in sheets
        for field in (*sheet.fields.values(), *sheet.table_fields.values())
    ]
    shown = {*game.catalogue, *game.catalogue.kinds}
    for field in fields:
        options = (*field.rows, *field.columns, *field.cell.options, *field.signs)
        shown |= {field.id, field.piece, *(each for o in options for each in (o.id, o.piece))}
    drawn = (folder / "icons.svg").read_text("utf-8")
    own = " ".join(path.read_text("utf-8") for path in (folder / "templates").rglob("*.html"))
    words_ = {*re.findall(r"[\w-]+", own), *re.findall(r'href="#([^"]+)"', drawn)}
    begun = tuple(word for word in words_ if word.endswith("_"))  # edge_{{ letter }}
    every = game.catalogue.symbols
    return [s for s in every if s not in shown | words_ and not s.startswith(begun)]


def _few(ids: list[str], most: int = 5) -> str:
    return ", ".join(ids[:most]) + (" …" if len(ids) > most else "")
