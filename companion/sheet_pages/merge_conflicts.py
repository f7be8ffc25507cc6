"""Cells of which copies on several phones said different things, until somebody has chosen."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from companion.messages import say
from companion.sheet_pages.cell_names import value_name
from scoring.game import Game
from scoring.model.cells import CellPath
from scoring.model.plan import State
from scoring.model.validation import CellError, Value

type Differing = Mapping[str, Sequence[Value | None]]
"""Each such cell with all that was said of it, first what counted here."""


def still(game: Game, state: State, differing: Differing) -> dict[str, Sequence[Value | None]]:
    """Those of which nobody has written anything new since."""
    if not differing:
        return {}
    now = game.sheet.cells(state) | {f"seats/{seat}": True for seat in state["seats"]}
    return {path: said for path, said in differing.items() if now.get(path) == said[0]}


def marks(
    game: Game, state: State, differing: Differing, holders: Collection[str]
) -> list[CellError]:
    """What to say beside these cells, as far as they are those holders'."""
    found, cells = [], game.sheet.cells(state)
    for path, said in still(game, state, differing).items():
        at = CellPath(path)
        if at.holder in holders:
            now, *others = (value_name(game, at, value, cells) for value in said)
            other = say.listed([say("differs-value", value=each) for each in others])
            found.append(CellError(path, say("differs", now=now, other=other)))
    return found
