"""The pattern page: every component on one page, to see the effect of a stylesheet change.

It renders the templates of the other pages with samples of an invented game, the orchard, so it
needs no table and no game; the drawings of all games come last.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from companion.patterns.samples import (
    LISTS,
    SLUG,
    Pattern,
    calculators,
    drawings,
    lookup,
    orchard,
    score,
    table,
)
from companion.patterns.sheet_samples import sheet


def patterns(request: HttpRequest) -> HttpResponse:
    """Renders the pattern page in the active language."""
    toy = orchard()
    samples = (*sheet(), *score(), *table(), *lookup(), *calculators(), *drawings())
    shown = [
        Pattern(
            name,
            [
                render_to_string(template, {"game": toy, "slug": SLUG, **context}, request)
                for context in contexts
            ],
            *LISTS.get(template, ("", "")),
        )
        for name, template, *contexts in samples
    ]
    return render(request, "component_gallery.html", {"patterns": shown})
