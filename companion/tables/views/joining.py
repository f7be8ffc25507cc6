"""Views for entering a table: open one, join by code or link, take a seat, invite others."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST

from companion.games.localised_text_tags import say
from companion.http import random_keys
from companion.http.whole_numbers import whole_number
from companion.sheet_pages import section_views
from companion.sheet_pages.page_names import RULINGS
from companion.tables import (
    access,
    frequent_players,
    invitations,
    ledger,
    new_table,
    polling,
    seating_page,
    seats,
)
from companion.tables.frequent_players import FrequentPlayer
from companion.tables.models import Device, Table
from scoring.game import Game
from scoring.model.cells import CellPath
from scoring.model.player_names_and_colours import players
from scoring.model.rulings import PRESET
from scoring.model.sheet_fields import COLOUR, COLOURS
from scoring.text.localised import Text

SCREEN = "screen"
"""Value of the form field ``seat`` for a shared tablet or television, which gets no seat."""


def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Shows the form that opens a table of the game ``slug``; opens the table on POST.

    The form is drawn with the table's free places. It has the host's name, the players who have no
    phone, the game's options, a preset of rulings (answers to questions that the rules leave open),
    and screens, which hide each seat's sheet from the other phones. Options and screens start as at
    this phone's last table of the game.
    """
    game = access.scoring_game(slug)
    if request.method == "POST":
        return _opened(request, game)
    device = frequent_players.last_table(request, slug)
    last = device.table if device else None
    cells = game.sheet.cells(game.sheet.known_part(last.state)) if last else {}
    preset = f"{RULINGS}/{PRESET}"
    typed = {
        path: "1" if cells.get(path) is True else str(cells.get(path) or "")
        for path in (*(path for path, _ in section_views.options(game)), preset)
    }
    mine = frequent_players.me(request) or FrequentPlayer("")
    typed |= {"p1/name": mine.name, "p1/colour": mine.colour or COLOURS[0]}
    context = seating_page.before_opening(request, game, typed, last)
    context |= {"preset": typed[preset], "screens": bool(last and last.screens)}
    return render(request, "table/seating.html", context)


def _opened(request: HttpRequest, game: Game) -> HttpResponse:
    """Opens a table of a game with the posted players and options; this phone is host, seat ``p1``.

    A form with errors is shown again, with status 422.
    """
    posted, most = request.POST, game.sheet.most_seats
    typed = [
        (posted.get(f"p{n}/name", ""), posted.get(f"p{n}/colour", "")) for n in range(1, most + 1)
    ]
    host, *others = [FrequentPlayer(name.strip(), colour) for name, colour in typed]
    # rows without a name get no seat: the names entered move up
    others = [each for each in others if each.name]
    others += frequent_players.read_all(posted.get("who", ""))
    seated = [host, *others][:most]
    state = game.sheet.blank(len(seated))
    entered = {path: posted.get(path, "") for path, _ in section_views.options(game)}
    had: set[str] = set()
    for n, each in enumerate(seated, 1):
        entered[f"p{n}/name"] = each.name
        entered[f"p{n}/colour"] = "" if each.colour in had else each.colour
        had.add(each.colour)
    preset = f"{RULINGS}/{PRESET}"
    if preset in posted and game.catalogue.presets:
        entered[preset] = posted[preset]
    reading = game.sheet.enter(state, entered)
    if reading.errors:
        context = seating_page.before_opening(request, game, entered, None)
        context |= {"faults": reading.errors, "preset": entered.get(preset, "")}
        context["screens"] = posted.get("screens") == "1"
        return render(request, "table/seating.html", context, status=422)
    # all colours are stored now, so that none changes when other players join
    shown = players(game.sheet, reading.state)
    dyed: dict[str, int | bool | str] = {
        CellPath.to(seat, COLOUR.id): owner.colour for seat, owner in shown.items()
    }
    form = posted.urlencode() if posted.get("form") else random_keys.new_form_key()
    table = new_table.once(game, form, reading.state, posted.get("screens") == "1")
    response = HttpResponseRedirect(reverse("table_invite", args=[table.key]))
    if "place" in posted:  # a free place was tapped: its name is typed next
        response["Location"] += f"?{urlencode({'place': posted['place']})}"
    who = access.admit(request, response, table, "host", "p1")
    ledger.write(table.key, who, "p1", game.sheet.cells(reading.state) | dyed, 0, new_table.OPENED)
    return response


@require_POST
def again(request: HttpRequest, key: str) -> HttpResponse:
    """Opens a re-match of the table ``key``, with the same players, options, rulings and group.

    The first tap creates the new table; every later one, from any phone, leads to the same one.
    """
    who, game = access.at(request, key)
    with ledger.locked(key) as found:
        if found.next is None:
            if who.role == "spectator":
                raise Http404
            found.next = new_table.rematch(game, who, found)
            found.save(update_fields=["next"])
            ledger.increment_side_revision(key)
    to = "table_invite" if "invite" in request.POST else "table"
    response = HttpResponseRedirect(reverse(to, args=[found.next.key]))
    if not seats.follow(request, response, who, found.next):
        raise Http404
    return response


def join(request: HttpRequest, code: str, proof: str = "") -> HttpResponse:
    """Joins a table by the link of its code: shows the choice of a seat, and gives it on POST.

    ``proof``: the secret part of a QR code's link; "" for a typed code. A phone whose player's name
    is on a free seat gets that seat by the scan alone. Answers with status 429 after too many wrong
    codes.
    """
    table = invitations.table_or_code_page(request, code, proof)
    if isinstance(table, HttpResponse):
        return table
    game = access.scoring_game(table.game)
    if request.method == "POST":
        return _claimed(request, game, table)
    mine = frequent_players.me(request)
    if proof and mine and access.any_device(request, table) is None:
        rows = seating_page.seat_rows(game, table)
        named = [each["seat"] for each in rows if say(each["name"]) == mine.name]
        response = HttpResponseRedirect(reverse("table", args=[table.key]))
        if named and not seats.holders(table, named[0]).exists():
            seats.claim(request, response, table.key, named[0])
            return response
    return _who(request, game, table)


