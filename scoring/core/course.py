"""How a game runs: its stages in order, and what to do in each.

A table keeps where it stands in cells of its own, beside the sheet: ``play/stage`` names the
stage, ``play/first`` the start player's seat, ``play/done/<stage>/<step>`` a step ticked off.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from .plan import State
from .text import EMPTY, Text


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do; ``entry`` is the rule that says how."""

    id: str
    text: Text
    entry: str = ""


@dataclass(frozen=True, slots=True)
class Stage:
    """A season, an age's round, a phase: what players would answer to “where are we?”."""

    id: str
    name: Text
    steps: tuple[Step, ...] = ()
    hint: Text = EMPTY


@dataclass(frozen=True, slots=True)
class Course:
    """Every stage that any table can have; ``order`` says which of them this one has.

    ``order(state)`` gives stage ids and depends on nothing but the number of seats and the
    table's own cells. ``first`` is what the start player is called in this game.
    """

    stages: tuple[Stage, ...] = ()
    order: Callable[[State], Sequence[str]] | None = None
    first: Text = field(default=Text("Start player", "スタートプレイヤー"))

    def listed(self, state: State) -> tuple[Stage, ...]:
        """The stages of this table, in order."""
        if self.order is None:
            return self.stages
        known = {stage.id: stage for stage in self.stages}
        return tuple(known[id_] for id_ in self.order(state))

    def at(self, state: State) -> Stage | None:
        """Where the table stands; at first in its first stage. ``None`` without stages."""
        listed = self.listed(state)
        now = state.get("play", {}).get("stage", "")
        return next((s for s in listed if s.id == now), listed[0] if listed else None)

    def beside(self, state: State) -> tuple[Stage | None, Stage | None]:
        """The stages before and after the present one."""
        listed, now = self.listed(state), self.at(state)
        if now is None:
            return None, None
        n = listed.index(now)
        return listed[n - 1] if n else None, listed[n + 1] if n + 1 < len(listed) else None

    def done(self, state: State, stage: Stage) -> frozenset[str]:
        """Ids of the steps that are ticked off in a stage."""
        return frozenset(state.get("play", {}).get("done", {}).get(stage.id, {}))
