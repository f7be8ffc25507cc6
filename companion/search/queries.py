"""Parses a query: filters, phrases, excluded words, and the meaning of all other words.

They may name a game or a kind of entries, or compare a number; readings are written as the texts
are, and filler is left out. It never fails: a filter that no game knows is read as words.
"""

import re
import tomllib
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from operator import ge, gt, le, lt
from pathlib import Path
from typing import Literal

from scoring.model.catalogue import FactKind
from scoring.text.localised import Text, Verbatim

from . import fuzzy
from .index_items import spellings_of_value
from .normalise import (
    STOP,
    fold,
    in_kana,
    language_of,
    latin,
    lower,
    query_parts,
    sound,
    spaced,
    stem,
)
from .search_index import Index, KindId, NumericFact, synonyms
from .text_features import (
    Mentioned,
    features,
    filler,
    is_question,
    ngrams,
    only_name,
    question_forms,
    strip_filler,
)

LONGEST = 200
"""Longest query, in characters; the rest is ignored."""
ALIKE = 0.8
"""Similarity, 0 to 1, above which an unknown word counts as a misspelt name."""
_QUOTES = str.maketrans(dict.fromkeys("“”„«»「」『』", '"') | {"−": "-", "‐": "-"})
_PIECE = re.compile(r'(-?)(?:(\w+)(:|<=|>=|=|<|>))?(?:"([^"]*)"|(\S+))')
_AGE = re.compile(r"第?\d+世代|世代\d+|\bage \d+")
_GAME = ("game", "ゲーム")
_KIND = ("kind", "type", "種類")
_COMPARE = {"<=": le, ">=": ge, "<": lt, ">": gt}

type Sign = Literal["most", "least", ">", ">=", "<", "<="]
type Filter = frozenset[int]
"""The numbers of the items that pass."""


@dataclass(frozen=True, slots=True)
class Interpretation:
    """A part of a query, ``typed``, and what it is taken to mean, ``meaning``; shown to the user.

    - ``what``: taken as the name of a game or kind, as a misspelt word, or as a comparison (order).
    - ``without``: the query to send instead, so that the part is not interpreted like this.
    """

    what: Literal["game", "kind", "spelling", "order"]
    typed: str
    meaning: Text
    without: str


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


@dataclass(frozen=True, slots=True)
class Measure:
    """A number in a query and the folded text before and after it."""

    value: int
    before: str
    after: str


