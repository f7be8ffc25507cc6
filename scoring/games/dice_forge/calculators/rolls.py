"""What a roll brings, and the best way to take it."""

from __future__ import annotations

from functools import partial

from ....core.catalogue import Option
from ....core.plan import Rulings, State
from ....core.sheet import Section, Sheet, Value, choice, flag, tally
from ....core.text import EMPTY, Text, join
from ....core.tool import Answer, Apply, Block, Row, Tool
from .. import roll
from ..dice import Dice, Gain, Reserve
from ..roll import Need
from .forms import (
    MOST_GLORY,
    MOST_STEPS,
    RESOURCES,
    RIVALS,
    Box,
    filled,
    goal_field,
    house,
    only,
    weighed,
    weights_of,
)

MOST_THEIRS = 2 * len(RIVALS)


def tool(box: Box) -> Tool:
    """The form and answer of ``roll``; what it finds can be applied to the tracker."""

    def made(dice: Dice) -> Sheet:
        came = [
            choice(
                f"came_{n}",
                Text("Light die shows", "明るいダイスの出目")
                if n == 1
                else Text("Dark die shows", "暗いダイスの出目"),
                [Option(f"side_{s}", face.name) for s, face in enumerate(dice[n - 1], 1)],
            )
            for n in (1, 2)
        ]
        return Sheet(
            box.catalogue,
            (
                Section("came", Text("What came up", "出た面"), (*came, goal_field())),
                Section(
                    "more",
                    Text("Minor blessing, Minotaur, mirrors", "小祝福・ミノタウロス・鏡"),
                    (
                        flag("losing", Text("Lose it (Minotaur)", "失う(ミノタウロス)")),
                        choice(
                            "convert",
                            Text("Turn into glory", "点に変える"),
                            [
                                Option("sentinel", box.catalogue.name("sentinel")),
                                Option("cyclops", box.catalogue.name("cyclops")),
                            ],
                        ),
                        box.view(),
                        box.boars(),
                    ),
                    folded=True,
                ),
                Section(
                    "satyrs",
                    box.catalogue.name("satyrs"),
                    (
                        tally(
                            "rolled",
                            Text("Faces that the opponents rolled", "相手が振った面"),
                            box.face_options,
                            most=MOST_THEIRS,
                        ),
                    ),
                    hint=Text(
                        "Enter what they rolled: the best two are found.",
                        "相手の出目を入れると、最善の2面がわかります。",
                    ),
                    folded=True,
                ),
                Section(
                    "buying",
                    Text("I am short of", "足りない分を優先"),
                    (tally("need", Text("Price wanted", "欲しいコスト"), box.resources[:3]),),
                    folded=True,
                ),
                Section("dice", Text("Dice", "ダイス"), (box.die(1), box.die(2)), folded=True),
                Section("stock", Text("Reserve", "備蓄"), box.holdings(), folded=True),
            ),
        )

    sheet = made(box.start)

    def answer(state: State, rulings: Rulings) -> Answer:
        seat = sheet.seats(state)[0]
        cells = only(state)
        dice, reserve = box.dice(cells), box.reserve(cells)
        came = tuple(
            dice[n - 1][int(cells[f"came_{n}"][-1]) - 1] for n in (1, 2) if f"came_{n}" in cells
        )
        theirs = [box.faces[id_] for id_, n in cells.get("rolled", {}).items() for _ in range(n)]
        if len(theirs) > MOST_THEIRS:
            return Answer(
                Text(
                    "Three opponents roll {n} dice at most.",
                    "相手3人が振るダイスは多くても{n}個です。",
                ).fill(n=MOST_THEIRS),
                cites=("satyrs",),
            )
        satyrs = len(theirs) > 1
        if not came and not satyrs:
            return Answer(
                Text("Tap the face of each die.", "それぞれのダイスの出た面を押してください。"),
                cites=("divine_blessing", "minor_blessing"),
            )
        owned = frozenset(cells.get("boars", ()))
        rolled = roll.Roll(
            came,
            tuple(box.faces[id_] for id_ in cells.get("view", {})),
            owned=owned,
            convert=cells.get("convert", ""),
            losing=bool(cells.get("losing")) and not satyrs,
        )
        weights = weights_of(cells)
        need = cells.get("need")
        cost = Gain(**{r: need.get(r, 0) for r in RESOURCES[:3]}) if need else None
        goal = Need(cost, weights) if cost else weights
        if satyrs:
            ways = roll.satyrs(theirs, reserve, goal, owned, house=house(rulings))
        else:
            ways = roll.choices(rolled, reserve, goal, house(rulings))
        after = ways[0].after
        steps = tuple(Row(step) for step in roll.say(ways[0], rolled.losing))
        others = tuple(
            Row(join(list(roll.say(other, rolled.losing)), "; ", "、")) for other in ways[1:4]
        )
        blocks = [Block(Text("Best way to take it", "最善の取り方"), steps)]
        if others:
            blocks.append(Block(Text("Other ways", "ほかの取り方"), others, folded=True))
        blocks.append(
            Block(Text("How it is counted", "計算の前提"), (Row(weighed(weights)),), True)
        )
        got = Gain(*(getattr(after, r) - getattr(reserve, r) for r in RESOURCES))
        kind = Text("Minor blessing: ", "小祝福:") if len(came) == 1 else EMPTY
        kind = box.catalogue.name("satyrs") + Text(": ", ":") if satyrs else kind
        if rolled.losing:
            said = Text("Afterwards: {left}.", "残り:{left}。").fill(
                left=roll.say_gain(Gain(*(getattr(after, r) for r in RESOURCES)))
            )
        else:
            said = kind + Text("{got}.", "{got}。").fill(got=roll.say_gain(got))
        cells_after = _reserve_cells(seat, after)
        apply = Apply(Text("Apply this roll", "この出目を適用"), cells_after)
        return Answer(said, tuple(blocks), (apply,))

    hint = Text(
        "Tap the faces that came up: what they bring, taken the best way.",
        "出た面を押すと、最善の取り方と結果がわかります。",
    )
    return Tool(
        Text("A roll", "出目の処理"),
        hint,
        sheet,
        answer,
        "one",
        partial(filled, box, sheet),
        shaped=lambda state: made(box.dice(only(state))),
    )


def _reserve_cells(seat: str, after: Reserve) -> dict[str, Value | None]:
    """The tracker's cells that a changed reserve fills."""
    cells: dict[str, Value | None] = {
        f"{seat}/reserve/{r}": getattr(after, r) or None for r in RESOURCES[:3]
    }
    steps = min(after.steps, MOST_STEPS)
    return cells | {
        f"{seat}/glory": min(after.glory, MOST_GLORY) or None,
        f"{seat}/hammer_steps": steps or None,
    }
