"""How long barriers still stand, by the order of turns."""

from __future__ import annotations

from ....core.catalogue import Catalogue
from ....core.plan import Rulings, State
from ....core.sheet import Section, Sheet, Value, count, flag
from ....core.text import Text, counted, join
from ....core.tool import Answer, Apply, Block, Row, Tool, form
from .. import counters
from ..sheet import BARRIER_LEFT
from .forms import plain, some_of

FACE = {left: face for face, left in BARRIER_LEFT.items()}


def tool(catalogue: Catalogue) -> Tool:
    """When a barrier was laid, in which rounds it is felt, what its counter shows."""
    own = (
        count("laid", Text("Laid in round", "置かれたラウンド"), most=99),
        flag("still", Text("Was still to act then", "その時まだ行動前")),
    )
    now = count("round", Text("Round now", "今のラウンド"), most=99)
    sheet = Sheet(
        catalogue,
        (Section("barrier", Text("Barrier", "障壁"), own),),
        (Section("round", Text("Round", "ラウンド"), (now,)),),
    )

    def fill(state: State, seat: str) -> State:
        seats = {
            s: {"laid": c.get("barrier_laid"), "still": c.get("barrier_still")}
            for s, c in state["seats"].items()
        }
        return form(sheet, state, seats, some_of(state.get("table", {}), "round"))

    def answer(state: State, rulings: Rulings) -> Answer:
        now, cites = state.get("table", {}).get("round"), ("barrier_countdown", "barrier_shield")
        laid = {s: c["laid"] for s, c in sorted(state["seats"].items()) if "laid" in c}
        if now is None or not laid:
            said = Text(
                "Enter the round now, and in which round a barrier was laid.",
                "今のラウンドと、障壁が置かれたラウンドを入れてください。",
            )
            return Answer(said, cites=cites)
        rows, cells = [], dict[str, Value | None]()
        for seat, since in laid.items():
            still = bool(state["seats"][seat].get("still"))
            felt = counters.barrier_rounds(since, still)
            left = counters.barrier_left(since, now) if since <= now else counters.BARRIER_ROUNDS
            where = join((plain(n) for n in felt), ", ", "・")
            how = Text("felt in rounds {rounds}", "効くのは{rounds}ラウンド目").fill(rounds=where)
            value = counted(left, "left", "left", "")
            if since > now:
                how = Text("laid later than now?", "今より後のラウンドです")
            elif left == 0:
                value = Text("spent: shields", "効果切れ（罰を防ぐ）")
            rows.append(Row(sheet.name(state, seat), value, how, "barrier_countdown"))
            cells[f"{seat}/barrier"] = FACE[left]
            cells[f"{seat}/barrier_laid"] = since
            cells[f"{seat}/barrier_still"] = still or None
        bound = [
            sheet.name(state, seat)
            for seat, since in laid.items()
            if now in counters.barrier_rounds(since, bool(state["seats"][seat].get("still")))
        ]
        said = Text("Nobody feels a barrier in round {n}.", "{n}ラウンド目に効く障壁はない。")
        if bound:
            said = Text("Felt in round {n} by {who}.", "{n}ラウンド目に効くのは{who}。")
        apply = Apply(Text("Write the counters", "カウントを記録"), cells | {"table/round": now})
        return Answer(
            said.fill(n=now, who=join(bound)),
            (Block(Text("Counters", "カウント"), tuple(rows)),),
            (apply,),
            cites=cites,
        )

    return Tool(
        Text("Barriers", "障壁の残り"),
        Text(
            "Laid when, felt in which rounds, and what the counter shows.",
            "置いた時から、どのラウンドに効き、残りいくつか。",
        ),
        sheet,
        answer,
        "all",
        fill,
    )
