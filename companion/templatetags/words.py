"""Texts in the reader's language, and the small drawings beside them."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from companion.games import drawings
from scoring.model.catalogue import Catalogue
from scoring.text.localised import Text, number_text

register = template.Library()


@register.filter
def say(text: object) -> str:
    """A ``Text`` in the reader's language; other values as they are."""
    if isinstance(text, Text):
        return text.said(get_language() or "en")
    return "" if text is None else str(text)


@register.filter
def of(found: object, key: str) -> object:
    """The value of a mapping under a key; nothing where there is no mapping."""
    return found.get(key, "") if isinstance(found, Mapping) else ""


@register.filter
def cells(odd: Sequence[Any]) -> int:
    """Of how many cells these say something."""
    return sum(each.count for each in odd)


@register.filter
def at(found: Sequence[object], place: int) -> object:
    """The item of a sequence at an index."""
    return found[place]


@register.filter
def other(text: Text) -> str:
    """A ``Text`` in the language that the reader did not choose."""
    return text.said(other_language())


@register.filter
def clock(milliseconds: int) -> str:
    """Time as a clock shows it.

    >>> clock(7_999), clock(65_000), clock(3_600_000)
    ('0:07', '1:05', '1:00:00')
    """
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


@register.filter
def signed(points: int) -> str:
    """A difference with its sign, the true minus.

    >>> signed(3), signed(-4)
    ('+3', '−4')
    """
    return number_text(points) if points < 0 else f"+{number_text(points)}"


@register.filter
def number(points: int | None) -> str:
    """Points in digits with the minus sign; a question mark where they are open."""
    return "?" if points is None else number_text(points)


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
    """The source language that the reader did not choose."""
    return "ja" if (get_language() or "en").startswith("en") else "en"


@register.simple_tag
def further_languages() -> list[tuple[str, str]]:
    """Codes and own names of the languages that the reader may switch to."""
    return [each for each in settings.LANGUAGES if each[0] != (get_language() or "en")]


@register.filter
def entry_name(catalogue: Catalogue, entry: str) -> Text:
    """The name of an entry."""
    return catalogue.name(entry)


@register.simple_tag
def icon(name: str) -> SafeString:
    """A drawing of the interface; always beside words, so silent to screen readers."""
    return format_html(
        '<svg class="ico" aria-hidden="true"><use href="{}#{}"/></svg>', static("icons.svg"), name
    )


@register.simple_tag
def piece(slug: str, *names: str) -> SafeString:
    """The first of ``names``, entries or symbols, that the game draws; or nothing."""
    return next(filter(None, (drawings.piece(slug, name) for name in names)), SafeString(""))


@register.simple_tag
def small_piece(slug: str, name: str) -> SafeString:
    """As ``piece``, with its symbols inside: no file of symbols, for a page that has few pieces."""
    return drawings.piece(slug, name, inline=True)


@register.filter
def is_figure(name: str, slug: str) -> bool:
    """True if a piece is a figure that needs no name beside it, as a stone or a worker."""
    return name in drawings.symbols(slug)


@register.simple_tag
def figures(slug: str, name: str, number: int) -> SafeString:
    """Pieces as pieces: up to three one by one, more as one and a number."""
    shown = piece(slug, name)
    if shown and number <= 3:
        return SafeString(shown * number)
    return format_html('{}<span class="x" aria-hidden="true">×{}</span>', shown, number)
