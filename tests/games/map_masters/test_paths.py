"""Paths: the notation's rules one by one, and the search against walking every path."""

import re
from pathlib import Path

import pytest

from scoring import game
from scoring.games.map_masters import checks
from scoring.games.map_masters.solvers import dungeon, typed_paths
from tests.rows import rows, tables

GAME = game("map_masters")
WORDS = (Path(checks.__file__).parent / "words/en.ftl").read_text(encoding="utf-8")


def reasons(kind):
    """All reasons that have words."""
    return set(re.findall(rf"^{kind}-([a-z-]+) =", WORDS, re.MULTILINE))


def test_a_path_scores_all_twelve_objectives_at_once():
    # The research example: barrel 1, key 1x2, hole 1x3, scroll 1, monster 1x3, rope 1x3,
    # padlock 1x3, sword 1, room 1, coins 2, circles 2x2, no stairs.
    found = typed_paths.walk("csk(Mcb)LqoTorP>")
    assert found.fault is None
    assert found.escaped
    assert typed_paths.worth(GAME.catalogue, found.circled) == tables(__file__)["worth"]


def met(counts):
    return {icon: n for icon, n in counts.items() if n}


@rows(__file__, "legal")
def test_legal(row):
    found = typed_paths.walk(row["path"])
    assert found.fault is None
    assert found.escaped == row["path"].endswith(">")
    assert met(found.circled) == row.get("circled", {})
    assert met(found.unspent) == row.get("unspent", {})


@rows(__file__, "illegal")
def test_illegal(row):
    found = typed_paths.walk(row["path"])
    reason, _, what = row["fault"].partition(" ")
    assert found.fault == typed_paths.Fault(row["at"], reason, what)
    assert not found.escaped
    assert met(found.circled) == row.get("circled", {})


def test_every_fault_comes_about_and_has_its_words():
    walked = (typed_paths.walk(row["path"]).fault for row in tables(__file__)["illegal"])
    faults = {found.reason: found for found in walked if found}
    assert set(faults) == reasons("fault")
    said = {checks.broken(GAME.catalogue, fault).en for fault in faults.values()}
    assert len(said) == len(faults)


def test_doubts():
    def said(path):
        return [checks.unusual_message(found).en for found in typed_paths.walk(path).doubts]

    assert said("c") == ["No end given; counted as stopped."]
    assert said("M*M*M*#") == ["A player has two spellbooks at most."]


def test_lines_in_a_room_do_not_cross():
    # The key lies on the way to A, its padlock on the way back from B; only who comes in by the
    # first door has a sword for the way out. Doors clockwise in, A, B, out: the lines from in
    # to A and from B to out lie side by side.
    worth = {"key": 5}
    beside = dungeon.read("R: ; >-R s; R-A k; B-R L; R-> M; A-B")
    assert dungeon.search(beside, worth, 1).text == "s()kL[]M>"
    # Doors clockwise in, B, A, out: they would cross.
    woven = dungeon.read("R: ; >-R s; B-R L; R-A k; R-> M; A-B")
    assert not dungeon.search(woven, worth, 1).escaped


@rows(__file__, "unclear")
def test_unclear_descriptions_are_named(row):
    with pytest.raises(dungeon.UnreadableDescription) as raised:
        dungeon.read(row["dungeon"])
    assert raised.value.reason == row["reason"]
    assert raised.value.statement in checks.unreadable_message(raised.value).en


def test_every_way_to_be_unclear_is_tried():
    unclear = {row["reason"] for row in tables(__file__)["unclear"]}
    assert unclear == reasons("unclear")
