"""Checks of an installation for ``manage.py doctor``; reports each problem with its remedy.

Each returns its result, or raises an ``OperationalProblem``. They are independent: a failure does
not hide the next. Problems that keep the settings from
loading (folder, key) are reported earlier, in the same words.
"""

import platform
import shutil
import stat
import time
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import ManifestFilesMixin, staticfiles_storage

from companion import bootstrap
from companion.messages import say
from companion.operations import data_directory, database_checks, healthcheck, listening_port
from companion.operations.operational_problem import OperationalProblem
from scoring import registry
from scoring.model.plan import NoAnswer
from scoring.solving.ilp import Model
from scoring.text.localised import Text

LEAST_SPACE = 100
"""MB of free disk space. A game night takes one or two; the rest is for the machine itself."""
SHORT_KEY = 50
SLOW = 10_000
"""Most milliseconds for the test of the solver: it takes five, on a busy machine a thousand."""
MANY = 5
GAMES = "/api/v1/games"
PATIENCE = 15
"""Seconds for the program at the port to respond."""


def findings(port: int = listening_port.FIRST_PORT) -> Iterator[tuple[bool, Text]]:
    """Runs all checks of an installation (disk, database, games, port ...); yields their results.

    Pairs of true if all is well, and the result, or the problem and its remedy. ``port``: the
    server's, which must be free or used by this app.
    """
    looks: tuple[Callable[[], Text], ...] = (
        *(python, packages, folder, space, key, sound, migrations),
        *(files, games, solver, lambda: port_is_free(port)),
    )
    for look in looks:
        try:
            yield True, look()
        except OperationalProblem as trouble:
            yield False, trouble.message


def python() -> Text:
    return say("doctor-python", version=platform.python_version())


def packages() -> Text:
    wanted = bootstrap.locked_packages()
    wrong = [f"{name} {number}" for name, number in wanted if _installed(name) != number]
    if wrong:
        names = ", ".join(wrong[:MANY]) + (" …" if len(wrong) > MANY else "")
        raise OperationalProblem(say("doctor-packages-wrong", names=names))
    return say("doctor-packages", n=len(wanted))


def _installed(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def folder() -> Text:
    data_directory.writable(settings.VAR)
    return say("doctor-folder", path=str(settings.VAR))


def space() -> Text:
    free = shutil.disk_usage(settings.VAR).free // 1024 // 1024
    if free < LEAST_SPACE:
        raise OperationalProblem(say("doctor-space-low", free=free, path=str(settings.VAR)))
    return say("doctor-space", free=free)


def key() -> Text:
    if len(settings.SECRET_KEY) < SHORT_KEY:
        raise OperationalProblem(say("doctor-key-short", n=len(settings.SECRET_KEY)))
    path = settings.VAR / data_directory.KEY
    if path.exists() and stat.S_IMODE(path.stat().st_mode) & 0o077:
        raise OperationalProblem(say("doctor-key-open", path=str(path)))
    return say("doctor-key")


def sound() -> Text:
    if not database_checks.has_data():
        return say("doctor-database-new")
    database_checks.check()
    if path := database_checks.file():
        database_checks.examine(path)
    return say("doctor-database")


def migrations() -> Text:
    if not database_checks.has_data():
        return say("doctor-database-new")
    if names := database_checks.pending_migrations():
        raise OperationalProblem(say("doctor-migrations-pending", names=", ".join(names)))
    return say("doctor-migrations")


def files() -> Text:
    storage = staticfiles_storage
    # with COMPANION_DEBUG they are read directly from static/
    if not isinstance(storage, ManifestFilesMixin):
        return say("doctor-files")
    if not any(Path(settings.STATIC_ROOT).iterdir()):
        return say("doctor-files-new")
    for finder in get_finders():
        for name, _storage in finder.list([]):
            kept = storage.hashed_files.get(storage.hash_key(name))
            if kept is None or not storage.exists(kept):
                raise OperationalProblem(say("doctor-files-wrong", name=name))
    return say("doctor-files")


def games() -> Text:
    for slug in registry.check():
        raise OperationalProblem(say("doctor-games-wrong", slug=slug))
    return say("doctor-games", n=len(registry.games()))


def solver() -> Text:
    """Checks the solver by a tiny problem with a known answer; returns the result to show."""
    started = time.perf_counter()
    try:
        model = Model("doctor")
        one, other = model.integer("one", 3), model.integer("other", 4)
        model.constraint("together", one + other <= 5)
        found = model.solve(one * 2 + other)
    except NoAnswer as error:
        raise OperationalProblem(say("doctor-solver-wrong", why=str(error))) from error
    ms = round((time.perf_counter() - started) * 1000)
    if (found.verdict, found.points) != ("optimal", 8):
        raise OperationalProblem(say("doctor-solver-wrong", why=f"{found.verdict} {found.points}"))
    if ms > SLOW:
        raise OperationalProblem(say("doctor-solver-slow", ms=ms))
    return say("doctor-solver", ms=ms)


def port_is_free(port: int) -> Text:
    free = listening_port.free("0.0.0.0", port)
    if free == port:
        return say("doctor-port", port=str(port))
    if _ours(port):
        return say("doctor-port-ours", port=str(port))
    raise OperationalProblem(say("doctor-port-taken", port=str(port), free=str(free or "NUMBER")))


def _ours(port: int) -> bool:
    """True if the program at a port of this machine is this app: its API lists the same games."""
    host = next((name for name in settings.ALLOWED_HOSTS if name[:1] not in "*."), "localhost")
    # One that has just started loads its games before it answers.
    status, text = healthcheck.ask(port, host, GAMES, PATIENCE)
    return status == 200 and all(f'"{slug}"' in text for slug in registry.games())
