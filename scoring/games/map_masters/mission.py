"""A mission of co-op as the table has recorded it: groups, goals, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ...core.catalogue import Catalogue
from ...core.plan import Rulings, State
from .coop import Gap, Group, gaps
from .sheet import ASKED, GROUPS, LOST_STANDS

RECOMMENDED = "normal"
"""The difficulty that a table plays unless it says otherwise: the rulebook recommends it."""

Outcome = Literal["won", "lost", "open"]


@dataclass(frozen=True, slots=True)
class Mission:
    """The table's cells of a mission. Groups are those that the table says are in play."""

    catalogue: Catalogue
    table: Mapping[str, Any]
    rulings: Rulings

    @property
    def difficulty(self) -> str:
        return str(self.table.get("difficulty", RECOMMENDED))

    @property
    def stands(self) -> dict[str, str]:
        """Where each group in play stands, in the order of the miniatures."""
        said = self.table.get("groups", {})
        return {group.id: said[group.id] for group in GROUPS if group.id in said}

    def group(self, group: str) -> Group:
        """What a group has met, kept and been given."""
        fairies = {
            str(self.catalogue[fairy].facts["stands_in"]): n
            for fairy, n in self.table.get("group_fairies", {}).get(group, {}).items()
        }
        holds_artifact = group in self.table.get("artifacts", {}).values()
        return Group(
            self.table.get("circled", {}).get(group, {}),
            self.table.get("struck", {}).get(group, {}),
            fairies,
            frozenset({"artifact"} if holds_artifact else ()),
        )

    def asked(self, group: str) -> dict[str, int]:
        """What the goal of a group asks for."""
        found = self.table.get("asked", {}).get(group, {})
        asked = {icon: found[icon] for icon in ASKED if icon in found}
        return asked | ({"artifact": 1} if group in self.table.get("asked_artifact", {}) else {})

    def gaps(self, group: str) -> list[Gap]:
        """What stands between a group and its goal."""
        return gaps(
            self.catalogue,
            self.asked(group),
            self.group(group),
            self.difficulty,
            self.rulings["hard_exact"],
        )

    def books(self, group: str) -> list[str]:
        """Spellbooks of a group that are not used up."""
        held = self.table.get("group_books", {})
        return [b for b in held if held[b] == group and b not in self.table.get("books_spent", {})]

    def defeats(self) -> Iterator[str]:
        """Entries of the defeats that are recorded, each once."""
        said = self.table.get("defeats", {})
        meant = [LOST_STANDS[stand] for stand in self.stands.values() if stand in LOST_STANDS]
        yield from dict.fromkeys((*said, *meant))

    @property
    def outcome(self) -> Outcome:
        """Lost as soon as a defeat is recorded; won only when the table says so."""
        if any(self.defeats()):
            return "lost"
        return "won" if self.table.get("mission_won") else "open"

    @property
    def home(self) -> bool:
        """Has every group in play met its goal?"""
        return bool(self.stands) and set(self.stands.values()) == {"goal_met"}


def of(catalogue: Catalogue, state: State, rulings: Rulings) -> Mission:
    return Mission(catalogue, state.get("table", {}), rulings)


def played(state: State) -> bool:
    """Does this table play co-op?"""
    return bool(state.get("table", {}).get("coop"))
