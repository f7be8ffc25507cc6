"""A pad's changes, each under a lock: written, taken back, more players and fewer."""

from __future__ import annotations

from typing import Any

import pytest

from companion.models import Pad, Result
from companion.pads import writing
from companion.sheet_pages.posted_cells import Changed
from scoring import game

pytestmark = pytest.mark.django_db
KEYFLOWER = game("keyflower")
WOOD, GOLD = "p1/resources/wood", "p1/resources/gold"


@pytest.fixture
def pad() -> Pad:
    return writing.open_pad(KEYFLOWER, KEYFLOWER.sheet.blank(2))


def kept(pad: Pad) -> Pad:
    return Pad.objects.get(key=pad.key)


def cells(pad: Pad) -> dict[str, Any]:
    found = KEYFLOWER.sheet.cells(kept(pad).state)
    return {path: value for path, value in found.items() if not path.startswith("rulings/")}


def write(pad: Pad, form: str = "", **typed: str) -> tuple[Pad, list[Any]]:
    cells = {f"p1/resources/{k}": v for k, v in typed.items()}
    done = writing.write(pad.key, KEYFLOWER, cells, form)
    return done.pad, done.errors


def test_what_is_written_is_kept_with_what_it_replaced(pad: Pad) -> None:
    written, errors = write(pad, wood="3")
    assert (errors, cells(pad)) == ([], {WOOD: 3})
    assert written.state == kept(pad).state
    write(pad, wood="4", gold="1")
    assert cells(pad) == {WOOD: 4, GOLD: 1}
    assert kept(pad).before == [{WOOD: None}, {WOOD: 3, GOLD: None}]
    assert kept(pad).changed > pad.changed


def test_what_cannot_be_read_is_told_and_changes_nothing(pad: Pad) -> None:
    write(pad, wood="3")
    before = kept(pad)
    _, errors = write(pad, wood="many")
    assert [each.path for each in errors] == [WOOD]
    now = kept(pad)
    assert (now.state, now.before, now.changed) == (before.state, before.before, before.changed)


def test_the_same_again_is_no_change_to_take_back(pad: Pad) -> None:
    write(pad, wood="3")
    changed = kept(pad).changed
    write(pad, wood="3")
    assert (len(kept(pad).before), kept(pad).changed) == (1, changed)
    write(pad, form="form", wood="3")
    assert (len(kept(pad).before), kept(pad).forms) == (1, ["form"])


def test_a_form_that_arrives_late_counts_once(pad: Pad) -> None:
    write(pad, form="one", wood="3")
    write(pad, form="two", wood="4")
    late, errors = write(pad, form="one", wood="3")
    assert (errors, cells(pad), late.state) == ([], {WOOD: 4}, kept(pad).state)
    assert kept(pad).forms == ["one", "two"]
    assert [each.path for each in write(pad, form="one", wood="many")[1]] == [WOOD]
    write(pad, wood="5")
    assert kept(pad).forms == ["one", "two"]


def test_so_many_forms_and_changes_are_remembered_and_the_latest(pad: Pad) -> None:
    many = max(writing.FORMS, writing.UNDONE) + 5
    for n in range(many):
        write(pad, form=f"form {n}", wood=str(n))
    assert kept(pad).forms == [f"form {n}" for n in range(many - writing.FORMS, many)]
    olds = [n - 1 for n in range(many - writing.UNDONE, many)]
    assert kept(pad).before == [{WOOD: old} for old in olds]


def test_a_change_is_written_only_while_it_is_still_so(pad: Pad) -> None:
    def still(state: Any) -> bool:
        return not state["seats"]["p1"]

    writing.write(pad.key, KEYFLOWER, {WOOD: "3"}, "a", still)
    with pytest.raises(Changed):
        writing.write(pad.key, KEYFLOWER, {WOOD: "4"}, "b", still)
    # the same form again is no new change
    writing.write(pad.key, KEYFLOWER, {WOOD: "3"}, "a", still)
    assert (cells(pad), kept(pad).forms) == ({WOOD: 3}, ["a"])


def test_an_undo_brings_back_what_was_there_one_change_at_a_time(pad: Pad) -> None:
    write(pad, wood="3")
    write(pad, wood="4", gold="1")
    before, now = writing.undo(pad.key, KEYFLOWER)
    assert before["seats"]["p1"] == {"resources": {"wood": 4, "gold": 1}}
    assert (cells(pad), now.state, kept(pad).before) == ({WOOD: 3}, kept(pad).state, [{WOOD: None}])
    writing.undo(pad.key, KEYFLOWER)
    assert (cells(pad), kept(pad).before) == ({}, [])


