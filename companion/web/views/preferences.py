"""Language and colour scheme: one tap, remembered on this device."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

YEAR = 365 * 24 * 60 * 60


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    chosen = request.POST.get("language", "")
    return _remember(
        request, settings.LANGUAGE_COOKIE_NAME, chosen, {code for code, _ in settings.LANGUAGES}
    )


@require_POST
def scheme(request: HttpRequest) -> HttpResponse:
    return _remember(request, "scheme", request.POST.get("scheme", ""), {"light", "dark"})


def _remember(request: HttpRequest, name: str, value: str, allowed: set[str]) -> HttpResponse:
    """Back to where the reader was, with the choice in a cookie if it is one."""
    back = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(back, {request.get_host()}, request.is_secure()):
        back = reverse("home")
    response = HttpResponseRedirect(back)
    if value in allowed:
        response.set_cookie(name, value, YEAR, samesite="Lax", httponly=True, secure=settings.HTTPS)
    return response
