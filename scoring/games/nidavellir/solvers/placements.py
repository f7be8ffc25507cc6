"""One seat's decisions at the end of the game (its last placements) as an integer programme.

The columns of mercenaries and Ylud, Brísingamens' discard and Mjöllnir's class are decided
together: each rank changes the worth of others in its column, and the warrior majority depends on
the whole table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import floor

from scoring.games.nidavellir import points
from scoring.solving import deadline
from scoring.solving.ilp import Expr, Model, Solution, Term, Var, total

from .army import BY_RANK, CLASSES, FIRST, SECOND, Card, PlayerArea, classes_of, ranks_of

MODELLED = (*CLASSES, *BY_RANK, "ratatosk", "warrior_majority", "mjollnir", "hrafnsmerki")
"""Ids of the score lines that the programme models; all others are the same in every plan."""
LINE_HEROES = ("ylud", "thrud", "olwyn", "hourya")
"""Heroes treated specially in ``_line``, which requires a complete line; all others count in their
column."""
HOURYA_NEEDS = 5
"""Explorer ranks needed before the hero Hourya may be taken."""


@dataclass(frozen=True, slots=True)
class Rivals:
    """The other seats' warriors and points, while one seat decides.

    ``most``: most warrior ranks of any rival
    ``totals``: for each rival (points without the majority bonus, points with it); the latter count
    unless the deciding seat has more than ``most`` warrior ranks
    """

    most: int
    totals: tuple[tuple[int, int], ...]


@dataclass
class Column:
    """One class's column in the model: fixed cards, and cards that join or leave by a variable."""

    fixed: list[Card] = field(default_factory=list)
    moving: list[tuple[Var, int, Card]] = field(default_factory=list)
    """Variable, sign (+1 joins the column, -1 leaves it), and card."""

    def _sum(self, measure: Callable[[Card], int]) -> Expr:
        terms: list[Term] = [sum(measure(card) for card in self.fixed)]
        terms += [sign * measure(card) * variable for variable, sign, card in self.moving]
        return total(terms)

    def ranks(self) -> Expr:
        return self._sum(lambda card: len(card.values))

    def values(self) -> Expr:
        return self._sum(lambda card: sum(card.values))

    def zeros(self, hold: PlayerArea) -> Expr:
        return self._sum(lambda card: card.values.count(0) if hold.counts_as_zero(card) else 0)

    def range(self) -> tuple[int, int]:
        """Returns the fewest and the most ranks that the column may have at the final count."""
        there = sum(len(card.values) for card in self.fixed)
        losses = [len(card.values) for _, sign, card in self.moving if sign < 0]
        gains = [len(card.values) for _, sign, card in self.moving if sign > 0]
        return max(0, there - max(losses, default=0)), there + sum(gains)


@dataclass
class Choices:
    """The model of one seat, with the variables that its plan is read from.

    ``enlist``: variables by mercenary and side of its card; ``ylud``, ``mjollnir``: by class
    ``prefer``: (weight, variable); of plans with equal points the one with the least sum is taken
    ``rows``: points of each score line, by line id
    """

    model: Model
    columns: dict[str, Column]
    enlist: dict[tuple[str, str], Var] = field(default_factory=dict)
    ylud: dict[str, Var] = field(default_factory=dict)
    discard: dict[tuple[str, str], Var] = field(default_factory=dict)
    """Variables by card id and column: a waiting mercenary may be lost from either column."""
    mjollnir: dict[str, Var] = field(default_factory=dict)
    prefer: list[tuple[int, Var]] = field(default_factory=list)
    rows: dict[str, Expr] = field(default_factory=dict)
    most: dict[str, int] = field(default_factory=dict)
    """The most points that each row can have, by line id."""


@dataclass(frozen=True, slots=True)
class Recruit:
    """A hero that the last placements must bring by completing a line (one rank of each class).

    The hero's own ranks do not count for that line.

    ``hero``: id of the hero.
    ``moved``: true if Ylud counts in her last column for that line, false if still in her old one.
    """

    hero: str
    moved: bool


