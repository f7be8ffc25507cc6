"""The score pad of Map Masters: six rounds, in the order in which they are played.

Co-op has no score pad. Its sections belong to the table, since groups are everybody's, and are
shown only once the table says that it plays co-op.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ...core.catalogue import Catalogue, Entry, Option
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
    grid,
    one_group,
    options,
    pick,
    script,
    tally,
)
from ...core.text import EMPTY, Text
from . import dungeon, paths
from .course import COURSE

ROUNDS = tuple(range(1, 7))
COLUMNS = ("primary", "secondary", "time_bonus", "escape", "coins")
"""The parts of the score, and the rows of what is still to come."""

PARTS = ("primary", "secondary", "first", "escaped", "path")
"""A round's cells, each followed by the round's number."""


COOP = "table/coop"
"""The cell that says that a table plays co-op."""

GROUPS = (
    Option("green", Text("Green", "緑")),
    Option("yellow", Text("Yellow", "黄")),
    Option("blue", Text("Blue", "青")),
    Option("red", Text("Red", "赤")),
)
"""Miniatures that are known to be in the box; they are everybody's."""

STANDS = (
    Option("under_way", Text("under way", "移動中")),
    Option("on_step", Text("on a step card", "中継カード")),
    Option("goal_met", Text("goal met", "達成")),
    Option("stuck", Text("stuck", "行き止まり")),
    Option("goal_unmet", Text("arrived without", "要求不足で到着")),
)
"""Where a group stands; with the last two the mission is lost."""

LOST_STANDS = {"stuck": "coop_defeat_stuck", "goal_unmet": "coop_defeat_requirement"}
"""Which defeat a group's stand means."""

ASKED = ("coin", "barrel", "sword", "key", "rope", "scroll")
"""Icons that a goal may ask for, as far as it is known; beside them, an artifact."""

ARTIFACTS = ("winged_boots", "artifact_2", "artifact_3")
MISSIONS = tuple(f"mission_{n}" for n in range(1, 15))
BOOKS_OF_GROUP, FAIRIES_OF_KIND = 2, 1


def of_round(part: str, number: int) -> str:
    """The field of a part of a round.

    >>> of_round("primary", 6)
    'primary_6'
    """
    return f"{part}_{number}"


def played(cells: State) -> int:
    """The last round in which a seat has recorded anything; 0 before."""
    return max((n for n in ROUNDS if any(of_round(p, n) in cells for p in PARTS)), default=0)


def rounds_left(cells: State) -> int:
    """Rounds after the last one that a seat has recorded."""
    return ROUNDS[-1] - played(cells)


