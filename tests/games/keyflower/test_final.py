"""The final allocation against exhaustive search, cases by hand, and its own neighbours."""

import itertools
import json
import random
from pathlib import Path
from typing import Any

import pytest

from scoring import game
from scoring.model.plan import State
from tests.finished_sheets import whole
from tests.games.cases import read
from tests.games.keyflower import oracle, random_forms, random_states
from tests.games.posted import cases

KEYFLOWER = game("keyflower")


def table(seat: dict[str, Any]) -> State:
    return whole(KEYFLOWER, {"seats": {"p1": seat}})


def test_the_search_counts_as_a_hand_does() -> None:
    for case in read(Path(__file__).parent / "cases" / "allocation.toml"):
        rulings = {**oracle.RULEBOOK, **case.row.get("rulings", {})}
        assert oracle.best(case.seats["p1"], rulings) == case.row["worth"], case.row["why"]


def test_one_more_is_what_a_search_with_one_more_finds() -> None:
    rng = random.Random(11)
    fields = {p: "resources" for p in ("wood", "stone", "iron", "gold")}
    fields |= {p: "skills" for p in ("anvil", "pickaxe", "saw")}
    fields |= {p: "workers" for p in ("red", "blue", "yellow", "green")}
    for _ in range(cases(25)):
        seat, rulings = random_states.random_seat(rng, "small"), random_states.random_rulings(rng)
        state = table(seat)
        plan = KEYFLOWER.optimise("final", "p1", state, rulings)
        around = KEYFLOWER.alternatives(plan, state, rulings)
        for piece, field in fields.items():
            more = {**seat, field: {**seat.get(field, {})}}
            more[field][piece] = more[field].get(piece, 0) + 1
            expected = (oracle.best(more, rulings) or 0) - plan.worth
            assert around.one_more[piece] == expected, (piece, seat, rulings)


@pytest.mark.slow
def test_a_sheet_shows_while_it_is_filled_in_what_its_result_proves() -> None:
    rng = random.Random(14)
    every = random_forms.options()
    seats = [
        random_states.random_seat(rng, size)
        for size in ("medium", "full")
        for _ in range(cases(60))
    ]
    entered = [(table(seat), random_states.random_rulings(rng)) for seat in seats]
    for n in range(cases(60)):
        state = random_forms.entered(
            random_forms.posted(rng, [every[n % len(every)], *rng.sample(every, 2)])
        )
        entered.append((state, dict(KEYFLOWER.sheet.rulings(state))))
    final = KEYFLOWER.planner("final")
    for state, rulings in entered:
        shown, drawn = KEYFLOWER.solve_open_decisions(state, rulings, sketched=True)
        settled, plans = KEYFLOWER.solve_open_decisions(state, rulings, seconds=20)
        assert json.dumps(shown) == json.dumps(settled), state
        assert all(drawn[seat].worth == plan.worth for seat, plan in plans.items())
        assert all(plan.proof.method == "ilp" for plan in plans.values())
        assert final.sketch is not None
        sketch = final.sketch(KEYFLOWER.sheet.position(state, rulings), "p1")
        assert sketch is not None
        assert sketch.proof.method == "exhaustive", "it needs no integer programme"


def test_the_order_of_the_input_changes_nothing() -> None:
    rng = random.Random(12)
    for _ in range(30):
        seat, rulings = random_states.random_seat(rng, "full"), random_states.random_rulings(rng)
        turned = {
            key: dict(reversed(value.items())) if isinstance(value, dict) else value
            for key, value in reversed(seat.items())
        }
        first = KEYFLOWER.optimise("final", "p1", table(seat), rulings)
        second = KEYFLOWER.optimise("final", "p1", table(turned), rulings)
        assert json.dumps(first.after) == json.dumps(second.after)


def rows(state: State, rulings: dict[str, str]) -> dict[str, int | None]:
    """Points by row, without what is left over: a plan differs if a tile's score does."""
    lines = KEYFLOWER.score(state, rulings)["p1"].lines
    return {line.id: line.points for line in lines if line.id != "leftover_gold"}


@pytest.mark.parametrize(
    ("tiles", "goods"),
    [
        (("mercers_guild", "windmill"), {"wood": 3, "stone": 2, "iron": 2, "gold": 2}),
        (("jeweller", "watermill"), {"wood": 3, "stone": 1, "iron": 2, "gold": 3}),
        (("windmill", "watermill"), {"wood": 4, "stone": 2, "gold": 1}),
    ],
)
def test_runner_up_is_the_best_of_all_other_plans(
    tiles: tuple[str, str], goods: dict[str, int]
) -> None:
    """Every way to hand the goods to two tiles, scored one by one by the plain scorer."""
    seat = {"resources": goods, "winter": dict.fromkeys(tiles, True)}
    state = table(seat)
    best: dict[tuple[tuple[str, int | None], ...], int] = {}
    shares = [[(a, b) for a in range(n + 1) for b in range(n + 1 - a)] for n in goods.values()]
    for split in itertools.product(*shares):
        use = {
            tile: {good: share[n] for good, share in zip(goods, split, strict=True) if share[n]}
            for n, tile in enumerate(tiles)
        }
        after = table({**seat, "use": {t: u for t, u in use.items() if u}})
        total = KEYFLOWER.score(after)["p1"].total
        assert total is not None
        key = tuple(rows(after, dict(KEYFLOWER.sheet.rulings(after))).items())
        best[key] = max(best.get(key, 0), total)
    plan = KEYFLOWER.optimise("final", "p1", state)
    around = KEYFLOWER.alternatives(plan, state)
    assert plan.worth == max(best.values())
    seen = [rows(each.after, dict(KEYFLOWER.sheet.rulings(state))) for each in (plan, *around.ties)]
    others = [
        total
        for key, total in best.items()
        if all(any((points or 0) > (known[id_] or 0) for id_, points in key) for known in seen)
    ]
    second = around.runner_up
    assert (second.worth if second else None) == max(others, default=None)
    assert second is None or second.worth < plan.worth


def test_the_purple_worker_without_a_bid_is_at_stake_even_if_nothing_takes_it() -> None:
    # no tile takes pieces: converted, it is a gold left over, 1 point
    state = table({"purple": "passed"})
    settled, _ = KEYFLOWER.solve_open_decisions(state)
    breakdown = KEYFLOWER.score(settled)["p1"]
    other = {a.ruling: a.total for a in KEYFLOWER.other_rulings(state, "p1", breakdown)}
    assert (breakdown.total, other) == (0, {"purple_without_bid": 1})
