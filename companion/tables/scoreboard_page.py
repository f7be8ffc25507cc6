"""The scoreboard of a table, limited to what a phone may see.

It has scores, phases, notices, seat requests, questions before the end, and the reveal after it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language

from companion.games.localised_text_tags import say
from companion.http import random_keys
from companion.sheet_pages.cell_messages import unresolved, warnings_of
from companion.sheet_pages.outcome import bars, outcome, parts
from companion.sheet_pages.page_names import PLAY
from companion.sheet_pages.sheet_building import steps
from companion.tables import (
    access,
    invitations,
    log_lines,
    points_by_phase,
    polling,
    questions_before_end,
    score_reveal,
    seats,
    timers,
)
from companion.tables.models import Device, Notice, SeatRequest, Table
from companion.tables.pieces_before_seat import own_pieces
from companion.tables.saved_results import keep_result
from scoring.evaluation import Scored, doubts, scores_without_solver, sketched
from scoring.game import Game
from scoring.model import cells_filled_by_lot
from scoring.model.plan import State
from scoring.model.player_names_and_colours import players
from scoring.solving.cache import Cache
from scoring.text.localised import Text


def page(
    request: HttpRequest, who: Device, game: Game, seen: polling.PollState | None = None
) -> HttpResponse:
    """Renders the scoreboard for the phone ``who``; for htmx only the template's part ``board``.

    ``seen``: the scoreboard's version and the connected seats, if the view knows them.
    """
    htmx = getattr(request, "htmx", None)
    seen = seen or polling.poll_state(who.digest)
    if seen is None:  # removed since it was admitted
        raise Http404
    seen_seats = access.visible_seats(who, who.table)
    context = _board_context(game, who, seen, seen_seats) | {"tab": "scores"}
    context["apart"] = unresolved(game, who.table.state, who.table.merge_conflicts)
    if kept := context.get("result"):
        context["link"] = request.build_absolute_uri(reverse("result", args=[kept.key]))
    return render(
        request, "table/scoreboard.html#board" if htmx else "table/scoreboard.html", context
    )


def after_change(request: HttpRequest, key: str) -> HttpResponse:
    """Answers a change at the table ``key``: for htmx the scoreboard, else a redirect to it."""
    if getattr(request, "htmx", None):
        return page(request, *access.at(request, key))
    return HttpResponseRedirect(reverse("table", args=[key]))


def big_screen(
    request: HttpRequest, who: Device, game: Game, seen: polling.PollState
) -> HttpResponse:
    """Renders the scoreboard for a shared tablet or television: only what everybody may see.

    ``seen``: the scoreboard's version and the connected seats.
    """
    htmx = getattr(request, "htmx", None)
    context = _board_context(game, who, seen, access.seen_by_all(who.table)) | {"big": True}
    rows = sorted(context["rows"], key=itemgetter("order"))
    half = (len(rows) + 1) // 2
    context["seating"] = {"left": rows[:half], "right": rows[half:]}
    held = set(who.table.devices.exclude(seat="").values_list("seat", flat=True))
    waiting = not context["started"] or bool(who.table.state["seats"].keys() - held)
    if waiting and who.role != "spectator" and not who.table.finished:
        context |= invitations.invitation_context(request, who.table)
    return render(
        request, "table/big_screen.html#board" if htmx else "table/big_screen.html", context
    )


def _board_context(
    game: Game, who: Device, seen: polling.PollState, seen_seats: frozenset[str]
) -> dict[str, Any]:
    """Returns the scoreboard's template context for a phone that sees the sheets of ``seen_seats``.

    ``seen``: the scoreboard's version and the connected seats.
    """
    table = who.table
    board = _cached_board(game, table, seen_seats)
    rows = [
        row
        | {
            "present": row["seat"] in seen.present or row["seat"] == who.seat,
            "mine": row["seat"] == who.seat,
        }
        for row in board["rows"]
    ]
    context: dict[str, Any] = {
        "rows": rows,
        "seating": seating(rows, who.seat),
        "own": own_pieces(game, table.state, who.seat) if who.seat in table.state["seats"] else (),
        "seating_keys": board["seating_keys"],
        "form_key": random_keys.new_form_key(),
        "clocked": timers.turns(game, table),
        "game": game,
        "table": table,
        "who": who,
        "mark": seen.version_token,
        "base": who.revision,
        "wishes": _requests(game, who, board["asked"]),
        "called": who.seat in table.end_votes,
    }
    if table.finished:
        context["result"] = keep_result(game, table.state)
    if "open" in board:
        context["asks"] = _asks(who, board["open"], seen_seats)
    context["playing"] = not table.finished and bool(board["before"] or context["clocked"])
    context |= timers.timers_context(table)
    counting = board.get("reveal")
    context["reveal"] = counting if counting and not counting.is_over(context["clock"]) else None
    return {**board, **context}


def seating(rows: Sequence[dict[str, Any]], mine: str) -> dict[str, list[dict[str, Any]]]:
    """Returns where each seat is drawn around a table: sides ``me``, ``left``, ``top``, ``right``.

    Each side has a list of ``rows``: dicts with the ``seat``'s id and its ``order`` at the table.
    ``mine``: id of this phone's seat, which is ``me``, at the bottom; if it has none, the first
    seat is. The others follow clockwise.
    """
    seats = sorted(rows, key=itemgetter("order"))
    first = next((n for n, row in enumerate(seats) if row["seat"] == mine), 0)
    me, *others = seats[first:] + seats[:first]
    left, right = (others[:1], others[-1:]) if len(others) > 2 else ([], [])
    return {"me": [me], "left": left, "top": others[len(left) : len(others) - len(right)]} | {
        "right": right
    }


def at_a_glance(game: Game, who: Device) -> dict[str, Any]:
    """Returns a table's scores, ``rows`` (a dict a seat), and ``phase``, for the start page."""
    board = _cached_board(game, who.table, access.visible_seats(who, who.table))
    return {"rows": board["rows"], "phase": board["phase"]}


