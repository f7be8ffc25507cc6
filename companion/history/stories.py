"""Stories of a history: who won, against whom and by how much, in order, and what is retold.

Pure functions over records, like those in ``statistics``. Nothing is told that one more game would
turn into nonsense: no shares of wins, and records only after ``RECORDS_FROM`` games.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from companion.history import statistics
from companion.history.played_games import Record, for_statistics, person
from companion.history.seat_results import RecordSeat
from companion.history.transfer import csv_export
from companion.messages import say
from scoring.model.player_names_and_colours import initials
from scoring.model.sheet_fields import COLOURS
from scoring.text.localised import EMPTY, Text, Verbatim

RECORDS_FROM, RIVALS_FROM = 3, 5
"""Least number of games for records (as the highest total), and for comparing two people."""
HABIT, STREAK = 3, 3
"""Least number of wins that are a habit (all at the same game) or a streak (in a row)."""
LATEST = 5
MOST_IN_ORDER = 60
"""Games whose winners are shown in order: more would push the list of games off the screen."""


@dataclass(frozen=True, slots=True)
class Face:
    """A person as drawn on a history's page: a meeple in a colour, with an initial on it.

    ``id``: the normalised name; ``name``: as typed. ``colour``: empty for the meeple of several
    people. ``wins``: number of wins, shared ones included.
    """

    id: str
    name: str
    colour: str
    initial: str
    wins: int = 0


def faces(records: Sequence[Record]) -> dict[str, Face]:
    """Returns people in ``records`` as drawn (name, colour, initial, wins), by normalised name.

    Most wins first. The colour is the one they had last; who never had any gets the first free one.
    """
    everybody = statistics.people(records)
    latest: dict[str, str] = {}
    for record in for_statistics(records):
        for seat in record.seats:
            if colour := record.state.get("seats", {}).get(seat.seat, {}).get("colour"):
                latest[person(seat.name)] = colour
    free = [each for each in COLOURS if each not in latest.values()] or list(COLOURS)
    for n, each in enumerate(each for each in everybody if each.id not in latest):
        latest[each.id] = free[n % len(free)]
    letters = initials({each.id: each.name for each in everybody})
    won = Counter(
        person(seat.name) for r in statistics.contests(records) for seat in r.seats if r.won(seat)
    )
    ordered = sorted(everybody, key=lambda each: -won[each.id])
    return {e.id: Face(e.id, e.name, latest[e.id], letters[e.id], won[e.id]) for e in ordered}


def headline(record: Record) -> Text:
    """Returns a sentence on who won a game, against whom and by how much, without a full stop.

    While a total is open, on who may still win; without a known winner, on who played.
    """
    won = [seat for seat in record.seats if record.won(seat)]
    if len(record.seats) == 1:
        alone = record.seats[0]
        return say("won-alone", who=alone.called, points=alone.total_text)
    if record.open.en:
        return record.open
    if not record.decided:
        return say.listed((seat.called for seat in record.seats), "comma-last")
    who, margin = say.listed((seat.called for seat in won), "comma-last"), record.margin
    if len(won) > 1:
        return say("told-shared", who=who)
    if not margin:
        return say("told-won" if margin is None else "told-level", who=who)
    others = [seat for seat in record.seats if not record.won(seat)]
    second = max(others, key=lambda seat: seat.total or 0)
    if [seat.total for seat in others].count(second.total) > 1:
        return say("told-won-by", who=who, points=margin)
    return say("told-beat", who=who, other=second.called, points=margin)


def deciding_section(record: Record) -> Text:
    """Returns a phrase that names the section of the score that decided a game, such as its gems.

    The winner is ahead of the second by the whole margin there; empty if there is no such section.
    """
    margin = record.margin if record.decided and not record.shared else None
    if not margin:
        return EMPTY
    ordered = sorted(record.seats, key=lambda seat: -(seat.total or 0))
    first, second = ordered[0].seat, ordered[1].seat
    leads = [(row.points.get(first, 0) - row.points.get(second, 0), row) for row in record.rows]
    lead, row = max(leads, key=lambda each: each[0], default=(0, None))
    return say("won-because", what=row.label, points=lead) if row and lead >= margin else EMPTY


def last_time(records: Iterable[Record], names: Collection[str]) -> Record | None:
    """Returns the latest game with a certain winner that exactly these people played together.

    ``None`` if there is none, or if a name is empty.
    """
    wanted = sorted(map(person, names))
    if len(wanted) < 2 or not all(wanted):
        return None
    played = (r for r in reversed(statistics.contests(records)))
    return next((r for r in played if sorted(person(s.name) for s in r.seats) == wanted), None)


def last_time_text(record: Record) -> Text:
    """Returns a sentence on who won a game, shown when the same people sit down again."""
    won = [seat for seat in record.seats if record.won(seat)]
    return say(
        "told-last-time",
        people=len(record.seats),
        who=say.listed((seat.called for seat in won), "comma-last"),
        points=0 if len(won) > 1 else record.margin or 0,
    )


# ── winners in order ───────────────────────────────────────────────────────────────────


def months(
    records: Sequence[Record], known: Mapping[str, Face]
) -> list[tuple[datetime, tuple[Face, ...]]]:
    """Returns the winners of the last ``MOST_IN_ORDER`` games by month, the oldest month first.

    Pairs of the time of a month's first game, and the winners in order. ``known``: normalised name
    to person as drawn on the page (name, colour, wins).
    """
    played = [r for r in for_statistics(records) if len(r.seats) > 1][-MOST_IN_ORDER:]
    by_month = (list(e) for _, e in groupby(played, lambda r: (r.played.year, r.played.month)))
    return [(each[0].played, tuple(_winner(r, known) for r in each)) for each in by_month]


def _winner(record: Record, known: Mapping[str, Face]) -> Face:
    """Returns a game's winner as drawn on the page: name, initial, colour of the meeple.

    If several won or may have won: one without a colour, with all their names and the initials of
    the first two. ``known``: normalised name to person as drawn.
    """
    could = [s for s in record.seats if s.place == 1 or (s.waits and s.best == 1)]
    found = [known[person(seat.name)] for seat in could if person(seat.name) in known]
    if len(found) == 1 and record.decided:
        return found[0]
    return Face("", " – ".join(f.name for f in found), "", "".join(f.initial for f in found)[:2])


# ── two people ─────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Rivals:
    """Two people who met often: in ``ahead`` games the first was ahead, in ``behind`` the second.

    ``last``: who of the two was ahead in each of their latest games, oldest first.
    """

    first: Face
    second: Face
    ahead: int
    behind: int
    last: tuple[Face, ...]

    @property
    def percent(self) -> int:
        """Share of the first of two rivals in their wins over each other, in percent, for a bar.

        Kept within 30 to 70, so that both names have room.
        """
        return min(70, max(30, round(100 * self.ahead / max(1, self.ahead + self.behind))))


def rivals(records: Sequence[Record], known: Mapping[str, Face]) -> list[Rivals]:
    """Returns the pairs of people with ``RIVALS_FROM`` common games or more, most games first.

    ``records``: finished games. ``known``: normalised name to person as drawn on the page (name,
    colour, wins).
    """
    found = statistics.head_to_head(records)
    pairs = []
    for pair, ahead in sorted(found.items(), key=lambda each: -len(each[1])):
        if len(ahead) < RIVALS_FROM or not any(ahead):
            continue
        first, second = sorted(pair, key=lambda who: (-ahead.count(who), who))
        last = tuple(known[who] for who in ahead[-LATEST:] if who)
        pairs.append(
            Rivals(known[first], known[second], ahead.count(first), ahead.count(second), last)
        )
    return pairs


# ── told again and again ───────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Story:
    """One remarkable fact of a history, such as its highest total.

    ``game``: slug; empty for a streak, which may go over several games. ``text``: a sentence;
    ``hint``: a remark below it, such as the game's name. ``number``: points, or a number of wins.
    """

    game: str
    text: Text
    hint: Text
    number: int
    played: datetime | None = None


def anecdotes(records: Sequence[Record]) -> list[Story]:
    """Returns up to four remarkable facts of ``records`` (games), such as the closest of them.

    Also the highest total, who wins at one game only, and the longest streak. Empty before there
    are ``RECORDS_FROM`` games with a certain winner.
    """
    if len(statistics.contests(records)) < RECORDS_FROM:
        return []
    return [each for each in (_closest(records), _highest(records), *_habits(records)) if each]


def _closest(records: Sequence[Record]) -> Story | None:
    """Returns the story of the game with the smallest lead of a winner; ``None`` without one.

    A game in which the first are level does not count.
    """
    leads = [record for record in statistics.contests(records) if record.margin]
    if not leads:
        return None
    record = min(leads, key=lambda each: each.margin or 0)
    name = csv_export.game_name(record.game)
    return Story(record.game, headline(record), name, max(record.totals), record.played)


def _highest(records: Sequence[Record]) -> Story | None:
    """Returns the story of the highest total in the most played game whose best player is known."""
    for slug, figures in statistics.games(records).items():
        if figures.plays < RECORDS_FROM:
            return None
        record, seat = figures.highest or (None, None)
        if record and seat and seat.name:
            text, name = say("told-highest", who=seat.called), csv_export.game_name(slug)
            return Story(slug, text, name, max(figures.scores), record.played)
    return None


def _habits(records: Sequence[Record]) -> Iterator[Story]:
    """Yields two remarkable facts: a person who wins at one game only, and a streak.

    The first needs ``HABIT`` wins, the second ``STREAK`` wins in a row.
    """
    for who in statistics.people(records):
        won = [slug for slug, figures in who.at.items() if figures.wins]
        if len(won) == 1 and len(who.at) > 1 and who.wins >= HABIT:
            text = say("told-habit", who=Verbatim(who.name), game=csv_export.game_name(won[0]))
            yield Story(won[0], text, say("told-only-there"), who.wins)
            break
    if (streaks := statistics.streaks(records)) and (best := streaks[0]).wins >= STREAK:
        text = say("told-streak", who=Verbatim(best.name), games=best.wins)
        running = say("told-running") if best.running else EMPTY
        yield Story("", text, running, best.wins, best.last)


def podium(record: Record, known: Mapping[str, Face]) -> list[tuple[RecordSeat, Face]]:
    """Returns the first three of a game, as pairs of seat and person as drawn on the page.

    [] if a place or a name is missing. ``known``: normalised name to person as drawn.
    """
    placed = sorted((s for s in record.seats if s.place), key=lambda seat: seat.place or 0)
    found = [(s, known[person(s.name)]) for s in placed[:3] if person(s.name) in known]
    return found if len(found) == min(3, len(record.seats)) and len(found) > 1 else []
