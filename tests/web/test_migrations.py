"""Stored tables and pads survive changes of the database, there and back."""

from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client

from companion.models import Copy, Event, Table
from companion.sync import stored_replicas
from companion.tables import ledger, new_table
from scoring import game
from tests.web.test_ledger import drafted

KEYFLOWER = game("keyflower")


def migrated(to: str) -> Any:
    executor = MigrationExecutor(connection)
    executor.migrate([("companion", to)])
    return executor.loader.project_state(("companion", to)).apps


@pytest.mark.django_db(transaction=True)
def test_tables_written_with_the_old_words_go_on_and_can_go_back():
    table = Table.objects.create(game="keyflower", state=KEYFLOWER.sheet.blank(2))
    cells = {"p1/resources/wood": 3}
    draft = drafted(table, cells)
    done = ledger.write(table.key, None, "p1", cells, 0, "a form", draft)
    try:
        then = migrated("0003_history")
        old = then.get_model("companion", "Table").objects.get()
        assert old.version == old.settled["version"] == 1
        assert then.get_model("companion", "Event").objects.get().form == "a form"
    finally:
        migrated(newest())
    now = Table.objects.get()
    assert now.revision == now.settled["revision"] == 1
    assert now.state == done.table.state
    assert Event.objects.get().idempotency_key == "a form"
    # the same form still counts once
    assert ledger.write(table.key, None, "p1", {"p1/resources/wood": 4}, 0, "a form").repeated


WOOD, GOLD = "p1/resources/wood", "p1/resources/gold"
HTMX = {"HX-Request": "true", "HX-Trigger-Name": WOOD}


def newest() -> str:
    return str(MigrationExecutor(connection).loader.graph.leaf_nodes("companion")[0][1])


@pytest.mark.django_db(transaction=True)
def test_pads_of_the_version_before_go_on_as_tables():
    """Their last changes can be taken back, a form counts once, a code names the same replica."""
    state = {"game": "keyflower", "rulings": {"preset": "online"}, "seats": {
        "p1": {"name": "Aki", "resources": {"wood": 5, "gold": 1}}, "p3": {"gone": 7}}}  # fmt: skip
    replaced = [
        {WOOD: None, "p2/resources/wood": 4},  # p2 is gone since
        {WOOD: 3},
        {GOLD: None, WOOD: 4, "rulings/preset": "rulebook"},
    ]
    then = migrated("0016_plain_names")
    try:
        pads = then.get_model("companion", "Pad").objects
        old = pads.create(
            key="a", game="keyflower", state=state, before=replaced, forms=["one", "two"],
            merge_conflicts={WOOD: [5, 2]},
        )  # fmt: skip
        pads.create(key="b", game="keyflower", state=state, forms=["one", "opened", "two"])
        pads.create(key="c", game="no such game", state={"seats": {"p1": {"x": [1]}}})
        copy = then.get_model("companion", "Copy").objects.create(pad=old)
    finally:
        migrated(newest())
    pad = Table.objects.get(pad=True, key="a")
    assert (pad.state, pad.merge_conflicts, pad.finished) == (state, {WOOD: [5, 2]}, None)
    assert (pad.made, pad.changed) == (old.made, old.changed)
    assert set(pad.events.values_list("at", flat=True)) == {old.changed}
    assert Copy.objects.get().table == pad
    assert stored_replicas.current_replica(pad, KEYFLOWER).uid == copy.uid
    assert ledger.fold(KEYFLOWER.sheet, KEYFLOWER.sheet.blank(1) | {"seats": {"p1": {}, "p3": {}}},
                       list(pad.events.all())) == state  # fmt: skip
    phone = Client()
    for key in ("a", "b"):
        answer = phone.post(f"/pad/{key}/p1/", {WOOD: "9", "form": "one"}, headers=HTMX)
        assert (answer.status_code, Table.objects.get(pad=True, key=key).state) == (200, state)
    for wood in (4, 3, None, None):
        phone.post("/pad/a/p1/", {"go": "undo"})
        seats = Table.objects.get(pad=True, key="a").state["seats"]
        assert seats["p1"].get("resources", {}) == ({"wood": wood} if wood else {})
        assert (seats["p1"]["name"], seats["p3"]) == ("Aki", {"gone": 7})
    assert KEYFLOWER.sheet.preset(Table.objects.get(pad=True, key="a").state) == "rulebook"
    assert phone.get("/pad/b/p1/").status_code == 200
    assert phone.get("/pad/c/").status_code == 404
    assert Table.objects.get(pad=True, key="c").state == {"seats": {"p1": {"x": [1]}}}


@pytest.mark.django_db(transaction=True)
def test_pads_can_go_back_to_the_version_before():
    pad = new_table.open_pad(KEYFLOWER, KEYFLOWER.sheet.blank(2))
    Client().post(f"/pad/{pad.key}/p1/", {WOOD: "9", "form": "one"}, headers=HTMX)
    replica = stored_replicas.current_replica(pad, KEYFLOWER)
    table = Table.objects.create(game="keyflower", state=KEYFLOWER.sheet.blank(2))
    pad.refresh_from_db()
    then = migrated("0016_plain_names")
    try:
        old = then.get_model("companion", "Pad").objects.get()
        assert (old.key, old.state, old.forms) == (pad.key, pad.state, ["one"])
        assert (old.made, old.changed) == (pad.made, pad.changed)
        assert then.get_model("companion", "Table").objects.get().key == table.key
    finally:
        migrated(newest())
    now = Table.objects.get(pad=True)
    assert (now.key, now.state) == (pad.key, pad.state)
    assert stored_replicas.current_replica(now, KEYFLOWER).uid == replica.uid
