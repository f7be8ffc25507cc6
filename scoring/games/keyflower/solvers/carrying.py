"""Plain rules of transport and upgrades, move by move; solvers' plans are replayed here as a check.

Within an action, transport comes before upgrades. An upgrade is paid in goods that lie on the tile
and in skills. A move that breaks a rule raises ``Illegal``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from scoring.model.catalogue import Entry
from scoring.model.seat import Seat

from .layout import Layout, Place
from .village import FAMILY, RESOURCES, SKILLS, VILLAGE, Village, some

ANY_ROAD = "boat_2a"
"""Side of a summer boat that lets goods leave the roads."""
ANY_COST = "boat_3a"
"""Side of a summer boat that lets any good pay for any other in an upgrade."""
BUILT = (*VILLAGE, "summer_boat")
"""Kinds of tiles that lie in a village during transports. Winter, boat and turn order tiles join it
after the last transport, at the end of winter: rule ``season_end``."""

type Goods = Mapping[Place, Mapping[str, int]]
"""Number of each good by place."""


class Illegal(ValueError):
    """Raised for a move that breaks a rule; its argument is a word for that rule."""


@dataclass(frozen=True, slots=True)
class Action:
    """One use of a transport tile: the steps and upgrades that its visible face gives.

    ``steps``: moves, each of one good over one road.
    ``upgrades``: number of tiles that it can upgrade. Both numbers are not doubled yet by boat 2b.
    ``tile``: id of the tile if it is the seat's own, else empty. After its own upgrade, a later
        action with it has the numbers of its other face.
    ``called``: id of the tile, whoever owns it, for texts; ignored when actions are compared.
    """

    steps: int
    upgrades: int
    tile: str = ""
    called: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Step:
    """Move of one good over one road, in the action with this index."""

    action: int
    good: str
    start: Place
    to: Place


@dataclass(frozen=True, slots=True)
class Upgrade:
    """A tile turned over in the action with this index, and the goods and skills paid for it."""

    action: int
    tile: str
    goods: Mapping[str, int]
    skills: Mapping[str, int]


type Move = Step | Upgrade


def ways(village: Village, layout: Layout) -> Iterator[tuple[Place, Place]]:
    """Yields start and end of every step that a good can take between two neighbouring tiles.

    Both must be village tiles or summer boats, joined by a road; with boat 2a a field or, by ruling
    ``boat_2a_water``, any edge will do.
    """
    for one, other, mine, theirs in layout.meetings:
        if village.seat.has("summer_boats", ANY_ROAD):
            leads = village.carries_over_water or "W" not in (mine, theirs)
        else:
            leads = mine == theirs == "R"
        built = all(layout.box[layout.laid[place].tile].kind in BUILT for place in (one, other))
        if leads and built:
            yield one, other
            yield other, one


def routes(village: Village, layout: Layout) -> dict[Place, dict[Place, tuple[Place, ...]]]:
    """Returns a shortest route from each place to every place that goods can reach from there.

    A route holds its places with both ends.
    """
    near: dict[Place, list[Place]] = {place: [] for place in layout.laid}
    for start, to in ways(village, layout):
        near[start].append(to)
    found: dict[Place, dict[Place, tuple[Place, ...]]] = {}
    for start in layout.laid:
        reached = found[start] = {start: (start,)}
        waiting = [start]
        for place in waiting:
            new = [to for to in near[place] if to not in reached]
            reached |= {to: (*reached[place], to) for to in new}
            waiting += new
    return found


def costs(entry: Entry) -> Mapping[str, int]:
    """Returns a tile's upgrade cost, by piece or family of pieces; empty if it has no upgrade."""
    found: Mapping[str, int] = entry.facts.get("cost", {}) if entry.kind in VILLAGE else {}
    return found


def power(village: Village, action: Action, *, turned: bool = False) -> Action:
    """Returns an action with the steps and upgrades that this seat really gets from it.

    That is the double with boat 2b. ``turned``: the action's own tile has been upgraded before, so
    its other face counts.
    """
    steps, upgrades = action.steps, action.upgrades
    if turned:
        facts = village.catalogue[action.tile].facts
        steps, upgrades = facts.get("transport_after", 0), facts.get("upgrade_after", 0)
    times = 2 if village.power_doubled else 1
    return Action(steps * times, upgrades * times, action.tile, action.called)


