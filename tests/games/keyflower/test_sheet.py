"""The sheet's cells and doubts, and the texts of its rows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scoring import game
from scoring.games.keyflower.score import score
from scoring.games.keyflower.sheet_functions import SHEET_FUNCTIONS
from scoring.games.keyflower.solvers.village import UnknownRule, takes_pieces
from scoring.model.catalogue import Scores
from scoring.model.plan import State
from tests.whole import whole

KEYFLOWER = game("keyflower")


def table(*seats: dict[str, Any]) -> State:
    return whole(KEYFLOWER, {"seats": {f"p{n}": seat for n, seat in enumerate(seats, 1)}})


@pytest.mark.parametrize(
    ("seat", "path"),
    [
        ({"loop": 2}, "p1/loop"),
        ({"loop": 4}, "p1/loop"),  # without the Sea Bastion
        (
            # home and two tiles: no route passes four
            {
                "boats": {"sea_bastion": True},
                "village": {"home_1": "before", "keywood": "before", "well": "before"},
                "loop": 4,
            },
            "p1/loop",
        ),
        ({"chain": 6}, "p1/chain"),
        ({"chain": 1}, "p1/chain"),  # without the Sea Breese
        ({"boats": {"sea_breese": True}, "chain": 2}, "p1/chain"),  # without a summer boat
        (
            {"boats": {"sea_breese": True}, "summer_boats": {"boat_1a": True}, "chain": 3},
            "p1/chain",
        ),
        ({"storage": {"barn": {"iron": 2, "gold": 1}}}, "p1/storage/barn/iron"),
        (
            {"village": {"timber_yard": "before"}, "storage": {"timber_yard": {"stone": 2}}},
            "p1/storage/timber_yard/stone",
        ),
        ({"summer_boats": {"boat_2a": True, "boat_2b": True}}, "p1/summer_boats/boat_2b"),
        ({"village": {"home_2": "after", "home_5": "before"}}, "p1/village/home_5"),
        ({"village": {"well": "before"}}, "p1/village/home_1"),
        ({"boats": {"keyflower": True, "flipper": True}}, "p1/boats/flipper"),
        ({"purple": "won"}, "p1/purple"),
        # decisions that cannot be
        ({"release": {"barn": {"wood": 1}}}, "p1/release/barn/wood"),
        (
            # the ruling keeps goods where they are
            {
                "village": {"barn": "before"},
                "storage": {"barn": {"gold": 1}},
                "release": {"barn": {"gold": 1}},
            },
            "p1/release/barn/gold",
        ),
        ({"use": {"windmill": {"wood": 3}, "jeweller": {"gold": 1}}}, "p1/use/windmill/wood"),
        (
            {"winter": {"windmill": True}, "workers": {"red": 1}, "use": {"windmill": {"red": 1}}},
            "p1/use/windmill/red",
        ),
        ({"flip": "well", "village": {"well": "before"}}, "p1/flip"),
        ({"flip": "well", "boats": {"flipper": True}, "village": {"well": "after"}}, "p1/flip"),
        ({"flip": "well", "boats": {"flipper": True}}, "p1/flip"),
        ({"purple_as": "gold"}, "p1/purple_as"),
        ({"purple": "passed", "purple_as": "gold"}, "p1/purple_as"),
        ({"purple": "won", "purple_on": "barn"}, "p1/purple_on"),
        (
            {
                "purple": "won",
                "purple_as": "stone",
                "purple_on": "timber_yard",
                "village": {"timber_yard": "after"},
            },
            "p1/purple_on",
        ),
    ],
)
def test_a_doubt_names_a_cell_that_the_sheet_has(seat: dict[str, Any], path: str) -> None:
    found = [doubt.path for doubt in KEYFLOWER.sheet.doubts(table(seat))]
    assert path in found
    assert all(KEYFLOWER.sheet.cell(each) for each in found)


@pytest.mark.parametrize(
    "seat",
    [
        {
            "boats": {"sea_bastion": True},
            "village": {"home_1": "after", "keywood": "after", "well": "after"},
            "loop": 3,
        },
        # nothing is known of the village yet
        {"boats": {"sea_bastion": True}, "loop": 9},
        {
            "boats": {"sea_breese": True},
            "summer_boats": {"boat_1b": True, "boat_2a": True, "boat_3a": True, "boat_4a": True},
            "chain": 5,
        },
        {"boats": {"sea_breese": True}, "summer_boats": {"boat_1a": True}, "chain": 1},
        {"village": {"home_1": "after", "barn": "before"}, "storage": {"barn": {"iron": 2}}},
        # boat 3b makes the yard take anything
        {
            "village": {"home_1": "after", "timber_yard": "before"},
            "storage": {"timber_yard": {"stone": 2}},
            "summer_boats": {"boat_3b": True},
        },
        {"purple": "won", "turn_order": {"turn_order_3": 2}, "purple_as": "gold"},
        {"resources": {"wood": 3}, "winter": {"windmill": True}, "use": {"windmill": {"wood": 3}}},
        # the purple worker may be the missing anvil
        {
            "purple": "won",
            "turn_order": {"turn_order_3": 2},
            "winter": {"scribes": True},
            "use": {"scribes": {"anvil": 1}},
        },
    ],
)
def test_what_the_box_allows_is_not_doubted(seat: dict[str, Any]) -> None:
    assert KEYFLOWER.sheet.doubts(table(seat)) == []


def test_a_good_that_is_taken_off_may_be_given_to_another_tile() -> None:
    state = table(
        {
            "village": {"home_1": "before", "barn": "before"},
            "winter": {"jeweller": True},
            "storage": {"barn": {"gold": 1}},
            "release": {"barn": {"gold": 1}},
            "use": {"jeweller": {"gold": 1}},
        }
    )
    allowed = KEYFLOWER.sheet.put(state, {"rulings/storage_release": "yes"})
    assert KEYFLOWER.sheet.doubts(allowed) == []


PURPLE = {"purple": "won", "turn_order": {"turn_order_2": 1}}


@pytest.mark.parametrize(
    ("seats", "path"),
    [
        ((PURPLE, {}, {"purple": "passed"}), "p3/purple"),
        # with three players the second turn order tile shows the purple worker
        (({"purple": "won", "turn_order": {"turn_order_1": 1}}, {}, {}), "p1/purple"),
        (({}, {"turn_order": {"turn_order_2": 2}}, {}), "p2/purple"),
        (
            ({"turn_order": {"turn_order_1": 1}}, {"turn_order": {"turn_order_1": 3}}, {}),
            "p2/turn_order/turn_order_1",
        ),
        (({}, {}, {"turn_order": {"turn_order_4": 2}}), "p3/turn_order/turn_order_4"),
        (({"boats": {"white_wind": True}}, {}, {}), "p1/boats/white_wind"),
        (({"boats": {"sea_breese": True}}, {}), "p1/boats/sea_breese"),
        (({"boats": {"flipper": True}}, {"boats": {"flipper": True}}, {}, {}), "p2/boats/flipper"),
        (
            ({"summer_boats": {"boat_2a": True}}, {"summer_boats": {"boat_2b": True}}),
            "p2/summer_boats/boat_2b",
        ),
        # 24 wood in the box, 20 beside the tiles and 5 on the barn of another player
        (
            (
                {"resources": {"wood": 20}},
                {
                    "village": {"home_1": "after", "barn": "before"},
                    "storage": {"barn": {"wood": 5}},
                },
            ),
            "p2/storage/barn/wood",
        ),
        # two players see six tiles of a season
        (
            (
                {
                    "village": {"home_1": "before"}
                    | dict.fromkeys(("keywood", "key_mine", "gold_mine", "miner"), "before")
                },
                {
                    "village": {"home_2": "before"}
                    | dict.fromkeys(("workshop", "alehouse", "stable"), "before")
                },
            ),
            "p2/village/stable",
        ),
    ],
)
def test_what_the_whole_table_cannot_have_is_doubted(
    seats: tuple[dict[str, Any], ...], path: str
) -> None:
    found = [doubt.path for doubt in KEYFLOWER.sheet.doubts(table(*seats))]
    assert found == [path]


def test_turn_order_tiles_are_doubted_in_the_order_of_their_numbers() -> None:
    laid = {"turn_order_4": "0,0/0", "turn_order_3": "1,0/0"}
    for seat in ({"turn_order": dict.fromkeys(laid, 1)}, {"map": laid}):
        paths = [doubt.path for doubt in KEYFLOWER.sheet.doubts(table({}, seat))]
        cells = [path for path in paths if path.startswith("p2/turn_order/")]
        assert cells == ["p2/turn_order/turn_order_3", "p2/turn_order/turn_order_4"]


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


def test_a_whole_table_that_the_box_allows_is_not_doubted() -> None:
    seats = (
        PURPLE | {"boats": {"sea_breese": True}},
        {"boats": {"keyflower": True}, "turn_order": {"turn_order_1": 2}},
        {"boats": {"sea_bastion": True}, "resources": {"gold": 48}},
    )
    assert KEYFLOWER.sheet.doubts(table(*seats)) == []


@pytest.mark.parametrize(
    ("seat", "row", "bounds"),
    [
        # one home and the 32 other tiles of the box, as long as no village is entered
        ({"boats": {"sea_bastion": True}}, "sea_bastion", (0, 33)),
        # of the turn order tiles the first has one road: four tiles that a route can pass
        (
            {
                "boats": {"sea_bastion": True},
                "village": {"home_1": "after", "well": "after", "keywood": "before"},
                "turn_order": {"turn_order_1": 2, "turn_order_3": 2},
            },
            "sea_bastion",
            (0, 4),
        ),
        # home and one tile: nothing to go round
        (
            {"boats": {"sea_bastion": True}, "village": {"home_1": "after", "well": "after"}},
            "sea_bastion",
            (0, 0),
        ),
        # itself and four summer boats, or the one that is entered
        ({"boats": {"sea_breese": True}}, "sea_breese", (0, 32)),
        (
            {"boats": {"sea_breese": True}, "summer_boats": {"boat_1a": True}},
            "sea_breese",
            (0, 4),
        ),
    ],
)
def test_a_count_that_is_blank_leaves_its_row_open(
    seat: dict[str, Any], row: str, bounds: tuple[int, int]
) -> None:
    state = table(seat)
    breakdown = KEYFLOWER.score(state)["p1"]
    line = breakdown.line(row)
    assert line is not None
    assert (line.points, line.bounds) == (None, bounds)
    assert breakdown.total is None
    opened = [each.path for each in breakdown.missing]
    assert opened == ["p1/loop" if row == "sea_bastion" else "p1/chain"]


def test_pieces_that_nobody_entered_leave_the_total_open() -> None:
    """Six of eleven are entered, and the village: the total is *at least*."""
    said = {"p1/resources/gold": "2", "p1/skills/anvil": "0", "p1/workers/red": "0"}
    said |= {"p1/village/home_1": "before"}
    state = KEYFLOWER.sheet.enter(KEYFLOWER.sheet.blank(1), said).state
    breakdown = KEYFLOWER.score(state)["p1"]
    assert {each.path for each in breakdown.missing} == {
        "p1/none/pieces",
        "p1/none/village",
        "p1/none/winter",
    }
    assert (breakdown.total, breakdown.range.text.en) == (None, "at least 2")
    whole = KEYFLOWER.score(KEYFLOWER.sheet.with_rest_none(state))["p1"]
    assert (whole.total, whole.missing) == (2, ())


def test_none_of_a_piece_is_said_and_scores_as_a_blank_does() -> None:
    blank = table({"resources": {"wood": 3}})
    said = {"p1/resources/gold": "0", "p1/skills/anvil": "0", "p1/workers/red": "0"}
    state = KEYFLOWER.sheet.enter(blank, said).state
    cells = state["seats"]["p1"]
    assert (cells["resources"], cells["skills"]) == ({"wood": 3, "gold": 0}, {"anvil": 0})
    before, after = (KEYFLOWER.solve_open_decisions(each)[0] for each in (blank, state))
    assert KEYFLOWER.score(before)["p1"].total == KEYFLOWER.score(after)["p1"].total == 0


def test_a_loop_of_nothing_can_be_said() -> None:
    state = KEYFLOWER.sheet.enter(table({"boats": {"sea_bastion": True}}), {"p1/loop": "0"}).state
    breakdown = KEYFLOWER.score(state)["p1"]
    line = breakdown.line("sea_bastion")
    assert line is not None
    assert (line.points, line.how.en, breakdown.total) == (0, "no loop", 0)
    assert breakdown.missing == ()


@pytest.mark.parametrize("preset", ["rulebook", "online"])
def test_no_preset_pays_five_for_craftsmen_or_lets_green_stand_in(preset: str) -> None:
    state = KEYFLOWER.sheet.put(table({}), {"rulings/preset": preset})
    rulings = KEYFLOWER.sheet.rulings(state)
    assert rulings["craftsmans_guild_points"] == "3"
    assert rulings["craftsmans_guild_green"] == "no"


def test_a_row_prints_what_is_paid() -> None:
    workers = {"red": 1, "blue": 1, "yellow": 1}
    seat = {
        "workers": workers,
        "winter": {"craftsmans_guild": True},
        "use": {"craftsmans_guild": workers},
    }
    for paid in ("3", "5"):
        state = KEYFLOWER.sheet.put(table(seat), {"rulings/craftsmans_guild_points": paid})
        line = KEYFLOWER.score(state)["p1"].line("craftsmans_guild")
        assert line is not None
        assert (line.points, line.how.en) == (int(paid), f"1 set × {paid}")
    note = KEYFLOWER.sheet.fields["winter"].notes["craftsmans_guild"]
    assert note.text.json() == {"en": "3 (by ruling 5)", "ja": "3点（裁定で5点）"}


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
        SHEET_FUNCTIONS["boat_pays"](replace(KEYFLOWER.catalogue, entries=entries))


HOME = {"home_1": "before"}
ON_BARN: dict[str, Any] = {
    "village": HOME | {"barn": "before"},
    "storage": {"barn": {"gold": 1}},
    "purple": "won",
    "purple_as": "gold",
}


def given(tile: str, seat: dict[str, Any] | None = None, **pieces: int) -> dict[str, Any]:
    field = "boats" if tile == "white_wind" else "winter"
    return {**(seat or {}), field: {tile: True}, "use": {tile: pieces}}


BOAT_3B = {"summer_boats": {"boat_3b": True}}


@pytest.mark.parametrize(
    ("seat", "row", "points", "how", "pieces", "rulings"),
    [
        # what lies on tiles
        (
            {
                "village": HOME | {"timber_yard": "after"},
                "storage": {"timber_yard": {"stone": 2, "wood": 1}},
            },
            "timber_yard",
            3,
            "upgraded: 1 good × 3, 2 do not count here",
            {"wood": 1, "stone": 2},
            ("storage_release",),
        ),
        ({"village": HOME | {"barn": "before"}}, "barn", 0, "front: 0 goods × 1", {}, ()),
        (
            ON_BARN | {"purple_on": "barn"},
            "barn",
            2,
            "front: 2 goods × 1",
            {"gold": 1, "purple": 1},
            ("storage_release", "purple_on_storage"),
        ),
        (
            ON_BARN,
            "barn",
            1,
            "front: 1 good × 1",
            {"gold": 1},
            ("storage_release", "purple_on_storage"),
        ),
        # what lies on a tile is not the loose piece that the purple worker became
        (ON_BARN, "leftover_gold", 1, "1 gold left over × 1", {"purple": 1}, ()),
        (
            ON_BARN | {"purple_on": "timber_yard"},
            "barn",
            1,
            "front: 1 good × 1",
            {"gold": 1},
            ("storage_release", "purple_on_storage"),
        ),
        (
            ON_BARN | {"purple": "passed"},
            "barn",
            1,
            "front: 1 good × 1",
            {"gold": 1},
            ("storage_release", "purple_without_bid"),
        ),
        (ON_BARN | {"purple": "passed"}, "home_1", 0, "front", {}, ()),
        # pieces that are given
        (given("jeweller"), "jeweller", 0, "nothing given", {}, ()),
        (given("jeweller", gold=3), "jeweller", 6, "3 gold × 2", {"gold": 3}, ()),
        (
            given("jeweller", BOAT_3B, wood=2),
            "jeweller",
            4,
            "2 goods × 2, any kind (boat 3b)",
            {"wood": 2},
            (),
        ),
        (given("scholar", saw=2), "scholar", 6, "2 saws × 3", {"saw": 2}, ()),
        (given("watermill", iron=1), "watermill", 1, "1 iron × 1", {"iron": 1}, ()),
        (
            given("watermill", BOAT_3B, iron=1, wood=1),
            "watermill",
            2,
            "2 goods × 1, any kind (boat 3b)",
            {"wood": 1, "iron": 1},
            (),
        ),
        (
            given("white_wind", red=2, green=1),
            "white_wind",
            3,
            "3 workers × 1",
            {"red": 2, "green": 1},
            (),
        ),
        (
            given("windmill", wood=4, gold=2),
            "windmill",
            5,
            "1 group of 5 × 5",
            {"wood": 4, "gold": 2},
            (),
        ),
        (
            given("mercers_guild", wood=1, stone=1, iron=1),
            "mercers_guild",
            5,
            "1 set × 5",
            {"wood": 1, "stone": 1, "iron": 1},
            (),
        ),
        (
            given("mercers_guild", wood=1, stone=1, gold=1),
            "mercers_guild",
            5,
            "1 set × 5, 1 gold standing in",
            {"wood": 1, "stone": 1, "gold": 1},
            (),
        ),
        (
            given("mercers_guild", BOAT_3B, wood=3),
            "mercers_guild",
            5,
            "1 set × 5, any goods (boat 3b)",
            {"wood": 3},
            (),
        ),
        (
            given("craftsmans_guild", red=1, blue=1, yellow=1),
            "craftsmans_guild",
            3,
            "1 set × 3",
            {"red": 1, "blue": 1, "yellow": 1},
            ("craftsmans_guild_points", "craftsmans_guild_green"),
        ),
        (
            given("scholar", {"purple": "passed"}, saw=1),
            "scholar",
            3,
            "1 saw × 3",
            {"saw": 1},
            ("purple_without_bid",),
        ),
        # what takes nothing
        ({"winter": {"keythedral": True}}, "keythedral", 12, "flat", {}, ()),
        (
            {"boats": {"keyflower": True}, "village": {"home_1": "after"}},
            "keyflower",
            2,
            "transport power 2",
            {},
            (),
        ),
        (
            {
                "boats": {"keyflower": True},
                "village": {"home_1": "after"},
                "summer_boats": {"boat_2b": True},
            },
            "keyflower",
            4,
            "transport power 2, doubled by boat 2b",
            {},
            (),
        ),
        (
            {"boats": {"flipper": True}, "village": HOME, "flip": "home_1"},
            "home_1",
            5,
            "upgraded free by the Flipper",
            {},
            (),
        ),
        ({"boats": {"sea_bastion": True}}, "sea_bastion", None, "loop not entered", {}, ()),
        ({"boats": {"sea_bastion": True}, "loop": 2}, "sea_bastion", 0, "no loop", {}, ()),
        ({"boats": {"sea_bastion": True}, "loop": 3}, "sea_bastion", 3, "loop of 3 tiles", {}, ()),
        (
            {"boats": {"sea_breese": True}},
            "sea_breese",
            None,
            "boats on the water not entered",
            {},
            (),
        ),
        (
            {"boats": {"sea_breese": True}, "chain": 2},
            "sea_breese",
            4,
            "2 boats on the water from home",
            {},
            (),
        ),
        (
            {"turn_order": {"turn_order_1": 2}},
            "turn_order_1",
            2,
            "2 tiles touching × 1",
            {},
            (),
        ),
        # the leftovers
        (
            {"resources": {"gold": 2, "wood": 1}},
            "leftover_gold",
            2,
            "2 gold left over × 1",
            {"gold": 2},
            (),
        ),
        (
            BOAT_3B | {"resources": {"gold": 2, "wood": 1}},
            "leftover_gold",
            3,
            "3 goods left over × 1, any kind (boat 3b)",
            {"wood": 1, "gold": 2},
            ("boat_3b_leftover_gold",),
        ),
        (
            {"purple": "passed", "resources": {"gold": 1}},
            "leftover_gold",
            1,
            "1 gold left over × 1",
            {"gold": 1},
            ("purple_without_bid",),
        ),
    ],
)
def test_a_row_says_what_it_pays_for_and_which_rulings_it_rests_on(
    seat: dict[str, Any],
    row: str,
    points: int | None,
    how: str,
    pieces: dict[str, int],
    rulings: tuple[str, ...],
) -> None:
    line = KEYFLOWER.score(table(seat))["p1"].line(row)
    assert line is not None
    assert line.entry is not None
    assert (line.points, line.how.en, dict(line.pieces)) == (points, how, pieces)
    assert line.rulings == rulings
    group = KEYFLOWER.catalogue[line.entry].kind
    named = {"winter": "Winter tiles", "boat": "Boat tiles", "turn_order": "Turn order tiles"}
    assert line.group.en == ("Leftover" if row == "leftover_gold" else named.get(group, "Village"))