def _cached_board(game: Game, table: Table, seen_seats: frozenset[str]) -> Mapping[str, Any]:
    revisions = table.revision, table.side_revision, table.finished
    cache_key = (table.key, *revisions, seen_seats, get_language())
    return _boards.get(cache_key, lambda: board(game, table, seen_seats))


def _asks(
    who: Device, standing: questions_before_end.OpenQuestions, seen_seats: frozenset[str]
) -> list[dict[str, Any]]:
    """Returns dicts for the questions for empty cells before a game ends, this phone's own first.

    ``question``; ``seat``: id of the seat on whose sheet it is answered. Its own (``mine``) are
    about its seat; for a host also about seats without a phone. ``may``: the phone may answer;
    ``phone``: another phone holds the seat. ``standing``: all questions. ``seen_seats``: the seats
    whose sheets the phone may see.
    """
    phones = set(who.table.devices.exclude(seat="").values_list("seat", flat=True))
    listed = []
    for each in standing.questions:
        seat = each.seat or (who.seat if who.role != "host" else min(seen_seats))
        may = who.role != "spectator" and access.may_write(who, seat)
        mine = each.seat == who.seat or (who.role == "host" and each.seat not in phones)
        listed.append(
            {"question": each, "seat": seat, "may": may, "mine": may and mine}
            | {"phone": each.seat in phones and each.seat != who.seat}
        )
    return sorted(listed, key=lambda each: not each["mine"])


_boards: Cache[tuple[Any, ...], Mapping[str, Any]] = Cache(256)
"""Results of ``board`` by table, revisions, end of the game, visible seats and language.

All phones at a table ask for the same within seconds.
"""


def _scores(game: Game, table: Table, state: State) -> Scored:
    """Returns the scores of ``state``, with the table's stored best plans if they were made for it.

    Else best plans are computed anew, without proof.
    """
    solved = table.settled
    if solved.get("revision") != table.revision or state != table.state:
        return sketched(game, state)
    rises, spans = solved.get("rises", {}), solved.get("spans", {})
    return scores_without_solver(game, solved["state"], rises, spans)


