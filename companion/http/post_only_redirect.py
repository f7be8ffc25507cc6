"""Redirects a GET of a POST-only address to the nearest page above it in the path.

Browsers send such a GET for back, forward and copied addresses.
"""

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.urls import get_resolver, get_script_prefix


def redirected(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Returns a redirect for a GET of an address that takes only POST; else ``response`` as it is.

    It goes to the nearest page above in the path. A JSON response is not replaced.
    """
    form = isinstance(response, HttpResponseNotAllowed) and request.method == "GET"
    # JSON is requested by programs, which need the status.
    if not form or response.get("Content-Type", "").startswith("application/"):
        return response
    return HttpResponseRedirect(get_script_prefix() + _nearest_address(request))


def _nearest_address(request: HttpRequest) -> str:
    """Returns the address (as ``t/abc/log``) of the nearest page above a request's in the path.

    Compares URL patterns, since a path alone might also match a game or an entry.
    """
    match = request.resolver_match
    assert match is not None  # a view has answered
    ours = {str(each.pattern) for each in get_resolver().url_patterns}
    route, path = match.route.split("/"), request.path_info.removeprefix("/").split("/")
    for length in range(len(route) - 1, 0, -1):
        for end in ("", "/"):
            if "/".join(route[:length]) + end in ours:
                return "/".join(path[:length]) + end
    return ""
