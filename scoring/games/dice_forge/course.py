"""Nine or ten rounds of turns; what a turn consists of stays the same."""

from __future__ import annotations

from ...core.catalogue import Catalogue
from ...core.course import Course, Stage, Step
from ...core.plan import State
from ...core.text import Text
from . import points

MOST_ROUNDS = 10


def make(catalogue: Catalogue) -> Course:
    """The course; steps link to the rules that the catalogue has."""

    def step(id: str, en: str, ja: str, entry: str) -> Step:
        return Step(id, Text(en, ja), entry if entry in catalogue else "")

    turn = (
        step(
            "bless",
            "At each turn everybody rolls and takes a blessing; twice with two players.",
            "各手番の始めに全員が祝福を受ける（2人なら2回）。",
            "divine_blessing",
        ),
        step(
            "reinforce",
            "Whose turn it is uses reinforcements, each once.",
            "手番の人は援護型カードを1回ずつ使える。",
            "reinforcement",
        ),
        step(
            "act",
            "Then one action: forge, or a heroic feat.",
            "鍛造か偉業のどちらか1つを行う。",
            "actions",
        ),
        step(
            "extra",
            "Two suns pay for one more action, once a turn.",
            "太陽2で追加アクションを1回。",
            "extra_action",
        ),
    )
    rounds = tuple(
        Stage(f"round_{n}", Text(f"Round {n}", f"第{n}ラウンド"), turn)
        for n in range(1, MOST_ROUNDS + 1)
    )
    setup = Stage(
        "setup",
        Text("Set-up", "準備"),
        (
            step(
                "islands",
                "Lay out feats and faces for your number of players.",
                "人数に合わせて偉業と面を並べる。",
                "setup",
            ),
            step(
                "gold",
                "Starting gold by seat: 3, 2, 1, 0.",
                "開始ゴールドは席順に3・2・1・0。",
                "setup",
            ),
        ),
    )
    count = Stage(
        "count",
        Text("Final scoring", "最終得点計算"),
        (
            step(
                "add",
                "Add the glory printed on your feats to the track.",
                "トラックの点に偉業カードの点を足す。",
                "end_of_game",
            ),
        ),
    )

    def order(state: State) -> list[str]:
        last = points.rounds(len(state["seats"]))
        return ["setup", *(f"round_{n}" for n in range(1, last + 1)), "count"]

    return Course((setup, *rounds, count), order)
