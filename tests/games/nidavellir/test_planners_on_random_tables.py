"""The planners of Nidavellir on random tables against searches of their own.

Every option is tried by hand, and its placements by the exhaustive search of ``oracle``.
"""

import random
import re
from itertools import combinations, product

import pytest

from scoring import game
from tests.finished_sheets import whole
from tests.games.nidavellir import oracle, random_states
from tests.games.nidavellir.coin_oracle import COINS, comes, treasure
from tests.games.posted import cases

GAME = game("nidavellir")
FEW = cases(50)
NEUTRAL = [hero for hero in random_states.HEROES if hero not in oracle.IN_COLUMN]
COSTLY = ("bonfur", "dagda", "crovax")


def table(draw, *, exchange=True):
    """A table with few open cards, purses of five, and Svafa, Hildr and Odin more often."""
    raw = random_states.table(draw)
    own = raw["seats"]["p1"]
    waiting = [m for m, face in own.get("mercenaries", {}).items() if face == "waiting"]
    for mercenary in waiting[2:]:
        own["mercenaries"][mercenary] = "first"
    for held in raw["seats"].values():
        purse = ["coin_0" if exchange or draw.random() < 0.5 else "hunting_master_coin"]
        purse += [f"coin_{draw.choice([2, 3, 4, 5, 7, 9, *range(5, 26)])}" for _ in range(4)]
        held["coins"] = {coin: purse.count(coin) for coin in purse}
    valkyries = draw.sample(["svafa", "hildr", "sigrdrifa"], draw.randint(0, 3))
    own["valkyries"] = {v: f"step_{draw.randint(0, 3)}" for v in valkyries}
    if draw.random() < 0.5:
        own["gods"] = {"odin": draw.choice(["ready", "ready", "used"])}
    if "zolkur" in own.get("heroes", {}) and draw.random() < 0.7:
        own["zolkur_waits"] = True
    own["distinctions"] = dict.fromkeys(
        draw.sample(["kings_hand", "crown_jeweler", "kings_great_armorer"], draw.randint(0, 2)),
        True,
    )
    raw["table"] = {"thingvellir": True, "idavoll": True}
    return whole(GAME, raw)


def best(state, **cells):
    seats = state["seats"] | {"p1": {**state["seats"]["p1"], **cells}}
    return oracle.best(state | {"seats": seats}, "p1", GAME.sheet.rulings(state))[0]


def stepped(held, valkyrie, by):
    faces = dict(held.get("valkyries", {}))
    if valkyrie in faces:
        now = int(faces[valkyrie][5:])
        faces[valkyrie] = f"step_{max(now, min(now + by, 3))}"
    return {"valkyries": faces}


def changed(held, given, target, left):
    """The cells of a seat after one coin was given for what a target brings."""
    taken = comes(left, target)
    if taken is None:
        return {}
    coins = dict(held["coins"])
    coins[f"coin_{given}"] -= 1
    coins[f"coin_{taken}"] = coins.get(f"coin_{taken}", 0) + 1
    kept = {coin: n for coin, n in coins.items() if n}
    return {"coins": kept} | stepped(held, "svafa", max(0, taken - target))


def raises(held):
    """Values that may be raised."""
    exchange = ("coin_0", "hunting_master_coin")
    return sorted({COINS[c]["value"] for c in held["coins"] if c not in exchange})


@pytest.mark.parametrize(("question", "by"), [("raise_3", 3), ("raise_5", 5)])
def test_the_best_coin_to_raise_is_found(question, by):
    for number in range(FEW):
        state = table(random.Random(f"raise {number}"), exchange=False)
        held, left = state["seats"]["p1"], treasure(state["seats"])
        by_all = by + 2 * ("jarika" in held.get("heroes", {}))
        wanted = max(best(state, **changed(held, c, c + by_all, left)) for c in raises(held))
        assert GAME.optimise(question, "p1", state).worth == wanted, f"state {number}"


