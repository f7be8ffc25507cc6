"""Retrieves the candidates for a query: items with a matching name, and evidence for all others.

The evidence is how well each entry fits a query: by its words and letter pairs with synonyms and
corrections, its example questions, n-grams, and numbers. Each measure maps numbers of items in the
index to a likeness, mostly from 0 to 1. N-grams err otherwise than words do, so an answer that they
confirm needs less of a lead.
"""

import math
import re
from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from operator import itemgetter

from . import contradictions, fuzzy, mentions, name_match, text_features
from .hits import Hit
from .kind_and_number_selection import KindId
from .mentions import Likeness, Names
from .normalise import parts
from .posting_lists import Postings, rarity
from .queries import Measure, Query
from .search_index import Index, IndexItem
from .text_features import closure
from .text_tables import RARITY, ngram_statistics, tables

SAME_QUESTION = 0.95
"""Likeness, 0 to 1, from which an entry's example question counts as the same as the query."""
LEAST = 0.35
"""Likeness to the query, 0 to 1, that an entry's example question must exceed to be found."""
HEAVY = 0.3
"""Share of a query's greatest feature weight; lighter features do not find further questions."""
CLOSE = 6
"""Number of most similar questions that are checked for contradictions."""

type Questions = Mapping[int, tuple[float, str]]
"""Each entry's example question that is most like a query, after its likeness, 0 to 1."""

_LEFT = re.compile(
    "(?:が|は|を|の|に|で|と|コスト|こすと|is|are|of|costs?|worth|value|number|no|=)+$"
)
_RIGHT = re.compile("^(?:つ|個|枚|本|こ|まい|の|of|x|more|or)+")
_NUMBERED = re.compile(r"[a-z] (\d{1,4})$")

type QueryTerms = list[list[tuple[str, float]]]
"""For each part of a query (word, pair of letters) its alternatives, each with its weight.

The part itself comes first, then synonyms and corrections.
"""

CONCEPT = 0.3
"""Weight of a word's synonym group, searched as a part of its own; multiplied by its rarity."""
SAME = 0.8
"""Weight of a synonym relative to the word itself."""
CORE = 0.35
"""Share of its rarity that a query part's weight must have to count as an important word."""


@dataclass(frozen=True, slots=True)
class WordMatch:
    """The query's words found in each item.

    - ``terms``, ``total``: the query's weighted parts, and their total weight.
    - ``shared``: weight of the parts that each item has, by item number.
    - ``complete``: items with all important words.
    - ``guessed``: items of which at least one match assumes a misspelling in the query.
    """

    terms: QueryTerms
    total: float
    shared: Mapping[int, float]
    complete: Set[int]
    guessed: Set[int]


@dataclass(frozen=True, slots=True)
class Candidates:
    """Items that a query may mean, and the evidence for each, by its number in the index.

    - ``exact``: matches of whole or partial names, most certain first; ``spelling``: names spelt
      or pronounced much like the query.
    - ``rest``: the items without an exact match, which the evidence is about.
    - ``words``: the query's words found in each item.
    - ``names``: items that the query names in full; ``specificity``: how specific these names are;
      ``one_fact``: items of which the query asks for a fact alone, such as their cost.
    - ``topic``: items with one of the rarest words of the names in the query.
    - ``related``: items linked to a named one; ``pays``: items that give points for one.
    - ``numbers``: how well each item's numbers fit those of the query.
    - ``coverage``, ``ngrams``: by game, shares of the query covered by texts and by n-grams.
    - ``questions``: example questions like the query; ``same_question``: items with the same one.
    - ``games``, ``kinds``, ``kinds_looked_for``: games and kinds of entries that the query names,
      and kinds that it asks for.
    - ``asks_points``: the query asks for points.
    """

    exact: Sequence[Hit]
    spelling: Sequence[Hit]
    rest: Mapping[int, IndexItem]
    words: WordMatch
    names: Names
    specificity: Likeness
    one_fact: Set[int]
    topic: Set[int]
    related: Likeness
    pays: Likeness
    numbers: Likeness
    coverage: Mapping[str, Likeness]
    ngrams: Mapping[str, Likeness]
    questions: Questions
    same_question: Set[int]
    games: Set[str]
    kinds: Set[KindId]
    kinds_looked_for: Set[KindId]
    asks_points: bool


