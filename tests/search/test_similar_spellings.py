"""Spellings come out the same whatever RapidFuzz is made of, and in the same order everywhere."""

import pytest
from rapidfuzz import process_cpp, process_py
from rapidfuzz.distance import OSA, metrics_py

from companion.search import fuzzy, index, retrieval, search_index, text_features
from companion.search.query_parsing import parse

NAMES = ("saturos", "satyrus", "satires", "abcde", "abcdx", "abcxx", "keyflower", "keyflwoer")


@pytest.mark.parametrize("more_than", [0.3, 0.6, 0.7, 0.72, 0.8, 0.88])
def test_compiled_and_plain_agree_at_the_bound(more_than, monkeypatch):
    letters = "abcdefghijklmnopqrstuvwxy"
    pairs = [
        (letters[:long], "#" * wrong + letters[wrong:long])
        for long in (5, 10, 15, 20, 25)
        for wrong in range(long)
    ]
    at_bound = [1 for a, b in pairs if abs(OSA.normalized_similarity(a, b) - more_than) < 1e-9]
    assert at_bound
    told = []
    for process, metric in ((process_cpp, OSA), (process_py, Plain)):
        monkeypatch.setattr(fuzzy, "process", process)
        monkeypatch.setattr(fuzzy, "OSA", metric)
        told.append([fuzzy.near(a, [b], more_than, 1) for a, b in pairs])
        told[-1].append([fuzzy.nearest(name, NAMES, more_than) for name in NAMES])
    assert told[0] == told[1]


class Plain:
    normalized_similarity = staticmethod(metrics_py.osa_normalized_similarity)


def test_other_words_for_the_same_come_in_the_order_of_their_group():
    """A set's order is another one in each process, and hits of equal rank followed it."""
    found = 0
    for number, group in enumerate(text_features.GENERAL):
        word = next((each for each in group if not each.stems), None)
        if word and list(search_index.synonyms().mentioned(word.text)) == [(number, word)]:
            others = [each.folded for each in group if each.folded != word.folded]
            assert list(retrieval._with_synonyms(parse(index(), word.text))) == list(
                dict.fromkeys(others)
            ), word
            found += len(others) > 2
    assert found > 2
