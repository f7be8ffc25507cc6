"""Every request has one deadline for all that it asks of solvers and searches."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from scoring.core import clock


class Deadline:
    """Middleware: whatever a view works out, it works out within the clock's seconds."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with clock.within():
            return self.get_response(request)
