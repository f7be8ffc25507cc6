"""Which fruit goes into which basket."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from scoring.core.catalogue import Catalogue
from scoring.core.ilp import Model, Solution, Term, total
from scoring.core.plan import Around, Plan, Rulings, State
from scoring.core.text import Text, join

from . import score


def final(catalogue: Catalogue, state: State, seat: str, rulings: Rulings, seconds: float) -> Plan:
    """The baskets worth most; baskets filled before are filled anew."""
    cells = {k: v for k, v in state["seats"][seat].items() if k != "use"}
    bare = state | {"seats": state["seats"] | {seat: cells}}
    solution = _solve(catalogue, state, seat, {}, seconds)
    use: dict[str, dict[str, int]] = {}
    steps = []
    for basket in catalogue.of_kind("basket"):
        if number := solution.values.get(basket.id):
            pieces = basket.scores[0]["pieces"]
            use[basket.id] = {piece: size * number for piece, size in pieces.items()}
            said = join(
                catalogue.name(p) + Text(f" {n}", str(n)) for p, n in use[basket.id].items()
            )
            steps.append(Text("{what} to {to}", "{what}を{to}へ").fill(what=said, to=basket.name))
    after = state | {"seats": state["seats"] | {seat: cells | ({"use": use} if use else {})}}
    fixed = score.score(catalogue, bare, rulings)[seat].known
    proof = solution.proof(fixed)
    return Plan("final", seat, tuple(steps), after, Fraction(solution.points + fixed), proof)


def around(
    catalogue: Catalogue, state: State, seat: str, rulings: Rulings, plan: Plan, seconds: float
) -> Around:
    """What one more of each fruit would add."""
    now = _solve(catalogue, state, seat, {}, seconds).points
    return Around(
        {
            e.id: Fraction(_solve(catalogue, state, seat, {e.id: 1}, seconds).points - now)
            for e in catalogue.of_kind("fruit")
        }
    )


def _solve(
    catalogue: Catalogue, state: State, seat: str, more: Mapping[str, int], seconds: float
) -> Solution:
    # data
    cells = state["seats"][seat]
    festival = bool(state.get("table", {}).get("festival"))
    baskets = [e for e in catalogue.of_kind("basket") if e.id in cells.get("baskets", {})]
    fruit = {
        e.id: cells.get("fruit", {}).get(e.id, 0) + more.get(e.id, 0)
        for e in catalogue.of_kind("fruit")
    }
    # variables
    model = Model("orchard")
    full = {e.id: model.number(e.id, sum(fruit.values())) for e in baskets}
    # objective
    points: list[Term] = [score.per_bundle(e, festival) * full[e.id] for e in baskets]
    # constraints
    for piece, held in fruit.items():
        taken = [
            e.scores[0]["pieces"][piece] * full[e.id]
            for e in baskets
            if piece in e.scores[0]["pieces"]
        ]
        if taken:
            model.rule(f"only_so_many_{piece}", total(taken) <= held)
    return model.solve(total(points), [(1, full[e.id]) for e in baskets], seconds)
