"""Scoring rules and traps by name, doubts, and what the worked examples cover."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from scoring import game

GAME = game("nidavellir")
EXAMPLES = Path(__file__).parents[3] / "scoring" / "games" / "nidavellir" / "examples"


def score(seats, **more):
    return GAME.score(GAME.sheet.read({"seats": seats, **more}))


def points(line, seat, **more):
    found = score({"p1": seat}, **more)["p1"].line(line)
    assert found is not None
    return found.points


def doubts(seats, **more):
    state = GAME.sheet.read({"seats": seats, **more})
    return {doubt.path for doubt in GAME.sheet.doubts(state)}


# -- Rules; sums from the player aid and the card faces ---------------------------------------


def test_miners_of_value_0_score_0_whatever_their_number():
    assert points("miner", {"miners": {"miner_0": 6}}) == 0


@pytest.mark.parametrize(
    ("ranks", "worth"), [(1, 3), (2, 7), (5, 25), (10, 75), (25, 375), (26, 403)]
)
def test_blacksmiths_go_on_beyond_the_printed_board(ranks, worth):
    # n x (n + 5) / 2
    assert points("blacksmith", {"blacksmiths": ranks}) == worth


def test_ranks_without_value_multiply_miners_but_add_nothing():
    # Zoral 1 + 0 + 0 and a dwarf of 2: (1 + 2) x 4 ranks
    assert points("miner", {"miners": {"miner_2": 1}, "heroes": {"zoral": True}}) == 12


def test_majority_reads_the_largest_coin_held_now_not_the_numbers_of_the_warriors():
    seats = {
        "p1": {"warriors": {"warrior_3": 2}, "coins": {"coin_9": 2, "coin_24": 1}},
        "p2": {"warriors": {"warrior_9": 1}, "coins": {"coin_25": 1}},
    }
    scored = score(seats)
    assert scored["p1"].line("warrior_majority").points == 24
    assert scored["p2"].line("warrior_majority").points == 0


def test_several_coins_alike_all_count():
    assert points("coins", {"coins": {"coin_14": 2, "coin_5": 3}}) == 43  # 28 + 15


def test_special_3_coin_counts_3_and_gem_6_counts_3():
    seat = {
        "coins": {"hunting_master_coin": 1},
        "distinctions": {"hunting_master": True, "crown_jeweler": True},
        "gem": "gem_4",
    }
    assert points("coins", seat) == 3
    assert points("gem_6", seat) == 3


def test_hildr_falls_back_to_0_with_a_third_distinction():
    assert [points("hildr", {"valkyries": {"hildr": f"step_{n}"}}) for n in range(4)] == [
        0,
        8,
        16,
        0,
    ]


def test_heroes_lift_the_column_they_stand_in():
    # Idunn 7 + 5 + 5, then 2 for each of 3 ranks
    seat = {"explorers": {"explorer_5": 2}, "heroes": {"idunn": True}}
    assert points("explorer", seat) == 17
    assert points("idunn", seat) == 6


def test_thrud_scores_13_and_gives_no_rank_in_the_end():
    seats = {
        "p1": {"heroes": {"thrud": True}, "thrud_at": "warrior", "coins": {"coin_20": 1}},
        "p2": {"warriors": {"warrior_3": 1}, "coins": {"coin_7": 1}},
    }
    scored = score(seats)
    assert scored["p1"].total == 33  # 13 + 20
    assert scored["p2"].line("warrior_majority").points == 7


def test_an_unknown_captive_leaves_the_total_open():
    scored = score({"p1": {"giants": {"gymir": "captured"}}})["p1"]
    assert scored.line("gymir").points is None
    assert scored.total is None


def test_waiting_mercenaries_are_listed_as_unused():
    assert score({"p1": {"mercenaries": {"merc_h_b": "waiting"}}})["p1"].unused == {"merc_h_b": 1}


def test_players_outside_the_sheet_can_hold_the_majority():
    seat = {"warriors": {"warrior_3": 1}, "coins": {"coin_8": 1}}
    assert points("warrior_majority", seat, table={"outside_warriors": 2}) == 0


def test_equal_totals_share_the_win():
    scored = score({"p1": {"coins": {"coin_9": 1}}, "p2": {"coins": {"coin_9": 1}}})
    assert [placing.place for placing in GAME.rank(scored)] == [1, 1]


# -- Doubts ----------------------------------------------------------------------------------


def test_impossible_holdings_are_named_and_recorded():
    rival = {"heroes": {"skaa": True}}
    assert doubts({"p1": rival, "p2": rival}) == {"p2/heroes/skaa"}
    assert doubts({"p1": {"coins": {"coin_25": 2}}}) == {"p1/coins/coin_25"}
    assert doubts({"p1": {"blacksmiths": 21}, "p2": {}}) == {"p1/blacksmiths"}
    assert doubts({"p1": {"explorers": {"explorer_12": 1}}, "p2": {}}) == {
        "p1/explorers/explorer_12"
    }
    assert doubts({"p1": {"coins": {"coin_10": 2, "coin_12": 2, "coin_6": 2}}})
    assert doubts({"p1": {"ylud_at": "miner"}}) == {"p1/ylud_at"}
    assert doubts({"p1": {"gem": "gem_4"}, "p2": {"gem": "gem_4"}}) == {"p2/gem"}


def test_treasure_for_few_players_follows_the_ruling():
    seats = {"p1": {"coins": {"coin_7": 2}}, "p2": {}}
    assert doubts(seats) == {"p1/coins/coin_7"}
    assert doubts(seats, rulings={"treasure_for_few": "two"}) == set()


def test_cards_of_a_box_that_is_not_played_are_doubted():
    seats = {"p1": {"animals": {"garm": True}}}
    assert doubts(seats, table={"expansions": {"thingvellir": True}}) == {"p1/animals/garm"}


# -- Examples --------------------------------------------------------------------------------


def examples() -> list[tuple[Path, dict[str, Any]]]:
    return [(path, tomllib.loads(path.read_text("utf-8"))) for path in EXAMPLES.glob("*.toml")]


@pytest.mark.parametrize(
    ("path", "example"), examples(), ids=lambda value: getattr(value, "stem", "")
)
def test_worked_examples_hold_line_by_line_and_without_doubts(path, example):
    state = GAME.sheet.read(example["state"])
    if example.get("settle"):
        state, _ = GAME.settle(state)
    scored = GAME.score(state)
    for seat, wanted in example["expect"].items():
        got = {line.id: line.points for line in scored[seat].lines} | {"total": scored[seat].total}
        assert {line: got[line] for line in wanted} == wanted
    assert GAME.sheet.doubts(state) == []


def test_each_card_that_scores_is_in_a_worked_example():
    held = set()
    for _, example in examples():
        for seat in example["state"]["seats"].values():
            for value in seat.values():
                held |= set(value) if isinstance(value, dict) else {value}
            held |= {"blacksmith_card"} if "blacksmiths" in seat else set()
            held |= {"hunter_card"} if "hunters" in seat else set()
    kinds = ("dwarf", "hero", "mercenary", "artifact", "god", "giant", "valkyrie", "animal")
    scoring = {e.id for e in GAME.catalogue.of_kind(*kinds) if e.scores}
    through_others = {"armorer_blacksmith"}  # stands in an example as kings_great_armorer
    values = {e for e in scoring if e.startswith(("explorer_", "miner_", "warrior_"))}
    assert scoring - held - through_others - values == set()
