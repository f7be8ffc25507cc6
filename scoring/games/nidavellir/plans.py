"""The last placements as one integer programme, and what else a player may ask near the end.

Mercenaries, Ylud, Brísingamens' loss and Mjöllnir's class are decided together: a rank more
changes what every other rank of its column is worth, and the warriors' majority looks at the
whole table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ...core.breakdown import Breakdown
from ...core.catalogue import Catalogue
from ...core.ilp import Expr, Model, Solution, Term, Var, total
from ...core.plan import Around, Plan, Proof, Rulings, State
from ...core.text import Text, counted
from . import points
from .score import BY_RANK, Card, Hold, holds, ranks_of
from .sheet import CLASSES, FIRST, SECOND, classes_of

DECISIONS = ("enlist", "ylud", "discard", "mjollnir")
MODELLED = (*CLASSES, *BY_RANK, "ratatosk", "warrior_majority", "mjollnir", "hrafnsmerki")
"""Lines that the programme holds; all others are the same in every plan."""
ONE_MORE = ("blacksmith_card", "hunter_card", "explorer_11", "miner_2", "warrior_9")
TIES_SHOWN = 4
LINE_HEROES = ("ylud", "thrud", "olwyn", "hourya")
"""Heroes whom the rules of a line treat apart, beside those who stand in a column."""
HOURYA_NEEDS = 5
"""Explorer ranks that must stand before she may be taken."""


@dataclass(frozen=True, slots=True)
class Rivals:
    """What the other seats hold while one seat decides.

    ``most``: their most warrior ranks. ``totals``: each one's points without and with the
    majority as it stands if nobody gets past ``most``.
    """

    most: int
    totals: tuple[tuple[int, int], ...]


@dataclass
class Column:
    """One class: cards that are there, and cards that come or go with a variable."""

    fixed: list[Card] = field(default_factory=list)
    moving: list[tuple[Var, int, Card]] = field(default_factory=list)
    """Variable, +1 or -1, card."""

    def _sum(self, measure: Callable[[Card], int]) -> Expr:
        terms: list[Term] = [sum(measure(card) for card in self.fixed)]
        terms += [sign * measure(card) * variable for variable, sign, card in self.moving]
        return total(terms)

    def ranks(self) -> Expr:
        return self._sum(lambda card: len(card.values))

    def values(self) -> Expr:
        return self._sum(lambda card: sum(card.values))

    def zeros(self, hold: Hold) -> Expr:
        return self._sum(lambda card: card.values.count(0) if hold.counts_as_zero(card) else 0)

    def range(self) -> tuple[int, int]:
        """The fewest and the most ranks that the column may end with."""
        there = sum(len(card.values) for card in self.fixed)
        losses = [len(card.values) for _, sign, card in self.moving if sign < 0]
        gains = [len(card.values) for _, sign, card in self.moving if sign > 0]
        return max(0, there - max(losses, default=0)), there + sum(gains)


@dataclass
class Choices:
    """A model of one seat and the variables that its plan is read back from."""

    model: Model
    columns: dict[str, Column]
    enlist: dict[tuple[str, str], Var] = field(default_factory=dict)
    ylud: dict[str, Var] = field(default_factory=dict)
    discard: dict[tuple[str, str], Var] = field(default_factory=dict)
    """By card and column: a waiting mercenary may be lost from either of its columns."""
    mjollnir: dict[str, Var] = field(default_factory=dict)
    prefer: list[tuple[int, Var]] = field(default_factory=list)
    rows: dict[str, Expr] = field(default_factory=dict)
    most: dict[str, int] = field(default_factory=dict)
    """The most points a row can have."""


@dataclass(frozen=True, slots=True)
class Recruit:
    """A hero whom the placements have to bring: his own ranks do not help to get him.

    ``moved``: Ylud has moved before; otherwise she still stands where she stood.
    """

    hero: str
    moved: bool


type Known = dict[tuple[object, ...], tuple[Choices, Solution]]
"""Programmes solved before, by all that they read of a seat: see ``_solved``."""


def _solved(
    hold: Hold,
    rivals: Rivals,
    recruit: Recruit | None,
    seconds: float,
    known: Known | None,
) -> tuple[Choices, Solution]:
    """The programme of a seat and its solution, taken from ``known`` if it is there already.

    Most neutral heroes change nothing that the programme reads: one proof serves them all.
    Holds for plans of most points, not of the widest margin.
    """
    read = _read(hold, rivals, recruit)
    if known is not None and read in known:
        return known[read]
    it = build(hold, rivals, recruit)
    found = it, it.model.solve(total(list(it.rows.values())), it.prefer, seconds)
    if known is not None:
        known[read] = found
    return found


def _read(hold: Hold, rivals: Rivals, recruit: Recruit | None) -> tuple[object, ...]:
    """All that ``build`` reads; two seats alike in it have the same programme."""
    cards = [("artifacts", "mjollnir"), ("artifacts", "hrafnsmerki"), ("heroes", "ylud")]
    cards += [(field, id_) for id_ in (*BY_RANK, "ratatosk") for field in ("heroes", "animals")]
    place: tuple[object, ...] = ()
    if recruit:
        own = recruit.hero in LINE_HEROES or any(c.id == recruit.hero for c in hold.placed)
        place = (
            recruit.hero if own else "",
            recruit.moved and hold.has("heroes", "ylud"),
            hold.heroes_counted,
            hold.has("heroes", "thrud") and hold.cells.get("thrud_at"),
            hold.cells.get("ylud_at"),
        )
    return (
        tuple(card for card in hold.placed if card.id != "ylud"),
        hold.waiting,
        len(hold.cells.get("mercenaries", {})),
        hold.discards and not hold.thor_ready,
        hold.largest,
        rivals.most,
        tuple(hold.has(*card) for card in cards),
        place,
    )


def build(hold: Hold, rivals: Rivals, recruit: Recruit | None = None) -> Choices:
    """The programme of one undecided seat; the sum of its rows are the seat's open points."""
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
    _majority(it, hold, rivals.most)
    _mjollnir(it, hold)
    _hrafnsmerki(it, hold)
    return it


