"""What is missing until the game ends."""

from __future__ import annotations

from ....core.catalogue import Catalogue
from ....core.plan import Rulings, State
from ....core.sheet import Section, Sheet, count
from ....core.text import EMPTY, Text, counted
from ....core.tool import Answer, Apply, Block, Row, Tool, form
from .. import counters
from .forms import MOST_CIRCLES, plain, some_of


def tool(catalogue: Catalogue) -> Tool:
    """Circles until the end of the game."""
    own = (count("circles", Text("Circles completed", "完成した魔法陣"), most=MOST_CIRCLES),)
    sheet = Sheet(catalogue, (Section("circles", Text("Circles", "魔法陣"), own),))

    def fill(state: State, seat: str) -> State:
        return form(sheet, state, {s: some_of(c, "circles") for s, c in state["seats"].items()})

    def answer(state: State, rulings: Rulings) -> Answer:
        seats = sheet.seats(state)
        done = [state["seats"][seat].get("circles", 0) for seat in seats]
        left, cites = counters.circles_left(done), ("end_by_circles", "end_second", "end_timing")
        rows = tuple(
            Row(sheet.name(state, seat), plain(n), EMPTY, "circles")
            for seat, n in zip(seats, done, strict=True)
        )
        said = Text(
            "{n} more, by anybody, and the game ends. A second condition is not public.",
            "誰かがあと{n}で終了。もう1つの終了条件は非公開。",
        ).fill(n=counted(left, "circle", "circles", "個"))
        if not left:
            said = Text(
                "{n} circles for {n} players: the game ends. Whether the round is finished is not "
                "public.",
                "{n}人で{n}個以上完成：ゲーム終了。ラウンドを最後まで行うかは非公開。",
            ).fill(n=len(seats))
        end = Apply(Text("On to the end", "終了へ進む"), {"play/stage": "end"})
        block = Block(Text("Circles", "魔法陣"), rows)
        return Answer(said, (block,), () if left else (end,), cites=cites)

    return Tool(
        Text("Circles until the end", "終了までの魔法陣"),
        Text("As many as players, hands and public together.", "手札と公開分を合わせて人数分。"),
        sheet,
        answer,
        "all",
        fill,
    )
