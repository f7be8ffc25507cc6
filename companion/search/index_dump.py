"""Stores index tables that are slow to build in a file, so that they are built only once.

The app's copy for phones is shipped with it; a server writes its own beside the database. The file
holds a checksum of the texts that it was made of, and a server's a digest with the code. For
others, or without the file, the tables are built anew.
"""

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
type Reader = Callable[[str], Iterator[Row]]
"""Reads the rows of a table, given by name."""

FILE = Path(__file__).with_name("shares.zip")
"""The file of the app's copy for phones."""
KEPT = "search_index.zip"
"""Name of a server's file, in its data folder."""
DIGEST = sha256().digest_size
OF, PARTS = "of", "parts"
"""Names of the file's members for the checksum, and for the keys of all tables."""


def pack(tables: Mapping[str, PartWeights], of: str) -> bytes:
    """Returns tables of the search index as the bytes of a file to store.

    ``tables``: name to table, in which each word has its weight by number of the entry. ``of``:
    checksum of the texts that they were made of. Raises ``OverflowError`` for numbers above 65,535.
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
    return out.getvalue()


def stored(of: str) -> bytes | None:
    """Returns the file with the search index's tables; None unless it has the checksum ``of``.

    A server's file must also be written by the same version of the code.
    """
    if FILE.exists():
        found = FILE.read_bytes()
        return found if _opened(found)[0] == of else None
    with suppress(OSError):
        content = (settings.VAR / KEPT).read_bytes()
        digest, packed = content[:DIGEST], content[DIGEST:]
        if _digest(packed) == digest and _opened(packed)[0] == of:
            return packed
    return None


def unpacked(of: str) -> Reader | None:
    """Returns a function that reads a table of the search index, by name, from the stored file.

    It yields the table's rows. None unless the file has ``of``, the checksum of the texts.
    """
    packed = stored(of)
    return None if packed is None else partial(_read, _opened(packed)[1])


def _opened(packed: bytes) -> tuple[str, zipfile.ZipFile]:
    file = zipfile.ZipFile(BytesIO(packed))
    return file.read(OF).decode(), file


def _digest(packed: bytes) -> bytes:
    code = (path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py")))
    return sha256(b"".join((*code, packed))).digest()


def keep(packed: bytes) -> None:
    """Writes ``packed``, bytes of the search index's tables, to a file for the next start."""
    draft = settings.VAR / f"{KEPT}.{os.getpid()}"
    with suppress(OSError):
        try:
            draft.write_bytes(_digest(packed) + packed)
            draft.replace(settings.VAR / KEPT)
        finally:
            draft.unlink(missing_ok=True)


def _columns(rows: Sequence[Mapping[int, float]]) -> Iterator[tuple[str, bytes]]:
    """Yields pairs (name, bytes): the data of a table, arranged so that it compresses well.

    ``rows``: for each word or letter pair, its weight by number of the entry or game. There is a
    byte string for the lengths of rows, for the entries' numbers, and for the weights.
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
    """Encodes numbers up to 65,535: first all low bytes, then all high bytes (mostly 0)."""
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
