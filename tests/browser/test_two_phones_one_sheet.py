"""Two phones on one sheet: what one enters the other sees by itself, untouched."""

import pytest
from django.test import Client
from playwright.sync_api import expect

from companion.models import Code, Device, Table
from companion.tables import seats
from scoring import game, games
from tests.browser.cell_entry import enter, save, tap
from tests.browser.finish_game import finish
from tests.browser.keystroke_model import Thumb, blank_sheet, blank_table, send
from tests.browser.test_undo_on_sheet import sections


@pytest.fixture
def pages(another):
    """A page on each of two phones."""
    return [another().new_page() for _ in "ab"]


@pytest.fixture
def pair(pages):
    """Two phones of one table's host and player, both on the sheet of the second seat."""
    host, player = pages

    def opened(slug, page=""):
        sheet = blank_table(host, slug, 2).replace("/p1/", "/p2/")
        host.request.get(f"{sheet.split('sheet/')[0]}invite/")
        send(player, f"/join/{Code.objects.get().code}/", {"seat": "p2"})
        return both_at(pages, sheet + page)

    return opened


@pytest.fixture
def linked(pages):
    """Two phones on one pad: one opened it, the other has its link."""
    return lambda slug: both_at(pages, send(pages[0], f"/score/{slug}/", {"players": "2"}))


def both_at(pages, sheet):
    for each in pages:
        each.goto(sheet)
        each.wait_for_selector("#sheet")
    return pages


def saved(page):
    page.wait_for_selector("body[data-sheet=saved]")


def marked(*pages):
    """Marks the sheets, to be told from sheets that are drawn anew."""
    for page in pages:
        page.evaluate("document.getElementById('sheet').dataset.old = ''")


def kept(*pages):
    for page in pages:
        expect(page.locator("#sheet[data-old]")).to_be_attached()


CELLS = [
    ("keyflower", "p2/resources/gold", "5"),
    ("diploma", "p2/sets", "3"),
    ("map_masters", "p2/primary_1", "4"),
    ("dice_forge", "p2/glory", "12"),
]


@pytest.mark.parametrize(("slug", "cell", "value"), CELLS)
def test_an_entry_is_seen_on_the_other_phone(pair, slug, cell, value):
    """Each sheet takes what is new in it, and is not drawn anew."""
    host, player = pair(slug)
    marked(host, player)
    save(host, cell, value)
    there = player.locator(f'input[name="{cell}"]')
    expect(there).to_have_value(value)
    expect(player.locator("#dock output").first).not_to_have_text("–")
    # and it is no conflict when it is put right there
    save(player, cell, "6")
    expect(host.locator(f'input[name="{cell}"]')).to_have_value("6")
    assert player.locator("#clash").count() == 0
    kept(host, player)


def test_an_entry_on_a_pad_is_seen_on_the_phone_that_has_its_link(linked):
    first, second = linked("keyflower")
    marked(first, second)
    cells = [f"p1/resources/{piece}" for piece in ("gold", "wood")]
    save(first, cells[0], "5")
    expect(second.locator(f'input[name="{cells[0]}"]')).to_have_value("5")
    expect(second.locator("#dock output").first).not_to_have_text("–")
    enter(second, cells[0], "6")
    save(second, cells[1], "2")
    for cell, value in zip(cells, "62", strict=True):
        expect(first.locator(f'input[name="{cell}"]')).to_have_value(value)
    second.locator("#undo").tap()
    expect(first.locator(f'input[name="{cells[1]}"]')).to_have_value("")
    expect(second.locator(f'input[name="{cells[1]}"]')).to_be_focused()
    kept(first, second)


def test_what_came_to_a_pad_together_with_an_own_entry_is_seen_too(linked):
    """The answer to the own entry tells nothing of the other's, and so is not taken for it."""
    first, second = linked("diploma")
    second.route("**/pad/*/p1/?v=*", lambda route: route.abort())
    save(first, "p1/sets", "3")
    save(second, "p1/circles", "1")
    second.unroute("**/pad/*/p1/?v=*")
    expect(second.locator('input[name="p1/sets"]')).to_have_value("3")


def test_what_the_log_took_back_meanwhile_is_seen_though_the_own_phone_did_it(pair):
    host, _ = pair("diploma")
    save(host, "p2/sets", "3")
    host.route("**/sheet/p2/?v=*", lambda route: route.abort())
    log = host.context.new_page()
    log.goto(f"{host.url.partition('/sheet')[0]}/log/")
    log.locator(".log form button").first.tap()
    log.wait_for_load_state()
    save(host, "p2/circles", "1")
    host.unroute("**/sheet/p2/?v=*")
    expect(host.locator('input[name="p2/sets"]')).to_have_value("")
    expect(host.locator('input[name="p2/circles"]')).to_have_value("1")


