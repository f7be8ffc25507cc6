"""Changing coins in Nidavellir against a search of its own, on forms and tables drawn at random.

The searches read the box from the data files and the rules from the rules' text; they share
nothing with the engines. COMPANION_STATES says how many of each are drawn.
"""

import random
from collections import Counter
from itertools import combinations, permutations

import pytest

from scoring import game
from tests.finished_sheets import whole
from tests.games.nidavellir import oracle, random_states
from tests.games.nidavellir.coin_oracle import COINS, comes, printed, raised
from tests.games.posted import answered, cases, posts

GAME = game("nidavellir")
FORMS = {id_: each.form for id_, each in GAME.calculators.items() if each.form}
STATES = cases(150)
TAVERNS = ("laughing_goblin", "dancing_dragon", "shining_horse")
# -- drawing ---------------------------------------------------------------------------------


def words(draw: random.Random) -> str:
    said = [str(draw.choice([0, 2, 3, 5, 8, 12, 24, 25, 26])) for _ in range(draw.randint(1, 6))]
    return draw.choice([" ", ",", " "]).join(said + ["x"] * (draw.random() < 0.05))


def few(most, among):
    """Some cells of a long list, most of them small."""
    return lambda draw: {
        each: draw.randint(1, most) for each in draw.sample(among, draw.choice([0, 1, 3, 6]))
    }


DRAWS = {
    "order": lambda draw: words(draw) if draw.random() < 0.6 else None,
    "bids": lambda draw: {
        tavern: draw.choice([0, 2, 3, 5, 9, 25])
        for tavern in draw.sample(TAVERNS, draw.choice([0, 0, 1, 3]))
    },
}


def with_a_purse(raw, draw):
    """Mostly five coins, of which the bids are, and the order of those that are turned up."""
    (found,) = raw["seats"].values()
    if found.get("coins") and draw.random() < 0.7:
        found["coins"] = dict.fromkeys(draw.sample(list(COINS), 5), 1)
        values = [COINS[coin]["value"] for coin in found["coins"]]
        if draw.random() < 0.8:
            laid = dict(zip(draw.sample(TAVERNS, draw.randint(0, 3)), values, strict=False))
            found["bids"] = laid
            if "order" in found:
                rest = list(values)
                for bid in laid.values():
                    rest.remove(bid)
                order = [laid[tavern] for tavern in TAVERNS if tavern in laid] + rest
                found["order"] = " ".join(map(str, order))
    return raw


def table(draw):
    """A table in the middle of a round: purses of five, and bids."""
    raw = random_states.table(draw)
    for held in raw["seats"].values():
        if draw.random() < 0.8:
            start = ["coin_0", "coin_2", "coin_3", "coin_4", "coin_5"]
            if draw.random() < 0.3:
                start[0] = "hunting_master_coin"
            for n in range(1, 5):
                if draw.random() < 0.6:
                    start[n] = f"coin_{draw.randint(5, 25)}"
            held["coins"] = dict(Counter(start))
            values = [COINS[coin]["value"] for coin in draw.sample(start, 5)]
            held["bids"] = dict(zip(TAVERNS, values[: draw.choice([0, 1, 3, 3])], strict=False))
        held.pop("valkyries", None)
        if draw.random() < 0.5:
            held["valkyries"] = {"svafa": f"step_{draw.randint(0, 4)}"}
    return whole(GAME, raw)


