"""Finds the most tiles that turn order tiles can touch, and places where all pieces fit.

A turn order tile touches six tiles, less the places beside it that stay empty. Sets of places are
bit masks, so that the places left empty are counted fast. Only placements with enough touches are
searched for turns that fit.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from math import isqrt

from scoring.model.hex_grid import SIDES, Place, neighbours, opposite
from scoring.solving import deadline

from .tiles_to_lay import ANY, Board, LaidPieces, Piece, fitting


class TouchSearch:
    """Search for places of pieces that score only by touching turn order tiles, in one village.

    ``laid``: new pieces laid before. ``base``: points of the closed road and the boats.
    ``rest``: all pieces still to be laid; ``turn_order_tiles`` and ``others`` are those of them
        that are turn order tiles, and those that are not.
    ``touches``: upper bound on the touches: pairs of a turn order tile and a tile beside it.
    """

    def __init__(self, board: Board, laid: LaidPieces, rest: Sequence[Piece], base: int) -> None:
        self.board, self.laid, self.base = board, laid, base
        self.turn_order_tiles = [piece for piece in rest if piece.touched]
        self.others = [piece for piece in rest if not piece.touched]
        ground = board.ground(laid)
        grid = BitGrid(ground, len(rest) + 2)
        filled = reached = sum(map(grid.bit, ground))
        self.bits: dict[Place, int] = {}
        border = grid.places(grid.spread(filled) & ~filled)
        for _ in rest:
            ring = grid.spread(reached) & ~reached
            self.bits |= grid.places(ring)
            reached |= ring
        self.needs = dict.fromkeys(self.bits, ANY)
        self.near = dict.fromkeys(self.bits, 0)
        for place in border.keys() & self.bits.keys():
            self.needs[place] = board.need(ground, place)
            self.near[place] = (grid.adjacent(place) & filled).bit_count()
        touched = [*board.touched, *(p for p, (piece, _) in laid.items() if piece.touched)]
        self.most = SIDES * (len(touched) + len(self.turn_order_tiles))
        self.lying = sum((grid.adjacent(place) & filled).bit_count() for place in touched)
        self.adjacent = {place: grid.adjacent(place) & ~filled for place in (*self.bits, *touched)}
        # plane n: empty places that touch at least n turn order tiles; the last stays empty
        self.touch_masks = [0] * (len(touched) + len(self.turn_order_tiles) + 2)
        for place in touched:
            self.touch_masks = self._touching(self.touch_masks, place)
        self.value = dict(self.near)
        misfits = set[Place]()
        self.fit = reached & ~filled if self.others else 0
        barred = frozenset[Place]().union(*(piece.barred for piece in rest))
        for place in [p for p in self.bits if p in border or p in barred]:
            bit = self.bits[place]
            self.value[place] += sum(bool(bit & plane) for plane in self.touch_masks)
            if not any(self._ways(piece, place) for piece in self.turn_order_tiles):
                misfits.add(place)
            if not any(self._ways(piece, place) for piece in dict.fromkeys(self.others)):
                self.fit &= ~bit
        fits = [place for place in self.bits if place not in misfits]
        self.places = sorted(fits, key=lambda place: (-self.near[place], -self.value[place]))
        self.round = _round(len(self.turn_order_tiles)) - len(self.others)
        near = sum(self.near[place] for place in self.places[: len(self.turn_order_tiles)])
        empty = self._empty(self.touch_masks[1]) - len(self.turn_order_tiles)
        self.touches = self.most - max(self.round - near, empty, 0)

    def _ways(self, piece: Piece, place: Place) -> tuple[str, ...]:
        if place in piece.barred:
            return ()
        return fitting(piece.shape, self.needs[place])

    def _touching(self, touch_masks: Sequence[int], place: Place) -> list[int]:
        """Returns masks of empty places by turn order tiles touched, after adding one at ``place``.

        Mask n, from 1, has a bit for each empty place that touches at least n turn order tiles.
        ``touch_masks``: those before. ``place``: (column, row).
        """
        adjacent, masks = self.adjacent[place], list(touch_masks)
        for n in range(len(touch_masks) - 1, 1, -1):
            masks[n] |= masks[n - 1] & adjacent
        masks[1] |= adjacent
        return masks

    def _lying(self, here: Sequence[Place]) -> tuple[int, list[int]]:
        """Returns the number of touches with all new turn order tiles laid, and a list of masks.

        A touch is a tile beside a turn order tile. Mask n, from 1, has a bit for each place still
        empty that touches at least n of them. ``here``: the places (column, row) of the new turn
        order tiles.
        """
        lying, touch_masks = self.lying, self.touch_masks
        filled = sum(self.bits[place] for place in here)
        for place in here:
            lying += self.value[place] + (self.adjacent[place] & filled).bit_count()
            touch_masks = self._touching(touch_masks, place)
        return lying, [plane & ~filled for plane in touch_masks]

    def _filled(self, places: int) -> int:
        """Returns how many of some places the pieces other than turn order tiles can fill at most.

        ``places``: a mask, with a bit for each place of the map.
        """
        return min(len(self.others), (places & self.fit).bit_count())

    def _empty(self, places: int) -> int:
        return places.bit_count() - self._filled(places)

    def find(self, least: int) -> LaidPieces | None:
        """Returns places where all pieces still to be laid fit: place to piece and edges.

        A place is (column, row). ``least``: fewest touches (a touch is a tile beside a turn order
        tile). ``None`` if no layout has so many.
        """
        places, near, number = self.places, self.near, len(self.turn_order_tiles)

        def go(
            start: int, here: tuple[Place, ...], laid: LaidPieces, lies: int, filled: int, edge: int
        ) -> LaidPieces | None:
            left = number - len(here)
            if not left:
                together = self.others or self.board.hangs_together([*self.laid, *here])
                return self._others(laid, here, least) if together else None
            deadline.check()
            for n in range(start, len(places)):
                place = places[n]
                # each empty place beside a turn order tile costs at least one touch
                if self.most - (self.round - lies - left * near[place]) < least:
                    return None
                with_it = filled | self.bits[place]
                adjacent = (edge | self.adjacent[place]) & ~with_it
                # each further turn order tile may fill one of them
                if self.most - (self._empty(adjacent) - left + 1) < least:
                    continue
                more = *here, place
                turned = self._turned(laid, place, self.turn_order_tiles)
                if turned is not None:
                    found = go(n + 1, more, turned, lies + near[place], with_it, adjacent)
                    if found is not None:
                        return found
            return None

        return go(0, (), {}, 0, 0, self.touch_masks[1])

    # turns that fit

    def _others(self, laid: LaidPieces, here: tuple[Place, ...], least: int) -> LaidPieces | None:
        """Returns the layout ``laid`` with all pieces added that are no turn order tiles.

        ``None`` if they cannot be laid with ``least`` touches (tiles beside turn order tiles).
        ``laid``: the turn order tiles, in the places ``here``, each (column, row); two of them may
        change places in the layout returned.
        """
        lying, touch_masks = self._lying(here)
        if lying + sum(map(self._filled, touch_masks[1:])) < least:
            return None
        free: list[tuple[int, Place]] = []
        for place, bit in self.bits.items():
            if place not in laid and self.fit & bit:
                free.append((sum(bool(plane & bit) for plane in touch_masks), place))
        free.sort(key=lambda each: -each[0])

        def go(start: int, laid: LaidPieces, left: int, gained: int) -> LaidPieces | None:
            if not left:
                return laid
            for n in range(start, len(free) - left + 1):
                if gained + sum(weight for weight, _ in free[n : n + left]) < least:
                    return None
                weight, place = free[n]
                if left == 1 and not self.board.hangs_together([*self.laid, *laid, place]):
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
                    if self.board.free or all(edges[side] == letter for side, letter in meet):
                        yield piece, edges


def _round(number: int) -> int:
    """Returns the fewest empty places that can surround ``number`` hexagons.

    Source: Vainsencher and Bruckstein, 2008.
    """
    return 4 + isqrt(12 * number - 4) if number else 0


class BitGrid:
    """Numbers the places of the map row by row, so that one whole number is a set of places.

    Bit n of this number, a mask, stands for place n. The mask of neighbours is the same mask
    shifted. ``margin``: rows and columns that are numbered beyond ``places``, on each side.
    """

    def __init__(self, places: Collection[Place], margin: int) -> None:
        self.left = min(column for column, _ in places) - margin
        self.top = min(row for _, row in places) - margin
        self.width = max(column for column, _ in places) + margin + 1 - self.left
        self._steps = [row * self.width + column for column, row in neighbours((0, 0))]
        self._adjacent_mask = sum(1 << self.width + step for step in self._steps)

    def _number(self, place: Place) -> int:
        return (place[1] - self.top) * self.width + place[0] - self.left

    def bit(self, place: Place) -> int:
        """Returns the mask (a bit for each place of the map) of this place (column, row) alone."""
        return 1 << self._number(place)

    def adjacent(self, place: Place) -> int:
        """Returns the mask (a bit for each place of the map) of the six places beside ``place``.

        ``place``: (column, row).
        """
        return self._adjacent_mask << self._number(place) - self.width

    def spread(self, places: int) -> int:
        """Returns the mask (a bit for each place) of all places beside any in mask ``places``."""
        mask = 0
        for step in self._steps:
            mask |= places << step if step > 0 else places >> -step
        return mask

    def places(self, among: int) -> dict[Place, int]:
        """Returns place (column, row) to its bit, for the places in the mask ``among``.

        A mask has a bit for each place of the map.
        """
        by_place: dict[Place, int] = {}
        while among:
            bit = among & -among
            row, column = divmod(bit.bit_length() - 1, self.width)
            by_place[column + self.left, row + self.top] = bit
            among ^= bit
        return by_place