def test_without_a_change_nothing_is_taken_back(pad: Pad) -> None:
    before, now = writing.undo(pad.key, KEYFLOWER)
    assert before == now.state == kept(pad).state == KEYFLOWER.sheet.blank(2)
    assert kept(pad).changed == pad.changed


def test_the_tables_own_cells_are_taken_back_too(pad: Pad) -> None:
    writing.write(pad.key, KEYFLOWER, {"rulings/storage_release": "yes", "play/first": "p2"})
    assert cells(pad) == {"play/first": "p2"}
    assert KEYFLOWER.sheet.rulings(kept(pad).state)["storage_release"] == "yes"
    writing.undo(pad.key, KEYFLOWER)
    assert kept(pad).state == KEYFLOWER.sheet.blank(2)


def test_cells_of_a_player_who_is_gone_do_not_come_back(pad: Pad) -> None:
    writing.write(pad.key, KEYFLOWER, {"p2/resources/wood": "1", WOOD: "2"})
    writing.write(pad.key, KEYFLOWER, {"p2/resources/wood": "5", WOOD: "6"})
    writing.reseat(pad.key, KEYFLOWER, "p2", "remove")
    writing.undo(pad.key, KEYFLOWER)
    assert kept(pad).state["seats"] == {"p1": {"resources": {"wood": 2}}}


def test_cells_are_put_as_one_change_and_who_plays_does_not_go_by_an_undo(pad: Pad) -> None:
    writing.put(pad, KEYFLOWER, {WOOD: 3, "p2/resources/gold": 1, "seats/p3": True})
    assert cells(pad) == {WOOD: 3, "p2/resources/gold": 1}
    assert kept(pad).changed > Pad.objects.earliest("made").made
    writing.undo(pad.key, KEYFLOWER)
    assert cells(pad) == {}
    assert set(kept(pad).state["seats"]) == {"p1", "p2", "p3"}


@pytest.mark.parametrize(
    ("there", "seat", "go", "shown", "left"),
    [
        ("p1 p2", "p1", "add", "p3", "p1 p2 p3"),
        ("p1 p3", "p3", "add", "p2", "p1 p2 p3"),
        ("p2 p3", "p3", "add", "p1", "p1 p2 p3"),
        ("p1 p2 p3 p4 p5", "p2", "add", "p6", "p1 p2 p3 p4 p5 p6"),
        ("p1 p2 p3 p4 p5 p6", "p4", "add", "p4", "p1 p2 p3 p4 p5 p6"),
        ("p1 p2 p3", "p3", "remove", "p1", "p1 p2"),
        ("p2 p3 p1", "p1", "remove", "p2", "p2 p3"),
        ("p1 p2", "p2", "remove", "p1", "p1"),
        ("p2", "p2", "remove", "p2", "p2"),
        ("p1 p2", "p9", "remove", "p1", "p1 p2"),
        ("p1 p2", "p2", "stay", "p2", "p1 p2"),
    ],
)
def test_players_come_and_go(there: str, seat: str, go: str, shown: str, left: str) -> None:
    state = KEYFLOWER.sheet.blank(1) | {"seats": {each: {"loop": 3} for each in there.split()}}
    pad = writing.open_pad(KEYFLOWER, state)
    assert writing.reseat(pad.key, KEYFLOWER, seat, go) == shown
    seats = kept(pad).state["seats"]
    assert set(seats) == set(left.split())
    assert {each for each in seats if not seats[each]} == set(left.split()) - set(there.split())
    assert kept(pad).changed > pad.changed


def test_a_result_is_the_sheet_as_it_is_read_or_as_it_is_stored() -> None:
    state = KEYFLOWER.sheet.put(KEYFLOWER.sheet.blank(1), {WOOD: 3})
    for stored, expected in (
        ({**state, "seats": {"p1": {"resources": {"gold": None, "wood": 3}}}}, state),
        (strange := {**state, "seats": {"p1": {"gone": 1, "resources": {"wood": 3}}}}, strange),
    ):
        result = writing.keep_result(KEYFLOWER, stored)
        assert result.key == writing.result_key(KEYFLOWER, stored)
        assert Result.objects.get(key=result.key).state == expected
        assert result.game == "keyflower"
