"""OpenAPI 3.1 description of the API, generated from its operations and response types."""

from collections.abc import Iterable
from typing import Any

import msgspec

from companion.api.lookup_types import LONGEST
from companion.api.operations_from_functions import Operation
from companion.api.score_types import LARGEST, SEAT_PATTERN, WHERE, Free, Problem, Schema, schemas

VERSION = "1"
ROOT = "/api/v1"
SECONDS = 2
"""Most seconds of an optimiser, which then answers with its best plan and an upper bound."""

ABOUT = (
    "Stateless: nothing that is sent is kept, and no cookie is read or set. Answers to GET carry an"
    " ETag; send it back in If-None-Match and an unchanged answer is an empty 304. HEAD is answered"
    f" wherever GET is. A query has at most {LONGEST} characters, a sheet {LARGEST} bytes. An"
    f" optimiser has {SECONDS} seconds for the plan, and a few times as long for what lies around"
    " it; what it has then is given with its bound. Nothing limits how often one may ask: who puts"
    " this on the internet limits that in front of it. The texts are our own words, not the"
    " publishers'."
)

HEADERS = {
    "ETag": "what If-None-Match takes",
    "Allow": "the methods that are answered here",
    "Retry-After": "seconds after which asking again makes sense",
}


def document(operations: Iterable[Operation], games: Iterable[str]) -> Schema:
    """Returns the OpenAPI 3.1 document of the API.

    ``operations``: the addresses to describe. ``games``: slugs that an address may have.
    """
    listed, slugs = list(operations), list(games)
    answers = [each.answer_class for each in listed if each.answer_class != Free]
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Companion for board games",
            "version": VERSION,
            "summary": "Look up, score and optimise board games, in English and Japanese.",
            "description": ABOUT,
            "license": {"name": "AGPL-3.0-or-later", "identifier": "AGPL-3.0-or-later"},
        },
        "paths": {f"{ROOT}/{each.path}": _operation(each, slugs) for each in listed},
        "components": {"schemas": schemas(Problem, *answers)},
    }


def _operation(operation: Operation, slugs: list[str]) -> Schema:
    answer = {"description": "the answer", **_content("application/json", operation.answer_class)}
    responses: Schema = {"200": answer}
    if operation.reads:
        answer |= _headers("ETag")
        responses["304"] = {"description": "unchanged", **_headers("ETag")}
    for status in operation.refusals:
        responses[str(status)] = _problem(status)
    described: Schema = {
        "operationId": operation.name,
        "summary": operation.summary,
        "parameters": _parameters(operation, slugs),
        "responses": responses,
    }
    if not operation.reads:
        sheet = {"application/json": {"schema": _ref("Sheet")}}
        described["requestBody"] = {"required": True, "content": sheet}
    return {"get" if operation.reads else "post": described}


def _problem(status: int) -> Schema:
    told = {405: ("Allow",), 503: ("Retry-After",)}.get(status, ())
    return {
        "description": "a problem",
        **_content("application/problem+json", Problem),
        **_headers(*told),
    }


def _content(kind: str, given: Any) -> Schema:
    schema = {"type": "object"} if given == Free else _ref(given.__name__)
    return {"content": {kind: {"schema": schema}}}


def _headers(*names: str) -> Schema:
    if not names:
        return {}
    string = {"type": "string"}
    return {
        "headers": {
            name: {"description": HEADERS[name], "required": True, "schema": string}
            for name in names
        }
    }


def _parameters(operation: Operation, slugs: list[str]) -> list[Schema]:
    found: list[Schema] = []
    for part in operation.parts:
        limits: Schema = {"game": {"enum": slugs}, "seat": {"pattern": SEAT_PATTERN}}
        schema: Schema = {"type": "string"} | limits.get(part, {})
        found.append({"name": part, "in": "path", "required": True, "schema": schema})
    if operation.query_class:
        schema = msgspec.json.schema(operation.query_class)["$defs"][operation.query_class.__name__]
        for name, of in schema["properties"].items():
            slug = {"enum": ["", *slugs]} if name == "game" else {}
            found.append({"name": name, "in": "query", "schema": of | slug})
    return found


def _ref(name: str) -> Schema:
    return {"$ref": WHERE.format(name=name)}
