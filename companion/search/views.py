"""View of the search page: the whole page or, for htmx, only its hits."""

from django.http import HttpRequest, HttpResponse

from companion import search
from companion.http.caching import public_page
from companion.http.url_converters import id_of
from companion.search import results_page


@public_page
def find(request: HttpRequest) -> HttpResponse:
    """Shows hits for the query ``q`` in all games, or in ``game``; without one, example queries.

    On a page opened from a table it searches the table's game unless the parameter ``game`` is
    given; an empty one means all games. Answers of several games come in the order of ``lately``.
    """
    at = getattr(request, "table", None)
    here = at.here if at else results_page.NO_TABLE
    context = results_page.results_context(
        request, id_of(request.GET.get("game", at.game if at else "")), here
    )
    # The start page names the games by how lately this phone played them.
    lately = request.GET.get("lately", "")[: search.LONGEST]
    order = lately.split()
    context["lately"] = lately
    context["several"] = sorted(
        context["several"],
        key=lambda each: order.index(s) if (s := each.item.box.slug) in order else len(order),
    )
    return results_page.respond(request, "lookup/search.html", context)
