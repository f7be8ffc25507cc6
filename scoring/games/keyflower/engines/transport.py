"""The last transports and upgrades, and the allocation of what then remains, in one programme.

Goods flow over the roads action by action; what lies on a tile pays for turning it; storage tiles
keep what reaches them. The plan is replayed under the plain rules, and must come to its claim.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from scoring.core import clock
from scoring.core.ilp import Expr, Model, Solution, Term, Var, total
from scoring.core.plan import NoAnswer, PlanMismatch, Proof
from scoring.core.seat import Seat

from . import exact
from .allocation import Choices, Stock, allocate, decided
from .carrying import (
    ANY_COST,
    Action,
    Carried,
    Goods,
    Move,
    Step,
    Upgrade,
    costs,
    lying,
    power,
    supply,
    ways,
)
from .layout import Layout, Place
from .recorded import Recorded
from .village import FAMILY, RESOURCES, SKILLS, Village

type Flow = tuple[int, str, Place, Place]
"""Action, good, from, to."""

type Paid = tuple[int, str, str]
"""Action, tile, piece."""


@dataclass(frozen=True, slots=True)
class Transport:
    """Moves in an order that can be played, the seat after them with all decisions made, its
    worth (every row, blank counts as 0) and the proof."""

    moves: tuple[Move, ...]
    seat: Seat
    worth: Fraction
    proof: Proof

    @property
    def upgraded(self) -> frozenset[str]:
        return frozenset(move.tile for move in self.moves if isinstance(move, Upgrade))


@dataclass
class _Moves:
    """The variables that moves are read back from."""

    steps: dict[Flow, Var] = field(default_factory=dict)
    turned: dict[tuple[int, str], Var] = field(default_factory=dict)
    paid: dict[Paid, Var] = field(default_factory=dict)


def best(
    village: Village,
    layout: Layout,
    goods: Goods,
    actions: Sequence[Action],
    kept: Recorded | None = None,
    seconds: float = 2.0,
) -> Transport:
    """The moves after which a seat's best allocation pays most.

    ``goods`` lie on the tiles of the layout, those on storage tiles as the sheet says; loose goods
    of the sheet that lie nowhere count at the end, but cannot move. ``actions`` are used in this
    order; whether another order were better is not said. Raises ``Illegal`` if more lies there than
    the sheet has, and ``NoAnswer`` if no plan was found.
    """
    found = other(village, layout, goods, actions, (), kept, seconds)
    assert found is not None, "nothing has to be done"
    return found


def other(
    village: Village,
    layout: Layout,
    goods: Goods,
    actions: Sequence[Action],
    known: Sequence[frozenset[str]],
    kept: Recorded | None = None,
    seconds: float = 2.0,
) -> Transport | None:
    """As ``best``, of all ways in which the tiles that are upgraded are none of the sets ``known``.

    ``None`` if there is no such way.
    """
    about = _About(village, layout, goods, kept or Recorded(), known)
    with clock.within(seconds):
        if len(actions) > 1 and (found := _at_once(about, actions, seconds / 2)) is not None:
            return found
        if (programme := _programme(about, actions)) is None:
            return None
        it, moves, points = programme
        solution = it.model.solve(points, it.prefer, seconds)
    if solution.verdict == "impossible":
        return None
    return _replayed(about, actions, it, moves, solution)


@dataclass(frozen=True, slots=True)
class _About:
    """What is asked, but for the actions."""

    village: Village
    layout: Layout
    goods: Goods
    kept: Recorded
    known: Sequence[frozenset[str]]


def _at_once(about: _About, actions: Sequence[Action], seconds: float) -> Transport | None:
    """The best if all actions were a single one, done action by action; nothing if that fails.

    Whatever can be done one after another can be done at once. So what comes to as much is proven,
    and much sooner: to which action a step belongs is not asked.
    """
    one = _programme(about, [_together(about.village, actions)])
    if one is None:
        return None
    it, moves, points = one
    try:
        bound = it.model.solve(points, it.prefer, seconds)
        if bound.verdict != "optimal":
            return None
        turned = {tile for (_, tile), v in moves.turned.items() if bound[v]}
        programme = _programme(about, actions)
        assert programme is not None
        it, moves, points = programme
        for tile in dict.fromkeys(tile for _, tile in moves.turned):
            once = total([v for (_, t), v in moves.turned.items() if t == tile])
            it.model.constraint(f"turned_at_once_{tile}", once == int(tile in turned))
        solution = it.model.solve(points, it.prefer, seconds)
    except NoAnswer:
        return None
    if solution.verdict != "optimal" or solution.points != bound.points:
        return None
    solution = replace(solution, seconds=bound.seconds + solution.seconds)
    return _replayed(about, actions, it, moves, solution)


def _together(village: Village, actions: Sequence[Action]) -> Action:
    """A single action that is worth all of them, tiles turned on the way included."""
    steps = upgrades = 0
    for action in actions:
        best_of = [(action.steps, action.upgrades)]
        if action.tile and village.seat.face("village", action.tile) == "before":
            facts = village.catalogue[action.tile].facts
            best_of.append((facts.get("transport_after", 0), facts.get("upgrade_after", 0)))
        steps += max(each[0] for each in best_of)
        upgrades += max(each[1] for each in best_of)
    return Action(steps, upgrades)


def _programme(about: _About, actions: Sequence[Action]) -> tuple[Choices, _Moves, Expr] | None:
    """All that can be done with these actions, and what it pays; nothing if there is no way."""
    village, layout, goods = about.village, about.layout, about.goods
    # data
    held = lying(village, layout, goods)
    loose: dict[str, Term] = {**village.seat.tally("workers")}
    loose |= {good: number for good, number in supply(village, layout, goods).items()}
    loose |= {skill: village.seat.tally("skills").get(skill, 0) for skill in SKILLS}
    apart = [village.stored(t.id) for t in village.stores if not layout.holds(t.id)]
    everywhere = [*held.values(), *apart]
    most = {g: loose[g] + sum(each.get(g, 0) for each in everywhere) for g in RESOURCES}
    most |= {piece: number for piece, number in loose.items() if piece not in most}
    # variables, objective and constraints, part by part
    it, moves = Choices(Model("keyflower_transport")), _Moves()
    at: dict[Place, dict[str, Term]] = {place: dict(each) for place, each in held.items()}
    for n, action in enumerate(actions):
        gives = _power(moves, n, village, action)
        _carry(it, moves, n, gives, at, most, list(ways(village, layout)))
        _upgrade(it, moves, n, gives, at, village, layout)
    upgraded = _faces(it, moves, village)
    for n, tiles in enumerate(about.known):
        differ = [1 - once if tile in tiles else once for tile, once in upgraded.items()]
        if not differ:
            return None
        it.model.constraint(f"upgrades_other_than_{n}", total(differ) >= 1)
    for skill in SKILLS:
        paid = [v for (_, _, piece), v in moves.paid.items() if piece == skill]
        if paid:
            loose[skill] = total([loose[skill], *(-1 * v for v in paid)])
            it.model.constraint(f"enough_{skill}", loose[skill] >= 0)
    stored: dict[str, Mapping[str, Term]] = {t.id: village.stored(t.id) for t in village.stores}
    for place, each in at.items():
        tile = layout.laid[place].tile
        if tile in stored:
            stored[tile] = each
        else:
            for good, number in each.items():
                loose[good] = total([loose[good], number])
    allocate(it, village, about.kept, Stock(loose, stored, most, upgraded))
    for tile, flip in it.flip.items():
        if tile in upgraded:
            it.model.constraint(f"turn_{tile}_once", upgraded[tile] + flip <= 1)
    points = total([*it.points, *(row for row, _ in it.rows.values())])
    return it, moves, points


@dataclass(frozen=True, slots=True)
class _Power:
    """Steps and upgrades of an action: the most there can be, and how many there are."""

    most: Action
    steps: Term
    upgrades: Term


def _power(moves: _Moves, n: int, village: Village, action: Action) -> _Power:
    """A tile that an action before this one turned gives what its other face shows."""
    now = power(village, action)
    before = [v for (m, tile), v in moves.turned.items() if tile == action.tile and m < n]
    if not before:
        return _Power(now, now.steps, now.upgrades)
    then = power(village, action, turned=True)
    turned = total(before)
    return _Power(
        Action(max(now.steps, then.steps), max(now.upgrades, then.upgrades)),
        now.steps + (then.steps - now.steps) * turned,
        now.upgrades + (then.upgrades - now.upgrades) * turned,
    )


def _carry(
    it: Choices,
    moves: _Moves,
    n: int,
    power: _Power,
    at: dict[Place, dict[str, Term]],
    most: Mapping[str, int],
    roads: Sequence[tuple[Place, Place]],
) -> None:
    """The steps of one action: what leaves a tile was there or arrived."""
    change: dict[tuple[Place, str], list[Term]] = {}
    every: list[Var] = []
    for i, (start, to) in enumerate(roads):
        for good in RESOURCES:
            if number := min(most[good], power.most.steps):
                step = it.model.integer(f"step_{n}_{i}_{good}", number)
                moves.steps[n, good, start, to] = step
                it.prefer.append((1, step))
                every.append(step)
                change.setdefault((start, good), []).append(-1 * step)
                change.setdefault((to, good), []).append(step)
    if every:
        it.model.constraint(f"steps_of_action_{n}", total(every) <= power.steps)
    for k, ((place, good), terms) in enumerate(change.items()):
        at[place][good] = total([at[place][good], *terms])
        it.model.constraint(f"carried_{n}_{k}_{good}_was_there", at[place][good] >= 0)


def _upgrade(
    it: Choices,
    moves: _Moves,
    n: int,
    power: _Power,
    at: dict[Place, dict[str, Term]],
    village: Village,
    layout: Layout,
) -> None:
    """The upgrades of one action: their price lies on the tile, skills behind the screen."""
    any_cost = village.seat.has("summer_boats", ANY_COST)
    turned: list[Var] = []
    for place, laid in layout.laid.items():
        entry = village.catalogue[laid.tile]
        cost = costs(entry)
        if not cost or village.seat.face("village", laid.tile) != "before":
            continue
        turn = moves.turned[n, laid.tile] = it.model.binary(f"upgrade_{n}_{laid.tile}")
        it.prefer.append((1, turn))
        turned.append(turn)
        for kinds, family in ((RESOURCES, "any_resource"), (SKILLS, "any_skill")):
            assert FAMILY[family] == kinds
            size = sum(number for piece, number in cost.items() if piece in (*kinds, family))
            if not size:
                continue
            price: list[Var] = []
            for piece in kinds:
                wild = piece == "gold" or (any_cost and kinds is RESOURCES)
                number = size if wild else cost.get(piece, 0) + cost.get(family, 0)
                if not number:
                    continue
                pay = it.model.integer(f"pay_{n}_{laid.tile}_{piece}", number)
                moves.paid[n, laid.tile, piece] = pay
                price.append(pay)
                it.model.constraint(f"price_{n}_{laid.tile}_in_{piece}", pay <= number * turn)
                if kinds is RESOURCES:
                    at[place][piece] = total([at[place][piece], -1 * pay])
                    lies = at[place][piece] >= 0
                    it.model.constraint(f"{piece}_lies_on_{laid.tile}_{n}", lies)
            it.model.constraint(f"price_{n}_{laid.tile}_{family}", total(price) == size * turn)
    if turned:
        it.model.constraint(f"upgrades_of_action_{n}", total(turned) <= power.upgrades)


def _faces(it: Choices, moves: _Moves, village: Village) -> dict[str, Expr]:
    """Tiles that may be turned, each once, and what that pays but for goods on storage tiles."""
    upgraded: dict[str, Expr] = {}
    for tile in dict.fromkeys(tile for _, tile in moves.turned):
        once = upgraded[tile] = total([v for (_, t), v in moves.turned.items() if t == tile])
        it.model.constraint(f"one_upgrade_of_{tile}", once <= 1)
        printed, shown = village.turning(tile)
        if tile in village.open_rows:
            printed = 0
        it.points.append((printed + shown) * once)
    return upgraded


# ── read-back ──────────────────────────────────────────────────────────────────────────


def _replayed(
    about: _About, actions: Sequence[Action], it: Choices, moves: _Moves, solution: Solution
) -> Transport:
    """The moves, played under the plain rules. Raises ``PlanMismatch`` if they pay otherwise."""
    village, layout, goods, kept = about.village, about.layout, about.goods, about.kept
    listed: list[Move] = []
    at = lying(village, layout, goods)
    for n in range(len(actions)):
        listed += _walked(n, at, moves, solution)
        for (action, tile), turn in moves.turned.items():
            if action != n or not solution[turn]:
                continue
            paid = {
                piece: solution[v]
                for (m, t, piece), v in moves.paid.items()
                if (m, t) == (n, tile) and solution[v]
            }
            place = next(p for p, each in layout.laid.items() if each.tile == tile)
            price = {piece: number for piece, number in paid.items() if piece in RESOURCES}
            for piece, number in price.items():
                at[place][piece] -= number
            skills = {piece: number for piece, number in paid.items() if piece in SKILLS}
            listed.append(Upgrade(n, tile, price, skills))
    bare = Carried(village, layout, goods, actions).play(listed).seat()
    after = village.holding(bare)
    choices = decided(village, it, solution)
    seat = bare.put(**{name: choices.cells.get(name) for name in DECIDED})
    worth = counted(village.holding(seat))
    if worth != solution.points:
        raise PlanMismatch(f"claimed {solution.points}, counted {worth}")
    if solution.verdict == "optimal" and (most := exact.best(after, kept)) != worth:
        raise PlanMismatch(f"allocated {worth}, enumeration {most}")
    return Transport(tuple(listed), seat, Fraction(worth), solution.proof())


DECIDED = ("use", "release", "purple_as", "purple_on", "flip")


def counted(village: Village) -> int:
    """Every row of a seat and what is left over, as the sheet stands; blank counts as 0."""
    unused = village.unused()
    left = sum(unused.get(piece, 0) for piece in village.leftover())
    return sum(map(village.worth, village.owned)) + village.per_leftover() * left


def _walked(
    n: int, at: dict[Place, dict[str, int]], moves: _Moves, solution: Solution
) -> list[Step]:
    """The steps of one action, each good as far as it goes before the next one starts.

    Rounds that nothing could start are left out: they carry nothing anywhere.
    """
    left = {flow: solution[v] for flow, v in moves.steps.items() if flow[0] == n and solution[v]}
    steps: list[Step] = []
    while True:
        ready = [flow for flow, number in left.items() if number and at[flow[2]][flow[1]]]
        if not ready:
            return steps
        last = steps[-1] if steps else None
        following = [f for f in ready if last and (f[1], f[2]) == (last.good, last.to)]
        flow = (following or ready)[0]
        left[flow] -= 1
        _, good, start, to = flow
        at[start][good] -= 1
        at[to][good] += 1
        steps.append(Step(n, good, start, to))
