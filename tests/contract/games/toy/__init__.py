"""Toy Orchard: an invented game that proves what one folder is enough for.

It has one of everything that a game may bring, and no line about it stands elsewhere.
"""

from pathlib import Path

from scoring.game_building import build

from . import checks, score

GAME = build(__name__, Path(__file__).parent, score.score, doubts=checks.doubts, final="final")
