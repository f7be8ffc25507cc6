"""A page of our own for a phone without a network, and the small worker that shows it.

Browsers run workers over HTTPS and on the machine itself only. Over plain HTTP the pages
that stay open say what is the matter: see static/js/board.js and saving.js.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@never_cache
@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """What a worker keeps, in the phone's language; it needs nothing that is not kept with it."""
    return render(request, "offline.html")


@never_cache
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The worker. Its text names the files it keeps, so that new files make a new worker."""
    return render(request, "worker.js", content_type="text/javascript; charset=utf-8")
