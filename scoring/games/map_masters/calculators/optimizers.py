"""Calculator for circled scissors and recycle icons: cards to cut, cards to keep for next round."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from scoring.model.calculator import Answer, Block, FormCells, Row
from scoring.model.position import Position
from scoring.text.localised import EMPTY, Text, Verbatim, joined

from ..messages import say
from ..solvers import average_icon_worth, typed_paths
from ..solvers.market import HAND
from ..solvers.score_pad import LAST_ROUND, of_round, round_played
from . import form_rows

STARTER_CARDS = 9
"""Cards of a player's collection at the start; assumed while the form's cell is blank."""
MOST_CIRCLED = 5
"""Highest number of circled icons of a kind that the form accepts."""


def fill(position: Position, seat: str) -> FormCells:
    player = position.seats[seat]
    number = round_played(position, player)
    met = typed_paths.walk(player.script(of_round("path", number))).circled
    cells = {icon: min(met[icon], MOST_CIRCLED) for icon in ("recycle", "scissors")}
    about: dict[str, Any] = {"round": str(number)}
    if number < LAST_ROUND:
        about["primary"] = position.table.choice(of_round("primary_objective", number + 1))
    return {seat: cells, "table": about}


def answer(form: Position) -> Answer:
    (seat,) = form
    table = form.table
    number = int(table.choice("round") or 1)
    if number == LAST_ROUND:
        return Answer(say("no-more-optimisers"))
    listed = average_icon_worth.hand(seat.script("cards"))
    if listed is None:
        return Answer(say("sign-not-known"), (form_rows.of_signs(form.catalogue),))
    if not listed:
        return Answer(say("enter-cards"))
    now = average_icon_worth.values(form.catalogue, table.choice("primary") or "")
    later = average_icon_worth.later(form.catalogue)
    size = seat.count("collection") or STARTER_CARDS
    odds = Row(
        say("how-often"),
        say("from-to", before=_share(size), after=_share(size - 1)),
        say("how-often-how", n=size, m=max(size - 1, 0), rounds=LAST_ROUND - number),
    )
    blocks = (
        Block(say("cards"), tuple(_cards(listed, now, later))),
        Block(
            say("behind-it"),
            (odds, Row(say("how-compared"), EMPTY, say("how-compared-how"))),
            folded=True,
        ),
    )
    summary = _summary(listed, now, later, seat.count("recycle"), seat.count("scissors"))
    return Answer(summary, blocks)


def _share(size: int) -> str:
    return f"{round(100 * min(Fraction(1), Fraction(HAND, size)))}%" if size > 0 else "–"


def _cards(
    listed: Sequence[str], now: Mapping[str, int], later: Mapping[str, int]
) -> Iterator[Row]:
    most = max((average_icon_worth.worth(now, signs) for signs in listed), default=0)
    for signs in sorted(listed, key=lambda signs: -average_icon_worth.worth(now, signs)):
        worth = average_icon_worth.worth(now, signs)
        how = say(
            "on-average-later", worth=form_rows.tenths(average_icon_worth.worth(later, signs))
        )
        share = Fraction(worth, most) if most else None
        yield Row(Verbatim(signs), form_rows.tenths(worth), how, share=share)


def _summary(
    listed: Sequence[str],
    now: Mapping[str, int],
    later: Mapping[str, int],
    recycle: int,
    scissors: int,
) -> Text:
    """Returns the sentence that names the cards to keep for the next round and the cards to cut.

    ``listed``: the icons of each card. ``now``, ``later``: worth of each icon, by its id, in the
    next round and in later ones. ``recycle``, ``scissors``: how many of these icons are circled.
    """
    best = sorted(range(len(listed)), key=lambda n: -average_icon_worth.worth(now, listed[n]))
    # while no such icon is circled, one of each is assumed
    recycled = best[: recycle or (0 if scissors else 1)]
    rest = [n for n in range(len(listed)) if n not in recycled]
    weakest = sorted(rest, key=lambda n: average_icon_worth.worth(later, listed[n]))
    cut = weakest[: scissors or (0 if recycle else 1)]
    parts = [
        say(id_, cards=say.listed(Verbatim(listed[n]) for n in chosen))
        for id_, chosen in (("recycle-cards", recycled), ("cut-cards", cut))
        if chosen
    ]
    return joined(parts, say("sentence-gap"))
