"""How often each tool can still be used."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....core.catalogue import Catalogue, Option
from ....core.plan import Rulings, State
from ....core.sheet import Section, Sheet, count, one_group, options, pick, tally
from ....core.text import Text, counted
from ....core.tool import Answer, Apply, Block, Row, Tool, form
from .. import counters
from ..sheet import OVER
from .die import tool_at, worked
from .forms import MOST_MANA, some_of


def tool(catalogue: Catalogue) -> Tool:
    """Uses left of each tool; throwing one out can be recorded."""
    over = tuple(Option(id_, catalogue.name(id_)) for id_ in OVER)
    own = (
        pick("tools", Text("Tools", "道具"), one_group(over), options(catalogue.of_kind("tool"))),
        tally("tool_uses", Text("Uses made", "使った回数"), over, most=counters.TOOL_USES),
        count("mana", catalogue.name("mana"), most=MOST_MANA),
    )
    sheet = Sheet(catalogue, (Section("tools", Text("Tools", "道具"), own),))

    def fill(state: State, seat: str) -> State:
        own_cells = some_of(state["seats"][seat], "tools", "tool_uses", "mana")
        return form(sheet, state, {seat: own_cells})

    def answer(state: State, rulings: Rulings) -> Answer:
        ((seat, cells),) = state["seats"].items()
        held, cites = cells.get("tools", {}), ("tool_uses", "tool_blocked", "tool_discard")
        if not held:
            said = Text("Which tool lies in which slot?", "どの枠にどの道具がありますか？")
            return Answer(said, cites=cites)
        rows, applies = [], []
        for slot, tool in held.items():
            left = counters.tool_left(tool_at(slot, cells)[1])
            chance = counters.odds([slot])
            label = Text("{slot}: {tool}", "{slot}：{tool}").fill(
                slot=catalogue.name(slot), tool=catalogue.name(tool)
            )
            value = counted(left, "use left", "uses left", "回")
            how = Text("the next use turns it face down", "次に使うと裏返る")
            if left == 0:
                value, how = Text("face down", "裏向き"), Text("blocks its slot", "枠をふさぐ")
            elif left > 1:
                how = Text("{n} in 36 for each die", "ダイス1個で{n}/36").fill(n=int(chance * 36))
            rows.append(Row(label, value, how, tool, share=chance if left else None))
            if left:
                applies.append(worked(catalogue, seat, slot, cells))
        applies += [_thrown(catalogue, seat, slot, cells) for slot in held if cells.get("mana")]
        spent = sum(counters.tool_left(tool_at(slot, cells)[1]) == 0 for slot in held)
        said = Text("{n} at work, {m} spent.", "使える道具{n}、使い切り{m}。").fill(
            n=len(held) - spent, m=spent
        )
        return Answer(said, (Block(Text("Slots", "枠"), tuple(rows)),), tuple(applies), cites=cites)

    return Tool(
        Text("Uses of my tools", "道具の残り回数"),
        Text(
            "Three uses each, then face down; 1 mana throws one out.",
            "3回使うと裏返る。マナ1で廃棄できる。",
        ),
        sheet,
        answer,
        "one",
        fill,
    )


def _thrown(catalogue: Catalogue, seat: str, slot: str, cells: Mapping[str, Any]) -> Apply:
    """A tool thrown out in the own placement phase; a stone still on it is lost."""
    label = Text("Throw out the tool in {slot}, 1 mana", "マナ1で{slot}の道具を廃棄")
    mana = cells["mana"] - counters.DISCARD_MANA
    return Apply(
        label.fill(slot=catalogue.name(slot)),
        {
            f"{seat}/tools/{slot}": None,
            f"{seat}/tool_uses/{slot}": None,
            f"{seat}/mana": mana or None,
        },
    )
