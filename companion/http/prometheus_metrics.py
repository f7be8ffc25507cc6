"""Metrics for operators in Prometheus' format, without names, codes or addresses.

Nothing is measured unless ``COMPANION_METRICS`` is set. All processes of a server count in shared
files, so any of them can report for all. The only module that imports prometheus_client.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from time import perf_counter
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse

if TYPE_CHECKING:
    from prometheus_client import Counter, Histogram

SHARED = "PROMETHEUS_MULTIPROC_DIR"
"""Environment variable for the shared folder, read by prometheus_client on import."""
QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
ELSEWHERE = "none"
"""Route label of addresses that match no URL."""


@dataclass(frozen=True, slots=True)
class _Measures:
    requests: Counter
    seconds: Histogram
    computing: Histogram
    refused: Counter
    conflicts: Counter
    faults: Counter


@cache
def _measures() -> _Measures:
    from prometheus_client import Counter, Histogram

    return _Measures(
        Counter("companion_requests", "Answers.", ("route", "method", "status")),
        Histogram("companion_request_seconds", "Until an answer.", ("route",), buckets=QUICK),
        Histogram("companion_computing_seconds", "Solvers, searches.", ("turns",), buckets=QUICK),
        Counter("companion_refused", "Not computed since too many asked.", ("turns",)),
        Counter("companion_conflicts", "Cells that ran into somebody else's write."),
        Counter("companion_faults", "Mistakes that a visitor was shown a number of.", ("fault",)),
    )


def share() -> None:
    """Creates a folder for shared counters; call before the processes fork."""
    if settings.METRICS and not os.environ.get(SHARED):
        os.environ[SHARED] = tempfile.mkdtemp(prefix="companion-metrics-")


def exposition() -> tuple[bytes, str]:
    """Returns all metrics in Prometheus' text format, and the content type."""
    from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
    from prometheus_client.multiprocess import MultiProcessCollector

    registry = REGISTRY
    if folder := os.environ.get(SHARED):
        registry = CollectorRegistry()
        MultiProcessCollector(registry, folder)  # type: ignore[no-untyped-call]
    return generate_latest(registry), CONTENT_TYPE_LATEST


def computed(turns: str, seconds: float) -> None:
    if settings.METRICS:
        _measures().computing.labels(turns).observe(seconds)


def refused(turns: str) -> None:
    if settings.METRICS:
        _measures().refused.labels(turns).inc()


def answered(named: str, method: str, status: int, seconds: float) -> None:
    if settings.METRICS:
        counted = _measures()
        counted.seconds.labels(named).observe(seconds)
        method = method if method in ("GET", "HEAD", "POST") else "other"
        counted.requests.labels(named, method, str(status)).inc()


def conflicts(cells: int) -> None:
    if settings.METRICS and cells:
        _measures().conflicts.inc(cells)


def fault(kind: str) -> None:
    if settings.METRICS:
        _measures().faults.labels(kind).inc()


def route(request: HttpRequest) -> str:
    """Returns the name of the request's URL pattern, without keys; ``ELSEWHERE`` without one."""
    match = getattr(request, "resolver_match", None)
    return (match.url_name if match else None) or ELSEWHERE


class MetricsMiddleware:
    """Counts and times every response; the outermost middleware, unused if nothing is measured."""

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
