"""The tutorial, read aloud: every step with the rule behind it, and what is not public says so."""

from html import unescape

import pytest
from django.test import Client

from companion import search
from scoring import game, games
from tests.web.test_history import text
from tests.web.test_tables import opened

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("slug", games())
@pytest.mark.parametrize("language", ["en", "ja"])
def test_it_tells_every_step_with_the_rule_behind_it(
    client: Client, slug: str, language: str
) -> None:
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
def test_it_says_what_is_not_public_and_nowhere_else(client: Client, slug: str) -> None:
    catalogue = game(slug).catalogue
    unknown = [
        step
        for part in game(slug).tutorial.parts
        for step in part.steps
        if catalogue[step.entry].status == "unknown"
    ]
    shown = text(client.get(f"/{slug}/how"))
    assert shown.count("Not public: look in your rulebook.") == len(unknown)
    assert ("Not all rules of this game are public." in shown) == bool(unknown)


def test_some_game_has_rules_that_are_not_public() -> None:
    found = [
        slug
        for slug, each in search.games_by_slug().items()
        if any(
            each.catalogue[step.entry].status == "unknown"
            for part in each.tutorial.parts
            for step in part.steps
        )
    ]
    assert found


def test_a_table_gets_to_its_phase_and_back() -> None:
    host, table = opened()
    rules = host.get(f"/table/{table.key}/rules/").content.decode()
    there = next(
        part.split('"')[0] for part in rules.split('href="') if "/how#" in part.split('"')[0]
    )
    path, _, phase = there.partition("#")
    page = host.get(path).content.decode()
    assert f'id="{phase}"' in page
    assert f'href="/table/{table.key}/"' in page


def test_there_is_none_for_a_game_that_is_not_there(client: Client) -> None:
    assert client.get("/ludo/how").status_code == 404


def test_what_heroes_and_tiles_do_is_printed_with_their_drawings(client: Client) -> None:
    for slug, kinds in (
        ("nidavellir", ("hero", "artifact", "god", "valkyrie")),
        ("keyflower", ("spring", "summer", "autumn", "winter")),
    ):
        answer = client.get(f"/{slug}/print")
        shown, catalogue = unescape(text(answer)), game(slug).catalogue
        entries = [entry for kind in kinds for entry in catalogue.of_kind(kind)]
        assert [entry.id for entry in entries if entry.text.en not in shown] == []
        assert answer.content.count(b'class="drawn"') >= len(entries)
