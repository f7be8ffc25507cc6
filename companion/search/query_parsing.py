"""Parses a query: filters, phrases, excluded words, and the meaning of all other words.

They may name a game or a kind of entries, or compare a number; readings are written as the texts
are, and filler is left out. It never fails: a filter that no game knows is read as words.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import ge, gt, le, lt
from typing import Literal

from scoring.model.catalogue import FactKind
from scoring.text.localised import Text, Verbatim

from . import fuzzy
from .normalise import (
    STOP,
    clean,
    fold,
    latin,
    lower,
    parts,
    query_parts,
    sound,
    spaced,
    stem,
)
from .search_index import Index, KindId, synonyms
from .text_features import (
    LIST_WORDS,
    Mentioned,
    beyond_list,
    features,
    foreign_game,
    is_question,
    only_lists,
    only_name,
    strip_filler,
)
from .text_statistics import tables

LONGEST = 200
"""Longest query, in characters; the rest is ignored."""
LABEL = 0.3
"""Share of a number's label, 0 to 1, that a comparison must have."""
_PIECE = re.compile(r'(-?)(?:(\w+)(:|<=|>=|=|<|>))?(?:"([^"]*)"|(\S+))')
_GAME = ("game", "ゲーム")
_KIND = ("kind", "type", "種類")
_COMPARE = {"<=": le, ">=": ge, "<": lt, ">": gt}

type Sign = Literal["most", "least", ">", ">=", "<", "<="]
type Filter = frozenset[int]
"""The numbers of the items that pass."""


@dataclass(frozen=True, slots=True)
class Interpretation:
    """A note to the user that a part of a query, ``typed``, was taken to mean ``meaning``.

    - ``what``: it was taken as the name of a game or kind, or as a misspelt word.
    - ``without``: the query to send instead if it was not meant so.
    """

    what: Literal["game", "kind", "spelling"]
    typed: str
    meaning: Text
    without: str


@dataclass(frozen=True, slots=True)
class Selection:
    """Request of a query besides its words: kinds of entries (*tiles*), a number (*cheapest*).

    - ``kinds``: the kinds that it names; ``looked_for``: it looks for things of these kinds.
    - ``sign``: the comparison, such as *least* or *<=*; ``number``: the number compared with;
      ``facts``: the facts that may be compared, such as the cost, by the game's slug.
    - ``lists``: it asks for nothing else, so that its result is a list.
    - ``words``: the words that name the first kind, if it asks for nothing else; else "".
    """

    kinds: frozenset[KindId] = frozenset()
    looked_for: bool = False
    sign: Sign | None = None
    number: int = 0
    facts: Mapping[str, tuple[FactKind, ...]] = field(default_factory=dict)
    lists: bool = False
    words: str = ""


NOTHING = Selection()


@dataclass(frozen=True)
class Query:
    """A query of the look-up, parsed: words, phrases, filters, kinds asked for.

    - ``terms``: normalised words to find; ``phrases``: texts that must occur word by word.
    - ``without``: words that must not occur; ``filters``: for each (*cost:3*) the items that pass.
    - ``plain``: the words to search, as typed.
    - ``used``: the filters as typed; ``rest``: everything else as typed.
    - ``games``: slugs of the games that its words name; ``selection``: the kinds
      of entries and the order by a number that its words ask for.
    - ``notes``: interpretations to show to the user.
    - ``foreign``: what it names as a game that is not here, or ""; "" if one was chosen.
    - ``scope``: slug of the game to search, or "" for all; hits of others are only counted.
    - ``parts``: its words and letter pairs, each with a weight.
    - ``is_question``: true for a question, as typed or after reading romaji.
    - ``features``: its features (words, letter pairs) with weights, and its words with synonyms.
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
    foreign: str
    scope: str
    parts: Mapping[str, float]
    is_question: bool
    features: tuple[Mapping[str, float], Mentioned]

    def without_filter(self, used: str) -> str:
        """Returns a query as typed, but without the filter ``used`` (such as *cost:3*)."""
        return " ".join([*self.rest, *(each for each in self.used if each != used)])

    @property
    def game(self) -> str:
        """Slug of the game searched or named by the query, if just one; else ""."""
        return next(iter(self.games)) if len(self.games) == 1 else self.scope

    @property
    def lists(self) -> bool:
        """True if a query asks for a list: all entries of a kind, or those by a number."""
        return self.selection.lists

    @property
    def whole(self) -> str:
        """A query's words as one normalised text without spaces."""
        return "".join(self.terms)

    @property
    def stems(self) -> tuple[str, ...]:
        """A query's Latin words without their endings."""
        return tuple(map(stem, latin(self.plain)))

    @property
    def synonyms(self) -> Mentioned:
        return self.features[1]


