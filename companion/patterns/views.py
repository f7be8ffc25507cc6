"""The pattern page: every component on one page, to see the effect of a stylesheet change.

It renders the templates of the other pages over worked games, so it needs no table.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from companion.patterns.samples import samples


def patterns(request: HttpRequest) -> HttpResponse:
    """Shows every component of the interface with samples, for who changes a style sheet."""
    shown = [
        (each, [render_to_string(each.template, context, request) for context in each.contexts])
        for each in samples()
    ]
    return render(request, "component_gallery.html", {"patterns": shown})
