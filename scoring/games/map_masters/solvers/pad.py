"""The score pad as a model: its rounds, and a seat's amounts in each round and column.

Counts what is recorded under the table's rulings; decides and explains nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from scoring.games.map_masters import points
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.model.sheet_fields import NONE

from . import paths
from .rules import per_icon, scoring

ROUNDS = tuple(range(1, 7))
LAST_ROUND = ROUNDS[-1]

COLUMNS = ("primary", "secondary", "time_bonus", "escape", "coins")
"""Parts of the score, and rows of what is still to come."""

PARTS = ("primary", "secondary", "first", "escaped", "path")
"""Cells of a round; each field's id adds the round's number."""


def of_round(part: str, number: int) -> str:
    """Returns the field id of a part of a round.

    >>> of_round("primary", 6)
    'primary_6'
    """
    return f"{part}_{number}"


_CELLS = {n: tuple(of_round(part, n) for part in PARTS) for n in ROUNDS}
_PHASES = {of_round("round", n): n for n in ROUNDS}
_COUNTING = "count"
"""Id of the phase after the last round."""


def played(seat: Seat) -> int:
    """Returns the last round in which a seat has recorded anything; 0 before."""
    return next((n for n in reversed(ROUNDS) if any(map(seat.entered, _CELLS[n]))), 0)


def rounds_left(seat: Seat) -> int:
    """Returns the number of rounds after the last one that a seat has recorded."""
    return LAST_ROUND - played(seat)


def is_over(position: Position, seat: Seat) -> bool:
    """True if nothing is to come for a seat: its last round is recorded, or the table counts."""
    return not rounds_left(seat) or position.play.choice("stage") == _COUNTING


def round_played(position: Position, seat: Seat) -> int:
    """Returns the round whose cards lie before a seat: by phase, else its last recorded."""
    phase = position.play.choice("stage")
    if phase == _COUNTING:
        return LAST_ROUND
    return _PHASES.get(phase or "") or max(played(seat), 1)


def round_now(position: Position, seats: Iterable[Seat]) -> int:
    """Returns the table's round: by its phase, else the first that none of these recorded."""
    phase = position.play.choice("stage")
    if phase in _PHASES:
        return _PHASES[phase]
    return min(max(map(played, seats), default=0) + 1, LAST_ROUND)


MOST = 99
"""Most icons that a cell of a round takes; also the upper bound of a blank one."""

MOST_COINS = 75
"""Number of coins in the box."""


@dataclass(frozen=True, slots=True)
class Scored:
    """One round's primary or secondary: its points, and their basis.

    ``icons`` of the objective's kind were met, each worth ``each``; ``pieces`` is everything that
    the path found. ``objective`` is empty if the table has chosen none.
    """

    points: int | None
    basis: Literal["written", "icons", "no-objective"]
    objective: str = ""
    icon: str = ""
    icons: int = 0
    each: int = 0
    pieces: Mapping[str, int] = field(default_factory=dict)


def _met(typed: str) -> dict[str, int]:
    """Returns everything that a typed path found, its way out included."""
    path = paths.walk(typed)
    found = {icon: n for icon, n in path.circled.items() if n}
    return found | ({"outer_opening": 1} if path.escaped else {})


def _halves(halves: int) -> str:
    """Formats a number of halves as people write it.

    >>> _halves(5), _halves(1), _halves(6)
    ('2½', '½', '3')
    """
    whole, half = divmod(halves, 2)
    return f"{whole or '' if half else whole}{'½' if half else ''}"


