"""Spellings by how alike they are. The only importer of RapidFuzz.

Its compiled and its plain Python version differ on what is exactly at the bound, where the one
rounds up and the other down: the bound itself is out, with both.
"""

from __future__ import annotations

from collections.abc import Sequence

from rapidfuzz import process
from rapidfuzz.distance import OSA

BEYOND = 1e-6


def nearest(wanted: str, among: Sequence[str], more_than: float) -> str | None:
    """The one that is spelt most alike, 1 being the same."""
    found = process.extractOne(
        wanted,
        among,
        scorer=OSA.normalized_similarity,
        processor=None,
        score_cutoff=more_than + BEYOND,
    )
    return found[0] if found else None


def near(wanted: str, among: Sequence[str], more_than: float, most: int) -> list[tuple[str, float]]:
    """The most alike first, each with how alike it is, 1 being the same."""
    found = process.extract(
        wanted,
        among,
        scorer=OSA.normalized_similarity,
        processor=None,
        score_cutoff=more_than + BEYOND,
        limit=most,
    )
    return [(spelling, alike) for spelling, alike, _at in found]
