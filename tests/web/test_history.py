"""History of a phone and of a group; files out and in again, through the pages."""

import json
import re
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from companion.history import pending_imports, retention, statistics
from companion.models import Alias, Group, PendingImport, Play, Table
from tests.web.test_tables import cell, joined, now, rest_none

pytestmark = pytest.mark.django_db


def ended(host: Client, guest: Client, table: Table) -> None:
    """Plays a table of two to its end: Aki has 9 gold, Mika 7."""
    cell(host, table, "p1/resources/gold", "9")
    cell(guest, table, "p2/resources/gold", "7")
    rest_none(host, table, "p1")
    rest_none(guest, table, "p2")
    host.post(f"/table/{table.key}/finish")
    table.refresh_from_db()


def text(answer) -> str:
    page = re.sub(r"<[^>]+>", " ", answer.content.decode())
    return re.sub(r"\s+", " ", page)


def offered(phone: Client, path: str, content: bytes, name: str = "companion.json"):
    """The page that says what a file would add."""
    return phone.post(path, {"file": SimpleUploadedFile(name, content)})


def keys(page) -> list[str]:
    return re.findall(r'name="take"\s+value="(\w+)"', page.content.decode())


def upload(phone: Client, path: str, content: bytes, name: str = "companion.json"):
    """A file looked at and, if there is anything new, taken in."""
    page = offered(phone, path, content, name)
    return phone.post(path, {"take": keys(page)}) if keys(page) else page


def test_every_phone_that_sat_there_has_the_game_in_its_history(host, guest, over):
    for phone in (host, guest):
        page = text(phone.get("/history/"))
        assert "Aki 9" in page
        assert "Mika 7" in page
        assert "Aki beat Mika by 2" in page
        assert " % " not in page  # one game says nothing about chances
    stranger = text(Client().get("/history/"))
    assert "Aki" not in stranger
    assert "Nothing here yet" in stranger


def test_the_last_game_is_told_when_the_same_people_sit_down_again(host, over):
    for names, told in ((("aki", "Mika"), True), (("Aki", "Ben"), False)):
        seats = {f"p{n}/name": name for n, name in enumerate(names, 1)}
        host.post("/open/nidavellir/", seats)
        table = Table.objects.latest("made")
        page = text(host.get(f"/table/{table.key}/invite/"))
        assert ("Last time the two of you played, Aki won by 2 · " in page) == told
        stranger = joined(table, "p2")  # its own history has no such game
        assert "Last time" not in text(stranger.get(f"/table/{table.key}/invite/"))


def test_an_unfinished_game_is_not_history(host, table):
    assert "Aki" not in text(host.get("/history/"))
    host.post(f"/table/{table.key}/finish")
    host.post(f"/table/{table.key}/finish", {"go": "reopen"})
    assert "Aki" not in text(host.get("/history/"))


def test_what_is_written_after_the_end_counts(host, table, over):
    assert "Aki 9" in text(host.get("/history/"))
    table.refresh_from_db()
    assert table.result_cache["revision"] == table.revision
    cell(host, table, "p1/resources/gold", "4")
    assert "Aki 4" in text(host.get("/history/"))


def test_a_groups_link_shows_its_games_to_whoever_has_it(host, guest, over):
    link = host.post("/history/group", {"name": "Tuesdays", "games": "1"})["Location"]
    assert link.startswith("/group/")
    assert "Aki 9" in text(guest.get(link))
    assert "Tuesdays" in text(guest.get("/history/"))
    assert "Tuesdays" not in text(Client().get("/history/"))
    assert link.split("/")[2] not in json.dumps(list(Group.objects.values()), default=str)
    assert Client().get("/group/AAAAAAAAAAAAAAAAAAAAAAAA/").status_code == 404


def test_a_new_group_has_the_games_without_a_table_too(host, table, over):
    """A sheet scored on one phone belongs to one history: the group gets a copy, and only one."""
    pad = host.post("/score/dice_forge/", {"players": "2"})["Location"]
    result = host.post(pad, {"p1/glory": "58", "p2/glory": "61", "go": "result"})["Location"]
    host.post(f"{result}save", {"p1/name": "Ada", "p2/name": "Bo", "date": "2026-05-01"})
    link = host.post("/history/group", {"name": "Tuesdays", "games": "1"})["Location"]
    for history in (link, "/history/"):
        page = text(host.get(history))
        assert "Aki 9" in page
        assert "Ada" in page
    host.post("/history/group", {"name": "Fridays", "games": "1"})
    assert Play.objects.count() == 2


def test_a_table_is_filed_and_a_rematch_stays_in_the_group(host, guest, table, over):
    host.post("/history/group", {"name": "Tuesdays"})
    group = Group.objects.get()
    guest.post(f"/table/{table.key}/group", {"group": str(group.pk)})  # has not seen the link
    assert now(table).group is None
    host.post(f"/table/{table.key}/group", {"group": str(group.pk)})
    host.post(f"/table/{table.key}/again")
    assert {each.group for each in Table.objects.all()} == {group}


