"""What the forms of the tools have in common: cells from a table, rounds, objectives, signs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ...core.catalogue import Catalogue, Option
from ...core.plan import State
from ...core.sheet import (
    Field,
    choice,
    options,
    tally,
)
from ...core.text import EMPTY, Text
from ...core.tool import Block, Row
from .course import LAST_ROUND, round_of
from .sheet import ROUNDS, played


def plain(value: object) -> Text:
    return Text(str(value), str(value))


def round_choice() -> Field:
    numbers = tuple(Option(str(n), plain(n)) for n in ROUNDS)
    return choice("round", Text("Round", "ラウンド"), numbers)


def objective_choice(catalogue: Catalogue, part: str) -> Field:
    return choice(part, catalogue.name(part), options(catalogue.of_kind("objective")))


def fairies_tally(catalogue: Catalogue, id_: str, label: Text) -> Field:
    return tally(id_, label, options(catalogue.of_kind("fairy")), most=5)


def round_now(state: State, seats: Sequence[str]) -> int:
    """The round that a table is in: by its stage, else the first that nobody has recorded."""
    done = max((played(state["seats"][seat]) for seat in seats), default=0)
    return round_of(state) or min(done + 1, LAST_ROUND)


def tenths(value: Fraction | int) -> Text:
    """Points as players would say them, fractions to a tenth."""
    found = round(Fraction(value) * 10)
    return plain(found // 10 if found % 10 == 0 else f"{found / 10:.1f}")


def signs_of_notation(catalogue: Catalogue) -> Block:
    """The notation, sign by sign, for who has forgotten it."""
    rows = [
        Row(entry.name, entry.facts["token"], EMPTY, entry.id)
        for entry in catalogue.of_kind("item", "obstacle", "place", "optimizer")
        if "token" in entry.facts
    ]
    paid = Text(
        "after a sign: paid with a fairy, with a spellbook", "記号の後：妖精で、呪文書で支払う"
    )
    rows.append(Row(Text("Paid otherwise", "別の支払い"), plain("' *"), paid))
    return Block(Text("Signs", "記号"), tuple(rows))
