"""What one printed page holds of a game: whole kinds, as much as there is room for."""

from __future__ import annotations

from companion.lookup.related import is_ruling
from scoring.core.catalogue import Catalogue, Entry, Kind

ROOM = {"en": 6800, "ja": 3300}
"""Characters that one printed page holds, in three columns of small print."""


def parts(catalogue: Catalogue, language: str) -> list[tuple[Kind, list[Entry]]]:
    """Whole kinds for one page, topics first.

    Topics are kinds whose entries mostly have no facts; they may take most of the page. Then
    come the kinds in which everything scores, the late ones first; then topics left over.
    """
    plain = {kind.id: _topics(catalogue, kind) for kind in catalogue.kinds.values()}
    kinds = [kind for kind in catalogue.kinds.values() if plain[kind.id]]
    topics = [k for k in kinds if 2 * sum(not e.facts for e in plain[k.id]) >= len(plain[k.id])]
    scoring = [k for k in kinds if all(entry.scores for entry in plain[k.id])]
    taken: set[str] = set()
    left = ROOM[language]
    for kinds_, share in ((topics, 0.6), (scoring[::-1], 1.0), (topics, 1.0)):
        for kind in kinds_:
            size = sum(
                len(e.name.said(language)) + len(e.text.said(language)) for e in plain[kind.id]
            )
            if kind.id not in taken and size <= left - (1 - share) * ROOM[language]:
                taken.add(kind.id)
                left -= size
    kinds.sort(key=lambda kind: kind not in topics)
    return [(kind, plain[kind.id]) for kind in kinds if kind.id in taken]


def _topics(catalogue: Catalogue, kind: Kind) -> list[Entry]:
    """What a kind has to say in general: no rulings, no single questions."""
    return [
        entry
        for entry in catalogue.of_kind(kind.id)
        if not is_ruling(entry) and not entry.name.en.endswith("?")
    ]
