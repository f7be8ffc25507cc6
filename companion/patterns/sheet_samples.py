"""Samples for the pattern page: controls and sections of a score sheet."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

from companion.patterns.samples import (
    Sample,
    Words,
    scored,
)
from companion.sheet_pages.field_views import (
    Choice,
    ChoicePalette,
    FieldColumn,
    FieldView,
    GridLine,
    Input,
    OptionGroup,
    SeatRow,
    SectionView,
)
from companion.sheet_pages.players import Owner
from scoring.model.cells import Cell, Option
from scoring.model.fields import Field, Kind
from scoring.text.localised import EMPTY, Text


def _input(path: str, label: Any, value: object = "", on: bool = False, **more: Any) -> Input:
    shown = str(value)
    return Input(path, label, shown, on or bool(value), 60, **{"limit": 12} | more)


def _choices(path: str, label: Any, *options: tuple[Any, bool], **more: Any) -> Input:
    """Makes a sample choice cell; each of ``options`` is its name, and true if it is chosen."""
    offered = tuple(Choice(str(n), name, on) for n, (name, on) in enumerate(options))
    return _input(path, label, on=any(on for _, on in options), choices=offered, **more)


def _part(
    label: Any,
    control: str,
    kind: Kind,
    *inputs: Input,
    cell: Cell | None = None,
    id_: str = "",
    lines: tuple[GridLine, ...] = (),
    **more: Any,
) -> dict[str, Any]:
    """Makes the template context of a section with one field.

    ``control`` names the field's template in ``pad/controls``; ``inputs`` are its cells.
    """
    id_ = id_ or control
    field = Field(id_, label, kind, cell or Cell("number"), control=control, **more)
    heaps = (OptionGroup(EMPTY, inputs),) if inputs else ()
    shown = FieldView(field, f"sample-{id_}", heaps, lines, (f"pad/controls/{control}.html",))
    return {"panel": SectionView(f"sample-{id_}", label, label, EMPTY, (shown,))}


def _columns(cards: list[Input]) -> dict[str, Any]:
    """Makes the template context of a section in two columns: a stack, and cards in order."""
    apple, pear = Words("Apple", "りんご"), Words("Pear", "なし")
    stack = _input("columns/apple", apple, 2, limit=4)
    shown = [
        _part(apple, "stack", "count", stack, id_="apple", scores="apple"),
        _part(pear, "chips", "tally", *cards, id_="pear", scores="pear"),
    ]
    controls = tuple(each["panel"].controls[0] for each in shown)
    columns = {
        each.id: {
            "points": points,
            "line": {"entry": each.field.scores, "label": each.field.label, "brief": brief},
            "joined": {"apple": 1} if joined else {},
            "ghosts": {} if joined else {"pear": 3},
        }
        for each, points, brief, joined in zip(
            controls,
            (12, 7),
            (Words("2 trees", "2本"), Words("3 trees", "3本")),
            (True, False),
            strict=True,
        )
    }
    label = Words("Columns", "列")
    panel = SectionView("sample-columns", cast(Text, label), cast(Text, label), EMPTY, controls)
    return {"panel": replace(panel, layout="columns"), "sheet": {"points": {"columns": columns}}}


def _together(layout: str) -> dict[str, Any]:
    """Makes the template context of a section with all players: two seats with two counts each.

    The layout ``board`` has a checkbox for each seat as well.
    """
    picked: Any = Words("Picked", "摘んだ数")
    eaten: Any = Words("Eaten", "食べた数")
    first: Any = Words("First", "最初")
    fruit: Any = (Option("0", cast(Text, Words("Apple", "りんご"))),)
    kinds: tuple[tuple[Any, Kind, Any], ...] = (
        (picked, "count", ("7", "")),
        (eaten, "count", ("12", "0")),
        (first, "flag", (True, False)),
    )
    asked = [
        (Field(f"{layout}_{n}", label, kind, Cell("flag" if kind == "flag" else "number")), given)
        for n, (label, kind, given) in enumerate(kinds)
        if kind == "count" or layout == "board"
    ]
    names = (("Aki", "アキ", "red"), ("Mika", "ミカ", "blue"))
    rows = tuple(
        SeatRow(
            Owner(f"p{n + 1}", cast(Text, Words(en, ja)), colour, en[0]),
            tuple(
                FieldView(
                    field,
                    f"p{n + 1}-{field.id}",
                    (OptionGroup(EMPTY, (_input(f"p{n + 1}/{field.id}", field.label, given[n]),)),),
                )
                for field, given in asked
            ),
        )
        for n, (en, ja, colour) in enumerate(names)
    )
    kind = Field(f"{layout}_kind", picked, "choice", Cell("choice", options=fruit))
    chosen = _choices(f"table/{layout}_kind", Words("Fruit of the round", "このラウンドの果物"),
                      (Words("Apple", "りんご"), False))  # fmt: skip
    head = FieldView(kind, f"table-{layout}_kind", (OptionGroup(EMPTY, (chosen,)),))
    columns = tuple(
        FieldColumn(
            field,
            head if layout == "board" and not n else None,
            "",
            "",
            tuple((row.owner, row.controls[n]) for row in rows),
        )
        for n, (field, _) in enumerate(asked)
    )
    label: Any = Words("Round", "ラウンド") if layout == "board" else Words("Score pad", "得点表")
    id_ = f"sample-{layout}"
    panel = SectionView(
        id_, label, label, EMPTY, (), rows=rows, layout=layout, columns=columns, section=layout
    )
    figures = {f"p1-{layout}_0-figure": "= 21", f"p1-{layout}-sum": "27", f"p2-{layout}-sum": "≥ 0"}
    return {"panel": panel, "sheet": {"points": {"figures": figures}}}


def sheet() -> list[Sample]:
    apple, pear = Words("Apple", "りんご"), Words("Pear", "なし")
    young, old = Words("young", "若木"), Words("old", "老木")
    other: Any = Words("Mika", "ミカ")
    mika = Owner("p2", other, "blue", "M")
    faces: Any = (Option("0", cast(Text, young)), Option("1", cast(Text, old)))
    fruit = [
        _input(f"fruit/{n}", Words(f"Fruit {n}", f"くだもの{n}"), "" if n % 3 == 1 else n % 3)
        for n in range(1, 8)
    ]
    wrong = _input(
        "tray/nuts",
        Words("Nuts", "くるみ"),
        "3*",
        fault=Words("A whole number, please, or a sum such as 3+6+2.", "数を入れてください。"),
    )
    both = _input(
        "tray/eggs",
        Words("Eggs", "たまご"),
        6,
        fault=Words("Mika wrote 5, you wrote 6.", "ミカさんは5、あなたは6と入れました。"),
    )
    row: Any = Words("Gift basket", "贈り物のかご")
    line = GridLine(row, "row", "", (_input("use/apple", apple, 2), _input("use/pear", pear)))
    trees = [
        _choices("trees/oak", Words("Oak", "樫"), (young, False), (old, True), find="oak"),
        _choices("trees/elm", Words("Elm", "楡"), (young, True), (old, False), find="elm"),
        _choices(
            "trees/fir", Words("Fir", "樅"), (young, False), (old, False), find="fir", owner=mika
        ),
    ]
    animals = [
        _input("rack/cat", Words("Cat", "ねこ"), on=True),
        _input("rack/dog", Words("Dog", "犬")),
        _input("rack/owl", Words("Owl", "ふくろう"), owner=mika),
    ]
    cards = [_input(f"chips/{n}", Words(str(n), str(n)), v) for n, v in enumerate(("", 1, 2, ""))]
    coins = [_input(f"coins/{n}", Words(str(n), str(n)), n % 2 or "") for n in range(2, 9)]
    dice = [
        _choices(f"die/{n}", Words(f"Side {n}", f"{n}の面"), (Words("Sun", "太陽"), n == 1),
                 (Words("Moon", "月"), n == 2))
        for n in range(1, 4)
    ]  # fmt: skip
    guests = ((Words("Mayor", "村長"), True), (Words("Stranger", "旅人"), False))
    two = Cell("choice", options=faces)
    ready: Any = (Option("0", cast(Text, Words("waits", "待機"))), *faces)
    three = Cell("choice", options=ready)
    guards = [
        _choices(
            f"guard/{n}", name, (Words("waits", "待機"), n == 1), (young, n == 2), (old, n == 3)
        )
        for n, name in enumerate((apple, pear, Words("Cat", "ねこ"), Words("Owl", "ふくろう")))
    ]
    dot = Owner("p1", cast(Text, Words("Aki", "アキ")), "red", "A")
    players = [
        {"seat": "p1", "name": "Aki", "breakdown": scored(42), "owner": dot},
        {"seat": "p2", "name": other, "breakdown": scored(17, open_to=99), "owner": mika},
    ]
    more = Words("More in baskets than there is.", "持っている数より多く入れています。")
    doubt = SimpleNamespace(message=more, id="count-coins", count=2)
    lacks = {"message": more, "id": "fruit-1", "short": Words("Fruit", "くだもの")}
    steps = [
        {"id": "a", "label": Words("Fruit", "くだもの"), "points": "12", "done": True},
        {"id": "b", "label": Words("Trees", "木"), "points": "≥ 7", "open": True},
        {"id": "c", "label": Words("Yard", "庭")},
    ]
    own = {"seat": "p1", "name": "Aki", "breakdown": scored(42), "owner": dot}
    dock: dict[str, Any] = {"player": own, "owner": dot}
    menu = {"players": players, "seat": "p1", "player": own, "owner": dot, "room": True}

    def at_table(sheet: dict[str, Any]) -> dict[str, Any]:
        return {"sheet": sheet, "at_table": True, "table": {"key": "sample"}}

    def named(en: str, ja: str, *given: Any, **more: Any) -> Sample:
        name = Words(en, ja)
        return name, "pad/_section.html", _part(name, *given, **more)

    return [
        (Words("Steps", "段階"), "pad/_steps.html",
         {"sheet": {"points": {"steps": steps}, "steps_keys": "sample"}}),
        named("Tray", "トレー", "tray", "tally", *fruit, id_="fruit"),
        named("Error, conflict", "誤り・食い違い", "tray", "tally", wrong, both, id_="wrong"),
        named("Tray of a choice", "選択のトレー", "tray", "choice",
              _choices("guest", pear, *guests), cell=two, id_="guest"),
        named("Tray with rows", "行のあるトレー", "tray", "grid", lines=(line,), id_="use"),
        named("One number", "数ひとつ", "pad", "count", _input("pad", apple, 87)),
        named("Chips", "チップ", "chips", "tally", *cards),
        named("Stack", "山", "stack", "count",
              _input("stack/a", apple, 2, limit=4), _input("stack/b", pear, limit=4)),
        named("Rack", "並んだ駒", "rack", "pick", *animals, cell=Cell("flag")),
        named("Split tile", "二つの面", "split", "pick", *trees, cell=two),
        named("Three states", "三つの状態", "split", "pick", *guards, cell=three, id_="guards"),
        named("Steps of a card", "段階のあるカード", "cycle", "pick", *guards, cell=three),
        (Words("Columns", "列"), "pad/_section.html", _columns(cards)),
        named("Coins", "コイン", "coins", "tally", *coins, across=7),
        named("Dice net", "ダイスの展開", "net", "pick", *dice, cell=two),
        named("Question", "質問", "ask", "choice", _choices("ask", apple, *guests), cell=two),
        named("Radios", "一つ", "radios", "choice", _choices("radio", pear, *guests), cell=two),
        named("Palette", "パレット", "palette", "pick",
              *[replace(each, path=f"all/{each.path}") for each in trees], cell=two),
        named("Text", "文字", "text", "script", _input("walk", Words("Walk", "散歩"), "NNE"),
              cell=Cell("text")),
        (Words("Faces of a die", "ダイスの面"), "pad/_faces.html",
         {"shown": True, "faces": [ChoicePalette("faces-sample", dice[0].choices, True, True)]}),
        named("Signs", "記号", "signs", "script", _input("signs", Words("Way", "道"), "NNE"),
              cell=Cell("text"), signs=(Option("N", cast(Text, Words("north", "北"))),)),
        (Words("Round of all players", "全員のラウンド"), "pad/_section.html", _together("board")),
        (Words("Score pad", "得点表"), "pad/_section.html", _together("score_pad")),
        (Words("Pad", "数字"), "pad/_keys.html", {"shown": True}),
        (Words("Seat's menu", "席のメニュー"), "pad/_menu.html", at_table(menu)),
        (Words("Dock", "合計の帯"), "pad/_dock.html", at_table(dock),
         at_table(dock | {"whole": True, "warnings_keys": "whole"}),
         at_table(dock | {"warnings": {"doubtful": [doubt], "missing": [lacks]},
                          "warnings_keys": "odd"})),
    ]  # fmt: skip
