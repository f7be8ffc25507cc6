"""The HTTP API keeps to its own description, as validators that are not ours see it.

Without the `db` fixture, any query to the database fails the test.
"""

import copy
import json
import os
import re
import shlex
from dataclasses import fields
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import Client
from django.urls import URLResolver, get_resolver
from hypothesis import HealthCheck, given, settings
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate
from schemathesis.config import SchemathesisConfig

from companion.api import lookup_types, score_types, views
from companion.api.operations_from_functions import TITLES
from companion.wsgi import application
from scoring import game, games
from scoring.model.breakdown import Line
from scoring.text.localised import EMPTY, Verbatim
from tests.rows import tables

SHEET = {
    "seats": {
        "p1": {
            "resources": {"wood": 6, "stone": 3, "iron": 6},
            "winter": {"mercers_guild": True, "windmill": True},
            "none": {"pieces": True, "village": True, "winter": True},
        }
    }
}
N5000 = "9" * 5000
DOCUMENT = json.loads(json.dumps(views.described()))
GUIDE = Path(__file__).parents[2] / "docs" / "api.md"


def wrong(schema: dict[str, Any], value: Any) -> list[str]:
    """Returns where an answer does not fit a schema of the document."""
    known = Draft202012Validator(schema | {"components": DOCUMENT["components"]})
    return [f"{each.json_path}: {each.message}" for each in known.iter_errors(value)]


def described(path: str, method: str, response: Any) -> Any:
    """The answer as JSON, after comparing it with what the document says of it."""
    said = DOCUMENT["paths"][path][method]["responses"][str(response.status_code)]
    assert set(said.get("headers", ())) <= set(response.headers)
    kind = response["Content-Type"].split(";")[0]
    value = json.loads(response.content)
    assert wrong(said["content"][kind]["schema"], value) == []
    return value


def post(client: Client, path: str, body: Any) -> Any:
    text = body if isinstance(body, bytes | str) else json.dumps(body)
    return client.post(path, text, content_type="application/json")


def listed(of: str) -> list[tuple[str, str]]:
    """Addresses in full, each with the one that the document describes."""
    return [
        (path, each.replace("?", f"{path}?", 1))
        for path, several in tables(__file__)[of].items()
        for each in several
    ]


READS = listed("reads") + [("/api/v1/entries/{game}", f"/api/v1/entries/{s}") for s in games()]
WRONG = listed("wrong") + [
    ("/api/v1/search", f"400 /api/v1/search?q={query}") for query in ("a" * 201, f"a&limit={N5000}")
]