type Known = dict[tuple[object, ...], tuple[Choices, Solution]]
"""Cache of solved programmes, by everything that ``build`` reads of a seat."""


def solved(
    hold: PlayerArea,
    rivals: Rivals,
    recruit: Recruit | None,
    seconds: float,
    known: Known | None,
) -> tuple[Choices, Solution]:
    """Returns the programme of a seat and its solution with the most points.

    ``recruit``: a hero that the placements must bring, or ``None``.
    ``known``: cache of solved programmes. Most neutral heroes change nothing that the programme
        reads, so one proof serves them all. It is not for plans of the widest margin.
    """
    deadline.check()
    read = _read(hold, rivals, recruit)
    if known is not None and read in known:
        return known[read]
    it = build(hold, rivals, recruit)
    found = it, it.model.solve(total(list(it.rows.values())), it.prefer, seconds)
    if known is not None:
        known[read] = found
    return found


def _read(hold: PlayerArea, rivals: Rivals, recruit: Recruit | None) -> tuple[object, ...]:
    """Returns everything that ``build`` reads as a cache key: equal keys, equal programmes."""
    cards = ("mjollnir", "hrafnsmerki", "ylud", "ratatosk", *BY_RANK)
    place: tuple[object, ...] = ()
    if recruit:
        own = recruit.hero in LINE_HEROES or any(c.id == recruit.hero for c in hold.placed)
        place = (
            recruit.hero if own else "",
            recruit.moved and hold.has("ylud"),
            hold.heroes_counted,
            hold.thrud_at,
            hold.seat.choice("ylud_at"),
        )
    return (
        tuple(card for card in hold.placed if card.id != "ylud"),
        hold.waiting,
        len(hold.seat.faces("mercenaries")),
        (hold.discards, hold.thor_ready, hold.loss, hold.ylud_final, hold.mjollnir_class),
        hold.largest,
        rivals.most,
        tuple(hold.has(card) for card in cards),
        place,
    )


def build(hold: PlayerArea, rivals: Rivals, recruit: Recruit | None = None) -> Choices:
    """Returns the programme of one seat; the sum of its ``rows`` is the points to maximise.

    It covers the score lines in ``MODELLED``. Decisions recorded on the sheet are kept if they are
    possible: enlisted mercenaries are fixed cards of their columns, the other decisions are
    constraints.
    """
    it = Choices(Model("nidavellir_final"), {kind: Column() for kind in CLASSES})
    for card in hold.placed:
        if card.id != "ylud":
            it.columns[card.column].fixed.append(card)
    _enlistment(it, hold)
    _ylud(it, hold)
    if recruit:
        _line(it, hold, recruit)
    _discard(it, hold)
    for kind in CLASSES:
        _column(it, hold, kind)
    _majority(it, hold, rivals.most, hold.largest)
    _mjollnir(it, hold)
    _hrafnsmerki(it, hold)
    return it


def most(hold: PlayerArea, rivals: Rivals, coin: int, seconds: float) -> int | None:
    """Returns an upper bound on the seat's points in the lines ``MODELLED``, blank cells included.

    Olwyn's doubles and Gullinbursti, if their columns are blank, go where they score most; the
    largest coin counts as ``coin``. ``None`` if no bound was found within ``seconds``.
    """
    it = Choices(Model("nidavellir_most"), {kind: Column() for kind in CLASSES})
    for card in hold.placed:
        if card.id != "ylud":
            it.columns[card.column].fixed.append(card)
    _enlistment(it, hold)
    _ylud(it, hold)
    _not_entered(it, hold)
    _discard(it, hold)
    for kind in CLASSES:
        _column(it, hold, kind)
    _majority(it, hold, rivals.most, coin)
    _mjollnir(it, hold)
    _hrafnsmerki(it, hold)
    bound = it.model.solve(total(list(it.rows.values())), [], seconds).bound
    return None if bound is None else floor(bound)


