"""Retrieves what a query may mean: items by their names, and all others by their words.

A whole query matches a name exactly, in part, by synonym, initials, sound or spelling. It may also
contain names, of entries and of games.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import ge, gt, itemgetter, le, lt

from . import fuzzy
from .hits import Hit, HitReason
from .index_items import IndexItem, Key
from .normalise import STOP, contains, fold, in_kana, latin, parts, sound, split_words, stem
from .posting_lists import rarity
from .query_parsing import Query, Selection
from .search_index import Index, synonyms
from .text_features import SYNONYM, Word, concept

NAME_AT_MOST = 28
"""Longest query, in characters, in which words are replaced by synonyms to match a name."""
LONG = 60
"""Longest query, in letters, that is compared with names; a longer one is a sentence."""
NEAR = 66
"""Least spelling similarity of a name, 0 to 100."""


type Names = Mapping[int, tuple[str, float]]
"""The name of each item that a query names, and its share of the query, 0 to 1.

By the item's number in the index.
"""
type Rank = tuple[HitReason, int, int, int, int]
"""Sort key of a match: its reason, then four numbers that order matches with the same reason."""
type Ranked = tuple[IndexItem, Rank, Hit]
type QueryTerms = list[list[tuple[str, float]]]
"""For each part of a query (word, pair of letters) its alternatives, each with its weight.

The part itself comes first, then synonyms.
"""


@dataclass(frozen=True, slots=True)
class WordMatch:
    """Match of a query's words with the texts of each item (entry or game), by weight.

    - ``terms``, ``total``: the query's words and letter pairs, and their total weight.
    - ``shared``: weight of those that each item has, by item number.
    """

    terms: QueryTerms
    total: float
    shared: Mapping[int, float]


@dataclass(frozen=True, slots=True)
class Candidates:
    """The items (entries and games) that a query may mean, and why.

    - ``index``: the one searched.
    - ``exact``: matches of whole or partial names, most certain first; ``spelling``: names spelt
      or pronounced much like the query.
    - ``rest``: the items without an exact match, by their number in the index.
    - ``words``: the query's words found in each of the rest.
    - ``names``: items that the query names in full.
    """

    index: Index
    exact: Sequence[Hit]
    spelling: Sequence[Hit]
    rest: Mapping[int, IndexItem]
    words: WordMatch
    names: Names


def retrieve(index: Index, query: Query, pool: Sequence[IndexItem]) -> Candidates:
    """Returns the items that a query may mean, of those in ``pool``, with the matches."""
    exact = exact_matches(index, query, pool)
    matched = {hit.item for hit in exact}
    rest = {item.order: item for item in pool if item not in matched}
    spelling, words = similar_names(index, query, exact), word_match(index, query, rest)
    return Candidates(index, exact, spelling, rest, words, named_items(index, query))


# ── names that are the query ────────────────────────────────────────────────────────────────────


def exact_matches(index: Index, query: Query, pool: Sequence[IndexItem]) -> list[Hit]:
    """Returns hits: items of ``pool`` whose names match the whole query, most certain first."""
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
    """Yields items (with sort key and hit) whose names contain the query, also read as romaji."""
    kana = in_kana(query.whole)
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
    """Yields all entries (with sort key and hit) of the kinds that the query names (*tiles*).

    Also the entry that has the kind's own name, since it explains the kind. For a query that only
    compares, such as *cheapest tile*, yields the entries that it selects.
    """
    selection = query.selection
    kinds = set(index.called_kinds.get(query.whole, ()))
    if selection.lists and not selection.sign:
        kinds |= selection.kinds
        # An entry with the name of the kind explains the kind.
        for slug, kind in kinds:
            for name in index.kinds[slug, kind]:
                for item, called in index.keys.get(name, ()):
                    if item.slug == slug and item.entry:
                        yield _match(HitReason.KIND, item, called)
    for item in pool if kinds else ():
        if (item.slug, item.kind_id) in kinds:
            yield item, (HitReason.KIND, 1, 0, 0, item.order), Hit(item, HitReason.KIND)
    for place, (item, number) in enumerate(ordered(selection, pool) if selection.lists else ()):
        hit = Hit(item, HitReason.FACT, components=(("number", float(number)),))
        yield item, (HitReason.KIND, 0, place, 0, item.order), hit


def _by_variant(index: Index, query: Query) -> Iterator[Ranked]:
    """Yields items (with sort key and hit) whose names match by synonym, initials or sound."""
    for word in _with_synonyms(query):
        for item, key in index.keys.get(word, ()):
            yield _match(HitReason.SAME, item, key)
    for item, key in chain(_shortened(index, query.whole), _shortened_beside(index, query)):
        yield _match(HitReason.SHORT, item, key)
    query_sound = sound(query.plain)
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
    """Returns normalised variants of the query, each with a word replaced by a synonym.

    A query that is too long for a name has none.
    """
    whole = query.whole
    if len(whole) > NAME_AT_MOST:
        return ()
    words, stems = tuple(latin(query.plain)), query.stems
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
    """Returns (rank of the match, name): that name of an item which best matches ``text``.

    The rank is the reason, the sort of name (0 name, 1 reading, 2 alias) and the name's length;
    less is better. One of the names must contain ``text``.
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
    """Yields items and their names of several words that ``text`` abbreviates, as by initials."""
    if not 1 < len(text) <= 8:
        return
    for item, key in index.begin.get(text[0], ()):
        if len(key.words) <= len(text) and _shortens(text, key.words):
            yield item, key


