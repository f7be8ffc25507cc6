"""Toy Orchard: an invented game that proves what one folder is enough for.

It has one of everything that a game may bring, and no line about it stands elsewhere.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from scoring.core.catalogue import load
from scoring.core.game import Game, Question
from scoring.core.text import Text

from . import plans, score, sheet, tools

_CATALOGUE = load(Path(__file__).parent / "data")

GAME = Game(
    catalogue=_CATALOGUE,
    sheet=sheet.make(_CATALOGUE),
    scorer=partial(score.score, _CATALOGUE),
    questions={
        "final": Question(
            name=Text("Best baskets", "最善のかご"),
            hint=Text("Which fruit goes into which basket.", "どのくだものをどのかごに入れるか。"),
            ask=partial(plans.final, _CATALOGUE),
            around=partial(plans.around, _CATALOGUE),
            measure=score.known,
        )
    },
    final="final",
    tools=tools.make(_CATALOGUE),
)
