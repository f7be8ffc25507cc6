"""The game Diploma: scores a sheet as far as its rules are published, and plans uses of stones."""

from pathlib import Path

from scoring.game_building import build

from . import checks, score

GAME = build(__name__, Path(__file__).parent, score.score, ranker=score.rank, doubts=checks.doubts)
