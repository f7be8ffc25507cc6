"""Two ages and the count: what a table does in each round, and which rule says how.

How many rounds there are, and whether mercenaries enlist, follows from players and expansions.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...core.course import Course, Stage, Step
from ...core.plan import State
from ...core.text import Text
from . import tools

MYTHOLOGY_ROUNDS = 3
"""In so many rounds of Age 1 Idavoll's cards lie at the Dancing Dragon."""

BOXES = {
    "thingvellir": Text("Thingvellir", "シングヴェトリル"),
    "idavoll": Text("Idavoll", "アイダボル"),
}
"""The expansions, by the flag of the table that says they are played."""


def played(state: State) -> frozenset[str]:
    """The expansions that a table says it plays with.

    Tables from before the two flags named them in ``expansions``; both ways count.
    """
    table = state.get("table", {})
    named = set(table.get("expansions", {})) | {box for box in BOXES if table.get(box)}
    return frozenset(named)


def _step(id: str, en: str, ja: str, entry: str) -> Step:
    return Step(id, Text(en, ja), entry)


_SETUP = (
    _step(
        "coins_out",
        "Everyone takes coins 0, 2, 3, 4 and 5; sort the Royal Treasure.",
        "各自コイン0・2・3・4・5を取り、王家の宝物庫を並べる。",
        "setup",
    ),
    _step("gems_out", "Deal the gems for your number of players.", "人数分の宝石を配る。", "setup"),
    _step(
        "decks",
        "Shuffle both ages; lay out the heroes.",
        "世代1・2の山札を切り、英雄を並べる。",
        "setup",
    ),
    _step(
        "camp_out",
        "Thingvellir: add its heroes, open five camp cards.",
        "シングヴェトリル：英雄を加え、キャンプを5枚公開する。",
        "camp",
    ),
    _step(
        "mythology_out",
        "Idavoll: deal its cards for the Dancing Dragon.",
        "アイダボル：踊るドラゴン亭用の神話カードを用意する。",
        "setup",
    ),
)

_FILL = _step("fill", "Lay out cards at the three taverns.", "3つの酒場にカードを並べる。", "round")
_FILL_MYTHOLOGY = _step(
    "fill_mythology",
    "Lay out cards; with Idavoll, mythology at the Dancing Dragon.",
    "カードを並べる（アイダボルでは踊るドラゴン亭に神話カード）。",
    "round",
)
_GODS = _step(
    "gods", "Idavoll: Loki, then Freya may act.", "アイダボル：ロキ、次にフレイヤの能力。", "round"
)
_BID = _step(
    "bid",
    "Bid a coin at each tavern; two go into the pouch.",
    "酒場ごとにコインを1枚伏せ、残り2枚を袋に入れる。",
    "bids",
)
_TAVERNS = (
    _step(
        "goblin",
        "Laughing Goblin: reveal, take cards, then swap gems.",
        "笑うゴブリン亭：公開して取り、同額なら宝石交換。",
        "laughing_goblin",
    ),
    _step(
        "dragon",
        "Dancing Dragon: reveal, take cards, then swap gems.",
        "踊るドラゴン亭：公開して取り、同額なら宝石交換。",
        "dancing_dragon",
    ),
    _step(
        "horse",
        "Shining Horse: reveal, take cards, then swap gems.",
        "天馬楼：公開して取り、同額なら宝石交換。",
        "shining_horse",
    ),
)
_ODIN = _step("odin", "Idavoll: Odin may act.", "アイダボル：オーディンの能力。", "odin")
_CAMP = _step(
    "camp",
    "Thingvellir: refill the camp to five.",
    "シングヴェトリル：キャンプを5枚に補充。",
    "camp",
)

_ENLIST = _step(
    "enlist",
    "Most waiting mercenaries first: place them all.",
    "待機中の傭兵が多い人から、全員が傭兵を置く。",
    "enlistment",
)
_YLUD = _step(
    "ylud", "Ylud's owner puts her into a column.", "イルードの持ち主は列に置く。", "ylud"
)

_EVALUATION = (
    _YLUD,
    _step(
        "compare",
        "Warriors to explorers: the most ranks alone win.",
        "戦士から順に、階級章が単独最多の人が勲章を得る。",
        "troop_evaluation",
    ),
    _step(
        "top_card",
        "Nobody leads in explorers: remove the top card of Age 2.",
        "探検家の勲章が出なければ、世代2の一番上を除く。",
        "pioneer_of_the_kingdom",
    ),
    _step(
        "new_camp",
        "Thingvellir: clear the camp, open five of Age 2.",
        "シングヴェトリル：キャンプを世代2の5枚に入れ替える。",
        "camp",
    ),
)

_END = (
    _step("ylud_last", "Ylud's owner may move her.", "イルードの持ち主は動かしてよい。", "ylud"),
    _step("thrud", "Thrud leaves her column.", "スルーズは列を離れる。", "thrud"),
    _step(
        "brisingamens",
        "Thingvellir: Brísingamens takes a card, Mjöllnir's owner picks a class.",
        "シングヴェトリル：ブリーシンガメンで1枚捨て、ミョルニルのクラスを選ぶ。",
        "game_end",
    ),
)

_COUNT = (
    _step(
        "enter",
        "Everyone enters army, heroes and coins.",
        "各自、師団・英雄・コインを入力する。",
        "final_scoring",
    ),
    _step(
        "majority",
        "Most warriors: add the own largest coin.",
        "戦士最多の人は自分の最高額コインを加える。",
        "warrior_majority",
    ),
)


def _round(age: int, number: int) -> Stage:
    fill = _FILL_MYTHOLOGY if age == 1 and number <= MYTHOLOGY_ROUNDS else _FILL
    name = Text("Age {age}, round {n}", "世代{age} ラウンド{n}").fill(age=age, n=number)
    return Stage(f"age_{age}_round_{number}", name, (fill, _GODS, _BID, *_TAVERNS, _ODIN, _CAMP))


def _order(state: State) -> Iterator[str]:
    players, boxes = len(state["seats"]), played(state)
    yield "setup"
    for age in (1, 2):
        for number in range(1, tools.rounds(players, age, idavoll="idavoll" in boxes) + 1):
            yield f"age_{age}_round_{number}"
        if "thingvellir" in boxes:
            yield f"enlist_{age}"
        yield "evaluation" if age == 1 else "end"
    yield "count"


COURSE = Course(
    (
        Stage("setup", Text("Set-up", "準備"), _SETUP),
        *(_round(1, number) for number in range(1, 6)),
        Stage("enlist_1", Text("Enlisting, Age 1", "傭兵の配置（世代1）"), (_ENLIST,)),
        Stage("evaluation", Text("Troop evaluation", "王の評価"), _EVALUATION),
        *(_round(2, number) for number in range(1, 5)),
        Stage("enlist_2", Text("Enlisting, Age 2", "傭兵の配置（世代2）"), (_ENLIST,)),
        Stage("end", Text("Last decisions", "最後の決定"), _END),
        Stage("count", Text("Final scoring", "最終得点計算"), _COUNT),
    ),
    lambda state: list(_order(state)),
    # nobody starts: coins decide at each tavern, so this names who fills the taverns
    first=Text("Lays out the cards", "カードを並べる人"),
)
