"""Views of the web app manifest and the icon for the home screen.

The language is part of the manifest's address, since browsers request it without cookies.
"""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import patch_cache_control

from companion.messages import say

APPLE = "app_icon-180.png"
DAY = 24 * 60 * 60
SIZES = (192, 512)


def manifest(request: HttpRequest, language: str) -> HttpResponse:
    """Returns the web app manifest in a language of the app; else raises ``Http404``."""
    if language not in dict(settings.LANGUAGES):
        raise Http404
    home = reverse("home")
    drawn = {"src": static("app_icon.svg"), "type": "image/svg+xml", "sizes": "any"}
    pixels = [
        {"src": static(f"app_icon-{n}.png"), "type": "image/png", "sizes": f"{n}x{n}"}
        for n in SIZES
    ]
    content = {
        "id": home,
        "start_url": home,
        "scope": home,
        "display": "standalone",
        "lang": language,
        "name": say("app-name").in_language(language),
        "short_name": say("app-short-name").in_language(language),
        "description": say("app-purpose").in_language(language),
        "background_color": "#f8f3e7",
        "theme_color": "#47611f",
        "icons": [
            {**icon, "purpose": use} for icon in (*pixels, drawn) for use in ("any", "maskable")
        ],
    }
    response = JsonResponse(content, content_type="application/manifest+json")
    patch_cache_control(response, public=True, max_age=DAY)
    return response


def apple(request: HttpRequest) -> HttpResponse:
    """Redirects ``/apple-touch-icon.png``, which iPhones request, to the home screen icon.

    A ``link`` tag for the icon would make every page longer.
    """
    response = HttpResponseRedirect(static(APPLE))
    patch_cache_control(response, public=True, max_age=DAY)
    return response
