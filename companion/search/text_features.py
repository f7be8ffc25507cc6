"""Features by which a query is compared with texts: words, synonym groups, form, n-grams."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from . import synonyms
from .normalise import (
    STOP,
    fold,
    in_kana,
    language_of,
    latin,
    parts,
    query_parts,
    sound,
    stem,
    wide,
)

type Mentioned = tuple[tuple[int, synonyms.Word], ...]
"""The words of a text that have synonyms, each after the number of its synonym group."""

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


_ASKING_EN = frozenset(
    re.findall(
        r"\w+",
        """what when where which who whom whose why how can could do does did is are am was were
        may might must should shall will would has have had whats whos if""",
    )
)
_LATER_EN = re.compile(
    r"[,;:–—.!?-] *(?:(?:and|so|but) )?(?:what|when|where|which|who|whose|why|how|do|does|is|are"
    r"|am|can|may|must|should|will)\b|\bhow (?:many|much|often|long)\b"
)
"""Matches the start of a question after an introduction: *I was outbid, do I get them back*."""
_ASKING_JA = re.compile(
    "[?？]|何|なん|なに|いつ|どう|どこ|どれ|どの|どち|誰|だれ|いくつ|いくら|なぜ|"
    "(?:か|の|かな|っけ|とは|る|い|た|時|とき|場合|方法|やり方|って)$"
)


def is_question(query: str) -> bool:
    """True if a query is a question rather than a name or a few words.

    >>> [is_question(q) for q in ("can gold replace wood", "緑は代わりになる？", "Sea Bastion")]
    [True, True, False]
    >>> [is_question(q) for q in ("what's a keyple", "outbid, do I get them back", "stone yard")]
    [True, True, False]
    """
    plain = wide(query).strip()
    if language_of(query) == "ja":
        return len(plain) > 4 and bool(_ASKING_JA.search(plain))
    words = re.findall(r"[a-z0-9]+", re.sub("['’](?:s|re|m|ve|d|ll)\\b", " ", plain))
    if plain.endswith("?"):
        return len(words) > 1
    return len(words) > 2 and (words[0] in _ASKING_EN or bool(_LATER_EN.search(plain)))


_HIRAGANA = re.compile("[ぁ-ゖ]")


def filler(text: str) -> dict[str, float]:
    """Returns stop words, pairs of words and hiragana sequences of a text, with their weights."""
    words = latin(text)
    weights = {f"~{word}": LITTLE for word in words if word in STOP}
    weights |= {f"{one} {other}": PAIR for one, other in pairwise(map(stem, words))}
    if not text.isascii():
        whole = fold(text)
        some = (whole[at : at + n] for n in (2, 3) for at in range(len(whole) - n + 1))
        weights |= {f"~{each}": HIRAGANA for each in some if _HIRAGANA.search(each)}
    return weights


def features(text: str) -> dict[str, float]:
    """Returns a text's features and weights: words, letter pairs, synonym groups, question form."""
    return _features(text, question_forms(text))[0]


def _features(text: str, forms: Iterable[str]) -> tuple[dict[str, float], Mentioned]:
    """Returns the ``features`` of a text with these forms, and its words that have synonyms."""
    weights, groups = dict(parts(text)), tuple(synonyms.mentioned_groups(text))
    groups_of_word = Counter(word for _group, word in groups)
    for group, word in groups:
        part = synonyms.concept(group)
        weights[part] = max(weights.get(part, 0.0), SYNONYM / groups_of_word[word])
    return weights | {f"?{form}": FORM for form in forms}, groups


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
    """Features of a query, computed once when it is parsed.

    - ``words``, ``stems``: its Latin words, and their stems.
    - ``sound``, ``kana``: its pronunciation, and romaji as hiragana; "" if it is neither.
    - ``parts``: its words and letter pairs, each with a weight.
    - ``forms``: forms of questions, such as *when*.
    - ``synonyms``: its words that have synonyms, after the number of their group.
    - ``weights``: its ``features``; ``filler``: its little words, pairs of words etc.
    - ``ngrams``: how often it has each n-gram.
    - ``language``: "en" or "ja"; ``is_question``: it is a question, as it was typed.
    """

    words: tuple[str, ...]
    stems: tuple[str, ...]
    sound: str
    kana: str
    parts: Mapping[str, float]
    forms: frozenset[str]
    synonyms: Mentioned
    weights: Mapping[str, float]
    filler: Mapping[str, float]
    ngrams: Mapping[str, int]
    language: str
    is_question: bool


def query_features(text: str, typed: str, whole: str, unsplit: Container[str]) -> QueryFeatures:
    """Computes the features of a query.

    - ``text``: its words to search; ``typed``: those before they were interpreted.
    - ``whole``: its terms as one text; ``unsplit``: katakana words that stay whole in ``parts``.
    """
    words, pronunciation, kana = tuple(latin(text)), sound(text), in_kana(whole)
    stems, language = tuple(map(stem, words)), language_of(text)
    split_parts = query_parts(text, unsplit)
    question, forms = is_question(typed), question_forms(text)
    ngram_counts, filler_weights = Counter(ngrams(text)), filler(text)
    weights, groups = _features(text, forms)
    return QueryFeatures(
        words=words,
        stems=stems,
        sound=pronunciation,
        kana=kana,
        parts=split_parts,
        forms=forms,
        synonyms=groups,
        weights=weights,
        filler=filler_weights,
        ngrams=ngram_counts,
        language=language,
        is_question=question,
    )