def _shortened_beside(index: Index, query: Query) -> Iterator[tuple[IndexItem, Key]]:
    """Yields items and their names, one part abbreviated by an unknown word: *WW boat*."""
    terms = query.terms if 1 < len(query.terms) < 4 else ()
    for n, term in enumerate(terms):
        if term.isascii() and len(term) < 5 and stem(term) not in index.part_weights:
            others = terms[:n] + terms[n + 1 :]
            for item, key in _shortened(index, term):
                if all(o in item.called or contains(item.text, item.words, o) for o in others):
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


def ordered(selection: Selection, pool: Sequence[IndexItem]) -> list[tuple[IndexItem, int]]:
    """Returns the items of ``pool`` that are selected by a number, each with that number.

    The greatest number is first for *most* and *more than*, else the smallest.
    """
    sign, kinds = selection.sign, selection.kinds
    if sign is None:
        return []
    down = sign in ("most", ">", ">=")
    valued: list[tuple[IndexItem, int]] = []
    for item in pool:
        if item.entry is None or (kinds and (item.slug, item.kind_id) not in kinds):
            continue
        values = [
            sum(value.values()) if isinstance(value, dict) else value
            for fact in selection.facts.get(item.slug, ())
            if (value := item.entry.facts.get(fact.id)) is not None
        ]
        if values:
            valued.append((item, max(values) if down else min(values)))
    bound, fits = selection.number, _FITS[sign]
    if sign in ("most", "least") and valued:
        bound = (max if down else min)(value for _item, value in valued)
    chosen = [pair for pair in valued if fits(pair[1], bound)]
    return sorted(chosen, key=lambda pair: (-pair[1] if down else pair[1], pair[0].order))


_FITS = {"most": ge, ">=": ge, ">": gt, "least": le, "<=": le, "<": lt}


# ── similar spelling ────────────────────────────────────────────────────────────────────


def similar_names(index: Index, query: Query, exact: Iterable[Hit]) -> Sequence[Hit]:
    """Returns hits with names spelt like the query; none if one of the ``exact`` hits is sure."""
    sure = (h for h in exact if h.why <= HitReason.SAME and query.scope in ("", h.item.slug))
    return () if query.phrases or any(sure) else _similar_spellings(index, query, NEAR)


