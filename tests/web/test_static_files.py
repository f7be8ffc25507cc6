"""Static files as they are served on the internet: collected, under names of their content."""

import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.test import Client, override_settings

from companion import settings
from companion.http import caching, staticfiles

ROOT = Path(__file__).parents[2]


@contextmanager
def stored(folder: Path) -> Iterator[None]:
    """Files are served from this folder, under names of their content."""
    backend = settings.STORAGES["staticfiles"]["BACKEND"]
    storages = {**settings.STORAGES, "staticfiles": {"BACKEND": backend}}
    with override_settings(DEBUG=False, STATIC_ROOT=folder, STORAGES=storages):
        yield


def test_no_file_is_asked_for_by_a_plain_name(tmp_path):
    with stored(tmp_path):
        call_command("collectstatic", verbosity=0, interactive=False)
    hashed = [
        path
        for path in tmp_path.rglob("*.*.*")
        if re.search(r"\.[0-9a-f]{12}\.(js|css)$", path.name)
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
    with stored(tmp_path):
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
    with stored(tmp_path / "static"):
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
