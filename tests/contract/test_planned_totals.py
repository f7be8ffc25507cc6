"""A plan's total and the score of what the plan leads to are one number, or one range.

Every planner of every game that promises a total is asked, over the worked positions and random
ones, whole and begun.
"""

import random
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from os import environ

import pytest

from companion.api.score_types import PlanReport, plain
from scoring import game as find
from scoring import games
from scoring.game import Game
from scoring.model.cells import CellPath
from scoring.model.errors_and_warnings import Value
from scoring.model.plan import NoAnswer, Plan, PlanMismatch, State
from scoring.model.rulings import PRESET
from scoring.solving import deadline
from tests.contract.test_blank_is_not_zero import begun, finished, within

POSITIONS = int(environ.get("COMPANION_PLANS", "24"))
"""Random positions for each planner, every other one with blanks."""

COSTLY = {
    f"nidavellir-{each}" for each in ("evaluation", "final", "hero", "raise_3", "raise_5", "trade")
}
"""These solve several programmes for each position."""

PLANNERS = [
    pytest.param(
        slug,
        each.id,
        id=(name := f"{slug}-{each.id}"),
        marks=[pytest.mark.slow] if name in COSTLY else [],
    )
    for slug in sorted(games())
    for each in find(slug).planners.values()
    if each.planner and each.planner.measure is None
]
FINAL = [pytest.param(slug, find(slug).final, id=slug) for slug in sorted(games())]


def worked(game: Game) -> Iterator[State]:
    """The positions of the worked games: as they are, and finished."""
    for path in sorted((game.folder / "examples").glob("*.toml")):
        state = game.sheet.read(tomllib.loads(path.read_text("utf-8"))["state"])
        yield state
        yield game.sheet.with_rest_none(state)


def drawn(game: Game, draw: random.Random) -> State:
    """A random table with random rulings; some decisions were taken already.

    What is asked of one piece only is met often, and often blank: it leaves a row open by itself.
    """
    sheet = game.sheet
    state = finished(game, draw)
    values: dict[str, Value | None] = {}
    for seat in state["seats"]:
        for field in sheet.declared.values():
            gate, _, face = field.when.partition("=")
            if gate and (cell := sheet.cell(f"{seat}/{gate}")) and draw.random() < 0.3:
                values[f"{seat}/{gate}"] = True if cell.kind == "flag" else face or None
                if draw.random() < 0.5:
                    values |= {CellPath.to(seat, *path): None for path in field.paths()}
            if field.decided and field.cell.kind == "choice" and draw.random() < 0.2:
                path = draw.choice(list(field.paths()))
                values[CellPath.to(seat, *path)] = draw.choice(field.cell.options).id
    state = sheet.put(state, values)
    if sheet.catalogue.presets and draw.random() < 0.5:
        state["rulings"] = {PRESET: draw.choice(list(sheet.catalogue.presets))}
    for entry in sheet.catalogue.rulings():
        if draw.random() < 0.3:
            state.setdefault("rulings", {})[entry.id] = draw.choice(entry.options).id
    return sheet.read(state)


def positions(game: Game, seed: str) -> Iterator[State]:
    yield from worked(game)
    draw = random.Random(seed)
    for number in range(POSITIONS):
        state = drawn(game, draw)
        yield begun(state, game, draw) if number % 2 else state


def check(game: Game, state: State, plan: Plan) -> None:
    """Compares the plan's statement with the score of its sheet, read anew."""
    found, proof = game.score(game.sheet.read(plan.after))[plan.seat], plan.proof
    assert game.total_after(plan) == replace(found, rise=plan.rise).range
    if proof.verdict == "optimal":
        assert found.total == plan.worth == proof.bound
        assert not game.score(state)[plan.seat].missing
    if found.total is not None:
        assert found.total == plan.worth
        assert proof.bound is None or proof.bound >= plan.worth
    else:
        assert proof.bound is None, "nothing bounds what is open"
        if found.so_far is not None:  # every blank none: one of the ways to finish the sheet
            assert plan.worth == found.known
            assert within(found, found.known)


@pytest.mark.parametrize(("slug", "calculator"), PLANNERS)
def test_a_planned_total_is_what_its_sheet_scores(slug, calculator):
    game, asked = find(slug), 0
    for state in positions(game, f"{calculator} of {slug}"):
        seat = sorted(state["seats"])[asked % len(state["seats"])]
        with deadline.within():
            try:
                plan = game.advise(calculator, seat, state)
            except PlanMismatch:
                raise
            except NoAnswer:
                continue
            if plan.proof.verdict != "impossible":
                check(game, state, plan)
        asked += 1
    assert asked


@pytest.mark.parametrize(("slug", "final"), [each for each in FINAL if each.values[1]])
def test_what_is_settled_for_a_seat_is_the_best_that_it_is_told(slug, final):
    """The sheet's total and the *final* calculator's: both from the same position."""
    game, told = find(slug), 0
    for state in positions(game, f"settled of {slug}"):
        with deadline.within():
            settled, plans = game.solve_open_decisions(state)
            scored = game.score(settled)
            for seat, plan in plans.items():
                check(game, settled, plan)
                others = settled["seats"] | {seat: state["seats"][seat]}
                again = game.advise(final, seat, settled | {"seats": others})
                if plan.proof.verdict in ("optimal", "provisional"):
                    assert again.worth == plan.worth
                    assert game.total_after(again) == replace(scored[seat], rise=plan.rise).range
                    told += 1
    assert told


@pytest.mark.parametrize(("slug", "final"), [each for each in FINAL if each.values[1]])
def test_the_interface_tells_the_same_range_with_a_plan_as_with_a_score(slug, final):
    game = find(slug)
    for state in [*worked(game)][:4]:
        report = plain(PlanReport.of(game, game.advise(final, "p1", state), state))
        assert report["range"] == plain(game.score(report["after"])["p1"].range)
        for other in [*report["ties"], *filter(None, [report["runner_up"]])]:
            assert other["range"] == plain(game.score(other["after"])["p1"].range)
