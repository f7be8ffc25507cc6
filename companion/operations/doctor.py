"""Checks of an installation for ``manage.py doctor``; reports each problem with its remedy.

The checks are independent: a failure does not hide the next. Problems that keep the settings from
loading (folder, key) are reported earlier, in the same words.
"""

import platform
import shutil
import stat
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check of an installation, such as free disk space.

    ``well``: true if there is no problem. ``message``: the result, or the problem and its remedy.
    """

    well: bool
    message: Text


def findings(port: int = listening_port.FIRST_PORT) -> Iterator[Finding]:
    """Runs all checks of an installation (disk, database, games, port ...); yields their results.

    ``port``: the server's, which must be free or used by this app.
    """
    looks: tuple[Callable[[], Finding], ...] = (
        *(python, packages, folder, space, key, sound, migrations),
        *(files, games, solver, lambda: port_is_free(port)),
    )
    for look in looks:
        try:
            yield look()
        except OperationalProblem as trouble:
            yield Finding(False, trouble.message)


def python() -> Finding:
    return Finding(True, say("doctor-python", version=platform.python_version()))


def packages() -> Finding:
    wanted = bootstrap.locked_packages()
    wrong = [f"{name} {number}" for name, number in wanted if _installed(name) != number]
    if wrong:
        names = ", ".join(wrong[:MANY]) + (" …" if len(wrong) > MANY else "")
        return Finding(False, say("doctor-packages-wrong", names=names))
    return Finding(True, say("doctor-packages", n=len(wanted)))


def _installed(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def folder() -> Finding:
    data_directory.writable(settings.VAR)
    return Finding(True, say("doctor-folder", path=str(settings.VAR)))


def space() -> Finding:
    free = shutil.disk_usage(settings.VAR).free // 1024 // 1024
    if free < LEAST_SPACE:
        return Finding(False, say("doctor-space-low", free=free, path=str(settings.VAR)))
    return Finding(True, say("doctor-space", free=free))


def key() -> Finding:
    if len(settings.SECRET_KEY) < SHORT_KEY:
        return Finding(False, say("doctor-key-short", n=len(settings.SECRET_KEY)))
    path = settings.VAR / data_directory.KEY
    if path.exists() and stat.S_IMODE(path.stat().st_mode) & 0o077:
        return Finding(False, say("doctor-key-open", path=str(path)))
    return Finding(True, say("doctor-key"))


def sound() -> Finding:
    if not database_checks.has_data():
        return Finding(True, say("doctor-database-new"))
    database_checks.check()
    if path := database_checks.file():
        database_checks.examine(path)
    return Finding(True, say("doctor-database"))


def migrations() -> Finding:
    if not database_checks.has_data():
        return Finding(True, say("doctor-database-new"))
    if names := database_checks.pending_migrations():
        return Finding(False, say("doctor-migrations-pending", names=", ".join(names)))
    return Finding(True, say("doctor-migrations"))


def files() -> Finding:
    storage = staticfiles_storage
    # with COMPANION_DEBUG they are read directly from static/
    if not isinstance(storage, ManifestFilesMixin):
        return Finding(True, say("doctor-files"))
    if not any(Path(settings.STATIC_ROOT).iterdir()):
        return Finding(True, say("doctor-files-new"))
    for finder in get_finders():
        for name, _storage in finder.list([]):
            kept = storage.hashed_files.get(storage.hash_key(name))
            if kept is None or not storage.exists(kept):
                return Finding(False, say("doctor-files-wrong", name=name))
    return Finding(True, say("doctor-files"))


def games() -> Finding:
    for slug in registry.check():
        return Finding(False, say("doctor-games-wrong", slug=slug))
    return Finding(True, say("doctor-games", n=len(registry.games())))


def solver() -> Finding:
    """Checks the solver by a tiny problem with a known answer; returns the result to show."""
    started = time.perf_counter()
    try:
        model = Model("doctor")
        one, other = model.integer("one", 3), model.integer("other", 4)
        model.constraint("together", one + other <= 5)
        found = model.solve(one * 2 + other)
    except NoAnswer as error:
        return Finding(False, say("doctor-solver-wrong", why=str(error)))
    ms = round((time.perf_counter() - started) * 1000)
    if (found.verdict, found.points) != ("optimal", 8):
        return Finding(False, say("doctor-solver-wrong", why=f"{found.verdict} {found.points}"))
    if ms > SLOW:
        return Finding(False, say("doctor-solver-slow", ms=ms))
    return Finding(True, say("doctor-solver", ms=ms))


def port_is_free(port: int) -> Finding:
    free = listening_port.free("0.0.0.0", port)
    if free == port:
        return Finding(True, say("doctor-port", port=str(port)))
    if _ours(port):
        return Finding(True, say("doctor-port-ours", port=str(port)))
    return Finding(False, say("doctor-port-taken", port=str(port), free=str(free or "NUMBER")))


def _ours(port: int) -> bool:
    """True if the program at a port of this machine is this app: its API lists the same games."""
    host = next((name for name in settings.ALLOWED_HOSTS if name[:1] not in "*."), "localhost")
    # One that has just started loads its games before it answers.
    status, text = healthcheck.ask(port, host, GAMES, PATIENCE)
    return status == 200 and all(f'"{slug}"' in text for slug in registry.games())
