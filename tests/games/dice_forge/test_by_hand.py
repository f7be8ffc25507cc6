"""Rolls, odds, forgings, last turns and final counts worked out by hand, posted as a phone would.

Each case names its rule; the sentence on the page is compared, nothing is asked of the solvers.
"""

import html
import json
import re
from typing import Any

import pytest
from django.urls import reverse


def said(client, calculator, **cells):
    """The sentence of the page; a cell may be a number, a choice or rows of them."""
    typed = {"sent": "1"}
    for field, value in cells.items():
        holder = "table" if field.startswith("place_") else "p1"
        for row, held in (value if isinstance(value, dict) else {"": value}).items():
            path = f"{holder}/{field}/{row}".rstrip("/")
            typed[path] = "1" if held is True else str(held)
    page = client.get(reverse("calculator", args=["dice_forge", calculator]), typed)
    assert page.status_code == 200
    (found,) = re.findall(r'<p role="status">(.*?)</p>', page.content.decode(), re.DOTALL)
    return html.unescape(re.sub(r"<[^>]*>", "", found)).strip()


def two(first: str, second: str) -> dict[str, Any]:
    """Two faces that came up."""
    dice: dict[str, Any] = {"die_1": {"side_1": first}, "die_2": {"side_1": second}}
    return dice | {"came_1": "side_1", "came_2": "side_1"}


ROLLS: dict[str, tuple[dict[str, Any], str]] = {
    "both faces are gained": (two("g4", "s1"), "4 gold, 1 sun."),
    "a choice is one of three": (
        two("or_g2_s2_m2", "v3") | {"goal": "gold"},
        "2 gold, 3 glory.",
    ),
    "x3 triples the other face, the cap takes the rest": (two("x3", "g6"), "12 gold."),
    "x3 triples the one that is chosen": (
        two("x3", "or_g1_s1_m1") | {"goal": "gold"},
        "3 gold.",
    ),
    "the red shield pays 5 beside a sun": (two("shield_red", "s2"), "2 suns, 5 glory."),
    "the red shield is 2 suns beside a moon": (two("shield_red", "m1"), "2 suns, 1 moon."),
    "the yellow shield pays 5 beside gold": (two("shield_yellow", "g1"), "1 gold, 5 glory."),
    "two shields pay what they are": (two("shield_yellow", "shield_green"), "3 gold, 3 glory."),
    "a mirror copies the best face in view": (
        two("mirror", "v2") | {"view": {"g6": True, "v4": True}},
        "6 glory.",
    ),
    "a mirror with nothing in view is blank": (two("mirror", "g1"), "1 gold."),
    "gold over 12 is lost": (two("g4", "s1") | {"reserve": {"gold": 11}}, "1 gold, 1 sun."),
    "a chest holds 16": (
        two("g4", "s1") | {"reserve": {"gold": 11}, "chests": 1},
        "4 gold, 1 sun.",
    ),
    "the 15th gold on a hammer pays 10": (
        two("g4", "v2") | {"hammers": 1, "hammer_steps": 14},
        "3 gold, 12 glory.",
    ),
    "the 30th gold on a hammer pays 15": (
        two("g1", "v2") | {"hammers": 1, "hammer_steps": 29},
        "17 glory.",
    ),
    "Sentinel turns suns and moons into 2 glory each": (
        two("s2", "m2") | {"convert": "sentinel"},
        "8 glory.",
    ),
    "Cyclops turns gold into glory": (
        {"die_1": {"side_1": "g6"}, "came_1": "side_1", "convert": "cyclops"},
        "Minor blessing: 6 glory.",
    ),
    "a Minotaur roll takes away and stops at 0": (
        two("g3", "s2") | {"losing": True, "reserve": {"gold": 5, "sun": 1}},
        "Afterwards: 2 gold.",
    ),
    "Satyrs take the best two of what the others rolled": (
        {"rolled": {"g4": 1, "v4": 1, "s2": 1}},
        "Satyrs: 2 suns, 4 glory.",
    ),
    "what is needed comes first": (
        two("or_g2_s2_m2", "g1") | {"goal": "gold", "need": {"moon": 2}},
        "1 gold, 2 moons.",
    ),
}
TRIPLES = {f"side_{n}": "x3" for n in range(1, 7)}
ODDS: dict[str, tuple[dict[str, Any], str]] = {
    "the starting dice: nine gold, a sun, a moon and 2 glory in twelve sides": (
        {},
        "A blessing brings 1.50 gold, 0.17 suns, 0.17 moons and 0.33 glory on average.",
    ),
    "2 glory in one blessing: one side of six": (
        {"need": {"glory": 2}},
        "The target is reached with 17 %; choosing for nothing else, with 17 %.",
    ),
    "2 glory in two blessings: 11 of 36": (
        {"times": 2, "need": {"glory": 2}},
        "The target is reached with 31 %; choosing for nothing else, with 31 %.",
    ),
    "2 gold in one blessing: 5 sides times 4": (
        {"need": {"gold": 2}},
        "The target is reached with 56 %; choosing for nothing else, with 56 %.",
    ),
    "a die of x3 triples the other one": (
        {"die_1": TRIPLES},
        "A blessing brings 2.00 gold, 0.00 suns, 0.50 moons and 1.00 glory on average.",
    ),
}
FORGE: dict[str, tuple[dict[str, Any], str]] = {
    "2 gold: +1 on a side, six times in 36, less the gold": (
        {"gold": 2, "times": 36},
        "Worth +5.00 glory over 36 blessings, for 2 gold.",
    ),
    "3 gold: 4 gold in the place of 1": (
        {"gold": 3, "times": 36},
        "Worth +7.50 glory over 36 blessings, for 3 gold.",
    ),
    "4 gold: 6 gold in the place of 1": (
        {"gold": 4, "times": 36},
        "Worth +13.00 glory over 36 blessings, for 4 gold.",
    ),
    "8 gold where only glory counts: 3 glory on a side": (
        {"gold": 8, "times": 36, "goal": "glory"},
        "Worth +18.00 glory over 36 blessings, for 8 gold.",
    ),
    "one blessing pays for nothing": ({"gold": 6, "times": 1}, "Better to keep the gold."),
}
TURNS: dict[str, tuple[dict[str, Any], int]] = {
    "Hydra, or Gorgon and the Ferryman for two suns more": (
        {"reserve": {"sun": 6, "moon": 6}},
        26,
    ),
    "4 moons: the Ferryman": ({"reserve": {"moon": 4}}, 12),
    "4 suns: Gorgon": ({"reserve": {"sun": 4}}, 14),
    "the elder turns 3 gold into 4": ({"reserve": {"gold": 3}, "helpers": {"elders": 1}}, 4),
    "the nymph pays 4 with 5 moons": ({"reserve": {"moon": 5}, "helpers": {"nymphs": 1}}, 16),
    "the nymph pays 2 with fewer": ({"reserve": {"moon": 4}, "helpers": {"nymphs": 1}}, 14),
    "the Ferryman is gone: Satyrs": ({"reserve": {"moon": 4}, "taken": {"ferryman": 4}}, 6),
    "the bear pays 3 for ousting": (
        {"reserve": {"sun": 4}, "helpers": {"bears": 1}, "occupied": {"portal_5": True}},
        17,
    ),
    "Typhon pays 1 for each forged face": (
        {"reserve": {"sun": 5, "moon": 5}, "forged": 12, "place_m8": "typhon"},
        28,
    ),
    "the owl brings the moon that is missing": (
        {"reserve": {"moon": 3}, "helpers": {"owls": 1}},
        12,
    ),
    "Triton's token brings two moons": ({"reserve": {"moon": 2}, "helpers": {"tritons": 1}}, 12),
}