def test_two_values_of_a_cell_of_a_pad_are_a_question(linked):
    """A pad knows no authors: typed over something else than was seen, both are offered."""
    first, second = linked("keyflower")
    cell, there = "p1/resources/wood", 'input[name="p1/resources/wood"]'
    second.route("**/pad/*/p1/?v=*", lambda route: route.abort())
    enter(first, cell, "5")
    save(first, cell, "6")  # the own earlier one is no other's
    expect(first.locator("#clash")).to_have_count(0)
    enter(second, cell, "7")
    expect(second.locator("[data-choose]")).to_have_text(["keep 6", "take 7"])
    expect(second.locator(there)).to_have_value("6")
    second.locator("[data-choose]").last.tap()
    saved(second)
    expect(second.locator("#clash")).to_have_count(0)
    expect(second.locator(there)).to_have_value("7")
    expect(first.locator(there)).to_have_value("7")
    second.unroute("**/pad/*/p1/?v=*")
    save(first, cell, "8")  # what came by itself was seen
    expect(second.locator(there)).to_have_value("8")
    save(second, cell, "9")
    expect(first.locator(there)).to_have_value("9")
    assert first.locator("#clash").count() == second.locator("#clash").count() == 0


def asked(host, player, cell):
    """Enters 6 on one phone and 4 on the other, which has not seen it."""
    player.route("**/sheet/p2/?v=*", lambda route: route.abort())
    save(host, cell, "6")
    enter(player, cell, "4")
    expect(player.locator("[data-choose]")).to_have_text(["keep 6", "take 4"])
    player.unroute("**/sheet/p2/?v=*")


@pytest.mark.parametrize("cell", ["nidavellir p2/hunters", "map_masters p2/coins"])
def test_two_values_of_a_narrow_cell_are_read_and_chosen_without_scrolling(pair, cell):
    """On the smallest phone a column is four letters wide, and what is asked is not."""
    slug, cell = cell.split()
    host, player = pair(slug)
    player.set_viewport_size({"width": 320, "height": 568})
    asked(host, player, cell)
    player.locator("#steps > a").last.tap()  # from wherever on the sheet one is
    for each in (*player.locator("[data-choose]").all(), player.locator("#clash .err")):
        box = each.bounding_box()
        assert box["width"] > 120
        assert box["height"] < 80
        assert box["y"] + box["height"] <= 568
    player.locator("[data-choose]").last.tap()
    saved(player)
    expect(player.locator("#clash")).to_have_count(0)
    expect(host.locator(f'input[name="{cell}"]')).to_have_value("4")


def test_what_comes_is_seen_while_two_values_are_asked_about(pair):
    """Others' entries come, and with them its total; that the game has ended is heard."""
    host, player = pair("map_masters")
    asked(host, player, "p2/coins")
    save(host, "p2/primary_1", "5")
    expect(player.locator('input[name="p2/primary_1"]')).to_have_value("5")
    expect(player.locator("[data-choose]")).to_have_text(["keep 6", "take 4"])
    save(host, "p2/coins", "7")  # and nothing takes the question away but its answer
    player.wait_for_timeout(2000)
    player.locator("[data-choose]").last.tap()
    expect(player.locator("[data-choose]")).to_have_text(["keep 7", "take 4"])
    host.goto(f"{host.url.partition('/sheet')[0]}/")
    finish(host)
    expect(player.locator("#sheet [name='p2/coins']")).to_be_disabled()


@pytest.mark.parametrize("slug", sorted(games()))
def test_nothing_typed_on_a_fresh_pad_is_a_question(page, slug):
    """Not over a default either, which is shown before it is stored."""
    state, path = game(slug).sheet.blank(2), blank_sheet(page, slug, 2)
    for there in (path, f"{path}settings/"):
        page.goto(there)
        shown = page.evaluate("Object.fromEntries(new FormData(document.getElementById('sheet')))")
        for cell, text in shown.items():
            if "/" in cell and not cell.startswith("rulings/") and not cell.endswith("/colour"):
                assert game(slug).sheet.shows(state, cell, text), (cell, text)


def test_tiles_and_their_undo_are_seen(pair):
    host, player = pair("keyflower")
    player.locator("#keys [data-close]").tap()
    player.locator("#steps > a").nth(1).tap()
    tap(host, "p2/village/keywood", "before")
    saved(host)
    lies = player.locator("input[name='p2/village/keywood']:checked:not([value=''])")
    expect(lies).to_have_count(1)
    expect(player.locator("[data-mine] .strip__one")).to_have_count(1)
    expect(player.locator("#steps [aria-current]")).to_have_attribute("href", "#part-p2-village")
    host.locator("#undo").tap()
    expect(lies).to_have_count(0)
    expect(player.locator(".part.now")).to_have_attribute("id", "part-p2-village")


