"""A question that came up with a card and was not answered carries no ✓."""

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from companion.models import Table
from companion.tables.saved_results import keep_result
from scoring import game
from tests.finished_sheets import whole
from tests.page_text import tight

pytestmark = pytest.mark.django_db

NIDAVELLIR = game("nidavellir")
FIVE = dict.fromkeys(("coin_0", "coin_2", "coin_3", "coin_4", "coin_5"), 1)
LANGUAGES = [("en", "Missing:", "All entered"), ("ja", "まだ：", "入力済み")]


def sheet(client: Client, seat: dict[str, Any], language: str = "en") -> str:
    state = whole(
        NIDAVELLIR,
        {
            "seats": {"p1": {"hunters": 3, "coins": FIVE} | seat},
            "table": {"thingvellir": True, "idavoll": True, "outside_warriors": 0},
        },
    )
    client.cookies["django_language"] = language
    made = client.post("/score/nidavellir/", {"sheet": json.dumps(state)})
    return tight(client.get(made["Location"]).content.decode())


def ticked(page: str) -> set[str]:
    """The sections that carry a ✓."""
    steps = re.findall(r'href="#part-p1-(\w+)"(.*?)</a>', page, re.S)
    return {id_ for id_, step in steps if "✓" in step}


@pytest.mark.parametrize(
    ("cells", "answer", "section"),
    [
        ({"heroes": {"ylud": True}}, {"ylud_at": "warrior"}, "heroes"),
        ({"giants": {"gymir": "captured"}}, {"gymir_captive": "explorer_7"}, "idavoll"),
        (
            {"heroes": {"olwyn": True}, "doubles": {"miner": True}},
            {"doubles_lost": 1},
            "thingvellir",
        ),
        ({"coins": {"coin_5": 1, "coin_3": 1}}, {"coins": FIVE}, "coins"),
    ],
)
def test_what_is_not_answered_carries_no_tick(client, cells, answer, section):
    for language, missing, entered in LANGUAGES:
        page = sheet(client, cells, language)
        assert section not in ticked(page)
        assert missing in page
        assert f"{entered} ✓" not in page
        page = sheet(client, cells | answer, language)
        assert section in ticked(page)
        assert missing not in page
        assert f"{entered}</b> ✓" in page or f"{entered} ✓" in page


def test_thrud_lacks_no_column(client):
    """At the end she stands in none."""
    for language, missing, entered in LANGUAGES:
        page = sheet(client, {"heroes": {"thrud": True}}, language)
        assert "heroes" in ticked(page)
        assert missing not in page
        assert f"{entered}</b> ✓" in page or f"{entered} ✓" in page


@pytest.mark.parametrize(("language", "heading"), [("en", "Second-best plan"), ("ja", "次点の案")])
def test_an_open_row_gives_the_second_best_plan_no_number_that_it_has_not(
    client, language, heading
):
    """Ylud has five places, and the captive's row is open: what each plan comes to is a range."""
    seat = {"heroes": {"ylud": True}, "giants": {"gymir": "captured"}, "blacksmiths": 2}
    state = whole(NIDAVELLIR, {"seats": {"p1": {"hunters": 3, "coins": FIVE} | seat}})
    made = Table.objects.create(pad=True, game="nidavellir", state=state)
    key = keep_result(game("nidavellir"), state).key
    client.cookies["django_language"] = language
    for path in (
        reverse("result", args=[key]),
        reverse("alternatives", args=[key, "p1"]),
        reverse("pad_plan", args=[made.key, "p1", "final"]),
    ):
        page = tight(client.get(path).content.decode())
        assert "None" not in page
        told = re.search(heading + r"</h\d><span[^>]*>(.*?)</span>", page)
        if told:
            assert re.fullmatch(r"\d+ to \d+ \(−\d+\)|\d+〜\d+点? ?\(−\d+\)", told[1]), told[1]
        assert told or "result" in path


def test_plans_with_other_rows_open_say_what_they_cost_and_no_total(client):
    """*At least 178* as the second best, beside *at least 176*: the best's majority is open."""
    warriors = {"warrior_5": 1, "warrior_8": 1}
    one = {"blacksmiths": 5, "warriors": warriors, "coins": {"coin_25": 1}}
    one |= {"mercenaries": {"merc_w6_b": "waiting"}}
    seats = {"p1": one, "p2": {"warriors": {f"warrior_{n}": 1 for n in (3, 6, 9)}}}
    state = NIDAVELLIR.sheet.read({"seats": seats, "table": {"thingvellir": True}})
    made = Table.objects.create(pad=True, game="nidavellir", state=state)
    page = tight(client.get(reverse("pad_plan", args=[made.key, "p1", "final"])).content.decode())
    assert re.search(r"Second-best plan</h3><span[^>]*>\(−\d+\)</span>", page)


def test_what_is_missing_next_is_named_once(client):
    """A section's first blank cell and its *Rest: none* have one name, and are one way."""
    state = NIDAVELLIR.sheet.blank(1)
    state["seats"]["p1"] |= {"hunters": 3, "none": {"army": True, "heroes": True}}
    made = client.post("/score/nidavellir/", {"sheet": json.dumps(state)})
    page = client.get(made["Location"]).content.decode()
    said = re.findall(r'class="dock__cell".*?>\s*(.*?)</a>', page, re.S)
    assert said == ["Coins"]
