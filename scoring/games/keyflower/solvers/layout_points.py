"""Points of a village's layout: touched turn order tiles, closed road and chain of boats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.games.keyflower import points
from scoring.model.catalogue import Catalogue

from .layout import Layout, Place
from .mapped import route
from .route import Route


@dataclass(frozen=True, slots=True)
class Terms:
    """Points for the features of a village's layout.

    ``touching``: points for each tile that touches a turn order tile.
    ``loop``: points for each tile on the longest closed road; 0 without the boat Sea Bastion.
    ``once``: a closed road may pass no tile twice; if false, it may only use no road twice.
    ``chain``: points by number of boats joined to the home by water; empty without the Sea Breese.
    """

    touching: int = 1
    loop: int = 0
    once: bool = False
    chain: Sequence[int] = ()


def terms(catalogue: Catalogue, tiles: Sequence[str], *, once: bool = False) -> Terms:
    """Returns the points per feature for a village with these tile ids, laid or to be laid.

    ``once``: the closed road of the Sea Bastion may pass no tile twice; else only no road is used
        twice.
    """

    def pays(id_: str) -> bool:
        return id_ in tiles

    def scored(id_: str) -> int | Sequence[int]:
        found: int | Sequence[int] = catalogue[id_].scores[0]["points"]
        return found

    touching, loop, chain = scored("turn_order_1"), scored("sea_bastion"), scored("sea_breese")
    assert isinstance(touching, int)
    assert isinstance(loop, int)
    assert isinstance(chain, Sequence)
    return Terms(
        touching,
        loop if pays("sea_bastion") else 0,
        once,
        tuple(chain) if pays("sea_breese") else (),
    )


@dataclass(frozen=True, slots=True)
class CountedLayout:
    """The points of a village's layout, and the places of the tiles that score.

    ``touching``: place of each turn order tile to the places of the tiles that touch it.
    ``route``, ``chain``: the closed road and the chain of boats; empty if no owned boat pays for
        it.
    """

    touching: Mapping[Place, tuple[Place, ...]]
    route: Route
    chain: tuple[Place, ...]
    points: int


def counted(layout: Layout, terms: Terms) -> CountedLayout:
    """Counts a layout without any search: tiles that touch turn order tiles, closed road, boats."""
    touching = {place: layout.touching(place) for place in layout.of_kind("turn_order")}
    loop = route(layout.roads, terms.once) if terms.loop else Route()
    chain = layout.chain if terms.chain else ()
    paid = terms.touching * sum(map(len, touching.values()))
    paid += terms.loop * points.loop(len(loop.tiles))
    if terms.chain:
        paid += points.chain(len(chain), terms.chain)
    return CountedLayout(touching, loop, chain, paid)
