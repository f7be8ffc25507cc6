"""Diploma: tracks state during play, scores partial totals and solves the spending of stones."""

from __future__ import annotations

from pathlib import Path

from scoring.game_building import build

from . import doubts, score

GAME = build(__name__, Path(__file__).parent, score.score, ranker=score.rank, doubts=doubts.doubts)
