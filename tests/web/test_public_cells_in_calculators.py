"""Calculators use of others what lies open by the rules: no more at an open table, no less at one
with hidden sheets."""

import re

import pytest
from django.test import Client

from companion.models import Table
from scoring import game
from tests.page_text import tight
from tests.web.test_tables import cell, joined, opened

pytestmark = pytest.mark.django_db

DEALT = {"sent": "1", "seat": "p1", "p1/dealt/keythedral": "1", "p1/dealt/scribes": "1"}


def asked(phone: Client, table: Table) -> str:
    page = phone.get(f"/table/{table.key}/calculators/keep/", DEALT).content.decode()
    answer = page.partition('id="answer"')[2].partition("</section>")[0]
    return re.sub(r"\s+", " ", re.sub(r'name="(form|csrf\w+)" value="[^"]*"', "", answer))


@pytest.mark.parametrize("screens", [False, True])
def test_a_rivals_workers_and_skills_change_nothing_and_the_village_does(screens):
    host, table = opened(screens=screens)
    rival = joined(table, "p2")
    host.post(f"/table/{table.key}/seat", {"seat": "p1"})
    for path, value in (("resources/gold", "2"), ("village/home_1", "before")):
        cell(rival, table, f"p2/{path}", value)
    before = asked(host, table)
    assert "Mika +12" in before
    assert "Mika ?" in before
    for path in ("workers/green", "skills/saw", "skills/anvil", "skills/pickaxe"):
        assert cell(rival, table, f"p2/{path}", "4").status_code == 200
    assert asked(host, table) == before
    cell(rival, table, "p2/village/keywood", "after")
    cell(rival, table, "p2/boats/keyflower", "1")
    table.refresh_from_db()
    state = game("keyflower").sheet.lying_open(table.state, "p1")
    assert "workers" not in state["seats"]["p2"]
    assert set(state["seats"]["p2"]["village"]) == {"home_1", "keywood"}


def test_a_seat_behind_its_screen_shows_what_lies_open_and_nothing_else():
    host, table = opened(screens=True)
    rival = joined(table, "p2")
    host.post(f"/table/{table.key}/seat", {"seat": "p1"})
    address = f"/table/{table.key}/open/p2/"
    # from its row, and from its figure at the drawn table
    assert host.get(f"/table/{table.key}/").content.decode().count(f'href="{address}"') == 2

    def seen(phone):
        return tight(phone.get(address).content.decode()).partition("<main")[2]

    assert "Nothing of it is entered yet." in seen(host)
    cell(rival, table, "p2/resources/gold", "17")
    cell(rival, table, "p2/village/home_1", "after")
    shown = seen(host)
    for said in ("Gold", "17", "Home 1", "The rest stays behind the screen"):
        assert said in shown
    # the hand that the rules hide, what was decided and what is said to be none change nothing
    kept = game("keyflower").sheet
    hidden = [
        f"p2/{'/'.join(next(iter(field.paths())))}"
        for field in kept.declared.values()
        if (field.hidden or field.decided) and field.cell.kind == "number"
    ]
    assert {"p2/workers/red", "p2/skills/anvil"} < set(hidden)
    for path in (*hidden, "p2/none/pieces"):
        assert cell(rival, table, path, "1").status_code == 200
    assert seen(host) == shown
    for path in (f"/table/{table.key}/sheet/p2/", f"/table/{table.key}/ask/p2/final/"):
        assert host.get(path).status_code == 404
    assert Client().get(address).status_code == 404
