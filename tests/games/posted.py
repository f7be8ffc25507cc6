"""Forms as people post them, drawn from nothing but the fields that they ask.

What a test says of a field otherwise is its draw: a function from chance to the field's cells.
Book is kept of every option that was drawn, so that a comparison has met them all. That every
field changes an answer is shown for all games in ``contract/test_every_field_matters.py``.
"""

import os
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scoring.game import Game
from scoring.model.calculator import Answer, Form
from scoring.model.fields import Field
from scoring.model.plan import State
from scoring.text.localised import EMPTY

type Draw = Callable[[random.Random], Any]
type Draws = Mapping[str, Draw]


def cases(few: int) -> int:
    """Returns the number to draw: ``few`` in every check, ``COMPANION_STATES`` in the long run."""
    return int(os.environ.get("COMPANION_STATES", few))


CASES = cases(150)


def drawn(field: Field, rng: random.Random) -> Any:
    """Something that the field takes; its least and most come up as often as all between."""
    cell = field.cell

    def one() -> Any:
        match cell.kind:
            case "flag":
                return True
            case "number":
                least, most = cell.least, cell.most
                few = rng.randint(least, max(least, min(most, 6)))
                return rng.choice([least, most, few, few, few, rng.randint(least, most)])
            case "choice":
                return rng.choice(cell.options).id
        raise AssertionError(f"{field.id} is {cell.kind}: it needs a draw of its own")

    if not field.groups:
        return one()
    found: dict[str, Any] = {}
    paths = list(field.paths())
    for _, *keys, last in rng.sample(paths, min(len(paths), rng.choice([1, 2, 3, len(paths)]))):
        held = found
        for key in keys:
            held = held.setdefault(key, {})
        held[last] = one()
    return found


def random_form(form: Form, rng: random.Random, draws: Draws, often: float = 0.5) -> dict[str, Any]:
    """A raw state of the form; ``often`` is the chance of a field that has no draw of its own."""
    sheet = form.sheet

    def cells(fields: Mapping[str, Field]) -> dict[str, Any]:
        found = {}
        for id_, field in fields.items():
            if id_ in draws:
                value = draws[id_](rng)
            else:
                value = drawn(field, rng) if rng.random() < often else None
            if value not in (None, "", {}) and value is not False:
                found[id_] = value[: field.cell.length] if isinstance(value, str) else value
        return found

    players = 1 if form.scope == "one" else rng.randint(1, sheet.most_seats)
    return {
        "seats": {f"p{n}": cells(sheet.declared) for n in range(1, players + 1)},
        "table": cells(sheet.table_fields),
        "rulings": {
            ruling.id: rng.choice(ruling.options).id
            for ruling in sheet.catalogue.rulings()
            if rng.random() < 0.7
        },
    }


class Met:
    """The options that were drawn so far."""

    def __init__(self, form: Form, draws: Draws) -> None:
        self.sheet, self.draws = form.sheet, draws
        self.fields = {**form.sheet.declared, **form.sheet.table_fields}
        self.seen: set[tuple[Any, ...]] = set()

    def add(self, raw: Mapping[str, Any]) -> None:
        for cells in (*raw["seats"].values(), raw["table"]):
            for id_, value in cells.items():
                if isinstance(value, dict):
                    for row, held in value.items():
                        self.seen |= {(id_, row), (id_, "*", held if held.__hash__ else "")}
                else:
                    self.seen |= {(id_,), (id_, "*", value)}

    def wish(self, raw: dict[str, Any], rng: random.Random, without: Sequence[str] = ()) -> None:
        """Puts two options into the form that no form had so far, and counts what it holds."""
        wanted = sorted((p for p in self.missing() if p[0] not in without), key=repr)
        for id_, *rest in rng.sample(wanted, min(2, len(wanted))):
            shared, field = id_ in self.sheet.table_fields, self.fields[id_]
            holder = raw["table"] if shared else rng.choice(list(raw["seats"].values()))
            value = rest[1] if len(rest) == 2 else drawn(replace(field, groups=()), rng)
            if field.groups:
                row = rest[0] if len(rest) == 1 else rng.choice(field.rows).id
                holder[id_] = holder.get(id_, {}) | {row: value}
            else:
                holder[id_] = value
        self.add(raw)

    def missing(self) -> set[tuple[Any, ...]]:
        """Rows and options of any field that no form had; of numbers the least and the most."""
        wanted: set[tuple[Any, ...]] = set()
        for id_, field in self.fields.items():
            if field.columns or (field.cell.kind == "text" and id_ not in self.draws):
                continue
            wanted |= {(id_, row.id) for row in field.rows} or {(id_,)}
            wanted |= {(id_, "*", option.id) for option in field.cell.options}
            if field.cell.kind == "number" and id_ not in self.draws:
                wanted |= {(id_, "*", edge) for edge in (field.cell.least, field.cell.most)}
        return wanted - self.seen


def posts(
    form: Form,
    seed: object,
    *draws: Draws,
    often: float = 0.5,
    number: int = CASES,
    without: Sequence[str] = (),
) -> Iterator[dict[str, Any]]:
    """Random forms that have met every option in the end, but for fields that are left ``without``.

    Several ``draws`` take turns.
    """
    every = draws or ({},)
    rng = random.Random(str(seed))
    met = Met(form, {id_: draw for one in every for id_, draw in one.items()})
    for n in range(number):
        raw = random_form(form, rng, every[n % len(every)], often)
        met.wish(raw, rng, without)
        yield raw
    assert number < 150 or {path for path in met.missing() if path[0] not in without} == set()


def answered(form: Form, raw: Mapping[str, Any]) -> tuple[State, Answer]:
    """The form as it is read, and its answer."""
    state = form.sheet.read(raw)
    return state, form.answer(form.sheet.position(state))


def filled(
    game: Game, calculator: str, draws: Draws, **more: Any
) -> Iterator[tuple[State, str, State, Answer]]:
    """Yields forms as random tables fill them: the table's state, who asks, the form, its answer.

    ``more`` is entered in the form's cells of the table.
    """
    form = game.calculators[calculator].form
    assert form is not None
    rng = random.Random(f"tables {calculator}")
    whole = Form(game.sheet, lambda _: Answer(EMPTY))  # the game's own sheet, filled in like a form
    for _ in range(CASES):
        state = game.sheet.read(random_form(whole, rng, draws, often=0.75))
        seat = rng.choice(sorted(state["seats"]))
        given = form.filled(game.sheet.position(state), seat)
        given["table"] = given.get("table", {}) | more
        given = form.sheet.take(given, stored=True).state
        yield state, seat, given, form.answer(form.sheet.position(given))
