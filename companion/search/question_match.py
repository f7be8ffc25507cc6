"""Compares a query with the example questions of each entry, worded as players ask them.

The game's data has them. Compared are words, synonyms and the form of the question: who, may I...
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import count, groupby, pairwise
from operator import itemgetter

from scoring.model.catalogue import Entry

from . import contradictions, synonyms
from .index_dump import PartWeights, Row, unpacked
from .normalise import STOP, fold, latin, parts, split_words, stem, wide
from .queries import Query
from .search_index import NEAR, Index, IndexItem
from .word_statistics import RARITY, Postings, WordStatistics, by_game, postings_of, word_statistics

WAY, SAME = 0.6, 0.8
"""Weights of a question's form (*when*, *may*...) and of a synonym, relative to 1 for a word."""
COMMON = 0.06
"""Greatest share of the example questions that may have a feature (word etc.) to find them by."""
LEAST = 0.35
"""Likeness to the query, 0 to 1, that an entry's example question must exceed to be found."""
CONTRARY, DENIED, NARROWER = 0.6, 0.85, 0.9
"""Factors of the likeness of a query and an entry's example question.

``CONTRARY``: they contradict each other. ``DENIED``: only one has a negation. ``NARROWER``: only
the example question names a member of a short list, such as a colour.
"""
HEAVY = 0.3
"""Share of a query's greatest feature weight; lighter features do not find further questions."""
CLOSE = 6
"""Number of most similar questions that are checked for contradictions."""

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


@dataclass(frozen=True, slots=True)
class PlayerQuestion:
    """An example of what players ask about an entry, and the entry's number in the index."""

    order: int
    text: str


type Parts = tuple[tuple[str, float], ...]
type PostingsByPart = Mapping[str, Postings]
"""For each part of texts two arrays: numbers of the items or questions with it, and its weights.

Arrays save memory.
"""


@dataclass(frozen=True)
class QuestionTable:
    """All example questions, and by game and feature (``postings``) which of them have it.

    A feature is a word, synonym group or form of question. A question's weights have length 1.
    """

    player_questions: tuple[PlayerQuestion, ...]
    postings: Mapping[str, PostingsByPart]
    rarity: Mapping[str, float]


def questions(item: IndexItem) -> Iterator[str]:
    """Yields the example questions stored with an entry, and its names that are questions."""
    if item.entry is None:
        return
    for texts in item.catalogue.player_questions.get(item.entry.id, {}).values():
        yield from texts
    yield from (key.text for key in item.keys if key.text.endswith(("?", "？")))


def weighted_texts(entry: Entry) -> Iterator[tuple[float, str]]:
    """Yields the names and texts of an entry with their weights, relative to 1 for a question."""
    for counts, texts in ((IN_NAME, (entry.name,)), (IN_TEXT, (entry.text, *entry.body))):
        yield from ((counts, said) for text in texts for said in (text.en, text.ja))


def similar_questions(ours: Index, query: Query) -> Mapping[int, tuple[float, str]]:
    """Returns by entry's number the example question most like the query: likeness 0 to 1, text.

    Only entries of the query's game, if any; rarity is counted over all games.
    """
    return _similar_questions(ours, query.plain, query.game)


@lru_cache(128)
def _similar_questions(ours: Index, plain: str, game: str) -> Mapping[int, tuple[float, str]]:
    table = _tables(ours)[0]
    unknown = math.log(len(table.player_questions) + 1)
    weights = {part: weight * table.rarity.get(part, unknown) for part, weight in features(plain)}
    length = math.sqrt(sum(weight * weight for weight in weights.values()))
    if not length:
        return {}
    shared: dict[int, float] = defaultdict(float)
    heavy = HEAVY * max(weights.values())
    # Light features come last and only add to questions already found, to save time.
    ordered = sorted(weights.items(), key=lambda pair: -pair[1])
    for slug, holders in table.postings.items():
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
    similar: dict[int, tuple[float, str]] = {}
    least = LEAST * length
    close = [pair for pair in shared.items() if pair[1] > least]
    close.sort(key=itemgetter(1), reverse=True)
    for place, (n, sum_) in enumerate(close):
        asked, share = table.player_questions[n], sum_ / length
        if place < CLOSE:
            share *= _contradiction_factor(ours, plain, asked)
        if share > similar.get(asked.order, (0.0, ""))[0]:
            similar[asked.order] = share, asked.text
    return similar


def coverage(ours: Index, query: Query) -> Mapping[str, Mapping[int, float]]:
    """Returns the share, 0 to 1, of a query's words that each entry's questions and texts have.

    By game and number in the index; only for the query's game, if any. Rare words of a game weigh
    more.
    """
    return _coverage(ours, query.plain, query.game)


