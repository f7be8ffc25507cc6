"""Functions named by the data files: feats by cost, starting dice, prices and rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.games.dice_forge.solvers.dice import SIDES, starting_dice
from scoring.loading.rows import SheetFunction
from scoring.loading.sections import Notes
from scoring.model.catalogue import Catalogue, Entry
from scoring.model.cells import Option
from scoring.model.fields import Group, RowNote
from scoring.text import messages
from scoring.text.localised import EMPTY, Text, Verbatim

from . import points

say = messages.of(__name__)

SIDE_IDS = tuple(f"side_{n}" for n in range(1, SIDES + 1))


SHORT = (
    *("hammer", "chest", "guardians_owl", "celestial_ship", "tenacious_boar", "guardians_shield"),
    *("magical_seagull", "ferryman", "helmet_of_invisibility", "mirror_of_the_abyss"),
    "mother_of_monsters",
)
"""Feats with a shorter name for the smallest cards of the sheet."""
GARDEN = Verbatim("★")
"""Shown in place of a price on faces that come with a feat."""
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


def light_start(catalogue: Catalogue) -> Notes:
    """Returns notes for the cells of the light die: the starting face that a blank side means."""
    return _start(catalogue, 0)


def dark_start(catalogue: Catalogue) -> Notes:
    """Returns notes for the cells of the dark die: the starting face that a blank side means."""
    return _start(catalogue, 1)


def _start(catalogue: Catalogue, die: int) -> Notes:
    """Returns notes with the price of each face and the starting face of each side of a die.

    ``die``: 0 for the light one, 1 for the dark one.
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


SHEET_FUNCTIONS: Mapping[str, SheetFunction] = {
    "feats_by_cost": feats_by_cost,
    "printed_glory": printed_glory,
    "sides": sides,
    "light_start": light_start,
    "dark_start": dark_start,
}


def order(players: int, table: Mapping[str, Any]) -> Sequence[str]:
    """Returns the ids of a game's phases: set-up, its rounds and the final count."""
    last = points.rounds(players)
    return ["setup", *(f"round_{n}" for n in range(1, last + 1)), "count"]
