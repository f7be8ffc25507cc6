"""What is asked, beside what players ask: each entry's own questions, and how alike they are.

A question shares words, words for the same, and the way of asking: who, when, how many, may I.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from . import opposites, synonyms
from .folding import fold, latin, parts, runs, stem, wide
from .queries import Query
from .shelves import Index, Item

WAY, SAME = 0.6, 0.8
"""What the way of asking counts, and a word for the same, beside a word's own 1."""
COMMON = 0.12
"""What more than this share of all questions has tells none of them apart."""
LEAST = 0.35
"""Questions that are less alike have nothing to do with one another."""
CONTRARY, DENIED, NARROWER = 0.6, 0.85, 0.9
"""What is left of a likeness where one asks for the contrary, or denies and the other does not, or
where the player's question names a thing that the other does not."""
HEAVY = 0.3
"""The share of the weightiest feature's weight with which another one finds questions by itself."""
CLOSE = 12
"""The questions most alike, which are looked at more closely."""

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
    having: Mapping[str, Mapping[int, float]]
    says: Mapping[str, float]


def questions(item: Item) -> Iterator[str]:
    """What players ask about an entry, and what it is called where that is a question."""
    if item.entry is None:
        return
    for texts in item.catalogue.asked.get(item.entry.id, {}).values():
        yield from texts
    yield from (key.shown for key in item.keys if key.shown.endswith(("?", "？")))


def alike(ours: Index, query: Query) -> Mapping[int, tuple[float, str]]:
    """The items that a question may be about, each with how alike theirs is, from 0 to 1.

    Only those of the game that is looked in, if any; words weigh what they weigh in all.
    """
    return _alike(ours, query.plain, query.game)


@lru_cache(128)
def _alike(ours: Index, plain: str, game: str) -> Mapping[int, tuple[float, str]]:
    table = _table(ours)
    holders = _having(ours, game)
    unknown = math.log(len(table.asked) + 1)
    own = {part: weight * table.says.get(part, unknown) for part, weight in features(plain)}
    length = math.sqrt(sum(weight * weight for weight in own.values()))
    if not length:
        return {}
    shared: dict[int, float] = {}
    heavy = HEAVY * max(own.values())
    # What says little comes last, and only adds to what the rest has found: that saves time.
    for part, weight in sorted(own.items(), key=lambda pair: -pair[1]):
        having = holders.get(part, {})
        if weight < heavy:
            for n in having.keys() & shared.keys():
                shared[n] += weight * having[n]
            continue
        for n, says in having.items():
            shared[n] = shared.get(n, 0.0) + weight * says
    found: dict[int, tuple[float, str]] = {}
    least = LEAST * length
    close = sorted((n for n in shared if shared[n] > least), key=lambda n: -shared[n])
    for place, n in enumerate(close):
        asked, share = table.asked[n], shared[n] / length
        if place < CLOSE:
            share *= _same_side(ours, plain, asked)
        if share > found.get(asked.order, (0.0, ""))[0]:
            found[asked.order] = share, asked.text
    return found


def spoken(ours: Index, query: Query) -> Mapping[str, Mapping[int, float]]:
    """How much of a query is in all that players ask of an item and all it says, from 0 to 1.

    By box: what is rare in one is not in another.
    """
    return _spoken(ours, query.plain)


@lru_cache(128)
def _spoken(ours: Index, plain: str) -> Mapping[str, Mapping[int, float]]:
    own = features(plain)
    by_box: dict[str, dict[int, float]] = {}
    for slug, told in _talk(ours).items():
        found = by_box[slug] = {}
        rare = math.log(told.many + 1)
        most = sum(weight * told.says.get(part, rare) for part, weight in own)
        for part, weight in own:
            share = weight / most if most else 0.0
            for order, says in told.having.get(part, {}).items():
                found[order] = found.get(order, 0.0) + share * says
    return by_box


def ways(text: str) -> frozenset[str]:
    """The ways in which a text asks.

    >>> sorted(ways("when may I buy?")), sorted(ways("どこで買える？"))
    (['may', 'when'], ['may', 'where'])
    """
    low = wide(text)
    return frozenset(way for way, pattern in _WAYS if pattern.search(low))


def _same_side(ours: Index, plain: str, asked: Asked) -> float:
    text = asked.text
    if opposites.contrary(plain, text) or opposites.contrary(text, plain):
        return CONTRARY
    if opposites.turned(plain, text):
        return CONTRARY
    slug = ours.items[asked.order].box.slug
    mine, theirs = _of_several(ours, slug, plain), _of_several(ours, slug, text)
    if any(not mine[of] & theirs[of] for of in mine.keys() & theirs.keys()):
        # Both name one of several, such as a season, and not the same one.
        return CONTRARY
    share = 1.0 if theirs.keys() <= mine.keys() else NARROWER
    return share if opposites.denies(plain) == opposites.denies(text) else share * DENIED


# ── one of several: spring is not winter ────────────────────────────────────────────────

FEW = 12
"""A list with more than this is not one that people know by heart."""

type Several = Mapping[str, tuple[tuple[str, str], ...]]


