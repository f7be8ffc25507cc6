"""Views of the set-up page of a table: its checklist, and draws by lot."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from companion.http import random_keys
from companion.sheet_pages import posted_cells
from companion.tables import access, polls, set_up


def page(request: HttpRequest, key: str) -> HttpResponse:
    """Shows what is to lay out and to draw, and draws. A poll without news gets an empty 204."""
    if request.method == "POST":
        return _posted(request, key)
    htmx = bool(getattr(request, "htmx", None))
    known = request.GET.get("v", "") if htmx else ""
    seen = polls.poll_state(access.hash_at_table(request, key), key, known)
    if seen and known == seen.version_token:
        access.record_presence(seen.device)
        return HttpResponse(status=204)
    who, game = access.at(request, key)
    context = set_up.page(game, who) | {
        "mark": seen.version_token if seen else "",
        "form_key": random_keys.new_form_key(),
        "late": "late" in request.GET,
    }
    return render(request, f"table/set_up.html{'#board' if htmx else ''}", context)


def _posted(request: HttpRequest, key: str) -> HttpResponse:
    who, game = access.player(request, key)
    sent, post = posted_cells.read(request), request.POST
    number, late = post.get("number", ""), ""
    if draw := post.get("draw", ""):
        again = who.table.events.filter(idempotency_key=sent.key).exists()
        if not (again or who.table.finished):
            done = set_up.make(who, game, draw, post.get("print", ""), number, sent.key)
            late = "" if done else "?late"
    else:
        set_up.take_part(who, game, number, sent.key)
    return HttpResponseRedirect(reverse("table_set_up", args=[key]) + late)
