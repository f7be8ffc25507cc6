"""Everything that is read once: boxes, the search's index, glossaries.

A server reads it before it answers, so that nobody's first question waits for it; a parent of
several processes reads it for all of them. A phone answers meanwhile: it reads piece by piece.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import suppress

from django.conf import settings

logger = logging.getLogger(__name__)


def boxes() -> None:
    """Read them all; quick the second time. Never fails: a page says what is wrong."""
    for _read in pieces():
        pass


def pieces() -> Iterator[None]:
    """The same with a stop after each piece, for whoever has something else to do between."""
    try:
        yield from _pieces()
    except Exception:
        logger.exception("not everything could be read at the start")


def _pieces() -> Iterator[None]:
    from companion import search
    from companion.http import caching
    from companion.templatetags.lookup import glossary
    from scoring import BrokenGame, game, games

    caching.version()
    yield
    for slug in games():
        with suppress(BrokenGame):
            game(slug)
        yield
    search.index()
    yield
    first = "what is read with the first question?"
    search.answer(search.find(first))
    yield
    for slug in search.shelf():
        search.answer(search.find(first, slug))
        yield
        search.ready(slug)
        yield
        for language, _name in settings.LANGUAGES:
            glossary(slug, language)
            yield
