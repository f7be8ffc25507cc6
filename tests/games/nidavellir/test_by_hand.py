"""Final counts worked out by hand from the rules, posted as another program would post them.

Each case names its rule; nothing here is read from the scorer, its data or its search.
"""

import json
from typing import Any

import pytest

START = {f"coin_{n}": 1 for n in (0, 2, 3, 4, 5)}
"""14 points, the largest 5."""
RICH = {f"coin_{n}": 1 for n in (0, 7, 9, 16, 21)}
"""53 points, the largest 21, two of 15 or more."""


def poor(**cells: Any) -> dict[str, Any]:
    return {"coins": START, **cells}


def rich(**cells: Any) -> dict[str, Any]:
    return {"coins": RICH, **cells}


def cards(*ids: str) -> dict[str, bool]:
    return dict.fromkeys(ids, True)


def waits(*ids: str) -> dict[str, str]:
    return dict.fromkeys(ids, "waiting")


CASES = {
    "nine blacksmiths are 3 + 4 + ... + 11": ([poor(blacksmiths=9), poor()], [63 + 14, 14]),
    "hunters are squared": ([poor(hunters=7), poor()], [49 + 14, 14]),
    "miners: the sum of 3 times 4 ranks": (
        [poor(miners={"miner_0": 2, "miner_1": 1, "miner_2": 1}), poor()],
        [12 + 14, 14],
    ),
    "tied warriors all add their own largest coin": (
        [rich(warriors={"warrior_9": 1}), poor(warriors={"warrior_3": 1}), poor()],
        [9 + 21 + 53, 3 + 5 + 14, 14],
    ),
    "Kraal is two warrior ranks": (
        [poor(heroes=cards("kraal")), rich(warriors={"warrior_9": 1})],
        [7 + 5 + 14, 9 + 53],
    ),
    "Thrud leaves her column before the count": (
        [poor(heroes=cards("thrud"), thrud_at="warrior"), rich(warriors={"warrior_3": 1})],
        [13 + 14, 3 + 21 + 53],
    ),
    "Ylud undecided goes where she adds most: 11 among hunters or explorers": (
        [
            poor(heroes=cards("ylud"), blacksmiths=4, hunters=5),
            rich(warriors={"warrior_3": 2}),
        ],
        [18 + 25 + 11 + 14, 6 + 21 + 53],
    ),
    "Ylud undecided among warriors shares the majority: 7 and the 5": (
        [
            poor(heroes=cards("ylud"), blacksmiths=4, hunters=5),
            rich(warriors={"warrior_3": 1}),
        ],
        [18 + 25 + 12 + 14, 3 + 21 + 53],
    ),
    "an open mercenary joins the longer of two columns": (
        [poor(blacksmiths=10, hunters=3, mercenaries=waits("merc_h_b")), poor()],
        [88 + 9 + 14, 14],
    ),
    "two open mercenaries together": (
        [poor(blacksmiths=1, hunters=3, mercenaries=waits("merc_h_b", "merc_h_m1")), poor()],
        [3 + 25 + 14, 14],
    ),
    "an open mercenary takes the lead for 9 and a coin of 21, not 11": (
        [rich(mercenaries=waits("merc_w9_e11_1")), poor(warriors={"warrior_3": 1})],
        [9 + 21 + 53, 3 + 5 + 14],
    ),
    "two seats with open mercenaries both lead": (
        [poor(mercenaries=waits("merc_w9_e11_1")), rich(mercenaries=waits("merc_w9_e11_2"))],
        [9 + 5 + 14, 9 + 21 + 53],
    ),
    "Brisingamens loses the card that costs least": (
        [
            poor(
                artifacts=cards("brisingamens"),
                miners={"miner_0": 1, "miner_2": 1},
                explorers={"explorer_5": 1},
            ),
            poor(),
        ],
        [2 + 5 + 14, 14],
    ),
    "Mjollnir pays 2 for each rank of the best class": (
        [poor(artifacts=cards("mjollnir"), hunters=6, blacksmiths=8), poor()],
        [36 + 52 + 16 + 14, 14],
    ),
    "Mjollnir and an open mercenary are decided together": (
        [
            poor(
                artifacts=cards("mjollnir"),
                hunters=6,
                blacksmiths=8,
                mercenaries=waits("merc_h_b"),
            ),
            poor(),
        ],
        [36 + 63 + 18 + 14, 14],
    ),
    "Draupnir pays 6 for each coin of 15 or more": (
        [rich(artifacts=cards("draupnir")), poor()],
        [12 + 53, 14],
    ),
    "Svalinn pays 5 for each hero; two brothers are 40": (
        [
            poor(artifacts=cards("svalinn"), heroes=cards("skaa", "dwerg_ymir", "dwerg_sigmir")),
            poor(),
        ],
        [15 + 17 + 40 + 14, 14],
    ),
    "Hrafnsmerki pays 5 for each mercenary": (
        [
            poor(
                artifacts=cards("hrafnsmerki"),
                mercenaries={"merc_w6_e8": "second", "merc_h_b": "first"},
            ),
            poor(),
        ],
        [10 + 8 + 1 + 14, 14],
    ),
    "Jarnglofi is 24 without the exchange coin": (
        [
            poor(artifacts=cards("jarnglofi"), coins={c: 1 for c in START if c != "coin_0"}),
            poor(),
        ],
        [24 + 14, 14],
    ),
    "coins on Odroerir are points and no coins": (
        [poor(artifacts=cards("odroerir", "draupnir"), odroerir_coins=23), poor()],
        [23 + 14, 14],
    ),
    "gods keep their points, used or not": (
        [poor(gods={"freya": "used", "frigg": "ready", "loki": "used"}), poor()],
        [15 + 12 + 8 + 14, 14],
    ),
    "Surt pays the largest coin, Gymir three times his captive": (
        [
            rich(giants={"surt": "captured", "gymir": "captured"}, gymir_captive="explorer_9"),
            poor(),
        ],
        [21 + 27 + 53, 14],
    ),
    "valkyries pay where their tokens stand; Hildr falls back to 0": (
        [
            poor(
                valkyries={
                    "hildr": "step_3",
                    "svafa": "step_2",
                    "olrun": "step_4",
                    "brynhildr": "step_1",
                }
            ),
            poor(),
        ],
        [0 + 8 + 16 + 3 + 14, 14],
    ),
    "Garm, Nidhogg and Ratatosk add in their columns": (
        [
            poor(
                animals=cards("garm", "nidhogg", "ratatosk"),
                explorers={"explorer_6": 1},
                warriors={"warrior_4": 1},
                miners={"miner_0": 2},
            ),
            poor(),
        ],
        [(9 + 6 + 3) + (5 + 4 + 4 + 5) + (2 + 1) * 3 + 14, 14],
    ),
    "the armourer's blacksmith has two ranks, gem 6 is worth 3": (
        [
            poor(blacksmiths=1, distinctions=cards("kings_great_armorer", "crown_jeweler")),
            poor(),
        ],
        [12 + 3 + 14, 14],
    ),
    "Zoral and Olwyn's doubles count as ranks": (
        [
            poor(
                heroes=cards("zoral", "olwyn"),
                doubles=cards("miner", "hunter"),
                miners={"miner_2": 1},
                hunters=2,
            ),
            poor(),
        ],
        [3 * 5 + 9 + 9 + 14, 14],
    ),
    "Hreasvelg is a blacksmith, Gullinbursti a rank elsewhere": (
        [poor(animals=cards("hreasvelg"), gullinbursti="hunter", hunters=2), poor()],
        [3 + 9 + 14, 14],
    ),
    "Idunn pays 2 for each explorer rank, Vegvisir is one of 13": (
        [poor(heroes=cards("idunn"), artifacts=cards("vegvisir")), poor()],
        [13 + 7 + 4 + 14, 14],
    ),
    "Astrid pays the largest coin": ([rich(heroes=cards("astrid")), poor()], [21 + 53, 14]),
    "five players: the lead of one, nothing for the others": (
        [
            rich(warriors={"warrior_3": 3}),
            poor(warriors={"warrior_9": 2}),
            poor(heroes=cards("tarah")),
            poor(),
            poor(hunters=1),
        ],
        [9 + 21 + 53, 18 + 14, 14 + 14, 14, 1 + 14],
    ),
}


def posted(client, seats):
    said = {"none": dict.fromkeys(("army", "heroes", "coins", "thingvellir", "idavoll"), True)}
    state = {"seats": {f"p{n}": cells | said for n, cells in enumerate(seats, 1)}}
    answer = client.post("/api/v1/score/nidavellir", json.dumps(state), "application/json")
    assert answer.status_code == 200, answer.content[:500]
    return answer.json()


@pytest.mark.parametrize("rule", CASES)
def test_a_count_by_hand(rule, client):
    seats, totals = CASES[rule]
    report = posted(client, seats)
    assert [report["seats"][f"p{n}"]["total"] for n in range(1, len(seats) + 1)] == totals


def test_equal_totals_share_the_win(client):
    report = posted(client, [poor(hunters=3), poor(hunters=3), poor(hunters=2)])
    assert [(each["seat"], each["place"]) for each in report["ranking"]] == [
        ("p1", 1),
        ("p2", 1),
        ("p3", 3),
    ]