def make(catalogue: Catalogue) -> Sheet:
    """The sheet; its ids are the JSON's keys."""
    objectives = options(catalogue.of_kind("objective"))
    parts = tuple(Option(id_, catalogue.name(id_)) for id_ in COLUMNS)
    fairies = options(catalogue.of_kind("fairy"))
    books = options(catalogue.of_kind("spellbook"))
    sections = (
        Section(
            "hand",
            Text("My hand (co-op)", "手札（協力）"),
            (_open("cards_in_hand", Text("Cards in my hand", "手札の枚数"), 9),),
            tracked=True,
            when=COOP,
        ),
        *(_round(n) for n in ROUNDS),
        Section(
            "market",
            Text("Market and my deck", "マーケットと自分の山"),
            (
                flag("passed", Text("Passed in this market", "このマーケットでパスした")),
                script(
                    "deck_notes",
                    Text("My deck", "自分の山のメモ"),
                    length=300,
                    hint=Text(
                        "Bought, cut and recycled cards, for example: +5 kMo, -1 c",
                        "買った・外した・残したカード。例: +5 kMo、-1 c",
                    ),
                ),
            ),
            folded=True,
            tracked=True,
        ),
        Section(
            "coins",
            Text("Coins", "コイン"),
            (count("coins", Text("Coins now", "今のコイン"), most=75),),
        ),
        Section(
            "forecast",
            Text("Still to come", "これから"),
            (
                Field(
                    "more",
                    Text("At most still to come", "あと最大で取れる分"),
                    "tally",
                    Cell("number", 0, 99, open=True),  # open: nothing more is a limit too
                    one_group(parts),
                    hint=Text(
                        "Your estimate for the rounds left. The projection counts it; what a "
                        "player needs assumes that rivals get anything up to it.",
                        "残りのラウンドの見込み。予想点に加え、「あと何が必要か」では他の人が"
                        "この範囲で何でも取ると考える。",
                    ),
                ),
            ),
        ),
        Section(
            "dungeon",
            Text("Best path", "最善の経路"),
            (
                script(
                    "dungeon",
                    Text("My dungeon", "自分のダンジョン"),
                    length=900,
                    hint=Text(
                        "Passages and places, for example: >-A kL; A-R s; R: Mo; R-> c",
                        "通路と場所。例: >-A kL; A-R s; R: Mo; R-> c",
                    ),
                ),
                tally(
                    "fairies",
                    Text("Fairies at hand", "手元の妖精"),
                    fairies,
                    most=5,
                    most_in_box={f.id: 5 for f in fairies},
                ),
                pick("books", Text("Spellbooks", "呪文書"), one_group(books), unique=True),
            ),
        ),
    )
    objectives_by_round = tuple(
        Section(
            f"objectives_{n}",
            _numbered(n),
            (
                choice(of_round("primary_objective", n), catalogue.name("primary"), objectives),
                flag(of_round("hourglass", n), catalogue.name("hourglass")),
                choice(of_round("secondary_objective", n), catalogue.name("secondary"), objectives),
            ),
        )
        for n in ROUNDS
    )
    mode = Section(
        "mode",
        Text("Mode", "モード"),
        (
            flag(
                "coop",
                Text("Co-op", "協力"),
                hint=Text(
                    "Co-op is followed at a table, not on a score pad.",
                    "協力モードは得点表ではなく、卓を開いて使う。",
                ),
            ),
        ),
    )
    versus = [replace(each, unless=COOP) for each in sections if each.when != COOP]
    sections = (*(each for each in sections if each.when == COOP), *versus)
    objectives_by_round = tuple(replace(each, unless=COOP) for each in objectives_by_round)
    table = (mode, *coop_sections(catalogue), *objectives_by_round)
    return Sheet(catalogue, sections, table, lambda state, rulings: list(_doubts(state)), COURSE)


def _open(id_: str, label: Text, most: int, hint: Text = EMPTY) -> Field:
    """A number whose blank is *not said*, so that 0 can be."""
    return Field(id_, label, "count", Cell("number", 0, most, open=True), hint=hint)


# ── co-op ──────────────────────────────────────────────────────────────────────────────


def coop_sections(catalogue: Catalogue) -> tuple[Section, ...]:
    """What a table that plays co-op keeps during a mission; the co-op tools ask the same."""
    found = coop_fields(catalogue)

    def section(id_: str, label: Text, *names: str, folded: bool = False) -> Section:
        fields = tuple(found[name] for name in names)
        return Section(id_, label, fields, folded=folded, tracked=True, when=COOP)

    return (
        section("mission", Text("Mission", "ミッション"), "mission", "difficulty"),
        section("groups", Text("Groups", "グループ"), "groups", "planning"),
        section(
            "goals",
            Text("What the goals ask for", "達成目標の要求"),
            "asked",
            "asked_artifact",
            folded=True,
        ),
        section("icons", Text("Icons of the groups", "グループのアイコン"), "circled", "struck"),
        section(
            "remedies",
            Text("Fairies, books, artifacts", "妖精・呪文書・秘宝"),
            "group_fairies",
            "group_books",
            "books_spent",
            "artifacts",
            folded=True,
        ),
        section("slots", Text("Deck and tableau", "山札と盤面"), "cards_in_deck", "empty_slots"),
        section(
            "outcome",
            Text("How it ended", "ミッションの結果"),
            "defeats",
            "mission_won",
            "mission_score",
            folded=True,
        ),
    )


