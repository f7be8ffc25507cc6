"""Matches the whole query with names or parts of names, ranked by certainty."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from . import number_filters
from .hits import Hit, HitReason
from .normalise import fold, in_kana, latin, sound, stem
from .queries import Query
from .search_index import Index, IndexItem, Key
from .synonyms import Word, words_with_synonyms

NAME_AT_MOST = 28
"""Longest query, in characters, in which words are replaced by synonyms to match a name."""

type Rank = tuple[HitReason, int, int, int, int]
"""Sort key of a match: its reason, then four numbers that order matches with the same reason."""
type Ranked = tuple[IndexItem, Rank, Hit]


def exact_matches(ours: Index, query: Query, pool: Sequence[IndexItem]) -> Iterator[Ranked]:
    """Yields matches of the whole query with items of ``pool``: item, sort key, and hit.

    An item can occur several times.
    """
    allowed = set(pool)
    every = chain(_by_name(ours, query), _by_kind(ours, query, pool), _otherwise(ours, query))
    return (ranked for ranked in every if ranked[0] in allowed)


def _by_name(ours: Index, query: Query) -> Iterator[Ranked]:
    """Yields items whose names contain the query, or the query without the name of a game."""
    slugs, rest = without_game_name(ours, query)
    for n, (text, within) in enumerate([(query.whole, frozenset()), (rest, slugs)]):
        if not text:
            continue
        kana = in_kana(text)
        for each in filter(None, (text, kana)):
            for item in ours.calling(each):
                if within and item.slug not in within:
                    continue
                (why, far, length), key = _called(item, each)
                if each == kana:
                    # Romaji that ends in a consonant converts to kana without it, so it is only a
                    # beginning.
                    why = max(why, HitReason.ALIAS if text[-1] in "aiueon" else HitReason.PREFIX)
                yield item, (why, n, far, length, item.order), Hit(item, why, key)


def _by_kind(ours: Index, query: Query, pool: Sequence[IndexItem]) -> Iterator[Ranked]:
    """Yields all entries of the kinds that the query names, such as *tiles*.

    Also the entry that has the kind's own name, since it explains the kind. For a query that only
    compares, such as *cheapest tile*, yields the entries that it selects.
    """
    kinds = set(ours.called_kinds.get(query.whole, ()))
    if query.parsed.only_kinds:
        kinds |= query.parsed.kinds
        # An entry with the name of the kind explains the kind.
        for slug, kind in kinds:
            for name in ours.kinds[slug, kind]:
                for item, called in ours.keys.get(name, ()):
                    if item.slug == slug and item.entry:
                        yield _as_called(HitReason.KIND, item, called)
    for item in pool if kinds else ():
        if (item.slug, item.kind_id) in kinds:
            yield item, (HitReason.KIND, 1, 0, 0, item.order), Hit(item, HitReason.KIND)
    order = query.parsed.order
    if order and order.whole_query:
        for place, (item, number) in enumerate(number_filters.ordered(order, pool)):
            hit = Hit(item, HitReason.FACT, components=(("number", float(number)),))
            yield item, (HitReason.KIND, 0, place, 0, item.order), hit


def _otherwise(ours: Index, query: Query) -> Iterator[Ranked]:
    """Yields matches of the query by synonym, by initial letters and by sound."""
    for word in _swaps(query):
        for item, key in ours.keys.get(word, ()):
            yield _as_called(HitReason.SAME, item, key)
    for item, key in chain(_shortened(ours, query.whole), _shortened_beside(ours, query)):
        yield _as_called(HitReason.SHORT, item, key)
    if len(query_sound := sound(query.plain)) > 2:
        for item in ours.by_sound.get(query_sound, ()):
            yield _as_called(
                HitReason.SOUND, item, next(k for k in item.keys if k.sound == query_sound)
            )


def _as_called(why: HitReason, item: IndexItem, key: Key) -> Ranked:
    return item, (why, 0, key.far, len(key.folded), item.order), Hit(item, why, key.text)


def _swaps(query: Query) -> tuple[str, ...]:
    """Returns variants of the query, each with one word replaced by one of its synonyms.

    They are folded. A query that is too long for a name has none.
    """
    whole = query.whole
    if len(whole) > NAME_AT_MOST:
        return ()
    words = latin(query.plain)
    stems = [stem(each) for each in words]
    swapped = (
        _swapped(words, stems, word, other)
        if word.stems
        else whole.replace(word.folded, other.folded)
        for word, others in words_with_synonyms(query.plain)
        for other in others
    )
    return tuple(dict.fromkeys(each for each in swapped if each != whole))


def _swapped(words: list[str], stems: list[str], word: Word, other: Word) -> str:
    stems_to_replace = word.stems.split()
    for n in range(len(stems) - len(stems_to_replace) + 1):
        if stems[n : n + len(stems_to_replace)] == stems_to_replace:
            return fold(" ".join([*words[:n], other.text, *words[n + len(stems_to_replace) :]]))
    return ""


def without_game_name(ours: Index, query: Query) -> tuple[frozenset[str], str]:
    """Returns the games that a query names, and the rest of the query, folded.

    Only the longest name in it counts. Without a name, returns no games and "".
    """
    best, slugs = "", set[str]()
    for slug, names in ours.game_names.items():
        for name in names:
            if len(name) > 2 and name in query.whole and len(name) >= len(best):
                if len(name) > len(best):
                    slugs = set()
                best = name
                slugs.add(slug)
    if not best:
        return frozenset(), ""
    rest = query.whole.replace(best, "", 1)
    return frozenset(slugs), re.sub("^[のでは]", "", rest)


def _called(item: IndexItem, text: str) -> tuple[tuple[HitReason, int, int], str]:
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


def _shortened(ours: Index, text: str) -> Iterator[tuple[IndexItem, Key]]:
    """Yields names of several words that ``text`` abbreviates, for example by initials."""
    if not 1 < len(text) <= 8:
        return
    for item, key in ours.begin.get(text[0], ()):
        if len(key.words) <= len(text) and _shortens(text, key.words):
            yield item, key


def _shortened_beside(ours: Index, query: Query) -> Iterator[tuple[IndexItem, Key]]:
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
            and stem(term) not in ours.part_weights
        ):
            others = query.terms[:n] + query.terms[n + 1 :]
            for item, key in _shortened(ours, term):
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
