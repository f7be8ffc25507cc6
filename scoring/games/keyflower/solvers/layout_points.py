"""Points of a village's layout: touched turn order tiles, closed road and chain of boats."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass

from scoring.games.keyflower import points
from scoring.model.catalogue import Catalogue

from .layout import Layout
from .village_from_map import route


@dataclass(frozen=True, slots=True)
class Terms:
    """Points for the features of a village's layout.

    ``touching``: points for each tile that touches a turn order tile.
    ``loop``: points for each tile on the longest closed road; 0 without the boat Sea Bastion.
    ``chain``: points by number of boats joined to the home by water; empty without the Sea Breese.
    """

    touching: int = 1
    loop: int = 0
    chain: Sequence[int] = ()


def terms(catalogue: Catalogue, tiles: Container[str]) -> Terms:
    """Returns the points per feature for a village with these tile ids, laid or to be laid."""
    touching, loop, chain = (
        catalogue[tile].scores[0]["points"]
        for tile in ("turn_order_1", "sea_bastion", "sea_breese")
    )
    return Terms(
        int(touching),
        int(loop) if "sea_bastion" in tiles else 0,
        tuple(chain) if "sea_breese" in tiles else (),
    )


def counted(layout: Layout, terms: Terms) -> int:
    """Returns the points of a layout: tiles that touch turn order tiles, closed road, boats."""
    touches = sum(len(layout.touching(place)) for place in layout.of_kind("turn_order"))
    paid = terms.touching * touches
    if terms.loop:
        paid += terms.loop * points.loop(len(route(layout.roads).tiles))
    if terms.chain:
        paid += points.chain(len(layout.chain), terms.chain)
    return paid
