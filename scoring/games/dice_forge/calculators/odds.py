"""Calculator for the odds of one blessing and of several, and for the gain from each face."""

from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction

from scoring.model.calculator import Answer, Block, FormCells, Row
from scoring.model.catalogue import Catalogue
from scoring.model.position import Position
from scoring.solving import deadline
from scoring.text.localised import EMPTY, Text, Verbatim, joined, number

from ..messages import say
from ..solvers.blessing_rolls import OtherFaces, blessing
from ..solvers.dice import RESOURCES, Dice, Gain, read_faces
from ..solvers.odds import Distribution, Odds, ReservesAfter, best_sides, one, reach, several
from ..solvers.reserve import Reserve
from ..solvers.roll_results import Weights
from . import form_reader, result_texts

SHOWN = 6
"""Number of probabilities listed in one row."""

SECONDS = 1.4
"""Limit in seconds of processor time for the slow parts of an answer together.

These are the gains from new faces, several blessings in a row and the odds of a target. After that
only one blessing is answered; an answer takes at most 1.5 s (``tests/bench``).
"""


def fill(position: Position, seat: str) -> FormCells:
    player = position.seats[seat]
    cells = form_reader.holdings(player) | form_reader.opponents(position, seat)
    cells |= {"glory": player.number("glory")}
    del cells["hammers"], cells["hammer_steps"]  # the odds ignore hammers
    return {seat: cells}


def answer(form: Position) -> Answer:
    catalogue, (seat,) = form.catalogue, form
    dice, weights = form_reader.dice(catalogue, seat), form_reader.weights(seat)
    reserve = form_reader.stock(seat)._replace(glory=seat.count("glory"))
    others = form_reader.others(catalogue, seat)
    times = seat.count("times") or 1
    need = seat.tally("need")
    beyond = form_reader.over_caps(catalogue, seat, "need", "target-over-cap")
    target = Gain(**need) if need and not beyond else None
    adds, reached = None, None
    with suppress(deadline.OutOfTime), deadline.within(SECONDS):
        adds = _adds(catalogue, dice, weights, others)
        reached = _reached(dice, weights, times, reserve, target, others)
    if long := reached is None:
        times = 1
        reached = _reached(dice, weights, times, reserve, None, others)
    single, (after, chances) = one(dice, weights, others), reached
    blocks = [_amounts(catalogue, say("one-blessing"), single), _gains(single)]
    if times > 1 or reserve != Reserve():
        title = say("reserve-after", n=times)
        blocks.insert(0, _amounts(catalogue, title, after, in_reserve=True))
    blocks.append(adds or _adds(catalogue, dice, weights, others))
    assumed = [result_texts.weighed(weights), say("choices-by-weights"), say("hammers-not-counted")]
    assumed += form_reader.too_much(catalogue, seat, hammers=False)
    blocks.append(result_texts.counting(assumed))
    summary = beyond[0] if beyond else _summary(single, chances)
    if not others.dice and any(face.mode == "mirror" for die in dice for face in die):
        summary = say("and-blank-mirrors", said=summary)
    return Answer(say("one-alone", said=summary) if long else summary, tuple(blocks))


def _reached(
    dice: Dice,
    weights: Weights,
    times: int,
    reserve: Reserve,
    need: Gain | None,
    others: OtherFaces,
) -> tuple[ReservesAfter, tuple[Fraction, Fraction] | None]:
    """Returns the reserves possible after ``times`` blessings, and two odds to hold ``need`` then.

    A blessing is a roll of ``dice``. The odds are probabilities: if every choice takes the gain
    worth most by ``weights``, and if every choice aims at ``need``; ``None`` without ``need``.
    ``others``: opponents' faces for mirrors. ``reserve``: before the first blessing. Glory in
    ``need`` includes that in ``reserve``. Raises ``OutOfTime``.
    """
    rolled = blessing(dice, others)
    after = several(rolled, times, weights, reserve)
    if need is None:
        return after, None
    still = need._replace(glory=max(0, need.glory - reserve.glory))
    return after, (after.at_least(still), reach(rolled, times, need, reserve))


def _summary(single: Odds, chances: tuple[Fraction, Fraction] | None) -> Text:
    if chances:
        likely, best = map(result_texts.percent, chances)
        return say("target-reached", likely=likely, best=best)
    means = {r: Verbatim(f"{float(single.mean(r)):.2f}") for r in RESOURCES}
    return say("blessing-brings", **means)


def _amounts(
    catalogue: Catalogue, title: Text, amounts: Distribution, *, in_reserve: bool = False
) -> Block:
    """Returns a block of the answer: mean and probabilities of each resource in ``amounts``.

    ``in_reserve``: true if these are amounts held afterwards, not gains; it has no bars then.
    ``title``: the block's heading.
    """
    rows = []
    for r in RESOURCES:
        mean, tail = result_texts.exact(amounts.mean(r)), amounts.tail(r)
        share = None if in_reserve else tail.get(1, Fraction(0))
        chances = _tail(tail, in_reserve=in_reserve)
        rows.append(Row(catalogue.name(r), mean, chances, entry=r, share=share))
    return Block(title, tuple(rows))


def _gains(single: Odds) -> Block:
    rows = tuple(
        Row(
            result_texts.gain(got),
            result_texts.percent(chance),
            number(chance) if chance.denominator <= 1296 else EMPTY,
            share=chance,
        )
        for got, chance in single.likeliest[:14]
    )
    return Block(say("what-comes-up"), rows)


def _tail(tail: Mapping[int, Fraction], *, in_reserve: bool = False) -> Text:
    """Returns a text such as *≥1 50 % · ≥2 10 %*: probabilities of at least so much of a resource.

    ``tail``: amount to the probability of at least that. ``in_reserve``: true to list only the
    largest of several certain amounts.
    """
    chances = [(k, chance) for k, chance in sorted(tail.items()) if k > 0 and chance > 0]
    sure = sum(chance == 1 for _, chance in chances) if in_reserve else 0
    chances = chances[max(0, sure - 1) :][:SHOWN]
    if not chances:
        return say("never")
    texts = (Verbatim(f"≥{k} ") + result_texts.percent(chance) for k, chance in chances)
    return joined(texts, Verbatim(" · "))


def _adds(catalogue: Catalogue, dice: Dice, weights: Weights, others: OtherFaces) -> Block:
    """Returns a block of the answer: how much each face for sale adds to a blessing's worth.

    Worth: average, by ``weights``, the glory that one of each resource counts for. ``dice``: the
    player's. ``others``: opponents' faces for mirrors to copy.
    """
    for_sale = [face for face in read_faces(catalogue).values() if face.price is not None]
    gains = [added for added in best_sides(dice, for_sale, weights, others) if added.worth > 0]
    gains.sort(key=lambda added: (-added.worth, added.face.price or 0))
    rows = tuple(
        Row(
            catalogue.name(added.face.id),
            result_texts.change(added.worth),
            say(
                "face-would-go",
                price=added.face.price,
                die=added.die + 1,
                old=catalogue.name(added.replaced.id),
            ),
            entry=added.face.id,
            share=added.worth / gains[0].worth,
        )
        for added in gains
    )
    return Block(say("faces-would-add"), rows, folded=True)
