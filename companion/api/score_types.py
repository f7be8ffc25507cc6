"""Types of the API's scores, plans and problems, and JSON and JSON Schemas of all its types.

Some are types of ``scoring.model``: a field added there is sent and described without a change
here. Every field is always present, unless its default is ``UNSET``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from companion.api import lookup_types
from companion.api.lookup_types import field_values
from scoring.game import Game as Played
from scoring.model import errors_and_warnings
from scoring.model import plan as plans
from scoring.model.breakdown import Line, TotalRange
from scoring.model.cells import SEAT
from scoring.model.errors_and_warnings import CellError, Missing
from scoring.model.plan import Proof
from scoring.text.localised import Text

LARGEST = 256 * 1024
"""Maximum bytes of a sheet; the largest real one has some ten thousand."""
WHERE = "#/components/schemas/{name}"
"""Reference to a named schema in an OpenAPI document."""

type Schema = dict[str, Any]
Free = dict[str, Any]
"""Type of a response without a class here: a JSON Schema, or an OpenAPI document."""


# ── scoring's own types as JSON: the only place that converts them ───────────────────────


def plain(answer: Any) -> Any:
    """Returns ``answer``, an API response, as plain JSON: objects, lists, strings, numbers."""
    match answer:
        case Text():
            return answer.json()
        case Fraction():
            return answer.numerator if answer.denominator == 1 else str(answer)
        case Mapping():
            return {key: plain(value) for key, value in answer.items()}
        case list() | tuple():
            return [plain(value) for value in answer]
        case None | bool() | int() | float() | str():
            return answer
    said = ((each.name, getattr(answer, each.name)) for each in fields(answer))
    return {name: plain(value) for name, value in said if value is not UNSET}


TEXT: Schema = {
    "description": "The same words in every language that the app speaks.",
    "type": "object",
    "required": ["en", "ja"],
    "additionalProperties": {"type": "string"},
}
NUMBER: Schema = {
    "description": "An exact number: a whole one as such, any other as a fraction, “1/2”.",
    "anyOf": [{"type": "integer"}, {"type": "string", "pattern": "^-?[0-9]+/[0-9]+$"}],
}
SEAT_PATTERN = f"^{SEAT.pattern.removesuffix('\\Z')}$"
SHEET: Schema = {
    "description": "A whole table's sheet. GET sheet/{game} gives the game's own JSON Schema.",
    "type": "object",
    "required": ["seats"],
    "properties": {
        "game": {"type": "string"},
        "rulings": {"type": "object"},
        "table": {"type": "object"},
        "play": {"type": "object"},
        "seats": {
            "type": "object",
            "minProperties": 1,
            "propertyNames": {"pattern": SEAT_PATTERN},
            "additionalProperties": {"type": "object"},
        },
    },
    "additionalProperties": False,
}
OURS = {"Text": TEXT, "Number": NUMBER, "Sheet": SHEET}

State = Annotated[Mapping[str, Any], Meta(extra_json_schema={"$ref": WHERE.format(name="Sheet")})]


def schemas(*types: Any) -> dict[str, Schema]:
    """Returns JSON Schemas by name: of the classes ``types``, and those in their fields."""
    _, found = msgspec.json.schema_components(types, schema_hook=_schema, ref_template=WHERE)
    return {name: _complete(name, of) for name, of in found.items()} | OURS


def _schema(kind: Any) -> Schema:
    names = {Text: "Text", Fraction: "Number"}
    if kind not in names:
        raise NotImplementedError(f"{kind} has no form in JSON yet")
    return {"$ref": WHERE.format(name=names[kind])}


def _complete(name: str, schema: Schema) -> Schema:
    """Returns ``schema``, that of the class ``name``, with its fields required and no others.

    Fields whose default is ``UNSET`` stay optional.
    """
    shape = (vars(lookup_types) | globals()).get(name)
    omitted = {each.name for each in fields(shape) if each.default is UNSET} if shape else set()
    properties = {
        key: {word: said for word, said in of.items() if word != "default"}
        for key, of in schema["properties"].items()
    }
    return schema | {
        "properties": properties,
        "required": [key for key in properties if key not in omitted],
        "additionalProperties": False,
    }


# ── scores and plans ────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Doubt:
    """A warning about a cell: its value is recorded, but impossible with the game's pieces.

    path: the cell. conflict: true if it contradicts another cell.
    """

    path: str
    message: Text
    conflict: bool

    @classmethod
    def of(cls, doubts: Iterable[errors_and_warnings.Doubt]) -> tuple[Doubt, ...]:
        return tuple(cls(each.path, each.message, each.conflict) for each in doubts)


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan: what a seat does with all its pieces, step by step, for the best score.

    after: the sheet after the steps. worth: the score reached. proof: how sure it is that nothing
    is better. range: the seat's least and greatest total on that sheet; null if worth is not a
    total. conflicts: warnings about contradictory cells, because of which nothing could be planned.
    """

    question: str
    seat: str
    worth: Fraction
    range: TotalRange | None
    steps: tuple[Text, ...]
    after: State
    proof: Proof
    conflicts: tuple[Doubt, ...]

    @staticmethod
    def parts(game: Played, plan: plans.Plan) -> dict[str, Any]:
        said = field_values(plan) | {"question": plan.calculator, "proof": _rounded(plan.proof)}
        said["range"] = game.total_after(plan)
        said["conflicts"] = Doubt.of(plan.conflicts)
        for name in ("calculator", "ways", "gain", "rise", "second", "certificate"):
            del said[name]
        return said


