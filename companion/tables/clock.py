"""The timers of a table: what a tap does to them, and what a page shows of them."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import datetime, timedelta
from math import ceil
from typing import Any

from django.utils import timezone

from companion.tables.models import Table

MOST_TIMERS = 8
LONGEST = 24 * 60 * 60
MINUTES = (1, 2, 3, 5, 10, 15)
"""What a new timer is offered with."""


def tapped(
    timers: list[dict[str, Any]], posted: Mapping[str, str], now: datetime
) -> list[dict[str, Any]]:
    """The timers after what was tapped: ``ends`` while one runs, ``left`` seconds while not."""
    if seconds := _seconds(posted):
        name = "".join(c for c in posted.get("name", "") if c.isprintable())[:24].strip()
        new = {"id": secrets.token_hex(4), "name": name, "seconds": seconds}
        return [*timers, new | _running(seconds, now)][-MOST_TIMERS:]
    found = []
    for each in timers:
        if each["id"] == posted.get("stop") and each.get("ends"):
            left = (datetime.fromisoformat(each["ends"]) - now).total_seconds()
            each = each | {"ends": None, "left": max(0, round(left))}
        elif each["id"] == posted.get("go") and not each.get("ends"):
            each = each | _running(each["left"] or each["seconds"], now)
        elif each["id"] == posted.get("reset"):
            each = each | {"ends": None, "left": each["seconds"]}
        elif each["id"] == posted.get("remove"):
            continue
        found.append(each)
    return found


def _running(seconds: int, now: datetime) -> dict[str, Any]:
    return {"ends": (now + timedelta(seconds=seconds)).isoformat(), "left": seconds}


def _seconds(posted: Mapping[str, str]) -> int:
    """How long a new timer runs: minutes from a button, or minutes typed; 0 for no new timer."""
    typed = posted.get("minutes", "").strip().replace(",", ".")
    try:
        seconds = round(float(typed) * 60) if typed else 0
    except (ValueError, OverflowError):
        return 0
    return seconds if 0 < seconds <= LONGEST else 0


def shown(found: Table) -> dict[str, Any]:
    """The timers as a page shows them; ``until`` is what the browser counts down to."""
    now = timezone.now()
    listed = []
    for each in found.timers:
        ends = datetime.fromisoformat(each["ends"]) if each.get("ends") else None
        left = max(0, ceil((ends - now).total_seconds())) if ends else each["left"]
        listed.append(
            {
                "id": each["id"],
                "name": each["name"],
                "minutes": f"{each['seconds'] / 60:g}",
                "until": round(ends.timestamp() * 1000) if ends else None,
                "clock": f"{left // 60}:{left % 60:02}",
                "over": left == 0,
            }
        )
    return {"timers": listed, "clock": round(now.timestamp() * 1000)}
