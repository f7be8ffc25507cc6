"""The order in which coins are raised, against every order, on forms and tables drawn at random.

The box is read from the data files and the rules from the rules' text; nothing is shared with the
engines. What changes one coin or two is tried out in ``test_planners_on_random_tables.py``, and in
the rows of ``cases/calculators.toml``.
"""

import random
from itertools import permutations

from scoring import game
from tests.finished_sheets import whole
from tests.games.nidavellir import oracle, random_states
from tests.games.nidavellir.coin_oracle import COINS, printed, raised
from tests.games.posted import answered, cases, posts

GAME = game("nidavellir")
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


def forms():
    """Forms with their answers, by turns as somebody posts them and as a table fills them."""
    form, draw = GAME.calculators["hrungnir"].form, random.Random("hrungnir")
    coins = few(2, list(COINS))
    draws = DRAWS | {"coins": coins, "gone": few(3, [r.id for r in form.sheet.fields["gone"].rows])}
    for raw in posts(form, "hrungnir", draws, number=STATES // 2):
        yield answered(form, with_an_order(raw, draw))
        position = GAME.sheet.position(table(draw))
        state = form.filled(position, draw.choice(list(position.seats)))
        yield state, form.answer(form.sheet.position(state))


def with_an_order(raw, draw):
    """Mostly five coins, of which the bids are, and the order of those that are turned up."""
    (found,) = raw["seats"].values()
    if "order" in found and draw.random() < 0.6:
        found["coins"] = dict.fromkeys(draw.sample(list(COINS), 5), 1)
        values = [COINS[coin]["value"] for coin in found["coins"]]
        found["bids"] = dict(zip(TAVERNS, values[: draw.randint(0, 3)], strict=False))
        found["order"] = " ".join(map(str, values))
    return raw


def table(draw):
    """A table in the middle of a round: purses, and the step of Svafa's track."""
    raw = random_states.table(draw)
    for held in raw["seats"].values():
        held.pop("valkyries", None)
        if draw.random() < 0.5:
            held["valkyries"] = {"svafa": f"step_{draw.randint(0, 4)}"}
    return whole(GAME, raw)


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


def test_the_best_order_is_that_of_all_orders():
    for state, answer in forms():
        try:
            check_hrungnir(state, answer)
        except AssertionError as error:
            raise AssertionError(f"{state}\n{error}") from error
