"""Colours of the style sheet's light scheme, for drawings that are shown without it."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders

_USED = re.compile(r"var\(--([\w-]+)\s*(?:,\s*([^()]*))?\)")


@cache
def light_colours(accent: str) -> Mapping[str, str]:
    """Returns the colours of the light scheme by the names of their CSS variables.

    ``accent``: that of a game, whose colours are ``accent`` and ``felt``.
    """
    path = finders.find("css/base.css")
    assert isinstance(path, str), "every page needs it"
    text = Path(path).read_text("utf-8")
    own = re.search(rf"\[data-accent={accent}\] {{(.*)}}", text)
    assert own, "every accent has its colours"
    light = r"--([\w-]+): light-dark\((#\w+),"
    always = dict(re.findall(r"--([\w-]+): (#\w+);", text))
    return always | dict(re.findall(light, text)) | dict(re.findall(light, own[1]))


def without_variables(drawn: str, accent: str, missing: str) -> str:
    """Returns the SVG ``drawn`` with a light colour instead of each CSS variable.

    ``accent``: that of the game. ``missing``: instead of a variable that has neither a colour nor a
    default.
    """
    colours = light_colours(accent)
    while _USED.search(drawn):
        drawn = _USED.sub(lambda found: colours.get(found[1]) or found[2] or missing, drawn)
    return drawn
