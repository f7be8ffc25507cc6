"""Calculators on a phone, in one language or the other: a roll takes three taps."""

import pytest
from playwright.sync_api import expect

from companion.models import Table
from companion.tables import ledger
from scoring import game
from tests.browser.cell_entry import enter, tap
from tests.browser.keystroke_model import open_table


@pytest.fixture(params=[("en-US", "light")], ids=["en"])
def phone(request, another):
    locale, scheme, *more = request.param
    options = {"locale": locale, "color_scheme": scheme, **(more[0] if more else {})}
    return another(**options).new_page()


SMALL = {"viewport": {"width": 320, "height": 568}}
JAPANESE = pytest.mark.parametrize("phone", [("ja-JP", "dark")], indirect=True, ids=["ja"])
"""Half of the tests: the components are looked at in both languages and schemes."""


def opened(phone, slug):
    return open_table(phone, slug, "Aki", "ミカ").rstrip("/")


def at_form(phone, slug, calculator, **how):
    """The form of a calculator of a new table; the table's path."""
    table = opened(phone, slug)
    phone.goto(f"{table}/calculators/{calculator}/", **how)
    return table


def came(phone, die, side):
    phone.locator(f'label:has(input[name="p1/{die}"][value="{side}"])').tap()


def test_a_roll_is_applied_with_three_taps(phone, axe):
    table = at_form(phone, "dice_forge", "roll")
    assert axe(phone) == ""
    # light die: the sun; dark die: 2 glory
    came(phone, "came_1", "side_6")
    came(phone, "came_2", "side_5")
    names = phone.locator(".rack[data-tone] .take__name").evaluate_all(
        "els => els.map(el => el.offsetWidth)"
    )
    assert set(names) == {1}, "a drawn face needs no words, for which there is no room"
    phone.locator('button[name="apply"]').tap()
    phone.wait_for_selector("main .note")
    assert axe(phone) == ""
    phone.goto(f"{table}/sheet/p1/")
    expect(phone.locator('input[name="p1/reserve/sun"]')).to_have_value("1")
    expect(phone.locator('input[name="p1/glory"]')).to_have_value("2")
    phone.goto(f"{table}/log/")
    phone.locator(".log form button").first.tap()
    phone.wait_for_selector(".log s")
    phone.goto(f"{table}/sheet/p1/")
    expect(phone.locator('input[name="p1/glory"]')).to_have_value("")


def test_entries_outlast_a_reload_and_another_language(phone):
    phone.goto("/dice_forge/calculators/roll/?players=1")
    came(phone, "came_1", "side_6")
    expect(phone.locator("#answer")).to_contain_text("sun")
    for again in (phone.reload, phone.locator("header [name=language]").first.click, phone.reload):
        again()
        expect(phone.locator('input[name="p1/came_1"][value="side_6"]')).to_be_checked()
    expect(phone.locator("html")).to_have_attribute("lang", "ja")


def of_side(phone, name):
    return phone.locator(f'label:has(input[name="{name}"])')


def test_a_bid_is_answered_with_three_taps(phone, axe):
    """The table knows the workers and the summer boats of whoever asks."""
    path = opened(phone, "keyflower")
    table = Table.objects.get()
    known = {"p1/workers/yellow": 4, "p1/workers/blue": 2, "p1/summer_boats/boat_4a": True}
    ledger.write(table.key, None, "p1", known, table.revision, "known")
    phone.goto(f"{path}/calculators/auction/", wait_until="networkidle")
    expect(phone.locator(".hextile__side")).to_have_count(3)  # on the tile, Aki's and ミカ's side
    expect(phone.get_by_role("group", name="ミカ")).to_be_visible()
    of_side(phone, "p1/around/p2/yellow").tap()
    phone.locator('#keys [data-direct] [data-key="1"]').tap()
    phone.locator('#keys [data-direct] [data-key="next"]').tap()
    said = phone.locator("#answer [role=status]")
    expect(said).to_have_text("Bid with 2 blue or 2–4 yellow. Use it with 1–4 yellow.")
    expect(said).to_be_in_viewport()
    expect(phone.locator("#keys")).to_be_hidden()
    assert axe(phone) == ""


def test_a_number_that_is_refused_is_told_beside_its_cell_and_kept(phone):
    at_form(phone, "keyflower", "auction", wait_until="networkidle")
    enter(phone, "p1/around/p1/red", "1")
    expect(phone.locator("#answer [role=status]")).to_contain_text("2 or more red")
    enter(phone, "p1/around/p2/red", "41")
    beside = phone.locator("#p1-around-p2-red-says .err")
    expect(beside).to_be_visible()
    expect(phone.locator("#p1-around-p2-red")).to_have_value("41")
    expect(phone.locator("#p1-around-p1-red")).to_have_value("1")
    enter(phone, "p1/around/p2/red", "4")
    expect(beside).to_have_count(0)
    expect(phone.locator("#answer [role=status]")).to_contain_text("5 or more red")