def parse(index: Index, text: str, game: str = "") -> Query:
    """Parses the ``text`` of a query. ``game``: slug of the only game to search, "" for all."""
    terms: list[str] = []
    phrases: list[str] = []
    without: list[str] = []
    filters: list[Filter] = []
    plain: list[str] = []
    used: list[str] = []
    rest: list[str] = []
    for piece in _PIECE.finditer(clean(text, LONGEST)):
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
    read = not phrases and len(typed) > 2
    meaning = _interpret(index, typed, game) if read else (typed, frozenset(), [], NOTHING)
    words_left, games, notes, selection = meaning
    if words_left != typed:
        terms = list(filter(None, map(fold, words_left.split())))
    known = (index.called_lines[0], *(each.postings for each in tables(index).values()))
    free, names = not (used or phrases or game), index.by_length["folded"]
    return Query(
        tuple(terms),
        tuple(phrases),
        tuple(without),
        tuple(filters),
        words_left,
        tuple(used),
        tuple(rest),
        games,
        selection,
        tuple(notes),
        foreign_game(words_left, known, names) if free else "",
        game,
        query_parts(words_left, index.part_weights),
        is_question(typed) or (typed.isascii() and is_question(words_left)),
        features(words_left, synonyms()),
    )


def _filter(index: Index, label: str, sign: str, value: str) -> Filter | None:
    """Returns numbers of the entries that pass a filter (*cost<=3*); None if no game has it."""
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
    """Returns numbers of the entries that pass a filter (*cost<=3*) by ``facts``: game to fact."""
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
            words = index.fact_words[item.order][fact.id]
            inside = any(value in word for word in words) and value not in listed[fact.id]
            fits = sign in ":=" and (value in words or inside)
        if fits:
            fitting.add(item.order)
    return frozenset(fitting)


# ── what the words mean ─────────────────────────────────────────────────────────────────


type _Meaning = tuple[str, frozenset[str], list[Interpretation], Selection]
"""The words of a query that are left to search, games that it names, notes, and selection."""


def _interpret(index: Index, text: str, game: str) -> _Meaning:
    """Returns a query's (words to search, games named, notes to show, kinds and number wanted).

    ``game``: slug of the only game to search, so that no other can be named; or "" for all.
    """
    notes: list[Interpretation] = []
    games: frozenset[str] = frozenset()
    left = text
    names = index.kana_readings.names_by_sound if " " in text else index.by_sound
    if fold(text) in index.keys or sound(text) in names:
        return text, games, notes, NOTHING
    if named_game := _game_name(index, text, game):
        games, left, note = named_game
        notes.append(note)
        if fold(left) in index.keys:
            return left, games, notes, NOTHING
    left, named = index.kana_readings.as_written(strip_filler(left, index.keys))
    notes += [spelling(typed, name, text) for typed, name in named]
    spelt = index.by_length["folded"] if left.isascii() else ()
    found = _misspelt(index, left.lower(), spelt, 1) if len(left.split()) > 1 else ()
    for start, end, near in (each for each in found if each[1] - each[0] > 5):
        notes.append(spelling(left[start:end], near, text))
        left = left[:start] + near + left[end:]
    if name := only_name(left, index.keys):
        return name, games, notes, NOTHING
    selection = _select(index, left, frozenset((game,)) if game else games)
    if selection.words:
        words = selection.words.strip()
        called = index.members[min(selection.kinds)][0].kind
        assert called
        without = text.replace(selection.words, f'"{words}"')
        notes.append(Interpretation("kind", words, called.name, without))
    return left, games, notes, selection


