"""Export of a history to files, and import of files.

An import adds games and aliases; it changes nothing that exists already.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from companion.history import played_games
from companion.history.history_scope import Scope
from companion.history.models import Play
from companion.history.retention import PhoneData
from companion.history.transfer import (
    bgsplay_reader,
    bgstats_export,
    companion_json_reader,
    companion_json_writer,
    csv_export,
    store_import,
    untrusted_json,
)
from companion.history.transfer.companion_json_rows import FileContents
from companion.messages import say
from companion.tables.models import Table
from scoring.model.errors_and_warnings import CellError

ZIP, CSV = "application/zip", "text/csv; charset=utf-8"

# ── out ────────────────────────────────────────────────────────────────────────────────

type Maker = Callable[[Scope, str], tuple[bytes, str]]
"""Function from a history and a language to a file's content and its content type."""


def companion_files(scope: Scope) -> list[bytes]:
    """Returns a history (tables, other games, aliases of people) as JSON files (UTF-8) to import.

    Mostly it is one file; a large history is split, so that an import accepts each.
    """
    tables = scope.tables.prefetch_related("events").order_by("made")
    plays = map(
        played_games.of_play, Play.objects.filter(owner=scope.owner).select_related("sheet")
    )
    return companion_json_writer.parts(
        tables, plays, sorted(scope.aliases().items()), now=timezone.now()
    )


def _companion_file(scope: Scope, language: str) -> tuple[bytes, str]:
    files = companion_files(scope)
    if len(files) == 1:
        return files[0], "application/json"
    return _zip((f"companion-{n}.json", each) for n, each in enumerate(files, 1)), ZIP


def _zip(files: Iterable[tuple[str, bytes | str]]) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return out.getvalue()


def _bgsplay_file(scope: Scope, language: str) -> tuple[bytes, str]:
    file = bgstats_export.document(scope.records(), language, group=scope.public)
    return bgstats_export.dumps(file), "application/octet-stream"


FILES: dict[str, tuple[str, Maker]] = {
    "json": ("json", _companion_file),
    "csv": ("csv", lambda scope, language: (csv_export.history(scope.records(), language), CSV)),
    "lines": ("csv", lambda scope, language: (csv_export.lines(scope.records(), language), CSV)),
    "bgsplay": ("bgsplay", _bgsplay_file),
}


# ── the data of one phone ──────────────────────────────────────────────────────────────


def phone_file(phone_data: PhoneData, request: HttpRequest) -> bytes:
    """Returns all that is stored about a phone as a ZIP file of JSON files.

    The histories in it can be imported again.
    """
    tables = Table.everywhere.filter(key__in=[each.table_id for each in phone_data.devices])
    history = companion_files(Scope(tables, phone_data.phone or "-", "", reverse("history")))
    return _zip(
        [
            *((f"history-{n}.json", each) for n, each in enumerate(history, 1)),
            ("sheets.json", _json(list(_sheets(phone_data, request)))),
            ("phone.json", _json(_phone(phone_data, request))),
        ]
    )


def _sheets(phone_data: PhoneData, request: HttpRequest) -> Iterator[dict[str, Any]]:
    """Yields, as JSON objects, the phone's sheets that exports of its history leave out.

    These are pads (sheets without a table), and its own sheet of a table with hidden sheets.
    """
    for pad in phone_data.pads:
        link = request.build_absolute_uri(reverse("pad", args=[pad.key]))
        yield _attributes(pad, "game", "made", "changed") | {"link": link, "sheet": pad.state}
    for device in phone_data.devices:
        table = device.table
        if companion_json_writer.screened(table) and device.seat in table.state["seats"]:
            sheet = {"seats": {device.seat: table.state["seats"][device.seat]}}
            about = _attributes(table, "game", "made", "changed")
            yield about | {"table": table.uid, "sheet": sheet}


