"""Link that adds one play to the app BG Stats: its only documented interface, since version 3.3.2.

The app requires fields documented as optional: on Android every boolean, on Apple a numeric
``bggId`` if there is one. Not tried on a phone.
"""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

from companion.history.records import Record
from companion.history.transfer.bgsplay_writer import (
    game_uid,
    names,
    play_uid,
    player_uid,
    uid_text,
)
from companion.history.transfer.csv import game_name, utc_text
from scoring import games

SOURCE = "Boardgame Companion"
BASE = "https://app.bgstatsapp.com/createPlay.html?data="
LONGEST = 8000


def link(record: Record, language: str, *, group: str = "", comments: str = "") -> str:
    """Returns the link for a record; ``comments`` are left out if they make it too long.

    ``group``: namespace of the players' UUIDs, any stable string that is no secret
    """
    data = _play(record, language, group)
    if comments:
        with_comments = BASE + _quoted(data | {"comments": comments})
        if len(with_comments) < LONGEST:
            return with_comments
    return BASE + _quoted(data)


def _play(record: Record, language: str, group: str) -> dict[str, Any]:
    data: dict[str, Any] = {
        "sourceName": SOURCE,
        "sourcePlayId": uid_text(play_uid(record)),
        "playDate": utc_text(record.played),
        "game": _game(record.game, language),
        "players": _players(record, language, group),
    }
    if record.minutes:
        data["durationMin"] = record.minutes
    if record.place:
        data["location"] = record.place
    return data


def _game(slug: str, language: str) -> dict[str, Any]:
    installed = games().get(slug)
    game: dict[str, Any] = {
        "name": game_name(slug).in_language(language),
        "sourceGameId": uid_text(game_uid(slug)),
        "highestWins": True,
        "noPoints": False,
    }
    return game | ({"bggId": installed.bgg} if installed and installed.bgg else {})


def _players(record: Record, language: str, group: str) -> list[dict[str, Any]]:
    called = names(record, language)
    players = []
    for seat in record.seats:
        name = called[seat.seat]
        player: dict[str, Any] = {
            "name": name,
            "sourcePlayerId": uid_text(player_uid(name, group)),
            "winner": record.won(seat),
            "startPlayer": seat.first,
            "rank": seat.place or 0,
        }
        if seat.total is not None:
            player["score"] = seat.total
        players.append(player)
    return players


def _quoted(data: dict[str, Any]) -> str:
    return quote(json.dumps(data, ensure_ascii=False, separators=(",", ":")), safe="")
