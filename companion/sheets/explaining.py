"""Why a result is what it is: each seat's rows with their rulings, and what lies around them."""

from __future__ import annotations

from typing import Any

from companion.sheets.odd import odd
from companion.web import charts, scores
from companion.web.owners import Owner
from scoring.core.breakdown import Breakdown, Line
from scoring.core.game import Alternative, Game
from scoring.core.plan import State
from scoring.core.text import Text


def beside(found: scores.Scored) -> dict[str, Any]:
    """All seats side by side: what each group of rows, or each single row, gave whom."""
    totals: dict[Text, dict[str, int]] = {}
    open_rows: set[tuple[Text, str]] = set()
    seats = [placing.seat for placing in found.ranking]
    for seat in seats:
        for line in found.breakdowns[seat].lines:
            name = line.group if line.group.en else line.label
            row = totals.setdefault(name, {})
            row[seat] = row.get(seat, 0) + (line.points or 0)
            if line.points is None:
                open_rows.add((name, seat))
    rows = [
        (name, row)
        for name, row in totals.items()
        if any(row.values()) or any((name, seat) in open_rows for seat in seats)
    ]
    rows.sort(key=lambda pair: -sum(pair[1].values()))
    bars = charts.bars([row for _, row in rows], seats)
    return {
        "rows": [
            {
                "name": name,
                "shade": min(n, charts.SHADES - 1),
                "cells": ["?" if (name, seat) in open_rows else row.get(seat, 0) for seat in seats],
            }
            for n, (name, row) in enumerate(rows)
        ],
        "bars": [bars[seat] for seat in seats],
    }


def seat_rows(game: Game, state: State, found: scores.Scored, seat: str) -> dict[str, Any]:
    breakdown = found.breakdowns[seat]
    other = scores.alternatives(game, state, seat)
    rows = [(line, _rulings(game, state, line, other)) for line in breakdown.lines]
    plan = found.plans.get(seat)
    return {
        "seat": seat,
        "name": game.sheet.name(state, seat),
        "owner": Owner.of(game.sheet, state, seat),
        "breakdown": breakdown,
        "groups": _groups(rows),
        "plan": plan,
        "entered": seat in found.entered,
        "odd": odd(game, state, found, seat),
    }


type Row = tuple[Line, list[dict[str, Any]]]


def _groups(rows: list[Row]) -> list[dict[str, Any]]:
    """Rows under their headings: those that took pieces first, empty ones folded away."""
    paid = [row for row in rows if row[0].pieces]
    groups: dict[Any, list[Row]] = {}
    for row in rows:
        if not row[0].pieces and row[0].points != 0:
            groups.setdefault(row[0].group, []).append(row)
    nothing = [row for row in rows if not row[0].pieces and row[0].points == 0]
    listed: list[dict[str, Any]] = []
    if paid:
        listed.append({"kind": "pieces", "rows": paid})
    listed += [{"kind": "group", "label": label, "rows": each} for label, each in groups.items()]
    if nothing:
        listed.append({"kind": "nothing", "rows": nothing})
    return listed


def _rulings(
    game: Game, state: State, line: Line, other: tuple[Alternative, ...]
) -> list[dict[str, Any]]:
    """The rulings behind a row: the answer used, and what each other answer would give."""
    used = game.sheet.rulings(state)
    return [
        {
            "entry": game.catalogue[ruling],
            "option": game.catalogue[ruling].option(used[ruling]),
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


def around(game: Game, state: State, seat: str) -> dict[str, Any]:
    found = scores.around(game, state, seat)
    worth = sorted(found.one_more.items(), key=lambda pair: -pair[1])
    shown: dict[str, Any] = {
        "has_around": bool(found.one_more or found.runner_up or found.ties),
        "unfinished": not found.complete,
        "one_more": [{"entry": game.catalogue[piece], "worth": points} for piece, points in worth],
        "ties": [_plan(game, plan.after, seat, plan.steps) for plan in found.ties],
        "more_ties": found.more_ties,
    }
    if found.runner_up:
        plan = found.runner_up
        best = scores.scored(game, state).plans[seat]
        shown["runner_up"] = _plan(game, plan.after, seat, plan.steps)
        shown["runner_up"] |= {"worth": plan.worth, "costs": best.worth - plan.worth}
    return shown


def _plan(game: Game, after: State, seat: str, steps: tuple[Any, ...]) -> dict[str, Any]:
    breakdown: Breakdown = game.score(after)[seat]
    paid = [line for line in breakdown.lines if line.pieces]
    return {"steps": steps, "paid": paid, "total": breakdown.total}
