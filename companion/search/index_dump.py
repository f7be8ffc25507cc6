"""Stores index tables that are slow to build in a file, so that they are built only once.

The app's copy for phones is shipped with it; a server writes its own beside the database. The file
holds a checksum of the texts and the code that it was made of. For others, or without the file, the
tables are built anew.
"""

from __future__ import annotations

import json
import os
import sys
import zipfile
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256
from io import BytesIO
from itertools import accumulate, pairwise
from pathlib import Path

from django.conf import settings

type PartWeights = Mapping[str, Mapping[int, float]]
"""Weights of the parts (words, letter pairs) of texts.

Maps each part to the numbers of the items that have it, each with the part's weight there.
"""
type Row = tuple[str, Mapping[int, float]]

FILE = Path(__file__).with_name("shares.zip")
"""The file of the app's copy for phones."""
KEPT = "search_index.zip"
"""Name of a server's file, in its data folder."""
DIGEST = sha256().digest_size
OF, PARTS = "of", "parts"
"""Names of the file's members for the checksum, and for the keys of all tables."""


def pack(tables: Mapping[str, PartWeights], of: str) -> bytes:
    """Packs named tables into the bytes of a file for ``unpacked``, after a digest of these bytes.

    ``of`` is the checksum of texts and code. Raises ``OverflowError`` for numbers above 65,535.
    """
    parts = sorted({part for table in tables.values() for part in table})
    columns = [(OF, of.encode()), (PARTS, "\n".join(parts).encode())]
    for name, table in tables.items():
        rows = [table.get(part, {}) for part in parts]
        columns += [(f"{name}/{column}", content) for column, content in _columns(rows)]
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for column, content in columns:
            file.writestr(zipfile.ZipInfo(column), content, zipfile.ZIP_LZMA)
    content = out.getvalue()
    return sha256(content).digest() + content


def stored(of: str) -> bytes | None:
    """Returns the content of a whole file with the checksum ``of``; None if there is none."""
    for path in (FILE, settings.VAR / KEPT):
        with suppress(OSError):
            content = path.read_bytes()
            if sha256(content[DIGEST:]).digest() == content[:DIGEST] and _opened(content)[0] == of:
                return content
    return None


def unpacked(of: str) -> Callable[[str], Iterator[Row]] | None:
    """Returns a function that reads the rows of a named table from the file, if there is one."""
    content = stored(of)
    return None if content is None else partial(_read, _opened(content)[1])


def _opened(content: bytes) -> tuple[str, zipfile.ZipFile]:
    file = zipfile.ZipFile(BytesIO(content[DIGEST:]))
    return file.read(OF).decode(), file


def keep(packed: bytes) -> None:
    """Writes a server's file. Where that fails, the next start takes longer, as this one did."""
    draft = settings.VAR / f"{KEPT}.{os.getpid()}"
    with suppress(OSError):
        try:
            draft.write_bytes(packed)
            draft.replace(settings.VAR / KEPT)
        finally:
            draft.unlink(missing_ok=True)


def _columns(rows: Sequence[Mapping[int, float]]) -> Iterator[tuple[str, bytes]]:
    """Yields a table's data as named byte strings, arranged to compress well.

    Each string has numbers of one sort, and frequent weights are represented by small numbers.
    """
    weights = [weight for held in rows for weight in held.values()]
    values = [value for value, _many in Counter(weights).most_common()]
    places = {value: place for place, value in enumerate(values)}
    yield "many", _bytes(map(len, rows))
    yield "gaps", _bytes(after - before for held in rows for before, after in pairwise([0, *held]))
    yield "values", json.dumps(values).encode()
    yield "places", _bytes(places[weight] for weight in weights)


def _read(file: zipfile.ZipFile, name: str) -> Iterator[Row]:
    gaps, places = _numbers(file.read(f"{name}/gaps")), _numbers(file.read(f"{name}/places"))
    values = json.loads(file.read(f"{name}/values"))
    parts = file.read(PARTS).decode().split("\n")
    at = 0
    for part, many in zip(parts, _numbers(file.read(f"{name}/many")), strict=True):
        if many:
            row = slice(at, at + many)
            weights = (values[place] for place in places[row])
            yield part, dict(zip(accumulate(gaps[row]), weights, strict=True))
            at += many


def _bytes(numbers: Iterable[int]) -> bytes:
    """Encodes numbers from 0 to 65,535: first all low bytes, then all high bytes (mostly 0)."""
    values = array("H", numbers)
    if sys.byteorder == "big":
        values.byteswap()
    both = values.tobytes()
    return both[::2] + both[1::2]


def _numbers(content: bytes) -> array[int]:
    half = len(content) // 2
    both = bytearray(len(content))
    both[::2], both[1::2] = content[:half], content[half:]
    values = array("H", bytes(both))
    if sys.byteorder == "big":
        values.byteswap()
    return values
