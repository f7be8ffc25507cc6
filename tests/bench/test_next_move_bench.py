"""How long advice takes while the game still runs, and what it is worth.

    make bench          (or: .venv/bin/python -m pytest -m bench -s tests/bench)

Prints processor times and points; judges nothing, since machines differ.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from fractions import Fraction
from itertools import combinations
from statistics import mean, median, quantiles, stdev
from typing import Any

import pytest

from scoring import game
from scoring.core import mixed
from scoring.core.seat import Position
from scoring.games.keyflower.engines.prices import Prices
from scoring.games.nidavellir.engines.taverns import Bids, Duel
from tests.games.keyflower import oracle as keyflower_oracle
from tests.games.keyflower import states as villages
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
        asked = form.sheet.position(form.sheet.read(filled), around=position)
        start = time.thread_time()
        form.answer(asked)
        took.append(time.thread_time() - start)
    say(f"which of {offered} tiles, {players} players", took)


# ── what it is worth ───────────────────────────────────────────────────────────────────


def greedy(duel: Duel, cards: list[list[tuple[int, ...]]], player: int) -> Bids:
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
        found = mixed.solve(payoffs)
        one, two = greedy(duel, cards, 0), greedy(duel, cards, 1)
        row, column = duel.ways[0].index(one), duel.ways[1].index(two)
        planned = mixed.against(payoffs, found.rows)
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
    """How many printed pieces of a tile somebody holds, as people judge it by eye."""
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
