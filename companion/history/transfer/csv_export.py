"""CSV exports of a history: one row for each seat, or one for each score line.

RFC 4180 in UTF-8 with a byte order mark, which spreadsheets need to read Japanese. Text that a
spreadsheet would take for a formula gets an apostrophe in front; numbers stay numbers.
"""

import csv
from collections.abc import Iterable
from datetime import UTC, datetime
from io import StringIO

from companion.history.played_games import Record, solved_scores
from companion.messages import say
from companion.tables.turn_clock import TurnClock
from scoring import games
from scoring.text.localised import Text, Verbatim

type Value = str | int | None

SIGNS = tuple("=+-@＝＋－＠\t\r\n")

SEATS = ("played", "game", "player", "place", "total", "start-player", "seat", "table", "seconds")
LINES = ("played", "game", "player", "line", "points", "how", "seat", "table")
"""Columns of the two files; ``csv-`` and a column is the message that heads it."""


def history(records: Iterable[Record], language: str) -> bytes:
    """Returns a CSV file of finished games, a row for each seat: game, name, place, total, time...

    The time that a seat's turns took is blank if no turn clock ran. ``language``: of the header and
    the names.
    """
    rows: list[tuple[Value, ...]] = []
    for record in records:
        played, game = utc_text(record.played), game_name(record.game).in_language(language)
        turns = TurnClock.read(record.turns)
        for seat in record.seats:
            called = seat.called.in_language(language)
            took = turns.of_seat(seat.seat, 0) // 1000 if turns.times else None
            # an open total is written in words, so that no spreadsheet adds it up
            total = seat.total_text.in_language(language) if seat.total is None else seat.total
            place, first = seat.place or seat.rank, int(seat.first)
            rows.append((played, game, called, place, total, first, seat.seat, record.key, took))
    return _written(SEATS, rows, language)


def lines(records: Iterable[Record], language: str) -> bytes:
    """Returns a CSV file of finished games with one row for each line of each seat's score.

    Games imported without a sheet have no lines in it. ``language``: of the header and the names.
    """
    rows: list[tuple[Value, ...]] = []
    for record in records:
        scores = solved_scores(record.game, record.state)
        if scores is None:
            continue
        played, game = utc_text(record.played), game_name(record.game).in_language(language)
        for seat in record.seats:
            called = seat.called.in_language(language)
            for line in scores.breakdowns[seat.seat].lines:
                texts = (
                    line.label.in_language(language),
                    line.points_text.in_language(language) if line.points is None else line.points,
                    line.how.in_language(language),
                )
                rows.append((played, game, called, *texts, seat.seat, record.key))
    return _written(LINES, rows, language)


def game_name(slug: str) -> Text:
    """Returns the game's name, or its slug if the game is not installed any more."""
    game = games().get(slug)
    return game.name if game else Verbatim(slug)


def utc_text(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M:%S}"


def _written(head: Iterable[str], rows: Iterable[tuple[Value, ...]], language: str) -> bytes:
    out = StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([say(f"csv-{name}").in_language(language) for name in head])
    writer.writerows([_safe(value) for value in row] for row in rows)
    return out.getvalue().encode("utf-8-sig")


def _safe(value: Value) -> Value:
    """Returns a value for a CSV cell, changed if a spreadsheet would take it for a formula.

    >>> _safe("=1+1"), _safe(-1)
    ("'=1+1", -1)
    """
    if isinstance(value, str) and (value.startswith(SIGNS) or value.lstrip().startswith(SIGNS)):
        return f"'{value}"
    return value
