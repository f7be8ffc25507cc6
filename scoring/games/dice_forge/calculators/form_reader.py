"""Reads the calculators' forms and fills them from a table's sheets; shared by all calculators.

A form holds one player's dice, reserve and feats, and the dice of up to three opponents.
"""

from collections import Counter
from collections.abc import Mapping
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
    """Returns both dice entered on a form, six faces each; a blank side has its starting face.

    ``of``: prefix of an opponent's fields, such as ``rival_1_``; empty for the player's own dice.
    ``seat``: the cells of the form.
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
    """Returns the opponents' dice entered on a form; the player's mirrors may copy their faces.

    ``seat``: the cells of the form.
    """
    return OtherFaces(dice=tuple(die for pair in rivals_dice(catalogue, seat) for die in pair))


def picked_faces(catalogue: Catalogue, seat: Seat, field: str) -> tuple[Face, ...]:
    faces = read_faces(catalogue)
    return tuple(faces[id_] for id_ in seat.picked(field))


def stock(seat: Seat) -> Reserve:
    """Returns the gold, suns, moons and chests entered on a form, resources up to their caps.

    ``seat``: the cells of the form.
    """
    entered, limits = seat.tally("reserve"), points.caps(seat.count("chests"))
    gold, sun, moon = (min(entered.get(r, 0), n) for r, n in zip(SHARDS, limits, strict=True))
    return Reserve(gold, sun, moon, chests=seat.count("chests"))


def reserve(seat: Seat) -> Reserve:
    """Returns a form's gold, suns, moons (up to the caps), chests, hammer cards, gold on those.

    ``seat``: the cells of the form.
    """
    hammers = seat.count("hammers")
    steps = min(seat.count("hammer_steps"), points.HAMMER_TRACK * hammers)
    return stock(seat)._replace(hammers=hammers, steps=steps)


def too_much(catalogue: Catalogue, seat: Seat, hammers: bool = True) -> tuple[Text, ...]:
    """Returns a warning for each number on a form above its cap: it counts as the cap.

    ``hammers``: true to check the gold on hammer cards too, not only gold, suns and moons.
    ``seat``: the cells of the form.
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
    """Returns the table's answers to three rules on which the printed and online editions differ.

    They are: a gain of gold may be divided between reserve and hammer cards; gold left over goes on
    to the next hammer card; the feats Sentinel and Cyclops may turn only part of a result into
    glory.
    """
    return TableRulings(
        split=rulings["hammer_split"] == "yes",
        carry=rulings["hammer_carry"] == "yes",
        convert_part=rulings["convert_part"] == "yes",
    )


# ── the sanctuary ──────────────────────────────────────────────────────────────────────


def players(form: Position) -> int:
    return int(form.table.choice("players") or "4")


def left(form: Position, seat: Seat) -> Mapping[Face, int]:
    """Returns the faces still for sale: face to number of copies, less those entered as sold.

    For two players, of a mixed pool only the two of its four faces that the form names are for
    sale. ``seat``: the cells of the form that list the faces sold.
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
    """True for two players unless the form names the two faces in play of each mixed pool."""
    named = set(form.table.picked("mixed"))
    pools = mixed_pools(form.catalogue).values()
    return players(form) == TWO and any(len(pool & named) != TWO for pool in pools)


# ── filling from a table ───────────────────────────────────────────────────────────────


def sanctuary(position: Position) -> tuple[dict[str, Any], dict[str, int]]:
    """Returns two mappings to fill a form with: cells of the table, and face id to copies sold.

    Sold are the copies on all players' dice. The cells are ``players`` (their number), left out for
    a single seat, and for two players ``mixed``: the faces known to be in play of the mixed pools,
    face id to true.
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
    """Returns cells to fill a form with: a seat's dice, reserve, chests, hammers, by field id.

    Fields: ``die_1``, ``die_2`` (side to face), ``reserve``, ``chests``, ``hammers``, and
    ``hammer_steps`` (gold).
    """
    feats = seat.tally("feats")
    return {
        **seat.entries(*DICE, "reserve"),
        "chests": feats.get("chest"),
        "hammers": feats.get("hammer"),
        "hammer_steps": seat.count("hammer_steps") or None,
    }


def opponents(position: Position, seat: str) -> dict[str, Any]:
    """Returns cells to fill a form with, by field id: the dice of up to three other players.

    A key is ``rival_1`` (true), ``rival_1_`` with the id of a die (side to face), and so on.
    ``seat``: id of the player's own seat. Seats without any entry are left out, as a screen may
    hide them.
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
