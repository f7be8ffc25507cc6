"""All that a table needs goes on two sheets of paper, whatever the game and the language."""

import re

import pytest

from scoring import games

MOST_PAGES = 2


@pytest.mark.parametrize("phone", [{"locale": "en"}, {"locale": "ja"}], indirect=True)
def test_a_players_aid_is_two_pages_at_most(page):
    for slug in games():
        page.goto(f"/{slug}/print")
        printed = page.pdf(prefer_css_page_size=True)
        assert 1 <= len(re.findall(rb"/Type\s*/Page\b", printed)) <= MOST_PAGES, slug
