"""A score is explained on two screens a player, with its plan drawn."""

import re

import pytest
from playwright.sync_api import expect

from scoring import examples, games

SCREENS = 2


@pytest.mark.parametrize("phone", [{"locale": "en"}, {"locale": "ja"}], indirect=True)
def test_a_player_takes_two_screens_at_most(page):
    screen = page.viewport_size["height"]
    for slug in games():
        longest = max(examples(slug), key=lambda name: len(str(examples(slug)[name].state)))
        page.goto(f"/{slug}/examples/{longest}")
        for seat in page.locator(".cols > section.pad").all():
            assert seat.bounding_box()["height"] <= SCREENS * screen, (slug, longest)


def test_a_plan_is_drawn_and_a_piece_tells_what_one_more_would_give(page, axe):
    page.goto("/keyflower/examples/whole_village")
    page.get_by_role("button", name=re.compile("What if")).click()
    page.locator("#steps > a").last.tap()
    page.locator(".btn--main[name=go][value=result]").click()
    page.get_by_text("Step by step").first.click()
    step = page.locator(".drawing__step").filter(has_text="Scribes").first
    expect(step.locator("svg.drawn").first).to_be_visible()
    expect(step.locator(".drawing__points")).to_have_text("20")
    assert axe(page) == ""
    page.get_by_role("link", name=re.compile("Stone.*one more")).first.click()
    expect(page.locator(".worth > :target")).to_contain_text("Stone")
    expect(page.locator(".worth > :target")).to_contain_text("+2")
    assert axe(page) == ""
