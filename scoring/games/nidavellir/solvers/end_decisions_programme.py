"""One seat's decisions at the end of the game, as an integer programme.

The columns of mercenaries and Ylud, Brísingamens' discard and Mjöllnir's class are decided
together: each rank changes the worth of others in its column, and the warrior majority depends on
the whole table.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from scoring.solving.ilp import Expr, Model, Term, Var, total

from .. import points
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
    """Warrior ranks and points of the other seats, while one seat decides.

    ``most``: most warrior ranks of any rival, players without a sheet included.
    ``totals``: for each rival (points without the majority bonus, points with it); the second
    number counts unless the deciding seat has more than ``most`` warrior ranks.
    """

    most: int
    totals: tuple[tuple[int, int], ...]


@dataclass
class Column:
    """A class's column in the integer programme: fixed cards, and cards with a variable each."""

    fixed: list[Card] = field(default_factory=list)
    variable_cards: list[tuple[Var, int, Card]] = field(default_factory=list)
    """Variable, sign (+1 joins the column, -1 leaves it), and card."""

    def _sum(self, measure: Callable[[Card], int]) -> Expr:
        terms: list[Term] = [sum(measure(card) for card in self.fixed)]
        terms += [sign * measure(card) * variable for variable, sign, card in self.variable_cards]
        return total(terms)

    def ranks(self) -> Expr:
        return self._sum(lambda card: len(card.values))

    def values(self) -> Expr:
        return self._sum(lambda card: sum(card.values))

    def zeros(self, area: PlayerArea) -> Expr:
        return self._sum(lambda card: card.values.count(0) if area.counts_as_zero(card) else 0)

    def most(self, measure: Callable[[Card], int]) -> int:
        """Returns the highest sum of a number of each card, over all cards the column may hold.

        ``measure``: gives the number, such as a card's ranks.
        """
        gains = (card for _, sign, card in self.variable_cards if sign > 0)
        return sum(map(measure, (*self.fixed, *gains)))

    def range(self) -> tuple[int, int]:
        """Returns the fewest and the most ranks that the column may have at the final count."""
        there = sum(len(card.values) for card in self.fixed)
        losses = [len(card.values) for _, sign, card in self.variable_cards if sign < 0]
        return max(0, there - max(losses, default=0)), self.most(lambda card: len(card.values))


@dataclass
class Choices:
    """Integer programme of a seat's end-of-game decisions, with the variables that stand for them.

    ``columns``: cards that each class's column has or may have, by class.
    ``enlist``: variables by mercenary and side of its card; ``ylud``, ``mjollnir``: by class.
    ``prefer``: (weight, variable); of plans with equal points the one with the least sum is taken.
    ``rows``: points of each row of the score, by row id.
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

    def joins(self, name: str, card: Card) -> Var:
        """Returns a new 0-or-1 variable, called ``name``: 1 if a card joins its class's column."""
        joins = self.model.binary(name)
        self.columns[card.column].variable_cards.append((joins, 1, card))
        return joins

    def one_of(self, name: str, switches: Mapping[str, Var], recorded: str | None) -> None:
        """Adds to the integer programme: exactly one of ``switches`` (0-or-1 variables) is 1.

        ``switches``: by class. ``recorded``: the class entered on the sheet, whose variable it must
        be; ``None`` if blank. ``name``: used in the constraint's name.
        """
        self.model.constraint("one-class", total(list(switches.values())) == 1, name)
        if recorded:
            self.model.constraint("as-recorded", switches[recorded] == 1, name, recorded)
        self.prefer += [(n, switch) for n, switch in enumerate(switches.values())]


@dataclass(frozen=True, slots=True)
class Recruit:
    """A hero that cards placed at the end must bring by completing a line (a rank of each class).

    The hero's own ranks do not count for that line.

    ``hero``: id of the hero.
    ``moved``: true if Ylud counts in her last column for that line, false if still in her old one.
    """

    hero: str
    moved: bool


