"""Web app manifest: name and colours of the app for a phone's home screen, as JSON."""

from typing import Any

from companion.messages import say


def manifest(language: str, home: str, icons: list[dict[str, str]]) -> dict[str, Any]:
    """Returns the web app manifest (name, icons, colours for a home screen) in a language.

    ``language``: its code. ``home``: URL of the start page; the app's pages are below it.
    ``icons``: dicts with ``src``, ``type`` and ``sizes``.
    """
    return {
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
        "icons": icons,
    }
