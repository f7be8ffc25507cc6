"""Log formatters: one line of limited length per record, without URLs that grant access.

Only errors of the app have a traceback. Refused input of visitors can neither fill the disk nor
forge log lines.
"""

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any

from companion.http import error_numbers

MOST = 400
"""Maximum characters of a line."""
REFUSALS = "django.security"
OPENS = re.compile(r"/(table|join|enter|pad|group|result|at)/(?!<)\S+")
"""Matches addresses that grant access; they are shortened in every message."""


class PlainFormatter(logging.Formatter):
    """Formats a log record as one line; after an error of the app, its traceback follows."""

    def format(self, record: logging.LogRecord) -> str:
        told = {**vars(record), "msg": redacted_message(record), "args": ()}
        if number := error_numbers.reported_number(vars(record).get("request")):
            told["msg"] = f"{told['msg']} [{number}]"
        if refusal(record):
            told |= {"exc_info": None, "exc_text": None}
        return super().format(logging.makeLogRecord(told))

    def formatMessage(self, record: logging.LogRecord) -> str:
        return _short(super().formatMessage(record))


class JsonFormatter(logging.Formatter):
    """Formats a log record as one line of JSON, for log collectors.

    For an error it has the type and the stack frames of the app's code, but not the error's
    message, which may repeat a visitor's input.
    """

    def format(self, record: logging.LogRecord) -> str:
        fields: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "said": _short(redacted_message(record)),
            "process": record.process,
        }
        asked = vars(record)
        if request := asked.get("request"):
            fields |= {"route": route(request), "method": getattr(request, "method", "")}
        if status := asked.get("status_code"):
            fields["status"] = status
        if number := error_numbers.reported_number(request):
            fields["error"] = number
        error = record.exc_info[1] if record.exc_info else None
        if error is not None and not refusal(record):
            fields |= {"kind": type(error).__name__, "where": error_numbers.frames(error)}
        return json.dumps(fields | asked.get("fields", {}), ensure_ascii=False)


def json_line(logger: str, message: str, fields: dict[str, Any]) -> str:
    """Returns a log line of level INFO as JSON, with a message and further ``fields``.

    ``logger``: name of a logger, for the line.
    """
    told = {"name": logger, "levelname": "INFO", "msg": message, "fields": fields}
    return JsonFormatter().format(logging.makeLogRecord(told))


def refusal(record: logging.LogRecord) -> bool:
    return record.name == REFUSALS or record.name.startswith(f"{REFUSALS}.")


def redacted_message(record: logging.LogRecord) -> str:
    """Returns a log record's message without URLs that grant access: their URL patterns instead."""
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
