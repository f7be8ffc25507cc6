"""Every route answers when there is no time left: with what is known, or that it stopped.

The clock of these tests goes on by itself at each look, so nothing depends on the machine. What a
route asks of an engine is watched: it must look at the clock of its own request.
"""

import io
import json
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from companion.history.export_and_import import FILES
from companion.models import Group, Play, Table
from companion.tables.saved_results import keep_result
from scoring import examples, game, games
from scoring.model.calculator import Form
from scoring.solving import deadline as clock
from tests.contract.test_proven_plans import absurd
from tests.page_text import tight

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nothing_remembered")]

each_game = pytest.mark.parametrize("slug", sorted(games()))
FORMS = [
    pytest.param(slug, each.id, each.form, id=f"{slug}-{each.id}")
    for slug in sorted(games())
    for each in game(slug).calculators.values()
    if each.form
]
each_form = pytest.mark.parametrize(("slug", "calculator", "form"), FORMS)
HTMX = {"HX-Request": "true"}


@pytest.fixture(params=[10, 1], ids=["no time", "next to no time"])
def hurry(request, monkeypatch):
    """So many seconds pass at each look."""
    looks = count(step=request.param)
    monkeypatch.setattr(clock, "time", SimpleNamespace(thread_time=lambda: next(looks)))


@pytest.fixture
def watched(monkeypatch):
    """For each look, whether it was at the clock of a request."""
    seen: list[bool] = []
    look = clock.left

    def left(most=clock.SECONDS):
        deadline = clock._deadline.get()
        seen.append(deadline is not None and deadline.asker is not None)
        return look(most)

    monkeypatch.setattr(clock, "left", left)
    return seen


def opened(slug: str) -> tuple[Client, Table]:
    host = Client()
    host.post(f"/open/{slug}/", {"p1/name": "Aki", "p2/name": "Mika"})
    table = Table.objects.get()
    table.state = table.state | absurd(game(slug))
    table.save()
    return host, table


def typed(form: Form) -> dict[str, str]:
    """The fullest form, as it is posted."""
    state = absurd(form, 1 if form.scope == "one" else 2)
    cells = form.sheet.cells(state).items()
    return {path: "1" if value is True else str(value) for path, value in cells} | {"sent": "1"}


def routes(slug: str) -> Iterator[tuple[Client, str, str, Any, dict[str, str]]]:
    """Every address that shows what was worked out: phone, method, path, body and headers."""
    found, anyone = game(slug), Client()
    state = absurd(found)
    kept = reverse("result", args=[keep_result(game(slug), state).key])
    host, table = opened(slug)
    pad = Table.objects.create(pad=True, game=slug, state=state)
    at, sent = reverse("table", args=[table.key]), json.dumps(state)
    gets = [
        reverse("pad", args=[pad.key]),
        reverse("pad", args=[pad.key, "p1"]),
        reverse("pad_settings", args=[pad.key, "p1"]),
        kept,
        *(reverse("example", args=[slug, name]) for name in examples(slug)),
    ]
    gets += [reverse("pad_plan", args=[pad.key, "p1", each]) for each in found.planners]
    for path in gets:
        yield anyone, "get", path, {}, {}
    for headers in ({}, HTMX):
        yield anyone, "get", f"{kept}p1/", {}, headers
    yield anyone, "post", f"/api/v1/score/{slug}", sent, {}
    for each in found.planners:
        yield anyone, "post", f"/api/v1/optimise/{slug}/{each}/p1", sent, {}
        yield host, "get", reverse("table_plan", args=[table.key, "p1", each]), {}, {}
    for page in ("", "log/", "calculators/", "sheet/p1/", "sheet/p1/settings/", "export.json"):
        yield host, "get", at + page, {}, {}
    field = next(f for f in found.sheet.declared.values() if f.kind in ("count", "tally"))
    path = "/".join(("p1", *next(iter(field.paths()))))
    data = {path: "1", "base": "0", "form": "once"}
    yield host, "post", f"{at}sheet/p1/", data, HTMX | {"HX-Trigger-Name": path}
    yield host, "post", f"{at}finish", {}, {}
    table.refresh_from_db()
    for page in ("", "export.csv", "export.json", "export.bgsplay"):
        yield host, "get", at + page if page else at, {}, {}
    yield host, "post", f"{kept}save", {"date": "2026-11-20"}, {}
    play = reverse("play", args=[Play.objects.get().uid])
    for path in ("/history/", "/history/tidy", play, "/history/export.csv", "/history/export.json"):
        yield host, "get", path, {}, {}
    yield from of_a_group(host, table, kept)


