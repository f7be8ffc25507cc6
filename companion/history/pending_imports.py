"""Uploaded files that wait, compressed in the database, for their import to be confirmed.

The import page first lists the new games. A file waits an hour at most, and few files can wait.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.core.files.uploadedfile import SimpleUploadedFile, UploadedFile
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from companion.history.models import PendingImport
from companion.history.transfer.untrusted_json import MOST_BYTES

LIFETIME = timedelta(hours=1)
MOST_WAITING = 60
"""Maximum number of waiting files of all users together; the oldest are deleted beyond it."""


def store(owner: str, files: Iterable[UploadedFile[bytes]]) -> list[str]:
    """Stores uploaded files until their import is confirmed; returns their keys.

    ``owner``: hash of the secret of the phone or group whose history they are for.
    """
    rows = []
    for each in files:
        each.seek(0)
        name = (each.name or "")[:200]
        rows.append(PendingImport(owner=owner, name=name, packed=zlib.compress(each.read())))
    with transaction.atomic():
        expired(timezone.now()).delete()
        PendingImport.objects.bulk_create(rows)
        newest = PendingImport.objects.order_by("-made", "key").values_list("key", flat=True)
        PendingImport.objects.exclude(key__in=list(newest[:MOST_WAITING])).delete()
    return [row.key for row in rows]


def take(owner: str, keys: Iterable[str]) -> list[UploadedFile[bytes]]:
    """Returns the uploaded files with these keys that wait for their import, and deletes them.

    ``owner``: hash of the secret of the phone or group whose history they are for; other files are
    left out, as are those older than ``LIFETIME``.
    """
    rows = PendingImport.objects.filter(
        owner=owner, key__in=list(keys), made__gt=timezone.now() - LIFETIME
    )
    files: list[UploadedFile[bytes]] = []
    with transaction.atomic():
        for row in rows:
            content = zlib.decompressobj().decompress(bytes(row.packed), MOST_BYTES + 1)
            files.append(SimpleUploadedFile(row.name or "file", content))
        rows.delete()
    return files


def expired(now: datetime) -> QuerySet[PendingImport]:
    """Returns the rows of files uploaded over ``LIFETIME`` before ``now`` and never confirmed."""
    return PendingImport.objects.filter(made__lt=now - LIFETIME)
