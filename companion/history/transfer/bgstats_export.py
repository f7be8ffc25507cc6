"""Exports games to the app BG Stats: as a play file, or as a link that adds one game.

The file's format is undocumented: this writes what all known producers write and real exports
contain. The link is the app's only documented interface, since version 3.3.2; it requires fields
documented as optional (on Android every boolean, on Apple a numeric ``bggId`` if there is one).
Neither was tried on a phone.
"""

from collections.abc import Iterable, Mapping
from datetime import UTC
from typing import Any
from urllib.parse import quote
from uuid import UUID, uuid5

from companion.history.played_games import NAMESPACE, Record, comment, person
from companion.history.transfer.csv_export import game_name, utc_text
from companion.history.transfer.untrusted_json import compact_json
from companion.messages import say
from scoring import games

ABOUT = "This is a Play file that can be read by Board Game Stats."
NO_PLACE = say("place-not-recorded")
LINK = "https://app.bgstatsapp.com/createPlay.html?data="
LONGEST_LINK = 8000


# ── names that stay ────────────────────────────────────────────────────────────────────


def play_uid(record: Record) -> UUID:
    """Returns the UUID of a finished game for BG Stats: an import's own, else made of its key."""
    if record.source == "import":
        return UUID(record.key)
    return uuid5(NAMESPACE, f"play:{record.key}")


def player_uid(name: str, group: str) -> UUID:
    """Returns a player's UUID for BG Stats, the same for the same name in the same group."""
    return uuid5(uuid5(NAMESPACE, f"group:{group}"), f"player:{person(name)}")


def game_uid(slug: str) -> UUID:
    return uuid5(NAMESPACE, f"game:{slug}")


def names(record: Record, language: str) -> dict[str, str]:
    """Returns each seat's name, unique in the game: a second “Aki” becomes “Aki (2)”.

    ``language``: in which a seat without a name is called “Player 2”.
    """
    by_seat: dict[str, str] = {}
    taken: set[str] = set()
    for seat in record.seats:
        plain = called = seat.called.in_language(language)
        n = 1
        while person(called) in taken:
            n += 1
            called = f"{plain} ({n})"
        taken.add(person(called))
        by_seat[seat.seat] = called
    return by_seat


# ── writing ────────────────────────────────────────────────────────────────────────────


def document(records: Iterable[Record], language: str, *, group: str = "") -> dict[str, Any]:
    """Returns finished games as a play file for the app BG Stats, in JSON; oldest game first.

    ``language``: of the games' and unnamed players' names. ``group``: namespace of the players'
    UUIDs, any stable string that is no secret. BG Stats requires a location, so games without one
    have ``NO_PLACE``.
    """
    listed = sorted(records, key=lambda r: (r.played, r.key))
    date = utc_text(listed[-1].played) if listed else ""
    slugs = {slug: n for n, slug in enumerate(dict.fromkeys(r.game for r in listed), 1)}
    players: dict[str, tuple[int, str]] = {}
    nowhere = NO_PLACE.in_language(language)
    spots = {person(nowhere): (1, nowhere)}
    plays = []
    for record in listed:
        at = record.place or nowhere
        spot, _ = spots.setdefault(person(at), (len(spots) + 1, at))
        called = names(record, language)
        for name in called.values():
            players.setdefault(person(name), (len(players) + 1, name))
        refs = {seat: players[person(name)][0] for seat, name in called.items()}
        plays.append(_play(record, slugs[record.game], spot, refs, comment(record, language)))
    return {
        "about": ABOUT,
        "userInfo": {"meRefId": 1},
        "players": [
            {
                "id": n,
                "uuid": uid_text(player_uid(name, group)),
                "name": name,
                "isAnonymous": False,
                "modificationDate": date,
            }
            for n, name in players.values()
        ],
        "locations": [
            {
                "id": n,
                "uuid": uid_text(uuid5(NAMESPACE, f"group:{group}\nplace:{person(spot)}")),
                "name": spot,
                "modificationDate": date,
            }
            for n, spot in spots.values()
        ],
        "games": [_game(slug, n, language, date) for slug, n in slugs.items()],
        "plays": plays,
    }


def dumps(file: Mapping[str, Any]) -> bytes:
    return compact_json(file).encode()


def _game(slug: str, n: int, language: str, date: str) -> dict[str, Any]:
    game, name = games().get(slug), game_name(slug)
    bgg = (game.bgg if game else None) or 0
    return {
        "id": n,
        "uuid": uid_text(game_uid(slug)),
        "name": name.in_language(language),
        "bggId": bgg,
        "bggName": name.en if bgg else "",
        "bggYear": (game.year if game else None) or 0,
        "highestWins": True,
        "noPoints": False,
        "cooperative": False,
        "usesTeams": False,
        "modificationDate": date,
    }


def _play(
    record: Record, game: int, place_number: int, refs: Mapping[str, int], comments: str
) -> dict[str, Any]:
    date = utc_text(record.played)
    return {
        "uuid": uid_text(play_uid(record)),
        "gameRefId": game,
        "locationRefId": place_number,
        "playDate": date,
        "playDateYmd": int(f"{record.played.astimezone(UTC):%Y%m%d}"),
        "entryDate": date,
        "modificationDate": date,
        "durationMin": record.minutes or 0,
        "rounds": 0,
        "scoringSetting": 0,
        "ignored": False,
        "manualWinner": False,
        "usesTeams": False,
        "comments": comments,
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


def link(record: Record, language: str, *, group: str = "") -> str:
    """Returns a link that adds a game to the app BG Stats.

    ``language``: of the game's and unnamed players' names. ``group``: namespace of the players'
    UUIDs. The comment is left out of a link that would have 8000 characters or more.
    """
    installed, called = games().get(record.game), names(record, language)
    data: dict[str, Any] = {
        "sourceName": "Boardgame Companion",
        "sourcePlayId": uid_text(play_uid(record)),
        "playDate": utc_text(record.played),
        "game": {
            "name": game_name(record.game).in_language(language),
            "sourceGameId": uid_text(game_uid(record.game)),
            "highestWins": True,
            "noPoints": False,
        }
        | ({"bggId": installed.bgg} if installed and installed.bgg else {}),
        "players": [
            {
                "name": called[seat.seat],
                "sourcePlayerId": uid_text(player_uid(called[seat.seat], group)),
                "winner": record.won(seat),
                "startPlayer": seat.first,
                "rank": seat.place or 0,
            }
            | ({} if seat.total is None else {"score": seat.total})
            for seat in record.seats
        ],
    }
    optional = {"durationMin": record.minutes, "location": record.place}
    data |= {name: value for name, value in optional.items() if value}
    comments = comment(record, language)
    with_comments = LINK + quote(compact_json(data | {"comments": comments}), safe="")
    if comments and len(with_comments) < LONGEST_LINK:
        return with_comments
    return LINK + quote(compact_json(data), safe="")


def uid_text(uid: UUID) -> str:
    return str(uid).upper()
