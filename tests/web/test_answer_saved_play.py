"""A sheet saved to the history with a question open takes the answer later, from its row."""

import re

import pytest
from django.test import Client

from companion.models import Group, Play, Result
from companion.tables.saved_results import keep_result
from scoring import game as find_game
from scoring.model.plan import State
from tests.finished_sheets import whole
from tests.page_text import tight

pytestmark = pytest.mark.django_db

NIDAVELLIR = find_game("nidavellir")
CAPTIVE = "p1/gymir_captive"
DAY = "2026-05-01"


def sheet(captive: str = "") -> State:
    """Aki has caught Gymir, and nobody has said yet whom Gymir caught; Mika is in her range."""
    coins = {f"coin_{n}": 1 for n in (0, 7, 8, 9)}
    aki = {"name": "Aki", "coins": coins | {"coin_10": 1}, "giants": {"gymir": "captured"}}
    mika = {"name": "Mika", "coins": coins | {"coin_11": 1}, "hunters": 4}
    seats = {"p1": aki | ({"gymir_captive": captive} if captive else {}), "p2": mika}
    return whole(NIDAVELLIR, {"table": {"idavoll": True}, "seats": seats})


def saved(phone: Client, group: str = "") -> str:
    """Saves the open sheet with another name for Aki; returns the address that its row leads to."""
    result = keep_result(NIDAVELLIR, sheet())
    form = {"p1/name": "Akiko", "p2/name": "Mika", "date": DAY, "note": "late", "group": group}
    there = phone.post(f"/result/{result.key}/save", form)["Location"]
    row = tight(phone.get(there).content.decode())
    assert "Answer what is open" in row
    assert "Akiko" in row
    [play] = re.findall(r'href="([^"]+)#open"', row)
    return str(play)


@pytest.mark.parametrize("grouped", [False, True])
def test_the_answer_is_taken_and_decides_who_won(grouped):
    phone, stranger = Client(), Client()
    if grouped:
        phone.post("/history/group", {"name": "Us"})
    play = saved(phone, str(Group.objects.get().pk) if grouped else "")
    before = Play.objects.get()
    assert [seat["place"] for seat in before.seats] == [None, None]
    page = tight(phone.get(play).content.decode())
    assert f'value="{CAPTIVE}"' in page
    assert "Still open" in page
    answer = {"cell": CAPTIVE, "value": "explorer_5"}
    if not grouped:
        assert stranger.post(play, answer).status_code == 404
    for refused in ({"cell": "p2/hunters", "value": "9"}, {"cell": CAPTIVE, "value": "x"}):
        phone.post(play, refused)
    assert Play.objects.get().sheet == before.sheet
    assert phone.post(play, answer).status_code == 302
    after = Play.objects.get()
    assert (after.uid, after.note) == (before.uid, "late")
    assert after.sheet is not None
    assert after.sheet.state["seats"]["p1"]["gymir_captive"] == "explorer_5"
    names = [(seat["name"], seat["place"] is not None) for seat in after.seats]
    assert names == [("Akiko", True), ("Mika", True)]
    assert "Still open" not in tight(phone.get(play).content.decode())
    # the sheet itself is the one that would have been saved with the answer from the start
    assert after.sheet.key == keep_result(NIDAVELLIR, sheet("explorer_5")).key


@pytest.mark.parametrize("grouped", [False, True])
def test_an_answer_is_undone_where_it_was_given(grouped, phone):
    if grouped:
        phone.post("/history/group", {"name": "Us"})
    play = saved(phone, str(Group.objects.get().pk) if grouped else "")
    before = Play.objects.get()
    there = phone.post(play, {"cell": CAPTIVE, "value": "explorer_5"})["Location"]
    page = tight(phone.get(there).content.decode())
    [key] = re.findall(r'name="undo" value="([^"]+)"', page)
    other = keep_result(NIDAVELLIR, whole(NIDAVELLIR, {"seats": {"p1": {}, "p2": {}}}))
    for refused in (other.key, "nothing", Play.objects.get().sheet_id):
        phone.post(play, {"undo": refused})
        assert Play.objects.get().sheet != before.sheet
        assert 'name="undo"' not in phone.get(f"{play}?before={refused}").content.decode()
    phone.post(play, {"undo": key})
    after = Play.objects.get()
    assert (after.sheet, after.seats, after.rows) == (before.sheet, before.seats, before.rows)
    page = tight(phone.get(there).content.decode())
    assert "Still open" in page
    assert 'name="undo"' not in page


def test_saving_the_answered_result_again_makes_no_second_game(phone):
    phone.post(saved(phone), {"cell": CAPTIVE, "value": "explorer_5"})
    result = Play.objects.get().sheet
    assert isinstance(result, Result)
    phone.post(f"/result/{result.key}/save", {"p1/name": "Aki", "date": DAY})
    assert Play.objects.count() == 1


def test_a_winner_that_an_older_version_saved_too_early_is_told_as_open(phone):
    saved(phone)
    play = Play.objects.get()
    old = ("seat", "name", "place", "total", "first")
    play.seats = [{key: seat[key] for key in old} for seat in play.seats]
    play.seats[1]["place"] = 1
    play.save()
    page = tight(phone.get("/history/").content.decode())
    assert "Answer what is open" in page
    assert "trophy" not in page.partition('id="games"')[2].partition("</main>")[0]
