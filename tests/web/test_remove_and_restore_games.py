"""Games go away and come back; only a host takes a table from everybody; nothing counts double."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from companion.models import Code, Group, Play, Result, Table, WrongCode
from companion.soft_delete import RESTORABLE_FOR
from tests.web.test_history import text, upload
from tests.web.test_tables import cell, joined, now

pytestmark = pytest.mark.django_db

OPENING = {"p1/name": "Aki", "p2/name": "Mika", "form": "0123456789"}


def tidy(phone: Client, path: str = "/history/tidy", **what: object) -> str:
    return text(phone.post(path, what, follow=True))


def test_a_host_removes_a_table_for_all_and_brings_it_back(host, guest, table, over):
    link = f"/table/{table.key}/"
    assert "Removed Keyflower" in tidy(host, remove=table.uid)
    for phone in (host, guest):
        assert "Aki" not in text(phone.get("/history/"))
        assert "Keyflower Aki" not in text(phone.get("/"))
        assert phone.get(link).status_code == 404
    assert str(table.uid) not in guest.get("/history/tidy").content.decode()
    tidy(guest, back=table.uid)  # not theirs to bring back
    assert guest.get(link).status_code == 404
    tidy(host, back=table.uid)
    for phone in (host, guest):
        assert "Aki 9" in text(phone.get("/history/"))
        assert phone.get(link).status_code == 200


def test_a_guest_hides_a_table_from_the_own_history_only(host, guest, table, over):
    tidy(guest, remove=table.uid)
    assert "Aki" not in text(guest.get("/history/"))
    assert "Aki 9" in text(host.get("/history/"))
    assert guest.get(f"/table/{table.key}/").status_code == 200
    tidy(guest, back=table.uid)
    assert "Aki 9" in text(guest.get("/history/"))


def test_nobody_removes_what_is_not_theirs(host, table, over):
    elsewhere = joined(table, "watch")
    for stranger in (Client(), elsewhere):
        tidy(stranger, remove=table.uid)
        tidy(stranger, remove="x")
    assert "Aki 9" in text(host.get("/history/"))


def test_codes_and_links_of_a_removed_table_open_nothing(host, table):
    host.get(f"/table/{table.key}/invite/")
    code = table.codes.get().code
    assert Client().get(f"/join/{code}/", follow=True).status_code == 200
    tidy(host, remove=table.uid)
    assert Client().get(f"/join/{code}/", follow=True).status_code == 404


def test_a_running_test_table_can_be_removed_and_leaves_the_start_page(host, table):
    assert table.key in host.get("/").content.decode()
    assert "in progress" in text(host.get("/history/tidy"))
    tidy(host, remove=table.uid)
    assert table.key not in host.get("/").content.decode()


def test_a_group_loses_a_table_only_by_its_host(host, guest, table, over):
    link = host.post("/history/group", {"name": "Tuesdays", "games": "1"})["Location"]
    guest.get(link)
    tidy(guest, f"{link}tidy", remove=table.uid)
    assert "Aki 9" in text(host.get(link))
    tidy(host, f"{link}tidy", remove=table.uid)
    assert "Aki 9" not in text(guest.get(link))
    tidy(host, f"{link}tidy", back=table.uid)
    assert "Aki 9" in text(guest.get(link))


def test_a_sheet_leaves_the_start_page_and_comes_back(phone):
    link = phone.post("/score/keyflower/", {"players": "2"})["Location"]
    key = link.split("/")[2]
    assert key in phone.get("/").content.decode()
    assert "Undo" in text(phone.post("/history/tidy", {"forget": key}, follow=True))
    assert key not in phone.get("/").content.decode()
    assert phone.get(link).status_code == 200
    phone.post("/history/tidy", {"again": key})
    assert key in phone.get("/").content.decode()


def test_what_was_removed_is_deleted_for_good_after_a_while(host, table, over):
    phone = Client()
    phone.post(f"{scored(phone)}save", {"date": "2026-05-04"})
    kept = Play.objects.get()
    tidy(host, remove=table.uid)
    tidy(phone, remove=kept.uid)
    long_ago = timezone.now() - RESTORABLE_FOR - timedelta(days=1)
    Table.everywhere.filter(uid=table.uid).update(removed=long_ago)
    assert table.game not in text(host.get("/history/tidy"))
    assert "1" in purged("--dry-run").splitlines()[0]
    tables = Table.everywhere.filter(pad=False)
    assert tables.get() == table
    purged()
    assert not tables.exists()
    assert Play.everywhere.get() == kept


def test_what_nobody_went_on_with_is_deleted_only_when_told_and_no_finished_game(host, table, over):
    host.post("/open/keyflower/", {"p1/name": "Aki", "p2/name": "Mika"})
    running = Table.objects.get(finished=None)
    scored(host)
    days = timezone.now() - timedelta(days=400)
    Table.objects.update(changed=days)
    Code.objects.update(until=days)
    WrongCode.objects.create(address="a", code="b", at=days)
    purged()
    assert not Code.objects.exists()
    assert not WrongCode.objects.exists()
    purged("--idle", "401")
    tables = Table.objects.filter(pad=False)
    assert {each.key for each in tables} == {table.key, running.key}
    assert Table.objects.filter(pad=True).exists()
    purged("--idle", "399")
    assert Table.objects.get() == table
    assert not Table.objects.filter(pad=True).exists()


@pytest.mark.parametrize("days", ["0", "-1", "x"])
def test_nothing_that_was_used_today_is_ever_idle(days):
    with pytest.raises(CommandError):
        purged("--idle", days)


def purged(*arguments: str) -> str:
    """Returns the output of the command."""
    said = StringIO()
    call_command("purge", *arguments, stdout=said)
    return said.getvalue()


def test_a_file_with_a_removed_table_brings_no_second_one(host, table, over):
    file = host.get("/history/export.json").content
    tidy(host, remove=table.uid)
    assert upload(host, "/history/import", file).status_code == 200
    assert Table.everywhere.count() == 1


# what does not count


def test_a_game_without_a_point_is_listed_and_not_counted(host, table):
    host.post(f"/table/{table.key}/finish")
    page = text(host.get("/history/"))
    assert "not counted: nobody scored" in page
    assert "Your first evening" not in page
    cell(host, table, "p1/resources/gold", "4")
    page = text(host.get("/history/"))
    assert "not counted" not in page
    assert "Your first evening" in page


def test_finishing_asks_while_somebody_entered_nothing(host, table):
    cell(host, table, "p1/resources/gold", "4")
    asked = host.post(f"/table/{table.key}/finish", {"go": "finish", "ask": "1"})
    assert "Nothing entered yet: Mika" in text(asked)
    assert now(table).finished is None
    cell(joined(table, "p2"), table, "p2/resources/gold", "7")
    host.post(f"/table/{table.key}/finish", {"go": "finish", "ask": "1"})
    table.refresh_from_db()
    assert table.asking
    assert table.finished is None  # nobody is empty, and what else is open is asked
    host.post(f"/table/{table.key}/finish", {"go": "finish"})
    assert now(table).finished


# double taps


def test_two_taps_open_one_table_and_other_names_or_a_later_tap_another(phone):
    first, second = (phone.post("/open/keyflower/", OPENING) for _ in "ab")
    assert first["Location"] == second["Location"]
    table = Table.objects.get()
    assert table.revision == 1
    assert phone.get(f"/table/{table.key}/").status_code == 200
    phone.post("/open/keyflower/", OPENING | {"p2/name": "Tom"})
    assert Table.objects.count() == 2
    Table.objects.update(made=timezone.now() - timedelta(minutes=5))
    phone.post("/open/keyflower/", OPENING)
    assert Table.objects.count() == 3


# one phone for all


def scored(phone: Client) -> str:
    """A result of two, entered on one phone: 9 and 7 points."""
    link = phone.post("/score/keyflower/", {"players": "2"})["Location"]
    for seat, gold in (("p1", "9"), ("p2", "7")):
        place = f"{link.removesuffix('p1/')}{seat}/"
        said = {f"{seat}/none/{section}": "1" for section in ("pieces", "village", "winter")}
        phone.post(place, said | {f"{seat}/resources/gold": gold})
    said = {f"p1/none/{section}": "1" for section in ("pieces", "village", "winter")}
    done = phone.post(link, said | {"p1/resources/gold": "9", "go": "result"})
    return str(done["Location"])


def test_a_result_is_saved_with_names_and_date_and_put_right_later(phone):
    result = scored(phone)
    assert f"{result}save" in phone.get(result).content.decode()
    form = {"p1/name": "Aki", "p2/name": "Mika", "date": "2026-05-04"}
    assert phone.post(f"{result}save", form)["Location"] == "/history/"
    page = text(phone.get("/history/"))
    assert "Aki 9" in page
    assert "May 4, 2026" in page
    kept = Play.objects.get()
    link = f"/history/play/{kept.uid}/"
    assert link in phone.get("/history/").content.decode()
    assert result in phone.get(link).content.decode()
    phone.post(link, form | {"p1/name": "Akira", "date": "2026-05-03"})
    page = text(phone.get("/history/"))
    assert "Akira 9" in page
    assert "May 3, 2026" in page
    assert Client().get(link).status_code == 404


def test_the_result_of_a_table_is_not_saved_a_second_time(host, over):
    result = Result.objects.get()
    answer = host.post(f"/result/{result.key}/save", {"date": "2026-05-04"})
    assert answer["Location"] == "/history/"
    assert not Play.objects.exists()
    assert Client().get(f"/result/{result.key}/save").status_code == 200


def test_a_date_that_is_none_is_refused_and_the_names_stay(phone):
    result = scored(phone)
    for date in ("", "yesterday", "0001-01-01", "9999-12-31"):
        answer = phone.post(f"{result}save", {"p1/name": "Aki", "date": date})
        assert answer.status_code == 422
        assert "This is not a date." in text(answer)
        assert 'value="Aki"' in answer.content.decode()
    assert not Play.objects.exists()


def test_a_result_can_go_into_a_group(phone):
    link = phone.post("/history/group", {"name": "Tuesdays"})["Location"]
    result = scored(phone)
    assert "Tuesdays" in phone.get(f"{result}save").content.decode()
    group = str(Group.objects.get().pk)
    form = {"p1/name": "Aki", "date": "2026-05-04", "group": group}
    assert phone.post(f"{result}save", form)["Location"] == link
    assert "Aki 9" in text(phone.get(link))
    uid = Play.objects.get().uid
    assert phone.get(f"{link}play/{uid}/").status_code == 200
    tidy(phone, f"{link}tidy", remove=uid)
    assert "Aki 9" not in text(phone.get(link))
