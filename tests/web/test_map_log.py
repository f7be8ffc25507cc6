"""The log of a table says where a tile lies as one would say it, and so does a conflict."""

from html import unescape

import pytest
from django.test import Client

from companion.models import Table
from companion.sheet_pages import cell_messages
from scoring import game
from tests.page_text import tight
from tests.web.test_map_page import write
from tests.web.test_tables import joined, opened

pytestmark = pytest.mark.django_db

FIELD = game("keyflower").sheet.fields["map"]


def lies(value: str, **cells: str) -> str:
    return cell_messages.placement_text(
        FIELD, "p1", {f"p1/map/{tile}": at for tile, at in cells.items()}, "workshop", value
    ).en


def test_a_place_is_said_by_the_tile_beside_it() -> None:
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


def test_a_place_that_cannot_be_read_is_passed_over() -> None:
    for damaged in ("here", "1,2", "9" * 400 + ",0/0", "0,0/9", "١,٢/0"):
        assert lies("2,2/0", home_3=damaged, keywood="2,1/0") == "below Keywood"
        assert lies(damaged, home_3="0,0/0") == "not on the map"


def told(phone: Client, table: Table) -> str:
    return unescape(tight(phone.get(f"/table/{table.key}/log/").content))


def test_the_log_says_where_a_tile_lay_and_where_it_lies_now() -> None:
    host, table = opened()
    for path, at in (("p1/map/home_3", "0,0/0"), ("p1/map/keywood", "1,-1/2")):
        table.refresh_from_db()
        write(host, table, path, at, table.revision)
    table.refresh_from_db()
    write(host, table, "p1/map/keywood", "0,1/0", table.revision)
    page = told(host, table)
    assert "above right of Home 3, turned twice" in page
    assert "below Home 3" in page
    assert "0,1/0" not in page
    assert "1,-1/2" not in page
    host.cookies["django_language"] = "ja"
    assert "家タイル3の右上、向き2" in told(host, table)


def test_a_log_with_a_damaged_place_is_still_shown() -> None:
    host, table = opened()
    for path, at in (("p1/map/home_3", "0,0/0"), ("p1/map/keywood", "1,-1/2")):
        table.refresh_from_db()
        write(host, table, path, at, table.revision)
    first = table.events.get(cells__has_key="p1/map/home_3")
    type(first).objects.filter(pk=first.pk).update(cells={"p1/map/home_3": "somewhere"})
    page = told(host, table)
    assert "“somewhere” (not known any more)" in page
    assert "away from the others, turned twice" in page


def test_a_conflict_over_a_tile_says_both_places() -> None:
    host, table = opened()
    guest = joined(table, "p2")
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
    assert "above right of Home 3, turned once" in told(host, table)


def test_tiles_that_are_nobodys_wait_apart_from_ones_own(client: Client) -> None:
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
