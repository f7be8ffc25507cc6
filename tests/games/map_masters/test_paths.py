"""Paths: the notation's rules one by one, and the search against walking every path."""

from typing import get_args

import pytest

from scoring import game
from scoring.games.map_masters import doubts
from scoring.games.map_masters.solvers import dungeon, paths

GAME = game("map_masters")


def test_a_path_scores_all_twelve_objectives_at_once():
    # The research example: barrel 1, key 1x2, hole 1x3, scroll 1, monster 1x3, rope 1x3,
    # padlock 1x3, sword 1, room 1, coins 2, circles 2x2, no stairs.
    found = paths.walk("csk(Mcb)LqoTorP>")
    assert found.fault is None
    assert found.escaped
    assert paths.worth(GAME.catalogue, found.circled) == {
        "objective_barrel": 1,
        "objective_key": 2,
        "objective_hole": 3,
        "objective_scroll": 1,
        "objective_monster": 3,
        "objective_rope": 3,
        "objective_padlock": 3,
        "objective_sword": 1,
        "objective_room": 1,
        "objective_coin": 2,
        "objective_circle": 4,
        "objective_stairs": 0,
    }


LEGAL = [
    "sM>",  # a monster in a corridor
    "M'>",  # a fairy pays
    "M*L*P*>",  # books pay
    "kL#",
    "rP>",  # a pit crossed
    "F>",  # a pit fallen down
    "FUF>",  # down, up by stairs, down again
    "rV>",
    "ss(MMc)>",  # both monsters paid before the room gives anything
    "(p)>",  # a room's pit seen and walked round
    "(pf>",  # and stepped on
    "(F>",
    "qoTo>",  # jump to a new circle
    "qooTO>",  # back to a circle passed before
    "(o)[O#",
    "q(o)[OTo>",  # come back to a room's circle and jump
    "oT'o>",
    "(c)[]>",
    "J*c>",
    "qoT(o)>",  # land in a room
    "sqoT(Mo)>",  # and beat its monsters first
    "",
]
ILLEGAL = [
    ("M>", 0),  # no sword
    ("Ms>", 0),  # the sword comes too late
    ("sMM>", 2),  # struck out already
    ("s(MMc)>", 1),  # not enough carried in
    ("(sM)>", 2),  # the room's own sword does not help
    ("L", 0),
    ("V", 0),
    ("P", 0),
    ("FF", 1),  # no pit in the basement
    ("FrP", 2),
    ("p", 0),  # nothing to walk round in a corridor
    ("f", 0),
    ("(f", 1),
    ("rPP", 2),
    ("oTo", 1),  # no scroll
    ("qTo", 1),  # not on a circle
    ("qocTo", 3),  # gone on from the circle
    ("qoTc", 3),  # no landing
    ("qoT", 2),
    ("qqoToTo", 5),  # the landing circle is struck out
    ("qoTO", 3),  # no other circle to come back to
    ("O", 0),
    ("[", 0),  # no room entered before
    ("(c)[c", 4),  # nothing twice
    ("(()", 1),
    (")", 0),
    ("c>c", 2),
    ("Jc", 0),
    ("c'", 0),
    ("Z", 0),
    ("(P", 1),
]


@pytest.mark.parametrize("path", LEGAL)
def test_legal(path):
    assert paths.walk(path).fault is None


@pytest.mark.parametrize(("path", "at"), ILLEGAL)
def test_illegal(path, at):
    found = paths.walk(path)
    assert found.fault is not None
    assert found.fault.at == at


def test_every_fault_comes_about_and_has_its_words():
    faults = {found.reason: found for path, _ in ILLEGAL if (found := paths.walk(path).fault)}
    assert set(faults) == set(get_args(paths.Reason))
    said = {doubts.broken(GAME.catalogue, fault).en for fault in faults.values()}
    assert len(said) == len(faults)


def test_what_comes_before_a_fault_counts():
    found = paths.walk("ckL(c)MMbb>")
    assert (found.circled["coin"], found.circled["barrel"]) == (2, 0)
    assert found.circled["padlock"] == 1
    assert not found.escaped


def test_combination_counts():
    # one crossed, one fallen, one seen and then stepped on, one lava crossed: four holes
    assert paths.walk("rrPVFU(pf#").circled["hole"] == 4
    # entering again gives nothing, the room counts once
    assert paths.walk("(c)[]#").circled["room"] == 1
    # an unused circle counts, a fairy does not count as a sword
    found = paths.walk("oM'#").circled
    assert (found["circle"], found["sword"], found["monster"]) == (1, 0, 1)


def test_doubts():
    def said(path):
        return [doubts.unusual_message(found).en for found in paths.walk(path).doubts]

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


UNCLEAR = {
    "A": "neither",
    "A-1": "no-stairs",
    "A-B U": "idle-stairs",
    "1-2 P": "pit-in-basement",
    "A-B o": "misplaced",
    "1: p": "pit-in-basement",
    "A: oo": "two-circles",
    "A: ; A: c": "twice",
    "A-B z": "misplaced",
    ">->P1U": "neither",
    "A-B ?": "unknown-signs",
}


@pytest.mark.parametrize(("text", "reason"), UNCLEAR.items())
def test_unclear_descriptions_are_named(text, reason):
    with pytest.raises(dungeon.UnreadableDescription) as raised:
        dungeon.read(text)
    assert raised.value.reason == reason
    assert raised.value.statement in doubts.unreadable_message(raised.value).en


def test_every_way_to_be_unclear_is_tried():
    assert set(UNCLEAR.values()) == set(get_args(dungeon.Reason))
