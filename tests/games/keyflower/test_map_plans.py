"""Plans over the sheet's map, from the posted form: against every way of laying and of carrying."""

import itertools
import random
from typing import Any

from scoring import game
from scoring.games.keyflower.solvers.layout import Layout
from scoring.games.keyflower.solvers.transport_rules import Action
from scoring.model.plan import Plan, State
from scoring.solving import deadline, ilp
from tests.finished_sheets import whole
from tests.games.keyflower import layout_oracle as oracle
from tests.games.keyflower import test_placing as winter
from tests.games.keyflower import test_transport as last
from tests.games.keyflower import transport_oracle
from tests.games.keyflower.random_layouts import BOX, plain, read, text
from tests.games.posted import cases

KEYFLOWER = game("keyflower")
SHEET = KEYFLOWER.sheet
FIELDS = {"winter": "winter", "boat": "boats", "summer_boat": "summer_boats"}


def posted(seat: dict[str, Any], rulings: dict[str, str] | None = None) -> State:
    """The sheet as its form is typed."""
    typed = {
        path: "1" if value is True else str(value)
        for path, value in SHEET.cells({"seats": {"p1": seat}}).items()
    }
    typed |= {f"rulings/{id_}": option for id_, option in (rulings or {}).items()}
    reading = SHEET.enter(SHEET.blank(1), typed)
    assert reading.errors == []
    return reading.state


def on_map(layout: Layout) -> dict[str, str]:
    return {each.tile: f"{place[0]},{place[1]}/{each.turn}" for place, each in layout.laid.items()}


def owning(layout: Layout, won: list[str]) -> dict[str, Any]:
    """The sheet of who has laid this village and won those tiles."""
    seat: dict[str, Any] = {"map": on_map(layout)}
    for tile in (*(each.tile for each in layout.laid.values()), *won):
        kind = BOX[tile].kind
        if kind == "turn_order":
            seat.setdefault("turn_order", {})[tile] = 0
        elif kind in FIELDS:
            seat.setdefault(FIELDS[kind], {})[tile] = True
        else:
            seat.setdefault("village", {})[tile] = "before"
    return seat


def after(plan: Plan) -> Layout:
    spots = SHEET.position(plan.after).seats["p1"].spots("map")
    laid = " ".join(f"{tile}@{spot!s}" for tile, spot in spots.items())
    return read(laid)


def test_where_to_lay_what_was_won_is_the_best_of_all_ways():
    rng = random.Random(11)
    seen: set[object] = set()
    for n in range(cases(30)):
        layout, tiles = winter.case(rng, n)
        state = posted(owning(layout, tiles))
        plan = KEYFLOWER.optimise("place_tiles", "p1", state, seconds=60)
        ways = oracle.all_placings(
            plain(layout),
            [(BOX[tile].kind, BOX[tile].edges) for tile in tiles],
            any_edge=layout.any_edge,
        )
        pays = winter.pays(layout, tiles)
        points = [oracle.paid(way, **pays, once=False) for way in ways]
        if not points:
            assert plan.proof.verdict == "impossible"
            continue
        assert plan.worth == max(points), (text(layout), tiles)
        assert (plan.proof.verdict, plan.proof.bound) == ("optimal", plan.worth)
        assert len(plan.steps) == len(tiles)
        found = after(plan)
        chart = KEYFLOWER.planner("place_tiles").chart(SHEET.position(state), "p1", plan)
        winter.check(layout, found, int(plan.worth), tiles, chart.readouts[0].lit)
        assert on_map(layout).items() <= on_map(found).items(), "what lies there stays"
        seen |= {name for name, owned in pays.items() if owned}
        seen |= {len(tiles)} | ({"touching"} if max(points) > min(points) else set())
    assert {1, 2, "bastion", "breese", "touching"} <= seen


def test_the_second_best_lies_elsewhere_and_is_worth_no_more():
    rng = random.Random(12)
    lesser = 0
    for n in range(6):
        layout, tiles = winter.case(rng, n)
        state = posted(owning(layout, tiles))
        plan = KEYFLOWER.optimise("place_tiles", "p1", state, seconds=30)
        if plan.proof.verdict == "impossible":
            continue
        around = KEYFLOWER.alternatives(plan, state, seconds=30)
        for other in (*around.ties, *filter(None, [around.runner_up])):
            assert after(other).laid != after(plan).laid
        assert all(tie.worth == plan.worth for tie in around.ties)
        if around.runner_up:
            lesser += 1
            assert around.runner_up.worth < plan.worth
    assert lesser


def transports(rng: random.Random, seat: dict[str, Any]) -> dict[str, int]:
    able = last.able(seat)
    return {tile: 1 for tile in rng.sample(able, min(2, len(able)))}


