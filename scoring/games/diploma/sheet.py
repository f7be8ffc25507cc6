"""What a Diploma player keeps track of; values that no public rule gives are open cells."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.catalogue import Catalogue, Option
from ...core.fault import Doubt
from ...core.plan import State
from ...core.sheet import (
    Cell,
    Field,
    Section,
    Sheet,
    choice,
    count,
    flag,
    one_group,
    options,
    pick,
    tally,
)
from ...core.text import Text
from . import counters
from .course import COURSE

STONES = ("stone_a", "stone_b", "stone_c", "stone_d")
OVER = ("over_1", "over_23", "over_45")
BARRIER = (
    Option("left_3", Text("active, 3 left", "有効 残り3")),
    Option("left_2", Text("active, 2 left", "有効 残り2")),
    Option("left_1", Text("active, 1 left", "有効 残り1")),
    Option("spent", Text("spent: shields", "効果切れ（罰を防ぐ）")),
)


BARRIER_LEFT = {"left_3": 3, "left_2": 2, "left_1": 1, "spent": 0}
"""What the counter of a barrier shows; a spent one shields."""

PIPS = tuple(Option(str(n), Text(str(n), str(n))) for n in range(1, 7))


def _open(id_: str, label: Text, hint: Text, most: int = 99) -> Field:
    """A number whose blank is *not known*, so that 0 must be said."""
    return Field(id_, label, "count", Cell("number", 0, most, open=True), hint=hint)


def make(catalogue: Catalogue) -> Sheet:
    """The sheet; its ids are the JSON's keys."""
    name = catalogue.name
    stones = tuple(Option(id_, name(id_)) for id_ in STONES)
    over = tuple(Option(id_, name(id_)) for id_ in OVER)
    magic = options(catalogue.of_kind("magic"))
    titles = options(catalogue.of_kind("title"))
    on_it = Text("Stone on it", "載せた魔石")
    sections = (
        Section(
            "stock",
            Text("Stones and mana", "魔石とマナ"),
            (
                tally(
                    "stones",
                    name("stone_uses"),
                    stones,
                    most=60,
                    hint=Text(
                        "In front of you, not on cards. Agree at the table which colour is which.",
                        "手元の分。カードの上は数えない。色と記号の対応は卓で決める。",
                    ),
                ),
                count("mana", name("mana"), most=99),
            ),
        ),
        Section(
            "points",
            Text("Points", "得点"),
            (
                count(
                    "sets",
                    Text("Stone sets scored", "得点にした魔石の組"),
                    most=40,
                    hint=Text("In scoring phases so far.", "これまでの得点計算フェーズの合計。"),
                ),
                count("circles", Text("Circles completed", "完成した魔法陣"), most=20),
                _open(
                    "circle_bonus",
                    Text("Bonuses of my circles", "魔法陣のボーナス合計"),
                    Text("As printed on the cards.", "札に印刷されている点。"),
                ),
                _open(
                    "power_points",
                    Text("Points from power", "魔力の得点"),
                    Text("0 if there were none.", "なければ0を入れる。"),
                ),
            ),
        ),
        Section(
            "title",
            Text("Titles", "称号"),
            (
                choice("title", Text("Title in my Even slot", "Even枠の称号"), titles),
                choice("title_stone", on_it, stones, when="title"),
                _open(
                    "title_points",
                    Text("Points of another title", "その他の称号の得点"),
                    Text("Only for a title that is not named here.", "名前のない称号のときだけ。"),
                ),
                tally("hand_titles", Text("Titles in hand", "手札の称号"), titles, most=10),
            ),
            hint=Text(
                "Titles lie face down until the end. To keep yours from the others' phones, open "
                "the table with screens.",
                "称号は終了まで伏せる。他の人の画面にも隠すなら、卓を開くときについたてを選ぶ。",
            ),
        ),
        Section(
            "map",
            Text("Map board", "地図ボード"),
            (
                tally(
                    "spots",
                    Text("Completed mana spots", "完成したマナスポット"),
                    options(catalogue.of_kind("spot")),
                    most=60,
                ),
                tally("tiles_board", Text("Tiles on the board", "盤上のタイル"), stones, most=60),
                tally(
                    "tiles_up",
                    Text("Removed tiles, face up", "外したタイル（表）"),
                    stones,
                    most=60,
                ),
            ),
        ),
        Section(
            "magic",
            Text("Magic", "魔法"),
            (
                choice("magic_1", Text("Magic slot", "魔法枠"), magic),
                choice("magic_1_stone", on_it, stones, when="magic_1"),
                choice("magic_2", Text("Second slot", "第2の魔法枠"), magic, when="title"),
                choice("magic_2_stone", on_it, stones, when="magic_2"),
            ),
            tracked=True,
        ),
        Section(
            "slots",
            Text("Tools and barrier", "道具と障壁"),
            (
                pick(
                    "tools",
                    Text("Tools", "道具"),
                    one_group(over),
                    options(catalogue.of_kind("tool")),
                ),
                tally("tool_uses", Text("Uses made", "使った回数"), over, most=counters.TOOL_USES),
                choice("barrier", Text("Barrier in my Under slot", "Under枠の障壁"), BARRIER),
                count(
                    "barrier_laid",
                    Text("Laid in round", "置かれたラウンド"),
                    most=99,
                    when="barrier",
                ),
                flag(
                    "barrier_still",
                    Text("I was still to act then", "その時まだ行動前だった"),
                    when="barrier",
                ),
            ),
            tracked=True,
        ),
        Section(
            "payments",
            Text("About to pay", "これから払う魔石"),
            (
                count("pay_any", Text("Stones of any colour", "色を問わない魔石"), most=20),
                tally(
                    "pay_colour", Text("Stones of one colour", "色の決まった魔石"), stones, most=20
                ),
            ),
            hint=Text("For cards that you are going to set.", "これから設置するカードの分。"),
        ),
    )
    table = (
        Section(
            "round",
            Text("Round", "ラウンド"),
            (
                count("round", Text("Round number", "ラウンド数"), most=99),
                choice("judgement", name("judgement_die"), PIPS),
            ),
            tracked=True,
        ),
        Section(
            "penalty",
            name("unplaced_title"),
            (
                _open(
                    "penalty",
                    Text("Points lost for each unplaced title", "未設置の称号1枚の減点"),
                    Text(
                        "Not public. Blank stays unknown.",
                        "公開されていない値。空欄なら不明のまま。",
                    ),
                ),
            ),
        ),
    )
    return Sheet(
        catalogue, sections, table, lambda state, _: list(_doubts(catalogue, state)), COURSE
    )


