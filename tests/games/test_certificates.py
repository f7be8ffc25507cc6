"""Certificates of final plans of whole games: made for every seat, and accepted."""

import json
import random
from collections.abc import Iterator

import pytest

from scoring import check, examples, game
from scoring.model.plan import Plan
from scoring.proof_in_words import proof_in_words
from scoring.solving.certificates import leaves
from tests.games.keyflower import random_states as keyflower
from tests.games.nidavellir import random_states as nidavellir
from tests.games.posted import cases

MOST_LEAVES, MOST_LETTERS = 200, 300_000


def plans(slug: str, seed: int, number: int) -> Iterator[Plan]:
    """Yields final plans of random seats for which a solver was needed."""
    played, draw = game(slug), random.Random(seed)
    while number:
        rulings = None
        if slug == "keyflower":
            state = played.sheet.read({"seats": {"p1": keyflower.random_seat(draw, "full")}})
            rulings = keyflower.random_rulings(draw)
        else:
            state = played.sheet.read(nidavellir.table(draw))
        plan = played.optimise("final", "p1", state, rulings)
        if plan.proof.method == "ilp":
            number -= 1
            yield plan


@pytest.mark.parametrize("slug", ["keyflower", "nidavellir"])
def test_final_plans_are_certified(slug: str) -> None:
    for plan in plans(slug, seed=1, number=cases(25)):
        assert plan.proof.certified, plan
        made = json.loads(text := json.dumps(plan.certificate))
        assert check.check(made) == plan.worth
        assert sum(leaves(each["tree"]) for each in made["programmes"]) <= MOST_LEAVES
        assert len(text) <= MOST_LETTERS
        said = proof_in_words(game(slug), made)
        assert sum(points for _, points in said.lines) == plan.worth
        for text in (
            each.in_language(language) for each in said.sentences for language in ("en", "ja")
        ):
            assert "_" not in text


@pytest.mark.parametrize("slug", ["keyflower", "nidavellir"])
def test_worked_games_with_a_plan_are_certified(slug: str) -> None:
    played, seen = game(slug), 0
    for example in examples(slug).values():
        state = played.sheet.read(example.state)
        for seat in played.sheet.seats(state):
            plan = played.optimise("final", seat, state)
            if plan.proof.method == "ilp":
                assert plan.proof.certified
                assert check.check(json.loads(json.dumps(plan.certificate))) == plan.worth
                seen += 1
    assert seen
