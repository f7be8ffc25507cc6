"""Views of the web app manifest and the icon for the home screen.

The language is part of the manifest's address, since browsers request it without cookies.
"""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import patch_cache_control

from companion.http import web_app_manifest

APPLE = "app_icon-180.png"
DAY = 24 * 60 * 60
SIZES = (192, 512)


def manifest(request: HttpRequest, language: str) -> HttpResponse:
    """Returns the web app manifest (name, icons, colours for a home screen) in a language.

    Raises ``Http404`` for a language that the app does not have. ``language``: its code, such as
    *ja*.
    """
    if language not in dict(settings.LANGUAGES):
        raise Http404
    drawn = {"src": static("app_icon.svg"), "type": "image/svg+xml", "sizes": "any"}
    pixels = [
        {"src": static(f"app_icon-{n}.png"), "type": "image/png", "sizes": f"{n}x{n}"}
        for n in SIZES
    ]
    icons = [{**icon, "purpose": use} for icon in (*pixels, drawn) for use in ("any", "maskable")]
    content = web_app_manifest.manifest(language, reverse("home"), icons)
    response = JsonResponse(content, content_type="application/manifest+json")
    patch_cache_control(response, public=True, max_age=DAY)
    return response


def apple(request: HttpRequest) -> HttpResponse:
    """Redirects ``/apple-touch-icon.png``, which iPhones request, to the home screen icon."""
    response = HttpResponseRedirect(static(APPLE))
    patch_cache_control(response, public=True, max_age=DAY)
    return response
