"""The score pad of Map Masters: six rounds, in the order in which they are played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

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
    script,
    tally,
)
from ...core.text import Text
from . import dungeon, paths

ROUNDS = tuple(range(1, 7))
COLUMNS = ("primary", "secondary", "time_bonus", "escape", "coins")
"""The parts of the score, and the rows of what is still to come."""

PARTS = ("primary", "secondary", "first", "escaped", "path")
"""A round's cells, each followed by the round's number."""


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
        *(_round(n) for n in ROUNDS),
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
    table = tuple(
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
    return Sheet(catalogue, sections, table, lambda state, rulings: list(_doubts(state)))


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