@dataclass(frozen=True)
class Query:
    """A parsed query, made once and passed from stage to stage.

    - ``terms``: folded words to find; ``phrases``: texts that must occur word by word.
    - ``without``: words that must not occur; ``filters``: those such as *cost:3*.
    - ``plain``: the words to search, as typed.
    - ``used``: the filters as typed; ``rest``: all other pieces of the query as typed.
    - ``games``: slugs of the games that its words name; ``selection``: the kinds
      of entries and the order by a number that its words ask for.
    - ``notes``: interpretations to show to the user.
    - ``scope``: slug of the game to search, or "" for all; hits of others are only counted.
    - ``parts``: its words and letter pairs, each with a weight; ``is_question``: as it was typed.
    """

    terms: tuple[str, ...]
    phrases: tuple[str, ...]
    without: tuple[str, ...]
    filters: tuple[Filter, ...]
    plain: str
    used: tuple[str, ...]
    rest: tuple[str, ...]
    games: frozenset[str]
    selection: Selection
    notes: tuple[Interpretation, ...]
    scope: str
    parts: Mapping[str, float]
    is_question: bool

    def without_filter(self, used: str) -> str:
        """Returns the query as typed, without the filter ``used``."""
        return " ".join([*self.rest, *(each for each in self.used if each != used)])

    @property
    def game(self) -> str:
        """Slug of the game searched or named by the query, if just one; else ""."""
        return next(iter(self.games)) if len(self.games) == 1 else self.scope

    @property
    def lists(self) -> bool:
        """True if the query asks for a list: all entries of a kind, or those by a number."""
        order = self.selection.order
        return self.selection.only_kinds or bool(order and order.whole_query)

    @cached_property
    def tells_age(self) -> bool:
        """True if it tells an age besides what it is about: *rounds in age 2*, 世代2のキャンプ."""
        rest, ages = _AGE.subn("", unicodedata.normalize("NFKC", self.plain).casefold())
        return bool(ages and rest.strip())

    @property
    def measures(self) -> tuple[Measure, ...]:
        """The numbers in the query, without those joined to Latin letters such as "3b"."""
        wide = unicodedata.normalize("NFKC", self.plain).casefold()
        found = []
        for match in re.finditer(r"(?<![a-z\d])\d{1,4}(?![a-z\d])", wide):
            before, after = fold(wide[: match.start()]), fold(wide[match.end() :])
            found.append(Measure(int(match[0]), before, after))
        return tuple(found)

    # What the query is compared by.

    @cached_property
    def whole(self) -> str:
        """The terms as one folded text without spaces."""
        return "".join(self.terms)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The Latin words."""
        return tuple(latin(self.plain))

    @cached_property
    def stems(self) -> tuple[str, ...]:
        return tuple(map(stem, self.words))

    @cached_property
    def sound(self) -> str:
        """The pronunciation; "" if the query is neither kana nor romaji."""
        return sound(self.plain)

    @cached_property
    def kana(self) -> str:
        """Romaji as hiragana; "" if it is none."""
        return in_kana(self.whole)

    @cached_property
    def language(self) -> str:
        return language_of(self.plain)

    @cached_property
    def forms(self) -> frozenset[str]:
        """Forms of questions, such as *when*."""
        return question_forms(self.plain)

    @cached_property
    def features(self) -> tuple[Mapping[str, float], Mentioned]:
        """Features with their weights, and the words that have synonyms."""
        return features(self.plain, synonyms())

    @property
    def synonyms(self) -> Mentioned:
        return self.features[1]

    @property
    def filler(self) -> Mapping[str, float]:
        """Little words, pairs of words etc., with their weights."""
        return filler(self.plain)

    @property
    def ngrams(self) -> Mapping[str, int]:
        return Counter(ngrams(self.plain))


def clean(query: str) -> str:
    """Returns a query in normal width, with plain quotes, and without control characters."""
    text = unicodedata.normalize("NFKC", query[:LONGEST])[:LONGEST].translate(_QUOTES)
    return "".join(" " if unicodedata.category(c)[0] in "CZ" else c for c in text)


def parse(index: Index, text: str, game: str = "") -> Query:
    """Parses a query as typed.

    ``game``: slug of the only game to search, "" for all.
    """
    terms: list[str] = []
    phrases: list[str] = []
    without: list[str] = []
    filters: list[Filter] = []
    plain: list[str] = []
    used: list[str] = []
    rest: list[str] = []
    for piece in _PIECE.finditer(clean(text)):
        minus, label, sign, quoted, bare = (part or "" for part in piece.groups())
        value = quoted or bare
        fit = _filter(index, label.casefold(), sign, fold(value)) if label else None
        if fit is not None:
            filters.append(frozenset(range(len(index.items))) - fit if minus else fit)
            used.append(piece[0])
            continue
        rest.append(piece[0])
        words = [word for word in map(fold, (label, value)) if word]
        if minus:
            without += words
            continue
        terms += words
        phrases += [spaced(f"{label} {value}")] if quoted else []
        plain += [label, value]
    typed = " ".join(filter(None, plain))
    meaning = _Meaning(typed)
    if not phrases and len(typed) > 2:
        meaning = _interpret(index, typed, game)
        if meaning.text != typed:
            terms = [word for word in map(fold, meaning.text.split()) if word]
    return Query(
        tuple(terms),
        tuple(phrases),
        tuple(without),
        tuple(filters),
        meaning.text,
        tuple(used),
        tuple(rest),
        meaning.games,
        meaning.selection,
        meaning.notes,
        game,
        query_parts(meaning.text, index.part_weights),
        is_question(typed),
    )


def _filter(index: Index, label: str, sign: str, value: str) -> Filter | None:
    """Returns a filter; None if it fits no game's. ``value``: folded."""
    if not value:
        return None
    if label in _GAME and sign in ":=":
        slugs = {name for name in index.games_called if name.startswith(value)}
        games = {slug for name in slugs for slug in index.games_called[name]}
        return frozenset(i.order for i in index.items if i.slug in games) if games else None
    if label in _KIND and sign in ":=":
        kinds = {k for k, names in index.kinds.items() if value in names}
        kinds = kinds or {k for k, names in index.kinds.items() if any(value in n for n in names)}
        return frozenset(i.order for k in kinds for i in index.members.get(k, ())) or None
    facts = index.facts.get(fold(label))
    return _fact_filter(index, facts, sign, value) if facts else None


