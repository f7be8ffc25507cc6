"""The phases of a round. How many rounds there are is not known, so they are not stages.

A table counts rounds in a cell of its own; the tool ``next_round`` raises it and goes back to
production.
"""

from __future__ import annotations

from ...core.course import Course, Stage, Step
from ...core.text import Text


def _step(id: str, en: str, ja: str, entry: str) -> Step:
    return Step(id, Text(en, ja), entry)


_SETUP = (
    _step("magic", "Deal two magic cards each.", "魔法カードを2枚ずつ配る。", "deal_magic"),
    _step(
        "circles",
        "Deal two circles each, some to the middle.",
        "魔法陣を2枚ずつ配り、中央にも公開する。",
        "deal_circles",
    ),
    _step(
        "items",
        "Shuffle tools, titles, barriers together.",
        "道具・称号・障壁を混ぜて山にする。",
        "item_deck",
    ),
    _step(
        "rest",
        "The rest by your rulebook: it is not public.",
        "残りは手元の説明書で（公開資料なし）。",
        "setup_unknown",
    ),
)
_PRODUCTION = (
    _step("before_roll", "Magic before the roll.", "振る前の魔法。", "before_roll"),
    _step(
        "roll",
        "The round player rolls dice from the bag.",
        "ラウンドプレイヤーが袋から出したダイスを振る。",
        "production",
    ),
    _step("after_roll", "Magic after the roll.", "振った後の魔法。", "after_roll"),
    _step("draft", "Draft the dice.", "ダイスをドラフトする。", "draft"),
    _step("after_draft", "Magic after the draft.", "ドラフト後の魔法。", "after_draft"),
    _step(
        "yield",
        "Each die yields by its slot; a tool there must work.",
        "枠ごとに産出する。道具があれば必ず実行。",
        "tool_must",
    ),
)
_PLACEMENT = (
    _step(
        "tiles", "Player by player: move, lay tiles.", "1人ずつ、移動とタイル配置。", "placement"
    ),
    _step("cards", "Set cards, 1 stone each.", "カードを魔石1個で設置する。", "item_card"),
    _step(
        "discard",
        "Throw out tools for 1 mana.",
        "マナ1で道具を廃棄できる。",
        "tool_discard",
    ),
)
_SCORING = (
    _step("sets", "Sets of four stones: 5 points.", "魔石4色の組：5点。", "sets"),
    _step("circle", "The circle: 10 and its bonus.", "魔法陣：10点とボーナス。", "circles"),
    _step("power", "Turn power into points.", "魔力を点に変える。", "power_points"),
    _step(
        "tiles_off", "Take its tiles off the board.", "陣のタイルを盤から外す。", "removed_tiles"
    ),
)
_HANDOVER = (
    _step("end", "Enough circles for the end?", "終了条件の確認。", "end_by_circles"),
    _step("barriers", "Barriers count down.", "障壁のカウントを進める。", "barrier_countdown"),
    _step(
        "player",
        "The next player becomes round player.",
        "ラウンドプレイヤーを交代する。",
        "handover",
    ),
)
_END = (
    _step("reveal", "Reveal the titles.", "称号を公開する。", "title_hidden"),
    _step(
        "hand",
        "Enter titles still in hand, and their penalty.",
        "手札に残った称号と減点を入力する。",
        "unplaced_title",
    ),
    _step(
        "leftover", "Stones left: as your table ruled.", "残った魔石は卓の裁定で。", "leftover_sets"
    ),
    _step("winner", "Most points win.", "最も得点の高い人の勝ち。", "winner"),
)

ROUND_STAGES = (
    Stage("production", Text("Production", "産出フェーズ"), _PRODUCTION),
    Stage("placement", Text("Placement", "配置フェーズ"), _PLACEMENT),
    Stage(
        "scoring",
        Text("Scoring phase", "得点計算フェーズ"),
        _SCORING,
        Text("Only if a circle was completed.", "魔法陣が完成したときだけ。"),
    ),
    Stage(
        "handover",
        Text("Round change", "ラウンド交代"),
        _HANDOVER,
        Text(
            "The game goes on? The tool “Next round” does all of this and begins production.",
            "続くなら、ツール「次のラウンド」が全部行って産出フェーズへ進める。",
        ),
    ),
)
"""The phases that come round again."""

COURSE = Course(
    (
        Stage("setup", Text("Set-up", "準備"), _SETUP),
        *ROUND_STAGES,
        Stage(
            "end",
            Text("The end", "終了"),
            _END,
            Text(
                "A second end condition exists, but is not public: you decide when.",
                "もう1つの終了条件は公開されていない。終わりは卓で決める。",
            ),
        ),
    ),
    first=Text("Round player", "ラウンドプレイヤー"),
)
