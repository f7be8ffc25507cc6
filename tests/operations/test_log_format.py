"""A refusal is one short line, a thousand times too; an error to be mended has its trace."""

import logging.config
import re
from io import StringIO

import pytest
from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.test import Client

from companion.operations.log_format import MOST


@pytest.fixture
def log():
    """Yields the lines as read in a terminal."""
    told = StringIO()
    handlers = {"stderr": {"class": "logging.StreamHandler", "formatter": "line", "stream": told}}
    logging.config.dictConfig({**settings.LOGGING, "handlers": handlers})
    yield told
    logging.config.dictConfig(settings.LOGGING)


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": ""},
        {"Host": "evil.example"},
        {"Host": "a" * 8000},
        {"Host": "a b"},
        {"Cookie": "csrftoken=x"},
    ],
)
def test_a_refused_request_is_one_short_line_at_most(log, headers):
    phone = Client(raise_request_exception=False, enforce_csrf_checks=True)
    assert phone.post("/join/", {"code": "x"}, headers=headers).status_code in (400, 403)
    assert len(log.getvalue().splitlines()) <= 1
    assert "Traceback" not in log.getvalue()


def test_too_many_fields_are_one_short_line(log):
    many = {f"{n}": "" for n in range(settings.DATA_UPLOAD_MAX_NUMBER_FIELDS + 1)}
    assert Client(raise_request_exception=False).post("/join/", many).status_code == 400
    [line] = log.getvalue().splitlines()
    assert "GET/POST parameters" in line


def test_a_line_is_one_and_not_endless_whatever_it_repeats(log):
    logging.getLogger("companion").error("of %s", f"{'x' * 50}\n2026 CRITICAL all is lost\x1b[2J")
    logging.getLogger("companion").error("y" * 100_000)
    logging.getLogger("django.security.Anything").error("no", exc_info=SuspiciousOperation("no"))
    first, second, third = log.getvalue().splitlines()
    assert re.search(r"of x+ 2026 CRITICAL all is lost \[2J$", first)
    assert len(second) < MOST + 10
    assert third.endswith("django.security.Anything: no")


def test_a_mistake_of_ours_has_its_traceback(log):
    logging.getLogger("django.request").error("/about", exc_info=ValueError("of ours"))
    logging.getLogger("companion").error("/about", exc_info=ValueError("of ours, too"))
    assert "ValueError: of ours\n" in log.getvalue()
    assert "ValueError: of ours, too\n" in log.getvalue()
