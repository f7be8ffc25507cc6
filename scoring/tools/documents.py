"""Fills the parts of the documents that are drawn from the code.

Such a part stands between ``<!-- drawn: its name -->`` and ``<!-- end -->``; a test compares it
with what is drawn now.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from . import architecture, game_reference

PART = re.compile(r"(<!-- drawn: ([\w ]+) -->\n)(.*?)(<!-- end -->)", re.S)


DRAWN: Mapping[str, Callable[[Path], Mapping[str, str]]] = {
    "docs/architecture.md": lambda root: {"rooms": architecture.picture(root)},
    "docs/game-reference.md": lambda root: game_reference.parts(),
}
"""Generates the parts of each document, by part name; called with the project's folder."""


def files(root: Path) -> Iterator[tuple[Path, str]]:
    """Yields each document that has drawn parts, with its text as it should be.

    Raises ``KeyError`` for a part that nothing draws.
    """
    for name, draw in DRAWN.items():
        text, parts = (root / name).read_text("utf-8"), draw(root)
        for part in PART.findall(text):
            text = text.replace(part[0] + part[2] + part[3], f"{part[0]}{parts[part[1]]}{part[3]}")
        yield root / name, text
