"""Explains a result: each seat's score lines with their rulings, and alternatives to its plan.

A ruling is an answer to a question that the game's rules leave open.
"""

from typing import Any

from companion.sheet_pages import outcome
from companion.sheet_pages.cell_messages import sheet_warnings
from companion.sheet_pages.outcome import brief_points
from scoring import evaluation
from scoring.game import Game, OtherRuling
from scoring.model.breakdown import Line
from scoring.model.plan import Plan, State
from scoring.model.player_names_and_colours import players


def comparison(found: evaluation.Scored) -> dict[str, Any]:
    """Returns template context that compares all seats' scores, in the order of the ranking.

    ``rows``: for each part of the score (gold, tiles...) its ``name``, number of its colour
    (``shade``) and each seat's points as text (``cells``). ``bars``: each seat's stacked bar.
    """
    seats = [placing.seat for placing in found.ranking]
    listed = outcome.parts(found, seats)
    bars = outcome.bars(listed, seats)
    return {
        "rows": [
            {
                "name": part.name,
                "shade": part.shade,
                "cells": [part.share(seat).brief for seat in seats],
            }
            for part in listed
        ],
        "bars": [bars[seat] for seat in seats],
    }


def seat_rows(game: Game, state: State, found: evaluation.Scored, seat: str) -> dict[str, Any]:
    breakdown = found.breakdowns[seat]
    other = evaluation.other_rulings(game, state, seat)
    rows = [(line, _rulings(game, state, line, other)) for line in breakdown.lines]
    plan = found.plans.get(seat)
    return {
        "seat": seat,
        "name": game.sheet.name(state, seat),
        "owner": players(game.sheet, state)[seat],
        "breakdown": breakdown,
        "groups": _groups(rows),
        "plan": plan,
        "paid": [line for line in breakdown.lines if line.pieces],
        "asks": bool(game.final and game.planner(game.final).alternatives and plan),
        "entered": seat in found.entered,
        "warnings": sheet_warnings(game, found, seat),
    }


type Row = tuple[Line, list[dict[str, Any]]]


def _groups(rows: list[Row]) -> list[dict[str, Any]]:
    """Groups score lines under headings, as on a printed pad: a dict for each group.

    ``kind``: *group*, or *nothing* for the last one, of lines that score 0 under every ruling.
    ``rows``: pairs of a line and its rulings, as in the argument. A *group* also has ``label``, its
    heading, and ``sum``, its points as text.
    """
    nothing = [
        (line, rulings)
        for line, rulings in rows
        if not line.pieces and line.points == 0
        if not any(other["points"] != 0 for ruling in rulings for other in ruling["others"])
    ]
    groups: dict[Any, list[Row]] = {}
    for row in rows:
        if row not in nothing:
            groups.setdefault(row[0].group, []).append(row)
    listed = [
        {
            "kind": "group",
            "label": label,
            "rows": each,
            "sum": brief_points([line for line, _ in each]),
        }
        for label, each in groups.items()
    ]
    if nothing:
        listed.append({"kind": "nothing", "rows": nothing})
    return listed


def _rulings(
    game: Game, state: State, line: Line, other: tuple[OtherRuling, ...]
) -> list[dict[str, Any]]:
    used = game.sheet.rulings(state)
    return [
        {
            "entry": game.catalogue[ruling],
            "option": game.catalogue[ruling].option(used[ruling]),
            "totals": sorted(
                {each.total for each in other if each.ruling == ruling and each.total}
            ),
            "others": [
                {
                    "option": game.catalogue[ruling].option(each.option),
                    "points": each.points.get(line.id, 0),
                    "total": each.total,
                }
                for each in other
                if each.ruling == ruling
            ],
        }
        for ruling in line.rulings
    ]


def alternatives(game: Game, state: State, seat: str) -> dict[str, Any]:
    found = evaluation.alternatives(game, state, seat)
    worth = sorted(found.one_more.items(), key=lambda pair: -pair[1])
    plans = evaluation.scored(game, state).plans
    shown: dict[str, Any] = {
        "has_alternatives": bool(found.one_more or found.runner_up or found.ties),
        "unfinished": not found.complete,
        "one_more": [{"entry": game.catalogue[piece], "worth": points} for piece, points in worth],
        "ties": [_plan(game, plan, plans[seat]) for plan in found.ties],
        "more_ties": found.more_ties,
    }
    if found.runner_up:
        shown["runner_up"] = _plan(game, found.runner_up, plans[seat])
    return shown


def _plan(game: Game, plan: Plan, best: Plan) -> dict[str, Any]:
    breakdown = game.score(plan.after)[plan.seat]
    return {
        "steps": plan.steps,
        "paid": [line for line in breakdown.lines if line.pieces],
        "points": game.points_after(plan, best),
        "costs": best.worth - plan.worth,
    }
