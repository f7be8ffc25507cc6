"""The set-up page of a table: draws are events that all phones see, and none is made in secret."""

import hashlib
import re
from html import unescape

import pytest
from django.test import Client

from companion.models import Table
from companion.sync import replica
from scoring import game
from scoring.model import drawing_by_lot
from tests.page_posts import post_cell
from tests.page_text import tight
from tests.web.test_phases_and_timers import page_of, play
from tests.web.test_tables import cell, joined, now, opened

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
OWN, OTHER = "0" * 31 + "a", "f" * 32


def at(table: Table) -> str:
    """The set-up page of a table or a pad."""
    return f"/{'pad' if table.pad else 'table'}/{table.key}/set-up/"


def page(phone: Client, table: Table) -> str:
    return unescape(phone.get(at(table)).content.decode())


def fingerprint(phone, table):
    found = re.search(r'name="print"\s+value="([0-9a-f]{64})"', page(phone, table))
    return found[1]


def draw(phone, table, what, number="", form=""):
    """Draws as the phone's page would; returns the fingerprint that it showed."""
    shown = fingerprint(phone, table)
    form = form or f"{what}{table.events.count()}"
    sent = {"draw": what, "print": shown, "number": number, "form": form}
    answer = phone.post(at(table), sent)
    assert answer.status_code == 302
    drawn = f"#draw-{what.partition(' ')[0]}" if what else ""  # what was drawn is on the screen
    assert answer["Location"] in (at(table) + drawn, f"{at(table)}?late")
    table.refresh_from_db()
    return shown


@pytest.fixture(params=["table", "pad"])
def place(request, db):
    """A table or a pad, with a phone that may draw there and one whose page may be old."""
    if request.param == "pad":
        phone = Client()
        phone.post("/score/keyflower/", {"players": "2"})
        return phone, phone, Table.objects.get()
    host, table = opened()
    return host, joined(table, "p2"), table


def log(phone: Client, table: Table) -> str:
    return tight(phone.get(f"/table/{table.key}/log/").content.decode())


def test_homes_are_drawn_entered_shown_to_all_and_undone_as_one_change(host, table, guest):
    draw(host, table, "homes")
    homes = [next(iter(table.state["seats"][seat]["village"])) for seat in ("p1", "p2")]
    assert table.state["play"]["first"] == ("p1" if homes[0] < homes[1] else "p2")
    named = [f"Home {home[-1]}" for home in homes]
    shown = tight(page(guest, table))
    assert all(name in shown for name in named)
    assert f"Aki: {named[0]}, Mika: {named[1]}" in log(guest, table)
    guest.post(f"/table/{table.key}/log/{table.revision}/undo", {"form": "u"})
    table.refresh_from_db()
    assert "first" not in table.state.get("play", {})
    assert not any(cells.get("village") for cells in table.state["seats"].values())


@pytest.mark.parametrize(
    ("slug", "what", "entered"),
    [
        ("keyflower", "homes", "p1/resources/gold"),
        ("nidavellir", "gems", "p1/hunters"),
        ("dice_forge", "first", "p1/glory"),
    ],
)
def test_a_table_that_only_drew_is_still_in_its_set_up(slug, what, entered):
    host, table = page_of(slug, "Aki", "Mika")
    draw(host, table, what)
    assert table.state["seats"]["p1"].keys() - {"name", "colour"}
    step = game(slug).sheet.phases.phases[0].steps[0].text.en

    def board():
        return unescape(tight(host.get(f"/table/{table.key}/").content.decode()))

    assert step in board()
    assert not any(words in board() for words in ("Counting points", "To check"))
    cell(host, table, entered, "3")
    assert all(words in board() for words in ("Counting points", "To check"))


def test_in_its_rounds_a_table_is_not_asked_for_the_rest_of_what_it_drew():
    host, table = page_of("dice_forge", "Aki", "Mika")
    draw(host, table, "first")
    play(host, table, stage="round_1")
    assert "To check" not in host.get(f"/table/{table.key}/").content.decode()
    cell(host, table, "p1/glory", "3")
    assert "To check" in host.get(f"/table/{table.key}/").content.decode()


def test_choosing_a_mission_is_a_step_of_the_set_up_and_no_points():
    host, table = page_of("map_masters", "Aki", "Mika", **{"table/coop": "1"})
    sheet = f"/table/{table.key}/sheet/p1/"
    assert post_cell(host, sheet, "table/mission", "mission_2", base=1, form="m").status_code == 200
    assert now(table).state["table"]["mission"] == "mission_2"
    board = host.get(f"/table/{table.key}/").content.decode()
    assert "Counting points" not in board


def test_the_set_up_page_leads_back_to_the_table(host, table):
    back = re.search(r'<a class="bar__back"\s+href="([^"]*)"', page(host, table))
    assert back[1] == f"/table/{table.key}/"


def test_the_log_shows_the_beginning_of_a_phones_number_and_unfolds_it(host, table):
    host.post(f"/table/{table.key}/set-up/", {"in": "1", "number": OWN, "form": "in"})
    shown = log(host, table)
    assert f"{OWN[:8]}…</span></summary><code>{OWN}</code>" in shown


