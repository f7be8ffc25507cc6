"""A file is looked at first: what it would add is shown, and only a second tap takes it in.

In between it waits in the database, packed, for an hour at most; few can wait at once.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.core.files.uploadedfile import SimpleUploadedFile, UploadedFile
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from companion.history.models import Arrival
from companion.history.transfer.reading import MOST_BYTES

KEPT = timedelta(hours=1)
MOST_WAITING = 60
"""So many files wait at most, of all people together; then the oldest goes."""


def wait(owner: str, files: Iterable[UploadedFile[bytes]]) -> list[str]:
    """Keep files until they are taken; by these keys they are found again."""
    rows = []
    for each in files:
        each.seek(0)
        name = (each.name or "")[:200]
        rows.append(Arrival(owner=owner, name=name, packed=zlib.compress(each.read())))
    with transaction.atomic():
        due(timezone.now()).delete()
        Arrival.objects.bulk_create(rows)
        newest = Arrival.objects.order_by("-made", "key").values_list("key", flat=True)
        Arrival.objects.exclude(key__in=list(newest[:MOST_WAITING])).delete()
    return [row.key for row in rows]


def taken(owner: str, keys: Iterable[str]) -> list[UploadedFile[bytes]]:
    """The files of those keys that still wait for that history; they wait no longer."""
    rows = Arrival.objects.filter(owner=owner, key__in=list(keys), made__gt=timezone.now() - KEPT)
    files: list[UploadedFile[bytes]] = []
    with transaction.atomic():
        for row in rows:
            content = zlib.decompressobj().decompress(bytes(row.packed), MOST_BYTES + 1)
            files.append(SimpleUploadedFile(row.name or "file", content))
        rows.delete()
    return files


def due(now: datetime) -> QuerySet[Arrival]:
    """Those that nobody came back for."""
    return Arrival.objects.filter(made__lt=now - KEPT)
