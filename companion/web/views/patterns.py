"""Every component once, on one page: what a stylesheet's change touches is seen at a glance.

The page includes the templates that the other pages include, with samples of an orchard that
no box holds, so it needs no table and no game; at its end, the pieces of all games that there are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any, cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from companion.web.drawings import piece
from companion.web.forms import (
    Choice,
    Column,
    Control,
    Faces,
    GridLine,
    Heap,
    Input,
    Panel,
    Row,
)
from companion.web.owners import Owner
from scoring import game, games
from scoring.core.breakdown import Breakdown, Line
from scoring.core.cells import Cell, Option
from scoring.core.fields import Field, Kind
from scoring.core.text import EMPTY, Text

SLUG = "orchard"
LISTS = {
    "result/_line.html": ("lines pad", ""),
    "lookup/_hit.html": ("hits", ""),
    "table/_row.html": ("lines board", "board__row"),
}
"""What stands in a list on its pages: the list's class, and the item's if it brings none."""


class Words(str):
    """A sample's words in the reader's language, which templates may ask in either."""

    languages: tuple[str, str]

    def __new__(cls, en: str, ja: str) -> Words:
        words = super().__new__(cls, ja if (get_language() or "en").startswith("ja") else en)
        words.languages = en, ja
        return words

    def said(self, language: str) -> str:
        en, ja = self.languages
        return ja if language.startswith("ja") else en


class Catalogue(dict[str, Words]):
    """Names of pieces, as much as templates ask of a catalogue; there are no facts."""

    facts: Mapping[str, Any] = {}

    def name(self, entry: str) -> Words:
        return self[entry]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A component under its name, each time it is shown; in a list if it is an item of one."""

    name: Words
    shown: list[SafeString]
    list_class: str
    item_class: str

    @property
    def id(self) -> str:
        return self.name.said("en").lower().replace(",", "").replace(" ", "_")


def scored(points: int, *, open_to: int = 0) -> Breakdown:
    """A score of so many points, with a row more that may still bring up to ``open_to``."""
    lines = [Line("known", EMPTY, points, EMPTY)]
    if open_to:
        lines.append(Line("open", EMPTY, None, EMPTY, bounds=(0, open_to)))
    return Breakdown(tuple(lines))


def patterns(request: HttpRequest) -> HttpResponse:
    """The page, in the reader's language and scheme."""
    orchard = _game()
    samples = (*_sheet(), *_score(), *_table(), *_lookup(), *_calculators(), *_drawings())
    shown = [
        Pattern(
            name,
            [
                render_to_string(template, {"game": orchard, "slug": SLUG, **context}, request)
                for context in contexts
            ],
            *LISTS.get(template, ("", "")),
        )
        for name, template, *contexts in samples
    ]
    return render(request, "patterns.html", {"patterns": shown})


type Sample = tuple[Any, ...]
"""A name, a template, and a context for each time it is shown."""


def _game() -> dict[str, Any]:
    fruit = Catalogue(apple=Words("Apple", "りんご"), pear=Words("Pear", "なし"))
    course = {"first": Words("Start player", "スタートプレイヤー")}
    return {"slug": SLUG, "catalogue": fruit, "sheet": {"course": course}}


# ── the sheet ──────────────────────────────────────────────────────────────────────────


def _input(path: str, label: Any, value: object = "", on: bool = False, **more: Any) -> Input:
    shown = str(value)
    return Input(path, label, shown, on or bool(value), 60, **{"limit": 12} | more)


def _choices(path: str, label: Any, *options: tuple[Any, bool], **more: Any) -> Input:
    """A cell that offers several, with the chosen one marked."""
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
    """A section of the sheet with one control of that name."""
    id_ = id_ or control
    field = Field(id_, label, kind, cell or Cell("number"), control=control, **more)
    heaps = (Heap(EMPTY, inputs),) if inputs else ()
    shown = Control(field, f"sample-{id_}", heaps, lines, (f"pad/controls/{control}.html",))
    return {"panel": Panel(f"sample-{id_}", label, label, EMPTY, (shown,))}


def _columns(cards: list[Input]) -> dict[str, Any]:
    """Two columns side by side: a stack, and cards in order."""
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
    panel = Panel("sample-columns", cast(Text, label), cast(Text, label), EMPTY, controls)
    return {"panel": replace(panel, layout="columns"), "columns": columns}


