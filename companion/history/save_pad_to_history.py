"""Saves a sheet scored without a table to a history, with names, date, place and note.

The saved game refers to its result: names and date can be edited, totals and places cannot.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from uuid import UUID

from django.http import HttpRequest
from django.utils import timezone

from companion.history import played_games
from companion.history.models import Play
from companion.history.played_games import Record
from companion.history.transfer.companion_json_rows import MOST_NOTE, MOST_PLACE
from companion.history.transfer.untrusted_json import one_line
from companion.messages import say
from companion.tables import questions_before_end
from companion.tables.models import Result
from companion.tables.questions_before_end import Question
from companion.tables.saved_results import keep_result
from scoring import game as find_game
from scoring import games
from scoring.model.errors_and_warnings import CellError

MOST_NAME = 24
NOON = time(12)


def keep(result: Result, owner: str, record: Record) -> Play:
    """Saves a result (a finished sheet) as a game of a history; saving it again updates the game.

    ``owner``: hash of the secret of the phone or group whose history it is. ``record``: the
    result's, with names, date, location and remark as typed.
    """
    saved = Play.everywhere.filter(owner=owner, sheet=result).first()
    # an answer may have replaced its sheet: see ``answer``
    uid = saved.uid if saved else UUID(record.key)
    values = {
        "game": result.game,
        "sheet": result,
        "played": record.played,
        "place": record.place,
        "note": record.note,
        "removed": None,
    } | played_games.results_json(record)
    return Play.everywhere.update_or_create(uid=uid, owner=owner, defaults=values)[0]


def unanswered_questions(play: Play) -> Sequence[Question]:
    """Returns the questions for blank cells that a saved game's totals still depend on."""
    if play.sheet is None or not (
        scores := played_games.solved_scores(play.game, play.sheet.state)
    ):
        return ()
    game = find_game(play.game)
    state = game.sheet.known_part(played_games.with_names(play.sheet.state, play))
    return questions_before_end.standing(game, state, scores, state["seats"]).questions


def answer(play: Play, cell: str, typed: str) -> Result | None:
    """Fills in a blank cell of a saved game that a total depends on; the game gets a new result.

    Returns the result before; ``None`` if nothing was saved, since no total depends on the ``cell``
    (its path), or ``typed`` is invalid.
    """
    before = play.sheet
    if before is None or cell not in {each.cell for each in unanswered_questions(play)}:
        return None
    game = find_game(play.game)
    filled = questions_before_end.cells_of_answer(game, before.state, cell)
    cells, faults = game.sheet.parse(before.state, dict.fromkeys(filled, typed))
    if faults:
        return None
    _save_sheet(play, keep_result(game, game.sheet.put(before.state, cells)))
    return before


def before_answer(play: Play, key: str) -> Result | None:
    """Returns a saved game's earlier result (finished sheet), without the answer given last.

    ``key``: that result's key. ``None`` unless the game's present sheet has just one answer more: a
    cell, or the rest of several sections.
    """
    before = Result.objects.filter(key=key, game=play.game).first()
    if before is None or play.sheet is None:
        return None
    if play.game not in games():
        return None
    sheet = find_game(play.game).sheet
    was, now = sheet.cells(before.state), sheet.cells(play.sheet.state)
    answered = {questions_before_end.question_key(path) for path in now.keys() - was.keys()}
    return before if len(answered) == 1 and was.items() <= now.items() else None


def undo_answer(play: Play, key: str) -> None:
    """Takes back the last answer of a saved game, which gets its earlier result again.

    ``key``: the earlier result's; with another key nothing happens.
    """
    if before := before_answer(play, key):
        _save_sheet(play, before)


def _save_sheet(play: Play, sheet: Result) -> None:
    play.sheet = sheet
    names = {seat["seat"]: seat["name"] for seat in play.seats}
    record = played_games.of_result(sheet)
    seats = tuple(replace(each, name=names.get(each.seat, each.name)) for each in record.seats)
    results = played_games.results_json(replace(record, seats=seats))
    play.seats, play.rows = results["seats"], results["rows"]
    play.save(update_fields=["sheet", "seats", "rows"])


def typed(request: HttpRequest, record: Record) -> tuple[Record, list[CellError]]:
    """Reads the form of a saved game: returns its record with names, date, place, note, and errors.

    ``record``: as it was so far, which remains where the form has no value, and without a POST.
    """
    if request.method != "POST":
        return record, []
    form = request.POST
    named = (replace(s, name=_name(form.get(f"{s.seat}/name", s.name))) for s in record.seats)
    record = replace(
        record,
        seats=tuple(named),
        place=one_line(form.get("place", record.place), MOST_PLACE),
        note=one_line(form.get("note", record.note), MOST_NOTE),
    )
    try:
        day = date.fromisoformat(form.get("date", ""))
    except ValueError:
        day = date.min
    if not date(1900, 1, 1) <= day <= timezone.now().date() + timedelta(days=1):
        return record, [CellError("date", say("import-no-date"))]
    if day != record.played.date():
        record = replace(record, played=datetime.combine(day, NOON, UTC))
    return record, []


def _name(text: str) -> str:
    return "".join(c for c in text if c.isprintable()).strip()[:MOST_NAME]
