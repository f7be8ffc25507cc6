"""Creates folders and files that only their owner can read."""

from contextlib import suppress
from pathlib import Path


def folder(path: Path) -> Path:
    """Creates a folder that only its owner can read, unless it exists; returns its path.

    Never raises OSError.
    """
    with suppress(OSError):  # the later write reports the error
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.mkdir(mode=0o700, exist_ok=True)
    return path


def file(path: Path) -> Path:
    """Creates a file unless it exists, lets only its owner read it, and returns its path.

    Never raises OSError.
    """
    with suppress(OSError):  # as above
        path.touch(mode=0o600)
        if path.stat().st_mode & 0o077:
            path.chmod(0o600)
    return path
