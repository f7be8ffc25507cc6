"""Nothing is asked and ignored: every field of every form and sheet changes what comes of it.

Random posts are searched for each field until one is found that is answered otherwise without it.
"""

import random
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from itertools import chain, zip_longest
from typing import Any

import pytest

from scoring import examples, games
from scoring import game as find
from scoring.game import Game
from scoring.model.calculator import Calculator, Form
from scoring.model.cells import CellPath
from scoring.model.errors_and_warnings import Value
from scoring.model.fields import Field
from scoring.model.plan import NoAnswer, State
from scoring.model.position import Position
from scoring.model.sheet import Sheet
from scoring.solving import deadline

DRAWS = 600


def coins(rng: random.Random) -> str:
    return " ".join(map(str, rng.sample(range(2, 20), rng.randint(1, 5))))


try:
    from tests.games.map_masters.test_forms import WORDS
except ImportError:  # a game that stands alone, as in the guide
    WORDS = {}
WRITTEN = {**WORDS, "order": coins}
"""Text that makes sense in a script, by its field."""
NOTES = {"diploma": {"magic_1_stone", "magic_2_stone"}, "map_masters": {"deck_notes"}}
"""Written down for the players alone: which stone lies on a magic card, what the deck still holds.
They are shown where they were entered, and nothing is worked out from them."""
DEAR = {"dice_forge"}
"""Games whose forms take long to answer; their own tests hold the same, with cases of their own."""
WHOLE = {"nidavellir-taverns", "nidavellir-safe_lead"}
"""Forms that say little before nearly all of it is filled in; their own tests hold the same."""
HIDDEN = {"keyflower-fight": {"mapped"}}
"""Told by the table, never asked: says which questions a form need not ask."""
RARE = {"keyflower-auction": {"three"}, "map_masters-market_order": {"last_first"}}
"""Matters only with three workers on the tile, or where players are level in all else, which
hardly any random post has; rows of the games' ``cases/`` hold both."""
FORMS = [
    pytest.param(find(slug), each, id=f"{slug}-{each.id}")
    for slug in sorted(set(games()) - DEAR)
    for each in find(slug).calculators.values()
    if each.form and f"{slug}-{each.id}" not in WHOLE
]


def texts(game: Game) -> list[str]:
    """Returns the texts written into this game's sheets."""
    states = [game.sheet.read(each.state) for each in examples(game.slug).values()]
    every = [v for state in states for v in game.sheet.cells(state).values() if type(v) is str]
    return sorted({*every, "N", "5 3 1"})


def typed(field: Field, words: list[str], rng: random.Random) -> Value:
    cell = field.cell
    match cell.kind:
        case "flag":
            return True
        case "choice":
            return rng.choice(cell.options).id
        case "number":
            small = rng.randint(max(cell.least, 0), min(cell.most, 6))
            return rng.choice((small, small, rng.randint(cell.least, cell.most)))
        case "spot":
            return f"{rng.randint(-3, 3)},{rng.randint(-3, 3)}/{rng.randrange(6)}"
        case "text" if field.id in WRITTEN:
            return WRITTEN[field.id](rng)[: cell.length]
        case "text":
            return rng.choice(words)[: cell.length]


def drawn(sheet: Sheet, seats: int, words: list[str], rng: random.Random) -> State:
    """A post of which some fields are blank, others hold a few cells or all of them."""
    state, cells = sheet.blank(seats), dict[str, str]()
    asked = [("table", sheet.table_fields), *((seat, sheet.declared) for seat in state["seats"])]
    for holder, among in asked:
        for field in among.values():
            part = rng.choice((0, 0.05, 0.3, 1, 1)) if field.groups else rng.choice((0, 1, 1))
            for path in field.paths():
                if rng.random() < part:
                    value = typed(field, words, rng)
                    cells[CellPath.to(holder, *path)] = "1" if value is True else str(value)
    for entry in sheet.catalogue.rulings():
        if rng.random() < 0.3:
            cells[f"rulings/{entry.id}"] = rng.choice(entry.options).id
    return sheet.enter(state, cells).state


