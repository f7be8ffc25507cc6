"""Model of the score pad: rounds of the game, and a seat's amounts by round and column.

Counts recorded cells under the table's rulings (its answers to open rules questions); writes no
texts. Expected amounts are those that a player has entered as still to come, in the field ``more``.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.model.sheet_fields import NONE

from .. import points
from . import typed_paths

ROUNDS = tuple(range(1, 7))
LAST_ROUND = ROUNDS[-1]

COLUMNS = ("primary", "secondary", "time_bonus", "escape", "coins")
"""Parts of the score, which are also the rows for amounts that a player still expects."""

PARTS = ("primary", "secondary", "first", "escaped", "path")
"""Cells that each round has on a seat's sheet; a field's id is the part and the round's number."""


def of_round(part: str, number: int) -> str:
    """Returns the id of a field or section of the score pad (``part``) for round ``number``.

    >>> of_round("primary", 3)
    'primary_3'
    """
    return f"{part}_{number}"


_CELLS = {n: tuple(of_round(part, n) for part in PARTS) for n in ROUNDS}
_PHASES = {of_round("round", n): n for n in ROUNDS}
_COUNTING = "count"
"""ID of the table's phase of final scoring, which follows the phase ``round_6``."""


def played(seat: Seat) -> int:
    """Returns the number of the last round in which a seat has recorded anything; 0 if none."""
    return next((n for n in reversed(ROUNDS) if any(map(seat.entered, _CELLS[n]))), 0)


def rounds_left(seat: Seat) -> int:
    """Returns how many rounds follow the last one that a seat has recorded."""
    return LAST_ROUND - played(seat)


def is_over(position: Position, seat: Seat) -> bool:
    """True if a seat has recorded round 6, the game's last, or the table is at final scoring."""
    return not rounds_left(seat) or position.play.choice("stage") == _COUNTING


def round_played(position: Position, seat: Seat) -> int:
    """Returns the number of the round that a seat has played last or is playing.

    That is the round that is set as the table's phase (round 6 for final scoring). If no round is
    set, it is the last that the seat has recorded, or 1.
    """
    phase = position.play.choice("stage")
    if phase == _COUNTING:
        return LAST_ROUND
    return _PHASES.get(phase or "") or max(played(seat), 1)


def objectives(table: Seat, number: int) -> dict[str, str | None]:
    """Returns cells to fill a form with: a round's ``number`` and the ids of its objectives.

    Keys: ``round``, ``primary``, ``secondary``. ``None`` for an objective not chosen. ``table``:
    the cells that all seats share.
    """
    parts = {p: table.choice(of_round(f"{p}_objective", number)) for p in ("primary", "secondary")}
    return {"round": str(number), **parts}


def round_now(position: Position, seats: Iterable[Seat]) -> int:
    """Returns the number of the round that the table is in, 1 to 6, for forms about that round.

    That is the round that is set as the table's phase. If none is set, it is the one after the last
    round in which any of these seats has recorded anything, at most 6.
    """
    phase = position.play.choice("stage")
    if phase in _PHASES:
        return _PHASES[phase]
    return min(max(map(played, seats), default=0) + 1, LAST_ROUND)


MOST = 99
"""Highest number that a round's cell accepts: icons, or points while no objective is chosen."""

MOST_COINS = 75
"""Value of all coins in the box; the upper bound of the coin row while it is blank."""


@dataclass(frozen=True, slots=True)
class Scored:
    """One seat's points of one round for the primary or the secondary objective.

    ``points``: before the secondary is halved; ``None`` if a path is typed but the table has chosen
        no objective to score it by.
    ``objective``: id of the table's choice; empty if there is none, and a number was entered.
    ``icon``, ``icons``, ``each``: the icon that it counts, how many were circled, points per icon.
    ``pieces``: everything that the typed path circled, icon id to number; 1 ``outer_opening`` for
        an escape.
    """

    points: int | None
    objective: str = ""
    icon: str = ""
    icons: int = 0
    each: int = 0
    pieces: Mapping[str, int] = field(default_factory=dict)


def _met(typed: str) -> dict[str, int]:
    """Returns the icons that a typed path circled, id to number; an escape as ``outer_opening``."""
    path = typed_paths.walk(typed)
    icons = {icon: n for icon, n in path.circled.items() if n}
    return icons | ({"outer_opening": 1} if path.escaped else {})


def _halves(halves: int) -> str:
    """Formats a number of halves the way people write it.

    >>> _halves(5), _halves(1), _halves(6)
    ('2½', '½', '3')
    """
    whole, half = divmod(halves, 2)
    return f"{whole or '' if half else whole}{'½' if half else ''}"


