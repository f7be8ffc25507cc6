"""Metrics for operators in Prometheus' format, without names, codes or addresses.

Nothing is measured unless ``COMPANION_METRICS`` is set. All processes of a server count in shared
files, so any of them can report for all. The only module that imports prometheus_client.
"""

import os
import tempfile
from collections.abc import Callable, Mapping
from functools import cache, partial
from time import perf_counter
from typing import Any

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse

SHARED = "PROMETHEUS_MULTIPROC_DIR"
"""Environment variable for the shared folder, read by prometheus_client on import."""
QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
ELSEWHERE = "none"
"""Route label of addresses that match no URL."""


@cache
def _metrics() -> Mapping[str, Any]:
    from prometheus_client import Counter, Histogram

    seconds = partial(Histogram, buckets=QUICK)
    declared: tuple[tuple[Callable[..., Any], str, str, tuple[str, ...]], ...] = (
        (Counter, "requests", "Answers.", ("route", "method", "status")),
        (seconds, "request_seconds", "Until an answer.", ("route",)),
        (seconds, "computing_seconds", "Solvers, searches.", ("turns",)),
        (Counter, "refused", "Not computed since too many asked.", ("turns",)),
        (Counter, "conflicts", "Cells that ran into somebody else's write.", ()),
        (Counter, "faults", "Mistakes that a visitor was shown a number of.", ("fault",)),
    )
    return {name: made(f"companion_{name}", text, labels) for made, name, text, labels in declared}


def measure(name: str, *labels: str, value: float = 1) -> None:
    """Adds ``value`` to one of the metrics for operators, such as ``requests`` or ``conflicts``.

    ``name``: the metric; one that ends in ``_seconds`` takes a duration. ``labels``: values of its
    labels, such as the route. Does nothing without ``COMPANION_METRICS``.
    """
    if settings.METRICS:
        metric = _metrics()[name]
        of = metric.labels(*labels) if labels else metric
        (of.observe if name.endswith("_seconds") else of.inc)(value)


def share() -> None:
    """Creates a folder for the metrics that all processes of a server share; call before they fork.

    Its path is in an environment variable. Does nothing without ``COMPANION_METRICS``.
    """
    if settings.METRICS and not os.environ.get(SHARED):
        os.environ[SHARED] = tempfile.mkdtemp(prefix="companion-metrics-")


def exposition() -> tuple[bytes, str]:
    """Returns all metrics for operators as (text in Prometheus' format, its content type)."""
    from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
    from prometheus_client.multiprocess import MultiProcessCollector

    registry = REGISTRY
    if folder := os.environ.get(SHARED):
        registry = CollectorRegistry()
        MultiProcessCollector(registry, folder)  # type: ignore[no-untyped-call]
    return generate_latest(registry), CONTENT_TYPE_LATEST


def answered(named: str, method: str, status: int, seconds: float) -> None:
    measure("request_seconds", named, value=seconds)
    method = method if method in ("GET", "HEAD", "POST") else "other"
    measure("requests", named, method, str(status))


def route(request: HttpRequest) -> str:
    """Returns the name of the URL pattern that a request matched, such as *table*; else *none*."""
    match = getattr(request, "resolver_match", None)
    return (match.url_name if match else None) or ELSEWHERE


class MetricsMiddleware:
    """Middleware that counts every response and its seconds, for the metrics of operators.

    It must be the outermost one, and is unused without ``COMPANION_METRICS``.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not settings.METRICS:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        begun = perf_counter()
        response = self.get_response(request)
        seconds = perf_counter() - begun
        answered(route(request), request.method or "", response.status_code, seconds)
        return response
