"""Error pages and the middlewares that show them.

They must work when little else does: without a database or session and, if even ``error.html``
fails, without a template. Each says what to do next.
"""

import errno
import json
import logging
import sqlite3
import sys
from collections.abc import Callable
from contextlib import suppress

from django.core.exceptions import DisallowedHost
from django.db import DatabaseError, DataError, IntegrityError, InterfaceError, ProgrammingError
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from companion.http import (
    error_numbers,
    hosts,
    post_only_redirect,
    request_deadline,
    request_size,
    valid_text,
)
from scoring import BrokenGame
from scoring.solving import deadline

logger = logging.getLogger(__name__)

AGAIN = "5"
"""Seconds in the ``Retry-After`` header of a 503 under overload."""
STALE = "X-Stale"
"""Header of a 403 for an old CSRF token, with a good one for ``static/js/sheet_saving.js``."""
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)
SOON, LATER = "2", "20"
"""Seconds in ``Retry-After`` while the database restarts, and while its disk is full."""

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
    if isinstance(exception, DisallowedHost):
        return unknown_host(request)
    return _page(
        request,
        400,
        _("That didn’t come through"),
        _("Go back, reload the page and try once more."),
    )


def unknown_host(request: HttpRequest) -> HttpResponse:
    """Returns the error page (400) for a host name that is not this server's."""
    with translation.override(translation.get_language_from_request(request)):
        return _page(
            request,
            400,
            _("Unknown server name"),
            _("Open it at the address it showed at its start. More names: COMPANION_HOSTS."),
        )


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _page(
        request,
        403,
        _("This link can’t open that page"),
        _("Ask the person who opened the table for a new link."),
    )


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Returns the error page (403) for a form whose CSRF token is missing or old.

    ``reason``: Django's explanation, not shown.
    """
    response = _page(
        request,
        403,
        _("This page was open for too long"),
        _("Reload it and send the form again. Cookies must be allowed."),
    )
    response[STALE] = get_token(request)
    return response


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _page(
        request,
        404,
        _("Nothing here"),
        _("The address may have a typo, or it is a table's that this phone has not joined."),
    )


def broken(request: HttpRequest) -> HttpResponse:
    """Returns the error page (500, or 503 if the database fails) for an error outside of views."""
    error = sys.exception()
    if isinstance(error, Exception) and (response := expected_failure(request, error)):
        return response
    return _page(
        request,
        500,
        _("That was our mistake"),
        _("What you entered before is safe. Reload the page in a moment."),
        error_numbers.number(request),
    )


class GuardMiddleware:
    """Middleware around all views: refuses bad input, limits computing time, shows error pages.

    An unknown host name and invalid text are answered with 400, a body that is too large with 413.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # An empty name is refused too: links could not be made with it.
        host = request.META.get("HTTP_HOST", request.META.get("SERVER_NAME", ""))
        if not hosts.is_allowed_host(host):
            return unknown_host(request)
        valid_text.check(request)
        with deadline.within(asker=request_deadline.Asker(request)):
            response = self.get_response(request)
        if request_deadline.refused(request):
            if response.status_code < 500:
                response = busy(request)
            # Django would log each refusal, and there may be many, although nothing is wrong.
            response._has_been_logged = True  # type: ignore[attr-defined]
        return post_only_redirect.redirected(request, response)

    def process_view(
        self, request: HttpRequest, view: object, args: object, parts: object
    ) -> HttpResponse | None:
        if request_size.too_large(request):
            return _page(
                request,
                413,
                _("That is too large"),
                _("Nothing was imported. A file can have a few megabytes at most."),
            )
        # Views exempt from the CSRF check call ``check_form`` themselves if they read a form.
        if request.method == "POST" and not getattr(view, "csrf_exempt", False):
            with suppress(UnreadablePostError):  # the CSRF check refuses a form cut off on its way
                valid_text.check_form(request)
        return None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return expected_failure(request, error)


def expected_failure(request: HttpRequest, error: Exception) -> HttpResponse | None:
    """Returns the error page for broken data of a game, or if the database or its disk fails.

    Returns None for other errors. Values that the database cannot store are answered with 400.
    """
    if isinstance(error, BrokenGame):
        logger.warning("%s", error)
        advice = _("Its data has a mistake; the other games work.")
        title = _("This game is not available right now")
        return _page(request, 503, title, f"{advice} ({error})")
    if isinstance(error, DataError | UnicodeEncodeError):
        return bad_request(request, error)
    if _full(error):
        return _unavailable(
            request,
            error,
            "nothing can be stored",
            LATER,
            _("Out of storage space"),
            _("Whoever runs this has to free some disk space. Nothing that was saved is lost."),
        )
    if isinstance(error, DatabaseError | InterfaceError) and not isinstance(
        error, IntegrityError | ProgrammingError
    ):
        return _unavailable(
            request,
            error,
            "no database",
            SOON,
            _("Back in a moment"),
            _("The database can’t be reached right now. Nothing that was saved is lost."),
        )
    return None


def busy(request: HttpRequest) -> HttpResponse:
    """Returns a 503 for too many computations: a page, or for htmx a short message to insert."""
    title = _("Busy right now")
    advice = _("Others are being answered first. Please ask again in a moment.")
    if getattr(request, "htmx", None):
        text = render_to_string("_server_busy.html", {"title": title, "advice": advice}, request)
        response = HttpResponse(text, status=503)
    else:
        response = _page(request, 503, title, advice)
    response["X-Busy"] = "1"
    response["Retry-After"] = AGAIN
    return response


def _full(error: BaseException) -> bool:
    """True if an error means that the disk is full or read-only."""
    if isinstance(error, OSError):
        return error.errno in FULL
    cause = error.__cause__
    if isinstance(cause, sqlite3.OperationalError):
        code = getattr(cause, "sqlite_errorcode", 0) & 0xFF
        return code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR)
    # disk_full, and read_only_sql_transaction, which operators may set in an emergency
    return getattr(cause, "sqlstate", "") in ("53100", "25006")


def _unavailable(
    request: HttpRequest, error: Exception, what: str, seconds: str, title: str, advice: str
) -> HttpResponse:
    response = _page(request, 503, title, advice, error_numbers.number(request, error), seconds)
    asked = {"request": request, "status_code": 503}
    logger.error("%s %s: %s: %s", request.method, request.path, what, error, extra=asked)
    response["Retry-After"] = seconds
    # logged above with its cause, in one line
    response._has_been_logged = True  # type: ignore[attr-defined]
    return response


def _page(
    request: HttpRequest, status: int, title: str, advice: str, number: str = "", seconds: str = ""
) -> HttpResponse:
    """Returns an error page with an HTTP ``status``; under ``/api/``, JSON.

    ``title``, ``advice``: the error and the remedy, in the active language. ``number``: the error
    number to show. ``seconds``: after these the browser repeats a GET.
    """
    kind = None
    if request.path.startswith("/api/"):  # a problem detail for programs (RFC 9457)
        problem = {"type": "about:blank", "title": title, "status": status, "detail": advice}
        text, kind = json.dumps(problem, ensure_ascii=False), "application/problem+json"
    else:
        words = {"status": status, "title": title, "advice": advice, "number": number}
        words["again"] = seconds if request.method == "GET" else ""
        try:
            text = render_to_string("error.html", words, request)
        except Exception:
            # An error while showing an error would leave the visitor with a blank page.
            logger.exception("error.html could not be rendered")
            text = LAST_RESORT.format(status=f"{status} {number}".strip())
    headers = {error_numbers.HEADER: number} if number else {}
    return HttpResponse(text, kind, status=status, headers=headers)