def test_what_a_new_phone_brings_into_a_group_is_its_own(host, table, over):
    file = host.get("/history/export.json").content
    link = host.post("/history/group", {"name": "Tuesdays"})["Location"]
    table.delete()
    phone = Client()
    upload(phone, f"{link}import", file)
    assert "Aki 9" in text(phone.get("/history/"))


def test_everything_leaves_and_comes_back_with_its_ledger(host, table, over):
    file = host.get("/history/export.json")
    assert "attachment" in file["Content-Disposition"]
    for phone in (host, Client()):  # one whose history has it, one that a file alone lets nowhere
        told = text(upload(phone, "/history/import", file.content))
        assert "stored here already" in told
        assert "once you open a link to its table" in told
    assert "Nothing here yet" in text(phone.get("/history/"))
    events = list(table.events.values("number", "cells", "undoes"))
    Table.objects.all().delete()
    phone = Client()
    assert "Imported 1 table with every entry" in text(
        upload(phone, "/history/import", file.content)
    )
    new = Table.objects.get()
    assert new.uid == table.uid
    assert new.key != table.key
    assert list(new.events.values("number", "cells", "undoes")) == events
    assert "Aki 9" in text(phone.get("/history/"))
    new.refresh_from_db()
    assert new.result_cache["revision"] == new.revision  # scored once, and kept
    assert phone.get(f"/table/{new.key}/log/").status_code == 200
    assert phone.post(f"/table/{new.key}/log/2/undo", {"form": "x"}).status_code == 302
    new.refresh_from_db()
    assert "resources" not in new.state["seats"]["p1"]


def test_a_play_file_comes_in_once(host, over):
    file = host.get("/history/export.bgsplay").content
    assert Play.objects.count() == 0
    upload(host, "/history/import", file, "plays.bgsplay")
    assert Play.objects.count() == 0  # our own game came back
    friend = Client()
    for _ in range(2):
        assert upload(friend, "/history/import", file, "plays.bgsplay").status_code == 200
    assert Play.objects.count() == 1
    assert "Aki 9" in text(friend.get("/history/"))
    assert "imported" in text(friend.get("/history/"))


def test_what_is_no_file_of_ours_is_told_and_breaks_nothing(phone):
    assert phone.post("/history/import").status_code == 422
    for content in (b"", b"{", b"[1]", b"\xff\xfe", b"PK\x03\x04", b'{"plays": 3}'):
        for name in ("a.json", "a.bgsplay"):
            answer = upload(phone, "/history/import", content, name)
            assert answer.status_code in (200, 422), (content, name)
            assert "This cannot be imported" in text(answer), (content, name)
    assert "At most 5 MB" in text(upload(phone, "/history/import", b" " * (5 * 1024 * 1024 + 1)))


# ── looking before taking in ───────────────────────────────────────────────────────────


@pytest.fixture
def file(host, over):
    """A history as it left, whose table is gone since."""
    content = host.get("/history/export.json").content
    Table.objects.all().delete()
    return content


def test_a_file_is_looked_at_first_and_adds_nothing_until_told(file, phone):
    page = offered(phone, "/history/import", file)
    assert "1 table with every entry" in text(page)
    assert "Aki, Mika" in text(page)
    assert Table.objects.count() == 0
    assert "Nothing here yet" in text(phone.get("/history/"))
    assert phone.post("/history/import", {"take": keys(page)}).status_code == 200
    assert "Aki 9" in text(phone.get("/history/"))
    assert not PendingImport.objects.exists()
    again = phone.post("/history/import", {"take": keys(page)})
    assert again.status_code == 422
    assert "no longer here" in text(again)


def test_nobody_takes_in_what_another_phone_looked_at(file, host, guest):
    page = offered(host, "/history/import", file)
    assert guest.post("/history/import", {"take": keys(page)}).status_code == 422
    assert Table.objects.count() == 0


def test_what_nobody_came_back_for_goes_within_the_hour(file, phone):
    page = offered(phone, "/history/import", file)
    PendingImport.objects.update(made=timezone.now() - pending_imports.LIFETIME)
    assert retention.due(timezone.now())["arrivals"].count() == 1
    assert phone.post("/history/import", {"take": keys(page)}).status_code == 422
    offered(phone, "/history/import", file)
    assert PendingImport.objects.count() == 1


def test_only_so_many_files_wait(file, monkeypatch):
    monkeypatch.setattr(pending_imports, "MOST_WAITING", 2)
    phone = Client()
    pages = [offered(phone, "/history/import", file) for _ in range(3)]
    assert PendingImport.objects.count() == 2
    assert phone.post("/history/import", {"take": keys(pages[-1])}).status_code == 200


