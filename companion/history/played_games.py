"""Records: played games as plain values, for the pages of a history and for exports.

A record does not depend on its table's row. The modules ``statistics`` and ``ratings`` compute
figures over many records.
"""

import unicodedata
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timedelta
from itertools import chain
from typing import Any, Literal
from uuid import UUID, uuid5

from companion.history.models import Play
from companion.history.seat_results import RecordSeat, Row, seats_from_json, seats_json
from companion.http import best_effort_writes
from companion.messages import say
from companion.sheet_pages.outcome import outcome
from companion.tables.models import Result, Table
from scoring import NoSuchGame
from scoring import game as find_game
from scoring.evaluation import Scored, scored
from scoring.game import Game
from scoring.model.plan import State
from scoring.solving import deadline
from scoring.text.localised import EMPTY, Given, Text, Verbatim, joined

NAMESPACE = UUID("1ed74d5d-0c20-42f8-9053-43aa04304e60")
"""Fixed random namespace for derived UUIDs, the same on every server. Never change it."""

LONGEST = timedelta(hours=12)
"""Tables open for longer were left open overnight; their duration is not recorded."""

LABELS = {"name", "colour"}
"""Cells of a seat that do not count as anything entered."""


@dataclass(frozen=True, slots=True)
class Record:
    """One game that was played to its end, as pages of a history and exports show it.

    - ``key``: uid of the table or of the stored game; of a result, a UUID derived from its key
    - ``source``: a table, a sheet scored without one (result), or a file of totals (import)
    - ``minutes``: duration, ``None`` if unknown
    - ``state``: the table's sheets, empty for an import
    - ``score_text``: score lines as text, ``None`` if not computed
    - ``open``: who may still win, in words, while a total is open
    - ``turns``: the table's turn clock as stored, empty if none ran
    - ``rows``: sections of the score, empty if only totals are known
    - ``place``, ``note``: location and remark that people typed
    - ``played``: the day they typed, else when the game ended
    """

    key: str
    game: str
    played: datetime
    seats: tuple[RecordSeat, ...]
    state: State
    source: Literal["table", "result", "import"]
    minutes: int | None = None
    score_text: Text | None = None
    turns: Mapping[str, Any] = field(default_factory=dict)
    rows: tuple[Row, ...] = ()
    place: str = ""
    note: str = ""
    open: Text = EMPTY

    def won(self, seat: RecordSeat) -> bool:
        """True if a seat of this game is first among several; a shared first place counts."""
        return seat.place == 1 and len(self.seats) > 1

    @property
    def totals(self) -> list[int]:
        """The known totals of a game's seats, in the order of the seats."""
        return [seat.total for seat in self.seats if seat.total is not None]

    @property
    def counts(self) -> bool:
        """True if a game counts in statistics: not if its table was only tried out.

        Such a table has totals of 0 only or, without totals, no entries.
        """
        if self.totals:
            return any(self.totals)
        sheets = self.state.get("seats", {}).values()
        return not self.state or any(cells.keys() - LABELS for cells in sheets)

    @property
    def decided(self) -> bool:
        """True if a game has a winner and no seat with an open place could still be first."""
        undecided = any(seat.waits and seat.best == 1 for seat in self.seats)
        return not undecided and any(map(self.won, self.seats))

    @property
    def shared(self) -> bool:
        """True if several seats share the first place of a game."""
        return sum(self.won(seat) for seat in self.seats) > 1

    @property
    def margin(self) -> int | None:
        """The winner's lead in a game over the second, in points; 0 for the same total.

        ``None`` for a single player, no winner or unknown totals.
        """
        if not any(map(self.won, self.seats)) or len(self.totals) < len(self.seats):
            return None
        first, second, *_ = sorted(self.totals, reverse=True)
        return first - second


# ── records of tables and plays ────────────────────────────────────────────────────────


def of_table(table: Table) -> Record:
    """Returns a finished table as a record: seats, places, totals, sections of the score.

    Raises ``ValueError`` for a table that is not finished.
    """
    return of_tables([table])[0]


def of_tables(tables: Iterable[Table], seconds: float = deadline.SECONDS) -> list[Record]:
    """Returns finished tables as records: seats, places, totals, sections of the score.

    Newly computed results are stored. Decisions left open are made for each seat's best total. A
    result that cannot be computed within ``seconds`` is the one stored under an earlier version of
    the rules, else without places and totals.
    """
    computed: list[Table] = []
    with deadline.within(seconds):
        listed = [_of_table(table, computed) for table in tables]
    if computed:
        best_effort_writes.best_effort_write(lambda: _store(computed))
    return listed


def _store(computed: Iterable[Table]) -> None:
    for table in computed:
        unchanged = Table.objects.filter(key=table.key, revision=table.revision)
        unchanged.update(result_cache=table.result_cache)