class TestDescription:
    def test_it_is_an_openapi_document(self):
        validate(DOCUMENT)

    def test_every_address_is_described_and_every_description_has_an_address(self):
        [ours] = [p for p in get_resolver().url_patterns if str(p.pattern) == "api/"]
        assert isinstance(ours, URLResolver)
        routes = {str(pattern.pattern) for pattern in ours.url_patterns}
        addresses = {"/api/" + re.sub("<id:(.*?)>", "{\\1}", route) for route in routes}
        assert addresses - {"/api/<path:rest>"} == set(DOCUMENT["paths"])

    def test_every_address_is_tried_here(self):
        tried = {path for path, _address in READS}
        works_out = {path for path, of in DOCUMENT["paths"].items() if "post" in of}
        assert tried | works_out == set(DOCUMENT["paths"])

    def test_no_shape_is_open_unless_it_is_so_on_purpose(self):
        free = {"Text", "Number", "Sheet"}
        for name, schema in DOCUMENT["components"]["schemas"].items():
            assert schema.get("additionalProperties") is False or name in free, name

    def test_a_field_of_the_core_is_answered_and_described_by_itself(self):
        line = Line("a", Verbatim("A"), 3, EMPTY)
        schema = DOCUMENT["components"]["schemas"]["Line"]
        names = [each.name for each in fields(Line)]
        assert (
            list(score_types.plain(line))
            == list(schema["properties"])
            == schema["required"]
            == names
        )

    @pytest.mark.parametrize("slug", games())
    def test_a_sheet_describes_its_sheets(self, client, slug):
        schema = client.get(f"/api/v1/sheet/{slug}").json()
        Draft202012Validator.check_schema(schema)
        for players in range(1, game(slug).sheet.most_seats + 1):
            Draft202012Validator(schema).validate(game(slug).sheet.blank(players))

    @pytest.mark.parametrize(("path", "address"), READS)
    def test_answers_are_as_described_and_not_sent_again_unchanged(self, client, path, address):
        first = client.get(address)
        assert first.status_code == 200
        described(path, "get", first)
        again = client.get(address, headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert "no-cache" in again["Cache-Control"]
        assert client.get(address, headers={"If-None-Match": '"other"'}).content == first.content


class TestLookup:
    def test_search(self, client):
        found = client.get("/api/v1/search?q=ﾌｳｼｬｺﾞﾔ&game=keyflower").json()
        assert found["hits"][0]["id"] == "windmill"
        assert found["hits"][0]["url"] == "/keyflower/windmill"
        assert found["hits"][0]["why"] == "alias"
        assert found["game"] == "keyflower"

    def test_limit(self, client):
        assert len(client.get("/api/v1/search?q=gold&limit=2").json()["hits"]) == 2

    def test_complete_gives_names_only(self, client):
        names = client.get("/api/v1/complete?q=guild").json()["names"]
        assert "mercers_guild" in [each["id"] for each in names]
        assert client.get("/api/v1/complete?q=points for every").json()["names"] == []

    def test_bulk_holds_every_entry(self, client):
        answer = client.get("/api/v1/entries/keyflower").json()
        assert [e["id"] for e in answer["entries"]] == list(game("keyflower").catalogue)
        assert answer["count"] == len(answer["entries"])

    @pytest.mark.parametrize(("path", "asked"), WRONG)
    def test_problems(self, client, path, asked):
        status, address = asked.split(" ")
        response = client.get(address)
        assert response.status_code == int(status)
        assert described(path, "get", response)["status"] == int(status)

    @pytest.mark.parametrize("address", ["/api/", "/api/v1/", "/api/v1/nothing", "/api/v2/search"])
    def test_other_addresses_answer_in_json_too(self, client, address):
        response = client.get(address)
        assert response.status_code == 404
        if address != "/api/":
            assert response["Content-Type"] == "application/problem+json"


SHEETS = [each.replace("{N}", N5000) for each in tables(__file__)["sheets"]["wrong"]]
SHEETS += [b"\xff\x00", b'{"seats": {"p1": {"name": "\xed\xa0\x80"}}}', b"\xc3\x28"]
SHEETS += ["[" * 10_000, " " * 300_000, " " * 3_000_000]


class TestWorkingOut:
    def test_a_score_is_the_games_own(self, client):
        response = post(client, "/api/v1/score/keyflower", SHEET)
        answer = described("/api/v1/score/{game}", "post", response)
        found = game("keyflower")
        settled, plans = found.solve_open_decisions(found.sheet.read(SHEET))
        mine = found.score(settled)["p1"]
        seat = answer["seats"]["p1"]
        assert seat["total"] == mine.total == 20  # 3 sets x 5, and 1 group of five x 5
        assert seat["partial"] is False
        assert [(line["id"], line["points"]) for line in seat["lines"]] == [
            (line.id, line.points) for line in mine.lines
        ]
        assert seat["steps"] == [step.json() for step in plans["p1"].steps]
        assert seat["proof"]["verdict"] == "optimal"
        assert answer["ranking"][0]["place"] is None
        assert answer["rulings"] == found.sheet.rulings(SHEET)

    def test_it_says_what_clients_were_told(self, client):
        """Fields that the first version answered; more may come, none may go."""
        report = post(client, "/api/v1/score/keyflower", SHEET).json()
        plan = post(client, "/api/v1/optimise/keyflower/final/p1", SHEET).json()
        entry = client.get("/api/v1/entries/keyflower/windmill").json()
        seat = report["seats"]["p1"]
        answered = {"report": report, "plan": plan, "entry": entry, "seat": seat}
        answered |= {"line": seat["lines"][0], "place": report["ranking"][0]}
        answered |= {"second": plan["runner_up"], "proof": plan["proof"]}
        answered |= {"score": entry["scores"][0]}
        told = tables(__file__)["told"]
        assert {name for name in told if not set(told[name]) <= set(answered[name])} == set()
        assert set(told) == set(answered)
        assert set(entry["cites"][0]) == {"id", "name"}

    def test_a_seat_that_decided_for_itself_keeps_that(self, client):
        found = game("keyflower")
        settled, plans = found.solve_open_decisions(found.sheet.read(SHEET))
        assert plans
        seat = post(client, "/api/v1/score/keyflower", settled).json()["seats"]["p1"]
        assert seat["total"] == 20
        assert seat["proof"]["verdict"] == "optimal"
        assert seat["proof"]["bound"] == 20

    def test_every_game_scores_and_answers_an_empty_sheet(self, client):
        asked = 0
        for slug in games():
            state = game(slug).sheet.blank(2)
            response = post(client, f"/api/v1/score/{slug}", state)
            if game(slug).stage == "draft":
                assert response.status_code == 404
                continue
            assert response.status_code == 200
            described("/api/v1/score/{game}", "post", response)
            for question in game(slug).planners:
                response = post(client, f"/api/v1/optimise/{slug}/{question}/p1", state)
                path = "/api/v1/optimise/{game}/{question}/{seat}"
                assert described(path, "post", response)["question"] == question
                asked += 1
        assert asked

    def test_a_plan_is_the_games_own(self, client):
        path = "/api/v1/optimise/{game}/{question}/{seat}"
        response = post(client, "/api/v1/optimise/keyflower/final/p1", SHEET)
        answer = described(path, "post", response)
        found, state = game("keyflower"), game("keyflower").sheet.read(SHEET)
        mine = found.optimise("final", "p1", state)
        around = found.alternatives(mine, state)
        assert answer["worth"] == mine.worth == answer["proof"]["bound"]
        assert answer["after"] == mine.after
        assert answer["one_more"] == score_types.plain(around.one_more)
        assert answer["runner_up"]["worth"] < answer["worth"]

    def test_a_third_of_a_point_stays_one(self):
        assert score_types.plain([None, Fraction(4, 2), Fraction(-1, 3)]) == [None, 2, "-1/3"]
        for value in ("-1/3", 2):
            assert wrong({"$ref": "#/components/schemas/Number"}, value) == []
        assert wrong({"$ref": "#/components/schemas/Number"}, 0.5) != []

    def test_a_foreign_page_may_ask_since_nothing_is_kept(self):
        strict = Client(enforce_csrf_checks=True)
        response = post(strict, "/api/v1/score/keyflower", SHEET)
        assert response.status_code == 200
        assert not response.cookies

    @pytest.mark.parametrize("body", SHEETS)
    def test_problems(self, client, body):
        response = post(client, "/api/v1/score/keyflower", body)
        assert response.status_code == (413 if len(body) > 100_000 else 422)
        described("/api/v1/score/{game}", "post", response)

    def test_no_such_game(self, client):
        response = post(client, "/api/v1/score/nothing", SHEET)
        assert response.status_code == 404
        described("/api/v1/score/{game}", "post", response)

    @pytest.mark.parametrize("address", ["nothing/p1", "final/p9", "final/x"])
    def test_no_such_question_or_seat(self, client, address):
        response = post(client, f"/api/v1/optimise/keyflower/{address}", SHEET)
        assert response.status_code == 404
        described("/api/v1/optimise/{game}/{question}/{seat}", "post", response)

    def test_a_fault_names_its_cell(self, client):
        sheet = {"seats": {"p1": {"resources": {"wood": "x"}}}}
        answer = post(client, "/api/v1/score/keyflower", sheet).json()
        assert answer["errors"][0]["path"] == "p1/resources/wood"
        assert set(answer["errors"][0]["message"]) == {"en", "ja"}

    def test_only_json(self, client):
        assert client.post("/api/v1/score/keyflower", {"seats": "p1"}).status_code == 415


METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"]


@pytest.mark.parametrize("path", DOCUMENT["paths"])
def test_a_method_that_is_not_described_is_refused(path):
    [told] = DOCUMENT["paths"][path]
    allowed = ("GET", "HEAD") if told == "get" else ("POST",)
    strict = Client(enforce_csrf_checks=True)
    for method in (each for each in METHODS if each not in allowed):
        response = strict.generic(method, path.format(game="x", id="x", question="x", seat="x"))
        assert (response.status_code, response["Allow"]) == (405, ", ".join(allowed)), method
        if method != "HEAD":
            assert described(path, told, response)["status"] == 405


@pytest.fixture(autouse=True)
def _connections_of_other_tests():
    """Stay as they are, as with Django's own client: a real request looks after them first."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


CONFIG = SchemathesisConfig()
CONFIG.projects.default.generation.update(deterministic=True)
SCHEMA = schemathesis.openapi.from_dict(DOCUMENT, config=CONFIG)
SCHEMA.app = application


PLAIN = {"Accept-Encoding": "identity"}
DRAWN = settings(
    max_examples=int(os.environ.get("COMPANION_CASES", "25")),
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


@SCHEMA.parametrize()
@DRAWN
def test_nothing_that_is_asked_gets_an_answer_the_document_does_not_know(case):
    # That every sheet of the general shape is taken is not promised: each game has its own. The
    # client that schemathesis uses for WSGI does not unpack.
    sheets = [schemathesis.checks.positive_data_acceptance] * (case.method == "POST")
    case.call_and_validate(excluded_checks=sheets, headers=PLAIN)


@pytest.mark.slow
@pytest.mark.parametrize("slug", [slug for slug, of in games().items() if of.stage != "draft"])
def test_every_sheet_that_a_games_own_schema_allows_is_scored(slug):
    """And each that it forbids is refused."""
    path = "/api/v1/score/{game}"
    document = copy.deepcopy(DOCUMENT)
    document["components"]["schemas"]["Sheet"] = game(slug).sheet.schema()
    document["paths"] = {path.format(game=slug): document["paths"][path]}
    document["paths"][path.format(game=slug)]["post"]["parameters"] = []
    schema = schemathesis.openapi.from_dict(document, config=CONFIG)
    schema.app = application

    @DRAWN
    @given(case=schema[path.format(game=slug)]["POST"].as_strategy())
    def asked(case):
        response = case.call(headers=PLAIN)
        case.validate_response(response)

    asked()


# ── the guide ───────────────────────────────────────────────────────────────────────────

BLOCKS = re.findall(
    r"```sh\n(curl [^`]*)```\n\n```json\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL
)


def unlike(shown: Any, got: Any, path: str = "$") -> list[str]:
    """Returns where an answer differs from an example; an ellipsis there stands for more."""
    if isinstance(shown, dict) and isinstance(got, dict):
        missing = [f"{path}: {key}" for key in shown if key not in got and key != "…"]
        more = (
            []
            if "…" in shown
            else [f"{path}: {key} is left out" for key in got if key not in shown]
        )
        both = [unlike(shown[key], got[key], f"{path}.{key}") for key in shown if key in got]
        return missing + more + [each for found in both for each in found]
    if isinstance(shown, list) and isinstance(got, list):
        listed = [each for each in shown if each != "…"]
        if len(listed) > len(got) or (listed == shown and len(listed) != len(got)):
            return [f"{path}: {len(got)} of them"]
        return [w for n, each in enumerate(listed) for w in unlike(each, got[n], f"{path}[{n}]")]
    if isinstance(shown, float) and isinstance(got, float):
        return []  # seconds
    return [] if shown in (got, "…") else [f"{path}: {got!r}, not {shown!r}"]


def asked(client: Client, command: str) -> tuple[str, Any]:
    """Does what a curl command line says: the address it names, and the answer."""
    words = shlex.split(command)
    [address] = [word for word in words if word.startswith("http://localhost:8000/")]
    address = address.removeprefix("http://localhost:8000")
    if "--json" in words:
        return address, post(client, address, words[words.index("--json") + 1])
    return address, client.get(address)


class TestGuide:
    def test_it_shows_something_of_every_address(self, client):
        shown = {asked(client, command)[0].partition("?")[0] for command, _json in BLOCKS}
        for path in DOCUMENT["paths"]:
            pattern = re.sub("{.*?}", "[^/]+", path)
            assert any(re.fullmatch(pattern, address) for address in shown), path

    @pytest.mark.parametrize(("command", "shown"), BLOCKS)
    def test_examples_are_answers(self, client, command, shown):
        _address, response = asked(client, command)
        assert unlike(json.loads(shown), response.json()) == []

    def test_limits_are_those_that_are_kept(self):
        text = GUIDE.read_text("utf-8")
        for limit in (
            f"{score_types.LARGEST // 1024} KiB",
            f"{lookup_types.LONGEST} characters",
            f"{lookup_types.MOST} hits",
        ):
            assert limit in text
        for status in TITLES:
            assert f"| {status} |" in text
