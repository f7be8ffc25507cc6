"""Random forms of the calculators, drawn from nothing but the fields that they ask.

``Met`` keeps which options were drawn, so that a comparison can say that it met them all.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scoring import game
from scoring.model.calculator import Answer, Form
from scoring.model.fields import Field
from tests.games.posted import cases

from .oracle import BOX, PRICES
from .oracle_roll import House
from .oracle_states import LIGHT

DARK = ["g1"] * 4 + ["v2", "m1"]
"""In the order of the sheet's sides."""

FORMS = cases(150)
"""Forms compared for each calculator; the long run asks for thousands."""

GAME = game("dice_forge")
PLACES: dict[str, tuple[str, str]] = BOX["places"]
"""Beginner's and advanced feat of each place."""
MONSTERS = ("hydra", "harpy", "chimera", "mother_of_monsters")
MIXED = (
    ("g6", "or_g1_s1_m1", "and_v1_s1", "and_g2_m1"),
    ("v4", "and_m2_v2", "or_g2_s2_m2", "and_g1_s1_m1_v1"),
)

type Draw = Callable[[random.Random], Any]


def form(calculator: str) -> Form:
    found = GAME.calculators[calculator].form
    assert found is not None
    return found


def drawn(field: Field, rng: random.Random) -> Any:
    """Something that the field takes; its least and most come up as often as all between."""
    cell = field.cell

    def one() -> Any:
        match cell.kind:
            case "flag":
                return True
            case "number":
                least, most = cell.least, cell.most
                return rng.choice([least, most, rng.randint(least, most), rng.randint(least, most)])
            case "choice":
                return rng.choice(cell.options).id
        raise AssertionError(cell.kind)

    if not field.groups:
        return one()
    rows = [row.id for row in field.rows]
    number = rng.choice([1, 2, 3, rng.randint(1, len(rows))])
    return {row: one() for row in rng.sample(rows, min(number, len(rows)))}


def random_form(
    calculator: str, rng: random.Random, draws: Mapping[str, Draw], often: float = 0.5
) -> dict[str, Any]:
    """A raw state of the form. ``draws`` says otherwise how a field is drawn."""
    sheet = form(calculator).sheet

    def cells(fields: Mapping[str, Field]) -> dict[str, Any]:
        found = {}
        for id_, field in fields.items():
            if id_ == "name":
                continue
            if id_ in draws:
                value = draws[id_](rng)
            else:
                value = drawn(field, rng) if rng.random() < often else None
            if value not in (None, False, {}, ""):
                found[id_] = value
        return found

    asked = {id_: f for id_, f in sheet.fields.items() if id_ in sheet.declared}
    return {
        "seats": {"p1": cells(asked)},
        "table": cells(sheet.table_fields),
        "rulings": {
            ruling.id: rng.choice(ruling.options).id
            for ruling in GAME.catalogue.rulings()
            if rng.random() < 0.7
        },
    }


def answered(calculator: str, raw: Mapping[str, Any]) -> Answer:
    asked = form(calculator)
    return asked.answer(asked.sheet.position(asked.sheet.read(raw)))


def told(found: Answer) -> list[str]:
    """All that the answer says, in English."""
    said = [found.summary.en]
    for block in found.blocks:
        said += [block.title.en, *(f"{r.label.en} {r.value.en} {r.how.en}" for r in block.rows)]
    return said


class Met:
    """The options that were drawn so far."""

    def __init__(self, calculator: str) -> None:
        self.sheet = form(calculator).sheet
        self.seen: set[tuple[str, ...]] = set()

    def add(self, raw: Mapping[str, Any]) -> None:
        for cells in (raw["seats"]["p1"], raw["table"]):
            for id_, value in cells.items():
                if isinstance(value, dict):
                    for row, held in value.items():
                        self.seen.add((id_, row))
                        self.seen.add((id_, "*", str(held)))
                else:
                    self.seen |= {(id_,), (id_, "*", str(value))}

    def wish(self, raw: dict[str, Any], rng: random.Random, without: Sequence[str] = ()) -> None:
        """Puts two options into the form that no form had so far, and counts what it holds."""
        wanted = sorted(path for path in self.missing() if path[0] not in without)
        for id_, *rest in rng.sample(wanted, min(2, len(wanted))):
            table = id_ in self.sheet.table_fields
            holder = raw["table"] if table else raw["seats"]["p1"]
            field = (self.sheet.table_fields if table else self.sheet.fields)[id_]
            value = rest[1] if len(rest) == 2 else drawn(replace(field, groups=()), rng)
            if field.groups:
                row = rest[0] if len(rest) == 1 else rng.choice(field.rows).id
                holder[id_] = holder.get(id_, {}) | {row: value}
            else:
                holder[id_] = value
        self.add(raw)

    def missing(self) -> set[tuple[str, ...]]:
        """Rows and options of any field that no form had; of numbers, the field at all."""
        wanted: set[tuple[str, ...]] = set()
        fields = {id_: self.sheet.fields[id_] for id_ in self.sheet.declared}
        for id_, field in (fields | dict(self.sheet.table_fields)).items():
            wanted |= {(id_, row.id) for row in field.rows} or {(id_,)}
            if field.cell.kind == "choice":
                wanted |= {(id_, "*", option.id) for option in field.cell.options}
        return wanted - self.seen


# ── what a form means ──────────────────────────────────────────────────────────


def dice(cells: Mapping[str, Any], of: str = "") -> list[list[str]]:
    """Both dice; a side left blank is the starting face."""
    return [
        [cells.get(f"{of}die_{n}", {}).get(f"side_{k}", face) for k, face in enumerate(start, 1)]
        for n, start in ((1, LIGHT), (2, DARK))
    ]


def rivals(cells: Mapping[str, Any]) -> list[list[list[str]]]:
    return [dice(cells, f"rival_{n}_") for n in (1, 2, 3) if cells.get(f"rival_{n}")]


def house(raw: Mapping[str, Any]) -> House:
    """Returns the table's rulings; unanswered ones as in the edition online."""
    answers = raw.get("rulings", {})
    return House(
        answers.get("hammer_split", "yes") == "yes",
        answers.get("hammer_carry", "yes") == "yes",
        answers.get("convert_part", "no") == "yes",
    )


def sanctuary(raw: Mapping[str, Any]) -> dict[str, int]:
    """Copies left of each face for sale: four of each, two with two players; mixed ones single."""
    players = int(raw["table"].get("players", "4"))
    mixed = {face for pool in MIXED for face in pool}
    there = mixed if players > 2 else set(raw["table"].get("mixed", {}))
    sold = raw["seats"]["p1"].get("sold", {})
    found = {}
    for face in PRICES:
        copies = int(face in there) if face in mixed else (2 if players == 2 else 4)
        found[face] = max(0, copies - sold.get(face, 0))
    return found


def stacks(raw: Mapping[str, Any]) -> tuple[dict[str, int], dict[str, str]]:
    """Cards left of each feat laid out, and which lies below which."""
    table, taken = raw["table"], raw["seats"]["p1"].get("taken", {})
    players = int(table.get("players", "4"))
    found: dict[str, int] = {}
    below: dict[str, str] = {}
    for place, pair in PLACES.items():
        feat = table.get(f"place_{place}") or pair[table.get("cards") == "advanced"]
        if feat == "promo_stack":
            stack = [card for card in MONSTERS[:players] if not taken.get(card)]
            found |= dict.fromkeys(stack, 1)
            below |= dict(zip(stack[1:], stack, strict=False))
        elif players > taken.get(feat, 0):
            found[feat] = players - taken.get(feat, 0)
    return found, below
