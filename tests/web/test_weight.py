"""What a first view weighs: the page and every file it names, compressed as they are served."""

import gzip
import re

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

pytestmark = pytest.mark.django_db

MOST_BYTES = 60 * 1024
MOST_REQUESTS = 8


def weight(client: Client, path: str) -> dict[str, int]:
    page = client.get(path, headers={"Accept-Encoding": "gzip"})
    assert page.status_code == 200
    html = gzip.decompress(page.content) if page.get("Content-Encoding") else page.content
    weights = {path: len(page.content)}
    for name in re.findall(r'(?:href|src)="/static/([^"#]+)', html.decode()):
        found = finders.find(name)
        assert isinstance(found, str), name
        with open(found, "rb") as file:
            weights[name] = len(gzip.compress(file.read()))
    return weights


@pytest.mark.parametrize(
    "path", ["/", "/find?q=guild", "/keyflower/", "/keyflower/mercers_guild", "/score/keyflower/"]
)
def test_first_view(client: Client, path: str) -> None:
    weights = weight(client, path)
    assert sum(weights.values()) <= MOST_BYTES, weights
    assert len(weights) <= MOST_REQUESTS, weights


def test_an_opened_sheet(client: Client) -> None:
    link = client.post("/score/keyflower/", {"players": "6"})["Location"]
    weights = weight(client, link)
    assert sum(weights.values()) <= MOST_BYTES, weights
    assert len(weights) <= MOST_REQUESTS, weights
