"""Filters of a history, as query parameters of its URL, so that filtered pages can be linked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time
from typing import Any
from urllib.parse import urlencode

from companion.history.played_games import Record, person
from companion.http.url_converters import id_of
from companion.http.whole_numbers import whole_number

MOST_PLAYERS = 99
MOST_WORD = 100


@dataclass(frozen=True, slots=True)
class Choice:
    """Filters of a history's games; an empty one matches all.

    ``game``: slug. ``player``: the name of one who played, normalised (case, width, kana).
    ``players``: number of players. ``since``: first day, in UTC.
    """

    game: str = ""
    player: str = ""
    players: int = 0
    since: date | None = None

    @classmethod
    def of(cls, parameters: Mapping[str, str]) -> Choice:
        """Reads a history's filters (game, player, number of players, first day) from a query.

        ``parameters``: those of the URL's query string; invalid values are ignored.
        """
        players = whole_number(parameters.get("players", ""), digits=3) or 0
        try:
            since = date.fromisoformat(parameters.get("since", ""))
        except ValueError:
            since = None
        return cls(
            id_of(parameters.get("game", ""))[:MOST_WORD],
            person(parameters.get("player", "")[:MOST_WORD]),
            min(players, MOST_PLAYERS),
            since,
        )

    def __bool__(self) -> bool:
        return self != Choice()

    def holds(self, record: Record) -> bool:
        return (
            (not self.game or record.game == self.game)
            and (not self.players or len(record.seats) == self.players)
            and (not self.since or record.played >= datetime.combine(self.since, time(), UTC))
            and (not self.player or any(person(s.name) == self.player for s in record.seats))
        )

    def among(self, records: Iterable[Record]) -> tuple[Record, ...]:
        return tuple(record for record in records if self.holds(record))

    def query(self, **other: Any) -> str:
        """Returns a history's filters as a query string, such as *?players=3&since=2026-01-01*.

        ``other``: filters to replace in it, as in ``query(players=3)``.
        """
        chosen = replace(self, **other)
        named = {
            "game": chosen.game,
            "player": chosen.player,
            "players": chosen.players or "",
            "since": chosen.since or "",
        }
        return "?" + urlencode({name: value for name, value in named.items() if value})
