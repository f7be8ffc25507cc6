"""Brings back what a phone saved as a file: the way in for *Save everything as a file*.

Nothing of what is there changes here. What fits is put beside it, brought to this version; the
worker takes it as a whole, or not at all (browser/engine.js).
"""

from __future__ import annotations

import json
import struct
from pathlib import Path

from django.conf import settings

from companion.messages import say
from companion.operations import backup, databases
from companion.operations.problems import OperationalProblem

BROUGHT, BESIDE = "brought.sqlite3", "brought.json"
"""The database that was brought, and the secret and the cookies that go with it."""
WORD = b"companion"
"""The end of a file that a phone saved; before it the length of what is behind the database."""


def bring(content: bytes) -> None:
    """Put what a file holds where the worker takes it from. Raises ``OperationalProblem``."""
    content, beside = parted(content)
    draft = Path(settings.VAR) / "brought.part"
    try:
        draft.write_bytes(content)
        try:
            backup.fits(draft)
        except backup.Later:
            raise
        except OperationalProblem as trouble:
            raise OperationalProblem(say("phone-restore-none")) from trouble
        databases.migrate(draft)
        draft.replace(draft.with_name(BROUGHT))
        # What the worker looks for comes last.
        draft.with_name(BESIDE).write_text(json.dumps(beside), "utf-8")
    finally:
        draft.unlink(missing_ok=True)


def parted(content: bytes) -> tuple[bytes, dict[str, str]]:
    """The database, and what a phone put behind it; nothing where a server saved it."""
    try:
        if not content.endswith(WORD):
            raise ValueError
        end = len(content) - len(WORD) - 4
        (length,) = struct.unpack_from("<I", content, end)
        beside = json.loads(content[end - length : end])
        return content[: end - length], {key: str(beside[key]) for key in ("phone", "cookies")}
    except (ValueError, KeyError, TypeError, struct.error):
        return content, {"phone": "", "cookies": ""}
