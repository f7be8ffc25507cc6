"""Statistics over records: win rates, opponents, start players, margins, streaks.

Pure functions, like those in ``records``. Unknown places are not counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import sqrt

from companion.history.record_seats import RecordSeat
from companion.history.records import Record, for_statistics, person
from scoring.text.localised import Text

SURE = 1.96
"""Standard deviations on either side of the mean that hold 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Rate:
    """A win rate: ``won`` of ``of`` games, with its 95 % interval from ``low`` to ``high``."""

    won: int
    of: int
    low: float
    high: float

    @property
    def share(self) -> float:
        return self.won / self.of


def rate(won: int, of: int) -> Rate | None:
    """Returns a win rate with Wilson's interval; ``None`` for no games.

    >>> few = rate(6, 10); print(f"{few.low:.0%} to {few.high:.0%}")
    31% to 83%
    >>> rate(0, 0) is None
    True

    The interval is valid for few games, and for none won or all. Source: Wilson, Probable
    Inference, JASA 22 (1927).
    """
    if not of:
        return None
    share, square = won / of, SURE**2 / of
    middle = (share + square / 2) / (1 + square)
    wide = SURE * sqrt(share * (1 - share) / of + square / of / 4) / (1 + square)
    return Rate(won, of, max(0.0, middle - wide), min(1.0, middle + wide))


def contests(records: Iterable[Record]) -> list[Record]:
    """Returns the games with several players and a certain winner, oldest first."""
    played = [r for r in for_statistics(records) if r.decided]
    return sorted(played, key=lambda r: (r.played, r.key))


def wins(records: Iterable[Record]) -> dict[str, Rate]:
    """Returns each person's win rate; a shared win counts for each.

    It counts the games with several players and a certain winner (``contests``).
    """
    won: dict[str, int] = {}
    of: dict[str, int] = {}
    for record in contests(records):
        for seat in record.seats:
            if who := person(seat.name):
                of[who] = of.get(who, 0) + 1
                won[who] = won.get(who, 0) + record.won(seat)
    found = {who: rate(won[who], n) for who, n in of.items()}
    return {who: each for who, each in found.items() if each}


# ── against whom ───────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Opponent:
    """An opponent of a person: numbers of games in which the person was ahead, behind or level."""

    id: str
    name: str
    ahead: int
    behind: int
    level: int

    @property
    def games(self) -> int:
        return self.ahead + self.behind + self.level


def opponents(records: Iterable[Record], who: str) -> tuple[Opponent, ...]:
    """Returns how often ``who`` was ahead of, behind or level with each opponent.

    ``who``: a normalised name. The most frequent opponent comes first.
    """
    found: dict[str, Opponent] = {}
    for record in contests(records):
        own = _only(record, who)
        if own is None or own.place is None:
            continue
        for seat in record.seats:
            other = person(seat.name)
            if not other or other == who or seat.place is None:
                continue
            so_far = found.get(other, Opponent(other, seat.name, 0, 0, 0))
            found[other] = Opponent(
                other,
                seat.name,
                so_far.ahead + (own.place < seat.place),
                so_far.behind + (own.place > seat.place),
                so_far.level + (own.place == seat.place),
            )
    return tuple(sorted(found.values(), key=lambda each: (-each.games, each.id)))


def _only(record: Record, who: str) -> RecordSeat | None:
    """Returns the seat of person ``who``; ``None`` if no seat or several have the name."""
    own = [seat for seat in record.seats if person(seat.name) == who]
    return own[0] if len(own) == 1 else None


# ── the start player, the number of players ────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Start:
    """Win rate of start players, and the number of their wins expected by chance.

    ``expected``: the sum, over all games, of number of winners divided by number of players.
    """

    rate: Rate
    expected: float


def start(records: Iterable[Record]) -> Start | None:
    """Returns the figures of start players; ``None`` if no game has a known start player."""
    won, of, expected = 0, 0, 0.0
    for record in contests(records):
        first = [seat for seat in record.seats if seat.first]
        if len(first) == 1:
            of += 1
            won += record.won(first[0])
            expected += sum(map(record.won, record.seats)) / len(record.seats)
    found = rate(won, of)
    return Start(found, expected) if found else None


@dataclass(frozen=True, slots=True)
class PlayerCountFigures:
    """Figures of the games with one number of players; ``None`` if no total is known.

    ``average``: average total
    ``winner``: average total of the winner
    ``margin``: average lead of the winner
    ``rate``: win rate of one person
    """

    players: int
    games: int
    average: float | None
    winner: float | None
    margin: float | None
    rate: Rate | None = None


