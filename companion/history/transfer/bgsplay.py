"""Reads and writes play files of BG Stats.

The format is undocumented: this writes what all known producers write and real exports contain;
never tried on a phone. Reading is lenient: what cannot be understood is reported and left out.
Input is limited so that no file makes reading slow.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from typing import Any
from uuid import UUID, uuid5

from companion.history.records import NAMESPACE, Record, RecordSeat, person
from companion.history.transfer.csv import game_name
from companion.history.transfer.reading import (
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

ABOUT = "This is a Play file that can be read by Board Game Stats."
NO_PLACE = say("place-not-recorded")
MOST_SEATS = 40
MOST_MINUTES = 60 * 24 * 30
MOST_POINTS = 10**9
LONGEST_NAME = LONGEST_PLACE = 60

_SUM = re.compile(r"[+-]?[0-9]{1,9}([+-][0-9]{1,9}){0,60}\Z")
_TERM = re.compile(r"[+-]?[0-9]+")


# ── names that stay ────────────────────────────────────────────────────────────────────


def play_uid(record: Record) -> UUID:
    """Returns the UUID of a play: an import's own, else derived from the record's key."""
    if record.source == "import":
        return UUID(record.key)
    return uuid5(NAMESPACE, f"play:{record.key}")


def player_uid(name: str, group: str) -> UUID:
    """Returns the UUID of a player's normalised name within a group."""
    return uuid5(uuid5(NAMESPACE, f"group:{group}"), f"player:{person(name)}")


def game_uid(slug: str) -> UUID:
    return uuid5(NAMESPACE, f"game:{slug}")


def names(record: Record, language: str) -> dict[str, str]:
    """Returns a unique name for each seat: the second of a name becomes “Aki (2)”."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for seat in record.seats:
        plain = called = seat.called.in_language(language)
        n = 1
        while person(called) in taken:
            n += 1
            called = f"{plain} ({n})"
        taken.add(person(called))
        found[seat.seat] = called
    return found


# ── writing ────────────────────────────────────────────────────────────────────────────


def document(
    records: Iterable[Record],
    language: str,
    *,
    group: str = "",
    me: str = "",
    place: str = "",
    comments: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Returns a play file of these records, oldest first; deterministic.

    ``group`` is the namespace of players' UUIDs: any stable string that is no secret. ``me`` names
    the owner of the reading app; the first player if unknown. BG Stats requires a place for each
    play: ``place`` is for records without one, with a default. ``comments`` by record key.
    """
    listed = sorted(records, key=lambda r: (r.played, r.key))
    stamp = _stamp(listed[-1].played) if listed else ""
    slugs = {slug: n for n, slug in enumerate(dict.fromkeys(r.game for r in listed), 1)}
    players: dict[str, tuple[int, str]] = {}
    nowhere = place or NO_PLACE.in_language(language)
    spots = {person(nowhere): (1, nowhere)}
    plays = []
    for record in listed:
        at = record.place or nowhere
        spot, _ = spots.setdefault(person(at), (len(spots) + 1, at))
        called = names(record, language)
        for seat in record.seats:
            name = called[seat.seat]
            if person(name) not in players:
                players[person(name)] = (len(players) + 1, name)
        refs = {seat: players[person(name)][0] for seat, name in called.items()}
        comment = (comments or {}).get(record.key, "")
        plays.append(_play(record, slugs[record.game], spot, refs, comment))
    return {
        "about": ABOUT,
        "userInfo": {"meRefId": players.get(person(me), (1, ""))[0]},
        "players": [
            {
                "id": n,
                "uuid": _upper(player_uid(name, group)),
                "name": name,
                "isAnonymous": False,
                "modificationDate": stamp,
            }
            for n, name in players.values()
        ],
        "locations": [
            {
                "id": n,
                "uuid": _upper(uuid5(NAMESPACE, f"group:{group}\nplace:{person(spot)}")),
                "name": spot,
                "modificationDate": stamp,
            }
            for n, spot in spots.values()
        ],
        "games": [_game(slug, n, language, stamp) for slug, n in slugs.items()],
        "plays": plays,
    }