def _enlistment(it: Choices, hold: Hold) -> None:
    for mercenary in hold.waiting:
        pair = classes_of(hold.catalogue[mercenary])
        for face, kind in zip((FIRST, SECOND), pair, strict=True):
            enlists = it.enlist[mercenary, face] = it.model.switch(f"{mercenary}_{kind}")
            values = ranks_of(hold.catalogue[mercenary], kind)
            it.columns[kind].moving.append(
                (enlists, 1, Card(mercenary, kind, values, mercenary=True))
            )
            it.prefer.append((1 if face == SECOND else 0, enlists))
        both = [it.enlist[mercenary, face] for face in (FIRST, SECOND)]
        it.model.rule(f"{mercenary}_enlists", total(both) == 1)


def _ylud(it: Choices, hold: Hold) -> None:
    if not hold.has("heroes", "ylud"):
        return
    for n, kind in enumerate(CLASSES):
        stands = it.ylud[kind] = it.model.switch(f"ylud_{kind}")
        values = ranks_of(hold.catalogue["ylud"], kind)
        it.columns[kind].moving.append((stands, 1, Card("ylud", kind, values, loose=False)))
        it.prefer.append((n, stands))
    it.model.rule("ylud_in_one_column", total(list(it.ylud.values())) == 1)


def _line(it: Choices, hold: Hold, recruit: Recruit) -> None:
    """One more line than heroes, before anything is lost and while Thrud still counts."""
    held = hold.heroes_counted - 1
    thrud: dict[str, Var] = {}
    stood = hold.cells.get("thrud_at")
    if stood and hold.has("heroes", "thrud") and recruit.hero != "thrud":
        pushes = [v for v, _, c in it.columns[stood].moving if c.mercenary]
        walks = recruit.moved and recruit.hero != "ylud" and hold.cells.get("ylud_at") != stood
        if walks and it.ylud:
            pushes.append(it.ylud[stood])
        for kind in CLASSES:
            thrud[kind] = it.model.switch(f"thrud_{kind}")
            if kind != stood:
                it.model.rule(f"thrud_pushed_to_{kind}", thrud[kind] <= total(pushes))
        it.model.rule("thrud_in_one_column", total(list(thrud.values())) == 1)
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
            elif hold.cells.get("ylud_at") == kind:
                terms.append(1)
        it.model.rule(f"line_needs_{kind}", total(terms) >= held + 1)
        if recruit.hero == "hourya" and kind == "explorer":
            it.model.rule("hourya_needs_explorers", total(terms) >= HOURYA_NEEDS)