def board(game: Game, table: Table, seen_seats: frozenset[str]) -> Mapping[str, Any]:
    """Returns the scoreboard's template context for phones that see ``seen_seats``' sheets."""
    state = game.sheet.seen(table.state, seen_seats)
    result = _scores(game, table, state)
    state = game.sheet.known_part(state)
    listed_seats = game.sheet.seats(state)
    open_seats = [s for s in listed_seats if s in seen_seats]
    all_visible = len(open_seats) == len(listed_seats)
    places = {p.seat: p for p in result.ranking}
    order = [p.seat for p in result.ranking if p.seat in open_seats]
    listed_parts = parts(result, [seat for seat in order if seat in result.entered])
    bars_by_seat, far = bars(listed_parts, order), progress(game, state, result, order)
    position, doubted = game.sheet.position(state), doubts(game, state)
    owners = players(game.sheet, state)
    draws = game.sheet.phases.draws
    played = bool(result.entered) and cells_filled_by_lot.entered_besides(game.sheet, draws, state)
    asked = result if played else replace(result, entered=frozenset())  # no draw asks for the rest
    first_asked = min(asked.entered & seen_seats, default=min(seen_seats, default=""))
    rows = [
        {
            "seat": seat,
            "order": listed_seats.index(seat),
            "name": game.sheet.name(state, seat),
            "owner": owners[seat],
            "breakdown": result.breakdowns[seat],
            "parts": [part.share(seat) for part in listed_parts if seat in part.lines],
            "bar": bars_by_seat.get(seat, []),
            "placing": places[seat] if all_visible else None,
            "hidden": seat not in open_seats,
            "first": seat == state.get(PLAY, {}).get("first"),
            "entered": seat in result.entered,
            "progress": far.get(seat),
            "warnings": warnings_of(game, position, asked, [seat], doubted, seat == first_asked)
            if seat in seen_seats
            else [],
        }
        for seat in (*order, *(s for s in listed_seats if s not in order))
    ]
    complete = [row for row in rows if row["progress"] and row["progress"].complete]
    notes, requests = _notices_and_requests.get(
        (table.key, table.side_revision), lambda: _noted(table)
    )
    ready = len(complete) if all_visible and len(rows) > 1 else 0
    rows = [row | _fragment_keys(row, table) for row in rows]
    phases = _phases(game, state, result, (ready, len(rows)), played)
    context: dict[str, Any] = {
        "rows": rows,
        "parts": listed_parts,
        "complete": ready,
        "shown": game.catalogue.get(table.shown),
        "notes": log_lines.notice_texts(game, table, notes),
        "asked": requests,
        "voters": [game.sheet.name(state, s) for s in table.end_votes if s in state["seats"]],
        "seating_keys": (*((row["order"], row["row_keys"]) for row in rows), phases["phase_keys"]),
    } | phases
    context |= _ending(game, table, state, result, open_seats)
    if all_visible:
        context["plot"] = points_by_phase.plot(game, table)
    return context


def _ending(
    game: Game, table: Table, state: State, result: Scored, open_seats: Sequence[str]
) -> dict[str, Any]:
    """Returns template context for a game over or about to end; {} for another.

    ``open``: questions for empty cells. ``outcome``: ranking and scores; ``reveal``: the phones'
    common counting of the scores, if the game is over. ``open_seats``: those whose sheets the phone
    may see. ``result``: the scores of ``state``.
    """
    context: dict[str, Any] = {}
    if table.finished or table.asking:
        context["open"] = questions_before_end.standing(game, state, result, open_seats)
    if table.finished:
        context["outcome"] = ended = outcome(game, state, result)
        context["reveal"] = score_reveal.of(ended, table.finished, table.hurried)
    return context


def _phases(
    game: Game, state: State, result: Scored, ready: tuple[int, int], played: bool
) -> dict[str, Any]:
    """Returns template context: the table's phase, its steps and ticks, phases before and after.

    ``ready``: number of complete sheets, and of all seats. ``played``: points are entered by hand.
    """
    phases = game.sheet.phases
    before, after = phases.adjacent(state)
    listed, phase = phases.listed(state), phases.at(state)
    marked = phases.has_progress(state)
    if played and not marked:
        # once points are entered, a game without a phase set need not be in its first phase
        before = phase = after = None
    done = phases.done(state, phase) if phase else frozenset()
    ticks = [(step, step.id in done) for step in phase.steps] if phase else []
    next_step = next((step for step, ticked in ticks if not ticked), None)
    return {
        "started": marked or bool(result.entered),
        "phase": phase,
        "steps": ticks,
        "next_step": next_step,
        "phase_keys": (
            tuple(each.id if each else "" for each in (phase, before, after)),
            tuple(each.id for each in listed),
            tuple((step.id, say(step.text), step.entry, done) for step, done in ticks),
            ready,
        ),
        "ticked": len(done),
        "phase_number": listed.index(phase) + 1 if phase else 0,
        "phases": listed,
        "taught": {id_ for part in game.tutorial.parts for id_ in part.phases},
        "before": before,
        "after": after,
        "near": phase is None or after is None,
        "ending": next_step is None and after is None,
    }


