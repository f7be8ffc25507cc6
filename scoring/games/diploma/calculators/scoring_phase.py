"""What a scoring phase pays; what no text says stays open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ....core.catalogue import Catalogue, Option
from ....core.plan import Rulings, State
from ....core.sheet import Cell, Field, Section, Sheet, Value, count, flag, tally
from ....core.text import EMPTY, Text
from ....core.tool import Answer, Apply, Block, Row, Tool, form
from .. import points
from ..sheet import STONES
from .forms import MOST_CIRCLES, MOST_SETS, plain, some_of


def tool(catalogue: Catalogue) -> Tool:
    """What a completed circle brings as far as it is known, and the stones it takes."""
    stones = tuple(Option(id_, catalogue.name(id_)) for id_ in STONES)
    own = (
        tally("stones", catalogue.name("stone_uses"), stones, most=60),
        flag("goal", Text("It is a circle card", "魔法陣カードの陣")),
        Field(
            "bonus",
            Text("Bonus on the card", "札のボーナス"),
            "count",
            Cell("number", 0, 99, open=True),
            when="goal",
        ),
        Field(
            "power",
            Text("Points from power", "魔力の得点"),
            "count",
            Cell("number", 0, 99, open=True),
            hint=Text("0 if there are none.", "なければ0。"),
        ),
    )
    before = (
        flag("first_phase", Text("My first scoring phase", "自分の最初の得点計算")),
        count("sets", Text("Sets scored before", "以前の組"), most=MOST_SETS),
        count("circles", Text("Circles before", "以前の魔法陣"), most=MOST_CIRCLES),
        Field(
            "bonus_before",
            Text("Bonuses before", "以前のボーナス"),
            "count",
            Cell("number", 0, 99, open=True),
        ),
        Field(
            "power_before",
            Text("Power before", "以前の魔力の得点"),
            "count",
            Cell("number", 0, 99, open=True),
        ),
    )
    sheet = Sheet(
        catalogue,
        (
            Section("now", Text("Completed now", "今の完成"), own),
            Section("before", Text("Before", "これまで"), before, folded=True),
        ),
    )

    def fill(state: State, seat: str) -> State:
        cells = state["seats"][seat]
        own_cells = some_of(cells, "stones", "sets", "circles")
        own_cells |= {
            "bonus_before": cells.get("circle_bonus"),
            "power_before": cells.get("power_points"),
        }
        return form(sheet, state, {seat: own_cells})

    def answer(state: State, rulings: Rulings) -> Answer:
        ((seat, cells),) = state["seats"].items()
        return _phase(catalogue, seat, cells, rulings)

    return Tool(
        Text("A scoring phase", "得点計算フェーズ"),
        Text(
            "What a completed circle brings, as far as it is known, and the stones it takes.",
            "魔法陣の完成で入る得点（分かる範囲）と、使う魔石。",
        ),
        sheet,
        answer,
        "one",
        fill,
    )


def _phase(catalogue: Catalogue, seat: str, cells: Mapping[str, Any], rulings: Rulings) -> Answer:
    cites = ("score_phase", "sets", "circles", "sets_per_phase")
    held = [cells.get("stones", {}).get(stone, 0) for stone in STONES]
    sets = points.sets(held)
    if rulings["sets_per_phase"] == "one":
        sets = min(sets, 1)
    known = {"sets": sets * _each(catalogue, "sets")}
    rows = [_entered_row(catalogue, "sets", known["sets"])]
    if cells.get("goal"):
        known["circles"] = _each(catalogue, "circles")
        rows.append(_entered_row(catalogue, "circles", known["circles"]))
        rows.append(_entered_row(catalogue, "circle_bonus", cells.get("bonus")))
    rows.append(_entered_row(catalogue, "power_points", cells.get("power")))
    entered = [cells.get("power"), *([cells.get("bonus")] if cells.get("goal") else [])]
    total = sum(known.values()) + sum(n for n in entered if n is not None)
    said = Text("{n} points.", "{n}点。")
    if None in entered:
        said = Text(
            "Partial: {n} points, without what is not entered.",
            "未確定：{n}点（入力していない分を除く）。",
        )
    apply = Apply(
        Text("Write it and take the stones", "記録して魔石を払う"),
        dict(_phase_cells(seat, cells, held, sets)),
    )
    block = Block(Text("This scoring phase", "今回の得点"), tuple(rows))
    return Answer(said.fill(n=total), (block,), (apply,), cites=cites)


def _each(catalogue: Catalogue, entry: str) -> int:
    scores = catalogue[entry].scoring("each")
    assert scores
    return int(scores["points"])


def _entered_row(catalogue: Catalogue, entry: str, value: int | None) -> Row:
    said = Text("?", "？") if value is None else plain(value)
    how = Text("not entered", "未入力") if value is None else EMPTY
    return Row(catalogue.name(entry), said, how, entry)


def _phase_cells(
    seat: str, cells: Mapping[str, Any], held: Sequence[int], sets: int
) -> Iterator[tuple[str, Value | None]]:
    """Cells after the phase. A sum with an unknown part becomes unknown: it stays blank."""
    for stone, number in zip(STONES, held, strict=True):
        yield f"{seat}/stones/{stone}", (number - sets) or None
    yield f"{seat}/sets", min(cells.get("sets", 0) + sets, MOST_SETS) or None
    circles = cells.get("circles", 0)
    if cells.get("goal"):
        before = 0 if not circles else cells.get("bonus_before")
        yield f"{seat}/circle_bonus", _sum(before, cells.get("bonus"))
        yield f"{seat}/circles", min(circles + 1, MOST_CIRCLES)
    before = 0 if cells.get("first_phase") else cells.get("power_before")
    yield f"{seat}/power_points", _sum(before, cells.get("power"))


def _sum(before: int | None, now: int | None) -> int | None:
    return None if before is None or now is None else min(before + now, 99)
