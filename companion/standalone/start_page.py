"""The start page shown on a phone before its Python runs, rendered when the site is built.

On a first start there is no user data yet, so the page differs only by language and the site's
address. ``tests/standalone/test_start_page.py`` compares it with the app's response.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from django.conf import settings

from companion.standalone.wsgi_bridge import Bridge, CookieJar

BASE = "https://example.org/-here-/"
"""Address that the page is rendered for; its path occurs nowhere else in the page."""
HERE = urlsplit(BASE).path
"""Placeholder that the worker replaces by the site's own path."""
DATABASE, MANIFEST = "companion.sqlite3", "static/staticfiles.json"


def made(empty: bytes, manifest: bytes) -> dict[str, bytes]:
    """Renders a new user's start page for the app on phones; returns JSON files, path to content.

    There is one per language, with HTTP headers and body. ``empty``: an empty database;
    ``manifest``: of the static files. Raises ``RuntimeError`` if the process that renders fails.
    """
    with TemporaryDirectory() as name:
        for path, content in ((DATABASE, empty), (MANIFEST, manifest)):
            there = Path(name, path)
            there.parent.mkdir(exist_ok=True)
            there.write_bytes(content)
        done = subprocess.run(
            [sys.executable, "-m", __name__],
            cwd=settings.BASE_DIR,
            env=_environment(name),
            capture_output=True,
            text=True,
        )
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])
    return {
        f"opening/{code}.json": json.dumps(page, ensure_ascii=False).encode()
        for code, page in json.loads(done.stdout).items()
    }


def _environment(folder: str) -> dict[str, str]:
    """Returns environment variables for an app on a phone, with its data in ``folder``.

    They are the present ones without those that configure the builder's own app.
    """
    others = ("COMPANION_", "DATABASE_URL")
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(others)}
    return inherited | {
        "COMPANION_ALONE": "1",
        "COMPANION_SECRET_KEY": "of no phone: nothing on the page is signed",
        "COMPANION_VAR": folder,
        "DJANGO_SETTINGS_MODULE": "companion.settings",
    }


def pages() -> dict[str, list[object]]:
    """Returns language to [HTTP headers, body] of a new user's start page, on a phone.

    Raises ``ValueError`` if the page failed or would set a cookie, so that not all can share it.
    """
    from django.core.wsgi import get_wsgi_application
    from django.urls import set_script_prefix

    set_script_prefix(HERE)
    application = get_wsgi_application()
    found: dict[str, list[object]] = {}
    for code, _name in settings.LANGUAGES:
        app = Bridge(application, BASE, CookieJar(Path(os.devnull)))
        answer = app.ask("GET", HERE, {"accept-language": code})
        if answer.status != 200 or app.jar.header():
            raise ValueError("the start page is not the same for everybody")
        # Left out, since the length depends on the site's address.
        headers = [each for each in answer.headers if each[0].lower() != "content-length"]
        found[code] = [headers, answer.body.decode()]
    return found


if __name__ == "__main__":
    print(json.dumps(pages()))