def _of_table(table: Table, computed: list[Table]) -> Record:
    """Returns a finished table as a record: seats, places, totals, sections of the score.

    If they were not stored and had to be computed, adds the table to the list ``computed``.
    """
    if table.finished is None:
        raise ValueError("still played")
    length = table.finished - table.made
    record = Record(
        key=str(table.uid),
        game=table.game,
        played=table.played_on or table.finished,
        seats=_seats(table.game, table.state, None),
        state=table.state,
        source="table",
        minutes=round(length.total_seconds() / 60) if timedelta() <= length <= LONGEST else None,
        score_text=EMPTY,
        turns=table.turns,
        place=table.place,
        note=table.note,
    )
    stored, rules = table.result_cache, _rules(table.game)
    if stored.get("revision") != table.revision or "open" not in stored:
        stored = {}  # without "open" it may name a wrong winner: places follow from ranges now
    if stored.get("rules") != rules and (results := _computed(record)):
        text, open_ = results.score_text, results.open
        table.result_cache = results_json(results) | {
            "revision": table.revision,
            "rules": rules,
            "told": text.json() if text else {},
            "open": open_.json() if open_ else {},
        }
        computed.append(table)
        return results
    if not stored:
        return record
    told, open_ = (Given(stored[name]) if stored[name] else EMPTY for name in ("told", "open"))
    return replace(record, **results_from_json(stored), score_text=told, open=open_)


def _computed(record: Record) -> Record | None:
    """Returns a game's record with totals, places and sections computed from its sheets.

    ``None`` if there is no time left.
    """
    try:
        with deadline.within():
            deadline.check()
            record = replace(record, **_results(record.game, record.state), score_text=None)
            record = replace(record, score_text=score_text(record))
            return None if deadline.missed() else record
    except deadline.OutOfTime:
        return None


def _results(slug: str, state: State) -> dict[str, Any]:
    """Returns what a sheet of the game ``slug`` gives, by name of the fields of a ``Record``.

    ``seats`` with places and totals, ``rows`` (sections of the score with points), and ``open``:
    who may still win, in words, while a total is open.
    """
    scores = solved_scores(slug, state)
    return {
        "seats": _seats(slug, state, scores),
        "rows": _rows(scores),
        "open": _open(slug, state, scores),
    }


def _game(slug: str) -> Game | None:
    with suppress(NoSuchGame):
        return find_game(slug)
    return None  # it is not installed


def _rules(slug: str) -> str:
    """Returns the version of the rules of the game ``slug``; empty if it is not installed."""
    game = _game(slug)
    return game.version if game else ""


def of_result(result: Result) -> Record:
    """Returns a result (sheet scored without a table) as a record: seats, places, totals, sections.

    It is dated when it was saved.
    """
    return Record(
        key=str(uuid5(NAMESPACE, f"result:{result.key}")),
        game=result.game,
        played=result.made,
        state=result.state,
        source="result",
        **_results(result.game, result.state),
    )


def of_play(play: Play) -> Record:
    """Returns a game without a table as a record: seats, places, totals, sections of the score.

    If a total was open when it was saved, places are computed from the sheet again.
    """
    state = play.sheet.state if play.sheet else {}
    record = Record(
        key=str(play.uid),
        state=state,
        source="result" if play.sheet else "import",
        **{name: getattr(play, name) for name in ABOUT},
        **results_from_json({"seats": play.seats, "rows": play.rows}),
    )
    if len(record.totals) < len(record.seats) and (scores := solved_scores(play.game, state)):
        named = with_names(state, play)
        seats, open_ = _seats(play.game, named, scores), _open(play.game, named, scores)
        record = replace(record, seats=seats, open=open_)
    return record


def with_names(state: State, play: Play) -> State:
    """Returns the state of a saved game's sheet with the names that were given to its seats."""
    names = {seat["seat"]: seat["name"] for seat in play.seats}
    seats = {
        seat: cells | {"name": names.get(seat, cells.get("name", ""))}
        for seat, cells in state["seats"].items()
    }
    return state | {"seats": seats}


ABOUT = ("game", "played", "minutes", "place", "note")
"""Fields that a ``Record`` and a ``Play`` have in common."""


def results_json(record: Record) -> dict[str, Any]:
    """Returns the seats and the sections of a game's score as JSON, by name of the field."""
    rows = [{"label": row.label.json(), "points": dict(row.points)} for row in record.rows]
    return {"seats": seats_json(record.seats), "rows": rows}


