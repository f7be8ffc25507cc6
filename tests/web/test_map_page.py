"""The map of a sheet: without scripts by links and buttons, with them cell by cell; its log."""

import json
import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from companion.models import Event, Table
from companion.sheet_pages import cell_messages
from scoring import game
from tests.page_posts import post_cell, table_at
from tests.page_text import tight
from tests.web.test_tables import now

pytestmark = pytest.mark.django_db

FIELD = game("keyflower").sheet.fields["map"]
TILES = {"home_3": "before", "keywood": "after", "workshop": "before"}


@pytest.fixture
def pad(client):
    """The address of a map whose owner has a home and two tiles."""
    sheet = json.dumps({"seats": {"p1": {"village": TILES}}})
    there = client.post("/score/keyflower/", {"sheet": sheet})["Location"]
    return f"{there}map/"


def laid(pad):
    return table_at(pad).state["seats"]["p1"].get("map", {})


type Button = tuple[str, str, str]
"""Name, value, and the address that it sends the form to."""


def buttons(page: str) -> dict[str, Button]:
    """Returns the buttons of a browser without scripts, by what it does or the cell's name."""
    found: dict[str, Button] = {}
    for tag in re.findall(r"<button[^>]*formaction[^>]*>", page):
        given: dict[str, str] = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        if not re.search(r"\shidden\b", tag) and given.get("name"):
            found[given.get("data-act", given["name"])] = (
                given["name"],
                given["value"],
                given["formaction"],
            )
    return found


def press(client: Client, pad: str, button: Button) -> str:
    """Sends the form by this button, and follows where that leads."""
    name, value, action = button
    address = pad + action if action.startswith("?") else action
    answer = client.post(address, {"page": "map", name: value})
    assert answer.status_code == 302
    return client.get(answer["Location"]).content.decode()


def test_a_village_is_laid_turned_and_taken_off_without_scripts(client, pad):
    page = client.get(pad).content.decode()  # nothing lies: the first place is open
    page = press(client, pad, buttons(page)["p1/map/home_3"])
    assert laid(pad) == {"home_3": "0,0/0"}
    free = re.findall(r'href="(\?at=[^"]+)"', page)
    assert len(free) == 6
    page = client.get(pad + free[0]).content.decode()
    place = parse_qs(urlsplit(free[0]).query)["at"][0]
    assert {name for name, *_ in buttons(page).values()} >= {"p1/map/keywood", "p1/map/workshop"}
    page = press(client, pad, buttons(page)["p1/map/keywood"])
    assert laid(pad)["keywood"].startswith(f"{place}/")
    before = laid(pad)["keywood"]
    page = press(client, pad, buttons(page)["any"])
    assert laid(pad)["keywood"] != before
    assert laid(pad)["keywood"].startswith(f"{place}/")
    page = press(client, pad, buttons(page)["off"])
    assert laid(pad) == {"home_3": "0,0/0"}
    client.post(pad, {"page": "map", "go": "undo"})
    assert "keywood" in laid(pad)


def test_a_tile_moves_to_the_place_that_is_tapped_next_without_scripts(client, pad):
    client.post(pad, {"page": "map", "p1/map/home_3": "0,0/0"})
    client.post(pad, {"page": "map", "p1/map/keywood": "0,1/0"})
    page = client.get(f"{pad}?move=keywood").content.decode()
    there = next(a for a in re.findall(r'href="(\?at=[^"]+)"', page) if "move=keywood" in a)
    page = client.get(pad + there.replace("&amp;", "&")).content.decode()
    assert list(buttons(page)) == ["p1/map/keywood"]
    press(client, pad, buttons(page)["p1/map/keywood"])
    assert laid(pad)["keywood"].split("/")[0] == parse_qs(urlsplit(there).query)["at"][0]


def test_what_is_sent_from_the_sheet_leaves_the_map_alone(client, pad):
    client.post(pad, {"page": "map", "p1/map/home_3": "0,0/2"})
    sheet = pad.removesuffix("map/")
    client.post(sheet, {"page": "sheet", "p1/village/home_3": "before", "go": "save"})
    client.post(sheet, {"p1/village/home_3": "before", "go": "save"})
    assert laid(pad) == {"home_3": "0,0/2"}