def _similar_spellings(index: Index, query: Query, least: float, most: int = 12) -> list[Hit]:
    """Returns hits by similar spelling or sound of names: at most ``most`` by each of both.

    The similarity, 0 to 100, is above ``least``. It is the score.
    """
    best: dict[IndexItem, tuple[float, str]] = {}

    def add(text: str, table: Mapping[str, tuple[IndexItem, ...]], least: float, by: str) -> None:
        if not 2 < len(text) <= LONG:
            return
        # The length alone rules out most.
        names, share = index.by_length[by], least / 100
        start = bisect_left(names, share * len(text), key=len)
        end = bisect_right(names, len(text) / share, key=len)
        for spelling, likeness in fuzzy.near(text, names[start:end], share, most):
            for item in table[spelling]:
                name = next((key.text for key in item.keys if getattr(key, by) == spelling), "")
                if 100 * likeness > best.get(item, (0.0, ""))[0]:
                    best[item] = 100 * likeness, name

    add(query.whole, index.spelt, least, "folded")
    add(sound(query.plain), index.by_sound, least + 6, "sound")
    return [
        Hit(item, HitReason.NEAR, name, score, (("spelling", score),))
        for item, (score, name) in best.items()
    ]


def nearest(index: Index, query: Query) -> tuple[Hit, ...]:
    """Returns at most five names spelt most like the query, of the game searched if it has any."""
    hits = _similar_spellings(index, query, 50, 40) if len(query.whole) > 1 else []
    hits = [hit for hit in hits if query.scope in ("", hit.item.slug)] or hits
    hits.sort(key=lambda hit: -hit.score)
    return tuple(hits[:5])


# ── names and kinds in a query ──────────────────────────────────────────────────────────────


def named_items(index: Index, query: Query) -> Names:
    """Returns the items that a query names in full: number to (name, share of the query)."""
    plain, whole = query.plain, query.whole
    words, stems = latin(query.plain), query.stems
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
    """Yields every run of 1 to ``most`` neighbouring letters or words of ``whole``."""
    for start in range(len(whole)):
        for end in range(start + 1, min(start + most, len(whole)) + 1):
            yield whole[start:end]  # type: ignore[misc]  # a slice is of its whole's type


# ── words ───────────────────────────────────────────────────────────────────────────────────────


def word_match(index: Index, query: Query, items: Container[int]) -> WordMatch:
    """Returns how well a query's words match the texts of ``items``, given by number."""
    terms = query_terms(index, query)
    total = sum(options[0][1] for options in terms)
    sums: dict[int, float] = defaultdict(float)
    for options in terms:
        for order, weight in _best_of(index, options).items():
            sums[order] += weight
    shared = {order: weight for order, weight in sums.items() if order in items}
    return WordMatch(terms, total, shared)


def word_weight(index: Index, part: str) -> float:
    """Returns the rarity of a word or letter pair: log(number of items / items that have it).

    An unknown one counts as if a single item had it.
    """
    return rarity(len(index.items), index.part_weights.holders(part) or 1)


def query_terms(index: Index, query: Query) -> QueryTerms:
    """Returns a query's words and letter pairs, each a list: itself, synonyms, with weights."""
    terms: QueryTerms = []
    others: dict[str, list[str]] = defaultdict(list)
    for group, word in query.synonyms:
        for part in parts(word.text):
            others[part].append(concept(group))
    for part, weight in (query.parts or dict.fromkeys(query.stems, 1.0)).items():
        rare = word_weight(index, part)
        alternatives = [(each, rare * weight * SYNONYM) for each in others[part]]
        terms.append([(part, rare * weight), *alternatives])
    return terms


def _best_of(index: Index, options: list[tuple[str, float]]) -> dict[int, float]:
    """Returns the weight of one word of a query in each item that has it, by item number.

    ``options``: the alternatives that match this word, with weights; the best that an item has
    counts.
    """
    best: dict[int, float] = {}
    for part, factor in options:
        for order, share in index.part_weights.pairs(part):
            if (gain := factor * share) > best.get(order, 0.0):
                best[order] = gain
    return best
