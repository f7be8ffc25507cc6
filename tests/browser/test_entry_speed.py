"""A sheet is entered faster than with pen and paper: real entries, counted by the model.

Run with ``-s`` to see the figures; docs/benchmarks.md has them beside those of before.
"""

import re

import pytest
from playwright.sync_api import expect

from companion.models import Table
from companion.tables import ledger
from tests.browser.cell_entry import rest_none
from tests.browser.keystroke_model import Thumb, blank_sheet, blank_table

SMALL = {"viewport": {"width": 320, "height": 568}}
SCREEN = 844
MORE = 1.15
"""Factor by which the smallest phone may take longer."""

sizes = pytest.mark.parametrize("phone", [{}, SMALL], indirect=True, ids=["390", "320"])


def one_screen(page, thumb):
    """Each section stands on one screen of the larger phone, with all that was entered."""
    if page.viewport_size["width"] == 390:
        assert [f"{n}: {h}" for n, h in thumb.heights.items() if h > SCREEN] == []


def said(name, page, thumb, seconds):
    """Prints what a thumb took, which is no more than that."""
    width = page.viewport_size["width"]
    print(f"\n{name} at {width}: {thumb}")
    assert thumb.seconds <= seconds * (1 if width == 390 else MORE)


def every_section(page, thumb, *, pad=False):
    """Measures the height of each section with nothing open over it; with its ``pad`` as well."""
    for step in page.locator("#steps > a").all():
        step.evaluate("el => el.click()")
        page.evaluate("document.activeElement.blur()")
        name = step.get_attribute("href")
        thumb.measure(name)
        first = page.locator(".part.now [data-pad]:visible")
        if pad and first.count():
            first.first.focus()
            page.locator("#keys").wait_for()
            thumb.measure(f"{name}, its pad open")


# Keyflower ------------------------------------------------------------------------------

COUNTS = "12 10 11 14 12 13 11 11 10 12 14"
"""Four resources, three skills, four workers."""
VILLAGE = {
    "home": {"home_3": "after"},
    "spring": {"key_mine": "before", "peddler": "before", "keywood": "after", "stable": "after"},
    "summer": {"carpenter": "after", "store": "before", "hiring_fair": "before", "mason": "after"},
    "autumn": {"fair": "after", "sawmill": "after", "well": "before"},
}


@pytest.mark.parametrize(
    "phone",
    [pytest.param({}, marks=pytest.mark.smoke), SMALL],
    indirect=True,
    ids=["390", "320"],
)
def test_a_full_keyflower_seat(page, thumb):
    blank_sheet(page, "keyflower", 1)
    thumb.section("p1-pieces")
    *counts, last = COUNTS.split()
    for count in counts[:7]:
        thumb.count(count)
    thumb.tap('#keys [data-option="won"]')
    for count in counts[7:]:
        thumb.count(count)
    thumb.measure("pieces")
    thumb.count(last)
    thumb.key("next")
    thumb.section("p1-village")
    for tiles in VILLAGE.values():
        for tile, face in tiles.items():
            thumb.piece(f"p1/village/{tile}", face)
        thumb.measure("village")
        thumb.tap("[data-onward]")
    thumb.section("p1-winter")
    for tile in ("jeweller", "craftsmans_guild", "scribes", "key_guild"):
        thumb.piece(f"p1/winter/{tile}")
    thumb.piece("p1/boats/sea_breese")
    thumb.count("4")
    thumb.piece("p1/turn_order/turn_order_2")
    thumb.key(4)
    thumb.saved()  # so all is entered, and what follows is no part of its time
    page.locator("#keys [data-close]").tap()
    expect(page.locator(".dock__total")).to_contain_text("≥ 243", use_inner_text=True)
    thumb.measure("winter")
    page.reload()
    expect(page.locator('[name="p1/resources/wood"]')).to_have_value("12")
    expect(page.locator('[name="p1/purple"]')).to_have_value("won")
    expect(page.locator(".palette :checked:not([value=''])")).to_have_count(12)
    expect(page.locator('[name="p1/chain"]')).to_have_value("4")
    one_screen(page, thumb)
    said("Keyflower, a full seat", page, thumb, 59)
    rest_none(page)
    page.locator("#steps > a").last.tap()
    page.click("[data-end][value=result]")
    expect(page.locator(".end__line").first).to_contain_text("243 points", use_inner_text=True)


# Nidavellir -----------------------------------------------------------------------------