def goods_by_place(village: Village, layout: Layout, goods: Goods) -> dict[Place, dict[str, int]]:
    """Returns the goods on each laid tile: on storage tiles by the sheet, on others by ``goods``.

    Raises ``Illegal`` if goods are given for a place without a tile, or more than the sheet has.
    """
    stores = {tile.id for tile in village.stores}
    found: dict[Place, dict[str, int]] = {}
    for place, each in layout.laid.items():
        held = village.stored(each.tile) if each.tile in stores else goods.get(place, {})
        found[place] = {good: held.get(good, 0) for good in RESOURCES}
    if any(some(held) and place not in layout.laid for place, held in goods.items()):
        raise Illegal("nowhere")
    if any(number < 0 for number in supply(village, layout, goods).values()):
        raise Illegal("too_many")
    return found


def supply(village: Village, layout: Layout, goods: Goods) -> dict[str, int]:
    """Returns the loose goods for which no tile is entered: they score but cannot be moved."""
    stores = {tile.id for tile in village.stores}
    loose = {good: village.seat.tally("resources").get(good, 0) for good in RESOURCES}
    for place, held in goods.items():
        if place in layout.laid and layout.laid[place].tile not in stores:
            for good, number in held.items():
                loose[good] -= number
    return loose


class Carried:
    """A village during its last transports: goods, skills and faces after the moves so far."""

    def __init__(
        self, village: Village, layout: Layout, goods: Goods, actions: Sequence[Action]
    ) -> None:
        self.village, self.layout = village, layout
        self.goods = goods_by_place(village, layout, goods)
        self.supply = supply(village, layout, goods)
        self.skills = {skill: village.seat.tally("skills").get(skill, 0) for skill in SKILLS}
        self.faces = dict(village.seat.faces("village"))
        self._ways = set(ways(village, layout))
        self._actions = list(actions)
        self._begin(0)

    def play(self, moves: Iterable[Move]) -> Carried:
        """Makes these moves in order and returns itself. Raises ``Illegal`` at an illegal one."""
        for move in moves:
            if move.action < self._now or move.action >= len(self._actions):
                raise Illegal("order")
            if move.action > self._now:
                self._begin(move.action)
            if isinstance(move, Step):
                self._step(move)
            else:
                self._upgrade(move)
        return self

    def _begin(self, action: int) -> None:
        self._now, self._steps, self._upgrades = action, 0, 0
        if action < len(self._actions):
            tile = self._actions[action].tile
            shown = self.village.seat.face("village", tile) if tile else None
            turned = bool(tile) and self.faces.get(tile) != shown
            self._power = power(self.village, self._actions[action], turned=turned)

    def _step(self, step: Step) -> None:
        if self._upgrades:
            raise Illegal("transport_first")
        if self._steps == self._power.steps:
            raise Illegal("steps")
        if (step.start, step.to) not in self._ways:
            raise Illegal("no_road")
        if not self.goods[step.start].get(step.good):
            raise Illegal("no_good")
        self._steps += 1
        self.goods[step.start][step.good] -= 1
        self.goods[step.to][step.good] += 1

    def _upgrade(self, upgrade: Upgrade) -> None:
        if self._upgrades == self._power.upgrades:
            raise Illegal("upgrades")
        entry = self.village.catalogue[upgrade.tile]
        places = [p for p, each in self.layout.laid.items() if each.tile == upgrade.tile]
        if not costs(entry) or self.faces.get(upgrade.tile) != "before" or not places:
            raise Illegal("no_upgrade")
        any_cost = self.village.seat.has("summer_boats", ANY_COST)
        if not pays(costs(entry), upgrade.goods, upgrade.skills, any_cost=any_cost):
            raise Illegal("price")
        for have, paid in ((self.goods[places[0]], upgrade.goods), (self.skills, upgrade.skills)):
            for piece, number in paid.items():
                if have[piece] < number:
                    raise Illegal("price")
                have[piece] -= number
        self._upgrades += 1
        self.faces[upgrade.tile] = "after"

    def seat(self) -> Seat:
        """Returns the seat's sheet after the moves so far; cells that are used up become 0."""
        seat, stores = self.village.seat, {tile.id for tile in self.village.stores}
        loose = dict(self.supply)
        stored: dict[str, dict[str, int]] = {}
        lying = {t: held for t, held in seat.grid("goods").items() if not self.layout.holds(t)}
        for place, held in self.goods.items():
            tile = self.layout.laid[place].tile
            if tile in stores:
                stored[tile] = some(held)
            else:
                for good, number in held.items():
                    loose[good] += number
                if some(held) and self.village.catalogue[tile].kind in VILLAGE:
                    lying[tile] = some(held)
        elsewhere = {t: held for t, held in seat.grid("storage").items() if t not in stored}
        resources, skills = seat.tally("resources"), seat.tally("skills")
        return seat.put(
            resources={good: n for good, n in loose.items() if n or good in resources},
            skills={skill: n for skill, n in self.skills.items() if n or skill in skills},
            storage={tile: held for tile, held in (elsewhere | stored).items() if held},
            village=self.faces,
            goods=lying,
        )


