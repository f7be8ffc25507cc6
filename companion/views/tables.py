"""Tables: one phone opens, others join by code, each writes on its own seat, all see the score."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import timedelta
from io import BytesIO
from typing import Any

import segno
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_POST

from companion import access, ledger
from companion.forms import TABLE, posted
from companion.models import Device, Event, Result, Table
from companion.scores import scored
from companion.views.pads import RULINGS, answered, scoring_game, sheet_context
from scoring.core.fault import Fault
from scoring.core.game import Game
from scoring.core.plan import State
from scoring.core.sheet import Value
from scoring.core.text import EMPTY, Text
from scoring.core.text import join as join_texts

SHOWN_EVENTS = 60
PRESENT = timedelta(seconds=10)
SEEN_EVERY = timedelta(seconds=4)


def _at(request: HttpRequest, key: str) -> tuple[Table, Device, Game]:
    """The table of that key for a phone that was admitted. Raises ``Http404`` for all others."""
    table = Table.objects.filter(key=key).first()
    who = access.device(request, table) if table else None
    if table is None or who is None:
        raise Http404
    return table, who, scoring_game(table.game)


# ── opening and joining ────────────────────────────────────────────────────────────────


def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Open a table: the players' names, whether screens hide the sheets, the rules' preset."""
    game = scoring_game(slug)
    most = game.sheet.most_seats
    names = [request.POST.get(f"name{n}", "").strip() for n in range(1, most + 1)]
    context: dict[str, Any] = {
        "game": game,
        "names": list(enumerate(names, 1)),
        "presets": list(game.catalogue.presets.values()),
        "screens": request.POST.get("screens") == "1",
    }
    if request.method != "POST":
        return render(request, "table/new.html", context)
    taken = [name for name in names if name]
    state = game.sheet.blank(max(1, len(taken)))
    reading = game.sheet.enter(state, {f"p{n}/name": name for n, name in enumerate(taken, 1)})
    if not taken or reading.faults:
        message = Text("Give at least one name.", "名前を1人以上入れてください。")
        context["faults"] = reading.faults or [Fault("name1", message)]
        return render(request, "table/new.html", context, status=422)
    cells: dict[str, Value | None] = dict(game.sheet.cells(reading.state))
    preset = request.POST.get("rulings/preset", "")
    if preset in game.catalogue.presets:
        cells[ledger.PRESET] = preset
    table = Table.objects.create(game=slug, state=state, screens=context["screens"])
    response = HttpResponseRedirect(reverse("table_invite", args=[table.key]))
    host = access.admit(request, response, table, "host", "p1")
    ledger.write(table.key, host, "p1", cells, 0, "opened")
    return response


def join(request: HttpRequest, code: str = "") -> HttpResponse:
    """A code, typed or scanned; then one tap on the own name."""
    code = code or request.POST.get("code", "") or request.GET.get("code", "")
    if not code:
        return render(request, "table/join.html")
    try:
        table = access.table_of_code(request, code)
    except access.TooManyTries:
        return render(request, "table/join.html", {"code": code, "wait": True}, status=429)
    if table is None:
        return render(request, "table/join.html", {"code": code, "unknown": True}, status=404)
    if request.method == "POST" and "code" in request.POST:
        return HttpResponseRedirect(reverse("join_code", args=[code.strip().lower()]))
    game = scoring_game(table.game)
    if request.method == "POST":
        return _claimed(request, table, request.POST.get("seat", ""))
    return render(request, "table/claim.html", _seats(game, table) | {"code": code})


def enter(request: HttpRequest, secret: str) -> HttpResponse:
    """A host's, player's or spectator's link. It admits on a tap, never by being previewed."""
    found = access.link(secret)
    if found is None:
        raise Http404
    game = scoring_game(found.table.game)
    if request.method != "POST":
        context = _seats(game, found.table) | {"role": found.role}
        return render(request, "table/claim.html", context)
    if found.role == "player":
        return _claimed(request, found.table, request.POST.get("seat", ""))
    response = HttpResponseRedirect(reverse("table", args=[found.table.key]))
    access.admit(request, response, found.table, found.role)
    return response


