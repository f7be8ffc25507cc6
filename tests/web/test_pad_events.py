"""A pad's changes are events: written, taken back, more players and fewer."""

from typing import Any

import pytest
from django.test import Client

from companion.models import Result, Table
from companion.tables import new_table
from companion.tables.saved_results import keep_result, result_key
from scoring import game
from tests.page_posts import post_cell
from tests.rows import rows

pytestmark = pytest.mark.django_db
KEYFLOWER = game("keyflower")
WOOD, GOLD = "p1/resources/wood", "p1/resources/gold"


@pytest.fixture
def pad():
    return new_table.open_pad(KEYFLOWER, KEYFLOWER.sheet.blank(2))


def kept(pad: Table) -> Table:
    return Table.objects.get(pad=True, key=pad.key)


def cells(pad: Table) -> dict[str, Any]:
    found = KEYFLOWER.sheet.cells(kept(pad).state)
    return {path: value for path, value in found.items() if not path.startswith("rulings/")}


def events(pad: Table) -> list[dict[str, Any]]:
    """The cells of every event after the one that opened the pad."""
    return list(pad.events.filter(number__gt=1).values_list("cells", flat=True))


def write(pad: Table, path: str, text: str, **more: str) -> Any:
    """Changes one cell, as a page with script does."""
    return post_cell(Client(), f"/pad/{pad.key}/p1/", path, text, **more)


def post(pad: Table, seat: str = "p1", **values: str) -> Any:
    """Posts a whole form, as a page without script does."""
    typed = {f"{seat}/resources/{k}": v for k, v in values.items() if k != "go"}
    data = {"page": "sheet"} | typed | {k: v for k, v in values.items() if k == "go"}
    return Client().post(f"/pad/{pad.key}/{seat}/", data)


def undo(pad: Table) -> None:
    assert Client().post(f"/pad/{pad.key}/p1/", {"go": "undo"}).status_code == 302


def test_what_is_written_is_kept_as_an_event(pad):
    assert "X-Refused" not in write(pad, WOOD, "3")
    assert cells(pad) == {WOOD: 3}
    post(pad, wood="4", gold="1")
    assert cells(pad) == {WOOD: 4, GOLD: 1}
    assert events(pad) == [{WOOD: 3}, {WOOD: 4, GOLD: 1}]
    assert kept(pad).changed > pad.changed
    assert set(pad.events.values_list("device", flat=True)) == {None}


def test_an_undo_that_arrives_twice_counts_once_and_says_which_it_answers(pad):
    write(pad, WOOD, "3")
    write(pad, WOOD, "4")
    for _ in range(2):
        assert write(pad, "go", "undo", form="f1")["X-Form"] == "f1"
    assert cells(pad) == {WOOD: 3}


def test_the_same_again_is_no_change_to_take_back(pad):
    write(pad, WOOD, "3")
    write(pad, WOOD, "3", form="form")
    post(pad, wood="3")
    assert events(pad) == [{WOOD: 3}, {}]
    write(pad, WOOD, "4")
    write(pad, WOOD, "3", form="form")
    assert cells(pad) == {WOOD: 4}, "it had arrived before"
    undo(pad)
    undo(pad)
    assert cells(pad) == {}


def test_a_change_is_written_only_over_what_was_there(pad):
    assert "X-Conflict" not in write(pad, WOOD, "3", form="a", was="")
    refused = write(pad, WOOD, "4", form="b", was="")
    assert (refused["X-Conflict"], refused["X-Refused"]) == ("1", "1")
    # the same form again is no new change
    assert "X-Conflict" not in write(pad, WOOD, "3", form="a", was="")
    assert (cells(pad), events(pad)) == ({WOOD: 3}, [{WOOD: 3}])
    # nor is it a conflict where both typed the same
    assert "X-Conflict" not in write(pad, WOOD, "3", form="c", was="")
    write(pad, WOOD, "4", form="d", was="3")
    assert cells(pad) == {WOOD: 4}


def test_an_undo_brings_back_what_was_there_one_change_at_a_time(pad):
    write(pad, WOOD, "3")
    post(pad, wood="4", gold="1")
    undo(pad)
    assert cells(pad) == {WOOD: 3}
    undo(pad)
    assert (cells(pad), kept(pad).state) == ({}, KEYFLOWER.sheet.blank(2))


def test_cells_of_a_player_who_is_gone_do_not_come_back(pad):
    write(pad, WOOD, "2")
    write(pad, WOOD, "6")
    post(pad, "p2", wood="1")
    post(pad, "p2", wood="5", go="remove")
    undo(pad)
    assert kept(pad).state["seats"] == {"p1": {"resources": {"wood": 2}}}
    post(pad, wood="2", go="add")
    assert kept(pad).state["seats"] == {"p1": {"resources": {"wood": 2}}, "p2": {}}
    for _ in range(4):
        undo(pad)
        assert kept(pad).state["seats"]["p2"] == {}
    assert cells(pad) == {}


@rows(__file__, "players")
def test_players_come_and_go(row):
    there, seat, go, shown, left = row
    state = KEYFLOWER.sheet.blank(1) | {"seats": {each: {"loop": 3} for each in there.split()}}
    pad = new_table.open_pad(KEYFLOWER, state)
    data = {f"{seat}/loop": "3", "page": "sheet", "go": go}
    assert Client().post(f"/pad/{pad.key}/{seat}/", data)["Location"] == f"/pad/{pad.key}/{shown}/"
    seats = kept(pad).state["seats"]
    assert set(seats) == set(left.split())
    assert {each for each in seats if not seats[each]} == set(left.split()) - set(there.split())


def test_a_result_is_the_sheet_as_it_is_read_or_as_it_is_stored():
    state = KEYFLOWER.sheet.put(KEYFLOWER.sheet.blank(1), {WOOD: 3})
    named = {"seats": {"p1": {"name": "あき", "resources": {"gold": 3}}}}
    cases = (
        (
            state | {"seats": {"p1": {"resources": {"wood": 3, "gold": None}}}},
            state,
            "5j4nvjn6j8gb7sae",
        ),
        (named, KEYFLOWER.sheet.read(named), "384bmjfnb3ndxbx9"),
        (strange := {"seats": {"p1": {"gone": 1, "aside": 2}}}, strange, "9hhjujzyhakdkqfp"),
    )
    for stored, expected, key in cases:
        result = keep_result(KEYFLOWER, stored)
        # for ever: a link that was shared, and the same sheet on another server
        assert result.key == result_key(KEYFLOWER, stored) == key
        assert Result.objects.get(key=result.key).state == expected
        assert result.game == "keyflower"
