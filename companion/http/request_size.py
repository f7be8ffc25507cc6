"""Limit of a request's size, checked by Content-Length before the body is read."""

from django.conf import settings
from django.http import HttpRequest

MOST_SENT = 12 * 1024 * 1024
"""Maximum bytes of any request: two of the largest files that an import accepts."""
FILES = frozenset({"bring", "group_bring"})
"""URL names of views that accept uploaded files; all others accept less, forms and sheets."""


def too_large(request: HttpRequest) -> bool:
    """True if a request's body is larger than its view accepts, or its length is no number.

    Always False for the API, which refuses large bodies itself, in JSON.
    """
    match = request.resolver_match
    if match is None or match.route.startswith("api/"):  # the API answers in JSON
        return False
    most = MOST_SENT if match.url_name in FILES else settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0
    length = request.META.get("CONTENT_LENGTH") or "0"
    return not (length.isascii() and length.isdigit() and len(length) < 19 and int(length) <= most)
