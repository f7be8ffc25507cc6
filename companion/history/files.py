"""Export of a history to files, and import of files.

An import adds games and aliases; it changes nothing that exists already.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from io import BytesIO
from uuid import UUID

from django.core.files.uploadedfile import UploadedFile
from django.utils import timezone

from companion.history import aliases, records
from companion.history.models import Play
from companion.history.scope import Scope
from companion.history.transfer import (
    bgsplay,
    bgsplay_reader,
    companion_json,
    companion_json_reader,
    csv,
    reading,
    storing,
)
from companion.messages import say
from companion.tables.models import Table
from scoring.model.validation import CellError
from scoring.text.localised import Text

# ── out ────────────────────────────────────────────────────────────────────────────────

type Maker = Callable[[Scope, str], tuple[bytes, str]]
"""Function from a history and a language to a file's content and its content type."""


def own_files(scope: Scope) -> list[bytes]:
    """Returns the whole history as files of the companion's own format.

    Mostly it is one file; a large history is split, so that an import accepts each.
    """
    kept = scope.tables.prefetch_related("events").order_by("made")
    plays = map(records.of_play, Play.objects.filter(owner=scope.owner).select_related("sheet"))
    return companion_json.parts(kept, plays, sorted(scope.aliases().items()), now=timezone.now())


def _own_file(scope: Scope, language: str) -> tuple[bytes, str]:
    files = own_files(scope)
    if len(files) == 1:
        return files[0], "application/json"
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for n, each in enumerate(files, 1):
            archive.writestr(f"companion-{n}.json", each)
    return out.getvalue(), "application/zip"


def _csv_file(scope: Scope, language: str) -> tuple[bytes, str]:
    return csv.history(scope.records(), language), "text/csv; charset=utf-8"


def _lines_file(scope: Scope, language: str) -> tuple[bytes, str]:
    return csv.lines(scope.records(), language), "text/csv; charset=utf-8"


def _bgsplay_file(scope: Scope, language: str) -> tuple[bytes, str]:
    found = scope.records()
    told = {record.key: records.comment(record, language) for record in found}
    file = bgsplay.document(found, language, group=scope.public, comments=told)
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
    """Counts of an import, of stored or previewed contents, added up over its files.

    ``tables``, ``plays``, ``merged``: number of new tables, games without a table, and aliases
    ``there``: number of games that exist already
    ``left``: number of tables not read for lack of time; importing again continues there
    ``others``: number of plays of each game that the app does not have, by its name
    ``faults``: errors in the files
    ``news``: the new games, filled in by ``preview``
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
        """True if the files have something new to import."""
        return bool(self.tables or self.plays or self.merged)


@dataclass(frozen=True, slots=True)
class New:
    """A game of a file that the history does not have yet, as a row of the preview."""

    game: Text
    played: datetime
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FilePreview:
    """The valid contents of one file, before anything is stored.

    ``plays``: games without a table. ``merged``: aliases as pairs (spelling, name).
    """

    tables: tuple[companion_json.WholeTable, ...] = ()
    plays: tuple[records.Record, ...] = ()
    merged: tuple[tuple[str, str], ...] = ()


def preview(scope: Scope, file: UploadedFile[bytes], brought: Imported) -> FilePreview:
    """Reads a file and adds to ``brought`` what its import would count. Stores nothing."""
    contents = _read(scope, file, brought)
    plays = storing.new_plays(contents.plays, scope.owner)
    brought.tables += len(contents.tables)
    brought.plays += plays
    brought.there += len(contents.plays) - plays
    merged = scope.aliases()
    brought.merged += sum(records.person(spelling) not in merged for spelling, _ in contents.merged)
    for table in contents.tables:
        names = (str(cells.get("name", "")) for cells in table.state["seats"].values())
        played = table.played_on or table.finished or table.made
        brought.news.append(New(csv.game_name(table.game), played, tuple(filter(None, names))))
    for play in contents.plays:
        names = (seat.name for seat in play.seats)
        brought.news.append(New(csv.game_name(play.game), play.played, tuple(filter(None, names))))
    return contents


def take_in(scope: Scope, file: UploadedFile[bytes], brought: Imported) -> Sequence[Table]:
    """Imports a file into a history and returns the new tables.

    ``brought``: counts of the import, to which those of this file are added.
    """
    contents = _read(scope, file, brought)
    arrived = storing.keep_tables(contents.tables, scope.group)
    plays = storing.keep_plays(contents.plays, scope.owner)
    brought.tables += len(arrived.new)
    brought.plays += plays
    brought.there += len(arrived.there) + len(contents.plays) - plays
    brought.merged += aliases.merge_all(scope.owner, contents.merged)
    return arrived.new


def _read(scope: Scope, file: UploadedFile[bytes], brought: Imported) -> FilePreview:
    if (file.size or 0) > reading.MOST_BYTES:
        brought.faults.append(
            CellError(str(file.name), say("import-too-large", n=reading.MOST_BYTES // 1024 // 1024))
        )
        return FilePreview()
    data = file.read()
    if data[:4] == b"PK\x03\x04":
        message = say("import-zip")
        brought.faults.append(CellError(str(file.name), message))
        return FilePreview()
    if b'"playerScores"' in data or str(file.name).endswith(".bgsplay"):
        known_plays: set[UUID] = {bgsplay.play_uid(record) for record in scope.records(0)}
        plays = bgsplay_reader.read(data, known_plays)
        brought.there += plays.repeated
        for name, n in plays.others.items():
            brought.others[name] = brought.others.get(name, 0) + n
        brought.faults += plays.faults
        return FilePreview(plays=plays.records)
    ours = companion_json_reader.read(data, storing.exists)
    brought.left += ours.left
    brought.there += ours.there
    brought.faults += ours.faults
    return FilePreview(ours.tables, ours.plays, ours.merged)
