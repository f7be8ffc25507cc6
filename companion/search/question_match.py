"""What is asked, beside what players ask: each entry's own questions, and how alike they are.

A question shares words, words for the same, and the way of asking: who, when, how many, may I.
"""

from __future__ import annotations

import math
import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import count, groupby, pairwise
from operator import itemgetter

from scoring.model.catalogue import Entry

from . import contradictions, synonyms
from .index_dump import Row, Shares, taken
from .normalise import STOP, fold, latin, parts, runs, stem, wide
from .queries import Query
from .search_index import NEAR, Index, Item

WAY, SAME = 0.6, 0.8
"""What the way of asking counts, and a word for the same, beside a word's own 1."""
COMMON = 0.06
"""What more than this share of all questions has tells none of them apart."""
LEAST = 0.35
"""Questions that are less alike have nothing to do with one another."""
CONTRARY, DENIED, NARROWER = 0.6, 0.85, 0.9
"""What is left of a likeness where one asks for the contrary, or denies and the other does not, or
where the player's question names a thing that the other does not."""
HEAVY = 0.3
"""The share of the weightiest feature's weight with which another one finds questions by itself."""
CLOSE = 6
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


type Parts = tuple[tuple[str, float], ...]
type Held = tuple[array[int], array[float]]
type Holders = Mapping[str, Held]
"""Of each part those that have it, and how much it says of each: arrays take little room."""


@dataclass(frozen=True)
class Table:
    """All questions of all boxes, and by box those that have a feature."""

    asked: tuple[Asked, ...]
    having: Mapping[str, Holders]
    says: Mapping[str, float]


def questions(item: Item) -> Iterator[str]:
    """What players ask about an entry, and what it is called where that is a question."""
    if item.entry is None:
        return
    for texts in item.catalogue.asked.get(item.entry.id, {}).values():
        yield from texts
    yield from (key.shown for key in item.keys if key.shown.endswith(("?", "？")))


def says(entry: Entry) -> Iterator[tuple[float, str]]:
    """What an entry is called and says, and what a part of it counts beside 1 in a question."""
    for counts, texts in ((IN_NAME, (entry.name,)), (IN_TEXT, (entry.text, *entry.body))):
        yield from ((counts, said) for text in texts for said in (text.en, text.ja))


def alike(ours: Index, query: Query) -> Mapping[int, tuple[float, str]]:
    """The items that a question may be about, each with how alike theirs is, from 0 to 1.

    Only those of the game that is looked in, if any; words weigh what they weigh in all.
    """
    return _alike(ours, query.plain, query.game)


@lru_cache(128)
def _alike(ours: Index, plain: str, game: str) -> Mapping[int, tuple[float, str]]:
    table = _tables(ours)[0]
    unknown = math.log(len(table.asked) + 1)
    own = {part: weight * table.says.get(part, unknown) for part, weight in features(plain)}
    length = math.sqrt(sum(weight * weight for weight in own.values()))
    if not length:
        return {}
    shared: dict[int, float] = defaultdict(float)
    heavy = HEAVY * max(own.values())
    # What says little comes last, and only adds to what the rest has found: that saves time.
    ordered = sorted(own.items(), key=lambda pair: -pair[1])
    for slug, holders in table.having.items():
        if game not in ("", slug):
            continue
        for part, weight in ordered:
            if part not in holders:
                continue
            if weight < heavy:
                for n, says in zip(*holders[part], strict=True):
                    if n in shared:
                        shared[n] += weight * says
                continue
            for n, says in zip(*holders[part], strict=True):
                shared[n] += weight * says
    found: dict[int, tuple[float, str]] = {}
    least = LEAST * length
    close = [pair for pair in shared.items() if pair[1] > least]
    close.sort(key=itemgetter(1), reverse=True)
    for place, (n, sum_) in enumerate(close):
        asked, share = table.asked[n], sum_ / length
        if place < CLOSE:
            share *= _same_side(ours, plain, asked)
        if share > found.get(asked.order, (0.0, ""))[0]:
            found[asked.order] = share, asked.text
    return found


def spoken(ours: Index, query: Query) -> Mapping[str, Mapping[int, float]]:
    """How much of a query is in all that players ask of an item and all it says, from 0 to 1.

    By box, the one that is looked in or each: what is rare in one is not in another.
    """
    return _spoken(ours, query.plain, query.game)


@lru_cache(128)
def _spoken(ours: Index, plain: str, game: str) -> Mapping[str, Mapping[int, float]]:
    own = telling(plain)
    # Two words that nobody has said together are no reason to doubt what each of them says.
    alone = {part for part, _weight in features(plain)}
    by_box: dict[str, dict[int, float]] = {}
    for slug, told in _tables(ours)[1].items():
        if game not in ("", slug):
            continue
        rare = math.log(told.many + 1) ** RARITY
        most = sum(weight * told.says.get(p, rare if p in alone else 0.0) for p, weight in own)
        held = ((w / most, told.having[part]) for part, w in own if part in told.having)
        by_box[slug] = summed(held, len(ours.items))
    return by_box