def test_the_best_pair_to_trade_is_found():
    for number in range(FEW):
        state = table(random.Random(f"trade {number}"))
        held, left = state["seats"]["p1"], treasure(state["seats"])
        own = [
            COINS[c]["value"] for c, n in held["coins"].items() for _ in range(n) if c != "coin_0"
        ]
        jarika, zolkur = 2 * ("jarika" in held.get("heroes", {})), held.get("zolkur_waits")
        wanted = max(
            best(
                state, **changed(held, min(pair) if zolkur else max(pair), sum(pair) + jarika, left)
            )
            for pair in set(combinations(own, 2))
        )
        assert GAME.optimise("trade", "p1", state).worth == wanted, f"state {number}"


def recruits(state, hero, held, left):
    """Every outcome of a hero's effect, as cells."""
    jarika = 2 * ("jarika" in held.get("heroes", {}))
    if hero in ("grid", "khrad"):
        by, values = (7, raises(held)) if hero == "grid" else (10, raises(held)[:1])
        return [changed(held, coin, coin + by + jarika, left) for coin in values]
    if hero == "olwyn":
        if held.get("doubles"):
            return []
        return [
            {"doubles": dict.fromkeys(pair, True)}
            for pair in combinations(random_states.CLASSES, 2)
        ]
    return [{}]


def on_display(state):
    held = {hero for seat in state["seats"].values() for hero in seat.get("heroes", {})}
    return [hero for hero in random_states.HEROES if hero not in held and hero != "crovax"]


def explorers(held):
    """Explorer ranks while the game goes on."""
    ranks = [c for c in oracle.standing(held, {"vegvisir_discard": "yes"}) if c[1] == "E"]
    found = sum(len(card[2]) for card in ranks)
    where = held.get("ylud") or held.get("ylud_at")
    found += "ylud" in held.get("heroes", {}) and where == "explorer"
    return found + ("thrud" in held.get("heroes", {}) and held.get("thrud_at") == "explorer")


@pytest.mark.slow
def test_the_best_certain_hero_is_found():
    for number in range(FEW):
        state = table(random.Random(f"hero {number}"))
        held, left = state["seats"]["p1"], treasure(state["seats"])
        found = []
        for hero in on_display(state):
            if hero in (*COSTLY, "andumia") or (hero == "hourya" and explorers(held) < 5):
                continue
            heroes = {"heroes": held.get("heroes", {}) | {hero: True}}
            seat = held | heroes | stepped(held, "sigrdrifa", 1)
            for cells in recruits(state, hero, seat, left):
                found.append(best(state, **(seat | cells)))
        plan = GAME.optimise("hero", "p1", state)
        assert plan.worth == max(found), f"state {number}"


@pytest.mark.slow
def test_odins_best_certain_exchange_is_found():
    asked = 0
    for number in range(FEW):
        state = table(random.Random(f"odin {number}"))
        held, left = state["seats"]["p1"], treasure(state["seats"])
        found = []
        own = [hero for hero in held.get("heroes", {}) if hero in NEUTRAL]
        if held.get("gods", {}).get("odin") != "ready":
            own = []
        for given, hero in product(own, on_display(state)):
            if hero not in NEUTRAL or hero == "andumia":
                continue
            kept = {h: True for h in held["heroes"] if h != given}
            seat = {**held, "heroes": kept | {hero: True}}
            if given == "ylud":
                seat.pop("ylud_at", None)
            found += [
                best({**state, "seats": {**state["seats"], "p1": seat | cells}})
                for cells in recruits(state, hero, seat, left)
            ]
        asked += bool(found)
        plan = GAME.optimise("odin", "p1", state)
        assert plan.worth == max(found, default=best(state)), f"state {number}"
    assert asked > FEW // 8


