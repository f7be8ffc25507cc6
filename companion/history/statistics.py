"""Statistics over records: people, games, win rates, opponents, start players, margins, streaks.

Pure functions, like those in ``records``. Unknown places and totals are not counted.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations, groupby
from math import sqrt

from companion.history.played_games import Record, for_statistics, person
from companion.history.seat_results import RecordSeat
from scoring.text.localised import Text

ENOUGH_GAMES = 10
"""Number of games from which a share of wins has an interval and a person a rating: with fewer,
one more game would change both beyond recognition."""
SURE = 1.96
"""Standard deviations on either side of the mean that hold 95 % of a normal distribution."""

type Points = tuple[tuple[datetime, float], ...]
"""Points reached in several games, each with the time of its game, oldest first."""

type Seats = Sequence[tuple[Record, RecordSeat]]
"""Seats in played games, each with its game, oldest first."""


def _grouped[K, V](pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    groups: dict[K, list[V]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups


def _average(numbers: Sequence[float]) -> float | None:
    return sum(numbers) / len(numbers) if numbers else None


def _seats(records: Iterable[Record]) -> Seats:
    return [(record, seat) for record in records for seat in record.seats]


def _seats_by_person(records: Iterable[Record]) -> dict[str, list[tuple[Record, RecordSeat]]]:
    """Returns each person's seats with their games, by normalised name; only seats with a name."""
    grouped = _grouped((person(seat.name), (record, seat)) for record, seat in _seats(records))
    return {who: seats for who, seats in grouped.items() if who}


# ── win rates ──────────────────────────────────────────────────────────────────────────


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

    @property
    def percent(self) -> tuple[int, int]:
        """The ends of a win rate's interval, in percent."""
        return round(100 * self.low), round(100 * self.high)

    @property
    def range(self) -> Mapping[str, float] | None:
        """Places of a win rate and its interval on an axis 100 long, to draw them.

        ``None`` for fewer than ``ENOUGH_GAMES`` games.
        """
        places = {"low": self.low, "middle": self.share, "width": self.high - self.low}
        enough = self.of >= ENOUGH_GAMES
        return {name: round(100 * place, 1) for name, place in places.items()} if enough else None


