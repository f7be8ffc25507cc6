"""What is left in the treasure."""

from __future__ import annotations

from fractions import Fraction

from ....core.catalogue import Catalogue
from ....core.plan import Rulings, State
from ....core.sheet import Section, Sheet
from ....core.text import Text, counted
from ....core.tool import Answer, Block, Row, Tool, form
from ..sheet import treasure
from .forms import MANY, SEATS
from .purse import gone_at, gone_section, money_of, players_field


def tool(catalogue: Catalogue) -> Tool:
    """The coins left of each value."""
    sheet = Sheet(
        catalogue,
        (Section("players", Text("Players", "人数"), (players_field(),)), gone_section(catalogue)),
    )

    def fill(state: State, seat: str) -> State:
        return form(sheet, state, {seat: gone_at(catalogue, state, sheet.rulings(state))})

    def answer(state: State, rulings: Rulings) -> Answer:
        money = money_of(catalogue, state, rulings)
        start = treasure(catalogue, SEATS[money.cells.get("players", MANY)], rulings)
        rows = tuple(
            Row(
                catalogue.name(f"coin_{value}"),
                Text("{n} of {all}", "{n}/{all}枚").fill(n=money.stock.get(value, 0), all=number),
                entry=f"coin_{value}",
                share=Fraction(money.stock.get(value, 0), number),
            )
            for value, number in sorted(start.items(), reverse=True)
        )
        left = sum(money.stock.values())
        said = Text("The treasure is empty.", "宝物庫は空です。")
        if left:
            said = Text("{n} left, the largest is {most}.", "残り{n}、最大は{most}。").fill(
                n=counted(left, "coin", "coins", "枚"), most=max(money.stock)
            )
        title = Text("Coins left", "残りのコイン")
        return Answer(said, (Block(title, rows),), cites=("royal_treasure", "treasure_for_few"))

    return Tool(
        Text("What the treasure holds", "宝物庫の残り"),
        Text("Coins left of each value.", "額ごとの残り枚数。"),
        sheet,
        answer,
        "one",
        fill,
    )