def dumps(file: Mapping[str, Any]) -> bytes:
    return json.dumps(file, ensure_ascii=False, separators=(",", ":")).encode()


def _game(slug: str, n: int, language: str, stamp: str) -> dict[str, Any]:
    box, name = games().get(slug), game_name(slug)
    bgg = (box.bgg if box else None) or 0
    return {
        "id": n,
        "uuid": _upper(game_uid(slug)),
        "name": name.in_language(language),
        "bggId": bgg,
        "bggName": name.en if bgg else "",
        "bggYear": (box.year if box else None) or 0,
        "highestWins": True,
        "noPoints": False,
        "cooperative": False,
        "usesTeams": False,
        "modificationDate": stamp,
    }


def _play(
    record: Record, game: int, spot: int, refs: Mapping[str, int], comment: str
) -> dict[str, Any]:
    stamp = _stamp(record.played)
    return {
        "uuid": _upper(play_uid(record)),
        "gameRefId": game,
        "locationRefId": spot,
        "playDate": stamp,
        "playDateYmd": int(f"{record.played.astimezone(UTC):%Y%m%d}"),
        "entryDate": stamp,
        "modificationDate": stamp,
        "durationMin": record.minutes or 0,
        "rounds": 0,
        "scoringSetting": 0,
        "ignored": False,
        "manualWinner": False,
        "usesTeams": False,
        "comments": comment,
        "expansionPlays": [],
        "playerScores": [
            {
                "playerRefId": refs[seat.seat],
                "score": "" if seat.total is None else str(seat.total),
                "winner": record.won(seat),
                "newPlayer": False,
                "startPlayer": seat.first,
                "rank": seat.place or 0,
                "seatOrder": order,
            }
            for order, seat in enumerate(record.seats, 1)
        ],
    }


def _stamp(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M:%S}"


def _upper(uid: UUID) -> str:
    return str(uid).upper()


# ── reading ────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Reading:
    """The plays of known games, and counts of the rest.

    ``others``: plays of other games by name; ``repeated``: plays that exist already; ``ignored``:
    plays that their owner does not count.
    """

    records: tuple[Record, ...]
    faults: list[CellError]
    others: Mapping[str, int]
    repeated: int = 0
    ignored: int = 0


def read(data: bytes, known: Collection[UUID] = frozenset()) -> Reading:
    """Returns all of the file that can be understood; never raises, for any bytes.

    ``known`` are the uids (see ``play_uid``) of the plays in the target history.
    """
    try:
        raw = loads(data)
    except Unusable as error:
        return Reading((), [error.fault], {})
    faults: list[CellError] = []
    plays = _rows(raw, "plays", faults)
    if "plays" not in raw:
        message = say("import-not-bgstats")
        return Reading((), [CellError("plays", message)], {})
    titles = _by_id(_rows(raw, "games", faults))
    people = {
        n: "" if _yes(row.get("isAnonymous")) else one_line(row.get("name"), LONGEST_NAME)
        for n, row in _by_id(_rows(raw, "players", faults)).items()
    }
    spots = {
        n: one_line(row.get("name"), LONGEST_PLACE)
        for n, row in _by_id(_rows(raw, "locations", faults)).items()
    }
    slugs = {n: _slug(row) for n, row in titles.items()}
    records: dict[str, Record] = {}
    others: Counter[str] = Counter()
    repeated = ignored = 0
    for n, row in enumerate(plays):
        path = f"plays/{n}"
        if not isinstance(row, dict):
            add(faults, path, say("import-object"))
            continue
        game = integer(row.get("gameRefId"))
        if game is None or game not in titles:
            message = say("import-no-game-of-play")
            add(faults, f"{path}/gameRefId", message)
        elif not (slug := slugs[game]):
            others[one_line(titles[game].get("name"), LONGEST_NAME) or "?"] += 1
        elif _yes(row.get("ignored")):
            ignored += 1
        else:
            try:
                record = _record(path, row, slug, titles[game], people, faults)
            except Unusable as error:
                add(faults, error.fault.path, error.fault.message)
                continue
            place = spots.get(integer(row.get("locationRefId")) or 0, "")
            record = replace(record, place="" if place in NO_PLACE.json().values() else place)
            if record.key in records or UUID(record.key) in known:
                repeated += 1
            else:
                records[record.key] = record
    return Reading(tuple(records.values()), faults, dict(others.most_common()), repeated, ignored)


