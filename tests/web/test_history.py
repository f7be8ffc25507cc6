"""History of a phone and of a group; files out and in again, through the pages."""

import json
import re
from urllib.parse import parse_qs, urlparse

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from companion.models import Group, Play, Table
from tests.web.test_tables import cell, forget_wrong_codes, joined, opened

pytestmark = pytest.mark.django_db

__all__ = ["forget_wrong_codes"]


def played(gold: str = "9") -> tuple[Client, Client, Table]:
    """A finished table of two: Aki has so much gold, Mika 7."""
    host, table = opened()
    guest = joined(table, "p2")
    cell(host, table, "p1/resources/gold", gold)
    cell(guest, table, "p2/resources/gold", "7")
    host.post(f"/table/{table.key}/finish")
    table.refresh_from_db()
    return host, guest, table


def text(answer) -> str:
    page = re.sub(r"<[^>]+>", " ", answer.content.decode())
    return re.sub(r"\s+", " ", page)


def upload(phone: Client, path: str, content: bytes, name: str = "companion.json"):
    return phone.post(path, {"file": SimpleUploadedFile(name, content)})


def test_every_phone_that_sat_there_has_the_game_in_its_history() -> None:
    host, guest, _ = played()
    for phone in (host, guest):
        page = text(phone.get("/history/"))
        assert "Aki 9" in page
        assert "Mika 7" in page
        assert "average 9.0, best 9, lowest 9" in page
    stranger = text(Client().get("/history/"))
    assert "Aki" not in stranger
    assert "Nothing here yet" in stranger


def test_an_unfinished_game_is_not_history() -> None:
    host, table = opened()
    assert "Aki" not in text(host.get("/history/"))
    host.post(f"/table/{table.key}/finish")
    host.post(f"/table/{table.key}/finish", {"go": "reopen"})
    assert "Aki" not in text(host.get("/history/"))


def test_what_is_written_after_the_end_counts() -> None:
    host, _, table = played()
    assert "Aki 9" in text(host.get("/history/"))
    table.refresh_from_db()
    assert table.fared["revision"] == table.revision
    cell(host, table, "p1/resources/gold", "4")
    assert "Aki 4" in text(host.get("/history/"))


def test_a_groups_link_shows_its_games_to_whoever_has_it() -> None:
    host, guest, _table = played()
    link = host.post("/history/group", {"name": "Tuesdays", "games": "1"})["Location"]
    assert link.startswith("/group/")
    assert "Aki 9" in text(guest.get(link))
    assert "Tuesdays" in text(guest.get("/history/"))
    assert "Tuesdays" not in text(Client().get("/history/"))
    secret = link.split("/")[2]
    assert secret not in json.dumps(list(Group.objects.values()), default=str)
    assert Client().get("/group/AAAAAAAAAAAAAAAAAAAAAAAA/").status_code == 404


def test_a_table_is_filed_and_a_rematch_stays_in_the_group() -> None:
    host, guest, table = played()
    host.post("/history/group", {"name": "Tuesdays"})
    group = Group.objects.get()
    guest.post(f"/table/{table.key}/group", {"group": str(group.pk)})  # has not seen the link
    table.refresh_from_db()
    assert table.group is None
    host.post(f"/table/{table.key}/group", {"group": str(group.pk)})
    host.post(f"/table/{table.key}/again")
    assert {each.group for each in Table.objects.all()} == {group}


def test_everything_leaves_and_comes_back_with_its_ledger() -> None:
    host, _, table = played()
    file = host.get("/history/export.json")
    assert "attachment" in file["Content-Disposition"]
    again = upload(host, "/history/import", file.content)
    assert "1 were here already" in text(again)
    events = list(table.events.values("number", "cells", "undoes"))
    Table.objects.all().delete()
    phone = Client()
    back = upload(phone, "/history/import", file.content)
    assert "1 tables" in text(back)
    new = Table.objects.get()
    assert new.uid == table.uid
    assert new.key != table.key
    assert list(new.events.values("number", "cells", "undoes")) == events
    assert "Aki 9" in text(phone.get("/history/"))
    assert phone.get(f"/table/{new.key}/log/").status_code == 200
    assert phone.post(f"/table/{new.key}/log/2/undo", {"form": "x"}).status_code == 302
    new.refresh_from_db()
    assert "resources" not in new.state["seats"]["p1"]


def test_a_play_file_comes_in_once() -> None:
    host, _, _ = played()
    file = host.get("/history/export.bgsplay").content
    assert Play.objects.count() == 0
    upload(host, "/history/import", file, "plays.bgsplay")
    assert Play.objects.count() == 0  # our own game came back
    friend = Client()
    for _ in range(2):
        answer = upload(friend, "/history/import", file, "plays.bgsplay")
        assert answer.status_code == 200
    assert Play.objects.count() == 1
    assert "Aki 9" in text(friend.get("/history/"))
    assert "brought in" in text(friend.get("/history/"))


@pytest.mark.parametrize("kind", ["csv", "lines"])
def test_tables_for_spreadsheets(kind) -> None:
    host, _, table = played()
    cell(host, table, "p1/name", "=1+1")
    file = host.get(f"/history/export.{kind}").content
    assert file.startswith(b"\xef\xbb\xbf")
    assert b"'=1+1" in file
    assert b"\r\n" in file


def test_one_table_leaves_alone_and_only_for_its_players() -> None:
    host, _, table = played()
    for kind in ("json", "csv", "lines", "bgsplay"):
        assert host.get(f"/table/{table.key}/export.{kind}").status_code == 200
    assert host.get(f"/table/{table.key}/export.exe").status_code == 404
    assert Client().get(f"/table/{table.key}/export.json").status_code == 404
    page = host.get(f"/table/{table.key}/").content.decode()
    link = re.search(r'href="(https://app.bgstatsapp.com/[^"]*)"', page)
    assert link is not None
    data = json.loads(parse_qs(urlparse(link[1].replace("&amp;", "&")).query)["data"][0])
    assert [(p["name"], p["score"]) for p in data["players"]] == [("Aki", 9), ("Mika", 7)]


def test_no_screen_is_looked_behind_by_an_export() -> None:
    host, table = opened(screens=True)
    cell(joined(table, "p2"), table, "p2/resources/gold", "7")
    assert host.get(f"/table/{table.key}/export.json").status_code == 404
    assert b'"gold"' not in host.get("/history/export.json").content


def test_what_is_no_file_of_ours_is_told_and_breaks_nothing() -> None:
    phone = Client()
    assert phone.post("/history/import").status_code == 422
    for content in (b"", b"{", b"[1]", b"\xff\xfe", b"PK\x03\x04", b'{"plays": 3}'):
        for name in ("a.json", "a.bgsplay"):
            answer = upload(phone, "/history/import", content, name)
            assert answer.status_code in (200, 422), (content, name)
    assert "At most 5 MB" in text(upload(phone, "/history/import", b" " * (5 * 1024 * 1024 + 1)))
