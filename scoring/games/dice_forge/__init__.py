"""Dice Forge: final glory, the tracker, and calculators for dice, forging and the last turn."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from ...core.catalogue import load
from ...core.game import Game
from . import calculators, score, sheet

_CATALOGUE = load(Path(__file__).parent / "data")

GAME = Game(
    catalogue=_CATALOGUE,
    sheet=sheet.make(_CATALOGUE),
    scorer=partial(score.score, _CATALOGUE),
    tools=calculators.make(_CATALOGUE),
)
