"""Selects the answer to a question from its hits: an entry with its text, or nothing.

No text is generated. An entry answers a question if it has the question's words, does not
contradict it, and leads clearly over all other entries. Two linked entries can answer together,
such as a card and the ruling on it (an answer to a question that the rules leave open). Numbers
below are on the scale of that lead, from about -1 to 1, unless described otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from scoring.model.catalogue import Entry
from scoring.text.localised import Text

from . import contradictions
from .hits import WHOLE, Hit, HitReason
from .index_items import NEAR, IndexItem
from .normalise import language_of, parts
from .queries import Query
from .ranking import CASE, Likeness, SearchResults
from .retrieval import QueryTerms
from .search_index import Index, synonyms
from .text_features import GENERAL, concept
from .text_tables import tables

CLEAR, LIKELY = (0.3, 0.18), (0.25, 0.05)
"""Least lead over all other entries that makes an answer, for one entry and for two linked ones.

``CLEAR`` is always enough; ``LIKELY`` if nothing speaks against the entry and it leads by n-grams
of letters as well.
"""
AGREED = 0.05
"""Least lead by n-grams, -1 to 1, for an answer with a ``LIKELY`` lead."""
MISSING = 0.49
"""Share of the question's weight that an entry may lack as its answer, unless it is named."""
GAP = 0.6
"""Factor of the score gap to the next hit (a share of the first hit's score) in the lead."""
FAR = 0.3
"""Greatest part of the lead, up or down, that comes from covering more words of the question."""
LACKING = 0.35
"""Factor of the share of the question's words that an entry lacks, deducted from its lead."""
HIGH, LINKED_NEXT = 0.001, 0.05
"""Additions to the lead of an entry over all others.

- ``HIGH``: per point of its score.
- ``LINKED_NEXT``: the next hit is linked to it.
"""
RIVAL, AS_WELL, TOLERATED = 0.93, 0.62, 0.25
"""Bounds for hits of other games than that of the first hit.

``RIVAL``: share of the first hit's score from which such a hit prevents any answer, unless its game
has an answer too. ``AS_WELL``: share from which its game may answer as well. ``TOLERATED``: share
of the question's words that it may lack in addition to those that the first hit lacks.
"""
WITH = 0.6
"""Least share of the first hit's score that a linked entry needs to answer together with it."""
CANDIDATES, RIVAL_CANDIDATES = 5, 10
"""Numbers of first hits that are considered.

``CANDIDATES``: for a second entry of the answer, and for the score to lead over.
``RIVAL_CANDIDATES``: for answers of other games.
"""


@dataclass(frozen=True, slots=True)
class Passage:
    """The sentence ``text`` of an entry, found as the answer to a question.

    ``before`` and ``after`` are the rest of its paragraph; ``share``, about 0 to 1, is the share of
    the question that it covers.
    """

    item: IndexItem
    entry: Entry
    language: str
    before: str
    text: str
    after: str
    share: float
    also: Passage | None = None
    """The passage of a linked entry that may be meant as well, or None."""

    @property
    def both(self) -> tuple[Passage, ...]:
        """The passage itself and that of the linked entry, if any."""
        return (self, self.also) if self.also else (self,)

    @property
    def paragraph(self) -> str:
        return self.before + self.text + self.after

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """All paragraphs of the entry; of a long entry, the first one and that of the passage."""
        paragraphs = [
            text.in_language(self.language) for text in (self.entry.text, *self.entry.body)
        ]
        if sum(map(len, paragraphs)) <= WHOLE[self.language]:
            return tuple(paragraphs)
        return tuple(dict.fromkeys((paragraphs[0], self.paragraph)))


type Hits = tuple[Hit, ...]
"""The hits whose entries answer together: one hit, or two whose entries are linked."""


