"""Texts in the reader's language, and the small drawings beside them."""

import re
from functools import cache

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from scoring.core.catalogue import Catalogue
from scoring.core.text import Text

register = template.Library()

SPRITE = "game/{slug}/icons.svg"


@register.filter
def say(text: object) -> str:
    """A ``Text`` in the reader's language; other values as they are."""
    if isinstance(text, Text):
        return text.said(get_language() or "en")
    return "" if text is None else str(text)


@register.filter
def other(text: Text) -> str:
    """A ``Text`` in the language that the reader did not choose."""
    return text.said(other_language())


@register.simple_tag
def other_language() -> str:
    return "en" if (get_language() or "en").startswith("ja") else "ja"


@register.filter
def entry_name(catalogue: Catalogue, entry: str) -> Text:
    """What an entry is called."""
    return catalogue.name(entry)


@register.simple_tag
def icon(name: str) -> SafeString:
    """A drawing of the interface; always beside words, so silent to screen readers."""
    return _use("ico", static("icons.svg"), name)


@register.simple_tag
def piece(slug: str, *names: str) -> SafeString:
    """A game's own drawing: the first of ``names`` that its sprite holds, or nothing."""
    for name in names:
        if name in drawn(slug):
            return _use("piece", static(SPRITE.format(slug=slug)), name)
    return SafeString("")


@register.simple_tag
def figures(slug: str, name: str, number: int) -> SafeString:
    """Pieces as pieces: up to three one by one, more as one and a number."""
    if name not in drawn(slug):
        return format_html('<span class="x" aria-hidden="true">×{}</span>', number)
    if number <= 3:
        return SafeString(piece(slug, name) * number)
    return format_html('{}<span class="x" aria-hidden="true">×{}</span>', piece(slug, name), number)


@cache
def drawn(slug: str) -> frozenset[str]:
    """The ids of the drawings that a game brings along."""
    found = finders.find(SPRITE.format(slug=slug))
    if not isinstance(found, str):
        return frozenset()
    with open(found, encoding="utf-8") as sprite:
        return frozenset(re.findall(r'<symbol[^>]*\bid="([^"]+)"', sprite.read()))


def _use(css: str, sprite: str, name: str) -> SafeString:
    return format_html(
        '<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>', css, sprite, name
    )
