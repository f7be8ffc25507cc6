"""Mana and its cap."""

from __future__ import annotations

from ....core.catalogue import Catalogue
from ....core.plan import Rulings, State
from ....core.sheet import Section, Sheet, count, flag
from ....core.text import EMPTY, Text
from ....core.tool import Answer, Apply, Block, Row, Tool, form
from .. import counters
from .forms import MOST_MANA, plain


def tool(catalogue: Catalogue) -> Tool:
    """Gains up to the cap and what is left; both can be recorded."""
    own = (
        count("mana", Text("Mana now", "今のマナ"), most=MOST_MANA),
        count("gain", Text("Gain", "得るマナ"), most=20),
        count("spend", Text("Then spend", "その後使うマナ"), most=20),
        flag("aptitude", catalogue.name("mages_aptitude")),
    )
    sheet = Sheet(catalogue, (Section("mana", catalogue.name("mana"), own),))

    def fill(state: State, seat: str) -> State:
        cells = state["seats"][seat]
        own_cells = {
            "mana": cells.get("mana"),
            "aptitude": cells.get("title") == "mages_aptitude",
        }
        return form(sheet, state, {seat: own_cells})

    def answer(state: State, rulings: Rulings) -> Answer:
        ((seat, cells),) = state["seats"].items()
        title = "mages_aptitude" if cells.get("aptitude") else None
        limit = counters.mana_limit(catalogue, title)
        held, gain, spend = (cells.get(name, 0) for name in ("mana", "gain", "spend"))
        after = counters.gained(held, gain, limit)
        lost = held + gain - after
        cites = ("mana", "mana_overflow")
        if spend > after:
            said = Text("Not enough: {n} mana.", "マナが足りません（{n}）。").fill(n=after)
            return Answer(said, cites=cites)
        left = after - spend
        said = Text("{n} of {most} mana.", "マナ{n}/{most}。").fill(n=left, most=limit)
        if lost:
            said += Text(" {n} are lost.", "{n}は失います。").fill(n=lost)
        rows = (
            Row(Text("Uses of magic", "使える魔法"), plain(left), EMPTY, "magic_card"),
            Row(
                Text("Or tools thrown out", "道具の廃棄"),
                plain(left // counters.DISCARD_MANA),
                Text("in your placement phase", "自分の配置フェーズに"),
                "tool_discard",
            ),
            Row(Text("Room for more", "あと持てる数"), plain(max(0, limit - left)), EMPTY, "mana"),
        )
        apply = Apply(
            Text("Write {n} mana", "マナ{n}を記録").fill(n=left), {f"{seat}/mana": left or None}
        )
        return Answer(said, (Block(catalogue.name("mana"), rows),), (apply,), cites=cites)

    return Tool(
        catalogue.name("mana"),
        Text("Gains up to the limit, and what is left to use.", "上限までの獲得と、使える残り。"),
        sheet,
        answer,
        "one",
        fill,
    )
