"""A phone's app answers as the server's does, byte for byte: the same requests, asked of both.

The one is what an export packs, in a Python that sees nothing else: no PuLP, no compiled parts.
The other is the app as it is installed here.
"""

import difflib
import json
import os
import re
import subprocess
import sys
import sysconfig
import tomllib
from itertools import cycle
from pathlib import Path
from urllib.parse import quote
from uuid import UUID

import pytest

from companion.standalone import build_site, start_page
from companion.sync.replica import Replica, cells
from companion.sync.replica_code import encode
from scoring import examples, game, games
from tests.once import made_once

ROOT = Path(__file__).parents[2]
RUN = """
import runpy, sys
sys.path[:0] = {front!r}
sys.path.append({root!r})
sys.argv = ["asked", {out!r}]
runpy.run_module("tests.standalone.answers_of_the_app", run_name="__main__")
"""
SECONDS = re.compile(r"\d+(\.\d+)?\s*(ms|s|秒|ミリ秒)\b")
VERSION = re.compile(r'value="20\d{18}~?"')
"""Of a pad: the moment of its last change."""
MANY = int(os.environ.get("COMPANION_MANY", "20"))
"""One in so many of what there is to ask; 1 asks everything, and takes minutes."""
SHIPPED = [slug for slug in games() if (ROOT / "scoring" / "games" / slug).is_dir()]
"""The games that are packed; other tests may have put one of their own beside them."""
SLIPS = ("keyflwoer", "サチュロス", "satir", "ｷｰﾌﾗﾜｰ", "フェニクス", "okuma", "mirorr", "gol mine")


