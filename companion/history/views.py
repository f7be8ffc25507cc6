"""What was played: by this phone, or by a group with a link; and the ways in and out for data."""

from __future__ import annotations

import secrets
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any
from uuid import UUID

from django.core.files.uploadedfile import UploadedFile
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_POST

from companion.history import groups, records
from companion.history.models import Group, Play
from companion.history.records import Record
from companion.history.transfer import bgsplay, csv, keeping, own, reading
from companion.tables import access, ledger
from companion.tables.models import Table
from companion.web import charts
from scoring.core.fault import Fault
from scoring.core.text import Text

MOST_FILES = 10
SHOWN = 100


@dataclass(frozen=True, slots=True)
class Shelf:
    """Whose history it is. ``owner`` marks imported plays; ``public`` names it in exports."""

    tables: QuerySet[Table]
    owner: str
    public: str
    path: str
    group: Group | None = None

    def records(self) -> tuple[Record, ...]:
        finished = self.tables.exclude(finished=None)
        plays = Play.objects.filter(owner=self.owner)
        return records.merged(map(records.of_table, finished), map(records.of_play, plays))


def _mine(request: HttpRequest) -> Shelf:
    phone = access.phone(request)
    sat = Table.objects.filter(devices__phone=phone) if phone else Table.objects.none()
    return Shelf(sat.distinct(), phone or "-", phone[:16], reverse("history"))


def _groups(request: HttpRequest, secret: str) -> Shelf:
    found = Group.objects.filter(digest=access.digest(secret)).first()
    if found is None:
        raise Http404
    path = reverse("group", args=[secret])
    return Shelf(found.tables.all(), found.digest, str(found.uid), path, found)


# ── pages ──────────────────────────────────────────────────────────────────────────────


def history(request: HttpRequest) -> HttpResponse:
    """The finished games of this phone."""
    return _page(request, _mine(request), {})


def group(request: HttpRequest, secret: str) -> HttpResponse:
    """The finished games of a group, for whoever has its link."""
    shelf = _groups(request, secret)
    response = _page(request, shelf, {"secret": secret})
    groups.remember(request, response, secret)
    return response


@require_POST
def new_group(request: HttpRequest) -> HttpResponse:
    """A group with a link of its own; the games of this phone that have no group go into it."""
    name = "".join(c for c in request.POST.get("name", "") if c.isprintable()).strip()[:40]
    secret = secrets.token_urlsafe(18)
    made = Group.objects.create(digest=access.digest(secret), name=name)
    if request.POST.get("games") == "1":
        keys = list(_mine(request).tables.filter(group=None).values_list("key", flat=True))
        Table.objects.filter(key__in=keys).update(group=made)
    response = HttpResponseRedirect(reverse("group", args=[secret]))
    groups.remember(request, response, secret)
    return response


def _page(
    request: HttpRequest, shelf: Shelf, more: dict[str, Any], status: int = 200
) -> HttpResponse:
    found = shelf.records()
    phone = access.phone(request)
    mine = shelf.tables.filter(devices__phone=phone) if phone else Table.objects.none()
    keys = {str(uid): key for uid, key in mine.values_list("uid", "key")}
    rows = [
        {
            "record": record,
            "game": csv.game_name(record.game),
            "told": records.told(record),
            "key": keys.get(record.key, ""),
        }
        for record in found[:SHOWN]
    ]
    context = {
        "shelf": shelf,
        "rows": rows,
        "more": len(found) - len(rows),
        "count": len(found),
        "people": [_person(each) for each in records.people(found)],
        "games": [_game(each) for each in records.games(found)],
        "groups": groups.known(request),
    }
    return render(request, "history/page.html", context | more, status=status)


def _person(who: records.Person) -> dict[str, Any]:
    return {
        "who": who,
        "at": [
            {
                "at": at,
                "game": csv.game_name(at.game),
                "spark": charts.spark([moment.total for moment in at.totals]),
                "said": ", ".join(str(moment.total) for moment in at.totals),
            }
            for at in who.at
        ],
    }


def _game(of: records.OfGame) -> dict[str, Any]:
    bins = records.bins(of.scores)
    most = max((each.count for each in bins), default=1)
    wide = 100 / max(1, len(bins))
    return {
        "of": of,
        "name": csv.game_name(of.game),
        "bars": [
            {
                "x": round(n * wide + 0.5, 2),
                "width": round(wide - 1, 2),
                "height": round(36 * each.count / most, 2),
                "y": round(40 - 36 * each.count / most, 2),
                "label": f"{each.least}–{each.most}" if each.least < each.most else each.least,
                "count": each.count,
            }
            for n, each in enumerate(bins)
        ],
        "low": bins[0].least if bins else None,
        "high": bins[-1].most if bins else None,
    }


@require_POST
def file_table(request: HttpRequest, key: str) -> HttpResponse:
    """Put a table into a group whose link this phone has, or take it out."""
    who, _game = access.player(request, key)
    chosen = {str(group.pk): group for _, group in groups.known(request)}
    who.table.group = chosen.get(request.POST.get("group", ""))
    who.table.save(update_fields=["group"])
    ledger.beat(key)
    return HttpResponseRedirect(reverse("table", args=[key]))


# ── out ────────────────────────────────────────────────────────────────────────────────

type Maker = Callable[[Shelf, str], tuple[bytes, str]]
"""The file for a history, in a language, and its content type."""


