"""Number of taps that enter a whole army, and the height that is scrolled past."""

import tomllib
from pathlib import Path

import pytest

from scoring import game

GAME = game("nidavellir")
SHEET = GAME.sheet
EXAMPLES = Path(__file__).parents[3] / "scoring" / "games" / "nidavellir" / "examples"
TABLE = tomllib.loads((EXAMPLES / "four_players.toml").read_text("utf-8"))["state"]["seats"]
SEGMENTS = 4
"""Choices up to this many are buttons; longer ones open a list first."""
SECONDS, A_TAP = 90, 2.5
"""Limit for a whole army, and the costs of finding a cell and of tapping it."""

# A middling player of the base game at the end: 5 + 4 + 3 + 4 + 4 dwarves, 4 heroes, 5 coins.
BASE = {
    "blacksmiths": 5,
    "hunters": 4,
    "explorers": {"explorer_6": 1, "explorer_8": 1, "explorer_11": 1},
    "miners": {"miner_0": 1, "miner_1": 2, "miner_2": 1},
    "warriors": {"warrior_4": 1, "warrior_6": 2, "warrior_9": 1},
    "heroes": {"ylud": True, "astrid": True, "lokdur": True, "dwerg_ymir": True},
    "ylud_at": "hunter",
    "coins": {"coin_0": 1, "coin_8": 1, "coin_11": 1, "coin_14": 1, "coin_19": 1},
    "distinctions": {"crown_jeweler": True},
}


def taps(seat):
    """Taps for every cell of a seat: steppers one for each piece, typed numbers their digits."""
    found = 0
    entered = SHEET.cells({"seats": {"p1": seat}})
    for path, value in entered.items():
        cell = SHEET.cell(path)
        assert cell is not None
        if path in ("p1/name", "p1/gem") or SHEET.fields[path.split("/")[1]].decided:
            continue
        if cell.kind == "number":
            found += min(value, 1 + len(str(value)))
        elif cell.kind == "choice":
            found += 1 if len(cell.options) <= SEGMENTS else 2
        else:
            found += 1
    return found


def test_a_player_of_the_base_game_is_entered_with_30_taps():
    # 2 + 2 counts, 3 + 4 + 4 dwarves, 4 heroes, 2 for Ylud's column, 5 coins, 1 distinction = 27
    assert taps(BASE) == 27
    assert taps(BASE) * A_TAP <= SECONDS


@pytest.mark.parametrize("seat", sorted(TABLE))
def test_a_player_with_both_expansions_is_entered_within_90_seconds(seat):
    assert taps(TABLE[seat]) * A_TAP <= SECONDS


def rows_shown(*expansions, tracked=False):
    """Rows of the form before any card that asks for more is ticked."""
    flags = {f"table/{box}" for box in expansions}
    return sum(
        len(group.rows) if group else 1
        for section in SHEET.sections
        if (tracked or not section.tracked) and (not section.when or section.when in flags)
        for field in section.fields
        if not field.decided and not field.when
        for group in field.groups or (None,)
        if not group or not group.when or group.when in flags
    )


def test_expansions_that_are_not_played_are_out_of_the_way():
    # 2 counts, 8 explorers, 3 miners, 8 warriors, 22 heroes, 26 coins, 5 distinctions, the gem
    assert rows_shown() == 2 + 8 + 3 + 8 + 22 + 26 + 5 + 1
    # 6 heroes, 12 mercenaries, 13 artifacts; Olwyn's doubles wait for her
    assert rows_shown("thingvellir") - rows_shown() == 6 + 12 + 13
    assert rows_shown("idavoll") - rows_shown() == 4 * 5


@pytest.mark.django_db
def test_what_is_played_is_asked_when_a_sheet_is_begun_and_its_heroes_are_there(client):
    def page(**boxes):
        begun = client.post("/score/nidavellir/", {"players": 2, **boxes}, follow=True)
        return begun.content.decode()

    assert 'name="table/thingvellir"' in client.get("/score/nidavellir/").content.decode()
    base, more = page(), page(**{"table/thingvellir": "1"})
    for cell in ("p1/heroes/olwyn", "p1/mercenaries/merc_h_b"):
        assert f'name="{cell}"' not in base
        assert f'name="{cell}"' in more
