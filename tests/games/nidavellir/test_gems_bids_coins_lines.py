"""Gem ties, bids, coins and lines; expected values from the engines' agreement on the rules."""

import re

import pytest

from scoring import game
from scoring.games.nidavellir.solvers import coins, gems
from scoring.games.nidavellir.solvers.lines_and_leads import hero_lines, leader, rounds
from tests.finished_sheets import whole

GAME = game("nidavellir")


@pytest.mark.parametrize(
    ("held", "after"),
    [
        ([4, 5], [5, 4]),
        ([4, 5, 3], [4, 3, 5]),
        ([2, 5, 3, 4], [5, 2, 4, 3]),
        ([1, 2, 3, 4, 5], [5, 4, 3, 2, 1]),
        ([6, 5, 4], [6, 4, 5]),
        ([6, 5], [6, 5]),
        ([6, 5, 3, 2], [6, 2, 3, 5]),
    ],
)
def test_gem_swaps_when_two_three_four_or_five_tie(held, after):
    seats = "abcde"[: len(held)]
    bids = dict.fromkeys(seats, 7)
    assert list(gems.swap_gems(bids, dict(zip(seats, held, strict=True))).values()) == after


def test_two_separate_ties_at_one_tavern_swap_apart():
    bids = {"a": 5, "b": 5, "c": 3, "d": 3}
    held = {"a": 5, "b": 2, "c": 4, "d": 3}
    assert gems.swap_gems(bids, held) == {"a": 2, "b": 5, "c": 3, "d": 4}
    assert gems.bid_order(bids, held) == ["a", "b", "c", "d"]


def test_gems_of_one_tavern_decide_the_next():
    bids, held, orders = {"a": 4, "b": 4}, {"a": 5, "b": 4}, []
    for _ in range(3):
        orders.append("".join(gems.bid_order(bids, held)))
        held = gems.swap_gems(bids, held)
    assert orders == ["ab", "ba", "ab"]
    assert held == {"a": 4, "b": 5}


# The treasures and targets of the research notes, three engines agreeing.
@pytest.mark.parametrize(
    ("there", "target", "taken"),
    [([5, 6, 8, 9], 7, 8), ([5, 6, 8, 9], 6, 6), ([5, 6, 8, 9], 20, 9), ([23, 24], 30, 24)],
)
def test_a_target_brings_itself_or_the_next_larger_or_the_largest(there, target, taken):
    assert coins.look_up(dict.fromkeys(there, 1), target) == taken


def test_raising_a_coin_beyond_the_treasury():
    change = coins.raise_coin(25, 5, {23: 1, 24: 1})
    assert (change.taken, change.gain, change.excess) == (24, -1, 0)


def test_svafa_steps_by_what_exceeds_the_target():
    assert coins.raise_coin(7, 3, {12: 1}).excess == 2


def test_a_trade_gives_the_larger_coin_zolkur_the_smaller_and_jarika_aims_higher():
    stock = dict.fromkeys(range(5, 26), 1)
    assert coins.trade((3, 4), stock) == coins.Change(7, 4, 7, 3)
    assert coins.trade((3, 4), stock, zolkur=True) == coins.Change(7, 3, 7, 4)
    assert coins.trade((3, 4), stock, jarika=True).taken == 9
    assert coins.trade((3, 4), {}).taken is None


def test_treasure_left_ignores_the_5_that_everybody_starts_with():
    assert coins.treasure_left({5: 2}, [[0, 2, 3, 4, 5], [5, 5]]) == {5: 1}
    assert coins.treasure_left({5: 2, 25: 1}, [[25], [5]]) == {5: 2}


def test_hrungnir_raises_coin_by_coin_from_what_is_left():
    # 6 -> 8; the 6 is back; 8 finds no 10 and takes the 11; 25 finds nothing above and takes 12
    changes = coins.raise_in_order([6, 8, 25], 2, {8: 1, 11: 1, 12: 1})
    assert [change.taken for change in changes] == [8, 11, 12]


def test_a_starting_coin_leaves_the_game_and_a_treasure_coin_goes_back():
    assert coins.after({9: 1}, coins.raise_coin(4, 5, {9: 1})) == {}
    assert coins.after({9: 1}, coins.raise_coin(7, 2, {9: 1})) == {7: 1}


def test_vidofnir_finds_the_best_of_its_four_ways():
    ways = coins.raise_pouch((10, 11), dict.fromkeys((12, 14), 1))
    # 11 + 3 = 14 and 10 + 2 = 12 gain 5; 10 + 3 finds only the 14, then 11 + 2 the 12
    assert [sum(change.gain for change in way) for way in ways] == [5, 5, 5, 5]
    assert ways[0][0].target in (12, 13, 14)


def test_rounds_follow_players_and_idavoll():
    table = {players: (rounds(players, 1), rounds(players, 2)) for players in range(2, 6)}
    assert table == {2: (4, 4), 3: (4, 4), 4: (3, 3), 5: (3, 3)}
    longer = {n: rounds(n, 1, idavoll=True) for n in range(2, 6)}
    assert longer == {2: 5, 3: 5, 4: 4, 5: 4}


def test_lines_bring_heroes_and_megingjord_stops_them():
    ranks = {"blacksmith": 3, "hunter": 2, "explorer": 2, "miner": 4, "warrior": 2}
    assert hero_lines(ranks, 1).due == 1
    assert hero_lines(ranks, 2).due == 0
    assert hero_lines(ranks, 1, megingjord=True).due == 0
    assert hero_lines(ranks, 2).missing == {
        "hunter": 1,
        "explorer": 1,
        "warrior": 1,
    }


def test_a_tie_wins_no_distinction():
    assert leader({"a": 4, "b": 4, "c": 1}) is None
    assert leader({"a": 4, "b": 3}) == "a"


# -- Calculators that use them -----------------------------------------------------------------


def ask(calculator, seats, **more):
    return GAME.optimise(calculator, "p1", whole(GAME, {"seats": seats, **more}))


def test_the_list_of_heroes_follows_the_plan_and_is_in_order():
    plan = ask("hero", {"p1": {"blacksmiths": 12}, "p2": {"warriors": {"warrior_3": 1}}})
    steps = [step.en for step in plan.steps]
    assert steps[:2] == ["Aëgur: +31", "What each adds as things stand:"]
    # "at most" stands where its number does, above what is less
    assert steps[2:4] == ["Bonfur: at most +48 (before the discard)", "Aëgur: +31"]
    numbers = [
        int(re.search("[+−]?[0-9]+", step)[0].translate(str.maketrans("−", "-")))
        for step in steps[2:]
    ]
    assert numbers == sorted(numbers, reverse=True)


def test_hourya_is_offered_from_five_explorer_ranks_on():
    four = {"explorers": {"explorer_5": 2, "explorer_6": 2}, "heroes": {"thrud": True}}
    rival = {"warriors": {"warrior_3": 1}}

    def offered(seat):
        steps = ask("hero", {"p1": seat, "p2": rival}).steps
        return any(step.en.startswith("Hourya") for step in steps)

    assert not offered(four)
    assert offered(four | {"thrud_at": "explorer"})


def test_a_table_that_names_its_expansions_is_offered_no_other_heroes():
    # a mercenary says Thingvellir, the table says Idavoll alone
    seats = {"p1": {"mercenaries": {"merc_h_b": "first"}}, "p2": {"warriors": {"warrior_3": 1}}}

    def offered(**table):
        steps = ask("hero", seats, table=table).steps
        return any(step.en.startswith("Andumia") for step in steps)

    assert offered()
    assert offered(thingvellir=True)
    assert not offered(idavoll=True)