def _fact_filter(
    index: Index, facts: Mapping[str, FactKind], sign: str, value: str
) -> Filter | None:
    """Returns a filter by a fact, given by game."""
    number = int(value) if value.isascii() and value.isdigit() else None
    if number is None and sign not in ":=":
        return None
    listed = {  # for each fact the words of its list, if it has one
        fact.id: {fold(w) for word, text in fact.words.items() for w in (word, text.en, text.ja)}
        for fact in facts.values()
    }
    fitting = set()
    for item in index.items:
        fact = facts.get(item.slug)
        if fact is None or item.entry is None or fact.id not in item.entry.facts:
            continue
        held = item.entry.facts[fact.id]
        if number is not None and fact.type in ("number", "pieces"):
            amount = sum(held.values()) if fact.type == "pieces" else held
            fits = _COMPARE[sign](amount, number) if sign in _COMPARE else amount == number
        else:
            words = [fold(word) for word in spellings_of_value(item.catalogue, fact, held)]
            inside = any(value in word for word in words) and value not in listed[fact.id]
            fits = sign in ":=" and (value in words or inside)
        if fits:
            fitting.add(item.order)
    return frozenset(fitting)


# ── what the words mean ─────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Meaning:
    """The words of a query as they were interpreted; ``text``: those left to search."""

    text: str
    games: frozenset[str] = frozenset()
    notes: tuple[Interpretation, ...] = ()
    selection: Selection = Selection()


def _interpret(index: Index, text: str, game: str) -> _Meaning:
    """Interprets the words of a query; ``game``: the slug of the only game searched, if any."""
    if fold(text) in index.keys:
        return _Meaning(text)
    notes: list[Interpretation] = []
    games: frozenset[str] = frozenset()
    left = text
    if named_game := _game_name(index, text, game):
        games, left, note = named_game
        notes.append(note)
        if fold(left) in index.keys:
            return _Meaning(left, games, tuple(notes))
    left, names = index.readings.as_written(strip_filler(left, index.keys))
    notes += [spelling(typed, name, text) for typed, name in names]
    if name := only_name(left, index.keys):
        return _Meaning(name, games, tuple(notes))
    selection = _select(index, left, frozenset((game,)) if game else games)
    if selection.words:
        words = selection.words.strip()
        called = index.members[min(selection.kinds)][0].kind
        assert called
        without = text.replace(selection.words, f'"{words}"')
        notes.append(Interpretation("kind", words, called.name, without))
    return _Meaning(left, games, tuple(notes), selection)


def spelling(typed: str, meaning: str, text: str) -> Interpretation:
    """Describes a word that was read as another one, ``meaning``; ``text`` is the whole query.

    The query to undo it has the word in quotes, which are searched literally.
    """
    quoted = re.sub(re.escape(typed), f'"{typed}"', text, count=1, flags=re.IGNORECASE)
    return Interpretation("spelling", typed, Verbatim(meaning), quoted)


def _is_known_word(index: Index, word: str) -> bool:
    return word in index.keys or (
        word.isascii() and (word in STOP or stem(word) in index.part_weights)
    )


_BEFORE = re.compile(r"(?:\b(?:in|of|for|from|on|at|the|with|playing)\s+)*$")
_AFTER = re.compile(r"(?:'s\b|って|では|での|で|の|は|に|と|を|が)?[\s:：、,]*")


