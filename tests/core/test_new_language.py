"""A third language is files alone. In a pseudo-language nothing is left in English."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest

from scoring.core import languages

ROOT = Path(__file__).parents[2]
TOY = ROOT / "tests" / "contract" / "games" / "toy"
PSEUDO = "eo"

# Runs in a copy of the project with the language in it: loads the toy, and prints every text of the
# game, of a report and of each calculator's answer, in the language that is asked for.
PROGRAM = """
import json, sys
import scoring
from scoring.core.text import LANGUAGES, Text
from scoring.core import registry
language = sys.argv[1]
assert language in LANGUAGES, LANGUAGES
found = []
def walk(value, where, met=set()):
    if isinstance(value, Text):
        found.append((where, value.said(language)))
    elif isinstance(value, (list, tuple)):
        for n, each in enumerate(value): walk(each, f"{where}/{n}")
    elif hasattr(value, "items"):
        for key, each in value.items(): walk(each, f"{where}/{key}")
    elif hasattr(value, "__dataclass_fields__"):
        for key in value.__dataclass_fields__: walk(getattr(value, key), f"{where}/{key}")
game = scoring.game("toy")
it, sheet = game.catalogue, game.sheet
for part in ("box", "sources", "kinds", "facts", "rules", "presets", "entries"):
    walk(getattr(it, part), part)
walk((sheet.sections, sheet.table, sheet.course.phases, sheet.course.first), "sheet")
walk(list(sheet.fields.values()) + list(sheet.play_fields.values()), "fields")
walk(list(sheet.ruling_fields.values()), "rulings")
state = sheet.read({"table": {"festival": True}, "seats": {
    "p1": {"name": "Ann", "fruit": {"apple": 9, "pear": 2, "plum": 9}, "cat": True, "coins": 7,
           "baskets": {"gift_basket": True, "pie_basket": True}, "guest": "stranger",
           "trees": {"apple_tree": "young"}, "walk": "NE",
           "use": {"gift_basket": {"apple": 10}}},
    "p2": {"baskets": {"gift_basket": True}, "coins": 1}}})
walk(sheet.doubts(state), "doubts")
bare = sheet.put(state, {"p1/use/gift_basket/apple": None})
for seat, breakdown in game.score(bare).items():
    walk(breakdown, f"score/{seat}")
walk(game.rank(game.score(bare), bare), "rank")
for calculator in game.calculators.values():
    walk((calculator.name, calculator.hint), calculator.id)
    if calculator.planner:
        walk(game.optimise(calculator.id, "p1", bare).steps, calculator.id)
    else:
        form = calculator.form
        walk(list(form.sheet.asked.values()), calculator.id)
        filled = form.sheet.position(form.filled(sheet.position(bare), "p1"))
        walk(form.answer(filled), calculator.id)
for example in registry.examples("toy").values():
    walk((example.name, example.text), example.id)
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """As much of the project as the language needs, with the toy for its only game."""
    root = tmp_path_factory.mktemp("copy")
    ignored = shutil.ignore_patterns("__pycache__", "games")
    shutil.copytree(ROOT / "scoring", root / "scoring", ignore=ignored)
    (root / "scoring/games").mkdir()
    shutil.copy(ROOT / "scoring/games/__init__.py", root / "scoring/games")
    shutil.copytree(TOY, root / "scoring/games/toy", ignore=ignored)
    shutil.copytree(ROOT / "companion/locale", root / "companion/locale")
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


TYPED = {"Ann"}


def test_nothing_is_left_in_english_or_japanese(said):
    left = [
        (where, words)
        for where, words in said
        if set(re.findall(r"[A-Za-z]{3,}", words)) - TYPED or re.search(r"[぀-ヿ一-鿿]", words)
    ]
    assert left == []
    assert len(said) > 150


def test_what_is_said_is_in_brackets(said):
    """But for numbers, signs, commas and what somebody typed."""
    for where, words in said:
        letters = re.sub(r"⟦.*⟧|Ann", "", words, flags=re.S)
        assert not re.search(r"[^\W\d_]", letters), (where, words)


def test_every_part_is_met(said):
    met = {where.split("/")[0] for where, _ in said}
    assert met >= {"box", "entries", "sheet", "doubts", "score", "rank", "final", "scale"}
    assert any("⟦" in words and "Ann" in words for _, words in said)


def test_the_pages_speak_it_too(copy, said):
    words = polib.pofile(str(copy / "companion/locale/eo/LC_MESSAGES/django.po"))
    assert (copy / "companion/locale/eo/LC_MESSAGES/django.mo").is_file()
    assert len(words) > 300
    for entry in words:
        new = entry.msgstr or entry.msgstr_plural[1]
        old = entry.msgid_plural or entry.msgid
        assert languages._KEPT.findall(new) == languages._KEPT.findall(old)
        assert not re.search(r"[A-Za-z]{3,}", languages._KEPT.sub("", new)), new


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