def summed(held: Iterable[tuple[float, Held]], many: int) -> dict[int, float]:
    """What each of so many items has in all, of what it holds of each part and what that counts."""
    sums = [0.0] * many
    for counts, (orders, says) in held:
        for order, share in zip(orders, says, strict=True):
            sums[order] += counts * share
    return {order: sum_ for order, sum_ in enumerate(sums) if sum_}


def has(ours: Index, item: Item, part: str) -> bool:
    """True if a part is in what an entry is called, says or is asked."""
    if ours.shares.get(part, {}).get(item.order, 0.0) > NEAR:
        return True
    held = _tables(ours)[1][item.slug].having.get(part)
    return held is not None and item.order in held[0]


def ways(text: str) -> frozenset[str]:
    """The ways in which a text asks.

    >>> sorted(ways("when may I buy?")), sorted(ways("どこで買える？"))
    (['may', 'when'], ['may', 'where'])
    """
    low = wide(text)
    return frozenset(way for way, pattern in _WAYS if pattern.search(low))


def _same_side(ours: Index, plain: str, asked: Asked) -> float:
    text = asked.text
    if contradictions.contrary(plain, text) or contradictions.contrary(text, plain):
        return CONTRARY
    if contradictions.turned(plain, text):
        return CONTRARY
    slug = ours.items[asked.order].slug
    mine, theirs = of_several(ours, slug, plain), of_several(ours, slug, text)
    if any(not mine[of] & theirs[of] for of in mine.keys() & theirs.keys()):
        # Both name one of several, such as a season, and not the same one.
        return CONTRARY
    share = 1.0 if theirs.keys() <= mine.keys() else NARROWER
    return share if contradictions.denies(plain) == contradictions.denies(text) else share * DENIED


# ── one of several: spring is not winter ────────────────────────────────────────────────

FEW = 12
"""A list with more than this is not one that people know by heart."""

type Several = tuple[Mapping[str, Sequence[tuple[str, str]]], Mapping[str, Sequence[str]]]
"""The lists and what of them each name says, and the names that begin with two letters."""


@lru_cache(4096)
def of_several(ours: Index, slug: str, text: str) -> Mapping[str, frozenset[str]]:
    """What a text names of each short list of a box: of its seasons, its colours, its dice."""
    names, begin = _several(ours)[slug]
    words = [stem(word) for word in latin(text)]
    said = {" ".join(words[n : n + k]) for k in (1, 2, 3) for n in range(len(words))}
    if not text.isascii():
        whole = fold(text)
        said.update(runs(text))
        for pair in {*map("".join, pairwise(whole))} & begin.keys():
            said.update(name for name in begin[pair] if name in whole)
    found: dict[str, set[str]] = defaultdict(set)
    for name in said & names.keys():
        for of, one in names[name]:
            found[of].add(one)
    return {of: frozenset(ones) for of, ones in found.items()}


def ones_of(ours: Index, slug: str, text: str) -> frozenset[tuple[str, str]]:
    """Each that a text names of the short lists of a box, with its list."""
    several = of_several(ours, slug, text)
    return frozenset((of, one) for of, ones in several.items() for one in ones)


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
        slug, catalogue = item.slug, item.catalogue
        if item.entry is None:
            for fact in catalogue.facts.values():
                for word, text in fact.words.items() if 1 < len(fact.words) <= FEW else ():
                    take(slug, fact.id, word, (text.en, text.ja))
        elif len(catalogue.of_kind(item.kind_id)) <= FEW:
            take(slug, item.kind_id, item.entry.id, (key.shown for key in item.keys))
    begin: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for slug, names in found.items():
        for name in names:
            begin[slug][name[:2]].append(name)
    return {item.slug: (found[item.slug], begin[item.slug]) for item in ours.items}


@cache
def _tables(ours: Index) -> tuple[Table, Mapping[str, Talk]]:
    read = taken(ours.of)
    told: Iterable[Row]
    if read is None:
        found = said(ours)
        asked, told, lengths = found[ASKED], found[TOLD].items(), found[LENGTHS]
    else:
        # Row by row: what is a table for a moment would be in a phone's memory for good.
        asked, told, lengths = dict(read(ASKED)), read(TOLD), dict(read(LENGTHS))
    return _table(ours, asked), talks(ours, told, lengths[""])


ASKED, TOLD, LENGTHS = "asked", "told", "lengths"


