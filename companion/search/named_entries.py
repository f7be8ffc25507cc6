"""Finds what a query names: entries in full, kinds, and facts of an entry."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache

from . import question_match, synonyms
from .normalise import STOP, fold, latin, parts, split_words, stem
from .number_filters import KindId
from .queries import Query
from .search_index import Index, IndexItem, Key

COMMON_WORD, RARE_WORD = 4.0, 5.5
"""Weights (``Index.weight``) of a common and of a rare word.

At the former, the specificity of a name is 0; at the latter 1.
"""

_KATAKANA = re.compile("[ァ-ヺー]{3,}")


def called_in(ours: Index, query: Query) -> Mapping[int, tuple[str, float]]:
    """Returns the entries and games that a query names in full.

    Maps each one's number in the index to a pair: the name, and its share of the query, 0 to 1.
    """
    return _called_in(ours, query.plain, query.whole)


@lru_cache(64)
def _called_in(ours: Index, plain: str, whole: str) -> Mapping[int, tuple[str, float]]:
    words = [stem(word) for word in latin(plain)]
    content = sum(len(stem(word)) for word in latin(plain) if word not in STOP)
    named: dict[int, tuple[str, float]] = {}

    def take(called: Iterable[tuple[IndexItem, Key]], share: float) -> None:
        for item, key in called:
            if share > named.get(item.order, ("", 0.0))[1]:
                named[item.order] = key.text, share

    for some in _stretches(words, 8):
        stems = " ".join(some)
        if len(stems) > 2 and stems in ours.stems:
            take(ours.stems[stems], min(1.0, len(stems) / max(1, content)))
    separate_words = split_words(plain)
    katakana = [fold(run) for run in _KATAKANA.findall(plain)]
    if not whole.isascii():
        for name in _stretches(whole, 24):
            if (
                name not in ours.keys
                or name.isascii()
                or (len(name) < 2 and name not in separate_words)
            ):
                continue
            # A name that is at most half of a longer katakana word is not meant.
            if not any(name in run and 2 * len(name) <= len(run) for run in katakana):
                take(ours.keys[name], min(1.0, 1.6 * len(name) / len(whole)))
    return named


def _stretches[T: Sequence[str]](whole: T, most: int) -> Iterator[T]:
    """Yields every slice of 1 to ``most`` letters or words."""
    for start in range(len(whole)):
        for end in range(start + 1, min(start + most, len(whole)) + 1):
            yield whole[start:end]  # type: ignore[misc]  # a stretch is of its whole's type


def named_most(ours: Index, named: Mapping[int, tuple[str, float]]) -> frozenset[int]:
    """Returns for each game the entry whose name fills most of the query; none if two tie.

    Entries are numbers in the index. ``named`` is the result of ``called_in``: the names that the
    query contains in full, with their shares of the query.
    """
    most: dict[str, tuple[float, list[int]]] = {}
    for order, (_key, share) in named.items():
        slug = ours.items[order].slug
        best, orders = most.get(slug, (0.0, []))
        if share > best:
            most[slug] = share, [order]
        elif share == best:
            orders.append(order)
    return frozenset(orders[0] for _share, orders in most.values() if len(orders) == 1)


def specificity(ours: Index, name: str) -> float:
    """Returns how specific a name is, 0 to 1: *Woodcutter* is specific, *room* is in many texts."""
    rarest = max(
        (ours.weight(part) for part in parts(name) if part in ours.part_weights), default=0.0
    )
    return min(1.0, max(0.0, (rarest - COMMON_WORD) / (RARE_WORD - COMMON_WORD)))


def covered(item: IndexItem, stands: set[str]) -> float:
    """Returns how much of an item's name the query contains, 0 to 1; of several names, the most.

    ``stands`` are the query's parts (word stems, pairs of letters).
    """
    best = 0.0
    for key in item.keys:
        if key.far != 1 and key.parts:
            had = sum(weight for part, weight in key.parts.items() if part in stands)
            best = max(best, had / sum(key.parts.values()))
    return best


def kinds_named(ours: Index, query: Query) -> set[KindId]:
    """Returns the kinds of entries that a query names: *winter tile*, 冬タイル."""
    return {kind for name in _called_kinds(query) for kind in ours.called_kinds.get(name, ())}


def _called_kinds(query: Query) -> set[str]:
    """Returns the folded stretches of a query that may be the name of a kind of entries."""
    words = [stem(word) for word in latin(query.plain)]
    named = {fold(" ".join(some)) for some in _stretches(words, 3)}
    if not query.whole.isascii():
        named.update(_stretches(query.whole, 8))
    return named


_THAT = frozenset(("that", "which", "who", "whose", "with", "giving", "where"))
_ASKS_JA = re.compile(
    "(?:は|を|が|って|とか)?(?:どれ|どの|なに|何|全部|ぜんぶ|すべて|全て|だれ|誰|とだれ|と誰|一覧|ある|あった|だ|か)*$"
)


def kinds_looked_for(ours: Index, query: Query) -> set[KindId]:
    """Returns kinds of entries that a query asks for: *which spell*, *tiles that …*, …する魔法."""
    heads = _heads(ours)
    words = [stem(word) for word in latin(query.plain)]
    names: set[str] = set()
    if "which" in question_match.question_forms(query.plain):
        names |= _called_kinds(query)
    for end, word in enumerate(words[1:], 1):
        if word in _THAT:
            names |= {fold(" ".join(words[max(0, end - n) : end])) for n in (1, 2, 3)}
    if not query.whole.isascii():
        whole = _ASKS_JA.sub("", query.whole)
        names |= {whole[-n:] for n in range(1, 9)}
    called = ours.called_kinds
    exact = {kind for name in names for kind in called.get(name, ())}
    return exact or {kind for name in names for kind in heads.get(name, ())}


@cache
def _heads(ours: Index) -> Mapping[str, frozenset[KindId]]:
    """Returns kinds of entries by the last word of their names.

    So *tile* finds the kind *winter tile*.
    """
    heads: dict[str, set[KindId]] = defaultdict(set)
    for item in ours.items:
        if item.kind is not None:
            names = [stem(word) for word in latin(item.kind.name.en)[-1:]]
            names += [fold(run) for run in _KATAKANA.findall(item.kind.name.ja)[-1:]]
            for name in names:
                heads[name].add((item.slug, item.kind_id))
    return {name: frozenset(kinds) for name, kinds in heads.items()}


WORTH = frozenset(
    part
    for said in (
        "worth", "cost", "price", "effect", "give", "value", "end of game", "final", "many", "much",
        "何点", "効果", "値段", "価格", "最後", "終了時", "ゲーム", "いくら", "いくつ",
    )
    for part in parts(said)
)  # fmt: skip
"""Parts of texts that ask for a fact of an entry without its label."""
ANYTHING = ["何"]
"""Japanese for *something* or *nothing*, which does not ask for a fact if it stands alone."""


def parts_outside_names(item: IndexItem, query: Query) -> list[str]:
    """Returns the words and letter pairs of a query that are in no name of the item.

    Leaves out hiragana.
    """
    name_parts = {part for key in item.keys for part in key.parts}
    left = (part for part in parts(query.plain) if part not in name_parts)
    return [part for part in left if not re.fullmatch("[ぁ-ゖー]+|[a-z]", part)]


def asks_row(item: IndexItem, query: Query) -> bool:
    """True if all words of a query are in the item's names or in the labels of its facts.

    An example is an entry's name followed by *cost*.
    """
    left = parts_outside_names(item, query)
    if left == ANYTHING:
        return False
    return item.entry is not None and all(part in _rows(item) for part in left)


def _rows(item: IndexItem) -> frozenset[str]:
    """Returns the words and letter pairs that ask for a fact of an entry.

    They are those of its facts' labels, and general ones such as *worth*.
    """
    assert item.entry
    rows = [item.catalogue.facts[row].name for row in item.entry.facts]
    texts = [text for row in rows for text in (row.en, row.ja)]
    texts += [word.text for group in synonyms.GENERAL[:2] for word in group.words]
    return WORTH | {part for text in texts for part in parts(text)}
