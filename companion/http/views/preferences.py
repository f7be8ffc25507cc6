"""Views that store language and colour scheme in cookies of this device.

Their forms are on publicly cached pages, so they have no CSRF token; the browser's
``Sec-Fetch-Site`` header is checked instead.
"""

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from companion.http import valid_text

YEAR = 365 * 24 * 60 * 60


@csrf_exempt
@require_POST
def language(request: HttpRequest) -> HttpResponse:
    allowed = {code for code, _ in settings.LANGUAGES}
    return _remember(request, "language", settings.LANGUAGE_COOKIE_NAME, allowed)


@csrf_exempt
@require_POST
def scheme(request: HttpRequest) -> HttpResponse:
    return _remember(request, "scheme", "scheme", {"light", "dark"})


def _remember(request: HttpRequest, field: str, name: str, allowed: set[str]) -> HttpResponse:
    """Stores a posted choice in the cookie ``name`` if it is ``allowed``; redirects back.

    ``field``: the form's field with the choice. Raises ``PermissionDenied`` if the form was sent
    from another site.
    """
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        raise PermissionDenied
    valid_text.check_form(request)
    back = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(back, {request.get_host()}, request.is_secure()):
        back = reverse("home")
    response, value = HttpResponseRedirect(back), request.POST.get(field, "")
    if value in allowed:
        response.set_cookie(name, value, YEAR, samesite="Lax", httponly=True, secure=settings.HTTPS)
    return response