class Pad:
    """The score pad of a whole table, counted by its answers to open rules questions.

    It needs all seats, as escapes and time bonuses depend on those of the others. ``skipped``: the
    rounds that were not played: nothing is recorded, and all seats say *the rest: none*.
    """

    def __init__(self, position: Position) -> None:
        catalogue, rulings = position.catalogue, position.rulings
        self.position, self.catalogue = position, catalogue
        self.race_value = int(rulings["time_bonus_value"])
        self.half = int(catalogue["secondary"].scores[0]["share"])
        self.third = int(catalogue["coins"].scores[0]["share"])
        self._ranked: Sequence[int] = catalogue["escape"].scores[0]["steps"]
        self._nought_ranks = rulings["escape_zero"] == "yes"
        self._next_ranks = rulings["escape_tie_first"] == "next"
        self._played = max(map(played, position), default=0)
        if position.play.choice("stage") == _COUNTING:
            self._played = LAST_ROUND
        self._unhalved_ties = rulings["tiebreak_secondary"] == "column"
        shut = set(ROUNDS).difference(*map(self.open_rounds, position))
        blank = {n for n in shut if not any(any(map(s.entered, _CELLS[n])) for s in position)}
        self.skipped = frozenset(blank)

    # one round

    def objective(self, part: str, n: int) -> str | None:
        """Returns the id of the objective chosen for round ``n``, from 1; ``None`` if none is.

        ``part``: *primary* or *secondary*.
        """
        return self.position.table.choice(of_round(f"{part}_objective", n))

    def scored(self, seat: Seat, part: str, n: int) -> Scored | None:
        """Returns a seat's points in round ``n`` of one objective; ``None`` if nothing is recorded.

        ``part``: *primary* or *secondary*. A number entered takes precedence over a typed path.
        """
        entered = seat.number(of_round(part, n))
        chosen, typed = self.objective(part, n), seat.script(of_round("path", n))
        if chosen is None:
            if entered is not None:
                return Scored(entered)
            if not typed or part != "primary":
                return None
            return Scored(None, pieces=_met(typed))
        if entered is None and not typed:
            return None
        icon, each = typed_paths.per_icon(self.catalogue[chosen])
        pieces = _met(typed) if typed else {}
        if entered is None:
            entered = pieces.get(icon, 0)
        else:
            pieces.pop(icon, None)
            pieces |= {icon: entered} if entered else {}
        value = points.objective(entered, each)
        return Scored(value, chosen, icon, entered, each, pieces)

    def owed(self, seat: Seat, part: str, n: int) -> bool:
        """True if round ``n`` is over and a seat lacks its points of one column (``part``) for it.

        ``part``: *primary* or *secondary*. A round is over once any seat has recorded something in
        it, or in a later one. A seat that has entered expected amounts owes only rounds that it has
        played itself. Nobody owes anything of a skipped round.
        """
        if self.scored(seat, part, n) or n in self.skipped:
            return False
        return n <= played(seat) or (n <= self._played and not self.projected(seat))

    def counted(self, seat: Seat) -> frozenset[str]:
        """Returns the ids of a seat's primary and secondary fields whose round is known.

        That is, a number is entered for the round, or a path from which it can be counted, or the
        round was not played.
        """
        return frozenset(
            of_round(part, n)
            for part in ("primary", "secondary")
            for n in ROUNDS
            if self.scored(seat, part, n) or n in self.skipped
        )

    def later(self, seat: Seat) -> frozenset[str]:
        """Returns the ids of fields and sections that a seat need not fill in yet.

        These belong to rounds not played yet; coins are needed only once the game is over.
        """
        fields = {
            of_round(part, n)
            for part in ("primary", "secondary")
            for n in ROUNDS
            if not self.owed(seat, part, n)
        }
        fields |= {of_round("round", n) for n in ROUNDS if n > self._played}
        return frozenset(fields if self.coins_owed(seat) else fields | {"coins"})

    def most_blank(self, seat: Seat, part: str, n: int) -> int:
        """Returns the most points that a seat's blank cell of round ``n`` may bring.

        ``part``: ``primary`` or ``secondary``, the latter before it is halved. If the round's path
        is typed, it is the points under the objective that suits the path best.
        """
        if typed := seat.script(of_round("path", n)):
            return max(typed_paths.worth(self.catalogue, _met(typed)).values())
        chosen = self.objective(part, n)
        each = typed_paths.per_icon(self.catalogue[chosen])[1] if chosen else 1
        return points.objective(MOST, each)

    def coins_owed(self, seat: Seat) -> bool:
        """True if a seat has not entered its coins though the game is over for it."""
        return is_over(self.position, seat) and not seat.entered("coins")

    def escaped(self, seat: Seat, n: int) -> bool:
        if seat.flag(of_round("escaped", n)):
            return True
        typed = seat.script(of_round("path", n))
        return bool(typed) and typed_paths.walk(typed).escaped

    # the columns

    def more(self, seat: Seat, part: str) -> int:
        """Returns the amount that a player still expects in a column; 0 once the game is over.

        ``part``: one of ``COLUMNS``. The amount is in points for the primary and the secondary
        column, else the number of time bonuses, escapes or coins.
        """
        expected = seat.tally("more").get(part, 0)
        return 0 if expected and is_over(self.position, seat) else expected

    def projected(self, seat: Seat) -> bool:
        """True if this seat's total includes amounts that the player only expects."""
        return any(self.more(seat, part) for part in COLUMNS)

    def column(self, seat: Seat, part: str) -> int:
        """Returns the known points of a seat's primary or secondary column (``part``).

        ``part``: *primary* or *secondary*. Expected points are included, and those of the secondary
        are not yet halved.
        """
        rounds = [self.scored(seat, part, n) for n in ROUNDS]
        return sum(scored.points or 0 for scored in rounds if scored) + self.more(seat, part)

    def more_secondary(self, seat: Seat) -> int:
        """Returns the most that blank cells of played rounds can add to the secondary column.

        In points, before halving.
        """
        owed = [n for n in ROUNDS if self.owed(seat, "secondary", n)]
        return sum(self.most_blank(seat, "secondary", n) for n in owed)

    def raced(self, seat: Seat, n: int) -> bool:
        """True if this seat alone is recorded as first in round ``n``, and so has its time bonus.

        If several seats are recorded as first, none gets it. Source: ruling ``time_bonus_tie``.
        """
        first = [other.id for other in self.position if other.flag(of_round("first", n))]
        return first == [seat.id]

    def open_rounds(self, seat: Seat) -> Sequence[int]:
        """Returns the rounds (1 to 6) whose blank cells a seat may still fill in.

        These are rounds in which it has not ticked the box *the rest: none*.
        """
        return [n for n in ROUNDS if not seat.filled(NONE, of_round("round", n))]

    def contested(self, seat: Seat) -> int:
        """Counts a seat's time bonuses of rounds that another seat has yet to fill in.

        The seat loses such a bonus if the other turns out to have been first as well.
        """
        others = [other for other in self.position if other.id != seat.id]
        return sum(
            self.raced(seat, n) and any(n in self.open_rounds(other) for other in others)
            for n in ROUNDS
        )

    def escape_bonuses(self, seat: Seat) -> Sequence[int]:
        """Returns the points of every escape bonus that a seat may end with, the lowest first."""
        mine = self.ticks(seat)
        possible: set[tuple[int, ...]] = {()}
        for other in self.position:
            if other.id != seat.id:
                now = self.ticks(other)
                more = sum(not self.escaped(other, n) for n in self.open_rounds(other))
                could = range(now, now + more + 1)
                possible = {tuple(sorted((*ticks, n))) for ticks in possible for n in could}
        return sorted({self.escape_bonus(mine, (mine, *ticks)) for ticks in possible})

    def races(self, seat: Seat) -> int:
        """Returns a seat's number of time bonuses, expected ones included."""
        return sum(self.raced(seat, n) for n in ROUNDS) + self.more(seat, "time_bonus")

    def ticks(self, seat: Seat) -> int:
        """Returns a seat's number of escapes, expected ones included."""
        return sum(self.escaped(seat, n) for n in ROUNDS) + self.more(seat, "escape")

    def coins(self, seat: Seat) -> int:
        return (seat.number("coins") or 0) + self.more(seat, "coins")

    def beside(self, seat: Seat) -> Mapping[str, str]:
        """Returns the points to show beside fields of the sheet, by field id, as *5* or *2½*."""
        figures = {"primary": str(self.column(seat, "primary"))}
        for n in ROUNDS:
            for part, share in (("primary", 1), ("secondary", self.half)):
                scored = self.scored(seat, part, n)
                value = scored.points if scored else None
                if value is not None:
                    figures[of_round(part, n)] = _halves(2 * value // share)
        return figures

    # points of the columns

    def halved(self, column: int) -> int:
        return points.share(column, self.half)

    def thirds(self, coins: int) -> int:
        return points.share(coins, self.third)

    def escape_bonus(self, ticks: int, everyone: Sequence[int]) -> int:
        return points.escape(ticks, everyone, self._ranked, self._nought_ranks, self._next_ranks)

    def tie_value(self, column: int) -> int:
        """Returns a seat's value where totals are equal, from its secondary column's sum.

        It is the sum itself or its half, as the table has answered the rules question
        ``tiebreak_secondary``.
        """
        return column if self._unhalved_ties else self.halved(column)
