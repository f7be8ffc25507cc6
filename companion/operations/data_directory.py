"""The folder for data, and the secret key in it; usable before Django is set up.

The settings use it, so that every command reports a problem with them in the same words.
"""

import os
import secrets
from pathlib import Path

from companion.bootstrap import locked
from companion.messages import say
from companion.operations.operational_problem import OperationalProblem, of_file

KEY = "secret_key"
PROBE = 64 * 1024
"""Bytes written to test a folder: more than a full disk has left."""


def secret_key(folder: Path) -> str:
    """Returns the app's secret key from a file in ``folder``, which is made the first time.

    Raises ``OperationalProblem`` if the file cannot be read or written.
    """
    path = folder / KEY
    if key := _stored_key(path):
        return key
    try:
        with locked(folder / f"{KEY}.lock"):
            return _stored_key(path) or _generated_key(path)
    except OSError as error:
        raise of_file(error, folder) from error


def _stored_key(path: Path) -> str:
    try:
        return path.read_text("utf-8").strip()
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise OperationalProblem(say("trouble-secret-key", path=str(path))) from error


def _generated_key(path: Path) -> str:
    key = secrets.token_urlsafe(64)
    draft = path.with_suffix(".new")
    draft.unlink(missing_ok=True)
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(key)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    return key


def writable(folder: Path) -> None:
    """Creates the folder for data if needed, and tests it by writing a file.

    Raises ``OperationalProblem`` if that fails.
    """
    probe = folder / f"probe.{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        try:
            with open(probe, "wb") as file:
                file.write(b"\0" * PROBE)
                file.flush()
                os.fsync(file.fileno())
        finally:
            probe.unlink(missing_ok=True)
    except OSError as error:
        raise of_file(error, folder) from error
