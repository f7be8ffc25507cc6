"""Finds or downloads Python for browsers (Pyodide) and the solver, which are not in git.

It looks in a named folder, in ``var/`` and in Python packages; npm downloads them on request. The
files must match the tested checksums.
"""

import hashlib
import shutil
import subprocess
import tarfile
from collections.abc import Iterator, Sequence
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.messages import say
from companion.operations.operational_problem import OperationalProblem

PYODIDE, HIGHS = "pyodide@314.0.7", "highs@1.15.3"
SUMS = {
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
    "highs.mjs": "f2bdfd071d19c3745756a087026589e9240f329e38315a86f626823ae78a4036",
    "highs.wasm": "528be4365bea1d4188988646b244263f50320df55782e14d6af5bce7cd45c840",
}
"""SHA-256 of each file needed."""
PACKAGES = ("flet-web",)
"""Python packages that contain some of the files; they are searched, never imported."""


def part_paths(folders: Sequence[Path]) -> dict[str, Path]:
    """Returns the paths of the files of Pyodide (Python for browsers) and the solver, by name.

    Each is from the first folder where its checksum is right. Raises ``OperationalProblem`` if one
    is in none.
    """
    there: dict[str, Path] = {}
    for name, wanted in SUMS.items():
        for path in (each for folder in folders for each in _named(folder, name)):
            if _sum(path) == wanted:
                there[name] = path
                break
    if missing := [name for name in SUMS if name not in there]:
        raise OperationalProblem(
            say(
                "export-parts-missing",
                missing=", ".join(missing),
                packages=f"{PYODIDE}, {HIGHS}",
            )
        )
    return there


def folders_to_search(named: Path | None, directory: Path) -> list[Path]:
    """Returns folders that may hold Pyodide (Python for browsers), the first to search first.

    ``named``: a folder that the user named. ``directory``: that of earlier downloads.
    """
    listed = [named] if named else []
    return [*listed, directory, *_packages()]


def fetch(directory: Path) -> None:
    """Downloads Pyodide (Python for browsers) and the solver with npm to ``directory``.

    Raises ``OperationalProblem`` if that fails.
    """
    npm = shutil.which("npm")
    if npm is None:
        raise OperationalProblem(say("export-no-npm", packages=f"{PYODIDE}, {HIGHS}"))
    directory.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=directory) as name:
        packed = Path(name)
        command = [npm, "pack", "--silent", PYODIDE, HIGHS]
        done = subprocess.run(command, cwd=packed, capture_output=True, text=True)
        if done.returncode:
            last = (done.stderr.strip().splitlines() or ["npm"])[-1]
            raise OperationalProblem(say("export-npm-failed", reason=last))
        for archive in packed.glob("*.tgz"):
            with tarfile.open(archive) as tar:
                tar.extractall(packed, filter="data")
        for file in SUMS:
            for path in _named(packed, file):
                path.replace(directory / file)


def _named(folder: Path, name: str) -> Iterator[Path]:
    return folder.rglob(name) if folder.is_dir() else iter(())


def _packages() -> Iterator[Path]:
    for name in PACKAGES:
        try:
            files = metadata.files(name) or ()
        except metadata.PackageNotFoundError:
            continue
        for file in files:
            if file.name == "pyodide.asm.wasm":
                yield Path(str(file.locate())).parent


def _sum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
