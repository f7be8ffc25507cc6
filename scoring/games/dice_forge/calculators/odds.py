"""Calculator for the odds of one blessing and of several, and for the gain from each face."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import Any

from scoring.games.dice_forge.solvers.blessing import CopyableFaces
from scoring.games.dice_forge.solvers.dice import RESOURCES, Dice, Gain, read_faces
from scoring.games.dice_forge.solvers.odds import AddedFace, adds_anywhere, one
from scoring.games.dice_forge.solvers.outlook import Outlook, outlook
from scoring.games.dice_forge.solvers.reserve import Reserve
from scoring.games.dice_forge.solvers.roll import Weights
from scoring.loading.rows import SheetFunction
from scoring.model.calculator import Answer, Block, Row
from scoring.model.catalogue import Catalogue
from scoring.model.position import Position
from scoring.solving import deadline
from scoring.text import messages
from scoring.text.localised import EMPTY, Text, Verbatim, joined, number

from . import form as asked
from . import telling

say = messages.of(__name__)

SHEET_FUNCTIONS: Mapping[str, SheetFunction] = {"goals": asked.goals}

SHOWN = 6
"""Number of probabilities listed in one row."""

SECONDS = 1.4
"""Limit in seconds of processor time for new faces, several blessings and a target together.

After that only one blessing is answered; an answer takes at most 1.5 s (``tests/bench``).
"""


def fill(position: Position, seat: str) -> Mapping[str, Mapping[str, Any]]:
    own = position.seats[seat]
    cells = asked.own_dice(own) | asked.holdings(own) | asked.opponents(position, seat)
    cells |= {"glory": own.number("glory")}
    del cells["hammers"], cells["hammer_steps"]  # the odds ignore hammers
    return {seat: cells}


def answer(form: Position) -> Answer:
    catalogue, seat = form.catalogue, asked.only(form)
    dice, weights = asked.dice(catalogue, seat), asked.weights(seat)
    reserve = replace(asked.stock(seat), glory=seat.count("glory"))
    others = asked.others(catalogue, seat)
    times = seat.count("times") or 1
    need = seat.tally("need")
    target = Gain(**need) if need else None
    adds, seen = None, None
    with suppress(deadline.OutOfTime), deadline.within(SECONDS):
        adds = _adds(catalogue, dice, weights, others)
        seen = outlook(dice, weights, times, reserve, target, others)
    if long := seen is None:
        seen = outlook(dice, weights, 1, reserve, None, others)
    blocks = [_one(catalogue, seen), _gains(seen)]
    if seen.times > 1 or reserve != Reserve():
        blocks.insert(0, _after(catalogue, seen))
    blocks.append(adds or _adds(catalogue, dice, weights, others))
    assumed = [telling.weighed(weights), say("choices-by-weights"), say("hammers-not-counted")]
    assumed += asked.too_much(catalogue, seat, hammers=False)
    blocks.append(Block(say("how-counted"), tuple(map(Row, assumed)), folded=True))
    said = _summary(seen)
    if not others.dice and any(face.mode == "mirror" for die in dice for face in die):
        said = say("and-blank-mirrors", said=said)
    return Answer(say("one-alone", said=said) if long else said, tuple(blocks))


def _summary(seen: Outlook) -> Text:
    if seen.target:
        likely, best = map(asked.percent, seen.target)
        return say("target-reached", likely=likely, best=best)
    return say("blessing-brings", **{r: asked.rounded(seen.means[r]) for r in RESOURCES})


def _one(catalogue: Catalogue, seen: Outlook) -> Block:
    rows = tuple(
        Row(
            catalogue.name(r),
            asked.exact(seen.means[r]),
            _tail(seen.tails[r]),
            entry=r,
            share=seen.tails[r].get(1, Fraction(0)),
        )
        for r in RESOURCES
    )
    return Block(say("one-blessing"), rows)


def _gains(seen: Outlook) -> Block:
    rows = tuple(
        Row(telling.gain(got), asked.percent(chance), _exact(chance), share=chance)
        for got, chance in seen.gains[:14]
    )
    return Block(say("what-comes-up"), rows)


def _after(catalogue: Catalogue, seen: Outlook) -> Block:
    rows = tuple(
        Row(
            catalogue.name(r),
            asked.exact(seen.after_means[r]),
            _tail(seen.after_tails[r], held=True),
            entry=r,
        )
        for r in RESOURCES
    )
    return Block(say("reserve-after", n=seen.times), rows)


def _tail(tail: Mapping[int, Fraction], *, held: bool = False) -> Text:
    """Returns one line of text with the probabilities of at least 1, 2, 3 … of a resource.

    ``held``: the amounts are those in the reserve; the line then starts at the amount that is
        certain.
    """
    shown = [(k, chance) for k, chance in sorted(tail.items()) if k > 0 and chance > 0]
    sure = sum(chance == 1 for _, chance in shown) if held else 0
    shown = shown[max(0, sure - 1) :][:SHOWN]
    if not shown:
        return say("never")
    said = (Verbatim(f"≥{k} ") + asked.percent(chance) for k, chance in shown)
    return joined(said, Verbatim(" · "))


def _exact(chance: Fraction) -> Text:
    return number(chance) if chance.denominator <= 1296 else EMPTY


def _adds(catalogue: Catalogue, dice: Dice, weights: Weights, others: CopyableFaces) -> Block:
    """Returns a block of the answer on the faces for sale: the best side for each, and its gain.

    The gain is the change in the average worth of one blessing if the face is put on that side.
    """
    found: list[AddedFace] = []
    now = one(dice, weights, others).means()
    for face in read_faces(catalogue).values():
        if face.price is not None:
            found += adds_anywhere(dice, face, weights, others, before=now)[:1]
    found = [added for added in found if added.worth > 0]
    found.sort(key=lambda added: (-added.worth, added.face.price or 0))
    rows = tuple(
        Row(
            catalogue.name(added.face.id),
            asked.change(added.worth),
            say(
                "face-would-go",
                price=added.face.price,
                die=added.die + 1,
                old=catalogue.name(added.replaced.id),
            ),
            entry=added.face.id,
            share=added.worth / found[0].worth,
        )
        for added in found
    )
    return Block(say("faces-would-add"), rows, folded=True)