def retrieve(index: Index, query: Query, pool: Sequence[IndexItem]) -> Candidates:
    """Returns the candidates among the items of ``pool``."""
    named_games = mentions.named_games(index, query)
    names = mentions.named_items(index, query)
    looked_for = mentions.kinds_looked_for(index, query)
    kinds = mentions.kinds_named(index, query) | looked_for
    specificity = mentions.specificity(index, names)
    one_fact = mentions.one_fact(index, query, names)
    asks_points = any(word in text_features.POINTS for _group, word in query.features.synonyms)
    related = mentions.related_items(index, names)
    pays = mentions.paying_items(index, names) if asks_points else {}
    numbers = fitting_numbers(index, query, names)
    covered = coverage(index, query)
    ngrams = ngram_scores(index, query)
    questions = similar_questions(index, query, query.game)
    same_question = {order for order, (share, _) in questions.items() if share >= SAME_QUESTION}
    exact = name_match.exact_matches(index, query, pool, named_games, same_question)
    spelling = name_match.similar_names(index, query, exact)
    matched = {hit.item for hit in exact}
    rest = {item.order: item for item in pool if item not in matched}
    words = word_match(index, query, rest)
    return Candidates(
        exact=exact,
        spelling=spelling,
        rest=rest,
        words=words,
        names=names,
        specificity=specificity,
        one_fact=one_fact,
        topic=rarest_word_items(index, names, words.terms),
        related=related,
        pays=pays,
        numbers=numbers,
        coverage=covered,
        ngrams=ngrams,
        questions=questions,
        same_question=same_question,
        games=named_games[0],
        kinds=kinds,
        kinds_looked_for=looked_for,
        asks_points=asks_points,
    )


# ── example questions, n-grams, numbers ─────────────────────────────────────────────────────────


def coverage(index: Index, query: Query) -> Mapping[str, Likeness]:
    """Returns the share, 0 to 1, of a query's words that each entry's questions and texts have.

    By game; only for the query's game, if any. Rare words of a game weigh more.
    """
    # An unknown word pair or sequence has no weight; an unknown word has the most.
    words = query.features.weights
    weights = {**words, **query.features.filler}.items()
    by_game: dict[str, Likeness] = {}
    for slug, statistics in tables(index)[1].items():
        if query.game not in ("", slug):
            continue
        postings, count = statistics.postings, statistics.item_count
        found = [(weight, part) for part, weight in weights if part in postings]
        rest = [weight for part, weight in words.items() if part not in postings]
        total = math.log(count + 1) ** RARITY * sum(rest) + sum(
            weight * rarity(count, postings.holders(part)) ** RARITY for weight, part in found
        )
        weighted_postings = ((weight / total, postings[part]) for weight, part in found)
        by_game[slug] = _weighted_sums(weighted_postings, len(index.items))
    return by_game


def ngram_scores(index: Index, query: Query) -> Mapping[str, Likeness]:
    """Returns each entry's score by n-grams of letters, as a share of the best one in its game.

    By game; only for the query's game, if any.
    """
    by_game: dict[str, Likeness] = {}
    for slug in (query.game,) if query.game else index.game_names:
        postings = ngram_statistics(index, slug).postings
        weighted_postings = (
            (times, postings[ngram])
            for ngram, times in query.features.ngrams.items()
            if ngram in postings
        )
        sums = _weighted_sums(weighted_postings, len(index.items))
        best = max(sums.values(), default=1.0)
        by_game[slug] = {order: score / best for order, score in sums.items()}
    return by_game


def _weighted_sums(
    weighted_postings: Iterable[tuple[float, Postings]], item_count: int
) -> dict[int, float]:
    """Adds up each item's weights over all parts, by its number; items without any are left out.

    ``weighted_postings``: for each part a factor, and the weights of the items that have it.
    """
    sums = [0.0] * item_count
    for factor, (orders, weights) in weighted_postings:
        for order, weight in zip(orders, weights, strict=True):
            sums[order] += factor * weight
    return {order: sum_ for order, sum_ in enumerate(sums) if sum_}


