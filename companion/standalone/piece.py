"""Many files as one piece, for whoever fetches them and whoever lays them out again."""

from __future__ import annotations

import json
import lzma
import struct
from pathlib import Path

type Tree = dict[str, bytes]

TEXTS = "scoring/games.xz"
"""The path of the compressed files of all games on a phone."""
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 4, "lp": 0, "pb": 0}]


def packed(tree: Tree) -> bytes:
    """As one piece: the length of a list, the list of names and sizes, then everything in a row."""
    listed = json.dumps([[path, len(content)] for path, content in tree.items()]).encode()
    return struct.pack("<I", len(listed)) + listed + b"".join(tree.values())


def unpacked(piece: bytes) -> Tree:
    (length,) = struct.unpack_from("<I", piece)
    tree: Tree = {}
    at = 4 + length
    for path, size in json.loads(piece[4:at]):
        tree[path] = piece[at : at + size]
        at += size
    return tree


def squeezed(tree: Tree) -> bytes:
    """As one piece that takes as little room as may be."""
    return lzma.compress(packed(tree), filters=FILTERS)


def laid_out(root: Path) -> None:
    """Put the files of all games where they are read, if they came as one piece."""
    file = root / TEXTS
    if not file.exists():
        return
    for path, content in unpacked(lzma.decompress(file.read_bytes())).items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(content)
    file.unlink()
