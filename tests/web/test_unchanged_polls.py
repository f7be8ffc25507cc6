"""Polls that find nothing new are answered without Django: as the view would, or not at all."""

from time import monotonic

import pytest
from django.db import connections
from django.test import Client

from companion.history import phone_cookie
from companion.tables import access, polling
from scoring import game
from tests.web.test_scoreboard_cache import sat

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _playing_on(monkeypatch):
    if connections["default"].vendor != "sqlite":
        pytest.skip("asks SQLite")
    monkeypatch.setattr(access, "_written", monotonic())
    monkeypatch.setattr(access, "EVERY", 3600.0)
    # a test's connection has its transaction open, as it has in Django's own client
    monkeypatch.setattr(connections["default"], "close_if_unusable_or_obsolete", lambda: None)


@pytest.fixture
def playing():
    """A phone at a table, and the version token of its scoreboard."""
    phone, table = sat("keyflower", game("keyflower").sheet.blank(2))
    text = phone.get(f"/table/{table.key}/").content.decode()
    return phone, table, text.split('data-poll="')[1].split("?v=")[1].split('"')[0]


def head(path: str, *lines: str) -> bytes:
    return "\r\n".join((f"GET {path} HTTP/1.1", "Host: here", *lines, "")).encode()


def cookie(phone: Client) -> str:
    return f"Cookie: csrftoken=a; device={phone.cookies['device'].value}; scheme=dark"


def asked(sent: bytes) -> bytes | None:
    return polling.unchanged_response(sent, phone_cookie.signed)


def test_a_phone_with_the_newest_board_hears_at_once_that_nothing_is_new(playing):
    phone, table, token = playing
    told = asked(head(f"/table/{table.key}/?v={token}", "HX-Request: true", cookie(phone)))
    seen = phone.get(f"/table/{table.key}/?v={token}", headers={"HX-Request": "true"})
    lines = told.decode().split("\r\n")
    assert lines[0] == f"HTTP/1.1 {seen.status_code} No Content"
    assert lines[-2:] == ["", ""]
    for line in lines[1:-2]:
        name, value = line.split(": ", 1)
        assert name == "Date" or name in seen.headers
        if name == "X-Now":
            assert abs(int(seen.headers[name]) - int(value)) < 60_000
        elif name != "Date":
            assert seen.headers[name] == value


def test_all_others_go_the_usual_way(playing):
    phone, table, token = playing
    path, htmx, mine = f"/table/{table.key}/", "HX-Request: true", cookie(phone)
    stranger = f"Cookie: device={phone_cookie.SIGNER.sign('x' * 43)}"
    forged = mine.replace("device=", "device=x")
    for sent in (
        head(f"{path}?v={token}x", htmx, mine),
        head(f"{path}?v={token}", mine),
        head(f"{path}?v={token}", htmx),
        head(f"{path}?v={token}", htmx, stranger),
        head(f"{path}?v={token}", htmx, forged),
        head(f"{path}?v={token}", htmx, mine, "Connection: close"),
        head(f"{path}?v={token}&more=1", htmx, mine),
        head(path, htmx, mine),
        head(f"{path}screen/?v={token}", htmx, mine),
        head(f"/table/other/?v={token}", htmx, mine),
        head(f"{path}?v={token}", htmx, mine).replace(b"GET", b"POST"),
    ):
        assert asked(sent) is None, sent
    assert asked(head(f"{path}?v={token}", htmx, mine)) is not None


def test_a_changed_board_and_a_removed_phone_go_the_usual_way(playing):
    phone, table, token = playing
    sent = head(f"/table/{table.key}/?v={token}", "HX-Request: true", cookie(phone))
    table.side_revision += 1
    table.save()
    assert asked(sent) is None
    table.side_revision -= 1
    table.save()
    assert asked(sent) is not None
    table.devices.update(role="removed")
    assert asked(sent) is None
    usual = phone.get(f"/table/{table.key}/?v={token}", headers={"HX-Request": "true"})
    assert usual.status_code == 404


def test_presence_is_written_by_a_request_that_may_wait(playing, monkeypatch):
    phone, table, token = playing
    sent = head(f"/table/{table.key}/?v={token}", "HX-Request: true", cookie(phone))
    assert asked(sent) is not None
    monkeypatch.setattr(access, "EVERY", 0.0)
    assert asked(sent) is None
