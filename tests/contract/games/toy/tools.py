"""A scale: who has how many coins, and one tap to put them all together."""

from __future__ import annotations

from fractions import Fraction

from scoring.core.catalogue import Catalogue
from scoring.core.plan import Rulings, State
from scoring.core.sheet import Section, Sheet, count
from scoring.core.text import Text
from scoring.core.tool import Answer, Apply, Block, Row, Tool

PURSE = 60


def make(catalogue: Catalogue) -> dict[str, Tool]:
    coins = count("coins", Text("Coins", "コイン"), most=PURSE)
    sheet = Sheet(catalogue, (Section("purse", Text("Purse", "さいふ"), (coins,)),))

    def fill(state: State, seat: str) -> State:
        seats = {
            s: {k: cells[k] for k in ("name", "coins") if k in cells}
            for s, cells in state["seats"].items()
        }
        return sheet.blank(1) | {"seats": seats}

    def answer(state: State, rulings: Rulings) -> Answer:
        held = {seat: cells.get("coins", 0) for seat, cells in state["seats"].items()}
        every = sum(held.values())
        rows = tuple(
            Row(
                sheet.name(state, seat),
                Text(str(n), str(n)),
                share=Fraction(n, every) if every else None,
            )
            for seat, n in held.items()
        )
        said = Text("{n} coins in all.", "コインは全部で{n}枚。").fill(n=every)
        first, *others = sorted(held)
        all_to_one = Apply(
            Text("All to one", "1人にまとめる"),
            {f"{first}/coins": every or None} | {f"{seat}/coins": None for seat in others},
        )
        applies = (all_to_one,) if every <= PURSE else ()
        return Answer(said, (Block(Text("Purses", "さいふ"), rows),), applies)

    hint = Text("Who has how many.", "だれが何枚か。")
    return {"scale": Tool(Text("Scale", "はかり"), hint, sheet, answer, "all", fill)}