def test_a_tap_is_answered_with_what_the_map_comes_to(client, pad):
    path = "p1/map/home_3"
    page = post_cell(client, pad, path, "0,0/4").content.decode()
    assert laid(pad) == {"home_3": "0,0/4"}
    assert 'id="hexes-tabs"' in page
    assert 'id="hexes-lit"' in page
    assert 'id="sheet"' not in page
    assert post_cell(client, pad, path, "0,0/9")["X-Refused"] == "1"
    assert laid(pad) == {"home_3": "0,0/4"}


@pytest.mark.parametrize(
    "query", ["?at=9", "?tile=nobody", "?move=well", "?at=0,0&tile=<b>", "?show=x"]
)
def test_an_address_that_means_nothing_shows_the_map(client, pad, query):
    assert client.get(pad + query).status_code == 200


def test_a_misfit_is_shown_and_recorded_all_the_same(client, pad):
    client.post(pad, {"page": "map", "p1/map/home_3": "0,0/3"})  # water at the bottom
    page = client.post(
        pad, {"page": "map", "p1/map/keywood": "0,1/0"}, follow=True
    ).content.decode()
    assert laid(pad)["keywood"] == "0,1/0"
    assert 'class="hexes__bad"' in page
    assert "their edges do not match" in page
    assert "does not match Home 3" in page  # read aloud with the tile


def told(page: str) -> list[str]:
    """Returns the visible words at the foot of a map."""
    spans: list[str] = re.findall(r'<span data-prompt="[^>]*>', page)
    return [each.split('"')[1] for each in spans if not re.search(r"\shidden\b", each)]


def test_the_foot_of_a_map_says_only_what_can_be_done_there(client, pad):
    bare = client.post("/score/keyflower/", {"players": "1"})["Location"]
    assert told(client.get(f"{bare}map/").content.decode()) == []
    assert told(client.get(pad).content.decode()) == ["at"]  # the home's place is open
    client.post(pad, {"page": "map", "p1/map/home_3": "0,0/0"})
    assert told(client.get(pad).content.decode()) == ["none"]
    assert told(client.get(f"{pad}?tile=keywood").content.decode()) == ["looking"]
    for tile, place in (("keywood", "0,-1/0"), ("workshop", "0,1/0")):
        client.post(pad, {"page": "map", f"p1/map/{tile}": place})
    assert told(client.get(pad).content.decode()) == ["all"]


def test_a_map_without_tiles_says_where_they_come_from(client, pad):
    bare = client.post("/score/keyflower/", {"players": "1"})["Location"]
    hint = r'"hexes__none">.*?<a class="btn btn--main"\s*href="([^"]*)"'
    assert re.findall(hint, client.get(f"{bare}map/").content.decode(), re.S) == [bare]
    assert "hexes__none" not in client.get(pad).content.decode()


def test_a_game_without_a_map_has_no_such_page(client):
    sheet = client.post("/score/dice_forge/", {"players": "1"})["Location"]
    assert client.get(sheet).status_code == 200
    assert client.get(f"{sheet}map/").status_code == 404


def write(phone: Client, table: Table, path: str, value: str, base: int) -> Any:
    there = f"/table/{table.key}/sheet/{path[:2]}/map/"
    return post_cell(phone, there, path, value, base=base, form=f"{path}{value}")


def test_each_tile_is_an_event_and_two_phones_conflict_over_one_tile_only(host, table, guest):
    table.refresh_from_db()
    base = table.revision
    assert write(guest, table, "p2/map/home_3", "0,0/0", base).status_code == 200
    assert "X-Conflict" not in write(host, table, "p2/map/keywood", "0,1/0", base)
    assert write(host, table, "p2/map/home_3", "0,0/1", base)["X-Conflict"] == "1"
    assert now(table).state["seats"]["p2"]["map"] == {"home_3": "0,0/0", "keywood": "0,1/0"}
    number = Event.objects.filter(table=table, cells={"p2/map/keywood": "0,1/0"}).get().number
    host.post(f"/table/{table.key}/log/{number}/undo")
    assert now(table).state["seats"]["p2"]["map"] == {"home_3": "0,0/0"}
    assert "Keywood" in host.get(f"/table/{table.key}/log/").content.decode()


