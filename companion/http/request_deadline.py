"""One deadline per request for all solvers and searches, and a queue for them.

If too many requests are waiting, those for a computed result are answered with 503. Tables, pads
and histories are then shown and saved without best plans, and do not wait long.
"""

from time import monotonic

from django.http import HttpRequest

from companion.http import client_address, prometheus_metrics
from companion.http.computation_queue import Queue

ANSWERS = frozenset(
    {
        "api_optimise",
        "api_score",
        "alternatives",
        "calculator",
        "example",
        "pad_calculator",
        "pad_plan",
        "result",
        "table_calculator",
        "table_plan",
    }
)
"""URL names of pages that are nothing without a computed result; refused under overload."""

# One computation at a time in each process: a second would halve the speed of both, and slow polls.
answers = Queue(at_once=1, waiting=2, each=2, seconds=2.0)
sheets = Queue(at_once=1, waiting=2, each=2, seconds=0.3)


class Asker:
    """Takes a turn in the queue for each computation (solver, search) of one request.

    If the queue refuses, the request is marked as refused.
    """

    def __init__(self, request: HttpRequest) -> None:
        self.request = request
        self.begun = 0.0

    @property
    def phone(self) -> str:
        """Name for the phone in the queue of computations: its cookie's secret, or IP address."""
        return self.request.COOKIES.get("device") or client_address.client(self.request)

    @property
    def queue(self) -> str:
        return "answers" if is_answer(self.request) else "sheets"

    @property
    def turns(self) -> Queue:
        return answers if self.queue == "answers" else sheets

    def begin(self) -> bool:
        if not _refused(self.request) and not self.turns.take(self.phone, self.gone):
            # Said to the request: what kept its asker for it would keep both for ever.
            self.request.computation_refused = True  # type: ignore[attr-defined]
            prometheus_metrics.measure("refused", self.queue)
        self.begun = monotonic()
        return not _refused(self.request)

    def end(self) -> None:
        self.turns.give_back(self.phone)
        seconds = monotonic() - self.begun
        prometheus_metrics.measure("computing_seconds", self.queue, value=seconds)

    def gone(self) -> bool:
        """True if the phone has closed the connection, as browsers do for a newer request.

        Always false under servers other than ours (``companion/http/gunicorn_worker.py``).
        """
        gone = getattr(self.request.META.get("gunicorn.socket"), "gone", None)
        return bool(gone and gone())


def is_answer(request: HttpRequest) -> bool:
    match = request.resolver_match
    return match is not None and match.url_name in ANSWERS


def refused(request: HttpRequest) -> bool:
    """True if a request was for a computed result, and overload prevented the computation."""
    return is_answer(request) and _refused(request)


def _refused(request: HttpRequest) -> bool:
    return getattr(request, "computation_refused", False)
