"""Looking things up: the search, a game's box with everything in it, and one page per entry.

The search view serves the whole page and, to htmx, only its hits.
"""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language

from companion.lookup import search
from companion.lookup.printing import parts
from companion.lookup.related import CASE, cases, faces, rulings, users
from companion.lookup.search import narrowing
from companion.web.games import can_score
from scoring import examples
from scoring.core.catalogue import Catalogue, Entry, Preset
from scoring.core.game import Game
from scoring.core.status import CONFIDENCE_NAMES, STATUS_NAMES
from scoring.core.text import Text

MANY = 8
"""From this many links on, a list is folded away."""


def find(request: HttpRequest) -> HttpResponse:
    """Hits for ``q``, in all games or in ``game``; without a query, what can be asked."""
    typed = request.GET.get("q", "")[: search.LONGEST]
    shelf = search.shelf()
    slug = request.GET.get("game", "")
    game = shelf.get(slug)
    found = search.find(typed, slug if game else "")
    passage = search.answer(found)
    counts = found.counts or {}
    context: dict[str, Any] = {
        "query": typed,
        "game": game,
        "found": found,
        "passage": passage,
        "related": search.related(passage) if passage else (),
        "asked": found.query.asks,
        "more": found.total - len(found.hits),
        # The chosen game first: on a phone the row goes on beyond the edge.
        "chips": sorted(
            [(g, counts.get(s, 0)) for s, g in shelf.items() if counts.get(s) or g is game],
            key=lambda chip: chip[0] is not game,
        ),
        "all": sum(counts.values()),
        "shelf": shelf.values(),
        "debug": "debug" in request.GET,
    }
    if typed.strip():
        context |= _narrowing(game, found)
    htmx = getattr(request, "htmx", None)
    only_hits = htmx and htmx.target == "hits"
    response = render(request, "lookup/_hits.html" if only_hits else "lookup/find.html", context)
    # The address is the same for both; a browser must not show the one for the other.
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


def _narrowing(game: Game | None, found: search.Found) -> dict[str, Any]:
    """The filters in a query, each with the query without it, and those to add."""
    query = found.query
    used = [(each, query.without_filter(each)) for each in query.used]
    if game is None:
        return {"used": used}
    typed = " ".join([*query.rest, *query.used])

    def offered(chips: tuple[narrowing.Chip, ...]) -> list[tuple[narrowing.Chip, str]]:
        return [(chip, f"{typed} {chip.token}") for chip in chips if chip.token not in query.used]

    return {
        "used": used,
        "kinds": offered(narrowing.kinds(game, found.items)),
        "rows": [(row.name, offered(row.chips)) for row in narrowing.facts(game, found.items)],
    }


def box(request: HttpRequest, slug: str) -> HttpResponse:
    """A game: what the app does for it, and everything in its box."""
    game = _game(slug)
    kinds = [(k, game.catalogue.of_kind(k.id)) for k in game.catalogue.kinds.values()]
    context = {
        "game": game,
        "box": game.catalogue.box,
        "kinds": [(kind, entries) for kind, entries in kinds if entries],
        "scores": can_score(game),
        "examples": examples(slug).values() if can_score(game) else (),
    }
    return render(request, "lookup/box.html", context)


def entry(request: HttpRequest, slug: str, entry: str) -> HttpResponse:
    """One card, tile, rule or ruling, with all that is known of it."""
    game = _game(slug)
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
        "faces": faces(game, shown),
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
    return render(request, "lookup/entry.html", context)


def aid(request: HttpRequest, slug: str) -> HttpResponse:
    """One page to print: the rules in short, then what scores, as much as there is room for."""
    game = _game(slug)
    language = "ja" if (get_language() or "en").startswith("ja") else "en"
    context = {
        "game": game,
        "box": game.catalogue.box,
        "parts": parts(game.catalogue, language),
        "permalink": request.build_absolute_uri(reverse("box", args=[slug])),
    }
    return render(request, "lookup/print.html", context)


def _game(slug: str) -> Game:
    try:
        return search.shelf()[slug]
    except KeyError:
        raise Http404 from None


def _choosing(catalogue: Catalogue, ruling: Entry, option: str) -> list[Preset]:
    """The presets that answer a ruling so; a game without presets has none to name."""
    return [p for p in catalogue.presets.values() if ruling.presets.get(p.id) == option]


def _sources(catalogue: Catalogue, cites: tuple[str, ...]) -> list[Text]:
    return [catalogue.sources[cite].name for cite in cites]
