"""The log that whoever runs this reads: a line for each thing, however long or odd it is.

A traceback is for mistakes of ours. What a visitor sends may be refused a thousand times; it may
neither fill the disk nor pretend to be lines of its own.
"""

from __future__ import annotations

import logging

MOST = 400
"""Characters of a line."""
REFUSALS = "django.security"


class Line(logging.Formatter):
    """A record in one line, and under it the traceback if there is something to mend."""

    def format(self, record: logging.LogRecord) -> str:
        if record.name == REFUSALS or record.name.startswith(f"{REFUSALS}."):
            told = {**vars(record), "exc_info": None, "exc_text": None}
            record = logging.makeLogRecord(told)
        return super().format(record)

    def formatMessage(self, record: logging.LogRecord) -> str:
        text = super().formatMessage(record)
        line = "".join(each if each.isprintable() else " " for each in text[: MOST + 1])
        return line if len(line) <= MOST else f"{line[:-1]} …"
