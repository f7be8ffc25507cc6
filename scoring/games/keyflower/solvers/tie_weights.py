"""Weights to choose among plans of equal points: the plan with the lowest sum of weights is shown.

Both solvers use them, so that both choose the same plan. They never outweigh a point.
"""

from .village import PIECES

RELEASE = 3
"""Weight of each good that leaves a storage tile."""


def use(taker: int, piece: str) -> int:
    """Returns the weight (plans of equal points: lowest sum wins) of a piece given to a tile.

    The index is that in ``Village.takers``.
    """
    return 1 + taker + PIECES.index(piece)


def purple_as(piece: str) -> int:
    """Returns the weight, to choose among plans of equal points, of the purple worker's use.

    Here it counts as the loose piece ``piece``.
    """
    return 20 + PIECES.index(piece)


def purple_on(piece: str) -> int:
    """Returns the weight, to choose among plans of equal points, of the purple worker's use.

    Here it counts as the good ``piece`` on a storage tile.
    """
    return 40 + PIECES.index(piece)


def flip(tile: int) -> int:
    """Returns the weight, to choose among plans of equal points, of a tile that Flipper turns.

    ``tile``: its index in ``Village.faces``.
    """
    return 60 + tile
