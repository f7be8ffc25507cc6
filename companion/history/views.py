"""Views for the history of a phone or a group, its imports and exports, and stored data.

``secret`` is that of a group; if empty, the history is the phone's own.
"""

import secrets
from dataclasses import replace
from typing import Any
from urllib.parse import quote
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_POST

from companion.history import (
    pending_imports,
    played_games,
    retention,
    save_pad_to_history,
    statistics,
    statistics_page,
    stories,
)
from companion.history.export_and_import import (
    FILES,
    ZIP,
    games_listed,
    phone_file,
    preview,
    read,
    take_in,
)
from companion.history.filters import Choice
from companion.history.history_scope import (
    GROUPS_COOKIE,
    Scope,
    mine,
    of_group,
    opened_groups,
    public_id,
    put_in_group,
    scope_of,
)
from companion.history.models import Group, Play
from companion.history.played_games import Record
from companion.history.save_pad_to_history import typed
from companion.history.seat_results import seats_json
from companion.history.transfer import companion_json_writer
from companion.http.whole_numbers import whole_number
from companion.messages import say
from companion.soft_delete import RESTORABLE_FOR
from companion.tables import access, invitations, ledger, recent_pads
from companion.tables.models import Table
from companion.tables.saved_results import result_and_game
from companion.tables.timers import by_phase
from scoring import NoSuchGame
from scoring import game as find_game
from scoring.model.errors_and_warnings import CellError
from scoring.text.localised import Text

MOST_FILES = 10
MOST_ROWS = 100
MOST_NEWS = 20
SECONDS_FOR_SCORES = 0.5
"""Time for computing scores not stored yet; the rest follows on later requests."""


def history(request: HttpRequest, secret: str = "") -> HttpResponse:
    """Shows the page with the finished games of this phone, or of a group.

    A group's page is shown to everybody with its secret link.
    """
    response = _page(request, scope_of(request, secret))
    if secret:
        GROUPS_COOKIE.remember(request, response, secret)
    return response


@require_POST
def new_group(request: HttpRequest) -> HttpResponse:
    """Creates a group of people with a secret link, and leads to its page.

    If the form says so, this phone's games that are in no group are put in it.
    """
    name = "".join(c for c in request.POST.get("name", "") if c.isprintable()).strip()[:40]
    secret = secrets.token_urlsafe(18)
    made = Group.objects.create(digest=access.digest(secret), name=name)
    if request.POST.get("games") == "1":
        put_in_group(request, made)
    response = HttpResponseRedirect(reverse("group", args=[secret]))
    GROUPS_COOKIE.remember(request, response, secret)
    return response


def _page(
    request: HttpRequest, scope: Scope, brought: dict[str, Any] | None = None, status: int = 200
) -> HttpResponse:
    all_records = scope.records(SECONDS_FOR_SCORES)
    choice = Choice.of(request.GET.dict())
    matching = choice.among(all_records)
    phone = access.phone(request)
    admitted = {"devices__phone": phone, "devices__role__in": access.ROLES}
    tables = scope.tables.filter(**admitted) if phone else Table.objects.none()
    keys = {str(uid): key for uid, key in tables.values_list("uid", "key")}
    rows = [_row(record, keys.get(record.key, ""), scope) for record in matching[:MOST_ROWS]]
    seen: set[str] = set()
    for row in rows:  # the first game of each month is where a month's winners lead
        month = f"m{row['record'].played:%Y-%m}"
        row["id"] = "" if month in seen else month
        seen.add(month)
    context = {
        "scope": scope,
        "rows": rows,
        "more": len(matching) - len(rows),
        "count": len(matching),
        "kept": len(all_records),
        "choice": choice,
        "choices": statistics_page.choices(all_records),
        "groups": opened_groups(request),
        "since": matching[-1].played if matching else None,
        "again": rows[0]["key"] if rows and not choice else "",
        "brought": brought,
    }
    pair = whole_number(request.GET.get("pair", "")) or 0
    context |= statistics_page.page(matching, choice, pair)
    return render(request, "history/history.html", context, status=status)


