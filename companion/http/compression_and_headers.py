"""Middleware for all pages: default headers, HTML without indentation, compression.

Polls are not compressed: their responses are small and frequent.
"""

import re

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_cache_control

from companion.http.permissions_policy import POLICY

LEAST = 8 * 1024
"""Minimum bytes of a compressed htmx response; smaller ones fit in a few packets anyway."""
INDENTED = re.compile(r"\n[ \t\r\n\f\v]+")
AS_IT_STANDS = ("<textarea", "<pre")


class ResponseMiddleware(GZipMiddleware):
    """Middleware: sets missing default headers, removes the indentation of HTML, and compresses.

    A response without ``Cache-Control``, or one that sets cookies, becomes private. One to ``HEAD``
    loses its body.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        response.headers.setdefault("Permissions-Policy", POLICY)
        if response.cookies or not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True)
        polled = request.headers.get("HX-Request") == "true" and not response.streaming
        if polled and len(getattr(response, "content", b"")) < LEAST:
            return response
        if isinstance(response, HttpResponse):
            _outdent(response)
        response = super().process_response(request, response)
        if request.method == "HEAD" and isinstance(response, HttpResponse):
            response.headers.setdefault("Content-Length", str(len(response.content)))
            response.content = b""  # gunicorn warns of a body that it has to drop
        return response


def without_indentation(drawn: str) -> str:
    """Returns ``drawn``, HTML, without indentation, which saves a seventh even when compressed.

    The end of a tag has no line of its own (``>`` in text is escaped). Returns pages with
    preformatted text unchanged.
    """
    if any(each in drawn for each in AS_IT_STANDS):
        return drawn
    return INDENTED.sub("\n", drawn).replace("\n>", ">")


def _outdent(page: HttpResponse) -> None:
    if not page.headers.get("Content-Type", "").startswith("text/html"):
        return
    page.content = without_indentation(page.content.decode(page.charset))
    if "Content-Length" in page.headers:
        page.headers["Content-Length"] = str(len(page.content))