HEROES = ("dagda", "tarah", "zoral", "uline", "ylud")
DWARVES = {
    "explorers": ("explorer_6", "explorer_8", "explorer_11"),
    "miners": ("miner_0", "miner_1", "miner_1"),
    "warriors": ("warrior_5", "warrior_9"),
}
COINS = ("coin_2", "hunting_master_coin", "coin_7", "coin_11", "coin_16")


def with_both_boxes(page, seat):
    """The pad says which boxes are on the table: set once, so it is no part of a seat's time."""
    page.goto(f"{seat}settings/")
    for box in ("thingvellir", "idavoll"):
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            page.locator(f'[name="table/{box}"]').check(force=True)
    page.goto(seat)
    page.wait_for_selector("#sheet .part.now")


@sizes
def test_a_nidavellir_seat_with_both_boxes(page, thumb):
    with_both_boxes(page, blank_sheet(page, "nidavellir"))
    thumb.section("p1-army")
    for column, n in (("blacksmiths", 3), ("hunters", 3)):
        thumb.tap(f'[data-pile]:has([name="p1/{column}"]) [data-set="{n}"]')
    for column, cards in DWARVES.items():
        for card in cards:
            thumb.piece(f"p1/{column}/{card}", look=False)
    thumb.measure("army")
    thumb.tap("[data-ahead]")
    thumb.section("p1-heroes")
    for hero in HEROES:
        thumb.piece(f"p1/heroes/{hero}")
    thumb.piece("p1/ylud_at", "explorer", look=False)
    thumb.measure("heroes")
    thumb.tap("[data-ahead]")
    thumb.section("p1-coins")
    for coin in COINS:
        thumb.piece(f"p1/coins/{coin}", look=False)
    for distinction in ("hunting_master", "pioneer_of_the_kingdom"):
        thumb.piece(f"p1/distinctions/{distinction}", look=False)
    thumb.piece("p1/gem", "gem_4", look=False)
    thumb.measure("coins")
    thumb.tap("[data-ahead]")
    thumb.section("p1-thingvellir")
    thumb.piece("p1/mercenaries/merc_w6_e8", "second")
    thumb.piece("p1/mercenaries/merc_h_m1", "first")
    for artifact in ("svalinn", "vegvisir"):
        thumb.piece(f"p1/artifacts/{artifact}")
    thumb.measure("mercenaries and artifacts")
    thumb.tap("[data-ahead]")
    thumb.section("p1-idavoll")
    thumb.tap('[name="p1/gods/frigg"]', look=True)
    thumb.tap('[name="p1/giants/skymir"]', look=True)
    thumb.tap('[name="p1/giants/skymir"]')
    thumb.tap('[name="p1/valkyries/olrun"]', look=True)
    thumb.tap('[name="p1/valkyries/olrun"]')
    thumb.tap('[name="p1/valkyries/olrun"]')
    thumb.piece("p1/animals/garm")
    thumb.saved()
    thumb.measure("myths")
    page.reload()
    expect(page.locator('[name="p1/hunters"]')).to_have_value("3")
    expect(page.locator('[name="p1/miners/miner_1"]')).to_have_value("2")
    expect(page.locator('[name="p1/ylud_at"]:checked')).to_have_value("explorer")
    expect(page.locator('[name="p1/gem"]:checked')).to_have_value("gem_4")
    expect(page.locator('[name="p1/mercenaries/merc_w6_e8"]:checked')).to_have_value("second")
    expect(page.locator('[name="p1/giants/skymir"]')).to_have_value("captured")
    expect(page.locator('[name="p1/valkyries/olrun"]')).to_have_value("step_2")
    one_screen(page, thumb)
    said("Nidavellir, a seat with both boxes", page, thumb, 58)


# Dice Forge -----------------------------------------------------------------------------

FEATS = "hammer silver_hind elder wild_spirits guardians_owl ferryman gorgon hydra"
AGAIN = "guardians_owl"


@sizes
def test_a_final_dice_forge_seat(page, thumb):
    blank_sheet(page, "dice_forge")
    thumb.section("p1-final")
    thumb.type("87")  # what is tapped next closes the pad
    for feat in FEATS.split():
        thumb.piece(f"p1/feats/{feat}")
    thumb.piece(f"p1/feats/{AGAIN}", look=False)
    thumb.measure("final")
    thumb.saved()
    # with feats left blank it is no section with a tick, and no total
    expect(page.locator("#steps > a[aria-current]")).not_to_contain_text("✓")
    expect(page.locator(".dock__total")).to_have_text("≥ 151", use_inner_text=True)
    thumb.tap("[data-ahead=rest]")
    thumb.saved()
    expect(page.locator("#steps > a").first).to_contain_text("✓")
    page.reload()
    expect(page.locator('[name="p1/glory"]')).to_have_value("87")
    expect(page.locator(f'[name="p1/feats/{AGAIN}"]')).to_have_value("2")
    expect(page.locator(".dock__total")).to_have_text("151", use_inner_text=True)
    one_screen(page, thumb)
    # one of them says that the other feats are none
    said("Dice Forge, a final seat", page, thumb, 20)


