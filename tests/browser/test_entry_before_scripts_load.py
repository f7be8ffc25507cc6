"""A cell entered before the page's scripts have come is saved like everything else."""

from playwright.sync_api import expect


def test_an_entry_before_the_scripts_is_saved(page, phone):
    page.goto("/score/keyflower/")
    page.locator("[name=players]").first.click()
    page.wait_for_url("**/pad/**")
    address = page.url

    held = []
    phone.route("**/*.js", lambda route: held.append(route))
    page.goto(address, wait_until="commit")
    number = page.locator("input.num").first
    number.fill("3")
    number.blur()
    tile = page.locator("input.take__in[type=checkbox]").first
    tile.dispatch_event("click")
    for each in held:
        each.continue_()
    phone.unroute("**/*.js")
    expect(page.locator("[data-state]").first).to_have_text("saved")
    page.reload()
    expect(number).to_have_value("3")
    expect(tile).to_be_checked()