@dataclass(frozen=True, slots=True)
class _Question:
    """A question about one game, with its hits there and the evidence for the game's entries.

    - ``wording``: its text, language and the items that it names.
    - ``terms``: its weighted parts, without guesses at misspelt words: those rank hits, but do not
      justify an answer; ``total``: their total weight.
    - ``coverage``, ``ngrams``: evidence for the game's entries, see ``Candidates``.
    """

    index: Index
    query: Query
    wording: contradictions.Question
    terms: QueryTerms
    total: float
    hits: Hits
    coverage: Likeness
    ngrams: Likeness


def answers(results: SearchResults) -> tuple[Passage, ...]:
    """Returns the answers to a question, best first: at most one for each game searched."""
    query, candidates, hits = results.query, results.candidates, results.hits
    evidence = results.evidence
    if candidates is None or evidence is None or not hits or query.lists:
        return ()
    index = candidates.index
    first = hits[0]
    wording = contradictions.Question(query.plain, language_of(query.plain), candidates.names)
    terms = candidates.words.terms

    def answer(slug: str) -> Passage | None:
        return _answer(
            _Question(
                index=index,
                query=query,
                wording=wording,
                terms=terms,
                total=candidates.words.total,
                hits=tuple(hit for hit in hits if hit.item.slug == slug),
                coverage=evidence.coverage.get(slug, {}),
                ngrams=evidence.ngrams.get(slug, {}),
            )
        )

    best = answer(first.item.slug)
    if best is None:
        return ()
    rivals = _rivals(index, hits, terms)
    others = [answer(hit.item.slug) for hit in rivals]
    if not any(others) and any(hit.score >= RIVAL * first.score for hit in rivals):
        return ()
    return best, *filter(None, others)


def answer(results: SearchResults) -> Passage | None:
    """Returns the one answer to a question; None if there is none that is sure, or several."""
    passages = answers(results)
    return passages[0] if len(passages) == 1 else None


def _rivals(index: Index, hits: Hits, terms: QueryTerms) -> list[Hit]:
    """Returns the best hit of each other game that the question may just as well be about."""
    first = hits[0]
    best = {hit.item.slug: hit for hit in reversed(hits[:RIVAL_CANDIDATES]) if hit.item.entry}
    least = AS_WELL * first.score
    likely = [
        hit
        for slug, hit in best.items()
        if slug != first.item.slug
        and (hit.why <= HitReason.SAME if first.why <= HitReason.SAME else hit.score >= least)
    ]
    if not likely:
        return []
    # Leave out games that lack too much of the question: they are not the one it is about.
    most = _missing_weight(index, [first.item], terms) + TOLERATED * sum(
        options[0][1] for options in terms
    )
    return [hit for hit in likely if _missing_weight(index, [hit.item], terms) <= most]


def _answer(question: _Question) -> Passage | None:
    query, first = question.query, question.hits[0]
    terms, total, language = question.terms, question.total, question.wording.language
    if not total or first.item.entry is None:
        return None
    if first.why <= HitReason.SAME:
        return best_passage(first, language, terms, total) if query.is_question else None
    if first.item.entry.kind == CASE:
        return None
    if _asks_one_fact(question):
        return best_passage(first, language, terms, total)
    if not query.is_question:
        return None
    second = _linked_hit(question.hits)
    if not _clearly_leads(question, (first, second) if second else (first,)):
        return None
    also = best_passage(second, language, terms, total) if second else None
    return best_passage(first, language, terms, total, also)


def _linked_hit(hits: Hits) -> Hit | None:
    """Returns the hit whose entry may answer together with the first hit's, or None.

    Its entry is linked to that of the first hit, and it has at least the share ``WITH`` of the
    first hit's score.
    """
    first, *others = hits[:CANDIDATES]
    for hit in others if first.score else ():
        if (
            hit.score >= WITH * first.score
            and hit.item.kind_id != CASE
            and contradictions.are_related(first.item, hit.item)
        ):
            return hit
    return None


