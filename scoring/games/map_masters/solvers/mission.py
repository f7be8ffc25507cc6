"""Reads a co-op mission from the table's sheet: its groups, their goals, and the outcome.

Finds the icons that a group lacks, and what to pay obstacles with. ``table`` stands for the cells
that all seats share.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Literal

from scoring.model.position import Position
from scoring.model.seat import Seat

from .average_icon_worth import fairies_by_item
from .typed_paths import ITEMS

GROUPS = ("green", "yellow", "blue", "red")
"""Colours of the group miniatures known to be in the box; all players share every group."""

LOST_STANDS = {"stuck": "coop_defeat_stuck", "goal_unmet": "coop_defeat_requirement"}
"""States of a group that lose the mission, each with the id of the defeat's entry."""

MET = "goal_met"
"""State of a group that has met its goal."""

Outcome = Literal["won", "lost", "open"]

GOAL_ICONS = (*ITEMS, "coin", "barrel")
"""Icons that a goal may ask for, as far as known; it may ask for an artifact, too."""

REMEDY = {"monster": "sword", "padlock": "key", "hole": "rope", "jump": "scroll"}
"""Obstacle, or jump between magic circles, to the item that pays for it."""


def played(position: Position) -> bool:
    """True if this table plays co-op instead of versus."""
    return position.table.flag("coop")


def stands(table: Seat) -> Mapping[str, str]:
    """Returns the state of each co-op group in play, such as ``goal_met``, by group colour."""
    stand_of = table.faces("groups")
    return {group: stand_of[group] for group in GROUPS if group in stand_of}


def lost_by(table: Seat) -> tuple[str, ...]:
    """Returns the ids of the defeats (reasons to lose) that follow from the groups' states."""
    meant = (LOST_STANDS[stand] for stand in stands(table).values() if stand in LOST_STANDS)
    return tuple(dict.fromkeys(meant))


def defeats(table: Seat) -> tuple[str, ...]:
    """Returns the ids of the defeats recorded, and of those that follow from the groups' states."""
    return tuple(dict.fromkeys((*table.picked("defeats"), *lost_by(table))))


def unmet_groups(table: Seat) -> tuple[str, ...]:
    """Returns the colours of the groups in play that have not met their goal."""
    return tuple(group for group, stand in stands(table).items() if stand != MET)


def home(table: Seat) -> bool:
    """True if all co-op groups in play (at least one) have met their goal."""
    return bool(stands(table)) and not unmet_groups(table)


def outcome(table: Seat) -> Outcome:
    """Returns a mission's outcome: *lost* with any defeat, *won* if recorded so, else *open*."""
    if defeats(table):
        return "lost"
    return "won" if table.flag("mission_won") else "open"


def difficulty(position: Position) -> str:
    """Returns the id of the mission's difficulty; for a blank cell, that of the sheet's default."""
    chosen = position.table.choice("difficulty")
    assert chosen is not None, "the sheet names one for a blank"
    return chosen


# ── goals ──────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Group:
    """Everything that a co-op group has for its goal.

    ``circled``, ``struck``: icons circled on its path, and items struck out as spent, each icon id
        to number.
    ``fairies``: unused fairies, counted by the item that they stand in for.
    ``artifacts``: ids of artifacts held.
    """

    circled: Mapping[str, int] = field(default_factory=dict)
    struck: Mapping[str, int] = field(default_factory=dict)
    fairies: Mapping[str, int] = field(default_factory=dict)
    artifacts: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Goal:
    """The icons that a mission asks of a group, and how they are counted.

    ``icons``: icon id to number.
    ``spent_count``: true if items that are struck out as spent count, too.
    ``exact``: true if the numbers must be met exactly.
    ``nothing_else``: true if an exact goal allows no icon that it does not ask for.
    """

    icons: Mapping[str, int]
    spent_count: bool = False
    exact: bool = False
    nothing_else: bool = False

    def count(self, group: Group, icon: str) -> int:
        """Returns how many of an icon count for a group's goal; 1 for an artifact that it holds."""
        if icon in group.artifacts:
            return 1
        struck = 0 if self.spent_count else group.struck.get(icon, 0)
        return group.circled.get(icon, 0) - struck + group.fairies.get(icon, 0)

    def gaps(self, group: Group) -> dict[str, int]:
        """Returns the icons that keep a group from this goal, by id; empty once it is met.

        Their value is the number lacking, or less than 0 for too many.
        """
        icons = dict.fromkeys(
            (*self.icons, *(GOAL_ICONS if self.exact and self.nothing_else else ()))
        )
        lacking = {icon: self.icons.get(icon, 0) - self.count(group, icon) for icon in icons}
        return {icon: n for icon, n in lacking.items() if n > 0 or (self.exact and n)}


