"""Six rounds and the count; or a mission of co-op, with the steps of a turn.

A round's phases and its end-of-round checklist are the steps of one stage, so that a chart by
stage is a chart by round.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...core.course import Course, Stage, Step
from ...core.plan import State
from ...core.text import EMPTY, Text

LAST_ROUND = 6
FLUSHED_AFTER = 3
"""At the end of this round everything on offer is replaced."""


def _step(id: str, en: str, ja: str, entry: str) -> Step:
    return Step(id, Text(en, ja), entry)


_SETUP = (
    _step("fairies", "Lay out four piles of fairies.", "妖精を4山に並べる。", "lay_fairies"),
    _step(
        "books",
        "Shuffle the spellbooks, show two.",
        "呪文書を切り、2枚を公開する。",
        "lay_spellbooks",
    ),
    _step(
        "dungeon_decks",
        "Dungeon cards: four decks by price, two of each on offer.",
        "ダンジョンカードを価格別の4山にし、2枚ずつ公開する。",
        "lay_dungeon_cards",
    ),
    _step("bank", "All coins go to the bank.", "コインは銀行に置く。", "make_bank"),
    _step("objectives", "Shuffle the objectives.", "目標の山を切る。", "shuffle_objectives"),
    _step(
        "boards",
        "Each player: board, marker, nine starter cards, 6 coins.",
        "各自に得点ボード、ペン、スターター9枚、6コイン。",
        "player_start",
    ),
    _step(
        "first_primary",
        "Reveal the primary of round 1.",
        "1ラウンド目のプライマリを公開する。",
        "first_objective",
    ),
)

_YOUNGEST = _step(
    "youngest", "The youngest begins the market.", "マーケットは最年少から。", "market"
)
_FEWEST = _step(
    "fewest",
    "Fewest coins begin the market; if level, fewer points last round.",
    "マーケットはコイン最少の人から。同数なら前ラウンドの得点が低い人。",
    "market",
)
_BUY = _step("buy", "Buy in turn until all have passed.", "全員がパスするまで順に買う。", "market")
_DEAL = _step("deal", "Fill the hand to five, face down.", "裏向きで5枚まで引く。", "hand")
_DRAW = _step(
    "draw",
    "Turn up, lay the dungeon, draw one path; five minutes if you like.",
    "表にして並べ、経路を1本引く（制限時間5分は任意）。",
    "explore",
)
_REWARD = (
    _step("fairies_back", "Hand back every fairy.", "妖精を全部返す。", "return_fairies"),
    _step("coins", "Take a coin for each coin met.", "出会ったコインを受け取る。", "take_coins"),
    _step("primary", "Score the primary: blue.", "プライマリを青の列へ。", "score_primary"),
    _step(
        "hourglass",
        "Hourglass round: the first finisher circles green.",
        "砂時計の回：最初に完了した人が緑に丸。",
        "settle_time_bonus",
    ),
    _step(
        "secondary",
        "Reveal the secondary, write it in full: pink.",
        "セカンダリを公開し、満点のままピンクの列へ。",
        "score_secondary",
    ),
    _step("escape", "Escaped? Tick red.", "脱出した人は赤に印。", "tick_escape"),
)
_REFRESH = (
    _step("next_primary", "Show the next primary.", "次のプライマリを公開する。", "next_primary"),
    _step(
        "optimizers",
        "Use circled recycle and scissors.",
        "丸の付いたリサイクルとはさみを使う。",
        "use_optimizers",
    ),
    _step("wipe", "Wipe and discard the cards.", "カードを拭いて捨て札へ。", "wipe_cards"),
    _step("books_up", "Turn used books up.", "使った呪文書を表に戻す。", "ready_books"),
)
_FLUSH = _step(
    "flush", "Replace everything on offer.", "公開中のカードを全部入れ替える。", "new_market"
)

_COUNT = (
    _step("blue", "Add up blue.", "青の列を合計する。", "primary"),
    _step(
        "pink",
        "Add up pink, halve it once, round down.",
        "ピンクの列の合計を半分に。端数切り捨て。",
        "secondary",
    ),
    _step("green", "Add up green.", "緑の列を合計する。", "time_bonus"),
    _step("red", "Most ticks 2, second most 1.", "脱出の印が最多の人2点、次点1点。", "escape"),
    _step("coins_left", "1 point for three coins.", "コイン3枚ごとに1点。", "coins"),
    _step(
        "level", "Level? The secondary score decides.", "同点ならセカンダリで比べる。", "tie_break"
    ),
)

_COOP_SETUP = (
    _step("mission", "Choose a mission.", "ミッションを選ぶ。", "choose_mission"),
    _step(
        "tableau",
        "Lay the tableau as its picture shows.",
        "図のとおりに盤面を作る。",
        "lay_tableau",
    ),
    _step("groups", "Talk, then place the groups.", "相談してグループを置く。", "place_groups"),
    _step("deck", "Build and shuffle the player deck.", "山札を作って切る。", "build_player_deck"),
    _step(
        "shop", "Spend the mission's coins, if any.", "コインがあれば買い物をする。", "coop_market"
    ),
    _step(
        "hands",
        "Deal three cards each, four when alone.",
        "各自3枚（1人なら4枚）配る。",
        "deal_hands",
    ),
    _step(
        "difficulty",
        "Read the mission out, choose a difficulty.",
        "ミッションを読み、難易度を決める。",
        "choose_difficulty",
    ),
)
_TURN = (
    _step("play", "Play one card into an empty slot.", "空きマスに1枚置く。", "coop_turn"),
    _step(
        "line",
        "Draw a path that works now, or later.",
        "つながった経路を引く（後でもよい）。",
        "coop_goal",
    ),
    _step(
        "goal",
        "Group arrived? Check what its goal asks for.",
        "着いたら要求を満たすか確かめる。",
        "requirement_met",
    ),
    _step("check", "Check victory and defeat.", "勝敗を確かめる。", "coop_victory"),
    _step("refill", "Draw a card if there is one.", "山札があれば1枚補充する。", "coop_turn"),
    _step("token", "Pass the token clockwise.", "手番トークンを左へ渡す。", "coop_turn"),
)
_COOP_END = (
    _step("result", "Record victory or defeat.", "勝利か敗北を記録する。", "coop_victory"),
    _step(
        "score",
        "Won: work out the mission's own score, round down.",
        "勝利ならミッション独自の点を計算する（端数切り捨て）。",
        "coop_victory",
    ),
    _step(
        "hall",
        "Enter the hall of fame: names, difficulty, score.",
        "栄誉の間に名前・難易度・点を記す。",
        "coop_victory",
    ),
)


def _steps(number: int) -> Iterator[Step]:
    yield _YOUNGEST if number == 1 else _FEWEST
    yield from (_BUY, _DEAL, _DRAW)
    yield from _REWARD
    if number < LAST_ROUND:
        yield from _REFRESH
    if number == FLUSHED_AFTER:
        yield _FLUSH


def _round(number: int) -> Stage:
    last = Text("No refresh after this round.", "このラウンドの後に更新はない。")
    return Stage(
        f"round_{number}",
        Text(f"Round {number}", f"{number}ラウンド目"),
        tuple(_steps(number)),
        last if number == LAST_ROUND else EMPTY,
    )


_VERSUS_STAGES = (
    Stage("setup", Text("Set-up", "準備"), _SETUP),
    *(_round(number) for number in range(1, LAST_ROUND + 1)),
    Stage("count", Text("Final scoring", "最終得点計算"), _COUNT),
)
_COOP_STAGES = (
    Stage("coop_setup", Text("Co-op: set-up", "協力：準備"), _COOP_SETUP),
    Stage(
        "coop_turns",
        Text("Co-op: turns", "協力：手番"),
        _TURN,
        Text(
            "These steps come round every turn, so there is no need to tick them.",
            "毎ターン繰り返す手順。印を付けなくてよい。",
        ),
    ),
    Stage("coop_end", Text("Co-op: the end", "協力：終了"), _COOP_END),
)


def order(state: State) -> list[str]:
    """Rounds, or a mission where the table plays co-op."""
    stages = _COOP_STAGES if state.get("table", {}).get("coop") else _VERSUS_STAGES
    return [stage.id for stage in stages]


def round_of(state: State) -> int | None:
    """The round that a table stands in, if it is in one."""
    stage = state.get("play", {}).get("stage", "")
    numbers = {f"round_{n}": n for n in range(1, LAST_ROUND + 1)}
    return numbers.get(stage)


COURSE = Course(
    (*_VERSUS_STAGES, *_COOP_STAGES),
    order,
    first=Text("First player", "最初の人"),
)
