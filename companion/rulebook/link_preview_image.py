"""Preview image of a shared link: an entry's drawing with its game's accent colour.

It is a bitmap, since previews require one, and has no words, since previews show the title.
"""

import re
from functools import lru_cache

from django.utils.safestring import SafeString

from companion.games import game_templates
from companion.games.light_colours import light_colours, without_variables
from scoring.model.catalogue import Catalogue

WIDTH, HEIGHT, PIECE = 600, 315, 248
"""Size of the image in pixels, and side of the square that the drawing fills."""

# A server may have no fonts, so digits are strokes of our own, in a box of 6 by 10.
_STROKES = {
    "0": "M3 0C1 0 0 2 0 5s1 5 3 5 3-2 3-5-1-5-3-5z",
    "1": "M1 2.5 3.5 0v10",
    "2": "M.5 2.5C.5 1 1.5 0 3 0s2.5 1 2.5 2.5C5.5 5 .5 7 .5 10h5.5",
    "3": "M.5 1.5C1 .5 2 0 3 0c1.5 0 2.5 1 2.5 2.4S4.5 4.8 2.5 4.8c2 0 3.5.9 3.5 2.6"
         "S4.8 10 3 10C1.5 10 .5 9.5 0 8.3",
    "4": "M4.5 10V0L0 7h6",
    "5": "M5.5 0h-4.5l-.5 4.5C1.2 4 2 3.7 3 3.7c1.8 0 3 1.3 3 3.1S4.7 10 2.8 10"
         "C1.6 10 .6 9.6 0 8.5",
    "6": "M5 .5C2 .8 0 3.5 0 6.8 0 8.7 1.2 10 3 10s3-1.3 3-3.1-1.2-3-3-3S0 5 0 6.8",
    "7": "M0 0h6L2.2 10",
    "8": "M3 4.7C1.5 4.7.6 3.7.6 2.4S1.5 0 3 0s2.4 1.1 2.4 2.4S4.5 4.7 3 4.7C1.2 4.7 0 5.8 0 7.3"
         "S1.2 10 3 10s3-1.2 3-2.7-1.2-2.6-3-2.6z",
    "9": "M1 9.5C4 9.2 6 6.5 6 3.2 6 1.3 4.8 0 3 0S0 1.3 0 3.1s1.2 3 3 3 3-1.1 3-2.9",
    "×": "M.5 4l5 5m0-5-5 5",
    "+": "M3 3v6M0 6h6",
    "−": "M0 6h6",
    "?": "M.3 2.5C.3 1 1.4 0 3 0s2.7 1 2.7 2.5C5.7 4.5 3 4.5 3 7M3 9.5v.5",
}  # fmt: skip
_WRITTEN = re.compile(r"<text\b([^>]*)>([^<]*)</text>")
_PLACE = re.compile(r'\b(x|y|font-size|fill)="([^"]*)"')

_OPENS = re.compile(r"^\s*<svg\b[^>]*?viewBox=\"([^\"]+)\"[^>]*>")


@lru_cache(512)
def png(catalogue: Catalogue, entry: str) -> bytes:
    """Returns an entry's preview image for shared links as PNG; ``KeyError`` for an unknown id."""
    import resvg_py  # not available in a browser, where these images are never requested

    accent = catalogue.box.accent
    values = light_colours(accent)
    pieces = (
        game_templates.piece(catalogue.box.slug, of, True) for of in (entry, catalogue[entry].kind)
    )
    shown = next(filter(None, pieces), None) or game_templates.drawing(
        catalogue, entry, inline=True
    )
    drawn = _plain(shown, accent)
    opens = _OPENS.match(drawn)
    box, inside = (opens[1], drawn[opens.end() :]) if opens else ("0 0 48 48", "</svg>")
    x, y = (WIDTH - PIECE) / 2, (HEIGHT - PIECE) / 2
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">'
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{values["paper"]}"/>'
            f'<rect width="{WIDTH}" height="12" fill="{values["accent"]}"/>'
            f'<g color="{values["ink"]}" fill="{values["ink"]}">'
            f'<svg x="{x}" y="{y}" width="{PIECE}" height="{PIECE}" viewBox="{box}">{inside}'
            "</g></svg>",
            style_sheet=".fine { display: none }",
            skip_system_fonts=True,
        )
    )


def _plain(drawn: SafeString, accent: str) -> str:
    """Returns an SVG drawing that needs no style sheet and no fonts.

    CSS variables are replaced by their colours with a game's ``accent``, digits by drawn strokes.
    """
    coloured = without_variables(drawn, accent, light_colours(accent)["ink"])
    return _WRITTEN.sub(lambda m: _written(m[2], **_place(m[1])), coloured)


def _place(attributes: str) -> dict[str, str]:
    return {name.replace("font-size", "size"): value for name, value in _PLACE.findall(attributes)}


def _written(text: str, x: str = "0", y: str = "0", size: str = "12", fill: str = "") -> str:
    """Returns the digits and signs of ``text`` as SVG strokes centred at (x, y), without a font.

    ``size``: font size to look like. ``fill``: colour; "" for the drawing's current one.
    """
    strokes = [_STROKES[letter] for letter in text if letter in _STROKES]
    scale = 0.072 * float(size)
    left = float(x) - scale * (8.5 * len(strokes) - 2.5) / 2
    figures = "".join(
        f'<path transform="translate({8.5 * n} 0)" d="{stroke}"/>'
        for n, stroke in enumerate(strokes)
    )
    return (
        f'<g transform="translate({left:.2f} {float(y) - 10 * scale:.2f}) scale({scale:.3f})"'
        f' fill="none" stroke="{fill or "currentColor"}" stroke-width="1.9"'
        f' stroke-linecap="round" stroke-linejoin="round">{figures}</g>'
    )
