"""The set-up page of a pad: the one phone draws, the sheet has it, and its undo takes it back."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import resolve

from companion.models import Table
from scoring import game, games
from tests.page_text import tight
from tests.web.test_pads import cell

pytestmark = pytest.mark.django_db


def opened(client: Client, slug: str, players: str = "2") -> tuple[Table, str]:
    """Returns a new pad and the address of its set-up page."""
    client.post(f"/score/{slug}/", {"players": players})
    pad = Table.objects.get()
    return pad, f"/pad/{pad.key}/set-up/"


def page(client: Client, address: str) -> str:
    return unescape(client.get(address).content.decode())


def draw(client, pad, address, what):
    shown = re.search(r'name="print"\s+value="([0-9a-f]{64})"', page(client, address))
    sent = {"draw": what, "print": shown[1], "form": f"{what}{pad.events.count()}"}
    answer = client.post(address, sent)
    assert answer.status_code == 302
    assert answer["Location"].partition("?")[0] == address
    pad.refresh_from_db()


def undo(client: Client, pad: Table) -> None:
    client.post(f"/pad/{pad.key}/p1/", {"go": "undo", "base": str(pad.revision)})
    pad.refresh_from_db()


def cells(pad: Table) -> dict[str, Any]:
    return dict(game(pad.game).sheet.cells(pad.state))


@pytest.mark.parametrize(
    ("slug", "what", "path"),
    [("keyflower", "homes", "village"), ("dice_forge", "islands promos", "table")],
)
def test_what_a_pad_draws_is_entered_and_the_undo_of_its_sheet_takes_it_back(
    client, slug, what, path
):
    pad, address = opened(client, slug)
    blank, before = cells(pad), pad.revision
    draw(client, pad, address, what)
    entered = pad.state["table"] if path == "table" else pad.state["seats"]["p2"][path]
    assert entered
    assert pad.revision == before + 1
    assert re.findall(r'class="lots__lot">.*?<span>([^<]+)</span>', page(client, address), re.S)
    undo(client, pad)
    assert cells(pad) == blank
    draw(client, pad, address, what)
    assert "Drawn 2 times" in tight(page(client, address))


def test_the_undo_of_the_page_takes_back_the_last_draw_and_nothing_else(client):
    pad, address = opened(client, "keyflower")
    blank = cells(pad)
    assert re.search(r'name="undo"\s+disabled', page(client, address))
    draw(client, pad, address, "homes")
    homes = cells(pad)
    draw(client, pad, address, "spring")
    cell(client, f"/pad/{pad.key}/p1/", "p1/resources/gold", "3")
    for times in range(2):
        assert not re.search(r'name="undo"\s+disabled', page(client, address))
        client.post(address, {"undo": "", "form": f"undo{times}"})
        client.post(address, {"undo": "", "form": f"undo{times}"})
        pad.refresh_from_db()
        left = cells(pad)
        assert left.pop("p1/resources/gold") == 3
        assert left == (homes if times == 0 else blank)
    assert re.search(r'name="undo"\s+disabled', page(client, address))


@pytest.mark.parametrize("what", ["nothing", "boats", ""])
def test_what_is_no_draw_of_the_game_changes_nothing(client, what):
    pad, address = opened(client, "keyflower")
    before = pad.state
    draw(client, pad, address, what)
    assert (pad.state, pad.revision) == (before, 1)
    client.post(address, {"in": "1", "number": "0" * 32, "form": "in"})
    pad.refresh_from_db()
    assert (pad.state, pad.revision) == (before, 1)


def test_an_old_page_draws_nothing_and_the_same_tap_draws_once(client):
    pad, address = opened(client, "keyflower")
    shown = re.search(r'name="print"\s+value="(\w+)"', page(client, address))
    for _ in range(2):
        client.post(address, {"draw": "homes", "print": shown[1], "form": "same"})
    late = client.post(address, {"draw": "homes", "print": shown[1], "form": "old"})
    assert late["Location"].endswith("?late")
    pad.refresh_from_db()
    assert pad.revision == 2


@pytest.mark.parametrize("slug", games())
@pytest.mark.parametrize("players", ["1", "2"])
def test_looking_changes_nothing_and_leads_to_pages_of_the_pad_only(client, slug, players):
    pad, address = opened(client, slug, players)
    before = pad.revision, pad.state
    shown = page(client, address)
    assert page(client, address)
    pad.refresh_from_db()
    assert (pad.revision, pad.state) == before
    assert "/table/" not in shown
    assert "data-poll" not in shown
    assert "This phone draws by itself" in shown
    assert f'href="{address}"' in page(client, f"/pad/{pad.key}/")


@pytest.mark.parametrize("slug", games())
def test_every_draw_of_a_pad_is_undone_as_a_whole_and_stays_when_seats_change(client, slug):
    pad, address = opened(client, slug)
    found = re.findall(r'form="draws"\s+name="draw"\s+value="([^"]+)"', page(client, address))
    for what in dict.fromkeys(each.strip() for each in found):
        before, number = cells(pad), pad.revision
        draw(client, pad, address, what)
        assert pad.revision == number + 1, what
        undo(client, pad)
        assert cells(pad) == before, what
        draw(client, pad, address, what)
    for go in ("add", "remove"):
        client.post(f"/pad/{pad.key}/p2/", {"go": go, "base": str(pad.revision)})
        assert client.get(address).status_code == 200


def test_the_seasons_of_a_pad_come_last_and_are_not_the_next_draw(client):
    pad, address = opened(client, "keyflower")
    for what in ("homes", "turn_order", "spring"):
        draw(client, pad, address, what)
    shown = page(client, address)
    assert shown.index("draw-spring") < shown.index("draw-summer") < shown.index("draw-autumn")
    assert not re.search(r'class="btn btn--main"\s+form="draws"', shown)


def test_the_address_is_no_seat(client):
    assert resolve("/pad/abc/set-up/").url_name == "pad_set_up"
    assert resolve("/pad/abc/p1/").url_name == "pad"
    assert client.get("/pad/abc/set-up/").status_code == 404
    client.post("/open/keyflower/", {"p1/name": "Aki"})
    assert client.get(f"/pad/{Table.objects.get().key}/set-up/").status_code == 404
