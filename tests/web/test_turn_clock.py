"""The turn clock: no time is lost or doubled, whoever taps what, and whatever sleeps or dies."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from companion.models import Table
from companion.tables import timers
from companion.tables.turn_clock import TurnClock
from tests.page_text import tight
from tests.web.test_phases_and_timers import HTMX, play
from tests.web.test_tables import joined

SEATS = ("p1", "p2", "p3")

moves = st.tuples(
    st.sampled_from((*SEATS, "back", "pause", "resume", "away", "spring", "summer")),
    st.integers(0, 5_000_000),
)


@given(st.lists(moves, max_size=40))
def test_every_moment_is_somebodys_once(listed):
    turns, now, told = TurnClock(), 10**12, 0
    for move, wait in listed:
        told += wait if turns.running else 0
        now += wait
        shown = sum(turns.of_seat(seat, now) for seat in SEATS)
        assert shown == told == sum(turns.of_phases(now).values())
        if move in ("spring", "summer"):
            turns = turns.in_phase(move, now)
        else:
            posted = {"go": move, "turn": str(turns.turn)}
            posted |= {"pass": move} if move in SEATS else {}
            turns = timers.turned(turns, posted, SEATS, turns.phase, now)
        assert TurnClock.read(turns.stored()) == turns
        assert turns.of_turn(now) <= turns.of_seat(turns.seat, now)
        assert all(n >= 0 for n in turns.turns.values())


def test_a_slip_is_given_back_with_its_time():
    turns = TurnClock().begun("p1", "spring", 0).begun("p2", "spring", 10_000)
    back = turns.taken_back(13_000)
    assert (back.seat, back.turn, back.of_turn(14_000)) == ("p1", 1, 14_000)
    assert back.of_seat("p2", 14_000) == 0
    assert back.turns == {"p1": 1, "p2": 0}


def test_a_second_tap_that_saw_the_same_turn_changes_nothing():
    turns = TurnClock().begun("p1", "", 0)
    tap = {"turn": "1", "pass": "p2"}
    once = timers.turned(turns, tap, SEATS, "", 5_000)
    assert once.seat == "p2"
    assert timers.turned(once, tap, SEATS, "", 5_100) == once


def test_a_clock_put_back_takes_no_time_away():
    turns = TurnClock().begun("p1", "", 10_000).begun("p2", "", 20_000)
    assert turns.of_seat("p2", 15_000) == 0
    assert turns.of_seat("p1", 15_000) == 10_000


def turn(phone: Client, table: Table, **what: str) -> int:
    code: int = phone.post(f"/table/{table.key}/turn", what).status_code
    table.refresh_from_db()
    return code


@pytest.mark.django_db
class TestAtATable:
    @pytest.fixture
    def hours(self, monkeypatch):
        now = [timezone.now()]
        monkeypatch.setattr(timers.timezone, "now", lambda: now[0])

        def pass_by(**much):
            now[0] += timedelta(**much)

        return pass_by

    def test_all_see_whose_turn_it_is_once_somebody_wants_it(self, hours, host, table):
        other = joined(table, "p2")
        assert "turns__now" not in host.get(f"/table/{table.key}/").content.decode()
        assert turn(host, table, turn="0", **{"pass": "p1"}) == 302
        hours(seconds=65)
        page = tight(other.get(f"/table/{table.key}/").content)
        assert "’s turn" in page
        assert ">1:05<" in page
        assert 'value="p2"' in page

    def test_phases_take_their_share_and_the_end_stops_it(self, hours, host, table):
        play(host, table, stage="spring")
        turn(host, table, turn="0", **{"pass": "p1"})
        hours(minutes=20)
        play(host, table, stage="summer")
        hours(minutes=10)
        host.post(f"/table/{table.key}/finish", {"go": "finish"})
        hours(hours=9)
        page = tight(host.get(f"/table/{table.key}/").content)
        assert "Spring 20:00, Summer 10:00" in page
        assert "Spring 20:00, Summer 10:00" in tight(host.get("/history/").content)
        told = page.partition('id="as-text"')[2].partition("</textarea>")[0]
        assert "Time taken Aki 30:00" in " ".join(told.split())
        table.refresh_from_db()
        assert not TurnClock.read(table.turns).running
        assert turn(host, table, turn="1", **{"pass": "p2"}) == 302
        assert TurnClock.read(table.turns).seat == "p1"

    def test_a_clock_put_away_is_seen_by_nobody_and_keeps_its_time(self, hours, host, table):
        turn(host, table, turn="0", **{"pass": "p1"})
        hours(minutes=3)
        turn(host, table, turn="1", go="away")
        assert "turns__now" not in host.get(f"/table/{table.key}/").content.decode()
        hours(minutes=3)
        turn(host, table, turn="1", **{"pass": "p1"})
        assert ">3:00<" in tight(host.get(f"/table/{table.key}/", headers=HTMX).content)

    def test_a_seat_that_is_gone_has_no_turn(self, host, table):
        turn(host, table, turn="0", **{"pass": "p2"})
        table.state["seats"].pop("p2")
        table.save()
        assert host.get(f"/table/{table.key}/").status_code == 200
        turn(host, table, turn="1", **{"pass": "p1"})
        assert TurnClock.read(table.turns).seat == "p1"

    def test_no_seat_of_another_table_gets_a_turn(self, host, table):
        turn(host, table, turn="0", **{"pass": "p9"})
        assert table.turns == {}
