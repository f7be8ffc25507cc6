"""Statistics over records: people, games, win rates, opponents, start players, margins, streaks.

Pure functions, like those in ``records``. Unknown places and totals are not counted.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from math import sqrt

from companion.history.played_games import Record, for_statistics, person
from companion.history.seat_results import RecordSeat
from scoring.text.localised import Text

SURE = 1.96
"""Standard deviations on either side of the mean that hold 95 % of a normal distribution."""

type Points = tuple[tuple[datetime, float], ...]
"""Points reached in several games, each with the time of its game, oldest first."""


def _grouped[K, V](pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    groups: dict[K, list[V]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups


def _average(numbers: Sequence[float]) -> float | None:
    return sum(numbers) / len(numbers) if numbers else None


def _seats_by_person(records: Iterable[Record]) -> dict[str, list[tuple[Record, RecordSeat]]]:
    """Returns each person's seats with their games, by normalised name; only seats with a name."""
    pairs = ((person(seat.name), (record, seat)) for record in records for seat in record.seats)
    return _grouped((who, seat) for who, seat in pairs if who)


def _winning_totals(records: Iterable[Record]) -> list[int]:
    totals = ([s.total for s in r.seats if r.won(s) and s.total is not None] for r in records)
    return [max(each) for each in totals if each]


# ── people ─────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class PersonFigures:
    """One person's figures at one game.

    - ``wins``: wins, shared ones included; ``shared``: shared wins only
    - ``average``, ``best``, ``worst``: average, highest and lowest total, ``None`` if none is known
    - ``place``: average place in games with several players
    - ``totals``: the known totals, as pairs (time played, total)
    """

    game: str
    games: int
    wins: int
    shared: int
    average: float | None
    best: int | None
    worst: int | None
    place: float | None
    totals: Points


@dataclass(frozen=True, slots=True)
class Person:
    """A person of a history: all seats with one name.

    ``at``: the person's figures at each game, most played first. ``id``: the name normalised (case,
    width, kana); ``name``: its latest spelling.
    """

    id: str
    name: str
    at: tuple[PersonFigures, ...]

    @property
    def games(self) -> int:
        return sum(each.games for each in self.at)

    @property
    def wins(self) -> int:
        return sum(each.wins for each in self.at)

    @property
    def shared(self) -> int:
        return sum(each.shared for each in self.at)


def people(records: Iterable[Record]) -> tuple[Person, ...]:
    """Returns everybody named in ``records`` (games), with figures at each game; most games first.

    Two seats of one name at one table count as two games, since they cannot be distinguished.
    """
    everybody = []
    for who, seats in _seats_by_person(for_statistics(records)).items():
        by_game = _grouped((record.game, (record, seat)) for record, seat in seats)
        at = [_person_figures(game, played) for game, played in by_game.items()]
        at.sort(key=lambda each: (-each.games, each.game))
        _, latest = seats[-1]
        everybody.append(Person(who, latest.name, tuple(at)))
    return tuple(sorted(everybody, key=lambda each: (-each.games, -each.wins, each.id)))


def _person_figures(game: str, played: Sequence[tuple[Record, RecordSeat]]) -> PersonFigures:
    won = [record for record, seat in played if record.won(seat)]
    totals = [(record.played, seat.total) for record, seat in played if seat.total is not None]
    points = [total for _, total in totals]
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
        place=_average([s.place for record, s in played if s.place and len(record.seats) > 1]),
        totals=tuple(totals),
    )


def could_be_more(seats: Iterable[RecordSeat], points: int) -> bool:
    """True if a seat's total is still open, since cells are blank, and may exceed ``points``."""
    return any(s.brief and (s.most is None or s.most > points) for s in seats)


# ── games ──────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class GameFigures:
    """Figures over all plays of one game.

    - ``winner``: average total of the winners of plays with several players, ``None`` if unknown
    - ``average``: average total of all seats, ``None`` if none is known
    - ``scores``: each total to the number of times it was reached, lowest first
    - ``best``: the play with the highest total; ``None`` if one that is still open may exceed it
    - ``best_by``: name of the person who reached it, empty if not typed
    """

    game: str
    plays: int
    winner: float | None
    average: float | None
    scores: Mapping[int, int]
    best: Record | None
    best_by: str


def games(records: Iterable[Record]) -> tuple[GameFigures, ...]:
    """Returns the figures (average totals...) of each game in ``records``, most plays first."""
    by_game = _grouped((record.game, record) for record in for_statistics(records))
    figures = [_game_figures(game, played) for game, played in by_game.items()]
    return tuple(sorted(figures, key=lambda each: (-each.plays, each.game)))


