"""The tutorial, read aloud: every step with the rule behind it, and what is not public says so."""

import re
from html import unescape

import pytest

from scoring import game, games
from tests.web.test_history import text

pytestmark = pytest.mark.django_db

NOT_PUBLIC = ("diploma", "map_masters")
"""Games of which not all rules are."""


@pytest.mark.parametrize("slug", games())
@pytest.mark.parametrize("language", ["en", "ja"])
def test_it_tells_every_step_with_the_rule_behind_it(client, slug, language):
    answer = client.get(f"/{slug}/how", headers={"accept-language": language})
    page, shown = answer.content.decode(), unescape(text(answer))
    for part in game(slug).tutorial.parts:
        assert part.name.in_language(language) in shown
        for step in part.steps:
            assert step.text.in_language(language) in shown
            assert f'href="/{slug}/{step.entry}"' in page
        for phase in part.phases:
            assert f'id="phase-{phase}"' in page


@pytest.mark.parametrize("slug", games())
def test_it_says_what_is_not_public_and_nowhere_else(client, slug):
    steps = [step for part in game(slug).tutorial.parts for step in part.steps]
    unknown = [s for s in steps if game(slug).catalogue[s.entry].status == "unknown"]
    shown = text(client.get(f"/{slug}/how"))
    assert shown.count("Not public: look in your rulebook.") == len(unknown)
    assert ("Not all rules of this game are public." in shown) == bool(unknown)
    assert unknown or slug not in NOT_PUBLIC


def test_a_table_gets_to_its_phase_and_back(host, table):
    host.post(f"/table/{table.key}/play", {"stage": "winter"})
    for page in ("", "rules/"):
        shown = host.get(f"/table/{table.key}/{page}").content.decode()
        [there] = set(re.findall(r'href="(/at/[^"]+/how)#phase-winter"', shown))
        lesson = host.get(there).content.decode()
        assert 'id="phase-winter"' in lesson
        assert f'href="/table/{table.key}/"' in lesson


def test_what_heroes_and_tiles_do_is_printed_with_their_drawings(client):
    for slug, kinds in (
        ("nidavellir", ("hero", "artifact", "god", "valkyrie")),
        ("keyflower", ("spring", "summer", "autumn", "winter")),
    ):
        answer = client.get(f"/{slug}/print")
        shown, catalogue = unescape(text(answer)), game(slug).catalogue
        entries = [entry for kind in kinds for entry in catalogue.of_kind(kind)]
        assert [entry.id for entry in entries if entry.text.en not in shown] == []
        assert answer.content.count(b'class="drawn"') >= len(entries)