def _discard(it: Choices, hold: Hold) -> None:
    """Brísingamens takes one card, unless Thor cancels it: losing a card never helps."""
    if not hold.discards or hold.thor_ready:
        return
    for kind, column in it.columns.items():
        coming = [(v, c) for v, _, c in column.moving if c.mercenary]
        for card in dict.fromkeys(c for c in column.fixed if c.loose):
            lost = it.discard[card.id, kind] = it.model.switch(f"lose_{card.id}_{kind}")
            column.moving.append((lost, -1, card))
        for enlists, card in coming:
            lost = it.discard[card.id, kind] = it.model.switch(f"lose_{card.id}_{kind}")
            it.model.rule(f"{card.id}_in_{kind}_to_be_lost", lost <= enlists)
            column.moving.append((lost, -1, card))
    it.prefer += [(n, lost) for n, lost in enumerate(it.discard.values())]
    if it.discard:
        it.model.rule("brisingamens_takes_one", total(list(it.discard.values())) == 1)


def _column(it: Choices, hold: Hold, kind: str) -> None:
    column = it.columns[kind]
    least, most = column.range()
    if kind in ("blacksmith", "hunter"):
        first, step = (hold.catalogue["blacksmith"].scores[0][key] for key in ("first", "step"))
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
        if hold.has("animals", "ratatosk"):
            scores = hold.catalogue["ratatosk"].scoring("zero_pairs")
            assert scores
            zeros = column.zeros(hold)
            zero_most = sum(c.values.count(0) for c in column.fixed)
            zero_most += sum(c.values.count(0) for _, sign, c in column.moving if sign > 0)
            pairs = it.model.number("ratatosk_pairs", points.pairs(zero_most))
            it.model.rule("ratatosk_needs_two_zeros", zeros - 2 * pairs >= 0)
            it.model.rule("ratatosk_takes_every_pair", zeros - 2 * pairs <= 1)
            values = total([values, int(scores["points"]) * pairs])
            value_most += int(scores["points"]) * points.pairs(zero_most)
        # the sum counts once for each rank: a copy of it belongs to the number of ranks reached
        has = _counted(it, kind, column, least, most)
        sums = {}
        for n, switch in has.items():
            sums[n] = it.model.number(f"miners_sum_with_{n}", value_most)
            it.model.rule(f"miners_sum_only_with_{n}", sums[n] <= value_most * switch)
        it.model.rule("miners_sum", total(list(sums.values())) - values == 0)
        it.rows[kind] = total([n * value for n, value in sums.items()])
        it.most[kind] = most * value_most
        return
    each = sum(hold.by_rank(id_) for id_ in BY_RANK if _stands(hold, id_, kind))
    it.rows[kind] = total([values, each * column.ranks()])
    it.most[kind] = value_most + each * most


def _stands(hold: Hold, id_: str, kind: str) -> bool:
    return kind in hold.catalogue[id_].facts["class"]


def _most_value(column: Column) -> int:
    cards = [*column.fixed, *(card for _, sign, card in column.moving if sign > 0)]
    return sum(v for card in cards for v in card.values)


def _counted(it: Choices, kind: str, column: Column, least: int, most: int) -> dict[int, Var]:
    """One switch for each number of ranks; exactly the one that is reached is on."""
    has = {n: it.model.switch(f"{kind}_ranks_{n}") for n in range(least, most + 1)}
    it.model.rule(f"{kind}_one_count", total(list(has.values())) == 1)
    reached = total([n * switch for n, switch in has.items()])
    it.model.rule(f"{kind}_ranks", reached - column.ranks() == 0)
    return has


def _majority(it: Choices, hold: Hold, rival: int) -> None:
    """A lead, shared or not, pays the own largest coin."""
    needed = rival or (0 if hold.rulings["no_warriors"] == "everyone" else 1)
    leads = it.model.switch("leads_in_warriors")
    warriors, most = it.columns["warrior"].ranks(), max(needed, it.columns["warrior"].range()[1])
    it.model.rule("leads_only_with_most_warriors", warriors >= needed * leads)
    it.model.rule("leads_with_most_warriors", warriors <= needed - 1 + (most - needed + 1) * leads)
    it.rows["warrior_majority"] = total([hold.largest * leads])
    it.most["warrior_majority"] = hold.largest


