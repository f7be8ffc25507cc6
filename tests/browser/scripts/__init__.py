"""Scripts that tests run in a page: each is a file of its own, named by the module that runs it."""

from pathlib import Path


def script(name: str) -> str:
    """Returns ``<name>.js`` of this folder, for ``page.evaluate``."""
    return (Path(__file__).parent / f"{name}.js").read_text("utf-8")
