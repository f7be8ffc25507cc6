"""Forms of the calculators: what they answer, and what they mean."""

from collections.abc import Mapping
from typing import Any

from scoring import game
from scoring.model.calculator import Answer, Form
from tests.games import posted

from .oracle import BOX, PRICES
from .oracle_roll import House
from .oracle_states import LIGHT

DARK = ["g1"] * 4 + ["v2", "m1"]
"""In the order of the sheet's sides."""

GAME = game("dice_forge")
PLACES: dict[str, tuple[str, str]] = BOX["places"]
"""Beginner's and advanced feat of each place."""
MONSTERS = ("hydra", "harpy", "chimera", "mother_of_monsters")
MIXED = (
    ("g6", "or_g1_s1_m1", "and_v1_s1", "and_g2_m1"),
    ("v4", "and_m2_v2", "or_g2_s2_m2", "and_g1_s1_m1_v1"),
)


def form(calculator: str) -> Form:
    found = GAME.calculators[calculator].form
    assert found is not None
    return found


def answered(calculator: str, raw: Mapping[str, Any]) -> Answer:
    return posted.answered(form(calculator), raw)[1]


def told(found: Answer) -> list[str]:
    """All that the answer says, in English."""
    said = [found.summary.en]
    for block in found.blocks:
        said += [block.title.en, *(f"{r.label.en} {r.value.en} {r.how.en}" for r in block.rows)]
    return said


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
