"""Builds a folder of static files for any web host, from which phones install the app.

Names of scripts and compressed parts contain content hashes, so that builds never mix. Only
``sw.js`` keeps its name, since browsers look there for updates.
"""

import gzip
import hashlib
import json
import re
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage
from django.template.loader import render_to_string

from companion import search
from companion.http import web_app_manifest
from companion.operations import database_checks, database_settings
from companion.standalone import collect_app_files, licences, start_page
from companion.standalone.file_bundle import Tree, packed
from scoring.game import Game
from scoring.model.catalogue import Entry

BROWSER = Path(__file__).with_name("browser")
SLICE = 512 * 1024
"""Bytes downloaded at a time, so that an interrupted download can continue."""
TROUBLES = ("evicted", "foreign", "full", "gone", "newer", "python", "refused")
SAVE = "phone/everything.sqlite3"
"""Path at which a phone serves everything entered on it."""
ANEW, RESTORE = "phone/anew", "phone/restore"
"""Paths to start anew after data was cleared, and to restore a saved file."""
ICONS = ("app_icon-192.png", "app_icon-512.png")
APPLE = "app_icon-180.png"
CSS, FELT = "css/base.css", "css/table_and_score.css"
MODULES = (
    "build.js",
    "site_files.js",
    "entered_data_store.js",
    "python_engine.js",
    "install_page.js",
)
"""Our scripts beside ``sw.js``, each after those it imports."""
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "highs.mjs")


@dataclass(frozen=True, slots=True)
class Site:
    """Sizes of an export of the app as static files.

    ``first``, ``rest``: bytes that a phone downloads for the first page, and for the app.
    ``bytecode``: true if Python is compiled already, so that the app starts faster.
    """

    first: int
    rest: int
    bytecode: bool


class _Plain(ManifestStaticFilesStorage):
    support_js_module_import_aggregation = True


def write(folder: Path, parts: Mapping[str, Path], below: str) -> Site:
    """Writes the app as static files into a folder; returns how large it is for a phone.

    Files of an earlier export stay for downloads in progress. ``parts``: paths of the files of
    Pyodide (Python for browsers) and the solver, by name. ``below``: the site's path on its host,
    such as ``/games/``.
    """
    static, manifest = _static()
    app = collect_app_files.compiled(collect_app_files.app(), parts)
    tree = {f"app/{path}": content for path, content in app.items()}
    tree["app/licences.json"] = licences.listed()
    empty = _empty()
    tree |= {f"data/{start_page.DATABASE}": empty, f"data/{start_page.MANIFEST}": manifest}
    library = collect_app_files.zipped(
        collect_app_files.compiled(collect_app_files.library(parts["python_stdlib.zip"]), parts)
    )
    troubles = _troubles(static)
    files = static | _manifests(static) | troubles | start_page.made(empty, manifest)
    made = {
        "python": (parts["pyodide.asm.wasm"].read_bytes(), "application/wasm"),
        "library": (library, "application/zip"),
        "app": (packed(tree), "application/octet-stream"),
        "solver": (parts["highs.wasm"].read_bytes(), "application/wasm"),
        "files": (packed(files), "application/octet-stream"),
    }
    out: Tree = {}
    listed = {name: _part(out, content, kind) for name, (content, kind) in made.items()}
    scripts = [_text(name) for name in (*MODULES[1:], "sw.js")]
    told = json.dumps([listed, settings.SOURCE_URL, scripts], sort_keys=True)
    version = hashlib.sha256(told.encode()).hexdigest()[:16]
    # The page for a phone that has lost all its files must be in a script.
    gone = troubles["trouble/gone.html"].decode()
    names = _scripts(out, parts, _build(version, listed, gone))
    pictures = [_hashed(static, name) for name in (*ICONS, APPLE)]
    # pages need these before a service worker runs
    felt = _hashed(static, FELT)
    out |= {path: static[path] for path in (_hashed(static, CSS), felt, *pictures)}
    size = sum(part["packed"] for part in listed.values())
    out["index.html"] = _first(static, names, "./", size)
    out["404.html"] = _first(static, names, below, size)
    out |= _manifests(static)
    _written(folder, out)
    first = (
        "index.html",
        _hashed(static, CSS),
        *(names[n] for n in ("install_page.js", "build.js", "site_files.js")),
    )
    return Site(
        sum(len(out[name]) for name in first),
        size,
        any(path.endswith(".pyc") for path in app),
    )


