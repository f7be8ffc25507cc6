"""Size of a first view: the page and every file it names, compressed as they are served."""

import gzip
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from companion.http.staticfiles import minified
from companion.models import Table
from companion.tables import ledger
from scoring import examples, game, games

pytestmark = pytest.mark.django_db

MOST_BYTES = 60 * 1024
MOST_REQUESTS = 8


def weight(client: Client, path: str) -> dict[str, int]:
    page = client.get(path, headers={"Accept-Encoding": "gzip"})
    assert page.status_code == 200
    html = gzip.decompress(page.content) if page.get("Content-Encoding") else page.content
    weights = {path: len(page.content)}
    names = re.findall(r'(?:href|src)="/static/([^"#]+)', html.decode())
    while names:
        found = finders.find(name := names.pop())
        assert isinstance(found, str), name
        content = Path(found).read_bytes()
        served = minified(name, content) if name.endswith((".js", ".css")) else content
        weights[name] = len(gzip.compress(served))
        if name.startswith("js/"):
            # What a module imports is asked for as well, but for what only some pages need.
            modules = re.findall(r'(?:from|import)\s*"\./([^"]+)"', content.decode())
            names += [f"js/{each}" for each in modules if f"js/{each}" not in names]
    return weights


def first_form(slug: str) -> str:
    return next(c.id for c in game(slug).calculators.values() if c.by_itself)


def with_calculators() -> list[str]:
    return [slug for slug in games() if any(c.by_itself for c in game(slug).calculators.values())]


def fits(client: Client, path: str) -> None:
    weights = weight(client, path)
    assert sum(weights.values()) <= MOST_BYTES, weights
    assert len(weights) <= MOST_REQUESTS, weights


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/about",
        "/find?q=guild",
        "/history/",
        "/join/",
        "/open/keyflower/",
        "/score/keyflower/",
        "/keyflower/mercers_guild",
        "/keyflower/examples/whole_village",
    ],
)
def test_first_view(client, path):
    fits(client, path)


@pytest.mark.parametrize("slug", games())
def test_a_box_with_all_its_pieces(client, slug):
    fits(client, f"/{slug}/")
    fits(client, f"/{slug}/print")


def test_a_calculator(client):
    for slug in with_calculators():
        fits(client, f"/{slug}/calculators/")
        fits(client, f"/{slug}/calculators/{first_form(slug)}/")


def test_an_opened_sheet_and_its_result(client):
    link = client.post("/score/keyflower/", {"players": "6"})["Location"]
    fits(client, link)
    fits(client, f"/pad/{link.split('/')[2]}/set-up/")
    fits(client, client.post(link, {"go": "result"})["Location"])


@pytest.mark.parametrize(
    "page", ["", "invite/", "log/", "set-up/", "rules/", "calculators/", "sheet/p1/"]
)
def test_a_table(page, host, table):
    fits(host, f"/table/{table.key}/{page}")


@pytest.mark.parametrize("slug", games())
def test_a_board_with_every_row_of_a_full_table(slug):
    host = Client()
    found = max(examples(slug).values(), key=lambda each: len(str(each.state)))
    seats = len(found.state["seats"])
    host.post(f"/open/{slug}/", {f"p{n}/name": f"{n}" for n in range(1, seats + 1)})
    table = Table.objects.get()
    cells = game(slug).sheet.cells(game(slug).sheet.read(found.state))
    own = ("/name", "/colour")
    cells = {path: value for path, value in cells.items() if not path.endswith(own)}
    ledger.write(table.key, None, "p1", cells, table.revision, "all")
    fits(host, f"/table/{table.key}/")
    host.post(f"/table/{table.key}/finish", {"go": "finish"})
    fits(host, f"/table/{table.key}/")


@pytest.mark.parametrize("slug", with_calculators())
def test_calculators_at_a_full_table(slug):
    host = Client()
    host.post(f"/open/{slug}/", {f"p{n}/name": f"{n}" for n in range(1, 5)})
    table = Table.objects.get()
    fits(host, f"/table/{table.key}/sheet/p1/")
    fits(host, f"/table/{table.key}/calculators/")
    for each in game(slug).calculators.values():
        if each.form:
            fits(host, f"/table/{table.key}/calculators/{each.id}/")
