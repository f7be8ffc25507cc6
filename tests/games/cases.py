"""Runs the rows of ``cases/*.toml``: a sheet or a form, a question, and what is expected of it.

``docs/testing.md`` describes a row. Every key is known, every id of a source exists, and a row that
expects nothing is refused, so that a slip of the pen is no test that cannot fail.
"""

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from scoring import game as find
from scoring.game import Game
from scoring.model.breakdown import Breakdown, Line
from scoring.model.calculator import Answer
from scoring.model.plan import Plan, State
from scoring.model.position import Position
from scoring.text.localised import Text
from tests.finished_sheets import whole

HERE = Path(__file__).parent
OURS = "ours"
"""The source of what no rule says: how this app words it, orders it, or how it was mended."""
SEAT = re.compile(r"p[1-6]")
INPUT = {"why", "source", "entry", "players", "open", "table", "play", "rulings", "seat", "own"}
QUESTIONS = {"form", "at_table", "plan", "advice", "settled"}
OF_SHEET = {"score", "places", "doubts", "phases", "when"}
OF_ANSWER = {"says", "ja", "blocks", "offers", "cites", "proof", "bound", "worth", "steps", "after"}
OF_ANSWER |= {"one_more", "filled", "steps_ja", "never", "runner_up"}
OF_SEAT: dict[str, Callable[[Breakdown], Any]] = {
    "total": lambda found: "?" if found.total is None else found.total,
    "known": lambda found: found.known,
    "least": lambda found: "?" if found.range.least is None else found.range.least,
    "most": lambda found: "?" if found.range.most is None else found.range.most,
    "range": lambda found: found.range.text.en,
    "fall": lambda found: "?" if found.fall is None else found.fall,
    "missing": lambda found: sorted(each.path for each in found.missing),
    "unused": lambda found: dict(found.unused),
    "beside": lambda found: dict(found.beside),
    "lacking": lambda found: {field: text.en for field, text in found.lacking.items()},
}
NO_ROW = "no row"


@dataclass(frozen=True)
class Case:
    """One row: its ``game``, and the file's keys with the named parts of seats put in."""

    game: Game
    row: Mapping[str, Any]

    @property
    def seats(self) -> dict[str, Any]:
        named = {key: cells for key, cells in self.row.items() if SEAT.fullmatch(key)}
        count = self.row.get("players", max((int(key[1:]) for key in named), default=1))
        return {f"p{n}": named.get(f"p{n}", {}) for n in range(1, count + 1)}

    @property
    def seat(self) -> str:
        return str(self.row.get("seat", "p1"))

    @property
    def raw(self) -> State:
        shared = {key: self.row[key] for key in ("table", "play", "rulings") if key in self.row}
        return {"seats": self.seats, **shared}

    @property
    def state(self) -> State:
        """The sheet: what the row leaves out is none, or not entered yet in an ``open`` one."""
        if self.row.get("open"):
            return self.game.sheet.read(self.raw)
        return whole(self.game, self.raw)


def cases(slug: str) -> list[Any]:
    """Every row below ``tests/games/<slug>/cases``, as parameters named by file and ``why``."""
    files = sorted((HERE / slug / "cases").glob("*.toml"))
    return [
        pytest.param(case, id=f"{path.stem}: {case.row['why']}")
        for path in files
        for case in read(path)
    ]


def read(path: Path) -> list[Case]:
    """The rows of one file of the game whose folder it lies in."""
    game = find(path.parents[1].name)
    return [Case(game, row) for row in _rows(path, game)]


def _rows(path: Path, game: Game) -> Iterator[Mapping[str, Any]]:
    file = tomllib.loads(path.read_text("utf-8"))
    parts, rows, used = file.pop("part", {}), file.pop("case"), set[str]()

    def put_in(cells: Any) -> Any:
        if not isinstance(cells, list):
            return cells
        used.update(each for each in cells if isinstance(each, str))
        return reduce(lambda a, b: a | b, (parts[c] if isinstance(c, str) else c for c in cells))

    for row in chain.from_iterable(map(_each, rows)):
        where = f"{path.name}: {row.get('why')}"
        row = file | row
        row = {k: put_in(v) if k == "table" or SEAT.fullmatch(k) else v for k, v in row.items()}
        unknown = {key for key in row if not SEAT.fullmatch(key)}
        unknown -= INPUT | QUESTIONS | OF_SHEET | OF_ANSWER
        assert not unknown, f"{where}: {unknown}"
        assert row["why"], where
        assert row["source"] in {OURS, *game.catalogue.sources}, f"{where}: {row['source']}"
        assert row.keys() & (OF_SHEET | OF_ANSWER), f"{where}: nothing is expected"
        yield row
    assert set(parts) == used, f"{path.name}: parts that no case uses: {set(parts) - used}"


