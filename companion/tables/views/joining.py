"""Views for entering a table: open one, join by code or link, take a seat, invite others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST

from companion.games.available_games import scoring_game
from companion.http import random_keys
from companion.messages import say
from companion.sheet_pages import posted_cells, section_views
from companion.sheet_pages.owner_dots import players
from companion.sheet_pages.page_names import RULINGS
from companion.tables import (
    access,
    code_guesses,
    frequent_players,
    invitations,
    ledger,
    new_table,
    polls,
    seats,
)
from companion.tables.models import Device, Table
from scoring.game import Game
from scoring.model.cells import CellPath
from scoring.model.plan import State
from scoring.model.rulings import PRESET
from scoring.model.sheet_fields import COLOUR
from scoring.model.validation import CellError, Value
from scoring.text.localised import Text

SCREEN = "screen"
"""Value of the form field ``seat`` for a shared tablet or television, which gets no seat."""


def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Shows the form that opens a table, and opens the table on POST.

    The form has names and colours, the game's options, a preset of rulings (answers to questions
    that the rules leave open), and screens, which hide each seat's sheet from the other phones.
    """
    game = scoring_game(slug)
    listed = [f"p{n}" for n in range(1, game.sheet.most_seats + 1)]
    asked = ["name", "colour"]
    typed = {f"{s}/{what}": request.POST.get(f"{s}/{what}", "") for s in listed for what in asked}
    if "add" in request.POST:
        _seated(typed, listed, frequent_players.read(request.POST["add"]))
    elif request.method != "POST" and (mine := frequent_players.me(request)):
        _seated(typed, listed, mine)
    options = section_views.options(game)
    typed |= {path: request.POST.get(path, "") for path, _ in options}
    context: dict[str, Any] = {
        "game": game,
        "seats": [
            (n, seat, typed[f"{seat}/name"], typed[f"{seat}/colour"])
            for n, seat in enumerate(listed, 1)
        ],
        "regulars": frequent_players.frequent_players(
            request, [typed[f"{seat}/name"] for seat in listed]
        ),
        "colours": COLOUR.cell.options,
        "options": [(path, field, typed[path]) for path, field in options],
        "presets": list(game.catalogue.presets.values()),
        "screens": request.POST.get("screens") == "1",
        "form_key": random_keys.new_form_key(),
    }
    if request.method != "POST" or "add" in request.POST:
        return render(request, "table/new.html", context)
    taken = [seat for seat in listed if typed[f"{seat}/name"].strip()]
    state = game.sheet.blank(max(1, len(taken)))
    # rows without a name get no seat: the names entered move up
    entered = {f"p{n}/{w}": typed[f"{s}/{w}"] for n, s in enumerate(taken, 1) for w in asked}
    entered |= {path: typed[path] for path, _ in options}
    preset = f"{RULINGS}/{PRESET}"
    if preset in request.POST and game.catalogue.presets:
        entered[preset] = request.POST[preset]
    reading = game.sheet.enter(state, entered)
    faults = reading.errors or _alike(game, reading.state)
    if not taken or faults:
        context["faults"] = faults or [CellError("name1", say("open-no-name"))]
        return render(request, "table/new.html", context, status=422)
    # all colours are stored now, so that none changes when other players join
    shown = players(game.sheet, reading.state)
    dyed = {CellPath.to(seat, COLOUR.id): owner.colour for seat, owner in shown.items()}
    cells = game.sheet.cells(reading.state) | dyed
    return _opened(request, game, state, cells, context["screens"])


def _seated(typed: dict[str, str], listed: list[str], who: frequent_players.FrequentPlayer) -> None:
    """Writes a player's name on the first free row of the new table's form ``typed``.

    Also the colour, unless a row above has it. ``listed`` are the seats, one per row.
    """
    seat = next((each for each in listed if not typed[f"{each}/name"].strip()), "")
    if seat:
        had = {typed[f"{each}/colour"] for each in listed if typed[f"{each}/name"].strip()}
        typed[f"{seat}/name"] = who.name
        typed[f"{seat}/colour"] = "" if who.colour in had else who.colour


def _alike(game: Game, state: State) -> list[CellError]:
    """Returns an error for the first colour that two players share; [] if there is none."""
    had: dict[str, str] = {}
    for seat in game.sheet.seats(state):
        colour = state["seats"][seat].get("colour", "")
        if colour in had:
            who = game.sheet.name(state, had[colour])
            return [CellError(f"{seat}/colour", say("seat-colour-taken", who=who))]
        if colour:
            had[colour] = seat
    return []


