"""Samples for the pattern page: scores, tables, look-up, calculators, drawings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import get_language

from companion.games.drawings import piece
from scoring import game, games
from scoring.model.breakdown import Breakdown, Line
from scoring.text.localised import EMPTY

SLUG = "orchard"


LISTS = {
    "result/_line.html": ("lines pad", ""),
    "lookup/_hit.html": ("hits", ""),
    "table/_seat_row.html": ("lines board", "board__row"),
}
"""Templates that render a list item: CSS class of the list, and of the item's ``li``.

The latter is "" if the template has its own ``li``.
"""


class Words(str):
    """A sample's words in the active language; ``in_language`` returns either."""

    languages: tuple[str, str]

    def __new__(cls, en: str, ja: str) -> Words:
        words = super().__new__(cls, ja if (get_language() or "en").startswith("ja") else en)
        words.languages = en, ja
        return words

    def in_language(self, language: str) -> str:
        en, ja = self.languages
        return ja if language.startswith("ja") else en


class Catalogue(dict[str, Words]):
    """Stands in for a game's catalogue in samples: names of pieces by id, and no facts."""

    facts: Mapping[str, Any] = {}

    def name(self, entry: str) -> Words:
        return self[entry]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A component of the interface: its name, and its samples as rendered HTML.

    ``list_class`` and ``item_class``: CSS classes of the list around it, "" if it is no list item.
    """

    name: Words
    shown: list[SafeString]
    list_class: str
    item_class: str

    @property
    def id(self) -> str:
        return self.name.in_language("en").lower().replace(",", "").replace(" ", "_")


def scored(points: int, *, open_to: int = 0) -> Breakdown:
    """Makes a seat's score: a line of ``points`` and, if given, an open one of 0 to ``open_to``."""
    lines = [Line("known", EMPTY, points, EMPTY)]
    if open_to:
        lines.append(Line("open", EMPTY, None, EMPTY, bounds=(0, open_to)))
    return Breakdown(tuple(lines))


type Sample = tuple[Any, ...]
"""A component's name, its template, and one template context for each sample of it."""


def orchard() -> dict[str, Any]:
    fruit = Catalogue(apple=Words("Apple", "りんご"), pear=Words("Pear", "なし"))
    phases = {"first": Words("Start player", "スタートプレイヤー")}
    return {"slug": SLUG, "catalogue": fruit, "sheet": {"phases": phases}}


def score() -> list[Sample]:
    oak = {"id": "oak", "name": Words("Oak", "樫")}
    taken = {"label": Words("Gift basket", "贈り物のかご"), "how": Words("3 sets x 4", "3組×4")}
    lines: list[dict[str, Any]] = [
        {
            "line": taken
            | {"points": 12, "points_brief": "12", "entry": "gift"}
            | {"pieces": {"apple": 3, "pear": 1}}
        },
        {
            "line": {
                "label": oak["name"],
                "how": Words("face not known", "面が不明"),
                "points": None,
                "points_brief": "0–8",
            }
        },
    ]
    ruling = {"entry": oak, "option": {"name": Words("book", "ルールブック")}}
    ruling["others"] = [{"option": {"name": Words("club", "例会")}, "points": 9, "total": 39}]
    lines.append({"line": taken | {"points": 10, "points_brief": "10"}, "rulings": [ruling]})
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
        {"name": Words("Fruit", "くだもの"), "shade": 0, "cells": ["30", "22", "17"]},
        {"name": Words("Trees", "木"), "shade": 1, "cells": ["12", "9", "0–8"]},
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
        "has_alternatives": True,
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
        (
            Words("Where it was won", "勝負の分かれ目"),
            "result/_differences.html",
            {"outcome": ended},
        ),
        (Words("Rows of a score", "得点の行"), "result/_line.html", *lines),
        (
            Words("Side by side", "並べて比べる"),
            "result/_comparison.html",
            {"seats": seats, "beside": {"bars": bars, "rows": rows}},
        ),
        (Words("Proof", "証明"), "result/_proof.html", {"proof": proven}, {"proof": found}),
        (Words("What lies around", "その周辺"), "result/_alternatives.html", {"shown": around}),
    ]


def table() -> list[Sample]:
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
        "width": 340, "height": 170, "left": 30, "right": 270, "description": "Aki: 0, 20, 42",
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
            "table/_seat_row.html",
            *({"row": r} for r in rows),
        ),
        (Words("Points over time", "得点の推移"), "table/_plot.html", {"plot": plot}),
        (Words("The end", "終わり"), "table/_end.html", ended),
    ]


def lookup() -> list[Sample]:
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
        each.in_language(language) for each in (Words("An oak stands. ", "樫がある。"), texts)
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
            "lookup/_answer.html",
            {"passage": passage, "related": [{"name": elm["name"]}]},
        ),
        (Words("Hits", "見つかったもの"), "lookup/_hit.html", *hits),
        (Words("Ruling", "裁定"), "lookup/_ruling.html", {"ruling": elm, "box": box}),
    ]


def calculators() -> list[Sample]:
    rows = [
        {"label": Words("An apple", "りんご"), "value": "50 %", "share": 0.5},
        {"label": Words("A pear", "なし"), "value": "25 %", "share": 0.25, "entry": "pear"},
    ]
    answer = {
        "summary": Words("Pick the oak: 2.5 points on average.", "樫を取る：平均2.5点。"),
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


def drawings() -> list[Sample]:
    """Returns a sample for each game: all its pieces that have a drawing, by kind."""
    samples: list[Sample] = []
    for slug, box in games().items():
        catalogue = game(slug).catalogue
        kinds = [[each.id for each in catalogue.of_kind(kind)] for kind in catalogue.kinds]
        drawn = [pieces for pieces in kinds if pieces and piece(slug, pieces[0])]
        name = Words(f"Drawings {box.name.en}", f"絵：{box.name.ja}")
        samples.append((name, "drawn/all_kinds.html", {"slug": slug, "kinds": drawn}))
    return samples