def fitting_numbers(index: Index, query: Query, names: Names) -> Likeness:
    """Returns how well each entry's numbers fit those of the query, from 0 to at most 1.3.

    A number fits (1) if the query has it next to a word for what it counts, such as *3 wood*, and
    better (1.3) if the query also has a word for the entry's fact with that number, such as *cost*.
    ``names``: the entries that the query names; numbers in a name (*Home 3*) do not count.
    """
    likeness: dict[int, float] = defaultdict(float)
    whole, measures = query.whole, _measures(index, query, names)
    has_fact = cache(lambda words: any(word in whole for word in closure(words)))
    for measure in measures:
        lefts = (measure.before, _LEFT.sub("", measure.before))
        rights = (measure.after, _RIGHT.sub("", measure.after))
        beside = cache(
            lambda of, lefts=lefts, rights=rights: _is_adjacent(closure(of), lefts, rights)
        )
        best: dict[int, float] = {}
        for order, number in index.numbers.get(measure.value, ()):
            if beside(number.of):
                fit = 1.0 + 0.3 * (number.rows != number.of and has_fact(number.rows))
                best[order] = max(best.get(order, 0.0), fit - 0.1 * number.shared)
        for order, fit in best.items():
            likeness[order] += fit / len(measures)
    return likeness


def _measures(index: Index, query: Query, names: Names) -> tuple[Measure, ...]:
    """Returns up to four numbers of a query, without those that belong to a name: *Home 3*."""
    in_names = {
        int(number[1])
        for order, (name, _share) in names.items()
        if name == index.items[order].name.en and query.game in ("", index.items[order].slug)
        if (number := _NUMBERED.search(name))
    }
    return tuple(each for each in query.measures[:4] if each.value not in in_names)


def _is_adjacent(words: tuple[str, ...], lefts: tuple[str, ...], rights: tuple[str, ...]) -> bool:
    """True if the query has one of the words directly before or after one of its numbers.

    ``lefts``: the query's text before that number, as it is and without a particle at its end.
    ``rights``: the text after it, as it is and without a particle at its start.
    """
    before = any(left.endswith(words) for left in lefts)
    return before or any(right.startswith(words) for right in rights)


def similar_questions(index: Index, query: Query, game: str) -> Questions:
    """Returns the example question of each entry that is most like the query.

    Only entries of ``game``, or of all games if it is ""; rarity is counted over all games.
    """
    table = tables(index)[0]
    unknown = math.log(len(table.player_questions) + 1)
    features = query.features.weights.items()
    weights = {part: weight * table.rarity.get(part, unknown) for part, weight in features}
    length = math.sqrt(sum(weight * weight for weight in weights.values()))
    if not length:
        return {}
    postings = [of for slug, of in table.postings.items() if game in ("", slug)]
    shared = _shared_weights(weights, postings)
    similar: dict[int, tuple[float, str]] = {}
    least = LEAST * length
    close = [pair for pair in shared.items() if pair[1] > least]
    close.sort(key=itemgetter(1), reverse=True)
    for place, (n, sum_) in enumerate(close):
        question, likeness = table.player_questions[n], sum_ / length
        if place < CLOSE:
            slug = index.items[question.order].slug
            likeness *= contradictions.factor(index, slug, query.plain, question.text)
        if likeness > similar.get(question.order, (0.0, ""))[0]:
            similar[question.order] = likeness, question.text
    return similar


def _shared_weights(
    weights: Mapping[str, float], games: Iterable[Mapping[str, Postings]]
) -> Mapping[int, float]:
    """Returns the weight of the features that each example question shares with a query.

    By the question's index in ``QuestionTable.player_questions``. ``weights``: the query's
    features; ``games``: for each game, the questions with each feature.
    """
    shared: dict[int, float] = defaultdict(float)
    heavy = HEAVY * max(weights.values())
    # Light features come last and only add to questions already found, to save time.
    ordered = sorted(weights.items(), key=lambda pair: -pair[1])
    for postings in games:
        for part, weight in ordered:
            if part not in postings:
                continue
            if weight < heavy:
                for n, weight_there in zip(*postings[part], strict=True):
                    if n in shared:
                        shared[n] += weight * weight_there
                continue
            for n, weight_there in zip(*postings[part], strict=True):
                shared[n] += weight * weight_there
    return shared


