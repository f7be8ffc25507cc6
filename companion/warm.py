"""Everything that is read once: boxes, the search's index, glossaries.

A server reads it before it answers, so that nobody's first question waits for it; a parent of
several processes reads it for all of them.
"""

from __future__ import annotations

import logging

from django.conf import settings

logger = logging.getLogger(__name__)


def boxes() -> None:
    """Read them all; quick the second time. Never fails: a page says what is wrong."""
    from companion.lookup import search
    from companion.templatetags.lookup import glossary
    from companion.web import copies

    try:
        copies.version()
        first = "what is read with the first question?"
        search.answer(search.find(first))
        search.ready()
        for slug in search.shelf():
            search.answer(search.find(first, slug))
            for language, _name in settings.LANGUAGES:
                glossary(slug, language)
    except Exception:
        logger.exception("not everything could be read at the start")
