"""The log that whoever runs this reads: a line for each thing, however long or odd it is.

A traceback is for mistakes of ours. What a visitor sends may be refused a thousand times; it may
neither fill the disk nor pretend to be lines of its own. No line holds the address of a table.
"""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any

from companion.http import incidents

MOST = 400
"""Characters of a line."""
REFUSALS = "django.security"
OPENS = re.compile(r"/(table|join|enter|pad|group|result|at)/(?!<)\S+")
"""Addresses that open something, wherever a message repeats them."""


class PlainFormatter(logging.Formatter):
    """A record in one line, and under it the traceback if there is something to mend."""

    def format(self, record: logging.LogRecord) -> str:
        told = {**vars(record), "msg": said(record), "args": ()}
        if number := incidents.told(vars(record).get("request")):
            told["msg"] = f"{told['msg']} [{number}]"
        if refusal(record):
            told |= {"exc_info": None, "exc_text": None}
        return super().format(logging.makeLogRecord(told))

    def formatMessage(self, record: logging.LogRecord) -> str:
        return _short(super().formatMessage(record))


class JsonFormatter(logging.Formatter):
    """A record as one line of JSON, for a program that collects them.

    Of an error it has the kind and the way through our code; what it says is left out, since a
    message may repeat what somebody typed.
    """

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "said": _short(said(record)),
            "process": record.process,
        }
        asked = vars(record)
        if request := asked.get("request"):
            told |= {"route": route(request), "method": getattr(request, "method", "")}
        if status := asked.get("status_code"):
            told["status"] = status
        if number := incidents.told(request):
            told["error"] = number
        error = record.exc_info[1] if record.exc_info else None
        if error is not None and not refusal(record):
            told |= {"kind": type(error).__name__, "where": incidents.frames(error)}
        return json.dumps(told, ensure_ascii=False)


def refusal(record: logging.LogRecord) -> bool:
    return record.name == REFUSALS or record.name.startswith(f"{REFUSALS}.")


def said(record: logging.LogRecord) -> str:
    """The message, with the pattern of an address instead of what opens somebody's table."""
    text, request = record.getMessage(), vars(record).get("request")
    path = getattr(request, "path", "")
    if len(path) > 1:
        text = text.replace(path, route(request))
    return OPENS.sub(r"/\1/…", text)


def route(request: object) -> str:
    match = getattr(request, "resolver_match", None)
    return f"/{match.route}" if match else "/…"


def _short(text: str) -> str:
    line = "".join(each if each.isprintable() else " " for each in text[: MOST + 1])
    return line if len(line) <= MOST else f"{line[:-1]} …"
