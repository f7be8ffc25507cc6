"""Every component once, on one page: what a stylesheet's change touches is seen at a glance.

The page includes the templates that the other pages include, with samples of an orchard that
no box holds, so it needs no table and no game; at its end, the pieces of all games that there are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from companion.web.drawings import piece
from scoring import game, games

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
    """Names of pieces, as much as templates ask of a catalogue."""

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


def _input(path: str, label: Words, **more: Any) -> dict[str, Any]:
    return {"path": path, "id": path.replace("/", "-"), "label": label, "most": 60} | more


def _choices(path: str, label: Words, *options: tuple[Words, bool], **more: Any) -> dict[str, Any]:
    """A cell that offers several, with the chosen one marked."""
    offered = [{"id": str(n), "label": name, "on": on} for n, (name, on) in enumerate(options)]
    return _input(path, label, choices=offered, on=any(on for _, on in options)) | more


def _part(id_: str, label: Words, kind: str, *inputs: Mapping[str, Any], **more: Any) -> Any:
    """A section of the sheet with one control of that kind."""
    heap = {"inputs": inputs, "filled": sum(bool(each.get("on")) for each in inputs)}
    control: dict[str, Any] = {"id": f"sample-{id_}", "field": {"label": label}, "heaps": [heap]}
    control |= {"templates": [f"pad/_{kind}.html"]} | more
    return {"panel": {"id": id_, "label": label, "open": True, "controls": [control]}}


def _sheet() -> list[Sample]:
    apple, pear, plum = Words("Apple", "りんご"), Words("Pear", "なし"), Words("Plum", "すもも")
    young, old = Words("young", "若木"), Words("old", "老木")
    fruit = [
        _input(f"fruit/{n}", Words(f"Fruit {n}", f"くだもの{n}"), value=n % 3) for n in range(1, 10)
    ]
    row: dict[str, Any] = {"id": "row", "label": Words("Gift basket", "贈り物のかご")}
    row["cells"] = [_input("use/apple", apple, value=2), _input("use/pear", pear)]
    short = [_input("count/coins", Words("Coins", "コイン"), value=7)]
    wrong = _input("count/nuts", Words("Nuts", "くるみ"), value="3*")
    wrong["fault"] = Words(
        "A whole number, please, or a sum such as 3+6+2.", "数を入れてください。"
    )
    both = _input("count/eggs", Words("Eggs", "たまご"), value=6)
    both["fault"] = Words("Mika wrote 5, you wrote 6.", "ミカさんは5、あなたは6と入れました。")
    trees = [
        _choices("trees/oak", Words("Oak", "樫"), (young, False), (old, True), find="oak"),
        _choices("trees/elm", Words("Elm", "楡"), (young, False), (old, False), find="elm"),
    ]
    guests = ((Words("Mayor", "村長"), True), (Words("Stranger", "旅人"), False))
    ticks = [
        _input("flag/cat", Words("The cat is at home", "ねこが家にいる"), on=True),
        _input("flag/dog", Words("The dog is, too", "犬もいる"), on=False),
    ]
    many = [(Words(str(n), str(n)), n == 2) for n in range(8)]
    players = [
        {"seat": "p1", "name": "Aki", "breakdown": {"total": 42}},
        {"seat": "p2", "name": Words("Mika", "ミカ"), "breakdown": {"partial": True, "known": 17}},
    ]
    doubt = {
        "message": Words("More in baskets than there is.", "持っている数より多く入れています。")
    }
    dock = {"name": "Aki", "breakdown": {"total": 42}}
    return [
        (Words("Tabs", "タブ"), "pad/_tabs.html", {"players": players, "seat": "p1", "room": True}),
        (
            Words("Count, error, conflict", "数・誤り・食い違い"),
            "pad/_panel.html",
            _part("count", Words("Count", "数"), "count", *short, wrong, both),
        ),
        (
            Words("Tally", "いくつずつ"),
            "pad/_panel.html",
            _part("tally", Words("Tally", "いくつずつ"), "tally", *fruit),
        ),
        (
            Words("Flag", "印"),
            "pad/_panel.html",
            _part("flag", Words("Flag", "印"), "flag", *ticks),
        ),
        (
            Words("Choice", "選択"),
            "pad/_panel.html",
            _part("choice", Words("Choice", "選択"), "choice", _choices("guest", plum, *guests)),
        ),
        (
            Words("Pick", "どれを持つか"),
            "pad/_panel.html",
            _part("pick", Words("Pick", "どれを持つか"), "tiles", *trees, many=True),
        ),
        (
            Words("Pick from a list", "一覧から"),
            "pad/_panel.html",
            _part(
                "list",
                Words("List", "一覧"),
                "selects",
                _choices("dice/1", Words("Die", "ダイス"), *many),
            ),
        ),
        (
            Words("Grid", "表"),
            "pad/_panel.html",
            _part("grid", Words("Grid", "表"), "grid", lines=[row]),
        ),
        (
            Words("Script", "文字"),
            "pad/_panel.html",
            _part(
                "script",
                Words("Script", "文字"),
                "script",
                _input("walk", Words("Walk", "散歩"), value="NNE"),
            ),
        ),
        (Words("Doubt", "念のため"), "pad/_doubts.html", {"odd": [doubt | {"id": "count-coins"}]}),
        (Words("Dock", "合計の帯"), "pad/_dock.html", dock | {"at_table": True}),
    ]


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
    seats = [
        {"name": "Aki", "place": 1, "breakdown": {"total": 42}},
        {"name": Words("Mika", "ミカ"), "place": 2, "breakdown": {"total": 31}},
        {"name": Words("Tom", "トム"), "place": 3, "breakdown": {"partial": True, "known": 17}},
    ]
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
        (Words("Podium", "表彰台"), "result/_podium.html", {"placed": seats}),
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
    stage = {"phase": spring, "phase_number": 1, "phases": [1, 2, 3], "steps": steps}
    stage |= {"before": {"name": Words("Set-up", "準備")}, "after": {"name": Words("Summer", "夏")}}
    timers = [
        {"id": 1, "name": Words("Tea", "お茶"), "clock": "4:59", "until": ""},
        {"id": 2, "minutes": 3, "clock": "0:00", "over": True},
    ]
    rows = [
        {"name": "Aki", "colour": "red", "first": True, "mine": True, "share": 100},
        {"name": Words("Mika", "ミカ"), "colour": "blue", "present": True, "hidden": True},
        {"name": Words("Tom", "トム"), "colour": "green", "share": 40},
    ]
    rows[0]["breakdown"], rows[2]["breakdown"] = {"total": 42}, {"partial": True, "known": 17}
    placed = [{"name": row["name"], "placing": {"place": n + 1}} for n, row in enumerate(rows)]
    ended = host | {"rows": placed, "offered": {"groups": [], "bgstats": "#"}}
    plot = {
        "width": 340, "height": 170, "left": 30, "right": 270, "said": "Aki: 0, 20, 42",
        "levels": [{"value": 0, "y": 146}, {"value": 50, "y": 20}],
        "marks": [{"label": "1", "x": 30}, {"label": "2", "x": 150}, {"label": "3", "x": 270}],
        "series": [
            {"name": "Aki", "points": "30,146 150,96 270,40", "dots": [(150, 96)], "y": 40},
            {"name": Words("Mika", "ミカ"), "points": "30,146 150,110 270,84", "y": 84},
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
    hits = [
        {"hit": {"item": {"box": box, "entry": each, "kind": kind, "name": each["name"]}},
         "found": {"terms": ["oak", "樫"]}, "there": "ja"}
        for each in (oak, elm)
    ]  # fmt: skip
    passage: dict[str, Any] = {
        "before": Words("An oak stands. ", "樫がある。"),
        "text": texts,
        "language": "en",
    }
    passage |= {"entry": oak, "item": {"box": box}}
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
