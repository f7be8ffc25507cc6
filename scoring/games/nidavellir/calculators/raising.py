"""Shared by ``raise_3`` and ``raise_5``: tries to raise each coin, ranks them by points added."""

from __future__ import annotations

from scoring.model.plan import Plan
from scoring.model.position import Position

from .options import PlanRequest, best_of


def raise_by(by: int, position: Position, seat: str, seconds: float) -> Plan:
    request = PlanRequest(position, seat, seconds)
    return best_of(
        request, [request.raised(coin, by) for coin in dict.fromkeys(request.changeable_coins)]
    )
