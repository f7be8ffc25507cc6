"""Nidavellir with Thingvellir and Idavoll: the final count, and the best last placements."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from ...core.catalogue import load
from ...core.game import Game, Question
from ...core.text import Text
from . import advice, calculators, plans, score, sheet

_CATALOGUE = load(Path(__file__).parent / "data")

GAME = Game(
    catalogue=_CATALOGUE,
    sheet=sheet.make(_CATALOGUE),
    scorer=partial(score.score, _CATALOGUE),
    questions={
        "final": Question(
            name=Text("Best final score", "最高の最終得点"),
            hint=Text(
                "Where each mercenary and Ylud go, what Brísingamens takes, what Mjöllnir counts.",
                "傭兵とイルードの置き場所、ブリーシンガメンで捨てるカード、ミョルニルのクラス。",
            ),
            ask=partial(plans.final, _CATALOGUE),
            around=partial(plans.around, _CATALOGUE),
            measure=plans.worth,
        ),
        "margin": Question(
            name=Text("Widest margin", "最大の点差"),
            hint=Text(
                "As above, against the best rival: warriors may also take a rival's bonus.",
                "同じ決定を、首位のライバルとの差で。戦士で相手のボーナスを奪うこともある。",
            ),
            ask=partial(plans.widest, _CATALOGUE),
            measure=plans.margin,
        ),
        "last_hero": Question(
            name=Text("Best final score with a last hero", "最後の英雄も含めた最高得点"),
            hint=Text(
                "As above, if placing mercenaries or Ylud completes a line and brings a hero.",
                "傭兵やイルードで列がそろい、英雄を取れる場合まで考える。",
            ),
            ask=partial(advice.last_hero, _CATALOGUE),
            measure=plans.worth,
        ),
        "hero": Question(
            name=Text("Which hero now?", "今どの英雄?"),
            hint=Text(
                "What each hero on display adds to the final score as things stand.",
                "場の英雄それぞれが、今の状態の最終得点に何点足すか。",
            ),
            ask=partial(advice.hero, _CATALOGUE),
            measure=plans.worth,
        ),
        "odin": Question(
            name=Text("Odin: which hero for which?", "オーディン:どの英雄を替える?"),
            hint=Text(
                "Each neutral hero of yours against each on display.",
                "自分の中立の英雄と、場の中立の英雄の組み合わせ。",
            ),
            ask=partial(advice.odin, _CATALOGUE),
            measure=plans.worth,
        ),
        "trade": Question(
            name=Text("Which two coins to trade?", "どの2枚を交換する?"),
            hint=Text(
                "What each pair left in the pouch would bring, with what the treasure still holds.",
                "袋に残す2枚ごとの結果。宝物庫の残りから計算する。",
            ),
            ask=partial(advice.trade, _CATALOGUE),
            measure=plans.worth,
        ),
        "raise_3": Question(
            name=Text("Which coin to raise by 3?", "どのコインを+3する?"),
            hint=Text(
                "What each of your coins would become, and what that adds to the final score.",
                "コインごとに何になり、最終得点に何点足すか。",
            ),
            ask=partial(advice.raise_by(3), _CATALOGUE),
            measure=plans.worth,
        ),
        "raise_5": Question(
            name=Text("Which coin to raise by 5?", "どのコインを+5する?"),
            hint=Text(
                "What each of your coins would become, and what that adds to the final score.",
                "コインごとに何になり、最終得点に何点足すか。",
            ),
            ask=partial(advice.raise_by(5), _CATALOGUE),
            measure=plans.worth,
        ),
        "evaluation": Question(
            name=Text("Troop evaluation", "王の評価"),
            hint=Text(
                "End of Age 1: what each distinction is worth to you, and what it takes to win it.",
                "世代1の終わり:各勲章の価値と、獲得に必要な階級章。",
            ),
            ask=partial(advice.evaluation, _CATALOGUE),
            measure=plans.worth,
        ),
    },
    final="final",
    tools=calculators.make(_CATALOGUE),
)