def test_a_second_draw_says_so_even_after_the_first_was_undone(host, table):
    draw(host, table, "spring")
    host.post(f"/table/{table.key}/log/{table.revision}/undo", {"form": "u"})
    draw(host, table, "spring")
    assert "drawn again: 2" in log(host, table)
    assert "Drawn 2 times: see the log" in tight(page(host, table))


def test_the_server_cannot_change_its_number_and_anybody_can_repeat_the_draw(host, table, guest):
    guest.post(f"/table/{table.key}/set-up/", {"in": "1", "number": OTHER, "form": "in"})
    shown = draw(host, table, "homes", OWN)
    seed = table.state["play"]["seals"]["homes"]
    secret, *numbers = seed.split()
    assert hashlib.sha256(secret.encode()).hexdigest() == shown
    assert numbers == [OWN, OTHER]
    homes = [f"home_{n}" for n in range(1, 7)]
    fate = {h: hashlib.sha256(f"{seed}/homes/0/{h}".encode()).hexdigest() for h in homes}
    (urn,) = drawing_by_lot.read(table.state["play"]["lots"]["homes"])
    assert [*urn.drawn, *urn.left] == sorted(homes, key=fate.__getitem__)
    assert fingerprint(host, table) != shown


def test_undoing_and_drawing_again_meets_another_number_of_the_server(host, table):
    first = draw(host, table, "homes")
    host.post(f"/table/{table.key}/log/{table.revision}/undo", {"form": "u"})
    table.refresh_from_db()
    assert draw(host, table, "homes") != first


def test_a_phone_whose_page_is_older_than_a_draw_draws_nothing(place):
    phone, other, table = place
    old = fingerprint(other, table)
    draw(phone, table, "homes")
    before = table.state
    answer = other.post(at(table), {"draw": "homes", "print": old, "form": "late"})
    assert answer["Location"].endswith("?late")
    table.refresh_from_db()
    assert table.state == before
    assert "Somebody drew just before you" in other.get(answer["Location"]).content.decode()


def test_the_same_tap_twice_draws_once(place):
    phone, _, table = place
    shown = draw(phone, table, "homes", form="same")
    before = table.revision
    phone.post(at(table), {"draw": "homes", "print": shown, "form": "same"})
    table.refresh_from_db()
    assert table.revision == before


@pytest.mark.parametrize("number", ["", "0" * 31, "g" * 32, "0" * 33, OWN + "\n", "<b>"])
def test_a_number_that_is_none_is_not_added(number, host, table):
    host.post(f"/table/{table.key}/set-up/", {"in": "1", "number": number, "form": "in"})
    assert "words" not in now(table).state.get("play", {})


def test_the_number_of_a_seat_stays_as_it_was_added_first(host, table):
    for n, number in enumerate((OWN, OTHER)):
        host.post(f"/table/{table.key}/set-up/", {"in": "1", "number": number, "form": str(n)})
    assert now(table).state["play"]["words"] == {"p1": OWN}


@pytest.mark.parametrize("what", ["nothing", "boats", "islands", ""])
def test_what_is_no_draw_of_the_game_changes_nothing(what, place):
    phone, _, table = place
    before = table.state, table.revision
    draw(phone, table, what)
    assert (table.state, table.revision) == before


def test_the_last_turn_knows_the_places_that_were_drawn():
    host, table = page_of("dice_forge", "Aki", "Ben")
    draw(host, table, "islands promos")
    laid = table.state["table"]
    asked = unescape(
        host.get(f"/table/{table.key}/calculators/last_turn/").content.decode(),
    )
    for place, feat in laid.items():
        assert re.findall(rf'name="table/{place}"\s+value="(\w+)"[^>]*\bchecked\b', asked) == [feat]


def test_a_poll_gets_nothing_until_somebody_draws(host, table, guest):
    mark = re.search(r'data-poll="([^"]+)"', page(guest, table))
    assert guest.get(mark[1], headers=HTMX).status_code == 204
    draw(host, table, "homes")
    fresh = guest.get(mark[1], headers=HTMX)
    assert fresh.status_code == 200
    assert "Home " in fresh.content.decode()


def test_what_a_step_lays_out_is_for_the_number_of_players():
    host, table = page_of("keyflower", "Aki", "Ben", "Chiyo")
    shown = page(host, table)
    assert "Sea Breese" in shown
    assert "Flipper" not in shown
    host.post(f"/table/{table.key}/play", {"done": "deal", "back": "set_up", "form": "d"})
    assert 'aria-pressed="true"' in page(host, table)


def test_a_finished_table_draws_nothing_more(host, table):
    shown = fingerprint(host, table)
    host.post(f"/table/{table.key}/finish", {"go": "finish"})
    host.post(f"/table/{table.key}/set-up/", {"draw": "homes", "print": shown, "form": "x"})
    assert "lots" not in now(table).state.get("play", {})
    assert 'id="draws"' not in page(host, table)


def test_a_code_has_what_a_draw_entered_and_not_its_proof(host, table):
    found = game("keyflower")
    draw(host, table, "homes", OWN)
    cells = replica.cells(found, table.state)
    assert cells["play/first"] == table.state["play"]["first"]
    assert not [path for path in cells if path.startswith(("play/lots", "play/seals"))]
    assert "play/words/p1" not in cells
    assert replica.staying(found, table.state) == 0
