"""At a table: everybody writes on the own seat, and all see the score."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache, partial
from math import ceil
from typing import Any

from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from companion import access, charts, ledger, presence, records
from companion.forms import TABLE, posted
from companion.models import Device, Result, Table
from companion.scores import scored, standing
from companion.templatetags.words import say
from companion.views import groups
from companion.views.pads import RULINGS, answered, scoring_game, sheet_context
from companion.views.told import target, told
from scoring.core.fault import Fault
from scoring.core.game import Game
from scoring.core.plan import State
from scoring.core.sheet import Value
from scoring.core.text import Text

PLAY = "play"
SHARED = (TABLE, PLAY, "rulings")
"""What belongs to no seat: every player may write it."""


def at(request: HttpRequest, key: str) -> tuple[Device, Game]:
    """This phone at the table of that key. Raises ``Http404`` for one that was not admitted."""
    who = access.device(request, key)
    if who is None:
        raise Http404
    return who, scoring_game(who.table.game)


def player(request: HttpRequest, key: str) -> tuple[Device, Game]:
    """As ``at``, for whoever may change something."""
    who, game = at(request, key)
    if who.role == "spectator":
        raise Http404
    return who, game


def table(request: HttpRequest, key: str) -> HttpResponse:
    """The scoreboard. A poll that knows the newest version gets an empty 204."""
    seen = access.glance(request, key)
    if seen is None:
        raise Http404
    presence.heard(seen.device)
    if getattr(request, "htmx", None) and request.GET.get("v") == seen.mark:
        return HttpResponse(status=204)
    who, game = at(request, key)
    return board(request, who, game, seen)


def board(
    request: HttpRequest, who: Device, game: Game, seen: access.Glance | None = None
) -> HttpResponse:
    """The scoreboard as this phone may see it; to htmx the board alone."""
    htmx = getattr(request, "htmx", None)
    seen = seen or access.glance(request, who.table_id)
    assert seen is not None, "who was admitted is known"
    context = _board(game, who, seen) | {"tab": "scores"}
    if who.table.finished and who.role != "spectator":
        context |= groups.leaving(request, who.table)
    return render(request, "table/scores.html#board" if htmx else "table/scores.html", context)


def sheet(request: HttpRequest, key: str, seat: str) -> HttpResponse:
    """A seat's sheet; each changed cell is an event."""
    who, game = at(request, key)
    found = who.table
    if seat not in found.state["seats"] or not access.may_see(who, found, seat):
        raise Http404
    presence.heard(who.pk)
    writable = access.may_write(who, seat)
    if request.method != "POST" or not writable:
        status = 200 if request.method != "POST" else 403
        context = _sheet(game, found, who, seat, {}, [])
        return render(request, "table/sheet.html", context, status=status)
    htmx = getattr(request, "htmx", None)
    if htmx and htmx.trigger_name:
        return _one_cell(request, found, who, game, seat, htmx.trigger_name)
    return _whole_form(request, found, who, game, seat)


def rules(request: HttpRequest, key: str) -> HttpResponse:
    """The look-up, inside this game, without leaving the table."""
    who, game = at(request, key)
    stage = game.sheet.course.at(who.table.state)
    steps = stage.steps if stage else ()
    entries = [game.catalogue[id_] for id_ in dict.fromkeys(s.entry for s in steps) if id_]
    context = {"who": who, "table": who.table, "game": game, "tab": "rules"}
    context |= {"stage": stage, "entries": entries}
    return render(request, "table/rules.html", context)


def log(request: HttpRequest, key: str) -> HttpResponse:
    """Who changed what, from what to what; anything can be undone and brought back."""
    who, game = at(request, key)
    context = {"who": who, "table": who.table, "game": game, "tab": "log", "form_key": form_key()}
    context["events"] = told(game, who.table, who)
    return render(request, "table/log.html", context)


