"""Every component once, on one page: what a stylesheet's change touches is seen at a glance.

The page includes the templates that the other pages include, with samples of an orchard that
no box holds, so it needs no table and no game; at its end, the pieces of all games that there are.
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
    """The page, in the reader's language and scheme."""
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
    return render(request, "patterns.html", {"patterns": shown})
