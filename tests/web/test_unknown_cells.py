"""Cells of another version are kept and shown as unknown: no page breaks, every export returns.

Ledgers are written straight to the database, as an older or newer version may have left them:
renamed options, fields that are gone, numbers that are none, odd keys, thousands of events.
"""

import json
import os
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis
from hypothesis import strategies as st

from companion.models import Event, Result, Table
from companion.tables import ledger
from scoring import game, games
from scoring.game import Game
from tests.page_posts import post_cell
from tests.page_text import tight
from tests.web.test_history import upload

pytestmark = pytest.mark.django_db

SCORING = sorted(s for s, box in games().items() if box.stage != "draft")
ON_BOTH = [pytest.param(s, marks=pytest.mark.postgres) if s == "keyflower" else s for s in SCORING]
"""To a database an odd cell is the same in every game."""
LEDGERS = int(os.environ.get("COMPANION_LEDGERS", "8"))
STRANGE: st.SearchStrategy[Any] = st.one_of(
    st.sampled_from(["garbage", "", "no_such_option", "３", "<b>", "\u202e", "🎲" * 30]),
    st.sampled_from(
        [-1, 0, 1, 10**6, 10**30, 1.5, True, False, None, [], [1], {}, {"a": {"b": 1}}]
    ),
)
GONE = ["p1/gone", "p1/gone/row", "p2/name", "p2/name/first", "table/gone", "play/stage",
        "play/stage/x", "play/done/x/y", "rulings/gone", "rulings/preset", "p9/name", "p9/gone",
        "zz/a", "p1", "rulings", "p1//x", "🎲/🎲", "p2/colour", "p1/colour/red"]  # fmt: skip


def paths(box: Game) -> list[str]:
    """Cells of every kind that the sheet has, and such as it never had."""
    sheet = box.sheet
    kinds: dict[tuple[str, str, str], str] = {}
    for holder, fields in (
        ("p1", sheet.fields),
        ("p2", sheet.fields),
        ("table", sheet.table_fields),
        ("play", sheet.play_fields),
        ("rulings", sheet.ruling_fields),
    ):
        for field in fields.values():
            path = next(iter(field.paths()))
            kinds.setdefault((holder, field.kind, field.cell.kind), "/".join((holder, *path)))
    return [*kinds.values(), *(f"rulings/{id_}" for id_ in sheet.ruling_fields), *GONE]


@st.composite
def ledgers(draw: st.DrawFn, slug: str) -> list[dict[str, Any]]:
    known = paths(game(slug))
    cells = st.dictionaries(st.sampled_from(known), STRANGE, min_size=1, max_size=4)
    rows: list[dict[str, Any]] = []
    for number in range(1, draw(st.integers(1, 8)) + 1):
        if number > 1 and draw(st.integers(0, 3)) == 0:
            rows.append({"undoes": draw(st.integers(1, number - 1))})
        else:
            rows.append({"cells": draw(cells), "refused": draw(st.one_of(st.just({}), cells))})
        rows[-1]["seat"] = draw(st.sampled_from(["p1", "p2", "", "p9"]))
    return rows


def written(slug: str, rows: list[dict[str, Any]], finished: bool = False) -> tuple[Client, Table]:
    """A table with these events as they stand, and a host's phone at it."""
    sheet = game(slug).sheet
    phone = Client()
    phone.post(f"/open/{slug}/", {"p1/name": "Aki", "p2/name": "Mika"})
    table = Table.objects.order_by("-made").first()
    assert table is not None
    table.events.all().delete()
    keys = [f"{n}\x00 {'k' * (n % 60)}" for n in range(1, len(rows) + 1)]
    if connection.vendor != "sqlite":  # the others never took one like these
        keys = [key.replace("\x00", "")[:40] for key in keys]
    events = [
        Event(table=table, number=n, idempotency_key=keys[n - 1], **row)
        for n, row in enumerate(rows, 1)
    ]
    Event.objects.bulk_create(events)
    table.state = ledger.fold(sheet, sheet.blank(2), events)
    table.revision = len(events)
    table.finished = timezone.now() if finished else None
    table.save()
    return phone, table


def pages(table: Table) -> list[str]:
    box, at = game(table.game), f"/table/{table.key}/"
    forms = [id_ for id_, each in box.calculators.items() if each.form]
    return [
        "/", "/history/", "/history/export.csv", "/history/export.lines", "/history/export.bgsplay",
        at, f"{at}log/", f"{at}invite/", f"{at}rules/", f"{at}calculators/",
        f"{at}sheet/p1/", f"{at}sheet/p2/", f"{at}export.json",
        *(f"{at}calculators/{id_}/" for id_ in forms),
        *(f"{at}ask/p1/{id_}/" for id_ in box.planners),
    ]  # fmt: skip


