"""Reads the calculators' forms and fills them from a table's sheets; shared by all calculators.

A form holds one player's dice, reserve and feats, and the dice of up to three opponents.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from scoring.games.dice_forge.sheet_functions import SIDE_IDS
from scoring.games.dice_forge.solvers.blessing import CopyableFaces
from scoring.games.dice_forge.solvers.dice import (
    TWO,
    Dice,
    Face,
    box_copies,
    mixed_pools,
    read_faces,
    starting_dice,
)
from scoring.games.dice_forge.solvers.reserve import Reserve, TableRulings
from scoring.games.dice_forge.solvers.roll import Weights
from scoring.model.catalogue import Catalogue
from scoring.model.cells import Option
from scoring.model.plan import Rulings
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.text import messages
from scoring.text.localised import Text, Verbatim

from .. import points

say = messages.of(__name__)

DICE = ("die_1", "die_2")
SHARDS = ("gold", "sun", "moon")
RIVALS = ("rival_1", "rival_2", "rival_3")

MOST_SOLD = 4
"""Largest number of copies of one face in the box."""

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
GOALS: Mapping[str, Weights] = {
    "balanced": Weights(HALF, 3 * HALF, 3 * HALF),
    "glory": Weights(Fraction(0), Fraction(0), Fraction(0)),
    "shards": Weights(QUARTER, Fraction(3), Fraction(3)),
    "gold": Weights(Fraction(1), HALF, HALF),
}
"""Worth of one gold, sun and moon in glory, by the player's goal.

Not from the rules; each answer names the worths that it used.
"""


def goals(_: Catalogue) -> tuple[Option, ...]:
    """Returns the options of the form's field “What counts most?”, the keys of ``GOALS``."""
    return tuple(Option(id_, say(f"goal-{id_}")) for id_ in GOALS)


# ── reading ────────────────────────────────────────────────────────────────────────────


def only(form: Position) -> Seat:
    """Returns the one seat of a form, which holds the answers of the player who asks."""
    return next(iter(form))


def weights(seat: Seat) -> Weights:
    return GOALS[seat.choice("goal") or "balanced"]


def dice(catalogue: Catalogue, seat: Seat, of: str = "") -> Dice:
    """Returns both dice of the form's player; a blank side has its starting face.

    ``of``: prefix of an opponent's fields, such as ``rival_1_``, to get that opponent's dice
        instead.
    """
    faces = read_faces(catalogue)
    first, second = (
        tuple(
            faces[held[side]] if side in held else began
            for side, began in zip(SIDE_IDS, start, strict=True)
        )
        for held, start in zip(
            (seat.faces(f"{of}{die}") for die in DICE), starting_dice(catalogue), strict=True
        )
    )
    return first, second


def rivals_dice(catalogue: Catalogue, seat: Seat) -> tuple[Dice, ...]:
    return tuple(dice(catalogue, seat, f"{rival}_") for rival in RIVALS if seat.flag(rival))


def others(catalogue: Catalogue, seat: Seat) -> CopyableFaces:
    """Returns the opponents' dice, which mirrors may copy when all players roll at once."""
    return CopyableFaces(dice=tuple(die for pair in rivals_dice(catalogue, seat) for die in pair))


def picked_faces(catalogue: Catalogue, seat: Seat, field: str) -> tuple[Face, ...]:
    faces = read_faces(catalogue)
    return tuple(faces[id_] for id_ in seat.picked(field))


def stock(seat: Seat) -> Reserve:
    """Returns the gold, suns, moons and chests of a form; what is above a cap is left out."""
    held, limits = seat.tally("reserve"), points.caps(seat.count("chests"))
    gold, sun, moon = (min(held.get(r, 0), n) for r, n in zip(SHARDS, limits, strict=True))
    return Reserve(gold, sun, moon, chests=seat.count("chests"))


def reserve(seat: Seat) -> Reserve:
    """Returns gold, suns, moons and chests as ``stock`` does, with hammer cards and their gold.

    Gold on hammers is at most the length of their tracks.
    """
    hammers = seat.count("hammers")
    steps = min(seat.count("hammer_steps"), points.HAMMER_TRACK * hammers)
    return replace(stock(seat), hammers=hammers, steps=steps)


def too_much(catalogue: Catalogue, seat: Seat, hammers: bool = True) -> tuple[Text, ...]:
    """Returns a message for each number of the form above its cap, which then counts as the cap.

    ``hammers``: the gold on hammers is checked as well.
    """
    held, found = seat.tally("reserve"), []
    for resource, most in zip(SHARDS, points.caps(seat.count("chests")), strict=True):
        if held.get(resource, 0) > most:
            name = catalogue.name(resource)
            found.append(say("over-cap-counts", what=name, n=most))
    if hammers and seat.count("hammer_steps") > (room := reserve(seat).steps):
        found.append(say("over-hammers-count", n=room))
    return tuple(found)


