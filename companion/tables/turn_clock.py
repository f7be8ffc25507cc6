"""Turn clock: the seat to move, the time of its turn, and every seat's time per phase.

Nothing runs in the background: the clock is stored as the moment it was started and sums up to
then, so a restart, a sleeping phone or a reload lose nothing. Every function takes the current
time, for tests. All times are milliseconds of the server's clock.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Self

type Times = Mapping[str, Mapping[str, int]]
"""Seat id to phase id to milliseconds; the phase is "" in a game without phases."""


@dataclass(frozen=True, slots=True)
class TurnClock:
    """The turn clock of one table. Methods return a changed copy. Times are in milliseconds.

    - ``seat``, ``turn``, ``phase``: id of the seat to move ("" for none), the turn's number, and
      the id of its phase of the game.
    - ``since``: moment from which the clock runs, counted from the epoch; None while paused.
    - ``spent``: the present turn's time up to ``since``; ``times``: seat to phase id to the time of
      all its turns in that phase, up to then.
    - ``turns``: seat to number of turns that it has begun.
    - ``before``: the previous turn's seat and ``spent``, to take back a mistaken tap; None if that
      is not possible.
    - ``shown``: the clock is displayed.
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
        """Builds a turn clock from ``stored``, its JSON mapping; {} is a clock never used."""
        before = stored.get("before")
        return cls(**{**stored, "before": (before[0], before[1]) if before else None})

    def stored(self) -> dict[str, Any]:
        """Returns the turn clock as a mapping for JSON, attribute to value; {} if never used."""
        return asdict(self) if self != TurnClock() else {}

    @property
    def running(self) -> bool:
        """True unless the turn clock is paused."""
        return self.since is not None

    def of_turn(self, now: int) -> int:
        """Returns the milliseconds that the present turn has taken up to the time ``now``."""
        return self.spent + self._passed(now)

    def of_seat(self, seat: str, now: int) -> int:
        """Returns the milliseconds that all turns of a seat took up to the time ``now``."""
        passed = self._passed(now) if seat == self.seat else 0
        return sum(self.times.get(seat, {}).values()) + passed

    def of_phases(self, now: int) -> dict[str, int]:
        """Returns the milliseconds that all turns in each phase took up to ``now``, by phase id."""
        found: dict[str, int] = {}
        for phases in self.paused(now).times.values():
            for phase, spent in phases.items():
                found[phase] = found.get(phase, 0) + spent
        return found

    def begun(self, seat: str, phase: str, now: int) -> Self:
        """Returns the turn clock in a new turn of ``seat``; a present turn of this seat goes on.

        ``phase``: id of the game's phase, which is set in both cases. ``now``: in milliseconds.
        """
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
        """Returns the turn clock in the previous turn, with the present turn's time added to it.

        Only one turn can be taken back; else the clock is unchanged. ``now``: in milliseconds.
        """
        if self.before is None:
            return self
        done, (seat, spent) = self.paused(now), self.before
        slipped = done.spent
        times = _with_time(done.times, self.seat, self.phase, -slipped)
        return replace(
            done,
            seat=seat,
            turn=self.turn - 1,
            since=now if self.running else None,
            spent=spent + slipped,
            times=_with_time(times, seat, self.phase, slipped),
            turns={**self.turns, self.seat: self.turns.get(self.seat, 1) - 1},
            before=None,
        )

    def paused(self, now: int) -> Self:
        """Returns the turn clock stopped; the time since its start counts for the seat to move.

        ``now``: in milliseconds since the epoch.
        """
        if self.since is None:
            return self
        passed = self._passed(now)
        times = _with_time(self.times, self.seat, self.phase, passed)
        return replace(self, since=None, spent=self.spent + passed, times=times)

    def resumed(self, now: int) -> Self:
        """Returns the turn clock running again from ``now``; unchanged if no turn has begun."""
        return self._going(now) if self.seat else self

    def in_phase(self, phase: str, now: int) -> Self:
        """Returns the turn clock with the present turn continued in another phase of the game.

        The turn then cannot be taken back any more. ``phase``: the phase's id. ``now``: in
        milliseconds.
        """
        if phase == self.phase or not self.seat:
            return self
        going = self.running
        done = replace(self.paused(now), phase=phase)
        # A turn with two phases cannot be taken back, since its time is part of both.
        done = replace(done, before=None)
        return replace(done, since=now) if going else done

    def put_away(self, now: int) -> Self:
        """Returns the turn clock paused at ``now`` and hidden; it keeps all times."""
        return replace(self.paused(now), shown=False)

    def without(self, seats: Sequence[str], now: int) -> Self:
        """Returns the turn clock paused and with no seat to move, if that seat has left the table.

        Else unchanged. ``seats``: those still at the table. ``now``: in milliseconds.
        """
        if self.seat in seats or not self.seat:
            return self
        return replace(self.paused(now), seat="", spent=0, before=None)

    def next_of(self, seats: Sequence[str]) -> str:
        """Returns the seat in ``seats`` after the one to move; the first one if none is to move."""
        if self.seat not in seats:
            return seats[0]
        return seats[(seats.index(self.seat) + 1) % len(seats)]

    def _going(self, now: int) -> Self:
        return self if self.running else replace(self, since=now)

    def _passed(self, now: int) -> int:
        # The server's clock may be set back, but a turn never becomes shorter.
        return max(0, now - self.since) if self.since is not None else 0


def _with_time(times: Times, seat: str, phase: str, more: int) -> Times:
    own = times.get(seat, {})
    return {**times, seat: {**own, phase: max(0, own.get(phase, 0) + more)}}
