"""Reads play files of the app BG Stats.

Lenient: parts that cannot be understood are reported and left out. Input is limited so that no file
takes long to read.
"""

import json
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from companion.history.played_games import NAMESPACE, Record, person
from companion.history.seat_results import RecordSeat
from companion.history.transfer.bgstats_export import NO_PLACE
from companion.history.transfer.companion_json_rows import FileContents
from companion.history.transfer.untrusted_json import (
    Unusable,
    add,
    integer,
    json_object,
    loads,
    moment,
    one_line,
    printable,
    reported,
    rows_in,
    uuid,
)
from companion.messages import say
from scoring import games
from scoring.model.cells import Cell
from scoring.model.errors_and_warnings import CellError, Unreadable

MOST_SEATS = 40
MOST_MINUTES = 60 * 24 * 30
SCORE = Cell("number", least=-(10**9), most=10**9, open=True)
LONGEST_NAME = LONGEST_PLACE = 60

type GamesByNumberAndName = tuple[Mapping[int, str], Mapping[str, tuple[str, int | None]]]


def read(data: bytes, existing: Collection[UUID] = frozenset()) -> FileContents:
    """Returns the games in ``data``, a play file of the app BG Stats, and its errors; never raises.

    Left out are plays that their owner excluded from statistics, and those with a uid in
    ``existing``.
    """
    try:
        raw = loads(data)
    except Unusable as error:
        return FileContents(faults=[error.fault])
    if "plays" not in raw:
        return FileContents(faults=[CellError("plays", say("import-not-bgstats"))])
    faults: list[CellError] = []
    plays = rows_in(raw, "plays", faults)
    titles = _by_id(raw, "games", faults)
    people = {
        n: "" if _yes(row.get("isAnonymous")) else one_line(row.get("name"), LONGEST_NAME)
        for n, row in _by_id(raw, "players", faults).items()
    }
    places = {
        n: one_line(row.get("name"), LONGEST_PLACE)
        for n, row in _by_id(raw, "locations", faults).items()
    }
    known = _games_by_number_and_name()
    slugs = {n: _slug(row, known) for n, row in titles.items()}
    records: dict[str, Record] = {}
    others: Counter[str] = Counter()
    there = 0
    for path, each in plays:
        with reported(faults):
            row = json_object(path, each)
            game = integer(row.get("gameRefId"))
            if game is None or game not in titles:
                raise Unusable(f"{path}/gameRefId", say("import-no-game-of-play"))
            if not (slug := slugs[game]):
                others[one_line(titles[game].get("name"), LONGEST_NAME) or "?"] += 1
            elif not _yes(row.get("ignored")):
                record = _record(path, row, slug, titles[game], people, faults)
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
        others=Counter(dict(others.most_common())),
    )


def _by_id(
    raw: dict[str, Any], key: str, faults: list[CellError]
) -> dict[int | None, dict[str, Any]]:
    rows = [row for _, row in rows_in(raw, key, faults) if isinstance(row, dict)]
    return {integer(row.get("id")): row for row in reversed(rows)}


def _games_by_number_and_name() -> GamesByNumberAndName:
    """Returns two mappings of our games: BoardGameGeek's number to slug; name to (slug, number).

    Names are normalised; the number is ``None`` for a game that BoardGameGeek does not have.
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


def _slug(row: Mapping[str, Any], known: GamesByNumberAndName) -> str:
    """Returns the slug of the game in ``row``, JSON of BG Stats; empty if we do not have it.

    A different BoardGameGeek number makes it a different game, even with the same name.
    """
    numbers, titles = known
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
    people: Mapping[int | None, str],
    faults: list[CellError],
) -> Record:
    """Reads one play from a file of BG Stats: seats, places, totals. Raises ``Unusable``.

    ``path``: the play's path in the file, for messages; ``row``: its JSON; ``title``: its game's
    JSON. ``slug``: our game. ``people``: the file's number of each player to the name. Errors that
    leave the play usable are added to ``faults``.
    """
    day = f"{integer(row.get('playDateYmd')) or 0:08}"  # such as 20261231
    played = moment(row.get("playDate"), naive=True) or moment(day, naive=True)
    if played is None:
        raise Unusable(f"{path}/playDate", say("import-no-date"))
    scores = row.get("playerScores")
    if not isinstance(scores, list) or not 0 < len(scores) <= MOST_SEATS:
        raise Unusable(f"{path}/playerScores", say("import-players", n=MOST_SEATS))
    rows = []
    for n, score in enumerate(scores):
        where = f"{path}/playerScores/{n}"
        typed = json_object(where, score).get("score")
        total: Any = None
        try:
            total = SCORE.parse(typed) if isinstance(typed, str) else SCORE.read(typed)
        except Unreadable:
            add(faults, CellError(f"{where}/score", say("import-no-score", word=printable(typed))))
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


def _places(
    totals: Sequence[int | None], winners: Sequence[bool], ranks: Sequence[int], *, highest: bool
) -> list[int | None]:
    """Returns the place of each seat of a play from BG Stats, ``None`` if unknown.

    It is the file's rank; else 1 for winners; else, if all totals are known, the rank by total.
    ``totals``, ``winners``, ``ranks``: of each seat in the file. ``highest``: the highest total
    wins, else the lowest.
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


def _yes(value: object) -> bool:
    """True for every form of true in a file of BG Stats: the boolean, a number or a word."""
    return value is True or value in (1, "1", "true", "True")


def _uid(value: object, slug: str, played: datetime, seats: tuple[RecordSeat, ...]) -> UUID:
    """Returns a play's UUID: ``value`` in the file; if invalid, one made of the other arguments."""
    if (uid := uuid(value)) and uid.int:
        return uid
    results = [[seat.name, seat.total, seat.place] for seat in seats]
    plain = json.dumps([slug, played.isoformat(), results, printable(value)])
    return uuid5(NAMESPACE, f"found:{plain}")