def _mjollnir(it: Choices, hold: Hold) -> None:
    if not hold.has("artifacts", "mjollnir"):
        return
    each = int(hold.catalogue["mjollnir"].scores[0]["points"])
    paid: list[Var] = []
    for n, (kind, column) in enumerate(it.columns.items()):
        most = column.range()[1]
        chosen = it.mjollnir[kind] = it.model.switch(f"mjollnir_{kind}")
        ranks = it.model.number(f"mjollnir_pays_{kind}", most)
        it.model.rule(f"mjollnir_only_if_{kind}_is_chosen", ranks <= most * chosen)
        it.model.rule(f"mjollnir_only_ranks_of_{kind}", column.ranks() - ranks >= 0)
        it.model.rule(
            f"mjollnir_all_ranks_of_{kind}", column.ranks() - ranks <= most - most * chosen
        )
        it.prefer.append((n, chosen))
        paid.append(ranks)
    it.model.rule("mjollnir_one_class", total(list(it.mjollnir.values())) == 1)
    it.rows["mjollnir"] = total([each * ranks for ranks in paid])
    it.most["mjollnir"] = each * max(column.range()[1] for column in it.columns.values())


def _hrafnsmerki(it: Choices, hold: Hold) -> None:
    if not hold.has("artifacts", "hrafnsmerki"):
        return
    each = int(hold.catalogue["hrafnsmerki"].scores[0]["points"])
    lost = [v for (id_, _), v in it.discard.items() if hold.has("mercenaries", id_)]
    owned = len(hold.cells.get("mercenaries", {}))
    it.rows["hrafnsmerki"] = total([each * owned, *(-each * v for v in lost)])
    it.most["hrafnsmerki"] = each * owned


def _rival_best(it: Choices, rivals: Rivals) -> Expr:
    """The best rival's total; placing enough warriors takes away the bonus of those who led."""
    beats = it.model.switch("beats_all_in_warriors")
    warriors = it.columns["warrior"].ranks()
    it.model.rule("beats_only_with_more_warriors", warriors >= (rivals.most + 1) * beats)
    best = it.model.number("best_rival", max(with_ for _, with_ in rivals.totals))
    for n, (without, with_) in enumerate(rivals.totals):
        it.model.rule(f"rival_{n}", best >= with_ - (with_ - without) * beats)
    return total([best])


# ── the questions ──────────────────────────────────────────────────────────────────────


def worth(breakdowns: Mapping[str, Breakdown], seat: str) -> Fraction:
    """A seat's points as far as they are known."""
    return Fraction(breakdowns[seat].known)


def margin(breakdowns: Mapping[str, Breakdown], seat: str) -> Fraction:
    """A seat's known points less those of its best rival; all of them if it is alone."""
    others = [b.known for name, b in breakdowns.items() if name != seat]
    return Fraction(breakdowns[seat].known - max(others, default=0))


def final(
    catalogue: Catalogue,
    state: State,
    seat: str,
    rulings: Rulings,
    seconds: float,
    *,
    compared: bool = True,
    known: Known | None = None,
) -> Plan:
    """The most points a seat can still reach. Decisions recorded before are decided anew.

    The last step says what placing card after card would miss; working that out takes longer
    than the proof, so who asks for many plans leaves it out and hands over what is ``known``.
    """
    hold, rivals = _undecided(catalogue, state, seat, rulings)
    it, solution = _solved(hold, rivals, None, seconds, known)
    return _plan(hold, it, solution, state, seat, rivals, "final", compared)


def widest(catalogue: Catalogue, state: State, seat: str, rulings: Rulings, seconds: float) -> Plan:
    """The widest margin over the best rival, whose decisions stay as they are recorded."""
    hold, rivals = _undecided(catalogue, state, seat, rulings)
    it = build(hold, rivals)
    objective = total(list(it.rows.values()))
    if rivals.totals:
        objective = objective - _rival_best(it, rivals)
    solution = it.model.solve(objective, it.prefer, seconds)
    return _plan(hold, it, solution, state, seat, rivals, "margin", False)


