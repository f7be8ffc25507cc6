"""The calculators: what they say, and what they write back to a table."""

import pytest

from scoring import game
from tests.whole import whole

GAME = game("nidavellir")
FIVES = {"coin_0": 1, "coin_2": 1, "coin_3": 1, "coin_4": 1, "coin_5": 1}


FORMS = {id_: each.form for id_, each in GAME.calculators.items() if each.form}


def asked(calculator, seats, **more):
    """The answer of a form that is filled in by hand."""
    form = FORMS[calculator]
    return form.answer(form.sheet.position(form.sheet.read({"seats": seats, **more})))


def at_table(calculator, seats, seat="p1", **more):
    """The table's state, and the answer of the form that it fills."""
    form = FORMS[calculator]
    state = whole(GAME, {"seats": seats, **more})
    filled = form.sheet.read(form.filled(GAME.sheet.position(state), seat))
    return state, form.answer(form.sheet.position(filled))


def applied(state, answer, which=0):
    return GAME.sheet.read(GAME.sheet.put(state, answer.applies[which].cells))


def rows(answer, block=0):
    return [(row.label.en, row.value.en, row.how.en) for row in answer.blocks[block].rows]


def choices(answer):
    """The best one, and all others."""
    return [row for n in range(len(answer.blocks)) for row in rows(answer, n)]


# -- gems ------------------------------------------------------------------------------------


def bids(gem, *coins):
    taverns = ("laughing_goblin", "dancing_dragon", "shining_horse")
    return {"gem": f"gem_{gem}", "bids": dict(zip(taverns, coins, strict=False))}


def test_three_tied_swap_the_outer_gems_and_the_middle_one_stays():
    answer = asked("gems", {"p1": bids(4, 7), "p2": bids(5, 7), "p3": bids(3, 7)})
    assert answer.summary.en == "Player 2 → Player 1 → Player 3. New gems: Player 2 3, Player 3 5."
    assert rows(answer)[0] == ("1. Player 2", "7", "tie, gem 5 → 3")


def test_gems_of_one_tavern_decide_the_next_and_are_written_once():
    seats = {"p1": bids(5, 4, 4, 9), "p2": bids(4, 4, 4, 0)}
    state, answer = at_table("gems", seats)
    assert [row[0] for row in rows(answer, 0)] == ["1. Player 1", "2. Player 2"]
    assert [row[0] for row in rows(answer, 1)] == ["1. Player 2", "2. Player 1"]
    # swapped twice: as before, so only the bids go
    assert answer.summary.en == "2 ties. Gems stay."
    after = applied(state, answer)
    assert [after["seats"][seat]["gem"] for seat in ("p1", "p2")] == ["gem_5", "gem_4"]
    _, again = at_table("gems", after["seats"])
    assert again.applies == ()


def test_swapped_gems_are_written_and_a_crown_jewelers_stays():
    seats = {
        "p1": bids(3, 7) | {"distinctions": {"crown_jeweler": True}},
        "p2": bids(5, 7),
        "p3": bids(4, 7),
    }
    state, answer = at_table("gems", seats)
    after = applied(state, answer)["seats"]
    assert [after[seat]["gem"] for seat in ("p1", "p2", "p3")] == ["gem_3", "gem_4", "gem_5"]
    assert rows(answer)[0] == ("1. Player 1", "7", "tie, gem 6")


def test_gems_that_were_typed_are_known_to_the_table_afterwards():
    seats = {"p1": bids(5, 3), "p2": bids(4, 3), "p3": bids(3, 9)}
    cells = asked("gems", seats).applies[0].cells
    gems = {path: value for path, value in cells.items() if path.endswith("gem")}
    assert gems == {"p1/gem": "gem_4", "p2/gem": "gem_5", "p3/gem": "gem_3"}


