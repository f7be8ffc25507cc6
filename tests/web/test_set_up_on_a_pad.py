"""The set-up page of a pad: the one phone draws, the sheet has it, and its undo takes it back.

What holds on a pad as at a table is in ``test_set_up.py``.
"""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import resolve

from companion.models import Table
from scoring import game, games
from tests.page_text import tight
from tests.web.test_pads import cell
from tests.web.test_set_up import at, draw, page

pytestmark = pytest.mark.django_db


@pytest.fixture
def pad(client, request):
    """A pad of two players of the game that is asked for, or of Keyflower."""
    slug, players = getattr(request, "param", ("keyflower", "2"))
    client.post(f"/score/{slug}/", {"players": players})
    return Table.objects.get()


def each_game(*players: str) -> pytest.MarkDecorator:
    asked = [(slug, number) for slug in games() for number in players]
    return pytest.mark.parametrize("pad", asked, indirect=True, ids=map("-".join, asked))


def undo(client: Client, pad: Table) -> None:
    client.post(f"/pad/{pad.key}/p1/", {"go": "undo", "base": str(pad.revision)})
    pad.refresh_from_db()


def cells(pad: Table) -> dict[str, Any]:
    return dict(game(pad.game).sheet.cells(pad.state))


@pytest.mark.parametrize(
    ("pad", "what", "holder"),
    [(("keyflower", "2"), "homes", "p2"), (("dice_forge", "2"), "islands promos", "table")],
    indirect=["pad"],
)
def test_what_a_pad_draws_is_entered_and_the_undo_of_its_sheet_takes_it_back(
    client, pad, what, holder
):
    blank, before = cells(pad), pad.revision
    draw(client, pad, what)
    assert any(path.startswith(f"{holder}/") for path in cells(pad).keys() - blank.keys())
    assert pad.revision == before + 1
    assert re.findall(r'class="lots__lot">.*?<span>([^<]+)</span>', page(client, pad), re.S)
    undo(client, pad)
    assert cells(pad) == blank
    draw(client, pad, what)
    assert "Drawn 2 times" in tight(page(client, pad))


def test_the_undo_of_the_page_takes_back_the_last_draw_and_nothing_else(client, pad):
    blank = cells(pad)
    assert re.search(r'name="undo"\s+disabled', page(client, pad))
    draw(client, pad, "homes")
    homes = cells(pad)
    draw(client, pad, "spring")
    cell(client, f"/pad/{pad.key}/p1/", "p1/resources/gold", "3")
    for times in range(2):
        assert not re.search(r'name="undo"\s+disabled', page(client, pad))
        for _ in "ab":  # a second tap
            client.post(at(pad), {"undo": "", "form": f"undo{times}"})
        pad.refresh_from_db()
        left = cells(pad)
        assert left.pop("p1/resources/gold") == 3
        assert left == (homes if times == 0 else blank)
    assert re.search(r'name="undo"\s+disabled', page(client, pad))


def test_the_one_phone_adds_no_number(client, pad):
    before = pad.state, pad.revision
    client.post(at(pad), {"in": "1", "number": "0" * 32, "form": "in"})
    pad.refresh_from_db()
    assert (pad.state, pad.revision) == before


@each_game("1", "2")
def test_looking_changes_nothing_and_leads_to_pages_of_the_pad_only(client, pad):
    before = pad.revision, pad.state
    shown = page(client, pad)
    assert page(client, pad)
    pad.refresh_from_db()
    assert (pad.revision, pad.state) == before
    assert "/table/" not in shown
    assert "data-poll" not in shown
    assert "This phone draws by itself" in shown
    assert f'href="{at(pad)}"' in client.get(f"/pad/{pad.key}/").content.decode()


@each_game("2")
def test_every_draw_of_a_pad_is_undone_as_a_whole_and_stays_when_seats_change(client, pad):
    found = re.findall(r'form="draws"\s+name="draw"\s+value="([^"]+)"', page(client, pad))
    for what in dict.fromkeys(each.strip() for each in found):
        before, number = cells(pad), pad.revision
        draw(client, pad, what)
        assert pad.revision == number + 1, what
        undo(client, pad)
        assert cells(pad) == before, what
        draw(client, pad, what)
    for go in ("add", "remove"):
        client.post(f"/pad/{pad.key}/p2/", {"go": go, "base": str(pad.revision)})
        assert client.get(at(pad)).status_code == 200


def test_the_seasons_of_a_pad_come_last_and_are_not_the_next_draw(client, pad):
    for what in ("homes", "turn_order", "spring"):
        draw(client, pad, what)
    shown = page(client, pad)
    assert shown.index("draw-spring") < shown.index("draw-summer") < shown.index("draw-autumn")
    assert not re.search(r'class="btn btn--main"\s+form="draws"', shown)


def test_the_address_is_no_seat(client):
    assert resolve("/pad/abc/set-up/").url_name == "pad_set_up"
    assert resolve("/pad/abc/p1/").url_name == "pad"
    assert client.get("/pad/abc/set-up/").status_code == 404
    client.post("/open/keyflower/", {"p1/name": "Aki"})
    assert client.get(f"/pad/{Table.objects.get().key}/set-up/").status_code == 404