def forms(calculator, number):
    """Forms with their answers, by turns as somebody posts them and as a table fills them."""
    form, draw = FORMS[calculator], random.Random(calculator)
    coins = few(2, list(COINS))
    draws = DRAWS | {"coins": coins, "gone": few(3, [r.id for r in form.sheet.fields["gone"].rows])}
    for raw in posts(form, calculator, draws, number=number // 2):
        yield answered(form, with_a_purse(raw, draw))
        position = GAME.sheet.position(table(draw))
        state = form.filled(position, draw.choice(list(position.seats)))
        yield state, form.answer(form.sheet.position(state))


def number_of(text):
    return int(text.en.translate(str.maketrans("−±", "-+")))


def cells(state):
    (held,) = state["seats"].values()
    return held


# -- searches --------------------------------------------------------------------------------


def stocked(state):
    held = cells(state)
    two = state.get("rulings", {}).get("treasure_for_few") == "two"
    box = printed(few=held.get("players", "many") == "few", two=two)
    found = dict(box)
    for coin, number in held.get("gone", {}).items():
        found[COINS[coin]["value"]] -= number
    # what is held is gone too, whether or not that is said; the first 5 is from the start
    coins = [COINS[coin]["value"] for coin, n in held.get("coins", {}).items() for _ in range(n)]
    chosen = [COINS[held[key]]["value"] for key in ("coin_1", "coin_2") if key in held]
    line = [int(w) for w in held.get("order", "").replace(",", " ").split() if w.isdecimal()]
    for value, number in box.items():
        mine = max(named.count(value) for named in (coins, chosen, line))
        found[value] = max(0, min(found[value], number - max(0, mine - (value == 5))))
    return found


def worth(held, pairs):
    """Points of (given, taken, over) together, Svafa's track included."""
    gain = sum(taken - given for given, taken, _ in pairs if taken is not None)
    if "svafa" not in held:
        return gain
    step = int(held["svafa"][5:])
    to = min(3, step + sum(over for _, _, over in pairs))
    return gain + oracle.TRACKS["svafa"][to] - oracle.TRACKS["svafa"][step]


def shown(given, taken):
    return f"{given} → {'–' if taken is None else taken}"


def hands_of(held):
    """Every purse that may be left once the bids are taken away, and whether all three are."""
    own = [coin for coin, n in held.get("coins", {}).items() for _ in range(n)]
    bids = list(held.get("bids", {}).values())
    found = []
    for laid in permutations(range(len(own)), len(bids)):
        if all(COINS[own[i]]["value"] == bid for i, bid in zip(laid, bids, strict=True)):
            found.append([coin for i, coin in enumerate(own) if i not in laid])
    return (found, len(bids) == 3) if found else ([own], False)


def coins_expected(state):
    held, stock = cells(state), stocked(state)
    what, more = held.get("what", "trade"), 2 if held.get("jarika") else 0
    own = [coin for coin, n in held.get("coins", {}).items() for _ in range(n)]
    chosen = [held[key] for key in ("coin_1", "coin_2") if key in held]
    exchange = {coin for coin, facts in COINS.items() if facts.get("exchange")}
    if what.startswith("raise"):
        lowest = what == "raise_10"
        pool = (own or chosen) if lowest else (chosen or own)
        values = sorted({COINS[coin]["value"] for coin in pool if coin not in exchange})
        found = set()
        for coin in values[:1] if lowest else values:
            taken, over, _ = raised(stock, coin, coin + int(what[6:]) + more)
            found.add((shown(coin, taken), worth(held, [(coin, taken, over)])))
        return found
    if what == "trade" and len(own) >= 4 and not exchange & set(own):
        return set()
    if len(chosen) == 2:
        pairs = [tuple(chosen)]
    else:
        hands, laid = hands_of(held)
        pairs = []
        for hand in hands:
            if what == "trade" and laid and exchange & set(hand):
                continue
            if chosen:
                rest = list(hand)
                if chosen[0] in rest:
                    rest.remove(chosen[0])
                pairs += [(chosen[0], other) for other in rest]
            else:
                pairs += combinations(hand, 2)
    found = set()
    for pair in pairs:
        low, high = sorted(COINS[coin]["value"] for coin in pair)
        swaps = exchange & set(pair)
        if what == "trade" and not swaps:
            target = low + high + more
            taken = comes(stock, target)
            given = low if held.get("zolkur") else high
            over = 0 if taken is None else max(0, taken - target)
            found.add((shown(f"{low}+{high}", taken), worth(held, [(given, taken, over)])))
        elif what == "pouch" and len(swaps) == 1 and len(set(pair)) == 2:
            (coin,) = (COINS[c]["value"] for c in pair if c not in exchange)
            taken, over, _ = raised(stock, coin, coin + 5 + more)
            found.add((shown(coin, taken), worth(held, [(coin, taken, over)])))
        elif what == "pouch" and not swaps:
            for first, second in ((low, high), (high, low)):
                for plus in (2, 3):
                    one, over, left = raised(stock, first, first + plus + more)
                    two, over_two, _ = raised(left, second, second + 5 - plus + more)
                    done = [(first, one, over), (second, two, over_two)]
                    label = "; ".join(shown(given, taken) for given, taken, _ in done)
                    found.add((label, worth(held, done)))
    return found


def canonical(found):
    """Labels of several changes in whichever order, with what they are worth."""
    return {("; ".join(sorted(label.split("; "))), points) for label, points in found}


def check_coins(state, answer):
    expected = canonical(coins_expected(state))
    rows = [row for block in answer.blocks for row in block.rows]
    assert canonical({(row.label.en, number_of(row.value)) for row in rows}) == expected
    assert len(rows) >= len(expected)
    if expected:
        assert number_of(rows[0].value) == max(points for _, points in expected)


def check_hrungnir(state, answer):
    held, stock = cells(state), stocked(state)
    typed = held.get("order", "").replace(",", " ").split()
    values = {facts["value"] for facts in COINS.values()}
    numbers = [int(word) for word in typed if word.isdecimal()]
    coins = [n for n in numbers if n]
    if len(numbers) < len(typed) or set(coins) - values or not 0 < len(coins) <= 5:
        assert answer.blocks == ()
        return
    laid = 0
    for tavern in TAVERNS:
        bid = held.get("bids", {}).get(tavern)
        if laid < len(coins) and bid == coins[laid]:
            laid += 1
    fixed = laid if held.get("uline") else len(coins)
    best = []
    for rest in set(permutations(coins[fixed:])):
        left, done = dict(stock), []
        for coin in [*coins[:fixed], *rest]:
            taken, over, left = raised(left, coin, coin + 2 + (2 if held.get("jarika") else 0))
            done.append((coin, taken, over))
        best.append(worth(held, done))
    assert f"{abs(max(best))} point" in answer.summary.en
    others = [number_of(row.value) for block in answer.blocks[1:] for row in block.rows]
    assert set(others) | {max(best)} == set(best)


CHECKS = {"coins": check_coins, "hrungnir": check_hrungnir}


@pytest.mark.parametrize("calculator", sorted(CHECKS))
def test_a_form_says_what_the_search_finds(calculator):
    number = STATES * (4 if calculator == "coins" else 1)
    for state, answer in forms(calculator, number):
        try:
            CHECKS[calculator](state, answer)
        except AssertionError as error:
            raise AssertionError(f"{calculator}: {state}\n{error}") from error