def _each(row: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """A case, or one for each of its variants."""
    shared = {key: value for key, value in row.items() if key != "each"}
    return (shared | more for more in row.get("each", [{}]))


def check(case: Case) -> None:
    """Compares what the row expects with what the game says; a failure lists both."""
    row = case.row
    if {"form", "at_table"} & row.keys():
        found = _answered(case)
    elif {"plan", "advice"} & row.keys():
        found = _planned(case)
    else:
        found = _scored(case)
    wanted = {key: row[key] for key in row if key in OF_SHEET | OF_ANSWER}
    wrong = {
        key: {"expected": each, "found": found.get(key, "nothing is asked that says it")}
        for key, each in wanted.items()
        if key not in found or not _same(key, each, found[key])
    }
    if wrong:
        pytest.fail(
            f"{row['why']}\n{json.dumps(wrong, ensure_ascii=False, indent=1)}", pytrace=False
        )


# ── what the game says ─────────────────────────────────────────────────────────────────


def _scored(case: Case) -> dict[str, Any]:
    game, state = case.game, case.state
    if case.row.get("settled"):
        state, _ = game.solve_open_decisions(state)
    scored = game.score(state)
    wanted = case.row.get("score", {})
    phases = game.sheet.phases.listed(state)
    doubts = dict[str, str]()
    for each in game.sheet.doubts(state):
        there = doubts.get(str(each.path))
        doubts[str(each.path)] = f"{there} / {each.message.en}" if there else each.message.en
    assert all(map(game.sheet.cell, doubts)), "a doubt names a cell that the sheet has"
    return {
        "score": {seat: _seat(scored[seat], wanted[seat]) for seat in wanted},
        "places": {
            each.seat: f"{each.place} {each.reason.en}".strip() for each in game.rank(scored, state)
        },
        "doubts": doubts,
        "phases": [phase.id for phase in phases],
        "when": {
            id_: [phase.id for phase in phases if any(id_ == step.id for step in phase.steps)]
            for id_ in case.row.get("when", {})
        },
    }


def _seat(found: Breakdown, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """A seat's score as far as the row speaks of it, in the row's own form."""
    return {
        key: OF_SEAT[key](found) if key in OF_SEAT else _line(found.line(key), each)
        for key, each in wanted.items()
    }


def _line(line: Line | None, wanted: Any) -> Any:
    if line is None:
        return NO_ROW
    if not isinstance(wanted, dict):
        return _plain(line.points)
    return {key: _plain(_attribute(line, key)) for key in wanted}


def _attribute(line: Line, key: str) -> Any:
    """An attribute of a row; ``how_ja`` and the like are its text in Japanese."""
    return getattr(line, key.removesuffix("_ja")).ja if key.endswith("_ja") else getattr(line, key)


def _plain(value: Any) -> Any:
    if isinstance(value, Text):
        return value.en
    if isinstance(value, tuple):
        return list(value)
    return dict(value) if isinstance(value, Mapping) else "?" if value is None else value


def _answered(case: Case) -> dict[str, Any]:
    row, own = case.row, case.row.get("own", {})
    form = case.game.calculators[row.get("form") or row["at_table"]].form
    assert form is not None
    table: Position | None = None
    if "form" in row:
        raw = case.raw
    else:
        table = case.game.sheet.position(case.state)
        raw = form.filled(table, case.seat)
        for holder, cells in own.items():
            held = raw.setdefault("table", {}) if holder == "table" else raw["seats"][holder]
            held.update(cells)
    position = form.sheet.position(form.sheet.read(raw), table_position=table)
    answer = form.answer(position)
    filled = {"table": raw.get("table", {}), **raw["seats"]}
    return _told(answer) | {"after": _after(case, answer), "filled": filled}


def _told(answer: Answer) -> dict[str, Any]:
    proof, blocks = answer.proof, dict[str, list[str]]()
    for block in answer.blocks:
        blocks.setdefault(block.title.en, []).extend(
            " | ".join(filter(None, (row.label.en, row.value.en, row.how.en))) for row in block.rows
        )
    return {
        "says": answer.summary.en,
        "ja": answer.summary.ja,
        "blocks": blocks,
        "offers": [_cells(apply.cells) for apply in answer.applies],
        "cites": answer.cites,
        "proof": proof.verdict if proof else "none",
        "bound": _figure(proof.bound if proof else None),
    }


def _after(case: Case, answer: Answer) -> dict[str, Any]:
    """The sheet's cells that the first offer changes."""
    if not answer.applies or "form" in case.row:
        return {}
    before = case.state
    return _changes(case.game, before, case.game.sheet.put(before, answer.applies[0].cells))


def _planned(case: Case) -> dict[str, Any]:
    game, state = case.game, case.state
    if "plan" in case.row:
        plan: Plan = game.optimise(case.row["plan"], case.seat, state)
    else:
        plan = game.advise(case.row["advice"], case.seat, state)
    return {
        "worth": _figure(plan.worth),
        "steps": [step.en for step in plan.steps],
        "steps_ja": [step.ja for step in plan.steps],
        "never": [step.en for step in plan.steps],
        "proof": plan.proof.verdict,
        "bound": _figure(plan.proof.bound),
        "after": _changes(game, state, plan.after),
    } | (_beside(game, plan, state) if {"one_more", "runner_up"} & case.row.keys() else {})


def _beside(game: Game, plan: Plan, state: State) -> dict[str, Any]:
    """Answers that lie around a plan: the next best, and what one more of a piece is worth."""
    around = game.alternatives(plan, state)
    return {
        "one_more": {piece: _figure(worth) for piece, worth in around.one_more.items()},
        "runner_up": _figure(around.runner_up.worth) if around.runner_up else "none",
    }


def _figure(value: Any) -> Any:
    return "?" if value is None else int(value) if value == int(value) else str(value)


def _cells(cells: Mapping[Any, Any]) -> dict[str, Any]:
    """Cells by path; one that is cleared is ``""``, as TOML has no other word for it."""
    return {str(path): "" if value is None else value for path, value in cells.items()}


def _changes(game: Game, before: State, after: State) -> dict[str, Any]:
    was, now = (game.sheet.cells(each) for each in (before, after))
    changed = [path for path in {**was, **now} if was.get(path) != now.get(path)]
    return _cells({path: now.get(path) for path in changed})


# ── comparing ──────────────────────────────────────────────────────────────────────────

EXACT = {"doubts", "after", "places", "missing", "unused", "beside", "lacking", "pieces"}
EXACT |= {"one_more"}
"""Tables in which nothing else may stand; of other ones a row names what matters."""


def _same(key: str, wanted: Any, found: Any) -> bool:
    if key == "offers" and type(wanted) is int:
        return wanted == len(found)
    if key == "never":
        return not any(_same("", one, other) for one in wanted for other in found)
    if key == "offers":  # cells that are cleared may be left out
        return len(wanted) == len(found) and all(
            one == {path: v for path, v in other.items() if v != "" or path in one}
            for one, other in zip(wanted, found, strict=True)
        )
    if key == "filled":
        return all(
            found[holder].get(field, "") == value
            for holder, cells in wanted.items()
            for field, value in cells.items()
        )
    if key == "cites":
        return set(wanted) <= set(found)
    if key == "places":
        wanted = {seat: each if type(each) is str else f"{each}…" for seat, each in wanted.items()}
    if isinstance(wanted, dict) and isinstance(found, dict):
        if key in EXACT and wanted.keys() != found.keys():
            return False
        return all(each in found and _same(each, wanted[each], found[each]) for each in wanted)
    if isinstance(wanted, list) and isinstance(found, list):
        return _same_list(wanted, found)
    if isinstance(wanted, str) and isinstance(found, str):
        parts = (re.escape(part) for part in wanted.split("…"))
        return re.fullmatch(".*".join(parts), found, re.DOTALL) is not None
    return type(wanted) is type(found) and bool(wanted == found)


def _same_list(wanted: list[Any], found: list[Any]) -> bool:
    if not wanted or not found:
        return not found and all(each == "…" for each in wanted)
    if wanted[0] == "…":
        return _same_list(wanted[1:], found) or _same_list(wanted, found[1:])
    return _same("", wanted[0], found[0]) and _same_list(wanted[1:], found[1:])
