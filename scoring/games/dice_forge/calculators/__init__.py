"""Calculators for the table: odds of the dice, what a roll brings, what to forge, the last turn.

Forms hold one player's dice, reserve and feats; at a table they are filled from the tracker and
answers can be written back to it. The work itself is done by ``odds``, ``roll``, ``forge`` and
``last_turn``.
"""

from __future__ import annotations

from ....core.catalogue import Catalogue
from ....core.tool import Tool
from . import chances, ending, forging, rolls
from .forms import Box


def make(catalogue: Catalogue) -> dict[str, Tool]:
    """Every tool of the game; ids are permanent, for they stand in links."""
    box = Box(catalogue)
    return {
        "roll": rolls.tool(box),
        "odds": chances.tool(box),
        "forge": forging.tool(box),
        "last_turn": ending.tool(box),
    }
