"""Fills in the passages of documents that are generated from the code, such as tables.

Such a passage is between ``<!-- drawn: its name -->`` and ``<!-- end -->``. A test checks that it
is up to date.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from . import architecture_diagram, game_reference

PART = re.compile(r"(<!-- drawn: ([\w ]+) -->\n)(.*?)(<!-- end -->)", re.S)


DRAWN: Mapping[str, Callable[[Path], Mapping[str, str]]] = {
    "docs/architecture.md": lambda root: {"rooms": architecture_diagram.picture(root)},
    "docs/game-reference.md": lambda root: game_reference.parts(),
}
"""Document to the function that generates its passages, by name; it takes the project's folder."""


def files(root: Path) -> Iterator[tuple[Path, str]]:
    """Yields the path of each document with generated passages, and its text as it should be.

    ``root``: the project's folder. Raises ``KeyError`` for a passage that no function generates.
    """
    for name, draw in DRAWN.items():
        text, parts = (root / name).read_text("utf-8"), draw(root)
        for part in PART.findall(text):
            text = text.replace(part[0] + part[2] + part[3], f"{part[0]}{parts[part[1]]}{part[3]}")
        yield root / name, text