def said(ours: Index) -> Mapping[str, Shares]:
    """What takes long to find out, from one look at each text.

    ``ASKED``: what each question has. ``TOLD``: how often each part is in all that is asked and
    said of an item. ``LENGTHS``: how much that is.
    """
    asked: dict[str, dict[int, float]] = defaultdict(dict)
    told: dict[str, dict[int, float]] = defaultdict(dict)
    lengths: dict[int, float] = {}
    number = count()
    for _slug, items in groupby(ours.items, key=lambda item: item.slug):
        times: Counter[str] = Counter()
        boxes: dict[int, dict[str, float]] = defaultdict(dict)
        for item in items:
            texts = []
            for text in questions(item):
                own, n = features(text), next(number)
                for part, weight in own:
                    asked[part][n] = weight
                texts.append((1.0, telling(text, own)))
            if item.entry is None:
                continue
            texts += [(counts, telling(text)) for counts, text in says(item.entry)]
            had = boxes[item.order]
            for counts, own in texts:
                for part, weight in own:
                    had[part] = had.get(part, 0.0) + counts * weight
                times.update(part for part, _weight in own)
        for order, had in boxes.items():
            lengths[order] = sum(had.values())
            for part, often in had.items():
                # Of what stands side by side there is very much.
                if times[part] > HABIT or not (part[0] == "~" or " " in part):
                    told[part][order] = often
    # In the order in which they are shipped: sums are then the same to the last digit.
    return {ASKED: dict(sorted(asked.items())), TOLD: told, LENGTHS: {"": lengths}}


def _table(ours: Index, parts: Shares) -> Table:
    asked = tuple(Asked(item.order, text) for item in ours.items for text in questions(item))
    says = {part: math.log((len(asked) + 1) / (len(of) + 0.5)) for part, of in parts.items()}
    squares = [0.0] * len(asked)
    for part, of in parts.items():
        for n, weight in of.items():
            squares[n] += (weight * says[part]) ** 2
    lengths = [math.sqrt(each) or 1.0 for each in squares]
    slugs = [ours.items[each.order].slug for each in asked]
    having: dict[str, dict[str, Held]] = {slug: {} for slug in slugs}
    for part, of in parts.items():
        for slug, own in _by_box(of, slugs) if len(of) <= COMMON * len(asked) else ():
            weights = {n: weight * says[part] / lengths[n] for n, weight in own}
            having[slug][part] = _small(weights)
    return Table(asked, having, says)


def _by_box(
    of: Mapping[int, float], slugs: Sequence[str]
) -> Iterator[tuple[str, Iterable[tuple[int, float]]]]:
    """The numbers of each box, which follow one another; ``slugs``: the box of each."""
    return groupby(of.items(), key=lambda pair: slugs[pair[0]])


def _small(weights: Mapping[int, float]) -> Held:
    return array("I", weights), array("f", weights.values())


@dataclass(frozen=True)
class Talk:
    """Of one box: how many items, what each part says, and how much of it each item has."""

    many: int
    says: dict[str, float]
    having: dict[str, Held]


HALF, LENGTH = 1.2, 0.5
"""How often a part must be there to count half, and how much more often in a long text."""
IN_NAME, IN_TEXT = 2.0, 0.4
"""What a part counts in a name and in a text, beside 1 in a question."""
RARITY = 0.8
"""How much more rare parts tell than common ones: less than all that they do elsewhere."""
LITTLE, PAIR, ENDING = 0.4, 0.5, 0.3
"""What a little word counts, two words side by side, and two or three letters of which any is
hiragana: alone they say nothing, but some things are asked for with *from* or a passive."""
HABIT = 3
"""In more texts than this of a box such a thing must be to say anything."""


def talks(ours: Index, rows: Iterable[Row], lengths: Mapping[int, float]) -> Mapping[str, Talk]:
    """Of each box what its parts say, by how often an item has them and how much it has in all."""
    slugs = [item.slug for item in ours.items]
    half: dict[int, float] = {}
    found: dict[str, Talk] = {}
    for slug, pairs in _by_box(lengths, slugs):
        own = dict(pairs)
        usual = sum(own.values()) / len(own)
        half |= {n: HALF * (1 - LENGTH + LENGTH * length / usual) for n, length in own.items()}
        found[slug] = Talk(len(own), {}, {})
    for part, of in rows:
        for slug, pairs in _by_box(of, slugs):
            own, talk = dict(pairs), found[slug]
            says = math.log((talk.many + 1) / (len(own) + 0.5)) ** RARITY
            talk.says[part] = says
            talk.having[part] = _small({n: says * o / (o + half[n]) for n, o in own.items()})
    return found


_HIRAGANA = re.compile("[ぁ-ゖ]")


def telling(text: str, own: Parts | None = None) -> Parts:
    """``features``, and what tells things apart only in many questions: how people put it."""
    found = dict(features(text) if own is None else own)
    words = latin(text)
    found |= {f"~{word}": LITTLE for word in words if word in STOP}
    found |= {f"{one} {other}": PAIR for one, other in pairwise(map(stem, words))}
    if not text.isascii():
        whole = fold(text)
        some = (whole[at : at + n] for n in (2, 3) for at in range(len(whole) - n + 1))
        found |= {f"~{each}": ENDING for each in some if _HIRAGANA.search(each)}
    return tuple(found.items())


@lru_cache(2048)
def features(text: str) -> Parts:
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
