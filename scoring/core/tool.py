"""A tool: a small form and what it answers. Calculators and resolvers of a game.

Its form is a sheet of its own. At a table the form is filled from what the table knows, and an
answer may offer cells to write back, so that one tap records what happened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from .plan import Proof, Rulings, State
from .sheet import Sheet, Value
from .text import EMPTY, Text


@dataclass(frozen=True, slots=True)
class Row:
    """One line of an answer: what, how much, and why.

    ``share`` from 0 to 1 is drawn as a bar beside it. ``entry`` is linked.
    """

    label: Text
    value: Text = EMPTY
    how: Text = EMPTY
    entry: str = ""
    pieces: Mapping[str, int] = field(default_factory=dict)
    share: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """Rows under a heading. ``folded``: of interest to few, so shown closed."""

    title: Text
    rows: tuple[Row, ...]
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Apply:
    """A change that an answer offers: ``cells`` are paths of the game's sheet and their values."""

    label: Text
    cells: Mapping[str, Value | None]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tool says. ``said`` in one sentence, the rest below it.

    ``proof`` only where something was optimized. ``cites`` are entries that it rests on.
    """

    said: Text
    blocks: tuple[Block, ...] = ()
    applies: tuple[Apply, ...] = ()
    proof: Proof | None = None
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tool:
    """``answer(state, rulings)`` reads a state of ``sheet``, never the game's own.

    ``scope``: the form asks every seat, or only the seat that asks, in which case the state
    holds that seat alone. ``fill(game_state, seat)`` gives the form's first state from a table:
    same seats, same names; ``None`` where the table knows nothing of use. ``answer`` never
    raises: what makes no sense is said in the answer. ``shaped(state)`` gives the same cells with
    words of this very state, for example the faces that lie on somebody's die.
    """

    name: Text
    hint: Text
    sheet: Sheet
    answer: Callable[[State, Rulings], Answer]
    scope: Literal["all", "one"] = "all"
    fill: Callable[[State, str], State] | None = None
    shaped: Callable[[State], Sheet] | None = None


# ── filling a form from a table ────────────────────────────────────────────────────────


def form(
    sheet: Sheet,
    state: State,
    seats: Mapping[str, Mapping[str, Any]],
    table: Mapping[str, Any] | None = None,
) -> State:
    """A tool's form with these cells, the players' names and the table's rulings."""
    found = sheet.blank(1)
    if "rulings" in state:
        found["rulings"] = state["rulings"]
    if shared := filled(table or {}):
        found["table"] = shared
    named = {
        seat: {k: v for k, v in state["seats"][seat].items() if k == "name"} | filled(cells)
        for seat, cells in seats.items()
    }
    return found | {"seats": named}


def filled(cells: Mapping[str, Any]) -> dict[str, Any]:
    """Cells without those that are blank; a number may be 0."""
    return {
        k: v for k, v in cells.items() if v is not None and v is not False and v not in ({}, "")
    }
