"""From the posted form to the total: what people type, recorded decisions and blanks included.

Every option of the form is met.
"""

import random

import pytest

from tests.games.keyflower.random_forms import (
    KEYFLOWER,
    SHEET,
    check,
    entered,
    options,
    posted,
)
from tests.games.posted import cases

STATES = cases(160)


@pytest.mark.slow
def test_from_the_posted_form_to_the_total_of_an_exhaustive_search() -> None:
    rng = random.Random(1971)
    every = options()
    met: set[tuple[str, str]] = set()
    for n in range(STATES):
        # far apart in the form, so that no two are values of one cell
        forced = every[n % len(every) :: STATES]
        state = entered(posted(rng, forced))
        check(state)
        for path, value in SHEET.cells(state).items():
            if path.startswith("p1/"):
                number = type(value) is int or value is True
                met.add((path.removeprefix("p1/"), "1" if number else str(value)))
    assert set(every) <= met, "an option of the form was not met"


def test_both_engines_agree_where_the_search_cannot_follow() -> None:
    """Full seats with a dozen recorded decisions: a difference is a ``PlanMismatch``."""
    rng = random.Random(1972)
    recorded = [each for each in options() if each[0].split("/")[0] in ("use", "release", "flip")]
    for _ in range(cases(20)):
        state = entered(posted(rng, rng.sample(recorded, 12), "full"))
        plan = KEYFLOWER.optimise("final", "p1", state)
        assert plan.proof.verdict == "optimal"
