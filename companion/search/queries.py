"""Splits a query into filters, phrases, excluded words, numbers and search terms.

It never fails: a filter that no game knows is read as words.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scoring.model.catalogue import FactKind

from .interpretation import Interpretation, as_written, game_name, only_name, spelling, strip_filler
from .kind_and_number_selection import NOTHING, Selection, select
from .normalise import fold, spaced
from .search_index import Index, IndexItem, spellings_of_value
from .text_features import QueryFeatures, query_features

LONGEST = 200
"""Longest query, in characters; the rest is ignored."""
_QUOTES = str.maketrans(dict.fromkeys("“”„«»「」『』", '"') | {"−": "-", "‐": "-"})

type Filter = Callable[[IndexItem], bool]

_PIECE = re.compile(r'(-?)(?:(\w+)(:|<=|>=|=|<|>))?(?:"([^"]*)"|(\S+))')
_AGE = re.compile(r"第?\d+世代|世代\d+|\bage \d+")
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
    - ``plain``: the words to search, as typed.
    - ``used``: the filters as typed; ``rest``: all other pieces of the query as typed.
    - ``games``: slugs of the games that its words name; ``selection``: the kinds
      of entries and the order by a number that its words ask for.
    - ``notes``: interpretations to show to the user.
    - ``scope``: slug of the game to search, or "" for all; hits of others are only counted.
    - ``game``: slug of the game searched or named by the query, if just one.
    - ``whole``: its terms as one folded text without spaces; ``features``: words, letter pairs etc.
      by which ``plain`` is compared with texts.
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
    game: str
    whole: str
    features: QueryFeatures

    def without_filter(self, used: str) -> str:
        """Returns the query as typed, without the filter ``used``."""
        return " ".join([*self.rest, *(each for each in self.used if each != used)])

    @property
    def is_question(self) -> bool:
        return self.features.is_question

    @property
    def lists(self) -> bool:
        """True if the query asks for a list: all entries of a kind, or those by a number."""
        order = self.selection.order
        return self.selection.only_kinds or bool(order and order.whole_query)

    @property
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
    typed = " ".join(filter(None, plain))
    if phrases or len(typed) < 3:
        interpreted = _Interpreted(typed)
    else:
        interpreted = _interpret(index, typed, game)
        if interpreted.text != typed:
            terms = [word for word in map(fold, interpreted.text.split()) if word]
    games, whole = interpreted.games, "".join(terms)
    return Query(
        tuple(terms),
        tuple(phrases),
        tuple(without),
        tuple(filters),
        interpreted.text,
        tuple(used),
        tuple(rest),
        games=games,
        selection=interpreted.selection,
        notes=interpreted.notes,
        scope=game,
        game=next(iter(games)) if len(games) == 1 else game,
        whole=whole,
        features=query_features(interpreted.text, typed, whole, index.part_weights),
    )


@dataclass(frozen=True, slots=True)
class _Interpreted:
    """The words of a query as they were interpreted; ``text``: those left to search."""

    text: str
    games: frozenset[str] = frozenset()
    notes: tuple[Interpretation, ...] = ()
    selection: Selection = NOTHING


def _interpret(index: Index, text: str, game: str) -> _Interpreted:
    """Interprets the words of a query; ``game``: the slug of the only game searched, if any."""
    if fold(text) in index.keys:
        return _Interpreted(text)
    notes: list[Interpretation] = []
    games: frozenset[str] = frozenset()
    left = text
    if named_game := game_name(index, text, game):
        games, left, note = named_game
        notes.append(note)
        if fold(left) in index.keys:
            return _Interpreted(left, games, tuple(notes))
    left, names = as_written(index, strip_filler(index, left))
    notes += [spelling(typed, name, text) for typed, name in names]
    if name := only_name(index, left):
        return _Interpreted(name, games, tuple(notes))
    selection = select(index, left, frozenset((game,)) if game else games)
    if selection.words:
        slug, kind = min(selection.kinds)
        words = selection.words.strip()
        called = next(i.kind for i in index.items if (i.slug, i.kind_id) == (slug, kind))
        assert called
        without = text.replace(selection.words, f'"{words}"')
        notes.append(Interpretation("kind", words, called.name, without))
    return _Interpreted(left, games, tuple(notes), selection)


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
