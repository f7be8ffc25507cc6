"""A third language is files alone: the command that begins one, and what it refuses.

That no page then says anything in English: ``web/test_third_language.py``.
"""

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
def pseudo(copy):
    done = new_language(copy, PSEUDO, "--pseudo")
    assert done.returncode == 0, done.stderr
    assert "scoring/games/toy/words/eo.toml" in done.stdout


def test_the_pages_speak_it_too(copy, pseudo):
    words = polib.pofile(str(copy / "companion/locale/eo/LC_MESSAGES/django.po"))
    assert (copy / "companion/locale/eo/LC_MESSAGES/django.mo").is_file()
    assert len(words) > 300
    for entry in words:
        new = entry.msgstr or entry.msgstr_plural[1]
        old = entry.msgid_plural or entry.msgid
        assert languages._PLACEHOLDERS.findall(new) == languages._PLACEHOLDERS.findall(old)
        assert not re.search(r"[A-Za-z]{3,}", languages._PLACEHOLDERS.sub("", new)), new


def test_a_language_that_is_there_is_not_written_over(copy, pseudo):
    done = new_language(copy, PSEUDO)
    assert done.returncode == 1
    assert "there already" in done.stderr


def test_for_translators_all_is_english(copy, pseudo):
    done = new_language(copy, "fr")
    assert done.returncode == 0, done.stderr
    toy = copy / "scoring/games/toy/words"
    assert (toy / "fr.ftl").read_text("utf-8") == (toy / "en.ftl").read_text("utf-8")
    assert '"pieces.toml:apple:name" = "Apple"' in (toy / "fr.toml").read_text("utf-8")


def test_a_translation_that_lacks_an_address_is_named(copy, pseudo):
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
