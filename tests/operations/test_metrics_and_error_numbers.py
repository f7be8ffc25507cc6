"""An installation is seen from outside: counts that all processes share, numbers of mistakes that
visitor and log have in common, and logs that tell no name and no code.
"""

import json
import logging
import os
import re
import signal
import urllib.request
from pathlib import Path

import pytest
from django.db import OperationalError, connection
from django.test import Client, RequestFactory, override_settings
from prometheus_client.parser import text_string_to_metric_families

from companion.http import error_numbers, request_deadline
from companion.http.computation_queue import Queue
from companion.models import Table
from companion.operations.log_format import JsonFormatter, PlainFormatter
from tests.operations.installation import status, unused
from tests.web.test_tables import cell, joined, opened

WORD = "a-long-word-of-the-operator"
ALLOWED = {"Authorization": f"Bearer {WORD}"}


@pytest.fixture
def counting():
    with override_settings(METRICS=WORD):
        yield


def count(line: str, page: str) -> float:
    """Returns the value after a name and its labels."""
    found = re.search(rf"^{re.escape(line)} (\S+)$", page, re.M)
    return float(found[1]) if found else 0.0


def told(client: Client) -> str:
    answer = client.get("/metrics", headers=ALLOWED)
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/plain")
    page = answer.content.decode()
    assert [*text_string_to_metric_families(page)], "Prometheus' own parser reads it"
    return page


@pytest.mark.usefixtures("counting")
@pytest.mark.parametrize("headers", [{}, {"Authorization": WORD}, {"Authorization": "Bearer x"}])
def test_nobody_else_reads_what_is_counted(client, headers):
    assert client.get("/metrics", headers=headers).status_code == 404


def test_without_a_word_nothing_is_counted(client):
    for headers in (ALLOWED, {"Authorization": "Bearer "}):
        assert client.get("/metrics", headers=headers).status_code == 404


@pytest.mark.django_db
@pytest.mark.usefixtures("counting")
def test_answers_conflicts_and_computing_are_counted(client):
    before = told(client)
    host, table = opened()
    guest = joined(table, "p2")
    cell(guest, table, "p2/resources/wood", "3")
    assert cell(host, table, "p2/resources/wood", "4", base="0").status_code == 200
    client.get("/no/such/page/at/all")
    asker = request_deadline.Asker(RequestFactory().get("/"))
    assert asker.begin()
    asker.end()
    after = told(client)

    def more(line):
        return count(line, after) - count(line, before)

    sheet = 'method="POST",route="table_sheet",status="200"'
    assert more(f"companion_requests_total{{{sheet}}}") == 2
    assert more('companion_request_seconds_count{route="table_sheet"}') == 2
    assert more("companion_conflicts_total") == 1
    assert more('companion_requests_total{method="GET",route="none",status="404"}') == 1
    assert more('companion_computing_seconds_count{turns="sheets"}') >= 1
    assert table.key not in after


@pytest.mark.django_db
@pytest.mark.usefixtures("counting")
def test_who_was_told_to_come_again_is_counted(client, monkeypatch):
    monkeypatch.setattr(request_deadline, "answers", Queue(at_once=0, waiting=0, each=0, seconds=0))
    before = told(client)
    sheet = {"seats": {"p1": {"resources": {"wood": 2}}}}
    asked = client.post("/api/v1/score/keyflower", json.dumps(sheet), "application/json")
    assert asked.status_code == 503
    line = 'companion_refused_total{turns="answers"}'
    assert count(line, told(client)) - count(line, before) == 1


@pytest.mark.skipif(os.name == "nt", reason="Windows runs another server")
@pytest.mark.slow
def test_all_processes_count_together_and_a_killed_one_is_not_forgotten(place):
    port = unused()
    place.more["COMPANION_METRICS"] = WORD
    base = f"http://127.0.0.1:{port}"

    def counted():
        asked = urllib.request.Request(f"{base}/metrics", headers=ALLOWED)
        page = urllib.request.urlopen(asked, timeout=60).read().decode()
        return count('companion_request_seconds_count{route="about"}', page)

    with place.playing("--port", str(port)) as server:
        assert status(f"{base}/about") == 200
        for _ in range(20):
            assert status(f"{base}/about") == 200
        assert counted() == 21
        children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
        for worker in children:
            os.kill(int(worker), signal.SIGKILL)
        assert status(f"{base}/about") == 200
        assert counted() == 22


@pytest.fixture
def mistake(monkeypatch):
    """The start page has one, which repeats what somebody typed."""

    def wrong(*_, **__):
        raise ValueError("Aki said so")

    monkeypatch.setattr("companion.home.views.render", wrong)


def shown(client: Client, **headers: str) -> str:
    answer = client.get("/about", headers=headers)
    assert answer.status_code == 500
    [number] = re.findall(r"\b[2-9a-z]{4}-[2-9a-z]{4}\b", answer.content.decode())
    assert answer[error_numbers.HEADER] == number
    return str(number)


@pytest.mark.usefixtures("mistake")
def test_the_number_on_the_page_is_in_the_log_and_the_same_mistake_begins_alike(caplog):
    client = Client(raise_request_exception=False)
    first, second = shown(client), shown(client, **{"Accept-Language": "ja"})
    assert first != second
    assert first[:4] == second[:4]
    lines = [PlainFormatter().format(r) for r in caplog.records if r.name == "django.request"]
    assert [number in line for number, line in zip((first, second), lines, strict=True)] == [
        True, True,
    ]  # fmt: skip
    kept = [
        json.loads(JsonFormatter().format(r)) for r in caplog.records if r.name == "django.request"
    ]
    assert [each["error"] for each in kept] == [first, second]
    assert kept[0]["kind"] == "ValueError"
    assert kept[0]["where"][-1].startswith("tests/operations/test_metrics_and_error_numbers.py:")
    assert (kept[0]["route"], kept[0]["status"]) == ("/about", 500)
    assert "Aki" not in json.dumps(kept)


@pytest.mark.django_db
def test_a_database_that_is_away_has_a_number_too_and_tells_no_tables_address(caplog):
    host, table = opened()
    key = table.key

    def away(*_, **__):
        raise OperationalError("the connection is closed")

    with connection.execute_wrapper(away):
        answer = host.get(f"/table/{key}/log/")
    assert answer.status_code == 503
    assert answer[error_numbers.HEADER] in answer.content.decode()
    [record] = [each for each in caplog.records if each.levelname == "ERROR"]
    line, kept = PlainFormatter().format(record), JsonFormatter().format(record)
    for each in (line, kept):
        assert answer[error_numbers.HEADER] in each
        assert "/table/<slug:key>/log/" in each
        assert key not in each
    assert Table.objects.exists()


def test_what_no_request_goes_with_tells_no_code_either():
    record = logging.makeLogRecord(
        {"msg": "Error handling request %s", "args": ("/join/abc234/?q=Aki",), "name": "gunicorn"}
    )
    for each in (PlainFormatter(), JsonFormatter()):
        said = each.format(record)
        assert "/join/…" in said
        assert "abc234" not in said
        assert "Aki" not in said


def test_a_line_of_json_is_one_line_whatever_it_repeats():
    record = logging.makeLogRecord({"msg": "a\n{}\x1b[2J" + "x" * 1000, "name": "companion"})
    line = JsonFormatter().format(record)
    assert len(line.splitlines()) == 1
    assert len(json.loads(line)["said"]) < 500
