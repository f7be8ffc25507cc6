"""The first page has what people come for: the running table, look-up, a score, a table."""

from datetime import timedelta
from html import unescape

import pytest
from django.utils import timezone

from companion import search
from companion.models import Table
from scoring import examples
from tests.web.test_history import text

pytestmark = pytest.mark.django_db


def test_the_running_table_stands_on_top(host, table):
    page = host.get("/").content.decode()
    assert page.index(f'href="/table/{table.key}/"') < page.index('id="games"')
    shown = text(host.get("/"))
    assert "Keyflower Set-up" in shown
    assert "A – you" in shown
    assert "M – Mika" in shown


def test_a_finished_or_forgotten_table_is_among_the_recent_ones(host, table):
    for changes in (
        {"finished": timezone.now()},
        {"finished": None, "changed": timezone.now() - timedelta(days=3)},
    ):
        Table.objects.filter(key=table.key).update(**changes)
        page = host.get("/").content.decode()
        assert page.index(f'href="/table/{table.key}/"') > page.index('id="recent"')


def test_a_re_match_that_another_phone_opened_is_the_next_game_on_the_start_page(
    host, table, guest
):
    Table.objects.filter(key=table.key).update(finished=timezone.now())
    assert "Play again" in text(host.get("/"))
    guest.post(f"/table/{table.key}/again")
    assert "Play again" not in text(host.get("/"))
    assert "Go to the next game" in text(host.get("/"))
    seated = host.post(f"/table/{table.key}/again", follow=True)
    again = Table.objects.exclude(key=table.key).get()
    assert seated.redirect_chain[-1][0] == f"/table/{again.key}/"
    assert "Set-up" in text(host.get("/"))
    again.finished = timezone.now()
    again.save(update_fields=["finished"])
    assert "Go to the next game" not in text(host.get("/"))


def test_recent_tables_say_who_and_when(host, table):
    Table.objects.filter(key=table.key).update(
        finished=timezone.now(), changed=timezone.now() - timedelta(hours=3, minutes=5)
    )
    shown = text(host.get("/"))
    assert "Aki and Mika" in shown  # who won, once that is known
    assert "3 hours ago" in shown.replace("\xa0", " ")


def test_a_game_leads_to_its_seats_and_from_there_everywhere(client):
    page = client.get("/").content.decode()
    japanese = client.get("/", headers={"accept-language": "ja"}).content.decode()
    for slug, game in search.games_by_slug().items():
        assert game.catalogue.box.name.en in unescape(page)
        assert game.catalogue.box.name.ja in unescape(japanese)
        assert (f'href="/open/{slug}/"' in page) == game.scorable
        assert (f'href="/{slug}/"' in page) != game.scorable
        if game.scorable:
            seats = client.get(f"/open/{slug}/").content.decode()
            for way in (f'href="/score/{slug}/"', f'action="/score/{slug}/"', f'href="/{slug}/"'):
                assert way in seats


def test_a_games_page_leads_everywhere(client):
    for slug, game in search.games_by_slug().items():
        page = client.get(f"/{slug}/").content.decode()
        ways = [f"/{slug}/how", f"/{slug}/print", "#inside"]
        ways += [f"/{slug}/{entry}" for entry in game.catalogue]
        if game.scorable:
            ways += [f"/score/{slug}/", f"/open/{slug}/"]
            ways += [f"/{slug}/examples/{example}" for example in examples(slug)]
        if any(each.by_itself for each in game.calculators.values()):
            ways.append(f"/{slug}/calculators/")
        assert [way for way in ways if f'href="{way}"' not in page] == []
        assert (f'href="/score/{slug}/"' in page) == game.scorable
        assert page.count("<h3>") == len(game.catalogue.sources)


@pytest.mark.parametrize("path", ["/", "/keyflower/", "/find"])
def test_search_answers_while_somebody_types(client, path):
    page = client.get(path).content.decode()
    assert 'hx-get="/find"' in page
    assert 'hx-target="#hits"' in page
    assert 'id="hits"' in page
    assert "htmx-2.min.js" in page
    # A tap on the glass, or no script at all, goes to the page of the search.
    assert 'action="/find"' in page
