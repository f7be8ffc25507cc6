"""The app without sockets: a request in, an answer out, as a service worker has them.

Workers see no cookies, so a jar here keeps them. Runs in the phone's Python; nothing in it needs
a browser, so tests ask it as they ask a server.
"""

from __future__ import annotations

import gc
import json
import os
import random
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

from companion.standalone import piece

type Header = tuple[str, str]
type Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

COOKIES = "cookies.json"
FORM = "application/x-www-form-urlencoded"
FEW = 3
"""Cells of a game that are written for nobody: the fourth is as quick as the hundredth."""
WASTE = 20_000
"""So many new things are made before Python looks for waste: looking takes longer than a cell."""


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: list[Header]
    body: bytes


class Jar:
    """Cookies by name, each until its time; written down as JSON after every change."""

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
        """The ``Cookie`` header that a browser would send now."""
        now = time.time()
        there = [(name, v) for name, (v, until) in self._kept.items() if not until or until > now]
        return "; ".join(f"{name}={value}" for name, value in there)

    def take(self, given: Iterable[str]) -> None:
        """Keeps and forgets cookies as an answer's ``Set-Cookie`` headers say."""
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
    """Asks an application what a browser asks below ``base``, such as ``https://host/games/``."""

    def __init__(self, application: Application, base: str, jar: Jar) -> None:
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
        """The answer to a path with its query, both as an address has them."""
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
            "wsgi.errors": _Errors(),
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
    """A path as WSGI has it: each byte a letter."""
    return unquote_to_bytes(path).decode("latin-1")


class Newer(Exception):
    """A later version of the app wrote the database; the worker knows this name."""


class _Errors:
    """The error stream of WSGI, written to the browser's console."""

    def write(self, text: str) -> None:
        print(text, end="")

    def flush(self) -> None:
        """Nothing is held back."""


def ready(base: str) -> None:
    """Read, once and before anybody asks, the code of the app below ``base``."""
    gc.disable()  # what is read now stays for good: to look through it for waste takes only time
    piece.laid_out(Path(__file__).parents[2])
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    if not hasattr(time, "thread_time"):  # a browser's Python has one thread, and no clock for it
        time.thread_time = time.perf_counter
    from django.urls import set_script_prefix

    # Some addresses are worked out once, while the app is read.
    set_script_prefix(urlsplit(base).path)
    application()


@cache
def application() -> Application:
    """The app, read on first use."""
    from django.core.wsgi import get_wsgi_application

    return get_wsgi_application()


def rehearsed(base: str, spoken: str) -> Iterator[None]:
    """Answer nobody, with a stop after each piece: templates, then pages and look-ups.

    A picture of the memory then knows addresses, templates and words: those of the language
    that is ``spoken``, told as browsers do; the other's come with the first who asks for them.
    Leaves open that it writes: who takes a picture does it over a database without anything in it,
    and puts people's data in its place afterwards.
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
    for slug in search.shelf():
        paths += [reverse("box", args=[slug]), reverse("score", args=[slug])]
    app = _for_nobody(base)
    for path in paths:
        app.ask("GET", path, {"accept-language": spoken, "referer": base})
        yield


def step(pieces: Iterator[None]) -> bool:
    """One piece more; whether there was one. What it reads stays for good, as in ``ready``."""
    gc.disable()
    there = any(True for _piece in islice(pieces, 1))
    gc.freeze()
    gc.enable()
    return there


def still() -> None:
    """Let go of the database, and take what is in memory for good: a picture may be taken."""
    forget()
    gc.freeze()


PRACTICE = ("two", "who may take two", "tvvo")
"""A word, a question and a typing error."""


def practised(base: str, spoken: str) -> Iterator[bool]:
    """Look something up and write on a sheet of each game for nobody, with a stop after each.

    A browser makes fast code only of what has been run. Nothing of it is kept.
    """
    from django.urls import reverse

    from scoring import games

    for question in PRACTICE:
        path = f"{reverse('find')}?q={quote_plus(question)}"
        _for_nobody(base).ask("GET", path, {"accept-language": spoken, "referer": base})
        yield True
    for slug in games():
        _fill_in(_for_nobody(base), base, spoken, slug)
        yield True


def _fill_in(app: Bridge, base: str, spoken: str, slug: str) -> None:
    """Write the first few numbers of a sheet of its own, and take everything back at once."""
    from django.conf import settings
    from django.urls import reverse
    from django.utils.crypto import get_random_string

    from scoring import game

    numbers = (f for f in game(slug).sheet.fields.values() if f.cell.kind == "number")
    cells = ("/".join(("p1", *path)) for field in numbers for path in field.paths())
    token = get_random_string(32)
    app.jar.take([f"{settings.CSRF_COOKIE_NAME}={token}"])
    sent = {"accept-language": spoken, "referer": base, "x-csrftoken": token, "content-type": FORM}

    def post(path: str, fields: Mapping[str, str], **more: str) -> Answer:
        return app.ask("POST", path, sent | more, urlencode(fields).encode())

    with _taken_back():
        made = dict(post(reverse("score", args=[slug]), {"players": "1"}).headers)
        for cell in islice(cells, FEW):
            told = {"hx-request": "true", "hx-trigger-name": cell}
            post(made["Location"], {cell: "1", "form": cell}, **told)


@contextmanager
def _taken_back() -> Iterator[None]:
    """Whatever is written meanwhile has not happened afterwards, whichever requests wrote it."""
    from django.core.signals import request_finished, request_started
    from django.db import close_old_connections, transaction

    signals = (request_started, request_finished)
    for each in signals:  # between two requests a connection in a transaction looks forgotten
        each.disconnect(close_old_connections)
    try:
        with transaction.atomic():
            yield
            transaction.set_rollback(True)
    finally:
        for each in signals:
            each.connect(close_old_connections)


def _for_nobody(base: str) -> Bridge:
    """The app with a jar that keeps nothing."""
    return Bridge(application(), base, Jar(Path(os.devnull)))


def forget() -> None:
    """Let go of everything that was read from the database, which may be another one now."""
    from django.core.cache import caches
    from django.db import connections

    for each in caches.all(initialized_only=True):
        each.clear()
    connections.close_all()


def start(base: str, renewed: bool) -> Bridge:
    """The app below ``base``; its database lies where ``COMPANION_VAR`` says.

    ``renewed`` if another version of the app may have made that. Raises ``Newer`` if it was a
    later one.
    """
    ready(base)
    from django.conf import settings
    from django.core.management import call_command

    from companion.operations import database

    gc.set_threshold(WASTE)
    gc.enable()
    random.seed()  # the memory of being ready may be an old one: not the same numbers once more
    if renewed:
        if later := database.unknown():
            raise Newer(", ".join(later))
        call_command("migrate", verbosity=0, interactive=False)
    return Bridge(application(), base, Jar(Path(settings.VAR) / COOKIES))