def _game_figures(game: str, played: Sequence[Record]) -> GameFigures:
    known = [(s.total, r, s) for r in played for s in r.seats if s.total is not None]
    # If another total of the game is open it may have been higher, unless this seat won. ``max``
    # returns the first of equals: the seat that set the record.
    certain = [(n, r, s) for n, r, s in known if s.place == 1 or len(r.totals) == len(r.seats)]
    best = max(certain, key=lambda each: each[0], default=None)
    if best and could_be_more([s for r in played for s in r.seats], best[0]):
        best = None
    totals = [total for total, _, _ in known]
    return GameFigures(
        game=game,
        plays=len(played),
        winner=_average(_winning_totals(played)),
        average=_average(totals),
        scores=dict(sorted(Counter(totals).items())),
        best=best[1] if best else None,
        best_by=best[2].name if best else "",
    )


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


def wins(records: Iterable[Record]) -> dict[str, Rate]:
    """Returns each person's win rate, by normalised name, over games with a certain winner.

    Only games with several players count; a shared win counts for each.
    """
    rates = {
        who: rate(sum(record.won(seat) for record, seat in seats), len(seats))
        for who, seats in _seats_by_person(contests(records)).items()
    }
    return {who: each for who, each in rates.items() if each}


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


def opponents(records: Iterable[Record], who: str) -> tuple[Opponent, ...]:
    """Returns a person's opponents in ``records``, each with how often the person was ahead.

    Most games first. ``who``: the person's normalised name.
    """
    met: dict[str, list[tuple[str, int]]] = {}
    for record in contests(records):
        this = _only(record, who)
        if this is None or this.place is None:
            continue
        for seat in record.seats:
            other = person(seat.name)
            if other and other != who and seat.place is not None:
                met.setdefault(other, []).append((seat.name, seat.place - this.place))
    against = []
    for other, games in met.items():
        leads = [lead for _, lead in games]
        ahead, behind = sum(lead > 0 for lead in leads), sum(lead < 0 for lead in leads)
        against.append(Opponent(other, games[-1][0], ahead, behind, leads.count(0)))
    return tuple(sorted(against, key=lambda each: (-each.games, each.id)))


def _only(record: Record, who: str) -> RecordSeat | None:
    """Returns the seat of person ``who``; ``None`` if no seat or several have the name."""
    seats = [seat for seat in record.seats if person(seat.name) == who]
    return seats[0] if len(seats) == 1 else None


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


@dataclass(frozen=True, slots=True)
class PlayerCountFigures:
    """Figures of the games with one number of players; averages are ``None`` if unknown.

    - ``players``, ``games``: the number of players, and of games with so many
    - ``average``: average total of all seats, or of one person's
    - ``winner``: average total of the winner; ``margin``: average lead of the winner
    - ``rate``: win rate of one person
    """

    players: int
    games: int
    average: float | None
    winner: float | None
    margin: float | None
    rate: Rate | None = None


def by_number(records: Iterable[Record], who: str = "") -> tuple[PlayerCountFigures, ...]:
    """Returns figures (average totals, margins...) for each number of players, fewest first.

    ``who``: a normalised name; if given, average total and win rate are of that person.
    """
    by_players = _grouped((len(record.seats), record) for record in for_statistics(records))
    figures = []
    for players, played in sorted(by_players.items()):
        seats = [s for r in played for s in r.seats if not who or person(s.name) == who]
        leads = [lead for lead in map(margin, played) if lead is not None]
        figures.append(
            PlayerCountFigures(
                players,
                len(played),
                _average([s.total for s in seats if s.total is not None]),
                _average(_winning_totals(played)),
                _average(leads),
                wins(played).get(who),
            )
        )
    return tuple(figures)


# ── margins and streaks ────────────────────────────────────────────────────────────────


def margin(record: Record) -> int | None:
    """Returns the winner's lead in a game over the second, in points; 0 for the same total.

    ``None`` for a single player, no winner or unknown totals.
    """
    if len(record.seats) < 2 or not any(map(record.won, record.seats)):
        return None
    highest = sorted(record.totals, reverse=True)
    return highest[0] - highest[1] if len(highest) == len(record.seats) else None


@dataclass(frozen=True, slots=True)
class Margins:
    """Winners' average lead over the second, and the games with the least and greatest lead."""

    average: float
    closest: Record
    widest: Record


def margins(records: Iterable[Record]) -> Margins | None:
    known = [(lead, r) for r in contests(records) if (lead := margin(r)) is not None]
    if not known:
        return None
    return Margins(
        sum(lead for lead, _ in known) / len(known),
        min(known, key=lambda each: each[0])[1],
        max(known, key=lambda each: each[0])[1],
    )


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
