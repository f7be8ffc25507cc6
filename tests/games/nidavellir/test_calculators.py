"""The calculators: what they say, and what they write back to a table."""

import time

import pytest

from scoring import game

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
    state = GAME.sheet.read({"seats": seats, **more})
    filled = form.sheet.read(form.filled(GAME.sheet.position(state), seat))
    return state, form.answer(form.sheet.position(filled))


def applied(state, answer, which=0):
    return GAME.sheet.read(GAME.sheet.put(state, answer.applies[which].cells))


def rows(answer, block=0):
    return [(row.label.en, row.value.en, row.how.en) for row in answer.blocks[block].rows]


# -- gems ------------------------------------------------------------------------------------


def bids(gem, *coins):
    taverns = ("laughing_goblin", "dancing_dragon", "shining_horse")
    return {"gem": f"gem_{gem}", "bids": dict(zip(taverns, coins, strict=False))}


def test_three_tied_swap_the_outer_gems_and_the_middle_one_stays():
    answer = asked("gems", {"p1": bids(4, 7), "p2": bids(5, 7), "p3": bids(3, 7)})
    assert answer.said.en == "Player 2 → Player 1 → Player 3. New gems: Player 2 3, Player 3 5."
    assert rows(answer)[0] == ("1. Player 2", "7", "tie, gem 5 → 3")


def test_gems_of_one_tavern_decide_the_next_and_are_written_once():
    seats = {"p1": bids(5, 4, 4, 9), "p2": bids(4, 4, 4, 0)}
    state, answer = at_table("gems", seats)
    assert [row[0] for row in rows(answer, 0)] == ["1. Player 1", "2. Player 2"]
    assert [row[0] for row in rows(answer, 1)] == ["1. Player 2", "2. Player 1"]
    # swapped twice: as before, so only the bids go
    assert answer.said.en == "2 ties. Gems stay."
    after = applied(state, answer)
    assert after["seats"] == {"p1": {"gem": "gem_5"}, "p2": {"gem": "gem_4"}}
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
    assert answer.said.en == "Bids are missing: Chi."
    assert answer.applies == ()


def test_a_tie_without_gems_asks_for_them():
    answer = asked("gems", {"p1": bids(5, 3), "p2": {"bids": {"laughing_goblin": 3}}})
    assert answer.said.en.startswith("A tie: enter the gems of Player 1, Player 2")
    assert answer.applies == ()


# -- coins -----------------------------------------------------------------------------------


def test_every_pair_of_a_purse_is_listed_and_written_with_one_tap():
    state, answer = at_table("coins", {"p1": {"coins": FIVES}, "p2": {}})
    # 2+3 2+4 2+5 3+4 3+5 4+5; every pair gains the smaller coin, 4 + 5 the most
    assert len(answer.applies) == 6
    assert rows(answer)[0][:2] == ("4+5 → 9", "+4")
    assert answer.said.en == "Best: The 5 becomes the 9 (+4)."
    after = applied(state, answer)["seats"]["p1"]["coins"]
    assert after == {"coin_0": 1, "coin_2": 1, "coin_3": 1, "coin_4": 1, "coin_9": 1}


def test_recorded_bids_leave_two_coins_in_the_pouch():
    seat = {"coins": FIVES} | bids(4, 0, 2, 5)
    _, answer = at_table("coins", {"p1": seat, "p2": {}})
    assert [row[0] for row in rows(answer)] == ["3+4 → 7"]


def test_the_treasure_of_few_players_and_the_rivals_coins_decide_what_comes():
    rival = {"coins": {"coin_9": 1}}
    _, answer = at_table("coins", {"p1": {"coins": {"coin_4": 1, "coin_5": 1}}, "p2": rival})
    # one 9 with two players, and it is gone: the 10 comes
    assert answer.said.en == "No 9 there, so the 5 becomes the 10 (+5)."
    many = asked("coins", {"p1": {"coin_1": 4, "coin_2": 5, "gone": {"coin_9": 2}}})
    assert many.said.en == "The 5 becomes the 9 (+4)."  # three 9s with four players


def test_raising_a_coin_beyond_the_treasure_costs_a_point():
    answer = asked("coins", {"p1": {"what": "raise_5", "coin_1": 25, "gone": {"coin_25": 1}}})
    assert answer.said.en == "No 30 there, so the 25 becomes the 24 (−1)."


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
    assert rows(answer)[0][:2] == ("3+4 → 10", "+7")
    after = applied(state, answer)["seats"]["p1"]
    assert after["coins"] == {"coin_4": 1, "coin_10": 1}
    assert after["valkyries"] == {"svafa": "step_2"}
    assert "zolkur_waits" not in after


def test_khrad_raises_the_lowest_coin_and_others_any():
    seats = {"p1": {"what": "raise_10", "coins": {"coin_2": 1, "coin_9": 1}}}
    assert [row[0] for row in rows(asked("coins", seats))] == ["2 → 12"]
    seats["p1"]["what"] = "raise_7"
    assert [row[0] for row in rows(asked("coins", seats))] == ["2 → 9", "9 → 16"]


