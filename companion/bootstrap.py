"""Makes ``python3 manage.py …`` work with nothing but Python installed.

It finds a Python that is new enough, builds ``.venv`` from the locked requirements, and restarts
the command there. It uses only the standard library and the syntax of old Pythons, which must print
a message too.
"""

# Pythons from 3.7 on read this file: they would stumble over `str | None` in an annotation.
from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator

OLDEST = (3, 12)
PREFERRED = ("3.13", "3.14", "3.12")
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")
BIN = ("Scripts", "python.exe") if sys.platform == "win32" else ("bin", "python")
PYTHON = os.path.join(VENV, *BIN)
RUN = "requirements.txt"
DEVELOP = "requirements-dev.txt"
# Commands that need more packages than the app does.
NEEDS = {"check_all": DEVELOP, "new_language": DEVELOP, "translate": DEVELOP}

NO_PYTHON = """\
This needs Python 3.12 or newer, and none was found (this is {version}).
Install one, for example from python.org or your package manager, and try again.

Python 3.12 以上が必要ですが、見つかりませんでした（これは {version} です）。
python.org やパッケージマネージャーなどでインストールしてから、もう一度お試しください。
"""
NO_PACKAGES = """\
The packages could not be installed. The lines above say why: often there is no internet
connection, or pip is missing (on Debian and Ubuntu: apt install python3-venv python3-pip).

パッケージをインストールできませんでした。原因は上に表示されています。ネット接続と
pip を確認してください（Debian・Ubuntu では apt install python3-venv python3-pip）。
"""
NO_FOLDER = """\
The folder {path} cannot be written: {why}.
Make room on the disk if it is full, or give the folder to whoever runs this, and try again.

フォルダー {path} に書き込めません（{why}）。
ディスクがいっぱいなら空きを作るか、実行する人に書き込みの権限を与えてから、もう一度お試しください。
"""


def ensure(argv: list[str]) -> None:
    """Restarts the command line ``argv`` in ``.venv`` unless this Python has the packages it needs.

    Installs them first if they are missing. With ``COMPANION_NO_BOOTSTRAP`` set, it does nothing.
    Packages removed from ``.venv`` by hand are not noticed; delete the folder to start over.
    """
    needs = NEEDS.get(argv[1] if len(argv) > 1 else "", RUN)
    at_home = _at_home()
    if at_home and _fresh(needs):
        return
    if os.environ.get("COMPANION_NO_BOOTSTRAP") or (not at_home and _complete()):
        return
    try:
        install(needs)
    except OSError as error:
        sys.exit(NO_FOLDER.format(path=error.filename or ROOT, why=error.strerror or error))
    os.environ["COMPANION_NO_BOOTSTRAP"] = "1"  # never a second time, whatever happens
    _restart([PYTHON, *argv])


def install(needs: str) -> None:
    """Installs the packages of the requirements file ``needs`` in ``.venv``, unless it has them.

    Only one process at a time does so; others wait.
    """
    if _fresh(needs) and os.path.exists(PYTHON):
        return
    with locked(os.path.join(ROOT, "var", "bootstrap.lock")):
        if _fresh(needs) and os.path.exists(PYTHON):
            return  # another process did it while this one waited
        started = time.monotonic()
        base = _find_python()
        uv = shutil.which("uv")
        if not base and not uv:
            sys.exit(NO_PYTHON.format(version="%d.%d.%d" % sys.version_info[:3]))
        _say("Installing what this needs into .venv; once, about a minute ...")
        _say("必要なものを .venv に入れています（初回のみ、1 分ほど）…")
        with contextlib.suppress(OSError):
            os.remove(_stamp(needs))
        done = (uv and _with_uv(uv, base, needs)) or (base and _with_pip(base, needs))
        if not done:
            sys.exit(NO_PACKAGES)
        for file in (RUN, DEVELOP) if needs == DEVELOP else (needs,):
            _write(_stamp(file), _read(os.path.join(ROOT, file)))
        _say("Done in %.0f s. 完了しました。" % (time.monotonic() - started))


@contextlib.contextmanager
def locked(path: str | os.PathLike[str]) -> Iterator[None]:
    """Context manager that holds a lock on the file ``path``; other processes wait for its end.

    A killed process releases the lock.
    """
    os.makedirs(os.path.dirname(os.fspath(path)), exist_ok=True)
    with open(path, "a+") as file:
        if sys.platform == "win32":
            import msvcrt

            while True:
                file.seek(0)
                with contextlib.suppress(OSError):  # Windows gives up after ten seconds
                    msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
                    break
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield  # closing the file releases the lock


# -- Is it installed already? -------------------------------------------------------------


