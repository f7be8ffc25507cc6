"""A further language is files alone: with them, no page of any game says anything in English.

The project is copied, a pseudo-language is written into the copy, and the copy's pages are
opened in it. What people typed, names of formats, and names of languages are no words of ours.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
CODE = "eo"

# Opens every kind of page of every game, and prints each address with its HTML.
PROGRAM = """
import json, os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "companion.settings"
import django
django.setup()
from django.conf import settings
settings.ALLOWED_HOSTS = ["testserver"]
from django.core.management import call_command
from django.test import Client
import scoring

call_command("migrate", verbosity=0)
client = Client()
client.cookies[settings.LANGUAGE_COOKIE_NAME] = "eo"
pages, typed = {}, {"zzz", "ZZZ", "QQQ"}

def get(path):
    response = client.get(path, follow=True)
    assert response.status_code == 200, (path, response.status_code)
    pages[path] = response.content.decode()
    return response

for path in ("/", "/about", "/find?q=zzz", "/history/", "/join/"):
    get(path)
for slug in scoring.games():
    game = scoring.game(slug)
    get(f"/{slug}/")
    get(f"/{slug}/print")
    if any(calculator.by_itself for calculator in game.calculators.values()):
        get(f"/{slug}/calculators/")
    typed |= set(game.catalogue.box.designers)
    for example in scoring.examples(slug).values():
        typed |= {seat["name"] for seat in example.state["seats"].values() if "name" in seat}
    kinds = {entry.kind: entry.id for entry in game.catalogue.values()}
    for entry in kinds.values():
        get(f"/{slug}/{entry}")
    for calculator in game.calculators.values():
        if calculator.by_itself:
            get(f"/{slug}/calculators/{calculator.id}/")
    for name in list(scoring.examples(slug))[:3]:
        get(f"/{slug}/examples/{name}")
    get(f"/score/{slug}/")
    pad = client.post(f"/score/{slug}/", {"players": "2"})["Location"]
    get(pad)
    get(f"/open/{slug}/")
    opened = client.post(f"/open/{slug}/", {"p1/name": "QQQ", "p2/name": "ZZZ"})["Location"]
    table = opened.removesuffix("invite/")
    for path in ("", "sheet/p1/", "calculators/", "rules/", "log/", "invite/"):
        get(table + path)
    for calculator in game.calculators.values():
        get(f"{table}calculators/{calculator.id}/" if calculator.form
            else f"{table}ask/p1/{calculator.id}/")
    client.post(table + "finish")
    get(table)
print(json.dumps({"pages": pages, "typed": sorted(typed, key=len, reverse=True)}))
"""


class Shown(HTMLParser):
    """Text that a reader sees or hears; other languages and Django's dates are left out."""

    VOID = frozenset(["br", "hr", "img", "input", "link", "meta", "use", "path", "circle"])
    SILENT = frozenset(["script", "style", "svg", "textarea", "time"])
    SPOKEN = ("aria-label", "placeholder", "title", "alt", "content")

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.stack: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        foreign = tag != "html" and given.get("lang") not in (None, CODE)
        silent = foreign or tag in self.SILENT or any(quiet for _, quiet in self.stack)
        if not silent:
            named = {"description"} if tag == "meta" else {given.get("name")}
            self.texts += [
                given[key] or ""
                for key in self.SPOKEN
                if key in given and (key != "content" or given.get("name") in named)
            ]
        if tag not in self.VOID:
            self.stack.append((tag, silent))

    def handle_endtag(self, tag: str) -> None:
        while self.stack and self.stack.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not any(quiet for _, quiet in self.stack):
            self.texts.append(data)


OURS_TO_KEEP = re.compile(
    r"https?://\S+|/join/|^[2-9a-z]{6}$"
    r"|\b(JSON|CSV|BG Stats|bgsplay|UTC|OpenAPI|AGPL-3\.0-or-later|testserver|API|QR|ZIP"
    r"|Keyflower-Server|p[1-9])\b"
)
NOTATION = re.compile(r"[A-Z>]-?[A-Z>]? ?[A-Za-z>;: -]{0,40}\Z")


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    root = tmp_path_factory.mktemp("copy")
    ignored = shutil.ignore_patterns("__pycache__")
    for part in ("scoring", "companion", "templates", "static"):
        shutil.copytree(ROOT / part, root / part, ignore=ignored)
    for file in ("manage.py", "requirements.txt", "LICENSE"):
        shutil.copy(ROOT / file, root / file)
    new = [sys.executable, "manage.py", "new_language", CODE, "--pseudo", "--root", str(root)]
    environment = os.environ | {
        "COMPANION_VAR": str(root / "var"),
        "COMPANION_DEBUG": "",  # templates are read once, not for each page
        "COMPANION_NO_BOOTSTRAP": "1",
        "DATABASE_URL": "",
    }
    subprocess.run(new, cwd=ROOT, env=environment, check=True, capture_output=True)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=root,
        env=environment,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return json.loads(done.stdout)


def test_no_page_says_anything_in_english(visit):
    left = set()
    names = re.compile("|".join(map(re.escape, visit["typed"])))
    for address, page in visit["pages"].items():
        shown = Shown()
        shown.feed(page)
        for text in shown.texts:
            plain = OURS_TO_KEEP.sub("", names.sub("", " ".join(text.split())))
            if re.search(r"[A-Za-z]{3,}", plain) and not NOTATION.fullmatch(plain):
                left.add(f"{address}: {plain[:90]}")
    assert "\n".join(sorted(left)) == ""


def test_every_kind_of_page_was_opened(visit):
    assert len(visit["pages"]) > 200
    assert all("⟦" in page for page in visit["pages"].values())
