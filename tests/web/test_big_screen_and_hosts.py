"""Phones around a table: a big screen for all, a host who hands over, somebody who leaves."""

import re

import pytest
from django.test import Client

from companion.models import Code, Device, Event, Table
from tests.page_text import tight
from tests.web.test_access_rights import Round

pytestmark = pytest.mark.django_db


def page(phone: Client, path: str) -> str:
    answer = phone.get(path)
    assert answer.status_code == 200
    return tight(answer.content)


def tablet(round: Round) -> Client:
    phone = Client()
    answer = phone.post(f"/join/{round.code.code}/", {"seat": "screen"})
    assert answer["Location"] == f"{round.at}screen/"
    return phone


def test_a_big_screen_shows_scores_phase_timers_and_the_way_in(round):
    round.write("player", "p2/resources/gold", "213")
    round.phones["host"].post(f"{round.at}timer", {"minutes": "3", "name": "Bids"})
    round.phones["host"].post(f"{round.at}play", {"stage": "winter"})
    shown = page(tablet(round), f"{round.at}screen/")
    for said in ("213", "Mika", "Bids", "Winter", round.code.code, "<svg"):
        assert said in shown


def test_what_a_phone_shows_the_table_is_on_the_big_screen_until_it_is_closed(round):
    phone = tablet(round)
    for entry, there in (("mercers_guild", True), ("", False)):
        round.phones["player"].post(f"{round.at}play", {"show": entry})
        shown = page(phone, f"{round.at}screen/")
        assert ("/keyflower/mercers_guild" in shown) == there
        assert 'name="show"' not in shown  # it is closed on a phone


def test_who_only_watches_is_shown_no_code_on_the_big_screen(round):
    assert round.code.code not in page(round.phones["spectator"], f"{round.at}screen/")
    for role in ("host", "player"):
        assert round.code.code in page(round.phones[role], f"{round.at}screen/")
    round.phones["host"].post(f"{round.at}invite/", {"code": "none"})
    assert 'class="qr"' not in page(round.phones["host"], f"{round.at}screen/")
    assert not Code.objects.exists()


def test_a_tablet_moves_phase_and_timers_and_writes_on_no_sheet():
    round = Round(screens=True)
    phone = tablet(round)
    assert phone.post(f"{round.at}play", {"first": "p2"}).status_code == 302
    answer = phone.post(f"{round.at}timer", {"minutes": "1", "back": "screen"})
    assert answer["Location"] == f"{round.at}screen/"
    assert phone.get(f"{round.at}sheet/p1/").status_code == 404
    assert phone.post(f"{round.at}sheet/p1/", {"p1/resources/gold": "1"}).status_code == 404
    assert phone.post(f"{round.at}finish", {"go": "finish"}).status_code == 404
    assert Device.objects.get(seat="", role="player").table == round.table


def test_the_turn_clock_is_on_the_big_screen_and_a_tap_there_stays_there(round):
    phone = tablet(round)
    answer = phone.post(f"{round.at}turn", {"turn": "0", "pass": "p2", "back": "screen"})
    assert answer["Location"] == f"{round.at}screen/"
    answer = phone.get(f"{round.at}screen/")
    assert "Mika’s turn" in tight(answer.content)
    assert int(answer["X-Now"]) > 0


def test_a_host_hands_over_and_is_a_player_then(round):
    host, mika = round.phones["host"], round.phones["player"]
    heir = Device.objects.get(table=round.table, seat="p2")
    assert "New link for watching" in page(host, f"{round.at}invite/")
    answer = host.post(f"{round.at}invite/", {"host": heir.pk})
    assert "New link for watching" not in answer.content.decode()
    assert "New link for watching" in page(mika, f"{round.at}invite/")
    assert "Aki handed the table over to Mika." in page(mika, round.at)
    assert host.post(f"{round.at}invite/", {"code": "none"}).status_code == 404
    assert host.post(f"{round.at}sheet/p2/", {"p2/resources/gold": "1"}).status_code == 403
    assert mika.post(f"{round.at}finish", {"go": "finish"}).status_code == 302
    assert Table.objects.get().finished


