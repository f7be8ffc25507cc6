"""Calculators use of others what lies open by the rules: no more at an open table, no less at one
with hidden sheets."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from companion.models import Table
from scoring import game
from tests.web.test_tables import joined, opened

pytestmark = pytest.mark.django_db

DEALT = {"sent": "1", "seat": "p1", "p1/dealt/keythedral": "1", "p1/dealt/scribes": "1"}


def write(phone: Client, table: Table, cell: str, value: str) -> None:
    where = f"/table/{table.key}/sheet/{cell.partition('/')[0]}/"
    htmx = {"HX-Request": "true", "HX-Trigger-Name": cell}
    assert phone.post(where, {cell: value}, headers=htmx).status_code == 200


def asked(phone: Client, table: Table) -> str:
    page = phone.get(f"/table/{table.key}/calculators/keep/", DEALT).content.decode()
    answer = page.partition('id="answer"')[2].partition("</section>")[0]
    return re.sub(r"\s+", " ", re.sub(r'name="(form|csrf\w+)" value="[^"]*"', "", answer))


@pytest.mark.parametrize("screens", [False, True])
def test_a_rivals_workers_and_skills_change_nothing_and_the_village_does(screens: bool) -> None:
    host, table = opened(screens=screens)
    rival = joined(table, "p2")
    host.post(f"/table/{table.key}/seat", {"seat": "p1"})
    for cell, value in (("resources/gold", "2"), ("village/home_1", "before")):
        write(rival, table, f"p2/{cell}", value)
    before = asked(host, table)
    assert "Mika +12" in before
    assert "Mika ?" in before
    for cell in ("workers/green", "skills/saw", "skills/anvil", "skills/pickaxe"):
        write(rival, table, f"p2/{cell}", "4")
    assert asked(host, table) == before
    write(rival, table, "p2/village/keywood", "after")
    write(rival, table, "p2/boats/keyflower", "1")
    table.refresh_from_db()
    state = game("keyflower").sheet.lying_open(table.state, "p1")
    assert "workers" not in state["seats"]["p2"]
    assert set(state["seats"]["p2"]["village"]) == {"home_1", "keywood"}