@dataclass(frozen=True, slots=True)
class PlanReport(Plan):
    """A plan with its alternatives: one more piece of each kind, the second-best plan, equal ones.

    complete: false if there was no time to compute all of these.
    """

    one_more: Mapping[str, Fraction]
    runner_up: Plan | None
    ties: tuple[Plan, ...]
    more_ties: bool
    complete: bool

    @classmethod
    def of(cls, game: Played, plan: plans.Plan, state: dict[str, Any]) -> PlanReport:
        """Returns ``plan`` with its alternatives, which may take several times as long as the plan.

        They are computed now: one more piece of each kind, the second-best plan, equal ones.
        ``state``: the sheet that the plan is for.
        """
        alternatives = game.alternatives(plan, state)
        second = alternatives.runner_up
        said = {
            "runner_up": Plan(**Plan.parts(game, second)) if second else None,
            "ties": tuple(Plan(**Plan.parts(game, tie)) for tie in alternatives.ties),
        }
        return cls(**Plan.parts(game, plan), **field_values(alternatives) | said)


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat's score: its lines and their total, which is null while a line is unknown.

    partial: true while a line is unknown. range: least and greatest total possible, null where
    there is no bound. entered: false while nothing is entered for the seat; it then has no place.
    missing: cells that a finished sheet needs. unused: pieces that no line counted. steps, proof:
    how its pieces are used best; absent if there is no choice.
    """

    name: Text
    total: int | None
    partial: bool
    lines: tuple[Line, ...]
    unused: Mapping[str, int]
    entered: bool
    range: TotalRange
    missing: tuple[Missing, ...]
    steps: tuple[Text, ...] | UnsetType = UNSET
    proof: Proof | UnsetType = UNSET


@dataclass(frozen=True, slots=True)
class Place:
    """A seat's place in the ranking; tied seats share it. It is null while undecided.

    reason: why it is that place, such as a tie-break. best and worst are the places that it can
    still reach, null for a seat without an entry. place, best and worst are null while fewer than
    two seats have an entry.
    """

    seat: str
    place: int | None
    reason: Text
    best: int | None
    worst: int | None


@dataclass(frozen=True, slots=True)
class Report:
    """The score of a table, in which every seat's pieces are used in the best way.

    seats: id to score of each seat. ranking: their places. rulings: id of each open rules question
    to the id of the table's answer. doubts: warnings about cells.
    """

    game: str
    rulings: Mapping[str, str]
    seats: Mapping[str, Seat]
    ranking: tuple[Place, ...]
    doubts: tuple[Doubt, ...]

    @classmethod
    def of(cls, game: Played, state: dict[str, Any]) -> Report:
        settled, found = game.solve_open_decisions(state)
        position = game.sheet.position(state)
        scored = {
            seat: replace(rows, rise=found[seat].rise if seat in found else 0)
            for seat, rows in game.score(settled).items()
        }
        seats = {}
        for seat, rows in scored.items():
            said: dict[str, Any] = {"name": game.sheet.name(state, seat)}
            if plan := found.get(seat):
                said |= {"steps": plan.steps, "proof": _rounded(plan.proof)}
            said |= {"entered": game.sheet.anything(position, seat), "range": rows.range}
            said |= {"lines": rows.lines, "unused": rows.unused, "missing": rows.missing}
            seats[seat] = Seat(total=rows.total, partial=rows.partial, **said)
        ranking = tuple(
            Place(each.seat, each.place or None, each.reason, each.best or None, each.worst or None)
            for each in game.places(state, scored, game.rank(scored, settled))
        )
        rulings, doubts = dict(game.sheet.rulings(state)), Doubt.of(game.sheet.doubts(state))
        return cls(game.slug, rulings, seats, ranking, doubts)


def _rounded(proof: Proof) -> Proof:
    return replace(proof, seconds=round(proof.seconds, 4))


# ── problems ────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Problem:
    """An error response of the API (RFC 9457). errors: cells of the sheet that cannot be read.

    code is absent unless another problem has the same status. counts_disagree: the score sheet does
    not confirm the worth of the plan found, so no plan is returned.
    """

    type: str
    title: str
    status: int
    detail: str
    errors: tuple[CellError, ...] | UnsetType = UNSET
    code: Literal["counts_disagree"] | UnsetType = UNSET
