"""Every part of an answer to a tap stands on the page that the tap was made on."""

import json
import re
from collections.abc import Iterator

import pytest
from django.test import Client

from companion.models import Table
from scoring import examples, game, games
from tests.page_posts import post_cell

pytestmark = pytest.mark.django_db

ID = re.compile(r'\sid="([^"]+)"')
OUT_OF_BAND = re.compile(r"<[^<>]*hx-swap-oob[^<>]*>")
INPUT = re.compile(r'<(?:input|select)\b[^<>]*\sname="([^"/]+/[^"]+)"[^<>]*')
EACH_CELL_OF_A_PAGE = 8
"""Evenly spread over the page: the first, the last and what lies between."""


def pages(slug: str, where: str) -> Iterator[tuple[Client, str]]:
    """A pad's or a table's pages of a seat; the pad is filled in as the largest worked game is."""
    states = [dict(each.state) for each in examples(slug).values()]
    largest = max(states, key=lambda state: len(game(slug).sheet.cells(state)))
    host = Client()
    if where == "pad":
        made = host.post(f"/score/{slug}/", {"sheet": json.dumps(largest)})
        assert made.status_code == 302, made.content[:300]
        sheet = made["Location"]
    else:
        host.post(f"/open/{slug}/", {"p1/name": "Aki", "p2/name": "Mika"})
        sheet = f"/table/{Table.objects.get().key}/sheet/p1/"
    yield from ((host, sheet + more) for more in ("", "settings/", "map/"))


def posted(host: Client, address: str, page: str) -> Iterator[tuple[str, str]]:
    """Yields the responses for inputs that post to the page, each with a value to be refused."""
    tags = [tag for tag in INPUT.finditer(page) if f'hx-post="{address}"' in tag[0]]
    names = list(dict.fromkeys(tag[1] for tag in tags))
    for name in names[:: max(1, len(names) // EACH_CELL_OF_A_PAGE)] + names[-1:]:
        for value in ("1", "x" * 200):
            form = f"{name}{value[:2]}{len(address)}"
            answer = post_cell(host, address, name, value, base="999", form=form)
            assert answer.status_code == 200, (address, name, value)
            yield f"{name}={value[:5]}", answer.content.decode()


@pytest.mark.parametrize("slug", games())
@pytest.mark.parametrize("where", ["pad", "table"])
def test_every_part_of_an_answer_has_its_place_on_the_page(slug, where):
    asked = 0
    for host, address in pages(slug, where):
        shown = host.get(address)
        if shown.status_code == 404:
            continue  # a game without a map
        page = shown.content.decode()
        there = set(ID.findall(page))
        for sent, answer in posted(host, address, page):
            if 'id="sheet"' in answer:
                continue  # the whole sheet anew
            parts = {id_ for tag in OUT_OF_BAND.findall(answer) for id_ in ID.findall(tag)}
            assert parts, (address, sent)
            assert parts <= there, (address, sent, sorted(parts - there))
            asked += 1
    assert asked > EACH_CELL_OF_A_PAGE
