"""Reads the lead of an answer box as a probability, and measures how far that is from the truth.

One logistic curve is fitted to all games but one and asked about that one's questions, in turn.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import batched

from companion.search import find, lead_over_bound
from tests.search.evaluation import Question

BANDS = 10
"""Number of equally large bands of probability in which promise and truth are compared."""


@dataclass(frozen=True, slots=True)
class Box:
    """A box that is or might be shown: its game, its lead above the bound, and if it is right."""

    game: str
    lead: float
    right: bool


@dataclass(frozen=True, slots=True)
class Curve:
    """The probability that a box is right, as a logistic curve over its lead."""

    slope: float
    at_bound: float

    def __call__(self, lead: float) -> float:
        return 1 / (1 + math.exp(-self.slope * lead - self.at_bound))


def boxes(questions: Iterable[Question]) -> list[Box]:
    """Returns the first box of each question for which a finite lead decides."""
    found = []
    for question in questions:
        led = lead_over_bound(find(question.ask, question.game))
        if led and math.isfinite(led[1]):
            ids = {f"{each.slug}/{each.entry.id}" for each in led[0] if each.entry}
            found.append(Box(led[0][0].slug, led[1], not ids.isdisjoint(question.want)))
    return found


def fit(boxes: Sequence[Box]) -> Curve:
    """Returns the curve of greatest likelihood, by Newton's method."""
    slope, at_bound = 1.0, 0.0
    for _ in range(50):
        rises = [(each, Curve(slope, at_bound)(each.lead)) for each in boxes]
        misses = [(each.lead, p - each.right, p * (1 - p)) for each, p in rises]
        by_slope = sum(lead * miss for lead, miss, _ in misses)
        by_bound = sum(miss for _, miss, _ in misses)
        a = sum(lead * lead * bend for lead, _, bend in misses)
        b = sum(lead * bend for lead, _, bend in misses)
        c = sum(bend for _, _, bend in misses)
        slope -= (c * by_slope - b * by_bound) / (a * c - b * b)
        at_bound -= (a * by_bound - b * by_slope) / (a * c - b * b)
    return Curve(slope, at_bound)


def held_out(boxes: Sequence[Box]) -> list[tuple[float, Box]]:
    """Returns each box with the probability by the curve of the other games, least first."""
    curves = {
        game: fit([each for each in boxes if each.game != game])
        for game in {each.game for each in boxes}
    }
    promised = [(curves[each.game](each.lead), each) for each in boxes]
    return sorted(promised, key=lambda pair: pair[0])


def error(promised: Sequence[tuple[float, Box]]) -> float:
    """Returns the mean distance, 0 to 1, of probability and share of right boxes over the bands."""
    bands = [list(band) for band in batched(promised, -(-len(promised) // BANDS))]
    off = [abs(sum(p - box.right for p, box in band)) for band in bands]
    return sum(off) / len(promised)