def spelling(typed: str, meaning: str, text: str) -> Interpretation:
    """Returns the note that the word ``typed`` of the query ``text`` was read as ``meaning``.

    The query to undo that has the word in quotes, which are searched literally.
    """
    quoted = re.sub(re.escape(typed), f'"{typed}"', text, count=1, flags=re.IGNORECASE)
    return Interpretation("spelling", typed, Verbatim(meaning), quoted)


_BEFORE = re.compile(r"(?:\b(?:in|of|for|from|on|at|the|with|playing)\s+)*$")
_AFTER = re.compile(r"\A(?:'s\b|って|では|での|で|の|は|に|と|を|が)?[\s:：、,]*")


def _game_name(
    index: Index, text: str, game: str
) -> tuple[frozenset[str], str, Interpretation] | None:
    """Returns (slugs of the games that a query names, its other words, a note to show), or None."""
    low = lower(text)
    spans = [(m.start(), m.end(), fold(m[0])) for m in index.game_pattern.finditer(low)]
    long = [name for name in index.games_called if len(name) > 4]
    for start, end, name in spans or _misspelt(index, low, long):
        slugs = frozenset(index.games_called[name])
        before, after = _BEFORE.sub("", low[:start]), _AFTER.sub("", low[end:])
        left = f"{text[: len(before)].rstrip()} {text[len(text) - len(after) :]}".strip()
        too_short = len(name) < 3 and len(left) < 3
        if not re.search(r"\w", left) or too_short or (game and game not in slugs):
            continue
        title = next(item.box for item in index.items if item.slug in slugs).name
        return slugs, left, Interpretation("game", text[start:end], title, left)
    return None


def _misspelt(
    index: Index, low: str, names: Sequence[str], most: int = 2
) -> Iterator[tuple[int, int, str]]:
    """Yields at most one misspelt name of up to ``most`` words: start, end, correct spelling.

    A word that occurs in any text is not taken as misspelt. ``low``: the query in lower case.
    ``names``: the correct names, normalised.
    """
    words = list(re.finditer(r"[a-z][a-z0-9]+|[ぁ-ゖー]{4,}", low))
    texts = (index.part_weights, *(game.postings for game in tables(index).values()))
    for n, first in enumerate(words):
        for last in words[n : n + most]:
            spelt = fold(low[first.start() : last.end()])
            latin_word = spelt.isascii()
            known = latin_word and (spelt in STOP or any(stem(spelt) in each for each in texts))
            if len(spelt) < 5 or known or spelt in index.keys or not (latin_word or last is first):
                continue
            if near := fuzzy.nearest(spelt, names):
                yield first.start(), last.end(), near
                return


# ── kinds and numbers that are asked for ────────────────────────────────────────────────

_LOOKED_FOR = re.compile(LIST_WORDS["looked_for"])
_COMPARISONS: list[tuple[Sign, str, re.Pattern[str]]] = [
    (each["sign"], each.get("fact", ""), re.compile(each["pattern"]))
    for each in LIST_WORDS["comparison"]
]


