"""Views of health check and metrics, for proxies, container engines and monitoring.

Anybody may request them every second: they are cheap, as the solver is tried once a minute at most
while it works, and they reveal only whether each part works.
"""

import threading
import time

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from companion.http import prometheus_metrics
from companion.operations import doctor
from companion.operations.operational_problem import OperationalProblem

AGAIN = 60.0
"""Seconds for which a working solver is not tried again."""

_trying = threading.Lock()
_worked = -AGAIN
"""Time at which the solver worked last, by the clock ``monotonic``."""


@never_cache
@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """Answers a health check: 200 if the database and the solver work, else 503.

    The response is JSON that says which of them works.
    """
    parts = {"database": _database(), "solver": _solver()}
    well = all(parts.values())
    said = {name: "well" if each else "away" for name, each in parts.items()}
    return JsonResponse({"well": well, **said}, status=200 if well else 503)


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Returns the server's metrics (counts, durations) as text in Prometheus' format.

    Raises ``Http404`` for a request without the right token.
    """
    wanted, given = f"Bearer {settings.METRICS}", request.headers.get("Authorization", "")
    if not settings.METRICS or not constant_time_compare(given, wanted):
        raise Http404
    text, kind = prometheus_metrics.exposition()
    return HttpResponse(text, content_type=kind)


def _database() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            return bool(cursor.fetchone() == (1,))
    except DatabaseError:
        return False


def _solver() -> bool:
    global _worked
    with _trying:
        if time.monotonic() > _worked + AGAIN:
            try:
                doctor.solver()
            except OperationalProblem:
                return False
            _worked = time.monotonic()
        return True