@lru_cache(128)
def _coverage(ours: Index, plain: str, game: str) -> Mapping[str, Mapping[int, float]]:
    feature_weights = features_without_filler(plain)
    # An unknown word pair or sequence has no weight; an unknown word has the most.
    words = {part for part, _weight in features(plain)}
    by_game: dict[str, dict[int, float]] = {}
    for slug, statistics in _tables(ours)[1].items():
        if game not in ("", slug):
            continue
        rare = math.log(statistics.item_count + 1) ** RARITY
        most = sum(
            weight * statistics.rarity.get(p, rare if p in words else 0.0)
            for p, weight in feature_weights
        )
        weighted_postings = (
            (w / most, statistics.postings[part])
            for part, w in feature_weights
            if part in statistics.postings
        )
        by_game[slug] = weighted_sums(weighted_postings, len(ours.items))
    return by_game


def weighted_sums(
    weighted_postings: Iterable[tuple[float, Postings]], item_count: int
) -> dict[int, float]:
    """Adds up each item's weights over all parts, by its number; items without any are left out."""
    sums = [0.0] * item_count
    for counts, (orders, says) in weighted_postings:
        for order, share in zip(orders, says, strict=True):
            sums[order] += counts * share
    return {order: sum_ for order, sum_ in enumerate(sums) if sum_}


def has(ours: Index, item: IndexItem, part: str) -> bool:
    """True if a word or letter pair is in the names, texts or example questions of an entry."""
    if ours.part_weights.get(part, {}).get(item.order, 0.0) > NEAR:
        return True
    postings = _tables(ours)[1][item.slug].postings.get(part)
    return postings is not None and item.order in postings[0]


def question_forms(text: str) -> frozenset[str]:
    """Returns the forms of questions in a text, such as *when* or *may*.

    >>> sorted(question_forms("when may I buy?")), sorted(question_forms("どこで買える？"))
    (['may', 'when'], ['may', 'where'])
    """
    low = wide(text)
    return frozenset(way for way, pattern in _WAYS if pattern.search(low))


def _contradiction_factor(ours: Index, plain: str, question: PlayerQuestion) -> float:
    text = question.text
    if contradictions.has_only_opposite(plain, text) or contradictions.has_only_opposite(
        text, plain
    ):
        return CONTRARY
    if contradictions.is_reversed(plain, text):
        return CONTRARY
    slug = ours.items[question.order].slug
    mine, theirs = of_several(ours, slug, plain), of_several(ours, slug, text)
    if any(not mine[of] & theirs[of] for of in mine.keys() & theirs.keys()):
        # Both name a member of the same list, such as a season, but different ones.
        return CONTRARY
    share = 1.0 if theirs.keys() <= mine.keys() else NARROWER
    return (
        share
        if contradictions.has_negation(plain) == contradictions.has_negation(text)
        else share * DENIED
    )


# ── members of short lists: spring is not winter ────────────────────────────────────────

FEW = 12
"""Longest list, such as a game's colours, that counts as short: players know it by heart."""

type Several = tuple[Mapping[str, Sequence[tuple[str, str]]], Mapping[str, Sequence[str]]]
"""By name, the (list, member) pairs it stands for; and the names by their first two letters."""


@lru_cache(4096)
def of_several(ours: Index, slug: str, text: str) -> Mapping[str, frozenset[str]]:
    """Returns the members that a text names of each short list of a game, such as its seasons."""
    names, begin = _several(ours)[slug]
    words = [stem(word) for word in latin(text)]
    names_found = {" ".join(words[n : n + k]) for k in (1, 2, 3) for n in range(len(words))}
    if not text.isascii():
        whole = fold(text)
        names_found.update(split_words(text))
        for pair in {*map("".join, pairwise(whole))} & begin.keys():
            names_found.update(name for name in begin[pair] if name in whole)
    members: dict[str, set[str]] = defaultdict(set)
    for name in names_found & names.keys():
        for of, one in names[name]:
            members[of].add(one)
    return {of: frozenset(ones) for of, ones in members.items()}


def ones_of(ours: Index, slug: str, text: str) -> frozenset[tuple[str, str]]:
    """Returns the members of short lists that a text names, as (list, member)."""
    several = of_several(ours, slug, text)
    return frozenset((of, one) for of, ones in several.items() for one in ones)


@cache
def _several(ours: Index) -> Mapping[str, Several]:
    """Returns each game's short lists: facts with few values, and kinds with few entries."""
    members: dict[str, dict[str, list[tuple[str, str]]]] = defaultdict(lambda: defaultdict(list))

    def take(slug: str, of: str, one: str, names: Iterable[str]) -> None:
        for name in names:
            stems = " ".join(stem(word) for word in latin(name)) if name.isascii() else fold(name)
            if stems:
                members[slug][stems].append((of, one))

    for item in ours.items:
        slug, catalogue = item.slug, item.catalogue
        if item.entry is None:
            for fact in catalogue.facts.values():
                for word, text in fact.words.items() if 1 < len(fact.words) <= FEW else ():
                    take(slug, fact.id, word, (text.en, text.ja))
        elif len(catalogue.of_kind(item.kind_id)) <= FEW:
            take(slug, item.kind_id, item.entry.id, (key.text for key in item.keys))
    begin: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for slug, names in members.items():
        for name in names:
            begin[slug][name[:2]].append(name)
    return {item.slug: (members[item.slug], begin[item.slug]) for item in ours.items}


