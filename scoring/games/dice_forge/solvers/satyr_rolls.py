"""All results of the feat Satyrs: all opponents roll, the player takes any two of their dice.

Six dice show some ten thousand sets of faces. A set is stored as bit masks, built die by die.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from scoring.solving import deadline

from .dice import Dice, Face
from .last_turn_state import Outcomes, Taken

type Takings = Callable[[Face, Face], Iterable[Taken]]
"""Function that returns all ways to take two faces, neither of them a mirror."""


class SatyrRolls:
    """All rolls of the opponents' dice for the feat Satyrs, which lets a player take two of them.

    A *way* to take two faces is one result: gains in the order in which they are taken. Sets of
    ways and of faces are bit masks.
    ``takings``: function that returns all ways to take two faces, neither of them a mirror
    ``nothing``: the way to take two mirrors with nothing to copy
    ``ordered``: true if a way is one sum of gains, so that a way with less of everything is
        dropped; if false, the order of the two faces may matter, and no way is dropped
    """

    def __init__(
        self, opponents: Sequence[Dice], takings: Takings, nothing: Taken, *, ordered: bool
    ) -> None:
        self.dice = [die for dice in opponents for die in dice]
        self.takings, self.nothing, self.ordered = takings, nothing, ordered
        faces = {face for die in self.dice for face in die if face.mode != "mirror"}
        self.faces = sorted(faces, key=lambda face: face.id)
        self.ways: dict[Taken, int] = {}
        self.pairs = self._pairs()
        self.below = self._below() if ordered else {}

    def _pairs(self) -> list[list[tuple[int, int]]]:
        """Returns, for any two faces, two masks of the ways to take both: as rolled, either order.

        Row and column are indexes in ``faces``; a mask has a bit for each of ``ways``, the results
        of taking two faces. The second is for rolls with a mirror, which may stand for any of the
        two.
        """
        n = len(self.faces)
        pairs = [[(0, 0)] * n for _ in range(n)]
        for i, first in enumerate(self.faces):
            for j in range(i, n):
                deadline.check()
                plain = self._mask(self.takings(first, self.faces[j]))
                turned = plain
                if not self.ordered:
                    turned |= self._mask(self.takings(self.faces[j], first))
                pairs[i][j] = pairs[j][i] = (plain, turned)
        return pairs

    def _mask(self, ways: Iterable[Taken]) -> int:
        mask = 0
        for way in ways:
            mask |= 1 << self.ways.setdefault(way, len(self.ways))
        return mask

    def _below(self) -> dict[int, int]:
        """Returns the bit of a way to take two dice, to the mask of all ways that are not better.

        Not better: they give no more of any resource.
        """
        sums = [(1 << n, got) for (got,), n in self.ways.items()]
        masks = {}
        for bit, (gold, sun, moon, glory, ships, off) in sums:
            deadline.check()
            mask = 0
            for other, got in sums:
                if (
                    got[3] <= glory and got[0] <= gold and got[1] <= sun
                    and got[2] <= moon and got[4] <= ships and got[5] <= off
                ):  # fmt: skip
                    mask |= other
            masks[bit] = mask
        return masks

    def outcomes(self) -> Outcomes:
        """Returns (number of the opponents' rolls, ways to take two dice that these rolls offer).

        A way is the gains of these two dice. If ``ordered``, a way is left out if another gives at
        least as much of every resource.
        """
        merged: Counter[int] = Counter()
        for (once, twice, mirror), weight in self._counts_of_faces().items():
            merged[self._ways_of(once, twice, mirror)] += weight
        listed = list(self.ways)
        outcomes: Counter[tuple[Taken, ...]] = Counter()
        for mask, weight in merged.items():
            deadline.check()
            best = mask
            for bit in _bits(mask) if self.ordered else ():
                if best & bit:
                    best &= ~self.below[bit] | bit
            ways = [listed[bit.bit_length() - 1] for bit in _bits(best)] or [self.nothing]
            outcomes[tuple(sorted(ways))] += weight
        return [(weight, ways) for ways, weight in outcomes.items()]

    def _ways_of(self, once: int, twice: int, mirror: bool) -> int:
        """Returns the mask of all ways to take two of the rolled dice: a bit for each of ``ways``.

        ``once``, ``twice``: masks of the faces that show, and that show at least twice; bit n is
        face n of ``faces``. ``mirror``: true if a mirror shows.
        """
        faces = [bit.bit_length() - 1 for bit in _bits(once)]
        mask = 0
        for n, i in enumerate(faces):
            row = self.pairs[i]
            if mirror:
                for j in faces[n:]:
                    mask |= row[j][1]
                continue
            for j in faces[n + 1 :]:
                mask |= row[j][0]
            if twice >> i & 1:
                mask |= row[i][0]
        return mask

    def _counts_of_faces(self) -> Counter[tuple[int, int, bool]]:
        """Returns the number of the opponents' rolls by faces shown.

        A key is (mask of faces shown, mask of those shown twice or more, true if a mirror shows).
        Bit n of a mask is face n of ``faces``.
        """
        rows: Counter[tuple[int, int, bool]] = Counter({(0, 0, False): 1})
        bits = {face: 1 << n for n, face in enumerate(self.faces)}  # none for a mirror
        for die in self.dice:
            later: Counter[tuple[int, int, bool]] = Counter()
            sides = [(bits.get(face, 0), times) for face, times in Counter(die).items()]
            for (once, twice, mirror), weight in rows.items():
                deadline.check()
                for bit, times in sides:
                    later[once | bit, twice | once & bit, mirror or not bit] += weight * times
            rows = later
        return rows


def _bits(mask: int) -> Iterator[int]:
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit
