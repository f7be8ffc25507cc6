"""What changes when the next round begins."""

from __future__ import annotations

from ....core.catalogue import Catalogue
from ....core.plan import Rulings, State
from ....core.sheet import Section, Sheet, Value, choice, count
from ....core.text import EMPTY, Text
from ....core.tool import Answer, Apply, Block, Row, Tool, form
from ..course import ROUND_STAGES
from ..sheet import BARRIER, BARRIER_LEFT
from .barriers import FACE
from .forms import ROUND_PLAYER, plain, seat_choice, some_of


def tool(catalogue: Catalogue) -> Tool:
    """Moves the round player, ticks barriers, begins production."""
    own = (choice("barrier", Text("Barrier", "障壁"), BARRIER),)
    table = (
        count("round", Text("Round now", "今のラウンド"), most=98),
        seat_choice(catalogue, "first", ROUND_PLAYER),
    )
    sheet = Sheet(
        catalogue,
        (Section("barrier", Text("Barrier", "障壁"), own),),
        (Section("round", Text("Round", "ラウンド"), table),),
    )

    def fill(state: State, seat: str) -> State:
        seats = {s: some_of(c, "barrier") for s, c in state["seats"].items()}
        now = min(state.get("table", {}).get("round", 0), 98)
        about = {"round": now or None, "first": state.get("play", {}).get("first")}
        return form(sheet, state, seats, about)

    def answer(state: State, rulings: Rulings) -> Answer:
        table, seats = state.get("table", {}), sheet.seats(state)
        now, cites = table.get("round", 1), ("handover", "barrier_countdown")
        cells: dict[str, Value | None] = {"table/round": now + 1, "play/stage": "production"}
        cells["table/judgement"] = None
        said = Text("Round {n}", "{n}ラウンド目").fill(n=now + 1)
        if (first := table.get("first")) in seats:
            following = seats[(seats.index(first) + 1) % len(seats)]
            cells["play/first"] = following
            said += Text(": {who} is round player.", "：ラウンドプレイヤーは{who}。").fill(
                who=sheet.name(state, following)
            )
        else:
            said += Text(". Who is round player?", "。ラウンドプレイヤーは誰？")
        rows = []
        for seat in seats:
            if face := state["seats"][seat].get("barrier"):
                left = max(0, BARRIER_LEFT[face] - 1)
                cells[f"{seat}/barrier"] = FACE[left]
                value = plain(left) if left else Text("spent: shields", "効果切れ（罰を防ぐ）")
                rows.append(Row(sheet.name(state, seat), value, EMPTY, "barrier_countdown"))
        for stage in ROUND_STAGES:
            cells |= {f"play/done/{stage.id}/{step.id}": None for step in stage.steps}
        block = (Block(Text("Barriers", "障壁"), tuple(rows)),) if rows else ()
        apply = Apply(Text("Begin round {n}", "{n}ラウンド目を始める").fill(n=now + 1), cells)
        return Answer(said, block, (apply,), cites=cites)

    return Tool(
        Text("Next round", "次のラウンド"),
        Text(
            "Counts the round, moves the round player, ticks barriers, begins production.",
            "ラウンドを数え、ラウンドプレイヤーを交代し、障壁を進め、産出フェーズへ。",
        ),
        sheet,
        answer,
        "all",
        fill,
    )
