"""Draws the picture of a result: one self-contained SVG made of the app's own drawings.

A phone turns it into a PNG; without script the SVG is offered (docs/decisions/0022).
The page's custom properties are replaced by the colours of the light scheme.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import mark_safe

from companion.games import game_templates
from companion.games.light_colours import without_variables
from companion.games.localised_text_tags import say as said
from companion.sheet_pages.outcome import Outcome, Placed, bars
from companion.sheet_pages.plot_shapes import fitted, length
from scoring.game import Game

WIDTH = 1080
EDGE = 72
STAND, NO_STAND = 960, 340
"""Y of the podium's base, in SVG units; the second value is used if the podium is empty."""
HEIGHTS = {1: 380, 2: 280}
LOW = 200
STEP = 300
"""Width of a step of the podium."""
ROW = 62
SHADES = ("accent", "accent", "c-blue", "c-yellow", "c-purple", "c-red", "c-wood", "soft")
"""CSS custom properties of the score parts' colours, as on the page.

The second is the first at opacity ``VEIL``.
"""
VEIL = ".5"
OF_SEATS = {"white": "#ffffff", "black": "#222222"}
DARK_LETTERS = {"yellow", "orange", "white"}
BEST = 4
"""Number of the winner's score lines that are drawn, those with the most points."""


@dataclass(frozen=True, slots=True)
class Label:
    """A text of the picture, cut if needed, with its position and font size."""

    text: str
    x: float
    y: float
    size: int


def svg(game: Game, outcome: Outcome, day: date) -> str:
    """Returns the picture of a game's end as SVG: podium, bars, the winner's best score lines.

    ``day``: the date shown on it.
    """
    podium = [_step(each, at) for each, at in zip(outcome.podium, (1, 0, 2), strict=False)]
    everybody = outcome.everybody
    seats = [each.owner.seat for each in everybody]
    drawn = bars(outcome.parts, seats)
    stand = STAND if podium else NO_STAND
    top = stand + 90
    rows = [
        {
            "each": each,
            "y": top + n * ROW,
            "name": fitted(said(each.name), 30, 190),
            "fill": _fill(each.owner.colour),
            "letter": _letter(each.owner.colour),
            "total": each.total,
            "bar": [
                {"x": 330 + 5.3 * part.x, "width": 5.3 * part.width, "shade": _shade(part.shade)}
                for part in drawn[each.owner.seat]
            ],
        }
        for n, each in enumerate(everybody)
    ]
    key = _key(
        [(said(part.name), part.shade) for part in outcome.parts], top + len(rows) * ROW + 24
    )
    best = _best(game, outcome, key[-1]["y"] + 64 if key else top + len(rows) * ROW + 40)
    height = (best[-1]["y"] + 150) if best else (key[-1]["y"] + 60 if key else top + 100)
    plain = render_to_string(
        "result/picture.svg",
        {
            "game": game,
            "outcome": outcome,
            "day": day,
            "width": WIDTH,
            "height": height,
            "stand": stand,
            "title": sized(said(game.name), EDGE, 104, 36, 560),
            "headline": sized(said(outcome.headline), WIDTH / 2, 222, 84, WIDTH - 2 * EDGE),
            "note": sized(said(outcome.note), WIDTH / 2, 284, 36, WIDTH - 2 * EDGE),
            "podium": podium,
            "rows": rows,
            "key": key,
            "best": best,
        },
    )
    whole = re.sub(r">\s+<", "><", plain).strip()
    return mark_safe(without_variables(whole, game.catalogue.box.accent, "none"))


def _step(each: Placed, at: int) -> dict[str, Any]:
    tall = HEIGHTS.get(each.place, LOW)
    left = int((WIDTH - 3 * STEP) / 2 + at * STEP)
    size = 92 if each.place == 1 else 76
    wide = max(length(said(each.total)), 1)
    return {
        "each": each,
        "left": left + 8,
        "middle": left + STEP // 2,
        "figure": left + STEP // 2 - 90,
        "width": STEP - 16,
        "tall": tall,
        "top": STAND - tall,
        "name": fitted(said(each.name), 40, STEP - 40),
        "fill": _fill(each.owner.colour),
        "letter": _letter(each.owner.colour),
        "total": each.total,
        "size": min(size, int((STEP - 32) / wide)),
    }


def _fill(colour: str) -> str:
    return OF_SEATS.get(colour, f"var(--c-{colour})")


def _letter(colour: str) -> str:
    return "var(--mark-dark)" if colour in DARK_LETTERS else "#fffdf7"


def _key(parts: Sequence[tuple[str, int]], y: float) -> list[dict[str, Any]]:
    """Returns the legend of the bars' colours, a dict an entry: ``x``, ``y``, ``name``, ``shade``.

    ``parts``: name and number of the colour of each part of the score (gold, tiles...). Entries
    wrap into rows, from the height ``y`` on.
    """
    found: list[dict[str, Any]] = []
    x = float(EDGE)
    for name, shade in parts:
        wide = 44 + length(name) * 26 + 36
        if x + wide > WIDTH - EDGE and x > EDGE:
            x, y = float(EDGE), y + 44
        found.append({"x": x, "y": y, "name": name, "shade": _shade(shade)})
        x += wide
    return found


def _shade(shade: int) -> dict[str, str]:
    return {"fill": f"var(--{SHADES[shade]})", "see": VEIL if shade == 1 else "1"}


def _best(game: Game, outcome: Outcome, y: float) -> list[dict[str, Any]]:
    """Returns the winner's best score lines that have a drawing, a dict each; [] without a winner.

    ``drawn``: the drawing as SVG; ``points``; ``name``: a ``Label``, the text with its position.
    ``middle``, ``shown``, ``beside``: x of the line's middle, of the drawing and of the points. All
    have the height ``y``.
    """
    if not outcome.decided:
        return []
    lines = sorted(outcome.everybody[0].breakdown.lines, key=lambda each: -(each.points or 0))
    found: list[dict[str, Any]] = []
    for line in lines:
        names = (line.entry or "", line.id, *line.pieces)
        drawings = (game_templates.piece(game.slug, n, inline=True) for n in names if n)
        shown = next(filter(None, drawings), None)
        if shown and line.points and len(found) < BEST:
            found.append({"drawn": shown, "points": line.points, "name": said(line.label)})
    space = (WIDTH - 2 * EDGE) / BEST
    start = (WIDTH - space * len(found)) / 2
    for n, each in enumerate(found):
        middle = start + (n + 0.5) * space
        each |= {"middle": middle, "shown": middle - 88, "beside": middle + 12, "y": y}
        each["name"] = sized(str(each["name"]), middle, y + 120, 26, space - 16)
    return found


def sized(text: str, x: float, y: float, size: int, room: float) -> Label:
    """Makes a text fit a width: shrinks it to at least two thirds of ``size``, then cuts it.

    ``x``, ``y``: its position. ``room``: the width. All are in SVG units.

    >>> sized("Aki", 0, 0, 60, 500).size, sized("Amelie the Magnificent", 0, 0, 60, 700).size
    (60, 51)
    """
    small = max(2 * size // 3, min(size, int(room / max(length(text), 1))))
    return Label(fitted(text, small, room), x, y, small)