def test_the_last_transports_are_the_best_of_all_moves_in_all_orders():
    rng = random.Random(13)
    met, tried = set(), 0
    while tried < cases(16):
        seat, rulings, layout, lying, _ = last.case(rng, rng.randint(2, 4), rng.randint(1, 3), 0)
        uses = transports(rng, seat)
        facts = {tile: KEYFLOWER.catalogue[tile].facts for tile in uses}
        if sum(facts[t][f"transport_{seat['village'][t]}"] for t in uses) > 4:
            continue  # too many moves for a search that tries them all
        tried += 1
        goods = {
            layout.laid[place].tile: {good: n for good, n in held.items() if n}
            for place, held in lying.items()
            if layout.laid[place].tile not in last.YARDS and any(held.values())
        }
        own = seat | {"map": on_map(layout), "goods": goods, "transports": uses}
        plan = KEYFLOWER.optimise("last_transport", "p1", posted(own, rulings), seconds=60)
        names = [each.tile for each in layout.laid.values()]
        every: dict[str, int] = {}
        worth: dict[str, int] = {}  # by the faces that the tiles end with
        for order in itertools.permutations(uses):
            actions = [
                Action(
                    facts[tile][f"transport_{seat['village'][tile]}"],
                    facts[tile][f"upgrade_{seat['village'][tile]}"],
                    tile,
                )
                for tile in order
            ]
            ends = transport_oracle.ends(
                plain(layout),
                names,
                [KEYFLOWER.catalogue[name].facts.get("cost", {}) for name in names],
                [lying[place] for place in layout.laid],
                seat,
                [last.use(action) for action in actions],
                rulings,
            )
            for end in ends:
                total = transport_oracle.totals(iter([end]), rulings)
                faces = str(sorted(end["village"].items()))
                worth[faces] = max(worth.get(faces, 0), *total.values())
                every |= total
        most = max(every.values())
        assert plan.worth == most, (own, rulings)
        assert plan.proof.verdict == "optimal"
        assert KEYFLOWER.score(plan.after)["p1"].known == most
        assert every[transport_oracle.held(plan.after["seats"]["p1"])] == most, "can be played"
        chart = KEYFLOWER.planner("last_transport").chart(
            SHEET.position(posted(own, rulings)), "p1", plan
        )
        assert chart.readouts[0].arrows == plan.ways
        ended = str(sorted(plan.after["seats"]["p1"]["village"].items()))
        start = str(sorted(seat["village"].items()))
        if start != ended:  # what upgrading adds to carrying alone
            less = most - worth[start]
            said = f"would be worth {less} point" if less else "would be worth as much"
            assert said in plan.gain.en
            met.add("upgrade")
        assert worth.pop(ended) == most
        around = KEYFLOWER.alternatives(plan, posted(own, rulings), seconds=60)
        lesser = [n for n in worth.values() if n < most]
        same = len(worth) - len(lesser)
        assert (len(around.ties), around.more_ties) == (min(same, 2), same > 2)
        if same <= 2:
            assert around.complete
            assert (around.runner_up and around.runner_up.worth) == (max(lesser, default=None))
        met |= {"step"} if plan.ways else set()
        met |= {"lesser"} if around.runner_up else set()
        met |= {"tie"} if around.ties else set()
        met |= {"two"} if len(uses) > 1 else set()
    assert met == {"step", "two", "lesser", "tie", "upgrade"}


def test_what_is_found_is_not_lost_where_time_runs_out(monkeypatch):
    rng, solved = random.Random(13), []
    seat, rulings, layout, _, _ = last.case(rng, 4, 0, 0)
    seat["village"] |= dict.fromkeys(("stable", "home_1"), "before")
    own = seat | {"map": on_map(layout), "goods": {}, "transports": {"stable": 1, "home_1": 1}}

    def hurried(*question):
        if solved:
            raise deadline.OutOfTime("no time left")
        solved.append(question)
        return solve(*question)

    solve = ilp.Model.solve
    monkeypatch.setattr(ilp.Model, "solve", hurried)
    plan = KEYFLOWER.optimise("last_transport", "p1", posted(own, rulings))
    assert plan.proof.verdict == "best found"
    assert plan.proof.bound > plan.worth
    assert plan.gain.en == ""


def test_more_of_a_good_than_the_box_has_is_doubted_and_carried_all_the_same():
    """The doubt may move with the good, from those beside tiles to those on a storage tile."""
    seat = {
        "village": {"home_3": "before", "keywood": "before", "timber_yard": "after"},
        "map": {"home_3": "0,0/0", "keywood": "1,-1/2", "timber_yard": "-1,0/0"},
        "transports": {"home_3": 2},
        "resources": {"wood": 40, "stone": 1, "iron": 0, "gold": 1},
        "goods": {"home_3": {"wood": 4, "gold": 1}},
    }
    state = whole(KEYFLOWER, {"seats": {"p1": seat}})
    before = {str(each.path) for each in SHEET.doubts(state)}
    plan = KEYFLOWER.advise("last_transport", "p1", state)
    after = {str(each.path) for each in SHEET.doubts(plan.after)}
    assert "p1/resources/wood" in before
    assert "p1/storage/timber_yard/wood" in after - before
    assert plan.proof.verdict in ("optimal", "provisional")


def test_goods_that_are_too_many_with_another_seats_are_carried_to_a_storage_tile_too():
    """The doubt is at the other seat's storage tile alone, as long as these goods lie loose."""
    seat = {
        "village": {"home_3": "before", "keywood": "before", "timber_yard": "after"},
        "map": {"home_3": "0,0/0", "keywood": "1,-1/2", "timber_yard": "-1,0/0"},
        "transports": {"home_3": 2},
        "resources": {"wood": 4, "stone": 1},
        "goods": {"home_3": {"wood": 4}},
    }
    other = {"village": {"stone_yard": "before"}, "storage": {"stone_yard": {"wood": 21}}}
    state = {"seats": {"p1": seat, "p2": other}}
    assert not any(str(each.path).startswith("p1/resources") for each in SHEET.doubts(state))
    plan = KEYFLOWER.optimise("last_transport", "p1", state)
    assert plan.proof.verdict == "optimal"
    assert plan.after["seats"]["p1"]["storage"]["timber_yard"]["wood"]


def test_two_ways_to_lay_a_tile_beside_the_same_one_read_apart():
    seat = {"village": {"keywood": "before"}, "map": {"home_5": "0,0/5"}}
    state = posted(seat)
    plan = KEYFLOWER.optimise("place_tiles", "p1", state)
    ties = KEYFLOWER.alternatives(plan, state).ties
    for language in ("en", "ja"):
        told = {step.in_language(language) for each in (plan, *ties) for step in each.steps}
        assert len(told) == 1 + len(ties) == 2