def of_a_group(
    host: Client, table: Table, kept: str
) -> Iterator[tuple[Client, str, str, Any, dict[str, str]]]:
    """The history of a group: of a table that was played, a result that was saved, and of files."""
    shelf = host.post("/history/group", {"name": "Mondays", "games": "1"})["Location"]
    group = Group.objects.get()
    filed = {"group": str(group.pk)}
    yield host, "post", reverse("table_group", args=[table.key]), filed, {}
    yield host, "post", f"{kept}save", filed | {"date": "2026-11-20"}, {}
    play = f"play/{Play.objects.get(owner=group.digest).uid}/"
    files = [f"export.{kind}" for kind in FILES]
    for page in ("", "tidy", play, *files):
        yield host, "get", shelf + page, {}, {}
    yield Client(), "get", shelf, {}, {}
    whole = host.get(f"{shelf}export.json").content
    Table.objects.all().delete()
    file = SimpleUploadedFile("companion.json", whole)
    yield host, "post", f"{shelf}import", {"file": file}, {}


def asked(phone: Client, method: str, path: str, body: Any, headers: dict[str, str]) -> Any:
    kind = {"content_type": "application/json"} if isinstance(body, str) else {}
    return getattr(phone, method)(path, body, headers=headers, **kind)


@each_game
@pytest.mark.parametrize(
    "hurry",
    [10, pytest.param(1, marks=pytest.mark.slow)],
    ids=["no time", "next to no time"],
    indirect=True,
)
def test_every_route_answers_without_time(slug, hurry, watched):
    for route in routes(slug):
        answer = asked(*route)
        late = route[2].startswith("/api/v1/optimise")
        assert answer.status_code in ((200, 503) if late else (200, 302)), route[1:3]
        if answer.status_code == 503:
            assert answer["Retry-After"]
        assert all(watched), route[1:3]
    assert watched or not game(slug).planners, "something was asked"


@each_form
def test_a_form_without_time_is_answered_on_its_own_page_and_at_a_table(
    slug, calculator, form, hurry, watched
):
    host, table = opened(slug)
    there = reverse("table_calculator", args=[table.key, calculator])
    alone = reverse("calculator", args=[slug, calculator])
    asked = [(host, there)]
    if game(slug).calculators[calculator].by_itself:
        asked.append((Client(), alone))
    for phone, path in asked:
        for data in ({}, typed(form)):
            for headers in ({}, HTMX):
                answer = phone.get(path, data, headers=headers)
                assert answer.status_code == 200, path
                assert '<p role="status">' in tight(answer.content), "it says something"
    taken = host.post(there, typed(form) | {"apply": "0", "base": "0", "form": "once"})
    assert taken.status_code == 302
    assert watched
    assert all(watched), "looked at the clock of the request"


@each_game
def test_the_command_line_stops_as_well(slug, hurry, tmp_path):
    file = tmp_path / "sheet.json"
    file.write_text(json.dumps(absurd(game(slug))), "utf-8")
    out = io.StringIO()
    call_command("score", slug, str(file), stdout=out)
    assert set(json.loads(out.getvalue())["seats"]) == {"p1", "p2"}
    for each in game(slug).planners:
        out, err = io.StringIO(), io.StringIO()
        with suppress(SystemExit):
            call_command("score", slug, str(file), optimise=each, seat="p1", stdout=out, stderr=err)
        assert bool(out.getvalue()) != bool(err.getvalue())
        assert "proof" in out.getvalue() or "in the time given" in err.getvalue()
