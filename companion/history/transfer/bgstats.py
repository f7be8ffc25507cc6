"""Link that adds one play to the app BG Stats: its only documented interface, since version 3.3.2.

The app requires fields documented as optional: on Android every boolean, on Apple a numeric
``bggId`` if there is one. Not tried on a phone.
"""

from __future__ import annotations

import json
from datetime import UTC
from typing import Any
from urllib.parse import quote

from companion.history.records import Record
from companion.history.transfer.bgsplay import game_uid, names, play_uid, player_uid
from companion.history.transfer.csv import game_name
from scoring import games

SOURCE = "Boardgame Companion"
BASE = "https://app.bgstatsapp.com/createPlay.html?data="
LONGEST = 8000


def link(
    record: Record, language: str, *, group: str = "", place: str = "", comments: str = ""
) -> str:
    """Returns the link for a record; ``comments`` are left out if they make it too long.

    ``group``: namespace of the players' UUIDs, any stable string that is no secret
    ``place``: the play's location
    """
    data = play(record, language, group=group, place=place)
    if comments:
        told = BASE + _quoted(data | {"comments": comments})
        if len(told) < LONGEST:
            return told
    return BASE + _quoted(data)


def play(record: Record, language: str, *, group: str = "", place: str = "") -> dict[str, Any]:
    """Returns the play as the JSON object in the link.

    ``group``, ``place``: as for ``link``.
    """
    data: dict[str, Any] = {
        "sourceName": SOURCE,
        "sourcePlayId": str(play_uid(record)).upper(),
        "playDate": f"{record.played.astimezone(UTC):%Y-%m-%d %H:%M:%S}",
        "game": _game(record.game, language),
        "players": _players(record, language, group),
    }
    if record.minutes:
        data["durationMin"] = record.minutes
    if place:
        data["location"] = place
    return data


def _game(slug: str, language: str) -> dict[str, Any]:
    box = games().get(slug)
    game: dict[str, Any] = {
        "name": game_name(slug).in_language(language),
        "sourceGameId": str(game_uid(slug)).upper(),
        "highestWins": True,
        "noPoints": False,
    }
    return game | ({"bggId": box.bgg} if box and box.bgg else {})


def _players(record: Record, language: str, group: str) -> list[dict[str, Any]]:
    called = names(record, language)
    players = []
    for seat in record.seats:
        name = called[seat.seat]
        player: dict[str, Any] = {
            "name": name,
            "sourcePlayerId": str(player_uid(name, group)).upper(),
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
