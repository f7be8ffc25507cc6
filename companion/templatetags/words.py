"""Texts in the reader's language, and the small drawings beside them."""

import re
from fractions import Fraction
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


@register.filter
def percent(share: Fraction) -> str:
    """A share of 1 as a number of 100.

    >>> percent(Fraction(1, 3))
    '33.3'
    """
    return f"{float(share) * 100:.1f}"


@register.filter
def milliseconds(seconds: float) -> int:
    """A solver's time, never none at all.

    >>> milliseconds(0.0123), milliseconds(0.0)
    (12, 1)
    """
    return max(1, round(seconds * 1000))


@register.filter
def is_second_method(checked: tuple[str, ...]) -> bool:
    """Did another method than the plain score sheet reach the same worth?"""
    return any(each != "scorer" for each in checked)


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


@register.filter
def is_drawn(name: str, slug: str) -> bool:
    """Whether a game's sprite shows this piece itself; another one is said in words."""
    return name in drawn(slug)


@register.simple_tag
def figures(slug: str, name: str, number: int) -> SafeString:
    """Pieces as pieces: up to three one by one, more as one and a number."""
    if name not in drawn(slug):
        return format_html('<span class="x" aria-hidden="true">×{}</span>', number)
    if number <= 3:
        return SafeString(piece(slug, name) * number)
    return format_html('{}<span class="x" aria-hidden="true">×{}</span>', piece(slug, name), number)


@register.simple_tag
def drawing(slug: str, *names: str) -> SafeString:
    """As ``piece``, drawn on the page itself: for pages that show pieces of many games."""
    for name in names:
        if found := drawn(slug).get(name):
            box, lines = found
            return format_html(
                '<svg class="piece" viewBox="{}" aria-hidden="true">{}</svg>', box, lines
            )
    return SafeString("")


@cache
def drawn(slug: str) -> dict[str, tuple[str, SafeString]]:
    """The drawings that a game brings along: id to view box and content."""
    found = finders.find(SPRITE.format(slug=slug))
    if not isinstance(found, str):
        return {}
    with open(found, encoding="utf-8") as sprite:
        symbols = re.findall(r"<symbol\b([^>]*)>(.*?)</symbol>", sprite.read(), re.DOTALL)
    return {
        _attribute(head, "id"): (_attribute(head, "viewBox"), SafeString(content))
        for head, content in symbols
    }


def _attribute(head: str, name: str) -> str:
    found = re.search(rf'\b{name}="([^"]*)"', head)
    return found[1] if found else ""


def _use(css: str, sprite: str, name: str) -> SafeString:
    return format_html(
        '<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>', css, sprite, name
    )