def test_a_bid_of_0_is_a_bid_and_a_missing_one_is_named():
    answer = asked("gems", {"p1": bids(5, 0), "p2": bids(4, 3), "p3": {"name": "Chi"}})
    assert answer.summary.en == "Bids are missing: Chi."
    assert answer.applies == ()


def test_a_tie_without_gems_asks_for_them():
    answer = asked("gems", {"p1": bids(5, 3), "p2": {"bids": {"laughing_goblin": 3}}})
    assert answer.summary.en.startswith("A tie: enter the gems of Player 1, Player 2")
    assert answer.applies == ()


# -- coins -----------------------------------------------------------------------------------


def test_every_pair_of_a_purse_is_listed_and_written_with_one_tap():
    state, answer = at_table("coins", {"p1": {"coins": FIVES}, "p2": {}})
    # 2+3 2+4 2+5 3+4 3+5 4+5; every pair gains the smaller coin, 4 + 5 the most
    assert len(answer.applies) == 6
    assert rows(answer)[0][:2] == ("4+5 → 9", "+4")
    assert answer.summary.en == "Best: The 5 becomes the 9 (+4)."
    after = applied(state, answer)["seats"]["p1"]["coins"]
    assert after == {"coin_0": 1, "coin_2": 1, "coin_3": 1, "coin_4": 1, "coin_9": 1}


def test_recorded_bids_leave_two_coins_in_the_pouch():
    seat = {"coins": FIVES} | bids(4, 0, 2, 5)
    _, answer = at_table("coins", {"p1": seat, "p2": {}})
    assert [row[0] for row in choices(answer)] == ["3+4 → 7"]


def test_the_treasure_of_few_players_and_the_rivals_coins_decide_what_comes():
    rival = {"coins": {"coin_9": 1}}
    _, answer = at_table("coins", {"p1": {"coins": {"coin_4": 1, "coin_5": 1}}, "p2": rival})
    # one 9 with two players, and it is gone: the 10 comes
    assert "No 9 there, so the 5 becomes the 10 (+5)." in answer.summary.en
    many = asked("coins", {"p1": {"coin_1": "coin_4", "coin_2": "coin_5", "gone": {"coin_9": 2}}})
    assert many.summary.en == "The 5 becomes the 9 (+4)."  # three 9s with four players


def test_raising_a_coin_beyond_the_treasure_costs_a_point():
    answer = asked(
        "coins", {"p1": {"what": "raise_5", "coin_1": "coin_25", "gone": {"coin_25": 1}}}
    )
    assert answer.summary.en == "No 30 there, so the 25 becomes the 24 (−1)."


def test_jarika_zolkur_and_svafa_change_the_trade_and_what_is_written():
    seat = {
        "coins": {"coin_3": 1, "coin_4": 1},
        "heroes": {"jarika": True, "zolkur": True},
        "zolkur_waits": True,
        "valkyries": {"svafa": "step_1"},
    }
    rival = {"coins": {"coin_9": 1}}
    state, answer = at_table("coins", {"p1": seat, "p2": rival})
    # 3 + 4 + 2 = 9, gone with two players: 10, one over; Zolkur gives up the 3
    # seven more in coins, and Svafa from 4 to 8
    assert rows(answer)[0] == (
        "3+4 → 10",
        "+11",
        "target 9; the 3 leaves the game; the 4 stays; 1 over; Svafa moves 1 step",
    )
    after = applied(state, answer)["seats"]["p1"]
    assert after["coins"] == {"coin_4": 1, "coin_10": 1}
    assert after["valkyries"] == {"svafa": "step_2"}
    assert "zolkur_waits" not in after


def test_khrad_raises_the_lowest_coin_and_others_any():
    seats = {"p1": {"what": "raise_10", "coins": {"coin_2": 1, "coin_9": 1}}}
    assert [row[0] for row in choices(asked("coins", seats))] == ["2 → 12"]
    seats["p1"]["what"] = "raise_7"
    assert [row[0] for row in choices(asked("coins", seats))] == ["2 → 9", "9 → 16"]


