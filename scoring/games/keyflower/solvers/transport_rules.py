"""Plain rules of transport and upgrades, move by move; solvers' plans are replayed here as a check.

Within an action, transport comes before upgrades. An upgrade is paid in goods that lie on the tile
and in skills. A move that breaks a rule raises ``Illegal``.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from scoring.model.catalogue import Entry
from scoring.model.hex_grid import Place
from scoring.model.seat import Seat

from .layout import Layout
from .recorded_decisions import Recorded
from .village import FAMILY, RESOURCES, SKILLS, VILLAGE, Village, some

ANY_ROAD = "boat_2a"
"""Side of a summer boat that lets goods leave the roads."""
ANY_COST = "boat_3a"
"""Side of a summer boat that lets any good pay for any other in an upgrade."""
BUILT = (*VILLAGE, "summer_boat")
"""Kinds of tiles that lie in a village during transports. Winter, boat and turn order tiles join it
after the last transport, at the end of winter: rule ``season_end``."""

type Goods = Mapping[Place, Mapping[str, int]]
"""Goods that lie on each place: good id to number."""


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
class Trip:
    """Goods of one kind that are carried one after another over the same places, in one action.

    ``action``: index of the transport action. ``places``: in order, with both ends.
    """

    action: int
    good: str
    places: tuple[Place, ...]
    number: int = 1


@dataclass(frozen=True, slots=True)
class Upgrade:
    """A tile upgraded in the transport action with this index, and goods and skills paid for it."""

    action: int
    tile: str
    goods: Mapping[str, int]
    skills: Mapping[str, int]


type Move = Trip | Upgrade


def costs(entry: Entry) -> Mapping[str, int]:
    """Returns a tile's upgrade cost: piece, or family such as *any_skill*, to number.

    ``entry``: the tile. Empty if it has no upgrade.
    """
    cost: Mapping[str, int] = entry.facts.get("cost", {}) if entry.kind in VILLAGE else {}
    return cost


def power(village: Village, action: Action, *, turned: bool = False) -> Action:
    """Returns an action with the steps and upgrades that a village really gets from it.

    Boat 2b doubles both numbers. ``turned``: true if the action's own tile has been upgraded
    before, so that its other face counts.
    """
    steps, upgrades = action.steps, action.upgrades
    if turned:
        facts = village.catalogue[action.tile].facts
        steps, upgrades = facts.get("transport_after", 0), facts.get("upgrade_after", 0)
    times = 2 if village.power_doubled else 1
    return Action(steps * times, upgrades * times, action.tile, action.called)


@dataclass(frozen=True)
class TransportProblem:
    """The data of the last transports, all but the transport actions.

    ``goods``: number of each good by place; those on storage tiles are read from the sheet. Loose
        goods that lie nowhere score at the end, but cannot move.
    ``recorded``: the player's decisions to keep.
    ``excluded_upgrades``: sets of upgraded tiles; a solution must upgrade another set than each.
    """

    village: Village
    layout: Layout
    goods: Goods
    recorded: Recorded = field(default_factory=Recorded)
    excluded_upgrades: Sequence[frozenset[str]] = ()

    @property
    def stores(self) -> frozenset[str]:
        """IDs of the village's storage tiles, on which goods score where they lie."""
        return frozenset(tile.id for tile in self.village.stores)

    @property
    def goods_by_place(self) -> dict[Place, dict[str, int]]:
        """Place (column, row) to good to number, for each laid tile of the village.

        On storage tiles they are those of the sheet, on others those of ``goods``.

        Raises ``Illegal`` if goods are given for a place without a tile, or more than the sheet
        has.
        """
        lying: dict[Place, dict[str, int]] = {}
        stores = self.stores
        for place, each in self.layout.laid.items():
            if each.tile in stores:
                goods = self.village.stored(each.tile)
            else:
                goods = self.goods.get(place, {})
            lying[place] = {good: goods.get(good, 0) for good in RESOURCES}
        if any(some(goods) and place not in lying for place, goods in self.goods.items()):
            raise Illegal("nowhere")
        if any(number < 0 for number in self.supply.values()):
            raise Illegal("too_many")
        return lying

    @property
    def supply(self) -> dict[str, int]:
        """Number of each good that is entered neither on a storage tile nor on any other tile.

        These goods score but cannot be moved. Negative if more lie on tiles than the sheet has.
        """
        loose = {good: self.village.seat.tally("resources").get(good, 0) for good in RESOURCES}
        stores = self.stores
        for place, goods in self.goods.items():
            if place in self.layout.laid and self.layout.laid[place].tile not in stores:
                for good, number in goods.items():
                    loose[good] -= number
        return loose

    @property
    def ways(self) -> tuple[tuple[Place, Place], ...]:
        """Start and end of every step that a good can take between two neighbouring tiles.

        Both are village tiles or summer boats, joined by a road; with boat 2a a field or, by ruling
        ``boat_2a_water``, any edge will do.
        A place is (column, row).
        """
        leaves_roads = self.village.seat.has("summer_boats", ANY_ROAD)
        ways: list[tuple[Place, Place]] = []
        for one, other, mine, theirs in self.layout.meetings:
            if leaves_roads:
                leads = self.village.rulings["boat_2a_water"] == "any" or "W" not in (mine, theirs)
            else:
                leads = mine == theirs == "R"
            tiles = (self.layout.laid[place].tile for place in (one, other))
            if leads and all(self.layout.box[tile].kind in BUILT for tile in tiles):
                ways += [(one, other), (other, one)]
        return tuple(ways)

    @property
    def routes(self) -> dict[Place, dict[Place, tuple[Place, ...]]]:
        """Shortest route from each place to each that goods can reach, by start and then by end.

        A route lists its places in order, with both ends; from a place to itself it is that place.
        A place is (column, row).
        """
        near: dict[Place, list[Place]] = {place: [] for place in self.layout.laid}
        for start, to in self.ways:
            near[start].append(to)
        routes: dict[Place, dict[Place, tuple[Place, ...]]] = {}
        for start in self.layout.laid:
            reached = routes[start] = {start: (start,)}
            waiting = [start]
            for place in waiting:
                new = [to for to in near[place] if to not in reached]
                reached |= {to: (*reached[place], to) for to in new}
                waiting += new
        return routes

    @property
    def turnable(self) -> dict[str, Place]:
        """Tile id to place, (column, row), for the laid tiles that can still be upgraded."""
        faces, catalogue = self.village.seat.faces("village"), self.village.catalogue
        return {
            each.tile: place
            for place, each in self.layout.laid.items()
            if faces.get(each.tile) == "before" and costs(catalogue[each.tile])
        }

    def prices(self, tile: str) -> "tuple[Price, Price]":
        """Returns (goods to pay, skills to pay) for the upgrade of a tile."""
        cost = costs(self.village.catalogue[tile])
        wild = RESOURCES if self.village.seat.has("summer_boats", ANY_COST) else GOLD
        return price(cost, "any_resource", wild), price(cost, "any_skill")