@JAPANESE
def test_an_offer_waits_for_the_answer_to_what_was_last_entered(phone):
    at_form(phone, "dice_forge", "roll")
    offer = phone.locator('button[name="apply"]')
    came(phone, "came_1", "side_6")
    offer.wait_for()
    expect(offer).to_be_enabled()
    phone.route("**/calculators/roll/?**", lambda route: route.abort())
    came(phone, "came_2", "side_5")
    expect(offer).to_be_disabled()


def test_what_waits_is_sent_from_a_calculator_too(phone):
    table = opened(phone, "dice_forge")
    phone.goto(f"{table}/sheet/p1/")
    phone.context.set_offline(True)
    enter(phone, "p1/glory", "7")
    phone.wait_for_selector('body[data-sheet="waiting"]')
    phone.route("**/sheet/p1/", lambda route: route.abort())
    phone.context.set_offline(False)
    phone.goto(f"{table}/calculators/roll/")
    expect(phone.locator("#sheet")).to_have_count(0)
    assert Table.objects.get().state["seats"]["p1"].get("glory") is None
    phone.unroute("**/sheet/p1/")
    phone.wait_for_function("() => !Object.keys(localStorage).some(k => k.startsWith('edit:'))")
    assert Table.objects.get().state["seats"]["p1"]["glory"] == 7


WAYS = [
    *((slug, {}) for slug in ("dice_forge", "diploma", "keyflower", "map_masters")),
    ("nidavellir", {"table/thingvellir": True, "table/idavoll": True}),
    ("map_masters", {"table/coop": True, "table/groups/green": "under_way"}),
]


@pytest.mark.parametrize("phone", [("ja-JP", "dark", SMALL)], indirect=True, ids=["ja dark"])
@pytest.mark.parametrize(("slug", "way"), WAYS)
def test_every_calculator_of_a_table_fits_the_smallest_phone_and_everybody(phone, axe, slug, way):
    """All its sections open, in letters of twice the size, too.

    In one language and scheme: the components are looked at in all of them.
    """
    path = opened(phone, slug)
    table = Table.objects.get()
    if way:
        ledger.write(table.key, None, "p1", way, table.revision, "way")
        table.refresh_from_db()
    listed = [c for c in game(slug).calculators.values() if c.form and c.fits(table.state)]
    there = [f"{path}/calculators/", *(f"{path}/calculators/{each.id}/" for each in listed)]
    wide = []
    for each in there:
        phone.goto(each)
        phone.evaluate("document.querySelectorAll('details.pad').forEach(el => { el.open = true })")
        assert axe(phone) == "", each
        for size in ("100%", "200%"):
            phone.evaluate("size => { document.documentElement.style.fontSize = size }", size)
            width = phone.evaluate("document.documentElement.scrollWidth")
            if width > 320:
                wide.append((each, size, width))
    assert wide == []


@JAPANESE
def test_rows_of_players_are_entered_by_keyboard_alone(phone):
    at_form(phone, "map_masters", "round_points")
    phone.locator('[name="table/round"]').first.focus()
    for _ in range(40):
        if phone.evaluate("document.activeElement.name") == "table/primary":
            break
        phone.keyboard.press("Tab")
    phone.keyboard.press("Enter")
    phone.keyboard.press("Enter")  # the first objective
    chosen = phone.locator("#table-primary").input_value()
    assert chosen
    phone.locator("#p1-primary_icons").focus()
    phone.keyboard.type("3")
    phone.keyboard.press("Enter")
    assert phone.evaluate("document.activeElement.name") == "p1/secondary_icons"
    phone.keyboard.type("2")
    phone.keyboard.press("Enter")
    assert phone.evaluate("document.activeElement.name") == "p2/primary_icons"
    phone.keyboard.press("Escape")
    phone.locator("#p1-escaped").focus()
    phone.keyboard.press("Space")
    expect(phone.locator("#p1-escaped")).to_be_checked()


def test_cards_on_offer_are_typed_by_their_drawings_and_asked_as_the_panel_closes(phone):
    at_form(phone, "map_masters", "purse", wait_until="networkidle")
    phone.locator("#part-p1-best > summary").tap()
    line = phone.locator('[name="p1/on_offer"]')
    line.tap()
    for sign in "3kL;5M":
        phone.locator(f'.panel:not([hidden]) [data-sign="{sign}"]').tap()
    expect(line).to_have_value("3kL;5M")
    expect(phone.locator('[data-shows="p1-on_offer"] svg')).to_have_count(3)
    with phone.expect_request(lambda request: "p1%2Fon_offer=3kL%3B5M&" in f"{request.url}&"):
        phone.keyboard.press("Escape")
    expect(phone.locator(".panel:visible")).to_have_count(0)