@lru_cache(4096)
def _of_several(ours: Index, slug: str, text: str) -> Mapping[str, frozenset[str]]:
    """What a text names of each list of a box."""
    names = _several(ours)[slug]
    words = [stem(word) for word in latin(text)]
    said = {" ".join(words[n : n + k]) for k in (1, 2, 3) for n in range(len(words))}
    if not text.isascii():
        whole, alone = fold(text), set(runs(text))
        said |= {name for name in names if name in alone or (len(name) > 1 and name in whole)}
    found: dict[str, set[str]] = defaultdict(set)
    for name in said & names.keys():
        for of, one in names[name]:
            found[of].add(one)
    return {of: frozenset(ones) for of, ones in found.items()}


@cache
def _several(ours: Index) -> Mapping[str, Several]:
    """By box: the words of its short lists and the names of its small kinds, with their list."""
    found: dict[str, dict[str, list[tuple[str, str]]]] = defaultdict(lambda: defaultdict(list))

    def take(slug: str, of: str, one: str, names: Iterable[str]) -> None:
        for name in names:
            stems = " ".join(stem(word) for word in latin(name)) if name.isascii() else fold(name)
            if stems:
                found[slug][stems].append((of, one))

    for item in ours.items:
        slug, catalogue = item.box.slug, item.catalogue
        if item.entry is None:
            for fact in catalogue.facts.values():
                for word, text in fact.words.items() if 1 < len(fact.words) <= FEW else ():
                    take(slug, fact.id, word, (text.en, text.ja))
        elif len(catalogue.of_kind(item.kind_id)) <= FEW:
            take(slug, item.kind_id, item.entry.id, (key.shown for key in item.keys))
    return {item.box.slug: found[item.box.slug] for item in ours.items}  # type: ignore[misc]


@cache
def _having(ours: Index, game: str) -> Mapping[str, Mapping[int, float]]:
    """Of each feature the questions that have it, in one game or in all."""
    table = _table(ours)
    if not game:
        return table.having
    there = {n for n, each in enumerate(table.asked) if ours.items[each.order].box.slug == game}
    return {
        part: here
        for part, of in table.having.items()
        if (here := {n: says for n, says in of.items() if n in there})
    }


@cache
def _table(ours: Index) -> Table:
    asked = [Asked(item.order, text) for item in ours.items for text in questions(item)]
    said = [dict(features(each.text)) for each in asked]
    many = Counter(part for each in said for part in each)
    says = {part: math.log((len(asked) + 1) / (n + 0.5)) for part, n in many.items()}
    having: dict[str, dict[int, float]] = defaultdict(dict)
    for n, each in enumerate(said):
        weights = {part: weight * says[part] for part, weight in each.items()}
        length = math.sqrt(sum(weight * weight for weight in weights.values())) or 1.0
        for part, weight in weights.items():
            if many[part] <= COMMON * len(asked):
                having[part][n] = weight / length
    return Table(tuple(asked), having, says)


@dataclass(frozen=True)
class Talk:
    """Of one box: how many items, what each part says, and how much of it each item has."""

    many: int
    says: Mapping[str, float]
    having: Mapping[str, Mapping[int, float]]


HALF, LENGTH = 1.2, 0.3
"""How often a part must be there to count half, and how much more often in a long text."""
IN_NAME, IN_TEXT = 2.0, 0.7
"""What a part counts in a name and in a text, beside 1 in a question."""


@cache
def _talk(ours: Index) -> Mapping[str, Talk]:
    boxes: dict[str, dict[int, Counter[str]]] = defaultdict(dict)
    for item in ours.items:
        if item.entry is None:
            continue
        had: Counter[str] = Counter()
        texts = [(IN_NAME, name) for name in (item.name.en, item.name.ja)]
        for text in (item.entry.text, *item.entry.body):
            texts += [(IN_TEXT, text.en), (IN_TEXT, text.ja)]
        texts += [(1.0, text) for text in questions(item)]
        for counts, said in texts:
            for part, weight in features(said):
                had[part] += counts * weight  # type: ignore[assignment]
        boxes[item.box.slug][item.order] = had
    return {slug: _told(of) for slug, of in boxes.items()}


def _told(of: Mapping[int, Counter[str]]) -> Talk:
    usual = sum(had.total() for had in of.values()) / len(of)
    holders = Counter(part for had in of.values() for part in had)
    says = {part: math.log((len(of) + 1) / (n + 0.5)) for part, n in holders.items()}
    having: dict[str, dict[int, float]] = defaultdict(dict)
    for order, had in of.items():
        half = HALF * (1 - LENGTH + LENGTH * had.total() / usual)
        for part, often in had.items():
            having[part][order] = says[part] * often / (often + half)
    return Talk(len(of), says, having)


@lru_cache(32768)  # all texts of all boxes, and then some
def features(text: str) -> tuple[tuple[str, float], ...]:
    """What a text may share with another: its words, what they mean, and how it asks."""
    found = dict(parts(text))
    meant = list(synonyms.meant(text))
    groups = Counter(word for _group, word in meant)
    for group, word in meant:
        part = synonyms.concept(group)
        found[part] = max(found.get(part, 0.0), SAME / groups[word])
    for way in ways(text):
        found[f"?{way}"] = WAY
    return tuple(found.items())
