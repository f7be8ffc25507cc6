"""Figures of people and games as the history's page draws them."""

from __future__ import annotations

from typing import Any

from companion.history import records
from companion.history.transfer import csv
from companion.web import charts


def person(who: records.Person) -> dict[str, Any]:
    return {
        "who": who,
        "at": [
            {
                "at": at,
                "game": csv.game_name(at.game),
                "spark": charts.spark([moment.total for moment in at.totals]),
                "said": ", ".join(str(moment.total) for moment in at.totals),
            }
            for at in who.at
        ],
    }


def game(of: records.OfGame) -> dict[str, Any]:
    bins = records.bins(of.scores)
    most = max((each.count for each in bins), default=1)
    wide = 100 / max(1, len(bins))
    return {
        "of": of,
        "name": csv.game_name(of.game),
        "bars": [
            {
                "x": round(n * wide + 0.5, 2),
                "width": round(wide - 1, 2),
                "height": round(36 * each.count / most, 2),
                "y": round(40 - 36 * each.count / most, 2),
                "label": f"{each.least}–{each.most}" if each.least < each.most else each.least,
                "count": each.count,
            }
            for n, each in enumerate(bins)
        ],
        "low": bins[0].least if bins else None,
        "high": bins[-1].most if bins else None,
    }
