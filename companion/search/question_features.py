"""Breaks a text into features by which questions are compared.

Features are words and letter pairs, groups of synonyms, and the form of a question: who, may I...
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from itertools import pairwise

from . import synonyms
from .normalise import STOP, fold, latin, parts, stem, wide

WAY, SAME = 0.6, 0.8
"""Weights of a question's form (*when*, *may*...) and of a synonym, relative to 1 for a word."""
LITTLE, PAIR, HIRAGANA = 0.4, 0.5, 0.3
"""Weights of a stop word, two adjacent words, and 2 or 3 adjacent letters with hiragana."""

type Parts = tuple[tuple[str, float], ...]
"""Features of a text, each with its weight."""

_WAYS = [
    (way, re.compile(pattern))
    for way, pattern in [
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
    return frozenset(way for way, pattern in _WAYS if pattern.search(low))


_HIRAGANA = re.compile("[ぁ-ゖ]")


def features_without_filler(text: str, feature_weights: Parts | None = None) -> Parts:
    """Returns a text's ``features``, plus stop words, word pairs and hiragana sequences."""
    weights = dict(features(text) if feature_weights is None else feature_weights)
    words = latin(text)
    weights |= {f"~{word}": LITTLE for word in words if word in STOP}
    weights |= {f"{one} {other}": PAIR for one, other in pairwise(map(stem, words))}
    if not text.isascii():
        whole = fold(text)
        some = (whole[at : at + n] for n in (2, 3) for at in range(len(whole) - n + 1))
        weights |= {f"~{each}": HIRAGANA for each in some if _HIRAGANA.search(each)}
    return tuple(weights.items())


@lru_cache(2048)
def features(text: str) -> Parts:
    """Returns a text's features and weights: words, letter pairs, synonym groups, question form."""
    weights = dict(parts(text))
    synonym_groups = list(synonyms.mentioned_groups(text))
    groups = Counter(word for _group, word in synonym_groups)
    for group, word in synonym_groups:
        part = synonyms.concept(group)
        weights[part] = max(weights.get(part, 0.0), SAME / groups[word])
    for way in question_forms(text):
        weights[f"?{way}"] = WAY
    return tuple(weights.items())
