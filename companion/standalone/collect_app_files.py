"""Collects the files of a phone's copy: the app, the packages it needs, the standard library.

It leaves out files that the app does not read on a phone. Packages are the installed ones without
compiled parts; sources become bytecode if the phone's Python can be run here.
"""

import pickle
import shutil
import subprocess
import tomllib
import zipfile
from collections.abc import Iterator, Mapping
from importlib import metadata
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings

from companion import search
from companion.search import index_dump
from companion.standalone import file_bundle
from companion.standalone.file_bundle import Tree, packed, unpacked
from scoring.loading import toml_reader
from scoring.text import messages, parsed_files_cache

OURS = {
    "companion": (".py", ".ftl", ".mo", ".html", ".toml", ".tsv", ".svg"),
    "scoring": (".py", ".ftl", ".html", ".toml", ".tsv", ".svg"),
    "templates": (".html", ".js", ".svg"),
    "static": (".svg",),
}
GAMES, WORDS = "scoring/games/", ".ftl"
"""Folder whose TOML ``scoring.loading.toml_reader`` reads, and suffix of message files."""
NOT_OURS = (
    "companion/api/",
    "companion/management/",
    "companion/standalone/browser/",
    "companion/standalone/app_files.toml",
    "companion/standalone/collect_app_files.py",
    "companion/standalone/licences.py",
    "companion/standalone/start_page.py",
    "companion/standalone/pyodide_files.py",
    "companion/standalone/build_site.py",
    "companion/http/gunicorn_worker.py",
    "companion/operations/postgresql/",
    "companion/operations/transfer_database.py",
    "scoring/tools/",
)
"""Files needed only by a server, a developer or the build."""

CHOSEN = tomllib.loads(Path(__file__).with_name("app_files.toml").read_text("utf-8"))
"""Packages to include in their installed versions, and what is left out of them."""
PACKAGES: list[str] = CHOSEN["packages"]
LIBRARY_SPARE = tuple(CHOSEN["library_left_out"])
PACKAGES_SPARE = ("../", ".dist-info/", *CHOSEN["package_parts_left_out"])
FILES = (".py", ".dat", ".mo", ".html", ".js", ".txt")
LANGUAGES = ("en", "ja")
LOCALES = "babel/locale-data/"
WORLD = "babel/global.dat"
UTC = metadata.distribution("pytz").locate_file("pytz/zoneinfo/UTC")
"""The only time zone of the server."""
TYPING_EXTENSIONS = b"from typing import Literal\n"
"""All that Fluent imports of that package, which new Pythons have themselves."""


def app() -> Tree:
    """Returns all files of the app for phones, as path (below ``/app``) to content.

    Python is in source form.
    """
    tree = dict(_ours())
    # Compressed together they are a quarter smaller: the games' texts have much in common.
    texts = {path: tree.pop(path) for path in list(tree) if _read_as_json(path)}
    tree[file_bundle.TEXTS] = file_bundle.squeezed(texts)
    tree |= {path: content for name in PACKAGES for path, content in _package(name)}
    tree["zoneinfo/UTC"] = Path(str(UTC)).read_bytes()
    tree["typing_extensions.py"] = TYPING_EXTENSIONS
    tree[index_dump.FILE.relative_to(settings.BASE_DIR).as_posix()] = search.packed_index()
    return dict(sorted(tree.items()))


def _ours() -> Iterator[tuple[str, bytes]]:
    root = Path(settings.BASE_DIR)
    for folder, kinds in OURS.items():
        for path in sorted((root / folder).rglob("*")):
            name = path.relative_to(root).as_posix()
            if path.suffix in kinds and path.is_file() and not name.startswith(NOT_OURS):
                yield from _sooner(name, path.read_bytes())


def _sooner(name: str, content: bytes) -> Iterator[tuple[str, bytes]]:
    """Yields a file as (name, content) in a form that phones parse faster: TOML as JSON.

    A file of messages is followed by a second one with its parsed form.
    """
    if _read_as_json(name):
        content = toml_reader.as_json(content.decode()).encode()
    yield name, content
    if name.endswith(WORDS):
        yield parsed_files_cache.place(Path(name)).as_posix(), messages.packed(content.decode())


def _read_as_json(name: str) -> bool:
    return name.startswith(GAMES) and name.endswith(".toml")


def _package(name: str) -> Iterator[tuple[str, bytes]]:
    for file in metadata.files(name) or ():
        path = file.as_posix()
        spare = any(each in path for each in PACKAGES_SPARE)
        if path.endswith(FILES) and not spare and _taken(path):
            content = Path(str(file.locate())).read_bytes()
            if path == WORLD:
                content = _of_our_languages(content)
            elif path.startswith(LOCALES) and path.endswith(".dat"):
                tables: dict[str, Any] = pickle.loads(content)
                kept = {
                    k: {} if k in CHOSEN["babel_texts_left_out"] else v for k, v in tables.items()
                }
                content = pickle.dumps(kept, 2)
            yield path, content


def _taken(path: str) -> bool:
    """True if the file ``path`` of a package goes into a phone's copy of the app.

    Of the folders that ``app_files.toml`` lists under ``taken``, only the named contents do.
    """
    for folder, names in CHOSEN["taken"].items():
        if path.startswith(folder):
            return path.removeprefix(folder).partition("/")[0].partition(".")[0] in names
    return True


def _of_our_languages(world: bytes) -> bytes:
    """Returns ``world``, Babel's pickled global data, with only what the two languages need."""
    tables: dict[str, Any] = pickle.loads(world)
    for name, table in tables.items():
        if name in CHOSEN["babel_tables_left_out"]:
            tables[name] = type(table)()
        elif name in ("likely_subtags", "language_aliases"):
            tables[name] = {k: v for k, v in table.items() if k.partition("_")[0] in LANGUAGES}
    return pickle.dumps(tables, 2)


def library(standard: Path) -> Tree:
    """Returns Python's standard library for phones as path to content, without unused modules.

    ``standard``: path of the ZIP file that contains all of it.
    """
    with zipfile.ZipFile(standard) as packed:
        return {
            name: packed.read(name)
            for name in sorted(packed.namelist())
            if name.endswith(".py") and not name.startswith(LIBRARY_SPARE) and _taken(name)
        }


def compiled(tree: Tree, parts: Mapping[str, Path]) -> Tree:
    """Returns ``tree`` (path to content) with bytecode instead of sources; unchanged without Node.

    ``parts``: paths of the files of the phone's Python, which compiles them. Raises
    ``RuntimeError`` if that fails.
    """
    node = shutil.which("node")
    if node is None:
        return tree
    with TemporaryDirectory() as name:
        folder = Path(name)
        for part, path in parts.items():
            shutil.copyfile(path, folder / part)
        sources = {path: content for path, content in tree.items() if path.endswith(".py")}
        (folder / "sources").write_bytes(packed(sources))
        script = Path(__file__).with_name("browser") / "compile_python.mjs"
        done = subprocess.run([node, script, folder], capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stderr[-2000:])
        made = unpacked((folder / "compiled").read_bytes())
    return {path: content for path, content in tree.items() if path not in sources} | made


def zipped(tree: Tree) -> bytes:
    """Returns ``tree`` (path to content) as an uncompressed ZIP file for Python to import from."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for path, content in tree.items():
            file.writestr(zipfile.ZipInfo(path), content)
    return out.getvalue()
