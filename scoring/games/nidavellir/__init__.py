"""Nidavellir with Thingvellir and Idavoll: registers the game's score and calculators."""

from pathlib import Path

from scoring.game_building import build

from . import checks, score, sheet_functions

GAME = build(
    __name__,
    Path(__file__).parent,
    score.score,
    doubts=checks.doubts,
    sheet_functions=sheet_functions.SHEET_FUNCTIONS,
    order=sheet_functions.order,
    final="final",
    decision_order=sheet_functions.decision_order,
)
