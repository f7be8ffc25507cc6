"""Features by which a query is compared with texts: words, synonym groups, form, n-grams."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from . import synonyms
from .normalise import STOP, fold, language_of, latin, parts, sound, stem, wide

type Weights = tuple[tuple[str, float], ...]
"""Features of a text, each with its weight."""

FORM, SYNONYM = 0.6, 0.8
"""Weights of a question's form (*when*, *may*...) and of a synonym, relative to 1 for a word."""
LITTLE, PAIR, HIRAGANA = 0.4, 0.5, 0.3
"""Weights of a stop word, two adjacent words, and 2 or 3 adjacent letters with hiragana."""
JAPANESE_SHORT, JAPANESE_LONG, LATIN = 1, 2, 3
"""N-gram lengths in letters: two for Japanese, and one for other scripts."""

_FORMS = [
    (form, re.compile(pattern))
    for form, pattern in [
        ("many", r"\bhow (?:many|much)\b|number of|いくつ|いくら|何[個枚人点体本つ隻冊歩色種]"),
        ("often", r"\bhow (?:often|many times)\b|何[回度]"),
        ("long", r"\bhow (?:long|many rounds)\b|いつまで|何ラウンド"),
        ("when", r"^\W*(?:and |so |but )?when\b|いつ|どの時点|タイミング"),
        ("where", r"\bwhere\b|どこ|どちらへ"),
        ("who", r"\b(?:who|whose|whom)\b|誰|だれ"),
        ("why", r"\bwhy\b|なぜ|どうして"),
        ("may", r"\b(?:can|may|could|allowed|possible)\b|使える|置ける"
                r"|(?:いい|よい|[えけせてれ]る|できる|られる)(?:か|の|かな|ですか)?[？?]?$"),
        ("must", r"\b(?:must|have to|need to|forced|obliged)\b|必ず|必要|ないと|なければ|なきゃ"),
        ("which", r"\bwhich\b|\bwhat (?:card|tile)s?\b|(?:カード|タイル)は[？?]?$|どれ|どの"),
        ("if", r"\b(?:if|what happens|happens)\b|たら|どうなる|場合|ときは"),
        ("how", r"\bhow (?:do|does|to|can|is|are)\b"
                r"|どうやって|方法|やり方|使い方|には[？?]?$|仕方"),
        ("what", r"\bwhat (?:is|are|s|does|do)\b|とは|って何|何[？?]?$|効果"),
    ]
]  # fmt: skip
"""Patterns for the forms of questions (how many, when, may I...) in both languages."""


def question_forms(text: str) -> frozenset[str]:
    """Returns the forms of questions in a text, such as *when* or *may*.

    >>> sorted(question_forms("when may I buy?")), sorted(question_forms("どこで買える？"))
    (['may', 'when'], ['may', 'where'])
    """
    low = wide(text)
    return frozenset(form for form, pattern in _FORMS if pattern.search(low))


_HIRAGANA = re.compile("[ぁ-ゖ]")


def with_filler(text: str, feature_weights: Weights) -> Weights:
    """Adds stop words, pairs of words and hiragana sequences of a text to its ``features``."""
    weights = dict(feature_weights)
    words = latin(text)
    weights |= {f"~{word}": LITTLE for word in words if word in STOP}
    weights |= {f"{one} {other}": PAIR for one, other in pairwise(map(stem, words))}
    if not text.isascii():
        whole = fold(text)
        some = (whole[at : at + n] for n in (2, 3) for at in range(len(whole) - n + 1))
        weights |= {f"~{each}": HIRAGANA for each in some if _HIRAGANA.search(each)}
    return tuple(weights.items())


def features(text: str) -> Weights:
    """Returns a text's features and weights: words, letter pairs, synonym groups, question form."""
    return _features(text, tuple(synonyms.mentioned_groups(text)), question_forms(text))


def _features(
    text: str, groups: tuple[tuple[int, synonyms.Word], ...], forms: frozenset[str]
) -> Weights:
    weights = dict(parts(text))
    groups_of_word = Counter(word for _group, word in groups)
    for group, word in groups:
        part = synonyms.concept(group)
        weights[part] = max(weights.get(part, 0.0), SYNONYM / groups_of_word[word])
    weights |= {f"?{form}": FORM for form in forms}
    return tuple(weights.items())


def ngrams(text: str) -> list[str]:
    """Returns the n-grams of letters of a text; Latin ones extend over the ends of words.

    >>> ngrams("two ox"), ngrams("緑の家")
    ([' tw', 'two', 'wo ', 'o o', ' ox', 'ox '], ['緑', 'の', '家', '緑の', 'の家'])
    """
    whole, lengths = f" {' '.join(latin(text))} ", [LATIN]
    if language_of(text) == "ja":
        whole, lengths = fold(text), [JAPANESE_SHORT, JAPANESE_LONG]
    return [whole[at : at + n] for n in lengths for at in range(len(whole) - n + 1)]


@dataclass(frozen=True, slots=True)
class QueryFeatures:
    """What a query is compared by, computed once when it is parsed.

    - ``words``, ``stems``: its Latin words, and their stems.
    - ``sound``: its pronunciation; "" if it is neither kana nor romaji.
    - ``synonyms``: its words that have synonyms, after the number of their group.
    - ``forms``: forms of questions, such as *when*.
    - ``weights``: its ``features``; ``weights_with_filler``: those and its little words.
    - ``ngrams``: how often it has each n-gram.
    """

    words: tuple[str, ...]
    stems: tuple[str, ...]
    sound: str
    synonyms: tuple[tuple[int, synonyms.Word], ...]
    forms: frozenset[str]
    weights: Weights
    weights_with_filler: Weights
    ngrams: Mapping[str, int]


def query_features(text: str) -> QueryFeatures:
    words = tuple(latin(text))
    groups, forms = tuple(synonyms.mentioned_groups(text)), question_forms(text)
    weights = _features(text, groups, forms)
    return QueryFeatures(
        words=words,
        stems=tuple(map(stem, words)),
        sound=sound(text),
        synonyms=groups,
        forms=forms,
        weights=weights,
        weights_with_filler=with_filler(text, weights),
        ngrams=Counter(ngrams(text)),
    )