class Carried:
    """A village during its last transports: its goods, skills and tile faces after each move.

    Raises ``Illegal`` if the goods of the problem do not agree with the sheet.
    """

    def __init__(self, problem: TransportProblem, actions: Sequence[Action]) -> None:
        self._problem, self.village, self.layout = problem, problem.village, problem.layout
        self.goods = {place: dict(goods) for place, goods in problem.goods_by_place.items()}
        seat = self.village.seat
        self.skills = {skill: seat.tally("skills").get(skill, 0) for skill in SKILLS}
        self.faces = dict(seat.faces("village"))
        self._actions = list(actions)
        self._begin(0)

    def play(self, moves: Iterable[Move]) -> "Carried":
        """Makes these moves (trips of goods, upgrades) in order and returns the same village.

        Raises ``Illegal`` at a move that breaks a rule.
        """
        for move in moves:
            if move.action < self._now or move.action >= len(self._actions):
                raise Illegal("order")
            if move.action > self._now:
                self._begin(move.action)
            if isinstance(move, Upgrade):
                self._upgrade(move)
                continue
            for road in list(pairwise(move.places)) * move.number:
                self._step(move.good, *road)
        return self

    def _begin(self, action: int) -> None:
        self._now, self._steps, self._upgrades = action, 0, 0
        if action < len(self._actions):
            tile = self._actions[action].tile
            face = self.village.seat.face("village", tile) if tile else None
            turned = bool(tile) and self.faces.get(tile) != face
            self._power = power(self.village, self._actions[action], turned=turned)

    def _step(self, good: str, start: Place, to: Place) -> None:
        if self._upgrades:
            raise Illegal("transport_first")
        if self._steps == self._power.steps:
            raise Illegal("steps")
        if (start, to) not in self._problem.ways:
            raise Illegal("no_road")
        if not self.goods[start].get(good):
            raise Illegal("no_good")
        self._steps += 1
        self.goods[start][good] -= 1
        self.goods[to][good] += 1

    def _upgrade(self, upgrade: Upgrade) -> None:
        if self._upgrades == self._power.upgrades:
            raise Illegal("upgrades")
        place = self._problem.turnable.get(upgrade.tile)
        if place is None or self.faces[upgrade.tile] != "before":
            raise Illegal("no_upgrade")
        in_goods, in_skills = self._problem.prices(upgrade.tile)
        for have, price, paid in (
            (self.goods[place], in_goods, upgrade.goods),
            (self.skills, in_skills, upgrade.skills),
        ):
            if not price.met(paid) or any(have[piece] < number for piece, number in paid.items()):
                raise Illegal("price")
            for piece, number in paid.items():
                have[piece] -= number
        self._upgrades += 1
        self.faces[upgrade.tile] = "after"

    def seat(self) -> Seat:
        """Returns the seat's sheet after the steps and upgrades so far; used up cells become 0."""
        seat, loose = self.village.seat, dict(self._problem.supply)
        stored: dict[str, dict[str, int]] = {}
        stores = self._problem.stores
        lying = {t: goods for t, goods in seat.grid("goods").items() if not self.layout.holds(t)}
        for place, goods in self.goods.items():
            tile = self.layout.laid[place].tile
            if tile in stores:
                stored[tile] = some(goods)
            else:
                for good, number in goods.items():
                    loose[good] += number
                if some(goods) and self.village.catalogue[tile].kind in VILLAGE:
                    lying[tile] = some(goods)
        elsewhere = {t: goods for t, goods in seat.grid("storage").items() if t not in stored}
        resources, skills = seat.tally("resources"), seat.tally("skills")
        return seat.put(
            resources={good: n for good, n in loose.items() if n or good in resources},
            skills={skill: n for skill, n in self.skills.items() if n or skill in skills},
            storage={tile: goods for tile, goods in (elsewhere | stored).items() if goods},
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
        """True if these pieces, id to number, pay this part of an upgrade's price exactly."""
        return sum(paid.values()) == self.size and all(
            0 <= number <= self.most.get(piece, 0) for piece, number in paid.items()
        )


GOLD = ("gold",)
"""The goods that stand in for any good in an upgrade, without the boat of ``ANY_COST``. Source:
ruling ``gold_wild``."""


def price(cost: Mapping[str, int], family: str, wild: Sequence[str] = ()) -> Price:
    """Returns the part of an upgrade cost that is paid in one family: goods or skills.

    >>> price({"wood": 1, "stone": 1, "saw": 1}, "any_resource", GOLD)
    Price(size=2, most={'wood': 1, 'stone': 1, 'gold': 2})
    >>> price({"any_resource": 1, "any_skill": 1}, "any_skill")
    Price(size=1, most={'anvil': 1, 'pickaxe': 1, 'saw': 1})

    ``cost``: number by piece or family. ``family``: a key of ``FAMILY``. ``wild``: pieces that
    stand in for any of the family. Source: rulebook, upgrading.
    """
    kinds = FAMILY[family]
    size = sum(cost.get(piece, 0) for piece in (*kinds, family))
    most = {
        piece: size if piece in wild else cost.get(piece, 0) + cost.get(family, 0)
        for piece in kinds
    }
    return Price(size, {piece: number for piece, number in most.items() if number})