def _at_home() -> bool:
    return os.path.realpath(sys.prefix) == os.path.realpath(VENV)


def _stamp(needs: str) -> str:
    return os.path.join(VENV, needs)


def _fresh(needs: str) -> bool:
    """True if the requirements file ``needs`` is unchanged since ``.venv`` was built from it."""
    try:
        return _read(_stamp(needs)) == _read(os.path.join(ROOT, needs))
    except OSError:
        return False


def _complete() -> bool:
    """True if this Python has every package in ``requirements.txt`` without ``.venv``.

    Only Django's version is compared, and only its first two numbers.
    """
    if sys.version_info < OLDEST:
        return False
    from importlib.metadata import PackageNotFoundError, version

    try:
        for name, number in locked_packages():
            there = version(name)
            if name == "django" and there.split(".")[:2] != number.split(".")[:2]:
                return False
    except PackageNotFoundError:
        return False
    return True


def locked_packages() -> list[tuple[str, str]]:
    """Returns (name, version) of each package that ``requirements.txt`` lists for all platforms."""
    text = _read(os.path.join(ROOT, RUN)).decode()
    wanted = re.findall(r"^([\w.-]+)==(\S+)(?: (.*))?$", text, re.M)
    return [(name, number) for name, number, on in wanted if not on.startswith(";")]


# -- Installation --------------------------------------------------------------------------


def _find_python() -> str | None:
    """Returns the path of a Python from version ``OLDEST`` on, first of all this one; else None."""
    if sys.version_info >= OLDEST:
        # Inside ``.venv``, the one it was made from: the folder may have to be made again.
        return getattr(sys, "_base_executable", None) if _at_home() else sys.executable
    names = ["python" + number for number in PREFERRED] + ["python3", "python"]
    found = [shutil.which(name) for name in names]
    pyenv = os.path.join(os.environ.get("PYENV_ROOT") or os.path.expanduser("~/.pyenv"), "versions")
    with contextlib.suppress(OSError):
        for number in PREFERRED:
            for name in sorted(os.listdir(pyenv), reverse=True):
                if name.startswith(number + "."):
                    found.append(os.path.join(pyenv, name, "bin", "python"))
    for path in found:
        if path and _new_enough(path):
            return path
    return None


def _new_enough(python: str) -> bool:
    code = "import sys; sys.exit(sys.version_info < %r)" % (OLDEST,)
    return _run([python, "-c", code], quiet=True)


def _with_uv(uv: str, base: str | None, needs: str) -> bool:
    """Builds ``.venv`` with uv, which is much faster than pip; true if that succeeds.

    ``uv``: its path. ``needs``: the requirements file to install. ``base``: path of a Python; if
    there is none, uv downloads one.
    """
    if not _new_enough(PYTHON) and not _run(
        [uv, "venv", "--quiet", "--clear", "--python", base or PREFERRED[0], VENV]
    ):
        return False
    return _run(
        [uv, "pip", "install", "--quiet", "--python", PYTHON, "--require-hashes", "-r", needs]
    )


def _with_pip(base: str, needs: str) -> bool:
    """Builds ``.venv`` with the pip of the ``base`` Python; true if that succeeds.

    ``needs``: the requirements file to install. Its pip stays outside of ``.venv``, since Debian's
    cannot always be copied there.
    """
    options = ["--quiet", "--disable-pip-version-check", "--no-input", "--require-hashes"]
    outside = _run([base, "-m", "pip", "--version"], quiet=True)
    if not _new_enough(PYTHON) and not _run(
        [base, "-m", "venv", "--clear", *(["--without-pip"] if outside else []), VENV]
    ):
        return False
    pip = [base, "-m", "pip", "--python", PYTHON] if outside else [PYTHON, "-m", "pip"]
    return _run([*pip, "install", *options, "-r", needs])


def _run(command: list[str], quiet: bool = False) -> bool:
    output = subprocess.DEVNULL if quiet else None
    try:
        return subprocess.call(command, cwd=ROOT, stdout=output, stderr=output) == 0
    except OSError:
        return False


def _restart(command: list[str]) -> None:
    sys.stdout.flush()
    if sys.platform == "win32":  # there, exec would return to the terminal too early
        sys.exit(subprocess.call(command))
    os.execv(command[0], command)


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _write(path: str, content: bytes) -> None:
    draft = "%s.%d" % (path, os.getpid())
    with open(draft, "wb") as file:
        file.write(content)
    os.replace(draft, path)


if __name__ == "__main__":  # ``python3 -m companion.bootstrap`` prepares a developer's machine
    install(DEVELOP)
    _say("Ready: " + PYTHON)
