"""Two replicas of one count, cell by cell: what stands, what differs, what is spoken of at all."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from companion.sync import replica as knowing
from companion.sync.replica import Part, Replica, Version
from scoring import game

UID = UUID(int=7)
KEYFLOWER = game("keyflower")
WOOD, GOLD, NAME, SEAT = "p1/resources/wood", "p1/resources/gold", "p1/name", "seats/p1"
EMPTY = Replica(UID, "keyflower")
AKI, MIKA = 11, 22


def kept(**seats: dict[str, Any]) -> dict[str, Any]:
    return {"game": "keyflower", "seats": seats}


# ── one cell, two copies ───────────────────────────────────────────────────────────────


def test_what_one_copy_replaced_is_gone_for_both() -> None:
    first = EMPTY.written({WOOD: 3}, AKI)
    later = first.written({WOOD: 4}, MIKA)
    for found in (first.merged(later), later.merged(first)):
        assert found.parts["p1"].registers == {"resources/wood": {Version(MIKA, 1): (4,)}}
        assert found.parts["p1"].seen == {AKI: 1, MIKA: 1}
        assert (found.current_values(), found.merge_conflicts()) == ({WOOD: 4}, {})


def test_what_both_wrote_without_knowing_stays_twice_and_the_latest_counts() -> None:
    first = EMPTY.written({WOOD: 1}, AKI)
    here, there = first.written({WOOD: 3}, AKI), first.written({WOOD: 4}, MIKA)
    for found in (here.merged(there), there.merged(here)):
        said = found.parts["p1"].registers["resources/wood"]
        assert said == {Version(AKI, 2): (3,), Version(MIKA, 1): (4,)}
        assert found.current_values() == {WOOD: 3}, (
            "the second change of one beats the first of another"
        )
        assert found.merge_conflicts() == {WOOD: (3, 4)}
        assert found.merged(here) == found.merged(there) == found
    both = EMPTY.written({WOOD: 3}, AKI).merged(EMPTY.written({WOOD: 4}, MIKA))
    assert both.current_values() == {WOOD: 4}, "of one time, the copy with the larger number"
    assert both.written({WOOD: 9}, AKI).merge_conflicts() == {}


def test_of_the_cells_that_only_one_of_them_has_none_is_lost() -> None:
    here, there = EMPTY.written({WOOD: 3}, AKI), EMPTY.written({GOLD: 4, SEAT: True}, AKI)
    # both sign alike and each saw the other's stamp: what the other never had is no replacement
    for found in (here.merged(there), there.merged(here)):
        assert found.current_values() == {WOOD: 3, GOLD: 4, SEAT: True}
        assert found.merge_conflicts() == {}


def test_copies_that_sign_alike_keep_both_values() -> None:
    found = EMPTY.written({WOOD: 10}, AKI).merged(EMPTY.written({WOOD: 9}, AKI))
    assert found.parts["p1"].registers["resources/wood"] == {Version(AKI, 1): (10, 9)}
    assert found.merge_conflicts() == {WOOD: (10, 9)}
    assert found.current_values() == {WOOD: 9}
    assert EMPTY.written({WOOD: None}, AKI).merged(found).merge_conflicts() == {WOOD: (None, 10, 9)}


def test_a_blank_is_a_word_too() -> None:
    first = EMPTY.written({WOOD: 3}, AKI)
    found = first.merged(first.written({WOOD: None}, MIKA))
    assert (found.current_values(), found.merge_conflicts()) == ({WOOD: None}, {})


def test_a_later_stamp_is_not_seen_and_an_earlier_one_is() -> None:
    part = Part({AKI: 2})
    assert [part.saw(Version(AKI, time)) for time in (1, 2, 3)] == [True, True, False]
    assert [part.saw(Version(MIKA, time)) for time in (0, 1)] == [True, False]


def test_each_part_counts_its_own_times() -> None:
    found = EMPTY.written({WOOD: 3}, AKI).written({WOOD: 4, GOLD: 1, NAME: "Aki"}, AKI)
    assert found.parts["p1"].seen == {AKI: 2}
    assert found.parts["p1"].registers["resources/gold"] == {Version(AKI, 2): (1,)}
    assert found.parts["seats"] == Part({AKI: 1}, {"p1/name": {Version(AKI, 1): ("Aki",)}})


# ── a whole count ──────────────────────────────────────────────────────────────────────


def test_a_merge_says_of_the_table_what_it_says_here() -> None:
    end = datetime(2026, 1, 1, tzinfo=UTC)
    here = Replica(UID, "keyflower", table=True, screens=True, finished=end)
    found = here.merged(Replica(UUID(int=8), "toy").written({WOOD: 3}, AKI))
    assert (found.uid, found.game, found.table) == (UID, "keyflower", True)
    assert (found.screens, found.finished, found.current_values()) == (True, end, {WOOD: 3})
    assert (EMPTY.table, EMPTY.screens, EMPTY.finished, EMPTY.parts) == (False, False, None, {})


def test_of_some_holders_only_those_are_spoken_of() -> None:
    found = EMPTY.written({WOOD: 3, "p2/resources/wood": 4, NAME: "Aki"}, AKI)
    assert found.only(["p2", "p3"]).current_values() == {"p2/resources/wood": 4}
    assert found.only(["seats"]).current_values() == {NAME: "Aki"}
    assert found.speaking_of(["p1", "p3"]).current_values() == found.current_values()
    assert knowing.seats_of(found.speaking_of(["p3"])) == ["p1", "p2", "p3"]


def test_it_is_stored_and_read_as_it_is() -> None:
    first = EMPTY.written({WOOD: 10, SEAT: True, "rulings/preset": "online"}, AKI)
    found = first.merged(EMPTY.written({WOOD: 9}, AKI)).written({GOLD: None}, MIKA)
    stored = found.stored()
    assert stored["p1"] == {
        "seen": {"11": 1, "22": 1},
        "said": {"resources/gold": {"22.1": [None]}, "resources/wood": {"11.1": [10, 9]}},
    }
    assert list(stored) == ["p1", "rulings", "seats"]
    assert knowing.read(UID, "keyflower", stored) == found
    assert list(found.written({"p1/a": 1}, 3).stored()["p1"]["seen"]) == ["3", "11", "22"]


def test_where_a_cell_lies_and_back() -> None:
    for path, place in (
        (WOOD, ("p1", "resources/wood")),
        (NAME, ("seats", "p1/name")),
        ("p1/colour", ("seats", "p1/colour")),
        (SEAT, ("seats", "p1")),
        ("table/name", ("table", "name")),
        ("play/stage", ("play", "stage")),
    ):
        assert knowing.place(path) == place
        assert knowing.path_of(*place) == path


# ── a sheet and what is known of it ────────────────────────────────────────────────────


def test_who_plays_is_a_cell_and_what_cannot_be_sent_stays() -> None:
    state = kept(
        p1={"resources": {"wood": 3, "mud": 2}, "name": "Aki"}, p3={}, q={"resources": {"wood": 1}}
    )
    found = knowing.cells(KEYFLOWER, state)
    assert found == {SEAT: True, "seats/p3": True, WOOD: 3, NAME: "Aki"}
    assert knowing.staying(KEYFLOWER, state) == 2
    assert knowing.staying(KEYFLOWER, kept(p1={"resources": {"wood": 3}})) == 0


def test_a_sheet_says_what_is_known_and_somebody_plays_in_any_case() -> None:
    found = EMPTY.written({WOOD: 3, GOLD: None, SEAT: True}, AKI)
    assert knowing.state(KEYFLOWER, found) == kept(p1={"resources": {"wood": 3}})
    assert knowing.state(KEYFLOWER, EMPTY) == kept(p1={})


def test_what_was_written_since_is_told_of_the_seats_that_are_there() -> None:
    found = EMPTY.written({SEAT: True, "seats/p2": True, WOOD: 3, GOLD: 1, "p2/name": "Mika"}, AKI)
    now = kept(p1={"resources": {"wood": 4}, "skills": {"anvil": 1}})
    told = knowing.changes(KEYFLOWER, found, now)
    assert told == {GOLD: None, WOOD: 4, "p1/skills/anvil": 1, "seats/p2": None}
    assert list(told) == sorted(told)
    assert knowing.changes(KEYFLOWER, found.written(told, AKI), now) == {}


def test_what_all_share_is_told_whoever_plays() -> None:
    preset, plays = "rulings/preset", EMPTY.written({SEAT: True}, AKI)
    now = kept(p1={}) | {"rulings": {"preset": "online"}}
    assert knowing.changes(KEYFLOWER, plays, now) == {preset: "online"}
    known = plays.written({preset: "online"}, AKI)
    assert knowing.changes(KEYFLOWER, known, kept(p1={})) == {preset: None}


def test_holders_are_in_the_order_of_codes() -> None:
    seats = tuple(f"p{n}" for n in range(1, KEYFLOWER.sheet.most_seats + 1))
    assert knowing.holders(KEYFLOWER) == ("seats", "table", "play", "rulings", *seats)
