"""Whose turn it is, how long it takes, and how long everybody has taken, phase by phase.

Nothing runs: a clock is a moment and sums, so a killed server, a sleeping phone and a reload lose
nothing. Every function takes the moment, so that hours pass in a test. All times are
milliseconds of the server's clock.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Self

type Times = Mapping[str, Mapping[str, int]]
"""Milliseconds by seat and phase; the phase is empty in a game without any."""


@dataclass(frozen=True, slots=True)
class TurnClock:
    """The clock of one table.

    ``seat`` has turn number ``turn``, in ``phase``; it runs since the moment ``since``, or is
    paused. ``spent`` is what the turn took before ``since``, ``times`` what everybody took
    before it, ``turns`` how many turns each has begun. ``before`` is the turn before and what it
    had taken, so that a slip of the finger can be taken back. ``shown``: somebody wants it.
    """

    seat: str = ""
    turn: int = 0
    phase: str = ""
    since: int | None = None
    spent: int = 0
    times: Times = field(default_factory=dict)
    turns: Mapping[str, int] = field(default_factory=dict)
    before: tuple[str, int] | None = None
    shown: bool = False

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        """The clock as it was stored; one that was never wanted is empty."""
        before = stored.get("before")
        return cls(**{**stored, "before": (before[0], before[1]) if before else None})

    def stored(self) -> dict[str, Any]:
        """What ``read`` takes; empty for a clock that nobody ever wanted."""
        return asdict(self) if self != TurnClock() else {}

    @property
    def running(self) -> bool:
        """Whether time passes for somebody."""
        return self.since is not None

    def of_turn(self, now: int) -> int:
        """How long the present turn has taken."""
        return self.spent + self._passed(now)

    def of_seat(self, seat: str, now: int) -> int:
        """How long a seat has taken in all."""
        passed = self._passed(now) if seat == self.seat else 0
        return sum(self.times.get(seat, {}).values()) + passed

    def of_phases(self, now: int) -> dict[str, int]:
        """How long each phase has taken, in the order in which they were first played."""
        found: dict[str, int] = {}
        for phases in self.paused(now).times.values():
            for phase, spent in phases.items():
                found[phase] = found.get(phase, 0) + spent
        return found

    def begun(self, seat: str, phase: str, now: int) -> Self:
        """The first turn of a game, or that of another seat than the present one."""
        if seat == self.seat:
            return replace(self._going(now), phase=phase, shown=True)
        done = self.paused(now)
        return replace(
            done,
            seat=seat,
            turn=done.turn + 1,
            phase=phase,
            since=now,
            spent=0,
            turns={**done.turns, seat: done.turns.get(seat, 0) + 1},
            before=(done.seat, done.spent) if done.seat else None,
            shown=True,
        )

    def taken_back(self, now: int) -> Self:
        """The turn before goes on, and what passed since was its own; no further than that."""
        if self.before is None:
            return self
        done, (seat, spent) = self.paused(now), self.before
        slipped = done.spent
        times = {each: dict(phases) for each, phases in done.times.items()}
        left = times[self.seat].get(self.phase, 0) - slipped
        times[self.seat][self.phase] = max(0, left)
        own = times.setdefault(seat, {})
        own[self.phase] = own.get(self.phase, 0) + slipped
        return replace(
            done,
            seat=seat,
            turn=self.turn - 1,
            since=now if self.running else None,
            spent=spent + slipped,
            times=times,
            turns={**self.turns, self.seat: self.turns.get(self.seat, 1) - 1},
            before=None,
        )

    def paused(self, now: int) -> Self:
        """Time passes for nobody."""
        if self.since is None:
            return self
        passed = self._passed(now)
        own = self.times.get(self.seat, {})
        return replace(
            self,
            since=None,
            spent=self.spent + passed,
            times={
                **self.times,
                self.seat: {**own, self.phase: own.get(self.phase, 0) + passed},
            },
        )

    def resumed(self, now: int) -> Self:
        """The turn goes on where it was paused."""
        return self._going(now) if self.seat else self

    def in_phase(self, phase: str, now: int) -> Self:
        """The turn goes on in another phase of the game."""
        if phase == self.phase or not self.seat:
            return self
        going = self.running
        done = replace(self.paused(now), phase=phase)
        # A turn that has seen two phases is not taken back: its time lies in both.
        done = replace(done, before=None)
        return replace(done, since=now) if going else done

    def put_away(self, now: int) -> Self:
        """Nobody wants to see it any more; what everybody took is kept."""
        return replace(self.paused(now), shown=False)

    def without(self, seats: Sequence[str], now: int) -> Self:
        """The clock at a table that has only those seats."""
        if self.seat in seats or not self.seat:
            return self
        return replace(self.paused(now), seat="", spent=0, before=None)

    def next_of(self, seats: Sequence[str]) -> str:
        """Whose turn comes next around the table."""
        if self.seat not in seats:
            return seats[0]
        return seats[(seats.index(self.seat) + 1) % len(seats)]

    def _going(self, now: int) -> Self:
        return self if self.running else replace(self, since=now)

    def _passed(self, now: int) -> int:
        # A server's clock may be put back; a turn never becomes shorter.
        return max(0, now - self.since) if self.since is not None else 0
