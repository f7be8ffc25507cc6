"""Functions named by the data files: feats by cost, starting dice, prices and rounds."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from scoring.loading.field_rows import SheetFunction
from scoring.loading.sheet_file import Notes
from scoring.model.catalogue import Catalogue, Entry
from scoring.model.cells import Option
from scoring.model.fields import Group, RowNote
from scoring.model.position import Position
from scoring.text.localised import EMPTY, Text, Verbatim

from . import points
from .messages import say
from .solvers.dice import SIDES, Die, starting_dice
from .solvers.roll_results import Weights

PLACES = ("m3", "m4", "m5", "m7", "m8", "f1", "f3", "f4", "f5", "f7")

PROMO_STACK = "promo_stack"
MONSTERS = ("hydra", "harpy", "chimera", "mother_of_monsters")
"""Cards of the promo stack from the top; with fewer players its lower cards are not used."""


def place_field(place: str) -> str:
    """Returns the field id for a place on the islands, such as *place_m3* for *m3*."""
    return f"place_{place}"


def laid(position: Position) -> dict[str, str]:
    """Returns the feats on the islands as far as known: id of the place's field to feat id.

    The table's cells decide; for places that they leave blank, the feats that players own.
    ``promo_stack`` stands for the stack of promo cards.
    """
    feats: dict[str, str] = {}
    slots = {feat.id: feat.facts["slot"] for feat in position.catalogue.of_kind("feat")}
    owned = {id_ for seat in position for id_, n in seat.tally("feats").items() if n}
    for id_ in sorted(owned):
        if slots[id_] in PLACES:
            feats[place_field(slots[id_])] = id_
    if owned & set(MONSTERS[1:]):
        feats[place_field("m8")] = PROMO_STACK
    for place in PLACES:
        if chosen := position.table.choice(place_field(place)):
            feats[place_field(place)] = chosen
    return feats


DICE = ("die_1", "die_2")
SIDE_IDS = tuple(f"side_{n}" for n in range(1, SIDES + 1))

SHORT = (
    *("hammer", "chest", "guardians_owl", "celestial_ship", "tenacious_boar", "guardians_shield"),
    *("magical_seagull", "ferryman", "helmet_of_invisibility", "mirror_of_the_abyss"),
    "mother_of_monsters",
)
"""Feats with a shorter name for the smallest cards of the sheet."""
GARDEN = Verbatim("★")
"""Sign in place of a price, for faces that come with a feat and are not for sale."""


def feats_by_cost(catalogue: Catalogue) -> tuple[Group, ...]:
    """Returns the feats in groups by the resource they cost, cheapest first, as on the islands."""

    def named(feat: Entry) -> Option:
        return Option(feat.id, say(f"short-{feat.id}") if feat.id in SHORT else feat.name)

    feats = sorted(catalogue.of_kind("feat"), key=lambda feat: sum(feat.facts["cost"].values()))
    paid = {
        "paid-with-moons": [f for f in feats if set(f.facts["cost"]) == {"moon"}],
        "paid-with-suns": [f for f in feats if set(f.facts["cost"]) == {"sun"}],
        "paid-with-both": [f for f in feats if len(f.facts["cost"]) != 1],
    }
    return tuple(
        Group(say(label), tuple(map(named, listed))) for label, listed in paid.items() if listed
    )


def printed_glory(catalogue: Catalogue) -> Notes:
    return {e.id: RowNote(say("glory", n=e.facts["glory"])) for e in catalogue.of_kind("feat")}


def sides(_: Catalogue) -> tuple[Option, ...]:
    return tuple(Option(id_, say("side", n=n)) for n, id_ in enumerate(SIDE_IDS, 1))


def _start(catalogue: Catalogue, die: int) -> Notes:
    """Returns the notes on the sheet for a die: each side's starting face, and each face's price.

    ``die``: 0 for the light one, 1 for the dark one. Keys are the id of a side for its starting
    face, and ``""`` with the id of a face for its price.
    """
    notes: dict[str | tuple[str, str], RowNote] = {
        ("", face.id): RowNote(_price(face)) for face in catalogue.of_kind("face")
    }
    lying = starting_dice(catalogue)[die]
    for side, face in zip(SIDE_IDS, lying, strict=True):
        notes[side] = RowNote(catalogue.name(face.id), {face.id: 1})
    return notes


def _price(face: Entry) -> Text:
    if "price" in face.facts:
        return Verbatim(str(face.facts["price"]))
    return GARDEN if face.facts.get("pool") == "garden" else EMPTY


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
    """Returns the options of the form's field “What counts most?”, the keys of ``GOALS``.

    The catalogue is not used: every function that a data file names is called with it.
    """
    return tuple(Option(id_, say(f"goal-{id_}")) for id_ in GOALS)


def faces(catalogue: Catalogue, die: Die) -> tuple[Option, ...]:
    """Returns the sides of a die as options, each named and drawn as the face on it."""
    return tuple(
        Option(side, catalogue.name(face.id), piece=face.id)
        for side, face in zip(SIDE_IDS, die, strict=True)
    )


SHEET_FUNCTIONS: Mapping[str, SheetFunction] = {
    "feats_by_cost": feats_by_cost,
    "printed_glory": printed_glory,
    "sides": sides,
    "light_start": lambda catalogue: _start(catalogue, 0),
    "dark_start": lambda catalogue: _start(catalogue, 1),
    "goals": goals,
    "light_faces": lambda catalogue: faces(catalogue, starting_dice(catalogue)[0]),
    "dark_faces": lambda catalogue: faces(catalogue, starting_dice(catalogue)[1]),
}


def order(players: int, table: Mapping[str, Any]) -> Sequence[str]:
    """Returns the ids of a game's phases: *setup*, *round_1* to its last round, *count*.

    ``players``: their number, which decides on the rounds. ``table`` is not used.
    """
    last = points.rounds(players)
    return ["setup", *(f"round_{n}" for n in range(1, last + 1)), "count"]
