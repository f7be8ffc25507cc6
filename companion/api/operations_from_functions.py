"""Operations of the API: one function per address, described by its signature.

Its named arguments are parts of the address, ``query`` is the query string, ``sent`` the body; the
return value is sent as JSON. Every error is a problem detail (RFC 9457).
"""

import hashlib
import json
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, get_type_hints

import msgspec
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control

from companion.api import score_types
from companion.http import error_numbers, request_deadline

logger = logging.getLogger(__name__)

TITLES = {
    400: "This cannot be read",
    404: "Not here",
    405: "Not this way",
    413: "Too large",
    415: "JSON, please",
    422: "This sheet cannot be read",
    500: "Our mistake",
    503: "No answer in time",
}


class Refused(Exception):
    """Raised to end a request to the API with an error response.

    ``problem``: what is sent. ``status``: its HTTP status, with a title unless ``more`` has one;
    ``detail``: explanation. ``more``: further fields, such as ``errors``, the cells of the sheet
    sent that cannot be read.
    """

    def __init__(self, status: int, detail: str, **more: Any):
        super().__init__(detail)
        title = more.pop("title", TITLES[status])
        self.problem = score_types.Problem("about:blank", title, status, detail, **more)

    def response(self, **headers: str) -> HttpResponse:
        body, status = as_json(self.problem), self.problem.status
        return HttpResponse(body, "application/problem+json", status=status, headers=headers)


@dataclass(frozen=True)
class Operation:
    """An address of the API with ``answer``, the function that computes its response; a view.

    ``answer`` gets the variable parts of the address, the query string, and the sheet sent; its
    signature says what is accepted. ``summary``: description in the OpenAPI document.
    """

    path: str
    summary: str
    answer: Callable[..., Any]
    # Nothing is stored and no cookie is read, so requests from other sites can do no harm.
    csrf_exempt: ClassVar[bool] = True

    @property
    def name(self) -> str:
        return self.answer.__name__

    @property
    def reads(self) -> bool:
        """True if an address of the API is read by GET; false for POST, which sends a sheet."""
        return "sent" not in get_type_hints(self.answer)

    @property
    def methods(self) -> tuple[str, ...]:
        return ("GET", "HEAD") if self.reads else ("POST",)

    @property
    def parts(self) -> tuple[str, ...]:
        """Names of the variable parts of an address of the API, such as ``game``."""
        return tuple(part[1:-1] for part in self.path.split("/") if part.startswith("{"))

    @property
    def query_class(self) -> Any:
        """The dataclass of the query string of an address of the API; None if it takes none."""
        return get_type_hints(self.answer).get("query")

    @property
    def answer_class(self) -> Any:
        return get_type_hints(self.answer)["return"]

    @property
    def refusals(self) -> tuple[int, ...]:
        """The HTTP error statuses with which an address of the API can answer."""
        place = (404,) * bool(self.parts)
        return (400, *place, 405, *(() if self.reads else (413, 415, 422, 503)))

    def __call__(self, request: HttpRequest, **parts: str) -> HttpResponse:
        try:
            if request.method not in self.methods:
                allowed = ", ".join(self.methods)
                return Refused(405, f"Only {allowed} here.").response(Allow=allowed)
            if self.query_class:
                return self._send(request, self.answer(**parts, query=self._parsed_query(request)))
            if self.reads:
                return self._send(request, self.answer(**parts))
            answer = self.answer(**parts, sent=_sent(request))
            if request_deadline.refused(request):
                raise Refused(503, "Too many ask just now; please ask again in a moment.")
            return self._send(request, answer)
        except Refused as refused:
            headers = {"Retry-After": "5"} if refused.problem.status == 503 else {}
            return refused.response(**headers)
        except Exception:
            number = error_numbers.number(request)
            asked = {"request": request, "status_code": 500}
            logger.exception("%s %s failed", request.method, request.path, extra=asked)
            said = f"It is written down as {number}; please try again later."
            return Refused(500, said).response(**{error_numbers.HEADER: number})

    def _parsed_query(self, request: HttpRequest) -> Any:
        try:
            return msgspec.convert(request.GET.dict(), self.query_class, strict=False)
        except msgspec.ValidationError as error:
            what, _, where = str(error).partition(" - at `$.")
            raise Refused(400, f"{where.rstrip('`')}: {what}.") from None

    def _send(self, request: HttpRequest, answer: Any) -> HttpResponse:
        body = as_json(answer)
        response = HttpResponse(body, "application/json")
        if not self.reads:
            patch_cache_control(response, no_store=True)
            return response
        etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
        response["ETag"] = etag
        patch_cache_control(response, public=True, no_cache=True)
        return get_conditional_response(request, etag=etag, response=response) or response


OPERATIONS: list[Operation] = []


def operation[F: Callable[..., Any]](path: str, summary: str) -> Callable[[F], F]:
    """Decorator for a function that answers requests to an address of the API.

    ``path``: the address below ``/api/v1/``, such as ``score/{game}``. ``summary``: its description
    in the OpenAPI document.
    """

    def listed(answer: F) -> F:
        OPERATIONS.append(Operation(path, summary, answer))
        return answer

    return listed


def as_json(answer: Any) -> bytes:
    text = json.dumps(score_types.plain(answer), ensure_ascii=False, separators=(",", ":"))
    # A lone surrogate is possible in JSON and may be repeated here, but is not valid UTF-8.
    return text.encode("utf-8", "replace")


def _sent(request: HttpRequest) -> bytes:
    if request.content_type not in ("application/json", ""):
        raise Refused(415, "The sheet is sent as application/json.")
    try:
        body = request.body
    except RequestDataTooBig:
        body = b" " * (score_types.LARGEST + 1)
    if len(body) > score_types.LARGEST:
        raise Refused(413, f"A sheet has at most {score_types.LARGEST} bytes.")
    return body
