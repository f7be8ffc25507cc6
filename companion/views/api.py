"""The same look-up, scores and plans as JSON, for other programs. Everything here is stateless.

`companion/openapi.py` describes each address; errors are problem details (RFC 9457).
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Mapping
from functools import cache, wraps
from typing import Any, NoReturn

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.csrf import csrf_exempt

from companion import openapi
from companion.lookup import search
from companion.lookup.search import Hit, Passage
from companion.openapi import LARGEST, MOST, NAMES
from companion.web.games import can_score
from scoring.core.catalogue import Catalogue, Entry, Option
from scoring.core.fault import Fault
from scoring.core.game import Game
from scoring.core.ilp import SolverFailed
from scoring.core.text import Text

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


class Problem(Exception):
    """What goes wrong, as the caller is told."""

    def __init__(self, status: int, detail: str, faults: tuple[Fault, ...] = (), **headers: str):
        super().__init__(detail)
        self.status, self.detail, self.faults, self.headers = status, detail, faults, headers

    def response(self) -> HttpResponse:
        body: dict[str, Any] = {
            "type": "about:blank",
            "title": TITLES[self.status],
            "status": self.status,
            "detail": self.detail,
        }
        if self.faults:
            body["errors"] = [
                {"path": fault.path, "message": fault.message.json()} for fault in self.faults
            ]
        headers = {name.replace("_", "-"): value for name, value in self.headers.items()}
        return HttpResponse(
            _json(body), "application/problem+json", status=self.status, headers=headers
        )


type View = Callable[..., HttpResponse]


def _answers(*methods: str) -> Callable[[Callable[..., Any]], View]:
    """A view whose returned value is sent as JSON and whose problems are told as such."""

    def decorate(view: Callable[..., Any]) -> View:
        @wraps(view)
        def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            try:
                if request.method not in methods:
                    allowed = ", ".join(methods)
                    raise Problem(405, f"Only {allowed} here.", Allow=allowed)
                return _sent(request, view(request, *args, **kwargs))
            except Problem as problem:
                return problem.response()
            except Exception:
                logger.exception("%s %s failed", request.method, request.path)
                return Problem(500, "It is written down; please try again later.").response()

        return answer

    return decorate


_reads = _answers("GET", "HEAD")
_works_out = _answers("POST")


def _sent(request: HttpRequest, value: Any) -> HttpResponse:
    body = _json(value)
    response = HttpResponse(body, "application/json")
    if request.method in ("GET", "HEAD"):
        etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
        response["ETag"] = etag
        patch_cache_control(response, public=True, no_cache=True)
        return get_conditional_response(request, etag=etag, response=response) or response
    patch_cache_control(response, no_store=True)
    return response


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


# ── looking up ──────────────────────────────────────────────────────────────────────────


@_reads
def find(request: HttpRequest) -> dict[str, Any]:
    query, slug = _query(request), _slug(request)
    found = search.find(query, slug, _limit(request, search.MOST, MOST))
    passage = search.answer(found)
    return {
        "query": query,
        "game": slug or None,
        "total": found.total,
        "counts": dict(found.counts or {}),
        "passage": _passage_json(passage) if passage else None,
        "hits": [_hit_json(hit) for hit in found.hits],
        "nearest": [_hit_json(hit) for hit in found.nearest],
    }


@_reads
def complete(request: HttpRequest) -> dict[str, Any]:
    """Names that begin so, or hold a word that does; never what only the text says."""
    query, slug = _query(request), _slug(request)
    hits = search.find(query, slug, 4 * NAMES).hits
    names = [hit for hit in hits if hit.why <= search.Why.INSIDE]
    shown = ("game", "id", "name", "url")
    return {
        "query": query,
        "names": [{k: _hit_json(hit)[k] for k in shown} for hit in names[:NAMES]],
    }


@_reads
def entry(request: HttpRequest, slug: str, entry: str) -> dict[str, Any]:
    catalogue = _game(slug).catalogue
    if entry not in catalogue:
        raise Problem(404, f"{catalogue.box.name.en} has no entry of that id.")
    return _entry_json(catalogue, catalogue[entry])


@_reads
def entries(request: HttpRequest, slug: str) -> dict[str, Any]:
    return _entries(_game(slug).slug)


@cache
def _entries(slug: str) -> dict[str, Any]:
    catalogue = search.shelf()[slug].catalogue
    listed = [_entry_json(catalogue, each) for each in catalogue.values()]
    return {"game": slug, "count": len(listed), "entries": listed}


@_reads
def games(request: HttpRequest) -> dict[str, Any]:
    return {"games": [_game_json(game) for game in search.shelf().values()]}


@_reads
def document(request: HttpRequest) -> dict[str, Any]:
    return openapi.document()


@csrf_exempt
def unknown(request: HttpRequest, rest: str) -> HttpResponse:
    """Any other address under ours: the answer is JSON here too."""
    return Problem(404, f"There is nothing here; see {reverse('api_document')}.").response()


# ── working out ─────────────────────────────────────────────────────────────────────────


@_reads
def sheet(request: HttpRequest, slug: str) -> dict[str, Any]:
    return _scoring(slug).sheet.schema()


@csrf_exempt
@_works_out
def score(request: HttpRequest, slug: str) -> dict[str, Any]:
    game = _scoring(slug)
    state = _state(request, game)
    try:
        return game.report(state)
    except SolverFailed:
        _too_late()


@csrf_exempt
@_works_out
def optimise(request: HttpRequest, slug: str, question: str, seat: str) -> dict[str, Any]:
    game = _scoring(slug)
    if question not in game.questions:
        known = ", ".join(game.questions) or "none"
        raise Problem(404, f"{game.name.en} has no such question. There is: {known}.")
    state = _state(request, game)
    if seat not in state["seats"]:
        known = ", ".join(game.sheet.seats(state))
        raise Problem(404, f"The sheet has no such seat. There is: {known}.")
    try:
        return game.report_plan(game.optimise(question, seat, state), state)
    except SolverFailed:
        _too_late()


def _too_late() -> NoReturn:
    raise Problem(503, "The solver found nothing in the time it has.", Retry_After="5")


def _state(request: HttpRequest, game: Game) -> dict[str, Any]:
    if request.content_type not in ("application/json", ""):
        raise Problem(415, "The sheet is sent as application/json.")
    try:
        body = request.body
    except RequestDataTooBig:
        body = b" " * (LARGEST + 1)
    if len(body) > LARGEST:
        raise Problem(413, f"A sheet has at most {LARGEST} bytes.")
    reading = game.sheet.loads(body)
    if reading.faults:
        raise Problem(422, "Nothing was worked out.", tuple(reading.faults))
    state: dict[str, Any] = reading.state
    return state


# ── what was asked ──────────────────────────────────────────────────────────────────────


def _query(request: HttpRequest) -> str:
    return request.GET.get("q", "")[: search.LONGEST]


def _slug(request: HttpRequest) -> str:
    slug = request.GET.get("game", "")
    if slug and slug not in search.shelf():
        raise Problem(400, f"No such game. There is: {', '.join(search.shelf())}.")
    return slug


def _limit(request: HttpRequest, usual: int, most: int) -> int:
    given = request.GET.get("limit", str(usual))
    if not (given.isascii() and given.isdigit() and len(given) < 5 and 1 <= int(given) <= most):
        raise Problem(400, f"limit is a whole number from 1 to {most}.")
    return int(given)


def _game(slug: str) -> Game:
    try:
        return search.shelf()[slug]
    except KeyError:
        raise Problem(404, f"No such game. There is: {', '.join(search.shelf())}.") from None


def _scoring(slug: str) -> Game:
    game = _game(slug)
    if not can_score(game):
        raise Problem(404, f"{game.name.en} can only be looked up so far.")
    return game


# ── as JSON ─────────────────────────────────────────────────────────────────────────────


def _hit_json(hit: Hit) -> dict[str, Any]:
    entry, slug = hit.item.entry, hit.item.box.slug
    return {
        "game": slug,
        "id": entry.id if entry else None,
        "kind": entry.kind if entry else None,
        "name": hit.item.name.json(),
        "text": (entry.text if entry else hit.item.box.intro).json(),
        "url": reverse("entry", args=[slug, entry.id]) if entry else reverse("box", args=[slug]),
        "why": hit.why.name.lower(),
        "matched": hit.key or None,
    }


def _passage_json(passage: Passage) -> dict[str, Any]:
    entry, slug = passage.entry, passage.item.box.slug
    return {
        "game": slug,
        "id": entry.id,
        "name": entry.name.json(),
        "language": passage.language,
        "text": passage.text,
        "url": reverse("entry", args=[slug, entry.id]),
    }


def _entry_json(catalogue: Catalogue, entry: Entry) -> dict[str, Any]:
    slug = catalogue.box.slug
    return {
        "game": slug,
        "id": entry.id,
        "url": reverse("entry", args=[slug, entry.id]),
        "kind": entry.kind,
        "name": entry.name.json(),
        "kana": entry.kana,
        "romaji": entry.romaji,
        "aliases": {language: list(names) for language, names in entry.aliases.items()},
        "text": entry.text.json(),
        "body": [text.json() for text in entry.body],
        "facts": {key: _plain(value) for key, value in entry.facts.items()},
        "scores": [{"rule": part.rule, **part.numbers} for part in entry.scores],
        "see": list(entry.see),
        "about": list(entry.about),
        "options": [_option_json(option) for option in entry.options],
        "presets": dict(entry.presets),
        "cites": [{"id": c, "name": catalogue.sources[c].name.json()} for c in entry.cites],
        "status": entry.status,
        "confidence": entry.confidence,
        "ours": list(entry.ours),
    }


def _option_json(option: Option) -> dict[str, Any]:
    return {"id": option.id, "name": option.name.json()}


def _plain(value: Any) -> Any:
    if isinstance(value, Text):
        return value.json()
    return list(value) if isinstance(value, tuple) else value


def _game_json(game: Game) -> dict[str, Any]:
    box, catalogue = game.catalogue.box, game.catalogue
    return {
        "game": box.slug,
        "url": reverse("box", args=[box.slug]),
        "name": box.name.json(),
        "kana": box.kana,
        "romaji": box.romaji,
        "players": {"min": box.players[0], "max": box.players[1]},
        "stage": box.stage,
        "intro": box.intro.json(),
        "year": box.year,
        "designers": list(box.designers),
        "bgg": box.bgg,
        "entries": len(catalogue),
        "kinds": _named(catalogue.kinds),
        "facts": _named(catalogue.facts),
        "scores": can_score(game),
        "questions": _named(game.questions) if can_score(game) else [],
    }


def _named(things: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [{"id": id_, "name": thing.name.json()} for id_, thing in things.items()]
