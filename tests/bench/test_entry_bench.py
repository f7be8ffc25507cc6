"""How long the server takes for a posted cell: the answer to every tap of whole sheets.

Run with ``make bench``; figures go to docs/benchmarks.md. Every cell of a game's largest worked
example is posted the way htmx does, in the order of the sheet, on a blank pad and at a blank live
table: each answer is scored anew, written to the database and rendered, with nothing remembered
of an earlier run.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from statistics import median, quantiles

import pytest
from django.template.base import Template
from django.test import Client
from django.test.utils import _TestState

from companion import warm
from companion.models import Table
from scoring import examples, game, games
from scoring.core.cells import CellPath
from scoring.core.memory import Memory
from scoring.core.plan import State

pytestmark = [pytest.mark.bench, pytest.mark.django_db(transaction=True)]
HTMX = {"HX-Request": "true"}
GOAL = 10
"""Milliseconds of processor time for all but the slowest twentieth of the answers."""


def whole(slug: str) -> State:
    """The worked example of the most cells."""
    sheet = game(slug).sheet
    states = [sheet.known(dict(each.state)) for each in examples(slug).values()]
    return max(states, key=lambda state: len(sheet.cells(state)))


def posts(slug: str, state: State) -> Iterator[tuple[str, str]]:
    """Each cell as its input is sent: the table's first, then seat by seat."""
    sheet = game(slug).sheet
    for path, value in sheet.cells(sheet.known(state)).items():
        if CellPath(path).holder in ("table", *state["seats"]) and not path.endswith("/name"):
            yield path, "1" if value is True else str(value)


def pad(slug: str, seats: int) -> tuple[Client, str]:
    client = Client()
    where = client.post(f"/score/{slug}/", {"players": str(seats)})["Location"]
    return client, where.removesuffix("p1/") + "{seat}/"


def live(slug: str, seats: int) -> tuple[Client, str]:
    client = Client()
    client.post(f"/open/{slug}/", {f"p{n}/name": f"P{n}" for n in range(1, seats + 1)})
    return client, f"/table/{Table.objects.get().key}/sheet/{{seat}}/"


@pytest.fixture
def server() -> Iterator[None]:
    """As a real one: everything is read before anybody asks, and is never looked at as garbage.

    Django's tests write down what every template was given; a server does not.
    """
    warm.boxes()
    gc.collect()
    gc.freeze()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Template, "_render", _TestState.saved_data.template_render)  # type: ignore[attr-defined]
        yield
    gc.unfreeze()


def _forget() -> None:
    """Whatever was kept by what was asked: see ``Memory``."""
    gc.unfreeze()
    for each in gc.get_objects():
        if isinstance(each, Memory):
            each._kept.clear()
    gc.freeze()


@pytest.mark.parametrize("slug", sorted(games()))
@pytest.mark.parametrize("where", [pad, live], ids=["pad", "table"])
@pytest.mark.usefixtures("server")
def test_the_answer_to_every_cell(slug, where) -> None:
    state = whole(slug)
    sent = list(posts(slug, state))
    seats = list(state["seats"])
    times: list[float] = []
    walls: list[float] = []
    for round_ in range(2):  # the first one warms what any server has met within a minute
        Table.objects.all().delete()
        _forget()  # but no score is remembered from it
        client, at = where(slug, max(2, len(seats)))
        base, times, walls = "0", [], []
        for n, (path, value) in enumerate(sent):
            holder = path.partition("/")[0]
            address = at.format(seat=holder if holder in seats else seats[0])
            data = {path: value, "base": base, "form": f"key-{round_}-{n}"}
            began, wall = time.process_time(), time.perf_counter()
            answer = client.post(address, data, headers=HTMX | {"HX-Trigger-Name": path})
            times.append(1000 * (time.process_time() - began))
            walls.append(1000 * (time.perf_counter() - wall))
            assert answer.status_code == 200, (path, value)
            page = answer.content.decode()
            if 'name="base"' in page:
                base = page.partition('name="base"')[2].partition('value="')[2].partition('"')[0]
    p95, wall95 = (quantiles(each, n=20)[-1] for each in (times, walls))
    print(
        f"\n{slug}, {where.__name__}: {len(sent)} cells of {len(seats)} seats: processor time "
        f"median {median(times):.1f}, p95 {p95:.1f}, slowest {max(times):.1f} ms; "
        f"on the clock median {median(walls):.1f}, p95 {wall95:.1f} ms"
    )
    assert p95 <= GOAL
