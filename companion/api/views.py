"""Functions of the API: look-up, scores and plans, each computed from the request alone."""

import logging
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt

from companion import search
from companion.api import lookup_types, openapi_document, score_types
from companion.api.operations_from_functions import OPERATIONS, Refused, operation
from companion.http.url_converters import id_of
from companion.search import Hit, Passage
from scoring.game import Game
from scoring.model.plan import NoAnswer
from scoring.solving import deadline

logger = logging.getLogger(__name__)

# ── look-up ─────────────────────────────────────────────────────────────────────────────


@operation("search", "Look something up")
def find(query: lookup_types.HitsQuery) -> lookup_types.Search:
    slug = _slug(query)
    found = search.find(query.q, slug, query.limit)
    answers = search.answers(found)
    return lookup_types.Search(
        query=query.q,
        game=slug or None,
        total=found.total,
        counts=dict(found.counts or {}),
        passage=_passage(answers[0]) if len(answers) == 1 else None,
        passages=tuple(_passage(each) for answer in answers for each in answer.both),
        hits=tuple(map(_hit, found.hits)),
        nearest=tuple(map(_hit, found.nearest)),
    )


@operation(
    "complete", f"At most {lookup_types.NAMES} names that match, never what only the text says"
)
def complete(query: lookup_types.SearchQuery) -> lookup_types.Names:
    found = search.find(query.q, _slug(query), 4 * lookup_types.NAMES).hits
    names = [_hit(hit) for hit in found if hit.why <= search.HitReason.INSIDE][: lookup_types.NAMES]
    return lookup_types.Names(
        query.q, tuple(lookup_types.Name(hit.game, hit.id, hit.name, hit.url) for hit in names)
    )


@operation("games", "Every game, with what it knows")
def games() -> lookup_types.Games:
    return lookup_types.Games(tuple(map(_box, search.games_by_slug().values())))


@operation("entries/{game}", "All entries of a game")
def entries(game: str) -> lookup_types.Entries:
    return _entries(_game(game).slug)


@cache
def _entries(slug: str) -> lookup_types.Entries:
    listed = tuple(_entry(slug, id_) for id_ in search.games_by_slug()[slug].catalogue)
    return lookup_types.Entries(slug, len(listed), listed)


@operation("entries/{game}/{id}", "One entry")
def entry(game: str, id: str) -> lookup_types.Entry:
    found = _game(game)
    if id not in found.catalogue:
        raise Refused(404, f"{found.name.in_language('en')} has no entry of that id.")
    return _entry(game, id)


@operation("catalogue", "Everything that can be looked up, in one file")
def catalogue() -> lookup_types.Whole:
    return lookup_types.Whole(
        lookup_types.FORMAT,
        lookup_types.LICENCE,
        tuple(
            lookup_types.Box(_box(game), dict(game.catalogue.moved), _entries(slug).entries)
            for slug, game in search.games_by_slug().items()
        ),
    )


@operation("openapi.json", "This description")
def described() -> score_types.Free:
    return openapi_document.document(OPERATIONS, search.games_by_slug())


@csrf_exempt
def unknown(request: HttpRequest, rest: str) -> HttpResponse:
    """Answers an address ``/api/<rest>`` that does not exist with a 404 in JSON."""
    return Refused(404, f"There is nothing here; see {reverse('api_described')}.").response()


# ── scores and plans ────────────────────────────────────────────────────────────────────


@operation("sheet/{game}", "JSON Schema of the game's sheet")
def sheet(game: str) -> score_types.Free:
    return _scoring(game).sheet.schema()


@operation("score/{game}", "Score a sheet, every seat settled its best way")
def score(game: str, sent: bytes) -> score_types.Report:
    found = _scoring(game)
    state = _state(sent, found)
    return score_types.Report.of(found, state)


@operation("optimise/{game}/{question}/{seat}", "A seat's best plan for a question, with its proof")
def optimise(game: str, question: str, seat: str, sent: bytes) -> score_types.PlanReport:
    found = _scoring(game)
    if question not in found.planners:
        known = ", ".join(found.planners) or "none"
        raise Refused(
            404, f"{found.name.in_language('en')} has no such question. There is: {known}."
        )
    state = _state(sent, found)
    if seat not in state["seats"]:
        known = ", ".join(found.sheet.seats(state))
        raise Refused(404, f"The sheet has no such seat. There is: {known}.")
    try:
        return score_types.PlanReport.of(found, found.advise(question, seat, state), state)
    except NoAnswer as reason:
        level = logging.INFO if isinstance(reason, deadline.OutOfTime) else logging.ERROR
        logger.log(level, "%s: %s: %s", found.slug, question, reason)
        if isinstance(reason, deadline.OutOfTime):
            raise Refused(503, "There is no answer to be trusted in the time there is.") from None
        # The game has a mistake: trying again would not help.
        raise Refused(
            422,
            "Our own counts do not agree here; the mistake is ours, not yours.",
            title="No plan is given",
            code="counts_disagree",
        ) from None


def _state(sent: bytes, game: Game) -> dict[str, Any]:
    reading = game.sheet.loads(sent)
    if reading.errors:
        raise Refused(422, "Nothing was worked out.", errors=tuple(reading.errors))
    state: dict[str, Any] = reading.state
    return state


# ── arguments ───────────────────────────────────────────────────────────────────────────


def _slug(query: lookup_types.SearchQuery) -> str:
    slug = id_of(query.game)
    if slug and slug not in search.games_by_slug():
        raise Refused(400, f"No such game. There is: {', '.join(search.games_by_slug())}.")
    return slug


def _game(slug: str) -> Game:
    if slug not in search.games_by_slug():
        raise Refused(404, f"No such game. There is: {', '.join(search.games_by_slug())}.")
    return search.games_by_slug()[slug]


def _scoring(slug: str) -> Game:
    game = _game(slug)
    if not game.scorable:
        raise Refused(404, f"{game.name.in_language('en')} can only be looked up so far.")
    return game


# ── responses ───────────────────────────────────────────────────────────────────────────


def _hit(hit: Hit) -> lookup_types.Hit:
    entry, slug = hit.item.entry, hit.item.box.slug
    return lookup_types.Hit(
        game=slug,
        id=entry.id if entry else None,
        kind=entry.kind if entry else None,
        name=hit.item.name,
        text=entry.text if entry else hit.item.box.intro,
        url=_address(slug, entry.id) if entry else reverse("box", args=[slug]),
        why=hit.why.name.lower(),
        matched=hit.key or None,
    )


def _passage(passage: Passage) -> lookup_types.Passage:
    entry, slug = passage.entry, passage.item.box.slug
    return lookup_types.Passage(
        game=slug,
        id=entry.id,
        name=entry.name,
        language=passage.language,
        text=passage.before + passage.text + passage.after,
        url=_address(slug, entry.id),
    )


def _box(game: Game) -> lookup_types.Game:
    return lookup_types.Game.of(game, reverse("box", args=[game.slug]), game.scorable)


def _entry(slug: str, id_: str) -> lookup_types.Entry:
    catalogue = search.games_by_slug()[slug].catalogue
    return lookup_types.Entry.of(catalogue, catalogue[id_], _address(slug, id_))


def _address(slug: str, id_: str) -> str:
    return reverse("entry", args=[slug, id_])
