"""Reads play files of the app BG Stats.

Lenient: parts that cannot be understood are reported and left out. Input is limited so that no file
takes long to read.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from typing import Any
from uuid import UUID, uuid5

from companion.history.record_seats import RecordSeat
from companion.history.records import NAMESPACE, Record, person
from companion.history.transfer.bgsplay import NO_PLACE
from companion.history.transfer.reading import (
    FileContents,
    Unusable,
    add,
    integer,
    loads,
    moment,
    one_line,
    printable,
)
from companion.messages import say
from scoring import games
from scoring.model.validation import CellError

MOST_SEATS = 40
MOST_MINUTES = 60 * 24 * 30
MOST_POINTS = 10**9
LONGEST_NAME = LONGEST_PLACE = 60

_SUM = re.compile(r"[+-]?[0-9]{1,9}([+-][0-9]{1,9}){0,60}\Z")
_TERM = re.compile(r"[+-]?[0-9]+")


def read(data: bytes, existing: Collection[UUID] = frozenset()) -> FileContents:
    """Returns everything in a file that can be understood; raises no error, for any bytes.

    Plays that their owner excluded from statistics are left out. ``existing``: uids (see
    ``play_uid``) of the plays that the importing history has already.
    """
    try:
        raw = loads(data)
    except Unusable as error:
        return FileContents(faults=[error.fault])
    if "plays" not in raw:
        return FileContents(faults=[CellError("plays", say("import-not-bgstats"))])
    faults: list[CellError] = []
    plays = _rows(raw, "plays", faults)
    titles = _by_id(_rows(raw, "games", faults))
    people = {
        n: "" if _yes(row.get("isAnonymous")) else one_line(row.get("name"), LONGEST_NAME)
        for n, row in _by_id(_rows(raw, "players", faults)).items()
    }
    places = {
        n: one_line(row.get("name"), LONGEST_PLACE)
        for n, row in _by_id(_rows(raw, "locations", faults)).items()
    }
    slugs = {n: _slug(row) for n, row in titles.items()}
    records: dict[str, Record] = {}
    others: Counter[str] = Counter()
    there = 0
    for n, row in enumerate(plays):
        path = f"plays/{n}"
        if not isinstance(row, dict):
            add(faults, path, say("import-object"))
            continue
        game = integer(row.get("gameRefId"))
        if game is None or game not in titles:
            add(faults, f"{path}/gameRefId", say("import-no-game-of-play"))
        elif not (slug := slugs[game]):
            others[one_line(titles[game].get("name"), LONGEST_NAME) or "?"] += 1
        elif not _yes(row.get("ignored")):
            try:
                record = _record(path, row, slug, titles[game], people, faults)
            except Unusable as error:
                add(faults, error.fault.path, error.fault.message)
                continue
            place = places.get(integer(row.get("locationRefId")) or 0, "")
            record = replace(record, place="" if place in NO_PLACE.json().values() else place)
            if record.key in records or UUID(record.key) in existing:
                there += 1
            else:
                records[record.key] = record
    return FileContents(
        plays=tuple(records.values()),
        faults=faults,
        there=there,
        others=dict(others.most_common()),
    )


def _rows(raw: Mapping[str, Any], key: str, faults: list[CellError]) -> list[Any]:
    rows = raw.get(key, [])
    if isinstance(rows, list):
        return rows
    add(faults, key, say("import-list"))
    return []


def _by_id(rows: Iterable[Any]) -> dict[int, dict[str, Any]]:
    """Returns a file's rows by their ``id``; of duplicates the first."""
    by_id: dict[int, dict[str, Any]] = {}
    for row in rows:
        if isinstance(row, dict) and (n := integer(row.get("id"))) is not None:
            by_id.setdefault(n, row)
    return by_id


@cache
def _games_by_number_and_name() -> tuple[Mapping[int, str], Mapping[str, tuple[str, int | None]]]:
    """Returns the app's games by BoardGameGeek number, and by each normalised name.

    By name, a game is its slug and its BoardGameGeek number, if any.
    """
    numbers: dict[int, str] = {}
    titles: dict[str, tuple[str, int | None]] = {}
    for slug, game in games().items():
        if game.bgg:
            numbers[game.bgg] = slug
        aliases = [alias for several in game.aliases.values() for alias in several]
        for title in (game.name.en, game.name.ja, *aliases):
            titles.setdefault(person(title), (slug, game.bgg))
    return numbers, titles


def _slug(row: Mapping[str, Any]) -> str:
    """Returns the app's slug for a game in the file; empty if the app does not have it.

    A different BoardGameGeek number makes it a different game, even with the same name.
    """
    numbers, titles = _games_by_number_and_name()
    number = integer(row.get("bggId")) or 0
    if number in numbers:
        return numbers[number]
    for key in ("name", "bggName"):
        slug, bgg = titles.get(person(one_line(row.get(key), LONGEST_NAME)), ("", None))
        if slug and not (number and bgg):
            return slug
    return ""