@pytest.mark.parametrize("phone", [("en", "light", SMALL)], indirect=True, ids=["en small"])
def test_an_answer_is_as_high_whatever_it_offers_and_leaves_its_form_to_be_tapped(phone):
    at_form(phone, "diploma", "tool_uses", wait_until="networkidle")
    said, cells = phone.locator("#answer > .said"), phone.locator("#calculator label:visible")
    heights = [said.bounding_box()["height"]]
    for n in range(3):
        before = said.inner_text()
        cells.nth(n).tap()
        expect(said).not_to_have_text(before)
        heights.append(said.bounding_box()["height"])
    assert max(heights) == min(heights) <= 568 / 2
    phone.fill("#p1-mana", "2")
    phone.keyboard.press("Escape")
    expect(phone.locator('button[name="apply"]')).to_have_count(6)
    phone.evaluate("scrollTo(0, 0)")
    assert said.bounding_box()["height"] <= 568 / 2
    for n in range(3):
        cells.nth(n).tap()
    phone.locator('button[name="apply"]').last.tap()  # and the last of them comes into sight
    expect(phone.locator("#p1-mana")).to_have_value("1")


@pytest.mark.parametrize("phone", [("ja", "dark", SMALL)], indirect=True, ids=["ja small"])
def test_an_answer_longer_than_its_place_begins_at_its_first_line(phone):
    phone.goto(
        "/map_masters/calculators/market_order/?players=3&p1/coins=3&p2/coins=4&p3/coins=5&sent=1"
    )
    phone.evaluate("document.documentElement.style.fontSize = '200%'")
    box, words = (
        phone.locator(each).bounding_box() for each in ("#answer > .said", "#answer > .said > p")
    )
    assert words["height"] > box["height"]
    assert words["y"] >= box["y"]


COVERED = """() => [...document.querySelectorAll("#keys button")].filter(el => {
    const { x, y, width, height } = el.getBoundingClientRect();
    return width && !el.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}).map(el => el.dataset.key)"""


def test_tabs_of_a_table_lie_neither_on_the_answer_nor_on_the_keys(phone):
    at_form(phone, "dice_forge", "odds", wait_until="networkidle")
    said, tabs = (phone.locator(each).bounding_box() for each in ("#answer > .said", ".nav"))
    assert said["y"] + said["height"] <= tabs["y"] + 1
    phone.locator("#calculator [data-pad]:visible").first.tap()
    expect(phone.locator("#keys")).to_be_visible()
    assert phone.evaluate(COVERED) == []
    phone.locator("#keys [data-close]").tap()
    expect(phone.locator(".nav")).to_be_visible()


def test_an_answer_brings_a_section_as_it_was_folded(phone):
    """The cards at the taverns say which worths are asked for."""
    at_form(phone, "nidavellir", "taverns", wait_until="networkidle")
    worth = phone.locator("#part-p1-worth")
    asked = worth.locator("label").count()
    worth.locator("summary").tap()
    before = worth.evaluate("el => el.open")
    tap(phone, "table/at_dancing_dragon/warrior_5")
    expect(worth.locator("label")).not_to_have_count(asked)
    assert worth.evaluate("el => el.open") == before


def test_a_piece_that_is_turned_stays_under_the_finger(phone):
    at_form(phone, "map_masters", "goals", wait_until="networkidle")
    phone.locator("#part-table-held > summary").tap()
    boots = phone.locator("label:has(#table-artifacts-winged_boots)")
    boots.evaluate("el => scrollBy(0, el.getBoundingClientRect().bottom - innerHeight + 200)")
    before, place = phone.evaluate("scrollY"), boots.bounding_box()
    phone.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    expect(phone.locator("#table-artifacts-winged_boots")).not_to_have_value("")
    assert phone.evaluate("scrollY") == before


@JAPANESE
def test_a_face_is_changed_in_two_taps_and_the_odds_with_it(phone, axe):
    at_form(phone, "dice_forge", "odds")
    before = phone.locator("#answer [role=status]").inner_text()
    phone.locator("label:has(#p1-die_1-side_1)").tap()
    phone.locator('[data-panel]:not([hidden]) [data-face="g6"]').tap()
    phone.wait_for_function(
        "was => document.querySelector('#answer [role=status]').innerText !== was", arg=before
    )
    expect(phone.locator("#p1-die_1-side_1")).to_have_value("g6")
    assert axe(phone) == ""
    expect(phone.locator("[data-panel]:not([hidden])")).to_have_count(0)
    phone.locator("#p1-die_2-side_6").focus()
    phone.keyboard.press("Enter")
    expect(phone.locator("[data-panel]:not([hidden])")).to_have_count(1)
    phone.keyboard.press("Escape")
    expect(phone.locator("[data-panel]:not([hidden])")).to_have_count(0)
    phone.keyboard.press("Enter")  # the focus has come back to the side
    phone.keyboard.press("ArrowUp")  # from what it was, the last, to the shield or boar above it
    above = phone.evaluate("document.activeElement.dataset.face")
    phone.keyboard.press("Enter")
    assert phone.locator("#p1-die_2-side_6").input_value() == above != ""
    assert phone.evaluate("document.activeElement.id") == "p1-die_2-side_6"