def test_vidofnir_raises_both_pouch_coins():
    answer = asked("coins", {"p1": {"what": "pouch", "coin_1": 7, "coin_2": 9}})
    # 7 + 3 and 9 + 2, or 7 + 2 and 9 + 3: five points either way
    assert {row[0] for row in rows(answer)} == {"7 → 10; 9 → 11", "7 → 9; 9 → 12"}
    assert {row[1] for row in rows(answer)} == {"+5"}


def test_coins_ask_for_what_they_lack_and_write_nothing_unknown():
    assert asked("coins", {"p1": {}}).said.en == "Enter the two coins of your pouch."
    assert asked("coins", {"p1": {"coin_1": 4, "coin_2": 5}}).applies == ()


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
    assert answer.said.en == "33 coins left, the largest is 24."
    assert rows(answer)[0][:2] == ("Coin 25", "0 of 1")
    assert asked("treasure", {"p1": {"players": "few"}}).said.en.startswith("28 coins")


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
    assert answer.said.en == "Heroes due now: Player 1 1."
    done = ARMY | {"heroes": {"skaa": True}}
    _, answer = at_table("lines", {"p1": done, "p2": {"hunters": 4}})
    lacking = "blacksmith 1, hunter 1, explorer 1, miner 1"
    assert answer.said.en == f"Nobody is due. Nearest: Player 1 lacks {lacking}."


def test_thrud_completes_lines_where_she_stands_and_megingjord_stops_them():
    seat = ARMY | {"hunters": 0, "heroes": {"thrud": True}, "thrud_at": "hunter"}
    _, answer = at_table("lines", {"p1": seat})
    assert rows(answer)[0][:2] == ("Complete lines", "1")
    _, answer = at_table("lines", {"p1": ARMY | {"artifacts": {"megingjord": True}}})
    assert answer.said.en == "Nobody recruits by lines."


def test_distinctions_go_to_who_leads_alone_and_are_written():
    seats = {
        "p1": {"blacksmiths": 4, "hunters": 2},
        "p2": {"blacksmiths": 1, "hunters": 2},
    }
    state, answer = at_table("distinctions", seats)
    assert answer.said.en == "Player 1: King's Great Armorer"
    armorer = next(b for b in answer.blocks if b.title.en.startswith("Blacksmith"))
    assert [row.how.en for row in armorer.rows] == ["leads by 3", "4 more ranks to lead alone"]
    hunters = next(b for b in answer.blocks if b.title.en.startswith("Hunter"))
    assert hunters.rows[0].how.en == "tied; 1 more rank to lead alone"
    after = applied(state, answer)["seats"]
    assert after["p1"]["distinctions"] == {"kings_great_armorer": True}
    assert "distinctions" not in after["p2"]


def test_distinctions_are_listed_in_the_order_of_the_evaluation():
    answer = asked("distinctions", {"p1": {"warrior_ranks": 1}, "p2": {}})
    classes = [block.title.en.partition(":")[0] for block in answer.blocks]
    assert classes == ["Warrior", "Hunter", "Miner", "Blacksmith", "Explorer"]


# -- expansions ------------------------------------------------------------------------------


def test_most_waiting_mercenaries_enlist_first_and_gems_break_ties():
    one = {"mercenaries": {"merc_h_b": "waiting"}, "gem": "gem_4"}
    two = {"mercenaries": {"merc_w6_h": "waiting", "merc_w6_b": "first"}, "gem": "gem_5"}
    three = {"mercenaries": {"merc_b_m1": "waiting", "merc_h_m1": "waiting"}, "gem": "gem_3"}
    _, answer = at_table("enlisting", {"p1": one, "p2": two, "p3": three, "p4": {}})
    assert answer.said.en == ("Player 3 → Player 2 → Player 1. Player 3 may go last instead.")


def test_a_valkyries_step_is_one_tap_and_hildr_falls_back_to_0():
    state, answer = at_table("valkyries", {"p1": {"valkyries": {"hildr": "step_2"}}})
    assert answer.said.en == "16 points from valkyries now."
    assert rows(answer)[0] == ("Hildr", "16", "next step: 0")
    after = applied(state, answer)
    assert after["seats"]["p1"]["valkyries"] == {"hildr": "step_3"}
    _, again = at_table("valkyries", after["seats"])
    assert again.applies == ()


# -- all of them -----------------------------------------------------------------------------


@pytest.mark.parametrize("calculator", sorted(FORMS))
def test_forms_are_small_and_answers_quick(calculator):
    form = FORMS[calculator]
    open_ = [f for s in form.sheet.sections if not s.folded for f in s.fields]
    assert sum(len(list(field.paths())) for field in open_) <= 8
    seats = {f"p{n}": ARMY | {"coins": FIVES} | bids(n, 3, 3, 0) for n in range(1, 6)}
    start = time.perf_counter()
    at_table(calculator, seats)
    assert time.perf_counter() - start < 0.5
