"""The cookie of a phone, where a request comes from, and under which names the server answers."""

import threading
from typing import Any

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client, RequestFactory, override_settings

from companion import owner_only_files
from companion.history.phone_cookie import SIGNER
from companion.http import client_address, hosts
from companion.models import Code, Device, Table, WrongCode
from companion.tables import access, invitations
from tests.rows import rows, tables

pytestmark = pytest.mark.django_db


def opened() -> tuple[Client, Table]:
    host = Client()
    host.post("/open/keyflower/", {"p1/name": "Aki", "p2/name": "Mika"})
    table = Table.objects.latest("made")
    host.get(f"/table/{table.key}/invite/")
    return host, table


def from_(place: str, **more: str) -> Client:
    return Client(REMOTE_ADDR=place, headers=more)


def guesses(phone: Client, codes: range) -> list[int]:
    return [phone.post("/join/", {"code": f"zzzz{n:02}"}).status_code for n in codes]


def test_a_browser_does_not_choose_its_own_secret(phone):
    phone.cookies[access.COOKIE] = "chosen"
    phone.post("/open/keyflower/", {"p1/name": "Aki"})
    given = phone.cookies[access.COOKIE].value
    assert len(SIGNER.unsign(given)) > 30
    assert Device.objects.get().phone == access.digest(SIGNER.unsign(given))
    forged = Client()
    forged.cookies[access.COOKIE] = f"chosen:{given.rpartition(':')[2]}"
    assert forged.get(f"/table/{Table.objects.get().key}/").status_code == 404


@pytest.mark.parametrize("kept", ["plain", "under another key"])
def test_a_cookie_of_before_goes_on_and_is_signed(kept):
    phone, table = opened()
    secret = SIGNER.unsign(phone.cookies[access.COOKIE].value)
    old = Client()
    old.cookies[access.COOKIE] = secret if kept == "plain" else f"{secret}:{'x' * 43}"
    assert old.get(f"/table/{table.key}/").status_code == 200
    assert SIGNER.unsign(old.cookies[access.COOKIE].value) == secret
    assert old.get(f"/table/{table.key}/").status_code == 200


def test_a_right_qr_link_never_waits():
    _host, table = opened()
    code = Code.objects.get()
    phone = from_("203.0.113.7")
    assert guesses(phone, range(10)) == [404] * 8 + [429] * 2
    waiting = phone.get(f"/join/{code.code}/")
    assert waiting.status_code == 429
    assert waiting["Retry-After"] == "600"
    link = f"/join/{code.code}/{invitations.proof(code)}/"
    assert phone.get(link).status_code == 200
    assert phone.post(link, {"seat": "p2"})["Location"] == f"/table/{table.key}/"
    assert phone.get(f"/join/{code.code}/{'a' * 32}/").status_code == 429
    assert from_("203.0.113.8").get(f"/join/{code.code}/").status_code == 200


def test_an_old_code_that_a_whole_house_scans_counts_once():
    opened()
    phone = from_("203.0.113.7")
    assert {phone.get("/join/abcdef/").status_code for _ in range(20)} == {404}
    assert phone.get(f"/join/{Code.objects.get().code}/").status_code == 200


def test_one_wrong_code_is_not_tried_from_everywhere():
    opened()
    tries = [from_(f"203.0.113.{n}").get("/join/abcdef/").status_code for n in range(32)]
    assert tries == [404] * invitations.PER_CODE + [429] * 2


@pytest.mark.django_db(transaction=True)
def test_processes_count_wrong_codes_together():
    """Two caches and two connections, as two processes have them."""
    opened()
    found: list[int] = []

    def process(name, codes):
        backend = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": name}
        with override_settings(CACHES={"default": backend}):
            caches["default"].clear()
            found.extend(guesses(from_("203.0.113.7"), codes))
        connection.close()

    for name, codes in (("one", range(5)), ("two", range(5, 10))):
        thread = threading.Thread(target=process, args=(name, codes))
        thread.start()
        thread.join()
    assert found == [404] * 8 + [429] * 2
    assert "203.0.113" not in str(list(WrongCode.objects.values_list()))


@rows(__file__, "proxies")
def test_only_a_trusted_proxy_says_where_a_request_comes_from(row):
    setting, remote, forwarded, client = row
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    request = RequestFactory(REMOTE_ADDR=remote).get("/", headers=headers)
    with override_settings(TRUSTED_PROXIES=client_address.parse_trusted_proxies(setting)):
        assert client_address.client(request) == client


def test_behind_a_trusted_proxy_one_guesser_stops_nobody_else():
    opened()
    code = Code.objects.get().code
    with override_settings(TRUSTED_PROXIES=1):
        bad = Client(REMOTE_ADDR="127.0.0.1", headers={"X-Forwarded-For": "203.0.113.7"})
        good = Client(REMOTE_ADDR="127.0.0.1", headers={"X-Forwarded-For": "203.0.113.8"})
        assert guesses(bad, range(9))[-1] == 429
        assert good.get(f"/join/{code}/").status_code == 200


HOME, AWAY = tables(__file__)["home"], tables(__file__)["away"]


@pytest.fixture
def box(monkeypatch):
    monkeypatch.setattr(hosts, "_own_names", lambda: frozenset({"box"}))
    monkeypatch.setattr(hosts, "_own_addresses", lambda: frozenset({"203.0.113.99"}))


def test_at_home_the_server_goes_by_private_addresses_and_its_own_names(box):
    assert [host for host in [*HOME, "203.0.113.99"] if not hosts.is_allowed_host(host)] == []
    assert [host for host in AWAY if hosts.is_allowed_host(host)] == []


def test_names_that_are_set_are_the_only_ones(box):
    with override_settings(HOSTS=["games.example"], ALLOWED_HOSTS=["games.example"]):
        assert hosts.is_allowed_host("games.example:443")
        assert not hosts.is_allowed_host("192.168.1.20")
    with override_settings(HOSTS=["*"], ALLOWED_HOSTS=["*", "*"]):
        assert hosts.is_allowed_host("evil.example")


@pytest.mark.parametrize("host", ["evil.example", "a..b"])
def test_a_strange_name_is_refused_before_it_is_led_to_https(box, host):
    names = {"HOSTS": ["games.example"], "ALLOWED_HOSTS": ["games.example"]}
    with override_settings(SECURE_SSL_REDIRECT=True, **names):
        answer: Any = Client(headers={"Host": host, "Accept-Language": "ja"}).get("/join/")
    assert answer.status_code == 400
    assert "このサーバーの名前ではありません" in answer.content.decode()


@pytest.mark.parametrize("host", AWAY)
def test_a_strange_name_is_answered_with_a_sentence_and_never_repeated(box, host):
    answer: Any = Client(headers={"Host": host, "Accept-Language": "ja"}).get("/join/")
    assert answer.status_code == 400
    assert "COMPANION_HOSTS" in answer.content.decode()
    assert "サーバー" in answer.content.decode()
    assert "evil" not in answer.content.decode()


def test_what_is_stored_is_its_owners_alone(tmp_path):
    var = owner_only_files.folder(tmp_path / "var")
    made = owner_only_files.file(var / "companion.sqlite3")
    old = var / "old.sqlite3"
    old.touch(mode=0o644)
    assert [each.stat().st_mode & 0o777 for each in (var, made, owner_only_files.file(old))] == [
        0o700, 0o600, 0o600,
    ]  # fmt: skip
