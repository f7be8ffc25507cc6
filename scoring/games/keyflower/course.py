"""Four seasons and the count: what a table does in each, and where it is written."""

from __future__ import annotations

from ...core.course import Course, Stage, Step
from ...core.text import Text


def _step(id: str, en: str, ja: str, entry: str) -> Step:
    return Step(id, Text(en, ja), entry)


_LOAD = _step("load", "Load the boats from the bag.", "袋から船に積み荷を載せる。", "boat_cargo")
_REVEAL = _step(
    "reveal",
    "Reveal players + 4 village tiles.",
    "村タイルを人数+4枚公開する。",
    "season_start",
)
_PLAY = _step(
    "play",
    "Take turns until everybody passes in a row.",
    "全員が続けてパスするまで手番を行う。",
    "turn",
)
_RETURN = _step(
    "return",
    "Beaten bids go home; tiles without a bid leave.",
    "負けた入札を戻し、入札のないタイルを除く。",
    "season_end",
)
_WIN = _step(
    "win",
    "Take the tiles you won with the workers on them; workers in your village come home.",
    "落札したタイルと上のキープル、村にいるキープルを受け取る。",
    "season_end",
)
_BOATS = _step(
    "boats",
    "Empty the boats in turn order; the purple figure moves.",
    "ターン順に船の積み荷を取る。紫の駒が移る。",
    "boats_and_turn_order",
)
_PLACE = _step("place", "Place the new tiles.", "新しいタイルを配置する。", "placement")
_END = (_PLAY, _RETURN, _WIN, _BOATS, _PLACE)

COURSE = Course(
    (
        Stage(
            "setup",
            Text("Set-up", "準備"),
            (
                _step(
                    "deal",
                    "Deal a home, 8 workers and the winter tiles.",
                    "家1枚、キープル8個、冬タイルを配る。",
                    "setup",
                ),
                _step(
                    "boats_out",
                    "Lay out boats and turn order tiles for your number of players.",
                    "人数に合わせて船とターン順タイルを並べる。",
                    "setup",
                ),
            ),
        ),
        Stage("spring", Text("Spring", "春"), (_LOAD, _REVEAL, *_END)),
        Stage("summer", Text("Summer", "夏"), (_LOAD, _REVEAL, *_END)),
        Stage("autumn", Text("Autumn", "秋"), (_LOAD, _REVEAL, *_END)),
        Stage(
            "winter",
            Text("Winter", "冬"),
            (
                _step(
                    "offer",
                    "Offer at least one of your winter tiles in secret.",
                    "冬タイルを1枚以上、秘密に出す。",
                    "faq_offer_winter",
                ),
                _PLAY,
                _RETURN,
                _WIN,
                _step(
                    "boat_tiles",
                    "Keep turn order tiles; take a boat tile each in turn order.",
                    "ターン順タイルを受け取り、順番に船タイルを取る。",
                    "winter_season",
                ),
                _PLACE,
            ),
        ),
        Stage(
            "count",
            Text("Final scoring", "最終得点計算"),
            (
                _step(
                    "flipper",
                    "Flipper turns over one tile for free.",
                    "フリッパー号でタイル1枚を無料で改良する。",
                    "game_end",
                ),
                _step(
                    "enter",
                    "Everybody enters the village; the best allocation is worked out.",
                    "全員が村の内容を入力する。最適な割り当ては自動で計算。",
                    "final_scoring",
                ),
            ),
        ),
    ),
    first=Text("Purple figure", "紫の駒"),
)