class Pad:
    """The whole table under its rulings; escape ticks count only against those of all seats."""

    def __init__(self, position: Position) -> None:
        catalogue, rulings = position.catalogue, position.rulings
        self.position, self.catalogue = position, catalogue
        self.race_value = int(rulings["time_bonus_value"])
        self.half = int(scoring(catalogue["secondary"], "column_share")["share"])
        self.third = int(scoring(catalogue["coins"], "leftover")["share"])
        self._ranked: Sequence[int] = scoring(catalogue["escape"], "most_ticks")["steps"]
        self._nought_ranks = rulings["escape_zero"] == "yes"
        self._next_ranks = rulings["escape_tie_first"] == "next"
        self._played = max(map(played, position), default=0)
        if position.play.choice("stage") == _COUNTING:
            self._played = LAST_ROUND
        self._unhalved_ties = rulings["tiebreak_secondary"] == "column"

    # one round

    def objective(self, part: str, n: int) -> str | None:
        """Returns the table's choice of primary or secondary of a round, or ``None``."""
        return self.position.table.choice(of_round(f"{part}_objective", n))

    def scored(self, seat: Seat, part: str, n: int) -> Scored | None:
        """Returns a seat's primary or secondary of a round; ``None`` if nothing is recorded."""
        entered = seat.number(of_round(part, n))
        chosen, typed = self.objective(part, n), seat.script(of_round("path", n))
        if chosen is None:
            if entered is not None:
                return Scored(entered, "written")
            if not typed or part != "primary":
                return None
            return Scored(None, "no-objective", pieces=_met(typed))
        if entered is None and not typed:
            return None
        icon, each = per_icon(self.catalogue[chosen])
        pieces = _met(typed) if typed else {}
        if entered is None:
            entered = pieces.get(icon, 0)
        else:
            pieces.pop(icon, None)
            pieces |= {icon: entered} if entered else {}
        value = points.objective(entered, each)
        return Scored(value, "icons", chosen, icon, entered, each, pieces)

    def owed(self, seat: Seat, part: str, n: int) -> bool:
        """True if a cell of a played round is blank and no estimate of the seat covers it.

        A round is played once any seat has recorded something in it, or in a later one.
        """
        if self.scored(seat, part, n):
            return False
        return n <= played(seat) or (n <= self._played and not self.projected(seat))

    def counted(self, seat: Seat) -> frozenset[str]:
        """Returns the number cells of rounds that are scored, so that a path can stand for them."""
        return frozenset(
            of_round(part, n)
            for part in ("primary", "secondary")
            for n in ROUNDS
            if self.scored(seat, part, n)
        )

    def later(self, seat: Seat) -> frozenset[str]:
        """Returns cells and sections of rounds not played yet, and coins unless they are owed."""
        found = {
            of_round(part, n)
            for part in ("primary", "secondary")
            for n in ROUNDS
            if not self.owed(seat, part, n)
        }
        found |= {of_round("round", n) for n in ROUNDS if n > self._played}
        return frozenset(found if self.coins_owed(seat) else found | {"coins"})

    def most_blank(self, seat: Seat, part: str, n: int) -> int:
        """Returns the most that a blank cell can pay; with a path, the most for its icons."""
        if typed := seat.script(of_round("path", n)):
            return max(paths.worth(self.catalogue, _met(typed)).values())
        chosen = self.objective(part, n)
        each = per_icon(self.catalogue[chosen])[1] if chosen else 1
        return points.objective(MOST, each)

    def coins_owed(self, seat: Seat) -> bool:
        """True if the number of coins is blank after the last round."""
        return is_over(self.position, seat) and not seat.entered("coins")

    def most_of(self, found: Scored) -> int:
        """Returns the most that a round pays for its path under any objective."""
        return max(paths.worth(self.catalogue, found.pieces).values())

    def escaped(self, seat: Seat, n: int) -> bool:
        if seat.flag(of_round("escaped", n)):
            return True
        typed = seat.script(of_round("path", n))
        return bool(typed) and paths.walk(typed).escaped

    # the columns

    def more(self, seat: Seat, part: str) -> int:
        """Returns the expected amount of a part; 0 once the seat's last round is over."""
        expected = seat.tally("more").get(part, 0)
        return 0 if expected and is_over(self.position, seat) else expected

    def projected(self, seat: Seat) -> bool:
        """True if this seat's total includes amounts still to come."""
        return any(self.more(seat, part) for part in COLUMNS)

    def primary(self, seat: Seat) -> int:
        """Returns the known points of the blue column, those still to come included."""
        found = [self.scored(seat, "primary", n) for n in ROUNDS]
        return sum(f.points or 0 for f in found if f) + self.more(seat, "primary")

    def secondary(self, seat: Seat) -> int | None:
        """Returns the pink column's sum before halving; ``None`` if a round is unknown."""
        found = [f for n in ROUNDS if (f := self.scored(seat, "secondary", n))]
        if any(f.points is None for f in found):
            return None
        return sum(f.points or 0 for f in found) + self.more(seat, "secondary")

    def more_secondary(self, seat: Seat) -> int:
        """Returns the most that blank cells of played rounds add to the pink column."""
        owed = [n for n in ROUNDS if self.owed(seat, "secondary", n)]
        return sum(self.most_blank(seat, "secondary", n) for n in owed)

    def raced(self, seat: Seat, n: int) -> bool:
        """True if a seat has the time bonus of a round; several first finishers get none.

        Source: ruling ``time_bonus_tie``.
        """
        first = [other.id for other in self.position if other.flag(of_round("first", n))]
        return first == [seat.id]

    def open_rounds(self, seat: Seat) -> Sequence[int]:
        """Returns the rounds of a seat whose blanks are not confirmed as none."""
        return [n for n in ROUNDS if not seat.filled(NONE, of_round("round", n))]

    def contested(self, seat: Seat) -> int:
        """Counts a seat's time bonuses that are lost if another seat was first as well."""
        others = [other for other in self.position if other.id != seat.id]
        return sum(
            self.raced(seat, n) and any(n in self.open_rounds(other) for other in others)
            for n in ROUNDS
        )

    def escape_bonuses(self, seat: Seat) -> Sequence[int]:
        """Returns every bonus that a seat's ticks may earn, given others' open rounds."""
        mine = self.ticks(seat)
        found: set[tuple[int, ...]] = {()}
        for other in self.position:
            if other.id != seat.id:
                now = self.ticks(other)
                more = sum(not self.escaped(other, n) for n in self.open_rounds(other))
                could = range(now, now + more + 1)
                found = {tuple(sorted((*ticks, n))) for ticks in found for n in could}
        return sorted({self.escape_bonus(mine, (mine, *ticks)) for ticks in found})

    def races(self, seat: Seat) -> int:
        """Returns the number of time bonuses, those still to come included."""
        return sum(self.raced(seat, n) for n in ROUNDS) + self.more(seat, "time_bonus")

    def ticks(self, seat: Seat) -> int:
        """Returns the number of escapes, those still to come included."""
        return sum(self.escaped(seat, n) for n in ROUNDS) + self.more(seat, "escape")

    def coins(self, seat: Seat) -> int:
        return (seat.number("coins") or 0) + self.more(seat, "coins")

    def beside(self, seat: Seat) -> Mapping[str, str]:
        """Returns figures to show beside cells of the pad, by field id, with halves."""
        found = {"primary": str(self.primary(seat))}
        for n in ROUNDS:
            for part, share in (("primary", 1), ("secondary", self.half)):
                scored = self.scored(seat, part, n)
                value = scored.points if scored else None
                if value is not None:
                    found[of_round(part, n)] = _halves(2 * value // share)
        return found

    # what they are worth

    def halved(self, column: int) -> int:
        return points.share(column, self.half)

    def thirds(self, coins: int) -> int:
        return points.share(coins, self.third)

    def escape_bonus(self, ticks: int, everyone: Sequence[int]) -> int:
        return points.escape(ticks, everyone, self._ranked, self._nought_ranks, self._next_ranks)

    def tie_value(self, column: int) -> int:
        """Returns the worth of a secondary column when totals are level, as ruled."""
        return column if self._unhalved_ties else self.halved(column)
