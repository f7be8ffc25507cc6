"""A poll hears of whatever changed that its phone may see, and of nothing else."""

import re

import pytest

from companion.models import Device
from companion.tables import access
from tests.web.test_tables import cell, joined, opened


def polled(phone, table):
    """The address of a poll that knows the present board."""
    page = phone.get(f"/table/{table.key}/").content.decode()
    found = re.search(r'data-poll="([^"]+)"', page)
    return found[1]


HTMX = {"HX-Request": "true"}


@pytest.mark.django_db
class TestPolls:
    @pytest.fixture(autouse=True)
    def _unhurried(self, monkeypatch):
        """Presence is written down every two seconds; what is counted here is the poll alone."""
        monkeypatch.setattr("companion.tables.access.record_presence", lambda device: None)

    def test_whatever_changes_is_seen_at_once(self):
        host, table = opened()
        guest = joined(table, "p2")
        stands = f"/table/{table.key}"
        for change in (
            lambda: cell(host, table, "p1/resources/wood", "3"),
            lambda: host.post(f"{stands}/timer", {"minutes": "3"}),
            lambda: host.post(f"{stands}/turn", {"go": "start", "pass": "p1", "turn": "0"}),
            lambda: guest.post(f"{stands}/finish"),
            lambda: host.post(f"{stands}/finish"),
        ):
            address = polled(guest, table)
            assert guest.get(address, headers=HTMX).status_code == 204
            assert change().status_code in (200, 302)
            assert guest.get(address, headers=HTMX).status_code == 200

    def test_a_phone_that_was_removed_hears_no_more(self):
        host, table = opened()
        guest = joined(table, "p2")
        address = polled(guest, table)
        assert guest.get(address, headers=HTMX).status_code == 204
        phone = table.devices.get(seat="p2")
        host.post(f"/table/{table.key}/invite/", {"remove": phone.pk})
        assert Device.objects.get(pk=phone.pk).role == access.REMOVED
        assert guest.get(address, headers=HTMX).status_code == 404

    def test_who_was_given_a_seat_by_another_phone_hears_what_is_written_there(self):
        host, table = opened(screens=True)
        guest, second = joined(table, "p2"), joined(table, "watch")
        second.post(f"/join/{table.codes.get().code}/", {"seat": "p2"})
        address = polled(second, table)
        assert second.get(address, headers=HTMX).status_code == 204
        guest.post(f"/table/{table.key}/seat", {"wish": table.wishes.get().pk, "go": "yes"})
        polled(host, table)
        board = second.get(address, headers=HTMX).content.decode()
        found = re.search(r'data-poll="([^"]+)"', board)
        assert second.get(found[1], headers=HTMX).status_code == 204
        cell(guest, table, "p2/resources/wood", "3")
        polled(host, table)
        assert second.get(found[1], headers=HTMX).status_code == 200

    def test_what_is_behind_a_screen_moves_nothing_for_others(self):
        host, table = opened(screens=True)
        guest = joined(table, "p2")
        address = polled(guest, table)
        cell(host, table, "p1/resources/wood", "3")
        assert guest.get(address, headers=HTMX).status_code == 204

    def test_a_phone_that_is_removed_while_its_change_is_answered_finds_no_board(self, monkeypatch):
        host, table = opened()
        monkeypatch.setattr("companion.tables.polling.poll_state", lambda *known: None)
        play = f"/table/{table.key}/play"
        assert host.post(play, {"first": "p2"}, headers=HTMX).status_code == 404
