"""A third language is files alone. In a pseudo-language nothing is left in English."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest

from scoring.tools import new_language as languages

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
TOY = ROOT / "tests" / "contract" / "games" / "toy"
PSEUDO = "eo"

# Runs in a copy of the project with the language in it: prints every text of every game, of its
# worked games' scores and plans, of its doubts and of each calculator's answer to them, in the
# language that is asked for; and what people typed there.
PROGRAM = """
import json, sys
import scoring
from scoring.text.localised import LANGUAGES, Text

language = sys.argv[1]
assert language in LANGUAGES, LANGUAGES
found, typed = [], []

def walk(value, where):
    if isinstance(value, Text):
        found.append((where, value.in_language(language)))
    elif isinstance(value, (list, tuple)):
        for n, each in enumerate(value):
            walk(each, f"{where}/{n}")
    elif hasattr(value, "items"):
        for key, each in value.items():
            walk(each, f"{where}/{key}")
    elif hasattr(value, "__dataclass_fields__"):
        for key in value.__dataclass_fields__:
            walk(getattr(value, key), f"{where}/{key}")

def type_in(value):
    if isinstance(value, dict):
        for each in value.values():
            type_in(each)
    elif isinstance(value, str):
        typed.append(value)

for slug in scoring.games():
    game = scoring.game(slug)
    it, sheet = game.catalogue, game.sheet
    for part in ("box", "sources", "kinds", "facts", "rules", "presets", "entries"):
        walk(getattr(it, part), f"{slug}/{part}")
    walk((sheet.sections, sheet.table, sheet.phases.phases, sheet.phases.first), f"{slug}/sheet")
    for fields in (sheet.fields, sheet.play_fields, sheet.ruling_fields):
        walk(list(fields.values()), f"{slug}/fields")
    for calculator in game.calculators.values():
        walk((calculator.name, calculator.hint), f"{slug}/{calculator.id}")
    for example in scoring.examples(slug).values():
        walk((example.name, example.text), f"{slug}/{example.id}")
        type_in(example.state)
        state = sheet.read(example.state)
        settled, plans = game.solve_open_decisions(state)
        scored = game.score(settled)
        walk([plan.steps for plan in plans.values()], f"{slug}/plan")
        walk(scored, f"{slug}/score")
        walk(game.rank(scored, state), f"{slug}/rank")
        many = {path: 9 for path in sheet.cells(state)
                if sheet.cell(path).kind == "number" and sheet.cell(path).most > 8}
        walk(sheet.doubts(sheet.put(state, many)), f"{slug}/doubts")
        for calculator in game.calculators.values():
            if form := calculator.form:
                where = f"{slug}/{calculator.id}"
                walk(list(form.sheet.declared.values()), where)
                seat = sheet.seats(state)[0]
                filled = form.sheet.read(form.filled(sheet.position(state), seat))
                walk(form.answer(form.sheet.position(filled)), where)
print(json.dumps({"said": found, "typed": typed}))
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """As much of the project as the language needs, with the toy among its games."""
    root = tmp_path_factory.mktemp("copy")
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "scoring", root / "scoring", ignore=ignored)
    shutil.copytree(TOY, root / "scoring/games/toy", ignore=ignored)
    for part in ("locale", "words"):
        shutil.copytree(ROOT / "companion" / part, root / "companion" / part)
    return root


def new_language(root, code, *more):
    command = [sys.executable, "manage.py", "new_language", code, "--root", str(root), *more]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


@pytest.fixture(scope="module")
def said(copy):
    done = new_language(copy, PSEUDO, "--pseudo")
    assert done.returncode == 0, done.stderr
    assert "scoring/games/toy/words/eo.toml" in done.stdout
    command = [sys.executable, "-c", PROGRAM, PSEUDO]
    done = subprocess.run(command, cwd=copy, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


NOTATION = re.compile(r"[A-Z]-[A-Z] [a-z]{1,2}|[A-Z]: [A-Z]?[a-z]{1,2}")
"""Signs in which something is written down, as ``A-B ks``: the same in every language."""


def words_left(said, pattern):
    """Yields texts in plain letters, or outside brackets, that nobody typed."""
    names = re.compile("|".join(sorted(map(re.escape, said["typed"]), key=len, reverse=True)))
    for where, words in said["said"]:
        if not NOTATION.fullmatch(words) and re.search(pattern, names.sub("", words)):
            yield where, words


def test_nothing_is_left_in_english_or_japanese(said):
    """Numbers and signs are no words, and what somebody typed is theirs."""
    assert list(words_left(said, r"[A-Za-z]{3,}|[ぁ-ヺ一-鿿]")) == []
    assert len(said["said"]) > 10_000


def test_what_is_said_is_in_brackets(said):
    bare = {"typed": said["typed"]}
    bare["said"] = [(w, re.sub(r"⟦.*⟧", "", words, flags=re.S)) for w, words in said["said"]]
    assert list(words_left(bare, r"[^\W\d_]{2,}")) == []


def test_every_part_is_met(said):
    met = {tuple(where.split("/")[:2]) for where, _ in said["said"]}
    games = {slug for slug, _ in met}
    assert len(games) >= 6
    for slug in games:
        parts = {part for each, part in met if each == slug}
        assert parts >= {"box", "entries", "sheet", "score", "rank"}, slug
    assert {part for _, part in met} >= {"doubts", "plan"}


def test_the_pages_speak_it_too(copy, said):
    words = polib.pofile(str(copy / "companion/locale/eo/LC_MESSAGES/django.po"))
    assert (copy / "companion/locale/eo/LC_MESSAGES/django.mo").is_file()
    assert len(words) > 300
    for entry in words:
        new = entry.msgstr or entry.msgstr_plural[1]
        old = entry.msgid_plural or entry.msgid
        assert languages._PLACEHOLDERS.findall(new) == languages._PLACEHOLDERS.findall(old)
        assert not re.search(r"[A-Za-z]{3,}", languages._PLACEHOLDERS.sub("", new)), new


def test_a_language_that_is_there_is_not_written_over(copy, said):
    done = new_language(copy, PSEUDO)
    assert done.returncode == 1
    assert "there already" in done.stderr


def test_for_translators_all_is_english(copy, said):
    done = new_language(copy, "fr")
    assert done.returncode == 0, done.stderr
    toy = copy / "scoring/games/toy/words"
    assert (toy / "fr.ftl").read_text("utf-8") == (toy / "en.ftl").read_text("utf-8")
    assert '"pieces.toml:apple:name" = "Apple"' in (toy / "fr.toml").read_text("utf-8")


def test_a_translation_that_lacks_an_address_is_named(copy, said):
    path = copy / "scoring/games/toy/words/eo.toml"
    text = path.read_text("utf-8")
    path.write_text(text.replace('"pieces.toml:apple:name"', '"pieces.toml:aple:name"'), "utf-8")
    program = "import scoring; scoring.game('toy')"
    done = subprocess.run([sys.executable, "-c", program], cwd=copy, capture_output=True, text=True)
    path.write_text(text, "utf-8")
    assert "words/eo.toml: lacks words for 'pieces.toml:apple:name'" in done.stderr
    assert "did you mean 'pieces.toml:aple:name'" in done.stderr


@pytest.mark.parametrize("code", ["French", "../fr", "f"])
def test_what_is_no_code_is_refused(copy, code):
    assert "no code of a language" in new_language(copy, code).stderr
