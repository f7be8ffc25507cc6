"""What a query means before any text is searched: a game, kinds, an order of numbers, spellings.

Each reading is a ``Note`` that the page shows as a chip, with the query as it is typed without it.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal

import jaconv

from scoring.core.catalogue import FactKind
from scoring.core.text import Text, Verbatim

from . import fuzzy, kana_readings
from .normalise import LETTER_BY_LETTER, STOP, fold, latin, stem
from .search_index import Index, Item, index

type KindId = tuple[str, str]
type Sign = Literal["most", "least", ">", ">=", "<", "<="]

ALIKE = 0.8
"""More alike than this a name that is no word of any box must be spelt to be meant."""


@dataclass(frozen=True, slots=True)
class Interpretation:
    """How a part of the query was read: ``meant`` for ``typed``, and the query ``without`` it."""

    what: Literal["game", "kind", "spelling", "order"]
    typed: str
    meant: Text
    without: str


@dataclass(frozen=True, slots=True)
class Order:
    """Entries by one of their numbers: those with the most, or with more than ``number``."""

    sign: Sign
    facts: Mapping[str, tuple[FactKind, ...]]
    kinds: frozenset[KindId]
    number: int = 0
    alone: bool = True
    """True if the query asks for nothing else."""


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """``left``: the words that are still to be looked for."""

    left: str
    games: frozenset[str] = frozenset()
    kinds: frozenset[KindId] = frozenset()
    only_kinds: bool = False
    order: Order | None = None
    notes: tuple[Interpretation, ...] = ()


def parse_query(text: str, game: str = "") -> ParsedQuery:
    """What the words of a query mean; ``game`` is the one that is looked in anyway."""
    return _read(text, game, index())


@lru_cache(64)
def _read(text: str, game: str, ours: Index) -> ParsedQuery:
    if fold(text) in ours.keys:
        return ParsedQuery(text)
    notes: list[Interpretation] = []
    games: frozenset[str] = frozenset()
    left = text
    if lid := _lid(ours, text, game):
        games, left, note = lid
        notes.append(note)
        if fold(left) in ours.keys:
            return ParsedQuery(left, games, notes=tuple(notes))
    left = _unspoken(ours, left)
    left, put = kana_readings.written(left, ours)
    notes += [spelling(typed, name, text) for typed, name in put]
    if name := _only_name(ours, left):
        return ParsedQuery(name, games, notes=tuple(notes))
    within = frozenset((game,)) if game else games
    sign = _sign(left)
    # What counts may have a kind's name in it: the workers on a boat are not the kind of thing.
    kinds, spans = _kinds(ours, _without_labels(ours, left, within) if sign else left, within)
    bare = left
    for span in spans:
        at = bare.rfind(span)
        bare = f"{bare[:at]} {bare[at + len(span) :]}" if at >= 0 else bare
    order = _order(ours, sign, left, bare, within, kinds) if sign else None
    only = len(spans) == 1 and not order and _lists(bare)
    for span in spans if only or (order and order.alone) else ():
        named = sorted(kinds)[0]
        kind = next(i.kind for i in ours.items if (i.slug, i.kind_id) == named)
        assert kind
        notes.append(
            Interpretation("kind", span.strip(), kind.name, text.replace(span, f'"{span.strip()}"'))
        )
        break
    return ParsedQuery(left, games, kinds, only, order, tuple(notes))


SPOKEN = Path(__file__).with_name("spoken.toml")


@cache
def _spoken(name: str = "") -> tuple[re.Pattern[str], re.Pattern[str]]:
    raw = tomllib.loads(SPOKEN.read_text("utf-8"))
    before, after = (
        "|".join(
            rf"\b{re.escape(each)}\b" if each.isascii() else re.escape(each)
            for each in sorted(raw[key + name], key=len, reverse=True)
        )
        for key in ("before", "after")
    )
    marks = r"[\s,.:;!?、。：！？…]*"
    return (
        re.compile(rf"^{marks}(?:(?:{before}){marks})+", re.IGNORECASE),
        re.compile(rf"(?:{marks}(?:{after}))+{marks}$", re.IGNORECASE),
    )


def _unspoken(ours: Index, text: str) -> str:
    """A question without what is only said around it, unless nothing else is there.

    A name before a single word is meant: *well upgrade*, where the box has a well.
    """
    before, after = _spoken()
    starts = before.match(text)
    left = after.sub("", text[starts.end() if starts else 0 :])
    if starts and len(left.split()) < 2 and fold(starts[0]) in ours.keys:
        return text
    return left if len(fold(left)) > 3 else text


def _only_name(ours: Index, text: str) -> str:
    """The name in a question that asks only what it is; nothing where it asks anything else."""
    before, after = _spoken("_name")
    starts = before.match(text)
    for begin in dict.fromkeys((starts.end() if starts else 0, 0)):
        name = after.sub("", text[begin:])
        if name != text and fold(name) in ours.keys:
            return name
    return ""


# ── the game ────────────────────────────────────────────────────────────────────────────

_BEFORE = r"(?:\b(?:in|of|for|from|on|at|the|with|playing)\s+)*"
_AFTER = r"(?:'s\b|って|では|での|で|の|は|に|と|を|が)?[\s:：、,]*"


@cache
def _lids(ours: Index) -> tuple[re.Pattern[str], Mapping[str, tuple[str, ...]]]:
    """A pattern for every name of every box, and the boxes that are called so."""
    called: dict[str, list[str]] = defaultdict(list)
    for slug, names in ours.lids.items():
        for name in names:
            called[name].append(slug)
    ways = []
    for name in sorted(called, key=lambda name: (-len(name), name)):
        spelt = r"[\s・\-]*".join(map(re.escape, name))
        ways.append(rf"(?<![a-z0-9]){spelt}(?![a-z0-9])" if name.isascii() else spelt)
    return re.compile("|".join(ways) or "(?!)"), {n: tuple(s) for n, s in called.items()}


def _lower(text: str) -> str:
    """As ``fold`` has it, letter for letter."""
    low = jaconv.kata2hira(text.lower()).translate(LETTER_BY_LETTER)
    return low if len(low) == len(text) else text


def _lid(ours: Index, text: str, game: str) -> tuple[frozenset[str], str, Interpretation] | None:
    pattern, called = _lids(ours)
    low = _lower(text)
    spans = [(match.start(), match.end(), fold(match[0])) for match in pattern.finditer(low)]
    if not spans:
        spans = list(_lid_alike(ours, low, tuple(called)))
    for start, end, name in spans:
        slugs = frozenset(called.get(name, ()))
        before = re.search(_BEFORE + "$", low[:start])
        after = re.match(_AFTER, low[end:])
        assert before
        assert after
        left = f"{text[: before.start()].rstrip()} {text[end + after.end() :]}".strip()
        if not slugs or not re.search(r"\w", left) or (game and game not in slugs):
            continue
        if len(name) < 3 and len(left) < 3:
            continue
        box = next(item.box for item in ours.items if item.slug in slugs)
        return slugs, left, Interpretation("game", text[start:end], box.name, left)
    return None


_WORDS = re.compile(r"[a-z][a-z0-9'’]+(?:[\s-]+[a-z0-9'’]+)?|[ぁ-ゖー]{4,}")


def _lid_alike(ours: Index, low: str, names: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """A name of a box with a typing error, where it is no word of anything else."""
    words = list(re.finditer(r"[a-z][a-z0-9]+|[ぁ-ゖー]{4,}", low))
    long = [name for name in names if len(name) > 4]
    for n, first in enumerate(words):
        for last in words[n : n + 2]:
            spelt = fold(low[first.start() : last.end()])
            if len(spelt) < 5 or _known(ours, spelt) or (last is not first and not spelt.isascii()):
                continue
            if near := fuzzy.nearest(spelt, long, ALIKE):
                yield first.start(), last.end(), near
                return


def _known(ours: Index, word: str) -> bool:
    return word in ours.keys or (word.isascii() and (word in STOP or stem(word) in ours.shares))


# ── kinds ───────────────────────────────────────────────────────────────────────────────

_LISTS = frozenset(
    re.findall(
        r"\w+",
        """list lists all every each show shows exist exists different various kind kinds type
        types sort sorts any available game games box see overview example""",
    )
)


def _kinds(ours: Index, text: str, within: frozenset[str]) -> tuple[frozenset[KindId], list[str]]:
    """The kinds that a query names, longest names first, and its words for them."""
    found: set[KindId] = set()
    spans: list[str] = []

    def take(name: str, span: str) -> bool:
        kinds = [k for k in ours.called_kinds.get(name, ()) if not within or k[0] in within]
        if kinds and not any(span in other for other in spans):
            found.update(kinds)
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
            if len(words[at][0]) > 4 and not _known(ours, words[at][0]):
                unknown.append(words[at][0])
            at += 1
    low = _lower(text)
    if not low.isascii():
        begin = ours.begin_kinds
        for start in (n for n, letter in enumerate(low) if letter in begin):
            for end in range(min(start + 12, len(low)), start + 1, -1):
                name = low[start:end]
                if not name.isascii() and take(name, text[start:end]):
                    break
        for run in re.findall("[一-鿿]+", low):
            if len(run) == 1:
                take(run, run)
    if not found:
        for word in unknown:
            called = [name for name in ours.called_kinds if len(name) > 3]
            if near := fuzzy.nearest(stem(word), called, ALIKE):
                take(near, word)
    return frozenset(found), spans


_ASKED_JA = re.compile(
    "一覧|全部|全て|すべて|種類|教えて|見せて|何が|何|一番|最も|もっとも|いちばん|どれ|どんな|ある|見たい|リスト|やつ|もの"
)


def _content(bare: str) -> list[str]:
    """What is left of a query that says something."""
    words = [w for w in latin(bare) if w not in STOP and w not in _LISTS]
    return words + re.findall("[ァ-ヺー]{2,}|[一-鿿]+", _ASKED_JA.sub(" ", bare))


_LISTING = frozenset(
    re.findall(
        r"\w+",
        """what which are there is the of in i me us please do does we can you tell give""",
    )
)


def _lists(bare: str) -> bool:
    """True if what stands beside a kind only asks for all of it."""
    if any(word not in _LISTS and word not in _LISTING for word in latin(bare)):
        return False
    left = re.sub(
        r"(?:の|は|を|が|って|に|で|か|です|ます|たち|ください|ほしい)",
        " ",
        _ASKED_JA.sub(" ", bare),
    )
    return not re.search("[ぁ-ゖァ-ヺ一-鿿]", left)


# ── the most, the least, more than ──────────────────────────────────────────────────────

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


def _sign(text: str) -> _Signed | None:
    """True if a query compares: how, with what number, by which row, and the words for it."""
    low = text.lower()
    for pattern, sign in _COMPARE:
        if match := pattern.search(low):
            return sign, int(next(filter(None, match.groups()))[:6]), "", pattern
    for pattern, sign, row in _EXTREME:
        if pattern.search(low):
            return sign, 0, row, pattern
    return None


def _order(
    ours: Index,
    signed: _Signed,
    text: str,
    bare: str,
    within: frozenset[str],
    kinds: frozenset[KindId],
) -> Order | None:
    sign, number, row, pattern = signed

    def cut(match: re.Match[str]) -> str:
        return f" {' '.join(filter(None, match.groupdict().values()))} "

    left = pattern.sub(cut, bare.lower())
    facts, said = _facts(ours, f"{left} {row}", within, kinds, alone=not _content(left))
    if not facts:
        return None
    for word in sorted(said, key=len, reverse=True):
        if word.isascii():
            left = re.sub(rf"\b{re.escape(word)}\w*", " ", left)
        else:
            left = left.replace(word, " ")
    return Order(sign, facts, kinds, number, not _content(left) and bool(kinds or len(facts) == 1))


def _without_labels(ours: Index, text: str, within: frozenset[str]) -> str:
    """A query without the rows that it names in full, letter for letter as long."""
    for slug, fact, _stems, ja in _labels(ours):
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
def _labels(ours: Index) -> tuple[tuple[str, FactKind, frozenset[str], str], ...]:
    """Each number that entries have: the box, its stems in English and its Japanese label."""
    found: dict[tuple[str, str], tuple[str, FactKind, frozenset[str], str]] = {}
    for item in ours.items:
        for fact in item.catalogue.facts.values():
            if fact.type in ("number", "pieces"):
                en = re.sub(r"\(.*?\)", "", fact.name.en)
                ja = re.sub(r"[（(].*?[）)]", "", fact.name.ja)
                stems = frozenset(stem(word) for word in latin(en) if word not in STOP)
                found.setdefault((item.slug, fact.id), (item.slug, fact, stems, ja))
    return tuple(found.values())


_PRICES = frozenset(("cost", "price", "pric", "値段", "コスト", "価格"))


def _facts(
    ours: Index, text: str, within: frozenset[str], kinds: frozenset[KindId], *, alone: bool
) -> tuple[dict[str, tuple[FactKind, ...]], set[str]]:
    """The rows that a query names, box by box: those of which it says the greatest share."""
    words = {stem(word): word for word in latin(text)}
    low = text.lower()
    best: dict[str, tuple[float, list[FactKind]]] = {}
    said: dict[str, set[str]] = defaultdict(set)
    for slug, fact, stems, ja in _labels(ours):
        if (within and slug not in within) or (kinds and not _has(ours, slug, kinds, fact.id)):
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
        if stems and (had := stems & set(words)):
            each = len(had) / len(stems) + len(had) / 100
            if each > share:
                share, used = each, {words[one] for one in had}
        if share < 0.3 and _PRICES & set(words) and _PRICES & (stems | {ja}):
            share, used = 0.3, {w for w in words.values() if stem(w) in _PRICES}
        if share < 0.3:
            continue
        said[slug] |= used
        if share > best.get(slug, (0.0, []))[0] + 1e-9:
            best[slug] = share, [fact]
        elif abs(share - best[slug][0]) < 1e-9:
            best[slug][1].append(fact)
    if not best and kinds and alone:
        for kind in kinds:
            if (first := _first(ours, kind)) is not None:
                best[kind[0]] = 1.0, [first]
    most = max((share for share, _facts in best.values()), default=0.0)
    kept = {slug: tuple(facts) for slug, (share, facts) in best.items() if share >= most - 0.3}
    return kept, {word for slug in kept for word in said[slug]}


def _members(ours: Index, kind: KindId) -> list[Item]:
    return [item for item in ours.items if (item.slug, item.kind_id) == kind]


@cache
def _has(ours: Index, slug: str, kinds: frozenset[KindId], fact: str) -> bool:
    return any(
        item.entry and fact in item.entry.facts
        for kind in kinds
        if kind[0] == slug
        for item in _members(ours, kind)
    )


@cache
def _first(ours: Index, kind: KindId) -> FactKind | None:
    """The number by which a kind is told apart: the first that nearly all of it have."""
    members = [item.entry for item in _members(ours, kind) if item.entry]
    for item in _members(ours, kind)[:1]:
        for fact in item.catalogue.facts.values():
            values = [e.facts[fact.id] for e in members if fact.id in e.facts]
            most = 10 * len(values) >= 9 * len(members)
            if fact.type == "number" and most and len(set(values)) > 1:
                return fact
    return None


def ordered(order: Order, pool: Sequence[Item]) -> list[tuple[Item, int]]:
    """The items that an order asks for, with their number, in its order."""
    valued: list[tuple[Item, int]] = []
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
            kept = [pair for pair in valued if pair[1] == max(numbers)]
        case "least":
            kept = [pair for pair in valued if pair[1] == min(numbers)]
        case ">":
            kept = [pair for pair in valued if pair[1] > order.number]
        case ">=":
            kept = [pair for pair in valued if pair[1] >= order.number]
        case "<":
            kept = [pair for pair in valued if pair[1] < order.number]
        case _:
            kept = [pair for pair in valued if pair[1] <= order.number]
    down = order.sign in ("most", ">", ">=")
    return sorted(kept, key=lambda pair: (-pair[1] if down else pair[1], pair[0].order))


def spelling(typed: str, meant: str, text: str) -> Interpretation:
    """A word that was read as another one; in quotes it is taken to the letter."""
    quoted = re.sub(re.escape(typed), f'"{typed}"', text, count=1, flags=re.IGNORECASE)
    return Interpretation("spelling", typed, Verbatim(meant), quoted)
