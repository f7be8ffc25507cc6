"""Bids at the taverns against rounds that are played out, from the rules and nothing else.

The rounds here know neither matrix nor programme: coins are laid, taverns resolved, gems swapped,
cards taken and coins traded one after the other. Worths are counted by the oracle's score sheet.
The best mix for any table of margins is that of ``core/test_zero_sum.py``; what a form says is in
the rows of ``cases/taverns.toml``.
"""

import random
from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import pytest

from scoring import game
from scoring.games.nidavellir.solvers.taverns import (
    Bidder,
    Coin,
    MultiplayerBids,
    TwoPlayerBids,
    keeping,
)
from tests.finished_sheets import whole
from tests.games.nidavellir import coin_oracle, oracle, random_states
from tests.games.posted import cases

GAME = game("nidavellir")
FORM: Any = GAME.calculators["taverns"].form
TAVERNS = ("laughing_goblin", "dancing_dragon", "shining_horse")
CARDS = [row.id for row in FORM.sheet.fields["worth"].rows]
START = {"coin_0": 1, "coin_2": 1, "coin_3": 1, "coin_4": 1, "coin_5": 1}


# ── a round as it is played ────────────────────────────────────────────────────────────


def picks(cards, order, me=0):
    """Returns each player's picks: two play against each other, more take their best."""
    if len(order) == 2 and me is None:
        first, second = order
        best = None
        for n, own in enumerate(cards):
            rest = [c for m, c in enumerate(cards) if m != n]
            other = max((c[second] for c in rest), default=0)
            if best is None or own[first] - other > best[0] - best[1]:
                best = own[first], other
        return {first: best[0], second: best[1]} if best else {first: 0, second: 0}
    left, found = list(cards), {}
    for player in order:
        most = max((c[player] for c in left), default=0)
        alike = [c for c in left if c[player] == most]
        found[player] = most
        if alike:
            left.remove(max(alike, key=lambda card: card[me]))
    return found


def played(bidders, laid, cards, treasure, me=None, swap=True):
    """Points of each player: ``laid`` are coins by tavern, player by player."""
    gems = [bidder.gem for bidder in bidders]
    points = [0] * len(bidders)
    for tavern in range(3):
        bids = [each[tavern].value for each in laid]
        order = sorted(range(len(laid)), key=lambda p: (-bids[p], -gems[p]))
        for player, worth in picks(cards[tavern], order, me).items():
            points[player] += worth
        for player in order:
            if laid[player][tavern].exchange:
                pouch = list((Counter(bidders[player].coins) - Counter(laid[player])).elements())
                if len(pouch) != 2 or any(coin.exchange for coin in pouch):
                    continue
                low, high = sorted(coin.value for coin in pouch)
                target = low + high + 2 * bidders[player].jarika
                given = low if bidders[player].zolkur else high
                taken, _, treasure = coin_oracle.raised(treasure, given, target)
                if taken is not None:
                    points[player] += taken - given
        if swap:
            for bid in set(bids):
                tied = [p for p in order if bids[p] == bid and gems[p] != 6]
                held = [gems[p] for p in tied]
                for player, gem in zip(tied, reversed(held), strict=True):
                    gems[player] = gem
    return points


def bidder(draw: random.Random, gem: int, coins: int = 5) -> Bidder:
    values = [0, 2, 3, 4, 5]
    for n in range(1, 5):
        if draw.random() < 0.5:
            values[n] = draw.randint(5, 25)
    own = [Coin(v, v == 0) for v in values]
    if draw.random() < 0.2:
        own[0] = Coin(3, True)
    if coins < 5:
        own = draw.sample(own, coins)
    return Bidder(tuple(own), gem, draw.random() < 0.15, draw.random() < 0.15)


def gems(draw: random.Random, players: int) -> list[int]:
    found = draw.sample([5, 4, 3, 2, 1][:players], players)
    if draw.random() < 0.25:
        found[draw.randrange(players)] = 6
    return found


def lying(draw: random.Random, players: int, least: int = 1) -> list[tuple[int, ...]]:
    number = draw.choice([0, 1, max(3, players), max(3, players)])
    return [tuple(draw.randint(0, 20) for _ in range(players)) for _ in range(max(least, number))]


def stock(draw: random.Random) -> dict[int, int]:
    return {value: draw.randint(0, 2) for value in range(5, 26) if draw.random() < 0.6}


def pair(draw: random.Random, coins: int) -> tuple[Bidder, Bidder]:
    one, two = gems(draw, 2)
    return bidder(draw, one, coins), bidder(draw, two, coins)


def duel(draw: random.Random, coins: int = 5) -> Any:
    bidders = pair(draw, coins)
    cards, treasure = [lying(draw, 2, 0) for _ in range(3)], stock(draw)
    return TwoPlayerBids(bidders, cards, treasure, lambda _, change: change.gain), cards, treasure


def test_each_pair_of_bids_brings_what_the_round_played_out_brings():
    for number in range(cases(250)):
        draw = random.Random(f"pairs {number}")
        it, cards, treasure = duel(draw)
        for _ in range(12):
            own, other = (draw.choice(ways) for ways in it.ways)
            mine, theirs = played(it.bidders, (own.laid, other.laid), cards, treasure)
            assert it.margin(own, other) == mine - theirs, number


