"""Tags for drawings of pieces: ``drawn`` for pages, the others for drawing templates.

{% load drawings %} {% drawn game.slug "keywood" face="after" %}
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from companion.games import game_templates
from companion.games.game_templates import WHOLE
from scoring import game

register = template.Library()


@register.simple_tag
def drawn(slug: str, entry: str, face: str = "", inline: bool = False) -> SafeString:
    """Draws the piece of the game ``slug`` whose entry's id is ``entry`` as SVG; "" if unknown.

    ``face``: id of the side that is up. ``inline``: symbols are copied in, not linked.
    """
    catalogue = game(slug).catalogue
    if entry not in catalogue:
        return SafeString("")
    return game_templates.drawing(catalogue, entry, face, inline)


@register.simple_tag(takes_context=True)
def symbol(context: Any, name: str, x: float = 0, y: float = 0, size: float = WHOLE) -> SafeString:
    """Returns SVG of a symbol of the game that is drawn, in a square; "" without such a symbol.

    ``context``: the drawing's, which has the game. ``name``: the symbol's id. (x, y) is the
    square's top left corner, ``size`` its side, in SVG units.
    """
    return game_templates.symbol(context["slug"], name, x, y, size, context["inline"])


@register.simple_tag(takes_context=True)
def row(
    context: Any,
    pieces: Mapping[str, int] | Iterable[str],
    x: float = 24,
    y: float = 24,
    size: float = 20,
    most: float = 36,
) -> SafeString:
    """Draws symbols of the game in a row centred on (x, y), at most ``most`` wide, ``size`` high.

    ``context``: the drawing's, which has the game. All lengths are in SVG units. ``pieces``: names
    of symbols, each drawn once, or a mapping from name to count. Three and more of a symbol are
    drawn as one and the number.
    """
    counted = pieces if isinstance(pieces, Mapping) else dict.fromkeys(pieces, 1)
    many = [(name, n) for name, n in counted.items() if n > 2]
    shown = [name for name, n in counted.items() for _ in range(1 if n > 2 else n)]
    width = min(size, most / (len(shown) + 0.8 * len(many) or 1))
    left = x - width * (len(shown) + 0.8 * len(many)) / 2
    parts = []
    for name in shown:
        parts.append(
            game_templates.symbol(
                *(context["slug"], name, _short(left), _short(y - width / 2), _short(width)),
                inline=context["inline"],
            )
        )
        left += width
        if counted[name] > 2:
            where = _short(left + 0.4 * width), _short(y + 0.3 * width), _short(0.85 * width)
            parts.append(number(counted[name], *where))
            left += 0.8 * width
    return mark_safe("".join(parts))


@register.simple_tag
def number(value: object, x: float, y: float, size: float, fill: str = "") -> SafeString:
    """Draws ``value`` as SVG text; (x, y) is a point of its baseline, ``size`` that of the font.

    ``fill``: its colour; "" for that of the drawing. All lengths are in SVG units.
    """
    ink = format_html(' fill="{}"', fill) if fill else ""
    return format_html('<text x="{}" y="{}" font-size="{}"{}>{}</text>', x, y, size, ink, value)


def _short(value: float) -> float:
    return int(value) if value == int(value) else round(value, 1)
