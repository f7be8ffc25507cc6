"""The odds of one blessing and of several, and what each face would add."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial

from ....core.plan import Rulings, State
from ....core.sheet import Section, Sheet, count, tally
from ....core.text import Text
from ....core.tool import Answer, Block, Row, Tool
from .. import odds, roll
from ..dice import Dice, Gain, Reserve, TooMany
from ..roll import Weights
from .forms import (
    ON_TRACK,
    RESOURCES,
    Box,
    filled,
    goal_field,
    number,
    only,
    percent,
    weighed,
    weights_of,
)

MOST_BLESSINGS = 12


def tool(box: Box) -> Tool:
    """The form and answer of ``odds``."""
    need = tally("need", Text("What I want to have", "欲しい数"), box.resources, most=ON_TRACK)
    sheet = Sheet(
        box.catalogue,
        (
            Section(
                "plan",
                Text("Next blessings", "これからの祝福"),
                (
                    count("times", Text("Blessings to come", "祝福の回数"), most=MOST_BLESSINGS),
                    goal_field(),
                ),
            ),
            Section(
                "target",
                Text("A target", "目標"),
                (need,),
                hint=Text(
                    "How likely is it to have at least this?", "この数以上になる確率を計算します。"
                ),
                folded=True,
            ),
            Section("dice", Text("Dice", "ダイス"), (box.die(1), box.die(2)), folded=True),
            Section("stock", Text("Reserve", "備蓄"), box.holdings(), folded=True),
            *box.rivals(),
        ),
    )

    def answer(state: State, rulings: Rulings) -> Answer:
        cells = only(state)
        dice, reserve, weights = box.dice(cells), box.reserve(cells), weights_of(cells)
        others = box.others(cells)
        times = cells.get("times", 1)
        wanted = cells.get("need")
        target = Gain(**{r: wanted.get(r, 0) for r in RESOURCES}) if wanted else None
        try:
            seen = odds.outlook(dice, weights, times, reserve, target, others, seconds=SECONDS)
            long = False
        except TooMany:
            seen, times, long = odds.outlook(dice, weights, 1, reserve, None, others), 1, True
        one = [
            Row(
                box.catalogue.name(r),
                number(seen.means[r]),
                _tail(seen.tails[r]),
                entry=r,
                share=seen.tails[r].get(1, Fraction(0)),
            )
            for r in RESOURCES
        ]
        gains = tuple(
            Row(roll.say_gain(got), percent(chance), _exact(chance), share=chance)
            for got, chance in seen.gains[:14]
        )
        blocks = [
            Block(Text("One blessing, on average", "祝福1回の平均"), tuple(one)),
            Block(Text("What comes up", "出る結果"), gains),
        ]
        if times > 1 or reserve != Reserve():
            after = tuple(
                Row(
                    box.catalogue.name(r),
                    number(seen.after_means[r]),
                    _tail(seen.after_tails[r]),
                    entry=r,
                )
                for r in RESOURCES
            )
            title = Text("Reserve after {n} blessings", "祝福{n}回後の備蓄").fill(n=times)
            blocks.insert(0, Block(title, after))
        said = Text(
            "A blessing brings {gold} gold, {sun} sun, {moon} moon and {glory} glory on average.",
            "祝福1回の平均:ゴールド{gold}、太陽{sun}、月{moon}、{glory}点。",
        ).fill(**{r: f"{float(seen.means[r]):.2f}" for r in RESOURCES})
        if seen.target:
            likely, best = seen.target
            said = Text(
                "The target is reached with {likely}; choosing for nothing else, with {best}.",
                "目標に届く確率は{likely}。目標だけを考えて選べば{best}。",
            ).fill(likely=percent(likely), best=percent(best))
        if not others.dice and any(face.mode == "mirror" for die in dice for face in die):
            said += BLANK_MIRRORS
        if long:
            said = TOO_LONG + said
        blocks.append(_adds(box, dice, weights, others))
        policy = Block(
            Text("How it is counted", "計算の前提"),
            (Row(weighed(weights)), Row(seen.policy)),
            folded=True,
        )
        return Answer(said, (*blocks, policy))

    hint = Text(
        "Exact chances of a blessing and of several, and what each face would add.",
        "祝福1回・複数回の正確な確率と、各面を付けたときの増加。",
    )
    return Tool(Text("Odds", "確率"), hint, sheet, answer, "one", partial(filled, box, sheet))


SECONDS = 2.0
"""For several blessings and a target; after that only one blessing is said."""

TOO_LONG = Text(
    "Too many possibilities for so many blessings; this is one alone. ",
    "祝福の回数分の組み合わせが多すぎるため、1回分だけ示します。",
)

BLANK_MIRRORS = Text(
    " Mirrors count as blank until an opponent's dice are given.",
    "相手のダイスを入れるまで、鏡は空の面として計算する。",
)


def _tail(tail: Mapping[int, Fraction]) -> Text:
    """Chances of at least 1, 2, 3 ... as one line."""
    shown = [(k, chance) for k, chance in sorted(tail.items()) if k > 0 and chance > 0][:6]
    if not shown:
        return Text("never", "出ない")
    said = " · ".join(f"≥{k} {percent(chance).en}" for k, chance in shown)
    return Text(said, said)


def _exact(chance: Fraction) -> Text:
    text = str(chance) if chance.denominator <= 1296 else ""
    return Text(text, text)


def _adds(box: Box, dice: Dice, weights: Weights, others: odds.Others) -> Block:
    """The best place of every face that can be bought, by what it adds to one blessing."""
    found = []
    for face in box.faces.values():
        if face.price is None:
            continue
        places = odds.adds_anywhere(dice, face, weights, others)
        if places:
            found.append((places[0].worth, places[0]))
    found.sort(key=lambda pair: (-pair[0], pair[1].face.price or 0))
    most = max((worth for worth, _ in found), default=Fraction(0))
    rows = tuple(
        Row(
            added.face.name,
            Text(f"+{float(worth):.2f}", f"+{float(worth):.2f}"),
            Text(
                "{price} gold; die {die}, over {old}", "ゴールド{price}、ダイス{die}の{old}と交換"
            ).fill(price=added.face.price, die=added.die + 1, old=added.replaced.name),
            entry=added.face.id,
            share=worth / most if most > 0 and worth > 0 else None,
        )
        for worth, added in found
        if worth > 0
    )
    title = Text("What each face would add to a blessing", "各面が祝福1回に足す価値")
    return Block(title, rows, folded=True)
