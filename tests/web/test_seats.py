"""Seats of a table: they come and go as events, by name, in a colour that nobody else has."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from companion.history.transfer import companion_json_reader
from companion.models import Code, Device, Event, Notice, Table
from companion.tables import invitations, ledger, scoreboard_page
from scoring import game
from scoring.model.player_names_and_colours import initials, players
from tests.page_posts import post_cell
from tests.page_text import tight
from tests.web.test_tables import now

pytestmark = pytest.mark.django_db
SHEET = game("keyflower").sheet


def opened(**more: str) -> tuple[Client, Table, str]:
    host = Client()
    host.post("/open/keyflower/", {"p1/name": "Aki"} | more)
    table = Table.objects.latest("made")
    host.get(f"/table/{table.key}/invite/")
    return host, table, f"/join/{Code.objects.get(table=table).code}/"


def sat(code: str, name: str) -> tuple[Client, Any]:
    phone = Client()
    return phone, phone.post(code, {"name": name})


def arranged(phone: Client, table: Table, **asked: str) -> Any:
    return phone.post(f"/table/{table.key}/invite/", asked)


def seats(table: Table) -> dict[str, Any]:
    table.refresh_from_db()
    return dict(table.state["seats"])


def undone(phone: Client, table: Table, number: int) -> int:
    return phone.post(f"/table/{table.key}/log/{number}/undo").status_code


def refolded(table: Table) -> Any:
    table.refresh_from_db()
    events = list(table.events.all())
    return ledger.fold(SHEET, ledger.opening(SHEET, table.state, events), events)


@pytest.mark.parametrize(
    ("mine", "bottom", "left", "top", "right"),
    [
        ("p3", "p3", "", "", ""),
        ("p3", "p3", "", "p1", ""),
        ("p3", "p3", "", "p1 p2", ""),
        ("p1", "p1", "p2", "p4", "p3"),
        ("", "p3", "p1", "p2 p4", "p5"),
        ("p4", "p4", "p5", "p6 p3 p1", "p2"),
    ],
)
def test_this_phone_sits_at_the_bottom_and_the_others_around_in_their_order(
    mine, bottom, left, top, right
):
    there = f"{bottom} {left} {top} {right}".split()
    order = [seat for seat in ("p3", "p1", "p2", "p4", "p5", "p6") if seat in there]
    ranked = sorted(order)  # the rows of a scoreboard come by rank
    found = scoreboard_page.seating([{"seat": s, "order": order.index(s)} for s in ranked], mine)
    names = {place: " ".join(row["seat"] for row in rows) for place, rows in found.items()}
    assert names == {"me": bottom, "left": left, "top": top, "right": right}


def test_at_a_table_of_one_everybody_else_still_sits_down():
    _, table, code = opened()
    for n, name in enumerate(("Mika", "Tom", "Ben"), 2):
        phone, answer = sat(code, name)
        assert answer["Location"] == f"/table/{table.key}/"
        assert seats(table)[f"p{n}"]["name"] == name
        assert phone.get(answer["Location"]).status_code == 200
    assert seats(table)["p4"] == {"name": "Ben", "colour": "green"}
    assert refolded(table) == table.state
    for n in (5, 6):
        sat(code, f"More {n}")
    _, answer = sat(code, "One too many")
    assert answer.status_code == 422
    assert "There is no seat left." in tight(answer.content)


def test_a_name_that_somebody_has_is_told_and_seats_nobody():
    _, table, code = opened()
    sat(code, "Mika")
    for name, said in (
        ("mika", "sits here already"),
        (" ", "Give at least one name"),
        ("x" * 25, "24"),
    ):
        phone, answer = sat(code, name)
        assert answer.status_code == 422
        assert said in tight(answer.content)
        assert not phone.cookies.get("device")
    assert seats(table).keys() == {"p1", "p2"}


def test_who_sits_down_takes_the_first_free_colour_or_the_last_one_if_it_is_free():
    _, table, code = opened(**{"p1/colour": "blue"})
    mika, _ = sat(code, "Mika")
    sat(code, "Tom")
    assert [each["colour"] for each in seats(table).values()] == ["blue", "red", "yellow"]
    _, other, code = opened(**{"p1/name": "Ben", "p1/colour": "green"})
    mika.post(code, {"name": "Mika"})
    assert seats(other)["p2"]["colour"] == "red"
    _, other, code = opened(**{"p1/name": "Ben", "p1/colour": "red"})
    mika.post(code, {"who": "red Mika"})
    assert seats(other)["p2"]["colour"] == "blue"


def test_a_known_phone_sits_down_by_the_scan_where_its_name_waits():
    host, _, code = opened()
    mika, _ = sat(code, "Mika")
    _, table, code = opened(**{"p2/name": "Mika", "p3/name": "Tom"})
    link = f"{code}{invitations.proof(Code.objects.get(table=table))}/"
    assert Client().get(link).status_code == 200  # a preview of the link seats nobody
    assert mika.get(code).status_code == 200  # and a typed code asks who it is
    assert not Device.objects.filter(table=table, seat="p2").exists()
    assert mika.get(link)["Location"] == f"/table/{table.key}/"
    assert Device.objects.filter(table=table, seat="p2", role="player").count() == 1
    beside = Client(headers={"Cookie": f"device={mika.cookies['device'].value}x"})
    assert beside.get(link).status_code == 200
    assert host.get(link).status_code == 200  # Aki sits there already


def test_a_host_seats_somebody_without_a_phone_and_a_group_at_once():
    host, table, code = opened()
    sat(code, "Mika")
    arranged(host, table, name="Ben", form="a")
    arranged(host, table, name="Ben", form="a")
    page = arranged(host, table, who="green Zoe\nred Tom", form="b").content
    assert [each["name"] for each in seats(table).values()] == ["Aki", "Mika", "Ben", "Zoe", "Tom"]
    assert [each["colour"] for each in seats(table).values()][3:] == ["green", "purple"]
    assert tight(page).count("no phone") == 3
    assert "sits here already" in tight(arranged(host, table, name="mika").content)
    assert refolded(table) == table.state


def test_who_was_written_in_sits_down_there_and_a_second_tap_changes_nothing():
    _, table, code = opened(**{"p2/name": "Mika"})
    phone, answer = sat(code, "mika")
    assert answer.status_code == 302
    assert Device.objects.filter(table=table, seat="p2").count() == 1
    assert phone.post(code, {"name": "Mika"})["Location"] == answer["Location"]
    assert seats(table).keys() == {"p1", "p2"}
    assert Notice.objects.filter(table=table, what="sat").count() == 1


def test_a_seat_is_added_taken_away_and_both_are_taken_back():
    host, table, code = opened()
    arranged(host, table, seats="add")
    arranged(host, table, seats="add", form="one")
    arranged(host, table, seats="add", form="one")
    assert seats(table).keys() == {"p1", "p2", "p3"}
    host.post(f"/table/{table.key}/sheet/p3/settings/", {"p3/name": "Ben", "p3/colour": "black"})
    arranged(host, table, away="p3")
    assert seats(table).keys() == {"p1", "p2"}
    assert refolded(table) == table.state
    assert undone(host, table, Event.objects.filter(table=table).latest("number").number) == 302
    assert seats(table)["p3"] == {"name": "Ben", "colour": "black"}
    assert refolded(table) == table.state
    sat(code, "Zoe")  # a seat without a name is taken before one is added
    assert seats(table)["p2"]["name"] == "Zoe"
    assert "Zoe" in tight(host.get(f"/table/{table.key}/").content)


def test_a_seat_that_was_there_from_the_start_comes_back_too():
    host, table, _ = opened(**{"p2/name": "Mika", "p3/name": "Tom"})
    arranged(host, table, away="p2")
    assert seats(table).keys() == {"p1", "p3"}
    undone(host, table, Event.objects.filter(table=table).latest("number").number)
    assert seats(table)["p2"] == {"name": "Mika", "colour": "blue"}


def test_a_seat_where_somebody_sits_or_something_is_entered_stays():
    host, table, code = opened()
    why, page = "Only an empty seat can be taken away", f"/table/{table.key}/invite/"
    assert why not in tight(host.get(page).content)
    sat(code, "Mika")
    assert why in tight(host.get(page).content)
    assert tight(arranged(host, table, away="p2").content).count(why) == 2
    added = Event.objects.get(table=table, cells__has_key="seats/p2").number
    assert undone(host, table, added) == 409
    arranged(host, table, seats="add")
    host.post(f"/table/{table.key}/sheet/p3/", {"p3/resources/wood": "3"})
    arranged(host, table, away="p3")
    assert seats(table).keys() == {"p1", "p2", "p3"}
    assert refolded(table) == table.state


def test_seats_are_listed_as_the_host_puts_them():
    host, table, _ = opened(**{"p2/name": "Mika", "p3/name": "Tom"})
    arranged(host, table, up="p3")
    assert SHEET.seats(now(table).state) == ("p1", "p3", "p2")
    undone(host, table, Event.objects.filter(table=table).latest("number").number)
    assert SHEET.seats(now(table).state) == ("p1", "p2", "p3")


def test_a_table_whose_seats_changed_leaves_and_comes_back_whole():
    host, table, code = opened(**{"p2/name": "Mika"})
    sat(code, "Tom")
    arranged(host, table, away="p2")
    host.post(f"/table/{table.key}/finish")
    data = host.get(f"/table/{table.key}/export.json").content
    table.refresh_from_db()
    read = companion_json_reader.read(data)
    assert read.faults == []
    assert read.tables[0].state == table.state
    assert json.loads(data)["tables"][0]["first"]["seats"] == {"p1": {}, "p2": {}}


def test_a_phone_knows_its_player_whom_it_met_and_what_was_in_play():
    host, _, code = opened(**{"p1/colour": "green", "rulings/preset": "online", "screens": "1"})
    mika, _ = sat(code, "Mika")
    assert 'value="red Mika"' in tight(host.get("/open/keyflower/").content)
    assert "All of last time’s group" not in tight(host.get("/open/keyflower/").content)
    sat(code, "Tom")
    page = tight(host.get("/open/keyflower/").content)
    assert re.search(r'name="p1/name" value="Aki"', page)
    assert re.search(r'name="p1/colour" value="green"', page)
    assert 'name="who" value="red Mika blue Tom"' in page  # a line each
    assert re.search(r'value="online" checked', page)
    assert re.search(r'name="screens" value="1" checked', page)
    more = {"p1/name": "Aki", "p1/colour": "green", "who": "red Mika\r\nblue Tom"}
    host.post("/open/keyflower/", more)
    assert list(seats(Table.objects.latest("made")).values()) == [
        {"name": "Aki", "colour": "green"},
        {"name": "Mika", "colour": "red"},
        {"name": "Tom", "colour": "blue"},
    ]
    _, _, other = opened(**{"p1/name": "Tom"})
    assert 'name="who" value="red Mika"' in tight(mika.get(other).content)
    assert mika.post(other, {"who": "red Mika"}).status_code == 302
    # red is Tom's there
    assert seats(Table.objects.latest("made"))["p2"] == {"name": "Mika", "colour": "blue"}
    assert Client().get(other).content.decode().count('name="who"') == 0


def test_colours_and_letters_tell_everybody_apart():
    state = SHEET.blank(4)
    state["seats"] = {"p1": {"name": "Aki", "colour": "blue"}, "p2": {"name": "Ami"},
                      "p3": {"name": "Ben"}, "p4": {"name": "Ben"}}  # fmt: skip
    found = players(SHEET, state)
    assert [each.colour for each in found.values()] == ["blue", "red", "yellow", "green"]
    assert [each.initial for each in found.values()] == ["AK", "AM", "B3", "B4"]
    assert initials({"p1": "秋", "p2": "ミカ"}) == {"p1": "秋", "p2": "ミ"}


def test_a_table_is_not_opened_with_two_of_one_colour():
    opened(**{"p1/colour": "red", "p2/name": "Mika", "p2/colour": "red"})
    assert seats(Table.objects.get())["p2"]["colour"] == "blue"


def test_a_colour_that_somebody_has_is_told_on_the_own_page():
    _, table, code = opened()
    mika, _ = sat(code, "Mika")
    path = f"/table/{table.key}/sheet/p2/settings/"
    assert "has this colour too" not in tight(mika.get(path).content)
    answer = post_cell(mika, path, "p2/colour", "red", base="9", form="c")
    assert "Aki has this colour too" in tight(answer.content)


# ── after the end ──────────────────────────────────────────────────────────────────────


def test_a_finished_sheet_is_looked_at_until_somebody_corrects_it():
    host, table, code = opened()
    mika, _ = sat(code, "Mika")
    own_sheet = f"/table/{table.key}/sheet/p2/"
    mika.post(own_sheet, {"p2/resources/wood": "3"})
    host.post(f"/table/{table.key}/finish")
    locked = tight(mika.get(own_sheet).content)
    assert '<fieldset class="bare" disabled>' in locked
    # buttons of a locked sheet are disabled with it: the result is a link above it
    note = locked.partition("This game is finished.")[2].partition('<fieldset class="bare"')[0]
    assert f'href="/table/{table.key}/">' in note
    page = tight(mika.get(f"{own_sheet}?correct=1").content)
    assert '<fieldset class="bare">' in page
    assert "corrects the score" in page
    base = re.search(r'name="base" value="(\d+~?)"', page)
    poll = {"correct": "1", "v": base[1]}
    assert mika.get(own_sheet, poll, headers={"HX-Request": "true"}).status_code == 204
    assert "corrected" not in tight(host.get(f"/table/{table.key}/").content).lower()
    mika.post(own_sheet, {"p2/resources/wood": "4"})
    after = tight(host.get(f"/table/{table.key}/").content)
    assert "Mika corrected the score after the end." in after
    result = re.search(r"/at/\w+(/result/\w+/)", after)
    assert "corrected after the end of the game" in tight(Client().get(result[1]).content)
    log = tight(host.get(f"/table/{table.key}/log/").content)
    assert log.count('<span class="chip">correction</span>') == 1
    assert refolded(table) == now(table).state


def test_a_correction_that_is_taken_back_leaves_no_mark_and_reopening_neither():
    host, table, _ = opened()
    sheet = f"/table/{table.key}/sheet/p1/"
    host.post(sheet, {"p1/resources/wood": "3"})
    early = Event.objects.filter(table=table).latest("number").number
    host.post(f"/table/{table.key}/finish")
    host.post(sheet, {"p1/resources/wood": "4"})
    late = Event.objects.filter(table=table).latest("number").number
    undone(host, table, late)
    assert "play" not in now(table).state
    undone(host, table, early)  # what was there at the end and goes now is a correction
    table.refresh_from_db()
    assert table.state["play"] == {"corrected": True}
    assert refolded(table) == table.state
    host.post(f"/table/{table.key}/finish", {"go": "reopen"})
    assert "play" not in now(table).state


# ── looking something up ───────────────────────────────────────────────────────────────


def mark(table: Table) -> str:
    return Device.objects.get(table=table, role="host").digest[:16]


def test_what_is_looked_up_at_a_table_leads_back_to_it():
    host, table, _ = opened()
    page = tight(host.get(f"/table/{table.key}/rules/").content)
    at = f"/at/{mark(table)}"
    assert f'href="{at}/keyflower/"' in page
    for path in ("/keyflower/", "/find?q=gold", "/keyflower/gold", "/keyflower/calculators/"):
        page = tight(host.get(at + path).content)
        assert f'class="kept__link" href="/table/{table.key}/"' in page, path
        links = set(re.findall(r'href="(/[^"]*)"', page)) - {f"/table/{table.key}/"}
        assert not {link for link in links if not link.startswith((f"{at}/", "/static/"))}, path
        assert table.key not in page.replace(f'kept__link" href="/table/{table.key}/', "")


def test_a_search_from_a_table_asks_its_game_first_and_all_when_told():
    host, table, _ = opened()
    at = f"/at/{mark(table)}"
    assert 'name="game" value="keyflower"' in tight(host.get(f"{at}/find?q=gold").content)
    assert 'value="keyflower"' not in tight(host.get(f"{at}/find?q=gold&game=").content)
    rules = tight(host.get(f"/table/{table.key}/rules/?q=gold").content)
    assert 'class="hits"' in rules  # a reload shows again what was asked
    assert f'hx-get="/table/{table.key}/rules/"' in rules
    assert f'href="/table/{table.key}/rules/?q=gold&amp;game="' in rules
    every = tight(host.get(f"/table/{table.key}/rules/?q=hydra&game=").content)
    assert f'href="{at}/dice_forge/hydra"' in every


def test_only_an_answer_of_the_tables_game_can_be_put_before_everybody():
    host, table, _ = opened()
    at, show = f"/table/{table.key}/rules/", 'name="show"'
    assert show in tight(host.get(at, {"q": "what happens on a tie?"}).content)
    asked = {"q": "what does the mirror do?", "game": ""}
    other = tight(host.get(at, asked).content)
    assert 'id="answer"' in other
    assert show not in other


def test_a_question_at_a_table_is_answered_for_as_many_as_play():
    host, table, code = opened()
    sat(code, "Mika")
    many = len(game("keyflower").sheet.seats(Table.objects.get(pk=table.pk).state))
    assert many > 1
    wanted = f"{many} players: [^/]*{many + 4} village tiles each"
    asked = "?q=how+many+tiles+come+out+in+spring"
    for path in (f"/table/{table.key}/rules/", f"/at/{mark(table)}/find"):
        page = tight(host.get(path + asked).content)
        assert re.search(f'__us">[^/]*(?:</span>)?{wanted}', page), path
    assert '__us"' not in tight(Client().get(f"/find{asked}&game=keyflower").content)


def test_an_address_from_a_table_says_nothing_to_others():
    host, table, code = opened()
    at = f"/at/{mark(table)}"
    mika, _ = sat(code, "Mika")
    for phone in (Client(), mika):
        answer = phone.get(f"{at}/keyflower/gold?x=1")
        assert answer.status_code == 302
        assert answer["Location"] == "/keyflower/gold?x=1"
    assert host.get(f"{at}/table/{table.key}/")["Location"] == f"/table/{table.key}/"
    assert host.get(f"{at}/no/such/page")["Location"] == "/no/such/page"
    page = host.get(f"{at}/keyflower/gold").content.decode()
    assert '<link rel="canonical" href="http://testserver/keyflower/gold">' in page
    assert host.get("/keyflower/").content.decode().count(at) == 0


def test_two_tables_of_one_phone_are_kept_apart():
    host, table, _ = opened()
    host.post("/open/keyflower/", {"p1/name": "Aki"})
    other = Table.objects.latest("made")
    for each in (table, other):
        page = tight(host.get(f"/at/{mark(each)}/find").content)
        assert f'class="kept__link" href="/table/{each.key}/"' in page


def test_who_is_written_in_sits_at_the_free_place_that_was_tapped():
    host, table, _ = opened()
    address = f"/table/{table.key}/invite/"
    page = host.get(address, {"place": "p3"}).content.decode()
    assert re.search(r'sitter--now"\s+href="\?place=p3"', page)
    assert page.count('name="place" value="p3"') == 2  # the name that is typed, and those known
    arranged(host, table, name="Emi", place="p3")
    arranged(host, table, name="Dai", place="p3")  # another phone was first
    arranged(host, table, name="Fumi", place="p99")
    assert {seat: cells["name"] for seat, cells in seats(table).items()} == {
        "p1": "Aki", "p3": "Emi", "p2": "Dai", "p4": "Fumi",
    }  # fmt: skip


def test_a_free_place_tapped_before_the_table_is_open_is_chosen_on_it():
    host = Client()
    answer = host.post("/open/keyflower/", {"p1/name": "Aki", "place": "p3"}, follow=True)
    assert answer.redirect_chain[0][0].endswith("/invite/?place=p3")
    assert answer.context["chosen"] == "p3"
