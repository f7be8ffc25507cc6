"""Fits the look-up's weights to questions and writes them to its file, with what they came from.

The weights are those under which the right entry is the most likely of all candidates
(a softmax over their scores), from equal ones on. Frozen sets of questions are never read here.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch
from zlib import crc32

import numpy as np

from companion.search import (
    Query,
    index,
    index_dump,
    query_parsing,
    ranking,
    retrieval,
    search_index,
    text_statistics,
)
from companion.search.index_items import IndexItem
from companion.search.weights import FILE, WEIGHTS
from tests.search import generated_questions
from tests.search.evaluation import Question, load

HERE = Path(__file__).parent
SETS = (
    "misleading_question_pairs",
    "questions",
    "questions_from_facts_2",
    "questions_from_facts_4",
    "questions_judged",
    "questions_of_a_stranger",
    "questions_tuned_on",
)
"""The sets that may be read."""
SEEDS = (7, 8)
"""Seeds of questions made anew from the data."""
ONE_IN = 10
"""Of so many example questions one is left out of the index, and asked."""
LESS = 0.3
"""Weight of a question that is an example or made anew, of which there are many."""
SCORE = (
    "words",
    "coverage",
    "letters",
    "named",
    "name",
    "kind",
    "number",
    "sought_number",
    "asked_number",
    "example",
    "spelling",
)
"""The weights of a score."""
UNIT = 100
"""Points for a text that has all of a question; all other weights are relative to it."""


@dataclass(frozen=True)
class Candidates:
    """The candidates of all questions, a row each: values by weight, the question, if it is right.

    ``begins``: each question's first row. ``weights``, ``games``: of each question.
    """

    values: np.ndarray
    question: np.ndarray
    right: np.ndarray
    begins: np.ndarray
    weights: np.ndarray
    games: np.ndarray

    def places(self, weights: np.ndarray) -> np.ndarray:
        """Returns the place of each question's first right candidate, from 0 on."""
        scores = self.values @ weights
        best = np.maximum.reduceat(np.where(self.right, scores, -np.inf), self.begins)
        above = ~self.right & (scores > best[self.question])
        return np.add.reduceat(above.astype(int), self.begins)


def is_left_out(question: str) -> bool:
    return crc32(question.encode()) % ONE_IN == 0


@contextmanager
def examples_left_out() -> Iterator[None]:
    """Builds the index without one in ten example questions."""
    all_of = IndexItem.questions.fget  # type: ignore[attr-defined]  # a property of a class
    kept = property(lambda item: tuple(q for q in all_of(item) if not is_left_out(q)))
    with (
        patch.object(IndexItem, "questions", kept),
        patch.object(index_dump, "stored", lambda _of: None),
    ):
        _forget()
        yield
    _forget()


def _forget() -> None:
    for cached in (
        search_index.index_of,
        text_statistics.tables,
        text_statistics.ngram_statistics,
    ):
        cached.cache_clear()


def questions() -> list[tuple[Question, float]]:
    """Returns all questions to fit to, each with its weight: sets, made anew, examples left out."""
    found = [(question, 1.0) for name in SETS for question in load(HERE / f"{name}.toml")]
    made = (generated_questions.questions(HERE / "question_templates.toml", s) for s in SEEDS)
    found += [(question, LESS) for questions in made for question in questions]
    for item in index().items:
        if item.entry:
            asked = item.catalogue.player_questions.get(item.entry.id, {})
            want = (f"{item.slug}/{item.entry.id}",)
            found += [
                (Question(ask, want, "example", language, item.slug), LESS)
                for language, asks in asked.items()
                for ask in asks
                if is_left_out(ask)
            ]
    return found


def candidates(asked: Iterable[tuple[Question, float]]) -> Candidates:
    """Returns what may be found for questions; without those that a name decides or none finds."""
    rows: list[tuple[list[float], int, bool]] = []
    begins, weights, games = [], [], []
    for question, weight in asked:
        found = list(_values(question))
        if any(right for _, right in found):
            begins.append(len(rows))
            rows += [(values, len(weights), right) for values, right in found]
            weights.append(weight)
            games.append(question.want[0].split("/")[0])
    values, question_of, right = zip(*rows, strict=True)
    return Candidates(*map(np.array, (values, question_of, right, begins, weights, games)))