def coop_fields(catalogue: Catalogue) -> dict[str, Field]:
    """The fields of a mission by id."""
    name = catalogue.name
    missions = [Option("mission_1", name("mission_1"))]
    missions += [
        Option(id_, Text(f"Mission {n}", f"ミッション{n}")) for n, id_ in enumerate(MISSIONS[1:], 2)
    ]
    artifacts = [Option("winged_boots", name("winged_boots"))]
    artifacts += [
        Option(id_, Text(f"Another artifact ({n})", f"ほかの秘宝（{n}）"))
        for n, id_ in enumerate(ARTIFACTS[1:], 1)
    ]
    asked = tuple(Option(id_, name(id_)) for id_ in ASKED)
    items = tuple(Option(id_, name(id_)) for id_ in paths.ITEMS)
    fairies = options(catalogue.of_kind("fairy"))
    books = options(coop_books(catalogue))
    listed = (
        choice("mission", Text("Mission", "ミッション"), missions),
        choice("difficulty", Text("Difficulty", "難易度"), difficulties(catalogue)),
        pick(
            "groups",
            Text("Groups in play", "使うグループ"),
            one_group(GROUPS),
            STANDS,
            hint=Text("Set each group that plays.", "参加するグループの状況を選ぶ。"),
        ),
        choice("planning", Text("We are planning for", "いま考えるグループ"), GROUPS),
        grid("asked", Text("Its goal asks for", "目標の要求"), GROUPS, asked, when="groups"),
        pick(
            "asked_artifact",
            Text("An artifact", "秘宝"),
            one_group(GROUPS),
            hint=Text("Who must bring an artifact.", "秘宝を届けるグループ。"),
        ),
        grid(
            "circled",
            Text("Circled", "丸を付けた数"),
            GROUPS,
            asked,
            when="groups",
            hint=Text("Circled icons, struck out or not.", "丸を付けた数（消した分も含む）。"),
        ),
        grid(
            "struck",
            Text("Struck out", "消した数"),
            GROUPS,
            items,
            when="groups",
            hint=Text("Of these, struck out.", "そのうち消費して消した数。"),
        ),
        grid(
            "group_fairies",
            Text("Unused fairies", "未使用の妖精"),
            GROUPS,
            fairies,
            when="groups",
            hint=Text("Unused fairies of each group.", "各グループの未使用の妖精。"),
        ),
        pick("group_books", Text("Spellbooks", "呪文書"), one_group(books), GROUPS),
        pick("books_spent", Text("Spellbooks used", "使った呪文書"), one_group(books)),
        pick("artifacts", Text("Artifacts", "秘宝"), one_group(artifacts), GROUPS),
        _open("cards_in_deck", Text("Cards in the deck", "山札の残り"), 99),
        _open("empty_slots", Text("Empty slots", "空きマス"), 99),
        pick("defeats", Text("Defeat", "敗北"), one_group(options(catalogue.of_kind("defeat")))),
        flag("mission_won", Text("All victory conditions met", "勝利条件をすべて達成")),
        _open(
            "mission_score",
            Text("The mission's own score", "ミッション独自の点"),
            999,
            Text(
                "Worked out as the booklet says, rounded down.",
                "冊子のとおりに計算し、端数は切り捨て。",
            ),
        ),
    )
    return {field.id: field for field in listed}


def difficulties(catalogue: Catalogue) -> tuple[Option, ...]:
    return options(catalogue.of_kind("difficulty"))


def coop_books(catalogue: Catalogue) -> tuple[Entry, ...]:
    """The spellbooks that co-op allows."""
    return tuple(b for b in catalogue.of_kind("spellbook") if "coop" in b.facts["modes"])


def _numbered(n: int) -> Text:
    return Text(f"Round {n}", f"{n}ラウンド目")


def _round(n: int) -> Section:
    def number(part: str, label: Text) -> Field:
        hint = Text(
            "Matching icons on the path; points as written where no objective is chosen.",
            "経路の該当アイコンの数。目標を選んでいない回は、書いた点そのもの。",
        )
        # open: 0 icons is an answer, a blank cell is not
        cell = Cell("number", 0, 99, open=True)
        return Field(of_round(part, n), label, "count", cell, hint=hint)

    return Section(
        f"round_{n}",
        _numbered(n),
        (
            number("primary", Text("Primary", "プライマリ")),
            number("secondary", Text("Secondary", "セカンダリ")),
            flag(of_round("first", n), Text("First to finish", "最初に完了")),
            flag(of_round("escaped", n), Text("Escaped", "脱出した")),
            script(
                of_round("path", n),
                Text("Path in shorthand", "経路の記法"),
                length=200,
                hint=Text(
                    "Instead of counting: icons in order, for example csk(Mcb)LqoTorP>",
                    "数える代わりに、出会った順に。例: csk(Mcb)LqoTorP>",
                ),
            ),
        ),
    )