def _record(
    path: str,
    row: Mapping[str, Any],
    slug: str,
    title: Mapping[str, Any],
    people: Mapping[int, str],
    faults: list[CellError],
) -> Record:
    """Returns the record of a play. Raises ``Unusable``; smaller errors go to ``faults``.

    ``path``: place in the file, for errors. ``row``: the play. ``title``: the file's row of the
        game.
    ``people``: names by the file's ids.
    """
    played = moment(row.get("playDate"), naive=True) or _day(row.get("playDateYmd"))
    if played is None:
        raise Unusable(f"{path}/playDate", say("import-no-date"))
    scores = row.get("playerScores")
    if not isinstance(scores, list) or not 0 < len(scores) <= MOST_SEATS:
        raise Unusable(f"{path}/playerScores", say("import-players", n=MOST_SEATS))
    rows = []
    for n, score in enumerate(scores):
        where = f"{path}/playerScores/{n}"
        if not isinstance(score, dict):
            raise Unusable(where, say("import-object"))
        total, readable = points(score.get("score"))
        if not readable:
            message = say("import-no-score", word=printable(score.get("score")))
            add(faults, f"{where}/score", message)
        rows.append((score, total))
    # in the order of the file's seats if it has one, else as listed
    rows.sort(key=lambda pair: integer(pair[0].get("seatOrder")) or 0)
    places = _places(
        [total for _, total in rows],
        [_yes(score.get("winner")) for score, _ in rows],
        [integer(score.get("rank")) or 0 for score, _ in rows],
        highest=_yes(title.get("highestWins", True)),
    )
    seats = tuple(
        RecordSeat(
            seat=f"p{n}",
            name=people.get(integer(score.get("playerRefId")) or 0, ""),
            place=place,
            total=total,
            first=_yes(score.get("startPlayer")),
        )
        for n, ((score, total), place) in enumerate(zip(rows, places, strict=True), 1)
    )
    minutes = integer(row.get("durationMin")) or 0
    return Record(
        key=str(_uid(row.get("uuid"), slug, played, seats)),
        game=slug,
        played=played,
        seats=seats,
        state={},
        source="import",
        minutes=minutes if 0 < minutes <= MOST_MINUTES else None,
    )


def points(value: object) -> tuple[int | None, bool]:
    """Returns a score of the file (``None`` if it is empty), and true if it could be read.

    >>> points("3+6+2"), points(""), points("many")
    ((11, True), (None, True), (None, False))
    """
    if value is None or value == "":
        return None, True
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, str):
        if len(value) > 1000:
            return None, False
        plain = unicodedata.normalize("NFKC", value).replace("−", "-")
        plain = "".join(plain.split())
        if not plain:
            return None, True
        if not _SUM.match(plain):
            return None, False
        value = sum(int(term) for term in _TERM.findall(plain))
    number = integer(value)
    if number is None or abs(number) > MOST_POINTS:
        return None, False
    return number, True


def _places(
    totals: Sequence[int | None], winners: Sequence[bool], ranks: Sequence[int], *, highest: bool
) -> list[int | None]:
    """Returns each seat's place: the file's, else 1 for winners and by total for the others.

    If a total is missing, only the winners have a place.

    ``ranks``: the places in the file. ``highest``: the highest total is best, not the lowest.
    """
    if all(0 < rank <= MOST_SEATS for rank in ranks):
        return list(ranks)
    known = [total for total in totals if total is not None]
    if len(known) < len(totals):
        return [1 if won else None for won in winners]
    # the file's winners are final, since they include tie-breaks
    order = [
        (False, 0) if won else (True, -total if highest else total)
        for won, total in zip(winners, known, strict=True)
    ]
    return [1 + sum(other < each for other in order) for each in order]


def _day(value: object) -> datetime | None:
    day = integer(value)
    if day is None or not 1900_00_00 < day < 2200_00_00:
        return None
    return moment(f"{day // 10000:04}-{day // 100 % 100:02}-{day % 100:02}", naive=True)


def _yes(value: object) -> bool:
    """True for every form of true that producers write: booleans, numbers or words."""
    return value is True or value in (1, "1", "true", "True")


def _uid(value: object, slug: str, played: datetime, seats: tuple[RecordSeat, ...]) -> UUID:
    """Returns the play's own UUID; if it is invalid, one derived from the play's content.

    Reading a file twice then gives the same plays.
    """
    try:
        uid = UUID(value) if isinstance(value, str) and len(value) <= 60 else None
    except ValueError:
        uid = None
    if uid is not None and uid.int:
        return uid
    results = [[seat.name, seat.total, seat.place] for seat in seats]
    plain = json.dumps([slug, played.isoformat(), results, printable(value)])
    return uuid5(NAMESPACE, f"found:{plain}")
