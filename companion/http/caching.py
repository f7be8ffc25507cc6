"""Cache headers: shared caches may store public pages, and only browsers may store others.

Public pages are the same for everybody with one language and colour scheme, until the next release.
They have an ETag, and shared caches need not revalidate them for ``SOON`` seconds.
"""

from collections.abc import Callable
from functools import cache, wraps
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language

SOON = 300
"""Seconds for which shared caches need not revalidate; a page may be outdated that long."""
READ = ("companion", "scoring", "templates", "static")
VARIES = ("Accept-Language", "Cookie", "HX-Request", "HX-Target")


@cache
def version() -> str:
    """Returns a hash of the app's files, the same on all machines with the same release."""
    read = sha256(settings.SOURCE_URL.encode())
    for folder in READ:
        for path in sorted((settings.BASE_DIR / folder).rglob("*")):
            if path.is_file() and path.parent.name != "__pycache__":
                read.update(str(path.relative_to(settings.BASE_DIR)).encode() + path.read_bytes())
    return read.hexdigest()


def public_page[**P](
    view: Callable[P, HttpResponse],
) -> Callable[P, HttpResponse]:
    """Decorator for a view whose page is the same for all: it sets headers so that caches store it.

    A page that was opened from a table gets none.
    """

    @wraps(view)
    def answered(*args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        request: Any = args[0]
        kept = request.method in ("GET", "HEAD") and not hasattr(request, "table")
        if settings.DEBUG or not kept:
            return view(*args, **kwargs)
        etag = _etag(request)
        found = get_conditional_response(request, etag=etag)
        response = found if found is not None else view(*args, **kwargs)
        assert isinstance(response, HttpResponse)
        if response.status_code in (200, 304):
            response["ETag"] = etag
            patch_cache_control(response, public=True, max_age=0, s_maxage=SOON)
            patch_vary_headers(response, VARIES)
        return response

    return answered


def _etag(request: HttpRequest) -> str:
    asked = (
        version(),
        get_language() or "",
        request.COOKIES.get("scheme", ""),
        request.build_absolute_uri(),
        *(request.headers.get(name, "") for name in VARIES if name.startswith("HX-")),
    )
    return f'"{sha256("\n".join(asked).encode()).hexdigest()[:32]}"'
