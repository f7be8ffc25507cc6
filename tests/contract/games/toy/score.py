"""From what an orchard keeper holds to explained lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from scoring.core.breakdown import Breakdown, Line
from scoring.core.catalogue import Catalogue, Entry
from scoring.core.plan import Rulings, State
from scoring.core.text import Text

from . import points


def per_bundle(basket: Entry, festival: bool) -> int:
    """Points of one bundle."""
    return int(basket.scores[0]["points"]) + festival


def score(catalogue: Catalogue, state: State, rulings: Rulings) -> dict[str, Breakdown]:
    """Every seat's rows."""
    festival = bool(state.get("table", {}).get("festival"))
    return {
        seat: Breakdown(tuple(_lines(catalogue, cells, rulings, festival)))
        for seat, cells in sorted(state["seats"].items())
    }


def known(breakdowns: Mapping[str, Breakdown], seat: str) -> Fraction:
    """The points that are known: a plan is worth these even beside an open row."""
    return Fraction(breakdowns[seat].known)


def _lines(
    catalogue: Catalogue, cells: dict[str, Any], rulings: Rulings, festival: bool
) -> Iterator[Line]:
    def line(
        id_: str, value: int | None, how: Text, given: Mapping[str, int] | None = None
    ) -> Line:
        entry = catalogue[id_]
        return Line(id_, entry.name, value, how, entry.cites, entry.status, id_, given or {})

    for basket in catalogue.of_kind("basket"):
        if basket.id in cells.get("baskets", {}):
            given = cells.get("use", {}).get(basket.id, {})
            number = points.bundles(given, basket.scores[0]["pieces"])
            each = per_bundle(basket, festival)
            how = Text("{n} bundles × {p}", "{n}組 × {p}").fill(n=number, p=each)
            yield line(basket.id, number * each, how, given)
    for tree in catalogue.of_kind("tree"):
        if face := cells.get("trees", {}).get(tree.id):
            yield line(
                tree.id, tree.scores[0][face], Text(face, {"young": "若木"}.get(face, "老木"))
            )
    if cells.get("cat"):
        cat = catalogue["cat"]
        said = catalogue["cat_points"].option(rulings["cat_points"]).name
        worth = int(rulings["cat_points"])
        yield Line("cat", cat.name, worth, said, cat.cites, "house", "cat", rulings=("cat_points",))
    if guest := cells.get("guest"):
        scores = catalogue[guest].scoring("flat")
        how = Text("as a guest", "客として") if scores else Text("not known", "不明")
        yield line(guest, scores["points"] if scores else None, how)
    if coins := cells.get("coins"):
        scores = catalogue["coin"].scores[0]
        full = coins // scores["coins"]
        yield line("coin", full * scores["points"], Text(f"{coins} coins", f"コイン{coins}枚"))
    if walk := cells.get("walk"):
        number = points.directions(walk)
        how = Text("{n} directions × 2", "{n}方角 × 2").fill(n=number)
        yield line("walk", number * int(catalogue["walk"].scores[0]["points"]), how)
