"""Score now: a sheet without a table, written on by whoever has its link.

One view serves the whole page and, to htmx, the parts that one changed cell touches.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.core import signing
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from companion.forms import parts, posted
from companion.models import Pad, Result
from companion.scores import scored
from scoring import NoSuchGame
from scoring import game as find_game
from scoring.core.fault import Fault
from scoring.core.game import Game
from scoring.core.plan import State

RECENT = "recent"
KEPT = 8
RULINGS = "rulings/"


def start(request: HttpRequest, slug: str) -> HttpResponse:
    """How many players, or a sheet that exists already: then a pad of its own."""
    game = scoring_game(slug)
    most = game.sheet.most_seats
    context: dict[str, Any] = {"game": game, "numbers": range(1, most + 1)}
    if request.method != "POST":
        return render(request, "score/start.html", context)
    if "sheet" in request.POST:
        text = request.POST["sheet"]
        reading = game.sheet.loads(text)
        if reading.faults:
            context |= {"text": text, "faults": reading.faults[:20]}
            return render(request, "score/start.html", context, status=422)
        return _opened(request, game, reading.state)
    try:
        players = int(request.POST.get("players", "1"))
        state = game.sheet.blank(players)
    except ValueError:
        return render(request, "score/start.html", context | {"wrong_number": True}, status=422)
    return _opened(request, game, state)


def pad(request: HttpRequest, key: str, seat: str = "") -> HttpResponse:
    """A seat's sheet. A posted cell is kept at once; a cell that cannot be read changes nothing."""
    kept = Pad.objects.filter(key=key).first()
    if kept is None:
        raise Http404
    game = scoring_game(kept.game)
    state: State = kept.state
    if seat not in state["seats"]:
        if seat:
            raise Http404
        seat = game.sheet.seats(state)[0]
    if request.method != "POST":
        return _page(request, kept, game, seat, {}, [])
    htmx = getattr(request, "htmx", None)
    if htmx and (cell := htmx.trigger_name):
        return _one_cell(request, key, game, seat, cell)
    return _whole_form(request, key, game, seat)


def recent(request: HttpRequest) -> list[dict[str, Any]]:
    """The pads that this device wrote on last, newest first."""
    keys = _recent_keys(request)
    found = {each.key: each for each in Pad.objects.filter(key__in=keys)}
    listed = []
    for key in keys:
        if key not in found:
            continue
        try:
            game = find_game(found[key].game)
        except NoSuchGame:
            continue
        state = found[key].state
        listed.append(
            {
                "url": reverse("pad", args=[key]),
                "game": game.name,
                "names": [game.sheet.name(state, seat) for seat in game.sheet.seats(state)],
                "changed": found[key].changed,
            }
        )
    return listed


def scoring_game(slug: str) -> Game:
    """The game of that slug if it can score. Raises ``Http404``."""
    try:
        game = find_game(slug)
    except NoSuchGame:
        raise Http404 from None
    if game.stage == "draft" or not game.sheet.sections:
        raise Http404
    return game


def open_pad(game: Game, state: State) -> Pad:
    return Pad.objects.create(game=game.slug, state=state)


def _opened(request: HttpRequest, game: Game, state: State) -> HttpResponse:
    made = open_pad(game, state)
    seat = game.sheet.seats(state)[0]
    response = HttpResponseRedirect(reverse("pad", args=[made.key, seat]))
    _remember(request, response, made.key)
    return response


def _recent_keys(request: HttpRequest) -> list[str]:
    try:
        keys = signing.loads(request.COOKIES.get(RECENT, ""), salt=RECENT)
    except signing.BadSignature:
        return []
    return [str(key) for key in keys][:KEPT] if isinstance(keys, list) else []


def _remember(request: HttpRequest, response: HttpResponse, key: str) -> None:
    keys = [key, *(old for old in _recent_keys(request) if old != key)][:KEPT]
    response.set_cookie(
        RECENT,
        signing.dumps(keys, salt=RECENT),
        365 * 24 * 60 * 60,
        samesite="Lax",
        httponly=True,
        secure=request.is_secure(),
    )


# ── writing ────────────────────────────────────────────────────────────────────────────


def _changed(
    key: str, game: Game, typed: Mapping[str, str], rulings: Mapping[str, str]
) -> tuple[Pad, list[Fault]]:
    """The pad with these cells written; what cannot be read is a fault and changes nothing."""
    with transaction.atomic():
        kept = Pad.objects.select_for_update().get(key=key)
        reading = game.sheet.enter(kept.state, typed)
        state, faults = reading.state, reading.faults
        for ruling, option in rulings.items():
            answered = game.sheet.answer(state, ruling, option)
            state, faults = answered.state, faults + answered.faults
        if state != kept.state:
            kept.state = state
            kept.save(update_fields=["state", "changed"])
    return kept, faults


def _one_cell(request: HttpRequest, key: str, game: Game, seat: str, cell: str) -> HttpResponse:
    values = request.POST.getlist(cell)
    value = values[-1] if values else ""
    if cell.startswith(RULINGS):
        kept, faults = _changed(key, game, {}, {cell.removeprefix(RULINGS): value})
        return _page(request, kept, game, seat, {}, faults, rulings_open=cell != RULINGS + "preset")
    kept, faults = _changed(key, game, {cell: value}, {})
    wrong = {fault.path: value for fault in faults}
    context = _context(kept, game, seat, wrong, faults, cell)
    context |= {
        "cell_id": cell.replace("/", "-"),
        "fault": next((f.message for f in faults if f.path == cell), None),
        "known_cell": game.sheet.cell(cell) is not None,
    }
    response = render(request, "pad/_changed.html", context)
    if context["fault"]:
        response["X-Refused"] = "1"
    return response