def test_half_a_purse_is_not_taken_for_a_whole_one():
    lowest = {"what": "raise_10", "coins": {"coin_5": 1, "coin_9": 1}}
    answer = asked("coins", {"p1": lowest})
    assert answer.summary.en.startswith("By what is entered alone: ")
    assert answer.summary.en.endswith(" Not entered: 3 of 5 coins.")
    whole_ = asked("coins", {"p1": lowest | {"coins": {"coin_0": 1, "coin_5": 2, "coin_9": 2}}})
    assert "Not entered" not in whole_.summary.en
    ordered = {"order": "5 9", "coins": lowest["coins"]}
    assert "Not entered: 3 of 5 coins." in asked("hrungnir", {"p1": ordered}).summary.en
    assert "Not entered" not in asked("hrungnir", {"p1": {"order": "5 9"}}).summary.en
    # one that is chosen is raised, whatever else there is
    chosen = lowest | {"what": "raise_7", "coin_1": "coin_5"}
    assert "Not entered" not in asked("coins", {"p1": chosen}).summary.en


def test_vidofnir_raises_both_pouch_coins():
    answer = asked("coins", {"p1": {"what": "pouch", "coin_1": "coin_7", "coin_2": "coin_9"}})
    # 7 + 3 and 9 + 2, or 7 + 2 and 9 + 3: five points either way
    assert {row[0] for row in choices(answer)} == {"7 → 10; 9 → 11", "7 → 9; 9 → 12"}
    assert {row[1] for row in choices(answer)} == {"+5"}


POUCHED = {"laughing_goblin": 0, "dancing_dragon": 5, "shining_horse": 9}


def pouched(*coins, **more):
    """A purse of five whose three bids are recorded: what is left lies in the pouch."""
    held = {"coins": {coin: coins.count(coin) for coin in coins}, "bids": POUCHED}
    return {"p1": held | more}


def test_recorded_bids_do_not_narrow_what_may_be_raised():
    seats = pouched("coin_0", "coin_5", "coin_9", "coin_7", "coin_4")
    for what, by in (("raise_2", 2), ("raise_3", 3), ("raise_5", 5), ("raise_7", 7)):
        answer = asked("coins", {"p1": seats["p1"] | {"what": what}})
        given = {int(row[0].split(" → ")[0]) for row in choices(answer)}
        assert given == {4, 5, 7, 9}, by


def test_khrad_raises_the_lowest_of_all_coins_wherever_it_lies():
    seats = pouched("coin_0", "coin_5", "coin_9", "coin_7", "coin_8", what="raise_10")
    assert [row[0] for row in choices(asked("coins", seats))] == ["5 → 15"]


@pytest.mark.parametrize("exchange", ["coin_0", "hunting_master_coin"])
def test_vidofnir_raises_the_coin_beside_an_exchange_coin_by_5(exchange):
    held = {"coins": dict.fromkeys([exchange, "coin_5", "coin_9", "coin_6", "coin_8"], 1)}
    held |= {"bids": {"laughing_goblin": 5, "dancing_dragon": 9, "shining_horse": 6}}
    answer = asked("coins", {"p1": held | {"what": "pouch"}})
    assert [row[0] for row in choices(answer)] == ["8 → 13"]
    by_hand = asked("coins", {"p1": {"what": "pouch", "coin_1": exchange, "coin_2": "coin_8"}})
    assert [row[0] for row in rows(by_hand)] == ["8 → 13"]
    # and nobody trades: the exchange coin was not bid
    assert (
        asked("coins", {"p1": held}).summary.en == "No trade: the exchange coin lies in the pouch."
    )


