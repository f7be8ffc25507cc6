"""Static files as they are served on the internet: collected, under names of their content."""

import os
import re
import time
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.test import Client, override_settings

from companion import settings
from companion.http import caching, staticfiles

ROOT = Path(__file__).parents[2]


def collected(tmp_path: Path, **files: str) -> Path:
    """Folder of the project's files after collecting, and with them a few of a test's own."""
    (tmp_path / "more").mkdir()
    for name, text in files.items():
        (tmp_path / "more" / f"{name}.js").write_text(text)
    served = tmp_path / "served"
    backend = settings.STORAGES["staticfiles"]["BACKEND"]
    with override_settings(
        STATIC_ROOT=served,
        STATICFILES_DIRS=[*settings.STATICFILES_DIRS, tmp_path / "more"],
        STORAGES={**settings.STORAGES, "staticfiles": {"BACKEND": backend}},
    ):
        call_command("collectstatic", verbosity=0, interactive=False)
    return served


def test_an_import_asks_for_the_name_with_the_hash(tmp_path):
    served = collected(
        tmp_path,
        sums='export const sum = typed => typed.split("+").length;\n',
        sheet='import { sum } from "./sums.js";\nsum("1+2");\n',
    )
    [sums] = served.glob("sums.*.js")
    [sheet] = served.glob("sheet.*.js")
    assert f'from "./{sums.name}"' in sheet.read_text()


def test_no_file_is_asked_for_by_a_plain_name(tmp_path):
    served = collected(tmp_path)
    hashed = [
        path for path in served.rglob("*.*.*") if re.search(r"\.[0-9a-f]{12}\.(js|css)$", path.name)
    ]
    assert hashed
    for path in hashed:
        for name in re.findall(r'(?:from|import|url\()\s*"(\./[^"]+)"', path.read_text()):
            assert re.search(r"\.[0-9a-f]{12}\.", name), f"{path.name}: {name}"


@pytest.mark.parametrize(("path", "status"), [("/about", 200), ("/nothing/here", 404)])
def test_before_anything_was_collected_pages_are_plain_and_each_file_is_told_once(
    tmp_path, path, status, monkeypatch, caplog
):
    monkeypatch.setattr(staticfiles, "_missed", set())
    backend = settings.STORAGES["staticfiles"]["BACKEND"]
    with override_settings(
        DEBUG=False,
        STATIC_ROOT=tmp_path,
        STORAGES={**settings.STORAGES, "staticfiles": {"BACKEND": backend}},
    ):
        for _ in range(3):
            answer = Client(raise_request_exception=False).get(path)
            assert answer.status_code == status
            assert '<link rel="stylesheet" href="/static/css/base.css">' in answer.content.decode()
    told = [record for record in caplog.records if "collectstatic" in record.getMessage()]
    assert len(told) == len({record.getMessage() for record in told}) > 0
    assert not any(record.exc_info for record in caplog.records)


def test_files_of_an_earlier_version_stay_for_its_open_pages_and_go_after_a_month(
    tmp_path, caplog, monkeypatch
):
    day = 24 * 60 * 60
    backend = settings.STORAGES["staticfiles"]["BACKEND"]
    with override_settings(
        DEBUG=False,
        STATIC_ROOT=tmp_path / "static",
        STORAGES={**settings.STORAGES, "staticfiles": {"BACKEND": backend}},
    ):
        staticfiles.collect()
        styles = tmp_path / "static/css"
        [kept] = styles.glob("base.*.css")
        recent, old = styles / "gone.0123456789ab.css", styles / "older.0123456789ab.css.gz"
        for path, days in ((recent, 29), (old, 31), (kept, 400)):
            path.touch()
            os.utime(path, (time.time() - days * day,) * 2)
        staticfiles.collect()
        assert (recent.exists(), old.exists(), kept.exists()) == (True, False, True)
        assert kept.stat().st_mtime > time.time() - day  # in use until the next version

        kept.write_text("")
        staticfiles.collect()
        assert kept.read_text() == ""  # nothing has changed, so nothing was collected again
        monkeypatch.setattr(caching, "version", lambda: "another version")
        staticfiles.collect()
        assert kept.read_text() != ""

        response = Client().get("/static/css/gone.0123456789ab.css")
        assert response.status_code == 200
        assert "immutable" in response["Cache-Control"]
        assert "immutable" not in Client().get("/static/css/base.css")["Cache-Control"]
    assert not caplog.records


def test_every_static_file_that_a_template_names_is_there():
    """Pages do without a file that was not collected, so that a slip has to be found here."""
    named = {
        name
        for folder in ("templates", "scoring")
        for path in (ROOT / folder).rglob("*.html")
        for name in re.findall(r"""\{% static ["']([^"']+)["']""", path.read_text("utf-8"))
    }
    assert "css/base.css" in named
    assert [name for name in sorted(named) if not finders.find(name)] == []
