"""Splits a query into filters, phrases, excluded words, numbers and search terms.

It never fails: a filter that no game knows is read as words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scoring.model.catalogue import FactKind

from . import parsing
from .features import QueryFeatures, query_features
from .game_names import Interpretation
from .normalise import fold, language_of, spaced, wide
from .parsing import ParsedQuery
from .search_index import Index, IndexItem, spellings_of_value

LONGEST = 200
"""Longest query, in characters; the rest is ignored."""

type Filter = Callable[[IndexItem], bool]

_PIECE = re.compile(r'(-?)(?:(\w+)(:|<=|>=|=|<|>))?(?:"([^"]*)"|(\S+))')
_QUOTES = str.maketrans(dict.fromkeys("“”„«»「」『』", '"') | {"−": "-", "‐": "-"})
_GAME = ("game", "ゲーム")
_KIND = ("kind", "type", "種類")


@dataclass(frozen=True, slots=True)
class Measure:
    """A number in a query and the folded text before and after it."""

    value: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Query:
    """A parsed query, made once and passed from stage to stage.

    - ``terms``: folded words to find; ``phrases``: texts that must occur word by word.
    - ``without``: words that must not occur; ``filters``: those such as *cost:3*, as functions.
    - ``plain``: the words to search, as typed; ``is_question``: they are a question.
    - ``used``: the filters as typed; ``rest``: all other pieces of the query as typed.
    - ``parsed``: the games, kinds and order that its words name.
    - ``scope``: slug of the game to search, or "" for all; hits of others are only counted.
    - ``game``: slug of the game searched or named by the query, if just one.
    - ``whole``: its terms as one text; ``features``: what ``plain`` is compared by.
    """

    terms: tuple[str, ...]
    phrases: tuple[str, ...]
    without: tuple[str, ...]
    filters: tuple[Filter, ...]
    plain: str
    is_question: bool
    used: tuple[str, ...]
    rest: tuple[str, ...]
    parsed: ParsedQuery
    scope: str
    game: str
    whole: str
    features: QueryFeatures

    @property
    def notes(self) -> tuple[Interpretation, ...]:
        return self.parsed.notes

    def without_filter(self, used: str) -> str:
        """Returns the query as typed, without the filter ``used``."""
        return " ".join([*self.rest, *(each for each in self.used if each != used)])

    def allows(self, item: IndexItem) -> bool:
        """True if an item has nothing against it: no filter, excluded word or missing phrase."""
        if self.parsed.games and (item.slug not in self.parsed.games or item.entry is None):
            return False
        if self.filters and not all(fits(item) for fits in self.filters):
            return False
        if any(word in item.called or item.contains(word) for word in self.without):
            return False
        return all(p.replace(" ", "") in item.called or item.contains(p) for p in self.phrases)

    @property
    def lists(self) -> bool:
        """True if the query asks for a list: all entries of a kind, or those by a number."""
        order = self.parsed.order
        return self.parsed.only_kinds or bool(order and order.whole_query)

    @property
    def measures(self) -> tuple[Measure, ...]:
        """The numbers in the query, without those joined to Latin letters such as "3b"."""
        wide = unicodedata.normalize("NFKC", self.plain).casefold()
        found = []
        for match in re.finditer(r"(?<![a-z\d])\d{1,4}(?![a-z\d])", wide):
            before, after = fold(wide[: match.start()]), fold(wide[match.end() :])
            found.append(Measure(int(match[0]), before, after))
        return tuple(found)


def parse(index: Index, text: str, game: str = "") -> Query:
    """Parses a query, to be searched in ``game`` or, if "", in all games. Never fails."""
    text = unicodedata.normalize("NFKC", text[:LONGEST])[:LONGEST].translate(_QUOTES)
    text = "".join(" " if unicodedata.category(c)[0] in "CZ" else c for c in text)
    terms: list[str] = []
    phrases: list[str] = []
    without: list[str] = []
    filters: list[Filter] = []
    plain: list[str] = []
    used: list[str] = []
    rest: list[str] = []
    for piece in _PIECE.finditer(text):
        minus, label, sign, quoted, bare = (part or "" for part in piece.groups())
        value = quoted or bare
        if label and (fit := _filter(index, label.casefold(), sign, value)):
            filters.append(_not(fit) if minus else fit)
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
    words_left = " ".join(filter(None, plain))
    question = is_question(words_left)
    if phrases or len(words_left) < 3:
        parsed = ParsedQuery(words_left)
    else:
        parsed = parsing.parse_query(index, words_left, game)
        if parsed.left != words_left:
            words_left = parsed.left
            terms = [word for word in map(fold, words_left.split()) if word]
    return Query(
        tuple(terms),
        tuple(phrases),
        tuple(without),
        tuple(filters),
        words_left,
        question,
        tuple(used),
        tuple(rest),
        parsed,
        scope=game,
        game=next(iter(parsed.games)) if len(parsed.games) == 1 else game,
        whole="".join(terms),
        features=query_features(words_left),
    )


def _not(fit: Filter) -> Filter:
    return lambda item: not fit(item)


def _filter(index: Index, label: str, sign: str, value: str) -> Filter | None:
    folded = fold(value)
    if not folded:
        return None
    if label in _GAME and sign in ":=":
        slugs = {
            s for s, names in index.game_names.items() if any(n.startswith(folded) for n in names)
        }
        return (lambda item: item.slug in slugs) if slugs else None
    if label in _KIND and sign in ":=":
        kinds = {k for k, names in index.kinds.items() if folded in names}
        kinds = kinds or {k for k, names in index.kinds.items() if any(folded in n for n in names)}
        return (lambda item: (item.slug, item.kind_id) in kinds) if kinds else None
    facts = index.facts.get(fold(label))
    return _fact_filter(facts, sign, folded) if facts else None


def _fact_filter(facts: Mapping[str, FactKind], sign: str, folded: str) -> Filter | None:
    number = int(folded) if folded.isascii() and folded.isdigit() else None
    if number is None and sign not in ":=":
        return None

    def fits(item: IndexItem) -> bool:
        fact = facts.get(item.slug)
        if fact is None or item.entry is None or fact.id not in item.entry.facts:
            return False
        value = item.entry.facts[fact.id]
        if number is not None and fact.type in ("number", "pieces"):
            return _compare(sum(value.values()) if fact.type == "pieces" else value, sign, number)
        words = [fold(word) for word in spellings_of_value(item.catalogue, fact, value)]
        exact = folded in listed_values.get(fact.id, ())
        return sign in ":=" and any(folded == w if exact else folded in w for w in words)

    listed_values = {fact.id: _listed_values(fact) for fact in facts.values()}
    return fits


def _listed_values(fact: FactKind) -> set[str]:
    """Returns the folded words that may be typed as value of a fact with a fixed list of words."""
    return {fold(said) for word, text in fact.words.items() for said in (word, text.en, text.ja)}


def _compare(value: int, sign: str, number: int) -> bool:
    match sign:
        case "<=":
            return value <= number
        case ">=":
            return value >= number
        case "<":
            return value < number
        case ">":
            return value > number
    return value == number


# ── questions ───────────────────────────────────────────────────────────────────────────

_ASKING_EN = frozenset(
    re.findall(
        r"\w+",
        """what when where which who whom whose why how can could do does did is are am was were
        may might must should shall will would has have had whats whos if""",
    )
)
_LATER_EN = re.compile(
    r"[,;:–—.!?-] *(?:(?:and|so|but) )?(?:what|when|where|which|who|whose|why|how|do|does|is|are"
    r"|am|can|may|must|should|will)\b|\bhow (?:many|much|often|long)\b"
)
"""Matches the start of a question after an introduction: *I was outbid, do I get them back*."""
_ASKING_JA = re.compile(
    "[?？]|何|なん|なに|いつ|どう|どこ|どれ|どの|どち|誰|だれ|いくつ|いくら|なぜ|"
    "(?:か|の|かな|っけ|とは|る|い|た|時|とき|場合|方法|やり方|って)$"
)


def is_question(query: str) -> bool:
    """True if a query is a question rather than a name or a few words.

    >>> [is_question(q) for q in ("can gold replace wood", "緑は代わりになる？", "Sea Bastion")]
    [True, True, False]
    >>> [is_question(q) for q in ("what's a keyple", "outbid, do I get them back", "stone yard")]
    [True, True, False]
    """
    plain = wide(query).strip()
    if language_of(query) == "ja":
        return len(plain) > 4 and bool(_ASKING_JA.search(plain))
    words = re.findall(r"[a-z0-9]+", re.sub("['’](?:s|re|m|ve|d|ll)\\b", " ", plain))
    if plain.endswith("?"):
        return len(words) > 1
    return len(words) > 2 and (words[0] in _ASKING_EN or bool(_LATER_EN.search(plain)))
