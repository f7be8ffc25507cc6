"""The numbers of an entry, with the words that may stand beside them in a query.

*5 points* and *3 wood* each name one of them; ``number_match`` compares them with a query.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from companion.messages import say
from scoring.model.catalogue import Catalogue, Entry, FactKind

from .normalise import STOP, distinct_folds, latin, split_words, stem


@dataclass(frozen=True, slots=True)
class Number:
    """A number among the facts or scores of an entry, such as its cost.

    - ``of``: folded words for what it counts, such as *wood*.
    - ``rows``: folded words for the fact that has it, such as *cost*.
    - ``shared``: the same fact also counts other pieces, as a cost of wood and stone does.
    """

    value: int
    of: tuple[str, ...]
    rows: tuple[str, ...]
    shared: bool = False


POINTS = say("points")


def entry_numbers(catalogue: Catalogue, entry: Entry) -> Iterator[Number]:
    """Yields the numbers in an entry's facts and scores, with words that may stand beside them."""
    for key, value in entry.facts.items():
        fact = catalogue.facts[key]
        rows = _row(fact)
        if fact.type == "number":
            yield Number(value, rows, rows)
        elif fact.type == "pieces":
            for piece, count in value.items():
                yield Number(count, _pieces(catalogue, piece), rows, len(value) > 1)
            yield Number(sum(value.values()), rows, rows)
    points = distinct_folds(POINTS.en, POINTS.ja)
    for scores in entry.scores:
        for key, value in scores.numbers.items():
            for count in value if isinstance(value, list | tuple) else [value]:
                if isinstance(count, int) and key in ("points", "before", "after", "values"):
                    yield Number(count, points, points)


def _row(fact: FactKind) -> tuple[str, ...]:
    """Returns folded words for a fact: its id, its labels and, without figures, their words.

    Words of labels with a figure, such as *points for 3*, would match other facts.
    """
    if re.search("[0-9]", fact.name.en + fact.name.ja):
        return distinct_folds(fact.id, fact.name.en, fact.name.ja)
    words = [w for w in latin(fact.name.en) if w not in STOP and len(w) > 2]
    words += [word for word in split_words(fact.name.ja) if len(word) > 1]
    return distinct_folds(fact.id, fact.name.en, fact.name.ja, *words, *map(stem, words))


def _pieces(catalogue: Catalogue, piece: str) -> tuple[str, ...]:
    entry = catalogue[piece]
    aliases = [alias for each in entry.aliases.values() for alias in each]
    singular = [re.sub("s$", "", entry.name.en)]
    # People call "Random worker" just a worker.
    nouns = [latin(entry.name.en)[-1:], split_words(entry.name.ja)[-1:]]
    heads = [noun for each in nouns for noun in each if len(noun) > 2]
    return distinct_folds(
        entry.name.en, entry.name.ja, entry.kana, piece, *singular, *heads, *aliases
    )
