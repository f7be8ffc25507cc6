"""Pieces and rulings on pages of a game, the page about the app, and a wrong address."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import override_settings
from django.utils.html import escape

from companion import search
from scoring import examples, games
from tests.page_text import tight

SLUGS = sorted(games())
"""The games of this app, before another test adds one."""


@pytest.mark.django_db
def test_a_hyphen_stands_for_an_underscore_in_every_address_and_filter(client):
    def heading(address):
        page = client.get(address).content.decode()
        found = re.search(r"<h1.*?</h1>", page, re.S)
        return found[0]

    for address in ("/{}/", "/{}/calculators/", "/{}/how", "/score/{}/", "/open/{}/"):
        assert heading(address.format("dice-forge")) == heading(address.format("dice_forge"))
    assert heading("/dice-forge/minotaur-mirror") == heading("/dice_forge/minotaur_mirror")
    for address in ("/api/v1/complete?q=mirror&game={}", "/api/v1/entries/{}"):
        found = [client.get(address.format(slug)).json() for slug in ("dice-forge", "dice_forge")]
        assert found[0] == found[1]
        assert "minotaur_mirror" in str(found[0])
    for query in ("q=mirror&game={}", "q=mirror+game:{}"):
        hits = client.get("/find?" + query.format("dice-forge")).content.decode()
        assert "/dice_forge/minotaur_mirror" in hits
        assert "/keyflower/" not in hits.split('id="hits"')[1]


class TestPieces:
    @pytest.mark.slow  # every worked game of every box
    def test_a_piece_is_a_figure_or_has_its_name_beside_it(self, client):
        said = 0
        for slug, game in search.games_by_slug().items():
            for example in examples(slug) if game.scorable else ():
                page = tight(client.get(f"/{slug}/examples/{example}").content)
                for each in re.findall(r'<li class="pieces__item">(.*?)</li>', page):
                    assert "<svg" in each or 'class="pieces__name"' in each
                    said += 'class="pieces__name"' in each
        assert said

    def test_a_row_about_a_piece_shows_it(self, client):
        page = client.get("/keyflower/examples/whole_village").content.decode()
        rows = re.findall(r'class="line__label"\s+href="/keyflower/(\w+)">\s*(<svg)?', page)
        assert ("scribes", "<svg") in rows

    def test_a_box_is_looked_through_by_its_pieces(self, client):
        for slug in SLUGS:
            page = client.get(f"/{slug}/").content.decode()
            items = re.findall(r'class="gallery__item"\s+href="/\w+/(\w+)">\s*(<svg)?', page)
            assert items
            assert {svg for _, svg in items} == {"<svg"}
            assert {name for name, _ in items} <= set(search.games_by_slug()[slug].catalogue)

    def test_an_entry_shows_each_of_its_faces(self, client):
        page = client.get("/keyflower/keywood").content.decode()
        assert page.count('<li class="gallery__item"><svg class="drawn"') == 2


class TestEntry:
    def test_a_ruling_shows_its_worked_cases(self, client):
        shown = 0
        for slug, game in search.games_by_slug().items():
            for case in game.catalogue.of_kind("example"):
                for named in case.see:
                    if game.catalogue[named].kind == "ruling":
                        page = client.get(f"/{slug}/{named}").content.decode()
                        assert f"<p>{escape(case.text.en)}</p>" in page
                        shown += 1
        assert shown > 50


class TestAbout:
    def test_the_source_is_linked_where_its_place_is_known(self, client):
        with override_settings(SOURCE_URL="https://code.example/companion"):
            assert 'href="https://code.example/companion"' in client.get("/about").content.decode()
        with override_settings(SOURCE_URL=""):
            assert "Whoever runs this copy" in client.get("/about").content.decode()


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("path", ["/keyflower/nope", "/nope/", "/nope/entry"])
def test_a_wrong_address_offers_the_search(client, language, path):
    response = client.get(path, headers={"accept-language": language})
    page = response.content.decode()
    assert response.status_code == 404
    assert 'action="/find"' in page
    assert "404" in page


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_component_is_on_the_page_of_patterns(client, language):
    answer = client.get("/patterns/", headers={"accept-language": language})
    assert answer.content.decode().count("data-pattern") > 25
    drawn = {each.name for each in answer.templates}
    controls = Path(settings.BASE_DIR, "templates/sheet/controls").glob("*.html")
    assert {f"sheet/controls/{each.name}" for each in controls} <= drawn
