"""Redirects a GET of an address that takes POST alone to the page above it.

Back and forward and a copied address ask by GET for what only a button may send.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.urls import get_resolver, get_script_prefix


class RedirectGetOnPostOnlyMiddleware:
    """Middleware: a reader is sent to the next page above; who is none is told."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        form = isinstance(response, HttpResponseNotAllowed) and request.method == "GET"
        # What answers in JSON is asked by programs.
        if not form or response.get("Content-Type", "").startswith("application/"):
            return response
        return HttpResponseRedirect(get_script_prefix() + _above(request))


def _above(request: HttpRequest) -> str:
    """The nearest address above that is one of ours, without the slash at its start.

    Told by the routes: an address alone may look like a game's or an entry's as well.
    """
    match = request.resolver_match
    assert match is not None  # a view has answered
    ours = {str(each.pattern) for each in get_resolver().url_patterns}
    route, path = match.route.split("/"), request.path_info.removeprefix("/").split("/")
    for length in range(len(route) - 1, 0, -1):
        for end in ("", "/"):
            if "/".join(route[:length]) + end in ours:
                return "/".join(path[:length]) + end
    return ""