def _claimed(request: HttpRequest, table: Table, seat: str) -> HttpResponse:
    """This phone sits down. Two phones may share a seat; the list says who sits there."""
    if seat not in table.state["seats"]:
        response = HttpResponseRedirect(reverse("table", args=[table.key]))
        access.admit(request, response, table, "spectator")
        return response
    response = HttpResponseRedirect(reverse("table_sheet", args=[table.key, seat]))
    access.admit(request, response, table, "player", seat)
    return response


def _seats(game: Game, table: Table) -> dict[str, Any]:
    sitting = set(table.devices.exclude(seat="").values_list("seat", flat=True))
    return {
        "game": game,
        "table": table,
        "seats": [
            {
                "seat": seat,
                "name": game.sheet.name(table.state, seat),
                "taken": seat in sitting,
            }
            for seat in game.sheet.seats(table.state)
        ],
    }


def invite(request: HttpRequest, key: str) -> HttpResponse:
    """The QR code and the short code; for the host also links, seats and screens."""
    table, who, game = _at(request, key)
    code = access.new_code(table)
    link = request.build_absolute_uri(reverse("join_code", args=[code.code]))
    context = _seats(game, table) | {
        "who": who,
        "code": code.code,
        "link": link,
        "qr": _qr(link),
        "tab": "invite",
    }
    if request.method == "POST" and who.role == "host":
        role = request.POST.get("link", "")
        if role in access.ROLES:
            path = reverse("enter", args=[access.new_link(table, role)])
            context |= {"made": request.build_absolute_uri(path), "made_role": role}
        elif seat := request.POST.get("free", ""):
            table.devices.filter(seat=seat).exclude(pk=who.pk).update(seat="")
            context |= _seats(game, table)
    return render(request, "table/invite.html", context)


def _qr(link: str) -> str:
    out = BytesIO()
    segno.make(link, error="m").save(
        out, kind="svg", xmldecl=False, svgns=True, scale=6, border=3, dark="#000", light="#fff"
    )
    return mark_safe(out.getvalue().decode())


# ── at the table ───────────────────────────────────────────────────────────────────────


def table(request: HttpRequest, key: str) -> HttpResponse:
    """The scoreboard. A poll that knows the newest version gets an empty 204."""
    found, who, game = _at(request, key)
    _seen(who)
    htmx = getattr(request, "htmx", None)
    if htmx and request.GET.get("v") == _mark(found):
        return HttpResponse(status=204)
    context = _board(game, found, who) | {"tab": "scores"}
    return render(request, "table/scores.html#board" if htmx else "table/scores.html", context)


def sheet(request: HttpRequest, key: str, seat: str) -> HttpResponse:
    """A seat's sheet; each changed cell is an event."""
    found, who, game = _at(request, key)
    if seat not in found.state["seats"] or not access.may_see(who, found, seat):
        raise Http404
    _seen(who)
    writable = access.may_write(who, seat)
    if request.method != "POST":
        return render(request, "table/sheet.html", _sheet(game, found, who, seat, {}, []))
    if not writable:
        return render(
            request, "table/sheet.html", _sheet(game, found, who, seat, {}, []), status=403
        )
    htmx = getattr(request, "htmx", None)
    if htmx and htmx.trigger_name:
        return _one_cell(request, found, who, game, seat, htmx.trigger_name)
    return _whole_form(request, found, who, game, seat)


def log(request: HttpRequest, key: str) -> HttpResponse:
    """Who changed what, from what to what; anything can be undone and brought back."""
    found, who, game = _at(request, key)
    context = {"who": who, "table": found, "game": game, "tab": "log", "form_key": _form_key()}
    context["events"] = _told(game, found, who)
    return render(request, "table/log.html", context)


