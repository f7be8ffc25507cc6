"""Folders and files that are nobody else's business on this machine."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path


def folder(path: Path) -> Path:
    """That folder, for its owner alone where it is made now; one that is there stays as it is."""
    with suppress(OSError):  # whoever writes there will say what is wrong
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.mkdir(mode=0o700, exist_ok=True)
    return path


def file(path: Path) -> Path:
    """That file, made if need be, readable by its owner alone; SQLite's others follow its mode."""
    with suppress(OSError):  # the same
        path.touch(mode=0o600)
        if path.stat().st_mode & 0o077:
            path.chmod(0o600)
    return path
