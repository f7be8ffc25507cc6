"""Dice Forge: final glory, the tracker, and calculators for dice, forging and the last turn."""

from __future__ import annotations

from pathlib import Path

from scoring.game_building import build

from . import doubts, hooks, score

GAME = build(
    __name__,
    Path(__file__).parent,
    score.score,
    doubts=doubts.doubts,
    hooks=hooks.HOOKS,
    order=hooks.order,
)
