"""Builds the template context for the statistics of a history: numbers, plots, links."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.history import statistics, stories
from companion.history.filters import Choice
from companion.history.played_games import Record
from companion.history.ratings import Rating, ratings
from companion.history.transfer import csv_export
from companion.sheet_pages import plot_shapes
from scoring import game as find_game
from scoring import games

MOST_MOMENTS = 60
"""Maximum number of games in a plot: more dots would be unreadable on a phone."""
MOST_FACES = 6
"""Maximum number of people in the row of meeples; with more, names would be cut."""
MOST_PEOPLE = 20
"""Maximum number of people in a list."""
ENOUGH_GAMES = 10
"""Number of games from which a share of wins has an interval and a person a rating: with fewer,
one more game would change both beyond recognition."""


def page(records: Sequence[Record], choice: Choice, pair: int) -> dict[str, Any]:
    """Returns the template context of a history's stories and statistics.

    ``records``: the games that pass the filters in ``choice``. ``pair``: which two people to
    compare, as index among all pairs that met often. Statistics that one more game would change
    much are shown from ``ENOUGH_GAMES`` games on.
    """
    rated = [each for each in ratings(records) if each.games >= ENOUGH_GAMES]
    everybody = statistics.people(records)
    return {
        "people": (listed := _people(everybody, statistics.wins(records), rated, choice)),
        "scaled": any(each["chance"] and each["chance"]["range"] for each in listed),
        "unlisted": max(0, len(everybody) - MOST_PEOPLE),
        "person": _person(records, choice, everybody, rated),
        "games": [_game(each, records, choice) for each in statistics.games(records)],
        "numbers": _numbers(records, choice),
        "start": (start := statistics.start(records)),
        "started": start and chance(start.rate),
        "margins": _margins(records),
        "streaks": statistics.streaks(records)[:5],
        "figures": len(records) >= ENOUGH_GAMES or bool(choice),
    } | _stories(records, choice, pair)


def _stories(records: Sequence[Record], choice: Choice, pair: int) -> dict[str, Any]:
    """Returns template context: people, winners by month, two rivals, remarkable games.

    ``choice``: the filters, for links. ``pair``: which two rivals. While no game is remarkable yet,
    the latest one is shown with its first three.
    """
    records = [each for each in records if each.counts]
    known = stories.faces(records)
    pairs = stories.rivals(records, known)
    anecdotes = stories.anecdotes(records)
    context: dict[str, Any] = {
        "faces": [
            {"of": face, "query": choice.query(player=face.id)}
            for face in list(known.values())[:MOST_FACES]
        ],
        "months": stories.months(records, known),
        "rival": pairs[pair % len(pairs)] if pairs else None,
        "next_pair": (pair + 1) % len(pairs) if len(pairs) > 1 else None,
        "anecdotes": anecdotes,
    }
    if records and not anecdotes and (records[0].decided or records[0].open.en):
        context["evening"] = {
            "headline": stories.headline(records[0]),
            "game": csv_export.game_name(records[0].game),
            "accent": _accent(records[0].game),
            "podium": stories.podium(records[0], known),
            "section": stories.deciding_section(records[0]),
        }
    return context


def _accent(slug: str) -> str:
    return find_game(slug).catalogue.box.accent if slug in games() else "slate"


def choices(records: Sequence[Record]) -> dict[str, Any]:
    """Returns what a history's filters offer, for the template.

    ``games``: pairs of slug and name. ``players``: pairs of normalised and written name.
    ``numbers``: numbers of players.
    """
    return {
        "games": [
            (each.game, csv_export.game_name(each.game)) for each in statistics.games(records)
        ],
        "players": [(each.id, each.name) for each in statistics.people(records)],
        "numbers": sorted({len(record.seats) for record in records}),
    }


def chance(rate: statistics.Rate | None) -> dict[str, Any] | None:
    """Returns a win rate as template context; ``None`` without one.

    ``won`` of the games ``of``, and its 95 % interval from ``low`` to ``high`` in percent;
    ``range``: plot of the interval, ``None`` for fewer than ``ENOUGH_GAMES`` games.
    """
    if rate is None:
        return None
    enough = rate.of >= ENOUGH_GAMES
    return {
        "won": rate.won,
        "of": rate.of,
        "low": round(100 * rate.low),
        "high": round(100 * rate.high),
        "range": plot_shapes.extent(rate.share, rate.low, rate.high, 0, 1) if enough else None,
    }


def _people(
    everybody: Sequence[statistics.Person],
    wins: Mapping[str, statistics.Rate],
    rated: Sequence[Rating],
    choice: Choice,
) -> list[dict[str, Any]]:
    strengths = {each.id: _strength(each) for each in rated} if len(rated) > 1 else {}
    return [
        {
            "who": who,
            "chance": chance(wins.get(who.id)),
            "rating": strengths.get(who.id),
            "query": choice.query(player=who.id),
        }
        for who in everybody[:MOST_PEOPLE]
    ]


def _strength(rating: Rating) -> dict[str, int]:
    return {"middle": round(rating.middle), "wide": round(rating.high - rating.middle)}


def _person(
    records: Sequence[Record],
    choice: Choice,
    everybody: Sequence[statistics.Person],
    rated: Sequence[Rating],
) -> dict[str, Any] | None:
    """Returns template context on the person in the filters: win rate, strength, streak, opponents.

    ``choice``: the filters; ``None`` if they name nobody. ``everybody``, ``rated``: all people, and
    their strengths.
    """
    who = next((each for each in everybody if each.id == choice.player), None)
    if who is None:
        return None
    rating = next((each for each in rated if each.id == who.id), None)
    streak = next((each for each in statistics.streaks(records) if each.id == who.id), None)
    return {
        "who": who,
        "face": stories.faces(records).get(who.id),
        "chance": chance(statistics.wins(records).get(who.id)),
        "rating": rating and _strength(rating),
        "streak": streak,
        "against": [
            {"who": each, "query": choice.query(player=each.id)}
            for each in statistics.opponents(records, who.id)
        ],
        "at": [_at(at, records, choice) for at in who.at],
    }


def _at(at: statistics.PersonFigures, records: Sequence[Record], choice: Choice) -> dict[str, Any]:
    """Returns template context: one person's figures at one game, win rate, plot of totals.

    With the sections of the score if the filters, ``choice``, name a game.
    """
    here = [record for record in records if record.game == at.game]
    return {
        "at": at,
        "game": csv_export.game_name(at.game),
        "query": choice.query(game=at.game),
        "chance": chance(statistics.wins(here).get(choice.player)),
        "parts": _parts(here, choice) if choice.game else [],
    } | _plot(at.totals)


def _parts(records: Sequence[Record], choice: Choice) -> list[dict[str, Any]]:
    return [
        {"label": part.label, "average": part.average} | _plot(part.points, low=True)
        for part in statistics.parts(records, choice.player)
    ]


def _plot(points: statistics.Points, *, low: bool = False) -> dict[str, Any]:
    """Returns a line plot of the last ``MOST_MOMENTS`` of ``points``, pairs of time and number.

    ``course``: the plot. ``from``, ``to``: first and last time. ``low``: of little height.
    """
    latest = points[-MOST_MOMENTS:]
    return {
        "course": plot_shapes.line_plot([round(number) for _, number in latest], low=low),
        "from": latest[0][0] if latest else None,
        "to": latest[-1][0] if latest else None,
    }


def _numbers(records: Sequence[Record], choice: Choice) -> list[dict[str, Any]]:
    """Returns figures of games with 2, 3, 4 ... players, for the template.

    ``choice``: the filters. Average totals are among them only if all ``records`` are of one game.
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
    margins = statistics.margins(records)
    if margins is None:
        return None
    return {
        "average": margins.average,
        "ends": [
            {
                "record": record,
                "points": statistics.margin(record),
                "game": csv_export.game_name(record.game),
            }
            for record in (margins.closest, margins.widest)
            if margins.closest != margins.widest
        ],
    }


def _game(of: statistics.GameFigures, records: Sequence[Record], choice: Choice) -> dict[str, Any]:
    return {
        "of": of,
        "name": csv_export.game_name(of.game),
        "query": choice.query(game=of.game),
        "columns": plot_shapes.histogram(plot_shapes.bins(of.scores)),
        "high": max(of.scores, default=None),
        "parts": _parts([r for r in records if r.game == of.game], choice)
        if choice.game and not choice.player
        else [],
    }
