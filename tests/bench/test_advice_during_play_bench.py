"""Time and worth of advice while the game still runs.

    make bench          (or: .venv/bin/python -m pytest -m bench -s tests/bench)

Prints processor times and points; judges nothing, since machines differ.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from statistics import mean, median, quantiles, stdev
from typing import Any

import pytest

from scoring import game
from scoring.games.keyflower.solvers import enumeration, tile_placement, village_from_map
from scoring.games.keyflower.solvers.layout import LaidTile, Layout
from scoring.games.keyflower.solvers.recorded_decisions import Recorded
from scoring.games.keyflower.solvers.transport_moves import (
    Action,
    Carried,
    Move,
    Step,
    TransportProblem,
    Upgrade,
    costs,
    power,
)
from scoring.games.keyflower.solvers.village import RESOURCES, SKILLS, WORKERS
from scoring.games.keyflower.solvers.worth_of_one_tile import Prices
from scoring.games.nidavellir.solvers.taverns import Bids, TwoPlayerBids
from scoring.model.position import Position
from scoring.solving import zero_sum
from tests.games.keyflower import oracle as keyflower_oracle
from tests.games.keyflower import random_states as villages
from tests.games.keyflower import test_placing as laying
from tests.games.keyflower import test_transport as carrying
from tests.games.keyflower.random_layouts import fitting, grown
from tests.games.keyflower.test_map_plans import owning
from tests.games.nidavellir import test_taverns as taverns

pytestmark = pytest.mark.bench

NIDAVELLIR, KEYFLOWER = game("nidavellir"), game("keyflower")
ENDGAMES = 1000


def say(what: str, seconds: list[float]) -> None:
    p95 = quantiles(seconds, n=20)[-1]
    print(
        f"  {what:<44} median {1e3 * median(seconds):6.1f}  p95 {1e3 * p95:6.1f}"
        f"  max {1e3 * max(seconds):6.1f} ms  ({len(seconds)})"
    )


def bidding(number: int, players: int) -> Any:
    """A table in the middle of a game, with as many cards as that many players get."""
    draw = random.Random(f"bench {players} {number}")
    state = NIDAVELLIR.sheet.read(taverns.table(draw, min(players, 4)))
    for n in range(5, players + 1):
        state["seats"][f"p{n}"] = {**state["seats"]["p1"], "gem": "gem_1"}
    cards = [draw.sample(taverns.CARDS, max(3, players)) for _ in taverns.TAVERNS]
    return state, cards


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_to_bid(players: int) -> None:
    took = []
    for number in range(150):
        state, cards = bidding(number, players)
        start = time.thread_time()
        taverns.asked(state, "p1", cards)
        took.append(time.thread_time() - start)
    say(f"what to bid, {players} players, from the sheets", took)


def winter(number: int, size: str, players: int) -> Position:
    draw = random.Random(f"winter {number}")
    seats = {f"p{n}": villages.random_seat(draw, size) for n in range(1, players + 1)}
    for cells in seats.values():
        cells["winter"], cells["boats"] = {}, {}
    return KEYFLOWER.sheet.position(KEYFLOWER.sheet.read({"seats": seats}))


@pytest.mark.parametrize(("offered", "players"), [(6, 3), (12, 6)])
def test_which_tile_to_fight_for(offered: int, players: int) -> None:
    form = KEYFLOWER.calculators["fight"].form
    assert form
    took = []
    for number in range(100):
        position = winter(number, "full", players)
        filled = form.filled(position, "p1")
        tiles = random.Random(number).sample(keyflower_oracle.WINTER, offered)
        filled["seats"]["p1"]["offered"] = dict.fromkeys(tiles, "open")
        asked = form.sheet.position(form.sheet.read(filled), table_position=position)
        start = time.thread_time()
        form.answer(asked)
        took.append(time.thread_time() - start)
    say(f"which of {offered} tiles, {players} players", took)


def mapped(number: int, players: int, waiting: int) -> Position:
    """A winter whose players all have maps, and so many tiles that do not lie yet."""
    draw, position = random.Random(f"mapped {number}"), winter(number, "full", players)
    seats: dict[str, Any] = {}
    for seat in position:
        layout = grown(draw, draw.randint(13, 18), [*laying.VILLAGE, "boat_1a"])
        held = {each.tile for each in layout.laid.values()}
        won = draw.sample([tile for tile in laying.VILLAGE if tile not in held], waiting)
        seats[seat.id] = owning(layout, won) | {
            field: dict(seat.tally(field)) for field in ("resources", "skills", "workers")
        }
    return KEYFLOWER.sheet.position(KEYFLOWER.sheet.read({"seats": seats}))


@pytest.mark.parametrize(("offered", "players"), [(6, 3), (10, 5)])
@pytest.mark.parametrize("waiting", [0, 2])
def test_which_tile_to_fight_for_on_maps(offered: int, players: int, waiting: int) -> None:
    form = KEYFLOWER.calculators["fight"].form
    assert form
    took = []
    for number in range(30):
        position, draw = mapped(number, players, waiting), random.Random(number)
        filled = form.filled(position, "p1")
        tiles = [*draw.sample(keyflower_oracle.WINTER, offered - 2), "turn_order_1", "turn_order_2"]
        filled["seats"]["p1"]["offered"] = dict.fromkeys(tiles, "open")
        asked = form.sheet.position(form.sheet.read(filled), table_position=position)
        start = time.thread_time()
        form.answer(asked)
        took.append(time.thread_time() - start)
    say(f"which of {offered} tiles, {players} maps, {waiting} waiting", took)


def won(draw: random.Random, turn_order: int, of_winter: int, boats: int) -> list[str]:
    tiles = draw.sample(laying.TURN_ORDER, turn_order) + draw.sample(laying.WINTER, of_winter)
    return tiles + draw.sample([boat for boat in laying.BOATS if boat != "sea_bastion"], boats)


@pytest.mark.parametrize("bastion", [False, True])
@pytest.mark.parametrize(
    ("turn_order", "of_winter", "boats"),
    [(1, 1, 1), (1, 2, 1), (2, 1, 1), (2, 3, 1), (3, 2, 1), (2, 5, 1), (3, 4, 1), (4, 4, 0)],
)
def test_where_to_lay(turn_order: int, of_winter: int, boats: int, bastion: bool) -> None:
    took, proven = [], 0
    for number in range(40):
        draw = random.Random(f"laid {turn_order} {of_winter} {boats} {number}")
        layout = grown(draw, draw.randint(20, 25), [*laying.VILLAGE, "boat_1a", "boat_3a"])
        tiles = won(draw, turn_order, of_winter, boats)
        if bastion:
            tiles[-1] = "sea_bastion"
        paid = laying.terms(layout, tiles)
        start = time.thread_time()
        found = tile_placement.best(layout, tiles, paid)
        took.append(time.thread_time() - start)
        proven += found.proof.verdict == "optimal"
    what = f"{turn_order} turn order, {of_winter} winter, {boats} boat" + bastion * ", Sea Bastion"
    say(f"{what}: {proven} proven", took)


# ── what it is worth ───────────────────────────────────────────────────────────────────


def greedy(duel: TwoPlayerBids, cards: list[list[tuple[int, ...]]], player: int) -> Bids:
    """A sensible bidder: high coins where more hangs on going first, the 0 where least does."""

    def hangs(there: list[tuple[int, ...]]) -> int:
        own = sorted((card[player] for card in there), reverse=True)
        return own[0] - own[1] if len(own) > 1 else 0

    spread = list(map(hangs, cards))
    order = sorted(range(3), key=lambda tavern: -spread[tavern])
    coins = sorted(duel.bidders[player].coins, reverse=True)
    wanted = dict(zip(order, (coins[0], coins[1], coins[-1]), strict=True))
    return next(w for w in duel.ways[player] if all(w.laid[t] == c for t, c in wanted.items()))


def told(what: str, points: list[float]) -> None:
    print(f"  {what:<58} {mean(points):+6.2f}  (spread {stdev(points):5.2f})")


def test_rounds_of_two_bid_by_a_greedy_player_and_by_the_plan() -> None:
    sure, against, random_ = [], [], []
    for number in range(ENDGAMES):
        draw = random.Random(f"worth {number}")
        duel, cards, _ = taverns.duel(draw)
        payoffs = duel.payoffs()
        found = zero_sum.solve(payoffs)
        one, two = greedy(duel, cards, 0), greedy(duel, cards, 1)
        row, column = duel.ways[0].index(one), duel.ways[1].index(two)
        planned = zero_sum.against(payoffs, found.rows)
        sure.append(float(found.least - min(payoffs[row])))
        against.append(float(planned[column] - payoffs[row][column]))
        columns = len(planned)
        random_.append(float(sum(planned) / columns - Fraction(sum(payoffs[row]), columns)))
    print(f"\n{ENDGAMES} random rounds of two, the plan more than a greedy bidder:")
    told("whatever the other bids", sure)
    told("against a greedy bidder", against)
    told("against one who bids at random", random_)


def test_two_winter_tiles_chosen_one_by_one_and_together() -> None:
    gains, rule = [], []
    for number in range(ENDGAMES):
        position = winter(number, "full", 1)
        own = position.seats["p1"]
        prices = Prices(position, own, {})
        tiles = random.Random(number).sample(keyflower_oracle.WINTER, 6)
        best = max(prices.gain(*pair) for pair in combinations(tiles, 2))
        single = sorted(tiles, key=lambda tile: -prices.gain(tile))[:2]
        gains.append(float(best - prices.gain(*single)))
        held: Counter[str] = Counter()
        for field in ("resources", "skills", "workers"):
            held.update(own.tally(field))
        paid = {t: fed(position.catalogue[t].scores[0].numbers, held) for t in tiles}
        by_rule = sorted(tiles, key=lambda tile: -paid[tile])[:2]
        rule.append(float(best - prices.gain(*by_rule)))
    print(f"\n{ENDGAMES} random villages, two of six winter tiles, the best pair more than:")
    told("the two that are worth most alone", gains)
    told("the two whose printed pieces one holds most of", rule)


def fed(numbers: Any, held: Counter[str]) -> int:
    """Number of printed pieces of a tile that somebody holds, as people judge it by eye."""
    kinds = numbers.get("pieces") or numbers.get("among") or ()
    families = {
        "any_skill": ("anvil", "pickaxe", "saw"),
        "any_worker": ("red", "blue", "yellow", "green"),
        "any_resource": ("wood", "stone", "iron", "gold"),
    }
    found = 0
    for kind in kinds:
        found += sum(held[each] for each in families.get(kind, (kind,)))
    return found


def ended(rng: random.Random) -> tuple[Layout, list[str]]:
    """A village of 8 to 14 tiles before winter is laid, boats on its water, and what was won: a
    boat, one to three winter tiles, none to two turn order tiles."""
    boats = rng.sample(["boat_1a", "boat_3a", "boat_4b"], rng.choice((0, 1, 1, 2)))
    layout = grown(rng, rng.randint(8, 14), laying.VILLAGE, dense=rng.random() < 0.5, boats=boats)
    won = [rng.choice(laying.BOATS), *rng.sample(laying.WINTER, rng.randint(1, 3))]
    return layout, won + rng.sample(laying.TURN_ORDER, rng.choice((0, 1, 1, 2)))


def laid_greedily(rng: random.Random, layout: Layout, tiles: list[str], paid: Any) -> int | None:
    """Always the tile and the place that pay most at once; none if at last a tile fits nowhere."""
    left = list(tiles)
    while left:
        rng.shuffle(left)
        after = [
            (village_from_map.counted(new, paid), tile, new)
            for tile in left
            for _, place, turn in fitting(layout, tile)
            for new in [layout.put(place, LaidTile(tile, turn))]
        ]
        if not after:
            return None
        _, tile, layout = max(after, key=lambda each: each[0])
        left.remove(tile)
    return village_from_map.counted(layout, paid)


def test_a_winter_laid_by_a_greedy_player_and_by_the_plan() -> None:
    gains: dict[str, list[float]] = {"all": [], "a turn order tile or two": []}
    proven = 0
    number = 0
    while len(gains["all"]) < ENDGAMES:
        rng = random.Random(f"laid {number}")
        number += 1
        layout, tiles = ended(rng)
        paid = laying.terms(layout, tiles)
        greedy_points = laid_greedily(rng, layout, tiles, paid)
        if greedy_points is None:
            continue
        found = tile_placement.best(layout, tiles, paid)
        proven += found.proof.verdict == "optimal"
        gains["all"].append(float(found.points - greedy_points))
        if any(tile in laying.TURN_ORDER for tile in tiles):
            gains["a turn order tile or two"].append(gains["all"][-1])
    print(f"\n{ENDGAMES} random winters laid, {proven} proven, the plan more than a greedy player:")
    for what, found_ in gains.items():
        same = sum(not each for each in found_)
        told(f"{what}: {len(found_)}, {same} of them the same", found_)


def carried_greedily(problem: TransportProblem, actions: list[Action]) -> int:
    """Turns what pays most of what can be paid, with the goods that are nearest, action by action;
    what steps are left bring goods to storage tiles. The final allocation is then the best."""
    moves: list[Move] = []
    owner, roads = problem.village, problem.ways
    at = {each.tile: place for place, each in problem.layout.laid.items()}

    def steps(n: int, good: str, to: Any, now: Carried, spare: Any) -> list[Step] | None:
        """The shortest way there from a tile that has this good to spare."""
        trails: dict[Any, list[Step]] = {to: []}
        for place in (queue := [to]):
            if now.goods[place].get(good, 0) > spare[place, good]:
                return trails[place]
            for start, on in roads:
                if on == place and start not in trails:
                    trails[start] = [Step(n, good, start, on), *trails[place]]
                    queue.append(start)
        return None

    for n, action in enumerate(actions):
        now = Carried(problem, actions).play(moves)
        mine = power(owner, action)
        left, turned = mine.steps, list[Move]()
        spare: Counter[Any] = Counter()
        open_ = [t for t in at if costs(owner.catalogue[t]) and now.faces.get(t) == "before"]
        for tile in sorted(open_, key=lambda tile: -sum(owner.turning(tile))):
            if len(turned) == mine.upgrades or sum(owner.turning(tile)) <= 0:
                break
            walked, used = list[Step](), Counter[Any]()
            goods, skills = Counter[str](), Counter[str]()
            for piece in Counter(costs(owner.catalogue[tile])).elements():
                if piece in (*SKILLS, "any_skill"):
                    behind = [s for s in SKILLS if now.skills[s] > skills[s] + spare["", s]]
                    fit = [s for s in behind if piece in (s, "any_skill")]
                    if not fit:
                        break
                    skills[fit[0]] += 1
                    continue
                kinds = RESOURCES[:3] if piece == "any_resource" else (piece, "gold")
                trails = [
                    (len(trail), kind, trail)
                    for kind in kinds
                    for trail in [steps(n, kind, at[tile], now, spare + used)]
                    if trail is not None
                ]
                if not trails:
                    break
                _, kind, nearest = min(trails, key=lambda each: each[0])
                used[nearest[0].start if nearest else at[tile], kind] += 1
                goods[kind] += 1
                walked += nearest
            else:
                if len(walked) <= left:
                    left -= len(walked)
                    spare += used + Counter({("", skill): n for skill, n in skills.items()})
                    moves += walked
                    turned.append(Upgrade(n, tile, dict(goods), dict(skills)))
        stored = [store for store in owner.stores if store.id in at]
        kept = Counter({(at[store.id], good): 99 for store in stored for good in RESOURCES})
        for store in stored:
            for good in owner.accepts(store):
                trail = steps(n, good, at[store.id], now, spare + kept)
                while trail and len(trail) <= left:
                    left -= len(trail)
                    spare[trail[0].start, good] += 1
                    moves += trail
                    trail = steps(n, good, at[store.id], now, spare + kept)
        moves += turned
    seat = Carried(problem, actions).play(moves).seat()
    return enumeration.best(owner.holding(seat), Recorded())


def test_last_transports_by_a_greedy_player_and_by_the_plan() -> None:
    gains, alone, proven = [], [], 0
    for number in range(ENDGAMES):
        rng = random.Random(f"carried {number}")
        seat, rulings, layout, lying, _ = carrying.case(
            rng, rng.randint(8, 14), rng.randint(5, 12), 0
        )
        seat["workers"] = {colour: rng.randint(0, 4) for colour in WORKERS}
        owner = carrying.village(seat, rulings)
        loose = carrying.elsewhere(layout, lying)
        problem = TransportProblem(owner, layout, loose)
        able = [t for t, face in seat["village"].items() if carrying.power(t, face)]
        uses = []
        for tile in rng.sample(able, min(2, len(able))):
            facts, face = KEYFLOWER.catalogue[tile].facts, seat["village"][tile]
            uses.append(Action(facts[f"transport_{face}"], facts[f"upgrade_{face}"], tile))
        found = [carrying.best(problem, order, 10) for order in permutations(uses)]
        best = max(found, key=lambda each: each.worth)
        proven += all(each.proof.verdict == "optimal" for each in found)
        gains.append(float(best.worth - carried_greedily(problem, uses)))
        alone.append(float(best.worth - carrying.best(problem, [], 2).worth))
    print(f"\n{ENDGAMES} random last transports, {proven} proven, the plan more than")
    told("no transport at all", alone)
    told(f"a greedy player; the same {sum(not each for each in gains)} times", gains)


def test_a_winter_tile_kept_by_eye_and_by_the_ranking() -> None:
    plan, eye = [], []
    for number in range(ENDGAMES):
        position, draw = winter(number, "medium", 1), random.Random(f"kept {number}")
        own = position.seats["p1"]
        dealt = draw.sample(keyflower_oracle.WINTER, 3)
        held: Counter[str] = Counter()
        for field in ("resources", "skills", "workers"):
            held.update(own.tally(field))
        prices = Prices(position, own, {})
        best = max(dealt, key=prices.gain)
        looked = max(dealt, key=lambda tile: fed(position.catalogue[tile].scores[0].numbers, held))
        # a winter later: goods and skills more, some workers paid in bids
        later = own.put(
            resources={g: own.tally("resources").get(g, 0) + draw.randint(0, 3) for g in RESOURCES},
            skills={s: own.tally("skills").get(s, 0) + draw.randint(0, 2) for s in SKILLS},
            workers={
                c: draw.randint((n + 1) // 2, n) for c, n in own.tally("workers").items() if n
            },
        )
        then = Prices(position.having(later), later, {})
        most = max(map(then.gain, dealt))
        plan.append(float(then.gain(best) - then.gain(looked)))
        eye.append(float(most - then.gain(best)))
    print(f"\n{ENDGAMES} times one of three winter tiles kept, counted a winter later:")
    told("the one ranked first more than the one chosen by eye", plan)
    told("the best, had the winter been known, more than the first", eye)
