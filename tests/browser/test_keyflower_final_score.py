"""Keyflower's final score on a phone, without scripts too; by touch: ``test_entry_speed``."""

import pytest
from playwright.sync_api import expect

from tests.browser.cell_entry import tap


def open_sheet(page, players=1, ready="#sheet .part.now"):
    page.goto("/score/keyflower/")
    page.click(f'button[name=players][value="{players}"]')
    page.wait_for_selector(ready)


def test_fields_that_do_not_matter_stay_out_of_the_way(page):
    open_sheet(page)
    loop = page.locator('input[name="p1/loop"]')
    expect(loop).to_be_hidden()
    tap(page, "p1/boats/sea_bastion")
    expect(loop).to_be_visible()


def test_the_strip_says_which_side_of_a_tile_is_up_and_what_it_scores(page):
    open_sheet(page)
    tap(page, "p1/village/stable", "after")
    tap(page, "p1/village/farrier", "before")
    expect(page.locator("[data-mine] .strip__one b")).to_have_text(["▲5", "0"])


@pytest.mark.parametrize("phone", [{"java_script_enabled": False}], indirect=True)
@pytest.mark.smoke
def test_everything_works_without_script(page):
    open_sheet(page, 2, ready="#sheet")
    wood = page.locator('input[name="p1/resources/wood"]')
    wood.fill("3 + 3")
    page.locator('.part:has([name="p1/resources/wood"]) > button.nojs').click()
    page.reload()
    expect(wood).to_have_value("6")
    page.fill('input[name="p1/resources/stone"]', "3")
    page.fill('input[name="p1/resources/iron"]', "6")
    tap(page, "p1/winter/mercers_guild")
    tap(page, "p1/winter/windmill")
    for box in page.locator("[data-rest-cell]").all():
        box.check()
    page.click(".menu summary")
    page.click("button[value=p2]")
    page.fill('input[name="p2/resources/gold"]', "x")
    page.locator("#steps > a").last.tap()
    page.click("[data-end][value=result]")
    expect(page.locator("#p2-resources-gold-err")).to_be_visible()
    expect(page.locator('input[name="p2/resources/gold"]')).to_have_value("x")
    page.fill('input[name="p2/resources/gold"]', "2")
    for box in page.locator("[data-rest-cell]").all():
        box.check()
    page.locator("#steps > a").last.tap()
    page.click("[data-end][value=result]")
    points = page.locator(".podium__points")
    assert [points.nth(n).inner_text() for n in range(2)] == ["20", "2"]
    assert page.locator(".pieces__item").first.inner_text().startswith("Wood ×3")
    page.click('a[hx-target^="#around-"] >> nth=0')
    expect(page.locator(".worth")).to_be_visible()


@pytest.mark.parametrize("path", ["/", "/score/keyflower/", "/find?q=guild", "/keyflower/windmill"])
def test_first_view_needs_few_requests(page, path):
    """At most 8; what they weigh is counted in ``tests/web/test_page_size.py``."""
    counted = []
    page.on("requestfinished", lambda request: counted.append(request.url))
    page.goto(path)
    page.wait_for_load_state("networkidle")
    assert len(counted) <= 8, counted