def there_and_back(phone: Client, table: Table) -> None:
    """Export, import on another phone once the table is gone, export: the same table."""

    def left(who: Client) -> dict[str, Any]:
        file = who.get("/history/export.json").json()
        return next(t for t in file["tables"] if t["uid"] == str(table.uid))

    before = left(phone)
    file = json.dumps(phone.get("/history/export.json").json()).encode()
    Table.objects.filter(key=table.key).delete()
    other = Client()
    answer = upload(other, "/history/import", file)
    assert answer.status_code == 200, answer.content.decode()[:3000]
    assert left(other) == before


@pytest.mark.parametrize("slug", ON_BOTH)
@pytest.mark.slow
def test_every_page_answers_whatever_a_ledger_holds_and_its_export_comes_back(slug):
    @hypothesis(max_examples=LEDGERS, suppress_health_check=list(HealthCheck))
    @given(ledgers(slug), st.booleans())
    def holds(rows, finished):
        phone, table = written(slug, rows, finished)
        for path in pages(table):
            assert phone.get(path).status_code == 200, path
        at = f"/table/{table.key}/"
        now = {"base": table.revision}
        assert post_cell(phone, f"{at}sheet/p1/", "p1/name", "Bo", **now).status_code == 200
        assert phone.post(f"{at}sheet/p1/", now).status_code in (302, 422)
        assert phone.post(f"{at}log/1/undo").status_code == 302
        assert phone.get(at).status_code == 200
        assert phone.post(f"{at}finish").status_code == 302
        end = phone.get(at)
        assert end.status_code == 200
        kept = Result.objects.order_by("-made").first()
        assert phone.get(f"/result/{kept.key}/").status_code == 200
        assert phone.get(f"/result/{kept.key}/p1/").status_code == 200
        assert phone.post(f"/result/{kept.key}/edit").status_code == 302
        pad = Table.objects.filter(pad=True).order_by("-made").first()
        assert phone.get(f"/pad/{pad.key}/").status_code == 200
        assert phone.post(f"/pad/{pad.key}/p1/", {"go": "result"}).status_code in (302, 422)
        assert phone.post(f"{at}again").status_code == 302
        there_and_back(phone, table)

    holds()


def test_what_is_not_known_any_more_is_said_and_counts_for_nobody():
    rows = [
        {"cells": {"p1/name": "Aki", "p1/resources/gold": 4, "p1/gone": 7}, "seat": "p1"},
        {"cells": {"rulings/storage_release": "garbage"}, "seat": "p1"},
    ]
    phone, table = written("keyflower", rows)
    log = tight(phone.get(f"/table/{table.key}/log/").content)
    assert "gone (not known any more)" in log
    assert "“garbage” (not known any more)" in log
    sheet = tight(phone.get(f"/table/{table.key}/sheet/p1/").content)
    assert "p1/gone: 7" in sheet
    assert "rulings/storage_release: garbage" in sheet
    assert "Entered, but not known any more" in phone.get(f"/table/{table.key}/").content.decode()
    phone.post(f"/table/{table.key}/finish")
    result = tight(phone.get(f"/result/{Result.objects.get().key}/").content)
    assert "4 so far" in result
    assert "gone" in result
    phone.post(f"/table/{table.key}/log/2/undo")
    phone.post(f"/table/{table.key}/log/1/undo")
    assert "not known any more" not in phone.get(f"/table/{table.key}/").content.decode()


@pytest.mark.slow
@pytest.mark.postgres
def test_a_table_of_thousands_of_events_comes_back_whole():
    rows = [{"cells": {"p1/resources/gold": 1 + n % 9}, "seat": "p1"} for n in range(3000)]
    phone, table = written("keyflower", rows)
    there_and_back(phone, table)
    assert Event.objects.count() == 3000


@pytest.mark.parametrize("slug", SCORING)
def test_no_route_stores_an_answer_that_the_ruling_does_not_have(slug):
    phone, table = written(slug, [])
    at = f"/table/{table.key}/sheet/p1/"
    for id_ in game(slug).sheet.ruling_fields:
        path = f"rulings/{id_}"
        for presets in ({}, *({"rulings/preset": p} for p in game(slug).catalogue.presets)):
            phone.post(at, {"base": 0, path: "garbage"} | presets)
        post_cell(phone, at, path, "garbage")
        phone.post(f"/table/{table.key}/play", {"stage": "garbage", "first": "garbage", path: "x"})
        made = phone.post(f"/score/{slug}/", {"players": "2"})["Location"]
        phone.post(made, {path: "garbage", "go": "result"})
    assert not any("garbage" in json.dumps(each) for each in Event.objects.values_list("cells"))
    assert not any(
        "garbage" in json.dumps(each)
        for each in Table.objects.filter(pad=True).values_list("state")
    )
    opened = (
        Client().post(f"/open/{slug}/", {"p1/name": "Aki", "rulings/preset": "garbage"}).status_code
    )
    assert opened == (422 if game(slug).catalogue.presets else 302)
