"""Map Masters: six rounds or a mission, what a place still takes, paths checked, and tools."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from ...core.catalogue import load
from ...core.game import Game, Question
from ...core.text import Text
from . import plans, score, sheet, tools

_CATALOGUE = load(Path(__file__).parent / "data")


def _place(place: int, id_: str, name: Text) -> Question:
    return Question(
        name=name,
        hint=Text(
            "The least that is surely enough if rivals get at most what is entered as still "
            "to come.",
            "他の人が「これから」に入れた分まで取るとして、確実に足りる最少の点。",
        ),
        ask=partial(plans.need, place, id_, _CATALOGUE),
        around=partial(plans.one_more, _CATALOGUE),
    )


GAME = Game(
    catalogue=_CATALOGUE,
    sheet=sheet.make(_CATALOGUE),
    scorer=partial(score.score, _CATALOGUE),
    ranker=partial(score.rank, _CATALOGUE),
    questions={
        "win": _place(1, "win", Text("What do I need to win?", "勝つには何が必要？")),
        "second": _place(2, "second", Text("What do I need for second?", "2位には何が必要？")),
        "third": _place(3, "third", Text("What do I need for third?", "3位には何が必要？")),
        "route": Question(
            name=Text("Best path", "最善の経路"),
            hint=Text(
                "The legal path worth most: primary, an average secondary, coins, an escape.",
                "プライマリ、平均的なセカンダリ、コイン、脱出を合わせて最も価値の高い経路。",
            ),
            ask=partial(plans.route, _CATALOGUE),
            measure=partial(plans.route_worth, _CATALOGUE),
        ),
    },
    tools=tools.make(_CATALOGUE),
)
