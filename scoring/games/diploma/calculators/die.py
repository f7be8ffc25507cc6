"""What a die does at a slot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ....core.catalogue import Catalogue, Option
from ....core.plan import Rulings, State
from ....core.sheet import Section, Sheet, choice, count, one_group, options, pick, tally
from ....core.text import EMPTY, Text, counted, join
from ....core.tool import Answer, Apply, Block, Row, Tool, form
from .. import counters
from ..sheet import BARRIER, OVER, PIPS
from .forms import MOST_MANA, plain, some_of

_DICE = ("die_1", "die_2")


def tool(catalogue: Catalogue) -> Tool:
    """The slot of a die, what happens there, the odds, and what magic could change."""
    magic = options(catalogue.of_kind("magic"))
    over = tuple(Option(id_, catalogue.name(id_)) for id_ in OVER)
    dice = (
        choice("die_1", Text("My die", "自分のダイス"), PIPS),
        choice("die_2", Text("My second die", "2個目のダイス"), PIPS),
    )
    board = (
        pick("tools", Text("Tools", "道具"), one_group(over), options(catalogue.of_kind("tool"))),
        tally("tool_uses", Text("Uses made", "使った回数"), over, most=counters.TOOL_USES),
        choice("barrier", Text("Barrier in my Under slot", "Under枠の障壁"), BARRIER),
        choice("magic_1", Text("Magic slot", "魔法枠"), magic),
        choice("magic_2", Text("Second slot", "第2の魔法枠"), magic),
        count("mana", catalogue.name("mana"), most=MOST_MANA),
    )
    sheet = Sheet(
        catalogue,
        (
            Section("dice", Text("Dice", "ダイス"), dice),
            Section("board", Text("My board", "自分のボード"), board, folded=True),
        ),
        (
            Section(
                "judgement",
                catalogue.name("judgement_die"),
                (choice("judgement", catalogue.name("judgement_die"), PIPS),),
            ),
        ),
    )

    def fill(state: State, seat: str) -> State:
        named = ("tools", "tool_uses", "barrier", "magic_1", "magic_2", "mana")
        own = some_of(state["seats"][seat], *named)
        return form(sheet, state, {seat: own}, some_of(state.get("table", {}), "judgement"))

    def answer(state: State, rulings: Rulings) -> Answer:
        ((seat, cells),) = state["seats"].items()
        judge, cites = state.get("table", {}).get("judgement"), ("slot_meaning", "judgement_die")
        odds = _odds(catalogue)
        dice = [(name, int(cells[name])) for name in _DICE if name in cells]
        if judge is None or not dice:
            said = Text(
                "Choose the judgement die and your die.",
                "判定ダイスと自分のダイスを選んでください。",
            )
            return Answer(said, (odds,), cites=cites)
        landed = [counters.slot(die, int(judge)) for _, die in dice]
        said = join(
            (
                Text("{die} against {judge}: {slot}.", "{judge}に対して{die}：{slot}。").fill(
                    die=die, judge=judge, slot=catalogue.name(slot)
                )
                for (_, die), slot in zip(dice, landed, strict=True)
            ),
            " ",
            "",
        )
        yields = tuple(_yield_row(catalogue, slot, cells) for slot in dict.fromkeys(landed))
        blocks = [Block(Text("What they yield", "産出"), yields)]
        if spells := tuple(_spell_rows(catalogue, dice, int(judge), cells)):
            blocks.append(Block(Text("With one use of my magic", "魔法を1回使うと"), spells))
        applies = tuple(
            worked(catalogue, seat, slot, cells)
            for slot in dict.fromkeys(landed)
            if slot in OVER and counters.yields(*tool_at(slot, cells)) == "tool"
        )
        judged = Apply(
            Text("Judgement die shows {n}", "判定ダイスは{n}").fill(n=judge),
            {"table/judgement": judge},
        )
        return Answer(said, (*blocks, odds), (*applies, judged), cites=cites)

    return Tool(
        Text("Which slot?", "どの枠？"),
        Text(
            "The slot of a die, what happens there, the odds, and what your magic could change.",
            "ダイスの枠、そこで起こること、確率、魔法で変えられる枠。",
        ),
        sheet,
        answer,
        "one",
        fill,
    )


def tool_at(slot: str, cells: Mapping[str, Any]) -> tuple[str | None, int]:
    return cells.get("tools", {}).get(slot), cells.get("tool_uses", {}).get(slot, 0)


def _yield_row(catalogue: Catalogue, slot: str, cells: Mapping[str, Any]) -> Row:
    name = catalogue.name(slot)
    if slot == "under":
        if cells.get("barrier") == "spent":
            how = Text("your spent barrier shields you", "効果切れの障壁が罰を防ぐ")
            return Row(name, Text("no penalty", "罰なし"), how, "barrier_shield")
        how = Text("how large is not public: see your board", "大きさは非公開。ボードを見る")
        return Row(name, Text("penalty", "罰"), how, "under")
    if slot in OVER:
        tool, used = tool_at(slot, cells)
        match counters.yields(tool, used):
            case "tool":
                assert tool
                left = counters.tool_left(used)
                how = Text("must be carried out; {n} before this one", "必ず実行。残り{n}").fill(
                    n=counted(left, "use left", "uses left", "回")
                )
                return Row(name, catalogue.name(tool), how, tool)
            case "nothing":
                how = Text("the spent tool blocks it", "使い切った道具がふさいでいる")
                return Row(name, Text("nothing", "なし"), how, "tool_blocked")
    how = Text("the amount is not public: see your board", "量は非公開。ボードを見る")
    return Row(name, Text("normal yield", "通常の産出"), how, slot)


def _odds(catalogue: Catalogue) -> Block:
    rows = []
    for slot in counters.SLOTS:
        chance = counters.odds([slot])
        percent = Text(f"{round(100 * chance)}%", f"{round(100 * chance)}%")
        how = plain(f"{chance.numerator * 36 // chance.denominator}/36")
        rows.append(Row(catalogue.name(slot), percent, how, slot, share=chance))
    return Block(Text("Odds of a die, both fair", "1個のダイスの確率"), tuple(rows), folded=True)


_JUDGEMENT_TOO = ("upper", "downer", "control")
"""Magic for any die in play, the judgement die included."""


def _spell_rows(
    catalogue: Catalogue, dice: Sequence[tuple[str, int]], judge: int, cells: Mapping[str, Any]
) -> Iterator[Row]:
    """Where each die would land after one use of a magic that is set and can be paid."""
    if not cells.get("mana"):
        return
    set_magic = dict.fromkeys(cells[slot] for slot in ("magic_1", "magic_2") if slot in cells)
    for spell in set_magic:
        colour = Text("if the colour is that of its stone", "石と同色なら")
        how = colour if catalogue[spell].facts.get("colour_matters") else EMPTY
        if spell != "change_1":
            for _, die in dice:
                for value in counters.changed(spell, die):
                    label = Text("{spell}: {a} → {b}", "{spell}：{a}→{b}").fill(
                        spell=catalogue.name(spell), a=die, b=value
                    )
                    slot = counters.slot(value, judge)
                    yield Row(label, catalogue.name(slot), how, spell)
        if spell == "change_1" or spell in _JUDGEMENT_TOO:
            for value in counters.changed(spell, judge):
                label = Text("{spell}: judgement die {a} → {b}", "{spell}：判定ダイス{a}→{b}").fill(
                    spell=catalogue.name(spell), a=judge, b=value
                )
                slots = (catalogue.name(counters.slot(die, value)) for _, die in dice)
                yield Row(label, join(slots), how, spell)


def worked(catalogue: Catalogue, seat: str, slot: str, cells: Mapping[str, Any]) -> Apply:
    _, used = tool_at(slot, cells)
    label = Text("The tool in {slot} has worked", "{slot}の道具を使った")
    return Apply(label.fill(slot=catalogue.name(slot)), {f"{seat}/tool_uses/{slot}": used + 1})
