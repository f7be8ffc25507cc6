"""The HTTP API keeps to its own description, and its answers are those of the command line.

Without the `db` fixture, any query to the database fails the test.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import get_resolver

from companion import openapi
from scoring import game, games
from tests.contract.schema import faults

SHEET = {
    "seats": {
        "p1": {
            "resources": {"wood": 6, "stone": 3, "iron": 6},
            "winter": {"mercers_guild": True, "windmill": True},
        }
    }
}
DOCUMENT = openapi.document()
HERE = "#/components/schemas/"
# Keywords that the sheets' checker does not know; they are dealt with here.
OURS = {"$ref", "items", "anyOf", "description", "additionalProperties", "maxItems", "properties"}


def wrong(schema: dict[str, Any], value: Any, path: str = "") -> Iterator[str]:
    """Where an answer does not fit its description. Unknown keywords raise."""
    if "$ref" in schema:
        schema = DOCUMENT["components"]["schemas"][schema["$ref"].removeprefix(HERE)]
    if "anyOf" in schema:
        if all(any(wrong(each, value)) for each in schema["anyOf"]):
            yield f"{path}: none of {schema['anyOf']}"
        return
    if schema.get("type") == "null":
        yield from [] if value is None else [f"{path}: is not null"]
        return
    if schema.get("type") == "number":
        yield from [] if isinstance(value, int | float) else [f"{path}: is no number"]
        return
    if schema.get("type") == "array":
        if not isinstance(value, list) or len(value) > schema.get("maxItems", len(value)):
            yield f"{path}: is no such list"
            return
        for n, each in enumerate(value):
            yield from wrong(schema["items"], each, f"{path}/{n}")
        return
    yield from faults({key: of for key, of in schema.items() if key not in OURS}, value, path)
    if not isinstance(value, dict):
        return
    known, others = schema.get("properties", {}), schema.get("additionalProperties")
    for key, inner in value.items():
        if key in known:
            yield from wrong(known[key], inner, f"{path}/{key}")
        elif isinstance(others, dict):
            yield from wrong(others, inner, f"{path}/{key}")
        elif others is False:
            yield f"{path}/{key}: is not described"


def described(path: str, method: str, response: Any) -> Any:
    """The answer as JSON, after comparing it with what the document says of it."""
    said = DOCUMENT["paths"][path][method]["responses"][str(response.status_code)]["content"]
    kind = response["Content-Type"].split(";")[0]
    value = json.loads(response.content)
    assert list(wrong(said[kind]["schema"], value)) == []
    return value


def post(client: Client, path: str, body: Any) -> Any:
    text = body if isinstance(body, bytes | str) else json.dumps(body)
    return client.post(path, text, content_type="application/json")


READS = [
    ("/api/v1/search", "/api/v1/search?q=windmill"),
    ("/api/v1/search", "/api/v1/search?q=" + quote("同点のときは？")),
    ("/api/v1/search", "/api/v1/search?q=zzkeyfzzzz"),
    ("/api/v1/search", "/api/v1/search?q="),
    ("/api/v1/search", "/api/v1/search?q=gold&game=keyflower&limit=3"),
    ("/api/v1/complete", "/api/v1/complete?q=g"),
    ("/api/v1/games", "/api/v1/games"),
    ("/api/v1/entries/{game}/{id}", "/api/v1/entries/keyflower/mercers_guild"),
    ("/api/v1/entries/{game}/{id}", "/api/v1/entries/keyflower/craftsmans_guild_points"),
    ("/api/v1/sheet/{game}", "/api/v1/sheet/keyflower"),
    ("/api/v1/openapi.json", "/api/v1/openapi.json"),
    *[("/api/v1/entries/{game}", f"/api/v1/entries/{slug}") for slug in games()],
]  # fmt: skip


class TestDescription:
    def test_every_address_is_described_and_every_description_has_an_address(self) -> None:
        names = {"slug": "game", "entry": "id"}
        routes = set()
        for pattern in get_resolver().url_patterns:
            route = str(pattern.pattern)
            if route.startswith("api/v1/"):
                for part in route.split("/"):
                    if part.startswith("<"):
                        name = part.strip("<>").split(":")[1]
                        route = route.replace(part, "{" + names.get(name, name) + "}")
                routes.add("/" + route)
        assert routes == set(DOCUMENT["paths"])

    def test_every_address_is_tried_here(self) -> None:
        tried = {path for path, _address in READS}
        works_out = {path for path, of in DOCUMENT["paths"].items() if "post" in of}
        assert tried | works_out == set(DOCUMENT["paths"])

    def test_every_reference_leads_somewhere(self) -> None:
        named = set(DOCUMENT["components"]["schemas"])
        used = {
            part.split('"')[0].removeprefix(HERE)
            for part in json.dumps(DOCUMENT).split('"$ref": "')[1:]
        }
        assert used <= named

    @pytest.mark.parametrize(("path", "address"), READS)
    def test_answers_are_as_described(self, client: Client, path: str, address: str) -> None:
        response = client.get(address)
        assert response.status_code == 200
        described(path, "get", response)

    @pytest.mark.parametrize(("path", "address"), READS)
    def test_an_unchanged_answer_is_not_sent_again(
        self, client: Client, path: str, address: str
    ) -> None:
        first = client.get(address)
        again = client.get(address, headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert "no-cache" in again["Cache-Control"]
        other = client.get(address, headers={"If-None-Match": '"other"'})
        assert other.content == first.content


class TestLookup:
    def test_search(self, client: Client) -> None:
        found = client.get("/api/v1/search?q=ﾌｳｼｬｺﾞﾔ&game=keyflower").json()
        assert found["hits"][0]["id"] == "windmill"
        assert found["hits"][0]["url"] == "/keyflower/windmill"
        assert found["hits"][0]["why"] == "alias"
        assert found["game"] == "keyflower"

    def test_limit(self, client: Client) -> None:
        assert len(client.get("/api/v1/search?q=gold&limit=2").json()["hits"]) == 2

    def test_complete_gives_names_only(self, client: Client) -> None:
        names = client.get("/api/v1/complete?q=guild").json()["names"]
        assert "mercers_guild" in [each["id"] for each in names]
        assert client.get("/api/v1/complete?q=points for every").json()["names"] == []

    def test_bulk_holds_every_entry(self, client: Client) -> None:
        answer = client.get("/api/v1/entries/keyflower").json()
        assert [e["id"] for e in answer["entries"]] == list(game("keyflower").catalogue)
        assert answer["count"] == len(answer["entries"])

    @pytest.mark.parametrize(
        ("path", "address", "status"),
        [
            ("/api/v1/search", "/api/v1/search?q=a&game=nothing", 400),
            ("/api/v1/search", "/api/v1/search?q=a&limit=0", 400),
            ("/api/v1/search", "/api/v1/search?q=a&limit=51", 400),
            ("/api/v1/search", "/api/v1/search?q=a&limit=%C2%B2", 400),
            ("/api/v1/complete", "/api/v1/complete?q=a&game=nothing", 400),
            ("/api/v1/entries/{game}", "/api/v1/entries/nothing", 404),
            ("/api/v1/entries/{game}/{id}", "/api/v1/entries/keyflower/nothing", 404),
            ("/api/v1/entries/{game}/{id}", "/api/v1/entries/nothing/nothing", 404),
            ("/api/v1/sheet/{game}", "/api/v1/sheet/nothing", 404),
        ],
    )
    def test_problems(self, client: Client, path: str, address: str, status: int) -> None:
        response = client.get(address)
        assert response.status_code == status
        assert described(path, "get", response)["status"] == status

    @pytest.mark.parametrize("address", ["/api/", "/api/v1/", "/api/v1/nothing", "/api/v2/search"])
    def test_other_addresses_answer_in_json_too(self, client: Client, address: str) -> None:
        response = client.get(address)
        assert response.status_code == 404
        if address != "/api/":
            assert response["Content-Type"] == "application/problem+json"

    def test_only_reading(self, client: Client) -> None:
        response = client.post("/api/v1/search")
        assert (response.status_code, response["Allow"]) == (405, "GET, HEAD")
        assert response["Content-Type"] == "application/problem+json"


class TestWorkingOut:
    def test_a_score_is_the_games_own_report(self, client: Client) -> None:
        response = post(client, "/api/v1/score/keyflower", SHEET)
        answer = described("/api/v1/score/{game}", "post", response)
        mine = game("keyflower").report(game("keyflower").sheet.read(SHEET))
        answer["seats"]["p1"].pop("proof")
        mine["seats"]["p1"].pop("proof")
        assert answer == mine
        assert answer["seats"]["p1"]["total"] == 20  # 3 sets x 5, and 1 group of five x 5

    def test_every_game_scores_and_answers_an_empty_sheet(self, client: Client) -> None:
        asked = 0
        for slug in games():
            state = game(slug).sheet.blank(2)
            response = post(client, f"/api/v1/score/{slug}", state)
            if game(slug).stage == "draft":
                assert response.status_code == 404
                continue
            assert response.status_code == 200
            described("/api/v1/score/{game}", "post", response)
            for question in game(slug).questions:
                response = post(client, f"/api/v1/optimise/{slug}/{question}/p1", state)
                path = "/api/v1/optimise/{game}/{question}/{seat}"
                assert described(path, "post", response)["question"] == question
                asked += 1
        assert asked

    def test_a_plan_is_the_games_own(self, client: Client) -> None:
        path = "/api/v1/optimise/{game}/{question}/{seat}"
        response = post(client, "/api/v1/optimise/keyflower/final/p1", SHEET)
        answer = described(path, "post", response)
        found, state = game("keyflower"), game("keyflower").sheet.read(SHEET)
        mine = found.report_plan(found.optimise("final", "p1", state), state)
        assert answer["worth"] == mine["worth"]
        assert answer["one_more"] == mine["one_more"]

    def test_a_foreign_page_may_ask_since_nothing_is_kept(self) -> None:
        strict = Client(enforce_csrf_checks=True)
        response = post(strict, "/api/v1/score/keyflower", SHEET)
        assert response.status_code == 200
        assert not response.cookies

    @pytest.mark.parametrize(
        ("address", "body", "status"),
        [
            ("/api/v1/score/keyflower", "{", 422),
            ("/api/v1/score/keyflower", "[]", 422),
            ("/api/v1/score/keyflower", b"\xff\x00", 422),
            ("/api/v1/score/keyflower", {"seats": {"p1": {"resources": {"wood": "x"}}}}, 422),
            ("/api/v1/score/keyflower", "[" * 10_000, 422),
            ("/api/v1/score/keyflower", " " * 300_000, 413),
            ("/api/v1/score/keyflower", " " * 3_000_000, 413),
            ("/api/v1/score/nothing", SHEET, 404),
        ],
    )
    def test_problems(self, client: Client, address: str, body: Any, status: int) -> None:
        response = post(client, address, body)
        assert response.status_code == status
        described("/api/v1/score/{game}", "post", response)

    @pytest.mark.parametrize("address", ["nothing/p1", "final/p9", "final/x", "final/%00"])
    def test_no_such_question_or_seat(self, client: Client, address: str) -> None:
        response = post(client, f"/api/v1/optimise/keyflower/{address}", SHEET)
        assert response.status_code == 404
        described("/api/v1/optimise/{game}/{question}/{seat}", "post", response)

    def test_a_fault_names_its_cell(self, client: Client) -> None:
        sheet = {"seats": {"p1": {"resources": {"wood": "x"}}}}
        answer = post(client, "/api/v1/score/keyflower", sheet).json()
        assert answer["errors"][0]["path"] == "p1/resources/wood"
        assert set(answer["errors"][0]["message"]) == {"en", "ja"}

    def test_only_json(self, client: Client) -> None:
        response = client.post("/api/v1/score/keyflower", {"seats": "p1"})
        assert response.status_code == 415

    def test_only_sending(self, client: Client) -> None:
        response = client.get("/api/v1/score/keyflower")
        assert (response.status_code, response["Allow"]) == (405, "POST")
