"""The house stands: locked requirements, no traces of anybody's machine, pages for errors,
and a start that explains itself on an old Python.
"""

import ast
import os
import re
import stat
import subprocess
import sys
import tomllib
from pathlib import Path

import polib
import pytest
from django.test import RequestFactory
from django.urls import get_resolver
from django.utils import translation

from companion import bootstrap
from companion.http.views import errors

ROOT = Path(__file__).parents[2]
LOCKS = [ROOT / bootstrap.RUN, ROOT / bootstrap.DEVELOP]


def tracked():
    """The project's files: what git knows or would take."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        names = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")
    return [ROOT / name for name in names.split("\0") if name and (ROOT / name).is_file()]


# -- Requirements --------------------------------------------------------------------------


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_each_requirement_has_a_version_and_hashes(lock):
    text = lock.read_text().replace("\\\n", "")
    lines = [line for line in text.splitlines() if line and not line.lstrip().startswith("#")]
    assert lines
    wrong = [line for line in lines if "==" not in line or "--hash=sha256:" not in line]
    assert wrong == []


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_requirements_name_no_place_to_get_them_from(lock):
    assert "://" not in lock.read_text()
    assert not re.search(r"^-", lock.read_text(), re.M)


def test_each_declared_package_is_locked():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    locked = set(re.findall(r"^([\w.-]+)==", LOCKS[1].read_text(), re.M))
    declared = project["project"]["dependencies"] + project["dependency-groups"]["dev"]
    assert {re.match(r"[\w.-]+", e)[0].replace(".", "-") for e in declared} <= locked


def test_developers_get_the_versions_that_run():
    runtime, developer = (
        set(re.findall(r"^\S+==[^\s;]+", lock.read_text(), re.M)) for lock in LOCKS
    )
    assert runtime <= developer


# -- Papers --------------------------------------------------------------------------------


def test_changelog_has_a_place_for_the_next_change():
    assert "## [Unreleased]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_no_file_mentions_a_path_of_somebodys_machine():
    # Put together here, so that this file does not find itself.
    places = re.compile(
        rb"(?<![\w.~-])/(" + b"|".join([b"work", b"root", b"home/" + rb"\w+"]) + b")/"
    )
    found = [str(path.relative_to(ROOT)) for path in tracked() if places.search(path.read_bytes())]
    assert found == []


def test_settings_table_of_the_readme_is_complete():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    code = "".join(
        (ROOT / "companion" / name).read_text() for name in ["settings.py", "bootstrap.py"]
    )
    names = set(re.findall(r"COMPANION_[A-Z_]+|DATABASE_URL", code))
    assert {name for name in names if f"`{name}`" not in readme} == set()


# -- Words ---------------------------------------------------------------------------------


def test_compiled_words_are_those_that_people_edited():
    for path in (ROOT / "companion" / "locale").rglob("*.po"):
        compiled = path.with_suffix(".mo")
        assert compiled.is_file(), "run: python3 manage.py translate"
        wanted = {e.msgid: e.msgstr for e in polib.pofile(str(path)).translated_entries()}
        there = {e.msgid: e.msgstr for e in polib.mofile(str(compiled))}
        assert there == wanted, "run: python3 manage.py translate"


# -- Pages ---------------------------------------------------------------------------------


@pytest.mark.parametrize("status", [400, 403, 404, 500])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_error_pages_need_no_database(status, language):
    # Without the `db` fixture, any query fails the test.
    handler = get_resolver().resolve_error_handler(status)
    with translation.override(language):
        request = RequestFactory().get("/")
        response = handler(request) if status == 500 else handler(request, Exception())
    assert response.status_code == status
    assert b"<html" in response.content


def test_an_error_page_appears_even_if_its_template_is_broken(monkeypatch, caplog):
    def fail(*args):
        raise RuntimeError("broken template")

    monkeypatch.setattr(errors, "render_to_string", fail)
    response = errors.broken(RequestFactory().get("/"))
    assert "うまくいきませんでした".encode() in response.content
    assert "broken template" in caplog.text


# -- Start ---------------------------------------------------------------------------------


@pytest.mark.parametrize("file", ["manage.py", "companion/__init__.py", "companion/bootstrap.py"])
def test_an_old_python_reads_the_files_of_the_start(file):
    tree = ast.parse((ROOT / file).read_text("utf-8"), feature_version=(3, 7))
    late = any(isinstance(e, ast.ImportFrom) and e.module == "__future__" for e in tree.body)
    functions = [each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)]
    plain = all(isinstance(f.returns, ast.Constant) and not f.args.args for f in functions)
    assert late or plain


def test_without_a_new_python_the_start_says_what_to_install(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(bootstrap, "ROOT", str(tmp_path))
    monkeypatch.setattr(bootstrap, "_find_python", lambda: None)
    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: None)
    monkeypatch.setattr(bootstrap, "_fresh", lambda needs: False)
    with pytest.raises(SystemExit, match="以上が必要です"):
        bootstrap.install(bootstrap.RUN)


def test_the_secret_key_is_drawn_once_and_kept_private(tmp_path):
    command = [
        sys.executable,
        "-c",
        "from companion import settings; print(settings.SECRET_KEY)",
    ]
    environment = {**os.environ, "COMPANION_VAR": str(tmp_path), "COMPANION_SECRET_KEY": ""}
    starts = [
        subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE)
        for _ in range(2)
    ]
    keys = {start.communicate()[0] for start in starts}
    assert len(keys) == 1
    assert len(keys.pop()) > 50
    if os.name != "nt":
        assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


# -- Templates -----------------------------------------------------------------------------


def test_templates_can_be_read_without_scrolling_sideways():
    """djlint, in the check, holds the layout; it never breaks a line of inline text."""
    wide = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in sorted(ROOT.glob("templates/**/*.html"))
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > 120
    ]
    assert wide == []