def _doubts(catalogue: Catalogue, state: State) -> Iterator[Doubt]:
    for seat, cells in state["seats"].items():
        limit = counters.mana_limit(catalogue, cells.get("title"))
        if cells.get("mana", 0) > limit:
            message = Text("The limit is {n}; the rest is lost.", "上限は{n}。超えた分は失う。")
            yield Doubt(f"{seat}/mana", message.fill(n=limit))
        if cells.get("magic_2") and cells.get("title") != "proof_of_genius":
            message = Text(
                "Only Proof of Genius gives a second slot.", "第2の枠は天才の証明がある人だけ。"
            )
            yield Doubt(f"{seat}/magic_2", message)
        if "title" in cells and "title_stone" not in cells:
            message = Text("Which stone lies on it?", "どの魔石が載っていますか?")
            yield Doubt(f"{seat}/title_stone", message)
        laid, now = cells.get("barrier_laid", 0), state.get("table", {}).get("round", 0)
        if laid > now > 0:
            message = Text("It is round {n}.", "今は{n}ラウンド目です。").fill(n=now)
            yield Doubt(f"{seat}/barrier_laid", message)
        for slot in cells.get("tool_uses", {}):
            if slot not in cells.get("tools", {}):
                message = Text("No tool lies here.", "ここに道具がありません。")
                yield Doubt(f"{seat}/tool_uses/{slot}", message)
        yield from _unpayable(seat, cells)


def _unpayable(seat: str, cells: State) -> Iterator[Doubt]:
    stones, owed = cells.get("stones", {}), cells.get("pay_colour", {})
    for stone, number in owed.items():
        if number > stones.get(stone, 0):
            message = Text("More than there are.", "持っている数より多いです。")
            yield Doubt(f"{seat}/pay_colour/{stone}", message)
    if sum(owed.values()) + cells.get("pay_any", 0) > sum(stones.values()):
        message = Text("More than there are.", "持っている数より多いです。")
        yield Doubt(f"{seat}/pay_any", message)
