"""An evening of Keyflower on the map: three phones lay every tile by thumb, season by season.

    SHOTS=/tmp/shots .venv/bin/python -m pytest -m bench -s tests/browser/test_map_whole_game.py

Prints what the map takes per tile and leaves pictures; the long way that no check walks.
"""

from __future__ import annotations

import os
import random
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Page, expect

from scoring.games.keyflower.solvers.layout import LaidTile, Layout
from tests.browser.cell_entry import WAY
from tests.browser.conftest import PHONE
from tests.browser.finish_game import finish
from tests.browser.keystroke_model import Thumb
from tests.games.keyflower.random_layouts import BOX, fitting

pytestmark = pytest.mark.bench

SHOTS = os.environ.get("SHOTS")
FIELD = {"boat": "boats", "summer_boat": "summer_boats", "turn_order": "turn_order"}
FACE = {"boat": "1", "summer_boat": "1", "winter": "1", "turn_order": ""}
PHONES = {
    "ミカ": {"locale": "ja", "color_scheme": "dark"},
    "Tom": {},
    "Ann": {"viewport": {"width": 320, "height": 568}},
}


def of(*kinds: str) -> list[str]:
    """Of each summer boat one side."""
    return [t for t, each in BOX.items() if each.kind in kinds and t not in BACKS]


PIECES = [
    *(f"resources/{good}" for good in ("wood", "stone", "iron", "gold")),
    *(f"skills/{skill}" for skill in ("anvil", "pickaxe", "saw")),
    *(f"workers/{colour}" for colour in ("red", "blue", "yellow", "green")),
]
BACKS = {"boat_1b", "boat_2a", "boat_2b", "boat_3b", "boat_4b"}


@dataclass
class Player:
    """A phone, its seat, and what it wins in each season."""

    page: Page
    name: str
    seat: str = ""
    won: dict[str, list[str]] = field(default_factory=dict)
    layout: Layout | None = None
    laying: Thumb | None = None
    ticking: Thumb | None = None

    def see(self, what: str) -> None:
        wide = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if wide > 0:
            print(f"    {what}, {self.name}: {wide} px too wide")
        if SHOTS:
            self.page.screenshot(path=f"{SHOTS}/{what}-{self.name}.png")


def shares(rng: random.Random, players: list[Player], most: int) -> None:
    """Deals the tiles to the players: the first takes most of each season."""
    decks = {
        "setup": of("home"),
        "spring": of("spring"),
        "summer": of("summer", "summer_boat"),
        "autumn": of("autumn"),
        "winter": of("winter"),
    }
    for season, deck in decks.items():
        rng.shuffle(deck)
        for n, player in enumerate(players):
            number = 1 if season == "setup" else most if n == 0 else 2
            player.won[season] = [deck.pop() for _ in range(number)]
    for player, boat, first in zip(players, of("boat"), of("turn_order"), strict=False):
        player.won["winter"] += [boat, first]


def tick(player: Player, sheet: str, tiles: list[str]) -> None:
    """Tiles that were won, on the sheet."""
    page = player.page
    page.goto(sheet)
    page.wait_for_selector("#sheet .part.now")
    thumb = player.ticking = player.ticking or Thumb(page)
    for tile in tiles:
        kind = BOX[tile].kind
        name = f"{player.seat}/{FIELD.get(kind, kind if kind == 'winter' else 'village')}/{tile}"
        while way := page.locator(f'[name="{name}"]').first.evaluate(WAY):
            thumb.tap(way)
        thumb.enter(name, FACE.get(kind, "before") or "0")
    thumb.saved()


