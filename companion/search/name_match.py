"""Finds names: those that the query matches as a whole, and those that it contains.

A whole query matches exactly, in part, by synonym, initials, sound or spelling. It may contain
names of games, of entries, and of kinds of entries.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from operator import itemgetter

from . import fuzzy
from .hits import Hit, HitReason
from .index_items import IndexItem, Key
from .normalise import STOP, fold, split_words, stem
from .queries import Order, Query
from .search_index import Index, KindId, synonyms
from .text_features import Word

NAME_AT_MOST = 28
"""Longest query, in characters, in which words are replaced by synonyms to match a name."""
LONG = 60
"""Longest query, in letters, that is compared with names; a longer one is a sentence."""
WHOLE = 6.0
"""Points added if a whole name, not just a word of it, is similar."""
NEAR, NEAR_BESIDE_CERTAIN = 66, 74
"""Least spelling similarity of a name, 0 to 100; the latter beside a certain match."""


type Likeness = Mapping[int, float]
"""Likeness of items to a query, by number in the index; those that do not fit are left out."""
type Names = Mapping[int, tuple[str, float]]
"""The name of each item that a query names, and its share of the query, 0 to 1.

By the item's number in the index.
"""
type Rank = tuple[HitReason, int, int, int, int]
"""Sort key of a match: its reason, then four numbers that order matches with the same reason."""
type Ranked = tuple[IndexItem, Rank, Hit]


def exact_matches(index: Index, query: Query, pool: Sequence[IndexItem]) -> list[Hit]:
    """Returns the items of ``pool`` whose names match the whole query, most certain first."""
    allowed = set(pool)
    best: dict[IndexItem, tuple[Rank, Hit]] = {}
    by_name, by_kind = _by_name(index, query), _by_kind(index, query, pool)
    for item, rank, hit in chain(by_name, by_kind, _by_variant(index, query)):
        if item in allowed and (item not in best or rank < best[item][0]):
            best[item] = rank, hit
    # A question is no piece of a name.
    least_certain = HitReason.KIND if query.is_question else HitReason.INSIDE
    matches = [(rank, hit) for rank, hit in best.values() if rank[0] <= least_certain]
    return [hit for _rank, hit in sorted(matches, key=itemgetter(0))]


def _by_name(index: Index, query: Query) -> Iterator[Ranked]:
    """Yields items whose names contain the query, as it is or, if it is romaji, in kana."""
    kana = query.kana
    for each in filter(None, (query.whole, kana)):
        for item in _containing(index, each):
            (why, far, length), key = _best_name(item, each)
            if each == kana:
                # Romaji that ends in a consonant converts to kana without it, so it is only a
                # beginning.
                whole = query.whole[-1] in "aiueon"
                why = max(why, HitReason.ALIAS if whole else HitReason.PREFIX)
            yield item, (why, 0, far, length, item.order), Hit(item, why, key)


def _by_kind(index: Index, query: Query, pool: Sequence[IndexItem]) -> Iterator[Ranked]:
    """Yields all entries of the kinds that the query names, such as *tiles*.

    Also the entry that has the kind's own name, since it explains the kind. For a query that only
    compares, such as *cheapest tile*, yields the entries that it selects.
    """
    kinds = set(index.called_kinds.get(query.whole, ()))
    if query.selection.only_kinds:
        kinds |= query.selection.kinds
        # An entry with the name of the kind explains the kind.
        for slug, kind in kinds:
            for name in index.kinds[slug, kind]:
                for item, called in index.keys.get(name, ()):
                    if item.slug == slug and item.entry:
                        yield _match(HitReason.KIND, item, called)
    for item in pool if kinds else ():
        if (item.slug, item.kind_id) in kinds:
            yield item, (HitReason.KIND, 1, 0, 0, item.order), Hit(item, HitReason.KIND)
    order = query.selection.order
    if order and order.whole_query:
        for place, (item, number) in enumerate(ordered(order, pool)):
            hit = Hit(item, HitReason.FACT, components=(("number", float(number)),))
            yield item, (HitReason.KIND, 0, place, 0, item.order), hit


def _by_variant(index: Index, query: Query) -> Iterator[Ranked]:
    """Yields matches of the query by synonym, by initial letters and by sound."""
    for word in _with_synonyms(query):
        for item, key in index.keys.get(word, ()):
            yield _match(HitReason.SAME, item, key)
    for item, key in chain(_shortened(index, query.whole), _shortened_beside(index, query)):
        yield _match(HitReason.SHORT, item, key)
    query_sound = query.sound
    if len(query_sound) > 2:
        for item in index.by_sound.get(query_sound, ()):
            yield _match(
                HitReason.SOUND, item, next(k for k in item.keys if k.sound == query_sound)
            )


def _containing(index: Index, text: str) -> Iterator[IndexItem]:
    """Yields the items with a name that contains ``text``."""
    called, begins = index.called_lines
    at = called.find(text)
    while at >= 0:
        order = bisect_right(begins, at) - 1
        yield index.items[order]
        at = called.find(text, begins[order + 1])


def _match(why: HitReason, item: IndexItem, key: Key) -> Ranked:
    return item, (why, 0, key.far, len(key.folded), item.order), Hit(item, why, key.text)


def _with_synonyms(query: Query) -> tuple[str, ...]:
    """Returns variants of the query, each with one word replaced by one of its synonyms.

    They are folded. A query that is too long for a name has none.
    """
    whole = query.whole
    if len(whole) > NAME_AT_MOST:
        return ()
    words, stems = query.words, query.stems
    variants = (
        _replaced(words, stems, word, other)
        if word.stems
        else whole.replace(word.folded, other.folded)
        for group, word in query.synonyms
        for other in synonyms().groups[group]
        if other is not word
    )
    return tuple(dict.fromkeys(each for each in variants if each != whole))


def _replaced(words: tuple[str, ...], stems: tuple[str, ...], word: Word, other: Word) -> str:
    stems_to_replace = tuple(word.stems.split())
    for n in range(len(stems) - len(stems_to_replace) + 1):
        if stems[n : n + len(stems_to_replace)] == stems_to_replace:
            return fold(" ".join([*words[:n], other.text, *words[n + len(stems_to_replace) :]]))
    return ""


def _best_name(item: IndexItem, text: str) -> tuple[tuple[HitReason, int, int], str]:
    """Returns that name of an item which best matches ``text``, after the rank of the match.

    The rank is the reason, the sort of name (``Key.far``) and the name's length; less is better.
    One of the names must contain ``text``.
    """
    best: tuple[tuple[HitReason, int, int], str] | None = None
    for key in item.keys:
        if text not in key.folded:
            continue
        if key.folded == text:
            why = HitReason.NAME if key.name else HitReason.ALIAS
        elif key.folded.startswith(text):
            why = HitReason.PREFIX
        elif any(start.startswith(text) for start in key.starts):
            why = HitReason.WORD
        else:
            why = HitReason.INSIDE
        rank = (why, key.far, len(key.folded))
        if best is None or rank < best[0]:
            best = rank, key.text
    assert best is not None
    return best


def _shortened(index: Index, text: str) -> Iterator[tuple[IndexItem, Key]]:
    """Yields names of several words that ``text`` abbreviates, for example by initials."""
    if not 1 < len(text) <= 8:
        return
    for item, key in index.begin.get(text[0], ()):
        if len(key.words) <= len(text) and _shortens(text, key.words):
            yield item, key


def _shortened_beside(index: Index, query: Query) -> Iterator[tuple[IndexItem, Key]]:
    """Yields names abbreviated by one word of the query: *WW boat*.

    The other words must be in the item's names or texts.
    """
    if not 1 < len(query.terms) < 4:
        return
    for n, term in enumerate(query.terms):
        if (
            term.isascii()
            and term.isalpha()
            and len(term) < 5
            and stem(term) not in index.part_weights
        ):
            others = query.terms[:n] + query.terms[n + 1 :]
            for item, key in _shortened(index, term):
                if all(other in item.called or item.contains(other) for other in others):
                    yield item, key


def _shortens(text: str, words: tuple[str, ...]) -> bool:
    """True if ``text`` consists of the beginnings of all these words, in order.

    >>> _shortens("sb", ("sea", "bastion")), _shortens("ほわうい", ("ほわいと", "ういんど"))
    (True, True)
    >>> _shortens("seab", ("sea", "bastion")), _shortens("ss", ("sea", "bastion"))
    (True, False)
    """
    if not words:
        return not text
    if not text or text[0] != words[0][0]:
        return False
    for length in range(min(len(text), len(words[0])), 0, -1):
        if words[0][:length] == text[:length] and _shortens(text[length:], words[1:]):
            return True
    return False


def ordered(order: Order, pool: Sequence[IndexItem]) -> list[tuple[IndexItem, int]]:
    """Returns the items of ``pool`` that ``order`` selects, each with its number.

    The greatest number is first for *most* and *more than*, else the smallest.
    """
    valued: list[tuple[IndexItem, int]] = []
    for item in pool:
        if item.entry is None or (order.kinds and (item.slug, item.kind_id) not in order.kinds):
            continue
        values = [
            sum(value.values()) if isinstance(value, dict) else value
            for fact in order.facts.get(item.slug, ())
            if (value := item.entry.facts.get(fact.id)) is not None
        ]
        if values:
            valued.append(
                (item, min(values) if order.sign in ("least", "<", "<=") else max(values))
            )
    if not valued:
        return []
    numbers = [value for _item, value in valued]
    match order.sign:
        case "most":
            chosen = [pair for pair in valued if pair[1] == max(numbers)]
        case "least":
            chosen = [pair for pair in valued if pair[1] == min(numbers)]
        case ">":
            chosen = [pair for pair in valued if pair[1] > order.number]
        case ">=":
            chosen = [pair for pair in valued if pair[1] >= order.number]
        case "<":
            chosen = [pair for pair in valued if pair[1] < order.number]
        case _:
            chosen = [pair for pair in valued if pair[1] <= order.number]
    down = order.sign in ("most", ">", ">=")
    return sorted(chosen, key=lambda pair: (-pair[1] if down else pair[1], pair[0].order))


# ── similar spelling ────────────────────────────────────────────────────────────────────


def similar_names(index: Index, query: Query, exact: Iterable[Hit]) -> Sequence[Hit]:
    """Returns hits by similar spelling; fewer or none if there are hits in ``exact``."""
    certain = [hit for hit in exact if query.scope in ("", hit.item.slug)]
    if query.phrases or any(hit.why <= HitReason.SAME for hit in certain):
        return ()
    return _similar_spellings(index, query, NEAR_BESIDE_CERTAIN if certain else NEAR)


def _similar_spellings(index: Index, query: Query, least: float, most: int = 12) -> list[Hit]:
    """Returns at most ``most`` hits per comparison by similar spelling or sound of names.

    The similarity, 0 to 100, is above ``least``. It is the score, plus ``WHOLE`` for a whole name.
    """
    best: dict[IndexItem, tuple[float, str]] = {}

    def add(text: str, table: Mapping[str, tuple[IndexItem, ...]], least: float, by: str) -> None:
        if not 2 < len(text) <= LONG:
            return
        long = _as_long(index, by, len(text), least / 100)
        for spelling, likeness in fuzzy.near(text, long, least / 100, most):
            for item in table[spelling]:
                name = _matched_name(item, spelling, by)
                # A whole name is meant more often than one word of a long name.
                score = 100 * likeness + (WHOLE if name else 0)
                if score > best.get(item, (0.0, ""))[0]:
                    best[item] = score, name

    add(query.whole, index.spelt, least, "folded")
    add(query.sound, index.by_sound, least + 6, "sound")
    return [
        Hit(item, HitReason.NEAR, name, score, (("spelling", score),))
        for item, (score, name) in best.items()
    ]


@cache
def _as_long(index: Index, by: str, length: int, least: float) -> tuple[str, ...]:
    """Returns those spellings or sounds whose length alone does not rule out a match.

    ``by``: "folded" for spellings, else sounds. ``length``: that of the query. ``least``: the
    similarity needed, 0 to 1.
    """
    table = index.spelt if by == "folded" else index.by_sound
    return tuple(each for each in table if least * length <= len(each) <= length / least)


def _matched_name(item: IndexItem, spelling: str, by: str) -> str:
    return next((key.text for key in item.keys if spelling == getattr(key, by)), "")


def nearest(index: Index, query: Query) -> tuple[Hit, ...]:
    """Returns at most five names spelt most like the query, of the game searched if it has any."""
    hits = _similar_spellings(index, query, 30, 40) if len(query.whole) > 1 else []
    hits = [hit for hit in hits if query.scope in ("", hit.item.slug)] or hits
    hits.sort(key=lambda hit: -hit.score)
    return tuple(hits[:5])


# ── names and kinds in a query ──────────────────────────────────────────────────────────────


def named_items(index: Index, query: Query) -> Names:
    """Returns the entries and games that a query names in full."""
    plain, whole = query.plain, query.whole
    words, stems = query.words, query.stems
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
    for name in _slices(whole, 24):
        if (
            name not in index.keys
            or name.isascii()
            or (len(name) < 2 and name not in separate_words)
        ):
            continue
        add(index.keys[name], min(1.0, 1.6 * len(name) / len(whole)))
    return names


def _slices[T: Sequence[str]](whole: T, most: int) -> Iterator[T]:
    """Yields every slice of 1 to ``most`` letters or words."""
    for start in range(len(whole)):
        for end in range(start + 1, min(start + most, len(whole)) + 1):
            yield whole[start:end]  # type: ignore[misc]  # a slice is of its whole's type


def kinds_named(index: Index, query: Query) -> set[KindId]:
    """Returns the kinds of entries that a query names: *winter tile*, 冬タイル.

    Each as a pair: the game's slug and the id of the kind.
    """
    return {kind for name in _called_kinds(query) for kind in index.called_kinds.get(name, ())}


def _called_kinds(query: Query) -> set[str]:
    """Returns the folded parts of a query that may be the name of a kind of entries."""
    names = {fold(" ".join(some)) for some in _slices(query.stems, 3)}
    if not query.whole.isascii():
        names.update(_slices(query.whole, 8))
    return names


_ASKS_JA = re.compile(
    "(?:は|を|が|って|とか)?(?:どれ|どの|なに|何|全部|ぜんぶ|すべて|全て|だれ|誰|とだれ|と誰|一覧|ある|あった|だ|か)*$"
)


def kinds_looked_for(index: Index, query: Query) -> set[KindId]:
    """Returns kinds of entries that a query asks for: *which spell*, …する魔法.

    Each as a pair: the game's slug and the id of the kind.
    """
    names: set[str] = set()
    if "which" in query.forms:
        names |= _called_kinds(query)
    if not query.whole.isascii():
        whole = _ASKS_JA.sub("", query.whole)
        names |= {whole[-n:] for n in range(1, 9)}
    called = index.called_kinds
    return {kind for name in names for kind in called.get(name, ())}
