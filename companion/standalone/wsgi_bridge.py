"""WSGI bridge: turns requests of the browser's service worker into calls of the Django app.

Service workers see no cookies, so a cookie jar here stores them. The bridge runs in the phone's
Python (Pyodide), but needs no browser, so that tests can call it.
"""

import gc
import json
import os
import random
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from functools import cache
from http.cookies import SimpleCookie
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import quote_plus, unquote_to_bytes, urlencode, urlsplit

from companion.standalone import file_bundle

type Header = tuple[str, str]
type Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

COOKIES = "cookies.json"
FORM = "application/x-www-form-urlencoded"
FEW = 3
"""Number of cells written to prepare each game (``practised``); more make nothing faster."""
WASTE = 20_000
"""New objects between two garbage collections; each takes longer than writing a cell."""


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: list[Header]
    body: bytes


class CookieJar:
    """Cookies by name with their expiry, saved in the JSON file ``path`` after every change."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._kept: dict[str, tuple[str, float | None]] = {
                name: (value, until)
                for name, (value, until) in json.loads(path.read_text()).items()
            }
        except (OSError, ValueError, TypeError, AttributeError):
            self._kept = {}

    def header(self) -> str:
        """Returns a ``Cookie`` header with the cookies in the jar that have not expired."""
        now = time.time()
        there = [(name, v) for name, (v, until) in self._kept.items() if not until or until > now]
        return "; ".join(f"{name}={value}" for name, value in there)

    def take(self, given: Iterable[str]) -> None:
        """Updates the cookies in a jar from a response; ``given``: its ``Set-Cookie`` headers."""
        before = dict(self._kept)
        for each in given:
            for name, morsel in SimpleCookie(each).items():
                until = _until(morsel["max-age"], morsel["expires"])
                if until is not None and until <= time.time():
                    self._kept.pop(name, None)
                else:
                    self._kept[name] = (morsel.coded_value, until)
        if self._kept != before:
            self.path.write_text(json.dumps(self._kept), "utf-8")


def _until(age: str, expires: str) -> float | None:
    if age:
        return time.time() + float(age)
    return parsedate_to_datetime(expires).timestamp() if expires else None


class Bridge:
    """Calls a WSGI application for requests to URLs below ``base``, with the cookies of ``jar``."""

    def __init__(self, application: Application, base: str, jar: CookieJar) -> None:
        self.application, self.jar = application, jar
        self.at = urlsplit(base)
        self.prefix = self.at.path.rstrip("/")

    def ask(
        self,
        method: str,
        target: str,
        headers: Mapping[str, str] | None = None,
        body: bytes = b"",
    ) -> Answer:
        """Returns the app's response to a request: status, headers, body.

        ``method``: *GET* or *POST*. ``target``: path and query, both percent-encoded. ``headers``:
        name to value. ``body``: what is posted.
        """
        path, _, query = target.partition("?")
        port = self.at.port or (443 if self.at.scheme == "https" else 80)
        environ: dict[str, Any] = {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": _bytewise(self.prefix),
            "PATH_INFO": _bytewise(path.removeprefix(self.prefix)),
            "QUERY_STRING": query,
            "SERVER_NAME": self.at.hostname,
            "SERVER_PORT": str(port),
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": self.at.scheme,
            "wsgi.input": BytesIO(body),
            "wsgi.errors": sys.stdout,  # the browser's console
            "wsgi.multithread": False,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }
        asked = {name.lower(): value for name, value in (headers or {}).items()}
        asked |= {"host": self.at.netloc, "cookie": self.jar.header()}
        environ["CONTENT_TYPE"] = asked.pop("content-type", "")
        for name, value in asked.items():
            if value:
                environ["HTTP_" + name.upper().replace("-", "_")] = value
        return self._answer(environ)

    def _answer(self, environ: dict[str, Any]) -> Answer:
        begun: list[Any] = []

        def start(status: str, headers: list[Header], exc_info: Any = None) -> Callable[..., None]:
            begun[:] = [status, headers]
            return _refuse

        parts = self.application(environ, start)
        try:
            body = b"".join(parts)
        finally:
            getattr(parts, "close", lambda: None)()
        status, headers = begun
        self.jar.take(value for name, value in headers if name.lower() == "set-cookie")
        kept = [(name, value) for name, value in headers if name.lower() != "set-cookie"]
        return Answer(int(status.split()[0]), kept, body)


def _refuse(data: bytes) -> None:
    raise NotImplementedError("an application that writes while it answers")


def _bytewise(path: str) -> str:
    """Returns a percent-encoded path as WSGI requires: decoded, a Latin-1 character per byte."""
    return unquote_to_bytes(path).decode("latin-1")


class Newer(Exception):
    """Raised if a later version of the app wrote the database. JavaScript looks for this name."""


def ready(base: str) -> None:
    """Imports the app for addresses below the URL ``base``; called once, before the first request.

    On a phone it first unpacks the games' data.
    """
    gc.disable()  # what is imported now stays for good: searching it for garbage only takes time
    file_bundle.laid_out(Path(__file__).parents[2])
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    if not hasattr(time, "thread_time"):  # a browser's Python has one thread, and no clock for it
        time.thread_time = time.perf_counter
    from django.urls import set_script_prefix

    # Some addresses are computed once, while the app is imported.
    set_script_prefix(urlsplit(base).path)
    application()


@cache
def application() -> Application:
    """Returns the WSGI application, imported on first use."""
    from django.core.wsgi import get_wsgi_application

    return get_wsgi_application()


def rehearsed(base: str, language: str) -> Iterator[None]:
    """Warms up the app before a memory snapshot: renders pages and searches.

    Yields None after each page, so that other work can be done. ``base``: URL of the app.
    ``language``: Accept-Language header of these requests. They may write to the database, so it
    must not be the user's.
    """
    from django.conf import settings
    from django.template.loader import get_template
    from django.urls import reverse

    from companion import search

    templates = Path(settings.BASE_DIR) / "templates"
    for each in sorted(templates.rglob("*.html")):
        get_template(each.relative_to(templates).as_posix())
        yield
    names = ("home", "history", "about")
    paths = [*map(reverse, names), *(f"{reverse('find')}?q={word}" for word in ("one", "onne"))]
    for slug in search.games_by_slug():
        paths += [reverse("box", args=[slug]), reverse("score", args=[slug])]
    app = _for_nobody(base)
    for path in paths:
        app.ask("GET", path, {"accept-language": language, "referer": base})
        yield


def step(pieces: Iterator[None]) -> bool:
    """Runs the next of ``pieces``, an iterator that warms up the app; returns false at its end.

    The objects it made are excluded from garbage collection.
    """
    gc.disable()
    there = any(True for _piece in islice(pieces, 1))
    gc.freeze()
    gc.enable()
    return there


def close_for_snapshot() -> None:
    """Closes the database and excludes all objects from garbage collection, for a snapshot."""
    forget()
    gc.freeze()


PRACTICE = ("two", "who may take two", "tvvo")
"""Queries to prepare the search: a word, a question and a typing error."""


def practised(base: str, language: str) -> Iterator[bool]:
    """Warms up the app after its start: runs searches, and fills in a sheet of each game.

    Browsers compile only code that has run, so this makes later requests fast. Yields true after
    each search and sheet. Nothing written stays. ``base``: URL of the app. ``language``:
    Accept-Language header of the requests.
    """
    from django.urls import reverse

    from scoring import games

    for question in PRACTICE:
        path = f"{reverse('find')}?q={quote_plus(question)}"
        _for_nobody(base).ask("GET", path, {"accept-language": language, "referer": base})
        yield True
    for slug in games():
        _fill_in(_for_nobody(base), base, language, slug)
        yield True


def _fill_in(app: Bridge, base: str, language: str, slug: str) -> None:
    """Opens a sheet of the game ``slug`` and fills in its first numbers; nothing stays stored.

    ``base``: URL of the app. ``language``: Accept-Language header of the requests.
    """
    from django.conf import settings
    from django.urls import reverse
    from django.utils.crypto import get_random_string

    from scoring import game

    numbers = (f for f in game(slug).sheet.fields.values() if f.cell.kind == "number")
    cells = ("/".join(("p1", *path)) for field in numbers for path in field.paths())
    token = get_random_string(32)
    app.jar.take([f"{settings.CSRF_COOKIE_NAME}={token}"])
    sent = {
        "accept-language": language,
        "referer": base,
        "x-csrftoken": token,
        "content-type": FORM,
    }

    def post(path: str, fields: Mapping[str, str], **more: str) -> Answer:
        return app.ask("POST", path, sent | more, urlencode(fields).encode())

    with _taken_back():
        made = dict(post(reverse("score", args=[slug]), {"players": "1"}).headers)
        for cell in islice(cells, FEW):
            told = {"hx-request": "true", "hx-trigger-name": cell}
            post(made["Location"], {cell: "1", "form": cell}, **told)


@contextmanager
def _taken_back() -> Iterator[None]:
    """Context manager that rolls back everything that requests in it write to the database."""
    from django.core.signals import request_finished, request_started
    from django.db import close_old_connections, transaction

    signals = (request_started, request_finished)
    # else Django would close the connection, in a transaction, between two requests
    for each in signals:
        each.disconnect(close_old_connections)
    try:
        with transaction.atomic():
            yield
            transaction.set_rollback(True)
    finally:
        for each in signals:
            each.connect(close_old_connections)


def _for_nobody(base: str) -> Bridge:
    return Bridge(application(), base, CookieJar(Path(os.devnull)))


def forget() -> None:
    """Closes all connections to the database, so that its file can be replaced."""
    from django.db import connections

    connections.close_all()


def start(base: str, renewed: bool) -> Bridge:
    """Imports the app for addresses below the URL ``base`` and returns a bridge that calls it.

    ``renewed``: the database may be another version's, so it is migrated. Raises ``Newer`` if it is
    a later version's.
    """
    ready(base)
    from django.conf import settings
    from django.core.management import call_command

    from companion.operations import database_checks

    gc.set_threshold(WASTE)
    gc.enable()
    random.seed()  # a memory snapshot would repeat the same random numbers
    if renewed:
        if later := database_checks.unknown_migrations():
            raise Newer(", ".join(later))
        call_command("migrate", verbosity=0, interactive=False)
    return Bridge(application(), base, CookieJar(Path(settings.VAR) / COOKIES))
