"""Open decisions of several seats are settled in the order of enlisting, to a resting point.

The order and every reply are worked out here from the rules' text and the exhaustive search.
"""

import random
from dataclasses import replace

import pytest

from scoring import game
from tests.finished_sheets import whole
from tests.games.nidavellir.test_planners_on_random_tables import open_table
from tests.games.posted import cases

GAME = game("nidavellir")
WAITING = ("merc_w6_e8", "merc_w6_b", "merc_w9_e11_1", "merc_w6_m1", "merc_w6_h", "merc_w9_e11_2")


def enlist_first(seats):
    """Most waiting mercenaries to fewest, ties by the higher gem; the Crown Jeweler's is a 6."""

    def place(name):
        held = seats[name]
        waiting = sum(face == "waiting" for face in held.get("mercenaries", {}).values())
        gem = int(held.get("gem", "gem_0")[4:])
        return -waiting, -(6 if "crown_jeweler" in held.get("distinctions", {}) else gem)

    return sorted(seats, key=place)


def asked_by(state):
    """The seats in the order in which a plan was asked of them."""
    asked, final = [], GAME.calculators["final"]

    def plan(position, seat, seconds):
        asked.append(seat)
        return final.planner.plan(position, seat, seconds)

    heard = replace(final, planner=replace(final.planner, plan=plan))
    replace(GAME, calculators=GAME.calculators | {"final": heard}).solve_open_decisions(state)
    return asked


def test_seats_are_asked_in_the_order_of_enlisting():
    draw = random.Random(12)
    for _ in range(30):
        deck, seats = list(WAITING), {}
        gems = draw.sample(range(1, 6), 4)
        jeweler = draw.choice(["p1", "p2", "p3", "p4", ""])
        for n, gem in enumerate(gems, 1):
            some = [deck.pop() for _ in range(draw.randint(1, 2)) if deck]
            seats[f"p{n}"] = {
                "gem": f"gem_{gem}",
                "hunters": 2,
                "coins": {"coin_5": 1},
                "mercenaries": {m: draw.choice(["waiting", "waiting", "first"]) for m in some},
                "distinctions": {"crown_jeweler": True} if jeweler == f"p{n}" else {},
            }
        state = whole(GAME, {"seats": seats})
        ranked = enlist_first(state["seats"])
        waits = [
            s for s in ranked if "waiting" in state["seats"][s].get("mercenaries", {}).values()
        ]
        asked = asked_by(state)
        assert asked[: len(waits)] == waits
        assert set(asked[: len(ranked)]) == set(ranked)


@pytest.mark.slow
def test_a_seat_is_asked_anew_only_where_something_that_it_sees_is_another():
    final, asked = GAME.calculators["final"], []

    def plan(position, seat, seconds):
        asked.append(seat)
        return final.planner.plan(position, seat, seconds)

    def fresh():
        heard = replace(final, planner=replace(final.planner, plan=plan))
        return replace(GAME, calculators=GAME.calculators | {"final": heard})

    saved, again = 0, 0
    for number in range(cases(16)):
        draw, game = random.Random(f"sees {number}"), fresh()
        state = open_table(draw, 3)
        game.solve_open_decisions(state)
        # one more coin is nobody else's business, one more warrior may be
        for more in ({"coins": {"coin_0": 1, "coin_24": 1}}, {"warriors": {"warrior_10": 2}}):
            state = state | {"seats": state["seats"] | {"p3": state["seats"]["p3"] | more}}
            asked.clear()
            settled, plans = game.solve_open_decisions(state)
            saved += not {"p1", "p2"} & set(asked)
            again += bool({"p1", "p2"} & set(asked))
            wanted, others = fresh().solve_open_decisions(state)
            assert settled == wanted, f"state {number}"
            assert {s: (p.worth, p.proof.verdict, p.after) for s, p in plans.items()} == {
                s: (p.worth, p.proof.verdict, p.after) for s, p in others.items()
            }
    assert saved
    assert again
