"""The sheet's cells and doubts, and the texts of its rows."""

from dataclasses import replace
from typing import Any

import pytest

from scoring import game
from scoring.games.keyflower.sheet_functions import SHEET_FUNCTIONS
from scoring.games.keyflower.solvers.village import takes_pieces
from scoring.model.catalogue import Scores, UnknownRule
from scoring.model.plan import State
from tests.finished_sheets import whole

KEYFLOWER = game("keyflower")


def table(*seats: dict[str, Any]) -> State:
    return whole(KEYFLOWER, {"seats": {f"p{n}": seat for n, seat in enumerate(seats, 1)}})


@pytest.mark.parametrize("season", ["spring", "summer", "autumn", "winter"])
@pytest.mark.parametrize(("players", "dealt"), [(2, 3), (3, 3), (4, 3), (5, 2), (6, 2)])
def test_a_season_has_so_many_tiles_for_so_many_players(
    season: str, players: int, dealt: int
) -> None:
    """Players and four more are turned up, summer's boats among them; winter's are dealt."""
    most = players * dealt if season == "winter" else players + 4
    kinds = ("summer", "summer_boat") if season == "summer" else (season,)
    tiles = [e for e in KEYFLOWER.catalogue.of_kind(*kinds) if not e.id.endswith("b")]
    if season == "summer":  # two boats are among what is one too many
        tiles = tiles[: most - 1] + tiles[-2:]
    held = [("summer_boats" if e.kind == "summer_boat" else season, e.id) for e in tiles]
    last = f"p1/{field if (field := held[-1][0]) in ('winter', 'summer_boats') else 'village'}"
    for n in range(most, min(most + 1, len(held)) + 1):
        seat: dict[str, Any] = {"village": {"home_1": "before"}}
        for field, tile in held[len(held) - n :]:
            if field in ("winter", "summer_boats"):
                seat.setdefault(field, {})[tile] = True
            else:
                seat["village"][tile] = "before"
        others: list[dict[str, Any]] = [{}] * (players - 1)
        found = KEYFLOWER.sheet.doubts(table(seat, *others))
        said = [(str(each.path), each.message.en) for each in found]
        each = f"With {players} players at most {most} such tiles come up; here are {n}."
        assert said == ([(f"{last}/{held[-1][1]}", each)] if n > most else [])


@pytest.mark.parametrize("preset", ["rulebook", "online"])
def test_no_preset_pays_five_for_craftsmen_or_lets_green_stand_in(preset: str) -> None:
    state = KEYFLOWER.sheet.put(table({}), {"rulings/preset": preset})
    rulings = KEYFLOWER.sheet.rulings(state)
    assert rulings["craftsmans_guild_points"] == "3"
    assert rulings["craftsmans_guild_green"] == "no"


def test_rows_of_the_sheet_show_what_is_printed() -> None:
    fields = KEYFLOWER.sheet.fields
    mercer = fields["winter"].notes["mercers_guild"]
    assert mercer.pieces == {"wood": 1, "stone": 1, "iron": 1}
    assert mercer.text.json() == {"en": "5", "ja": "5点"}
    craftsmen = fields["winter"].notes["craftsmans_guild"]
    assert craftsmen.text.json() == {"en": "3 (by ruling 5)", "ja": "3点（裁定で5点）"}
    assert fields["winter"].notes["scholar"].pieces == {"any_skill": 1}
    assert fields["boats"].notes["sea_breese"].text.ja == "2・4・8・16・32"
    assert fields["village"].notes["sawmill", "after"].text.en == "10"
    assert fields["village"].notes["barn", "before"].text.en == "×1"


def test_the_grid_of_given_pieces_has_a_row_for_every_tile_that_takes_some() -> None:
    takers = [e.id for e in KEYFLOWER.catalogue.of_kind("winter", "boat") if takes_pieces(e)]
    assert [row.id for row in KEYFLOWER.sheet.fields["use"].rows] == takers


def test_a_rule_word_that_no_note_shows_stops_the_loading() -> None:
    entry = KEYFLOWER.catalogue["flipper"]
    strange = replace(entry, scores=(Scores("by_moonlight", {}),))
    entries = {**KEYFLOWER.catalogue.entries, "flipper": strange}
    with pytest.raises(UnknownRule, match="flipper: by_moonlight"):
        SHEET_FUNCTIONS["boat_pays"](replace(KEYFLOWER.catalogue, entries=entries))
