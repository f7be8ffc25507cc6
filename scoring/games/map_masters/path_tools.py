"""Calculators of exploring and reward: a path checked, a laid dungeon, the points of a round.

Each is a small form over ``paths``, ``dungeon`` and ``points``; at a table the sheet fills it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from ...core.catalogue import Catalogue
from ...core.plan import Proof, Rulings, State
from ...core.sheet import (
    Cell,
    Field,
    Section,
    Sheet,
    Value,
    count,
    flag,
    one_group,
    options,
    pick,
    script,
)
from ...core.text import EMPTY, Text, counted, join
from ...core.tool import Answer, Apply, Block, Row, Tool, form
from . import dungeon, paths, plans, points
from .forms import (
    fairies_tally,
    objective_choice,
    plain,
    round_choice,
    round_now,
    signs_of_notation,
    tenths,
)
from .sheet import of_round

SEARCH_SECONDS = 1.5

# ── a path ────────────────────────────────────────────────────────────────────────────


def objective_rows(
    catalogue: Catalogue, circled: Mapping[str, int], primary: str, secondary: str
) -> tuple[Row, ...]:
    """All twelve objectives for these icons, the most first; what pays this round is named."""
    worth_of = paths.worth(catalogue, circled)
    most = max(worth_of.values())
    pays = {primary: catalogue.name("primary"), secondary: catalogue.name("secondary")}
    if primary and primary == secondary:
        pays[primary] = join([catalogue.name("primary"), catalogue.name("secondary")])
    found = []
    for entry in sorted(worth_of, key=lambda e: (e not in pays, -worth_of[e], e)):
        scores = catalogue[entry].scoring("per_icon")
        assert scores
        how = Text("{n} × {p}", "{n} × {p}").fill(
            n=circled.get(scores["of"], 0), p=scores["points"]
        )
        if entry in pays:
            how = Text("{part}: {how}", "{part}：{how}").fill(part=pays[entry], how=how)
        share = Fraction(worth_of[entry], most) if most else None
        value = plain(worth_of[entry])
        found.append(Row(catalogue.name(entry), value, how, entry, share=share))
    return tuple(found)


def path(catalogue: Catalogue) -> Tool:
    own = (
        script(
            "path",
            Text("Path in shorthand", "経路の記法"),
            length=200,
            hint=Text(
                "Icons in the order met: csk(Mcb)LqoTorP>. Room ( ), escaped >, stopped #.",
                "出会った順に。例: csk(Mcb)LqoTorP>　部屋は ( )、脱出 >、停止 #",
            ),
        ),
        count("coins", Text("Coins before", "受け取る前のコイン"), most=75),
        flag("coins_taken", Text("Coins are taken already", "コインは受け取り済み")),
    )
    table = (
        round_choice(),
        objective_choice(catalogue, "primary"),
        objective_choice(catalogue, "secondary"),
    )
    sheet = Sheet(
        catalogue,
        (Section("path", Text("Path", "経路"), own),),
        (Section("round", Text("Round", "ラウンド"), table, folded=True),),
    )

    def fill(state: State, seat: str) -> State:
        cells, shared = state["seats"][seat], state.get("table", {})
        number = round_now(state, [seat])
        path = cells.get(of_round("path", number))
        about = {
            "round": str(number),
            "primary": shared.get(of_round("primary_objective", number)),
            "secondary": shared.get(of_round("secondary_objective", number)),
        }
        own_cells = {
            "path": path,
            "coins": cells.get("coins"),
            "coins_taken": path is not None,
        }
        return form(sheet, state, {seat: own_cells}, about)

    def answer(state: State, rulings: Rulings) -> Answer:
        ((seat, cells),) = state["seats"].items()
        table = state.get("table", {})
        cites = ("circling", "collect_before", "room_entry", "teleporting")
        if not (typed := cells.get("path")):
            said = Text(
                "Type the path: csk(Mcb)LqoTorP>", "経路を入れてください。例: csk(Mcb)LqoTorP>"
            )
            return Answer(said, (signs_of_notation(catalogue),), cites=cites)
        found = paths.walk(typed)
        rows = objective_rows(
            catalogue, found.circled, table.get("primary", ""), table.get("secondary", "")
        )
        blocks = (
            Block(Text("All twelve objectives", "12種の目標"), rows),
            Block(Text("The path", "経路の中身"), tuple(_walk_rows(catalogue, found))),
        )
        applies = tuple(_walk_applies(seat, cells, table, found))
        return Answer(_walk_said(found), blocks, applies, cites=cites)

    return Tool(
        Text("Check a path", "経路の判定"),
        Text(
            "Is it legal, and what does it score under each of the twelve objectives?",
            "合法かどうかと、12種の目標それぞれの点。",
        ),
        sheet,
        answer,
        "one",
        fill,
    )


def _walk_said(found: paths.Walk) -> Text:
    coins = counted(found.circled["coin"], "coin", "coins", "コイン")
    if found.fault:
        at, why = found.fault
        return Text(
            "Illegal at sign {n} “{sign}”: {why} What lies before it counts ({coins}).",
            "{n}文字目「{sign}」で違反：{why}その手前まで数えます（{coins}）。",
        ).fill(n=at + 1, sign=found.text[at : at + 1] or "–", why=why, coins=coins)
    end = Text("escaped", "脱出") if found.escaped else Text("a dead end", "行き止まり")
    return Text("Legal, {end}, {coins}.", "合法、{end}、{coins}。").fill(end=end, coins=coins)


def _walk_rows(catalogue: Catalogue, found: paths.Walk) -> Iterator[Row]:
    for icon, n in found.circled.items():
        if n:
            left = found.unspent.get(icon)
            how = EMPTY if left is None else Text("{n} unspent", "未使用{n}").fill(n=left)
            yield Row(catalogue.name(icon), plain(n), how, icon)
    if found.escaped:
        yield Row(catalogue.name("escape"), Text("tick", "印"), EMPTY, "escape")
    for doubt in found.doubts:
        yield Row(Text("Doubt", "確認"), EMPTY, doubt)


def _walk_applies(
    seat: str, cells: Mapping[str, Any], table: Mapping[str, Any], found: paths.Walk
) -> Iterator[Apply]:
    if "round" not in table:
        return
    written: dict[str, Value | None] = {
        f"{seat}/{of_round('path', int(table['round']))}": found.text
    }
    number = table["round"]
    gained = found.circled["coin"]
    coins = cells.get("coins", 0) + gained
    if not cells.get("coins_taken") and gained and coins <= 75:
        both = Text("Write round {n}, take {c} coins", "{n}ラウンド目に記録し{c}コイン受け取る")
        yield Apply(both.fill(n=number, c=gained), written | {f"{seat}/coins": coins})
    yield Apply(Text("Write round {n}", "{n}ラウンド目に記録").fill(n=number), written)


# ── a laid dungeon ────────────────────────────────────────────────────────────────────


def laid_dungeon(catalogue: Catalogue) -> Tool:
    own = (
        script(
            "dungeon",
            Text("My dungeon", "自分のダンジョン"),
            length=900,
            hint=Text(
                "Passages and places: >-A kL; A-R s; R: Mo; R-> c. Rooms have a colon.",
                "通路と場所。例: >-A kL; A-R s; R: Mo; R-> c（部屋はコロン）",
            ),
        ),
        fairies_tally(catalogue, "fairies", Text("Fairies at hand", "手元の妖精")),
        pick(
            "books",
            Text("Spellbooks", "呪文書"),
            one_group(options([catalogue[book] for book in plans.BOOK_PAYS])),
        ),
    )
    table = (round_choice(), objective_choice(catalogue, "primary"))
    sheet = Sheet(
        catalogue,
        (Section("dungeon", Text("Dungeon", "ダンジョン"), own),),
        (Section("round", Text("Round", "ラウンド"), table, folded=True),),
    )

    def fill(state: State, seat: str) -> State:
        cells, number = state["seats"][seat], round_now(state, [seat])
        primary = state.get("table", {}).get(of_round("primary_objective", number))
        own_cells = {
            "dungeon": cells.get("dungeon"),
            "fairies": cells.get("fairies"),
            "books": {b: True for b in plans.BOOK_PAYS if b in cells.get("books", {})},
        }
        about = {"round": str(number), "primary": primary}
        return form(sheet, state, {seat: own_cells}, about)

    def answer(state: State, rulings: Rulings) -> Answer:
        ((seat, cells),) = state["seats"].items()
        table, cites = state.get("table", {}), ("building", "corridor_once", "no_crossing")
        if not (typed := cells.get("dungeon")):
            said = Text(
                "Describe the dungeon: >-A kL; A-R s; R: Mo; R-> c",
                "ダンジョンを記述してください。例: >-A kL; A-R s; R: Mo; R-> c",
            )
            return Answer(said, (_statements(),), cites=cites)
        try:
            laid = dungeon.read(typed)
        except dungeon.Unclear as error:
            return Answer(error.message, (_statements(),), cites=cites)
        primary = table.get("primary", "")
        fairies = {
            str(catalogue[f].facts["stands_in"]): n for f, n in cells.get("fairies", {}).items()
        }
        books = {plans.BOOK_PAYS[book]: 1 for book in cells.get("books", {})}
        values = plans.values(catalogue, primary)
        found = dungeon.search(laid, values, 24 * plans.TICK, fairies, books, SEARCH_SECONDS)
        end = Text("escapes", "脱出") if found.escaped else Text("a dead end", "行き止まり")
        said = Text("Walk {path} ({end}).", "経路は {path}（{end}）。").fill(
            path=found.text, end=end
        )
        proof = Proof(
            "optimal" if found.proven else "best found",
            "exhaustive",
            Fraction(found.bound, 24),
            found.seconds,
        )
        rows = objective_rows(catalogue, found.circled, primary, "")
        value = Row(
            Text("Worth on average", "平均的な価値"),
            tenths(Fraction(found.value, 24)),
            Text(
                "primary, one twelfth of each secondary, coins, and 1 for the tick",
                "プライマリ、各セカンダリの1/12、コイン、脱出の印1点",
            ),
        )
        blocks = (
            Block(Text("The path", "経路"), (value,)),
            Block(Text("All twelve objectives", "12種の目標"), rows, folded=True),
        )
        written: dict[str, Value | None] = {f"{seat}/dungeon": typed}
        applies = [Apply(Text("Keep the description", "記述を記録"), written)]
        if "round" in table and len(found.text) <= 200:
            path_cell = f"{seat}/{of_round('path', int(table['round']))}"
            label = Text("Write round {n}", "{n}ラウンド目に記録").fill(n=table["round"])
            applies.insert(0, Apply(label, written | {path_cell: found.text}))
        return Answer(said, blocks, tuple(applies), proof, cites)

    return Tool(
        Text("Best path", "最善の経路"),
        Text(
            "The legal path worth most through a dungeon that you describe.",
            "記述したダンジョンで、最も価値の高い合法な経路。",
        ),
        sheet,
        answer,
        "one",
        fill,
    )


def _statements() -> Block:
    listed = (
        ("A-B ks", "a passage and its icons from A to B", "AからBへの通路とアイコン（順に）"),
        (">-A c", "from an outer opening", "外の出入口から"),
        ("R: Mbo", "a room, monsters and icons", "部屋（モンスターと中身）"),
        ("D= o", "a crossing that holds something", "何かがある十字路"),
        ("A-B P1", "a pit above basement place 1", "地下の場所1の上にある落とし穴"),
        ("A-1 U", "stairs to the basement", "地下への階段"),
    )
    rows = tuple(Row(plain(sign), EMPTY, Text(en, ja)) for sign, en, ja in listed)
    return Block(Text("How to write it", "書き方"), rows)


# ── a round for everybody ─────────────────────────────────────────────────────────────


def round_points(catalogue: Catalogue) -> Tool:
    def icons_met(part: str, label: Text) -> Field:
        return Field(part, label, "count", Cell("number", 0, 99, open=True))

    own = (
        icons_met("primary_icons", Text("Icons of the primary", "プライマリのアイコン")),
        icons_met("secondary_icons", Text("Icons of the secondary", "セカンダリのアイコン")),
        flag("escaped", Text("Escaped", "脱出した")),
        flag("first", Text("First to finish", "最初に完了")),
    )
    table = (
        round_choice(),
        objective_choice(catalogue, "primary"),
        flag("hourglass", catalogue.name("hourglass")),
        objective_choice(catalogue, "secondary"),
    )
    sheet = Sheet(
        catalogue,
        (Section("icons", Text("Icons met", "出会ったアイコン"), own),),
        (Section("round", Text("Round", "ラウンド"), table),),
    )

    def fill(state: State, seat: str) -> State:
        everyone, shared = sorted(state["seats"]), state.get("table", {})
        number = round_now(state, everyone)
        seats = {
            s: {
                "primary_icons": state["seats"][s].get(of_round("primary", number)),
                "secondary_icons": state["seats"][s].get(of_round("secondary", number)),
                "escaped": state["seats"][s].get(of_round("escaped", number)),
                "first": state["seats"][s].get(of_round("first", number)),
            }
            for s in everyone
        }
        about = {
            "round": str(number),
            "primary": shared.get(of_round("primary_objective", number)),
            "hourglass": shared.get(of_round("hourglass", number)),
            "secondary": shared.get(of_round("secondary_objective", number)),
        }
        return form(sheet, state, seats, about)

    def answer(state: State, rulings: Rulings) -> Answer:
        table, cites = state.get("table", {}), ("reward", "score_primary", "score_secondary")
        if "primary" not in table:
            said = Text(
                "Choose the primary of the round.", "このラウンドのプライマリを選んでください。"
            )
            return Answer(said, cites=cites)
        rows = [
            _round_row(catalogue, sheet.name(state, seat), state["seats"][seat], table, rulings)
            for seat in sheet.seats(state)
        ]
        said = Text("{part}: {what}", "{part}：{what}").fill(
            part=catalogue.name("primary"), what=catalogue[table["primary"]].text
        )
        blocks = (Block(Text("Points of the round", "このラウンドの得点"), tuple(rows)),)
        applies = tuple(_round_applies(sheet, state))
        return Answer(said, blocks, applies, cites=cites)

    return Tool(
        Text("Points of a round", "ラウンドの採点"),
        Text(
            "One form for everybody: icons in, points out, and into all pads at once.",
            "全員のアイコンをまとめて入れ、点を出し、得点表に一度に書きます。",
        ),
        sheet,
        answer,
        "all",
        fill,
    )


def _objective_points(
    catalogue: Catalogue, objective: str | None, icons_met: int | None
) -> int | None:
    if objective is None or icons_met is None:
        return None
    scores = catalogue[objective].scoring("per_icon")
    assert scores
    return points.objective(icons_met, scores["points"])


def _round_row(
    catalogue: Catalogue,
    name: Text,
    cells: Mapping[str, Any],
    table: Mapping[str, Any],
    rulings: Rulings,
) -> Row:
    unknown = Text("?", "？")
    blue = _objective_points(catalogue, table.get("primary"), cells.get("primary_icons"))
    pink = _objective_points(catalogue, table.get("secondary"), cells.get("secondary_icons"))
    race = int(rulings["time_bonus_value"]) if cells.get("first") else 0
    parts = [
        Text("pink {n} before halving", "ピンク{n}（半減前）").fill(
            n=unknown if pink is None else pink
        )
    ]
    if race:
        parts.append(Text("green {n}", "緑{n}").fill(n=race))
    if cells.get("first") and not table.get("hourglass"):
        parts.append(Text("no hourglass this round", "砂時計のない回です"))
    if cells.get("escaped"):
        parts.append(Text("a tick", "脱出の印"))
    value = unknown if blue is None else Text("blue {n}", "青{n}").fill(n=blue)
    return Row(name, value, join(parts))


def _round_applies(sheet: Sheet, state: State) -> Iterator[Apply]:
    table = state["table"]
    if "round" not in table:
        return
    n = int(table["round"])
    # a blank here never wipes what somebody has written on a pad
    cells: dict[str, Value | None] = {
        f"table/{of_round(cell, n)}": table[name]
        for cell, name in (
            ("primary_objective", "primary"),
            ("hourglass", "hourglass"),
            ("secondary_objective", "secondary"),
        )
        if name in table
    }
    for seat in sheet.seats(state):
        own = state["seats"][seat]
        for part, name in (
            ("primary", "primary_icons"),
            ("secondary", "secondary_icons"),
            ("escaped", "escaped"),
            ("first", "first"),
        ):
            if name in own:
                cells[f"{seat}/{of_round(part, n)}"] = own[name]
    yield Apply(Text("Write round {n}", "{n}ラウンド目に記録").fill(n=n), cells)