def test_a_bid_of_3_may_be_either_coin_of_3():
    coins = ["hunting_master_coin", "coin_3", "coin_9", "coin_6", "coin_8"]
    held = {"coins": dict.fromkeys(coins, 1)}
    held |= {"bids": {"laughing_goblin": 3, "dancing_dragon": 9, "shining_horse": 6}}
    # who trades has bid the Hunting Master's coin
    assert [row[0] for row in choices(asked("coins", {"p1": held}))] == ["3+8 → 11"]
    found = {row[0] for row in choices(asked("coins", {"p1": held | {"what": "pouch"}}))}
    # 3 and 8, or the exchange coin and 8
    assert found == {"3 → 6; 8 → 10", "3 → 5; 8 → 11", "8 → 13"}


def test_exchange_coins_are_neither_traded_nor_raised():
    chosen = {"coin_1": "hunting_master_coin", "coin_2": "coin_9"}
    assert asked("coins", {"p1": chosen}).summary.en == "The exchange coin is never traded away."
    raised = asked("coins", {"p1": chosen | {"what": "raise_5"}})
    assert [row[0] for row in rows(raised)] == ["9 → 14"]
    lost = {"coins": dict.fromkeys(["coin_6", "coin_7", "coin_8", "coin_9"], 1)}
    assert asked("coins", {"p1": lost}).summary.en.startswith("A trade needs an exchange coin")


def test_uline_trades_any_two_coins_of_her_hand():
    seats = {"p1": {"coins": FIVES, "heroes": {"uline": True}} | bids(4, 0), "p2": {}}
    _, answer = at_table("coins", seats)
    assert len(choices(answer)) == 6  # every pair of 2, 3, 4 and 5
    seats["p1"] |= bids(4, 5, 0)
    _, answer = at_table("coins", seats)
    assert {row[0] for row in choices(answer)} == {"2+3 → 5", "2+4 → 6", "3+4 → 7"}


def test_svafa_is_spoken_of_only_to_her_owner():
    seat = {"coin_1": "coin_4", "coin_2": "coin_5", "gone": {"coin_9": 3}}
    assert "Svafa" not in rows(asked("coins", {"p1": seat}))[0][2]
    assert "1 over" in rows(asked("coins", {"p1": seat}))[0][2]
    assert "Svafa moves 1 step" in rows(asked("coins", {"p1": seat | {"svafa": "step_0"}}))[0][2]
    # at the end of her track she moves no more
    assert "Svafa" not in rows(asked("coins", {"p1": seat | {"svafa": "step_3"}}))[0][2]


def test_uline_finds_the_best_order_for_hrungnir():
    # 6 first: 8, then 8 finds the 6 that is back and no 10: 8 -> 25; the other way 8 -> 25 too
    gone = {f"coin_{n}": 3 for n in range(9, 25)}
    seat = {"order": "8 6", "gone": gone | {"coin_8": 2}}
    fixed = asked("hrungnir", {"p1": seat})
    free = asked("hrungnir", {"p1": seat | {"uline": True}})
    # by tavern: 8 -> 25, its 8 is back: 6 -> 8. The other order: 6 -> 25, then 8 -> 7
    assert [row[0] for row in rows(fixed)] == ["8 → 25", "6 → 8"]
    assert free.summary.en == "In the best order: +19 points in all."
    assert len(free.blocks) == 2
    other = asked("hrungnir", {"p1": seat | {"order": "6 8", "uline": True}})
    assert [row[0] for row in rows(other)] == ["8 → 25", "6 → 8"]
    # a coin that lies on a tavern keeps its place
    laid = seat | {"order": "6 8", "uline": True, "bids": {"laughing_goblin": 6}}
    assert rows(asked("hrungnir", {"p1": laid}))[0][0] == "6 → 25"


def test_hrungnir_names_a_coin_that_does_not_exist():
    assert asked("hrungnir", {"p1": {"order": "5 26"}}).summary.en == "There is no coin 26."
    six = asked("hrungnir", {"p1": {"order": "5 6 7 8 9 10"}})
    assert six.summary.en == "A player has no more than 5 coins."


