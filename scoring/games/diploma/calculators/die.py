"""Calculator for the dice: the slot each die lands in, what it yields, odds, changes by magic."""

from collections.abc import Iterator, Sequence

from scoring.model.calculator import Answer, Apply, Block, FormCells, Row
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.text.localised import EMPTY, Verbatim, joined

from ..messages import say
from ..solvers import rules_of_play
from .seat_mana_and_tools import tool_at, worked

JUDGEMENT_TOO = ("upper", "downer", "control")
"""IDs of the magic cards that change any die in play, so also the judgement die."""


def fill(position: Position, seat: str) -> FormCells:
    named = ("tools", "tool_uses", "barrier", "magic_1", "magic_2", "mana")
    return {
        seat: position.seats[seat].entries(*named),
        "table": position.table.entries("judgement"),
    }


def answer(form: Position) -> Answer:
    (seat,) = form
    catalogue, judgement, odds = form.catalogue, form.table.choice("judgement"), _odds(form)
    dice = [int(die) for field in ("die_1", "die_2") if (die := seat.choice(field))]
    if not judgement or not dice:
        return Answer(say("choose-dice"), (odds,))
    judge = int(judgement)
    landed = [rules_of_play.slot(die, judge) for die in dice]
    sentences = (
        say("die-against", die=die, judge=judge, slot=catalogue.name(slot))
        for die, slot in zip(dice, landed, strict=True)
    )
    slots = tuple(dict.fromkeys(landed))
    blocks = [Block(say("what-they-yield"), tuple(_yield(form, seat, slot) for slot in slots))]
    if spells := tuple(_spells(form, seat, dice, judge)):
        blocks.append(Block(say("with-one-magic"), spells))
    applies = tuple(
        worked(form, seat, slot)
        for slot in slots
        if slot in rules_of_play.OVER and rules_of_play.yields(*tool_at(seat, slot)) == "tool"
    )
    judged = Apply(say("judgement-shows", n=judge), {form.table.path("judgement"): judgement})
    said = joined(sentences, say("between-sentences"))
    return Answer(said, (*blocks, odds), (*applies, judged))


def _yield(form: Position, seat: Seat, slot: str) -> Row:
    """Returns the answer's row on what a die that landed in this slot (an id) yields.

    A normal yield or a penalty is only named: no public text gives its amount.
    """
    name = form.catalogue.name
    if slot == "under":
        if seat.choice("barrier") == "spent":
            return Row(name(slot), say("no-penalty"), say("barrier-shields"), "barrier_shield")
        return Row(name(slot), say("penalty"), say("see-your-board"), "under")
    if slot in rules_of_play.OVER:
        tool, used = tool_at(seat, slot)
        match rules_of_play.yields(tool, used):
            case "tool":
                assert tool
                how = say("tool-must-work", n=rules_of_play.tool_left(used))
                return Row(name(slot), name(tool), how, tool)
            case "nothing":
                return Row(name(slot), say("yields-nothing"), say("tool-blocks"), "tool_blocked")
    return Row(name(slot), say("normal-yield"), say("see-your-board"), slot)


def _odds(form: Position) -> Block:
    rows = []
    for slot in rules_of_play.SLOTS:
        chance = rules_of_play.odds([slot])
        percent = Verbatim(f"{round(100 * chance)}%")
        of_36 = Verbatim(f"{chance.numerator * 36 // chance.denominator}/36")
        rows.append(Row(form.catalogue.name(slot), percent, of_36, slot, share=chance))
    return Block(say("odds"), tuple(rows), folded=True)


def _spells(form: Position, seat: Seat, dice: Sequence[int], judge: int) -> Iterator[Row]:
    """Yields a row for each change that one use of a seat's magic cards could make to a die.

    ``dice``: faces of the dice; ``judge``: that of the judgement die, which decides on slots.
    """
    if not seat.count("mana"):
        return
    name = form.catalogue.name
    laid = (seat.choice(slot) for slot in ("magic_1", "magic_2"))
    for spell in dict.fromkeys(magic for magic in laid if magic):
        matters = form.catalogue[spell].facts.get("colour_matters")
        how = say("if-colour") if matters else EMPTY
        if spell != "change_1":
            for die in dice:
                for value in rules_of_play.changed(spell, die):
                    label = say("magic-on-die", magic=name(spell), now=die, then=value)
                    yield Row(label, name(rules_of_play.slot(value, judge)), how, spell)
        if spell == "change_1" or spell in JUDGEMENT_TOO:
            for value in rules_of_play.changed(spell, judge):
                label = say("magic-on-judgement", magic=name(spell), now=judge, then=value)
                slots = (name(rules_of_play.slot(die, value)) for die in dice)
                yield Row(label, say.listed(slots), how, spell)
