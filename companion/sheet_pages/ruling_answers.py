"""Context of the rulings of a table: presets, answers in force, answers unlike the preset."""

from __future__ import annotations

from typing import Any

from scoring.game import Game
from scoring.model.plan import State


def rulings(game: Game, state: State) -> dict[str, Any]:
    """Returns the context of the rulings: presets, the answers in force, the number changed."""
    now = game.sheet.rulings(state)
    return {
        "presets": list(game.catalogue.presets.values()),
        "preset": game.sheet.preset(state),
        "changed_rulings": len(changed_rulings(game, state)),
        "rulings": [(each, now[each.id], each.presets) for each in game.catalogue.rulings()],
    }


def changed_rulings(game: Game, state: State) -> list[dict[str, Any]]:
    """Returns the rulings answered unlike the preset, each as ``entry`` and ``option``."""
    preset, now = game.sheet.preset(state), game.sheet.rulings(state)
    return [
        {"entry": each, "option": each.option(now[each.id])}
        for each in game.catalogue.rulings()
        if now[each.id] != each.presets[preset]
    ]