def _rows(raw: Mapping[str, Any], key: str, faults: list[CellError]) -> list[Any]:
    rows = raw.get(key, [])
    if isinstance(rows, list):
        return rows
    add(faults, key, say("import-list"))
    return []


def _by_id(rows: Iterable[Any]) -> dict[int, dict[str, Any]]:
    """Returns rows by their ``id`` in this file; of duplicates the first."""
    found: dict[int, dict[str, Any]] = {}
    for row in rows:
        if isinstance(row, dict) and (n := integer(row.get("id"))) is not None:
            found.setdefault(n, row)
    return found


@cache
def _games_by_number_and_name() -> tuple[Mapping[int, str], Mapping[str, tuple[str, int | None]]]:
    """Returns our games by BoardGameGeek number, and by each of their names."""
    numbers: dict[int, str] = {}
    titles: dict[str, tuple[str, int | None]] = {}
    for slug, box in games().items():
        if box.bgg:
            numbers[box.bgg] = slug
        aliases = [alias for several in box.aliases.values() for alias in several]
        for title in (box.name.en, box.name.ja, *aliases):
            titles.setdefault(person(title), (slug, box.bgg))
    return numbers, titles


def _slug(row: Mapping[str, Any]) -> str:
    """Returns our slug for a game of the file; empty if it is not ours.

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
    """Returns the record of a play. Raises ``Unusable``; minor errors are added to ``faults``."""
    played = moment(row.get("playDate"), naive=True) or _day(row.get("playDateYmd"))
    if played is None:
        raise Unusable(f"{path}/playDate", say("import-no-date"))
    scores = row.get("playerScores")
    if not isinstance(scores, list) or not 0 < len(scores) <= MOST_SEATS:
        raise Unusable(f"{path}/playerScores", say("import-players", n=MOST_SEATS))
    given = []
    for n, score in enumerate(scores):
        where = f"{path}/playerScores/{n}"
        if not isinstance(score, dict):
            raise Unusable(where, say("import-object"))
        total, readable = points(score.get("score"))
        if not readable:
            add(
                faults, f"{where}/score", say("import-no-score", word=printable(score.get("score")))
            )
        given.append((score, total))
    # in the order of the seats where the file knows it, else as listed
    given.sort(key=lambda pair: integer(pair[0].get("seatOrder")) or 0)
    places = _places(
        [total for _, total in given],
        [_yes(score.get("winner")) for score, _ in given],
        [integer(score.get("rank")) or 0 for score, _ in given],
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
        for n, ((score, total), place) in enumerate(zip(given, places, strict=True), 1)
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
    """Returns a score, and True if it was readable: an empty one is, and has no number.

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
    """Returns the places in the file; without them, winners first and the rest by totals.

    If a total is missing, only the winners' place is known.
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
    """True for the forms of true that producers write: booleans, numbers or words."""
    return value is True or value in (1, "1", "true", "True")


def _uid(value: object, slug: str, played: datetime, seats: tuple[RecordSeat, ...]) -> UUID:
    """Returns the play's own UUID; if unusable, one derived from the play's content.

    So reading a file twice gives the same plays.
    """
    try:
        own = UUID(value) if isinstance(value, str) and len(value) <= 60 else None
    except ValueError:
        own = None
    if own is not None and own.int:
        return own
    fared = [[seat.name, seat.total, seat.place] for seat in seats]
    plain = json.dumps([slug, played.isoformat(), fared, printable(value)])
    return uuid5(NAMESPACE, f"found:{plain}")