def _noted(table: Table) -> tuple[tuple[Notice, ...], tuple[SeatRequest, ...]]:
    requests = table.wishes.select_related("device").order_by("pk")
    return log_lines.newest(table), tuple(requests)


_notices_and_requests: Cache[
    tuple[str, int], tuple[tuple[Notice, ...], tuple[SeatRequest, ...]]
] = Cache(1024)
"""A table's last notices and its open seat requests, by its key and side revision."""


def _fragment_keys(row: Mapping[str, Any], table: Table) -> dict[str, Any]:
    """Returns keys for caching the HTML of a seat's row on the scoreboard, made of all it shows.

    ``row_keys``, ``lines_keys`` and ``warnings_keys``: a change of one seat does not render the
    other seats' rows again. ``row``: template context of the seat's row.
    """
    name, breakdown, owner, place = row["name"], row["breakdown"], row["owner"], row["placing"]
    lines = tuple(
        (
            say(share.part.name),
            share.part.shade,
            share.brief,
            share.lone,
            tuple(
                (say(line.label), say(line.how), line.points_brief, tuple(line.pieces.items()))
                for line in share.lines
            ),
        )
        for share in row["parts"]
    )
    total = say(breakdown.range.text), breakdown.partial
    mark = owner.colour, owner.initial, place.place if place else None, row["first"]
    state = row["hidden"], row["entered"], row["progress"], tuple(row["bar"])
    warnings = tuple((each.id, say(each.message)) for each in row["warnings"])
    shown = table.key, row["seat"], say(name)
    return {
        "row_keys": (*shown, table.finished, *total, *mark, *state),
        "lines_keys": lines,
        "warnings_keys": (*shown, warnings),
    }


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of a seat's sheet: ``done`` of ``of`` sections that need an entry are filled in.

    ``complete``: nothing that the final score needs is missing.
    """

    done: int
    of: int
    complete: bool


def progress(game: Game, state: State, scored: Scored, seats: Sequence[str]) -> dict[str, Progress]:
    """Returns the progress of each seat's sheet: sections filled in, of those that need an entry.

    ``scored``: the scores of ``state``. ``seats``: those asked for.
    """
    made = {}
    for seat in seats:
        walked = steps(game, state, seat, scored.breakdowns, tracked=True)
        own_steps = [each for each in walked if each.asks and each.id.startswith(f"{seat}-")]
        whole = seat in scored.entered and not scored.breakdowns[seat].partial
        whole = whole and not any(each.open for each in own_steps)
        made[seat] = Progress(sum(each.done for each in own_steps), len(own_steps), whole)
    return made


def empty_seats(game: Game, who: Device) -> list[Text]:
    """Returns the names of the seats, visible to this phone, for which nothing is entered."""
    open_seats = access.visible_seats(who, who.table)
    result = sketched(game, game.sheet.seen(who.table.state, open_seats))
    return [
        game.sheet.name(who.table.state, seat)
        for seat in game.sheet.seats(who.table.state)
        if seat in open_seats and seat not in result.entered
    ]


def _requests(game: Game, who: Device, requests: Sequence[SeatRequest]) -> list[dict[str, Any]]:
    """Returns dicts for open requests for seats: those this phone may grant, and its own.

    ``id``: the request's. ``mine``: this phone asks. ``own``: it asks for this phone's seat.
    ``by``: name of the asking phone's seat, or None. ``seat``: name of the seat asked for.
    """
    state = who.table.state
    return [
        {
            "id": request.pk,
            "mine": request.device_id == who.pk,
            "by": game.sheet.name(state, request.device.seat) if request.device.seat else None,
            "seat": game.sheet.name(state, request.seat),
            "own": request.seat == who.seat,
        }
        for request in requests
        if request.seat in state["seats"]
        and (request.device_id == who.pk or seats.may_answer(who, request))
    ]