def _whole_form(request: HttpRequest, key: str, game: Game, seat: str) -> HttpResponse:
    data = {name: request.POST.getlist(name) for name in request.POST}
    typed = posted(game, seat, data)
    kept = Pad.objects.get(key=key)
    kept, faults = _changed(key, game, typed, answered(game, kept.state, request))
    if faults:
        wrong = {f.path: typed[f.path] for f in faults if f.path in typed}
        return _page(request, kept, game, seat, wrong, faults, status=422)
    go = request.POST.get("go", "")
    if go == "result":
        result = Result.keep(game.slug, game.sheet.read(kept.state))
        return HttpResponseRedirect(reverse("result", args=[result.key]))
    if go in ("add", "remove"):
        seat = _reseat(key, game, seat, go)
    elif go in kept.state["seats"]:
        seat = go
    response = HttpResponseRedirect(reverse("pad", args=[key, seat]))
    _remember(request, response, key)
    return response


def answered(game: Game, state: State, request: HttpRequest) -> dict[str, str]:
    """Rulings that a whole form changes: a new preset wins over the single answers."""
    now: dict[str, str] = dict(game.sheet.rulings(state))
    preset = request.POST.get(RULINGS + "preset", "")
    if preset and preset != game.sheet.preset(state):
        return {"preset": preset}
    given = {ruling: request.POST.get(RULINGS + ruling, "") for ruling in now}
    return {ruling: option for ruling, option in given.items() if option not in ("", now[ruling])}


def _reseat(key: str, game: Game, seat: str, go: str) -> str:
    """One more player, or this one gone; the seat to show next."""
    with transaction.atomic():
        kept = Pad.objects.select_for_update().get(key=key)
        seats: dict[str, Any] = kept.state["seats"]
        free = [f"p{n}" for n in range(1, game.sheet.most_seats + 1) if f"p{n}" not in seats]
        if go == "add" and free:
            seats[free[0]] = {}
            seat = free[0]
        elif go == "remove" and len(seats) > 1:
            seats.pop(seat, None)
            seat = sorted(seats)[0]
        kept.save(update_fields=["state", "changed"])
    return seat


# ── showing ────────────────────────────────────────────────────────────────────────────


def _page(
    request: HttpRequest,
    kept: Pad,
    game: Game,
    seat: str,
    typed: Mapping[str, str],
    faults: list[Fault],
    status: int = 200,
    rulings_open: bool = False,
) -> HttpResponse:
    context = _context(kept, game, seat, typed, faults) | {"rulings_open": rulings_open}
    htmx = getattr(request, "htmx", None)
    template = "pad/page.html#sheet" if htmx else "pad/page.html"
    response = render(request, template, context, status=200 if htmx else status)
    if not htmx:
        _remember(request, response, kept.key)
    return response


def _context(
    kept: Pad,
    game: Game,
    seat: str,
    typed: Mapping[str, str],
    faults: list[Fault],
    cell: str = "",
) -> dict[str, Any]:
    return sheet_context(game, kept.state, seat, typed, faults, cell=cell) | {
        "pad": kept,
        "action": reverse("pad", args=[kept.key, seat]),
    }


def sheet_context(
    game: Game,
    state: State,
    seat: str,
    typed: Mapping[str, str],
    faults: list[Fault],
    tracked: bool = False,
    cell: str = "",
) -> dict[str, Any]:
    """What the templates of a seat's sheet show, on a pad or at a table.

    After one ``cell`` was written, only its section.
    """
    found = scored(game, state)
    rulings = game.sheet.rulings(state)
    doubts = [d for d in game.sheet.doubts(state) if d.path.startswith(f"{seat}/")]
    plan = found.plans.get(seat)
    return {
        "game": game,
        "seat": seat,
        "name": game.sheet.name(state, seat),
        "entered_name": typed.get(f"{seat}/name", state["seats"][seat].get("name", "")),
        "players": [
            {
                "seat": each,
                "name": game.sheet.name(state, each),
                "breakdown": found.breakdowns[each],
            }
            for each in game.sheet.seats(state)
        ],
        "room": len(state["seats"]) < game.sheet.most_seats,
        "parts": parts(game, state, seat, typed, faults, tracked, cell),
        "questions": list(game.questions.items()),
        "faults": faults,
        "doubts": [(doubt, doubt.path.replace("/", "-")) for doubt in doubts],
        "breakdown": found.breakdowns[seat],
        "proof": plan.proof if plan else None,
        "presets": list(game.catalogue.presets.values()),
        "preset": game.sheet.preset(state),
        "changed_rulings": len(state.get("rulings", {}).keys() - {"preset"}),
        "rulings": [
            (entry, rulings[entry.id], entry.presets) for entry in game.catalogue.rulings()
        ],
    }


def as_json(state: State) -> str:
    """A sheet as people may keep it."""
    return json.dumps(state, ensure_ascii=False, indent=1)


__all__ = ["as_json", "open_pad", "pad", "recent", "scoring_game", "start"]
