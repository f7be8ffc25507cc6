"""The entry point for any WSGI server: `gunicorn companion.wsgi`."""

import os
from threading import Thread

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")

application = get_wsgi_application()


def _warm() -> None:
    """Read every box and wake the solver, so that nobody's first tap waits for it."""
    from companion import search
    from companion.scores import scored

    search.index()
    for game in search.shelf().values():
        if game.final:
            scored(game, game.sheet.blank(1))


Thread(target=_warm, name="warm", daemon=True).start()