def results_from_json(stored: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the stored seats and sections of a score as values, by name of the field."""
    rows = tuple(Row(Given(row["label"]), row["points"]) for row in stored["rows"])
    return {"seats": seats_from_json(stored["seats"]), "rows": rows}


def without_duplicates(*several: Iterable[Record]) -> tuple[Record, ...]:
    """Returns all records (finished games), newest first; of those with one key only the first."""
    by_key: dict[str, Record] = {}
    for record in chain(*several):
        by_key.setdefault(record.key, record)
    return tuple(sorted(by_key.values(), key=lambda r: (r.played, r.key), reverse=True))


def for_statistics(records: Iterable[Record]) -> list[Record]:
    """Returns the records (finished games) without tables only tried out, oldest first."""
    return sorted((r for r in records if r.counts), key=lambda r: (r.played, r.key))


def _rows(scored: Scored | None) -> tuple[Row, ...]:
    """Returns the sections of the score ``scored``: for each group of lines, the points by seat.

    A line without a group is a section of its own; sections without points are left out.
    """
    rows: dict[Text, dict[str, int]] = {}
    for seat in sorted(scored.entered) if scored else ():
        for line in scored.breakdowns[seat].lines if scored else ():
            if line.points is not None:
                row = rows.setdefault(line.group if line.group.en else line.label, {})
                row[seat] = row.get(seat, 0) + line.points
    return tuple(Row(label, row) for label, row in rows.items() if any(row.values()))


def _seats(slug: str, state: State, scores: Scored | None) -> tuple[RecordSeat, ...]:
    """Returns the results of the seats in ``state``, a sheet of the game ``slug``, sorted by id.

    Places and totals are ``None`` without ``scores``.
    """
    known_state = _known_state(slug, state)
    first = known_state.get("play", {}).get("first", "")
    places = {place.seat: place for place in scores.ranking} if scores else {}
    seats = []
    for seat, cells in sorted(known_state["seats"].items()):
        place = places.get(seat)
        undecided = place if place and not place.place else None
        breakdown = scores.breakdowns[seat] if scores and seat in scores.entered else None
        span = breakdown.range if breakdown and breakdown.total is None else None
        seats.append(
            RecordSeat(
                seat=seat,
                name=str(cells.get("name", "")),
                place=(place and place.place) or None,
                total=breakdown.total if breakdown else None,
                first=seat == first,
                best=(undecided and undecided.best) or None,
                worst=(undecided and undecided.worst) or None,
                **(asdict(span) if span else {}),
            )
        )
    return tuple(seats)


def _open(slug: str, state: State, scored: Scored | None) -> Text:
    """Returns in words who may still win while blank cells leave a total open; else empty.

    ``scored``: the scores of ``state``, a sheet of the game ``slug``.
    """
    if not scored or not any(scored.breakdowns[seat].partial for seat in scored.entered):
        return EMPTY
    ended = outcome(find_game(slug), _known_state(slug, state), scored)
    return joined([ended.headline, ended.note], Verbatim(" · ")) if ended.note else ended.headline


def _known_state(slug: str, state: State) -> State:
    """Returns the ``state`` of a sheet without cells that the game ``slug`` does not have any more.

    If the game is not installed, returns the whole state.
    """
    game = _game(slug)
    return game.sheet.known_part(state) if game else state


def solved_scores(slug: str, state: State) -> Scored | None:
    """Returns the scores of ``state``, a sheet of the game ``slug``.

    Decisions left open are made for the best total. ``None`` for an empty sheet, for a game that is
    not installed, and if time ran out.
    """
    game = _game(slug) if state else None
    scores = scored(game, state) if game else None
    return None if scores is None or scores.hurried else scores


def score_text(record: Record) -> Text:
    """Returns a game's score lines as text, a line for each seat, such as *Aki: Gold 12, Tiles 30*.

    Lines of 0 points are left out; empty without a sheet. For the comment field of other apps.
    """
    if record.score_text is not None:
        return record.score_text
    scores = solved_scores(record.game, record.state)
    if scores is None:
        return EMPTY
    lines = []
    for seat in record.seats:
        paid = [
            line.label + Verbatim(" ") + line.points_text
            for line in scores.breakdowns[seat.seat].lines
            if line.points != 0
        ]
        if paid:
            lines.append(say("owner", who=seat.called, what=say.listed(paid)))
    return joined(lines, Verbatim("\n"))


def comment(record: Record, language: str) -> str:
    """Returns a text for another app's comment field: typed note, open totals, score lines.

    ``language``: its code, such as *ja*.
    """
    open_ = [record.open] + [
        Verbatim(f"{seat.rank}. " if seat.rank else "") + seat.called + Verbatim(" ") + total
        for seat in record.seats
        if (seat.waits or seat.total is None) and (total := seat.total_text)
    ]
    texts = [text.in_language(language) for text in (*open_, score_text(record))]
    return "\n".join(filter(None, (record.note, *texts)))


# ── people ─────────────────────────────────────────────────────────────────────────────


def person(name: str) -> str:
    """Returns a name normalised (case, width, kana), for comparisons; empty if nothing is left.

    >>> person(" ＡＫＩ ") == person("aki")
    True
    """
    folded = unicodedata.normalize("NFKC", name).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())


def with_people_renamed(records: Iterable[Record], names: Mapping[str, str]) -> tuple[Record, ...]:
    """Returns the records (finished games) with people renamed.

    ``names``: normalised old name (case, width, kana) to new name.
    """
    if not names:
        return tuple(records)
    return tuple(
        replace(r, seats=tuple(replace(s, name=names.get(person(s.name), s.name)) for s in r.seats))
        if any(person(seat.name) in names for seat in r.seats)
        else r
        for r in records
    )
