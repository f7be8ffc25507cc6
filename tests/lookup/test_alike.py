"""Spellings come out the same whatever RapidFuzz is made of, and in the same order everywhere."""

import os
import subprocess
import sys

import pytest
from rapidfuzz import process_cpp, process_py
from rapidfuzz.distance import OSA, metrics_py

from companion.lookup.search import alike, ranking, synonyms
from companion.lookup.search.queries import read

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
        monkeypatch.setattr(alike, "process", process)
        monkeypatch.setattr(alike, "OSA", metric)
        told.append([alike.near(a, [b], more_than, 1) for a, b in pairs])
        told[-1].append([alike.nearest(name, NAMES, more_than) for name in NAMES])
    assert told[0] == told[1]


class Plain:
    normalized_similarity = staticmethod(metrics_py.osa_normalized_similarity)


SWAPPED = """
from companion.lookup.search import ranking
from companion.lookup.search.queries import read
print(ranking._swaps(read({ask!r})))
"""


def test_other_words_for_the_same_have_an_order():
    """A set's order is another one in each process, and hits of equal rank followed it."""
    groups = [group for group in synonyms.groups() if len(group.words) > 3]
    ask = next(
        w.shown for group in groups for w in group.words if len(ranking._swaps(read(w.shown))) > 2
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", "import django; django.setup()" + SWAPPED.format(ask=ask)],
            env=os.environ
            | {"PYTHONHASHSEED": seed, "DJANGO_SETTINGS_MODULE": "companion.settings"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(told) == 1
