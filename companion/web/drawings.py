"""What the games' folders bring to the web: drawings (``icons.svg``) and templates of their own.

A game's drawing is served as ``game/<slug>/icons.svg``; a file of its ``templates/`` is the
template ``game/<slug>/<file>``, which generic pages look for before their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.finders import BaseFinder
from django.contrib.staticfiles.utils import matches_patterns
from django.core.files.storage import FileSystemStorage
from django.template import Origin
from django.template.loaders.filesystem import Loader

from scoring.core.registry import folders

PREFIX = "game/"
SPRITE = "icons.svg"


def _split(name: str) -> tuple[Path, str] | None:
    """The game's folder and the file in it that a name such as ``game/chess/x.html`` means."""
    slug, _, file = name.removeprefix(PREFIX).partition("/")
    folder = folders().get(slug) if name.startswith(PREFIX) else None
    return (folder, file) if folder and file and "/" not in file else None


class GameTemplates(Loader):
    """Finds ``game/<slug>/<file>`` in the game's own ``templates``."""

    def get_template_sources(self, template_name: str) -> Iterator[Origin]:
        if found := _split(template_name):
            path = found[0] / "templates" / found[1]
            yield Origin(name=str(path), template_name=template_name, loader=self)


class GameDrawings(BaseFinder):
    """Finds each game's drawings."""

    def check(self, **kwargs: Any) -> list[Any]:
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        found = _split(path)
        there = found is not None and found[1] == SPRITE and (found[0] / SPRITE).is_file()
        drawing = str(found[0] / SPRITE) if found and there else None
        if find_all:
            return [drawing] if drawing else []
        return drawing

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Any]]:
        for slug, folder in folders().items():
            if (folder / SPRITE).is_file() and not matches_patterns(SPRITE, ignore_patterns or ()):
                storage = FileSystemStorage(location=str(folder))
                storage.prefix = f"{PREFIX}{slug}"  # type: ignore[attr-defined]
                yield SPRITE, storage
