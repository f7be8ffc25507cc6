"""The log says who wrote, on whose sheet, from what to what as it was then."""

import re
from html import unescape

import pytest
from django.test import Client

from companion.models import Event, Table
from companion.tables.log_lines import lines
from scoring import game
from tests.page_posts import post_cell
from tests.page_text import tight
from tests.web.test_tables import cell

pytestmark = pytest.mark.django_db
WOOD = "p2/resources/wood"


def told(table: Table) -> list[tuple[str, str, str, str]]:
    """Newest first: who, what, from what, to what."""
    table.refresh_from_db()
    found = lines(game("keyflower"), table, table.devices.get(role="host"))
    return [
        (each["author"].en, change["what"].en, change["was"].en, change["now"].en)
        for each in found
        for change in each.get("changes", ())
        if change["what"].en.endswith("Wood")
    ]


def undo(phone: Client, table: Table) -> None:
    last = Event.objects.filter(table=table).latest("number").number
    phone.post(f"/table/{table.key}/log/{last}/undo")


def test_what_was_overwritten_and_taken_back_later_keeps_its_line(host, table, guest):
    cell(guest, table, WOOD, "5")
    cell(guest, table, WOOD, "8")
    first = Event.objects.get(table=table, cells={WOOD: 5}).number
    host.post(f"/table/{table.key}/log/{first}/undo")
    assert [line[2:] for line in told(table)] == [("5", "8"), ("–", "5")]
    assert "Wood" in unescape(tight(host.get(f"/table/{table.key}/log/").content))


def test_after_an_undo_it_goes_on_from_what_was_before(table, guest):
    cell(guest, table, WOOD, "5")
    cell(guest, table, WOOD, "8")
    undo(guest, table)
    cell(guest, table, WOOD, "6")
    assert [line[2:] for line in told(table)] == [("5", "6"), ("5", "8"), ("–", "5")]


def test_an_undo_says_which_change_it_took_back_and_an_undo_of_it_that_it_came_again(host, table):
    cell(host, table, "p1/turn_order/turn_order_2", "1")
    for word in ("Undone", "Redone"):
        undo(host, table)
        page = host.get(f"/table/{table.key}/log/").content.decode()
        seen = " ".join(re.sub(r"<[^>]+>", " ", unescape(page)).split())
        assert f"{word}: Turn order tiles · Order 2: – → 1" in seen


def test_a_host_who_writes_on_anothers_sheet_is_named_and_so_is_the_sheet(host, table, guest):
    cell(host, table, WOOD, "5")
    cell(guest, table, WOOD, "8")
    (mika, own, *_), (aki, theirs, *_) = told(table)
    assert (mika, aki) == ("Mika", "Aki")
    assert "Mika" in theirs
    assert "Mika" not in own


def test_what_each_round_has_is_named_with_its_round():
    host = Client()
    host.post("/open/map_masters/", {"p1/name": "Aki", "p2/name": "Mika"})
    table = Table.objects.get()
    post_cell(host, f"/table/{table.key}/sheet/p1/", "p1/primary_2", "3")
    post_cell(host, f"/table/{table.key}/sheet/p1/", "table/hourglass_2", "1")
    found = lines(game("map_masters"), table, table.devices.get())
    changes = [change["what"].en for each in found for change in each.get("changes", ())]
    assert changes[:2] == ["Round 2 · Hourglass", "R2 · Primary"]