def read(area: PlayerArea, rivals: Rivals, recruit: Recruit | None) -> tuple[object, ...]:
    """Returns all that the programme of a seat's decisions depends on, as a key for caches.

    ``recruit``: a hero that placed cards must bring, if any. ``rivals``: the other seats' points
    and warrior ranks.
    """
    cards = ("mjollnir", "hrafnsmerki", "ylud", "ratatosk", *BY_RANK)
    place: tuple[object, ...] = ()
    if recruit:
        matters = recruit.hero in LINE_HEROES or any(c.id == recruit.hero for c in area.placed)
        place = (
            recruit.hero if matters else "",
            recruit.moved and area.has("ylud"),
            area.heroes_counted,
            area.thrud_at,
            area.seat.choice("ylud_at"),
        )
    return (
        tuple(card for card in area.placed if card.id != "ylud"),
        area.waiting,
        len(area.seat.faces("mercenaries")),
        (area.discards, area.thor_ready, area.loss, area.ylud_final, area.mjollnir_class),
        area.largest,
        rivals.most,
        tuple(area.has(card) for card in cards),
        place,
    )


def build(
    area: PlayerArea, rivals: Rivals, recruit: Recruit | None = None, *, coin: int | None = None
) -> Choices:
    """Returns the integer programme of a seat's decisions; the sum of its ``rows`` is to maximise.

    ``rivals``: the other seats' points and warrior ranks. The programme covers the rows of the
    score that end-of-game decisions can change (``MODELLED``). Decisions recorded on the sheet are
    kept if they are possible: enlisted mercenaries are fixed cards of their columns, the other
    decisions are constraints. ``recruit``: a hero that placed cards must bring by completing a
    line. With ``coin``, blank cells take part: it is the value of the largest coin, and Olwyn's
    doubles and Gullinbursti go where they score most.
    """
    choices = Choices(Model("nidavellir_final"), {kind: Column() for kind in CLASSES})
    for card in area.placed:
        if card.id != "ylud":
            choices.columns[card.column].fixed.append(card)
    _enlistment(choices, area)
    _ylud(choices, area)
    if coin is not None:
        _not_entered(choices, area)
    if recruit:
        _line(choices, area, recruit)
    _discard(choices, area)
    for kind in CLASSES:
        _column(choices, area, kind)
    _majority(choices, area, rivals.most, area.largest if coin is None else coin)
    _mjollnir(choices, area)
    _hrafnsmerki(choices, area)
    return choices


def _not_entered(choices: Choices, area: PlayerArea) -> None:
    """Adds to ``choices``, the integer programme, variables for the cards whose column is blank.

    These are Olwyn's doubles, at most one in each column, and Gullinbursti: a variable for each
    column that the card may be in.
    """
    doubles, gullinbursti = area.wild_missing
    entered = area.seat.picked("doubles")
    for id_, card, number, free in (
        ("double", "olwyns_double", doubles, [kind for kind in CLASSES if kind not in entered]),
        ("gullinbursti", "gullinbursti", gullinbursti, list(CLASSES)),
    ):
        stands = []
        for kind in free if number else ():
            there = Card(f"{id_}_{kind}", kind, ranks_of(area.catalogue[card], kind), wild=True)
            stands.append(choices.joins(there.id, there))
        if stands:
            choices.model.constraint("wild-columns", total(stands) <= number, card)


def _enlistment(choices: Choices, area: PlayerArea) -> None:
    for mercenary in area.waiting:
        both, entry = [], area.catalogue[mercenary]
        for face, kind in zip((FIRST, SECOND), classes_of(entry), strict=True):
            card = Card(mercenary, kind, ranks_of(entry, kind), mercenary=True)
            enlists = choices.enlist[mercenary, face] = choices.joins(f"{mercenary}_{kind}", card)
            both.append(enlists)
            choices.prefer.append((int(face == SECOND), enlists))
        choices.model.constraint("enlists", total(both) == 1, mercenary)


def _ylud(choices: Choices, area: PlayerArea) -> None:
    if not area.has("ylud"):
        return
    for kind in CLASSES:
        card = Card("ylud", kind, ranks_of(area.catalogue["ylud"], kind), loose=False)
        choices.ylud[kind] = choices.joins(f"ylud_{kind}", card)
    choices.one_of("ylud", choices.ylud, area.ylud_final)