def _game_name(
    index: Index, text: str, game: str
) -> tuple[frozenset[str], str, Interpretation] | None:
    """Returns the games that a query names, the rest of the query, and a note; or None."""
    low = lower(text)
    spans = [(m.start(), m.end(), fold(m[0])) for m in index.game_pattern.finditer(low)]
    for start, end, name in spans or _similar_name(index, low):
        slugs = frozenset(index.games_called[name])
        before, after = _BEFORE.search(low[:start]), _AFTER.match(low[end:])
        assert before
        assert after
        left = f"{text[: before.start()].rstrip()} {text[end + after.end() :]}".strip()
        if not re.search(r"\w", left) or (game and game not in slugs):
            continue
        if len(name) < 3 and len(left) < 3:
            continue
        title = next(item.box for item in index.items if item.slug in slugs).name
        return slugs, left, Interpretation("game", text[start:end], title, left)
    return None


def _similar_name(index: Index, low: str) -> Iterator[tuple[int, int, str]]:
    """Yields at most one misspelt name of a game in a query: its start, end, and correct spelling.

    A word that occurs in the index is not taken as misspelt. ``low`` is the query in lower case.
    """
    words = list(re.finditer(r"[a-z][a-z0-9]+|[ぁ-ゖー]{4,}", low))
    long = [name for name in index.games_called if len(name) > 4]
    for n, first in enumerate(words):
        for last in words[n : n + 2]:
            spelt = fold(low[first.start() : last.end()])
            if (
                len(spelt) < 5
                or _is_known_word(index, spelt)
                or (last is not first and not spelt.isascii())
            ):
                continue
            if near := fuzzy.nearest(spelt, long, ALIKE):
                yield first.start(), last.end(), near
                return


# ── kinds and numbers that are asked for ────────────────────────────────────────────────

_RAW = tomllib.loads(Path(__file__).with_name("list_words.toml").read_text("utf-8"))
_LISTS, _LISTING = (frozenset(_RAW[name].split()) for name in ("lists", "listing"))
_LISTS_JA, _LISTING_JA = (re.compile(_RAW[name]) for name in ("lists_ja", "listing_ja"))
_PRICES = frozenset(_RAW["prices"])
_COMPARISONS: list[tuple[Sign, str, re.Pattern[str]]] = [
    (each["sign"], each.get("fact", ""), re.compile(each["pattern"])) for each in _RAW["comparison"]
]


def _select(index: Index, text: str, within: frozenset[str]) -> Selection:
    """Returns what a query selects; ``within``: slugs of the games it is about, all if empty."""
    low = text.lower()
    found = ((match, *each) for each in _COMPARISONS if (match := each[2].search(low)))
    signed = next(found, None)
    # A fact label may contain a kind's name (workers on a boat) without meaning the kind.
    kinds, spans = _kinds(index, _without_labels(index, text, within) if signed else text, within)
    bare = text
    for span in spans:
        at = bare.rfind(span)
        bare = f"{bare[:at]} {bare[at + len(span) :]}" if at >= 0 else bare
    order = None
    if signed:
        match, sign, row, pattern = signed
        extreme = sign in ("most", "least")
        number = 0 if extreme else int(next(filter(None, match.groups()))[:6])

        def cut(match: re.Match[str]) -> str:
            return f" {' '.join(filter(None, match.groups()))} " if extreme else " "

        left = pattern.sub(cut, bare.lower())
        order = _order(index, sign, number, left, row, within, kinds)
    only_kinds = len(spans) == 1 and not order and _lists(bare)
    selects = only_kinds or bool(order and order.whole_query)
    return Selection(kinds, only_kinds, order, spans[0] if selects and spans else "")


def _content(bare: str) -> list[str]:
    """Returns the words of a query that are neither stop words nor requests for a list.

    ``bare``: the query without its comparison and names of kinds.
    """
    words = [word for word in latin(bare) if word not in STOP and word not in _LISTS]
    return words + re.findall("[ァ-ヺー]{2,}|[一-鿿]+", _LISTS_JA.sub(" ", bare))


def _lists(bare: str) -> bool:
    """True if the words beside the name of a kind only ask for a list, as in *all tiles*."""
    left = _LISTING_JA.sub(" ", _LISTS_JA.sub(" ", bare))
    return set(latin(bare)) <= _LISTS | _LISTING and not re.search("[ぁ-ゖァ-ヺ一-鿿]", left)