@sizes
def test_any_face_of_dice_forges_dice_in_two_taps(page):
    blank_table(page, "dice_forge")
    begin = Thumb(page)
    begin.go("p1-dice")
    for name, face in (
        ("p1/die_1/side_1", "g3"),
        ("p1/die_1/side_5", "or_g2_s2_m2"),
        ("p1/die_2/side_3", "shield_green"),
        ("p1/die_2/side_6", "x3"),
    ):
        thumb = Thumb(page)
        thumb.side(name, face)
        assert page.locator(f'[name="{name}"]').input_value() == face
        assert (thumb.taps, thumb.flicks) == (2, 0)
        said(f"Dice Forge, {face}", page, thumb, 3)
    thumb.measure("dice")
    begin.saved()
    begin.go("p1-stock")
    begin.measure("stock")
    one_screen(page, thumb)
    one_screen(page, begin)
    page.reload()
    expect(page.locator('[name="p1/die_2/side_6"]')).to_have_value("x3")


# Map Masters ----------------------------------------------------------------------------

ROUND = {"p1": (3, 6), "p2": (2, 5), "p3": (0, 11), "p4": (4, 1)}
"""Icons for the primary and for the secondary objective."""


@sizes
def test_a_map_masters_round_of_four(page):
    blank_sheet(page, "map_masters")
    objectives, thumb = Thumb(page), Thumb(page)
    objectives.section("p1-round_1")
    objectives.tap('select[name="table/primary_objective_1"]')
    for objective in ("objective_hole", "objective_sword"):
        objectives.tap(f'.panel:not([hidden]) [data-face="{objective}"]', look=True)
    objectives.tap('[name="table/hourglass_1"]')
    for counts in ROUND.values():
        thumb.sections += 1  # a moment for each player
        for count in counts:
            thumb.key(count)
    thumb.measure("round")
    thumb.tap('[name="p1/escaped_1"]')
    thumb.tap('[name="p4/escaped_1"]')
    thumb.tap('[name="p2/first_1"]')
    thumb.saved()
    figures = page.locator(".now .board__line:not(.board__line--heads) .figure").all_inner_texts()
    assert figures[:3] == ["= 9", "= 3", "≥ 12"]
    assert figures[3:6] == ["= 6", "= 2½", "≥ 8"]
    page.reload()
    expect(page.locator('[name="p3/secondary_1"]')).to_have_value("11")
    expect(page.locator('[name="p3/primary_1"]')).to_have_value("0")
    expect(page.locator('[name="p2/first_1"]')).to_be_checked()
    print(f"Map Masters, objectives of a round: {objectives}")
    # 12, and the escape's 2, which others may still take
    expect(page.locator("#dock .dock__all output").first).to_have_text("≥ 12", use_inner_text=True)
    seats = page.locator(".now .board__line:not(.board__line--heads)")
    sums = [" ".join(each.split()) for each in seats.locator(".board__sum").all_inner_texts()]
    told = [" ".join(e.split()) for e in page.locator("#dock .dock__all output").all_inner_texts()]
    assert sums == told, "a row ends in the total that stands below"
    every_section(page, thumb)
    one_screen(page, thumb)
    said("Map Masters, a round of four", page, thumb, 16)


@pytest.mark.parametrize("phone", [{}], indirect=True)
def test_one_of_all_players_is_first(page, thumb):
    blank_sheet(page, "map_masters")
    expect(page.locator('[name="p1/first_1"]')).to_be_hidden()
    thumb.tap('[name="table/hourglass_1"]')
    thumb.tap('[name="p1/first_1"]')
    thumb.tap('[name="p3/first_1"]')
    thumb.saved()
    page.reload()
    expect(page.locator('[name="p1/first_1"]')).not_to_be_checked()
    expect(page.locator('[name="p3/first_1"]')).to_be_checked()