def enter(request: HttpRequest, secret: str) -> HttpResponse:
    """Joins a table by the secret of a host's, player's or spectator's link.

    Only a POST admits the phone, so that a link preview does not.
    """
    found = invitations.link(secret)
    if found is None:
        raise Http404
    game = access.scoring_game(found.table.game)
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
    """Renders the page to choose a seat: a new one by name, a free one, or one to request.

    ``role``: what the link or code admits to: host, player or spectator. ``typed``, ``error``: the
    name that was refused, and the reason.
    """
    rows = seating_page.seat_rows(game, table)
    names = [str(cells.get("name", "")) for cells in table.state["seats"].values()]
    mine = frequent_players.me(request)
    free = any(not each["taken"] and not each["named"] for each in rows)
    context = {
        "game": game,
        "table": table,
        "seats": [each for each in rows if each["named"]],
        "role": role,
        "fault": error,
        "typed": typed or (mine.name if mine else ""),
        "room": not table.finished and (free or len(names) < game.sheet.most_seats),
        "regulars": frequent_players.frequent_players(request, names),
        "form_key": random_keys.new_form_key(),
    }
    return render(request, "table/take_seat.html", context, status=422 if error else 200)


def _claimed(request: HttpRequest, game: Game, table: Table) -> HttpResponse:
    """Gives this phone the seat that its form asks for, or requests it from the phone holding it.

    A shared display gets no seat; for an unknown seat the phone becomes a spectator. Returns a
    redirect to the table, or the form again with an error.
    """
    seat = request.POST.get("seat", "")
    response = HttpResponseRedirect(reverse("table", args=[table.key]))
    if not seat:
        name, mine = request.POST.get("name", "").strip(), frequent_players.me(request)
        who = mine if mine and mine.name == name else FrequentPlayer(name)
        if "who" in request.POST:
            who = frequent_players.read(request.POST["who"])
        try:
            seats.newcomer(request, response, table.key, who, access.posted(request).key)
        except seats.Refused as refused:
            return _who(request, game, table, typed=who.name, error=refused.message)
    elif seat == SCREEN:
        # the display sees what everybody may see, and may set phase and clock like a player
        access.admit(request, response, table, "player")
        response["Location"] = reverse("table_screen", args=[table.key])
    elif seat not in game.sheet.seats(table.state):
        access.admit(request, response, table, "spectator")
    else:
        seats.claim(request, response, table.key, seat)
    return response


@require_POST
def leave(request: HttpRequest, key: str) -> HttpResponse:
    """Removes this phone from the table ``key`` before the game's end.

    A host has to hand the table over first.
    """
    who, _game = access.at(request, key)
    if who.role == "host" or who.table.finished:
        raise Http404
    seats.leave(who)
    return HttpResponseRedirect(reverse("home"))


def invite(request: HttpRequest, key: str) -> HttpResponse:
    """Shows the seats and join code of the table ``key`` to its players.

    A host also seats others and manages phones. The page polls for phones that join: one that has
    the newest version gets an empty 204.
    """
    htmx = request.method == "GET" and bool(getattr(request, "htmx", None))
    known = request.GET.get("v", "") if htmx else ""
    seen = polling.poll_state(access.hash_at_table(request, key))
    if seen and known == seen.version_token:
        access.record_presence(seen.device)
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
    context = seating_page.opened(request, game, who) | made
    context["mark"] = seen.version_token if seen else ""
    context["managed"] = request.method == "POST" and not {"who", "name"} & request.POST.keys()
    return render(request, f"table/seating.html{'#board' if htmx else ''}", context)


def _arranged(request: HttpRequest, who: Device, posted: Mapping[str, str]) -> dict[str, Any]:
    """Does what a host's form on the invitation page asks: with links, code, phones, host or seats.

    ``posted`` is the form. Returns extra template context: the new link, if one was made, else {}.
    """
    table, role = who.table, posted.get("link", "")
    if role in access.ROLES:
        path = reverse("enter", args=[invitations.new_link(table, role)])
        return {"made": request.build_absolute_uri(path), "made_role": role}
    if posted.get("unlink", "") in access.ROLES:
        invitations.end_links(table, posted["unlink"])
    elif posted.get("code") in ("new", "none"):
        table.closed = posted["code"] == "none"
        table.save(update_fields=["closed"])
        invitations.end_code(table)
    elif (phone := whole_number(posted.get("remove", ""))) is not None:
        seats.remove(who, phone)
    elif (heir := whole_number(posted.get("host", ""))) is not None:
        seats.hand_over(who, heir)
    elif seat := posted.get("free", ""):
        seats.free(who, seat)
    elif named := frequent_players.read_all(posted.get("who", f" {posted.get('name', '')}")):
        form = access.posted(request).key
        for n, player in enumerate(named):
            place = "" if n else posted.get("place", "")
            seats.write_in(who, player, f"{n}{form}"[:40], place)
    elif posted.get("seats") == "add":
        seats.add(who, access.posted(request).key)
    elif seat := posted.get("away", ""):
        seats.take_away(who, seat, access.posted(request).key)
    elif seat := posted.get("up", ""):
        seats.move_up(who, seat, access.posted(request).key)
    return {}
