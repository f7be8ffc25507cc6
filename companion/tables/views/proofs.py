"""Views of proofs: what a certificate says in words, its file, and a page that checks a file."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse

from companion.http.caching import public_page
from companion.tables import access
from companion.tables.saved_results import result_and_game
from scoring import evaluation, examples
from scoring.game import Game
from scoring.model.plan import State
from scoring.proof_in_words import proof_in_words


def result(request: HttpRequest, key: str, seat: str) -> HttpResponse:
    """Shows in words the proof of a seat's best plan in the result (finished sheet) ``key``.

    Raises ``Http404`` if the plan is not proven, so that it has no certificate.
    """
    game, state = _of_result(key)
    return _page(request, game, state, seat, "result", [key])


def result_file(request: HttpRequest, key: str, seat: str) -> HttpResponse:
    """Returns the certificate of a seat's best plan in the result ``key`` as a JSON file.

    A result is a finished sheet. A certificate contains all that is needed to check that no plan is
    better. Raises ``Http404`` if the plan has none.
    """
    return _file(*_of_result(key), seat)


def example(request: HttpRequest, slug: str, name: str, seat: str) -> HttpResponse:
    """Shows the proof of a seat's best plan in the worked example ``name``, in words.

    ``slug``: the game's id. Raises ``Http404`` if there is no such example or no proof.
    """
    game, state = _of_example(slug, name)
    return _page(request, game, state, seat, "example", [slug, name])


def example_file(request: HttpRequest, slug: str, name: str, seat: str) -> HttpResponse:
    """Returns the proof of a seat's best plan in the worked example ``name`` as a JSON file.

    ``slug``: the game's id. Raises ``Http404`` if there is no such example or no proof.
    """
    return _file(*_of_example(slug, name), seat)


@public_page
def check(request: HttpRequest) -> HttpResponse:
    """Shows the page that checks the file of a proof (a certificate) in the browser."""
    return render(request, "proof/check.html")


def _page(
    request: HttpRequest, game: Game, state: State, seat: str, of: str, at: list[str]
) -> HttpResponse:
    found = evaluation.scored(game, state)
    certificate = _certified(found, seat)
    answers = game.sheet.rulings(state)
    used = dict.fromkeys(ruling for row in found.breakdowns[seat].lines for ruling in row.rulings)
    context = {
        "game": game,
        "name": game.sheet.name(state, seat),
        "proof": proof_in_words(game, certificate),
        "rulings": [
            (game.catalogue[ruling], game.catalogue[ruling].option(answers[ruling]))
            for ruling in used
        ],
        "file": reverse(f"{of}_certificate", args=[*at, seat]),
        "back": reverse(of, args=at),
    }
    return render(request, "proof/proof.html", context)


def _file(game: Game, state: State, seat: str) -> HttpResponse:
    response = JsonResponse(_certified(evaluation.scored(game, state), seat))
    response["Content-Disposition"] = f'attachment; filename="{game.slug}-{seat}-proof.json"'
    return response


def _certified(found: evaluation.Scored, seat: str) -> dict[str, Any]:
    """Returns the certificate (proof as JSON) of a seat's best plan; ``Http404`` without one."""
    plan = found.plans.get(seat)
    if plan is None or plan.certificate is None or not plan.proof.certified:
        raise Http404
    return dict(plan.certificate)


def _of_result(key: str) -> tuple[Game, State]:
    kept, game = result_and_game(key)
    return game, kept.state


def _of_example(slug: str, name: str) -> tuple[Game, State]:
    game, found = access.scoring_game(slug), examples(slug).get(name)
    if found is None:
        raise Http404
    return game, game.sheet.read(found.state)