def test_coins_ask_for_what_they_lack_and_write_nothing_unknown():
    assert asked("coins", {"p1": {}}).summary.en == "Enter the two coins of your pouch."
    assert asked("coins", {"p1": {"coin_1": "coin_4", "coin_2": "coin_5"}}).applies == ()


def test_hrungnir_raises_by_tavern_then_pouch():
    seat = {"coins": {"coin_0": 1, "coin_5": 1, "coin_6": 1, "coin_8": 1, "coin_9": 1}}
    seat |= bids(4, 8, 0, 6)
    state, answer = at_table("hrungnir", {"p1": seat, "p2": {}, "p3": {}, "p4": {}})
    # 8 -> 10, 6 -> 8 (both 8s: one was held, one lies there), 5 -> 7, 9 -> 11
    assert [row[0] for row in rows(answer)] == ["8 → 10", "6 → 8", "5 → 7", "9 → 11"]
    after = applied(state, answer)["seats"]["p1"]["coins"]
    assert after == {"coin_0": 1, "coin_7": 1, "coin_8": 1, "coin_10": 1, "coin_11": 1}


def test_treasure_counts_down_from_the_box():
    seats = {"p1": {"coins": FIVES | {"coin_25": 1}}, "p2": {}, "p3": {}, "p4": {}}
    _, answer = at_table("treasure", seats)
    assert answer.summary.en == "33 coins left, the largest is 24."
    assert rows(answer)[0][:2] == ("Coin 25", "0 of 1")
    assert asked("treasure", {"p1": {"players": "few"}}).summary.en.startswith("28 coins")


@pytest.mark.parametrize(
    ("second", "rest", "who"),
    [
        (FIVES, True, ""),
        (FIVES, False, "Player 1, Player 2"),  # half entered, nobody said that it is all
        ({}, True, "Player 2"),
    ],
)
def test_what_is_left_of_the_treasure_names_whose_coins_are_not_entered(second, rest, who):
    form, state = FORMS["treasure"], GAME.sheet.blank(2)
    for seat, coins in (("p1", FIVES | {"coin_25": 1}), ("p2", second)):
        state["seats"][seat]["coins"] = coins
    if rest:
        state = GAME.sheet.with_rest_none(state)
    table = GAME.sheet.position(GAME.sheet.read(state))
    filled = form.sheet.read(form.filled(table, "p1"))
    said = form.answer(form.sheet.position(filled, table_position=table)).summary
    told = f" Not all coins of {who} are entered: some of these may be theirs." if who else ""
    assert said.en == f"27 coins left, the largest is 24.{told}"
    assert ("未入力" in said.ja) is bool(who)


# -- ranks -----------------------------------------------------------------------------------


ARMY = {
    "blacksmiths": 1,
    "hunters": 1,
    "explorers": {"explorer_7": 1},
    "miners": {"miner_0": 1},
    "warriors": {"warrior_3": 2},
}


def test_lines_say_who_recruits_now_and_who_is_nearest():
    _, answer = at_table("lines", {"p1": ARMY, "p2": {"hunters": 4}})
    assert answer.summary.en == "Heroes due now: Player 1 1."
    done = ARMY | {"heroes": {"skaa": True}}
    _, answer = at_table("lines", {"p1": done, "p2": {"hunters": 4}})
    lacking = "blacksmith 1, hunter 1, explorer 1, miner 1"
    assert answer.summary.en == f"Nobody is due. Nearest: Player 1 lacks {lacking}."


def test_thrud_completes_lines_where_she_stands_and_megingjord_stops_them():
    seat = ARMY | {"hunters": 0, "heroes": {"thrud": True}, "thrud_at": "hunter"}
    _, answer = at_table("lines", {"p1": seat})
    assert rows(answer)[0][:2] == ("Complete lines", "1")
    _, answer = at_table("lines", {"p1": ARMY | {"artifacts": {"megingjord": True}}})
    assert answer.summary.en == "Nobody recruits by lines."


