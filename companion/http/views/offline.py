"""Views of the page for a phone without a network, and of the service worker that shows it.

Browsers run service workers only over HTTPS or on the same machine. Over plain HTTP, open pages
report a lost network themselves: see ``static/js/scoreboard.js`` and ``sheet_saving.js``.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@never_cache
@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Returns the page shown without a network; the service worker caches it with its files."""
    return render(request, "offline.html")


@never_cache
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Returns the script of the service worker, which lists the files for it to cache."""
    return render(
        request, "offline_service_worker.js", content_type="text/javascript; charset=utf-8"
    )
