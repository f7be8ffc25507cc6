"""Views of the set-up page of a table or a pad: its checklist, and draws by lot."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from companion.http import random_keys
from companion.tables import access, polling, set_up_draws
from companion.tables.models import Device
from scoring.game import Game


def page(request: HttpRequest, key: str) -> HttpResponse:
    """Shows the set-up page of the table ``key``: its checklist and draws by lot. A POST draws.

    A poll that has the newest version gets an empty 204.
    """
    if request.method == "POST":
        return _posted(request, *access.player(request, key))
    htmx = bool(getattr(request, "htmx", None))
    known = request.GET.get("v", "") if htmx else ""
    seen = polling.poll_state(access.hash_at_table(request, key))
    if seen and known == seen.version_token:
        access.record_presence(seen.device)
        return HttpResponse(status=204)
    who, game = access.at(request, key)
    context = set_up_draws.page(game, who) | {
        "mark": seen.version_token if seen else "",
        "form_key": random_keys.new_form_key(),
        "late": "late" in request.GET,
    }
    return render(request, f"table/set_up.html{'#board' if htmx else ''}", context)


def on_pad(request: HttpRequest, key: str) -> HttpResponse:
    """Shows the set-up page of the pad ``key`` (sheets without a table); a POST draws its lots."""
    who, game = access.at_pad(key)
    if request.method == "POST":
        return _posted(request, who, game)
    context = set_up_draws.page(game, who) | {
        "pad": who.table,
        "seat": game.sheet.seats(who.table.state)[0],
        "form_key": random_keys.new_form_key(),
        "late": "late" in request.GET,
    }
    return render(request, "table/set_up.html", context)


def _posted(request: HttpRequest, who: Device, game: Game) -> HttpResponse:
    sent, post = access.posted(request), request.POST
    number, late = post.get("number", ""), ""
    if "undo" in post and who.table.pad:
        set_up_draws.take_back(who, sent.key)
    elif draw := post.get("draw", ""):
        again = who.table.events.filter(idempotency_key=sent.key).exists()
        if not (again or who.table.finished):
            done = set_up_draws.make(who, game, draw, post.get("print", ""), number, sent.key)
            late = f"#draw-{draw.partition(' ')[0]}" if done else "?late"
    else:
        set_up_draws.take_part(who, game, number, sent.key)
    name = "pad_set_up" if who.table.pad else "table_set_up"
    return HttpResponseRedirect(reverse(name, args=[who.table_id]) + late)