def test_distinctions_go_to_who_leads_alone_and_are_written():
    seats = {
        "p1": {"blacksmiths": 4, "hunters": 2},
        "p2": {"blacksmiths": 1, "hunters": 2},
    }
    state, answer = at_table("distinctions", seats)
    assert answer.summary.en == "Player 1: King's Great Armorer"
    armorer = next(b for b in answer.blocks if b.title.en.startswith("Blacksmith"))
    assert [row.how.en for row in armorer.rows] == ["leads by 3", "4 more ranks to lead alone"]
    hunters = next(b for b in answer.blocks if b.title.en.startswith("Hunter"))
    assert hunters.rows[0].how.en == "tied; 1 more rank to lead alone"
    after = applied(state, answer)["seats"]
    assert after["p1"]["distinctions"] == {"kings_great_armorer": True}
    assert "distinctions" not in after["p2"]


def test_distinctions_are_listed_in_the_order_of_the_evaluation():
    answer = asked("distinctions", {"p1": {"warrior_ranks": 1}, "p2": {"miner_ranks": 1}})
    classes = [block.title.en.partition(":")[0] for block in answer.blocks]
    assert classes == ["Warrior", "Hunter", "Miner", "Blacksmith", "Explorer"]


def test_an_empty_seat_is_no_seat_with_nothing():
    """Nobody writes distinctions, and nobody leads, over ranks that are not entered."""
    seats = {"p1": {"hunter_ranks": 3}, "p2": {}, "p3": {"hunter_ranks": 1}}
    answer = asked("distinctions", seats)
    assert answer.applies == ()
    assert "nothing is entered for Player 2" in answer.summary.en
    assert "プレイヤー2は未入力" in answer.summary.ja
    hunters = next(b for b in answer.blocks if b.title.en.startswith("Hunter"))
    assert [row.value.en for row in hunters.rows] == ["3", "1", ""]
    assert [row.how.en for row in hunters.rows][::2] == ["leads by 2", "not entered"]
    answer = asked("lines", seats)
    assert [block.title.en for block in answer.blocks] == ["Player 1", "Player 3"]
    assert "nothing is entered for Player 2" in answer.summary.en


# -- expansions ------------------------------------------------------------------------------


def test_most_waiting_mercenaries_enlist_first_and_gems_break_ties():
    one = {"mercenaries": {"merc_h_b": "waiting"}, "gem": "gem_4"}
    two = {"mercenaries": {"merc_w6_h": "waiting", "merc_w6_b": "first"}, "gem": "gem_5"}
    three = {"mercenaries": {"merc_b_m1": "waiting", "merc_h_m1": "waiting"}, "gem": "gem_3"}
    _, answer = at_table("enlisting", {"p1": one, "p2": two, "p3": three, "p4": {}})
    assert answer.summary.en == ("Player 3 → Player 2 → Player 1. Player 3 may go last instead.")


def test_a_valkyries_step_is_one_tap_and_hildr_falls_back_to_0():
    state, answer = at_table("valkyries", {"p1": {"valkyries": {"hildr": "step_2"}}})
    assert answer.summary.en == "16 points from valkyries now."
    assert rows(answer)[0] == ("Hildr", "16", "next step: 0")
    after = applied(state, answer)
    assert after["seats"]["p1"]["valkyries"] == {"hildr": "step_3"}
    _, again = at_table("valkyries", after["seats"])
    assert again.applies == ()


# -- all of them -----------------------------------------------------------------------------


@pytest.mark.parametrize("calculator", sorted(FORMS))
def test_forms_are_small(calculator):
    form = FORMS[calculator]
    open_ = [
        f for s in form.sheet.sections if not s.folded for f in s.fields if not f.standalone_only
    ]
    assert sum(len(list(field.paths())) for field in open_) <= 8
