"""Every request has one deadline for all that it asks of solvers and searches, and waits its turn.

Whose answer is what was asked for is told to come again when too many ask. Tables, pads and
histories are shown and written without the best plans then, and never wait for the others.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from time import monotonic
from weakref import WeakKeyDictionary, WeakValueDictionary

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from companion.http import client_address, measurements
from companion.http.queue import Queue
from scoring.solving import deadline

ANSWERS = frozenset(
    {
        "api_optimise",
        "api_score",
        "around",
        "calculator",
        "example",
        "pad_calculator",
        "pad_plan",
        "result",
        "table_calculator",
        "table_plan",
    }
)
"""Addresses that are there for what is computed."""

QUESTIONS = frozenset(
    {"calculator", "pad_calculator", "pad_plan", "table_calculator", "table_plan"}
)
"""Addresses of which somebody looks at one at a time: a new question replaces the one before."""

# One at once in each process: a second one would only halve the first, and slow the polls.
answers = Queue(at_once=1, waiting=2, each=2, seconds=2.0)
sheets = Queue(at_once=1, waiting=2, each=2, seconds=0.3)


class Asker:
    """A request, to the clock. ``refused``: at least once it did not get its turn."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request
        self.refused = False
        self.begun = 0.0

    @cached_property
    def phone(self) -> str:
        """Its own secret, which `companion/history/phones.py` has looked at; else its address."""
        return self.request.COOKIES.get("device") or client_address.client(self.request)

    @cached_property
    def queue(self) -> str:
        return "answers" if is_answer(self.request) else "sheets"

    @property
    def turns(self) -> Queue:
        return answers if self.queue == "answers" else sheets

    @cached_property
    def own(self) -> str:
        """The key under which questions replace each other: a browser's, no shared address's."""
        match, cookies = self.request.resolver_match, self.request.COOKIES
        if self.request.method != "GET" or match is None or match.url_name not in QUESTIONS:
            return ""
        return cookies.get("device") or cookies.get(settings.CSRF_COOKIE_NAME) or ""

    def begin(self) -> bool:
        if self.own:
            _latest[self.own] = self
        if not self.refused and not self.turns.take(self.phone, self.gone):
            self.refused = True
            measurements.refused(self.queue)
        self.begun = monotonic()
        return not self.refused

    def end(self) -> None:
        self.turns.give_back(self.phone)
        measurements.computed(self.queue, monotonic() - self.begun)

    def gone(self) -> bool:
        """Has the phone asked something else since, or hung up? That only our own server can tell.

        With several processes a newer question may be in another one: then the hanging up tells.
        """
        if self.own and _latest.get(self.own) is not self:
            return True
        gone = getattr(self.request.META.get("gunicorn.socket"), "gone", None)
        return bool(gone and gone())


def is_answer(request: HttpRequest) -> bool:
    match = request.resolver_match
    return match is not None and match.url_name in ANSWERS


def refused(request: HttpRequest) -> bool:
    """Is the answer not to be had, because too many ask?"""
    return is_answer(request) and request in _askers and _askers[request].refused


_latest: WeakValueDictionary[str, Asker] = WeakValueDictionary()
_askers: WeakKeyDictionary[HttpRequest, Asker] = WeakKeyDictionary()


class DeadlineMiddleware:
    """Middleware: whatever a view works out, it works out within the clock's seconds."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        asker = _askers[request] = Asker(request)
        with deadline.within(asker=asker):
            return self.get_response(request)
