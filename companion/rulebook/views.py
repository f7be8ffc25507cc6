"""Views of a game's page, its entries, its tutorial, and the page to print."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control

from companion import search
from companion.http.caching import public_page
from companion.rulebook import link_preview_image
from companion.rulebook.player_aid import parts
from companion.rulebook.related_entries import CASE, cases, face_entries, rulings, users
from scoring import examples
from scoring.game import Game
from scoring.model.breakdown import CONFIDENCE_NAMES, STATUS_NAMES
from scoring.model.catalogue import Catalogue, Entry, Preset
from scoring.text.localised import Text

MANY = 8
"""Number of links from which an entry's page shows a list of them folded."""


@public_page
def box(request: HttpRequest, slug: str) -> HttpResponse:
    """Shows the page of the game ``slug``: the app's functions for it, and all in its box."""
    game = _game(slug)
    kinds = [(k, game.catalogue.of_kind(k.id)) for k in game.catalogue.kinds.values()]
    context = {
        "game": game,
        "box": game.catalogue.box,
        "kinds": [(kind, entries) for kind, entries in kinds if entries],
        "scores": game.scorable,
        "asking": any(each.by_itself for each in game.calculators.values()),
        "examples": examples(slug).values() if game.scorable else (),
    }
    return render(request, "lookup/game.html", context)


@public_page
def entry(request: HttpRequest, slug: str, entry: str) -> HttpResponse:
    """Shows an entry with its facts, rulings, options, references and sources.

    ``slug``: the game's. ``entry``: the entry's id; one of an earlier version is redirected
    permanently to the present one.
    """
    game = _game(slug)
    if entry in game.catalogue.moved:
        return redirect("entry", slug, game.catalogue.moved[entry], permanent=True)
    if entry not in game.catalogue:
        raise Http404
    catalogue = game.catalogue
    shown = catalogue[entry]
    about = rulings(catalogue, shown)
    see = [catalogue[i] for i in dict.fromkeys((*shown.about, *shown.see)) if i not in about]
    worked = cases(catalogue, shown)
    known = {shown.id, *about, *worked, *(each.id for each in see)}
    used_by = [catalogue[i] for i in users(slug)[entry] if i not in known]
    context = {
        "game": game,
        "box": catalogue.box,
        "catalogue": catalogue,
        "entry": shown,
        "kind": catalogue.kinds[shown.kind],
        "faces": face_entries(game, shown),
        "facts": [(f, shown.facts[f.id]) for f in catalogue.facts.values() if f.id in shown.facts],
        "scores": [(catalogue.rules[each.rule], each.numbers.items()) for each in shown.scores],
        "rulings": [(catalogue[i], _sources(catalogue, catalogue[i].cites)) for i in about],
        "cases": [catalogue[i] for i in worked],
        "case_kind": catalogue.kinds.get(CASE),
        "options": [
            (
                option,
                _choosing(catalogue, shown, option.id),
                shown.presets.get("") == option.id,
                _sources(catalogue, option.cites),
            )
            for option in shown.options
        ],
        "see": see,
        "used_by": used_by,
        "fold_used_by": len(used_by) > MANY,
        "status": STATUS_NAMES[shown.status],
        "confidence": CONFIDENCE_NAMES[shown.confidence],
        "sources": _sources(catalogue, shown.cites),
        "permalink": request.build_absolute_uri(request.path),
    }
    if not settings.STANDALONE:
        context["shown"] = request.build_absolute_uri(reverse("share", args=[slug, entry]))
        context["shape"] = (link_preview_image.WIDTH, link_preview_image.HEIGHT)
    return render(request, "lookup/entry.html", context)


@public_page
def how(request: HttpRequest, slug: str) -> HttpResponse:
    """Shows the tutorial of the game ``slug``, to read aloud: steps with picture and rule."""
    game = _game(slug)
    if not game.tutorial.parts:
        raise Http404
    catalogue = game.catalogue
    parts = [
        (
            part,
            [(step, catalogue[step.entry] if step.entry else None) for step in part.steps],
        )
        for part in game.tutorial.parts
    ]
    context = {
        "game": game,
        "box": catalogue.box,
        "parts": parts,
        "minutes": game.tutorial.minutes(_language()),
        "private": any(e and e.status == "unknown" for _, steps in parts for _, e in steps),
        "scores": game.scorable,
    }
    return render(request, "lookup/tutorial.html", context)


@cache_control(public=True, max_age=86400)
def share(request: HttpRequest, slug: str, entry: str) -> HttpResponse:
    """Returns the preview image of an entry, by its id, as PNG. ``Http404`` if unknown.

    ``slug``: the game's.
    """
    game = _game(slug)
    if entry not in game.catalogue:
        raise Http404
    return HttpResponse(link_preview_image.png(game.catalogue, entry), "image/png")


@public_page
def aid(request: HttpRequest, slug: str) -> HttpResponse:
    """Shows two pages to print: rules of the game ``slug`` in short, and as many pieces as fit."""
    game = _game(slug)
    context = {
        "game": game,
        "box": game.catalogue.box,
        "parts": parts(game.catalogue, _language()),
        "permalink": request.build_absolute_uri(reverse("box", args=[slug])),
    }
    return render(request, "lookup/player_aid.html", context)


def _language() -> str:
    """Returns "ja" if that is the active language, else "en": sources exist in these two."""
    return "ja" if (get_language() or "en").startswith("ja") else "en"


def _game(slug: str) -> Game:
    try:
        return search.games_by_slug()[slug]
    except KeyError:
        raise Http404 from None


def _choosing(catalogue: Catalogue, ruling: Entry, option: str) -> list[Preset]:
    """Returns the game's presets (all rulings of an edition) in which a ruling has ``option``."""
    return [p for p in catalogue.presets.values() if ruling.presets.get(p.id) == option]


def _sources(catalogue: Catalogue, cites: tuple[str, ...]) -> list[Text]:
    return [catalogue.sources[cite].name for cite in cites]
