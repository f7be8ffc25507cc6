"""A co-op mission as recorded at the table: groups, goals and outcome."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from scoring.model.position import Position
from scoring.model.seat import Seat

from .coop import Gap, Group, gaps

GROUPS = ("green", "yellow", "blue", "red")
"""Miniatures that are known to be in the box; they belong to all players."""

LOST_STANDS = {"stuck": "coop_defeat_stuck", "goal_unmet": "coop_defeat_requirement"}
"""States of a group that mean a defeat, with the entry of the defeat."""

MET = "goal_met"

Outcome = Literal["won", "lost", "open"]


def played(position: Position) -> bool:
    """True if this table plays co-op."""
    return position.table.flag("coop")


def stands(table: Seat) -> Mapping[str, str]:
    """Returns the recorded state of each group in play, in the order of the miniatures."""
    said = table.faces("groups")
    return {group: said[group] for group in GROUPS if group in said}


def lost_by(table: Seat) -> tuple[str, ...]:
    """Returns the defeats that the states of groups mean, each once."""
    meant = (LOST_STANDS[stand] for stand in stands(table).values() if stand in LOST_STANDS)
    return tuple(dict.fromkeys(meant))


def defeats(table: Seat) -> tuple[str, ...]:
    """Returns the defeats that are recorded or meant by states of groups, each once."""
    return tuple(dict.fromkeys((*table.picked("defeats"), *lost_by(table))))


def unmet_groups(table: Seat) -> tuple[str, ...]:
    """Returns the groups in play that have not met their goal."""
    return tuple(group for group, stand in stands(table).items() if stand != MET)


def home(table: Seat) -> bool:
    """True if groups are in play and all of them have met their goal."""
    return bool(stands(table)) and not unmet_groups(table)


def outcome(table: Seat) -> Outcome:
    """Returns *lost* once a defeat is recorded, *won* only if the table says so, else *open*."""
    if defeats(table):
        return "lost"
    return "won" if table.flag("mission_won") else "open"


def difficulty(position: Position) -> str:
    """Returns the entry id of the difficulty that is played."""
    chosen = position.table.choice("difficulty")
    assert chosen is not None, "the sheet names one for a blank"
    return chosen


def group(position: Position, id: str) -> Group:
    """Returns the icons, struck items, unused fairies and artifacts of a group."""
    table, catalogue = position.table, position.catalogue
    fairies = {
        str(catalogue[fairy].facts["stands_in"]): n
        for fairy, n in table.grid("group_fairies").get(id, {}).items()
    }
    holds_artifact = id in table.faces("artifacts").values()
    return Group(
        table.grid("circled").get(id, {}),
        table.grid("struck").get(id, {}),
        fairies,
        frozenset({"artifact"} if holds_artifact else ()),
    )


def goal_icons(position: Position, id: str) -> dict[str, int]:
    """Returns the icons that the goal of a group asks for, with their numbers."""
    table = position.table
    found = dict(table.grid("asked").get(id, {}))
    return found | ({"artifact": 1} if table.has("asked_artifact", id) else {})


def lacking(position: Position, id: str) -> list[Gap]:
    """Returns the gaps between a group and its goal, under the difficulty and rulings."""
    return gaps(
        position.catalogue,
        goal_icons(position, id),
        group(position, id),
        difficulty(position),
        position.rulings["hard_exact"],
    )


def books(table: Seat, id: str) -> list[str]:
    """Returns the spellbooks of a group that are not used up."""
    held = table.faces("group_books")
    return [book for book in held if held[book] == id and not table.has("books_spent", book)]