# ── three and more ─────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("players", "coins", "number"), [(3, 3, 60), (3, 4, 4), (4, 3, 10), (5, 3, 1)]
)
def test_the_outlook_is_what_all_rounds_played_out_bring(players, coins, number):
    for case in range(cases(number)):
        draw = random.Random(f"crowd {players} {coins} {case}")
        held = gems(draw, players)
        bidders = [bidder(draw, gem, coins) for gem in held]
        cards = [lying(draw, players, players) for _ in range(3)]
        likely, may = [], []
        for each in bidders[1:]:
            tavern, coin = draw.randrange(3), draw.choice(each.coins).value
            habit = {tavern: coin} if draw.random() < 0.5 else {}
            likely.append(keeping(each.ways(), habit))
            every = sorted(set(permutations(each.coins, 3)))
            may.append([w for w in every if all(w[t].value == c for t, c in habit.items())])
        crowd = MultiplayerBids(bidders, likely, cards)
        own = bidders[0].ways()
        for way in draw.sample(own, min(2 if players == 3 else 1, len(own))):
            outlook = crowd.outlook(way)
            still, moving = [], []
            for others in product(*may):
                laid = (way.laid, *others)
                still.append(played(bidders, laid, cards, {}, me=0, swap=False)[0])
                moving.append(played(bidders, laid, cards, {}, me=0)[0])
            assert outlook.mean == Fraction(sum(still), len(still))
            assert outlook.low <= Fraction(sum(moving), len(moving)) <= outlook.high
            assert outlook.low <= outlook.mean <= outlook.high
            assert outlook.least <= min(still + moving)
            assert outlook.most >= max(still + moving)


# ── what a card is worth ───────────────────────────────────────────────────────────────


def table(draw: random.Random, players: int) -> Any:
    """A table between two rounds: nobody is near a line, which the oracle knows nothing of."""
    raw: dict[str, Any] = {"seats": {}}
    while len(raw["seats"]) < players:
        raw = random_states.table(draw)
        raw["seats"] = dict(list(raw["seats"].items())[:players])
    for held, gem in zip(raw["seats"].values(), gems(draw, players), strict=True):
        held["coins"] = dict(START)
        for coin in ("coin_3", "coin_4", "coin_5"):
            if draw.random() < 0.5:
                del held["coins"][coin]
                held["coins"][f"coin_{draw.randint(6, 25)}"] = 1
        while sum(held["coins"].values()) < 5:
            held["coins"]["coin_5"] = held["coins"].get("coin_5", 0) + 1
        held["heroes"] = {hero: True for hero in held.get("heroes", {}) if hero != "uline"}
        held["heroes"]["skaa"] = True
        held.get("distinctions", {}).pop("crown_jeweler", None)
        held["gem"] = f"gem_{min(gem, 5)}"
        for free in ("enlist", "ylud", "discard"):
            held.pop(free, None)
    used = [held["gem"] for held in raw["seats"].values()]
    if len(set(used)) < len(used):  # a gem 6 hid another one
        for n, held in enumerate(raw["seats"].values()):
            held["gem"] = f"gem_{5 - n}"
    raw.pop("table", None)
    return raw


def with_card(held, card):
    held = {**held}
    kind, _, _ = card.partition("_")
    if card.endswith("_card"):
        held[f"{kind}s"] = held.get(f"{kind}s", 0) + 1
    else:
        cards = dict(held.get(f"{kind}s", {}))
        held[f"{kind}s"] = cards | {card: cards.get(card, 0) + 1}
    return held


def asked(state: Any, seat: str, cards: Any, **more: Any) -> Any:
    position = GAME.sheet.position(state)
    filled = FORM.filled(position, seat)
    laid = {
        f"at_{tavern}": dict(Counter(there)) for tavern, there in zip(TAVERNS, cards, strict=True)
    }
    filled["table"] = filled.get("table", {}) | laid
    for each, cells in more.items():
        filled["seats"][each] |= cells
    form = FORM.sheet.position(FORM.sheet.read(filled), table_position=position)
    return form, FORM.answer(form)


def signed(text):
    return int(text.en.replace("−", "-"))


@pytest.mark.parametrize("players", [2, 4])
def test_a_card_is_worth_what_the_score_sheet_with_it_says_more(players):
    dwarves = [card for card in CARDS if not card.startswith("offering")]
    compared = 0
    for number in range(cases(15)):
        draw = random.Random(f"worth {players} {number}")
        state = whole(GAME, table(draw, players))
        rulings = GAME.sheet.rulings(state)
        cards = [draw.sample(dwarves, max(3, players)) for _ in TAVERNS]
        _, answer = asked(state, "p1", cards)
        before = oracle.totals(state, rulings)
        rows = {r.entry: r for b in answer.blocks if "Worth now" in b.title.en for r in b.rows}
        assert set(rows) == {card for there in cards for card in there}
        for card, row in rows.items():
            seats = state["seats"]
            after = oracle.totals({"seats": seats | {"p1": with_card(seats["p1"], card)}}, rulings)
            worth = after["p1"] - before["p1"]
            if players == 2:
                worth -= after["p2"] - before["p2"]
            if any(f", {hero.name.en}" in row.how.en for hero in GAME.catalogue.of_kind("hero")):
                continue  # a line brings a hero: below
            assert signed(row.value) == worth, (number, card)
            compared += 1
    assert compared > cases(15) * 5
