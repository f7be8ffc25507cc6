"""Stored tables survive a change of the database's words, there and back."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from companion.models import Event, Table
from companion.tables import ledger
from scoring import game

KEYFLOWER = game("keyflower")


def migrated(to: str) -> Any:
    executor = MigrationExecutor(connection)
    executor.migrate([("companion", to)])
    return executor.loader.project_state(("companion", to)).apps


@pytest.mark.django_db(transaction=True)
def test_tables_written_with_the_old_words_go_on_and_can_go_back() -> None:
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes("companion")[0][1]
    table = Table.objects.create(game="keyflower", state=KEYFLOWER.sheet.blank(2))
    cells = {"p1/resources/wood": 3}
    draft = ledger.draft(KEYFLOWER, table, cells)
    done = ledger.write(table.key, None, "p1", cells, 0, "a form", draft)
    try:
        then = migrated("0003_history")
        old = then.get_model("companion", "Table").objects.get()
        assert old.version == old.settled["version"] == 1
        assert then.get_model("companion", "Event").objects.get().form == "a form"
    finally:
        migrated(newest)
    now = Table.objects.get()
    assert now.revision == now.settled["revision"] == 1
    assert now.state == done.table.state
    assert Event.objects.get().idempotency_key == "a form"
    # the same form still counts once
    assert ledger.write(table.key, None, "p1", {"p1/resources/wood": 4}, 0, "a form").repeated
