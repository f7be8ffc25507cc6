"""Caches of scores and plans that a game has computed lately, in memory."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial

from scoring.model.breakdown import Breakdown
from scoring.model.plan import Plan
from scoring.solving.cache import Cache

type Key = tuple[str, tuple[tuple[str, str], ...]]
"""Cache key of a position: the state as JSON, and its rulings as (ruling id, answer id) pairs."""
type PlanKey = tuple[str, str, tuple[tuple[str, str], ...]]
"""Cache key of a plan: seat id, the cells that the plan depends on, and rulings."""


@dataclass(frozen=True)
class GameCaches:
    """The caches of one game.

    - ``counted``: all seats' scores as the game's scorer counts them; ``whole``: with the cells
      that each seat lacks.
    - ``plans``: proven plans; ``sketches``: plans without proof. Most edits change one seat of six,
      so the others' plans are often found here. For a plan that depends on other seats, only the
      cells that the planner looks at are in the key.
    """

    counted: Cache[Key, Mapping[str, Breakdown]] = field(default_factory=partial(Cache, 32))
    whole: Cache[Key, Mapping[str, Breakdown]] = field(default_factory=partial(Cache, 32))
    plans: Cache[PlanKey, Plan] = field(default_factory=partial(Cache, 1024))
    sketches: Cache[PlanKey, Plan | None] = field(default_factory=partial(Cache, 1024))
