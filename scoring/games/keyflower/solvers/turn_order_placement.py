"""Finds the most tiles that turn order tiles can touch, and places where all pieces fit.

A turn order tile touches six tiles, less the places beside it that stay empty. Only placements with
enough touches are searched for turns that fit.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import isqrt

from scoring.model.hex_grid import SIDES, Place, neighbours, opposite
from scoring.solving import deadline

from .layout import Layout
from .tiles_to_lay import LaidPieces, Piece, fitting, ground_with, hang_together, need, within


class TouchSearch:
    """Search for places of pieces that score only by touching turn order tiles, in one village.

    ``laid``: new pieces laid before. ``base``: points of the closed road and the boats.
    ``rest``: all pieces still to be laid; ``turn_order_tiles`` and ``others`` are those of them
        that are turn order tiles, and those that are not.
    ``touches``: upper bound on the touches: pairs of a turn order tile and a tile beside it.
    """

    def __init__(self, layout: Layout, laid: LaidPieces, rest: Sequence[Piece], base: int) -> None:
        self.layout, self.laid, self.base = layout, laid, base
        self.turn_order_tiles = [piece for piece in rest if piece.touched]
        self.others = [piece for piece in rest if not piece.touched]
        ground = ground_with(layout, laid)
        reached = within(ground, len(rest))
        self.needs = {place: need(layout, ground, place) for place in reached}
        self.adjacent = {
            place: frozenset(near for near in neighbours(place) if near not in ground)
            for place in reached
        }
        # sets of places are whole numbers with a bit for each, so that they are counted fast
        bits = {place: 1 << n for n, place in enumerate(within(ground, len(rest) + 1))}
        self.bits = {place: bits[place] for place in reached}
        self.masks = {place: sum(map(bits.__getitem__, self.adjacent[place])) for place in reached}
        new = [place for place, (piece, _) in laid.items() if piece.touched]
        touched = [*layout.of_kind("turn_order"), *new]
        beside = [near for place in touched for near in neighbours(place)]
        self.lying = sum(near in ground for near in beside)
        # how many turn order tiles each empty place touches
        self.touching = Counter(near for near in beside if near not in ground)
        self.most = SIDES * (len(touched) + len(self.turn_order_tiles))
        self.touched = sum(map(bits.__getitem__, self.touching))
        self.fit = sum(bits[place] for place in reached if self._fits(self.others, place))
        near = self.near = {place: SIDES - len(self.adjacent[place]) for place in reached}
        self.value = {place: near[place] + self.touching[place] for place in reached}
        fits = [place for place in reached if self._fits(self.turn_order_tiles, place)]
        self.places = sorted(fits, key=lambda place: (-near[place], -self.value[place]))
        self.round = _round(len(self.turn_order_tiles)) - len(self.others)
        around = self.round - sum(near[p] for p in self.places[: len(self.turn_order_tiles)])
        empty = self._empty(self.touched) - len(self.turn_order_tiles)
        self.touches = self.most - max(around, empty, 0)

    def _ways(self, piece: Piece, place: Place) -> tuple[str, ...]:
        if place in piece.barred:
            return ()
        return fitting(piece.shape, self.needs[place])

    def _fits(self, pieces: Sequence[Piece], place: Place) -> bool:
        return any(self._ways(piece, place) for piece in dict.fromkeys(pieces))

    def _empty(self, places: int) -> int:
        """Returns how many of some places stay empty at least, unless turn order tiles fill them.

        ``places``: a whole number with a bit for each place.
        """
        return places.bit_count() - min(len(self.others), (places & self.fit).bit_count())

    def find(self, least: int) -> LaidPieces | None:
        """Returns places where all pieces still to be laid fit: place to piece and edges.

        A place is (column, row). ``least``: fewest touches (a touch is a tile beside a turn order
        tile). ``None`` if no layout has so many.
        """
        places, number = self.places, len(self.turn_order_tiles)

        def go(
            start: int, here: tuple[Place, ...], laid: LaidPieces, lies: int, filled: int, edge: int
        ) -> LaidPieces | None:
            left = number - len(here)
            if not left:
                together = self.others or hang_together(self.layout, [*self.laid, *here])
                return self._others(laid, here, least) if together else None
            deadline.check()
            for n in range(start, len(places)):
                place, near = places[n], self.near[places[n]]
                # each empty place beside a turn order tile costs at least one touch
                if self.most - (self.round - lies - left * near) < least:
                    return None
                with_it = filled | self.bits[place]
                empty = (edge | self.masks[place]) & ~with_it
                # each further turn order tile may fill one of them
                if self.most - (self._empty(empty) - left + 1) < least:
                    continue
                turned = self._turned(laid, place, self.turn_order_tiles)
                if turned is not None:
                    found = go(n + 1, (*here, place), turned, lies + near, with_it, empty)
                    if found is not None:
                        return found
            return None

        return go(0, (), {}, 0, 0, self.touched)

    # turns that fit

    def _others(self, laid: LaidPieces, here: tuple[Place, ...], least: int) -> LaidPieces | None:
        """Returns the layout ``laid`` with all pieces added that are no turn order tiles.

        ``None`` if they cannot be laid with ``least`` touches (tiles beside turn order tiles).
        ``laid``: the turn order tiles, in the places ``here``, each (column, row); two of them may
        change places in the layout returned.
        """
        lying, touching = self.lying, Counter(self.touching)
        for place in here:
            lying += self.value[place] + len(self.adjacent[place].intersection(here))
            touching.update(self.adjacent[place])
        free = [
            (touching[p], p) for p in self.adjacent if p not in laid and self.bits[p] & self.fit
        ]
        free.sort(key=lambda each: -each[0])

        def go(start: int, laid: LaidPieces, left: int, gained: int) -> LaidPieces | None:
            if not left:
                return laid if gained >= least else None
            for n in range(start, len(free) - left + 1):
                if gained + sum(weight for weight, _ in free[n : n + left]) < least:
                    return None
                weight, place = free[n]
                if left == 1 and not hang_together(self.layout, [*self.laid, *laid, place]):
                    continue
                deadline.check()
                with_it = self._turned(laid, place, self.others)
                if with_it is not None:
                    done = go(n + 1, with_it, left - 1, gained + weight)
                    if done is not None:
                        return done
            return None

        return go(0, laid, len(self.others), lying)

    def _turned(self, laid: LaidPieces, place: Place, pieces: Sequence[Piece]) -> LaidPieces | None:
        """Returns the layout ``laid`` with one of ``pieces`` added at a place, if possible.

        If none fits there, all pieces are laid anew in the same places; if that fails, ``None``. A
        place is (column, row).
        """
        for each in self._one(laid, place, pieces):
            return {**laid, place: each}
        return self._anew({}, {**dict.fromkeys(laid), place: None}, pieces is self.turn_order_tiles)

    def _anew(
        self, laid: LaidPieces, places: Mapping[Place, object], only_turn_order: bool
    ) -> LaidPieces | None:
        """Returns the layout ``laid`` with a piece in each of ``places``; ``None`` if impossible.

        A place is (column, row). Turn order tiles fill the first places, other pieces the rest;
        with ``only_turn_order`` the places are all for turn order tiles.
        """
        if len(laid) == len(places):
            return laid
        place = list(places)[len(laid)]
        first = only_turn_order or len(laid) < len(self.turn_order_tiles)
        for each in self._one(laid, place, self.turn_order_tiles if first else self.others):
            done = self._anew({**laid, place: each}, places, only_turn_order)
            if done is not None:
                return done
        return None

    def _one(
        self, laid: LaidPieces, place: Place, pieces: Sequence[Piece]
    ) -> Iterator[tuple[Piece, str]]:
        """Yields (piece, its six edge letters as it lies) for each rotation that fits at ``place``.

        ``place``: (column, row). Letters: R road, W water, F field, clockwise from the bottom. Only
        for ``pieces`` not all in the layout ``laid`` yet.
        """
        used = [piece for piece, _ in laid.values()]
        meet = [
            (side, laid[near][1][opposite(side)])
            for side, near in enumerate(neighbours(place))
            if near in laid
        ]
        for piece in dict.fromkeys(pieces):
            if used.count(piece) < pieces.count(piece):
                for edges in self._ways(piece, place):
                    if self.layout.any_edge or all(edges[side] == letter for side, letter in meet):
                        yield piece, edges


def _round(number: int) -> int:
    """Returns the fewest empty places that can surround ``number`` hexagons.

    Source: Vainsencher and Bruckstein, 2008.
    """
    return 4 + isqrt(12 * number - 4) if number else 0
