"""The market order by what each seat earned, with a worked sum, and its ties."""

from typing import Any

from scoring import game
from scoring.games.map_masters.solvers import market
from scoring.games.map_masters.solvers.score_pad import Pad
from scoring.model.plan import State
from tests.finished_sheets import whole

GAME = game("map_masters")


def table(rulings: Any = None, objectives: Any = None, **seats: Any) -> State:
    raw: dict[str, Any] = {"seats": seats}
    if rulings:
        raw["rulings"] = rulings
    if objectives:
        raw["table"] = objectives
    return whole(GAME, raw)


def test_market_order():
    seats = {
        "p1": {"primary_2": 5, "secondary_2": 3, "first_2": True},
        "p2": {"primary_2": 6, "secondary_2": 2, "primary_1": 9},
        "p3": {},
    }

    def earned(reading):
        position = GAME.sheet.position(table({"market_tie": reading}, **seats))
        return [market.earned(Pad(position), seat, 3) for seat in position]

    # last round: 5 + 3 + 1 and 6 + 2
    assert earned("round") == [9, 8, 0]
    # secondary halved: 5 + 1 + 1 = 7 and 6 + 1 = 7
    assert earned("round_halved") == [7, 7, 0]
    # all rounds: 9 against 8 + 9 = 17
    assert earned("all") == [9, 17, 0]


def test_a_race_that_nobody_agreed_on_breaks_no_tie_in_the_market():
    both = {f"p{n}": {"first_2": True, "primary_2": 1, "coins": 2} for n in (1, 2)}
    objectives = {"primary_objective_2": "objective_key", "hourglass_2": True}
    position = GAME.sheet.position(table(objectives=objectives, **both, p3={"coins": 2}))
    # one key each, 2 points, and no bonus
    assert [market.earned(Pad(position), seat, 3) for seat in position] == [2, 2, 0]
