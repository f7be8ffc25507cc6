"""Builds the template context for the statistics of a history: numbers, plots, links."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.history import statistics, summaries
from companion.history.filters import Choice
from companion.history.ratings import Rating, ratings
from companion.history.records import Record
from companion.history.transfer import csv
from companion.sheet_pages import charts

MOST_MOMENTS = 60
"""Maximum number of games in a plot: more dots would be unreadable on a phone."""
MOST_PEOPLE = 20
"""Maximum number of people in a list."""


def page(records: Sequence[Record], choice: Choice) -> dict[str, Any]:
    """Returns the template context of all statistics above the list of games.

    ``records``: the records that pass the filters in ``choice``.
    """
    rated = ratings(records)
    everybody = summaries.people(records)
    return {
        "people": (listed := _people(everybody, statistics.wins(records), choice)),
        "scaled": any(each["chance"] for each in listed),
        "unlisted": max(0, len(everybody) - MOST_PEOPLE),
        "rated": _rated(rated),
        "person": _person(records, choice, everybody, rated),
        "games": [_game(each, records, choice) for each in summaries.games(records)],
        "numbers": _numbers(records, choice),
        "start": (start := statistics.start(records)),
        "started": start and chance(start.rate),
        "margins": _margins(records),
        "streaks": statistics.streaks(records)[:5],
    }


def choices(records: Sequence[Record], choice: Choice) -> dict[str, Any]:
    """Returns the template context of the filters: the values that occur in these records."""
    return {
        "games": [(each.game, csv.game_name(each.game)) for each in summaries.games(records)],
        "players": [(each.id, each.name) for each in summaries.people(records)],
        "numbers": sorted({len(record.seats) for record in records}),
        "chosen": choice,
        "game": csv.game_name(choice.game) if choice.game else None,
    }


def percent(share: float) -> int:
    return round(100 * share)


def chance(rate: statistics.Rate | None) -> dict[str, Any] | None:
    """Returns the template context of a win rate, in percent; ``None`` if there is no rate."""
    if rate is None:
        return None
    return {
        "won": rate.won,
        "of": rate.of,
        "low": percent(rate.low),
        "high": percent(rate.high),
        "range": charts.extent(rate.share, rate.low, rate.high, 0, 1),
    }


def _people(
    everybody: Sequence[summaries.Person], wins: Mapping[str, statistics.Rate], choice: Choice
) -> list[dict[str, Any]]:
    return [
        {
            "who": who,
            "chance": chance(wins.get(who.id)),
            "query": choice.query(player=who.id),
        }
        for who in everybody[:MOST_PEOPLE]
    ]


def _rated(rated: Sequence[Rating]) -> dict[str, Any] | None:
    if len(rated) < 2:
        return None
    shown = rated[:MOST_PEOPLE]
    levels = charts.levels(min(each.low for each in shown), max(each.high for each in shown))
    return {
        "levels": levels,
        "people": [
            {
                "name": each.name,
                "games": each.games,
                "middle": round(each.middle),
                "wide": round(each.high - each.middle),
                "range": charts.extent(each.middle, each.low, each.high, levels[0], levels[-1]),
            }
            for each in shown
        ],
    }


def _person(
    records: Sequence[Record],
    choice: Choice,
    everybody: Sequence[summaries.Person],
    rated: Sequence[Rating],
) -> dict[str, Any] | None:
    """Returns the template context of the statistics of the person in the filters.

    ``everybody``: summaries of all people. ``rated``: their ratings. ``None`` if the filters name
        nobody who has played.
    """
    who = next((each for each in everybody if each.id == choice.player), None)
    if who is None:
        return None
    own = next((each for each in rated if each.id == who.id), None)
    streak = next((each for each in statistics.streaks(records) if each.id == who.id), None)
    return {
        "who": who,
        "chance": chance(statistics.wins(records).get(who.id)),
        "rating": own and {"middle": round(own.middle), "wide": round(own.high - own.middle)},
        "streak": streak,
        "against": [
            {"who": each, "query": choice.query(player=each.id)}
            for each in statistics.opponents(records, who.id)
        ],
        "at": [_at(at, records, choice) for at in who.at],
    }


def _at(at: summaries.PersonFigures, records: Sequence[Record], choice: Choice) -> dict[str, Any]:
    """Returns the context of one person's statistics at one game.

    Sections of the score are included only if the filters name a game.
    """
    moments = at.totals[-MOST_MOMENTS:]
    here = [record for record in records if record.game == at.game]
    return {
        "at": at,
        "game": csv.game_name(at.game),
        "query": choice.query(game=at.game),
        "chance": chance(statistics.wins(here).get(choice.player)),
        "course": charts.line_plot([moment.total for moment in moments]),
        "from": moments[0].played if moments else None,
        "to": moments[-1].played if moments else None,
        "parts": _parts(here, choice) if choice.game else [],
    }


def _parts(records: Sequence[Record], choice: Choice) -> list[dict[str, Any]]:
    shown = []
    for part in statistics.parts(records, choice.player):
        moments = part.points[-MOST_MOMENTS:]
        shown.append(
            {
                "label": part.label,
                "average": part.average,
                "games": len(part.points),
                "course": charts.line_plot([round(points) for _, points in moments], low=True),
                "from": moments[0][0],
                "to": moments[-1][0],
            }
        )
    return shown


def _numbers(records: Sequence[Record], choice: Choice) -> list[dict[str, Any]]:
    """Returns the context of the statistics by number of players.

    Averages are included only if all records are of one game.
    """
    one = len({record.game for record in records}) == 1
    return [
        {
            "of": each,
            "average": each.average if one else None,
            "winner": each.winner if one else None,
            "margin": each.margin if one else None,
            "chance": chance(each.rate),
            "query": choice.query(players=each.players),
        }
        for each in statistics.by_number(records, choice.player)
    ]


def _margins(records: Sequence[Record]) -> dict[str, Any] | None:
    told = statistics.margins(records)
    if told is None:
        return None
    return {
        "average": told.average,
        "ends": [
            {
                "record": record,
                "points": statistics.margin(record),
                "game": csv.game_name(record.game),
            }
            for record in (told.closest, told.widest)
            if told.closest != told.widest
        ],
    }


def _game(of: summaries.GameFigures, records: Sequence[Record], choice: Choice) -> dict[str, Any]:
    return {
        "of": of,
        "name": csv.game_name(of.game),
        "query": choice.query(game=of.game),
        "columns": charts.histogram(
            [(each.least, each.most, each.count) for each in summaries.bins(of.scores)]
        ),
        "high": max(of.scores, default=None),
        "parts": _parts([r for r in records if r.game == of.game], choice)
        if choice.game and not choice.player
        else [],
    }
