"""Summaries of many records: one for each person, and one for each game.

Pure functions, used alike by pages, files and tests.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from companion.history.record_seats import RecordSeat
from companion.history.records import Record, for_statistics, person

WIDTHS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
"""Possible widths of a histogram's bins, in points; the narrowest with few enough bins is used."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A total that was reached in one game, with its time; ``key``: the game's record."""

    played: datetime
    total: int
    key: str


@dataclass(frozen=True, slots=True)
class PersonFigures:
    """One person's figures at one game.

    ``wins``: wins, shared ones included; ``shared``: shared wins only
    ``average``, ``best``, ``worst``: average, highest and lowest total, ``None`` if none is known
    ``place``: average place in games with several players
    """

    game: str
    games: int
    wins: int
    shared: int
    average: float | None
    best: int | None
    worst: int | None
    place: float | None
    totals: tuple[Moment, ...]


@dataclass(frozen=True, slots=True)
class Person:
    """A person, that is all seats with one name.

    ``id``: the normalised name
    ``name``: its latest spelling
    ``at``: the person's figures at each game
    """

    id: str
    name: str
    games: int
    wins: int
    shared: int
    at: tuple[PersonFigures, ...]


def people(records: Iterable[Record]) -> tuple[Person, ...]:
    """Returns everybody with a name, by descending number of games.

    Two seats of one name at one table count as two games, since they cannot be distinguished.
    """
    spelled: dict[str, str] = {}
    sat: dict[str, dict[str, list[tuple[Record, RecordSeat]]]] = {}
    for record in sorted(for_statistics(records), key=lambda r: (r.played, r.key)):
        for seat in record.seats:
            if who := person(seat.name):
                spelled[who] = seat.name
                sat.setdefault(who, {}).setdefault(record.game, []).append((record, seat))
    found = []
    for who, by_game in sat.items():
        at = [_at(game, played) for game, played in by_game.items()]
        at.sort(key=lambda each: (-each.games, each.game))
        games, wins, shared = (
            sum(each.games for each in at),
            sum(each.wins for each in at),
            sum(each.shared for each in at),
        )
        found.append(Person(who, spelled[who], games, wins, shared, tuple(at)))
    return tuple(sorted(found, key=lambda each: (-each.games, -each.wins, each.id)))


def _at(game: str, played: Sequence[tuple[Record, RecordSeat]]) -> PersonFigures:
    won = [record for record, seat in played if record.won(seat)]
    totals = tuple(
        Moment(record.played, seat.total, record.key)
        for record, seat in played
        if seat.total is not None
    )
    points = [moment.total for moment in totals]
    places = [seat.place for record, seat in played if seat.place and len(record.seats) > 1]
    best = max(points, default=None)
    if best is not None and could_be_more([seat for _, seat in played], best):
        best = None
    return PersonFigures(
        game=game,
        games=len(played),
        wins=len(won),
        shared=sum(record.shared for record in won),
        average=_average(points),
        best=best,
        worst=min(points, default=None),
        place=_average(places),
        totals=totals,
    )


def _average(numbers: Sequence[int]) -> float | None:
    return sum(numbers) / len(numbers) if numbers else None


# ── games ──────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class GameFigures:
    """Figures over all plays of one game.

    ``winner``: average total of the winners of plays with several players
    ``scores``: number of times each total was reached, lowest first
    ``best``: record with the highest total
    ``best_by``: name of its seat, empty if it has none
    """

    game: str
    plays: int
    last: datetime
    winner: float | None
    average: float | None
    scores: Mapping[int, int]
    best: Record | None
    best_by: str


def games(records: Iterable[Record]) -> tuple[GameFigures, ...]:
    """Returns the figures of every game played, by descending number of plays."""
    by_game: dict[str, list[Record]] = {}
    for record in sorted(for_statistics(records), key=lambda r: (r.played, r.key)):
        by_game.setdefault(record.game, []).append(record)
    found = [_of(game, played) for game, played in by_game.items()]
    return tuple(sorted(found, key=lambda each: (-each.plays, each.game)))


def could_be_more(seats: Iterable[RecordSeat], points: int) -> bool:
    """True if some seat's total is still open (blank cells) and may exceed ``points``."""
    return any(s.brief and (s.most is None or s.most > points) for s in seats)


def all_known(record: Record) -> bool:
    """True if every seat of a record has a total."""
    return all(seat.total is not None for seat in record.seats)


def _of(game: str, played: Sequence[Record]) -> GameFigures:
    known = [(s.total, r, s) for r in played for s in r.seats if s.total is not None]
    # ``max`` returns the first of equals: the seat that set the record. If another total of the
    # game is open it may have been higher, unless this seat won.
    held = [each for each in known if each[2].place == 1 or all_known(each[1])]
    best = max(held, key=lambda each: each[0], default=None)
    if best and could_be_more([s for r in played for s in r.seats], best[0]):
        best = None
    totals = [total for total, _, _ in known]
    winners = [
        max(s.total for s in r.seats if r.won(s) and s.total is not None)
        for r in played
        if any(r.won(s) and s.total is not None for s in r.seats)
    ]
    return GameFigures(
        game=game,
        plays=len(played),
        last=played[-1].played,
        winner=_average(winners),
        average=_average(totals),
        scores=dict(sorted(Counter(totals).items())),
        best=best[1] if best else None,
        best_by=best[2].name if best else "",
    )


@dataclass(frozen=True, slots=True)
class Bin:
    """Number of totals from ``least`` to ``most``, both included."""

    least: int
    most: int
    count: int


def bins(scores: Mapping[int, int], most: int = 12) -> tuple[Bin, ...]:
    """Returns a histogram of at most ``most`` bins of equal, round width, empty bins included.

    >>> [(b.least, b.most, b.count) for b in bins({31: 2, 48: 1}, 3)]
    [(30, 39, 2), (40, 49, 1)]
    """
    if not scores:
        return ()
    low, high = min(scores), max(scores)
    width = next((w for w in WIDTHS if high // w - low // w < most), high - low + 1)
    return tuple(
        Bin(start, start + width - 1, sum(n for t, n in scores.items() if t // width == each))
        for each in range(low // width, high // width + 1)
        for start in (each * width,)
    )