def without(state: State, shared: str, field: str) -> State:
    """The same state with this field blank, at every seat or in what is shared."""

    def rest(cells: dict[str, Any]) -> dict[str, Any]:
        return {id_: value for id_, value in cells.items() if id_ != field}

    if shared:
        return state | {shared: rest(state.get(shared, {}))}
    return state | {"seats": {seat: rest(cells) for seat, cells in state["seats"].items()}}


def ignored(
    sheet: Sheet,
    states: Iterable[State],
    answer: Callable[[State], Iterable[Any]],
    known: Collection[str],
) -> set[str]:
    """The fields that change nothing in any of these states, up to the one in which all others do.

    ``known`` are those that never should. Of an ``answer`` no more is worked out than shows it.
    """
    open_ = {("", field.id) for field in sheet.declared.values()}
    open_ |= {("table", id_) for id_ in sheet.table_fields}
    for state in states:
        if {field for _, field in open_} <= set(known):
            break
        with deadline.within(10), suppress(NoAnswer):
            before = list(answer(state))
            for field in sorted(open_):
                less = without(state, *field)
                if less != state and any(a != b for a, b in zip_longest(before, answer(less))):
                    open_.discard(field)
    return {field for _, field in open_}


def drawings(game: Game, sheet: Sheet, seats: int) -> Iterator[State]:
    rng, words = random.Random(0), texts(game)
    for _ in range(DRAWS):
        yield drawn(sheet, rng.randint(1, seats), words, rng)


def around(game: Game, asked: Calculator) -> list[Position | None]:
    """The fullest and the barest worked game, for a form that is asked at tables alone."""
    if not asked.at_table:
        return [None]
    tables = sorted(examples(game.slug).values(), key=lambda each: len(str(each.state)))
    return [game.sheet.position(game.sheet.read(each.state)) for each in (tables[-1], tables[0])]


def filled(game: Game, form: Form) -> Iterator[State]:
    """The form as the tables of the worked games fill it."""
    for each in examples(game.slug).values():
        position = game.sheet.position(game.sheet.read(each.state))
        for seat in position.seats:
            yield form.filled(position, seat)


@pytest.mark.parametrize(("game", "asked"), FORMS)
def test_every_field_of_a_form_changes_an_answer(game, asked):
    form, tables = asked.form, around(game, asked)
    assert form

    def answer(state):
        for table in tables:
            found = form.answer(form.sheet.position(state, table_position=table))
            yield found.summary, found.blocks, found.applies, found.cites

    seats = 1 if form.scope == "one" else form.sheet.most_seats
    states = chain(filled(game, form), drawings(game, form.sheet, seats))
    name = f"{game.slug}-{asked.id}"
    known = HIDDEN.get(name, set()) | RARE.get(name, set())
    assert ignored(form.sheet, states, answer, known) == known


@pytest.mark.parametrize("slug", sorted(games()))
@pytest.mark.slow
def test_every_field_of_a_sheet_changes_what_is_said_of_it(slug):
    """A row, a doubt, what is missing, a place, a form that it fills or a plan."""
    game = find(slug)

    def every(state):
        position = game.sheet.position(state)
        scored = game.score(state)
        yield {seat: (each.lines, each.missing) for seat, each in scored.items()}
        yield [(each.path, each.message) for each in game.sheet.doubts(state)]
        yield game.rank(scored, state)
        for each in game.calculators.values():
            if each.form:
                yield each.form.filled(position, "p1")
            elif each.id != game.final:
                with suppress(NoAnswer):
                    plan = game.optimise(each.id, "p1", state)
                    yield plan.worth, plan.steps

    known, drawn_ = NOTES.get(slug, set()), drawings(game, game.sheet, 3)
    assert ignored(game.sheet, drawn_, every, known) == known
