"""Looking things up: the search, a game's box with everything in it, and one page per entry.

The search view serves the whole page and, to htmx, only its hits.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language

from companion import search
from companion.search import narrowing
from scoring import examples
from scoring.core.catalogue import Catalogue, Entry, Kind, Preset
from scoring.core.game import Game
from scoring.core.status import CONFIDENCE_NAMES, STATUS_NAMES
from scoring.core.text import Text

CASE = "example"
"""The kind of entry that walks through a ruling with numbers, in games that have such."""

MANY = 8
"""From this many links on, a list is folded away."""


def find(request: HttpRequest) -> HttpResponse:
    """Hits for ``q``, in all games or in ``game``; without a query, what can be asked."""
    query = request.GET.get("q", "")[: search.LONGEST]
    shelf = search.shelf()
    slug = request.GET.get("game", "")
    game = shelf.get(slug)
    found = search.find(query, slug if game else "")
    passage = search.answer(query, found)
    counts = found.counts or {}
    context: dict[str, Any] = {
        "query": query,
        "game": game,
        "found": found,
        "passage": passage,
        "related": search.related(passage) if passage else (),
        "asked": search.asks(query),
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
    if query.strip():
        context |= _narrowing(query, game, found)
    htmx = getattr(request, "htmx", None)
    only_hits = htmx and htmx.target == "hits"
    response = render(request, "lookup/_hits.html" if only_hits else "lookup/find.html", context)
    # The address is the same for both; a browser must not show the one for the other.
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


def _narrowing(query: str, game: Game | None, found: search.Found) -> dict[str, Any]:
    """The filters in a query, each with the query without it, and those to add."""
    read = search.read(query)
    used = [(each, read.without_filter(each)) for each in read.used]
    if game is None:
        return {"used": used}
    typed = " ".join([*read.rest, *read.used])

    def offered(chips: tuple[narrowing.Chip, ...]) -> list[tuple[narrowing.Chip, str]]:
        return [(chip, f"{typed} {chip.token}") for chip in chips if chip.token not in read.used]

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
    rulings = _rulings(catalogue, shown)
    see = [catalogue[i] for i in dict.fromkeys((*shown.about, *shown.see)) if i not in rulings]
    cases = _cases(catalogue, shown)
    known = {shown.id, *rulings, *cases, *(each.id for each in see)}
    used_by = [catalogue[i] for i in _users(slug)[entry] if i not in known]
    context = {
        "game": game,
        "box": catalogue.box,
        "catalogue": catalogue,
        "entry": shown,
        "kind": catalogue.kinds[shown.kind],
        "facts": [(f, shown.facts[f.id]) for f in catalogue.facts.values() if f.id in shown.facts],
        "scores": [(catalogue.rules[each.rule], each.numbers.items()) for each in shown.scores],
        "rulings": [(catalogue[i], _sources(catalogue, catalogue[i].cites)) for i in rulings],
        "cases": [catalogue[i] for i in cases],
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


ROOM = {"en": 6800, "ja": 3300}
"""Characters that one printed page holds, in three columns of small print."""


def aid(request: HttpRequest, slug: str) -> HttpResponse:
    """One page to print: the rules in short, then what scores, as much as there is room for."""
    game = _game(slug)
    language = "ja" if (get_language() or "en").startswith("ja") else "en"
    context = {
        "game": game,
        "box": game.catalogue.box,
        "parts": _parts(game.catalogue, language),
        "permalink": request.build_absolute_uri(reverse("box", args=[slug])),
    }
    return render(request, "lookup/print.html", context)


def _parts(catalogue: Catalogue, language: str) -> list[tuple[Kind, list[Entry]]]:
    """Whole kinds for one page, topics first.

    Topics are kinds whose entries mostly have no facts; they may take most of the page. Then
    come the kinds in which everything scores, the late ones first; then topics left over.
    """
    plain = {kind.id: _topics(catalogue, kind) for kind in catalogue.kinds.values()}
    kinds = [kind for kind in catalogue.kinds.values() if plain[kind.id]]
    topics = [k for k in kinds if 2 * sum(not e.facts for e in plain[k.id]) >= len(plain[k.id])]
    scoring = [k for k in kinds if all(entry.scores for entry in plain[k.id])]
    taken: set[str] = set()
    left = ROOM[language]
    for kinds_, share in ((topics, 0.6), (scoring[::-1], 1.0), (topics, 1.0)):
        for kind in kinds_:
            size = sum(
                len(e.name.said(language)) + len(e.text.said(language)) for e in plain[kind.id]
            )
            if kind.id not in taken and size <= left - (1 - share) * ROOM[language]:
                taken.add(kind.id)
                left -= size
    kinds.sort(key=lambda kind: kind not in topics)
    return [(kind, plain[kind.id]) for kind in kinds if kind.id in taken]


def _topics(catalogue: Catalogue, kind: Kind) -> list[Entry]:
    """What a kind has to say in general: no rulings, no single questions."""
    return [
        entry
        for entry in catalogue.of_kind(kind.id)
        if not _is_ruling(entry) and not entry.name.en.endswith("?")
    ]


def can_score(game: Game) -> bool:
    """Whether the game has a sheet that adds up."""
    return game.stage != "draft" and bool(game.sheet.sections)


def _game(slug: str) -> Game:
    try:
        return search.shelf()[slug]
    except KeyError:
        raise Http404 from None


# ── what hangs together ─────────────────────────────────────────────────────────────────


def _is_ruling(entry: Entry) -> bool:
    return bool(entry.kind == "ruling" or entry.about or entry.options)


def _rulings(catalogue: Catalogue, shown: Entry) -> dict[str, None]:
    """The ids of the rulings about an entry: those that name it, and those that it names."""
    found: dict[str, None] = {}
    for each in catalogue.values():
        if each.id == shown.id or not _is_ruling(each):
            continue
        if shown.id in each.about or (not _is_ruling(shown) and each.id in shown.see):
            found[each.id] = None
    return found


def _cases(catalogue: Catalogue, shown: Entry) -> tuple[str, ...]:
    """The ids of the worked cases of a ruling."""
    if not _is_ruling(shown):
        return ()
    return tuple(each.id for each in catalogue.of_kind(CASE) if shown.id in each.see)


@cache
def _users(slug: str) -> Mapping[str, tuple[str, ...]]:
    """For each entry of a game, the entries that refer to it in any way."""
    catalogue = search.shelf()[slug].catalogue
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for each in catalogue.values():
        for named in _named(catalogue, each):
            if named in catalogue and named != each.id:
                found[named][each.id] = None
    return {id_: tuple(found.get(id_, ())) for id_ in catalogue}


def _named(catalogue: Catalogue, entry: Entry) -> Iterator[str]:
    yield from (*entry.see, *entry.about)
    for key, value in entry.facts.items():
        if catalogue.facts[key].type in ("pieces", "entry", "entries"):
            yield from _strings(value)
    for part in entry.scores:
        for value in part.numbers.values():
            yield from _strings(value)


def _strings(value: object) -> Iterator[str]:
    """The ids in a value of the data: it is one, lists some, or counts by id."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple | dict):
        yield from (each for each in value if isinstance(each, str))


def _choosing(catalogue: Catalogue, ruling: Entry, option: str) -> list[Preset]:
    """The presets that answer a ruling so; a game without presets has none to name."""
    return [p for p in catalogue.presets.values() if ruling.presets.get(p.id) == option]


def _sources(catalogue: Catalogue, cites: tuple[str, ...]) -> list[Text]:
    return [catalogue.sources[cite].name for cite in cites]
