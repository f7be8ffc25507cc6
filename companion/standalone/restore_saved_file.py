"""Reads a file that a phone saved with *Save everything as a file*, to restore its data.

The current data is not changed here. The file's database is migrated and put beside the current
one; the service worker then takes it as a whole or not at all (``browser/python_engine.js``).
"""

import json
import struct
from pathlib import Path

from django.conf import settings

from companion.messages import say
from companion.operations import backup, database_settings
from companion.operations.operational_problem import OperationalProblem

BROUGHT, BESIDE = "brought.sqlite3", "brought.json"
"""Names of the restored database, and of the file with its secret and cookies."""
WORD = b"companion"
"""Last bytes of a file saved by a phone.

Before them is the length of the data after the database.
"""


def bring(content: bytes) -> None:
    """Checks a file saved on a phone, and puts its data where the app's next start reads it.

    ``content``: the file's bytes. Raises ``OperationalProblem`` for an unusable file.
    """
    content, beside = parted(content)
    draft = Path(settings.VAR) / "brought.part"
    try:
        draft.write_bytes(content)
        try:
            backup.check_restorable(draft)
        except backup.Later:
            raise
        except OperationalProblem as trouble:
            raise OperationalProblem(say("phone-restore-none")) from trouble
        database_settings.migrate(draft)
        draft.replace(draft.with_name(BROUGHT))
        # Last, since the worker waits for this file.
        draft.with_name(BESIDE).write_text(json.dumps(beside), "utf-8")
    finally:
        draft.unlink(missing_ok=True)


def parted(content: bytes) -> tuple[bytes, dict[str, str]]:
    """Splits ``content``, a file saved on a phone, into its database and a mapping of two texts.

    These are ``phone``, the phone's secret, and ``cookies``; "" if the file is a database alone.
    """
    try:
        if not content.endswith(WORD):
            raise ValueError
        end = len(content) - len(WORD) - 4
        (length,) = struct.unpack_from("<I", content, end)
        beside = json.loads(content[end - length : end])
        return content[: end - length], {key: str(beside[key]) for key in ("phone", "cookies")}
    except (ValueError, KeyError, TypeError, RecursionError, struct.error):
        return content, {"phone": "", "cookies": ""}
