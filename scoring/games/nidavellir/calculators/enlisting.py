"""In which order mercenaries are enlisted."""

from __future__ import annotations

from ....core.catalogue import Catalogue
from ....core.plan import Rulings, State
from ....core.sheet import Section, Sheet, count
from ....core.text import EMPTY, Text, counted, join
from ....core.tool import Answer, Block, Row, Tool, form
from .. import tools
from ..sheet import WAITING
from .forms import filled, gem_choice, gem_held, gem_number


def tool(catalogue: Catalogue) -> Tool:
    """The order of players, from waiting mercenaries and gems."""
    waiting = count("waiting", Text("Waiting mercenaries", "待機中の傭兵"), most=12)
    section = Section("waiting", Text("Mercenaries", "傭兵"), (waiting, gem_choice(catalogue)))
    sheet = Sheet(catalogue, (section,))

    def fill(state: State, seat: str) -> State:
        seats = {}
        for name, cells in state["seats"].items():
            faces = list(cells.get("mercenaries", {}).values())
            seats[name] = filled({"waiting": faces.count(WAITING), "gem": gem_held(cells)})
        return form(sheet, state, seats)

    def answer(state: State, rulings: Rulings) -> Answer:
        cites = ("enlistment",)
        waiting = {s: int(c.get("waiting", 0)) for s, c in sorted(state["seats"].items())}
        gems = {s: gem_number(state["seats"][s].get("gem")) or 0 for s in waiting}
        order = tools.first_to_enlist(waiting, gems)
        names = {seat: sheet.name(state, seat) for seat in waiting}
        if not order:
            nobody = Text("No mercenary waits.", "待機中の傭兵はいません。")
            return Answer(nobody, cites=cites)
        unsettled = {
            seat
            for seat in order
            for other in order
            if seat != other and waiting[seat] == waiting[other]
            if gems[seat] == gems[other] or not gems[seat] or not gems[other]
        }
        rows = tuple(
            Row(
                Text("{n}. {name}", "{n}. {name}").fill(
                    n="?" if seat in unsettled else place, name=names[seat]
                ),
                counted(waiting[seat], "mercenary", "mercenaries", "枚"),
                Text("gem {n}", "宝石{n}").fill(n=gems[seat]) if gems[seat] else EMPTY,
            )
            for place, seat in enumerate(order, 1)
        )
        said = Text("{order}.", "{order}。").fill(
            order=join((names[seat] for seat in order), " → ", "→")
        )
        if unsettled:
            said = Text("A tie: enter the gems.", "同数です。宝石を入れてください。")
        elif len(order) > 1:
            said = Text(
                "{order}. {first} may go last instead.", "{order}。{first}は最後に回ってもよい。"
            ).fill(order=join((names[s] for s in order), " → ", "→"), first=names[order[0]])
        return Answer(said, (Block(Text("Order", "順番"), rows),), cites=cites)

    return Tool(
        Text("Thingvellir: who enlists first", "シングヴェトリル：傭兵を置く順番"),
        Text(
            "Most waiting mercenaries first, ties by gem without a swap.",
            "待機中の傭兵が多い人から。同数は宝石順（交換なし）。",
        ),
        sheet,
        answer,
        "all",
        fill,
    )