@cache
def _tables(ours: Index) -> tuple[QuestionTable, Mapping[str, WordStatistics]]:
    read = unpacked(ours.of)
    frequencies: Iterable[Row]
    if read is None:
        tables = precomputed_tables(ours)
        feature_weights, frequencies, lengths = (
            tables[QUESTION_FEATURES],
            tables[FREQUENCIES].items(),
            tables[LENGTHS],
        )
    else:
        # Read row by row: a temporary table would permanently enlarge the process on a phone.
        feature_weights, frequencies, lengths = (
            dict(read(QUESTION_FEATURES)),
            read(FREQUENCIES),
            dict(read(LENGTHS)),
        )
    return _table(ours, feature_weights), word_statistics(ours, frequencies, lengths[""])


QUESTION_FEATURES, FREQUENCIES, LENGTHS = "asked", "told", "lengths"


def precomputed_tables(ours: Index) -> Mapping[str, PartWeights]:
    """Returns the tables that are slow to build, by name, from one pass over all texts.

    ``QUESTION_FEATURES``: features of each example question. ``FREQUENCIES``: weighted frequency of
    each word etc. in all questions and texts of an item. ``LENGTHS``: sum of these frequencies for
    each item.
    """
    question_features: dict[str, dict[int, float]] = defaultdict(dict)
    frequencies: dict[str, dict[int, float]] = defaultdict(dict)
    lengths: dict[int, float] = {}
    number = count()
    for _slug, items in groupby(ours.items, key=lambda item: item.slug):
        times: Counter[str] = Counter()
        frequencies_by_item: dict[int, dict[str, float]] = defaultdict(dict)
        for item in items:
            texts = []
            for text in questions(item):
                feature_weights, n = features(text), next(number)
                for part, weight in feature_weights:
                    question_features[part][n] = weight
                texts.append((1.0, features_without_filler(text, feature_weights)))
            if item.entry is None:
                continue
            texts += [
                (counts, features_without_filler(text))
                for counts, text in weighted_texts(item.entry)
            ]
            had = frequencies_by_item[item.order]
            for counts, feature_weights in texts:
                for part, weight in feature_weights:
                    had[part] = had.get(part, 0.0) + counts * weight
                times.update(part for part, _weight in feature_weights)
        for order, had in frequencies_by_item.items():
            lengths[order] = sum(had.values())
            for part, often in had.items():
                # Rare pairs and sequences are left out, as there are very many.
                if times[part] > HABIT or not (part[0] == "~" or " " in part):
                    frequencies[part][order] = often
    # Sorted as in the shipped file, so that sums are identical to the last digit.
    return {
        QUESTION_FEATURES: dict(sorted(question_features.items())),
        FREQUENCIES: frequencies,
        LENGTHS: {"": lengths},
    }


def _table(ours: Index, parts: PartWeights) -> QuestionTable:
    all_questions = tuple(
        PlayerQuestion(item.order, text) for item in ours.items for text in questions(item)
    )
    rarity = {
        part: math.log((len(all_questions) + 1) / (len(of) + 0.5)) for part, of in parts.items()
    }
    squares = [0.0] * len(all_questions)
    for part, of in parts.items():
        for n, weight in of.items():
            squares[n] += (weight * rarity[part]) ** 2
    lengths = [math.sqrt(each) or 1.0 for each in squares]
    slugs = [ours.items[each.order].slug for each in all_questions]
    postings: dict[str, dict[str, Postings]] = {slug: {} for slug in slugs}
    for part, of in parts.items():
        for slug, pairs in by_game(of, slugs) if len(of) <= COMMON * len(all_questions) else ():
            weights = {n: weight * rarity[part] / lengths[n] for n, weight in pairs}
            postings[slug][part] = postings_of(weights)
    return QuestionTable(all_questions, postings, rarity)


IN_NAME, IN_TEXT = 2.0, 0.4
"""Weights of a word in an entry's name and texts, relative to 1 in its example questions."""
LITTLE, PAIR, HIRAGANA = 0.4, 0.5, 0.3
"""Weights of a stop word, two adjacent words, and 2 or 3 adjacent letters with hiragana."""
HABIT = 3
"""A stop word, word pair or letter sequence counts only in more than this many texts of a game."""


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
