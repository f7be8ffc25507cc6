"""Calculators for the table: gems and order, coins, the treasure, lines, distinctions, enlisting.

Each is a small form over ``tools``; at a table the sheet fills it, and what it works out can be
written back.
"""

from __future__ import annotations

from ....core.catalogue import Catalogue
from ....core.tool import Tool
from . import coins, distinctions, enlisting, gems, hrungnir, lines, treasure, valkyries


def make(catalogue: Catalogue) -> dict[str, Tool]:
    """Every tool of the game, in the order of a round; ids are permanent."""
    return {
        "gems": gems.tool(catalogue),
        "coins": coins.tool(catalogue),
        "treasure": treasure.tool(catalogue),
        "lines": lines.tool(catalogue),
        "distinctions": distinctions.tool(catalogue),
        "enlisting": enlisting.tool(catalogue),
        "valkyries": valkyries.tool(catalogue),
        "hrungnir": hrungnir.tool(catalogue),
    }
