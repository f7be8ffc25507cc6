"""Finds what a query names: games, entries in full, kinds, and facts of an entry."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from . import text_features
from .kind_and_number_selection import KindId
from .normalise import STOP, fold, latin, parts, split_words, stem
from .posting_lists import rarity
from .queries import Query
from .search_index import Index, IndexItem, Key

COMMON_WORD, RARE_WORD = 4.0, 5.5
"""Weights (``word_weight``) of a common and of a rare word.

At the former, the specificity of a name is 0; at the latter 1.
"""

type Likeness = Mapping[int, float]
"""Likeness of items to a query, by number in the index; those that do not fit are left out."""
type Names = Mapping[int, tuple[str, float]]
"""The name of each item that a query names, and its share of the query, 0 to 1.

By the item's number in the index.
"""

_KATAKANA = re.compile("[ァ-ヺー]{3,}")


def named_games(index: Index, query: Query) -> tuple[frozenset[str], str]:
    """Returns the slugs of the games that a query names, and the rest of the query, folded.

    Only the longest name in it counts; several games may have it. Without a name, returns no games
    and "".
    """
    longest, slugs = "", set[str]()
    whole = query.whole
    for slug, names in index.game_names.items():
        for name in names:
            if len(name) > 2 and name in whole and len(name) >= len(longest):
                if len(name) > len(longest):
                    slugs = set()
                longest = name
                slugs.add(slug)
    if not longest:
        return frozenset(), ""
    rest = whole.replace(longest, "", 1)
    return frozenset(slugs), re.sub("^[のでは]", "", rest)


def named_items(index: Index, query: Query) -> Names:
    """Returns the entries and games that a query names in full."""
    plain, whole = query.plain, query.whole
    words, stems = query.features.words, query.features.stems
    length = sum(len(s) for word, s in zip(words, stems, strict=True) if word not in STOP)
    names: dict[int, tuple[str, float]] = {}

    def add(matches: Iterable[tuple[IndexItem, Key]], share: float) -> None:
        for item, key in matches:
            if share > names.get(item.order, ("", 0.0))[1]:
                names[item.order] = key.text, share

    for some in _slices(stems, 8):
        name = " ".join(some)
        if len(name) > 2 and name in index.stems:
            add(index.stems[name], min(1.0, len(name) / max(1, length)))
    if whole.isascii():
        return names
    separate_words = split_words(plain)
    katakana = [fold(run) for run in _KATAKANA.findall(plain)]
    for name in _slices(whole, 24):
        if (
            name not in index.keys
            or name.isascii()
            or (len(name) < 2 and name not in separate_words)
        ):
            continue
        # A name that is at most half of a longer katakana word is not meant.
        if not any(name in run and 2 * len(name) <= len(run) for run in katakana):
            add(index.keys[name], min(1.0, 1.6 * len(name) / len(whole)))
    return names


def _slices[T: Sequence[str]](whole: T, most: int) -> Iterator[T]:
    """Yields every slice of 1 to ``most`` letters or words."""
    for start in range(len(whole)):
        for end in range(start + 1, min(start + most, len(whole)) + 1):
            yield whole[start:end]  # type: ignore[misc]  # a slice is of its whole's type


def one_fact(index: Index, query: Query, names: Names) -> frozenset[int]:
    """Returns the entries, by number, of which the query asks for a fact alone, such as their cost.

    ``names``: the entries that it names. Of each game only the one whose name fills most of the
    query, and none if two tie.
    """
    most: dict[str, tuple[float, list[int]]] = {}
    for order, (_name, share) in names.items():
        slug = index.items[order].slug
        best, orders = most.get(slug, (0.0, []))
        if share > best:
            most[slug] = share, [order]
        elif share == best:
            orders.append(order)
    main = (orders[0] for _share, orders in most.values() if len(orders) == 1)
    return frozenset(order for order in main if asks_only_fact(index.items[order], query))


def specificity(index: Index, names: Names) -> Likeness:
    """Returns how specific each name is, 0 to 1: *Woodcutter* is specific, *room* is common."""
    specific = {}
    for order, (name, _share) in names.items():
        weights = (word_weight(index, part) for part in parts(name) if part in index.part_weights)
        rarest = max(weights, default=0.0)
        specific[order] = min(1.0, max(0.0, (rarest - COMMON_WORD) / (RARE_WORD - COMMON_WORD)))
    return specific


def word_weight(index: Index, part: str) -> float:
    """Returns the rarity of a word or letter pair: log(number of items / items that have it).

    An unknown one counts as if a single item had it.
    """
    return rarity(len(index.items), index.part_weights.holders(part) or 1)


def related_items(index: Index, names: Names) -> Likeness:
    """Returns the items that link to a named one, with weights."""
    return _greatest(
        (other, weight * share)
        for order, (_name, share) in names.items()
        for other, weight in index.near.get(order, {}).items()
    )


def paying_items(index: Index, names: Names) -> Likeness:
    """Returns the items that give points for a named one, with weights."""
    return _greatest(
        (other, share)
        for order, (_name, share) in names.items()
        for other in index.scored.get(order, ())
    )


def _greatest(pairs: Iterable[tuple[int, float]]) -> Likeness:
    greatest: dict[int, float] = defaultdict(float)
    for order, share in pairs:
        greatest[order] = max(greatest[order], share)
    return greatest


def kinds_named(index: Index, query: Query) -> set[KindId]:
    """Returns the kinds of entries that a query names: *winter tile*, 冬タイル.

    Each as a pair: the game's slug and the id of the kind.
    """
    return {kind for name in _called_kinds(query) for kind in index.called_kinds.get(name, ())}


def _called_kinds(query: Query) -> set[str]:
    """Returns the folded parts of a query that may be the name of a kind of entries."""
    names = {fold(" ".join(some)) for some in _slices(query.features.stems, 3)}
    if not query.whole.isascii():
        names.update(_slices(query.whole, 8))
    return names


_THAT = frozenset(("that", "which", "who", "whose", "with", "giving", "where"))
_ASKS_JA = re.compile(
    "(?:は|を|が|って|とか)?(?:どれ|どの|なに|何|全部|ぜんぶ|すべて|全て|だれ|誰|とだれ|と誰|一覧|ある|あった|だ|か)*$"
)


def kinds_looked_for(index: Index, query: Query) -> set[KindId]:
    """Returns kinds of entries that a query asks for: *which spell*, *tiles that …*, …する魔法.

    Each as a pair: the game's slug and the id of the kind.
    """
    heads = _heads(index)
    words = query.features.stems
    names: set[str] = set()
    if "which" in query.features.forms:
        names |= _called_kinds(query)
    for end, word in enumerate(words[1:], 1):
        if word in _THAT:
            names |= {fold(" ".join(words[max(0, end - n) : end])) for n in (1, 2, 3)}
    if not query.whole.isascii():
        whole = _ASKS_JA.sub("", query.whole)
        names |= {whole[-n:] for n in range(1, 9)}
    called = index.called_kinds
    exact = {kind for name in names for kind in called.get(name, ())}
    return exact or {kind for name in names for kind in heads.get(name, ())}


@cache
def _heads(index: Index) -> Mapping[str, frozenset[KindId]]:
    """Returns kinds of entries by the last word of their names.

    So *tile* finds the kind *winter tile*.
    """
    heads: dict[str, set[KindId]] = defaultdict(set)
    for item in index.items:
        if item.kind is not None:
            names = [stem(word) for word in latin(item.kind.name.en)[-1:]]
            names += [fold(run) for run in _KATAKANA.findall(item.kind.name.ja)[-1:]]
            for name in names:
                heads[name].add((item.slug, item.kind_id))
    return {name: frozenset(kinds) for name, kinds in heads.items()}


WORTH = frozenset(
    part
    for text in (
        "worth", "cost", "price", "effect", "give", "value", "end of game", "final", "many", "much",
        "何点", "効果", "値段", "価格", "最後", "終了時", "ゲーム", "いくら", "いくつ",
    )
    for part in parts(text)
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


def asks_only_fact(item: IndexItem, query: Query) -> bool:
    """True if a query has words besides the item's names, all of them in labels of its facts.

    An example is an entry's name followed by *cost*.
    """
    left = parts_outside_names(item, query)
    if not left or left == ANYTHING or item.entry is None:
        return False
    return _fact_words(item).issuperset(left)


def _fact_words(item: IndexItem) -> frozenset[str]:
    """Returns the words and letter pairs that ask for a fact of an entry.

    They are those of its facts' labels, and general ones such as *worth*.
    """
    assert item.entry
    labels = [item.catalogue.facts[fact].name for fact in item.entry.facts]
    texts = [text for label in labels for text in (label.en, label.ja)]
    texts += [word.text for group in text_features.GENERAL[:2] for word in group.words]
    return WORTH | {part for text in texts for part in parts(text)}
