"""What is asked, beside what players ask: each entry's own questions, and how alike they are.

A question shares words, words for the same, and the way of asking: who, when, how many, may I.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from . import opposites, synonyms
from .folding import parts, wide
from .shelves import Index, Item

WAY, SAME = 0.6, 0.8
"""What the way of asking counts, and a word for the same, beside a word's own 1."""
COMMON = 0.12
"""What more than this share of all questions has tells none of them apart."""
LEAST = 0.25
"""Questions that are less alike have nothing to do with one another."""
CONTRARY, DENIED = 0.6, 0.85
"""What is left of a likeness where one asks for the contrary, or denies and the other does not."""
CLOSE = 12
"""The questions most alike, which are looked at more closely."""

_WAYS = [
    (way, re.compile(pattern))
    for way, pattern in [
        ("many", r"\bhow (?:many|much)\b|number of|いくつ|いくら|何[個枚人点体本つ隻冊歩色種]"),
        ("often", r"\bhow (?:often|many times)\b|何[回度]"),
        ("long", r"\bhow (?:long|many rounds)\b|いつまで|何ラウンド"),
        ("when", r"\bwhen\b|いつ|どの時点|タイミング"),
        ("where", r"\bwhere\b|どこ|どちらへ"),
        ("who", r"\b(?:who|whose|whom)\b|誰|だれ"),
        ("why", r"\bwhy\b|なぜ|どうして"),
        ("may", r"\b(?:can|may|could|allowed|possible)\b|(?:いい|よい|える|ける|せる|てる|れる|できる|られる)"
                r"(?:か|の|かな|ですか)?[？?]?$|使える|置ける"),
        ("must", r"\b(?:must|have to|need to|forced|obliged)\b|必ず|必要|ないと|なければ|なきゃ"),
        ("which", r"\b(?:which|what) (?:\w+ )?(?:card|tile|hero|boat|feat|face|artifact|spell|book|title"
                  r"|tool|god|giant)\w*|(?:タイル|カード|英雄|船|面|遺物|魔法|呪文書|称号|道具|神|巨人)は[？?]?$|どれ"),
        ("if", r"\b(?:if|what happens|happens)\b|たら|どうなる|場合|ときは"),
        ("how", r"\bhow (?:do|does|to|can|is|are)\b|どうやって|方法|やり方|使い方|には[？?]?$|仕方"),
        ("what", r"\bwhat (?:is|are|s|does|do)\b|とは|って何|何[？?]?$|効果"),
    ]
]  # fmt: skip
"""The ways of asking, in both languages."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question of an entry, and how much each of its features says, their squares being 1."""

    order: int
    text: str


@dataclass(frozen=True)
class Table:
    """All questions of all boxes, and those that have a feature, with what it says there."""

    asked: tuple[Asked, ...]
    having: Mapping[str, tuple[tuple[int, float], ...]]
    says: Mapping[str, float]


def questions(item: Item) -> Iterator[str]:
    """What players ask about an entry; one that has no facts is itself what is asked."""
    if item.entry is None:
        return
    for texts in item.catalogue.asked.get(item.entry.id, {}).values():
        yield from texts
    if not item.entry.facts:
        yield from (key.shown for key in item.keys if key.far != 1)


def alike(ours: Index, plain: str) -> Mapping[int, tuple[float, str]]:
    """The items that a question may be about, each with how alike theirs is, from 0 to 1."""
    return _alike(ours, plain)


@lru_cache(128)
def _alike(ours: Index, plain: str) -> Mapping[int, tuple[float, str]]:
    table = _table(ours)
    own = {part: w * table.says.get(part, math.log(len(table.asked) + 1)) for part, w in _features(plain)}
    length = math.sqrt(sum(weight * weight for weight in own.values()))
    if not length:
        return {}
    shared: dict[int, float] = defaultdict(float)
    for part, weight in own.items():
        for n, says in table.having.get(part, ()):
            shared[n] += weight * says
    found: dict[int, tuple[float, str]] = {}
    least = LEAST * length
    close = sorted((n for n in shared if shared[n] > least), key=lambda n: -shared[n])
    for place, n in enumerate(close):
        asked, share = table.asked[n], shared[n] / length
        if place < CLOSE:
            share *= _same_side(plain, asked.text)
        if share > found.get(asked.order, (0.0, ""))[0]:
            found[asked.order] = share, asked.text
    return found


def _same_side(plain: str, text: str) -> float:
    if opposites.contrary(plain, text) or opposites.contrary(text, plain):
        return CONTRARY
    return 1.0 if opposites.denies(plain) == opposites.denies(text) else DENIED


@cache
def _table(ours: Index) -> Table:
    asked = [Asked(item.order, text) for item in ours.items for text in questions(item)]
    features = [dict(_features(each.text)) for each in asked]
    many = Counter(part for each in features for part in each)
    says = {part: math.log((len(asked) + 1) / (n + 0.5)) for part, n in many.items()}
    having: dict[str, list[tuple[int, float]]] = defaultdict(list)
    for n, each in enumerate(features):
        weights = {part: weight * says[part] for part, weight in each.items()}
        length = math.sqrt(sum(weight * weight for weight in weights.values())) or 1.0
        for part, weight in weights.items():
            if many[part] <= COMMON * len(asked):
                having[part].append((n, weight / length))
    return Table(tuple(asked), {part: tuple(of) for part, of in having.items()}, says)


@lru_cache(8192)
def _features(text: str) -> tuple[tuple[str, float], ...]:
    found = dict(parts(text))
    meant = list(synonyms.meant(text))
    groups = Counter(word for _group, word in meant)
    for group, word in meant:
        part = synonyms.concept(group)
        found[part] = max(found.get(part, 0.0), SAME / groups[word])
    low = wide(text)
    for way, pattern in _WAYS:
        if pattern.search(low):
            found[f"?{way}"] = WAY
    return tuple(found.items())