def _row(record: Record, key: str, scope: Scope) -> dict[str, Any]:
    """Returns the template context of one game in the list of a history.

    ``key``: its table's key, if this phone sat there.
    """
    link = reverse("table", args=[key]) if key else ""
    if not key and record.source != "table":
        link = f"{scope.path}play/{record.key}/"
    return {
        "record": record,
        "headline": stories.headline(record),
        "phases": _phases(record),
        "key": key,
        "link": link,
    }


def _phases(record: Record) -> list[tuple[Text, int]]:
    """Returns pairs of a game's phase and milliseconds spent in it; [] if no turn clock ran."""
    try:
        return by_phase(find_game(record.game), record.turns, record.state) if record.turns else []
    except NoSuchGame:
        return []


def tidy(request: HttpRequest, secret: str = "") -> HttpResponse:
    """Lists the games and recent sheets of a history; a POST removes or restores one of them.

    ``secret``: of a group's link; "" for this phone's history.
    """
    scope = scope_of(request, secret)
    phone = access.phone(request)
    here = request.path
    if request.method == "POST":
        if key := request.POST.get("remove", ""):
            retention.remove(scope, phone, key)
            here += f"?removed={quote(key)}"
        elif key := request.POST.get("back", ""):
            retention.restore(scope, phone, key)
        response = HttpResponseRedirect(here)
        if pad := request.POST.get("forget", ""):
            response = HttpResponseRedirect(f"{here}?forgot={quote(pad)}")
            recent_pads.forget(request, response, pad)
        elif Table.objects.filter(pad=True, key=request.POST.get("again", "")).exists():
            recent_pads.remember(request, response, request.POST["again"])
        return response
    gone = retention.items(scope, phone, timezone.now() - RESTORABLE_FOR)
    context = {
        "scope": scope,
        "items": retention.items(scope, phone),
        "pads": [] if secret else recent_pads.recent(request),
        "gone": gone,
        "just": next((each for each in gone if each.key == request.GET.get("removed")), None),
        "forgot": request.GET.get("forgot", ""),
        "days": RESTORABLE_FOR.days,
    }
    return render(request, "history/remove_games.html", context)


def save(request: HttpRequest, key: str) -> HttpResponse:
    """Saves a result (finished sheet) without a table in the history of this phone or a group.

    A GET shows the form for names, date, place and note. ``key``: the result's.
    """
    result, game = result_and_game(key)
    ended = mine(request).tables.filter(game=result.game).exclude(finished=None)
    if any(game.sheet.read(table.state) == result.state for table in ended):
        # a finished table is in the history already
        return HttpResponseRedirect(reverse("history"))
    record = replace(played_games.of_result(result), played=timezone.now())
    record, faults = typed(request, record)
    scopes = {str(group.pk): of_group(secret) for secret, group in opened_groups(request)}
    if request.method == "POST" and not faults:
        request.COOKIES.setdefault(access.COOKIE, secrets.token_urlsafe(32))
        scope = scopes.get(request.POST.get("group", "")) or mine(request)
        save_pad_to_history.keep(result, scope.owner, record)
        response = HttpResponseRedirect(scope.path)
        access.give_secret(request, response)
        return response
    context = {"result": result, "groups": opened_groups(request)}
    context["back"] = reverse("result", args=[key])
    return _play_page(request, record, faults, context)