def _clearly_leads(question: _Question, hits: Hits) -> bool:
    """True if the entries of ``hits``, one or two linked ones, clearly lead over all others.

    A smaller lead is enough if there is no deduction and if they also lead by n-grams.
    """
    items = [hit.item for hit in hits]
    index, wording = question.index, question.wording
    missing = _missing_weight(index, items, question.terms) / question.total
    if not any(_may_answer(question, hit, missing) for hit in hits):
        return False
    deductions = contradictions.deductions(index, wording, items[0])
    ahead = _lead(question, hits) - LACKING * missing - deductions
    # One word is rather a subject than a question.
    single = len(question.terms) < 2
    if ahead >= CLEAR[len(hits) - 1] * (2 if single else 1):
        return True
    if single or ahead < LIKELY[len(hits) - 1] or deductions:
        return False
    return _ngram_lead(question, items) >= AGREED


def _may_answer(question: _Question, hit: Hit, missing: float) -> bool:
    """True if an entry is about the question's case, and named or about enough of its words.

    ``missing``: share of the question's weight, 0 to 1, that it does not cover.
    """
    if not hit.score or contradictions.is_other_case(question.index, question.wording, hit.item):
        return False
    return missing <= MISSING or hit.item.order in question.wording.names


def _ngram_lead(question: _Question, items: Collection[IndexItem]) -> float:
    """Returns the lead of these entries by n-grams of letters, -1 to 1."""
    return lead_of(question.ngrams, items)


def _lead(question: _Question, hits: Hits) -> float:
    """Returns the lead of the hits' entries over all others, before deductions.

    It is made of the words they cover and their score.
    """
    first, items = hits[0], [hit.item for hit in hits]
    others = [hit for hit in question.hits[:CANDIDATES] if hit not in hits]
    after = max((other.score for other in others), default=0.0)
    ahead = max(-FAR, min(FAR, lead_of(question.coverage, items)))
    ahead += GAP * (first.score - after) / first.score
    ahead += HIGH * first.score
    if others and contradictions.are_related(first.item, others[0].item):
        ahead += LINKED_NEXT
    return ahead


def lead_of(scores: Likeness, items: Iterable[IndexItem]) -> float:
    """Returns the lead of entries over all others of their game by a measure, ``scores``.

    Negative if another entry has more; 0 if none has any.
    """
    orders = {item.order for item in items}
    others = (score for order, score in scores.items() if order not in orders)
    return max(scores.get(order, 0.0) for order in orders) - max(others, default=0.0)


def _asks_one_fact(question: _Question) -> bool:
    """True if a query names the first entry and else only asks for one of its facts or points.

    A fact is a number or word of an entry, such as its cost.
    """
    hit, query = question.hits[0], question.query
    if hit.why is not HitReason.NAMED:
        return False
    # If the entry's name is a question, its text is the answer.
    if hit.item.name.in_language(question.wording.language).endswith(("?", "？")):
        return False
    if hit.item.order not in question.wording.names:
        return False
    # A name alone is not a question, and its entry is the first hit anyway.
    only_name = not parts_outside_names(hit.item, query)
    return query.is_question if only_name else asks_only_fact(hit.item, query)


def _missing_weight(index: Index, items: Sequence[IndexItem], terms: QueryTerms) -> float:
    """Returns the total weight of those words and letter pairs of a question that no entry has.

    ``terms`` are the question's; a part counts as present if an entry has any alternative of it.
    """
    return sum(
        options[0][1]
        for options in terms
        if not any(has(index, item, part) for part, _weight in options for item in items)
    )


def has(index: Index, item: IndexItem, part: str) -> bool:
    """True if a word or letter pair is in an entry's names, texts or example questions."""
    if index.part_weights.weight(part, item.order) > NEAR:
        return True
    return tables(index)[item.slug].postings.weight(part, item.order) > 0


WORTH = frozenset(
    part
    for text in (
        "worth", "cost", "price", "effect", "give", "value", "end of game", "final", "many", "much",
        "何点", "効果", "値段", "価格", "最後", "終了時", "ゲーム", "いくら", "いくつ",
    )
    for part in parts(text)
)  # fmt: skip
"""Parts of texts that ask for a fact of an entry without its label."""
ANYTHING = ["何"]
"""Japanese for *something* or *nothing*, which does not ask for a fact if it stands alone."""


