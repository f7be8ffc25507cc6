"""Adaptive arithmetic coding of bits, to write numbers in as few bytes as possible.

Writer and reader count earlier bits of the same context (``place``, any hashable value chosen by
the caller), so that frequent values take little space. This module does not depend on what the bits
mean.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Protocol

FIRST, STEP, MOST = 4, 10, 1200
"""Initial count of zeros and of ones, increment, and the sum at which counts are halved."""

MOST_BITS = 300_000
"""Limit of bits, more than any sheet needs. Without it a few bytes could decode for minutes."""

WIDEST = 32
"""Bits of the largest number."""


class Broken(ValueError):
    """Raised for bytes that no ``Writer`` can have written, and beyond the limits of size."""


class Odds:
    """Counts of zeros and ones so far in each context, and the probabilities they give."""

    def __init__(self) -> None:
        self._counts: dict[Hashable, list[int]] = {}
        self._asked = 0

    def of(self, place: Hashable) -> int:
        """Returns the probability of a 1 in this context, in 65,536ths; half if ``place`` is None.

        Raises ``Broken`` after ``MOST_BITS`` calls.
        """
        self._asked += 1
        if self._asked > MOST_BITS:
            raise Broken
        no, yes = self._counts.get(place, (FIRST, FIRST))
        return min(max((yes << 16) // (no + yes), 48), 65_488)

    def saw(self, place: Hashable, bit: int) -> None:
        if place is None:
            return
        counts = self._counts.setdefault(place, [FIRST, FIRST])
        counts[bit] += STEP
        if counts[bit] > MOST:
            counts[:] = [counts[0] // 2 + 1, counts[1] // 2 + 1]


class Coder(Protocol):
    """Either a ``Writer`` or a ``Reader``, so that one function serves both directions.

    ``bit``: a writer writes ``value`` and returns it; a reader ignores it and returns the bit read.
    """

    def bit(self, place: Hashable, value: int = 0) -> int: ...


class Writer:
    """Encodes bits to bytes; see ``Coder``."""

    def __init__(self) -> None:
        self._odds, self._low, self._high, self._out = Odds(), 0, 0xFFFFFFFF, bytearray()

    def bit(self, place: Hashable, value: int = 0) -> int:
        middle = self._low + ((self._high - self._low) * self._odds.of(place) >> 16)
        if value:
            self._high = middle
        else:
            self._low = middle + 1
        while not (self._low ^ self._high) >> 24:
            self._out.append(self._high >> 24)
            self._low, self._high = self._low << 8 & 0xFFFFFFFF, self._high << 8 & 0xFFFFFFFF | 255
        self._odds.saw(place, value)
        return value

    def done(self) -> bytes:
        """Returns the encoded bytes, without trailing zeros, which the reader adds again."""
        for kept in range(5):
            step = 1 << (32 - 8 * kept)
            value = -(-self._low // step) * step
            if value <= self._high:
                break
        return bytes(self._out + value.to_bytes(4)[:kept]).rstrip(b"\0")


class Reader:
    """Decodes bytes to bits; see ``Coder``."""

    def __init__(self, data: bytes) -> None:
        self._odds, self._low, self._high = Odds(), 0, 0xFFFFFFFF
        self._data, self._at = data, 4
        self._value = int.from_bytes(data[:4].ljust(4, b"\0"))

    def bit(self, place: Hashable, value: int = 0) -> int:
        middle = self._low + ((self._high - self._low) * self._odds.of(place) >> 16)
        found = int(self._value <= middle)
        if found:
            self._high = middle
        else:
            self._low = middle + 1
        while not (self._low ^ self._high) >> 24:
            self._low, self._high = self._low << 8 & 0xFFFFFFFF, self._high << 8 & 0xFFFFFFFF | 255
            byte = self._data[self._at] if self._at < len(self._data) else 0
            self._value = self._value << 8 & 0xFFFFFFFF | byte
            self._at += 1
        self._odds.saw(place, found)
        return found


def plain(coder: Coder, width: int, value: int = 0) -> int:
    """Writes ``value``, or reads it back, as a number of ``width`` bits; returns the number.

    Every bit counts as equally likely (no context).
    """
    found = 0
    for at in reversed(range(width)):
        found = found << 1 | coder.bit(None, value >> at & 1)
    return found


def one_of(coder: Coder, place: Hashable, many: int, value: int = 0) -> int:
    """Writes ``value``, or reads it back, as a number from 0 to ``many`` - 1; returns the number.

    Raises ``Broken`` if a greater number is read.
    """
    found = 1
    width = (many - 1).bit_length()
    for at in reversed(range(width)):
        found = found << 1 | coder.bit((place, found), value >> at & 1)
    found -= 1 << width
    if found >= many:
        raise Broken
    return found


def number(coder: Coder, place: Hashable, value: int = 0) -> int:
    """Writes ``value``, or reads it back, as a number of 0 or more; returns the number.

    Small numbers take fewer bits.

    Raises ``Broken`` beyond ``WIDEST`` bits.
    """
    value += 1
    width = 0
    while coder.bit((place, "width", width), int(value.bit_length() - 1 > width)):
        width += 1
        if width > WIDEST:
            raise Broken
    found = 1
    for at in reversed(range(width)):
        top = width - at <= 3
        found = found << 1 | coder.bit((place, width, found if top else at), value >> at & 1)
    return found - 1
