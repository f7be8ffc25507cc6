"""The last transports: their proofs and bounds, and the plain rules that replay a plan.

Against trying all of them, from the posted form: ``test_map_plans.py``.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from scoring import game
from scoring.games.keyflower.solvers import transport
from scoring.games.keyflower.solvers.layout import Layout
from scoring.games.keyflower.solvers.transport_rules import (
    Action,
    Carried,
    Illegal,
    TransportProblem,
    Trip,
    Upgrade,
)
from scoring.games.keyflower.solvers.village import Village
from scoring.model.position import Position
from scoring.solving import ilp
from scoring.solving.ilp import SolverFailed
from tests.finished_sheets import whole
from tests.games.keyflower import oracle, random_states, transport_oracle
from tests.games.keyflower.random_layouts import BOX, OTHERS, grown, read

KEYFLOWER = game("keyflower")
GOODS = transport_oracle.GOODS
YARDS = transport_oracle.YARDS
TURN_ORDER = [tile for tile, each in BOX.items() if each.kind == "turn_order"]


def village(seat: dict[str, Any], rulings: dict[str, str]) -> Village:
    state = whole(KEYFLOWER, {"seats": {"p1": seat}})
    position = Position(KEYFLOWER.sheet, state, rulings)
    return Village(position, position.seats["p1"])


def power(tile: str, face: str) -> int:
    """Steps printed on a face."""
    steps: int = KEYFLOWER.catalogue[tile].facts.get(f"transport_{face}", 0)
    return steps


def own(seat: dict[str, Any], tile: str) -> Action:
    """A use of a tile of the seat, with the face that it shows."""
    face = seat["village"][tile]
    return Action(power(tile, face), KEYFLOWER.catalogue[tile].facts[f"upgrade_{face}"], tile)


def able(seat: dict[str, Any]) -> list[str]:
    """The seat's transport tiles."""
    return [tile for tile, face in seat["village"].items() if power(tile, face)]


def elsewhere(layout: Layout, lying: Goods) -> Goods:
    """Goods that lie on no storage tile."""
    return {place: held for place, held in lying.items() if layout.laid[place].tile not in YARDS}


type Goods = dict[tuple[int, int], dict[str, int]]
type Case = tuple[dict[str, Any], dict[str, str], Layout, Goods, list[Action]]


def case(rng: random.Random, size: int, goods: int, actions: int) -> Case:
    """A village with goods on its tiles, of which some are cheap to upgrade or storage tiles.

    What is won in winter may lie there already, as on a sheet that was entered at the end.
    """
    kinds = ("spring", "summer", "autumn")
    tiles = [tile for tile in OTHERS if BOX[tile].kind in kinds and tile not in YARDS]
    tiles = [*rng.sample(YARDS, rng.randint(0, 2)), *rng.sample(tiles, size)]
    if rng.random() < 0.4:
        tiles = ["stable", *(tile for tile in tiles[1:] if tile != "stable")]
    others = [tile for tile in OTHERS if BOX[tile].kind not in (*kinds, "home")]
    if rng.random() < 0.5:
        # before the rest, so that roads lead over them
        tiles = [*tiles, *rng.choices(others, k=2), *TURN_ORDER[: rng.randint(0, 2)]]
    layout = grown(rng, size, list(dict.fromkeys(tiles)))
    laid = {place: each.tile for place, each in layout.laid.items()}
    built = [tile for tile in laid.values() if BOX[tile].kind in (*kinds, "home")]
    lying: dict[tuple[int, int], dict[str, int]] = {place: {} for place in laid}
    for _ in range(goods):
        place = rng.choice([place for place, tile in laid.items() if tile in built])
        held, good = lying[place], rng.choice(GOODS)
        held[good] = held.get(good, 0) + 1
    loose = {good: rng.choice((0, 0, 0, 1)) for good in GOODS}
    for place, held in lying.items():
        if laid[place] not in YARDS:
            for good, number in held.items():
                loose[good] += number
    there: dict[str, dict[str, Any]] = {}
    for tile in laid.values():
        there.setdefault(BOX[tile].kind, {})[tile] = True
    chance = 0.15 if "summer_boat" not in there else 0.6
    summer = {
        boat: True for boat in ("boat_2a", "boat_2b", "boat_3a", "boat_3b") if rng.random() < chance
    }
    boats = rng.sample(("keyflower", "flipper", "white_wind"), rng.choice((0, 1)))
    winter = rng.sample(random_states.WINTER, rng.choice((0, 1, 2)))
    seat: dict[str, Any] = {
        "resources": loose,
        "skills": {skill: rng.choice((0, 0, 1, 2)) for skill in transport_oracle.SKILLS},
        "workers": {},
        "purple": rng.choice(("none", "none", "won")),
        "village": {tile: rng.choice(("before", "before", "after")) for tile in built},
        "storage": {tile: lying[place] for place, tile in laid.items() if tile in YARDS},
        "winter": dict.fromkeys(winter, True) | there.get("winter", {}),
        "boats": dict.fromkeys(boats, True) | there.get("boat", {}),
        "summer_boats": summer | there.get("summer_boat", {}),
        "turn_order": {"turn_order_1": 2} | dict.fromkeys(there.get("turn_order", {}), 2),
        "loop": 0,
        "chain": 0,
    }
    uses = [Action(rng.randint(0, 2), rng.choice((0, 1, 1, 2))) for _ in range(actions)]
    tile = rng.choice([tile for tile in built if power(tile, "before")])
    if actions > 1 and size < 5 and goods < 4:
        uses[-1] = own(seat, tile)
    return seat, random_states.random_rulings(rng), layout, lying, uses