def withdraw(folder: Path) -> None:
    """Replaces the site in a ``folder`` by a page and service worker that uninstall the app."""
    static, _manifest = _static()
    out: Tree = {"sw.js": (BROWSER / "uninstall_worker.js").read_bytes()}
    css = _hashed(static, CSS)
    out[css] = static[css]
    out["index.html"] = _page("standalone/no_longer_offered.html", css)
    _written(folder, out)


# ── parts ──────────────────────────────────────────────────────────────────────────────


def _part(out: Tree, content: bytes, kind: str) -> dict[str, Any]:
    """Compresses a part of the app (Python, library, solver ...); adds it, in slices, to ``out``.

    ``content``: the part. ``kind``: its content type. ``out``: path to content of the site's files.
    Returns ``sum`` (checksum), ``type``, ``packed`` (compressed size), ``slices`` (their number).
    """
    sum_ = hashlib.sha256(content).hexdigest()
    packed = gzip.compress(content, 9, mtime=0)
    slices = [packed[at : at + SLICE] for at in range(0, len(packed), SLICE)]
    out |= {f"parts/{sum_}.{n}": piece for n, piece in enumerate(slices)}
    return {"sum": sum_, "type": kind, "packed": len(packed), "slices": len(slices)}


def _static() -> tuple[Tree, bytes]:
    with TemporaryDirectory() as name:
        storage = _Plain(location=name, base_url="static/")
        found: dict[str, Any] = {}
        for path, origin in _static_files():
            if path not in found:
                with origin as file:
                    storage.save(path, file)
                found[path] = (storage, path)
        for _old, _new, done in storage.post_process(found):
            if isinstance(done, Exception):
                raise done
        kept = set(storage.hashed_files.values())
        tree = {f"static/{each}": (Path(name) / each).read_bytes() for each in sorted(kept)}
        return tree, (Path(name) / "staticfiles.json").read_bytes()


def _static_files() -> Iterator[tuple[str, Any]]:
    for finder in get_finders():
        for path, storage in finder.list([]):
            prefix = getattr(storage, "prefix", None)
            yield (f"{prefix}/{path}" if prefix else path), storage.open(path)


def _empty() -> bytes:
    with TemporaryDirectory() as name:
        path = Path(name) / start_page.DATABASE
        database_settings.migrate(path)
        with database_checks.open_sqlite(path, "rw") as found:
            found.execute("UPDATE django_migrations SET applied = '2000-01-01'")
            found.execute("VACUUM")
        return path.read_bytes()


# ── scripts ────────────────────────────────────────────────────────────────────────────


def _scripts(out: Tree, parts: Mapping[str, Path], build: str) -> dict[str, str]:
    """Adds every script to ``out``, the site's files, under a name with a hash of its content.

    Returns plain name to hashed name; imports in the scripts use the latter. ``parts``: paths of
    Pyodide's files by name. ``build``: text of ``build.js``.
    """
    names = {name: _named(out, name, parts[name].read_bytes()) for name in RUNTIME}
    for name in MODULES:
        text = build if name == "build.js" else _text(name)
        names[name] = _named(out, name, _renamed(text, names).encode())
    # The worker gets the addresses of scripts, to leave these requests to the browser.
    scripts = json.dumps(["sw.js", *names.values()])
    text = _renamed(_text("sw.js"), names).replace("BUILD.scripts", scripts)
    out["sw.js"] = text.encode()
    return names


