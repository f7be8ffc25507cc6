"""Packs many files into one byte string, and unpacks it."""

import json
import lzma
import struct
from pathlib import Path

type Tree = dict[str, bytes]

TEXTS = "scoring/games.xz"
"""Path on a phone of the compressed data files of all games."""
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 4, "lp": 0, "pb": 0}]


def packed(tree: Tree) -> bytes:
    """Returns ``tree`` (path to content) as one byte string.

    In it: length of the header, the header (a JSON list of paths and sizes), all contents.
    """
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
    """Returns ``tree`` (path to content) as one byte string, compressed with LZMA."""
    return lzma.compress(packed(tree), filters=FILTERS)


def laid_out(root: Path) -> None:
    """Unpacks the games' data files below ``root`` from one compressed file, if it is there."""
    file = root / TEXTS
    if not file.exists():
        return
    for path, content in unpacked(lzma.decompress(file.read_bytes())).items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(content)
    file.unlink()
