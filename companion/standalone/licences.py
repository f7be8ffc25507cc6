"""Licences of the packages that a phone's copy contains, with their texts."""

import json
from importlib import metadata
from pathlib import Path

from companion.standalone.collect_app_files import PACKAGES
from companion.standalone.pyodide_files import HIGHS, PYODIDE

TEXTS = Path(__file__).with_name("licences")
WORDS = ("LICENSE", "LICENCE", "COPYING")
PYTHON = "typing-extensions"
"""Package under Python's own licence, whose text is used for Python."""
WITHOUT = {"Apache-2.0": ("fluent.runtime", "fluent.syntax")}
"""Packages that name their licence but do not contain its text, by licence."""


def listed() -> bytes:
    """Returns the packages of the app for phones as a JSON list.

    Of each it has ``name``, ``kind`` (its licence) and ``text`` (that of the licence).
    """
    found = [
        ("Python", "PSF-2.0", _texts(PYTHON)),
        (PYODIDE, "MPL-2.0", _ours("MPL-2.0")),
        (HIGHS, "MIT", _ours("HiGHS")),
        *((f"{name} {metadata.version(name)}", *_package(name)) for name in PACKAGES),
    ]
    keys = ("name", "kind", "text")
    return json.dumps([dict(zip(keys, each, strict=True)) for each in found]).encode()


def _package(name: str) -> tuple[str, str]:
    for kind, names in WITHOUT.items():
        if name in names:
            return kind, _ours(kind)
    told = metadata.metadata(name)
    kind = told.get("License-Expression") or told.get("License") or "BSD-3-Clause"
    return kind, _texts(name)


def _texts(name: str) -> str:
    files = [
        file
        for file in metadata.files(name) or ()
        if ".dist-info/" in file.as_posix() and file.name.startswith(WORDS)
    ]
    return "\n\n".join(Path(str(file.locate())).read_text("utf-8") for file in files)


def _ours(name: str) -> str:
    return (TEXTS / f"{name}.txt").read_text("utf-8")
