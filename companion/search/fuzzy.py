"""Finds similar spellings; the only module that imports RapidFuzz.

RapidFuzz's compiled and pure Python versions round differently exactly at the bound of similarity.
Both are therefore called with a slightly higher bound: spellings exactly at the bound never match.
"""

from collections.abc import Sequence

from rapidfuzz import process
from rapidfuzz.distance import OSA

BEYOND = 1e-6


def nearest(word: str, among: Sequence[str], more_than: float) -> str | None:
    """Returns the spelling among these that is most similar to a word.

    None unless the similarity is above ``more_than``; 1 means identical.
    """
    matches = process.extractOne(
        word,
        among,
        scorer=OSA.normalized_similarity,
        processor=None,
        score_cutoff=more_than + BEYOND,
    )
    return matches[0] if matches else None


def near(word: str, among: Sequence[str], more_than: float, most: int) -> list[tuple[str, float]]:
    """Returns the spellings most similar to a word, each with its similarity, best first.

    At most ``most``, all with a similarity above ``more_than``; 1 means identical.
    """
    matches = process.extract(
        word,
        among,
        scorer=OSA.normalized_similarity,
        processor=None,
        score_cutoff=more_than + BEYOND,
        limit=most,
    )
    return [(spelling, alike) for spelling, alike, _at in matches]