def lay(player: Player, season: str, rng: random.Random) -> None:
    """From the sheet to the map by its own link, then each tile: place, tile, turns."""
    page = player.page
    thumb = player.laying = player.laying or Thumb(page)
    thumb.tap(".part.now .head__map")
    page.wait_for_selector("#hexes [data-at], #hexes [data-lies]:not([hidden])")
    player.see(f"{season}-1-waiting")
    for n, tile in enumerate(player.won[season]):
        layout = player.layout
        if layout is None:
            layout, place, turn = Layout({}, BOX), (0, 0), 0
        else:
            ways = fitting(layout, tile)
            _, place, turn = rng.choice([way for way in ways if way[0] == max(ways)[0]])
        at = f"{place[0]},{place[1]}"
        if not page.locator(f'[data-at="{at}"].now').count():
            thumb.tap(f'#hexes [data-at="{at}"]', look=True)
        if n == 1:
            player.see(f"{season}-2-place")
        thumb.tap(f'#hexes [data-pick="{tile}"]', look=True)
        cell = page.locator(f'input[data-tile="{tile}"]')
        edges = BOX[tile].edges
        wanted = [edges[(s - turn) % 6] for s in range(6)]
        for _ in range(6):
            now = int(cell.input_value()[-1])
            if [edges[(s - now) % 6] for s in range(6)] == wanted:
                break
            thumb.tap(f'#hexes [data-lies="{tile}"]')
        else:
            raise AssertionError(f"{tile} was not turned to {turn}")
        if n == 1:
            player.see(f"{season}-3-laid")
        player.layout = layout.put(place, LaidTile(tile, int(cell.input_value()[-1])))
    expect(page.locator("#hexes-lit")).not_to_have_class("hexes__over stale")
    thumb.tap("#hexes [data-act=done]")
    player.see(f"{season}-4-done")


@pytest.mark.timeout(900, method="thread")
def test_an_evening_from_setup_to_the_end(browser, live_server):
    rng = random.Random(22)
    contexts = [
        browser.new_context(base_url=live_server.url, **PHONE | more) for more in PHONES.values()
    ]
    for context in contexts:
        context.set_default_timeout(30_000)
    players = [Player(c.new_page(), n) for c, n in zip(contexts, PHONES, strict=True)]
    shares(rng, players, 5)
    host = players[0].page
    host.goto("/open/keyflower/")
    host.fill("#p1-name", players[0].name)
    host.locator("main .btn--main").tap()
    host.wait_for_url("**/invite/")
    table = host.url.removesuffix("invite/")
    link = host.locator("[data-link]").first.input_value()
    players[0].seat = "p1"
    for n, player in enumerate(players[1:], 2):
        player.seat = f"p{n}"
        player.page.goto(link)
        player.page.fill("#name", player.name)
        player.page.locator(f'button[name="colour"][value="{("blue", "green")[n - 2]}"]').tap()
        player.page.wait_for_selector("#sheet")
    stages = ["setup", "spring", "summer", "autumn", "winter"]
    for season in stages:
        host.goto(table)
        if season != "setup":
            host.locator("#stage > summary").tap()
            host.locator(f'#stage button[name="stage"][value="{season}"]').tap()
            expect(host.locator(f'#stage button[value="{season}"]')).to_have_count(0)
        players[0].see(f"{season}-0-table")
        for player in players:
            sheet = f"{table}sheet/{player.seat}/"
            tick(player, sheet, player.won[season])
            player.see(f"{season}-0-sheet")
            lay(player, season, rng)
    print()
    for player in players:
        page, tiles = player.page, len(player.layout.laid)
        for tab in page.locator("#hexes-tabs [data-show]").all():
            tab.tap()
            player.see(f"map-{tab.get_attribute('data-show')}")
        for what, thumb in (("laid", player.laying), ("ticked on the sheet", player.ticking)):
            each = f"{thumb.taps / tiles:.2f} taps, {thumb.seconds / tiles:.1f} s each"
            print(f"  {player.name}, {tiles} tiles {what}: {thumb}; {each}")
        page.goto(f"{table}sheet/{player.seat}/")
        page.wait_for_selector("#sheet .part.now")
        thumb = Thumb(page)
        for n, cell in enumerate(PIECES):
            thumb.enter(f"{player.seat}/{cell}", 3 + n % 4)
        thumb.saved()
        print(f"  {player.name}, pieces at the end: {thumb}")
        player.see("end-sheet")
        page.goto(f"{table}sheet/{player.seat}/map/")
        page.wait_for_selector("#hexes [data-lies]:not([hidden])")
        player.see("end-map")
    host.goto(table)
    host.locator("#stage > summary").tap()
    host.locator('#stage button[name="stage"][value="count"]').tap()
    expect(host.locator('#stage button[value="winter"]')).to_have_count(1)
    players[0].see("count-table")
    finish(host)
    expect(host.locator(".podium__points")).to_have_count(3)
    players[0].see("finish")
    for context in contexts:
        context.close()
