"""Integer programme of the last transports: goods, their destinations, and by when they arrive.

The model does not follow a good from road to road. A good has a destination, where it pays for an
upgrade or simply lies at the end, and it costs as many steps as its shortest route has roads.

This is exact. A step takes one good over one road. Roads and tiles hold any number of goods,
upgrades change no road and make no good, and all goods are there from the start. So goods neither
hinder nor help each other, and no detour is shorter. Within an action steps come before upgrades,
and a good may wait half-way for the next action. So all goods arrive in time exactly if, for each
action, the goods due by its end need no more steps than there are by then: the goods due first are
carried first. The steps and upgrades of an action depend on which tiles were upgraded before it, so
an upgraded transport tile and boat 2b change only these numbers.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product

from scoring.model.hex_grid import Place
from scoring.model.plan import NoAnswer
from scoring.solving import deadline
from scoring.solving.ilp import Model, Solution, Term, Var, total

from .allocation_programme import Choices, Stock, stock
from .transport_rules import Action, Price, TransportProblem, power
from .village import RESOURCES, SKILLS, is_open, some

type Stage = Sequence[Action]
"""Actions modelled together, in any order: a relaxation, which is exact for a single action."""


@dataclass(frozen=True, slots=True)
class GoodsRoute:
    """A variable of the model: the number of goods of one kind that take this route.

    ``due``: index of the stage (transport actions modelled together) by whose end they arrive.
    ``route``: places with both ends; a single place for goods that stay.
    ``pays``: id of the tile at the end whose upgrade they pay for; empty if they only lie there.
    """

    due: int
    good: str
    route: tuple[Place, ...]
    pays: str = ""

    @property
    def steps(self) -> int:
        return len(self.route) - 1

    @property
    def way(self) -> tuple[str, tuple[Place, ...], str]:
        """This route without its stage: (good, places, id of the tile that the goods pay for).

        A place is (column, row).
        """
        return self.good, self.route, self.pays


@dataclass(frozen=True, slots=True)
class _Power:
    """Upgrades and steps of goods that a stage (one or more transport actions) allows.

    ``upgrades``: number in this stage. ``most``: an upper bound on ``steps``.
    ``steps``: number of steps of goods available by its end, those of earlier stages included.
    """

    upgrades: Term
    steps: Term
    most: int


class TransportModel(Choices):
    """The integer programme of the last transports, with the points of all that is left after them.

    A stage is one or more transport actions modelled together. A solution is read back by
    ``upgraded`` (tiles), ``done`` (goods routes) and ``paid`` (goods and skills).

    ``stages``: in their order of play.
    ``tiles_to_upgrade``: upgrade exactly these tiles, and ignore the problem's excluded sets.
    ``only``: allow only these goods routes, each in any stage; so the optimum may be below the true
        one.

    ``None`` sets no such limit. Raises ``OutOfTime`` if the time limit passes while it is built.
    """

    def __init__(
        self,
        problem: TransportProblem,
        stages: Sequence[Stage],
        tiles_to_upgrade: frozenset[str] | None = None,
        only: Iterable[GoodsRoute] | None = None,
    ) -> None:
        super().__init__(Model("keyflower_transport"), problem.village)
        # data
        self._problem = problem
        self._only = None if only is None else {haul.way for haul in only}
        self._goods_at, self._routes = problem.goods_by_place, problem.routes
        any_upgrade = any(action.upgrades for stage in stages for action in stage)
        self._tiles = {
            tile: place
            for tile, place in problem.turnable.items()
            if any_upgrade and (tiles_to_upgrade is None or tile in tiles_to_upgrade)
        }
        # variables, objective and constraints, part by part
        self.hauls: dict[GoodsRoute, Var] = {}
        self.turned: dict[tuple[int, str], Var] = {}
        self._moves: list[tuple[int, Var]] = []
        self._skills: dict[tuple[str, str], Var] = {}
        self._leave: dict[tuple[Place, str], list[Term]] = defaultdict(list)
        self._come: dict[tuple[Place, str], list[Term]] = defaultdict(list)
        for n, tile in product(range(len(stages)), self._tiles):
            turn = self.turned[n, tile] = self.model.binary(f"upgrade_{n}_{tile}")
            self._moves.append((1, turn))
        self._once = {tile: total(self._turns_of(tile)) for tile in self._tiles}
        self._upgrades(tiles_to_upgrade)
        powers = list(self._powers(stages))
        for n, each in enumerate(powers):
            self._upgrades_in(n, each)
        if powers:
            self._stores(len(powers) - 1, powers[-1].most)
        self._steps(powers)
        self._pay_skills()
        self._allocate()
        self.everything = total([*self.lines.values()])

    # upgrades

    def _turns_of(self, tile: str, before: int | None = None) -> list[Var]:
        return [
            turn
            for (n, each), turn in self.turned.items()
            if each == tile and (before is None or n < before)
        ]

    def _upgrades(self, tiles_to_upgrade: frozenset[str] | None) -> None:
        """Adds upgrades and their points to the model: each tile is upgraded at most once.

        ``tiles_to_upgrade``: exactly these are upgraded; ``None`` for any set of tiles but the
        excluded ones of the problem.
        """
        for tile, once in self._once.items():
            self.model.constraint(
                f"one_upgrade_of_{tile}", once <= 1 if tiles_to_upgrade is None else once == 1
            )
            printed, on_boat = self.village.turning(tile)
            # points printed on a tile with an open row are counted in that row
            self.points[f"upgrade_{tile}"] = (
                on_boat if is_open(self.village.catalogue[tile]) else printed + on_boat
            ) * once
        if tiles_to_upgrade is None:
            for n, tiles in enumerate(self._problem.excluded_upgrades):
                differ = [1 - each if t in tiles else each for t, each in self._once.items()]
                self.model.constraint(f"upgrades_other_than_{n}", total(differ) >= 1)

    def _powers(self, stages: Sequence[Stage]) -> Iterator[_Power]:
        """Yields the steps and upgrades that each stage's transport actions allow, as model terms.

        They depend on whether a stage's own transport tiles are upgraded by then. In a stage of
        several actions without order, an action may use the better face if its tile is upgraded at
        all; but at least one action has to use the present face.
        """
        steps: list[Term] = []
        most = 0
        for n, stage in enumerate(stages):
            upgrades: list[Term] = []
            better: list[Term] = []
            for each, action in enumerate(stage):
                now = power(self.village, action)
                turns = self._turns_of(action.tile, n + (len(stage) > 1))
                then = power(self.village, action, turned=True) if turns else now
                turned = total(turns)
                if len(stage) > 1 and turns:
                    # the better face counts, and only if the action comes after another one
                    then = Action(max(now.steps, then.steps), max(now.upgrades, then.upgrades))
                    late = self.model.binary(f"turned_before_{n}_{each}")
                    self.model.constraint(f"only_if_turned_{n}_{each}", late <= turned)
                    turned = total([late])
                    better.append(late)
                steps.append(now.steps + (then.steps - now.steps) * turned)
                upgrades.append(now.upgrades + (then.upgrades - now.upgrades) * turned)
                most += max(now.steps, then.steps)
            if better and len(better) == len(stage):
                first = total(better) <= len(stage) - 1
                self.model.constraint(f"one_of_{n}_is_the_first", first)
            yield _Power(total(upgrades), total(steps), most)

    def _upgrades_in(self, n: int, gives: _Power) -> None:
        """Adds to the model: no more upgrades in stage ``n`` than allowed, each paid on its tile.

        A stage is one or more transport actions. ``gives``: the upgrades and steps that it allows.
        Upgrades are paid in goods that lie there by then. Raises ``OutOfTime``.
        """
        deadline.left()  # with many actions, building takes longer than the caller may have left
        turns = {tile: turn for (stage, tile), turn in self.turned.items() if stage == n}
        for tile, turn in turns.items():
            price, _ = self._problem.prices(tile)
            if price.size:
                self._pay(n, tile, turn, price, gives.most)
        if turns:
            count = total(list(turns.values()))
            self.model.constraint(f"upgrades_of_{n}", count <= gives.upgrades)

    def _pay(self, n: int, tile: str, turn: Var, price: Price, reach: int) -> None:
        paid: list[Var] = []
        for good, most in price.most.items():
            alike = [
                self._haul(haul, min(number, most))
                for route, number in self._ways_to(self._tiles[tile], good, reach)
                if self._allowed(haul := GoodsRoute(n, good, route, tile))
            ]
            if alike and most < price.size:
                self.model.constraint(f"{good}_for_{tile}_{n}", total(alike) <= most * turn)
            paid += alike
        self.model.constraint(f"goods_for_{tile}_{n}", total(paid) == price.size * turn)

    def _pay_skills(self) -> None:
        for tile, once in self._once.items():
            _, price = self._problem.prices(tile)
            if price.size:
                paid = []
                for skill, most in price.most.items():
                    pay = self.model.integer(f"{skill}_for_{tile}", most)
                    self._skills[tile, skill] = pay
                    paid.append(pay)
                self.model.constraint(f"skills_for_{tile}", total(paid) == price.size * once)

    # routes of goods

    def _allowed(self, haul: GoodsRoute) -> bool:
        return self._only is None or haul.way in self._only

    def _haul(self, haul: GoodsRoute, most: int) -> Var:
        var = self.model.integer(f"haul_{len(self.hauls)}_{haul.good}", most)
        self.hauls[haul] = var
        self._leave[haul.route[0], haul.good].append(var)
        if not haul.pays:
            self._come[haul.route[-1], haul.good].append(var)
        return var

    def _ways_to(self, place: Place, good: str, reach: int) -> list[tuple[tuple[Place, ...], int]]:
        """Returns (route, goods at its start) for each route of a good to a place, shortest first.

        A route is its places, each (column, row), in order. ``good``: its id. ``reach``: the most
        steps of a route.
        """
        ways: list[tuple[tuple[Place, ...], int]] = []
        for start, goods in self._goods_at.items():
            route = self._routes[start].get(place)
            if goods[good] and route and len(route) - 1 <= reach:
                ways.append((route, goods[good]))
        return sorted(ways, key=lambda way: len(way[0]))

    def _stores(self, n: int, reach: int) -> None:
        """Adds to the model the routes of goods to storage tiles, and off them, in stage ``n``.

        A stage is one or more transport actions. Routes to a storage tile are for goods that may
        score there; those off it lead to the nearest tile without storage, as goods score the same
        on all of these. ``reach``: the most steps of a route.
        """
        laid, stores = self._problem.layout.laid, {tile.id: tile for tile in self.village.stores}
        yards = {place: stores[each.tile] for place, each in laid.items() if each.tile in stores}
        for place, tile in yards.items():
            recorded = self._problem.recorded.released(tile.id)
            for good in RESOURCES:
                if good in self.village.accepts(tile) or good in recorded:
                    for route, number in self._ways_to(place, good, reach):
                        if route[1:] and self._allowed(haul := GoodsRoute(n, good, route)):
                            self._haul(haul, number)
            off = [route for to, route in self._routes[place].items() if to not in yards]
            if off and len(next_to := min(off, key=len)) - 1 <= reach:
                for good, number in some(self._goods_at[place]).items():
                    if self._allowed(haul := GoodsRoute(n, good, next_to)):
                        self._haul(haul, number)

    def _steps(self, powers: Sequence[_Power]) -> None:
        """Adds to the model: goods take no more steps by the end of a stage than there are.

        A stage is one or more transport actions. ``powers``: steps available by the end of each.
        """
        carried = {haul: v for haul, v in self.hauls.items() if haul.steps}
        if not carried:
            return
        due = total([])
        for n, each in enumerate(powers):
            in_time = [haul.steps * v for haul, v in carried.items() if haul.due == n]
            due = total([due, *in_time])
            self.model.constraint(f"steps_by_the_end_of_{n}", due <= each.steps)
        walked = self.model.integer("steps", powers[-1].most)
        self.model.constraint("every_step", due == walked)
        self._moves.append((1, walked))

    # points

    def _allocate(self) -> None:
        """Adds to the model the decisions at the end of the game on goods and skills left over."""
        laid = self._problem.layout.laid
        here = stock(self.village)
        pool: dict[str, Term] = {**here.pool}
        for skill in SKILLS:
            paid = [v for (_, piece), v in self._skills.items() if piece == skill]
            if paid:
                pool[skill] = total([pool.get(skill, 0), *(-1 * v for v in paid)])
                self.model.constraint(f"enough_{skill}", pool[skill] >= 0)
        pool |= self._problem.supply
        stored = dict(here.stored)
        for place, goods in self._goods_at.items():
            ends = {good: self._ending(place, good, number) for good, number in goods.items()}
            if laid[place].tile in stored:
                stored[laid[place].tile] = ends
            else:
                pool |= {good: total([pool[good], number]) for good, number in ends.items()}
        left = Stock(pool, stored, here.most, self._once)
        self.allocate(self._problem.recorded, left)
        for tile, flip in self.flip.items():
            if tile in self._once:
                self.model.constraint(f"turn_{tile}_once", self._once[tile] + flip <= 1)

    def _ending(self, place: Place, good: str, number: int) -> Term:
        """Returns the number of goods of a kind on a place at the end, as a term of the model.

        ``place``: (column, row). ``good``: id of the kind. ``number``: those that lie there at
        first, returned as it is if no route begins or ends there.
        """
        leave, come = self._leave[place, good], self._come[place, good]
        if not leave and not come:
            return number
        stay = total([number, *(-1 * v for v in leave)])
        if leave:
            self.model.constraint(f"{good}_on_{self._problem.layout.laid[place].tile}", stay >= 0)
        return total([stay, *come])

    # solving and read-back

    def between(self, least: int | None, most: int | None) -> None:
        """Adds to the model: its points are at least ``least`` and at most ``most``, if given."""
        if least is not None:
            self.model.constraint("at_least", self.everything >= least)
        if most is not None:
            self.model.constraint("at_most", self.everything <= most)

    def solve(self, seconds: float, *, preferred: bool = True) -> Solution:
        """Returns a solution with the most points. Raises ``NoAnswer`` if ``seconds`` ran out.

        Of equal solutions, always the same one, with few moves: that with the lowest sum of weights
        of its decisions and number of moves; any of them, and sooner, if not ``preferred``.
        """
        prefer = [*self.prefer, *self._moves] if preferred else []
        return self.model.solve(self.everything, prefer, seconds)

    def fewest(self, most: Solution, seconds: float) -> Solution:
        """Returns a solution with the points of the solution ``most`` and the fewest moves.

        Returns ``most`` itself if ``seconds`` of processor time run out. It is a second solve,
        since one that has to prove both the points and the moves sometimes takes far longer.
        """
        self.model.constraint("keep_the_points", self.everything >= most.points)
        with suppress(NoAnswer):
            fewest = self.model.solve(total([]), self._moves, seconds)
            return replace(most, values=fewest.values)
        return most

    def upgraded(self, solution: Solution) -> frozenset[str]:
        return frozenset(tile for (_, tile), turn in self.turned.items() if solution[turn])

    def done(self, solution: Solution) -> list[GoodsRoute]:
        return [haul for haul, v in self.hauls.items() if solution[v]]

    def paid(self, tile: str, solution: Solution) -> tuple[dict[str, int], dict[str, int]]:
        """Returns (good to number, skill to number) paid to upgrade a tile in a solution."""
        goods: dict[str, int] = defaultdict(int)
        for haul, v in self.hauls.items():
            if haul.pays == tile:
                goods[haul.good] += solution[v]
        skills = {piece: solution[v] for (t, piece), v in self._skills.items() if t == tile}
        return some(goods), some(skills)
