"""Formulas of Toy Orchard."""

from collections.abc import Mapping


def bundles(given: Mapping[str, int], bundle: Mapping[str, int]) -> int:
    """Full bundles among what was given.

    >>> bundles({"apple": 5, "plum": 2}, {"apple": 2, "plum": 1})
    2
    """
    return min(given.get(piece, 0) // size for piece, size in bundle.items())


def directions(walk: str) -> int:
    """Different directions of a walk.

    >>> directions("nnES")
    3
    """
    return len(set(walk.upper()) & set("NESW"))