@require_POST
def undo(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Take an event out, or bring it back: allowed to whoever could have made it."""
    found, who, _game = _at(request, key)
    event = found.events.filter(number=number).first()
    if event is None:
        raise Http404
    target = _target(found, event)
    seats = {path.partition("/")[0] for path in target.cells}
    free = who.role == "host" or (seats <= {who.seat, "rulings", TABLE} and who.role == "player")
    if free:
        form = request.POST.get("form", "") or _form_key()
        ledger.undo(key, who, who.seat, number, f"undo-{number}-{form}"[:40])
    return HttpResponseRedirect(reverse("table_log", args=[key]))


@require_POST
def finish(request: HttpRequest, key: str) -> HttpResponse:
    """The end: everything is revealed and the result gets its link. Reopening goes on from here."""
    found, who, game = _at(request, key)
    if who.role == "spectator":
        raise Http404
    if request.POST.get("go") == "reopen":
        found.finished = None
        found.save(update_fields=["finished"])
        return HttpResponseRedirect(reverse("table", args=[key]))
    found.finished = timezone.now()
    found.revealed = list(found.state["seats"])
    found.save(update_fields=["finished", "revealed"])
    result = Result.keep(game.slug, game.sheet.read(found.state))
    return HttpResponseRedirect(reverse("result", args=[result.key]))


@require_POST
def reveal(request: HttpRequest, key: str) -> HttpResponse:
    """A player takes the own screen away."""
    with transaction.atomic():
        found, who, _game = _at(request, key)
        if who.seat and who.seat not in found.revealed:
            found.revealed = [*found.revealed, who.seat]
            found.save(update_fields=["revealed"])
    return HttpResponseRedirect(reverse("table", args=[key]))


# ── writing ────────────────────────────────────────────────────────────────────────────


def _one_cell(
    request: HttpRequest, found: Table, who: Device, game: Game, seat: str, cell: str
) -> HttpResponse:
    values = request.POST.getlist(cell)
    typed = values[-1] if values else ""
    cells, faults = _cells(game, found.state, seat, {cell: typed})
    conflict: dict[str, Any] = {}
    if cells:
        done = ledger.write(found.key, who, seat, cells, _base(request), _form(request))
        found = done.table
        conflict = dict(done.conflicts)
    wrong = {cell: typed} if faults or conflict else {}
    if cell.startswith(RULINGS):
        context = _sheet(game, found, who, seat, wrong, faults) | {"rulings_open": True}
        return render(request, "pad/page.html#sheet", context)
    context = _sheet(game, found, who, seat, wrong, faults)
    message = next((f.message for f in faults if f.path == cell), None)
    if conflict:
        message = _both(game, found.state, cell, typed)
    context |= {
        "cell_id": cell.replace("/", "-"),
        "fault": message,
        "known_cell": game.sheet.cell(cell) is not None,
    }
    return render(request, "pad/_changed.html", context)


def _whole_form(
    request: HttpRequest, found: Table, who: Device, game: Game, seat: str
) -> HttpResponse:
    typed = posted(game, seat, {name: request.POST.getlist(name) for name in request.POST})
    cells, faults = _cells(game, found.state, seat, typed)
    now = game.sheet.cells(found.state)
    changed = {path: value for path, value in cells.items() if now.get(path) != value}
    rulings = answered(game, found.state, request)
    changed |= {RULINGS + ruling: option for ruling, option in rulings.items()}
    if changed:
        done = ledger.write(found.key, who, seat, changed, _base(request), _form(request))
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


def _base(request: HttpRequest) -> int:
    given = request.POST.get("base", "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 10 else 0


def _form(request: HttpRequest) -> str:
    return request.POST.get("form", "")[:40] or _form_key()


def _form_key() -> str:
    return secrets.token_hex(10)


def _seen(who: Device) -> None:
    now = timezone.now()
    if now - who.seen > SEEN_EVERY:
        Device.objects.filter(pk=who.pk).update(seen=now)


# ── showing ────────────────────────────────────────────────────────────────────────────


def _mark(found: Table) -> str:
    """What a poll compares: any event, reveal or ending changes it."""
    return f"{found.version}.{len(found.revealed)}.{int(found.finished is not None)}"


def _visible(found: Table, who: Device) -> State:
    """The state as this phone may see it: seats behind screens are blank but for their names."""
    seats = {
        seat: cells
        if access.may_see(who, found, seat)
        else {k: v for k, v in cells.items() if k == "name"}
        for seat, cells in found.state["seats"].items()
    }
    state: State = found.state | {"seats": seats}
    return state


def _board(game: Game, found: Table, who: Device) -> dict[str, Any]:
    state = _visible(found, who)
    result = scored(game, state)
    present = set(
        found.devices.filter(seen__gt=timezone.now() - PRESENT).values_list("seat", flat=True)
    )
    open_seats = [s for s in game.sheet.seats(state) if access.may_see(who, found, s)]
    order = [p.seat for p in result.ranking if p.seat in open_seats]
    best = max((result.breakdowns[s].known for s in order), default=0)
    rows = [
        {
            "seat": seat,
            "name": game.sheet.name(state, seat),
            "breakdown": result.breakdowns[seat],
            "share": round(100 * result.breakdowns[seat].known / best) if best > 0 else 0,
            "hidden": seat not in open_seats,
            "present": seat in present,
            "mine": seat == who.seat,
        }
        for seat in (*order, *(s for s in game.sheet.seats(state) if s not in order))
    ]
    return {"game": game, "table": found, "who": who, "rows": rows, "mark": _mark(found)}


def _sheet(
    game: Game,
    found: Table,
    who: Device,
    seat: str,
    typed: Mapping[str, str],
    faults: list[Fault],
) -> dict[str, Any]:
    context = sheet_context(game, _visible(found, who), seat, typed, faults)
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
        "form_key": _form_key(),
    }


def _target(found: Table, event: Event) -> Event:
    """The change that a chain of undo and redo is about."""
    while event.undoes is not None:
        event = found.events.get(number=event.undoes)
    return event


def _told(game: Game, found: Table, who: Device) -> list[dict[str, Any]]:
    """Events in words, newest first; cells that this phone may not see are left out."""
    events = list(found.events.all())
    alive = ledger.surviving(events)
    before: dict[str, Any] = {}
    told = []
    for event in events:
        changes = []
        for path, value in (*event.cells.items(), *event.refused.items()):
            seat = path.partition("/")[0]
            if seat.startswith("p") and not access.may_see(who, found, seat):
                continue
            changes.append(
                {
                    "what": _cell_name(game, found.state, path),
                    "was": _value_name(game, path, before.get(path)),
                    "now": _value_name(game, path, value),
                    "refused": path in event.refused,
                }
            )
        if event.number in alive:
            before |= event.cells
        if changes or event.undoes is not None:
            seated = event.seat in found.state["seats"]
            author = game.sheet.name(found.state, event.seat) if seated else Text("–", "–")
            told.append(
                {
                    "event": event,
                    "author": author,
                    "changes": changes,
                    "alive": event.number in alive,
                }
            )
    return list(reversed(told[-SHOWN_EVENTS:]))


def _cell_name(game: Game, state: State, path: str) -> Text:
    seat, *parts = path.split("/")
    names = []
    for part in parts:
        if part in game.catalogue:
            names.append(game.catalogue.name(part))
        elif part in game.sheet.fields:
            names.append(game.sheet.fields[part].label)
        elif part == "name":
            names.append(Text("Name", "名前"))
        elif part == "preset":
            names.append(Text("Rules", "ルール"))
    owner = game.sheet.name(state, seat) + Text(": ", "：") if seat in state["seats"] else EMPTY
    return owner + join_texts(names, " · ", "・")


def _value_name(game: Game, path: str, value: Any) -> Text:
    if value in (None, False, ""):
        return Text("–", "–")
    if value is True:
        return Text("yes", "あり")
    head, *rest = path.split("/")
    if head == "rulings" and rest[0] in game.catalogue:
        return game.catalogue[rest[0]].option(str(value)).name
    if head == "rulings" and value in game.catalogue.presets:
        return game.catalogue.presets[value].name
    cell = game.sheet.cell(path)
    for option in cell.options if cell else ():
        if option.id == value:
            return option.name
    return Text(str(value), str(value))
