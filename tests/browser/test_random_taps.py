"""Taps at random on every sheet: one section in sight, no tap lost, what is seen is stored.

Each seed taps one sheet and one other page. The ten of every run go through each game on a pad and
at a table; `COMPANION_SEEDS=1000 COMPANION_TAPS=500` go for a night through all pages in both
languages.
"""

import os
import random
from collections.abc import Callable
from functools import partial
from itertools import cycle, zip_longest
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from companion.models import Table
from companion.tables import ledger, new_table
from scoring import examples, game, games
from tests.browser.keystroke_model import blank_sheet, blank_table
from tests.browser.random_taps import Finger
from tests.games.keyflower.test_map import seat_of

SEEDS = int(os.environ.get("COMPANION_SEEDS", "10"))
TAPS = int(os.environ.get("COMPANION_TAPS", "25"))
LOOK = 25
"""So many taps between two looks at what is stored."""

GAMES = sorted(games())
WAYS = [(at_table, locale) for locale in ("en", "ja") for at_table in (True, False)]
SHEETS = [
    (slug, *WAYS[(turn + n) % len(WAYS)])
    for turn in range(len(WAYS))
    for n, slug in enumerate(GAMES)
]
"""Each game in one way, then each in the next one."""


def tapped(page, seed, table=""):
    finger, draw = Finger(page), random.Random(seed)
    for _ in range(TAPS // LOOK):
        finger.run(LOOK, draw)
        if table:
            for _ in range(draw.choice((0, 1, 2))):  # back, or back and forth
                finger.log(table)
            finger.settle()
    assert not finger.faults, "\n".join(finger.faults)


def village(seed):
    seat, _ = seat_of(random.Random(seed), 8)
    return game("keyflower").sheet.read({"seats": {"p1": seat}})


def map_of_a_pad(page, seed):
    kept = new_table.open_pad(game("keyflower"), village(seed))
    page.goto(f"/pad/{kept.key}/p1/map/")
    page.wait_for_selector("[data-lies][tabindex], [data-at][tabindex]", state="attached")
    tapped(page, seed)


def beside_a_sheet(page, seed, at):
    """A page of a seat at a table; *correct* is that of a game that has ended."""
    sheet = blank_table(page, "keyflower", 2)
    table = sheet.partition("/sheet")[0]
    cells = game("keyflower").sheet.cells(village(seed))
    ledger.write(table.split("/")[-1], None, "p1", cells, 1, "village")
    if at == "?correct=1":
        Table.objects.update(finished=timezone.now())
    page.goto(sheet + at)
    page.wait_for_selector("#sheet")
    tapped(page, seed)
    assert page.url.partition("#")[0].endswith(at)


def calculator(page, seed, slug, asked):
    page.goto(f"{blank_table(page, slug, 2).partition('/sheet')[0]}/calculators/{asked}/")
    page.wait_for_selector("#calculator")
    tapped(page, seed)


def plan(page, seed, slug, asked):
    """A plan is read: what it folds can be opened. Each seed has another worked game."""
    sheet = game(slug).sheet
    worked = [each.state for _, each in sorted(examples(slug).items())]
    kept = new_table.open_pad(game(slug), sheet.read(worked[seed % len(worked)]))
    page.goto(reverse("pad_plan", args=[kept.key, "p1", asked]))
    page.wait_for_selector("#plan")
    if page.locator("#main summary").count():
        tapped(page, seed)


def asked_of_each_game(kind: str, tap: Callable[..., None]) -> list[list[tuple[str, Any]]]:
    """Turns: the first calculators of that kind of all games, then the second ones, and so on."""
    found = [
        [
            (f"{slug} {asked.id}", partial(tap, slug=slug, asked=asked.id))
            for asked in game(slug).calculators.values()
            if getattr(asked, kind)
        ]
        for slug in GAMES
    ]
    return [[each for each in turn if each] for turn in zip_longest(*found)]


OTHERS = [
    ("map of a pad", map_of_a_pad),
    *((at, partial(beside_a_sheet, at=at)) for at in ("settings/", "map/", "?correct=1")),
]
for forms, plans in zip_longest(
    asked_of_each_game("form", calculator), asked_of_each_game("planner", plan), fillvalue=()
):
    OTHERS += [*forms, *plans]
PAGES = [
    (("en", "ja")[(turn + n) % 2], *other) for turn in range(2) for n, other in enumerate(OTHERS)
]
"""Each page in one language, then each in the other one."""

patient = pytest.mark.timeout(240 + 2 * TAPS, method="thread")


@patient
@pytest.mark.parametrize(
    ("phone", "slug", "at_table", "seed"),
    [
        pytest.param({"locale": locale}, slug, table, seed, id=f"{slug}-{table}-{locale}-{seed}")
        for seed, (slug, table, locale) in zip(range(SEEDS), cycle(SHEETS), strict=False)
    ],
    indirect=["phone"],
)
def test_a_sheet(page, slug, at_table, seed):
    if at_table:
        tapped(page, seed, blank_table(page, slug, 2).partition("/sheet")[0])
    else:
        blank_sheet(page, slug, 2)
        tapped(page, seed)


@patient
@pytest.mark.parametrize(
    ("phone", "tap", "seed"),
    [
        pytest.param({"locale": locale}, tap, seed, id=f"{name}-{locale}-{seed}")
        for seed, (locale, name, tap) in zip(range(SEEDS), cycle(PAGES), strict=False)
    ],
    indirect=["phone"],
)
def test_another_page(page, tap, seed):
    tap(page, seed)
