"""The data stored of a phone can be read, downloaded and deleted."""

import io
import json
import zipfile
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client, override_settings

from companion.models import Alias, Device, Group, Play, Result, Table
from tests.web.test_history import text
from tests.web.test_tables import cell, joined, now, opened

pytestmark = pytest.mark.django_db


def another(host: Client) -> Table:
    """One more table of that phone, where nobody else sits."""
    known = set(Table.everywhere.values_list("key", flat=True))
    host.post("/open/keyflower/", {"p1/name": "Aki", "p2/name": "Mika"})
    return Table.objects.exclude(key__in=known).get()


def taken(phone: Client) -> dict[str, Any]:
    """Returns the contents of the file that a phone downloads."""
    answer = phone.get("/data/file")
    assert answer["Content-Type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        return {name: json.loads(archive.read(name)) for name in archive.namelist()}


def deleted(phone: Client) -> str:
    return text(phone.post("/data/delete", {"go": "delete"}, follow=True))


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_page_leads_to_what_is_stored(client, language):
    asked = {"accept-language": language}
    assert 'href="/data"' in client.get("/", headers=asked).content.decode()
    assert 'href="/data"' in client.get("/about", headers=asked).content.decode()
    page = text(client.get("/data", headers=asked))
    assert {"en": "Nothing is stored about this phone.", "ja": "保存されているものはありません"}[
        language
    ] in page


def test_it_says_how_long_as_configured(client):
    assert "until somebody removes them" in text(client.get("/data"))
    with override_settings(IDLE=timedelta(days=400)):
        assert "400 days after the last change" in text(client.get("/data"))


def test_one_file_has_all_of_a_phone_and_nothing_that_opens_a_table(host, table, over):
    running = another(host)
    pad = host.post("/score/keyflower/", {"players": "2"})["Location"].split("/")[2]
    host.post("/history/group", {"name": "Tuesdays"})
    file = taken(host)
    kept = {each["uid"] for each in file["history-1.json"]["tables"]}
    assert kept == {str(table.uid), str(running.uid)}
    [sheet] = file["sheets.json"]
    assert pad in sheet["link"]
    assert {each["role"] for each in file["phone.json"]["tables"]} == {"host"}
    assert [each["name"] for each in file["phone.json"]["groups"]] == ["Tuesdays"]
    assert host.cookies["device"].value.partition(":")[0] not in json.dumps(file)
    assert table.key not in json.dumps(file)


def test_behind_screens_a_phone_takes_its_own_sheet_and_no_other():
    host, table = opened(screens=True)
    guest = joined(table, "p2")
    cell(guest, table, "p2/resources/wood", "7")
    cell(host, table, "p1/resources/wood", "5")
    [sheet] = taken(guest)["sheets.json"]
    assert sheet["sheet"]["seats"]["p2"]["resources"]["wood"] == 7
    assert "p1" not in sheet["sheet"]["seats"]


def test_the_question_says_what_goes_and_stays_and_changes_nothing(host, over):
    alone = another(host)
    page = text(host.post("/data/delete"))
    assert "1 of this phone alone, 1 that others have as well" in page
    assert "another player becomes it" in page
    assert Table.objects.filter(key=alone.key).exists()
    assert host.get("/data/delete")["Location"] == "/data"


def test_deleting_takes_what_is_a_phones_own_and_leaves_what_is_shared(host, guest, table, over):
    phone = Device.objects.get(table=table, role="host").phone
    alone = another(host)
    removed = another(host)
    host.post("/history/tidy", {"remove": removed.uid})
    pad = host.post("/score/keyflower/", {"players": "2"})["Location"].split("/")[2]
    Alias.objects.create(owner=phone, spelling="aki", name="Aki")
    score = {event.number: event.cells for event in table.events.all()}
    assert "Everything of this phone is deleted." in deleted(host)
    assert not Table.everywhere.filter(key__in=[alone.key, removed.key]).exists()
    assert not Table.objects.filter(pad=True, key=pad).exists()
    assert not Alias.objects.exists()
    assert not Device.everywhere.filter(phone=phone).exists()
    assert not host.cookies["device"].value
    # the others still have their game, and one of them looks after it
    assert "Aki 9" in text(guest.get("/history/"))
    assert table.devices.get(seat="p2").role == "host"
    assert {event.number: event.cells for event in table.events.all()} == score
    assert host.get(f"/table/{table.key}/").status_code == 404
    assert "Nothing is stored about this phone." in text(host.get("/data"))


def test_a_running_game_goes_on_without_the_phone_and_says_so(host, table, guest):
    cell(guest, table, "p2/resources/wood", "7")
    deleted(guest)
    assert not table.devices.filter(seat="p2").exists()
    assert table.notes.filter(what="left", seat="p2").exists()
    assert table.devices.get().role == "host"
    assert now(table).state["seats"]["p2"]["resources"]["wood"] == 7
    assert host.get(f"/table/{table.key}/").status_code == 200


def test_a_game_in_a_group_stays_with_the_group(host, table):
    Table.objects.filter(key=table.key).update(group=Group.objects.create(digest="d"))
    deleted(host)
    assert Table.objects.get().group is not None


def test_who_only_watched_takes_nothing_from_anybody(host, table):
    watcher = joined(table, "watch")
    deleted(watcher)
    assert host.get(f"/table/{table.key}/").status_code == 200
    assert table.devices.count() == 1


def test_a_saved_result_goes_unless_somebody_else_saved_it_too():
    phones = [Client(), Client()]
    shared = phones[0].post("/score/keyflower/", {"players": "2"})["Location"]
    phones[0].post(shared, {"p1/resources/wood": "3", "go": "result"})
    own = phones[0].post("/score/keyflower/", {"players": "2"})["Location"]
    phones[0].post(own, {"p1/resources/wood": "4", "go": "result"})
    both = [each.key for each in Result.objects.order_by("made")]
    for key in both:
        phones[0].post(f"/result/{key}/save", {"date": "2026-11-01"})
    phones[1].post(f"/result/{both[0]}/save", {"date": "2026-11-01"})
    assert Play.objects.count() == 3
    deleted(phones[0])
    assert [each.key for each in Result.objects.all()] == [both[0]]
    assert Play.objects.get().sheet_id == both[0]


def test_nobody_deletes_without_a_phone_of_their_own(host, table, over):
    stranger = Client()
    deleted(stranger)
    assert Table.objects.filter(key=table.key).exists()
    assert host.get(f"/table/{table.key}/").status_code == 200


def test_old_tables_go_as_configured(host, table):
    old = table.changed - timedelta(days=41)
    Table.objects.filter(key=table.key).update(changed=old)
    call_command("purge", stdout=io.StringIO())
    assert Table.objects.filter(key=table.key).exists()
    with override_settings(IDLE=timedelta(days=40)):
        call_command("purge", stdout=io.StringIO())
    assert not Table.everywhere.filter(key=table.key).exists()
    assert host.get(f"/table/{table.key}/").status_code == 404