# ── what people put right ──────────────────────────────────────────────────────────────


def test_date_place_and_note_are_put_right_beside_the_ledger(host, guest, table, over):
    events = list(table.events.values())
    at = f"/table/{table.key}/about"
    page = guest.post(at, {"date": "yesterday", "place": "Ben's"})
    assert page.status_code == 422
    assert "This is not a date" in text(page)
    said = {"date": "2026-05-04", "place": "Ben's", "note": "first game\r\nof the year"}
    assert guest.post(at, said).status_code == 302
    shown = text(host.get("/history/"))
    assert "May 4, 2026" in shown
    assert "Ben&#x27;s · first game of the year" in shown
    table.refresh_from_db()
    assert list(table.events.values()) == events
    finished = table.finished
    host.post(at, said | {"place": ""})
    table.refresh_from_db()
    assert (table.place, table.finished) == ("", finished)
    assert 'value="2026-05-04"' in host.get(at).content.decode()


def test_what_was_put_right_leaves_and_comes_back(host, table, over):
    said = {"date": "2026-05-04", "place": "Ben's", "note": "rain"}
    host.post(f"/table/{table.key}/about", said)
    merge(host, "mika", "aki")
    file = host.get("/history/export.json").content
    Table.objects.all().delete()
    phone = Client()
    upload(phone, "/history/import", file)
    page = text(phone.get("/history/"))
    assert "May 4, 2026" in page
    assert "Ben&#x27;s · rain" in page
    assert "Aki 9" in page
    assert "Aki 7" in page
    assert phone.get("/history/export.json").json()["merged"] == json.loads(file)["merged"]


def test_a_game_that_still_runs_has_no_date_to_put_right(host, table):
    assert host.get(f"/table/{table.key}/about").status_code == 404


def merge(phone: Client, same: str, as_: str, at: str = "/history/players"):
    return phone.post(at, {"same": same, "as": as_}, follow=True)


def test_two_spellings_are_one_person_in_one_history_and_two_again(host, guest, over):
    assert "mika counts as Aki" in text(merge(host, "mika", "aki"))
    assert "Mika" not in text(host.get("/history/"))
    assert "Mika 7" in text(guest.get("/history/"))  # another phone's history
    assert "Take apart" not in text(host.post("/history/players", {"apart": "mika"}, follow=True))
    assert "Mika 7" in text(host.get("/history/"))


def test_whoever_counted_as_a_name_goes_along_with_it(phone):
    group = phone.post("/history/group", {"name": "Us"})["Location"]
    owner = Group.objects.get().digest
    for n, name in enumerate(("Aki", "Akiko", "A."), 1):
        seats = [{"seat": "p1", "name": name, "place": 1, "total": n, "first": False}]
        Play.objects.create(
            uid=uuid4(), game="keyflower", played=timezone.now(), seats=seats, owner=owner
        )
    merge(phone, "a.", "akiko", f"{group}players")
    merge(phone, "akiko", "aki", f"{group}players")
    assert dict(Alias.objects.values_list("spelling", "name")) == {"a.": "Aki", "akiko": "Aki"}
    merge(phone, "aki", "akiko", f"{group}players")  # is no name of its own any more
    assert Alias.objects.count() == 2
    assert "3 games" in text(phone.get(f"{group}?player=aki"))


# ── what is chosen ─────────────────────────────────────────────────────────────────────


def test_a_history_is_filtered_by_its_address_alone(host, over):
    for query, shown in (
        ("game=keyflower", True),
        ("game=nidavellir", False),
        ("player=AKI", True),
        ("player=nobody", False),
        ("players=2", True),
        ("players=3", False),
        ("since=2000-01-01", True),
        ("since=2100-01-01", False),
        ("players=x&since=soon&game=", True),
    ):
        page = text(host.get(f"/history/?{query}"))
        assert ("Aki 9" in page) == shown, query
        assert ("0 of 1 games" in page) != shown, query


def test_a_persons_page_says_how_sure_it_is(host, over):
    page = text(host.get("/history/?player=aki"))
    assert "won 1 of 1" in page
    assert "21–100 %" not in page  # one more game would change it beyond recognition
    assert "average 9.0, best 9, lowest 9" in page
    assert re.search(r"Head to head.*Mika 1 0 0", page)
    parts = text(host.get("/history/?player=aki&game=keyflower"))
    assert re.search(r"Points by section Leftover average 9.0", parts)


def test_shares_of_wins_have_an_interval_once_there_are_enough_games(host, over):
    for games, shown in ((9, False), (10, True)):
        assert (statistics.rate(4, games).range is not None) == shown
    assert "100 %" not in text(host.get("/history/"))
