"""Finds the paragraph of an entry for a certain number of players."""

from __future__ import annotations

import re

from scoring.model.catalogue import Entry
from scoring.text.localised import Text

_SO_MANY = re.compile(r"(\d)(?:-(\d))? players?:")


def paragraph(entry: Entry, players: int) -> Text | None:
    """Returns the paragraph for that many players, such as *2-3 players:*, or None."""
    for text in entry.body:
        if found := _SO_MANY.match(text.en):
            least, most = int(found[1]), int(found[2] or found[1])
            if least <= players <= most:
                return text
    return None
