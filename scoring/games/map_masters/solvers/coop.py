"""Co-op goals: checks a requirement, and chooses remedies to spend so that it is met."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product

from scoring.model.catalogue import Catalogue

from .paths import ITEMS

ASKED = (*ITEMS, "coin", "barrel")
"""Icons that a goal may ask for, as far as known; an artifact may be asked too."""

REMEDY = {"monster": "sword", "padlock": "key", "hole": "rope", "jump": "scroll"}
"""Item that pays for each obstacle, or for a jump between circles."""


@dataclass(frozen=True, slots=True)
class Group:
    """Possessions of a group: circled icons, items struck out, unused fairies, artifacts.

    ``fairies`` are counted by the item they stand in for.
    """

    circled: Mapping[str, int] = field(default_factory=dict)
    struck: Mapping[str, int] = field(default_factory=dict)
    fairies: Mapping[str, int] = field(default_factory=dict)
    artifacts: frozenset[str] = frozenset()

    def holds(self, icon: str, spent_count: bool) -> int:
        """Returns how many of an icon count for a goal; spent items count if ``spent_count``."""
        if icon in self.artifacts:
            return 1
        struck = 0 if spent_count else self.struck.get(icon, 0)
        return self.circled.get(icon, 0) - struck + self.fairies.get(icon, 0)


@dataclass(frozen=True, slots=True)
class Gap:
    """One icon of a requirement that is not met, with the numbers held and asked."""

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
    """Returns the gaps between a group and a goal; empty when the requirement is met.

    ``difficulty`` is the entry's id; ``exact_scope`` the answer to the ruling ``hard_exact``.
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
    """Payment for obstacles: items, fairies and books, each counted by item."""

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
    """Returns remedies for every obstacle that leave the requirement met, or ``None``.

    Books are used first, then fairies. ``before`` are items that were struck out earlier. The order
    along the path is not checked: see ``paths``.
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
