"""Calculators of Diploma: magic, dice, mana, tools, barriers, a scoring phase, the next round.

What no public text says stays unsaid here too: a normal yield, a penalty or a bonus is never
given a number, and points that lack one are called partial.
"""

from __future__ import annotations

from ....core.catalogue import Catalogue
from ....core.tool import Tool
from . import barriers, circles, die, magic, mana, next_round, scoring_phase, tool_uses


def make(catalogue: Catalogue) -> dict[str, Tool]:
    """The tools by id, in the order of a round; ids are permanent, for they stand in links."""
    return {
        "magic_now": magic.tool(catalogue),
        "die": die.tool(catalogue),
        "mana": mana.tool(catalogue),
        "tool_uses": tool_uses.tool(catalogue),
        "barriers": barriers.tool(catalogue),
        "scoring_phase": scoring_phase.tool(catalogue),
        "circles_left": circles.tool(catalogue),
        "next_round": next_round.tool(catalogue),
    }
