"""Planner that finds the hero on display who adds most to a seat's final score.

Other seats count as entered now; later rounds are not predicted.
"""

from __future__ import annotations

from scoring.games.nidavellir.solvers.placements import HOURYA_NEEDS
from scoring.model.plan import Plan
from scoring.model.position import Position

from .options import PlanRequest, best_of, display, recruited


def plan(position: Position, seat: str, seconds: float) -> Plan:
    request = PlanRequest(position, seat, seconds)
    explorers = request.area.ranks_in_play("explorer")
    offered = [
        hero for hero in display(request) if hero.id != "hourya" or explorers >= HOURYA_NEEDS
    ]
    return best_of(request, [option for hero in offered for option in recruited(request, hero)])