def _values(question: Question) -> Iterator[tuple[list[float], bool]]:
    """Yields each candidate of a question: its values by weight of a score, and if it is right."""
    query = query_parsing.parse(index(), question.ask, question.game)
    found = retrieval.retrieve(index(), query, index().items)
    exact = any(_is_asked(query, hit.item) for hit in found.exact)
    if exact or len(query.whole) < 2 or not found.words.total:
        return
    features = ranking.features(query, found, ranking.evidence_of(index(), query))
    names = {
        hit.item.order: {"spelling": hit.score / WEIGHTS["spelling"]} for hit in found.spelling
    }
    for by_item in (features, names):
        for order, values in by_item.items():
            item = index().items[order]
            if order in found.rest and _is_asked(query, item):
                ref = f"{item.slug}/{item.entry.id}" if item.entry else item.slug
                yield [values.get(name, 0.0) for name in SCORE], ref in question.want


def _is_asked(query: Query, item: IndexItem) -> bool:
    return query.game in ("", item.slug) and ranking.is_allowed(query, item)


def gradient(found: Candidates, weights: np.ndarray, share: np.ndarray) -> np.ndarray:
    """Returns by how much less likely each weight makes the right candidates.

    It is the gradient of the mean of -log(their share of all candidates), each a power of e by its
    score. ``share``: how much each question counts.
    """
    scores = found.values @ weights
    likely = np.exp(scores - np.maximum.reduceat(scores, found.begins)[found.question])
    right = likely * found.right

    def shared(each: np.ndarray) -> np.ndarray:
        return each / (np.add.reduceat(each, found.begins) + 1e-12)[found.question]

    too_likely = (shared(likely) - shared(right)) * share[found.question]
    return found.values.T @ too_likely / share.sum()


def score_weights(found: Candidates, share: np.ndarray, steps: int = 1500) -> np.ndarray:
    """Returns the weights that make the right candidates likely, by gradient descent (Adam)."""
    weights = np.full(len(SCORE), 5.0)
    mean, square = np.zeros(len(SCORE)), np.zeros(len(SCORE))
    for step in range(1, steps + 1):
        slope = gradient(found, weights, share) + 2e-5 * weights
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope**2
        change = mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.99**step)) + 1e-9)
        weights -= (0.1 if step < 0.7 * steps else 0.01) * change
    return weights


def held_out(found: Candidates) -> tuple[float, float]:
    """Returns the shares first and among three, each game by weights fitted to the others."""
    places = np.zeros(len(found.begins), int)
    for game in np.unique(found.games):
        mine = found.games == game
        places[mine] = found.places(score_weights(found, found.weights * ~mine, steps=500))[mine]
    counted = found.weights / found.weights.sum()
    return float(counted @ (places < 1)), float(counted @ (places < 3))


def fit() -> None:
    """Fits the weights and writes them to their file."""
    with examples_left_out():
        asked = questions()
        found = candidates(asked)
        weights = score_weights(found, found.weights)
        first, three = held_out(found)
    points = UNIT * weights / weights[SCORE.index("coverage")]
    head = (
        f"# Fitted to {len(found.begins)} of {len(asked)} questions, those that no name decides;\n"
        f"# on games held out {100 * first:.1f} % are first and {100 * three:.1f} % among three."
    )
    text = written(FILE.read_text("utf-8"), head, dict(zip(SCORE, points, strict=True)))
    FILE.write_text(text, "utf-8")
    print(text)


def written(text: str, head: str, weights: Mapping[str, float]) -> str:
    """Returns the file's text with the weights, to two digits, and what they came from."""
    text = re.sub(r"# Fitted to .*\n#.*", head, text, count=1)
    for name, weight in weights.items():
        text = re.sub(rf"(?m)^{name} = \S+", f"{name} = {float(f'{weight:.2g}'):g}", text)
    return text