@require_POST
def undo(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Take an event out, or bring it back: allowed to whoever could have made it."""
    who, _game = at(request, key)
    event = who.table.events.filter(number=number).first()
    if event is None:
        raise Http404
    about = target(who.table, event)
    seats = {path.partition("/")[0] for path in about.cells}
    if who.role == "host" or (seats <= {who.seat, *SHARED} and who.role == "player"):
        form = request.POST.get("form", "") or form_key()
        ledger.undo(key, who, who.seat, number, f"undo-{number}-{form}"[:40])
    return HttpResponseRedirect(reverse("table_log", args=[key]))


@require_POST
def finish(request: HttpRequest, key: str) -> HttpResponse:
    """The end: everything is revealed. Reopening goes on from here."""
    who, game = player(request, key)
    found = who.table
    if request.POST.get("go") == "reopen":
        found.finished = None
    else:
        found.finished = found.finished or timezone.now()
        found.revealed = list(found.state["seats"])
        Result.keep(game.slug, game.sheet.read(found.state))
    found.save(update_fields=["finished", "revealed"])
    if found.finished:
        records.remember(found)
    beat(key)
    return HttpResponseRedirect(reverse("table", args=[key]))


@require_POST
def reveal(request: HttpRequest, key: str) -> HttpResponse:
    """A player takes the own screen away."""
    who, _game = at(request, key)
    with ledger.locked(key) as found:
        if who.seat and who.seat not in found.revealed:
            found.revealed = [*found.revealed, who.seat]
            found.save(update_fields=["revealed"])
    beat(key)
    return HttpResponseRedirect(reverse("table", args=[key]))


def beat(key: str) -> None:
    """Something beside the ledger has changed: polls shall notice."""
    Table.objects.filter(key=key).update(beat=F("beat") + 1)


# ── writing ────────────────────────────────────────────────────────────────────────────


def _one_cell(
    request: HttpRequest, found: Table, who: Device, game: Game, seat: str, cell: str
) -> HttpResponse:
    values = request.POST.getlist(cell)
    typed = values[-1] if values else ""
    cells, faults = _cells(game, found.state, seat, {cell: typed})
    conflict: dict[str, Any] = {}
    if cells:
        done = ledger.write(
            found.key,
            who,
            seat,
            cells,
            base(request),
            form(request),
            partial(_settled, game, found),
        )
        found = done.table
        conflict = dict(done.conflicts)
    wrong = {cell: typed} if faults or conflict else {}
    if cell.startswith(RULINGS):
        context = _sheet(game, found, who, seat, wrong, faults) | {"rulings_open": True}
        return render(request, "pad/page.html#sheet", context)
    context = _sheet(game, found, who, seat, wrong, faults, cell)
    message = next((f.message for f in faults if f.path == cell), None)
    if conflict:
        message = _both(game, found.state, cell, typed)
    context |= {
        "cell_id": cell.replace("/", "-"),
        "fault": message,
        "known_cell": game.sheet.cell(cell) is not None,
    }
    response = render(request, "pad/_changed.html", context)
    if conflict:
        response["X-Conflict"] = "1"
    if message:
        response["X-Refused"] = "1"
    return response


def _settled(game: Game, found: Table, cells: Mapping[str, Value | None]) -> tuple[State, State]:
    """The state that a change is expected to make, and the same with every best plan in it."""
    hoped = ledger.after(game.sheet, found.state, cells)
    return hoped, scored(game, hoped).settled


def _whole_form(
    request: HttpRequest, found: Table, who: Device, game: Game, seat: str
) -> HttpResponse:
    typed = posted(
        game, seat, {name: request.POST.getlist(name) for name in request.POST}, tracked=True
    )
    cells, faults = _cells(game, found.state, seat, typed)
    now = game.sheet.cells(found.state)
    changed = {path: value for path, value in cells.items() if now.get(path) != value}
    rulings = answered(game, found.state, request)
    changed |= {RULINGS + ruling: option for ruling, option in rulings.items()}
    if changed:
        done = ledger.write(
            found.key,
            who,
            seat,
            changed,
            base(request),
            form(request),
            partial(_settled, game, found),
        )
        found = done.table
        faults += [
            Fault(path, _both(game, found.state, path, typed.get(path, "")))
            for path in done.conflicts
        ]
    if faults:
        wrong = {f.path: typed[f.path] for f in faults if f.path in typed}
        context = _sheet(game, found, who, seat, wrong, faults)
        return render(request, "table/sheet.html", context, status=422)
    go = request.POST.get("go", "")
    if go in found.state["seats"]:
        return HttpResponseRedirect(reverse("table_sheet", args=[found.key, go]))
    return HttpResponseRedirect(reverse("table", args=[found.key]))


def _cells(
    game: Game, state: State, seat: str, typed: Mapping[str, str]
) -> tuple[dict[str, Value | None], list[Fault]]:
    """Cells to write: this seat's, the whole table's, and answers to rulings that exist."""
    rulings = {p: v for p, v in typed.items() if p.startswith(RULINGS)}
    own = {p: v for p, v in typed.items() if p.startswith((f"{seat}/", f"{TABLE}/"))}
    strange = [p for p in typed if p not in rulings and p not in own]
    cells, faults = game.sheet.parse(state, own)
    faults += [Fault(p, Text("No such cell.", "そのような欄はありません。")) for p in strange]
    for path, option in rulings.items():
        wrong = game.sheet.answer(state, path.removeprefix(RULINGS), option).faults
        faults += wrong
        if not wrong:
            cells[path] = option
    return cells, faults


def _both(game: Game, state: State, path: str, typed: str) -> Text:
    now = game.sheet.cells(state).get(path, "")
    return Text(
        "Somebody else wrote “{now}” here meanwhile; yours is “{typed}”. Enter what is right.",
        "先に「{now}」と書かれました。あなたの入力は「{typed}」。正しい方を入れてください。",
    ).fill(now=now if now != "" else "0", typed=typed)


def base(request: HttpRequest) -> int:
    given = request.POST.get("base", "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 10 else 0


def form(request: HttpRequest) -> str:
    return request.POST.get("form", "")[:40] or form_key()


def form_key() -> str:
    return secrets.token_hex(10)


# ── showing ────────────────────────────────────────────────────────────────────────────


def visible(found: Table, who: Device) -> State:
    """The state as this phone may see it: seats behind screens are blank but for their names."""
    seats = {
        seat: cells
        if access.may_see(who, found, seat)
        else {k: v for k, v in cells.items() if k in ("name", "colour")}
        for seat, cells in found.state["seats"].items()
    }
    state: State = found.state | {"seats": seats}
    return state


def _board(game: Game, who: Device, seen: access.Glance) -> dict[str, Any]:
    found = who.table
    state = visible(found, who)
    fresh = found.settled.get("version") == found.version and state == found.state
    result = standing(game, found.settled["state"]) if fresh else scored(game, state)
    seats = game.sheet.seats(state)
    open_seats = [s for s in seats if access.may_see(who, found, s)]
    places = {p.seat: p for p in result.ranking}
    order = [p.seat for p in result.ranking if p.seat in open_seats]
    best = max((result.breakdowns[s].known for s in order), default=0)
    course = game.sheet.course
    first = state.get(PLAY, {}).get("first", "")
    rows = [
        {
            "seat": seat,
            "name": game.sheet.name(state, seat),
            "colour": state["seats"][seat].get("colour", ""),
            "breakdown": result.breakdowns[seat],
            "lines": [li for li in result.breakdowns[seat].lines if li.points != 0],
            "placing": places[seat] if len(open_seats) == len(seats) else None,
            "share": round(100 * max(0, result.breakdowns[seat].known) / best) if best > 0 else 0,
            "hidden": seat not in open_seats,
            "present": seat in seen.present or seat == who.seat,
            "mine": seat == who.seat,
            "first": seat == first,
        }
        for seat in (*order, *(s for s in seats if s not in order))
    ]
    before, after = course.beside(state)
    stage = course.at(state)
    listed = course.listed(state)
    done = course.done(state, stage) if stage else frozenset()
    context: dict[str, Any] = {
        "stage": stage,
        "steps": [(step, step.id in done) for step in stage.steps] if stage else [],
        "stage_number": listed.index(stage) + 1 if stage else 0,
        "stages": listed,
        "before": before,
        "after": after,
        "form_key": form_key(),
    } | shown_timers(found)
    if found.finished:
        kept = Result.keep(game.slug, game.sheet.read(found.state))
        context |= {"result": kept}
    if len(open_seats) == len(seats):
        context["plot"] = _plot(game, found)
    return context | {
        "game": game,
        "table": found,
        "who": who,
        "rows": rows,
        "mark": seen.mark,
    }


def _plot(game: Game, found: Table) -> charts.Plot | None:
    """Everybody's points at the end of each stage; none while a total is open."""
    if "stage" not in found.state.get(PLAY, {}):
        return None
    moments = _history(found.key, found.version)
    names = {s: say(game.sheet.name(found.state, s)) for s in game.sheet.seats(found.state)}
    # two players of one name are still two lines
    called = {s: n if list(names.values()).count(n) == 1 else f"{n} {s}" for s, n in names.items()}
    totals = {called[s]: [each[s] for _, each in moments] for s in names}
    if any(total is None for each in totals.values() for total in each):
        return None
    return charts.lines(
        {name: [t for t in each if t is not None] for name, each in totals.items()},
        [f"{n}: {say(name)}" for n, (name, _) in enumerate(moments, 1)],
    )


@lru_cache(256)
def _history(key: str, version: int) -> tuple[tuple[Text, Mapping[str, int | None]], ...]:
    """Every seat's points as they stood when each stage was left, and as they stand now.

    ``version`` is the table's: with another one the history is another.
    """
    found = Table.objects.get(key=key)
    game = scoring_game(found.game)
    stages = game.sheet.course.listed(found.state)
    names = {stage.id: stage.name for stage in stages}
    events = list(found.events.filter(number__lte=version))
    alive = ledger.surviving(events)
    points: list[tuple[Text, Mapping[str, int | None]]] = []
    now = stages[0].id if stages else ""
    for n, event in enumerate(events):
        moved = event.cells.get(f"{PLAY}/stage") if event.number in alive else None
        if moved and moved != now:
            if now in names:
                before = ledger.fold(
                    game.sheet, ledger.opening(game.sheet, found.state), events[:n]
                )
                points.append((names[now], _totals(game, before)))
            now = str(moved)
    if points and now in names:
        points.append((names[now], _totals(game, found.state)))
    return tuple(points)


def _totals(game: Game, state: State) -> dict[str, int | None]:
    return {seat: each.total for seat, each in scored(game, state).breakdowns.items()}


def shown_timers(found: Table) -> dict[str, Any]:
    """The timers as a page shows them; ``until`` is what the browser counts down to."""
    now = timezone.now()
    shown = []
    for each in found.timers:
        ends = datetime.fromisoformat(each["ends"]) if each.get("ends") else None
        left = max(0, ceil((ends - now).total_seconds())) if ends else each["left"]
        shown.append(
            {
                "id": each["id"],
                "name": each["name"],
                "minutes": f"{each['seconds'] / 60:g}",
                "until": round(ends.timestamp() * 1000) if ends else None,
                "clock": f"{left // 60}:{left % 60:02}",
                "over": left == 0,
            }
        )
    return {"timers": shown, "clock": round(now.timestamp() * 1000)}


def _sheet(
    game: Game,
    found: Table,
    who: Device,
    seat: str,
    typed: Mapping[str, str],
    faults: list[Fault],
    cell: str = "",
) -> dict[str, Any]:
    context = sheet_context(game, visible(found, who), seat, typed, faults, True, cell)
    context["players"] = [
        each for each in context["players"] if access.may_see(who, found, each["seat"])
    ]
    return context | {
        "table": found,
        "who": who,
        "tab": "sheet",
        "room": False,
        "at_table": True,
        "action": reverse("table_sheet", args=[found.key, seat]),
        "writable": access.may_write(who, seat),
        "form_key": form_key(),
    }
