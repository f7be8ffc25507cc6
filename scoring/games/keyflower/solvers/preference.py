"""Which of several plans of as many points is shown: the one with the least of these weights.

Both solvers read them, so that both name the same plan.
"""

from __future__ import annotations

from .village import PIECES

RELEASE = 3
"""For a good that leaves a storage tile."""


def use(taker: int, piece: str) -> int:
    """For a piece given to the how manieth of the tiles that take pieces."""
    return 1 + taker + PIECES.index(piece)


def purple_as(piece: str) -> int:
    """For the purple worker as that piece."""
    return 20 + PIECES.index(piece)


def purple_on(piece: str) -> int:
    """For the purple worker as that good on a storage tile, whichever it is."""
    return 40 + PIECES.index(piece)


def flip(tile: int) -> int:
    """For the how manieth of the village's tiles turned by the Flipper."""
    return 60 + tile
