"""The pages for what went wrong.

They must show up when little else works: no database, no session, and if even
`error.html` fails, a page without any template. Each says what to do next.
"""

import logging
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from companion.web import hosts
from scoring import BrokenGame

logger = logging.getLogger(__name__)

LAST_RESORT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{status}</title>
<h1>{status}</h1>
<p>Something went wrong. <a href="/">Back to the start</a></p>
<p lang="ja">うまくいきませんでした。<a href="/">最初の画面へ</a></p>
</html>
"""


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _page(
        request,
        400,
        _("That did not arrive in one piece"),
        _("Go back, reload the page and try once more."),
    )


def unknown_host(request: HttpRequest) -> HttpResponse:
    """The name that the browser asked for is none of this server's."""
    return _page(
        request,
        400,
        _("This server does not go by that name"),
        _("Open it by the address that it shows. Whoever runs it adds names: COMPANION_HOSTS."),
    )


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _page(
        request,
        403,
        _("This link does not open that"),
        _("Ask the person who opened the table for a new link."),
    )


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Django calls this when a form's safety token is missing or old."""
    return _page(
        request,
        403,
        _("This page was open for too long"),
        _("Reload it and send the form again. Cookies must be allowed."),
    )


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _page(
        request,
        404,
        _("Nothing here"),
        _("The address may have a typo, or it is a table's that this phone has not joined."),
    )


def broken(request: HttpRequest) -> HttpResponse:
    return _page(
        request,
        500,
        _("That was our mistake"),
        _("What you entered before is safe. Reload the page in a moment."),
    )


class Hosts:
    """Middleware: a request under any other name is answered 400, before anything repeats it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        host = request.META.get("HTTP_HOST") or request.META.get("SERVER_NAME", "")
        if hosts.welcome(host):
            return self.get_response(request)
        with translation.override(translation.get_language_from_request(request)):
            return unknown_host(request)


class BrokenGames:
    """Middleware: any view may ask for a game, and need not think of one that is broken."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """A page that says where the mistake is: whoever looks after the folder needs to know."""
        if not isinstance(error, BrokenGame):
            return None
        logger.warning("%s", error)
        advice = _("Its folder has a mistake; the other games play on.")
        return _page(request, 503, _("This game cannot be used just now"), f"{advice} ({error})")


def _page(request: HttpRequest, status: int, title: str, advice: str) -> HttpResponse:
    try:
        words = {"status": status, "title": title, "advice": advice}
        text: str = render_to_string("error.html", words, request)
    except Exception:
        # An error while showing an error would leave the visitor with a blank page.
        logger.exception("error.html could not be rendered")
        text = LAST_RESORT.format(status=status)
    return HttpResponse(text, status=status)
