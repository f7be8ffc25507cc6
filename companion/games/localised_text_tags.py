"""Filters and tags for texts in the reader's language, numbers, icons and pieces."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from companion.games import game_templates
from scoring.model.catalogue import Catalogue
from scoring.text.localised import Text, number_text

register = template.Library()


@register.filter
def say(text: object) -> str:
    """Returns a ``Text``, which has all languages, in the active one.

    Other values are returned as ``str``, None as "".
    """
    if isinstance(text, Text):
        return text.in_language(get_language() or "en")
    return "" if text is None else str(text)


@register.filter
def of(found: object, key: str) -> object:
    """Returns ``found[key]`` of a mapping; "" if the key is missing or it is no mapping."""
    return found.get(key, "") if isinstance(found, Mapping) else ""


@register.filter
def cells(warnings: Sequence[Any]) -> int:
    """Returns how many cells of the score sheet these ``warnings`` are about, all together."""
    return sum(each.count for each in warnings)


@register.filter
def as_posted(value: object) -> str:
    """Formats a cell's value as a form posts it: "1" for a tick, "" for a blank, else as text."""
    if value is None or value is False:
        return ""
    return "1" if value is True else str(value)  # 0 is no blank


@register.filter
def at(found: Sequence[object], place: int) -> object:
    """Returns the item of the sequence ``found`` at the index ``place``, from 0."""
    return found[place]


@register.filter
def other(text: Text) -> str:
    """Returns a ``Text`` in the other language: Japanese for readers of English, else English."""
    return text.in_language(other_language())


@register.filter
def clock(milliseconds: int) -> str:
    """Formats milliseconds as minutes and seconds, with hours if there are any.

    >>> clock(7_999), clock(65_000), clock(3_600_000)
    ('0:07', '1:05', '1:00:00')
    """
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


@register.filter
def signed(points: int) -> str:
    """Formats ``points``, a difference, with its sign, using U+2212 as the minus.

    >>> signed(3), signed(-4)
    ('+3', '−4')
    """
    return number_text(points) if points < 0 else f"+{number_text(points)}"


register.filter("number", number_text)


@register.filter
def percent(share: Fraction) -> str:
    """Formats a share from 0 to 1 as a percentage with one decimal, without the percent sign.

    >>> percent(Fraction(1, 3))
    '33.3'
    """
    return f"{float(share) * 100:.1f}"


@register.simple_tag
def other_language() -> str:
    """Returns ``ja`` for readers of English, else ``en``."""
    return "ja" if (get_language() or "en").startswith("en") else "en"


@register.simple_tag
def further_languages() -> list[tuple[str, str]]:
    """Returns (code, own name) of each language to which the reader may switch."""
    return [each for each in settings.LANGUAGES if each[0] != (get_language() or "en")]


@register.filter
def entry_name(catalogue: Catalogue, entry: str) -> Text:
    """Returns the name of an entry of a game's catalogue by its id."""
    return catalogue.name(entry)


@register.simple_tag
@cache  # a page has dozens, and the address of a static file takes longer than the rest of it
def icon(name: str) -> SafeString:
    """Renders the interface's icon ``name``, which screen readers skip."""
    return format_html(
        '<svg class="ico" aria-hidden="true"><use href="{}#{}"/></svg>', static("icons.svg"), name
    )


@register.simple_tag
def piece(slug: str, *names: str) -> SafeString:
    """Draws as SVG the first of ``names`` that the game ``slug`` can draw; "" if it can draw none.

    ``names``: ids of entries or symbols.
    """
    return next(filter(None, (game_templates.piece(slug, name) for name in names)), SafeString(""))


@register.simple_tag
def small_piece(slug: str, name: str, face: str = "") -> SafeString:
    """Draws the entry or symbol ``name`` of the game ``slug`` as SVG without links to symbols.

    ``face``: id of the side that is up.
    """
    return game_templates.piece(slug, name, inline=True, face=face)


@register.filter
def is_figure(name: str, slug: str) -> bool:
    """True if the game ``slug`` has a symbol ``name``, so that pages write no name beside it."""
    return name in game_templates.symbols(slug)


@register.simple_tag
def figures(slug: str, name: str, number: int) -> SafeString:
    """Draws ``number`` pieces ``name`` of the game ``slug`` as SVG; more than 3 as one and *×4*."""
    shown = piece(slug, name)
    if shown and number <= 3:
        return SafeString(shown * number)
    return format_html('{}<span class="x" aria-hidden="true">×{}</span>', shown, number)
