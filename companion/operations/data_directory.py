"""The folder that the app writes in, and the secret key in it; needed before Django starts.

The settings ask for these, so every command says the same sentence where they are wrong.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from companion.bootstrap import locked
from companion.messages import say
from companion.operations.problems import OperationalProblem, of_file

KEY = "secret_key"
PROBE = 64 * 1024
"""Bytes that are written to see whether a folder takes anything: more than a full disk has."""


def secret_key(folder: Path) -> str:
    """The key that was drawn at the first start and kept; drawn anew where its file is empty.

    An empty one signed nothing, so nothing is lost. Raises ``OperationalProblem``.
    """
    path = folder / KEY
    if key := _kept(path):
        return key
    try:
        with locked(folder / f"{KEY}.lock"):
            return _kept(path) or _drawn(path)
    except OSError as error:
        raise of_file(error, folder) from error


def _kept(path: Path) -> str:
    try:
        return path.read_text("utf-8").strip()
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise OperationalProblem(say("trouble-secret-key", path=str(path))) from error


def _drawn(path: Path) -> str:
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
    """Raises ``OperationalProblem`` for a folder that cannot be made or takes nothing."""
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