def corpus(many):
    """Method, path, what is posted, language. ``many``: every so many of each kind."""
    said = cycle(("en", "ja"))
    asked = [("GET", path, {}) for path in ("", "history/", "join/", "find", "patterns/")]
    questions = ROOT / "tests/search/questions_tuned_on.toml"
    practice = tomllib.loads(questions.read_text())["question"]
    asked += [("GET", f"find?q={quote(slip)}", {}) for slip in SLIPS]
    asked += [("GET", f"find?q={quote(each['ask'])}", {}) for each in practice[::many]]
    for slug in SHIPPED:
        shelf = game(slug)
        asked += [("GET", f"{slug}/{page}", {}) for page in ("", "how", "print", "calculators/")]
        asked += [("GET", f"{slug}/calculators/{each}/", {}) for each in shelf.calculators]
        asked += [("GET", f"{slug}/{entry}", {}) for entry in list(shelf.catalogue)[:: 3 * many]]
        for name, example in list(examples(slug).items())[:: max(1, many // 4)]:
            asked += [("GET", f"{slug}/examples/{name}", {})]
            asked += list(sheet(slug, example.state))
    return [(*each, next(said)) for each in asked]


def sheet(slug, state):
    """A pad with that sheet on it, one cell changed, and its result."""
    seat = next(iter(state["seats"]))
    yield "GET", f"score/{slug}/", {}
    yield "POST", f"score/{slug}/", {"sheet": json.dumps(state)}
    yield "GET", "pad/{pad}/" + seat + "/", {}
    cell = f"{seat}/name"
    yield "POST", "pad/{pad}/" + seat + "/", {cell: "Aki", "trigger": cell, "form": "1"}
    yield "GET", "pad/{pad}/code/", {}
    yield "POST", "pad/{pad}/" + seat + "/", {"go": "result"}
    yield "GET", "result/{result}/code/", {}
    known = Replica(UUID(int=1), slug).written(cells(game(slug), state), 1)
    yield "POST", "code", {"code": encode(known)}
    yield "POST", "code/take", {"code": encode(known), "take": "sheet"}


PACK = """
import os, sys
from pathlib import Path
os.environ["DJANGO_SETTINGS_MODULE"] = "companion.settings"
import django
django.setup()
from companion.standalone import collect_app_files, file_bundle, licences
for path, content in (collect_app_files.app() | {"licences.json": licences.listed()}).items():
    there = Path(sys.argv[1], path)
    there.parent.mkdir(parents=True, exist_ok=True)
    there.write_bytes(content)
file_bundle.laid_out(Path(sys.argv[1]))  # as a phone does at its first start
"""


@pytest.fixture(scope="module")
def opened(django_db_blocker):
    """Headers and body of the start page in each language, as an export draws them."""
    with django_db_blocker.unblock():
        files = start_page.made(build_site._empty(), build_site._static()[1])
    return {path[len("opening/") :][:2]: json.loads(page) for path, page in files.items()}


def told(folder, front, alone, asked):
    folder.mkdir()
    (folder / "var" / "static").mkdir(parents=True)
    (folder / "var" / "static" / "staticfiles.json").write_bytes(build_site._static()[1])
    paths = sysconfig.get_paths()
    environ = {
        "COMPANION_ALONE": "1",
        "COMPANION_SECRET_KEY": "of no phone at all, and long enough to be one",
        "COMPANION_VAR": str(folder / "var"),
        "MACHINE": os.pathsep.join({paths["purelib"], paths["platlib"]}),
        "PATH": os.environ["PATH"],
        "PYTHONHASHSEED": "0" if alone else "7",
    }
    if alone:
        environ["RAPIDFUZZ_IMPLEMENTATION"] = "python"
    code = RUN.format(front=[str(each) for each in front], root=str(ROOT), out=str(folder))
    subprocess.run(
        [sys.executable, *(["-S"] if alone else []), "-c", code],
        input=json.dumps(asked),
        env=environ,
        cwd=folder,
        text=True,
        check=True,
    )
    return json.loads((folder / "told.json").read_text())


@pytest.fixture(scope="module")
def packed(tmp_path_factory):
    """Returns a folder with all that an export packs, as source."""
    # In a process of its own, as an export is: other tests may have changed what this one has read.
    packing = [sys.executable, "-c", PACK]
    return made_once(
        tmp_path_factory, "app", lambda to: subprocess.run([*packing, to], cwd=ROOT, check=True)
    )


@pytest.mark.parametrize("code", ["en", "ja"])
@pytest.mark.slow
def test_the_ready_made_start_page_is_what_the_app_answers(code, packed, opened, tmp_path):
    [[status, _to, text, headers]] = told(tmp_path / "on", [packed], True, [("GET", "", {}, code)])
    made_headers, made = opened[code]
    assert status == 200
    assert made.replace(start_page.HERE, "/games/") == text
    assert made_headers == [each for each in headers if each[0].lower() != "content-length"]


@pytest.mark.slow
def test_every_answer_is_the_same(packed, tmp_path):
    asked = corpus(MANY)
    assert len(asked) > 150
    phone = told(tmp_path / "phone", [packed], True, asked)
    server = told(tmp_path / "server", [], False, asked)
    taken = [(tmp_path / name / "taken").read_text() for name in ("phone", "server")]
    assert taken == ["True", "False"]  # what texts share was shipped to the one
    practised = [(tmp_path / name / "practised").read_text() for name in ("phone", "server")]
    assert practised == ["True", "True"]  # what was looked up for nobody left nothing behind
    said = {path: each[2] for (_, path, *_), each in zip(asked, phone, strict=True)}
    assert "data-phone-only" in said[""]
    assert '"/games/static/css/base.' in said[""]
    assert "Join" not in said[""]  # nothing there leads to other phones
    assert "参加" not in said[""]
    assert any(
        words in said["join/"]
        for words in ("A sheet from another phone", "ほかのスマホの得点シート")
    )
    found = []
    for (method, path, *_), here, there in zip(asked, phone, server, strict=True):
        ours, theirs = (
            [VERSION.sub("", SECONDS.sub("0 s", part)) for part in map(str, each[:3])]
            for each in (here, there)
        )
        if ours != theirs:
            lines = difflib.unified_diff(
                theirs[2].split("\n"), ours[2].split("\n"), n=0, lineterm=""
            )
            found.append(
                "\n".join([f"{method} {path}: {theirs[:2]} {ours[:2]}", *list(lines)[:12]])
            )
    assert not found, "\n\n".join([f"{len(found)} of {len(asked)}", *found[:10]])
    told_so = [(path, status) for (_, path, *_), (status, *_) in zip(asked, phone, strict=True)]
    # some calculators are only there for a sheet
    assert [path for path, status in told_so if status >= 400 and "/calculators" not in path] == []