def house(rulings: Rulings) -> TableRulings:
    """Returns the table's choices of rules on which the printed and the online edition differ."""
    return TableRulings(
        split=rulings["hammer_split"] == "yes",
        carry=rulings["hammer_carry"] == "yes",
        convert_part=rulings["convert_part"] == "yes",
    )


# ── the sanctuary ──────────────────────────────────────────────────────────────────────


def players(form: Position) -> int:
    return int(form.table.choice("players") or "4")


def left(form: Position, seat: Seat) -> Mapping[Face, int]:
    """Returns the copies of faces still for sale in the sanctuary: face to number.

    With two players, a face of a mixed pool counts only if the form names it as one of the two that
    the pool keeps.
    """
    faces, sold = read_faces(form.catalogue), seat.tally("sold")
    copies = dict(box_copies(form.catalogue, players(form)))
    if players(form) == TWO:
        copies |= dict.fromkeys(form.table.picked("mixed"), 1)
    return {
        faces[id_]: n - sold.get(id_, 0)
        for id_, n in copies.items()
        if faces[id_].price is not None and n > sold.get(id_, 0)
    }


def unnamed(form: Position) -> bool:
    """True if the game has two players and the form does not name both faces of a mixed pool.

    With two players each mixed pool (four faces) keeps two, which the form has to name.
    """
    named = set(form.table.picked("mixed"))
    pools = mixed_pools(form.catalogue).values()
    return players(form) == TWO and any(len(pool & named) != TWO for pool in pools)


# ── filling from a table ───────────────────────────────────────────────────────────────


def sanctuary(position: Position) -> tuple[dict[str, Any], dict[str, int]]:
    """Returns the form's table cells, and the sold copies of each face: those on all dice.

    The table cells are the number of players, left blank for a single seat, and for two players the
    faces left of the mixed pools.
    """
    faces = read_faces(position.catalogue)
    on_dice = Counter(
        face for each in position for die in DICE for face in each.faces(die).values()
    )
    sold = {
        face: min(n, MOST_SOLD)
        for face, n in on_dice.items()
        if faces[face].price is not None or faces[face].mode == "shield"
    }
    table: dict[str, Any] = {}
    if (number := len(position.seats)) >= TWO:
        table["players"] = str(number)
    if number == TWO:
        pools = frozenset().union(*mixed_pools(position.catalogue).values())
        named = {*position.table.picked("mixed"), *(pools & on_dice.keys())}
        table["mixed"] = dict.fromkeys(sorted(named), True)
    return table, sold


def own_dice(seat: Seat) -> dict[str, Any]:
    return {die: seat.faces(die) for die in DICE}


def holdings(seat: Seat) -> dict[str, Any]:
    """Returns the form's cells for a seat's reserve, chests and hammers."""
    feats = seat.tally("feats")
    return {
        "reserve": seat.tally("reserve"),
        "chests": feats.get("chest"),
        "hammers": feats.get("hammer"),
        "hammer_steps": seat.count("hammer_steps") or None,
    }


def opponents(position: Position, seat: str) -> dict[str, Any]:
    """Returns the form's cells for the other players' dice.

    A seat without any entry is left out: a screen may hide its sheet, so that its dice are unknown.
    """
    known = [
        each
        for each in position
        if each.id != seat and any(map(each.entered, position.sheet.declared))
    ]
    found: dict[str, Any] = {}
    for rival, each in zip(RIVALS, known, strict=False):
        found |= {rival: True} | {f"{rival}_{die}": each.faces(die) for die in DICE}
    return found


# ── numbers ────────────────────────────────────────────────────────────────────────────


def exact(value: Fraction) -> Text:
    """Returns the text of a fraction to two decimals, with the exact one if that is short.

    >>> exact(Fraction(7, 3)).en, exact(Fraction(4)).en
    ('2.33 (7/3)', '4')
    """
    if value.denominator == 1:
        return Verbatim(str(value))
    short = f" ({value})" if value.denominator <= 216 else ""
    return Verbatim(f"{float(value):.2f}{short}")


def rounded(value: Fraction) -> Text:
    """Returns the text of a fraction to two decimals.

    >>> rounded(Fraction(7, 3)).en
    '2.33'
    """
    return Verbatim(f"{float(value):.2f}")


def change(value: Fraction) -> Text:
    """Returns the text of a fraction to two decimals with its sign, a true minus if negative.

    >>> change(Fraction(7, 3)).en, change(Fraction(-1, 2)).en
    ('+2.33', '−0.50')
    """
    return Verbatim(f"{float(value):+.2f}".replace("-", "−"))


def percent(value: Fraction) -> Text:
    """Returns the text of a probability in percent; 0 and 100 only if it is exactly that.

    >>> percent(Fraction(1, 36)).en, percent(Fraction(9999, 10000)).en, percent(Fraction(1)).en
    ('3 %', '>99 %', '100 %')
    """
    shown = round(100 * value)
    if value not in (0, 1) and shown in (0, 100):
        return Verbatim("<1 %" if shown == 0 else ">99 %")
    return Verbatim(f"{shown} %")
