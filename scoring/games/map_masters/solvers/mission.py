"""Reads a co-op mission from the table's sheet: its groups, their goals, and the outcome."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from scoring.model.position import Position
from scoring.model.seat import Seat

from .coop import Gap, Group, gaps

GROUPS = ("green", "yellow", "blue", "red")
"""Colours of the group miniatures known to be in the box; all players share every group."""

LOST_STANDS = {"stuck": "coop_defeat_stuck", "goal_unmet": "coop_defeat_requirement"}
"""States of a group that lose the mission, each with the id of the defeat's entry."""

MET = "goal_met"
"""State of a group that has met its goal."""

Outcome = Literal["won", "lost", "open"]


def played(position: Position) -> bool:
    """True if this table plays co-op instead of versus."""
    return position.table.flag("coop")


def stands(table: Seat) -> Mapping[str, str]:
    """Returns the recorded state of each group in play, by colour, in the order of ``GROUPS``."""
    said = table.faces("groups")
    return {group: said[group] for group in GROUPS if group in said}


def lost_by(table: Seat) -> tuple[str, ...]:
    """Returns the ids of the defeats that follow from the groups' states, each once."""
    meant = (LOST_STANDS[stand] for stand in stands(table).values() if stand in LOST_STANDS)
    return tuple(dict.fromkeys(meant))


def defeats(table: Seat) -> tuple[str, ...]:
    """Returns the ids of the ways in which the mission is lost, each once.

    They are those recorded by the table, and those that follow from the groups' states.
    """
    return tuple(dict.fromkeys((*table.picked("defeats"), *lost_by(table))))


def unmet_groups(table: Seat) -> tuple[str, ...]:
    """Returns the colours of the groups in play that have not met their goal."""
    return tuple(group for group, stand in stands(table).items() if stand != MET)


def home(table: Seat) -> bool:
    """True if there are groups in play and all of them have met their goal."""
    return bool(stands(table)) and not unmet_groups(table)


def outcome(table: Seat) -> Outcome:
    """Returns *lost* with any defeat, *won* if the table has recorded that, else *open*.

    *Open* means that the mission is not decided yet.
    """
    if defeats(table):
        return "lost"
    return "won" if table.flag("mission_won") else "open"


def difficulty(position: Position) -> str:
    """Returns the id of the mission's difficulty; for a blank cell, that of the sheet's default."""
    chosen = position.table.choice("difficulty")
    assert chosen is not None, "the sheet names one for a blank"
    return chosen


def group(position: Position, id: str) -> Group:
    """Returns the icons, spent items, unused fairies and artifacts of the group of this colour."""
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
    """Returns the icons that a group's goal asks for: icon id to number."""
    table = position.table
    found = dict(table.grid("asked").get(id, {}))
    return found | ({"artifact": 1} if table.has("asked_artifact", id) else {})


def lacking(position: Position, id: str) -> list[Gap]:
    """Returns the icons that a group lacks for its goal, each with the numbers held and required.

    The table's difficulty and its answer to the rules question ``hard_exact`` decide what counts.
    """
    return gaps(
        position.catalogue,
        goal_icons(position, id),
        group(position, id),
        difficulty(position),
        position.rulings["hard_exact"],
    )


def books(table: Seat, id: str) -> list[str]:
    """Returns the ids of a group's spellbooks that are not used up."""
    held = table.faces("group_books")
    return [book for book in held if held[book] == id and not table.has("books_spent", book)]
