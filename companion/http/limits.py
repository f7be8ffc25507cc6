"""The limit of a request's size. Larger ones are refused by length, before they are read."""

from django.conf import settings
from django.http import HttpRequest

MOST_SENT = 12 * 1024 * 1024
"""Bytes of any request: two of the largest files that a history takes in, and some."""
FILES = frozenset({"bring", "group_bring"})
"""Addresses that take files; all others take forms and sheets."""


def too_large(request: HttpRequest) -> bool:
    """Is there more than the address takes, or does it not say how much there is?"""
    match = request.resolver_match
    if match is None or match.route.startswith("api/"):  # says so itself, as JSON
        return False
    most = MOST_SENT if match.url_name in FILES else settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0
    length = request.META.get("CONTENT_LENGTH") or "0"
    return not (length.isascii() and length.isdigit() and len(length) < 19 and int(length) <= most)
