"""Weights that break ties between plans of equal points: the lowest sum is shown.

Both solvers use them, so that both choose the same plan.
"""

from __future__ import annotations

from .village import PIECES

RELEASE = 3
"""Weight of a good that leaves a storage tile."""


def use(taker: int, piece: str) -> int:
    """Returns the weight of a piece given to a tile; ``taker``: index among tiles taking pieces."""
    return 1 + taker + PIECES.index(piece)


def purple_as(piece: str) -> int:
    """Returns the weight of the purple worker used as that piece."""
    return 20 + PIECES.index(piece)


def purple_on(piece: str) -> int:
    """Returns the weight of the purple worker as that good on any storage tile."""
    return 40 + PIECES.index(piece)


def flip(tile: int) -> int:
    """Returns the weight of the Flipper turning a tile; ``tile``: index in the village."""
    return 60 + tile
