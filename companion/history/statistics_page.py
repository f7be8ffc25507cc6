"""Builds the template context for the statistics of a history: people, figures, stories."""

from collections.abc import Sequence
from typing import Any

from companion.history import statistics, stories
from companion.history.filters import Choice
from companion.history.played_games import Record
from companion.history.ratings import ratings
from companion.history.statistics import ENOUGH_GAMES
from scoring import game as find_game
from scoring import games

MOST_FACES = 6
"""Maximum number of people in the row of meeples; with more, names would be cut."""
MOST_PEOPLE = 20
"""Maximum number of people in a list."""


def page(records: Sequence[Record], choice: Choice, pair: int) -> dict[str, Any]:
    """Returns the template context of a history's stories and statistics.

    ``records``: the games that pass the filters in ``choice``. ``pair``: which two people to
    compare, as index among all pairs that met often. Statistics that one more game would change
    much are shown from ``ENOUGH_GAMES`` games on.
    """
    everybody, streaks = statistics.people(records), statistics.streaks(records)
    person = next((each for each in everybody if each.id == choice.player), None)
    rated = {each.id: each for each in ratings(records) if each.games >= ENOUGH_GAMES}
    people = everybody[:MOST_PEOPLE]
    return {
        "people": people,
        "scaled": any(each.rate and each.rate.range for each in people),
        "unlisted": max(0, len(everybody) - MOST_PEOPLE),
        "ratings": rated if person or len(rated) > 1 else {},
        "person": person,
        "streak": next((each for each in streaks if each.id == choice.player), None),
        "against": statistics.opponents(records, choice.player),
        "games": statistics.games(records),
        "parts": statistics.parts(records, choice.player) if choice.game else (),
        "numbers": statistics.by_number(records, choice.player),
        "start": statistics.start(records),
        "margins": _margins(records),
        "streaks": streaks[:5],
        "figures": len(records) >= ENOUGH_GAMES or bool(choice),
    } | _stories([each for each in records if each.counts], choice, pair)


def _stories(records: Sequence[Record], choice: Choice, pair: int) -> dict[str, Any]:
    """Returns template context: people, winners by month, two rivals, remarkable games.

    ``choice``: the filters. ``pair``: which two rivals. While no game is remarkable yet, the latest
    one is shown with its first three.
    """
    known = stories.faces(records)
    pairs = stories.rivals(records, known)
    anecdotes = stories.anecdotes(records)
    context: dict[str, Any] = {
        "faces": list(known.values())[:MOST_FACES],
        "face": known.get(choice.player),
        "months": stories.months(records, known),
        "rival": pairs[pair % len(pairs)] if pairs else None,
        "next_pair": (pair + 1) % len(pairs) if len(pairs) > 1 else None,
        "anecdotes": anecdotes,
    }
    if records and not anecdotes and (records[0].decided or records[0].open.en):
        slug = records[0].game
        context["evening"] = {
            "headline": stories.headline(records[0]),
            "game": slug,
            "accent": find_game(slug).catalogue.box.accent if slug in games() else "slate",
            "podium": stories.podium(records[0], known),
            "section": stories.deciding_section(records[0]),
        }
    return context


def choices(records: Sequence[Record]) -> dict[str, Any]:
    """Returns what a history's filters offer, for the template.

    ``games``: slugs. ``players``: people. ``numbers``: numbers of players.
    """
    return {
        "games": list(statistics.games(records)),
        "players": statistics.people(records),
        "numbers": sorted({len(record.seats) for record in records}),
    }


def _margins(records: Sequence[Record]) -> dict[str, Any] | None:
    """Returns template context: the average lead of winners, the games of the least and greatest.

    ``None`` if no lead is known; no games if they would be one game twice.
    """
    known = [record for record in statistics.contests(records) if record.margin is not None]
    if not known:
        return None
    leads = [record.margin or 0 for record in known]
    ends = known[leads.index(min(leads))], known[leads.index(max(leads))]
    return {"average": sum(leads) / len(leads), "ends": ends if ends[0] != ends[1] else ()}