def rate(won: int, of: int) -> Rate | None:
    """Returns the rate of ``won`` in ``of`` games, with its 95 % interval; ``None`` for no games.

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
    """Returns the games with several players whose winner is certain, oldest first."""
    return [record for record in for_statistics(records) if record.decided]


# ── people, games, numbers of players ──────────────────────────────────────────────────


@dataclass(frozen=True)
class Figures:
    """Figures over ``seats``: of one person, of one game, or of games with so many players.

    - ``games``: number of seats; ``plays``: number of games at which they were
    - ``wins``: wins, shared ones included; ``shared``: shared wins only
    - ``rate``: win rate over the games with a certain winner
    - ``totals``: the known totals, as pairs (time played, total); ``scores``: each of them to the
      number of times it was reached, lowest first
    - ``average``, ``most``, ``worst``: average, highest and lowest total; ``best``: the highest one
      unless one that is still open may exceed it
    - ``place``: average place in games with several players
    - ``winner``, ``margin``: averages of the winners' totals, and of their lead over the second
    - ``highest``: the seat with the highest total of all, with its game

    Averages and the like are ``None`` if nothing is known.
    """

    seats: Seats

    @property
    def records(self) -> list[Record]:
        return list({id(record): record for record, _ in self.seats}.values())

    @property
    def games(self) -> int:
        return len(self.seats)

    @property
    def plays(self) -> int:
        return len(self.records)

    @property
    def wins(self) -> int:
        return sum(record.won(seat) for record, seat in self.seats)

    @property
    def shared(self) -> int:
        return sum(record.shared for record, seat in self.seats if record.won(seat))

    @property
    def rate(self) -> Rate | None:
        won = [record.won(seat) for record, seat in self.seats if record.decided]
        return rate(sum(won), len(won))

    @property
    def totals(self) -> tuple[tuple[datetime, int], ...]:
        return tuple((r.played, seat.total) for r, seat in self.seats if seat.total is not None)

    @property
    def scores(self) -> Mapping[int, int]:
        return dict(sorted(Counter(total for _, total in self.totals).items()))

    @property
    def average(self) -> float | None:
        return _average([total for _, total in self.totals])

    @property
    def best(self) -> int | None:
        return None if self.most is None or self._may_exceed(self.most) else self.most

    @property
    def most(self) -> int | None:
        return max(self.scores, default=None)

    @property
    def worst(self) -> int | None:
        return min(self.scores, default=None)

    @property
    def place(self) -> float | None:
        return _average([s.place for record, s in self.seats if s.place and len(record.seats) > 1])

    @property
    def winner(self) -> float | None:
        winners = ([s.total for s in r.seats if r.won(s)] for r in self.records)
        known = [[total for total in each if total is not None] for each in winners]
        return _average([max(each) for each in known if each])

    @property
    def margin(self) -> float | None:
        return _average([r.margin for r in self.records if r.margin is not None])

    @property
    def highest(self) -> tuple[Record, RecordSeat] | None:
        # If another total of the game is open it may have been higher, unless this seat won.
        # ``max`` returns the first of equals: the seat that set the record.
        certain = [
            (seat.total, record, seat)
            for record, seat in self.seats
            if seat.total is not None
            and (seat.place == 1 or len(record.totals) == len(record.seats))
        ]
        best = max(certain, key=lambda each: each[0], default=None)
        return None if best is None or self._may_exceed(best[0]) else best[1:]

    def _may_exceed(self, points: float) -> bool:
        """True if a total is still open, since cells are blank, and may exceed ``points``."""
        ranges = (seat.range for _, seat in self.seats if seat.range)
        return any(each.most is None or each.most > points for each in ranges)


@dataclass(frozen=True)
class Person(Figures):
    """A person of a history: all seats with one name.

    ``id``: the name normalised (case, width, kana); ``name``: its latest spelling.
    """

    id: str
    name: str

    @property
    def at(self) -> dict[str, Figures]:
        """A person's figures at each game, by its slug, most played first."""
        return _by_game(self.seats)


def people(records: Iterable[Record]) -> tuple[Person, ...]:
    """Returns everybody named in ``records`` (games), with figures; most games first.

    Two seats of one name at one table count as two games, since they cannot be distinguished.
    """
    seats_by_person = _seats_by_person(for_statistics(records))
    everybody = [Person(seats, who, seats[-1][1].name) for who, seats in seats_by_person.items()]
    return tuple(sorted(everybody, key=lambda each: (-each.games, -each.wins, each.id)))


def games(records: Iterable[Record]) -> dict[str, Figures]:
    """Returns the figures of each game in ``records`` by its slug, most plays first."""
    return _by_game(_seats(for_statistics(records)))


def _by_game(seats: Seats) -> dict[str, Figures]:
    grouped = _grouped((record.game, (record, seat)) for record, seat in seats)
    figures = {game: Figures(played) for game, played in grouped.items()}
    return dict(sorted(figures.items(), key=lambda each: (-each[1].plays, each[0])))


def by_number(records: Iterable[Record], who: str = "") -> dict[int, Figures]:
    """Returns the figures of games with each number of players, fewest first.

    ``who``: a normalised name; if given, they are of that person's seats.
    """
    seats = [each for each in _seats(for_statistics(records)) if who in ("", person(each[1].name))]
    grouped = _grouped((len(record.seats), (record, seat)) for record, seat in seats)
    return {players: Figures(played) for players, played in sorted(grouped.items())}


# ── against whom ───────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Opponent:
    """An opponent of a person: number of games in which the person was ahead, behind or level."""

    id: str
    name: str
    ahead: int
    behind: int
    level: int

    @property
    def games(self) -> int:
        return self.ahead + self.behind + self.level


