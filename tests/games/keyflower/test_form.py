"""From the posted form to the total: what people type, recorded decisions and blanks included.

Every option of the form is met.
"""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from tests.finished_sheets import whole
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


# ── what a recorded decision means, each by hand ───────────────────────────────────────


@pytest.mark.parametrize(
    ("seat", "rulings", "total"),
    [
        # as gold it is worth 1 point left over; free to choose it would complete the set of 10
        (
            {
                "purple": "won",
                "purple_as": "gold",
                "skills": {"anvil": 1, "saw": 1},
                "winter": {"scribes": True},
            },
            {},
            1,
        ),
        # gold may still lie on the yard: 3 points there
        ({"purple": "won", "purple_as": "gold", "village": {"timber_yard": "after"}}, {}, 3),
        # the Well turned 7, the sawmill stays 3, Flipper 2; the best would be 10 + 3 + 2
        (
            {
                "village": {"well": "before", "sawmill": "before"},
                "boats": {"flipper": True},
                "flip": "well",
            },
            {},
            12,
        ),
        # exactly 3 wood to the windmill and 2 more goods, of which it takes what it likes: 5, and
        # the 2 gold left over 2; a fourth wood stays out
        (
            {
                "resources": {"wood": 4, "stone": 2, "gold": 2},
                "winter": {"windmill": True},
                "use": {"windmill": {"wood": 3}},
            },
            {},
            7,
        ),
        # two kinds recorded for the scholar: one of them pays, 2 x 3
        (
            {
                "skills": {"anvil": 2, "saw": 1},
                "winter": {"scholar": True},
                "use": {"scholar": {"anvil": 2, "saw": 1}},
            },
            {},
            6,
        ),
        # one wood is taken off the barn, no more: 2 stay; nothing else takes it
        (
            {
                "village": {"barn": "before"},
                "storage": {"barn": {"wood": 3}},
                "release": {"barn": {"wood": 1}},
            },
            {"storage_release": "yes"},
            2,
        ),
        # impossible, so left out: no Flipper, no storage tile, a tile that is not there
        (
            {
                "village": {"well": "before"},
                "flip": "well",
                "purple": "won",
                "purple_on": "barn",
                "use": {"windmill": {"wood": 1}},
            },
            {},
            4,
        ),
    ],
)
def test_a_recorded_decision_is_kept_exactly(
    seat: dict[str, Any], rulings: dict[str, str], total: int
) -> None:
    state = whole(KEYFLOWER, {"seats": {"p1": seat}, "rulings": rulings})
    assert check(state)["p1"].total == total


def test_two_rulings_changed_together_work() -> None:
    # rulebook: nothing; passed on it completes the craftsmen 3; at 5 points a set 5; green alone 0
    seat = {
        "purple": "passed",
        "workers": {"red": 1, "blue": 1},
        "winter": {"craftsmans_guild": True},
    }
    totals = {}
    for purple in ("no", "yes"):
        for points in ("3", "5"):
            typed = {
                "rulings/purple_without_bid": purple,
                "rulings/craftsmans_guild_points": points,
            }
            state = SHEET.enter(whole(KEYFLOWER, {"seats": {"p1": seat}}), typed).state
            found = check(state)["p1"]
            totals[purple, points] = found.total
            other = {a.ruling: a.total for a in KEYFLOWER.other_rulings(state, "p1", found)}
            swapped = ("yes" if purple == "no" else "no", points)
            assert other["purple_without_bid"] == (
                0 if swapped[0] == "no" else 3 if points == "3" else 5
            )
    assert totals == {("no", "3"): 0, ("no", "5"): 0, ("yes", "3"): 3, ("yes", "5"): 5}


def test_a_decision_survives_a_ruling_that_is_switched_and_back() -> None:
    seat = {"purple": "passed", "purple_as": "gold", "resources": {"gold": 1}}
    state = whole(KEYFLOWER, {"seats": {"p1": seat}})
    assert check(state)["p1"].total == 1
    switched = SHEET.enter(state, {"rulings/purple_without_bid": "yes"}).state
    assert check(switched)["p1"].total == 2
    assert json.dumps(state["seats"]) == json.dumps(switched["seats"])