@pytest.mark.parametrize("phone", [{}], indirect=True)
def test_a_path_is_typed_by_its_drawings(page, thumb):
    blank_sheet(page, "map_masters")
    thumb.tap('select[name="table/primary_objective_1"]')
    for objective in ("objective_key", "objective_coin"):
        thumb.tap(f'.panel:not([hidden]) [data-face="{objective}"]')
    thumb.tap("#keys [data-close]")
    thumb.tap("#part-p1-round_1 .board__more > summary")
    thumb.tap('[name="p1/path_1"]')
    for sign in "ckkx":
        thumb.tap(f'.panel:not([hidden]) [data-sign="{sign}"]')
    thumb.tap('.panel:not([hidden]) [data-sign=""]')
    thumb.tap('.panel:not([hidden]) [data-sign=">"]')
    thumb.tap(".panel:not([hidden]) [data-close]")
    page.locator("#p1-round_1-sum", has_text="4").wait_for()
    expect(page.locator('[name="p1/path_1"]')).to_have_value("ckk>")
    expect(page.locator('[data-shows="p1-path_1"] svg')).to_have_count(4)
    expect(page.locator("#p1-primary_1-figure")).to_have_text("4", use_inner_text=True)


# Diploma --------------------------------------------------------------------------------

KNOWN = "4 2 6 3 7 1"
"""Sets, circles, bonuses, power, title, sets left."""


@sizes
def test_a_players_diploma(page, thumb):
    blank_sheet(page, "diploma", 3)
    thumb.section("p1-points")
    *rows, left = KNOWN.split()
    for count in rows:
        thumb.count(count)
    thumb.count(left)
    thumb.saved()
    assert page.evaluate("document.activeElement.name") == "p2/sets"
    # 20 + 20 + 6 + 3 + 7; what the set left pays is for the table to say
    expect(page.locator("#p1-points-sum")).to_have_text("56 …", use_inner_text=True)
    page.reload()
    expect(page.locator('[name="p1/title_points"]')).to_have_value("7")
    assert page.locator('[name="p2/sets"]').get_attribute("placeholder") == "?"
    every_section(page, thumb)
    one_screen(page, thumb)
    said("Diploma, six known rows", page, thumb, 7.5)


@pytest.mark.parametrize("phone", [{}, {"locale": "ja"}], indirect=True, ids=["en", "ja"])
def test_every_section_of_diploma_stands_on_one_screen_with_its_pad_open(page, thumb):
    blank_table(page, "diploma", 4)
    every_section(page, thumb, pad=True)
    assert len(thumb.heights) > 8
    one_screen(page, thumb)


@pytest.mark.parametrize(
    "phone", [{}, {"locale": "ja"}, SMALL, {**SMALL, "locale": "ja"}], indirect=True
)
def test_every_section_of_a_mission_with_four_groups_stands_on_one_screen(page, thumb):
    path = blank_table(page, "map_masters", 4)
    table = Table.objects.get()
    groups = {f"table/groups/{g}": "under_way" for g in ("green", "yellow", "blue", "red")}
    ledger.write(table.key, None, "p1", groups | {"table/coop": True}, table.revision, "groups")
    page.goto(path)
    page.wait_for_selector("#sheet .part.now")
    every_section(page, thumb)
    assert len(thumb.heights) == 11
    screen = page.viewport_size["height"]
    assert {name: height for name, height in thumb.heights.items() if height > screen} == {}


@pytest.mark.parametrize("phone", [{}], indirect=True)
def test_a_row_of_their_own_has_one_name_for_all_players(page):
    blank_sheet(page, "diploma", 2)
    page.locator('[name="p1/own_1_points"]').fill("-3")
    page.locator('[name="table/own_1"]').fill("Unplaced titles")
    page.locator('[name="p2/own_1_points"]').fill("2")
    page.locator('[name="table/own_2"]').fill("Barrier")
    page.locator('[name="p2/own_2_points"]').fill("4")
    page.locator('[name="p2/own_2_points"]').press("Tab")
    page.locator("#p2-points-sum", has_text="6").wait_for()
    expect(page.locator("#p1-points-sum")).to_have_text("−3 …", use_inner_text=True)
    expect(page.locator('[name="table/own_3"]')).to_be_visible()
    expect(page.locator('[name="table/own_4"]')).to_be_hidden()


@pytest.mark.parametrize("phone", [{}, {"locale": "ja"}], indirect=True)
def test_one_count_of_many_is_not_the_points_of_its_section(page, thumb):
    blank_table(page, "keyflower", 2)
    thumb.enter("p1/resources/wood", 7)
    thumb.tap("#keys [data-close]")
    thumb.saved()
    tab = page.locator('#steps > a[href="#part-p1-pieces"] b')
    expect(tab).to_have_text(re.compile("^○"), use_inner_text=True)
    expect(page.locator('[name="p1/purple"]')).to_have_value("")
    thumb.go("p1-pieces")
    thumb.tap("[data-ahead=rest]")
    expect(tab).to_have_text(re.compile("^0 ✓$"), use_inner_text=True)
