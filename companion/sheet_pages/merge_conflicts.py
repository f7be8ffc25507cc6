"""Marks merge conflicts: cells with different values on several phones, until one is chosen."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from companion.messages import say
from companion.sheet_pages.value_names import value_name
from scoring.game import Game
from scoring.model.cells import CellPath
from scoring.model.plan import State
from scoring.model.validation import CellError, Value

type Differing = Mapping[str, Sequence[Value | None]]
"""Paths of the cells in conflict, each with all its values; the first is the one kept here."""


def unresolved(game: Game, state: State, differing: Differing) -> dict[str, Sequence[Value | None]]:
    """Returns the conflicts whose cell still has the value kept at the merge."""
    if not differing:
        return {}
    now = game.sheet.cells(state) | {f"seats/{seat}": True for seat in state["seats"]}
    return {path: said for path, said in differing.items() if now.get(path) == said[0]}


def conflict_messages(
    game: Game, state: State, differing: Differing, holders: Collection[str]
) -> list[CellError]:
    """Returns a message for each open conflict in the cells of these holders."""
    found, cells = [], game.sheet.cells(state)
    for path, said in unresolved(game, state, differing).items():
        at = CellPath(path)
        if at.holder in holders:
            now, *others = (value_name(game, at, value, cells) for value in said)
            other = say.listed([say("differs-value", value=each) for each in others])
            found.append(CellError(path, say("differs", now=now, other=other)))
    return found
