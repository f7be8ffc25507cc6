"""Reads the calculators' forms and fills them from a table's sheets; shared by all calculators.

A form holds one player's dice, reserve and feats, and the dice of up to three opponents.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scoring.model.catalogue import Catalogue
from scoring.model.plan import Rulings
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.text.localised import Text

from .. import points
from ..messages import say
from ..sheet_functions import DICE, GOALS, SIDE_IDS
from ..solvers.blessing_rolls import OtherFaces
from ..solvers.dice import TWO, Dice, Face, box_copies, mixed_pools, read_faces, starting_dice
from ..solvers.reserve import Reserve, TableRulings
from ..solvers.roll_results import Weights

SHARDS = ("gold", "sun", "moon")
RIVALS = ("rival_1", "rival_2", "rival_3")

MOST_SOLD = 4
"""Largest number of copies of one face in the box."""


# ── reading ────────────────────────────────────────────────────────────────────────────


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
            faces[faces_by_side[side]] if side in faces_by_side else began
            for side, began in zip(SIDE_IDS, start, strict=True)
        )
        for faces_by_side, start in zip(
            (seat.faces(f"{of}{die}") for die in DICE), starting_dice(catalogue), strict=True
        )
    )
    return first, second


def rivals_dice(catalogue: Catalogue, seat: Seat) -> tuple[Dice, ...]:
    return tuple(dice(catalogue, seat, f"{rival}_") for rival in RIVALS if seat.flag(rival))


def others(catalogue: Catalogue, seat: Seat) -> OtherFaces:
    """Returns the opponents' dice, which mirrors may copy when all players roll at once."""
    return OtherFaces(dice=tuple(die for pair in rivals_dice(catalogue, seat) for die in pair))


def picked_faces(catalogue: Catalogue, seat: Seat, field: str) -> tuple[Face, ...]:
    faces = read_faces(catalogue)
    return tuple(faces[id_] for id_ in seat.picked(field))


def stock(seat: Seat) -> Reserve:
    """Returns the gold, suns, moons and chests of a form; what is above a cap is left out."""
    entered, limits = seat.tally("reserve"), points.caps(seat.count("chests"))
    gold, sun, moon = (min(entered.get(r, 0), n) for r, n in zip(SHARDS, limits, strict=True))
    return Reserve(gold, sun, moon, chests=seat.count("chests"))


def reserve(seat: Seat) -> Reserve:
    """Returns the form's gold, suns, moons (up to the caps), chests, hammer cards, their gold."""
    hammers = seat.count("hammers")
    steps = min(seat.count("hammer_steps"), points.HAMMER_TRACK * hammers)
    return replace(stock(seat), hammers=hammers, steps=steps)


def too_much(catalogue: Catalogue, seat: Seat, hammers: bool = True) -> tuple[Text, ...]:
    """Returns a message for each number of the form above its cap, which then counts as the cap.

    ``hammers``: the gold on hammer cards is checked too, not only the reserve.
    """
    warnings = over_caps(catalogue, seat, "reserve", "over-cap-counts")
    if hammers and seat.count("hammer_steps") > (room := reserve(seat).steps):
        warnings.append(say("over-hammers-count", n=room))
    return tuple(warnings)


def over_caps(catalogue: Catalogue, seat: Seat, field: str, message: str) -> list[Text]:
    """Returns a message (its id is given) for each resource of a field that is above its cap."""
    entered, limits = seat.tally(field), points.caps(seat.count("chests"))
    return [
        say(message, what=catalogue.name(resource), n=most)
        for resource, most in zip(SHARDS, limits, strict=True)
        if entered.get(resource, 0) > most
    ]


def house(rulings: Rulings) -> TableRulings:
    """Returns a table's answers to rules on which the printed and online editions differ.

    They are: a gain may be divided between reserve and hammer, left over gold goes on to the next
    hammer card, Sentinel and Cyclops may turn part of a result into glory."""
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
    """True with two players if the form does not name both faces that a mixed pool keeps."""
    named = set(form.table.picked("mixed"))
    pools = mixed_pools(form.catalogue).values()
    return players(form) == TWO and any(len(pool & named) != TWO for pool in pools)


# ── filling from a table ───────────────────────────────────────────────────────────────


def sanctuary(position: Position) -> tuple[dict[str, Any], dict[str, int]]:
    """Returns the form's table cells, and the sold copies by face id: those on all players' dice.

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


def holdings(seat: Seat) -> dict[str, Any]:
    """Returns the form's cells, field id to value, for a seat's dice, reserve, chests, hammers."""
    feats = seat.tally("feats")
    return {
        **seat.entries(*DICE, "reserve"),
        "chests": feats.get("chest"),
        "hammers": feats.get("hammer"),
        "hammer_steps": seat.count("hammer_steps") or None,
    }


def opponents(position: Position, seat: str) -> dict[str, Any]:
    """Returns the form's cells for the dice of up to three players other than ``seat`` (an id).

    A seat without any entry is left out: a screen may hide its sheet, so that its dice are unknown.
    """
    rivals = [
        each
        for each in position
        if each.id != seat and any(map(each.entered, position.sheet.declared))
    ]
    cells: dict[str, Any] = {}
    for rival, each in zip(RIVALS, rivals, strict=False):
        cells |= {rival: True} | {f"{rival}_{die}": each.faces(die) for die in DICE}
    return cells
