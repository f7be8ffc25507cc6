"""Weights to choose among plans of equal points: the plan with the lowest sum of weights is shown.

Both solvers use them, so that both choose the same plan. They never outweigh a point.
"""

from .village import PIECES

RELEASE = 3
"""Weight of each good that leaves a storage tile."""


def use(taker: int, piece: str) -> int:
    """Returns the weight of giving a piece to a tile; ``taker``: index in ``Village.takers``."""
    return 1 + taker + PIECES.index(piece)


def purple_as(piece: str) -> int:
    """Returns the weight of using the purple worker as a loose piece (an id)."""
    return 20 + PIECES.index(piece)


def purple_on(piece: str) -> int:
    """Returns the weight of using the purple worker as a good (an id) on a storage tile."""
    return 40 + PIECES.index(piece)


def flip(tile: int) -> int:
    """Returns the weight of turning a tile by Flipper; ``tile``: index in ``Village.faces``."""
    return 60 + tile
