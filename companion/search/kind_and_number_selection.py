"""Finds the entries that a query selects by their kind or by a number: *heroes*, *cheapest tile*.

A numeric fact is a number of an entry, such as its cost.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from scoring.model.catalogue import FactKind

from . import fuzzy
from .interpretation import ALIKE, is_known_word, lower
from .normalise import STOP, fold, latin, stem
from .search_index import Index, IndexItem

type KindId = tuple[str, str]


type Sign = Literal["most", "least", ">", ">=", "<", "<="]


@dataclass(frozen=True, slots=True)
class Order:
    """A selection of entries by a number: the most, the least, or compared with ``number``.

    - ``facts``: numeric facts that the query may mean, by the game's slug.
    - ``kinds``: kinds of entries to select from; all if empty.
    """

    sign: Sign
    facts: Mapping[str, tuple[FactKind, ...]]
    kinds: frozenset[KindId]
    number: int = 0
    whole_query: bool = True
    """True if the query has nothing but this selection, so that its result is a list."""


@dataclass(frozen=True, slots=True)
class Selection:
    """The entries that a query selects.

    - ``kinds``: the kinds that it names; ``only_kinds``: it asks for a list of these kinds.
    - ``order``: selection by a number, such as the cheapest.
    - ``words``: the query's words for the first kind, if the query is only this selection; else "".
    """

    kinds: frozenset[KindId] = frozenset()
    only_kinds: bool = False
    order: Order | None = None
    words: str = ""


NOTHING = Selection()


def select(index: Index, text: str, within: frozenset[str]) -> Selection:
    """Returns what a query selects; ``within``: slugs of the games it is about, all if empty."""
    sign = comparison(text)
    # A fact label may contain a kind's name (workers on a boat) without meaning the kind.
    kinds, spans = _kinds(index, without_labels(index, text, within) if sign else text, within)
    bare = text
    for span in spans:
        at = bare.rfind(span)
        bare = f"{bare[:at]} {bare[at + len(span) :]}" if at >= 0 else bare
    order = ordering(index, sign, bare, within, kinds) if sign else None
    only_kinds = len(spans) == 1 and not order and _lists(bare)
    selects = only_kinds or bool(order and order.whole_query)
    return Selection(kinds, only_kinds, order, spans[0] if selects and spans else "")


LISTS = frozenset(
    re.findall(
        r"\w+",
        """list lists all every each show shows exist exists different various kind kinds type
        types sort sorts any available game games box see overview example""",
    )
)


ASKED_JA = re.compile(
    "一覧|全部|全て|すべて|種類|教えて|見せて|何が|何|一番|最も|もっとも|いちばん|どれ|どんな|ある|見たい|リスト|やつ|もの"
)


def _content(bare: str) -> list[str]:
    """Returns the words of a query that are neither stop words nor requests for a list.

    ``bare``: the query without its comparison and names of kinds.
    """
    words = [w for w in latin(bare) if w not in STOP and w not in LISTS]
    return words + re.findall("[ァ-ヺー]{2,}|[一-鿿]+", ASKED_JA.sub(" ", bare))


_EXTREME: list[tuple[re.Pattern[str], Sign, str]] = [
    (re.compile(pattern), sign, row)  # type: ignore[misc]  # the signs are written out below
    for pattern, sign, row in [
        (r"\bcheapest\b|(?:一番|最も|もっとも|いちばん)安\w?|最安\w*", "least", "cost price"),
        (r"\b(?:most expensive|dearest|costliest)\b"
         r"|(?:一番|最も|もっとも|いちばん)高価\w?|最高額", "most", "cost price"),
        (r"\b(?:highest|largest|biggest|greatest|maximum|strongest|most|max)\b"
         r"|(?:一番|最も|もっとも|いちばん)(?P<w1>\w{0,12}?)(?:大き|多|高|強)[いく]?"
         r"|最大の?|最高の?|最多の?", "most", ""),
        (r"\b(?:lowest|smallest|fewest|least|minimum|weakest)\b"
         r"|(?:一番|最も|もっとも|いちばん)(?P<w2>\w{0,12}?)(?:小さ|少な|低|弱|安)[いく]?"
         r"|最小の?|最低の?|最少の?", "least", ""),
    ]
]  # fmt: skip


_COMPARE: list[tuple[re.Pattern[str], Sign]] = [
    (re.compile(pattern), sign)  # type: ignore[misc]
    for pattern, sign in [
        (r"\b(?:more than|over|above|greater than|bigger than|higher than)\s+(\d+)"
         r"|(\d+)\s*\D{0,3}?(?:より(?:も)?(?:大き|多|高|上)\w?|を?超え?る?)", ">"),
        (r"\b(?:at least|minimum)\s+(\d+)|(\d+)\s*(?:or more|or higher)|(\d+)\D{0,3}?以上", ">="),
        (r"\b(?:less than|under|below|fewer than|smaller than|lower than|cheaper than)\s+(\d+)"
         r"|(\d+)\s*\D{0,3}?(?:より(?:も)?(?:小さ|少な|低|下|安)\w?|未満)", "<"),
        (r"\b(?:at most|up to|no more than)\s+(\d+)|(\d+)\s*(?:or less|or fewer)"
         r"|(\d+)\D{0,3}?以下", "<="),
    ]
]  # fmt: skip


type _Signed = tuple[Sign, int, str, re.Pattern[str]]


def comparison(text: str) -> _Signed | None:
    """Returns the comparison or superlative that a query has, or None.

    A tuple: sign (``>``, *least* ...), number (0 for a superlative), the fact that a superlative
    implies (*cheapest*: "cost price"; may be ""), and the pattern that found it in the text.
    """
    low = text.lower()
    for pattern, sign in _COMPARE:
        if match := pattern.search(low):
            return sign, int(next(filter(None, match.groups()))[:6]), "", pattern
    for pattern, sign, row in _EXTREME:
        if pattern.search(low):
            return sign, 0, row, pattern
    return None


def ordering(
    index: Index,
    signed: _Signed,
    bare: str,
    within: frozenset[str],
    kinds: frozenset[KindId],
) -> Order | None:
    sign, number, row, pattern = signed

    def cut(match: re.Match[str]) -> str:
        return f" {' '.join(filter(None, match.groupdict().values()))} "

    left = pattern.sub(cut, bare.lower())
    facts, labels = _facts(index, f"{left} {row}", within, kinds, whole_query=not _content(left))
    if not facts:
        return None
    for word in sorted(labels, key=len, reverse=True):
        if word.isascii():
            left = re.sub(rf"\b{re.escape(word)}\w*", " ", left)
        else:
            left = left.replace(word, " ")
    return Order(sign, facts, kinds, number, not _content(left) and bool(kinds or len(facts) == 1))


def without_labels(index: Index, text: str, within: frozenset[str]) -> str:
    """Replaces each long label of a numeric fact in the query by as many dots.

    Words in a label then do not count as words of the query. ``within``: slugs of the games whose
    labels are replaced; empty for all games.
    """
    for slug, fact, _stems, ja in _labels(index):
        en = re.sub(r"\(.*?\)", "", fact.name.en).strip()
        if within and slug not in within:
            continue
        for label in (en, ja):
            if len(label) > 6 or (label == ja and len(label) > 3):
                text = re.sub(
                    re.escape(label), lambda m: "." * len(m[0]), text, flags=re.IGNORECASE
                )
    return text


@cache
def _labels(index: Index) -> tuple[tuple[str, FactKind, frozenset[str], str], ...]:
    """Returns all numeric facts of all games.

    Each as a tuple: game's slug, fact, stems of its English label, its Japanese label.
    """
    labels: dict[tuple[str, str], tuple[str, FactKind, frozenset[str], str]] = {}
    for item in index.items:
        for fact in item.catalogue.facts.values():
            if fact.type in ("number", "pieces"):
                en = re.sub(r"\(.*?\)", "", fact.name.en)
                ja = re.sub(r"[（(].*?[）)]", "", fact.name.ja)
                stems = frozenset(stem(word) for word in latin(en) if word not in STOP)
                labels.setdefault((item.slug, fact.id), (item.slug, fact, stems, ja))
    return tuple(labels.values())


_PRICES = frozenset(("cost", "price", "pric", "値段", "コスト", "価格"))


def _facts(
    index: Index, text: str, within: frozenset[str], kinds: frozenset[KindId], *, whole_query: bool
) -> tuple[dict[str, tuple[FactKind, ...]], set[str]]:
    """Returns by game the numeric facts whose labels match the query best, and the words matched.

    ``within``, ``kinds``: games and kinds to consider; all if empty. ``whole_query``: the query has
    only a comparison and a kind; then, if no label matches, the kind's main number is taken.
    """
    words = {stem(word): word for word in latin(text)}
    low = text.lower()
    best: dict[str, tuple[float, list[FactKind]]] = {}
    texts: dict[str, set[str]] = defaultdict(set)
    for slug, fact, stems, ja in _labels(index):
        if (within and slug not in within) or (kinds and not _has(index, slug, kinds, fact.id)):
            continue
        share = 0.0
        used: set[str] = set()
        if ja and ja.lower() in low:
            share, used = 1.0 + len(ja) / 100, {ja.lower()}
        elif not low.isascii() and (
            parts := [r for r in re.findall(r"[ァ-ヺー]{2,}|[一-鿿]{2,}", ja)]
        ):
            here = {part for part in parts if part in low}
            share, used = len("".join(here)) / len(ja), here
        if stems and (shared := stems & set(words)):
            each = len(shared) / len(stems) + len(shared) / 100
            if each > share:
                share, used = each, {words[stem_] for stem_ in shared}
        if share < 0.3 and _PRICES & set(words) and _PRICES & (stems | {ja}):
            share, used = 0.3, {w for w in words.values() if stem(w) in _PRICES}
        if share < 0.3:
            continue
        texts[slug] |= used
        if share > best.get(slug, (0.0, []))[0] + 1e-9:
            best[slug] = share, [fact]
        elif abs(share - best[slug][0]) < 1e-9:
            best[slug][1].append(fact)
    if not best and kinds and whole_query:
        for kind in kinds:
            if (first := _first(index, kind)) is not None:
                best[kind[0]] = 1.0, [first]
    most = max((share for share, _facts in best.values()), default=0.0)
    likely = {slug: tuple(facts) for slug, (share, facts) in best.items() if share >= most - 0.3}
    return likely, {word for slug in likely for word in texts[slug]}


def _members(index: Index, kind: KindId) -> list[IndexItem]:
    return [item for item in index.items if (item.slug, item.kind_id) == kind]


@cache
def _has(index: Index, slug: str, kinds: frozenset[KindId], fact: str) -> bool:
    return any(
        item.entry and fact in item.entry.facts
        for kind in kinds
        if kind[0] == slug
        for item in _members(index, kind)
    )


@cache
def _first(index: Index, kind: KindId) -> FactKind | None:
    """Returns the main number of a kind of entries, such as its cost, or None.

    It is the first numeric fact that at least 90 % of them have, with differing values.
    """
    members = [item.entry for item in _members(index, kind) if item.entry]
    for item in _members(index, kind)[:1]:
        for fact in item.catalogue.facts.values():
            values = [e.facts[fact.id] for e in members if fact.id in e.facts]
            most = 10 * len(values) >= 9 * len(members)
            if fact.type == "number" and most and len(set(values)) > 1:
                return fact
    return None


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


# ── kinds ───────────────────────────────────────────────────────────────────────────────


def _kinds(index: Index, text: str, within: frozenset[str]) -> tuple[frozenset[KindId], list[str]]:
    """Returns the kinds that a query names, longest names first, and the query's words for them.

    ``within``: slugs of the games whose kinds are sought; all if empty.
    """
    named_kinds: set[KindId] = set()
    spans: list[str] = []

    def take(name: str, span: str) -> bool:
        kinds = [k for k in index.called_kinds.get(name, ()) if not within or k[0] in within]
        if kinds and not any(span in other for other in spans):
            named_kinds.update(kinds)
            spans.append(span)
        return bool(kinds)

    words = list(re.finditer(r"[a-z0-9'’]+", text.lower()))
    unknown = []
    at = 0
    while at < len(words):
        for length in range(min(3, len(words) - at), 0, -1):
            some = words[at : at + length]
            span = text[some[0].start() : some[-1].end()]
            bare = fold(" ".join(stem(word) for each in some for word in latin(each[0])))
            if take(fold(span), span) or take(bare, span):
                at += length
                break
        else:
            if len(words[at][0]) > 4 and not is_known_word(index, words[at][0]):
                unknown.append(words[at][0])
            at += 1
    low = lower(text)
    if not low.isascii():
        begin = index.begin_kinds
        for start in (n for n, letter in enumerate(low) if letter in begin):
            for end in range(min(start + 12, len(low)), start + 1, -1):
                name = low[start:end]
                if not name.isascii() and take(name, text[start:end]):
                    break
        for run in re.findall("[一-鿿]+", low):
            if len(run) == 1:
                take(run, run)
    if not named_kinds:
        for word in unknown:
            called = [name for name in index.called_kinds if len(name) > 3]
            if near := fuzzy.nearest(stem(word), called, ALIKE):
                take(near, word)
    return frozenset(named_kinds), spans


_LISTING = frozenset(
    re.findall(
        r"\w+",
        """what which are there is the of in i me us please do does we can you tell give""",
    )
)


def _lists(bare: str) -> bool:
    """True if the words beside the name of a kind only ask for a list, as in *all tiles*.

    ``bare``: the query without that name.
    """
    if any(word not in LISTS and word not in _LISTING for word in latin(bare)):
        return False
    left = re.sub(
        r"(?:の|は|を|が|って|に|で|か|です|ます|たち|ください|ほしい)",
        " ",
        ASKED_JA.sub(" ", bare),
    )
    return not re.search("[ぁ-ゖァ-ヺ一-鿿]", left)