def by_number(records: Iterable[Record], who: str = "") -> tuple[PlayerCountFigures, ...]:
    """Returns figures for each number of players, fewest first.

    ``who``: a person's normalised name; if given, ``average`` and ``rate`` are of that person.
    """
    sorted_in: dict[int, list[Record]] = {}
    for record in for_statistics(records):
        sorted_in.setdefault(len(record.seats), []).append(record)
    found = []
    for players, played in sorted(sorted_in.items()):
        seats = [s for r in played for s in r.seats if not who or person(s.name) == who]
        best = [
            max(s.total for s in r.seats if r.won(s) and s.total is not None)
            for r in played
            if any(r.won(s) and s.total is not None for s in r.seats)
        ]
        margins = [each for each in map(margin, played) if each is not None]
        found.append(
            PlayerCountFigures(
                players,
                len(played),
                _average([s.total for s in seats if s.total is not None]),
                _average(best),
                _average(margins),
                wins(played).get(who),
            )
        )
    return tuple(found)


def _average(numbers: Sequence[int]) -> float | None:
    return sum(numbers) / len(numbers) if numbers else None


# ── margins and streaks ────────────────────────────────────────────────────────────────


def margin(record: Record) -> int | None:
    """Returns the winner's lead in points; 0 if a tie was broken or the win shared.

    ``None`` for a single player, no winner or unknown totals.
    """
    totals = [seat.total for seat in record.seats]
    if len(totals) < 2 or not any(map(record.won, record.seats)):
        return None
    known = sorted((total for total in totals if total is not None), reverse=True)
    return known[0] - known[1] if len(known) == len(totals) else None


@dataclass(frozen=True, slots=True)
class Margins:
    """Average lead of winners, and the games with the smallest and the largest lead."""

    average: float
    closest: Record
    widest: Record


def margins(records: Iterable[Record]) -> Margins | None:
    known = [(found, r) for r in contests(records) if (found := margin(r)) is not None]
    if not known:
        return None
    return Margins(
        sum(points for points, _ in known) / len(known),
        min(known, key=lambda each: each[0])[1],
        max(known, key=lambda each: each[0])[1],
    )


@dataclass(frozen=True, slots=True)
class Streak:
    """Consecutive wins of one person; ``running``: the last game was one of them."""

    id: str
    name: str
    wins: int
    first: datetime
    last: datetime
    running: bool


def streaks(records: Iterable[Record]) -> tuple[Streak, ...]:
    """Returns each person's longest streak of two wins or more, longest first.

    Of equal streaks of one person the latest counts.
    """
    now: dict[str, Streak] = {}
    best: dict[str, Streak] = {}
    for record in contests(records):
        for seat in record.seats:
            who = person(seat.name)
            if not who:
                continue
            if record.won(seat):
                before = now.get(who)
                now[who] = Streak(
                    who,
                    seat.name,
                    before.wins + 1 if before else 1,
                    before.first if before else record.played,
                    record.played,
                    True,
                )
                if who not in best or now[who].wins >= best[who].wins:
                    best[who] = now[who]
            else:
                now.pop(who, None)
    found = [
        Streak(each.id, each.name, each.wins, each.first, each.last, now.get(each.id) == each)
        for each in best.values()
        if each.wins > 1
    ]
    return tuple(sorted(found, key=lambda each: (-each.wins, each.id)))


# ── sections of the score over time ────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Part:
    """One section of a game's score: its points in each game, oldest first."""

    label: Text
    points: tuple[tuple[datetime, float], ...]

    @property
    def average(self) -> float:
        return sum(points for _, points in self.points) / len(self.points)


def parts(records: Iterable[Record], who: str = "") -> tuple[Part, ...]:
    """Returns the sections of one game's score, those with the highest average first.

    ``who``: a normalised name, whose points they are; if empty, they are the average over all
        seats. Games without the section, or with totals only, are left out.
    """
    label: dict[str, Text] = {}
    over: dict[str, list[tuple[datetime, float]]] = {}
    for record in sorted(for_statistics(records), key=lambda r: (r.played, r.key)):
        seats = {s.seat for s in record.seats if not who or person(s.name) == who}
        for row in record.rows:
            points = [n for seat, n in row.points.items() if seat in seats]
            if points:
                label[row.label.en] = row.label
                average = (record.played, sum(points) / len(points))
                over.setdefault(row.label.en, []).append(average)
    found = [Part(label[key], tuple(points)) for key, points in over.items()]
    return tuple(sorted(found, key=lambda each: -each.average))