def parts_outside_names(item: IndexItem, query: Query) -> list[str]:
    """Returns the words and letter pairs of a query that are in no name of the item.

    Leaves out hiragana.
    """
    name_parts = {part for key in item.keys for part in key.parts}
    left = (part for part in parts(query.plain) if part not in name_parts)
    return [part for part in left if not re.fullmatch("[ぁ-ゖー]+|[a-z]", part)]


def asks_only_fact(item: IndexItem, query: Query) -> bool:
    """True if a query has words besides the item's names, all of them in labels of its facts.

    An example is an entry's name followed by *cost*.
    """
    left = parts_outside_names(item, query)
    if not left or left == ANYTHING or item.entry is None:
        return False
    return _fact_words(item).issuperset(left)


def _fact_words(item: IndexItem) -> frozenset[str]:
    """Returns the words and letter pairs that ask for a fact of an entry.

    They are those of its facts' labels, and general ones such as *worth*.
    """
    assert item.entry
    labels = [item.catalogue.facts[fact].name for fact in item.entry.facts]
    texts = [text for label in labels for text in (label.en, label.ja)]
    texts += [word.text for group in GENERAL[:2] for word in group]
    return WORTH | {part for text in texts for part in parts(text)}


# ── sentences of an entry ───────────────────────────────────────────────────────────────────────


def best_passage(
    hit: Hit, language: str, terms: QueryTerms, most: float, also: Passage | None = None
) -> Passage | None:
    """Returns the sentence of a hit's entry that covers most of a question.

    None for a hit without an entry. ``language`` is that of the sentence, ``terms`` the question's
    weighted parts, ``most`` their total weight; ``also``: the passage of a linked entry.
    """
    passages = _passages(hit, language, terms, most)
    best = max(passages, key=lambda each: each.share, default=None)
    return replace(best, also=also) if best and also else best


# Weights of words that only the entry's title or its other sentences have, relative to 1 for the
# sentence itself; share of the question's weight from which the title is the question's topic.
_TITLE, _REST, _WHOLE = 0.9, 0.35, 0.75


def _passages(hit: Hit, language: str, terms: QueryTerms, most: float) -> Iterator[Passage]:
    entry = hit.item.entry
    if entry is None:
        return
    title = frozenset(part for key in hit.item.keys for part in key.parts)
    topic = sum(max((w for p, w in options if p in title), default=0.0) for options in terms)
    texts = [entry.text, *entry.body]
    rest = frozenset(part for text in texts for part in _search_terms(text.in_language(language)))
    for text in texts:
        for before, sentence, after in _sentences(text, language):
            own = _search_terms(sentence)
            met = 0.0
            for options in terms:
                met += max(
                    weight
                    * (1.0 if p in own else _TITLE if p in title else _REST if p in rest else 0.0)
                    for p, weight in options
                )
            share = met / most - (0.05 if text is not entry.text else 0.0)
            if topic >= _WHOLE * most and text is entry.text and not before:
                # The entry is the question itself; its first sentence is the answer.
                share += 0.1
            yield Passage(hit.item, entry, language, before, sentence, after, share)


@lru_cache(4096)
def _search_terms(text: str) -> frozenset[str]:
    """Returns the words and letter pairs of a text, and the synonym groups of its words."""
    meanings = (concept(group) for group, _word in synonyms().mentioned(text))
    return frozenset((*parts(text), *meanings))


def _sentences(text: Text, language: str) -> tuple[tuple[str, str, str], ...]:
    """Returns the sentences of a text, each between all the text before it and all after it."""
    whole = text.in_language(language)
    ends = r"(?<=[。！？])" if language == "ja" else r"(?<=[.!?]) (?=[A-Z0-9(“\"])"
    sentences, at = [], 0
    for sentence in re.split(ends, whole):
        start = whole.index(sentence, at)
        at = start + len(sentence)
        if sentence.strip():
            sentences.append((whole[:start], sentence, whole[at:]))
    return tuple(sentences)