def test_what_came_up_is_asked_by_the_faces_that_lie_on_the_dice_now(phone):
    at_form(phone, "dice_forge", "roll")
    phone.locator("#part-p1-dice > summary").tap()
    phone.locator("label:has(#p1-die_1-side_2)").tap()
    phone.locator('[data-panel]:not([hidden]) [data-face="v4"]').tap()
    shown = phone.locator('label:has(input[name="p1/came_1"][value="side_2"]) .take__name')
    phone.wait_for_function(
        """() => document.querySelector('[name="p1/came_1"][value="side_2"]')
            .parentElement.innerText.match(/4/)"""
    )
    expect(shown).to_contain_text("4", use_inner_text=True)
    came(phone, "came_1", "side_2")
    phone.locator('button[name="apply"]').wait_for()
    expect(phone.locator("#answer [role=status]")).to_contain_text("4", use_inner_text=True)


@pytest.mark.parametrize(
    "phone", [("en-US", "light", {"java_script_enabled": False})], indirect=True, ids=["en"]
)
def test_without_scripts_dice_are_drop_downs_that_are_sent(phone):
    at_form(phone, "dice_forge", "odds")
    phone.select_option("#p1-die_1-side_1", "g6")
    phone.locator("#calculator button.nojs").click()
    expect(phone.locator("#p1-die_1-side_1")).to_have_value("g6")
    expect(phone.locator("#answer [role=status]")).to_contain_text("2.33", use_inner_text=True)


@JAPANESE
def test_cards_at_the_taverns_are_tapped_and_the_bids_are_said(phone, axe):
    """Values from the sheets are not asked again: coins, gems, and what the cards are worth."""
    path = opened(phone, "nidavellir")
    table = Table.objects.get()
    cells = {
        "p1/gem": "gem_5", "p2/gem": "gem_4", "p1/hunters": 4, "p2/blacksmiths": 3,
        **{f"p{n}/coins/coin_{coin}": 1 for n in (1, 2) for coin in (0, 2, 3, 4, 5)},
    }  # fmt: skip
    ledger.write(table.key, None, "p1", cells, table.revision, "cells")
    phone.goto(f"{path}/calculators/taverns/")
    assert axe(phone) == ""
    answer = phone.locator("#answer")
    for n, tavern in enumerate(("laughing_goblin", "dancing_dragon", "shining_horse"), 1):
        for card in ("hunter_card", "blacksmith_card", "miner_1"):
            phone.locator(f'label:has([name="table/at_{tavern}/{card}"])').tap()
            expect(answer.locator(f'a.line__label[href$="/{card}"]')).to_have_count(n)
    expect(answer.locator(".seal")).to_be_visible()
    expect(answer).to_contain_text("+9")  # the fifth hunter: 25 less 16
    expect(answer.get_by_role("status")).to_contain_text("ミカ")
    worth = phone.locator('[name="p2/worth/miner_1"]')
    expect(worth).to_have_count(1)
    expect(phone.locator('[name="p2/worth/warrior_3"]')).to_have_count(0)
    assert axe(phone) == ""
    phone.reload()
    expect(answer.locator(".seal")).to_have_count(0)


def test_tiles_on_offer_are_tapped_to_their_colour(phone, axe):
    path = opened(phone, "keyflower")
    table = Table.objects.get()
    cells = {
        "p1/workers/red": 6,
        "p1/resources/wood": 5,
        "p2/workers/red": 2,
        "play/stage": "winter",
    }
    ledger.write(table.key, None, "p1", cells, table.revision, "cells")
    phone.goto(f"{path}/calculators/")
    expect(phone.locator('a[href$="/calculators/fight/"]').first).to_be_visible()
    phone.goto(f"{path}/calculators/fight/")
    assert axe(phone) == ""
    offered = phone.locator('[name="p1/offered/keythedral"]')
    for _ in range(2):
        phone.locator('label:has([name="p1/offered/keythedral"])').tap()
    expect(offered).to_have_value("red")
    answer = phone.locator("#answer")
    expect(answer.get_by_role("status")).to_contain_text("+12")
    expect(answer).to_contain_text("6")
    assert axe(phone) == ""
