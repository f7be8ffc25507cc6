"""PostgreSQL is asked no more than the work needs, and Redis spares it idle polls."""

import re

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connections
from django.db.backends.postgresql import base
from django.test import override_settings

from companion.http.shared_cache import SharedCache
from companion.models import Device
from companion.operations import database_settings
from companion.tables import access, polls
from tests.web.test_tables import cell, joined, opened


def test_a_kept_connection_is_looked_at_and_not_asked(
    postgres_server, tmp_path, monkeypatch, django_db_blocker
):
    described = database_settings.from_url(postgres_server.create(f"kept_{tmp_path.name}"))
    connections.settings["kept"] = {**connections.settings["default"], "OPTIONS": {}, **described}
    kept = connections["kept"]
    django_db_blocker.unblock()
    try:
        kept.ensure_connection()
        with monkeypatch.context() as patched:
            asks = base.DatabaseWrapper, "is_usable"
            patched.setattr(*asks, lambda _: pytest.fail("asked"))
            assert kept.is_usable()
        postgres_server.stop()
        assert not kept.is_usable()
        postgres_server.start()
        kept.close_if_unusable_or_obsolete()
        kept.close()
        kept.ensure_connection()
        assert kept.is_usable()
    finally:
        kept.close()
        django_db_blocker.restore()
        del connections.settings["kept"], connections["kept"]


@pytest.fixture
def _shared(redis_server):
    here = {"BACKEND": "companion.http.shared_cache.SharedCache", "LOCATION": redis_server.url}
    with override_settings(CACHES={**settings.CACHES, "default": here}):
        yield


def polled(phone, table):
    """The address of a poll that knows the present board."""
    page = phone.get(f"/table/{table.key}/").content.decode()
    found = re.search(r'data-poll="([^"]+)"', page)
    return found[1]


HTMX = {"HX-Request": "true"}


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_shared")
class TestPolls:
    @pytest.fixture(autouse=True)
    def _unhurried(self, monkeypatch):
        """Presence is written down every two seconds; what is counted here is the poll alone."""
        monkeypatch.setattr("companion.tables.access.record_presence", lambda device: None)
        monkeypatch.setattr(polls, "TABLE", 60)

    def test_one_that_finds_nothing_asks_no_database(self, django_assert_num_queries):
        host, table = opened()
        address = polled(host, table)
        with django_assert_num_queries(0):
            assert host.get(address, headers=HTMX).status_code == 204

    def test_another_one_makes_no_other_client_of_redis(self, monkeypatch):
        host, table = opened()
        address = polled(host, table)
        assert host.get(address, headers=HTMX).status_code == 204
        monkeypatch.setattr("redis.Redis.__init__", lambda *_, **__: pytest.fail("made"))
        assert host.get(address, headers=HTMX).status_code == 204

    def test_after_a_change_only_what_changed_is_remembered_anew(self, monkeypatch):
        host, table = opened()
        address = polled(host, table)
        cell(host, table, "p1/resources/wood", "3")
        told: list[str] = []
        real = SharedCache.set

        def counted(self, key, *rest):
            told.append(key)
            return real(self, key, *rest)

        monkeypatch.setattr(SharedCache, "set", counted)
        assert host.get(address, headers=HTMX).status_code == 200
        assert told == [f"table:{table.key}"]

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

    def test_without_redis_it_goes_on(self, redis_server):
        host, table = opened()
        address = polled(host, table)
        redis_server.kill()
        assert host.get(address, headers=HTMX).status_code == 204
        assert cell(host, table, "p1/resources/wood", "3").status_code == 200
        assert host.get(address, headers=HTMX).status_code == 200
        assert cache.get("nothing") is None
