"""Forms as people post them: random cells, typed as text, within the limits of each field.

Draws from nothing but the form, and keeps book of every option that was met. That every field
changes an answer is shown for all games in ``contract/test_every_field_matters.py``.
"""

import os
import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from scoring.game import Game
from scoring.model.calculator import Answer, Form
from scoring.model.cells import CellPath
from scoring.model.fields import Field
from scoring.model.plan import State
from scoring.text.localised import EMPTY


def cases(few: int) -> int:
    """Returns the number to draw: ``few`` in every check, ``COMPANION_STATES`` in the long run."""
    return int(os.environ.get("COMPANION_STATES", few))


CASES = cases(150)

type Text = Callable[[random.Random], str]


class Posts:
    """Random posts of one form. ``words`` writes the text of a script, by the field's id."""

    def __init__(self, form: Form, seed: str, words: Mapping[str, Text] | None = None) -> None:
        self.form, self.rng, self.words = form, random.Random(seed), words or {}
        self.seats = dict(form.sheet.declared)
        self.table = dict(form.sheet.table_fields)
        self.met: set[tuple[str, Any]] = set()

    def cases(self, number: int = CASES) -> Iterator[tuple[dict[str, Any], Answer]]:
        """Read posts and their answers; at the end every option must have been met."""
        for _ in range(number):
            state = self.state()
            yield state, self.answer(state)
        self.check()

    def answer(self, state: dict[str, Any]) -> Answer:
        return self.form.answer(self.form.sheet.position(state))

    def state(self) -> dict[str, Any]:
        sheet, rng = self.form.sheet, self.rng
        players = 1 if self.form.scope == "one" else rng.randint(1, sheet.most_seats)
        state = sheet.blank(players)
        typed: dict[str, str] = {}
        for holder, among in (("table", self.table), *((s, self.seats) for s in state["seats"])):
            for field in among.values():
                if rng.random() < 0.75:
                    typed |= dict(self._typed(holder, field))
        rulings = {}
        for entry in sheet.catalogue.rulings():
            if rng.random() < 0.5:
                rulings[f"rulings/{entry.id}"] = rng.choice([o.id for o in entry.options])
        reading = sheet.enter(state, typed | rulings)
        assert reading.errors == []
        return reading.state

    def _typed(self, holder: str, field: Field) -> Iterator[tuple[str, str]]:
        part = self.rng.choice((0.3, 0.7, 1.0)) if field.groups else 1
        for path in field.paths():
            if self.rng.random() < part:
                value = self._value(field)
                self.met.add((field.id, value))
                self.met.add((field.id, path))
                yield CellPath.to(holder, *path), value

    def _value(self, field: Field) -> str:
        rng, cell = self.rng, field.cell
        match cell.kind:
            case "flag":
                return "1"
            case "choice":
                return rng.choice([o.id for o in cell.options])
            case "number":
                small = rng.randint(max(cell.least, 0), min(cell.most, 6))
                return str(rng.choice((small, small, small, small, cell.least, cell.most)))
            case _:
                return self.words[field.id](rng)[: cell.length]

    def check(self) -> None:
        every = {**self.table, **self.seats}
        for field in every.values():
            for path in field.paths():
                assert (field.id, path) in self.met, f"{field.id} {path} was never drawn"
            for option in field.cell.options:
                assert (field.id, option.id) in self.met, f"{field.id} {option.id} was never drawn"
            if field.cell.kind == "number":
                for edge in (field.cell.least, field.cell.most):
                    assert (field.id, str(edge)) in self.met, f"{field.id} {edge} was never drawn"


def filled(
    game: Game, calculator: str, words: Mapping[str, Text], **more: Any
) -> Iterator[tuple[State, str, State, Answer]]:
    """Yields forms as random tables fill them: the table's state, who asks, the form, its answer.

    ``more`` is entered in the form's cells of the table.
    """
    form = game.calculators[calculator].form
    assert form is not None
    # the game's own sheet, filled in like a form
    drawn = Posts(Form(game.sheet, lambda _: Answer(EMPTY)), f"tables {calculator}", words)
    for _ in range(CASES):
        state = drawn.state()
        seat = drawn.rng.choice(sorted(state["seats"]))
        given = form.filled(game.sheet.position(state), seat)
        given["table"] = given.get("table", {}) | more
        given = form.sheet.take(given, stored=True).state
        yield state, seat, given, form.answer(form.sheet.position(given))