def test_a_table_is_handed_to_phones_that_are_there_only():
    round, other = Round(), Round()
    away = Device.objects.get(table=other.table, seat="p2")
    for phone in (str(away.pk), "0", "x", "９", "9" * 30):
        round.phones["host"].post(f"{round.at}invite/", {"host": phone})
    gone = Device.objects.get(table=round.table, seat="p2")
    round.phones["host"].post(f"{round.at}invite/", {"remove": gone.pk})
    round.phones["host"].post(f"{round.at}invite/", {"host": gone.pk})
    assert [each.seat for each in Device.objects.filter(role="host", table=round.table)] == ["p1"]
    away.refresh_from_db()
    assert away.role == "player"


def newcomer(round: Round, name: str = "Zoe") -> Client:
    phone = Client()
    phone.post(f"/join/{round.code.code}/", {"name": name, "colour": "green", "form": name})
    return phone


def test_who_entered_nothing_goes_with_the_seat_and_may_come_back(round):
    zoe = newcomer(round)
    assert list(Table.objects.get().state["seats"]) == ["p1", "p2", "p3", "p4"]
    assert zoe.post(f"{round.at}leave")["Location"] == "/"
    assert list(Table.objects.get().state["seats"]) == ["p1", "p2", "p3"]
    assert zoe.get(round.at).status_code == 404
    assert round.at not in zoe.get("/").content.decode()
    zoe.post(f"/join/{round.code.code}/", {"name": "Zoe", "colour": "green", "form": "again"})
    assert Table.objects.get().state["seats"]["p4"]["name"] == "Zoe"


def test_what_somebody_entered_stays_and_the_seat_is_free(round):
    round.write("player", "p2/resources/gold", "213")
    mika = round.phones["player"]
    mika.post(f"{round.at}finish", {"go": "finish"})
    assert Table.objects.get().end_votes == ["p2"]
    mika.post(f"{round.at}leave")
    table = Table.objects.get()
    assert table.end_votes == []
    assert table.state["seats"]["p2"]["resources"] == {"gold": 213}
    shown = page(round.phones["host"], round.at)
    assert re.search(r"\b213\b", shown)
    assert "Mika left the table." in shown
    ben = Client()
    ben.post(f"/join/{round.code.code}/", {"seat": "p2"})
    assert ben.get(f"{round.at}sheet/p2/").status_code == 200
    event = Event.objects.filter(cells__has_key="p2/resources/gold").get()
    assert ben.post(f"{round.at}log/{event.number}/undo").status_code == 302


def test_a_seat_that_two_phones_share_stays_with_the_other(round):
    zoe = newcomer(round)
    beside = Client()
    beside.post(f"/join/{round.code.code}/", {"seat": "p4"})
    wish = round.table.wishes.get()
    zoe.post(f"{round.at}seat", {"wish": wish.pk, "go": "yes"})
    zoe.post(f"{round.at}leave")
    assert "p4" in Table.objects.get().state["seats"]
    assert beside.get(f"{round.at}sheet/p4/").status_code == 200


def test_behind_a_screen_a_seat_stays_so_that_its_going_tells_nothing():
    round = Round(screens=True)
    zoe = newcomer(round)
    zoe.post(f"{round.at}leave")
    assert "p4" in Table.objects.get().state["seats"]


def test_after_the_end_nobody_leaves_and_the_game_stays_in_every_history(round):
    round.phones["host"].post(f"{round.at}finish", {"go": "finish"})
    assert round.phones["player"].post(f"{round.at}leave").status_code == 404
    assert "Take me out" not in page(round.phones["player"], round.at)
    assert round.at in round.phones["player"].get("/").content.decode()