def _together(layout: str) -> dict[str, Any]:
    """A section of all players: two of them, two numbers and a mark."""
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
        Row(
            Owner(f"p{n + 1}", cast(Text, Words(en, ja)), colour, en[0]),
            tuple(
                Control(
                    field,
                    f"p{n + 1}-{field.id}",
                    (Heap(EMPTY, (_input(f"p{n + 1}/{field.id}", field.label, given[n]),)),),
                )
                for field, given in asked
            ),
        )
        for n, (en, ja, colour) in enumerate(names)
    )
    kind = Field(f"{layout}_kind", picked, "choice", Cell("choice", options=fruit))
    chosen = _choices(f"table/{layout}_kind", Words("Fruit of the round", "このラウンドの果物"),
                      (Words("Apple", "りんご"), False))  # fmt: skip
    head = Control(kind, f"table-{layout}_kind", (Heap(EMPTY, (chosen,)),))
    columns = tuple(
        Column(
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
    panel = Panel(
        id_, label, label, EMPTY, (), rows=rows, layout=layout, columns=columns, section=layout
    )
    figures = {f"p1-{layout}_0-figure": "= 21", f"p1-{layout}-sum": "27", f"p2-{layout}-sum": "≥ 0"}
    return {"panel": panel, "figures": figures}


def _sheet() -> list[Sample]:
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
    dock: dict[str, Any] = {"name": "Aki", "breakdown": scored(42), "at_table": True}
    menu = {"players": players, "seat": "p1", "owner": dot, "name": "Aki", "at_table": True}
    menu |= {"table": {"key": "sample"}, "room": True}

    def named(en: str, ja: str, *given: Any, **more: Any) -> Sample:
        name = Words(en, ja)
        return name, "pad/_part.html", _part(name, *given, **more)

    return [
        (Words("Steps", "段階"), "pad/_steps.html", {"steps": steps, "steps_told": "sample"}),
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
        (Words("Columns", "列"), "pad/_part.html", _columns(cards)),
        named("Coins", "コイン", "coins", "tally", *coins, across=7),
        named("Dice net", "ダイスの展開", "net", "pick", *dice, cell=two),
        named("Question", "質問", "ask", "choice", _choices("ask", apple, *guests), cell=two),
        named("Radios", "一つ", "radios", "choice", _choices("radio", pear, *guests), cell=two),
        named("Palette", "パレット", "palette", "pick",
              *[replace(each, path=f"all/{each.path}") for each in trees], cell=two),
        named("Text", "文字", "text", "script", _input("walk", Words("Walk", "散歩"), "NNE"),
              cell=Cell("text")),
        (Words("Faces of a die", "ダイスの面"), "pad/_faces.html",
         {"shown": True, "faces": [Faces("faces-sample", dice[0].choices, True, True)]}),
        named("Signs", "記号", "signs", "script", _input("signs", Words("Way", "道"), "NNE"),
              cell=Cell("text"), signs=(Option("N", cast(Text, Words("north", "北"))),)),
        (Words("Round of all players", "全員のラウンド"), "pad/_part.html", _together("board")),
        (Words("Score pad", "得点表"), "pad/_part.html", _together("score_pad")),
        (Words("Pad", "数字"), "pad/_keys.html", {"shown": True}),
        (Words("Seat's menu", "席のメニュー"), "pad/_menu.html", menu),
        (Words("Dock", "合計の帯"), "pad/_dock.html", dock,
         dock | {"whole": True, "odd_told": "whole"},
         dock | {"doubtful": [doubt], "missing": [lacks], "odd_told": "odd"}),
    ]  # fmt: skip


# ── the score ──────────────────────────────────────────────────────────────────────────


def _score() -> list[Sample]:
    oak = {"id": "oak", "name": Words("Oak", "樫")}
    taken = {"label": Words("Gift basket", "贈り物のかご"), "how": Words("3 sets x 4", "3組×4")}
    lines: list[dict[str, Any]] = [
        {"line": taken | {"points": 12, "entry": "gift", "pieces": {"apple": 3, "pear": 1}}},
        {
            "line": {
                "label": oak["name"],
                "how": Words("face not known", "面が不明"),
                "points": None,
            }
        },
    ]
    ruling = {"entry": oak, "option": {"name": Words("book", "ルールブック")}}
    ruling["others"] = [{"option": {"name": Words("club", "例会")}, "points": 9, "total": 39}]
    lines.append({"line": taken | {"points": 10}, "rulings": [ruling]})
    seats: list[dict[str, Any]] = [
        {
            "owner": {"colour": "red", "initial": "A"},
            "name": "Aki",
            "place": 1,
            "breakdown": scored(42),
        },
        {
            "owner": {"colour": "blue", "initial": "M"},
            "name": Words("Mika", "ミカ"),
            "place": 2,
            "breakdown": scored(31),
        },
        {
            "owner": {"colour": "green", "initial": "T"},
            "name": Words("Tom", "トム"),
            "place": 3,
            "breakdown": scored(17, open_to=99),
        },
    ]
    ended: dict[str, Any] = {
        "headline": Words("Aki wins by 11", "Akiが11点差で勝利"),
        "seats": ("p1", "p2", "p3"),
        "podium": [each | {"entered": True} for each in seats[:2]],
        "below": [seats[2] | {"entered": True, "place": 0, "rank": "1–3"}],
        "duel": [each["owner"] | {"name": each["name"]} for each in seats[:2]],
        "differences": [
            {
                "part": {"name": Words("Fruit", "くだもの")},
                "points": 13,
                "x": 50,
                "width": 50,
                "colour": "red",
            },
            {
                "part": {"name": Words("Trees", "木")},
                "points": -2,
                "x": 42,
                "width": 8,
                "colour": "blue",
            },
        ],
        "because": Words("The gift basket alone made 12 more.", "贈り物のかごだけで12点差。"),
    }
    bars = [[{"shade": n, "x": sum(widths[:n]), "width": width} for n, width in enumerate(widths)]
            for widths in ((20, 20, 15, 15), (20, 18, 10, 5), (20, 10, 8, 0))]  # fmt: skip
    rows = [
        {"name": Words("Fruit", "くだもの"), "shade": 0, "cells": [30, 22, 17]},
        {"name": Words("Trees", "木"), "shade": 1, "cells": [12, 9, "?"]},
    ]
    proven = {
        "verdict": "optimal",
        "method": "exhaustive",
        "bound": 42,
        "seconds": 0.012,
        "checked": ["scorer", "enumeration"],
    }
    found = {"verdict": "best found", "bound": 44}
    around = {
        "seat": "p1",
        "name": "Aki",
        "has_around": True,
        "one_more": [
            {"entry": oak, "worth": 4},
            {"entry": {"name": Words("Elm", "楡")}, "worth": 0},
        ],
        "runner_up": {
            "total": 40,
            "steps": [Words("Put 2 apples in a pie.", "りんご2個をパイに。")],
        },
    }
    return [
        (Words("Podium", "表彰台"), "result/_podium.html", {"outcome": ended}),
        (Words("Where it was won", "勝負の分かれ目"), "result/_where.html", {"outcome": ended}),
        (Words("Rows of a score", "得点の行"), "result/_line.html", *lines),
        (
            Words("Side by side", "並べて比べる"),
            "result/_beside.html",
            {"seats": seats, "beside": {"bars": bars, "rows": rows}},
        ),
        (Words("Proof", "証明"), "result/_seal.html", {"proof": proven}, {"proof": found}),
        (Words("What lies around", "その周辺"), "result/_around.html", {"shown": around}),
    ]


# ── the table ──────────────────────────────────────────────────────────────────────────


def _table() -> list[Sample]:
    host = {"table": {"key": "sample", "revision": 3}, "who": {"role": "host", "seat": "p1"}}
    steps = [
        ({"id": "pick", "text": Words("Pick fruit.", "くだものを取る。"), "entry": "basket"}, True),
        ({"id": "eat", "text": Words("Eat.", "食べる。")}, False),
    ]
    spring = {"name": Words("Spring", "春"), "hint": Words("Everyone picks.", "全員が取る。")}
    stage = {"phase": spring, "phase_number": 1, "phases": [1, 2, 3], "steps": steps, "ticked": 1}
    stage |= {"before": {"name": Words("Set-up", "準備")}, "after": {"name": Words("Summer", "夏")}}
    timers = [
        {"id": 1, "name": Words("Tea", "お茶"), "clock": "4:59", "until": ""},
        {"id": 2, "minutes": 3, "clock": "0:00", "over": True},
    ]
    rows = [
        {
            "name": "Aki",
            "owner": {"colour": "red", "initial": "A"},
            "first": True,
            "seat": "p1",
            "mine": True,
            "entered": True,
            "progress": {"complete": True},
            "bar": [{"shade": n, "x": 25 * n, "width": 25} for n in range(4)],
        },
        {
            "name": Words("Mika", "ミカ"),
            "owner": {"colour": "blue", "initial": "M"},
            "present": True,
            "hidden": True,
        },
        {
            "name": Words("Tom", "トム"),
            "owner": {"colour": "green", "initial": "T"},
            "entered": True,
            "progress": {"done": 1, "of": 3},
            "bar": [{"shade": 1, "x": 0, "width": 40}],
        },
    ]
    rows[0]["breakdown"], rows[2]["breakdown"] = scored(42), scored(17, open_to=99)
    placed = [rows[0] | {"place": 1}]
    waiting = rows[2] | {"place": 0, "rank": "2–3"}
    ended = host | {"rows": rows, "offered": {"groups": [], "bgstats": "#"}}
    ended |= {
        "outcome": {
            "headline": Words("Aki wins by 25", "Akiが25点差で勝利"),
            "seats": ("p1", "p2", "p3"),
            "podium": placed,
            "below": [rows[1] | {"rank": "2–3"}, waiting],
        }
    }
    plot = {
        "width": 340, "height": 170, "left": 30, "right": 270, "said": "Aki: 0, 20, 42",
        "levels": [{"value": 0, "y": 146}, {"value": 50, "y": 20}],
        "marks": [{"label": "1", "x": 30}, {"label": "2", "x": 150}, {"label": "3", "x": 270}],
        "series": [
            {
                "name": "Aki", "colour": "red", "initial": "A",
                "points": "30,146 150,96 270,40", "dots": [(150, 96)], "y": 40,
            },
            {
                "name": Words("Mika", "ミカ"), "colour": "blue", "initial": "M",
                "points": "30,146 150,110 270,84", "y": 84,
            },
        ],
        "key": [Words("Spring", "春"), Words("Summer", "夏"), Words("Autumn", "秋")],
    }  # fmt: skip
    return [
        (Words("Pages of a table", "卓のページ"), "table/_nav.html", host | {"tab": "scores"}),
        (Words("Phase", "進行"), "table/_phase.html", host | stage),
        (Words("Timers", "タイマー"), "table/_timers.html", host | {"timers": timers}),
        (
            Words("Rows of the scoreboard", "得点板の行"),
            "table/_row.html",
            *({"row": r} for r in rows),
        ),
        (Words("Points over time", "得点の推移"), "table/_plot.html", {"plot": plot}),
        (Words("The end", "終わり"), "table/_end.html", ended),
    ]


# ── the look-up and the calculators ────────────────────────────────────────────────────


def _lookup() -> list[Sample]:
    kind = {"name": Words("Tree", "木")}
    box = {"slug": SLUG, "name": Words("The orchard", "果樹園")}
    texts = Words("2 points at the end.", "終了時、2点。")
    oak = {
        "id": "oak",
        "kind": "tree",
        "text": texts,
        "name": Words("Oak", "樫"),
        "status": "inferred",
    }
    elm = oak | {"id": "elm", "name": Words("Elm", "楡"), "options": [1]}
    found = SimpleNamespace(query=SimpleNamespace(plain="oak"), terms=["oak", "樫"])
    hits = [
        {"hit": {"item": {"box": box, "catalogue": Catalogue(), "kind": kind, "name": each["name"],
                          "entry": SimpleNamespace(**each, body=(), cites=(), facts={})}},
         "found": found, "whole": True, "there": "ja"}
        for each in (oak, elm)
    ]  # fmt: skip
    language = get_language() or "en"
    before, answer = (
        each.said(language) for each in (Words("An oak stands. ", "樫がある。"), texts)
    )
    passage: dict[str, Any] = {
        "item": {"box": box, "catalogue": Catalogue()},
        "entry": SimpleNamespace(**oak, cites=(), facts={}),
        "language": language,
        "before": before,
        "text": answer,
        "paragraph": before + answer,
        "paragraphs": [before + answer],
    }
    return [
        (Words("Search", "検索"), "lookup/_search.html", {"query": ""}),
        (
            Words("Answer box", "答え"),
            "lookup/_passage.html",
            {"passage": passage, "related": [{"name": elm["name"]}]},
        ),
        (Words("Hits", "見つかったもの"), "lookup/_hit.html", *hits),
        (Words("Ruling", "裁定"), "lookup/_ruling.html", {"ruling": elm, "box": box}),
    ]


def _calculators() -> list[Sample]:
    rows = [
        {"label": Words("An apple", "りんご"), "value": "50 %", "share": 0.5},
        {"label": Words("A pear", "なし"), "value": "25 %", "share": 0.25, "entry": "pear"},
    ]
    answer = {
        "said": Words("Pick the oak: 2.5 points on average.", "樫を取る：平均2.5点。"),
        "blocks": [{"title": Words("Chances", "確率"), "rows": rows}],
    }
    doubts = [{"message": Words("No fruit entered.", "くだものが入っていません。")}]
    return [
        (
            Words("Answer of a calculator", "計算の答え"),
            "calculator/_form.html#answer",
            {"answer": answer, "doubts": doubts},
        )
    ]


def _drawings() -> list[Sample]:
    """The pieces of each game, kind by kind, as far as it draws them."""
    samples: list[Sample] = []
    for slug, box in games().items():
        catalogue = game(slug).catalogue
        kinds = [[each.id for each in catalogue.of_kind(kind)] for kind in catalogue.kinds]
        drawn = [pieces for pieces in kinds if pieces and piece(slug, pieces[0])]
        name = Words(f"Drawings {box.name.en}", f"絵：{box.name.ja}")
        samples.append((name, "drawn/kinds.html", {"slug": slug, "kinds": drawn}))
    return samples
