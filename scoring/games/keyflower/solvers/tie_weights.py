"""Weights to choose among plans of equal points: the plan with the lowest sum of weights is shown.

Both solvers use them, so that both choose the same plan. They never outweigh a point.
"""

from .village import PIECES

RELEASE = 3
"""Weight of each good that leaves a storage tile."""


def use(taker: int, piece: str) -> int:
    """Returns the weight of each piece of a kind that is given to a tile."""
    return 1 + taker + PIECES.index(piece)


def purple_as(piece: str) -> int:
    """Returns the weight of counting the purple worker as this loose piece."""
    return 20 + PIECES.index(piece)


def purple_on(piece: str) -> int:
    """Returns the weight of counting the purple worker as this good on a storage tile."""
    return 40 + PIECES.index(piece)


def flip(tile: int) -> int:
    """Returns the weight of turning a tile by the Flipper; ``tile`` is its index in the village."""
    return 60 + tile