def test_the_menu_of_seats_says_the_scores_as_they_are_now(pair):
    host, player = pair("keyflower")
    save(host, "p2/resources/gold", "7")
    saved(host)
    for phone in (host, player):
        expect(phone.locator('.menu__one[value="p2"] b')).to_contain_text("7")


def test_a_network_that_is_gone_while_the_page_loads_costs_nothing(pair):
    host, player = pair("diploma")
    player.route("**/others*.js", lambda route: route.abort(), times=1)
    player.reload()
    player.wait_for_selector("#sheet")
    save(host, "p2/sets", "3")
    expect(player.locator("input[name='p2/sets']")).to_have_value("3")


def test_a_sheet_is_locked_when_the_game_ends_and_open_when_it_goes_on(pair):
    host, player = pair("diploma")
    sets = player.locator("input[name='p2/sets']")
    save(host, "p2/sets", "3")
    Thumb(player).go("p2-title")
    sheet = host.url
    host.goto(sheet.split("sheet/")[0])
    finish(host)
    expect(sets).to_be_disabled()
    expect(player.locator("a[href='?correct=1']")).to_be_visible()
    assert sections(player) == [["part-p2-title"], ["part-p2-title"]]
    host.locator("#change > summary").click()
    host.locator("button[value=reopen]").click()
    expect(sets).to_be_enabled()
    assert sections(player) == [["part-p2-title"], ["part-p2-title"]]
    save(player, "p2/sets", "2")


def test_a_tap_on_a_locked_cell_says_why_and_leads_to_its_correction(pair):
    """Also far below the note at the top of the page."""
    host, player = pair("keyflower")
    host.goto(host.url.split("sheet/")[0])
    finish(host)
    iron, said = player.locator('[name="p2/resources/iron"]'), player.locator("[data-refusal]")
    expect(iron).to_be_disabled()
    player.locator("label", has=iron).tap(force=True)
    expect(said).to_contain_text("This game is finished.")
    said.get_by_role("link").tap()
    expect(iron).to_be_focused()
    save(player, "p2/resources/iron", "2")


def test_a_phone_that_was_removed_shows_the_sheet_no_more(pair):
    _, player = pair("diploma")
    seats.remove(Device.objects.get(role="host"), Device.objects.get(seat="p2").pk)
    expect(player.locator("#sheet")).to_have_count(0)


def test_a_number_that_is_being_typed_stays_and_is_a_conflict(pair):
    """Typed over what was seen, not over what came meanwhile."""
    host, player = pair("keyflower")
    wood = 'input[name="p2/resources/wood"]'
    thumb = Thumb(player)
    thumb.key("digits")
    thumb.type("1")
    enter(host, "p2/resources/wood", "5")
    save(host, "p2/resources/stone", "2")
    thumb.type("2")
    expect(player.locator(wood)).to_have_value("12")
    thumb.on()
    expect(player.locator("[data-choose]")).to_have_count(2)
    expect(player.locator(wood)).to_have_value("5")
    player.locator("[data-choose]").last.tap()
    expect(player.locator("#clash")).to_have_count(0)
    expect(player.locator(wood)).to_have_value("12")
    saved(player)
    expect(host.locator(wood)).to_have_value("12")
    expect(player.locator('input[name="p2/resources/stone"]')).to_have_value("2")


@pytest.mark.parametrize("kept", [5, 8])
def test_what_came_unseen_is_not_taken_for_seen(pair, axe, kept):
    """An answer to the own entry tells nothing of others': typing over them is a conflict still.

    Which the first value ends, as the last does above, and so does another number.
    """
    host, player = pair("keyflower")
    wood = "p2/resources/wood"
    player.route("**/sheet/p2/?v=*", lambda route: route.abort())
    save(host, wood, "5")
    save(player, "p2/resources/stone", "1")
    enter(player, wood, "7")
    expect(player.locator("[data-choose]")).to_have_text(["keep 5", "take 7"])
    expect(player.locator("#steps [aria-current]")).to_have_count(1)
    assert Table.objects.get().state["seats"]["p2"]["resources"]["wood"] == 5
    assert axe(player) == ""
    if kept == 5:
        player.locator("[data-choose]").first.tap()
    else:
        enter(player, wood, "8")
    expect(player.locator("#clash")).to_have_count(0)
    saved(player)
    expect(host.locator(f'input[name="{wood}"]')).to_have_value(str(kept))