def around(
    catalogue: Catalogue, state: State, seat: str, rulings: Rulings, plan: Plan, seconds: float
) -> Around:
    """One dwarf more of each class, plans as good with other columns, and the best lesser one."""
    one_more = {}
    for dwarf in ONE_MORE:
        with_it = _with_one(catalogue, state, seat, dwarf)
        more = final(catalogue, with_it, seat, rulings, seconds, compared=False)
        one_more[dwarf] = more.worth - plan.worth
    hold, rivals = _undecided(catalogue, state, seat, rulings)
    ties: list[Plan] = []
    seen = [plan]
    while True:
        it = build(hold, rivals)
        for n, known in enumerate(seen):
            after = Hold(catalogue, known.after["seats"][seat], rulings)
            it.model.differs(f"other_than_{n}", _values(it, after, rivals.most))
        solution = it.model.solve(total(list(it.rows.values())), it.prefer, seconds)
        if solution.verdict == "impossible":
            return Around(one_more, None, tuple(ties))
        other = _plan(hold, it, solution, state, seat, rivals, "final", True)
        if other.worth < plan.worth:
            return Around(one_more, other, tuple(ties))
        if len(ties) == TIES_SHOWN:
            return Around(one_more, None, tuple(ties), more_ties=True)
        ties.append(other)
        seen.append(other)


def _with_one(catalogue: Catalogue, state: State, seat: str, dwarf: str) -> State:
    cells = dict(state["seats"][seat])
    kind = catalogue[dwarf].facts["class"][0]
    name = f"{kind}s"
    if "value" in catalogue[dwarf].facts:
        held = dict(cells.get(name, {}))
        held[dwarf] = held.get(dwarf, 0) + 1
        cells[name] = held
    else:
        cells[name] = cells.get(name, 0) + 1
    return state | {"seats": state["seats"] | {seat: cells}}


def _values(it: Choices, after: Hold, most: int) -> list[tuple[Expr, int, int]]:
    """The rows as the model has them, with what each is worth in a known plan."""
    scored = {line.id: line.points or 0 for line in after.lines(max(most, after.ranks("warrior")))}
    for id_ in (*BY_RANK, "ratatosk"):
        kind = after.catalogue[id_].facts["class"][0]
        scored[kind] += scored.get(id_, 0)
    return [(row, scored[id_], max(it.most[id_], scored[id_])) for id_, row in it.rows.items()]


def _undecided(
    catalogue: Catalogue, state: State, seat: str, rulings: Rulings
) -> tuple[Hold, Rivals]:
    cells = {k: v for k, v in state["seats"][seat].items() if k not in DECISIONS}
    others = {s: h for s, h in holds(catalogue, state, rulings).items() if s != seat}
    outside = int(state.get("table", {}).get("outside_warriors", 0))
    most = max([outside, *(h.ranks("warrior") for h in others.values())])
    totals = []
    for hold in others.values():
        lines = Breakdown(tuple(hold.lines(most)))
        bonus = lines.line("warrior_majority")
        assert bonus
        totals.append((lines.known - (bonus.points or 0), lines.known))
    return Hold(catalogue, cells, rulings), Rivals(most, tuple(totals))


def with_recruit(
    catalogue: Catalogue,
    state: State,
    seat: str,
    rulings: Rulings,
    seconds: float,
    recruit: Recruit,
    known: Known | None = None,
) -> Plan | None:
    """As ``final``, of a seat that holds the hero already; ``None`` if no placement brings him."""
    hold, rivals = _undecided(catalogue, state, seat, rulings)
    it, solution = _solved(hold, rivals, recruit, seconds, known)
    if solution.verdict == "impossible":
        return None
    return _plan(hold, it, solution, state, seat, rivals, "last_hero", False)


