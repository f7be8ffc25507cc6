"""Static files with content hashes in their names, so that browsers can cache them for ever.

Imports between JavaScript modules are rewritten to these names, too.
"""

from __future__ import annotations

import logging
import os
import re
import time
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.files.base import ContentFile, File
from django.core.management import call_command
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

from companion.http import caching

logger = logging.getLogger(__name__)

PHONE = "/phone/"
"""Path of the exported app that runs on a phone without a server, if this server offers it.

The URL of its page is in ``companion/urls.py``.
"""

LEFT_OVER_DAYS = 30
"""Days for which files of an earlier version stay, for the pages of it that are still open."""
COLLECTED = "collected"
"""Name of the file that says of which sources the files beside it were collected."""
_HASHED = re.compile(r"\.[0-9a-f]{12}\.\w+$")
"""Matches the names of files whose content never changes."""

_missed: set[str] = set()
"""Names of missing static files that are logged already."""


def minified(name: str, content: bytes) -> bytes:
    """Returns ``content``, a script or style sheet, without comments and needless spaces.

    ``name``: its file's name. No string in a script may go over several lines.
    """
    if name.endswith(".js"):
        return re.sub(rb"(?m)^[ \t]*(//.*\n)?", b"", content)
    plain = re.sub(rb"(?s)/\*.*?\*/", b"", content)
    return re.sub(rb"\s+", b" ", re.sub(rb"\s*([{};,])\s*|(:)\s+", rb"\1\2", plain)).strip()


class StaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Storage of static files under names with hashes; a file not collected keeps its plain name.

    Each of these is logged once.
    """

    support_js_module_import_aggregation = True

    def _save(self, name: str, content: File[bytes]) -> str:
        if name.endswith((".js", ".css")):
            content.seek(0)
            content = ContentFile(minified(name, content.read()))
        saved: str = super()._save(name, content)
        return saved

    def stored_name(self, name: str) -> str:
        try:
            return str(super().stored_name(name))
        except ValueError:
            if name not in _missed:
                _missed.add(name)
                logger.error(
                    "%s was not collected: manage.py collectstatic, then start again", name
                )
            return name


class StaticFilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]  # whitenoise's has no types
    """Serves static files and, under ``/phone/``, those of the exported app for phones.

    Files are listed once: restart the server after exporting the app anew.
    """

    def __init__(self, get_response: Any = None) -> None:
        super().__init__(get_response)
        if settings.PHONE:
            self.add_files(str(settings.PHONE), prefix=PHONE)

    def add_file_to_dictionary(self, url: str, path: str, stat_cache: Any = None) -> None:
        if not url.startswith(PHONE) or not url.endswith(".html"):  # pages have headers of views
            super().add_file_to_dictionary(url, path, stat_cache)

    def immutable_file_test(self, path: str, url: str) -> bool:
        """True if browsers may keep the file at ``url`` for ever, as its name has a content hash.

        Also true for files of an earlier version of the app. ``path``: its place on this machine,
        not used.
        """
        return url.startswith(self.static_prefix) and bool(_HASHED.search(url))


def collect() -> None:
    """Collects the static files into ``STATIC_ROOT`` if any of them, or the app, has changed.

    Deletes collected files that no version has used for ``LEFT_OVER_DAYS``.
    """
    root, now = Path(settings.STATIC_ROOT), time.time()
    collected, sources = root / COLLECTED, _sources()
    for name in _collected(root):  # in use until now
        with suppress(OSError):
            os.utime(root / name, (now, now))
    if not collected.exists() or collected.read_text() != sources:
        call_command("collectstatic", interactive=False, verbosity=0)
        collected.write_text(sources)
    used = _collected(root)
    for path in root.rglob("*"):
        with suppress(OSError):  # another start may have deleted it
            old = path.stat().st_mtime < now - LEFT_OVER_DAYS * 24 * 60 * 60
            if old and path.is_file() and path.relative_to(root).as_posix() not in used:
                path.unlink()


def _collected(root: Path) -> set[str]:
    """Returns the paths, below ``root``, of all static files of the version collected last."""
    manifest = StaticFilesStorage(location=str(root)).load_manifest()[0]
    names = {*manifest, *manifest.values()}
    files = {f"{name}{ending}" for name in names for ending in ("", ".gz", ".br")}
    return files | {StaticFilesStorage.manifest_name, COLLECTED}


def _sources() -> str:
    """Returns a hash that changes if the app or any of its static files does, by size and time."""
    told = sha256(caching.version().encode())
    for finder in get_finders():
        for name, storage in finder.list([]):
            found = os.stat(storage.path(name))
            told.update(f"{name} {found.st_size} {found.st_mtime_ns}\n".encode())
    return told.hexdigest()