def _opened(
    request: HttpRequest,
    game: Game,
    state: State,
    cells: Mapping[str, Value],
    screens: bool,
) -> HttpResponse:
    form = request.POST.urlencode() if request.POST.get("form") else random_keys.new_form_key()
    table = new_table.once(game, form, state, screens)
    # standalone, other phones cannot join
    first = "table" if settings.STANDALONE else "table_invite"
    response = HttpResponseRedirect(reverse(first, args=[table.key]))
    host = access.admit(request, response, table, "host", "p1")
    ledger.write(table.key, host, "p1", cells, 0, new_table.OPENED)
    return response


@require_POST
def again(request: HttpRequest, key: str) -> HttpResponse:
    """Opens a re-match with the same players, options, answers to open rules questions, and group.

    The first tap creates it; every later one, from any phone, leads to the same new table.
    """
    who, game = access.at(request, key)
    with ledger.locked(key) as found:
        if found.next is None:
            if who.role == "spectator":
                raise Http404
            found.next = new_table.rematch(game, who, found)
            found.save(update_fields=["next"])
            ledger.increment_side_revision(key)
    response = HttpResponseRedirect(reverse("table", args=[found.next.key]))
    if not seats.follow(request, response, who, found.next):
        raise Http404
    return response


def join(request: HttpRequest, code: str = "", proof: str = "") -> HttpResponse:
    """Joins a table by a code, typed or scanned, and then by one tap on a name.

    Answers with status 429 after too many wrong codes.
    """
    code = code or request.POST.get("code", "") or request.GET.get("code", "")
    if not code:
        return render(request, "table/join.html")
    try:
        table = access.table_of_code(request, code, proof)
    except code_guesses.TooManyTries:
        answer = render(request, "table/join.html", {"code": code, "wait": True}, status=429)
        answer["Retry-After"] = str(int(code_guesses.WITHIN.total_seconds()))
        return answer
    if table is None:
        return render(request, "table/join.html", {"code": code, "unknown": True}, status=404)
    if request.method == "POST" and "code" in request.POST:
        return HttpResponseRedirect(reverse("join_code", args=[code.strip().lower()]))
    game = scoring_game(table.game)
    if request.method == "POST":
        return _claimed(request, game, table)
    return _who(request, game, table)


def enter(request: HttpRequest, secret: str) -> HttpResponse:
    """Joins a table by a host's, player's or spectator's link.

    Only a POST admits, so that a link preview does not.
    """
    found = access.link(secret)
    if found is None:
        raise Http404
    game = scoring_game(found.table.game)
    if request.method != "POST":
        return _who(request, game, found.table, found.role)
    if found.role == "player":
        return _claimed(request, game, found.table)
    response = HttpResponseRedirect(reverse("table", args=[found.table.key]))
    before = access.device(request, found.table_id)
    who = access.admit(request, response, found.table, found.role)
    if found.role == "host" and (before is None or before.role != "host"):
        ledger.note(found.table, "host", who.seat)
    return response


def _who(
    request: HttpRequest,
    game: Game,
    table: Table,
    role: str = "player",
    typed: str = "",
    error: Text | None = None,
) -> HttpResponse:
    """Renders the choice of a seat: a new one by name and colour, a free one, or one to request.

    - ``role``: the role that the link or code gives.
    - ``typed``, ``error``: the name that was refused, and the reason.
    """
    context = _seats(game, table)
    owners = {each["owner"].colour: each["owner"] for each in context["seats"] if each["named"]}
    names = [str(cells.get("name", "")) for cells in table.state["seats"].values()]
    mine = frequent_players.me(request)
    free = any(not each["taken"] and not each["named"] for each in context["seats"])
    context |= {
        "role": role,
        "fault": error,
        "typed": typed or (mine.name if mine else ""),
        "room": not table.finished and (free or len(names) < game.sheet.most_seats),
        "colours": [(option, owners.get(option.id)) for option in COLOUR.cell.options],
        "regulars": [
            each if each.colour and each.colour not in owners else replace(each, colour="")
            for each in frequent_players.frequent_players(request, names)
        ],
        "form_key": random_keys.new_form_key(),
    }
    return render(request, "table/take_seat.html", context, status=422 if error else 200)


def _claimed(request: HttpRequest, game: Game, table: Table) -> HttpResponse:
    """Gives this phone the seat that its form asks for, or requests it from the phone holding it.

    A shared display gets no seat; for an unknown seat the phone becomes a spectator.
    """
    seat = request.POST.get("seat", "")
    response = HttpResponseRedirect(reverse("table", args=[table.key]))
    who = frequent_players.read(request.POST.get("who", ""))
    if not seat and "colour" in request.POST:
        who = frequent_players.read(f"{request.POST['colour']} {request.POST.get('name', '')}")
    if not seat:
        form = posted_cells.read(request).key
        try:
            seat = seats.newcomer(request, response, table.key, who, form)
        except seats.Refused as refused:
            return _who(request, game, table, typed=who.name, error=refused.message)
        response["Location"] = reverse("table_sheet", args=[table.key, seat])
        return response
    if seat == SCREEN:
        # the display sees what everybody may see, and may set phase and clock like a player
        access.admit(request, response, table, "player")
        response["Location"] = reverse("table_screen", args=[table.key])
    elif seat not in game.sheet.seats(table.state):
        access.admit(request, response, table, "spectator")
    elif seats.claim(request, response, table.key, seat):
        response["Location"] = reverse("table_sheet", args=[table.key, seat])
    return response


