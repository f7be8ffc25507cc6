"""Views of proofs: what a certificate says in words, its file, and a page that checks a file."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse

from companion.http.caching import public_page
from companion.tables.saved_results import example_and_game, result_and_game
from scoring import evaluation
from scoring.game import Game
from scoring.model.plan import State
from scoring.proof_in_words import proof_in_words


def result(request: HttpRequest, key: str, seat: str, file: bool = False) -> HttpResponse:
    """Shows in words the proof of a seat's best plan in the result (finished sheet) ``key``.

    ``file``: as its certificate instead, a JSON file with all that is needed to check that no plan
    is better. Raises ``Http404`` if the plan is not proven, so that it has no certificate.
    """
    kept, game = result_and_game(key)
    return _proof(request, game, kept.state, seat, ("result", key), file)


def example(
    request: HttpRequest, slug: str, name: str, seat: str, file: bool = False
) -> HttpResponse:
    """Shows the proof of a seat's best plan in the worked example ``name``, in words or as a file.

    ``slug``: the game's id. Raises ``Http404`` if there is no such example or no proof.
    """
    found, game = example_and_game(slug, name)
    return _proof(request, game, game.sheet.read(found.state), seat, ("example", slug, name), file)


@public_page
def check(request: HttpRequest) -> HttpResponse:
    """Shows the page that checks the file of a proof (a certificate) in the browser."""
    return render(request, "proof/check.html")


def _proof(
    request: HttpRequest, game: Game, state: State, seat: str, of: tuple[str, ...], file: bool
) -> HttpResponse:
    found, (page, *at) = evaluation.scored(game, state), of
    plan = found.plans.get(seat)
    if plan is None or plan.certificate is None or not plan.proof.certified:
        raise Http404
    if file:
        response = JsonResponse(dict(plan.certificate))
        name = f"{game.slug}-{seat}-proof.json"
        response["Content-Disposition"] = f'attachment; filename="{name}"'
        return response
    answers = game.sheet.rulings(state)
    used = dict.fromkeys(ruling for row in found.breakdowns[seat].lines for ruling in row.rulings)
    context = {
        "game": game,
        "name": game.sheet.name(state, seat),
        "proof": proof_in_words(game, dict(plan.certificate)),
        "rulings": [
            (game.catalogue[ruling], game.catalogue[ruling].option(answers[ruling]))
            for ruling in used
        ],
        "file": reverse(f"{page}_certificate", args=[*at, seat]),
        "back": reverse(page, args=at),
    }
    return render(request, "proof/proof.html", context)
