"""Views for the course of a game: phases and checklists, start player, timers, turns, races."""

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from companion.http import random_keys, server_clock
from companion.sheet_pages.page_names import PLAY
from companion.tables import access, first_to_finish, ledger, scoreboard_page, set_up_draws, timers
from companion.tables.models import Table
from companion.tables.turn_clock import TurnClock
from scoring.game import Game
from scoring.model.cells import CellPath
from scoring.model.errors_and_warnings import Value
from scoring.model.plan import State
from scoring.model.sheet_fields import RACE

BACK = {
    "calculators": "table_calculators",
    "screen": "table_screen",
    "set_up": "table_set_up",
}
"""URL names to which these views redirect, by the form's field ``back``."""


@require_POST
def play(request: HttpRequest, key: str) -> HttpResponse:
    """Sets the phase of the table ``key``, ticks a step of its checklist, or sets the start player.

    It also shows a card or rule on all phones of the table, or takes it away again.
    """
    who, game = access.player(request, key)
    if (shown := request.POST.get("show")) is not None:
        Table.objects.filter(key=key).update(shown=shown if shown in game.catalogue else "")
        ledger.increment_side_revision(key)
    cells = _moved(game, game.sheet.known_part(who.table.state), request)
    if cells:
        sent = access.posted(request)
        ledger.write(key, who, who.seat, cells, sent.base, sent.key)
        if any(cell.endswith("/stage") for cell in cells):
            _in_phase(key, game)
    return _back(request, key, "#first")


def _moved(game: Game, state: State, request: HttpRequest) -> dict[str, Value | None]:
    course = game.sheet.phases
    listed = {phase.id for phase in course.listed(state)}
    if (phase := request.POST.get("stage", "")) in listed:
        return {CellPath.to(PLAY, "stage"): phase}
    # a step of the list is ticked and unticked; the button for the next one only ticks it, since
    # two phones may say at once that it is done
    if step := request.POST.get("done", "") or request.POST.get("tick", ""):
        now = course.at(state)
        if now is not None and step in {s.id for s in now.steps}:
            ticked = step in course.done(state, now) and "tick" not in request.POST
            return {CellPath.to(PLAY, "done", now.id, step): None if ticked else True}
    if (first := request.POST.get("first", "")) in game.sheet.seats(state):
        return {CellPath.to(PLAY, "first"): first}
    return {}


@require_POST
def timer(request: HttpRequest, key: str) -> HttpResponse:
    """Adds, starts, stops, resets or removes a table's countdown, as the posted form says.

    Raises ``Http404`` for spectators. ``key``: the table's.
    """
    access.player(request, key)
    with ledger.locked(key) as found:
        found.timers = timers.tapped(found.timers, request.POST, timezone.now())
        found.save(update_fields=["timers"])
    ledger.increment_side_revision(key)
    return _back(request, key, "#timers")


@require_POST
def turn(request: HttpRequest, key: str) -> HttpResponse:
    """Starts, pauses, resumes or hides the turn clock of the table ``key``.

    It also passes the turn to another seat, or takes it back.
    """
    _who, game = access.player(request, key)
    with ledger.locked(key) as found:
        seats = game.sheet.seats(game.sheet.known_part(found.state))
        before = TurnClock.read(found.turns)
        after = timers.turned(
            before, request.POST, seats, _phase(game, found), server_clock.now_ms()
        )
        if after != before and not found.finished:
            found.turns = after.stored()
            found.save(update_fields=["turns"])
            ledger.increment_side_revision(key)
    return _back(request, key)


def done(request: HttpRequest, key: str) -> HttpResponse:
    """Records that a seat at the table ``key`` has finished a race (its tap on *Done!*).

    The tap is posted as a cell of the seat's sheet. Raises ``Http404`` if the cell is no race's, or
    of a seat whose sheet this phone may not edit.
    """
    who, game = access.player(request, key)
    if request.method != "POST":
        return HttpResponseRedirect(reverse("table", args=[key]))
    sent = access.posted(request)
    path = CellPath(sent.cell)
    if not path.startswith(f"{PLAY}/{RACE}/") or game.sheet.cell(path) is None:
        raise Http404
    seat = path.rows[1]
    if seat not in who.table.state["seats"] or not access.may_write(who, seat):
        raise Http404
    first_to_finish.record(game, who, path, sent.typed, sent.key)
    return HttpResponse(headers=sent.echo)


def _back(request: HttpRequest, key: str, place: str = "") -> HttpResponse:
    """Answers a tap: redirects to the page that the form names, or renders the scoreboard.

    ``key``: the table's. ``place``: fragment such as *#timers*, for the address of the page of
    calculators.
    """
    back = BACK.get(request.POST.get("back", ""))
    if back is None:
        return scoreboard_page.after_change(request, key)
    fragment = place if back == "table_calculators" else ""
    return HttpResponseRedirect(reverse(back, args=[key]) + fragment)


def _in_phase(key: str, game: Game) -> None:
    """Makes the turn clock of the table ``key`` count the present turn for the present phase."""
    with ledger.locked(key) as found:
        before = TurnClock.read(found.turns)
        after = before.in_phase(_phase(game, found), server_clock.now_ms())
        if after != before:
            found.turns = after.stored()
            found.save(update_fields=["turns"])


def _phase(game: Game, table: Table) -> str:
    phase = game.sheet.phases.at(game.sheet.known_part(table.state))
    return phase.id if phase else ""


def calculators(request: HttpRequest, key: str) -> HttpResponse:
    """Renders the page of the table ``key`` with calculators, timers and start player."""
    who, game = access.at(request, key)
    found = who.table
    seats = game.sheet.seats(found.state)
    asked = who.seat if who.seat in seats else seats[0]
    may_plan = access.may_see(who, found, asked)
    of_use = {
        each.id: each
        for each in game.calculators.values()
        if each.fits(found.state) and (each.form or may_plan)
    }
    phase = game.sheet.phases.ahead(found.state)
    now = [of_use[id_] for id_ in (phase.calculators if phase else ()) if id_ in of_use]
    rest = [each for each in of_use.values() if each not in now]
    context = {
        "who": who,
        "table": found,
        "game": game,
        "tab": "calculators",
        "seat": asked,
        "phase": phase,
        "now": now,
        "forms": [each for each in rest if each.form],
        "planners": [each for each in rest if each.planner],
        "minutes": timers.MINUTES,
        "first": game.sheet.known_part(found.state).get(PLAY, {}).get("first", ""),
        "seats": [(each, game.sheet.name(found.state, each)) for each in seats],
        "draw": set_up_draws.start_draw(game, found.state),
        "form_key": random_keys.new_form_key(),
        "base": who.revision,
        "clocked": timers.turns(game, found),
        "turn": TurnClock.read(found.turns).turn,
    }
    return render(request, "table/calculators.html", context | timers.timers_context(found))