def head_to_head(records: Iterable[Record]) -> dict[tuple[str, str], list[str]]:
    """Returns for each two people who met who of them was ahead, game by game, oldest first.

    All are normalised names; "" stands for a game in which they were level. Who shares a name with
    somebody at the table is left out of that game.
    """
    met: dict[tuple[str, str], list[str]] = {}
    for record in contests(records):
        names = Counter(person(seat.name) for seat in record.seats)
        places = {person(s.name): s.place for s in record.seats if s.place is not None}
        for a, b in combinations(sorted(who for who in places if who and names[who] == 1), 2):
            ahead = a if places[a] < places[b] else b if places[b] < places[a] else ""
            met.setdefault((a, b), []).append(ahead)
    return met


def opponents(records: Iterable[Record], who: str) -> tuple[Opponent, ...]:
    """Returns a person's opponents in ``records``, each with how often the person was ahead.

    Most games first. ``who``: the person's normalised name.
    """
    records = tuple(records)
    names = {each.id: each.name for each in people(records)}
    against = []
    for (a, b), ahead in head_to_head(records).items():
        if who in (a, b):
            other = b if who == a else a
            of = (ahead.count(each) for each in (who, other, ""))
            against.append(Opponent(other, names[other], *of))
    return tuple(sorted(against, key=lambda each: (-each.games, each.id)))


# ── the start player, the number of players ────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Start:
    """Win rate of start players, and the number of wins to expect of them by chance.

    ``expected``: the sum, over all games, of number of winners divided by number of players.
    """

    rate: Rate
    expected: float


def start(records: Iterable[Record]) -> Start | None:
    """Returns the win rate of start players in ``records``, and the wins to expect by chance.

    ``None`` if no game has a known start player.
    """
    won, of, expected = 0, 0, 0.0
    for record in contests(records):
        first = [seat for seat in record.seats if seat.first]
        if len(first) == 1:
            of += 1
            won += record.won(first[0])
            expected += sum(map(record.won, record.seats)) / len(record.seats)
    won_rate = rate(won, of)
    return Start(won_rate, expected) if won_rate else None


# ── streaks ────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Streak:
    """Consecutive wins of one person; ``running``: the person has won the latest game, too.

    ``first``, ``last``: times of the first and last of these wins.
    """

    id: str
    name: str
    wins: int
    first: datetime
    last: datetime
    running: bool


def streaks(records: Iterable[Record]) -> tuple[Streak, ...]:
    """Returns each person's longest streak of two wins or more; of several the latest."""
    longest = []
    for who, seats in _seats_by_person(contests(records)).items():
        runs = [list(run) for won, run in groupby(seats, lambda each: each[0].won(each[1])) if won]
        best = max(reversed(runs), key=len, default=[])  # the first of equals, so the latest
        if len(best) > 1:
            (first, _), (last, seat) = best[0], best[-1]
            running = best[-1] is seats[-1]
            longest.append(Streak(who, seat.name, len(best), first.played, last.played, running))
    return tuple(sorted(longest, key=lambda each: (-each.wins, each.id)))


# ── sections of the score over time ────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Part:
    """One section of a game's score: its name and its points in each game played, oldest first."""

    label: Text
    points: Points

    @property
    def average(self) -> float:
        return sum(points for _, points in self.points) / len(self.points)


def parts(records: Iterable[Record], who: str = "") -> tuple[Part, ...]:
    """Returns the sections of one game's score with their points, highest average first.

    ``who``: the normalised name of one person; if empty, points are averages over all seats.
    """
    labels: dict[str, Text] = {}
    points: list[tuple[str, tuple[datetime, float]]] = []
    for record in for_statistics(records):
        seats = {s.seat for s in record.seats if not who or person(s.name) == who}
        for row in record.rows:
            average = _average([n for seat, n in row.points.items() if seat in seats])
            if average is not None:
                labels[row.label.en] = row.label
                points.append((row.label.en, (record.played, average)))
    sections = [Part(labels[key], tuple(each)) for key, each in _grouped(points).items()]
    return tuple(sorted(sections, key=lambda each: -each.average))