def _not_entered(it: Choices, hold: PlayerArea) -> None:
    """Adds variables for the blank columns of Olwyn's doubles and Gullinbursti.

    At most one column each: the card may also be in none, as a lost double is.
    """
    doubles, gullinbursti = hold.wild_missing
    own = hold.seat.picked("doubles")
    for id_, card, number, free in (
        ("double", "olwyns_double", doubles, [kind for kind in CLASSES if kind not in own]),
        ("gullinbursti", "gullinbursti", gullinbursti, list(CLASSES)),
    ):
        stands = []
        for kind in free if number else ():
            there = it.model.binary(f"{id_}_{kind}")
            values = ranks_of(hold.catalogue[card], kind)
            it.columns[kind].moving.append(
                (there, 1, Card(f"{id_}_{kind}", kind, values, wild=True))
            )
            stands.append(there)
        if stands:
            it.model.constraint(f"{id_}_columns", total(stands) <= number)


def _enlistment(it: Choices, hold: PlayerArea) -> None:
    for mercenary in hold.waiting:
        pair = classes_of(hold.catalogue[mercenary])
        for face, kind in zip((FIRST, SECOND), pair, strict=True):
            enlists = it.enlist[mercenary, face] = it.model.binary(f"{mercenary}_{kind}")
            values = ranks_of(hold.catalogue[mercenary], kind)
            it.columns[kind].moving.append(
                (enlists, 1, Card(mercenary, kind, values, mercenary=True))
            )
            it.prefer.append((1 if face == SECOND else 0, enlists))
        both = [it.enlist[mercenary, face] for face in (FIRST, SECOND)]
        it.model.constraint(f"{mercenary}_enlists", total(both) == 1)


def _ylud(it: Choices, hold: PlayerArea) -> None:
    if not hold.has("ylud"):
        return
    for n, kind in enumerate(CLASSES):
        stands = it.ylud[kind] = it.model.binary(f"ylud_{kind}")
        values = ranks_of(hold.catalogue["ylud"], kind)
        it.columns[kind].moving.append((stands, 1, Card("ylud", kind, values, loose=False)))
        it.prefer.append((n, stands))
    it.model.constraint("ylud_in_one_column", total(list(it.ylud.values())) == 1)
    if hold.ylud_final:
        it.model.constraint("ylud_as_recorded", it.ylud[hold.ylud_final] == 1)


def _line(it: Choices, hold: PlayerArea, recruit: Recruit) -> None:
    """Requires that the last placements complete the line (a rank of each class) for a new hero.

    Ranks are counted at the moment of recruiting: the card that Brísingamens takes later counts,
    and so does Thrud, in any column if a card placed in hers pushes her out. The new hero's own
    ranks do not count.
    """
    held = hold.heroes_counted - 1
    thrud: dict[str, Var] = {}
    stood = hold.thrud_at
    if stood and recruit.hero != "thrud":
        pushes: list[Term] = [v for v, _, c in it.columns[stood].moving if c.mercenary]
        # mercenaries whose column is decided push Thrud as well
        pushes.append(sum(hold.enlisted.get(m) == stood for m in hold.seat.faces("enlist")))
        walks = recruit.moved and recruit.hero != "ylud" and hold.seat.choice("ylud_at") != stood
        if walks and it.ylud:
            pushes.append(it.ylud[stood])
        for kind in CLASSES:
            thrud[kind] = it.model.binary(f"thrud_{kind}")
            if kind != stood:
                it.model.constraint(f"thrud_pushed_to_{kind}", thrud[kind] <= total(pushes))
        it.model.constraint("thrud_in_one_column", total(list(thrud.values())) == 1)
    for kind, column in it.columns.items():
        own = [c for c in column.fixed if c.id != recruit.hero]
        if recruit.hero == "olwyn":
            own = [c for c in own if not c.id.startswith("double_")]
        terms: list[Term] = [sum(len(c.values) for c in own)]
        terms += [v for v, _, c in column.moving if c.mercenary]
        if kind in thrud:
            terms.append(thrud[kind])
        if it.ylud and recruit.hero != "ylud":
            if recruit.moved:
                terms.append(it.ylud[kind])
            elif hold.seat.choice("ylud_at") == kind:
                terms.append(1)
        it.model.constraint(f"line_needs_{kind}", total(terms) >= held + 1)
        if recruit.hero == "hourya" and kind == "explorer":
            it.model.constraint("hourya_needs_explorers", total(terms) >= HOURYA_NEEDS)


