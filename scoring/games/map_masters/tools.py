"""Every tool of the game, in the order of a round; then those of a mission."""

from __future__ import annotations

from ...core.catalogue import Catalogue
from ...core.tool import Tool
from . import coop_tools, market_tools, path_tools


def make(catalogue: Catalogue) -> dict[str, Tool]:
    """The tools by id; ids are permanent, for they stand in links."""
    return {
        "market_order": market_tools.market_order(catalogue),
        "purse": market_tools.purse(catalogue),
        "path": path_tools.path(catalogue),
        "laid_dungeon": path_tools.laid_dungeon(catalogue),
        "round_points": path_tools.round_points(catalogue),
        "optimizers": market_tools.optimizers(catalogue),
        "begin_mission": coop_tools.begin(catalogue),
        "goals": coop_tools.goals(catalogue),
        "remedies": coop_tools.remedies(catalogue),
        "defeat": coop_tools.defeat(catalogue),
    }
