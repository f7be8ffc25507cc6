"""Diploma: what to keep track of, honest partial totals, and spending stones."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from ...core.catalogue import load
from ...core.game import Game, Question
from ...core.text import Text
from . import calculators, plans, score, sheet

_CATALOGUE = load(Path(__file__).parent / "data")

GAME = Game(
    catalogue=_CATALOGUE,
    sheet=sheet.make(_CATALOGUE),
    scorer=partial(score.score, _CATALOGUE),
    ranker=score.rank,
    questions={
        "stones": Question(
            name=Text("Spend my stones", "魔石の使い道"),
            hint=Text(
                "The most points if a scoring phase took place now: sets, a title, and what you "
                "are about to pay.",
                "今、得点計算フェーズがあるとして最も点になる使い方。組、称号、これから払う分を合わせて決める。",
            ),
            ask=partial(plans.stones, _CATALOGUE),
            around=partial(plans.around, _CATALOGUE),
            measure=plans.worth,
        )
    },
    tools=calculators.make(_CATALOGUE),
)
