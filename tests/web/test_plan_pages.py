"""A plan's page tells its sheet's total, or says in one sentence what its number is instead."""

import random
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest

from companion.models import Table
from scoring import game as find
from scoring import games
from scoring.game import Game
from scoring.model.plan import State
from tests.contract.test_blank_is_not_zero import begun
from tests.contract.test_planned_totals import worked
from tests.web.test_write_plan_to_sheet import CARRY, WON

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PLANNERS = [(slug, id_) for slug in sorted(games()) for id_ in find(slug).planners]
COINS = {"coin_0": 1, "coin_5": 1, "coin_7": 1, "coin_9": 1, "coin_11": 1}
"""A whole purse, and nothing else: a plan for a coin is one for what is entered so far."""
POSITIONS = 6
"""So many plans of each planner are looked at."""

LAID: dict[str, list[Any]] = {
    "keyflower": [{"seats": {"p1": WON}}, {"seats": {"p1": CARRY}}],
    "map_masters": [
        {
            "table": {"primary_objective_1": "objective_padlock"},
            "seats": {"p1": {"dungeon": ">-A kL; A: c; A-> ; A-B M"}},
        }
    ],
    "nidavellir": [{"seats": {"p1": {"coins": COINS}, "p2": {}}}],
}
"""Tiles on a map, which worked games leave out."""


def positions(game: Game, planner: str) -> Iterator[State]:
    """Worked positions, and villages on a map; each once more with cells left out."""
    draw = random.Random(planner)
    more = [game.sheet.read(raw) for raw in LAID.get(game.slug, ())]
    for state in (*more, *worked(game)):
        yield state
        yield begun(state, game, draw)


@pytest.mark.parametrize(("slug", "planner"), PLANNERS)
def test_a_plans_page_and_its_sheet_tell_the_same_total(client, slug, planner):
    game, told = find(slug), 0
    for state in positions(game, planner):
        plan = game.advise(planner, "p1", state)
        if plan.proof.verdict == "impossible":
            continue
        pad = Table.objects.create(pad=True, game=slug, state=state)
        page = client.get(f"/pad/{pad.key}/p1/ask/{planner}/").content.decode()
        plain = unescape(re.sub(r"\s+", " ", page))
        after = game.score(plan.after)["p1"]
        shown = re.search(r'class="pad__sum">([^<]*)<', plain)
        if measures := game.calculators[planner].measures:
            assert f"{measures.en} The sheet’s total with it: {after.range.text.en}." in plain
        else:
            assert shown[1] == after.range.text.en
        assert ("takes what is blank for none" in plain) == bool(after.missing)
        provisional = plan.proof.verdict == "provisional"
        assert ("What is still missing may change it." in plain) == provisional
        assert ("Proven best" in plain) == plan.proof.certified
        assert ('class="seal"' in plain) == (plan.proof.verdict == "optimal")
        told += 1
        if told == POSITIONS:
            return
    assert told