def _discard(it: Choices, hold: PlayerArea) -> None:
    """Lets Brísingamens take one card, unless an unused Thor cancels it.

    Thor is then always used, since losing a card never helps.
    """
    if not hold.discard_open and not hold.loss:
        return
    for kind, column in it.columns.items():
        coming = [(v, c) for v, _, c in column.moving if c.loose]
        for card in dict.fromkeys(c for c in column.fixed if c.loose):
            lost = it.discard[card.id, kind] = it.model.binary(f"lose_{card.id}_{kind}")
            column.moving.append((lost, -1, card))
        for enlists, card in coming:
            lost = it.discard[card.id, kind] = it.model.binary(f"lose_{card.id}_{kind}")
            it.model.constraint(f"{card.id}_in_{kind}_to_be_lost", lost <= enlists)
            column.moving.append((lost, -1, card))
    it.prefer += [(n, lost) for n, lost in enumerate(it.discard.values())]
    if it.discard:
        it.model.constraint("brisingamens_takes_one", total(list(it.discard.values())) == 1)
    if hold.loss:
        lost_so = [lost for (card, _), lost in it.discard.items() if card == hold.loss]
        it.model.constraint("discard_as_recorded", total(lost_so) == 1)


def _column(it: Choices, hold: PlayerArea, kind: str) -> None:
    column = it.columns[kind]
    least, most = column.range()
    if kind in ("blacksmith", "hunter"):
        first, step = (hold.number("blacksmith", "growing", key) for key in ("first", "step"))
        worth = {
            n: points.blacksmiths(n, first, step) if kind == "blacksmith" else points.hunters(n)
            for n in range(least, most + 1)
        }
        has = _counted(it, kind, column, least, most)
        it.rows[kind] = total([worth[n] * switch for n, switch in has.items()])
        it.most[kind] = worth[most]
        return
    values, value_most = column.values(), _most_value(column)
    if kind == "miner":
        if hold.has("ratatosk"):
            each = hold.number("ratatosk", "zero_pairs")
            zeros = column.zeros(hold)
            zero_most = sum(c.values.count(0) for c in column.fixed)
            zero_most += sum(c.values.count(0) for _, sign, c in column.moving if sign > 0)
            pairs = it.model.integer("ratatosk_pairs", points.pairs(zero_most))
            it.model.constraint("ratatosk_needs_two_zeros", zeros - 2 * pairs >= 0)
            it.model.constraint("ratatosk_takes_every_pair", zeros - 2 * pairs <= 1)
            values = total([values, each * pairs])
            value_most += each * points.pairs(zero_most)
        # sum times ranks is linearized: one copy of the sum for each possible number of ranks
        has = _counted(it, kind, column, least, most)
        sums = {}
        for n, switch in has.items():
            sums[n] = it.model.integer(f"miners_sum_with_{n}", value_most)
            it.model.constraint(f"miners_sum_only_with_{n}", sums[n] <= value_most * switch)
        it.model.constraint("miners_sum", total(list(sums.values())) - values == 0)
        it.rows[kind] = total([n * value for n, value in sums.items()])
        it.most[kind] = most * value_most
        return
    each = sum(worth for _, worth in hold.by_rank(kind))
    it.rows[kind] = total([values, each * column.ranks()])
    it.most[kind] = value_most + each * most


def _most_value(column: Column) -> int:
    cards = [*column.fixed, *(card for _, sign, card in column.moving if sign > 0)]
    return sum(v for card in cards for v in card.values)


