"""Goals of co-op groups: finds the icons that a group lacks, and what to pay obstacles with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product

from scoring.model.catalogue import Catalogue

from .paths import ITEMS

ASKED = (*ITEMS, "coin", "barrel")
"""Icons that a goal may ask for, as far as known; it may ask for an artifact, too."""

REMEDY = {"monster": "sword", "padlock": "key", "hole": "rope", "jump": "scroll"}
"""Obstacle, or jump between magic circles, to the item that pays for it."""


@dataclass(frozen=True, slots=True)
class Group:
    """Everything that a co-op group has for its goal.

    ``circled``, ``struck``: icons circled on its path, and items struck out as spent, by icon id.
    ``fairies``: unused fairies, counted by the item that they stand in for.
    ``artifacts``: ids of artifacts held.
    """

    circled: Mapping[str, int] = field(default_factory=dict)
    struck: Mapping[str, int] = field(default_factory=dict)
    fairies: Mapping[str, int] = field(default_factory=dict)
    artifacts: frozenset[str] = frozenset()

    def holds(self, icon: str, spent_count: bool) -> int:
        """Returns how many icons of a kind a group has for its goal.

        ``spent_count``: true if items that are struck out as spent count, too.
        """
        if icon in self.artifacts:
            return 1
        struck = 0 if spent_count else self.struck.get(icon, 0)
        return self.circled.get(icon, 0) - struck + self.fairies.get(icon, 0)


@dataclass(frozen=True, slots=True)
class Gap:
    """One icon of a goal that is not met: the number held, and the number required."""

    icon: str
    held: int
    required: int


def gaps(
    catalogue: Catalogue,
    requirement: Mapping[str, int],
    group: Group,
    difficulty: str,
    exact_scope: str = "asked",
) -> list[Gap]:
    """Returns the icons of a goal that a group does not meet; empty once the goal is met.

    ``requirement``: icons of the goal, icon id to number.
    ``difficulty``: id of the difficulty's entry, which says if spent items count and if the numbers
        must be met exactly.
    ``exact_scope``: answer to the ruling ``hard_exact``: ``all`` means that an exact goal allows no
        icon that it does not ask for.
    """
    facts = catalogue[difficulty].facts
    spent_count, exact = bool(facts.get("spent_count")), bool(facts.get("exact"))
    icons = list(requirement)
    if exact and exact_scope == "all":
        icons += [i for i in ASKED if i not in icons]
    found = []
    for icon in icons:
        held, asked = group.holds(icon, spent_count), requirement.get(icon, 0)
        if held < asked or (exact and icon not in group.artifacts and held != asked):
            found.append(Gap(icon, held, asked))
    return found


@dataclass(frozen=True, slots=True)
class Spending:
    """Payment for obstacles in items struck out, fairies and spellbooks, each counted by item."""

    items: Mapping[str, int]
    fairies: Mapping[str, int]
    books: Mapping[str, int]


def spend(
    catalogue: Catalogue,
    obstacles: Mapping[str, int],
    circled: Mapping[str, int],
    fairies: Mapping[str, int],
    books: Mapping[str, int],
    requirement: Mapping[str, int],
    difficulty: str,
    exact_scope: str = "asked",
    before: Mapping[str, int] | None = None,
) -> Spending | None:
    """Chooses payments for all obstacles such that a group still meets its goal, else ``None``.

    ``obstacles``: obstacles on the path, id to number.
    ``circled``, ``before``: icons circled, and items struck out earlier, by icon id.
    ``fairies``, ``books``: substitutes at hand, counted by the item that they stand in for.
    ``requirement``, ``difficulty``, ``exact_scope``: as for ``gaps``.

    Spellbooks are used first, then fairies. The order along the path is not checked: see ``paths``.
    """
    needed: dict[str, int] = {}
    gone = before or {}
    for obstacle, number in obstacles.items():
        needed[REMEDY[obstacle]] = needed.get(REMEDY[obstacle], 0) + number
    splits = []
    for item, number in sorted(needed.items()):
        splits.append(
            [
                (item, number - book - fairy, fairy, book)
                for book in range(min(number, books.get(item, 0)), -1, -1)
                for fairy in range(min(number - book, fairies.get(item, 0)), -1, -1)
                if number - book - fairy <= max(0, circled.get(item, 0) - gone.get(item, 0))
            ]
        )
    for chosen in product(*splits):
        struck = {item: n for item, n, _, _ in chosen if n}
        used = {item: n for item, _, n, _ in chosen if n}
        left = {item: n - used.get(item, 0) for item, n in fairies.items()}
        group = Group(
            circled,
            {item: struck.get(item, 0) + gone.get(item, 0) for item in {**struck, **gone}},
            left,
            frozenset(i for i in requirement if circled.get(i) and catalogue[i].kind == "mission"),
        )
        if not gaps(catalogue, requirement, group, difficulty, exact_scope):
            return Spending(struck, used, {item: n for item, _, _, n in chosen if n})
    return None
