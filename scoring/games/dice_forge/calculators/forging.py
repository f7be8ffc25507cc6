"""Which faces to buy with the gold at hand, and where to put them."""

from __future__ import annotations

from collections import Counter

from ....core.catalogue import Option
from ....core.plan import Rulings, State
from ....core.sheet import Section, Sheet, Value, choice, count, tally
from ....core.text import Text, join
from ....core.tool import Answer, Apply, Block, Row, Tool
from .. import forge, points
from ..dice import box_copies
from .forms import MOST_PLAYERS, Box, filled, goal_field, only, weighed, weights_of


def tool(box: Box) -> Tool:
    """The form and answer of ``forge``; what it finds can be put on the dice."""
    bought = tally(
        "sold",
        Text("Faces bought so far, by anybody", "すでに買われた面"),
        [o for o in box.face_options if box.faces[o.id].price is not None],
        most=4,
    )
    sheet = Sheet(
        box.catalogue,
        (
            Section(
                "plan",
                Text("Forging", "鍛造"),
                (
                    count("gold", Text("Gold to spend", "使えるゴールド"), most=40),
                    count("times", Text("Blessings to come", "残りの祝福"), most=40),
                    goal_field(),
                ),
            ),
            Section("dice", Text("Dice", "ダイス"), (box.die(1), box.die(2)), folded=True),
            Section("sanctuary", Text("Sanctuary", "聖所"), (bought,), folded=True),
            *box.rivals(),
        ),
        table=(
            Section(
                "players",
                Text("Players", "人数"),
                (
                    choice(
                        "players",
                        Text("Players", "人数"),
                        [Option(str(n), Text(str(n), f"{n}人")) for n in (2, 3, 4)],
                        default="4",
                    ),
                ),
                folded=True,
            ),
        ),
    )

    def fill(state: State, seat: str) -> State:
        form = filled(box, sheet, state, seat)
        cells = form["seats"][seat]
        if gold := state["seats"][seat].get("reserve", {}).get("gold"):
            cells["gold"] = min(gold, 40)
        seats = state["seats"].values()
        on_dice = Counter(
            face
            for each in seats
            for die in ("die_1", "die_2")
            for face in each.get(die, {}).values()
            if box.faces[face].price is not None
        )
        if on_dice:
            cells["sold"] = {face: min(n, 4) for face, n in on_dice.items()}
        players = max(2, len(state["seats"]))
        cells["times"] = points.blessings_to_come(players, _round(state))
        return form | {"table": {"players": str(players)}} if players <= MOST_PLAYERS else form

    def answer(state: State, rulings: Rulings) -> Answer:
        seat = sheet.seats(state)[0]
        cells = only(state)
        gold, times = cells.get("gold", 0), cells.get("times", 0)
        if not gold or not times:
            return Answer(
                Text(
                    "Enter the gold that you can spend and the blessings to come.",
                    "使えるゴールドと、残りの祝福の回数を入れてください。",
                ),
                cites=("forging", "rounds"),
            )
        players = int(state.get("table", {}).get("players", "4"))
        copies = box_copies(box.catalogue, players)
        sold = cells.get("sold", {})
        stock = {
            box.faces[id_]: n - sold.get(id_, 0)
            for id_, n in copies.items()
            if box.faces[id_].price is not None and n > sold.get(id_, 0)
        }
        weights, dice = weights_of(cells), box.dice(cells)
        found = forge.forge(dice, min(gold, 28), stock, times, weights, others=box.others(cells))
        best = found.best
        blocks = [
            Block(
                Text("Best", "最善"),
                tuple(
                    Row(step, entry=b.face.id)
                    for step, b in zip(best.steps(), best.bought or (None,), strict=True)
                    if b
                )
                or (Row(best.steps()[0]),),
            ),
            Block(
                Text("Next best", "次点"),
                tuple(
                    Row(
                        join(list(other.steps()), "; ", "、"),
                        Text(f"{float(other.worth):+.2f}", f"{float(other.worth):+.2f}"),
                    )
                    for other in found.others
                ),
                folded=True,
            ),
            Block(
                Text("How it is counted", "計算の前提"),
                (Row(weighed(weights)), Row(found.policy)),
                folded=True,
            ),
        ]
        said = Text(
            "Worth {worth} glory over {n} blessings, for {spent} gold.",
            "祝福{n}回で{worth}点ぶん。ゴールド{spent}を使う。",
        ).fill(worth=f"{float(best.worth):+.2f}", n=times, spent=best.spent)
        if not best.bought:
            said = Text("Better to keep the gold.", "買わずに取っておく方がよい。")
        applies: tuple[Apply, ...] = ()
        if best.bought:
            written: dict[str, Value | None] = {
                f"{seat}/die_{b.die + 1}/side_{b.side + 1}": b.face.id for b in best.bought
            }
            written[f"{seat}/reserve/gold"] = max(0, gold - best.spent) or None
            applies = (Apply(Text("Forge these", "この面を鍛造"), written),)
        return Answer(said, tuple(b for b in blocks if b.rows), applies, found.proof)

    hint = Text(
        "Which faces to buy with the gold at hand, and which sides to replace.",
        "手元のゴールドでどの面を買い、どの面と替えるか。",
    )
    return Tool(Text("What to forge", "何を鍛造する?"), hint, sheet, answer, "one", fill)


def _round(state: State) -> int:
    """The round that the table plays, the first before and the last after all of them."""
    stage = str(state.get("play", {}).get("stage", ""))
    last = points.rounds(max(2, len(state["seats"])))
    if stage == "count":
        return last
    return min(int(stage.removeprefix("round_")), last) if stage.startswith("round_") else 1