@dataclass(frozen=True, slots=True)
class Price:
    """The part of an upgrade's price to be paid in goods, or the part to be paid in skills.

    ``size``: number of pieces to pay, exactly.
    ``most``: piece id to the most pieces of that kind among them.
    """

    size: int
    most: Mapping[str, int]

    def met(self, paid: Mapping[str, int]) -> bool:
        """True if these pieces are exactly the price."""
        return sum(paid.values()) == self.size and all(
            0 <= number <= self.most.get(piece, 0) for piece, number in paid.items()
        )


def price(cost: Mapping[str, int], family: str, wild: Sequence[str] = ()) -> Price:
    """Returns the part of an upgrade cost that is paid in one family: goods or skills.

    ``cost``: number by piece or family.
    ``family``: a key of ``FAMILY``.
    ``wild``: pieces that stand in for any of the family.
    """
    kinds = FAMILY[family]
    size = sum(cost.get(piece, 0) for piece in (*kinds, family))
    most = {
        piece: size if piece in wild else cost.get(piece, 0) + cost.get(family, 0)
        for piece in kinds
    }
    return Price(size, {piece: number for piece, number in most.items() if number})


def price_in_goods(cost: Mapping[str, int], *, any_cost: bool = False) -> Price:
    """Returns the price in goods; gold stands in for any good, with ``any_cost`` every good does.

    >>> price_in_goods({"wood": 1, "stone": 1, "saw": 1})
    Price(size=2, most={'wood': 1, 'stone': 1, 'gold': 2})

    Source: rulebook, upgrading; ruling ``gold_wild``.
    """
    return price(cost, "any_resource", RESOURCES if any_cost else ("gold",))


def price_in_skills(cost: Mapping[str, int]) -> Price:
    """Returns the price in skills; no skill stands in for another.

    >>> price_in_skills({"any_resource": 1, "any_skill": 1})
    Price(size=1, most={'anvil': 1, 'pickaxe': 1, 'saw': 1})
    """
    return price(cost, "any_skill")


def pays(
    cost: Mapping[str, int],
    goods: Mapping[str, int],
    skills: Mapping[str, int],
    *,
    any_cost: bool = False,
) -> bool:
    """True if these goods and skills are exactly the upgrade cost.

    >>> pays({"wood": 1, "stone": 1}, {"wood": 1, "gold": 1}, {})
    True
    >>> pays({"any_resource": 2}, {"iron": 2}, {}), pays({"saw": 1}, {"gold": 1}, {})
    (True, False)

    ``any_cost``: any goods pay, as many as the cost in goods.
    """
    in_goods = price_in_goods(cost, any_cost=any_cost)
    return in_goods.met(goods) and price_in_skills(cost).met(skills)
