"""Parsed forms of data files, stored as Python stores its modules' bytecode: in ``__pycache__``.

To parse all games' files takes as long as to import the whole app. A stored form holds a checksum
of the text and is not used for another one. Where none may be written, each start parses the files
again.
"""

import os
import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

DIGEST = sha256().digest_size


def place(path: Path) -> Path:
    """Returns the path at which the parsed form of a data file is stored, in ``__pycache__``."""
    return path.parent / "__pycache__" / f"{path.name}.parsed"


def packed(source: str, value: Any, classes: str = "") -> bytes:
    """Returns the bytes to store for a data file with the text ``source``, parsed as ``value``.

    They include a hash of the text, and of ``classes``: a description of the classes in ``value``
    that are not Python's own. By it a change of either is noticed.
    """
    content = pickle.dumps(value)
    return _digest(source, classes, content) + content


def parsed[V](path: Path, source: str, parse: Callable[[str], V], classes: str = "") -> V:
    """Returns what ``parse`` makes of a data file, from its stored form or, without one, anew.

    In the latter case it is stored. ``source``: the text of the file at ``path``. ``classes``:
    describes the classes of the result that are not Python's own. A form stored for another text or
    other classes is not used.
    """
    with suppress(OSError):
        stored = place(path).read_bytes()
        if stored[:DIGEST] == _digest(source, classes, stored[DIGEST:]):
            found: V = pickle.loads(memoryview(stored)[DIGEST:])
            return found
    value = parse(source)
    if not sys.dont_write_bytecode:
        with suppress(OSError):
            _write(place(path), packed(source, value, classes))
    return value


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(exist_ok=True)
    draft = path.with_suffix(f".{os.getpid()}")
    draft.write_bytes(content)
    draft.replace(path)


def _digest(source: str, classes: str, content: bytes) -> bytes:
    return sha256(b"\n".join((classes.encode(), source.encode(), content))).digest()


__all__ = ["packed", "parsed", "place"]
