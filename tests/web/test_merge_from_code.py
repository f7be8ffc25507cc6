"""Changes by a code: cells, players, conflicts, and the rights they need."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.utils import timezone

from companion.models import Copy, Device, Event, Table
from companion.sync import stored_replicas
from companion.sync.replica import Replica
from companion.tables import access, ledger, new_table
from scoring import game
from tests.page_posts import table_at
from tests.web.test_tables import joined, opened

pytestmark = pytest.mark.django_db
KEYFLOWER = game("keyflower")
WOOD, GOLD, THEIRS = "p1/resources/wood", "p1/resources/gold", "p2/resources/wood"
ALL = frozenset({"seats", "table", "play", "rulings", *(f"p{n}" for n in range(1, 7))})
THERE, ELSEWHERE = 1, 2**40
"""Signs of two other copies: the second is larger than that of any copy here."""
END = datetime(2026, 1, 2, 3, 4, tzinfo=UTC)


@pytest.fixture
def pad():
    return new_table.open_pad(KEYFLOWER, KEYFLOWER.sheet.blank(2))


def fresh(kept: Table) -> Table:
    return Table.objects.get(key=kept.key)


def write(kept: Table, path: str, value: int | None) -> None:
    now = fresh(kept)
    ledger.write(now.key, None, "p1", {path: value}, now.revision, uuid4().hex)


def said(*cells: dict[str, Any], by: int = ELSEWHERE, **more: Any) -> Replica:
    found = Replica(uuid4(), "keyflower", **more)
    for each in cells:
        found = found.written(each, by)
    return found


def take(kept: Table, theirs: Replica, may: frozenset[str] = ALL, **who: Any) -> Any:
    return stored_replicas.take(kept, KEYFLOWER, theirs, may, **who)


def gone(seat: str) -> Replica:
    """A copy where that seat was taken away, later than anything that is said here."""
    return said({seat: True}, *({seat: None} for _ in range(9)), by=uuid4().int % 2**32)


def test_a_seat_goes_with_a_code_only_where_nothing_is_entered(pad):
    write(pad, THEIRS, 3)
    found = take(pad, gone("seats/p2"))
    assert (found.cells, found.merge_conflicts) == ({}, {})
    assert list(fresh(pad).state["seats"]) == ["p1", "p2"]
    assert stored_replicas.current_replica(pad, KEYFLOWER).current_values()["seats/p2"] is True
    write(pad, THEIRS, None)
    once_more = said({"seats/p2": None}, *({"seats/p2": None} for _ in range(30)))
    assert take(pad, once_more).cells == {"seats/p2": None}
    assert list(fresh(pad).state["seats"]) == ["p1"]
    assert take(pad, gone("seats/p1")).cells == {}
    assert list(fresh(pad).state["seats"]) == ["p1"], "somebody plays in any case"
    assert take(pad, gone("seats/p4")).cells == {}


def test_what_a_table_takes_in_is_an_event_of_whoever_took_it(table):
    who = Device.objects.get()
    theirs = said({WOOD: 3})
    before = fresh(table).side_revision
    assert take(table, theirs, who=who).cells == {WOOD: 3}
    event = Event.objects.filter(table=table).latest("number")
    assert (event.cells, event.device, event.seat) == ({WOOD: 3}, who, who.seat)
    assert re.fullmatch(r"code-[0-9a-f]{32}", event.idempotency_key)
    assert (event.base, fresh(table).side_revision) == (event.number - 1, before)
    events = table.events.count()
    assert take(table, theirs, who=who).cells == {}
    assert (table.events.count(), fresh(table).side_revision) == (events, before), "no news"
    take(table, said({GOLD: 2}))
    last = Event.objects.filter(table=table).latest("number")
    assert (last.device, last.seat) == (None, "")


def test_polls_hear_that_copies_differ_and_that_somebody_chose(table):
    take(table, said({WOOD: 3}, {WOOD: 3}))
    before = fresh(table).side_revision
    take(table, said({WOOD: 2}, by=THERE))
    assert (fresh(table).merge_conflicts, fresh(table).side_revision) == (
        {WOOD: [3, 2]},
        before + 1,
    )
    take(table, said({GOLD: 2}))
    assert fresh(table).side_revision == before + 1
    who = Device.objects.get()
    stored_replicas.choose(table, KEYFLOWER, WOOD, 1, who)
    assert (fresh(table).merge_conflicts, fresh(table).side_revision) == ({}, before + 2)
    event = Event.objects.filter(table=table).latest("number")
    assert (event.cells, event.device) == ({WOOD: 2}, who)


def test_a_tables_copy_is_the_table_and_says_how_it_stands(table):
    known = stored_replicas.current_replica(table, KEYFLOWER)
    assert (known.uid, known.table, known.screens, known.finished) == (
        table.uid, True, False, None,
    )  # fmt: skip
    assert {"p1", "p2", "seats"} <= set(known.parts)
    assert known.current_values()["rulings/preset"] == "online"
    screened = {"screens": True, "finished": END}
    Table.objects.filter(key=table.key).update(**screened, revealed=["p1"])
    known = stored_replicas.current_replica(table, KEYFLOWER)
    assert (known.screens, known.finished) == (True, END)
    Table.objects.filter(key=table.key).update(revealed=["p1", "p2"])
    assert stored_replicas.current_replica(table, KEYFLOWER).screens is False


def test_a_pads_copy_is_no_table(pad):
    known = stored_replicas.current_replica(pad, KEYFLOWER)
    assert (known.table, known.screens, known.finished) == (False, False, None)
    assert {"p1", "p2", "seats"} <= set(known.parts)
    assert stored_replicas.current_replica(pad, KEYFLOWER).uid == known.uid


def test_a_seat_goes_from_a_table_only_while_it_is_played_and_the_seat_is_empty(table):
    Table.objects.filter(key=table.key).update(finished=END)
    assert take(table, gone("seats/p2")).cells == {}
    Table.objects.filter(key=table.key).update(finished=None)
    joined(table, "p2")
    assert take(table, said(*({"seats/p2": None} for _ in range(30)))).cells == {}
    Device.objects.filter(seat="p2").delete()
    last = said(*({"seats/p2": None} for _ in range(90)), by=THERE)
    assert take(table, last).cells == dict.fromkeys(("p2/colour", "p2/name", "seats/p2"))
    assert list(fresh(table).state["seats"]) == ["p1"]
    assert take(table, said(*({"seats/p2": True} for _ in range(200)))).cells["seats/p2"] is True


def asked(phone: Client | None = None) -> HttpRequest:
    request = RequestFactory().get("/")
    if phone:
        cookies = {name: morsel.value for name, morsel in phone.cookies.items()}
        # a middleware takes the signature off
        request.COOKIES = cookies | {
            access.COOKIE: cookies.get(access.COOKIE, "").partition(":")[0]
        }
    return request


def open_table(theirs: Replica, seat: str = "p1") -> Table:
    return stored_replicas.open_table(asked(), HttpResponse(), KEYFLOWER, theirs, seat)


def test_a_table_goes_on_from_a_code_with_this_phone_as_its_host():
    theirs = said({"seats/p1": True, "seats/p2": True, WOOD: 3}, screens=True, table=True)
    made = open_table(theirs.merged(said({WOOD: 2}, by=THERE)), "p2")
    assert made.state == fresh(made).state
    assert made.state["seats"] == {"p1": {"resources": {"wood": 3}}, "p2": {}}
    assert (made.uid, made.screens, made.finished, made.merge_conflicts) == (
        theirs.uid, True, None, {WOOD: [3, 2]},
    )  # fmt: skip
    host = Device.objects.get(table=made)
    assert (host.role, host.seat) == ("host", "p2")
    event = made.events.get()
    assert (event.idempotency_key, event.device, event.seat) == (new_table.OPENED, host, "p2")
    assert (event.cells, event.base) == ({WOOD: 3}, 0)
    assert Copy.objects.get(table=made).content == theirs.merged(said({WOOD: 2}, by=THERE)).stored()
    again = open_table(theirs, "p5")
    assert again.uid != made.uid
    assert Copy.objects.get(table=again).uid == theirs.uid
    assert Device.objects.get(table=again).seat == "", "nobody plays there"
    Table.objects.filter(key=made.key).update(removed=END)
    assert open_table(theirs).uid not in (theirs.uid, again.uid), "a removed one has its name yet"


def test_a_finished_table_is_as_old_as_its_end_and_open_to_all():
    cells = {"seats/p2": True, "seats/p1": True}
    made = open_table(said(cells, screens=True, finished=END))
    assert (made.made, made.finished, made.revealed) == (END, END, ["p1", "p2"])


def test_the_copies_here_are_those_that_this_phone_may_write_on(host, table):
    theirs = said({WOOD: 3})
    assert stored_replicas.here(asked(host), theirs) == []
    same = Replica(table.uid, "keyflower")
    assert stored_replicas.here(asked(host), same) == [Device.objects.get()]
    assert stored_replicas.here(asked(), same) == []
    assert stored_replicas.here(asked(host), Replica(table.uid, "toy")) == []
    player, watcher = joined(table, "p2"), joined(table, "watch")
    assert [each.role for each in stored_replicas.here(asked(player), same)] == ["player"]
    assert stored_replicas.here(asked(watcher), same) == []
    # another table that goes on from the same count, changed later
    other = stored_replicas.open_table(asked(host), HttpResponse(), KEYFLOWER, same, "p1")
    Table.objects.filter(key=other.key).update(changed=timezone.now() + timedelta(hours=1))
    assert [each.table for each in stored_replicas.here(asked(host), same)] == [other, table]
    Table.objects.filter(key=other.key).update(changed=timezone.now() - timedelta(hours=1))
    assert [each.table for each in stored_replicas.here(asked(host), same)] == [table, other]


def test_the_sheets_here_are_those_that_this_phone_has_opened(phone):
    at = phone.post("/score/keyflower/", {"players": "2"})["Location"]
    pad = table_at(at)
    theirs = stored_replicas.current_replica(pad, KEYFLOWER)
    (host,) = stored_replicas.here(asked(phone), theirs)
    assert (host.table, host.role) == (pad, "host")
    assert not host.pk, "it is not stored"
    assert stored_replicas.here(asked(phone), Replica(theirs.uid, "toy")) == []
    assert stored_replicas.here(asked(), theirs) == []
    later = stored_replicas.open_sheet(KEYFLOWER, theirs)
    with override_settings(STANDALONE=True):
        assert [each.table for each in stored_replicas.here(asked(), theirs)] == [later, pad]


def test_who_may_take_in_what():
    _host, table = opened(screens=True)
    joined(table, "p2")
    joined(table, "watch")
    by_role = {device.role: device for device in Device.objects.all()}
    shared = {"table", "play", "rulings"}
    seats = {f"p{n}" for n in range(1, KEYFLOWER.sheet.most_seats + 1)}
    may = {role: stored_replicas.may_take(who, KEYFLOWER) for role, who in by_role.items()}
    assert may["host"] == shared | {"seats"} | (seats - {"p2"})
    assert may["player"] == shared | {"p2"}
    assert may["spectator"] == frozenset()
    shows = {role: stored_replicas.may_show(who) for role, who in by_role.items()}
    assert shows["player"] == shared | {"seats", "p2"}
    assert shows["spectator"] == shared | {"seats"}
    assert shows["host"] == shared | {"seats"} | access.visible_seats(by_role["host"], table)
