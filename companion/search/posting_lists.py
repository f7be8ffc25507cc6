"""Weights of words and other parts of texts in the items that have them, held in little memory."""

import math
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping

type Postings = tuple[array[int], array[float]]
"""Numbers of items in ascending order, and the weight of a part in each of them."""


def rarity(item_count: int, holders: int) -> float:
    """Returns how rare a word is that ``holders`` of ``item_count`` items have.

    It is log(items / holders), smoothed, so never infinite.
    """
    return math.log((item_count + 1) / (holders + 0.5))


class PostingLists(Mapping[str, Postings]):
    """Maps a word or letter pair to the numbers of the entries and games with it, and weights.

    It holds all numbers, up to 65,535, in one array and all weights in another: lists for each word
    would need three times the memory.
    """

    def __init__(
        self, rows: Iterable[tuple[str, Mapping[int, float]]] = (), double: bool = False
    ) -> None:
        """Makes the lists from ``rows``: pairs of a word and its weight by number of the entry.

        ``double``: the weights are in double precision.
        """
        self._rows: dict[str, int] = {}
        self._begins = array("I", [0])
        self._numbers, self._weights = array("H"), array("d" if double else "f")
        for part, weights in rows:
            self.add(part, weights)

    def add(self, part: str, weights: Mapping[int, float]) -> None:
        """Adds the word or letter pair ``part``; ``weights``: number of entry or game to weight."""
        self._rows[part] = len(self._rows)
        self._numbers.extend(weights)
        self._weights.extend(weights.values())
        self._begins.append(len(self._numbers))

    def pairs(self, part: str) -> Iterator[tuple[int, float]]:
        """Returns (number, weight) for each entry or game with the word or letter pair ``part``."""
        orders, weights = self[part] if part in self._rows else ((), ())
        return zip(orders, weights, strict=True)

    def holders(self, part: str) -> int:
        """Returns the number of entries and games with the word or letter pair ``part``."""
        begin, end = self._range(part) if part in self._rows else (0, 0)
        return end - begin

    def weight(self, part: str, number: int) -> float:
        """Returns the weight of the word or letter pair ``part``; 0 if the entry or game lacks it.

        ``number``: that of the entry or game.
        """
        begin, end = self._range(part) if part in self._rows else (0, 0)
        at = bisect_left(self._numbers, number, begin, end)
        return self._weights[at] if at < end and self._numbers[at] == number else 0.0

    def _range(self, part: str) -> tuple[int, int]:
        row = self._rows[part]
        return self._begins[row], self._begins[row + 1]

    def __getitem__(self, part: str) -> Postings:
        begin, end = self._range(part)
        return self._numbers[begin:end], self._weights[begin:end]

    def __contains__(self, part: object) -> bool:
        return part in self._rows

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)
