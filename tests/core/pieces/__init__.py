"""Parts of a game's folder, which tests put into a game that they spoil."""

from pathlib import Path


def piece(name: str) -> str:
    """Returns the text of a file of this folder."""
    return (Path(__file__).parent / name).read_text("utf-8")