def _plan(
    hold: Hold,
    it: Choices,
    solution: Solution,
    state: State,
    seat: str,
    rivals: Rivals,
    goal: str,
    compared: bool,
) -> Plan:
    cells = {k: v for k, v in hold.cells.items() if k not in DECISIONS}
    enlist = {m: face for (m, face), variable in it.enlist.items() if solution[variable]}
    cells |= {"enlist": enlist} if enlist else {}
    for name, chosen in (("ylud", it.ylud), ("mjollnir", it.mjollnir)):
        for kind, variable in chosen.items():
            if solution[variable]:
                cells[name] = kind
    for (card, _), variable in it.discard.items():
        if solution[variable]:
            cells["discard"] = card
    fixed = sum(line.points or 0 for line in hold.lines(rivals.most) if line.id not in MODELLED)
    after = state | {"seats": state["seats"] | {seat: cells}}
    bound = None if solution.bound is None else Fraction(solution.bound + fixed)
    reached = Fraction(solution.points + fixed)
    proof = Proof(solution.verdict, "ilp", bound, solution.seconds, ("scorer",))
    settled = Hold(hold.catalogue, cells, hold.rulings)
    steps = list(_steps(settled))
    if due := settled.heroes_due:
        noun = counted(due, "more hero is", "more heroes are", "枚")
        steps.append(
            Text(
                "The lines are complete: {n} due, not counted here.",
                "列がそろい、英雄をあと{n}取れる(この得点には含まない)。",
            ).fill(n=noun)
        )
    if compared and (gain := reached - _greedy_worth(hold, rivals)) > 0:
        steps.append(
            Text(
                "That is {n} more than putting each card where it adds most at once.",
                "1枚ずつその場で最も増える所に置くより{n}点多い。",
            ).fill(n=gain)
        )
    return Plan(goal, seat, tuple(steps), after, reached, proof)


def _steps(hold: Hold) -> Iterator[Text]:
    name, cells = hold.catalogue.name, hold.cells
    for mercenary in cells.get("enlist", {}):
        yield Text("{card} joins the {kind}s.", "{card}は{kind}の列へ。").fill(
            card=name(mercenary), kind=_lower(name(hold.enlisted[mercenary]))
        )
    if kind := cells.get("ylud"):
        moved = cells.get("ylud_at") not in (None, kind)
        text = (
            Text("Ylud moves to the {kind}s.", "イルードは{kind}の列へ移す。")
            if moved
            else Text("Ylud stands with the {kind}s.", "イルードは{kind}の列。")
        )
        yield text.fill(kind=_lower(name(kind)))
    if hold.gone:
        yield Text("Brísingamens takes: {card}.", "ブリーシンガメンで捨てる:{card}。").fill(
            card=_card_name(hold, hold.gone)
        )
    elif hold.discards and hold.thor_ready:
        yield Text("Thor cancels Brísingamens' loss.", "トールでブリーシンガメンを打ち消す。")
    if kind := cells.get("mjollnir"):
        yield Text("Mjöllnir counts the {kind}s.", "ミョルニルは{kind}を数える。").fill(
            kind=_lower(name(kind))
        )


def _card_name(hold: Hold, card: Card) -> Text:
    if card.id in hold.catalogue:
        return hold.catalogue.name(card.id)
    kind = hold.catalogue.name(card.column)
    return Text(f"the double among the {kind.en.lower()}s", f"{kind.ja}の分身")


def _lower(name: Text) -> Text:
    return Text(name.en.lower(), name.ja)


# ── the obvious plan ───────────────────────────────────────────────────────────────────


def _greedy_worth(hold: Hold, rivals: Rivals) -> int:
    """What comes of placing card after card where it adds most at that moment."""
    cells = dict(hold.cells)

    def now(trial: Mapping[str, Any]) -> int:
        there = Hold(hold.catalogue, dict(trial), hold.rulings)
        return Breakdown(tuple(there.lines(max(rivals.most, there.ranks("warrior"))))).known

    for mercenary in hold.waiting:
        trials = [
            cells | {"enlist": cells.get("enlist", {}) | {mercenary: face}}
            for face in (FIRST, SECOND)
        ]
        cells = max(trials, key=now)
    if hold.has("heroes", "ylud"):
        cells = max((cells | {"ylud": kind} for kind in CLASSES), key=now)
    there = Hold(hold.catalogue, cells, hold.rulings)
    if there.discards and not there.thor_ready:
        losses = dict.fromkeys(card.id for card in there.placed if card.loose)
        cells = max((cells | {"discard": id_} for id_ in losses), key=now, default=cells)
    if hold.has("artifacts", "mjollnir"):
        cells = max((cells | {"mjollnir": kind} for kind in CLASSES), key=now)
    return now(cells)