def lies(value: str, **cells: str) -> str:
    return cell_messages.placement_text(
        FIELD, "p1", {f"p1/map/{tile}": at for tile, at in cells.items()}, "workshop", value
    ).en


def test_a_place_is_said_by_the_tile_beside_it():
    around = {
        "below Home 3": "2,2/0",
        "below left of Home 3, turned once": "1,2/1",
        "above left of Home 3, turned twice": "1,1/2",
        "above Home 3, turned 3 times": "2,0/3",
        "above right of Home 3": "3,0/0",
        "below right of Home 3": "3,1/0",
    }
    for words, at in around.items():
        assert lies(at, home_3="2,1/4", workshop="5,5/0") == words
    assert lies("0,0/0") == "in the middle"
    assert lies("4,0/1", home_3="0,0/0") == "away from the others, turned once"
    assert lies("") == "not on the map"


def test_a_place_that_cannot_be_read_is_passed_over():
    for damaged in ("here", "1,2", "9" * 400 + ",0/0", "0,0/9", "١,٢/0"):
        assert lies("2,2/0", home_3=damaged, keywood="2,1/0") == "below Keywood"
        assert lies(damaged, home_3="0,0/0") == "not on the map"


def logged(phone: Client, table: Table) -> str:
    return unescape(tight(phone.get(f"/table/{table.key}/log/").content))


def test_the_log_says_where_a_tile_lay_and_where_it_lies_now(host, table):
    for path, at in (("p1/map/home_3", "0,0/0"), ("p1/map/keywood", "1,-1/2")):
        table.refresh_from_db()
        write(host, table, path, at, table.revision)
    table.refresh_from_db()
    write(host, table, "p1/map/keywood", "0,1/0", table.revision)
    page = logged(host, table)
    assert "above right of Home 3, turned twice" in page
    assert "below Home 3" in page
    assert "0,1/0" not in page
    assert "1,-1/2" not in page
    host.cookies["django_language"] = "ja"
    assert "家タイル3の右上、向き2" in logged(host, table)


def test_a_log_with_a_damaged_place_is_still_shown(host, table):
    for path, at in (("p1/map/home_3", "0,0/0"), ("p1/map/keywood", "1,-1/2")):
        table.refresh_from_db()
        write(host, table, path, at, table.revision)
    first = table.events.get(cells__has_key="p1/map/home_3")
    type(first).objects.filter(pk=first.pk).update(cells={"p1/map/home_3": "somewhere"})
    page = logged(host, table)
    assert "“somewhere” (not known any more)" in page
    assert "away from the others, turned twice" in page


def test_a_conflict_over_a_tile_says_both_places(host, table, guest):
    write(guest, table, "p2/map/home_3", "0,0/0", 9)
    table.refresh_from_db()
    base = table.revision
    write(guest, table, "p2/map/keywood", "0,1/0", base)
    answer = write(host, table, "p2/map/keywood", "1,-1/1", base)
    assert answer["X-Conflict"] == "1"
    page = unescape(tight(answer.content))
    assert "“below Home 3”" in page
    assert "“above right of Home 3, turned once”" in page
    assert "refused" not in page
    assert "above right of Home 3, turned once" in logged(host, table)


def test_tiles_that_are_nobodys_wait_apart_from_ones_own(client):
    there = client.post("/score/keyflower/", {"players": "1"})["Location"]
    for cell, own in (("", False), ("p1/turn_order/turn_order_2", True)):
        if cell:
            client.post(there, {cell: "0", "page": "sheet"})
        page = client.get(f"{there}map/").content.decode()
        strip, _, rest = page.partition('class="hexes__offered"')
        assert ('data-pick="turn_order_2"' in strip) is own
        assert ('data-pick="turn_order_2"' in rest) is not own
        assert 'data-pick="turn_order_1"' in rest
        assert "Won one of these?" in rest