def _line(choices: Choices, area: PlayerArea, recruit: Recruit) -> None:
    """Adds to ``choices``, the integer programme: placed cards must complete a line for a hero.

    ``recruit``: that hero. A line is one rank of each class, counted when the hero is recruited. So
    the card that Brísingamens costs still counts, and so does the hero Thrud: in her column, or in
    any other once a card placed in hers pushes her out. The new hero's own ranks do not count.
    """
    lines_needed = area.heroes_counted - 1
    thrud: dict[str, Var] = {}
    stood = area.thrud_at
    if stood and recruit.hero != "thrud":
        pushes: list[Term] = [v for v, _, c in choices.columns[stood].variable_cards if c.mercenary]
        # mercenaries whose column is decided push Thrud as well
        pushes.append(sum(area.enlisted.get(m) == stood for m in area.seat.faces("enlist")))
        walks = recruit.moved and recruit.hero != "ylud" and area.seat.choice("ylud_at") != stood
        if walks and choices.ylud:
            pushes.append(choices.ylud[stood])
        for kind in CLASSES:
            thrud[kind] = choices.model.binary(f"thrud_{kind}")
            if kind != stood:
                choices.model.constraint("thrud-pushed-to", thrud[kind] <= total(pushes), kind)
        choices.model.constraint("thrud-in-one-column", total(list(thrud.values())) == 1)
    for kind, column in choices.columns.items():
        cards = [c for c in column.fixed if c.id != recruit.hero]
        if recruit.hero == "olwyn":
            cards = [c for c in cards if not c.id.startswith("double_")]
        terms: list[Term] = [sum(len(c.values) for c in cards)]
        terms += [v for v, _, c in column.variable_cards if c.mercenary]
        if kind in thrud:
            terms.append(thrud[kind])
        if choices.ylud and recruit.hero != "ylud":
            if recruit.moved:
                terms.append(choices.ylud[kind])
            elif area.seat.choice("ylud_at") == kind:
                terms.append(1)
        choices.model.constraint("line-needs", total(terms) >= lines_needed + 1, kind)
        if recruit.hero == "hourya" and kind == "explorer":
            choices.model.constraint("hourya-needs-explorers", total(terms) >= HOURYA_NEEDS)


def _discard(choices: Choices, area: PlayerArea) -> None:
    """Adds to the integer programme the choice of the card that the artifact Brísingamens costs.

    A variable for each card that may be lost, exactly one of which is 1. Nothing is added if an
    unused Thor cancels the loss.
    """
    if not area.discard_open and not area.loss:
        return
    for kind, column in choices.columns.items():
        coming = {card: variable for variable, _, card in column.variable_cards if card.loose}
        for card in (*dict.fromkeys(c for c in column.fixed if c.loose), *coming):
            lost = choices.discard[card.id, kind] = choices.model.binary(f"lose_{card.id}_{kind}")
            if card in coming:
                choices.model.constraint("there-to-be-lost", lost <= coming[card], card.id, kind)
            column.variable_cards.append((lost, -1, card))
    choices.prefer += [(n, lost) for n, lost in enumerate(choices.discard.values())]
    if choices.discard:
        choices.model.constraint(
            "brisingamens-takes-one", total(list(choices.discard.values())) == 1
        )
    if area.loss:
        lost_so = [lost for (card, _), lost in choices.discard.items() if card == area.loss]
        choices.model.constraint("discard-as-recorded", total(lost_so) == 1)


def _column(choices: Choices, area: PlayerArea, kind: str) -> None:
    column = choices.columns[kind]
    least, most = column.range()
    if kind in ("blacksmith", "hunter"):
        first, step = (area.number("blacksmith", "growing", key) for key in ("first", "step"))
        worth = {
            n: points.blacksmiths(n, first, step) if kind == "blacksmith" else points.hunters(n)
            for n in range(least, most + 1)
        }
        has = _counted(choices, kind, column, least, most)
        choices.rows[kind] = total([worth[n] * switch for n, switch in has.items()])
        return
    values = column.values()
    if kind == "miner":
        value_most = column.most(lambda card: sum(card.values))
        if area.has("ratatosk"):
            each = area.number("ratatosk", "zero_pairs")
            zeros = column.zeros(area)
            zero_most = column.most(lambda card: card.values.count(0))
            pairs = choices.model.integer("ratatosk_pairs", points.pairs(zero_most))
            choices.model.constraint("ratatosk-needs-two-zeros", zeros - 2 * pairs >= 0)
            choices.model.constraint("ratatosk-takes-every-pair", zeros - 2 * pairs <= 1)
            values = total([values, each * pairs])
            value_most += each * points.pairs(zero_most)
        # sum times ranks is linearized: one copy of the sum for each possible number of ranks
        has = _counted(choices, kind, column, least, most)
        sums = {}
        for n, switch in has.items():
            sums[n] = choices.model.integer(f"miners_sum_with_{n}", value_most)
            choices.model.constraint(
                "sum-only-with-ranks", sums[n] <= value_most * switch, kind, str(n)
            )
        choices.model.constraint("sum-of-values", total(list(sums.values())) - values == 0, kind)
        choices.rows[kind] = total([n * value for n, value in sums.items()])
        return
    each = sum(worth for _, worth in area.by_rank(kind))
    choices.rows[kind] = total([values, each * column.ranks()])