# ── doubts ─────────────────────────────────────────────────────────────────────────────


def _doubts(state: State) -> Iterator[Doubt]:
    table = state.get("table", {})
    yield from _mission(table)
    for n in ROUNDS:
        yield from _races(state, table, n)
    for seat, cells in state["seats"].items():
        for n in ROUNDS:
            yield from _walked(seat, cells, n)
        yield from _forecast(seat, cells)
        if description := cells.get("dungeon"):
            try:
                dungeon.read(description)
            except dungeon.Unclear as error:
                yield Doubt(f"{seat}/dungeon", error.message)


def _races(state: State, table: dict[str, Any], n: int) -> Iterator[Doubt]:
    cell = of_round("first", n)
    first = [seat for seat in sorted(state["seats"]) if state["seats"][seat].get(cell)]
    for seat in first[1:]:
        message = Text("Somebody else was first too.", "最初の完了者がほかにもいます。")
        yield Doubt(f"{seat}/{cell}", message)
    known = of_round("primary_objective", n) in table
    if first and known and not table.get(of_round("hourglass", n)):
        message = Text("This primary has no hourglass.", "このプライマリに砂時計がありません。")
        yield Doubt(f"{first[0]}/{cell}", message)


def _walked(seat: str, cells: State, n: int) -> Iterator[Doubt]:
    cell = of_round("path", n)
    if not (typed := cells.get(cell)):
        return
    found = paths.walk(typed)
    for doubt in found.doubts:
        yield Doubt(f"{seat}/{cell}", doubt)
    if found.fault:
        at, why = found.fault
        message = Text(
            "Step {n}: {why} It counts up to there.", "{n}文字目:{why}手前まで数えます。"
        )
        yield Doubt(f"{seat}/{cell}", message.fill(n=at + 1, why=why))
    if cells.get(of_round("escaped", n)) and not found.escaped:
        message = Text("The path does not escape.", "経路は脱出していません。")
        yield Doubt(f"{seat}/{of_round('escaped', n)}", message)


def _forecast(seat: str, cells: State) -> Iterator[Doubt]:
    left = rounds_left(cells)
    for part in ("escape", "time_bonus"):
        if cells.get("more", {}).get(part, 0) > left:
            message = Text("Only {n} rounds are left.", "残りは{n}ラウンドです。").fill(n=left)
            yield Doubt(f"{seat}/more/{part}", message)
    books = list(cells.get("books", {}))
    for book in books[2:]:
        message = Text("A player has two spellbooks.", "持てる呪文書は2冊までです。")
        yield Doubt(f"{seat}/books/{book}", message)


def _mission(table: dict[str, Any]) -> Iterator[Doubt]:
    """What a group cannot hold, and an end that is both."""
    for group, struck in table.get("struck", {}).items():
        for item, n in struck.items():
            if n > table.get("circled", {}).get(group, {}).get(item, 0):
                message = Text(
                    "More struck out than circled.", "丸を付けた数より多く消しています。"
                )
                yield Doubt(f"table/struck/{group}/{item}", message)
    for group, fairies in table.get("group_fairies", {}).items():
        for fairy, n in fairies.items():
            if n > FAIRIES_OF_KIND:
                message = Text(
                    "A group has one fairy of a kind at a time.",
                    "グループが持てる妖精は各種1つまでです。",
                )
                yield Doubt(f"table/group_fairies/{group}/{fairy}", message)
    books: dict[str, str] = table.get("group_books", {})
    for group in {group.id for group in GROUPS}:
        for book in [b for b in books if books[b] == group][BOOKS_OF_GROUP:]:
            message = Text("A group has two spellbooks.", "グループが持てる呪文書は2冊までです。")
            yield Doubt(f"table/group_books/{book}", message)
    lost = table.get("defeats") or set(table.get("groups", {}).values()) & set(LOST_STANDS)
    if lost and table.get("mission_won"):
        message = Text("A defeat is recorded too.", "敗北も記録されています。")
        yield Doubt("table/mission_won", message)
