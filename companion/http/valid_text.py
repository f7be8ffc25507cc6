"""Rejects input that is no valid text: NUL, lone surrogates, bytes that are not UTF-8.

SQLite accepts some of it and PostgreSQL none; views need not handle either.
"""

from collections.abc import Iterable, Iterator
from urllib.parse import unquote, unquote_to_bytes

from django.core.exceptions import BadRequest
from django.http import HttpRequest


def check(request: HttpRequest) -> None:
    """Raises ``BadRequest`` if a request's address, headers or cookies are no valid text.

    Invalid are NUL, half a surrogate pair, and bytes that are not UTF-8.
    """
    try:
        unquote_to_bytes(request.META.get("QUERY_STRING", "").encode("latin-1")).decode()
    except UnicodeError:
        raise BadRequest("the query string is not UTF-8") from None
    _check(_outside(request))


def check_form(request: HttpRequest) -> None:
    """Raises ``BadRequest`` if a field or file name of a posted form is no valid text.

    Invalid are NUL and half a surrogate pair. Views exempt from CSRF checks call it themselves.
    """
    _check(_posted(request))


def _outside(request: HttpRequest) -> Iterator[str]:
    yield request.path
    for name, values in request.GET.lists():
        yield name
        yield from values
    for name, value in request.COOKIES.items():
        yield name
        yield value  # decoded by Django: "\000" is one character here
    for name, value in request.headers.items():
        # htmx percent-encodes some of its headers.
        yield unquote(value, errors="strict") if name.startswith("Hx-") else value


def _posted(request: HttpRequest) -> Iterator[str]:
    for name, values in request.POST.lists():
        yield name
        yield from values
    for name, files in request.FILES.lists():
        yield name
        yield from (file.name or "" for file in files)


def _check(texts: Iterable[str]) -> None:
    try:
        # one check of the joined text is cheaper than many; line breaks keep surrogates apart
        text = "\n".join(texts)
        if "\0" in text:
            raise BadRequest("NUL in a text")
        text.encode()
    except UnicodeError:
        raise BadRequest("half a surrogate pair in a text") from None