def use(action: Action) -> transport_oracle.Use:
    after = (0, 0)
    if action.tile:
        facts = KEYFLOWER.catalogue[action.tile].facts
        after = facts["transport_after"], facts["upgrade_after"]
    return (action.steps, action.upgrades), action.tile, after


def best(
    problem: TransportProblem, actions: Sequence[Action], seconds: float = 60
) -> transport.Transport:
    """Returns the best plan that uses the actions in this order."""
    found = transport.best(problem, [actions], seconds)
    assert found is not None, "nothing has to be done"
    return found


def three_own_uses(rng: random.Random) -> tuple[TransportProblem, list[Action]]:
    """Tiles that are turned on the way and used again: at once more can be done than in turn."""
    seat, rulings, layout, lying, _ = case(rng, 8, 10, 0)
    uses = [own(seat, tile) for tile in rng.choices(able(seat), k=3)]
    return TransportProblem(village(seat, rulings), layout, elsewhere(layout, lying)), uses


def test_a_plan_that_is_not_proven_has_a_bound_that_nothing_passes(monkeypatch):
    """Whenever the solver gives up: at once, later, or with nothing but what is known."""
    rng = random.Random(8)
    seen = set()
    for n in range(24):
        problem, uses = three_own_uses(rng)
        optimum = best(problem, uses)
        solved = []

        def hurried(model, *args, n=n, solved=solved, solve=ilp.Model.solve):
            solved.append(True)
            if len(solved) > n % 6 + 1:
                raise SolverFailed("no time left")
            return solve(model, *args)

        with monkeypatch.context() as patch:
            patch.setattr(ilp.Model, "solve", hurried)
            found = best(problem, uses)
        assert found.worth <= optimum.worth <= found.proof.bound
        assert (found.proof.verdict == "optimal") == (found.worth == found.proof.bound)
        seen.add(found.proof.verdict)
        assert optimum.worth <= transport._ceiling(problem, uses)
    assert seen == {"optimal", "best found"}


HOME, STABLE = (0, 0), (-1, 1)
TEXT = "home_1@0,0/0 stable@-1,1/4"


def carried(**cells: Any) -> Carried:
    """A home, and a Stable at its lower left; wood and iron on the home, wood on the Stable."""
    seat = {
        "village": {"home_1": "before", "stable": "before"},
        "resources": {"wood": 2, "iron": 1},
        **cells,
    }
    goods = {HOME: {"wood": 1, "iron": 1}, STABLE: {"wood": 1}}
    layout = read(TEXT)
    problem = TransportProblem(village(seat, oracle.RULEBOOK), layout, goods)
    return Carried(problem, [Action(1, 1), Action(1, 1)])


IRON = Trip(0, "iron", (HOME, STABLE))
TURN = Upgrade(0, "stable", {"wood": 1, "iron": 1}, {})


def test_a_step_and_an_upgrade_by_hand():
    after = carried().play([IRON, TURN]).seat()
    assert after.faces("village") == {"home_1": "before", "stable": "after"}
    assert after.tally("resources") == {"wood": 1, "iron": 0}


@pytest.mark.parametrize(
    ("moves", "word"),
    [
        ([TURN], "price"),
        ([IRON, Trip(0, "wood", (HOME, STABLE))], "steps"),
        ([Trip(0, "stone", (HOME, STABLE))], "no_good"),
        ([Trip(0, "iron", (HOME, (0, 1)))], "no_road"),
        ([IRON, TURN, Trip(0, "wood", (HOME, STABLE))], "transport_first"),
        ([IRON, TURN, Upgrade(0, "home_1", {}, {})], "upgrades"),
        ([IRON, TURN, Upgrade(1, "stable", {"wood": 1, "iron": 1}, {})], "no_upgrade"),
        ([IRON, Upgrade(0, "stable", {"wood": 2}, {})], "price"),
        ([Trip(1, "iron", (HOME, STABLE)), IRON], "order"),
        ([Trip(2, "iron", (HOME, STABLE))], "order"),
    ],
)
def test_what_the_rules_forbid_is_refused(moves, word):
    with pytest.raises(Illegal, match=f"^{word}$"):
        carried().play(moves)


def test_boat_2b_doubles_steps_and_upgrades():
    doubled = carried(summer_boats={"boat_2b": True})
    after = doubled.play([IRON, Trip(0, "wood", (HOME, STABLE)), TURN]).seat()
    assert after.tally("resources") == {"wood": 1, "iron": 0}


def test_a_tile_turned_on_the_way_gives_what_its_other_face_shows():
    faces = {"home_1": "before", "stable": "before"}
    seat = {"village": faces, "resources": {"wood": 4, "iron": 1}}
    goods = {HOME: {"wood": 3}, STABLE: {"wood": 1, "iron": 1}}
    layout = read(TEXT)
    actions = [Action(0, 1), Action(2, 1, "stable")]
    steps = [Trip(1, "wood", (HOME, STABLE), 3)]
    problem = TransportProblem(village(seat, oracle.RULEBOOK), layout, goods)
    played = Carried(problem, actions).play([TURN, *steps])
    assert played.goods[STABLE]["wood"] == 3
    with pytest.raises(Illegal, match="steps"):
        Carried(problem, actions).play(steps)
