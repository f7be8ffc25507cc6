"""Final glory, explained: the track, and what is printed on each feat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...core.breakdown import Breakdown, Line
from ...core.catalogue import Catalogue
from ...core.plan import Rulings, State
from ...core.text import Text, counted


def score(catalogue: Catalogue, state: State, rulings: Rulings) -> dict[str, Breakdown]:
    """Every seat's rows. Leftover resources and unfinished hammers are worth nothing."""
    return {
        seat: Breakdown(tuple(_lines(catalogue, cells)))
        for seat, cells in sorted(state["seats"].items())
    }


def _lines(catalogue: Catalogue, cells: dict[str, Any]) -> Iterator[Line]:
    glory = catalogue["glory"]
    track = cells.get("glory", 0)
    said = Text("as it stands", "トラックの表示")
    yield Line(
        "glory",
        Text("Glory track", "得点トラック"),
        track,
        said,
        glory.cites,
        glory.status,
        "glory",
    )
    owned = cells.get("feats", {})
    for feat in catalogue.of_kind("feat"):
        copies = owned.get(feat.id, 0)
        if not copies:
            continue
        printed = feat.facts["glory"]
        how = Text("{n} × {p} printed", "{n} × 記載{p}点").fill(
            n=counted(copies, "card", "cards", "枚"), p=printed
        )
        if feat.scoring("forged_faces"):
            how += Text(
                "; a point for each face forged before went onto the track",
                "。それまでに鍛造した面の点はトラックで加算済み",
            )
        yield Line(
            feat.id,
            feat.name,
            copies * printed,
            how,
            feat.cites,
            feat.status,
            feat.id,
            group=Text("Heroic feats", "偉業カード"),
        )
