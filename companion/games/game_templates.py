"""Loads the games' own templates, symbols (``icons.svg``) and drawings.

A game's symbols are served as ``game/<slug>/icons.svg``. A file of its ``templates/`` is the
template ``game/<slug>/<file>``, which generic pages prefer to their own. A piece is drawn from its
catalogue entry, by its game's ``templates/drawn/<kind>.svg``.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.contrib.staticfiles.finders import BaseFinder
from django.contrib.staticfiles.utils import matches_patterns
from django.core.files.storage import FileSystemStorage
from django.template import Origin
from django.template.loader import select_template
from django.template.loaders.filesystem import Loader
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import override

from scoring.game import Game
from scoring.model.catalogue import Catalogue
from scoring.registry import BrokenGame, NoSuchGame, folders, game

PREFIX = "game/"
SPRITE = "icons.svg"
DRAWN = "drawn/"
WHOLE = 48
"""Width and height, in SVG units, of the square that every drawing fills."""


def _split(name: str) -> tuple[Path, str] | None:
    """Splits a template name ``game/chess/x.html`` into (chess's folder, ``x.html``); else None."""
    slug, _, file = name.removeprefix(PREFIX).partition("/")
    plain = file.removeprefix(DRAWN)
    found = _game(slug) if name.startswith(PREFIX) else None
    return (found.folder, file) if found and plain and "/" not in plain else None


def _game(slug: str) -> Game | None:
    with suppress(NoSuchGame, BrokenGame):
        return game(slug)
    return None


class GameTemplates(Loader):
    """Template loader that finds ``game/<slug>/<file>`` in the game's own ``templates``."""

    def get_template_sources(self, template_name: str) -> Iterator[Origin]:
        if found := _split(template_name):
            path = found[0] / "templates" / found[1]
            yield Origin(name=str(path), template_name=template_name, loader=self)


class GameDrawings(BaseFinder):
    """Static files finder for each game's ``icons.svg``."""

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


# ── drawings ───────────────────────────────────────────────────────────────────────────


@lru_cache(8192)
def drawing(catalogue: Catalogue, id_: str, face: str = "", inline: bool = False) -> SafeString:
    """Draws a piece as SVG from its catalogue entry, ``id_``; ``face``: id of the side that is up.

    Uses the game's template for its kind; else the entry's own symbol, or a blank card. ``inline``
    embeds the symbols instead of linking them, for pages that show many games.
    """
    slug, entry = catalogue.box.slug, catalogue[id_]
    has = symbols(slug)
    general = "_symbol" if entry.id in has else "_blank"
    names = (_own(slug, entry.kind), f"{DRAWN}{general}.svg")
    context = {
        "slug": slug,
        "entry": entry,
        "facts": entry.facts,
        "scores": {each.rule: each.numbers for each in entry.scores},
        "face": face,
        "inline": inline,
        "sign": entry.kind if entry.kind in has else "",
    }
    with override("en"):  # a drawing has no words; numbers need decimal points
        lines = select_template(names).render(context)
    lines = re.sub(r"\s+", " ", re.sub(r">\s+<", "><", lines)).strip()
    return _whole(mark_safe(lines))


@lru_cache(8192)
def piece(slug: str, name: str, inline: bool = False, face: str = "") -> SafeString:
    """Draws the entry or symbol ``name`` of the game ``slug`` as SVG; "" without such a drawing.

    ``inline``: embeds the symbols in the drawing instead of linking to them. ``face``: id of the
    side that is up.
    """
    found = _game(slug)
    entry = found.catalogue.get(name) if found else None
    if found and entry and _draws(slug, entry.kind):
        return drawing(found.catalogue, name, face, inline)
    shown = symbol(slug, name, 0, 0, WHOLE, inline)
    return _whole(shown) if shown else shown


def _own(slug: str, kind: str) -> str:
    """Returns the name of the template in the game ``slug`` that draws a kind's pieces.

    ``kind``: its id. The file may not exist.
    """
    return f"{PREFIX}{slug}/{DRAWN}{kind}.svg"


def _draws(slug: str, kind: str) -> bool:
    found = _split(_own(slug, kind))
    return found is not None and (found[0] / "templates" / found[1]).is_file()


def _whole(lines: SafeString) -> SafeString:
    return format_html(
        '<svg class="drawn" viewBox="0 0 {0} {0}" aria-hidden="true">{1}</svg>', WHOLE, lines
    )


def symbol(
    slug: str, name: str, x: float, y: float, size: float, inline: bool = False
) -> SafeString:
    """Returns SVG of the symbol ``name`` of the game ``slug``; "" without such a symbol.

    It fills a square: (x, y) is its top left corner, ``size`` its side, in SVG units. ``inline``:
    the symbol is copied in, not linked.
    """
    found = symbols(slug).get(name)
    if found is None:
        return SafeString("")
    if inline:
        return format_html(
            '<svg x="{}" y="{}" width="{}" height="{}" viewBox="{}">{}</svg>',
            *(x, y, size, size),
            *found,
        )
    sprite = static(f"{PREFIX}{slug}/{SPRITE}")
    return format_html(
        '<use href="{}#{}" x="{}" y="{}" width="{}" height="{}"/>', sprite, name, x, y, size, size
    )


@cache
def symbols(slug: str) -> dict[str, tuple[str, SafeString]]:
    """Returns the symbols of the game ``slug`` as id to (view box, SVG content).

    They are in its ``icons.svg``; {} without that file.
    """
    found = finders.find(f"{PREFIX}{slug}/{SPRITE}")
    if not isinstance(found, str):
        return {}
    with open(found, encoding="utf-8") as sprite:
        each = re.findall(r"<symbol\b([^>]*)>(.*?)</symbol>", sprite.read(), re.DOTALL)
    return {
        _attribute(head, "id"): (_attribute(head, "viewBox"), SafeString(content))
        for head, content in each
    }


def _attribute(head: str, name: str) -> str:
    found = re.search(rf'\b{name}="([^"]*)"', head)
    return found[1] if found else ""