def _select(index: Index, text: str, within: frozenset[str]) -> Selection:
    """Returns the kinds of entries, and the number (*cheapest*), that a query asks for.

    ``within``: slugs of the games it is about; empty for all.
    """
    low = text.lower()
    found = ((*each, match) for each in _COMPARISONS if (match := each[2].search(low)))
    signed = next(found, None)
    # The label of a number may contain a kind's name (workers on a boat) without meaning the kind.
    kinds, spans = _kinds(index, _without_labels(index, text, within) if signed else text, within)
    bare = text
    for start, end in reversed(spans):
        bare = f"{bare[:start]}\0{bare[end:]}"
    looked_for = bool(kinds and _LOOKED_FOR.search(bare.lower()))
    words = [text[start:end] for start, end in spans] or [""]
    if signed:
        sign, compared, pattern, match = signed
        number = next((int(each[:6]) for each in match.groups("") if each.isdigit()), 0)

        def cut(match: re.Match[str]) -> str:
            return f" {' '.join(each for each in match.groups('') if not each.isdigit())} "

        left = pattern.sub(cut, bare.lower())
        if facts := _compared(index, f"{left} {compared}", within, kinds):
            names = (fact.name for of in facts.values() for fact in of)
            labels = {part for name in names for part in parts(f"{name.en} {name.ja}")}
            lists = beyond_list(left) <= labels and bool(kinds or len(facts) == 1)
            return Selection(
                kinds, looked_for, sign, number, facts, lists, words[0] if lists else ""
            )
    lists = bool(kinds) and len(set(words)) == 1 and only_lists(bare)
    return Selection(kinds, looked_for, lists=lists, words=words[0] if lists else "")


def _without_labels(index: Index, text: str, within: frozenset[str]) -> str:
    """Returns a query in which each long label of a numeric fact is replaced by dots.

    ``within``: slugs of the games whose labels are replaced; empty for all games.
    """
    for slug, _fact, labels, _kinds in index.numeric_facts:
        for label, least in zip(labels, (7, 4), strict=True):
            if len(label) >= least and (not within or slug in within):
                dots = "." * len(label)
                text = re.sub(re.escape(label), dots, text, flags=re.IGNORECASE)
    return text


def _compared(
    index: Index, text: str, within: frozenset[str], kinds: frozenset[KindId]
) -> dict[str, tuple[FactKind, ...]]:
    """Returns game's slug to the facts (*cost*) that a query compares, or its kinds' main ones."""
    said = parts(text).keys()
    shares: dict[str, list[tuple[FactKind, float]]] = defaultdict(list)
    for slug, fact, labels, holders in index.numeric_facts:
        if (within and slug not in within) or (kinds and not kinds & holders):
            continue
        share = 0.0
        for weights in map(parts, labels):
            shared = sum(weight for part, weight in weights.items() if part in said)
            share = max(share, shared / max(1.0, sum(weights.values())) + shared / 100)
        if share >= LABEL:
            shares[slug].append((fact, share))
    most = max((share for of in shares.values() for _fact, share in of), default=0.0)
    facts: dict[str, tuple[FactKind, ...]] = {}
    for slug, of in shares.items():
        best = max(share for _fact, share in of)
        if best >= most - LABEL:
            facts[slug] = tuple(fact for fact, share in of if share > best - 1e-9)
    if not facts and not beyond_list(text):
        facts = {kind[0]: (index.main_numbers[kind],) for kind in kinds & index.main_numbers.keys()}
    return facts


def _kinds(
    index: Index, text: str, within: frozenset[str]
) -> tuple[frozenset[KindId], list[tuple[int, int]]]:
    """Returns the kinds of entries that a query names, and where: pairs of start and end.

    ``within``: slugs of the games whose kinds are sought; all if empty.
    """
    low = lower(text)
    pattern = index.kind_patterns[min(within) if len(within) == 1 else ""]
    named = [(*match.span(), fold(match[0])) for match in pattern.finditer(low)]
    if not named:
        named += _misspelt(index, low, [name for name in index.called_kinds if len(name) > 3])
    kinds, spans = set[KindId](), []
    for start, end, name in named:
        if of := {kind for kind in index.called_kinds[name] if not within or kind[0] in within}:
            kinds |= of
            spans.append((start, end))
    return frozenset(kinds), spans