@require_POST
def leave(request: HttpRequest, key: str) -> HttpResponse:
    """Removes this phone from a game in progress. A host must hand over the table first."""
    who, _game = access.at(request, key)
    if who.role == "host" or who.table.finished:
        raise Http404
    seats.leave(who)
    return HttpResponseRedirect(reverse("home"))


def _seats(game: Game, table: Table) -> dict[str, Any]:
    sitting = set(table.devices.exclude(seat="").values_list("seat", flat=True))
    visible_seats = players(game.sheet, table.state)
    return {
        "game": game,
        "table": table,
        "seats": [
            {
                "seat": seat,
                "name": game.sheet.name(table.state, seat),
                "owner": visible_seats[seat],
                "named": "name" in table.state["seats"][seat] or seat in sitting,
                "taken": seat in sitting,
            }
            for seat in game.sheet.seats(table.state)
        ],
    }


def invite(request: HttpRequest, key: str) -> HttpResponse:
    """Shows QR code and join code to players; to a host also phones, links and seats.

    The page polls for phones that join: one that has the newest version gets an empty 204.
    """
    htmx = request.method == "GET" and bool(getattr(request, "htmx", None))
    known = request.GET.get("v", "") if htmx else ""
    seen = polls.poll_state(request, key, known)
    if seen and known == seen.version_token:
        polls.record_presence(seen.device)
        return HttpResponse(status=204)
    who, game = access.player(request, key)
    made: dict[str, Any] = {}
    if request.method == "POST":
        who, game = access.host(request, key)
        try:
            made = _arranged(request, who, request.POST)
        except seats.Refused as refused:
            made = {"fault": refused.message}
        who.table.refresh_from_db()
        who.refresh_from_db(fields=["role"])
    table = who.table
    context = _seats(game, table) | made | invitations.invitation_context(request, table)
    context |= {"who": who, "tab": "invite", "mark": seen.version_token if seen else ""}
    context["form_key"] = random_keys.new_form_key()
    context["room"] = not table.finished and len(table.state["seats"]) < game.sheet.most_seats
    for each in context["seats"]:
        each["may_rename"] = access.may_write(who, each["seat"])
    if who.role == "host":
        for each in context["seats"]:
            alone = len(table.state["seats"]) == 1 or table.finished
            each["may_go"] = not alone and ledger.empty(table, each["seat"])
    if who.role == "host":
        context["phones"] = [
            {
                "id": each.pk,
                "role": each.role,
                "name": game.sheet.name(table.state, each.seat)
                if each.seat in table.state["seats"]
                else None,
                "seen": each.seen,
            }
            for each in table.devices.exclude(pk=who.pk).order_by("pk")
            if each.role != access.REMOVED
        ]
    return render(request, "table/invite.html#board" if htmx else "table/invite.html", context)


def _arranged(request: HttpRequest, who: Device, posted: Mapping[str, str]) -> dict[str, Any]:
    """Applies a host's action of the invitation page: on links, code, phones, host or seats.

    ``posted`` is the posted form. Returns extra template context: the new link, if one was made.
    """
    table, role, phone = who.table, posted.get("link", ""), posted.get("remove", "")
    if role in access.ROLES:
        path = reverse("enter", args=[access.new_link(table, role)])
        return {"made": request.build_absolute_uri(path), "made_role": role}
    if posted.get("unlink", "") in access.ROLES:
        access.end_links(table, posted["unlink"])
    elif posted.get("code") in ("new", "none"):
        table.closed = posted["code"] == "none"
        table.save(update_fields=["closed"])
        access.end_code(table)
    elif phone.isascii() and phone.isdigit() and len(phone) < 10:
        seats.remove(who, int(phone))
    elif (heir := posted.get("host", "")).isascii() and heir.isdigit() and len(heir) < 10:
        seats.hand_over(who, int(heir))
    elif seat := posted.get("free", ""):
        seats.free(who, seat)
    elif posted.get("seats") == "add":
        seats.add(who, posted_cells.read(request).key)
    elif seat := posted.get("away", ""):
        seats.take_away(who, seat, posted_cells.read(request).key)
    elif seat := posted.get("up", ""):
        seats.move_up(who, seat, posted_cells.read(request).key)
    return {}
