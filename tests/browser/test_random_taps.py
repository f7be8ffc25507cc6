"""Taps at random on every sheet: one section in sight, no tap lost, what is seen is stored.

Few of them in every run; `COMPANION_SEEDS=1000 COMPANION_TAPS=500` for a night, then on every pad
and at every table in both languages, and on all planners.
"""

import os
import random

import pytest
from django.urls import reverse
from django.utils import timezone

from companion.models import Table
from companion.tables import ledger, new_table
from scoring import examples, game, games
from tests.browser.keystroke_model import blank_sheet, blank_table
from tests.browser.random_taps import Finger
from tests.games.keyflower.test_map import seat_of

SEEDS = int(os.environ.get("COMPANION_SEEDS", "1"))
TAPS = int(os.environ.get("COMPANION_TAPS", "25"))
LOOK = 25
"""So many taps between two looks at what is stored."""

GAMES = sorted(games())
WAYS = [(at_table, locale) for at_table in (True, False) for locale in ("en", "ja")]
SHEETS = [
    pytest.param({"locale": locale}, slug, at_table, seed, id=f"{slug}-{at_table}-{locale}-{seed}")
    for seed in range(SEEDS)
    for n, slug in enumerate(GAMES)
    for at_table, locale in (WAYS if SEEDS > 1 else [WAYS[n % len(WAYS)]])
]
PLANNERS = [
    (slug, asked.id)
    for slug in GAMES
    for asked in game(slug).calculators.values()
    if asked.form and (SEEDS > 1 or (slug, asked.id) == ("dice_forge", "roll"))
]
PLANS = [
    (slug, asked.id)
    for slug in GAMES
    for asked in game(slug).calculators.values()
    if asked.planner and (SEEDS > 1 or (slug, asked.id) == ("keyflower", "final"))
]
patient = pytest.mark.timeout(240 + 2 * TAPS, method="thread")
each_seed = pytest.mark.parametrize("seed", range(SEEDS))


def tapped(page, seed, table=""):
    finger, draw = Finger(page), random.Random(seed)
    for _ in range(TAPS // LOOK):
        finger.run(LOOK, draw)
        if table:
            for _ in range(draw.choice((0, 1, 2))):  # back, or back and forth
                finger.log(table)
            finger.settle()
    assert not finger.faults, "\n".join(finger.faults)


@patient
@pytest.mark.parametrize(("phone", "slug", "at_table", "seed"), SHEETS, indirect=["phone"])
def test_a_sheet(page, slug, at_table, seed):
    if at_table:
        tapped(page, seed, blank_table(page, slug, 2).partition("/sheet")[0])
    else:
        blank_sheet(page, slug, 2)
        tapped(page, seed)


@patient
@each_seed
def test_a_map(page, seed):
    keyflower = game("keyflower")
    seat, _ = seat_of(random.Random(seed), 8)
    kept = new_table.open_pad(keyflower, keyflower.sheet.read({"seats": {"p1": seat}}))
    page.goto(f"/pad/{kept.key}/p1/map/")
    page.wait_for_selector("[data-lies][tabindex], [data-at][tabindex]", state="attached")
    tapped(page, seed)


@patient
@each_seed
@pytest.mark.parametrize("other", ["settings/", "map/", "?correct=1"])
def test_another_page_of_a_sheet(page, other, seed):
    """At a table; the last one is that of a game that has ended."""
    sheet = blank_table(page, "keyflower", 2)
    table = sheet.partition("/sheet")[0]
    seat, _ = seat_of(random.Random(seed), 8)
    village = game("keyflower").sheet.read({"seats": {"p1": seat}})
    cells = game("keyflower").sheet.cells(village)
    ledger.write(table.split("/")[-1], None, "p1", cells, 1, "village")
    if other == "?correct=1":
        Table.objects.update(finished=timezone.now())
    page.goto(sheet + other)
    page.wait_for_selector("#sheet")
    tapped(page, seed)
    assert page.url.partition("#")[0].endswith(other)


@patient
@each_seed
@pytest.mark.parametrize(("slug", "planner"), PLANNERS)
def test_a_planner(page, slug, planner, seed):
    page.goto(f"{blank_table(page, slug, 2).partition('/sheet')[0]}/calculators/{planner}/")
    page.wait_for_selector("#calculator")
    tapped(page, seed)


@patient
@each_seed
@pytest.mark.parametrize(("slug", "planner"), PLANS)
def test_a_plan(page, slug, planner, seed):
    """A plan is read: what it folds can be opened. Each seed has another worked game."""
    sheet = game(slug).sheet
    worked = [each.state for _, each in sorted(examples(slug).items())]
    kept = new_table.open_pad(game(slug), sheet.read(worked[seed % len(worked)]))
    page.goto(reverse("pad_plan", args=[kept.key, "p1", planner]))
    page.wait_for_selector("#plan")
    if page.locator("#main summary").count():
        tapped(page, seed)