def group(position: Position, id: str) -> Group:
    """Returns what a co-op group has: circled icons, spent items, unused fairies, artifacts.

    ``id``: the group's colour.
    """
    table = position.table
    holds_artifact = id in table.faces("artifacts").values()
    return Group(
        table.grid("circled").get(id, {}),
        table.grid("struck").get(id, {}),
        fairies_by_item(position.catalogue, table.grid("group_fairies").get(id, {})),
        frozenset({"artifact"} if holds_artifact else ()),
    )


def goal_icons(position: Position, id: str) -> dict[str, int]:
    """Returns the icons that the goal of the group of colour ``id`` asks for: icon id to number."""
    table = position.table
    artifact = {"artifact": 1} if table.has("asked_artifact", id) else {}
    return dict(table.grid("asked").get(id, {})) | artifact


def goal(position: Position, icons: Mapping[str, int]) -> Goal:
    """Returns the goal that asks for these icons, at this table's difficulty.

    ``icons``: icon id to number. The table's answer to the rules question ``hard_exact`` decides
    what an exact goal counts.
    """
    facts = position.catalogue[difficulty(position)].facts
    hard_exact = position.rulings["hard_exact"]
    return Goal(
        icons, bool(facts.get("spent_count")), bool(facts.get("exact")), hard_exact == "all"
    )


def books(table: Seat, id: str) -> list[str]:
    """Returns the ids of a co-op group's spellbooks that are not used up.

    ``id``: the group's colour.
    """
    group_of = table.faces("group_books")
    return [
        book for book in group_of if group_of[book] == id and not table.has("books_spent", book)
    ]


@dataclass(frozen=True, slots=True)
class Spending:
    """Payment for obstacles in items struck out, fairies and spellbooks.

    Each maps an item's id to a number: of the items, or of fairies or spellbooks in its stead.
    """

    items: Mapping[str, int]
    fairies: Mapping[str, int]
    books: Mapping[str, int]


def spend(
    goal: Goal, obstacles: Mapping[str, int], group: Group, books: Mapping[str, int]
) -> Spending | None:
    """Returns payments for all obstacles after which a group meets its goal; ``None`` if none.

    ``obstacles``: obstacles on the path and jumps, by their ids in ``REMEDY``, to number.
    ``books``: spellbooks at hand, counted by the item that they stand in for.

    Spellbooks are used first, then fairies. The order along the path is not checked, which
    ``typed_paths`` does.
    """
    needed: Counter[str] = Counter()
    for obstacle, number in obstacles.items():
        needed[REMEDY[obstacle]] += number
    splits = [
        [
            (item, number - book - fairy, fairy, book)
            for book in range(min(number, books.get(item, 0)), -1, -1)
            for fairy in range(min(number - book, group.fairies.get(item, 0)), -1, -1)
            if number - book - fairy
            <= max(0, group.circled.get(item, 0) - group.struck.get(item, 0))
        ]
        for item, number in sorted(needed.items())
    ]
    for chosen in product(*splits):
        items = {item: n for item, n, _, _ in chosen if n}
        fairies = {item: n for item, _, n, _ in chosen if n}
        after = replace(
            group,
            struck=Counter(group.struck) + Counter(items),
            fairies=Counter(group.fairies) - Counter(fairies),
        )
        if not goal.gaps(after):
            return Spending(items, fairies, {item: n for item, _, _, n in chosen if n})
    return None