def test_what_each_distinction_is_worth_is_found():
    for number in range(FEW):
        state = table(random.Random(f"evaluation {number}"))
        held, left, now = state["seats"]["p1"], treasure(state["seats"]), best(state)
        said = [step.en for step in GAME.optimise("evaluation", "p1", state).steps]
        name = GAME.catalogue.name
        for won in ("kings_hand", "hunting_master", "crown_jeweler", "kings_great_armorer"):
            (step,) = (s for s in said if s.startswith(name(won).en))
            if any(won in seat.get("distinctions", {}) for seat in state["seats"].values()):
                assert step.endswith("holds it already.")
                continue
            seat = held | {"distinctions": held.get("distinctions", {}) | {won: True}}
            seat |= stepped(held, "hildr", 1)
            ways = [{}]
            if won == "hunting_master":
                coins = {c: n for c, n in held["coins"].items() if c != "coin_0"}
                ways = [{"coins": coins | {"hunting_master_coin": 1}}]
            if won == "kings_hand":
                more = 5 + 2 * ("jarika" in held.get("heroes", {}))
                ways = [changed(seat, coin, coin + more, left) for coin in raises(held)]
            worth = max(best(state, **(seat | way)) for way in ways) - now
            (got,) = re.findall(r"worth (-?\d+)", step.replace("−", "-"))
            assert int(got) == worth, f"{won}, state {number}"


# -- several seats with open cards -----------------------------------------------------------


def open_table(draw, seats):
    """Seats that all have mercenaries waiting, with warriors close and coins that matter."""
    deck = draw.sample(list(oracle.MERCENARIES), len(oracle.MERCENARIES))
    found = {}
    for n in range(1, seats + 1):
        cells = {
            "blacksmiths": draw.randint(0, 3),
            "hunters": draw.randint(0, 3),
            "explorers": {"explorer_7": draw.randint(0, 1)},
            "warriors": {f"warrior_{draw.randint(3, 9)}": draw.randint(0, 2)},
            "coins": {"coin_0": 4, f"coin_{draw.randint(5, 25)}": 1},
            "mercenaries": {deck.pop(): "waiting" for _ in range(draw.randint(1, 3))},
        }
        if n == 1 and draw.random() < 0.3:
            cells["heroes"] = {"ylud": True}
        found[f"p{n}"] = cells
    return whole(GAME, {"seats": found, "rulings": random_states.rulings(draw)})


def ends(state, rulings):
    """Every joint placement: for each seat its ways as (points without majority, warriors)."""
    return {
        name: sorted(
            {(points + oracle.beside(seat), w) for points, w in oracle.placements(seat, rulings)}
        )
        for name, seat in state["seats"].items()
    }


def standing_still(state, rulings):
    """The totals of every joint placement from which no seat alone would move."""
    ways, seats, still = ends(state, rulings), state["seats"], []
    names = list(ways)
    for joint in product(*ways.values()):

        def total(name, way, joint=joint):
            rivals = [w for other, (_, w) in zip(names, joint, strict=True) if other != name]
            bonus = oracle.majority(way[1], max([way[1], *rivals]), seats[name], rulings)
            return way[0] + bonus

        own = {name: total(name, way) for name, way in zip(names, joint, strict=True)}
        if all(max(total(n, way) for way in ways[n]) == own[n] for n in names):
            still.append(own)
    return still


@pytest.mark.parametrize("seats", [2, 3])
def test_several_open_seats_end_where_none_would_move(seats):
    sealed = moved = 0
    for number in range(FEW):
        state = open_table(random.Random(f"open {seats} {number}"), seats)
        rulings = GAME.sheet.rulings(state)
        settled, plans = GAME.solve_open_decisions(state)
        totals = oracle.totals(settled, rulings)
        assert totals == {s: b.total for s, b in GAME.score(settled).items()}
        still = standing_still(state, rulings)
        all_sealed = all(plan.proof.verdict == "optimal" for plan in plans.values())
        # where nobody would move all are sealed, and only there
        assert all_sealed == (totals in still), f"state {number}"
        for seat, plan in plans.items():
            alone = settled | {"seats": settled["seats"] | {seat: state["seats"][seat]}}
            wanted = oracle.best(alone, seat, rulings)[0]
            if plan.proof.verdict == "optimal":
                assert totals[seat] == plan.worth == wanted, f"state {number}"
        if still:
            assert all_sealed, f"state {number}: {still}"
        sealed += all_sealed
        first = GAME.optimise("final", "p1", state)
        moved += first.worth != totals["p1"]
    assert sealed
    assert moved, "nobody ever answers another: the test proves nothing"
