"""Fills the parts of the documents that are drawn from the code.

Such a part stands between ``<!-- drawn: its name -->`` and ``<!-- end -->``; a test compares it
with what is drawn now.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from . import architecture, game_reference

PART = re.compile(r"(<!-- drawn: ([\w ]+) -->\n)(.*?)(<!-- end -->)", re.S)


def drawn(root: Path) -> dict[str, dict[str, str]]:
    """Returns the parts of each document by their names; ``root`` is the project's folder."""
    return {
        "docs/architecture.md": {"rooms": architecture.picture(root)},
        "docs/game-reference.md": game_reference.parts(),
    }


def files(root: Path) -> Iterator[tuple[Path, str]]:
    """Yields each document that has drawn parts, with its text as it should be.

    Raises ``KeyError`` for a part that nothing draws.
    """
    for name, parts in drawn(root).items():
        text = (root / name).read_text("utf-8")
        for part in PART.findall(text):
            text = text.replace(part[0] + part[2] + part[3], f"{part[0]}{parts[part[1]]}{part[3]}")
        yield root / name, text
