"""How far each valkyrie has come and what her track pays."""

from __future__ import annotations

from fractions import Fraction

from ....core.catalogue import Catalogue
from ....core.plan import Rulings, State
from ....core.sheet import Section, Sheet, one_group, options, pick
from ....core.text import Text, counted
from ....core.tool import Answer, Apply, Block, Row, Tool, form
from ..sheet import STEPS, tracks
from .forms import filled, plain
from .purse import steps_of


def tool(catalogue: Catalogue) -> Tool:
    """Points on the tracks; each step can be recorded."""
    valkyries = catalogue.of_kind("valkyrie")
    section = Section(
        "valkyries",
        Text("Valkyries", "ヴァルキュリア"),
        (
            pick(
                "valkyries",
                Text("Valkyries", "ヴァルキュリア"),
                one_group(options(valkyries)),
                STEPS,
                notes=tracks(catalogue),
            ),
        ),
    )
    sheet = Sheet(catalogue, (section,))

    def fill(state: State, seat: str) -> State:
        cells = state["seats"][seat]
        return form(sheet, state, {seat: filled({"valkyries": cells.get("valkyries")})})

    def answer(state: State, rulings: Rulings) -> Answer:
        ((seat, cells),) = state["seats"].items()
        held = cells.get("valkyries", {})
        if not held:
            return Answer(
                Text("Choose your valkyries.", "持っているヴァルキュリアを選んでください。")
            )
        rows, applies, every = [], [], 0
        for valkyrie in valkyries:
            if valkyrie.id not in held:
                continue
            track = steps_of(catalogue, valkyrie.id)
            step = min(int(held[valkyrie.id][-1]), len(track) - 1)
            every += track[step]
            how = Text("end of the track", "最後の段")
            if step + 1 < len(track):
                how = Text("next step: {n}", "次の段：{n}点").fill(n=track[step + 1])
                applies.append(
                    Apply(
                        Text("{name}: one step", "{name}を1段").fill(name=valkyrie.name),
                        {f"{seat}/valkyries/{valkyrie.id}": f"step_{step + 1}"},
                    )
                )
            share = Fraction(step, len(track) - 1)
            rows.append(Row(valkyrie.name, plain(track[step]), how, valkyrie.id, share=share))
        said = Text("{n} from valkyries now.", "ヴァルキュリアは今{n}。").fill(
            n=counted(every, "point", "points", "点")
        )
        title = Text("Tracks", "トラック")
        return Answer(said, (Block(title, tuple(rows)),), tuple(applies))

    return Tool(
        Text("Idavoll: valkyries' tracks", "アイダボル：ヴァルキュリアのトラック"),
        Text("Points now, and a tap for each step.", "今の得点と、1段ずつの記録。"),
        sheet,
        answer,
        "one",
        fill,
    )
