"""The game Keyflower: scores a village and proves the best final score that its owner can reach."""

from pathlib import Path

from scoring.game_building import build

from . import checks, score
from .sheet_functions import SHEET_FUNCTIONS

GAME = build(
    __name__,
    Path(__file__).parent,
    score.score,
    doubts=checks.doubts,
    sheet_functions=SHEET_FUNCTIONS,
    final="final",
)
