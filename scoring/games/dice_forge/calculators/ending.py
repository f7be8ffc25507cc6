"""The order of reinforcements and actions that makes the last turn worth most."""

from __future__ import annotations

from functools import partial

from ....core.catalogue import Option
from ....core.plan import Rulings, State
from ....core.sheet import Section, Sheet, choice, count, flag, one_group, options, pick, tally
from ....core.text import Text, join
from ....core.tool import Answer, Block, Row, Tool
from .. import last_turn
from ..dice import House, TooMany, box_copies
from .forms import Box, filled, house, number, only

TOO_MANY = Text(
    "Too many ways to count with rolls in time.",
    "ダイスを含めると数が多く、時間内に計算できません。",
)

TOO_MANY_AT_ALL = Text(
    "With so many effects there are too many orders to look at in time.",
    "使える効果が多すぎて、すべての順番を時間内に調べられません。",
)

SECONDS = 1.0


def _last_turn(
    box: Box, position: last_turn.Position, rules: House, rolls: bool
) -> tuple[last_turn.LastTurn, bool]:
    """The answer with rolls if it is asked for and found in time, else without them.

    Raises ``TooMany`` where even those are too many.
    """
    if rolls:
        try:
            return last_turn.last_turn_expected(position, box.feats, rules, 3, SECONDS), False
        except TooMany:
            pass
    return last_turn.last_turn(position, box.feats, rules, 3, SECONDS), rolls


def tool(box: Box) -> Tool:
    """The form and answer of ``last_turn``, with rolls where that can be counted in time."""
    feats = [o for o in options(box.catalogue.of_kind("feat")) if o.id in box.feats]
    sheet = Sheet(
        box.catalogue,
        (
            Section("stock", Text("Reserve", "備蓄"), box.holdings()),
            Section(
                "mine",
                Text("What helps me", "使える効果"),
                (
                    tally(
                        "helpers",
                        Text("Usable reinforcements", "使える補強効果"),
                        [
                            Option(
                                "elders", Text("Elder (3 gold: 4 glory)", "賢者(ゴールド3で4点)")
                            ),
                            Option("owls", Text("Owl", "フクロウ")),
                            Option("nymphs", Text("Nymph", "精霊")),
                            Option("hinds", Text("Silver Hind", "銀月の雌鹿")),
                            Option("tritons", Text("Triton tokens", "トリトントークン")),
                            Option("cerberus", Text("Cerberus tokens", "ケルベロストークン")),
                            Option("bears", Text("Great Bear", "大熊")),
                        ],
                        most=4,
                    ),
                    count("forged", Text("Faces I have forged", "鍛造した面の数"), most=20),
                    flag("rolls", Text("Count rolls too", "ダイスも計算に入れる")),
                ),
            ),
            Section(
                "more",
                Text("Boars and mirrors", "猪と鏡"),
                (box.boars(), box.view()),
                folded=True,
            ),
            Section(
                "islands",
                Text("Feats still there", "残っている偉業"),
                (
                    choice(
                        "cards",
                        Text("Cards in play", "使うカード"),
                        [
                            Option("beginner", Text("Beginner", "初級")),
                            Option("advanced", Text("Advanced", "上級")),
                            Option("mixed", Text("Mixed", "混合")),
                        ],
                        default="beginner",
                    ),
                    flag("promos", Text("With promos", "プロモあり")),
                    pick(
                        "gone",
                        Text("Sold out", "売り切れ"),
                        one_group(feats),
                        hint=Text("Tick what is sold out.", "売り切れたものに印を付けます。"),
                    ),
                ),
                folded=True,
            ),
            Section("dice", Text("Dice", "ダイス"), (box.die(1), box.die(2)), folded=True),
            *box.rivals(),
        ),
    )

    def answer(state: State, rulings: Rulings) -> Answer:
        cells = only(state)
        reserve = box.reserve(cells)
        sets = {"common", cells.get("cards", "beginner")}
        sets |= {"beginner", "advanced"} if "mixed" in sets else set()
        sets |= {"promo"} if cells.get("promos") else set()
        gone = cells.get("gone", {})
        there = {
            feat: 1
            for feat in box.feats
            if feat not in gone and box.catalogue[feat].facts["set"] in sets
        }
        position = last_turn.Position(
            reserve,
            there,
            {box.faces[id_]: n for id_, n in box_copies(box.catalogue, 4).items()},
            forged=cells.get("forged", 0),
            dice=box.dice(cells),
            visible=tuple(box.faces[id_] for id_ in cells.get("view", {})),
            opponents=box.rivals_dice(cells),
            owned=frozenset(cells.get("boars", ())),
            **{name: n for name, n in cells.get("helpers", {}).items()},
        )
        rules = house(rulings)
        try:
            found, too_many = _last_turn(box, position, rules, rolls=bool(cells.get("rolls")))
        except TooMany:
            return Answer(TOO_MANY_AT_ALL, cites=("reinforcement", "extra_action"))
        word = (
            Text("{n} glory on average this turn.", "この手番で平均{n}点。")
            if found.rolled
            else Text("{n} glory this turn, nothing rolled.", "この手番で{n}点(ダイスなし)。")
        )
        rows = tuple(Row(step) for step in found.best.steps) or (
            Row(Text("Do nothing.", "何もしない。")),
        )
        blocks = [Block(Text("Best turn", "最善の手番"), rows)]
        if found.others:
            blocks.append(
                Block(
                    Text("Next best", "次点"),
                    tuple(
                        Row(
                            join(list(line.steps), "; ", "、") if line.steps else Text("–", "–"),
                            number(line.glory),
                        )
                        for line in found.others
                    ),
                    folded=True,
                )
            )
        notes = (Row(found.policy), *(Row(gap) for gap in found.gaps))
        if too_many:
            notes = (Row(TOO_MANY), *notes)
            word = TOO_MANY + Text(" Without rolls: ", "ダイスなしなら") + word
        blocks.append(Block(Text("How it is counted", "計算の前提"), notes, folded=True))
        return Answer(word.fill(n=number(found.best.glory)), tuple(blocks), (), found.proof)

    hint = Text(
        "Reinforcements, action, extra action: the order that yields most glory.",
        "補強効果・アクション・追加アクションの、最も点になる順番。",
    )
    return Tool(
        Text("The last turn", "最後の手番"),
        hint,
        sheet,
        answer,
        "one",
        partial(filled, box, sheet),
    )