def _own_file(shelf: Shelf, language: str) -> tuple[bytes, str]:
    kept = shelf.tables.prefetch_related("events").order_by("made")
    plays = map(records.of_play, Play.objects.filter(owner=shelf.owner))
    files = own.parts(kept, plays, now=timezone.now())
    if len(files) == 1:
        return files[0], "application/json"
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for n, each in enumerate(files, 1):
            archive.writestr(f"companion-{n}.json", each)
    return out.getvalue(), "application/zip"


def _csv_file(shelf: Shelf, language: str) -> tuple[bytes, str]:
    return csv.history(shelf.records(), language), "text/csv; charset=utf-8"


def _lines_file(shelf: Shelf, language: str) -> tuple[bytes, str]:
    return csv.lines(shelf.records(), language), "text/csv; charset=utf-8"


def _bgsplay_file(shelf: Shelf, language: str) -> tuple[bytes, str]:
    found = shelf.records()
    told = {record.key: records.told(record).said(language) for record in found}
    file = bgsplay.document(found, language, group=shelf.public, comments=told)
    return bgsplay.dumps(file), "application/octet-stream"


FILES: dict[str, tuple[str, Maker]] = {
    "json": ("json", _own_file),
    "csv": ("csv", _csv_file),
    "lines": ("csv", _lines_file),
    "bgsplay": ("bgsplay", _bgsplay_file),
}


def export(request: HttpRequest, kind: str, secret: str = "") -> HttpResponse:
    """A history as a file."""
    return _file(_groups(request, secret) if secret else _mine(request), kind, "companion")


def export_table(request: HttpRequest, key: str, kind: str) -> HttpResponse:
    """One table as a file, for whoever plays at it."""
    who, game = access.player(request, key)
    table = who.table
    if own.screened(table) or (kind != "json" and table.finished is None):
        raise Http404
    one = Table.objects.filter(key=key)
    return _file(Shelf(one, f"table {table.uid}", groups.public(table), ""), kind, game.slug)


def _file(shelf: Shelf, kind: str, name: str) -> HttpResponse:
    if kind not in FILES:
        raise Http404
    ending, made = FILES[kind]
    content, type_ = made(shelf, get_language() or "en")
    ending = "zip" if type_ == "application/zip" else ending
    response = HttpResponse(content, content_type=type_)
    day = timezone.now().date().isoformat()
    part = f"-{kind}" if kind == "lines" else ""
    response["Content-Disposition"] = f'attachment; filename="{name}{part}-{day}.{ending}"'
    return response


# ── in ─────────────────────────────────────────────────────────────────────────────────


@dataclass(slots=True)
class Imported:
    """What files held: counts, and what stayed out."""

    tables: int = 0
    plays: int = 0
    there: int = 0
    others: dict[str, int] | None = None
    faults: list[Fault] | None = None


@require_POST
def import_files(request: HttpRequest, secret: str = "") -> HttpResponse:
    """Take in our own files and BG Stats' play files; what is here already stays as it is."""
    shelf = _groups(request, secret) if secret else _mine(request)
    files = request.FILES.getlist("file")[:MOST_FILES]
    brought = Imported(others={}, faults=[])
    arrived: list[Table] = []
    if not files:
        brought.faults = [Fault("", Text("Choose a file first.", "先にファイルを選んでください。"))]
    owner = shelf.owner
    if owner == "-":
        # a phone that was at no table yet gets its secret now, to have a history of its own
        request.COOKIES[access.COOKIE] = secrets.token_urlsafe(32)
        shelf = _mine(request)
    for each in files:
        arrived += _taken_in(shelf, each, brought)
    status = 422 if brought.faults and not (brought.tables or brought.plays) else 200
    more: dict[str, Any] = {"brought": brought, "secret": secret}
    admitted = HttpResponse()
    for table in arrived:
        access.admit(request, admitted, table, "host")
    response = _page(request, shelf, more, status)
    if owner == "-":
        access.give_secret(request, response)
    return response


def _taken_in(shelf: Shelf, file: UploadedFile[bytes], brought: Imported) -> Sequence[Table]:
    """The tables that are new; ``brought`` is told the rest."""
    assert brought.faults is not None
    assert brought.others is not None
    if (file.size or 0) > reading.MOST_BYTES:
        brought.faults.append(Fault(str(file.name), Text("At most 5 MB.", "5MBまでです。")))
        return ()
    data = file.read()
    if data[:4] == b"PK\x03\x04":
        message = Text("Unpack the ZIP first.", "ZIPは先に展開してください。")
        brought.faults.append(Fault(str(file.name), message))
        return ()
    if b'"playerScores"' in data or str(file.name).endswith(".bgsplay"):
        known: set[UUID] = {bgsplay.play_uid(record) for record in shelf.records()}
        found = bgsplay.read(data, known)
        brought.plays += keeping.keep_plays(found.records, shelf.owner)
        brought.there += found.repeated
        for name, n in found.others.items():
            brought.others[name] = brought.others.get(name, 0) + n
        brought.faults += found.faults
        return ()
    ours = own.read(data)
    arrived = keeping.keep_tables(ours.tables, shelf.group)
    plays = keeping.keep_plays(ours.plays, shelf.owner)
    brought.tables += len(arrived.new)
    brought.plays += plays
    brought.there += len(arrived.there) + len(ours.plays) - plays
    brought.faults += ours.faults
    return arrived.new
