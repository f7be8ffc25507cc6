"""Fixtures for every test, and the settings that differ from a real run."""

import os

import pytest
from django.conf import settings
from django.test.utils import override_settings
from hypothesis import settings as hypothesis

from tests.throwaway_database_servers import (
    NO_POSTGRES,
    NO_PROXY,
    Missing,
    postgres,
)

# CI must say the same about the same code; at a desk, fresh examples find more.
hypothesis.register_profile("desk", deadline=None)
hypothesis.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
hypothesis.load_profile("ci" if os.environ.get("CI") else "desk")

NO_BROWSER = "no Chromium found"
NO_ENGINE = "none of Playwright's found"
NO_NODE = "no node found"
NO_PARTS = "no parts of a browser's Python found"


@pytest.fixture(scope="session")
def postgres_server():
    """A PostgreSQL that a test may stop and start; tests that need it are skipped, loudly."""
    try:
        with postgres() as server:
            yield server
    except Missing as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory, django_db_modify_db_settings_parallel_suffix):
    """Test on a file, as in real life: memory would put all threads on one connection."""
    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        name = tmp_path_factory.mktemp("database") / "test.sqlite3"
        database.setdefault("TEST", {})["NAME"] = str(name)


@pytest.fixture(autouse=True, scope="session")
def _plain_static_files():
    """Pages in tests name static files as they lie in `static/`, without collecting them."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    with override_settings(STORAGES={**settings.STORAGES, "staticfiles": plain}):
        yield


def pytest_terminal_summary(terminalreporter):
    skipped = terminalreporter.stats.get("skipped", [])
    for cause, what in (
        (NO_BROWSER, "browser tests"),
        (NO_ENGINE, "tests in Firefox and WebKit"),
        (NO_NODE, "looks at a script's syntax"),
        (NO_PARTS, "tests of the app in a phone"),
        (NO_POSTGRES, "tests on PostgreSQL"),
        (NO_PROXY, "tests behind a proxy"),
    ):
        if missed := sum(cause in str(report.longrepr) for report in skipped):
            terminalreporter.write_line(
                f"WARNING: {missed} {what} did not run: {cause}.", red=True, bold=True
            )
