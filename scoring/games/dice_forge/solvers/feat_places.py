"""The feat at each place of the islands, by the table's entries and the feats that players own.

At ten of the fifteen places one of several feats may lie; the promo stack counts as one of them.
"""

from __future__ import annotations

from scoring.model.position import Position

PLACES = ("m3", "m4", "m5", "m7", "m8", "f1", "f3", "f4", "f5", "f7")

PROMO_STACK = "promo_stack"
MONSTERS = ("hydra", "harpy", "chimera", "mother_of_monsters")
"""Cards of the promo stack from the top; with fewer players its lower cards are not used."""


def place_field(place: str) -> str:
    """Returns the id of the sheet's field for a place on the islands."""
    return f"place_{place}"


def laid(position: Position) -> dict[str, str]:
    """Returns the id of the feat at each place, by the id of the place's field.

    The table's cells decide; for places that they leave blank, the feats that players own.
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
