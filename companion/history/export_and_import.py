"""Export of a history to files, and import of files.

An import adds games and aliases; it changes nothing that exists already.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
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
from scoring.text.localised import Text

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
    plays = scope.records()
    comments = {record.key: played_games.comment(record, language) for record in plays}
    file = bgstats_export.document(plays, language, group=scope.public, comments=comments)
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
        yield {
            "game": pad.game,
            "made": pad.made,
            "changed": pad.changed,
            "link": request.build_absolute_uri(reverse("pad", args=[pad.key])),
            "sheet": pad.state,
        }
    for device in phone_data.devices:
        table = device.table
        if companion_json_writer.screened(table) and device.seat in table.state["seats"]:
            seats = {device.seat: table.state["seats"][device.seat]}
            yield {
                "game": table.game,
                "made": table.made,
                "changed": table.changed,
                "table": table.uid,
                "sheet": {"seats": seats},
            }


def _phone(phone_data: PhoneData, request: HttpRequest) -> dict[str, Any]:
    """Returns what is stored about a phone as JSON: roles at tables, groups, language."""
    cookies = (settings.LANGUAGE_COOKIE_NAME, "scheme")
    return {
        "exported": timezone.now(),
        "tables": [
            {
                "table": device.table.uid,
                "game": device.table.game,
                "role": device.role,
                "seat": device.seat,
                "seen": device.seen,
                "hidden": device.hidden,
                "removed": device.table.removed,
            }
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


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1, default=str)


# ── in ─────────────────────────────────────────────────────────────────────────────────


@dataclass(slots=True)
class Imported:
    """Counts and errors of an import, or of its preview, over all uploaded files.

    - ``tables``, ``plays``, ``merged``: number of new tables, games without a table, and aliases
    - ``there``: number of games that the history has already
    - ``left``: number of tables not read for lack of time; importing again continues with them
    - ``others``: name to number of plays of games that the app does not have
    - ``faults``: errors in the files; ``news``: the new games, for the preview
    """

    tables: int = 0
    plays: int = 0
    there: int = 0
    left: int = 0
    merged: int = 0
    others: dict[str, int] = field(default_factory=dict)
    faults: list[CellError] = field(default_factory=list)
    news: list[New] = field(default_factory=list)

    @property
    def anything(self) -> bool:
        """True if the uploaded files have a game or alias that the history does not have yet."""
        return bool(self.tables or self.plays or self.merged)


@dataclass(frozen=True, slots=True)
class New:
    """A game in an uploaded file that the history does not have yet: game, day, players' names."""

    game: Text
    played: datetime
    names: tuple[str, ...]


def preview(scope: Scope, file: UploadedFile[bytes], brought: Imported) -> None:
    """Reads an uploaded file and adds to ``brought`` what an import of it would store.

    ``scope``: the history to import into. Added are counts of new and existing games, errors, and a
    row for each new game. Stores nothing.
    """
    contents = _read(scope, file, brought)
    plays = store_import.new_plays(contents.plays, scope.owner)
    brought.tables += len(contents.tables)
    brought.plays += plays
    brought.there += len(contents.plays) - plays
    merged = scope.aliases()
    brought.merged += sum(
        played_games.person(alias.spelling) not in merged for alias in contents.aliases
    )
    for table in contents.tables:
        names = (str(cells.get("name", "")) for cells in table.state["seats"].values())
        played = table.held or table.finished or table.made
        brought.news.append(
            New(csv_export.game_name(table.game), played, tuple(filter(None, names)))
        )
    for play in contents.plays:
        names = (seat.name for seat in play.seats)
        brought.news.append(
            New(csv_export.game_name(play.game), play.played, tuple(filter(None, names)))
        )


def take_in(scope: Scope, file: UploadedFile[bytes], brought: Imported) -> Sequence[Table]:
    """Imports an uploaded file into the history ``scope``; returns the tables that are new.

    Adds the counts of new and existing games, and errors, to ``brought``.
    """
    contents = _read(scope, file, brought)
    tables = store_import.keep_tables(contents.tables, scope.group)
    plays = store_import.keep_plays(contents.plays, scope.owner)
    brought.tables += len(tables)
    brought.plays += plays
    brought.there += len(contents.tables) - len(tables) + len(contents.plays) - plays
    brought.merged += sum(scope.add_alias(each.spelling, each.name) for each in contents.aliases)
    return tables


def _read(scope: Scope, file: UploadedFile[bytes], brought: Imported) -> FileContents:
    """Returns the games in an uploaded file, ours or of the app BG Stats; stores nothing.

    Errors, and counts of games that are left out, are added to ``brought``.
    """
    if (file.size or 0) > untrusted_json.MOST_BYTES:
        message = say("import-too-large", n=untrusted_json.MOST_BYTES // 1024 // 1024)
        contents = FileContents(faults=[CellError(str(file.name), message)])
    elif (data := file.read())[:4] == b"PK\x03\x04":
        contents = FileContents(faults=[CellError(str(file.name), say("import-zip"))])
    elif b'"playerScores"' in data or str(file.name).endswith(".bgsplay"):
        existing = {bgstats_export.play_uid(record) for record in scope.records(0)}
        contents = bgsplay_reader.read(data, existing)
    else:
        contents = companion_json_reader.read(data, store_import.exists)
    brought.there += contents.there
    brought.left += contents.left
    brought.faults += contents.faults
    for name, n in contents.others.items():
        brought.others[name] = brought.others.get(name, 0) + n
    return contents
