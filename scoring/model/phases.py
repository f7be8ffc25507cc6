"""The phases of a game in order, the steps in each, and how far a table has got.

A table stores its progress in cells beside the sheet: ``play/stage`` is the present phase,
``play/first`` the start player's seat, ``play/done/<phase>/<step>`` a step that is ticked off.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.text.localised import EMPTY, Text
from scoring.text.messages import SHARED as say

from .cells import is_set
from .drawing_by_lot import Draw
from .plan import State

type Order = Callable[[int, Mapping[str, Any]], Sequence[str]]
"""Function that takes the number of seats and the table's own cells, and returns phase ids in
order."""


def applies(state: State, when: str, unless: str) -> bool:
    """True if the table's cell ``when`` is set and its cell ``unless`` is not.

    Both are paths, such as ``table/coop``; an empty one does not matter.
    """
    table = state.get("table", {})
    return (not when or is_set(table, when)) and not (unless and is_set(table, unless))


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do in a phase. ``entry``: id of the rule that explains it.

    ``when``: paths of cells, such as ``table/festival``. The step applies if one of them is set, or
        if there are none.
    """

    id: str
    text: Text
    entry: str = ""
    when: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase of play, for example a season or a round.

    ``when``: path of a cell of the table, such as ``table/coop``, that must be set for the phase to
        take place; may be empty.
    ``unless``: path of a cell that must not be set; may be empty.
    ``calculators``: ids of the two or three calculators that help most in this phase.
    """

    id: str
    name: Text
    steps: tuple[Step, ...] = ()
    hint: Text = EMPTY
    when: str = ""
    unless: str = ""
    calculators: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Phases:
    """Every phase that a table of this game can have; ``listed`` selects those of one table.

    ``order``: function that returns the phase ids of a table, where ``when`` and ``unless`` do not
        suffice.
    ``first``: the game's name for the start player.
    ``draws``: what is drawn by lot or laid out before the game, in the order of the set-up.
    """

    phases: tuple[Phase, ...] = ()
    order: Order | None = None
    first: Text = field(default=say("start-player"))
    draws: tuple[Draw, ...] = ()

    def listed(self, state: State) -> tuple[Phase, ...]:
        """Returns the phases that a table plays, in order, each with only the steps that apply."""
        table = state.get("table", {})

        def there(phase: Phase) -> Phase:
            steps = (s for s in phase.steps if not s.when or any(is_set(table, c) for c in s.when))
            return replace(phase, steps=tuple(steps))

        if self.order is not None:
            known = {phase.id: phase for phase in self.phases}
            found = [known[id_] for id_ in self.order(len(state["seats"]), table)]
        else:
            found = [each for each in self.phases if applies(state, each.when, each.unless)]
        return tuple(map(there, found))

    def at(self, state: State) -> Phase | None:
        """Returns a table's present phase, the first until one is set; ``None`` without phases."""
        listed = self.listed(state)
        now = state.get("play", {}).get("stage", "")
        return next((p for p in listed if p.id == now), listed[0] if listed else None)

    def at_last(self, state: State) -> bool:
        """True if a table is in the last phase of the game, in which nothing is hidden any more."""
        now = state.get("play", {}).get("stage") or (self.phases[0].id if self.phases else "")
        return bool(self.phases) and now == self.phases[-1].id

    def has_progress(self, state: State) -> bool:
        """True if a table has recorded its phase, or has ticked off a step of one."""
        play = state.get("play", {})
        return bool(play.get("stage") or play.get("done"))

    def ahead(self, state: State) -> Phase | None:
        """Returns the next phase that names calculators, beginning with the table's present one.

        If there is none, returns the present phase; ``None`` for a game without phases.
        """
        listed, now = self.listed(state), self.at(state)
        rest = listed[listed.index(now) :] if now else ()
        return next((phase for phase in rest if phase.calculators), now)

    def adjacent(self, state: State) -> tuple[Phase | None, Phase | None]:
        """Returns the phases before and after a table's present one; ``None`` if there is none."""
        listed, now = self.listed(state), self.at(state)
        if now is None:
            return None, None
        n = listed.index(now)
        return listed[n - 1] if n else None, listed[n + 1] if n + 1 < len(listed) else None

    def done(self, state: State, phase: Phase) -> frozenset[str]:
        """Returns the ids of the steps that this table has ticked off in a phase."""
        return frozenset(state.get("play", {}).get("done", {}).get(phase.id, {}))