def _build(version: str, listed: Mapping[str, Any], gone: str) -> str:
    described = {
        "gone": gone,
        "version": version,
        "bytes": sum(part["packed"] for part in listed.values()),
        "parts": listed,
        "here": start_page.HERE,
        "languages": [code for code, _name in settings.LANGUAGES],
        "save": SAVE,
        "anew": ANEW,
        "restore": RESTORE,
        "source": settings.SOURCE_URL,
    }
    return f"export const BUILD = {json.dumps(described)};\n"


def _text(name: str) -> str:
    return (BROWSER / name).read_text("utf-8")


def _renamed(text: str, names: Mapping[str, str]) -> str:
    return re.sub(r'from "\./([\w.]+)"', lambda m: f'from "./{names[m[1]]}"', text)


def _named(out: Tree, name: str, content: bytes) -> str:
    stem, dot, kind = name.rpartition(".")
    hashed = f"{stem}.{hashlib.sha256(content).hexdigest()[:12]}{dot}{kind}"
    out[hashed] = content
    return hashed


# ── pages ──────────────────────────────────────────────────────────────────────────────


def _hashed(static: Tree, name: str) -> str:
    stem, _, kind = name.rpartition(".")
    return next(p for p in static if re.fullmatch(rf"static/{stem}\.\w+\.{kind}", p))


def _page(template: str, css: str, **context: Any) -> bytes:
    """Renders a page of an exported site with its text in all languages; links are relative.

    ``css``: hashed path of its style sheet. ``context``: values for the ``template``.
    """
    context |= {"css": css, "languages": settings.LANGUAGES}
    text = render_to_string(template, {"below": "./", **context})
    return re.sub(r"\n\s+", "\n", text).encode()


def _first(static: Tree, names: Mapping[str, str], below: str, size: int) -> bytes:
    context = {
        "script": names["install_page.js"],
        "apple": _hashed(static, APPLE),
        "felt_css": _hashed(static, FELT),
        "asked": list(filter(None, map(_asked, search.games_by_slug().values()))),
    }
    mega = f"{size / 1e6:.0f}"
    return _page("standalone/start.html", _hashed(static, CSS), below=below, size=mega, **context)


def _asked(game: Game) -> tuple[Game, Entry] | None:
    """Returns a game with its shortest entry that is a *yes* or *no* question; None without one.

    The first page shows it as an example.
    """
    known = (e for e in game.catalogue.values() if e.status in ("stated", "corroborated"))
    short = [e for e in known if re.match(r"(Yes|No)[,.:]", e.text.en) and e.name.en.endswith("?")]
    best = min(short, key=lambda e: len(e.name.en + e.text.en), default=None)
    return (game, best) if best else None


def _troubles(static: Tree) -> Tree:
    return {
        f"trouble/{why}.html": _page(
            "standalone/problem.html", _hashed(static, CSS), why=why, save=SAVE, anew=ANEW
        )
        for why in TROUBLES
    }


def _manifests(static: Tree) -> Tree:
    found = {}
    for code, _name in settings.LANGUAGES:
        icons = [
            {"src": f"../{_hashed(static, name)}", "type": "image/png", "sizes": f"{n}x{n}"}
            for name in ICONS
            for n in re.findall(r"\d+", name)
        ]
        text = json.dumps(web_app_manifest.manifest(code, "../", icons), ensure_ascii=False)
        found[f"manifest/{code}.webmanifest"] = text.encode()
    return found


# ── writing ────────────────────────────────────────────────────────────────────────────


def _written(folder: Path, out: Tree) -> None:
    """Writes the files ``out`` (path to content) of a site into a folder.

    The service worker comes last, so that a visitor gets the whole old or the whole new site.
    """
    for path in sorted(out, key=lambda path: (path == "sw.js", path.endswith(".html"), path)):
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        draft = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
        draft.write_bytes(out[path])
        draft.replace(target)