def _counted(choices: Choices, kind: str, column: Column, least: int, most: int) -> dict[int, Var]:
    """Adds to the integer programme ``choices`` a 0-or-1 variable for each number of ranks.

    Only the variable of the actual number of the ``column`` is 1. ``kind``: class of the column.
    ``least``, ``most``: fewest and most ranks that it may have. Returns number to variable.
    """
    has = {n: choices.model.binary(f"{kind}_ranks_{n}") for n in range(least, most + 1)}
    choices.model.constraint("one-count", total(list(has.values())) == 1, kind)
    reached = total([n * switch for n, switch in has.items()])
    choices.model.constraint("count-of-ranks", reached - column.ranks() == 0, kind)
    return has


def _majority(choices: Choices, area: PlayerArea, rival: int, coin: int) -> None:
    """Adds the warrior majority to the integer programme ``choices``: ``coin`` points if it is won.

    It is won if no rival has more warrior ranks. ``rival``: the most of any rival. ``coin``: value
    of the seat's largest coin.
    """
    needed = rival or (0 if area.rulings["no_warriors"] == "everyone" else 1)
    leads = choices.model.binary("leads_in_warriors")
    column = choices.columns["warrior"]
    warriors, most = column.ranks(), max(needed, column.range()[1])
    choices.model.constraint("leads-only-with-most-warriors", warriors >= needed * leads)
    choices.model.constraint(
        "leads-with-most-warriors", warriors <= needed - 1 + (most - needed + 1) * leads
    )
    choices.rows["warrior_majority"] = total([coin * leads])


def _mjollnir(choices: Choices, area: PlayerArea) -> None:
    if not area.has("mjollnir"):
        return
    each = area.number("mjollnir", "best_class")
    paid: list[Var] = []
    for kind, column in choices.columns.items():
        most = column.range()[1]
        chosen = choices.mjollnir[kind] = choices.model.binary(f"mjollnir_{kind}")
        ranks = choices.model.integer(f"mjollnir_pays_{kind}", most)
        choices.model.constraint("pays-chosen-class", ranks <= most * chosen, "mjollnir", kind)
        choices.model.constraint("pays-ranks", column.ranks() - ranks >= 0, "mjollnir", kind)
        choices.model.constraint(
            "pays-all-ranks", column.ranks() - ranks <= most - most * chosen, "mjollnir", kind
        )
        paid.append(ranks)
    choices.one_of("mjollnir", choices.mjollnir, area.mjollnir_class)
    choices.rows["mjollnir"] = total([each * ranks for ranks in paid])


def _hrafnsmerki(choices: Choices, area: PlayerArea) -> None:
    if not area.has("hrafnsmerki"):
        return
    each = area.number("hrafnsmerki", "per_mercenary")
    mercenaries = area.seat.faces("mercenaries")
    lost = [v for (id_, _), v in choices.discard.items() if id_ in mercenaries]
    owned = len(mercenaries)
    choices.rows["hrafnsmerki"] = total([each * owned, *(-each * v for v in lost)])


def rival_best(choices: Choices, rivals: Rivals) -> Expr:
    """Returns the highest rival's total as an expression, for an objective that subtracts it.

    ``choices``: the integer programme. If the seat has more warrior ranks than every rival, the
    rivals count without their majority bonus.
    """
    beats = choices.model.binary("beats_all_in_warriors")
    warriors = choices.columns["warrior"].ranks()
    choices.model.constraint("beats-only-with-more-warriors", warriors >= (rivals.most + 1) * beats)
    best = choices.model.integer("best_rival", max(with_ for _, with_ in rivals.totals))
    for n, (without, with_) in enumerate(rivals.totals):
        choices.model.constraint("best-rival", best >= with_ - (with_ - without) * beats, str(n))
    return total([best])