def _without_labels(index: Index, text: str, within: frozenset[str]) -> str:
    """Replaces each long label of a numeric fact in the query by as many dots.

    Words in a label then do not count as words of the query. ``within``: slugs of the games whose
    labels are replaced; empty for all games.
    """
    for fact in index.numeric_facts:
        for label, least in ((fact.en, 7), (fact.ja, 4)):
            if len(label) >= least and (not within or fact.slug in within):
                dots = "." * len(label)
                text = re.sub(re.escape(label), dots, text, flags=re.IGNORECASE)
    return text


def _order(
    index: Index,
    sign: Sign,
    number: int,
    left: str,
    row: str,
    within: frozenset[str],
    kinds: frozenset[KindId],
) -> Order | None:
    """Returns the order that a comparison asks for; None if no fact is compared.

    ``left``: the query without the comparison; ``row``: the fact if it is not said.
    """
    compared = f"{left} {row}"
    facts: dict[str, tuple[float, list[FactKind]]] = {}
    texts: dict[str, set[str]] = defaultdict(set)
    for fact in index.numeric_facts:
        if (within and fact.slug not in within) or (kinds and not kinds & fact.kinds):
            continue
        share, used = _label_match(fact, compared)
        best = facts.get(fact.slug, (0.3, []))
        if share < 0.3:
            continue
        texts[fact.slug] |= used
        if share > best[0] + 1e-9 or not best[1]:
            facts[fact.slug] = share, [fact.fact]
        elif abs(share - best[0]) < 1e-9:
            best[1].append(fact.fact)
    if not facts and not _content(left):
        # Only a comparison and a kind: its main number.
        facts = {
            kind[0]: (1.0, [index.main_numbers[kind]]) for kind in kinds & index.main_numbers.keys()
        }
    most = max((share for share, _facts in facts.values()), default=0.0)
    likely = {slug: tuple(of) for slug, (share, of) in facts.items() if share >= most - 0.3}
    if not likely:
        return None
    labels = {word for slug in likely for word in texts[slug]}
    for word in sorted(labels, key=len, reverse=True):
        ending = r"\w*" if word.isascii() else ""
        start = r"\b" if word.isascii() else ""
        left = re.sub(f"{start}{re.escape(word)}{ending}", " ", left)
    whole = not _content(left) and bool(kinds or len(likely) == 1)
    return Order(sign, likely, kinds, number, whole)


def _label_match(fact: NumericFact, text: str) -> tuple[float, set[str]]:
    """Returns how much of a fact's label a text has, about 0 to 1, and those words of the text."""
    words = {stem(word): word for word in latin(text)}
    low, ja = text.lower(), fact.ja.lower()
    share, used = 0.0, set[str]()
    if ja and ja in low:
        share, used = 1.0 + len(ja) / 100, {ja}
    elif not low.isascii():
        used = {part for part in re.findall(r"[ァ-ヺー]{2,}|[一-鿿]{2,}", ja) if part in low}
        share = len("".join(used)) / max(1, len(ja))
    if shared := fact.stems & words.keys():
        each = len(shared) / len(fact.stems) + len(shared) / 100
        if each > share:
            share, used = each, {words[stem_] for stem_ in shared}
    if share < 0.3 and _PRICES & words.keys() and _PRICES & (fact.stems | {ja}):
        return 0.3, {word for stem_, word in words.items() if stem_ in _PRICES}
    return share, used


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
            if len(words[at][0]) > 4 and not _is_known_word(index, words[at][0]):
                unknown.append(words[at][0])
            at += 1
    low = lower(text)
    for start, letter in enumerate("" if low.isascii() else low):
        for end in (
            range(min(start + 12, len(low)), start + 1, -1) if letter in index.begin_kinds else ()
        ):
            name = low[start:end]
            if not name.isascii() and take(name, text[start:end]):
                break
    for run in re.findall("(?<![一-鿿])[一-鿿](?![一-鿿])", low):
        take(run, run)
    if not named_kinds:
        for word in unknown:
            called = [name for name in index.called_kinds if len(name) > 3]
            if near := fuzzy.nearest(stem(word), called, ALIKE):
                take(near, word)
    return frozenset(named_kinds), spans