def play(request: HttpRequest, uid: UUID, secret: str = "") -> HttpResponse:
    """Shows the form of a saved game without a table: names, date, place, note; a POST stores it.

    A POST may also fill in a blank cell that a total depends on, or undo that. ``uid``: the game's.
    ``secret``: of the group's link; "" for this phone's history.
    """
    scope = scope_of(request, secret)
    saved = get_object_or_404(Play.objects.select_related("sheet"), uid=uid, owner=scope.owner)
    if cell := request.POST.get("cell", ""):
        result = save_pad_to_history.answer(saved, cell, request.POST.get("value", ""))
        return HttpResponseRedirect(f"{request.path}{f'?before={result.key}' if result else ''}")
    if key := request.POST.get("undo", ""):
        save_pad_to_history.undo_answer(saved, key)
        return HttpResponseRedirect(request.path)
    record, faults = typed(request, played_games.of_play(saved))
    if request.method == "POST" and not faults:
        saved.seats, saved.played = seats_json(record.seats), record.played
        saved.place, saved.note = record.place, record.note
        saved.save(update_fields=["seats", "played", "place", "note"])
        return HttpResponseRedirect(scope.path)
    context: dict[str, Any] = {"play": saved, "result": saved.sheet, "back": scope.path}
    context["before"] = save_pad_to_history.before_answer(saved, request.GET.get("before", ""))
    if record.open:
        context |= {
            "asks": save_pad_to_history.unanswered_questions(saved),
            "scored": find_game(saved.game),
        }
        context["may_answer"] = {"may": True, "mine": True}
    return _play_page(request, record, faults, context)


def _play_page(
    request: HttpRequest, record: Record, faults: list[CellError], context: dict[str, Any]
) -> HttpResponse:
    context |= {"record": record, "faults": faults}
    return render(request, "history/played_game.html", context, status=422 if faults else 200)


def about_table(request: HttpRequest, key: str) -> HttpResponse:
    """Shows the form for date, place and note of a finished game to its players, or stores it.

    ``key``: the table's.
    """
    who, _game = access.player(request, key)
    table = who.table
    if table.finished is None:
        raise Http404
    before = played_games.of_table(table)
    record, faults = typed(request, before)
    if request.method == "POST" and not faults:
        table.place, table.note = record.place, record.note
        if record.played != before.played:
            table.played_on = record.played
        table.save(update_fields=["place", "note", "played_on"])
        return HttpResponseRedirect(reverse("history"))
    context = {"table": table, "back": reverse("table", args=[key])}
    return _play_page(request, record, faults, context)


def players(request: HttpRequest, secret: str = "") -> HttpResponse:
    """Lists the people of a history; a POST makes two spellings one person, or two again.

    ``secret``: of a group's link; "" for this phone's history.
    """
    scope = scope_of(request, secret)
    everybody = statistics.people(scope.records())
    if request.method == "POST":
        names = {each.id: each.name for each in everybody}
        spelling, name = (names.get(request.POST.get(each, "")) for each in ("same", "as"))
        if apart := request.POST.get("apart", ""):
            scope.delete_alias(apart)
        elif spelling and name:
            scope.add_alias(spelling, name)
        return HttpResponseRedirect(request.path)
    merged = sorted(scope.aliases().items(), key=lambda alias: (alias[1], alias[0]))
    context = {"scope": scope, "people": everybody, "merged": merged}
    return render(request, "history/merge_player_names.html", context)


@require_POST
def file_table(request: HttpRequest, key: str) -> HttpResponse:
    """Puts the table ``key`` into the history of a group, or takes it out again.

    This phone must have opened the group's link.
    """
    who, _game = access.player(request, key)
    chosen = {str(group.pk): group for _, group in opened_groups(request)}
    if who.role != "host" and who.table.group and who.table.group not in chosen.values():
        raise Http404
    who.table.group = chosen.get(request.POST.get("group", ""))
    who.table.save(update_fields=["group"])
    ledger.increment_side_revision(key)
    return HttpResponseRedirect(reverse("table", args=[key]))


def export(request: HttpRequest, kind: str, secret: str = "") -> HttpResponse:
    """Returns a history as a file to download.

    ``kind``: *json*, *csv*, *lines* (CSV of score lines) or *bgsplay* (for BG Stats). ``secret``:
    of a group's link; "" for this phone's history.
    """
    return _file(scope_of(request, secret), kind, "companion")


