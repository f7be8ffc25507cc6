"""Views of the scoreboard, the rules at the table, the end of the game, and hidden sheets."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from companion.http import server_clock
from companion.http.whole_numbers import whole_number
from companion.tables import (
    access,
    back_link,
    end_of_game,
    ledger,
    polling,
    questions_before_end,
    scoreboard_page,
    seats,
)
from companion.tables.pieces_before_seat import open_by_the_rules
from companion.tables.saved_results import keep_result
from scoring.model import drawing_by_lot


def table(request: HttpRequest, key: str, big: bool = False) -> HttpResponse:
    """Renders the scoreboard of the table ``key``.

    A poll that has the newest version gets an empty 204. The header ``X-Now`` has the server's time
    in milliseconds, so that clocks and the counting of the scores at the end run in step on all
    phones. ``big``: for a shared tablet or television.
    """
    known = request.GET.get("v", "") if getattr(request, "htmx", None) else ""
    seen = polling.poll_state(access.hash_at_table(request, key))
    if seen is None:
        raise Http404
    if not big:
        access.record_presence(seen.device)
    if known == seen.version_token:
        response = HttpResponse(status=204)
    else:
        who, game = access.at(request, key)
        page = scoreboard_page.big_screen if big else scoreboard_page.page
        response = page(request, who, game, seen)
    response["X-Now"] = str(server_clock.now_ms())
    return response


def screen(request: HttpRequest, key: str) -> HttpResponse:
    """Renders the scoreboard of the table ``key`` for a shared tablet or television.

    That page polls for changes.
    """
    return table(request, key, big=True)


def lying_open(request: HttpRequest, key: str, seat: str) -> HttpResponse:
    """Shows what the game's rules make public of a seat at the table ``key``.

    For phones that may not see the seat's sheet.
    """
    who, game = access.at(request, key)
    if seat not in game.sheet.seats(who.table.state):
        raise Http404
    sections = open_by_the_rules(game, who.table.state, seat)
    context = {"game": game, "table": who.table, "who": who, "seat": seat, "sections": sections}
    context["name"] = game.sheet.name(who.table.state, seat)
    return render(request, "table/public_cells.html", context)


def rules(page: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Returns the view of a table's tab *Ask*: the search ``page``, by default in the table's game.

    Below the hits are the cards, tiles... of the current phase, and those drawn for the table by
    lot.
    """

    def at_table(request: HttpRequest, key: str) -> HttpResponse:
        who, game = access.at(request, key)
        state, catalogue = who.table.state, game.catalogue
        phase, entries = back_link.phase_and_entries(game, state)
        drawn = set(drawing_by_lot.drawn_ids(state))
        tab = {
            "layout": "table/base.html",
            "address": request.path,
            "tab": "rules",
            "who": who,
            "table": who.table,
            "table_game": game,
            "phase": phase,
            "entries": [catalogue[id_] for id_ in entries if id_ not in drawn],
            "drawn": [catalogue[id_] for id_ in entries if id_ in drawn],
        }
        request.table = back_link.BackTable(  # type: ignore[attr-defined]
            *("", request.path, game.slug, game.name, len(game.sheet.seats(state)), entries),
            tab=tab,
        )
        return page(request)

    return at_table


@require_POST
def finish(request: HttpRequest, key: str) -> HttpResponse:
    """Ends or reopens the game at the table ``key``.

    A host can end it alone, or all seats with a phone together. Until all agree, a player's vote is
    stored and shown, and can be taken back. If cells that the scores need are empty, phones ask for
    their values first, unless the form skips that.
    """
    who, game = access.player(request, key)
    go, ask = request.POST.get("go", ""), request.POST.get("ask", "")
    if (
        ask == "1"
        and go == "finish"
        and who.role == "host"
        and (empty := scoreboard_page.empty_seats(game, who))
    ):
        context = {"who": who, "table": who.table, "game": game, "empty": empty, "tab": "scores"}
        return render(request, "table/confirm_finish.html", context)
    # asking or not would reveal if hidden sheets have empty cells: with any hidden, always ask
    behind = access.seen_by_all(who.table) != who.table.state["seats"].keys()
    asks = bool(ask) and go == "finish"
    asks = asks and (behind or questions_before_end.open_questions(game, who.table.state))
    with ledger.locked(key) as found:
        if go == "reopen":
            if found.finished:
                end_of_game.reopen(found, who)
        elif not found.finished:
            if who.role != "host" and not who.seat:
                raise Http404
            end_of_game.call(found, who, over=go != "wait", ask_first=asks)
            if found.finished:
                keep_result(game, found.state)
    return HttpResponseRedirect(reverse("table", args=[key]))


@require_POST
def hurry(request: HttpRequest, key: str) -> HttpResponse:
    """Speeds up the counting of the scores after the end, on all phones of the table ``key``.

    Only a host may.
    """
    access.host(request, key)
    with ledger.locked(key) as found:
        end_of_game.hurry(found)
    return scoreboard_page.after_change(request, key)


@require_POST
def reveal(request: HttpRequest, key: str) -> HttpResponse:
    """Removes the screen of this phone's seat at the table ``key``: all may see its sheet."""
    who, _game = access.at(request, key)
    with ledger.locked(key) as found:
        if not who.seat or not found.screens:
            raise Http404
        if who.seat not in found.revealed:
            found.revealed = [*found.revealed, who.seat]
            found.save(update_fields=["revealed"])
            ledger.note(found, "revealed", who.seat)
    return HttpResponseRedirect(reverse("table", args=[key]))


@require_POST
def seat(request: HttpRequest, key: str) -> HttpResponse:
    """Grants, declines or withdraws a phone's request for a seat of the table ``key``.

    The seat is one that another phone holds.
    """
    who, _game = access.at(request, key)
    number = whole_number(request.POST.get("wish", ""))
    wish = get_object_or_404(who.table.wishes.select_related("device"), pk=number or 0)
    try:
        seats.answer(who, wish, granted=request.POST.get("go") == "yes")
    except PermissionError:
        raise Http404 from None
    return HttpResponseRedirect(reverse("table", args=[key]))
