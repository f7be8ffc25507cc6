"""Finds similar spellings; the only module that imports RapidFuzz.

RapidFuzz's compiled and pure Python versions round differently exactly at the bound of similarity.
Both are therefore called with a slightly higher bound: spellings exactly at the bound never match.
"""

from collections.abc import Sequence

from rapidfuzz import process
from rapidfuzz.distance import OSA

BEYOND = 1e-6
ALIKE = 0.8
"""Similarity, 0 to 1, above which a word that is none counts as a misspelt name."""


def nearest(word: str, among: Sequence[str], more_than: float = ALIKE) -> str | None:
    """Returns the word in ``among`` whose spelling is most similar to ``word``.

    None unless the similarity is above ``more_than``; 1 means identical.
    """
    matches = near(word, among, more_than, 1)
    return matches[0][0] if matches else None


def near(word: str, among: Sequence[str], more_than: float, most: int) -> list[tuple[str, float]]:
    """Returns pairs (word of ``among``, its similarity to ``word``), the most similar first.

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
