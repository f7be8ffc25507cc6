"""The game Map Masters, versus and co-op: builds it from its scorer, ranking and warnings."""

from pathlib import Path

from scoring.game_building import build

from . import checks, score, sheet_functions

GAME = build(
    __name__,
    Path(__file__).parent,
    score.score,
    ranker=score.rank,
    doubts=checks.doubts,
    sheet_functions=sheet_functions.SHEET_FUNCTIONS,
)
