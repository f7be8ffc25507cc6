"""A history as files, and files into a history; what is here already stays as it is."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from uuid import UUID

from django.core.files.uploadedfile import UploadedFile
from django.utils import timezone

from companion.history import records
from companion.history.models import Play
from companion.history.shelf import Shelf
from companion.history.transfer import bgsplay, csv, keeping, own, reading
from companion.tables.models import Table
from companion.web.words import say
from scoring.core.problem import CellError

# ── out ────────────────────────────────────────────────────────────────────────────────

type Maker = Callable[[Shelf, str], tuple[bytes, str]]
"""The file for a history, in a language, and its content type."""


def _own_file(shelf: Shelf, language: str) -> tuple[bytes, str]:
    kept = shelf.tables.prefetch_related("events").order_by("made")
    plays = map(records.of_play, Play.objects.filter(owner=shelf.owner).select_related("sheet"))
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


# ── in ─────────────────────────────────────────────────────────────────────────────────


@dataclass(slots=True)
class Imported:
    """What files held: counts, and what stayed out; ``left`` for the next time."""

    tables: int = 0
    plays: int = 0
    there: int = 0
    left: int = 0
    others: dict[str, int] = field(default_factory=dict)
    faults: list[CellError] = field(default_factory=list)


def take_in(shelf: Shelf, file: UploadedFile[bytes], brought: Imported) -> Sequence[Table]:
    """The tables that are new; ``brought`` is told the rest."""
    if (file.size or 0) > reading.MOST_BYTES:
        brought.faults.append(
            CellError(str(file.name), say("import-too-large", n=reading.MOST_BYTES // 1024 // 1024))
        )
        return ()
    data = file.read()
    if data[:4] == b"PK\x03\x04":
        message = say("import-zip")
        brought.faults.append(CellError(str(file.name), message))
        return ()
    if b'"playerScores"' in data or str(file.name).endswith(".bgsplay"):
        known: set[UUID] = {bgsplay.play_uid(record) for record in shelf.records(0)}
        found = bgsplay.read(data, known)
        brought.plays += keeping.keep_plays(found.records, shelf.owner)
        brought.there += found.repeated
        for name, n in found.others.items():
            brought.others[name] = brought.others.get(name, 0) + n
        brought.faults += found.faults
        return ()
    ours = own.read(data, keeping.there)
    arrived = keeping.keep_tables(ours.tables, shelf.group)
    brought.left += ours.left
    plays = keeping.keep_plays(ours.plays, shelf.owner)
    brought.tables += len(arrived.new)
    brought.plays += plays
    brought.there += ours.there + len(arrived.there) + len(ours.plays) - plays
    brought.faults += ours.faults
    return arrived.new
