"""Keyflower: the final score of a village, proven."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from ...core.catalogue import load
from ...core.game import Game, Question
from ...core.text import Text
from . import plans, score, sheet

_CATALOGUE = load(Path(__file__).parent / "data")

GAME = Game(
    catalogue=_CATALOGUE,
    sheet=sheet.make(_CATALOGUE),
    scorer=partial(score.score, _CATALOGUE),
    questions={
        "final": Question(
            name=Text("Best final score", "最高の最終得点"),
            hint=Text(
                "Which piece goes to which tile, what the purple worker becomes, what the "
                "Flipper turns.",
                "どの駒をどのタイルに使うか、紫のキープルを何にするか、フリッパー号で何を改良するか。",
            ),
            ask=partial(plans.final, _CATALOGUE),
            around=partial(plans.around, _CATALOGUE),
            alone=True,
        )
    },
    final="final",
)