# ── words ───────────────────────────────────────────────────────────────────────────────────────


def word_match(index: Index, query: Query, items: Container[int]) -> WordMatch:
    """Matches a query with the texts of ``items``, given by their numbers in the index."""
    terms = query_terms(index, query)
    total = total_weight(terms)
    shared: dict[int, float] = {}
    guessed: set[int] = set()
    complete: Set[int] | None = None
    # Light parts come last and only rank items already found, to save time.
    for options in sorted(terms, key=lambda options: -options[0][1]) if total else ():
        part, weight = options[0]
        important = weight >= CORE * mentions.word_weight(index, part)
        weights = _best_weights(index, options, items if important or not shared else shared)
        if important:
            complete = weights.keys() if complete is None else complete & weights.keys()
        if part not in index.part_weights:
            guessed |= weights.keys()
        for order, gain in weights.items():
            shared[order] = shared.get(order, 0.0) + gain
    return WordMatch(terms, total, shared, complete or frozenset(), guessed)


def total_weight(terms: QueryTerms) -> float:
    return sum(weight for options in terms for _part, weight in options[:1])


def query_terms(index: Index, query: Query, guess: bool = True) -> QueryTerms:
    """Returns the words and letter pairs of a query, each with its alternatives and weights.

    ``guess``: a word that no text has also matches words that begin with it or are spelt alike, and
    synonym groups are searched as words of their own.
    """
    terms: QueryTerms = []
    weights = query.features.parts
    if not weights:
        weights = dict.fromkeys(query.features.stems, 1.0)
    others: dict[str, list[str]] = defaultdict(list)
    for group, word in query.features.synonyms:
        for part in parts(word.text):
            others[part].append(text_features.concept(group))
    for part, weight in weights.items():
        rare = mentions.word_weight(index, part)
        options = [(part, rare * weight)]
        if guess and part not in index.part_weights and part.isascii() and len(part) > 2:
            options += [(near, rare * weight * how) for near, how in _corrected(index, part)]
        options += [(each, rare * weight * SAME) for each in others[part]]
        terms.append(options)
    for group in dict.fromkeys(group for group, _word in query.features.synonyms if guess):
        concept = text_features.concept(group)
        terms.append([(concept, CONCEPT * mentions.word_weight(index, concept))])
    return terms


def _corrected(index: Index, part: str) -> list[tuple[str, float]]:
    """Returns words that an unknown word may abbreviate or misspell, with weights up to 0.9."""
    completed = [word for word in index.vocabulary if word.startswith(part)][:20]
    close = fuzzy.near(part, index.vocabulary, 0.7 if len(part) > 5 else 0.74, 4)
    return [(word, 0.9) for word in completed] + [(word, 0.9 * score) for word, score in close]


def _best_weights(
    index: Index, options: list[tuple[str, float]], only: Container[int]
) -> Mapping[int, float]:
    """Returns the weight of one part of a query in each item, by the item's number.

    ``options`` are the alternatives that match this part, with weights; the best that an item has
    counts. ``only``: numbers of the items to consider.
    """
    (part, weight), *others = options
    shares = index.part_weights.pairs
    best = {order: weight * share for order, share in shares(part) if order in only}
    for part, weight in others:
        for order, share in shares(part):
            gain = weight * share
            if order in only and gain > best.get(order, 0.0):
                best[order] = gain
    return best


def rarest_word_items(index: Index, names: Names, terms: QueryTerms) -> frozenset[int]:
    """Returns the items with one of the rarest words among the names in a query.

    Items are entries and games, as numbers in the index. ``names``: the names that the query
    contains in full; ``terms``: the query's weighted parts.
    """
    name_parts = {part for name, _share in names.values() for part in parts(name)}
    options = [
        o for o in terms if o[0][0] in name_parts and index.part_weights.holders(o[0][0]) > 1
    ]
    rarest = max((weight for (_part, weight), *_others in options), default=0.0)
    return frozenset(
        order
        for option in options
        if option[0][1] >= 0.6 * rarest
        for part, _weight in option
        for order, _share in index.part_weights.pairs(part)
    )
