"""What the sheet shows and doubts, and what the rows say."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scoring import game
from scoring.core.catalogue import Scores
from scoring.core.plan import State
from scoring.games.keyflower.engines.village import UnknownRule, takes_pieces
from scoring.games.keyflower.hooks import HOOKS
from scoring.games.keyflower.score import score

KEYFLOWER = game("keyflower")


def table(*seats: dict[str, Any]) -> State:
    return KEYFLOWER.sheet.read({"seats": {f"p{n}": seat for n, seat in enumerate(seats, 1)}})


@pytest.mark.parametrize(
    ("seat", "path"),
    [
        ({"loop": 2}, "p1/loop"),
        ({"chain": 6}, "p1/chain"),
        ({"storage": {"barn": {"iron": 2, "gold": 1}}}, "p1/storage/barn/iron"),
        ({"summer_boats": {"boat_2a": True, "boat_2b": True}}, "p1/summer_boats/boat_2b"),
        ({"village": {"home_2": "after", "home_5": "before"}}, "p1/village/home_5"),
        ({"release": {"barn": {"wood": 1}}}, "p1/release/barn/wood"),
        ({"use": {"windmill": {"wood": 3}, "jeweller": {"gold": 1}}}, "p1/use/windmill/wood"),
    ],
)
def test_a_doubt_names_a_cell_that_the_sheet_has(seat: dict[str, Any], path: str) -> None:
    found = [doubt.path for doubt in KEYFLOWER.sheet.doubts(table(seat))]
    assert path in found
    assert all(KEYFLOWER.sheet.cell(each) for each in found)


@pytest.mark.parametrize(
    "seat",
    [
        {"loop": 3, "chain": 5},
        {"village": {"barn": "before"}, "storage": {"barn": {"iron": 2}}},
        {"summer_boats": {"boat_1b": True, "boat_2a": True}},
        {"resources": {"wood": 3}, "use": {"windmill": {"wood": 3}}},
        # a tile's good that is taken off may be given to another tile
        {
            "village": {"barn": "before"},
            "storage": {"barn": {"gold": 1}},
            "release": {"barn": {"gold": 1}},
            "use": {"jeweller": {"gold": 1}},
        },
    ],
)
def test_what_the_box_allows_is_not_doubted(seat: dict[str, Any]) -> None:
    assert KEYFLOWER.sheet.doubts(table(seat)) == []


def test_two_purple_workers_are_doubted_at_the_second() -> None:
    doubts = KEYFLOWER.sheet.doubts(table({"purple": "won"}, {}, {"purple": "passed"}))
    assert [doubt.path for doubt in doubts] == ["p3/purple"]


def test_rows_of_the_sheet_show_what_is_printed() -> None:
    fields = KEYFLOWER.sheet.fields
    mercer = fields["winter"].notes["mercers_guild"]
    assert mercer.pieces == {"wood": 1, "stone": 1, "iron": 1}
    assert mercer.text.json() == {"en": "5", "ja": "5点"}
    assert fields["winter"].notes["scholar"].pieces == {"any_skill": 1}
    assert fields["boats"].notes["sea_breese"].text.ja == "2・4・8・16・32"
    assert fields["village"].notes["sawmill", "after"].text.en == "10"
    assert fields["village"].notes["barn", "before"].text.en == "×1"


def test_the_grid_of_given_pieces_has_a_row_for_every_tile_that_takes_some() -> None:
    takers = [e.id for e in KEYFLOWER.catalogue.of_kind("winter", "boat") if takes_pieces(e)]
    assert [row.id for row in KEYFLOWER.sheet.fields["use"].rows] == takers


@pytest.mark.parametrize(
    ("number", "en", "ja"),
    [
        (1, "1 set × 5", "1組 × 5"),
        (2, "2 sets × 5", "2組 × 5"),
    ],
)
def test_one_set_is_not_one_sets(number: int, en: str, ja: str) -> None:
    goods = dict.fromkeys(("wood", "stone", "iron"), number)
    seat = {"resources": goods, "winter": {"mercers_guild": True}, "use": {"mercers_guild": goods}}
    line = KEYFLOWER.score(table(seat))["p1"].line("mercers_guild")
    assert line is not None
    assert line.how.json() == {"en": en, "ja": ja}


@pytest.mark.parametrize(
    ("tile", "seat"),
    [
        ("keythedral", {"winter": {"keythedral": True}}),
        ("windmill", {"winter": {"windmill": True}}),
        ("sea_bastion", {"boats": {"sea_bastion": True}}),
        ("turn_order_1", {"turn_order": {"turn_order_1": 2}}),
    ],
)
def test_a_rule_word_that_nothing_counts_stops_the_scorer(tile: str, seat: dict[str, Any]) -> None:
    position = KEYFLOWER.sheet.position(table(seat))
    entry = position.catalogue[tile]
    strange = replace(entry, scores=(Scores("by_moonlight", entry.scores[0].numbers),))
    entries = {**position.catalogue.entries, tile: strange}
    position.sheet = type(position.sheet)(
        replace(position.catalogue, entries=entries), KEYFLOWER.sheet.sections
    )
    with pytest.raises(UnknownRule, match=f"{tile}: by_moonlight"):
        score(position)


def test_a_rule_word_that_no_note_shows_stops_the_loading() -> None:
    entry = KEYFLOWER.catalogue["flipper"]
    strange = replace(entry, scores=(Scores("by_moonlight", {}),))
    entries = {**KEYFLOWER.catalogue.entries, "flipper": strange}
    with pytest.raises(UnknownRule, match="flipper: by_moonlight"):
        HOOKS["boat_pays"](replace(KEYFLOWER.catalogue, entries=entries))
