"""Sorts the decisions recorded on a seat's sheet into those that a plan keeps and impossible ones.

A recorded cell is kept exactly: *3 wood for the Windmill* is neither 2 nor 4. A blank one is open.
An impossible decision is reported by its cell, and a plan decides it anew.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from scoring.model.seat import Seat

from .village import DECISIONS, PIECES, Village, loose

type Amounts = dict[tuple[str, str], int]
"""Number of pieces, by tile and piece."""


def by_tile(amounts: Amounts) -> dict[str, dict[str, int]]:
    """Returns numbers of pieces, given by (tile, piece), as tile to piece to number."""
    cells: dict[str, dict[str, int]] = {}
    for (tile, piece), number in amounts.items():
        cells.setdefault(tile, {})[piece] = number
    return cells


@dataclass
class Recorded:
    """The recorded decisions of a seat that a plan must keep; a decision left open is empty here.

    ``flip``: tile that the boat Flipper turns.
    ``purple_as``, ``purple_on``: the piece that the purple worker counts as, and the storage tile
        on which it counts as a good.
    ``release``, ``use``: goods taken off storage tiles, and pieces given to tiles.
    ``impossible``: the cell of each decision that cannot be kept, and the message id of the reason.
    """

    flip: str = ""
    purple_as: str = ""
    purple_on: str = ""
    release: Amounts = field(default_factory=dict)
    use: Amounts = field(default_factory=dict)
    impossible: list[tuple[tuple[str, ...], str]] = field(default_factory=list)

    def pieces_on(self, tile: str) -> dict[str, int]:
        """Returns the pieces recorded as given to a tile: piece to number."""
        return {piece: number for (at, piece), number in self.use.items() if at == tile}

    def released(self, tile: str) -> dict[str, int]:
        """Returns the goods recorded as taken off a storage tile: good to number."""
        return {good: number for (at, good), number in self.release.items() if at == tile}

    def purple_ways(self, village: Village) -> Iterator[tuple[str, str]]:
        """Yields (piece, storage tile) for each use of the purple worker that is still allowed.

        It counts as this piece, as a good on the storage tile or loose (then the tile is empty).
        Recorded decisions and rulings may rule uses out.
        """
        if not village.purple_converts:
            return
        pieces = (self.purple_as,) if self.purple_as else PIECES
        if not self.purple_on:
            yield from ((piece, "") for piece in pieces)
        if village.purple_on_storage:
            for tile in village.stores:
                if self.purple_on in ("", tile.id):
                    yield from ((p, tile.id) for p in village.accepts(tile) if p in pieces)


def undecided(seat: Seat) -> Seat:
    """Returns the seat's sheet with every decision at the end of the game blank."""
    return seat.without(*DECISIONS)


def recorded(village: Village) -> Recorded:
    """Returns the decisions recorded on a seat's sheet that a plan keeps, and the impossible ones.

    An impossible decision comes as its cell and the message id of the reason.
    """
    seat = village.seat
    decisions = Recorded()
    if tile := seat.choice("flip"):
        if reason := _no_flip(village, tile):
            decisions.impossible.append((("flip",), reason))
        else:
            decisions.flip = tile
    _purple(decisions, village)
    _release(decisions, village)
    _use(decisions, village)
    return decisions


def _no_flip(village: Village, tile: str) -> str:
    if not village.has_boat("flipper"):
        return "doubt-flip-boat"
    face = village.seat.face("village", tile)
    if face is None:
        return "doubt-not-yours"
    return "doubt-flip-turned" if face == "after" else ""


def _purple(decisions: Recorded, village: Village) -> None:
    piece, tile = village.seat.choice("purple_as") or "", village.seat.choice("purple_on") or ""
    if not village.purple_converts:
        for cell, entered in (("purple_as", piece), ("purple_on", tile)):
            if entered:
                decisions.impossible.append(((cell,), "doubt-purple-no"))
        return
    decisions.purple_as = piece
    if not tile:
        return
    if not village.purple_on_storage:
        decisions.impossible.append((("purple_on",), "doubt-purple-on-no"))
    elif not village.seat.has("village", tile):
        decisions.impossible.append((("purple_on",), "doubt-not-yours"))
    elif piece and piece not in village.accepts(village.catalogue[tile]):
        decisions.impossible.append((("purple_on",), "doubt-purple-on-misfit"))
    else:
        decisions.purple_on = tile


def _release(decisions: Recorded, village: Village) -> None:
    for tile, goods in village.seat.grid("release").items():
        for good, number in goods.items():
            if not village.seat.has("village", tile):
                reason = "doubt-not-yours"
            elif not village.may_release:
                reason = "doubt-release-no"
            elif number > village.stored(tile).get(good, 0):
                reason = "doubt-released"
            else:
                decisions.release[tile, good] = number
                continue
            decisions.impossible.append((("release", tile, good), reason))


def _use(decisions: Recorded, village: Village) -> None:
    """Adds each recorded number of pieces given to a tile to ``decisions``, as kept or impossible.

    A number is kept if the seat has enough pieces for it and for all kept before it.
    """
    bare = village.holding(undecided(village.seat))
    available = _within_reach(decisions, bare)
    loose_ways = {piece for piece, on in decisions.purple_ways(bare) if not on}
    used: dict[str, int] = {}
    intakes = village.intakes
    for tile, pieces in village.seat.grid("use").items():
        takes = intakes.get(tile)
        for piece, number in pieces.items():
            if takes is None:
                reason = "doubt-not-yours"
            elif piece not in (*takes.kinds, takes.wild):
                reason = "doubt-not-taken"
            else:
                wanted = used | {piece: used.get(piece, 0) + number}
                lacking = {p: n - available[p] for p, n in wanted.items() if n > available[p]}
                # the purple worker may be one further piece
                if not lacking or (sum(lacking.values()) == 1 and lacking.keys() <= loose_ways):
                    used = wanted
                    decisions.use[tile, piece] = number
                    continue
                reason = "doubt-overspent"
            decisions.impossible.append((("use", tile, piece), reason))


def _within_reach(decisions: Recorded, bare: Village) -> Mapping[str, int]:
    """Returns the pieces that can be given to tiles, id to number: loose, or off storage tiles.

    ``bare``: the village without any recorded decision. ``decisions``: decisions to keep, on goods
    taken off storage tiles.
    """
    available = dict.fromkeys(PIECES, 0) | loose(bare.seat)
    for (_, good), number in decisions.release.items():
        available[good] += number
    if bare.may_release:
        for tile in bare.stores:
            for good, number in bare.stored(tile.id).items():
                if (tile.id, good) not in decisions.release:
                    available[good] += number
    return available