def export_table(request: HttpRequest, key: str, kind: str) -> HttpResponse:
    """Returns the table ``key`` as a file, to its players only.

    ``kind``: *json*, *csv*, *lines* (CSV of score lines) or *bgsplay* (for BG Stats).
    """
    who, game = access.player(request, key)
    table = who.table
    if companion_json_writer.screened(table) or (kind != "json" and table.finished is None):
        raise Http404
    one = Table.objects.filter(key=key)
    return _file(Scope(one, f"table {table.uid}", public_id(table), ""), kind, game.slug)


def _file(scope: Scope, kind: str, name: str) -> HttpResponse:
    if kind not in FILES:
        raise Http404
    ending, made = FILES[kind]
    content, type_ = made(scope, get_language() or "en")
    ending = "zip" if type_ == ZIP else ending
    response = HttpResponse(content, content_type=type_)
    day = timezone.now().date().isoformat()
    part = f"-{kind}" if kind == "lines" else ""
    response["Content-Disposition"] = f'attachment; filename="{name}{part}-{day}.{ending}"'
    return response


@require_POST
def import_files(request: HttpRequest, secret: str = "") -> HttpResponse:
    """Shows the new games in uploaded files; on confirmation, imports them into a history.

    Takes the companion's own files and the app BG Stats' play files. Existing games are not
    changed. ``secret``: of a group's link; "" for this phone's history.
    """
    scope = scope_of(request, secret)
    if keys := request.POST.getlist("take"):
        return _taken(request, scope, keys[:MOST_FILES])
    files = request.FILES.getlist("file")[:MOST_FILES]
    contents = read(scope, files)
    brought, news = preview(scope, contents), games_listed(contents)
    if not files:
        brought["faults"] = [CellError("", say("import-no-file"))]
    keys = pending_imports.store(scope.owner, files) if brought["anything"] else []
    status = 422 if brought["faults"] and not brought["anything"] else 200
    context = {"scope": scope, "brought": brought, "keys": keys}
    context |= {"news": news[:MOST_NEWS], "more": len(news) - MOST_NEWS}
    return render(request, "history/import.html", context, status=status)


def _taken(request: HttpRequest, scope: Scope, keys: list[str]) -> HttpResponse:
    files = pending_imports.take(scope.owner, keys)
    request.COOKIES.setdefault(access.COOKIE, secrets.token_urlsafe(32))
    scope = scope if scope.group else mine(request)
    brought, arrived = take_in(scope, read(scope, files))
    if not files:
        brought["faults"] = [CellError("", say("import-gone"))]
    admitted = HttpResponse()
    with transaction.atomic():  # one write instead of one for each table
        for table in arrived:
            access.admit(request, admitted, table, "host")
    response = _page(request, scope, brought, 200 if files else 422)
    access.give_secret(request, response)
    return response


def data(request: HttpRequest) -> HttpResponse:
    """Shows which data the app stores, for how long, and what is stored about this phone."""
    context = {
        "phone_data": retention.phone_data(request),
        "gone": request.GET.get("gone") == "1",
        "days": RESTORABLE_FOR.days,
        "idle": settings.IDLE.days if settings.IDLE else None,
        "hours": int(invitations.CODE_LIFE.total_seconds() // 3600),
        "tries": int(invitations.WITHIN.total_seconds() // 60),
    }
    return render(request, "stored_data/page.html", context)


def data_file(request: HttpRequest) -> HttpResponse:
    """Returns all data about this phone as a ZIP file."""
    response = HttpResponse(phone_file(retention.phone_data(request), request))
    response["Content-Type"] = ZIP
    day = timezone.now().date().isoformat()
    response["Content-Disposition"] = f'attachment; filename="companion-data-{day}.zip"'
    return response


@require_POST
def data_delete(request: HttpRequest) -> HttpResponse:
    """Deletes all data about this phone for good, after a page that asks for confirmation."""
    stored = retention.phone_data(request)
    if request.POST.get("go") != "delete":
        return render(request, "stored_data/confirm_delete.html", {"phone_data": stored})
    retention.delete(stored)
    response = HttpResponseRedirect(f"{reverse('data')}?gone=1")
    retention.forget(response)
    return response
