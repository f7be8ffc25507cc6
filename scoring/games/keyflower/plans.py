"""The final allocation: one integer programme over everything a player may still decide.

Which piece feeds which tile, what the purple worker becomes, which tile the Flipper turns,
what leaves the storage tiles: decided together, since each changes what the others are worth.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ...core.catalogue import Catalogue, Entry
from ...core.ilp import Expr, Model, Solution, Term, Var, total
from ...core.plan import Around, Plan, PlanMismatch, Proof, Rulings, State
from ...core.text import Text
from . import exact
from .score import FAMILY, RESOURCES, SKILLS, WORKERS, Village, pieces_said
from .sheet import loose

PIECES = (*RESOURCES, *SKILLS, *WORKERS)
DECISIONS = ("purple_as", "purple_on", "flip", "release", "use")
TIES_SHOWN = 4


@dataclass
class Choices:
    """A model of one seat and the variables that its plan is read back from."""

    model: Model
    points: list[Term] = field(default_factory=list)
    prefer: list[tuple[int, Var]] = field(default_factory=list)
    use: dict[tuple[str, str], Var] = field(default_factory=dict)
    purple_as: dict[str, Var] = field(default_factory=dict)
    purple_on: dict[tuple[str, str], Var] = field(default_factory=dict)
    flip: dict[str, Var] = field(default_factory=dict)
    release: dict[tuple[str, str], Var] = field(default_factory=dict)
    rows: dict[str, tuple[Expr, int]] = field(default_factory=dict)
    """Each row whose points are open: its points, and the most they can be."""


def build(village: Village) -> Choices:
    """The programme of one seat. Its objective leaves out what is the same in every plan."""
    # data
    cells = {k: v for k, v in village.cells.items() if k not in DECISIONS}
    pool = loose(cells)
    stored = {tile.id: village.stored(tile.id) for tile in village.stores}
    may_release = village.rulings["storage_release"] == "yes"
    held = {p: pool.get(p, 0) + sum(s.get(p, 0) for s in stored.values()) for p in PIECES}
    most = {p: held[p] + village.purple_converts for p in PIECES}
    it = Choices(Model("keyflower_final"))

    _purple(it, village)
    _flipper(it, village, cells)
    if may_release:
        for store, goods in stored.items():
            for good, number in goods.items():
                it.release[store, good] = it.model.number(f"release_{store}_{good}", number)
                it.prefer.append((3, it.release[store, good]))
    for tile in village.stores:
        _storage(it, village, tile, stored[tile.id])
    for n, taker in enumerate(village.takers):
        _taker(it, village, taker, n, most)
    _supply(it, village, pool)
    return it


def _purple(it: Choices, village: Village) -> None:
    if not village.purple_converts:
        return
    for n, piece in enumerate(PIECES):
        it.purple_as[piece] = it.model.switch(f"purple_as_{piece}")
        it.prefer.append((20 + n, it.purple_as[piece]))
    if village.rulings["purple_on_storage"] == "yes":
        for tile in village.stores:
            for n, good in enumerate(village.accepts(tile)):
                on = it.purple_on[tile.id, good] = it.model.switch(f"purple_on_{tile.id}_{good}")
                it.prefer.append((40 + n, on))
    it.model.at_most_one("one_purple_worker", [*it.purple_as.values(), *it.purple_on.values()])


def _flipper(it: Choices, village: Village, cells: Mapping[str, Any]) -> None:
    if not village.has_boat("flipper"):
        return
    faces: dict[str, str] = cells.get("village", {})
    rows: list[Term] = []
    for n, (tile, face) in enumerate(faces.items()):
        if face != "before":
            continue
        turned = it.flip[tile] = it.model.switch(f"flip_{tile}")
        it.prefer.append((60 + n, turned))
        printed = village.catalogue[tile].scoring("printed")
        assert printed
        gain = int(printed["after"]) - int(printed["before"])
        if gain and not village.catalogue[tile].scoring("storage"):
            it.rows[tile] = (total([gain * turned]), gain)
        if village.has_boat("keyflower"):
            rows.append((village.power(faces | {tile: "after"}) - village.power(faces)) * turned)
    if rows:
        it.rows["keyflower"] = (total(rows), village.power(dict.fromkeys(faces, "after")))
    it.model.at_most_one("flip_one_tile", list(it.flip.values()))


def _storage(it: Choices, village: Village, tile: Entry, goods: Mapping[str, int]) -> None:
    """Goods score where they lie; turning the tile raises the rate of all of them."""
    accepts, rate = village.accepts(tile), village.rate(tile, village.faces[tile.id])
    lying: list[Term] = [sum(goods.get(good, 0) for good in accepts)]
    lying += [-1 * it.release[tile.id, g] for g in accepts if (tile.id, g) in it.release]
    lying += [on for (where, _), on in it.purple_on.items() if where == tile.id]
    most = sum(goods.get(good, 0) for good in accepts) + 1
    value = total([rate * total(lying)])
    if (turned := it.flip.get(tile.id)) is not None:
        raised = it.model.number(f"raised_{tile.id}", most)
        it.model.rule(f"only_what_lies_on_{tile.id}", raised <= total(lying))
        it.model.rule(f"only_if_{tile.id}_is_turned", raised <= most * turned)
        it.model.rule(f"all_that_lies_on_{tile.id}", raised >= total(lying) - most * (1 - turned))
        value += (village.rate(tile, "after") - rate) * raised
    if len(lying) > 1 or turned is not None:
        it.rows[tile.id] = (value, most * village.rate(tile, "after"))
    else:
        it.points.append(value)


def _taker(it: Choices, village: Village, tile: Entry, n: int, most: Mapping[str, int]) -> None:
    """A tile that pieces are given to: what it accepts, and what it pays for it."""
    scores, each = tile.scores[0], village.per_bundle(tile)

    def given(*pieces: str) -> list[Var]:
        for piece in pieces:
            if (tile.id, piece) not in it.use and most[piece]:
                use = it.model.number(f"{tile.id}_{piece}", most[piece])
                it.use[tile.id, piece] = use
                it.prefer.append((1 + n + PIECES.index(piece), use))
        return [it.use[tile.id, p] for p in pieces if (tile.id, p) in it.use]

    def bundles(size: int, pieces: tuple[str, ...]) -> Var:
        """How many full bundles: all that is given, ``size`` at a time."""
        full = it.model.number(f"{tile.id}_bundles", sum(most[p] for p in pieces) // size)
        it.model.rule(f"{tile.id}_full_bundles", total(given(*pieces)) == size * full)
        return full

    def row(paid: Term, pieces: tuple[str, ...], size: int = 1) -> None:
        it.rows[tile.id] = (total([each * paid]), each * (sum(most[p] for p in pieces) // size))

    if scores.rule == "each_worker":
        return row(total(given(*WORKERS)), WORKERS)
    if scores.rule == "chosen":
        among = tuple(scores["among"])
        if village.any_good_for_any and set(among) <= set(RESOURCES):
            return row(total(given(*RESOURCES)), RESOURCES)
        chosen = []
        for piece in among:
            for use in given(piece):
                kind = it.model.switch(f"{tile.id}_chooses_{piece}")
                it.model.rule(f"{tile.id}_takes_only_chosen_{piece}", use <= most[piece] * kind)
                chosen.append(kind)
        it.model.at_most_one(f"{tile.id}_one_kind", chosen)
        return row(total(given(*among)), among)
    pieces: dict[str, int] = scores["pieces"]
    if len(pieces) == 1:
        (piece, size), *_ = pieces.items()
        if piece in FAMILY:
            return row(bundles(size, FAMILY[piece]), FAMILY[piece], size)
        alike = RESOURCES if village.any_good_for_any and piece in RESOURCES else (piece,)
        return row(total(given(*alike)), alike)
    if village.any_good_for_any and set(pieces) <= set(RESOURCES):
        return row(bundles(len(pieces), RESOURCES), RESOURCES, len(pieces))
    wild = village.wild(tile, tuple(pieces))
    kinds = (*pieces, wild) if wild else tuple(pieces)
    full = bundles(len(pieces), kinds)
    for piece in pieces:
        for use in given(piece):
            it.model.rule(f"{tile.id}_one_{piece}_per_set", use <= full)
    if not wild:
        for piece in pieces:
            it.model.rule(f"{tile.id}_needs_{piece}", total(given(piece)) == full)
    return row(full, kinds, len(pieces))


def _supply(it: Choices, village: Village, pool: Mapping[str, int]) -> None:
    """Each piece goes to one place; what is left over may still be worth something."""
    left: list[Term] = []
    for piece in PIECES:
        used = [use for (_, p), use in it.use.items() if p == piece]
        extra: list[Term] = [v for (_, good), v in it.release.items() if good == piece]
        if piece in it.purple_as:
            extra.append(it.purple_as[piece])
        spare = total([pool.get(piece, 0), *extra, *(-1 * use for use in used)])
        if used:
            it.model.rule(f"one_place_for_each_{piece}", spare >= 0)
        if piece in village.leftover():
            left.append(spare)
    scores = village.catalogue["gold"].scoring("leftover")
    assert scores
    it.points.append(int(scores["points"]) * total(left))


# ── the question ───────────────────────────────────────────────────────────────────────


def final(catalogue: Catalogue, state: State, seat: str, rulings: Rulings, seconds: float) -> Plan:
    """The best final score of a seat. Decisions recorded before are decided anew."""
    village = _undecided(catalogue, state, seat, rulings)
    it = build(village)
    solution = it.model.solve(_objective(it), it.prefer, seconds)
    plan = _plan(village, it, solution, state, seat)
    if plan.proof.verdict == "optimal" and plan.worth != exact.best(village):
        raise PlanMismatch(f"solver {plan.worth}, enumeration {exact.best(village)}")
    return plan


def around(
    catalogue: Catalogue, state: State, seat: str, rulings: Rulings, plan: Plan, seconds: float
) -> Around:
    """One more of each piece, plans as good that pay other tiles, and the best lesser one."""
    village = _undecided(catalogue, state, seat, rulings)
    one_more = {
        piece: Fraction(worth) - plan.worth for piece, worth in exact.with_one_more(village).items()
    }
    ties: list[Plan] = []
    seen = [plan]
    while True:
        it = build(village)
        for n, known in enumerate(seen):
            it.model.differs(f"other_than_{n}", _values(it, village, known, seat))
        solution = it.model.solve(_objective(it), it.prefer, seconds)
        if solution.verdict == "impossible":
            return Around(one_more, None, tuple(ties))
        other = _plan(village, it, solution, state, seat)
        if other.worth < plan.worth:
            return Around(one_more, other, tuple(ties))
        if len(ties) == TIES_SHOWN:
            return Around(one_more, None, tuple(ties), more_ties=True)
        ties.append(other)
        seen.append(other)


def _undecided(catalogue: Catalogue, state: State, seat: str, rulings: Rulings) -> Village:
    cells = {k: v for k, v in state["seats"][seat].items() if k not in DECISIONS}
    return Village(catalogue, cells, rulings)


def _objective(it: Choices) -> Expr:
    return total([*it.points, *(row for row, _ in it.rows.values())])


def _values(it: Choices, village: Village, plan: Plan, seat: str) -> list[tuple[Expr, int, int]]:
    """The open rows as the model has them, with what each is worth in ``plan``."""
    before = {line.id: line.points or 0 for line in village.lines()}
    after = Village(village.catalogue, plan.after["seats"][seat], village.rulings)
    scored = {line.id: line.points or 0 for line in after.lines()}
    found = []
    for id_, (row, most) in it.rows.items():
        # a turned tile's row counts the gain; storage and taking tiles count all they pay
        whole = id_ in {e.id for e in (*village.takers, *village.stores)}
        value = scored[id_] - (0 if whole else before[id_])
        found.append((row, value, max(most, value)))
    return found


def _plan(village: Village, it: Choices, solution: Solution, state: State, seat: str) -> Plan:
    cells = dict(village.cells)
    use: dict[str, dict[str, int]] = {}
    for (tile, piece), variable in it.use.items():
        if number := solution[variable]:
            use.setdefault(tile, {})[piece] = number
    release: dict[str, dict[str, int]] = {}
    for (tile, good), variable in it.release.items():
        if number := solution[variable]:
            release.setdefault(tile, {})[good] = number
    cells |= {"use": use} if use else {}
    cells |= {"release": release} if release else {}
    for piece, variable in it.purple_as.items():
        if solution[variable]:
            cells["purple_as"] = piece
    for (tile, good), variable in it.purple_on.items():
        if solution[variable]:
            cells |= {"purple_as": good, "purple_on": tile}
    for tile, variable in it.flip.items():
        if solution[variable]:
            cells["flip"] = tile
    after = Village(village.catalogue, cells, village.rulings)
    fixed = _fixed(village, it)
    bound = None if solution.bound is None else Fraction(solution.bound + fixed)
    proof = Proof(solution.verdict, "ilp", bound, solution.seconds, ("scorer", "enumeration"))
    return Plan(
        "final",
        seat,
        tuple(_steps(after)),
        state | {"seats": state["seats"] | {seat: cells}},
        Fraction(solution.points + fixed),
        proof,
    )


def _fixed(village: Village, it: Choices) -> int:
    """Points that are the same in every plan: rows that the model does not hold."""
    whole = {e.id for e in (*village.takers, *village.stores)}
    return sum(
        line.points or 0
        for line in village.lines()
        if line.id != "leftover_gold" and line.id not in whole
    )


def _steps(village: Village) -> list[Text]:
    name, cells = village.catalogue.name, village.cells
    steps = []
    if tile := cells.get("flip"):
        steps.append(
            Text("The Flipper turns {tile} for free.", "フリッパー号で{tile}を無償改良。").fill(
                tile=name(tile)
            )
        )
    if piece := cells.get("purple_as"):
        if tile := cells.get("purple_on"):
            steps.append(
                Text(
                    "The purple worker becomes {piece} on {tile}.",
                    "紫のキープルは{piece}として{tile}に置く。",
                ).fill(piece=_spoken(name(piece)), tile=name(tile))
            )
        else:
            steps.append(
                Text("The purple worker becomes {piece}.", "紫のキープルは{piece}にする。").fill(
                    piece=_spoken(name(piece))
                )
            )
    for tile, goods in cells.get("release", {}).items():
        steps.append(
            Text("Take {goods} off {tile}.", "{tile}から{goods}を取る。").fill(
                goods=pieces_said(village.catalogue, goods), tile=name(tile)
            )
        )
    for tile, pieces in cells.get("use", {}).items():
        steps.append(
            Text("Give {pieces} to {tile}.", "{tile}に{pieces}を割り当てる。").fill(
                pieces=pieces_said(village.catalogue, pieces), tile=name(tile)
            )
        )
    return steps


def _spoken(name: Text) -> Text:
    return Text(name.en.lower(), name.ja)