def _counted(it: Choices, kind: str, column: Column, least: int, most: int) -> dict[int, Var]:
    """Adds a binary variable for each number of ranks of a column, from ``least`` to ``most``.

    Returns them by number; only the variable of the number reached is 1.
    """
    has = {n: it.model.binary(f"{kind}_ranks_{n}") for n in range(least, most + 1)}
    it.model.constraint(f"{kind}_one_count", total(list(has.values())) == 1)
    reached = total([n * switch for n, switch in has.items()])
    it.model.constraint(f"{kind}_ranks", reached - column.ranks() == 0)
    return has


def _majority(it: Choices, hold: PlayerArea, rival: int, coin: int) -> None:
    """Adds the warrior majority: with the most ranks, shared or not, the seat scores ``coin``.

    ``rival``: most warrior ranks of any rival. ``coin``: value of the seat's largest coin.
    """
    needed = rival or (0 if hold.rulings["no_warriors"] == "everyone" else 1)
    leads = it.model.binary("leads_in_warriors")
    warriors, most = it.columns["warrior"].ranks(), max(needed, it.columns["warrior"].range()[1])
    it.model.constraint("leads_only_with_most_warriors", warriors >= needed * leads)
    it.model.constraint(
        "leads_with_most_warriors", warriors <= needed - 1 + (most - needed + 1) * leads
    )
    it.rows["warrior_majority"] = total([coin * leads])
    it.most["warrior_majority"] = coin


def _mjollnir(it: Choices, hold: PlayerArea) -> None:
    if not hold.has("mjollnir"):
        return
    each = hold.number("mjollnir", "best_class")
    paid: list[Var] = []
    for n, (kind, column) in enumerate(it.columns.items()):
        most = column.range()[1]
        chosen = it.mjollnir[kind] = it.model.binary(f"mjollnir_{kind}")
        ranks = it.model.integer(f"mjollnir_pays_{kind}", most)
        it.model.constraint(f"mjollnir_only_if_{kind}_is_chosen", ranks <= most * chosen)
        it.model.constraint(f"mjollnir_only_ranks_of_{kind}", column.ranks() - ranks >= 0)
        it.model.constraint(
            f"mjollnir_all_ranks_of_{kind}", column.ranks() - ranks <= most - most * chosen
        )
        it.prefer.append((n, chosen))
        paid.append(ranks)
    it.model.constraint("mjollnir_one_class", total(list(it.mjollnir.values())) == 1)
    if hold.mjollnir_class:
        it.model.constraint("mjollnir_as_recorded", it.mjollnir[hold.mjollnir_class] == 1)
    it.rows["mjollnir"] = total([each * ranks for ranks in paid])
    it.most["mjollnir"] = each * max(column.range()[1] for column in it.columns.values())


def _hrafnsmerki(it: Choices, hold: PlayerArea) -> None:
    if not hold.has("hrafnsmerki"):
        return
    each = hold.number("hrafnsmerki", "per_mercenary")
    held = hold.seat.faces("mercenaries")
    lost = [v for (id_, _), v in it.discard.items() if id_ in held]
    owned = len(held)
    it.rows["hrafnsmerki"] = total([each * owned, *(-each * v for v in lost)])
    it.most["hrafnsmerki"] = each * owned


def rival_best(it: Choices, rivals: Rivals) -> Expr:
    """Returns the highest rival's total as an expression, for an objective that subtracts it.

    If the seat has more warrior ranks than every rival, the rivals count without their majority
    bonus.
    """
    beats = it.model.binary("beats_all_in_warriors")
    warriors = it.columns["warrior"].ranks()
    it.model.constraint("beats_only_with_more_warriors", warriors >= (rivals.most + 1) * beats)
    best = it.model.integer("best_rival", max(with_ for _, with_ in rivals.totals))
    for n, (without, with_) in enumerate(rivals.totals):
        it.model.constraint(f"rival_{n}", best >= with_ - (with_ - without) * beats)
    return total([best])