@pytest.mark.parametrize("rule", ROLLS)
def test_a_roll_by_hand(rule, client):
    cells, sentence = ROLLS[rule]
    assert said(client, "roll", **cells) == sentence


@pytest.mark.parametrize("rule", ODDS)
def test_odds_by_hand(rule, client):
    cells, sentence = ODDS[rule]
    assert said(client, "odds", **cells) == sentence


@pytest.mark.parametrize("rule", FORGE)
def test_a_forging_by_hand(rule, client):
    cells, sentence = FORGE[rule]
    assert said(client, "forge", **cells) == sentence


@pytest.mark.parametrize("rule", TURNS)
def test_a_last_turn_by_hand(rule, client):
    cells, glory = TURNS[rule]
    assert said(client, "last_turn", **cells) == f"{glory} glory this turn, nothing rolled."


def test_final_counts_by_hand(client):
    """The track and what is printed on feats; what is left over is worth nothing."""
    seats = {
        "p1": {"glory": 41, "feats": {"hydra": 1, "chest": 2}, "reserve": {"gold": 12}},
        "p2": {"glory": 52, "feats": {"gorgon": 1, "elder": 3}},
        "p3": {"glory": 60, "feats": {"sphinx": 1, "hammer": 1}, "hammer_steps": 14},
        "p4": {"glory": 71},
    }
    sent = json.dumps({"seats": {s: c | {"none": {"final": True}} for s, c in seats.items()}})
    report = client.post("/api/v1/score/dice_forge", sent, "application/json").json()
    totals = {seat: each["total"] for seat, each in report["seats"].items()}
    assert totals == {"p1": 41 + 26 + 4, "p2": 52 + 14, "p3": 60 + 10, "p4": 71}
    places = {each["seat"]: each["place"] for each in report["ranking"]}
    assert places == {"p1": 1, "p4": 1, "p3": 3, "p2": 4}