def _phone(phone_data: PhoneData, request: HttpRequest) -> dict[str, Any]:
    """Returns what is stored about a phone as JSON: roles at tables, groups, language."""
    cookies = (settings.LANGUAGE_COOKIE_NAME, "scheme")
    return {
        "exported": timezone.now(),
        "tables": [
            {"table": device.table.uid, "game": device.table.game}
            | _attributes(device, "role", "seat", "seen", "hidden")
            | {"removed": device.table.removed}
            for device in phone_data.devices
        ],
        "groups": [
            {
                "name": group.name,
                "link": request.build_absolute_uri(reverse("group", args=[secret])),
            }
            for secret, group in phone_data.groups
        ],
        "chosen": {name: request.COOKIES[name] for name in cookies if name in request.COOKIES},
    }


def _attributes(row: Any, *names: str) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1, default=str)


# ── in ─────────────────────────────────────────────────────────────────────────────────


def read(scope: Scope, files: Iterable[UploadedFile[bytes]]) -> FileContents:
    """Returns the games in uploaded files, ours or of the app BG Stats; stores nothing.

    ``scope``: the history to import into.
    """
    return sum((_read(scope, each) for each in files), FileContents())


def _read(scope: Scope, file: UploadedFile[bytes]) -> FileContents:
    if (file.size or 0) > untrusted_json.MOST_BYTES:
        message = say("import-too-large", n=untrusted_json.MOST_BYTES // 1024 // 1024)
        return FileContents(faults=[CellError(str(file.name), message)])
    if (data := file.read())[:4] == b"PK\x03\x04":
        return FileContents(faults=[CellError(str(file.name), say("import-zip"))])
    if b'"playerScores"' in data or str(file.name).endswith(".bgsplay"):
        existing = {bgstats_export.play_uid(record) for record in scope.records(0)}
        return bgsplay_reader.read(data, existing)
    return companion_json_reader.read(data, store_import.exists)


def preview(scope: Scope, contents: FileContents) -> dict[str, Any]:
    """Returns what an import of these files would store, as ``take_in`` does; stores nothing."""
    aliases = scope.aliases()
    new = [each for each in contents.aliases if played_games.person(each.spelling) not in aliases]
    plays = store_import.new_plays(contents.plays, scope.owner)
    return _brought(contents, len(contents.tables), len(plays), len(new))


def take_in(scope: Scope, contents: FileContents) -> tuple[dict[str, Any], Sequence[Table]]:
    """Imports files into the history ``scope``; returns what is new, and the new tables.

    The first is template context: numbers of new ``tables``, ``plays`` (games without a table) and
    ``merged`` aliases, ``anything`` for all three; ``there``: the number of games that the history
    has already; ``left``, ``others``, ``faults``: those of the files.
    """
    tables = store_import.keep_tables(contents.tables, scope.group)
    plays = store_import.keep_plays(contents.plays, scope.owner)
    merged = sum(scope.add_alias(each.spelling, each.name) for each in contents.aliases)
    return _brought(contents, len(tables), plays, merged), tables


def _brought(contents: FileContents, tables: int, plays: int, merged: int) -> dict[str, Any]:
    known = len(contents.tables) - tables + len(contents.plays) - plays
    return {
        "tables": tables,
        "plays": plays,
        "merged": merged,
        "anything": tables + plays + merged,
        "there": contents.there + known,
        "left": contents.left,
        "others": dict(contents.others.most_common()),
        "faults": contents.faults,
    }


def games_listed(contents: FileContents) -> list[tuple[str, datetime, list[str]]]:
    """Returns the game's slug, the day and the players' names of each game in uploaded files."""
    listed = [
        (
            table.game,
            table.held or table.finished or table.made,
            [str(cells.get("name", "")) for cells in table.state["seats"].values()],
        )
        for table in contents.tables
    ]
    listed += [
        (play.game, play.played, [seat.name for seat in play.seats]) for play in contents.plays
    ]
    return [(game, played, list(filter(None, names))) for game, played, names in listed]
