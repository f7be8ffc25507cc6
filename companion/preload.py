"""Preloads what each process would otherwise load on first use: games, search index, glossaries.

A server does so before it answers, in the parent of all its processes. The app on a phone without
a server does so piece by piece between requests.
"""

import logging
from collections.abc import Iterator
from contextlib import suppress

from django.conf import settings

logger = logging.getLogger(__name__)


def load_all() -> None:
    """Loads games, search index and names to link into memory, before the first request needs them.

    Errors are logged; a page that needs what failed shows an error later.
    """
    for _read in load_in_steps():
        pass


def load_in_steps() -> Iterator[None]:
    """Loads games, search index and names to link into memory, piece by piece.

    Yields None after each piece, so that the caller can do other work. Errors are logged.
    """
    try:
        yield from _pieces()
    except Exception:
        logger.exception("not everything could be read at the start")


def _pieces() -> Iterator[None]:
    from companion import search
    from companion.http import caching
    from companion.rulebook.lookup_tags import glossary
    from scoring import BrokenGame, game, games

    caching.version()
    yield
    for slug in games():
        with suppress(BrokenGame):
            game(slug)
        yield
    search.index()
    yield
    if not settings.STANDALONE:
        search.keep_index()
        yield
    first = "what is read with the first question?"
    for query in (first, "kind:first", "the most or more than 1"):
        search.answer(search.find(query))
        yield
    for slug in search.games_by_slug():
        search.answer(search.find(first, slug))
        yield
        search.ready(slug)
        yield
        for language, _name in settings.LANGUAGES:
            glossary(slug, language)
            yield
