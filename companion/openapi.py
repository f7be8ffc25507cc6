"""The HTTP API's description (OpenAPI 3.1), served as it stands and tested against the answers.

Written as Python, so that limits and addresses come from the code that keeps them.
"""

from __future__ import annotations

from typing import Any

from scoring.core.catalogue import FACT_TYPES, STAGES
from scoring.core.status import CONFIDENCES, STATUSES

VERSION = "1"
ROOT = "/api/v1"
LARGEST = 256 * 1024
"""Bytes of a sheet; the largest honest one has some ten thousand."""
MOST = 50
NAMES = 20
"""What one answer lists at most: hits, names to complete."""
LONGEST = 200
"""Characters of a query that are read; what follows them is ignored."""
SECONDS = 2
"""What an optimizer takes at most before it answers with the best it has, and its bound."""

type Schema = dict[str, Any]

STRING: Schema = {"type": "string"}
INTEGER: Schema = {"type": "integer"}
BOOLEAN: Schema = {"type": "boolean"}
FREE: Schema = {"type": "object"}


def document() -> Schema:
    """The whole description."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Companion for board games",
            "version": VERSION,
            "summary": "Look up, score and optimise board games, in English and Japanese.",
            "description": (
                "Stateless: nothing that is sent is kept, and no cookie is read or set. Answers to"
                " GET carry an ETag; send it back in If-None-Match and an unchanged answer is an"
                f" empty 304. A query is read up to {LONGEST} characters, a sheet may have"
                f" {LARGEST} bytes. An optimizer has {SECONDS} seconds for the plan, and a few"
                " times as long for what lies around it; what it has then is given with its"
                " bound. Nothing limits how often one may ask: who puts this on the internet limits"
                " that in front of it. The texts are our own words, not the publishers'."
            ),
        },
        "paths": dict(_paths()),
        "components": {"schemas": _schemas()},
    }


# ── addresses ───────────────────────────────────────────────────────────────────────────

_GAME = {"name": "game", "in": "path", "required": True, "schema": STRING}
_ENTRY = _GAME | {"name": "id"}
_WITHIN = {"name": "game", "in": "query", "description": "only in this game", "schema": STRING}
_QUERY = {
    "name": "q",
    "in": "query",
    "description": "a name, a nickname, a reading, romaji, a question, or filters",
    "schema": {"type": "string", "maxLength": LONGEST},
}


def _paths() -> list[tuple[str, Schema]]:
    limit = {
        "name": "limit",
        "in": "query",
        "schema": {"type": "integer", "minimum": 1, "maximum": MOST},
    }
    seat = [_GAME, _GAME | {"name": "question"}, _GAME | {"name": "seat"}]
    return [
        (f"{ROOT}/search", _get("Look something up", "Search", [_QUERY, _WITHIN, limit], 400)),
        (
            f"{ROOT}/complete",
            _get(f"At most {NAMES} names that match", "Names", [_QUERY, _WITHIN], 400),
        ),
        (f"{ROOT}/games", _get("Every game, with what it knows", "Games", [])),
        (f"{ROOT}/entries/{{game}}", _get("All entries of a game", "Entries", [_GAME], 404)),
        (f"{ROOT}/entries/{{game}}/{{id}}", _get("One entry", "Entry", [_GAME, _ENTRY], 404)),
        (
            f"{ROOT}/sheet/{{game}}",
            _get("JSON Schema of the game's sheet", "JsonSchema", [_GAME], 404),
        ),
        (
            f"{ROOT}/score/{{game}}",
            _post("Score a sheet, every seat settled its best way", "Report", [_GAME]),
        ),
        (
            f"{ROOT}/optimise/{{game}}/{{question}}/{{seat}}",
            _post("A seat's best plan for a question, with its proof", "PlanReport", seat),
        ),
        (f"{ROOT}/openapi.json", _get("This description", "JsonSchema", [])),
    ]


def _get(summary: str, schema: str, parameters: list[Schema], *errors: int) -> Schema:
    responses = {"200": _json(schema), "304": {"description": "unchanged"}} | _problems(*errors)
    return {"get": {"summary": summary, "parameters": parameters, "responses": responses}}


def _post(summary: str, schema: str, parameters: list[Schema]) -> Schema:
    return {
        "post": {
            "summary": summary,
            "parameters": parameters,
            "requestBody": {
                "required": True,
                "content": {"application/json": {"schema": _ref("Sheet")}},
            },
            "responses": {"200": _json(schema)} | _problems(404, 413, 415, 422, 503),
        }
    }


def _problems(*statuses: int) -> Schema:
    content = {"application/problem+json": {"schema": _ref("Problem")}}
    return {str(status): {"description": "a problem", "content": content} for status in statuses}


def _json(schema: str) -> Schema:
    return {"description": "the answer", "content": {"application/json": {"schema": _ref(schema)}}}


# ── shapes ──────────────────────────────────────────────────────────────────────────────


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def _object(**properties: Schema) -> Schema:
    """An object with exactly these keys."""
    return {
        "type": "object",
        "required": list(properties),
        "properties": properties,
        "additionalProperties": False,
    }


def _list(of: Schema) -> Schema:
    return {"type": "array", "items": of}


def _or_null(of: Schema) -> Schema:
    return {"anyOf": [of, {"type": "null"}]}


def _schemas() -> Schema:
    text, named = _ref("Text"), _ref("Named")
    steps = {"steps": _list(text), "proof": _ref("Proof")}
    counts = {"type": "object", "additionalProperties": INTEGER}
    worth = {"anyOf": [INTEGER, STRING, {"type": "null"}]}
    plan = {"question": STRING, "seat": STRING, "worth": worth, "after": _ref("Sheet")} | steps
    seat = _object(
        name=text,
        total=_or_null(INTEGER),
        partial=BOOLEAN,
        lines=_list(_ref("Line")),
        unused=counts,
        **steps,
    )
    # A seat that was settled has its plan's steps and proof; one that decided itself has none.
    seat["required"] = [key for key in seat["required"] if key not in steps]
    return {
        "Text": _object(en=STRING, ja=STRING)
        | {"description": "The same words in both languages."},
        "Named": _object(id=STRING, name=text),
        "Problem": {
            "type": "object",
            "description": "RFC 9457. errors name the cells of a sheet that cannot be read.",
            "required": ["type", "title", "status", "detail"],
            "properties": {
                "type": STRING,
                "title": STRING,
                "status": INTEGER,
                "detail": STRING,
                "errors": _list(_object(path=STRING, message=text)),
            },
            "additionalProperties": False,
        },
        "Hit": _object(
            game=STRING,
            id=_or_null(STRING),
            kind=_or_null(STRING),
            name=text,
            text=text,
            url=STRING,
            why=STRING,
            matched=_or_null(STRING),
        )
        | {"description": "An entry; without an id, the game itself. why: how sure the match is."},
        "Passage": _object(
            game=STRING, id=STRING, name=text, language=STRING, text=STRING, url=STRING
        )
        | {"description": "The sentence of an entry that answers a question; never made up."},
        "Search": _object(
            query=STRING,
            game=_or_null(STRING),
            total=INTEGER,
            counts=counts,
            passage=_or_null(_ref("Passage")),
            hits=_list(_ref("Hit")),
            nearest=_list(_ref("Hit")),
        ),
        "Names": _object(
            query=STRING,
            names=_list(_object(game=STRING, id=_or_null(STRING), name=text, url=STRING))
            | {"maxItems": NAMES},
        ),
        "Entry": _object(
            game=STRING,
            id=STRING,
            url=STRING,
            kind=STRING,
            name=text,
            kana=STRING,
            romaji=STRING,
            aliases={"type": "object", "additionalProperties": _list(STRING)},
            text=text,
            body=_list(text),
            facts=FREE,
            scores=_list({"type": "object", "required": ["rule"], "properties": {"rule": STRING}}),
            see=_list(STRING),
            about=_list(STRING),
            options=_list(named),
            presets={"type": "object", "additionalProperties": STRING},
            cites=_list(named),
            status={"enum": list(STATUSES)},
            confidence={"enum": list(CONFIDENCES)},
            ours=_list(STRING),
        )
        | {"description": f"facts go by the game's rows, of the types {', '.join(FACT_TYPES)}."},
        "Entries": _object(game=STRING, count=INTEGER, entries=_list(_ref("Entry"))),
        "Game": _object(
            game=STRING,
            url=STRING,
            name=text,
            kana=STRING,
            romaji=STRING,
            players=_object(min=INTEGER, max=INTEGER),
            stage={"enum": list(STAGES)},
            intro=text,
            year=_or_null(INTEGER),
            designers=_list(STRING),
            bgg=_or_null(INTEGER),
            entries=INTEGER,
            kinds=_list(named),
            facts=_list(named),
            scores=BOOLEAN,
            questions=_list(named),
        ),
        "Games": _object(games=_list(_ref("Game"))),
        "JsonSchema": FREE,
        "Sheet": {
            "type": "object",
            "required": ["seats"],
            "properties": {"seats": FREE},
            "description": f"As {ROOT}/sheet/{{game}} describes it.",
        },
        "Line": _object(
            id=STRING,
            label=text,
            points=_or_null(INTEGER),
            how=text,
            cites=_list(STRING),
            status={"enum": list(STATUSES)},
            entry=STRING,
            pieces=counts,
            rulings=_list(STRING),
        ),
        "Proof": _object(
            verdict={"enum": ["optimal", "best found", "impossible"]},
            method=STRING,
            bound=worth,
            seconds={"type": "number"},
            checked=_list(STRING),
        ),
        "Seat": seat,
        "Report": _object(
            game=STRING,
            rulings={"type": "object", "additionalProperties": STRING},
            seats={"type": "object", "additionalProperties": _ref("Seat")},
            ranking=_list(_object(seat=STRING, place=_or_null(INTEGER), reason=text)),
            doubts=_list(_object(path=STRING, message=text)),
        ),
        "Plan": _object(**plan),
        "PlanReport": _object(
            **plan,
            one_more={"type": "object", "additionalProperties": worth},
            runner_up=_or_null(_ref("Plan")),
            ties=_list(_ref("Plan")),
            more_ties=BOOLEAN,
        ),
    }
