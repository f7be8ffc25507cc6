"""The first page has what people come for: the running table, look-up, a score, a table."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from companion import search
from companion.models import Table
from tests.web.test_history import text
from tests.web.test_tables import opened

pytestmark = pytest.mark.django_db


def test_the_running_table_stands_on_top() -> None:
    host, table = opened()
    page = host.get("/").content.decode()
    assert page.index(f'href="/table/{table.key}/"') < page.index('id="games"')
    shown = text(host.get("/"))
    assert "Keyflower Set-up" in shown
    assert "A – you" in shown
    assert "M – Mika" in shown


def test_a_finished_or_forgotten_table_is_among_the_recent_ones() -> None:
    host, table = opened()
    for changes in (
        {"finished": timezone.now()},
        {"finished": None, "changed": timezone.now() - timedelta(days=3)},
    ):
        Table.objects.filter(key=table.key).update(**changes)
        page = host.get("/").content.decode()
        assert page.index(f'href="/table/{table.key}/"') > page.index('id="recent"')


def test_recent_tables_say_who_and_when() -> None:
    host, table = opened()
    Table.objects.filter(key=table.key).update(
        finished=timezone.now(), changed=timezone.now() - timedelta(hours=3, minutes=5)
    )
    shown = text(host.get("/"))
    assert "Aki and Mika" in shown  # who won, once that is known
    assert "3 hours ago" in shown.replace("\xa0", " ")


def test_a_game_leads_to_its_seats_and_from_there_everywhere(client: Client) -> None:
    page = client.get("/").content.decode()
    for slug, game in search.games_by_slug().items():
        assert (f'href="/open/{slug}/"' in page) == game.scorable
        assert (f'href="/{slug}/"' in page) != game.scorable
        if game.scorable:
            seats = client.get(f"/open/{slug}/").content.decode()
            for way in (f'href="/score/{slug}/"', f'action="/score/{slug}/"', f'href="/{slug}/"'):
                assert way in seats


def test_a_games_page_leads_everywhere(client: Client) -> None:
    for slug, game in search.games_by_slug().items():
        page = client.get(f"/{slug}/").content.decode()
        ways = [f'href="/{slug}/how"', f'href="/{slug}/print"', 'href="#inside"']
        if game.scorable:
            ways += [f'href="/score/{slug}/"', f'href="/open/{slug}/"']
        if any(each.by_itself for each in game.calculators.values()):
            ways.append(f'href="/{slug}/calculators/"')
        assert [way for way in ways if way not in page] == []


@pytest.mark.parametrize("path", ["/", "/keyflower/", "/find"])
def test_search_answers_while_somebody_types(client: Client, path: str) -> None:
    page = client.get(path).content.decode()
    assert 'hx-get="/find"' in page
    assert 'hx-target="#hits"' in page
    assert 'id="hits"' in page
    assert "htmx-2.min.js" in page
    # A tap on the glass, or no script at all, goes to the page of the search.
    assert 'action="/find"' in page