def test_a_tile_laid_on_the_map_is_seen_there(pair):
    host, player = pair("keyflower")
    tap(host, "p2/village/home_3", "before")
    saved(host)
    for each in (host, player):
        each.goto(each.url.partition("#")[0] + "map/")
        expect(each.locator("[data-pick=home_3]")).to_be_visible()
    host.locator("[data-pick=home_3]").tap()
    saved(host)
    expect(player.locator("[data-lies=home_3]")).to_be_visible()


def test_an_open_panel_and_the_focus_stay_when_something_comes(pair):
    host, player = pair("dice_forge")
    player.locator("#keys [data-close]").tap()
    die = player.locator("select[data-faces]").first
    player.locator("#steps > a").nth(1).tap() if not die.is_visible() else None
    name = die.get_attribute("name")
    Thumb(player).tap(f'select[name="{name}"]')
    panel = player.locator("[data-panel]:not([hidden])")
    expect(panel).to_have_count(1)
    save(host, "p2/glory", "9")
    expect(player.locator('input[name="p2/glory"]')).to_have_value("9")
    expect(panel).to_have_count(1)


def test_an_open_list_and_the_row_of_steps_stay_when_something_comes(pair):
    host, player = pair("map_masters")
    enter(host, "p2/secondary_3", "2")
    player.locator("#doubts > summary").tap()
    player.evaluate("document.getElementById('steps').scrollLeft = 9999")
    pushed = player.evaluate("document.getElementById('steps').scrollLeft")
    assert pushed > 0
    player.evaluate("document.getElementById('steps').dataset.old = ''")
    save(host, "p2/primary_1", "4")
    expect(player.locator("#steps:not([data-old])")).to_be_attached()
    assert player.evaluate("document.getElementById('steps').scrollLeft") == pushed
    expect(player.locator("#doubts a").last).to_be_visible()


LACKED = ("p2-circles", "p2-power_points")


def test_a_line_of_the_open_list_stays_under_the_finger_when_another_one_is_done(pair):
    """A line that is done leaves a gap, until the list is opened again."""
    host, player = pair("diploma")
    enter(host, "p2/sets", "2")
    first, second = (player.locator(f"#doubts [data-goto={cell}]") for cell in LACKED)
    player.keyboard.press("Escape")
    player.locator("#doubts > summary").tap()
    place, there = first.bounding_box(), player.locator("#doubts li").count()
    save(host, "p2/power_points", "3")
    expect(second).to_be_hidden()
    assert first.bounding_box() == place
    for _ in range(2):
        player.locator("#doubts > summary").tap()
    expect(first).to_be_visible()
    expect(player.locator("#doubts li")).to_have_count(there - 1)
    first.tap()
    expect(player.locator('input[name="p2/circles"]')).to_be_focused()


def test_a_seat_that_joins_leaves_the_section_the_pad_and_the_focus(pair):
    """The whole sheet is drawn anew, while a section is open that is not its first."""
    host, _ = pair("diploma")
    thumb = Thumb(host)
    thumb.go("p2-map")
    thumb.tap('[name="p2/mana"]')
    expect(host.locator("#keys")).to_be_visible()
    Client().post(f"/join/{Code.objects.get().code}/", {"name": "Tom"})
    expect(host.locator("input[name='p3/sets']")).to_be_attached()
    assert sections(host) == [["part-p2-map"], ["part-p2-map"]]
    expect(host.locator("[name='p2/mana']")).to_be_focused()
    expect(host.locator("#keys")).to_be_visible()


@pytest.mark.parametrize("slug", ["keyflower", "nidavellir"])
def test_a_sheet_that_is_only_looked_at_has_no_button_that_enters(pair, slug):
    _, player = pair(slug)
    player.goto(player.url.replace("/p2/", "/p1/"))
    for step in player.locator("#steps > a").all():
        step.tap()
        expect(player.locator("[data-ahead=rest]")).to_have_count(0)
        expect(player.locator(".palette.open")).to_have_count(0)
    expect(player.locator("#dock > .btn--main:visible")).to_have_count(0)


def test_what_others_took_and_earned_comes_too_a_little_later(pair):
    """Nothing is entered on the own sheet meanwhile."""
    host, player = pair("keyflower")
    host.goto(host.url.replace("/p2/", "/p1/"))
    tap(host, "p1/winter/jeweller")
    saved(host)
    player.evaluate("window.at = Date.now; Date.now = () => window.at() + 16000")
    expect(player.locator("#p2-winter-jeweller-owner .dot")).to_be_attached()
