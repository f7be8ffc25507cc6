"""Integer programme for the final allocation: every decision of a seat at the end of the game.

It decides together on pieces given to tiles, the purple worker, the tile turned by the Flipper and
goods taken off storage tiles, since each changes the worth of the others.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from scoring.model.catalogue import Entry
from scoring.model.cells import MOST
from scoring.model.plan import Check, Proof
from scoring.model.seat import Seat
from scoring.solving.certificates import Certificate
from scoring.solving.ilp import Expr, Model, Solution, Term, Var, total

from . import tie_weights
from .recorded_decisions import Recorded, by_tile
from .village import PIECES, Intake, Village, loose

CHECKED: tuple[Check, ...] = ("scorer", "enumeration")
"""Independent checks that each plan shown has passed: the plain scorer, and the second solver,
``enumeration``."""


@dataclass(frozen=True, slots=True)
class Allocation:
    """A seat's sheet with all decisions made, its points, and the proof that no other has more."""

    seat: Seat
    worth: Fraction
    proof: Proof
    certificate: Certificate | None = None


@dataclass
class Choices:
    """An integer programme of one seat's decisions, and the variables that they are read from.

    ``points``: points by score line, without those in ``rows``.
    ``prefer``: weight and variable of each decision, to choose among plans of equal points.
    ``use``: number of pieces given, by tile and piece.
    ``purple_as``: 1 if the purple worker becomes a loose piece, by piece.
    ``purple_on``: 1 if it becomes a good on a storage tile, by tile and good.
    ``flip``: 1 if the boat Flipper turns a village tile, by tile.
    ``release``: number of goods taken off, by storage tile and good.
    """

    model: Model
    points: dict[str, Term] = field(default_factory=dict)
    prefer: list[tuple[int, Var]] = field(default_factory=list)
    use: dict[tuple[str, str], Var] = field(default_factory=dict)
    purple_as: dict[str, Var] = field(default_factory=dict)
    purple_on: dict[tuple[str, str], Var] = field(default_factory=dict)
    flip: dict[str, Var] = field(default_factory=dict)
    release: dict[tuple[str, str], Var] = field(default_factory=dict)
    rows: dict[str, Expr] = field(default_factory=dict)
    """Each row whose points are open, by entry id: its points beyond ``points``."""

    @property
    def lines(self) -> dict[str, Term]:
        """Points by score line, as terms of the programme; *settled* is the sum of fixed rows."""
        return self.points | self.rows


@dataclass(frozen=True, slots=True)
class Stock:
    """Pieces that a seat can give to tiles, as numbers or as expressions of a larger model.

    ``pool``: number of each loose piece. ``stored``: storage tile to number of each good on it.
    ``most``: upper bound on the number of each piece, by its id. ``upgraded``: for each tile that
    the larger model may upgrade, an expression that is 0 or 1.
    """

    pool: Mapping[str, Term]
    stored: Mapping[str, Mapping[str, Term]]
    most: Mapping[str, int]
    upgraded: Mapping[str, Term] = field(default_factory=dict)


def stock(village: Village) -> Stock:
    """Returns the pieces that a seat can give to tiles, as entered on its sheet."""
    pool = loose(village.seat)
    stored = {tile.id: village.stored(tile.id) for tile in village.stores}
    most = {p: pool.get(p, 0) + sum(s.get(p, 0) for s in stored.values()) for p in PIECES}
    return Stock(pool, stored, most)


def best(
    village: Village,
    recorded: Recorded,
    seconds: float,
    unlike: Sequence[Village] = (),
    *,
    certify: bool = False,
) -> Allocation | None:
    """Returns the sheet with a seat's best decisions at the end of the game, points and proof.

    ``recorded``: decisions to keep; all others are open. ``unlike``: the same seat with other
    decisions; the sheet must score more than each of them on at least one row. ``certify``: true to
    add a certificate. ``None`` if there is no such sheet. Raises ``NoAnswer`` if ``seconds`` of
    processor time ran out without any.
    """
    choices = Choices(Model("keyflower_final"))
    allocate(choices, village, recorded, stock(village))
    for n, other in enumerate(unlike):
        choices.model.exceeds(f"other_than_{n}", _values(choices, village, other))
    solution = choices.model.solve(total([*choices.lines.values()]), choices.prefer, seconds)
    if solution.verdict == "impossible":
        return None
    proof = replace(solution.proof(), checked=CHECKED)
    seat = decided_seat(village, choices, solution)
    certificate = choices.model.certificate(solution, choices.lines) if certify else None
    return Allocation(seat, Fraction(solution.points), proof, certificate)


def allocate(choices: Choices, village: Village, recorded: Recorded, stock: Stock) -> None:
    """Adds a seat's decisions at the end of the game and the points of all rows to ``choices``.

    ``choices``: an integer programme. ``recorded``: decisions to keep. ``stock``: pieces to give
    away.
    """
    # data
    most = {p: stock.most.get(p, 0) + village.purple_converts for p in PIECES}
    choices.points["settled"] = village.other_points()
    # variables, objective and constraints, part by part
    _purple(choices, village, recorded)
    _flipper(choices, village, recorded)
    if village.may_release:
        for store, goods in stock.stored.items():
            for good, number in goods.items():
                fixed = isinstance(number, int)
                leaves = choices.model.integer(
                    f"release_{store}_{good}", number if fixed else most[good]
                )
                choices.release[store, good] = leaves
                choices.prefer.append((tie_weights.RELEASE, leaves))
                if not fixed:
                    choices.model.constraint("lies-there", leaves <= number, store, good)
        for (store, good), number in recorded.release.items():
            leaves = choices.release[store, good] == number
            choices.model.constraint("recorded-release", leaves, store, good)
    for tile in village.stores:
        _storage(choices, village, tile, stock)
    for n, taker in enumerate(village.takers):
        _taker(choices, village, taker, n, most, recorded.pieces_on(taker.id))
    _supply(choices, village, stock.pool)


def _purple(choices: Choices, village: Village, recorded: Recorded) -> None:
    for piece, tile in recorded.purple_ways(village):
        if tile:
            on = choices.purple_on[tile, piece] = choices.model.binary(f"purple_on_{tile}_{piece}")
            choices.prefer.append((tie_weights.purple_on(piece), on))
        else:
            choices.purple_as[piece] = choices.model.binary(f"purple_as_{piece}")
            choices.prefer.append((tie_weights.purple_as(piece), choices.purple_as[piece]))
    ways = [*choices.purple_as.values(), *choices.purple_on.values()]
    if recorded.purple_as or recorded.purple_on:
        choices.model.constraint("recorded-purple-worker", total(ways) == 1)
    else:
        choices.model.at_most_one("one-purple-worker", ways)


def _flipper(choices: Choices, village: Village, recorded: Recorded) -> None:
    if not village.has_boat("flipper"):
        return
    power: list[Term] = []
    for n, (tile, face) in enumerate(village.faces.items()):
        if face != "before":
            continue
        turned = choices.flip[tile] = choices.model.binary(f"flip_{tile}")
        choices.prefer.append((tie_weights.flip(n), turned))
        printed, on_boat = village.turning(tile)
        if printed and tile not in village.open_rows:
            choices.rows[tile] = total([printed * turned])
        if on_boat:
            power.append(on_boat * turned)
    if power:
        choices.rows["keyflower"] = total(power)
    choices.model.at_most_one("flip-one-tile", list(choices.flip.values()))
    if recorded.flip:
        choices.model.constraint("recorded-flip", choices.flip[recorded.flip] == 1, recorded.flip)


def _storage(choices: Choices, village: Village, tile: Entry, stock: Stock) -> None:
    """Adds the points of a storage tile to the integer programme ``choices``.

    Goods on it score, at a higher rate once it is turned or upgraded. ``stock``: the seat's pieces.
    """
    face, goods = village.faces[tile.id], stock.stored[tile.id]
    accepts, rate = village.accepts(tile), village.rate(tile, face)
    lying: list[Term] = [goods[g] for g in accepts if g in goods]
    lying += [-1 * choices.release[tile.id, g] for g in accepts if (tile.id, g) in choices.release]
    lying += [on for (where, _), on in choices.purple_on.items() if where == tile.id]
    open_ = any(not isinstance(each, int) for each in lying)
    most = 1 + sum(
        goods[g] if isinstance(goods[g], int) else stock.most[g] for g in accepts if g in goods
    )
    value = total([village.printed(tile, face), rate * total(lying)])
    turns = [by[tile.id] for by in (choices.flip, stock.upgraded) if tile.id in by]
    if turns:
        turned = total(turns)
        raised = choices.model.integer(f"raised_{tile.id}", most)
        choices.model.constraint("only-what-lies-there", raised <= total(lying), tile.id)
        choices.model.constraint("only-if-turned", raised <= most * turned, tile.id)
        choices.model.constraint(
            "all-that-lies-there", raised >= total(lying) - most * (1 - turned), tile.id
        )
        value += (village.rate(tile, "after") - rate) * raised
        value += village.turning(tile.id)[0] * turned
    if open_ or turns:
        choices.rows[tile.id] = value
    else:
        choices.points[tile.id] = value


def _taker(
    choices: Choices,
    village: Village,
    tile: Entry,
    n: int,
    most: Mapping[str, int],
    recorded: Mapping[str, int],
) -> None:
    """Adds a tile that takes pieces, and its points, to the integer programme ``choices``.

    ``n``: the tile's index in ``Village.takers``. ``most``: upper bound on the pieces of each kind.
    ``recorded``: pieces recorded on the tile, piece to number; other kinds are open.
    """
    takes, each = village.intakes[tile.id], village.per_bundle(tile)
    kinds = takes.kinds
    if takes.wild and takes.wild not in kinds:
        kinds = (*kinds, takes.wild)
    variables: dict[str, Var] = {}
    for piece in kinds:
        if most[piece]:
            use = variables[piece] = choices.use[tile.id, piece] = choices.model.integer(
                f"{tile.id}_{piece}", most[piece]
            )
            choices.prefer.append((tie_weights.use(n, piece), use))
            if piece in recorded:
                choices.model.constraint("recorded-use", use == recorded[piece], tile.id, piece)

    paid: Term
    if takes.shape == "each":
        paid = total(list(variables.values()))
    elif takes.shape == "kind":
        paid = _one_kind(choices, tile, variables, most, recorded)
    else:
        paid = choices.model.integer(
            f"{tile.id}_bundles", sum(most[p] for p in kinds) // takes.size
        )
        if recorded:
            _wasteful_bundles(choices, tile, takes, variables, paid)
        else:
            _full_bundles(choices, tile, takes, variables, paid)
    choices.rows[tile.id] = total([each * paid])


def _one_kind(
    choices: Choices,
    tile: Entry,
    variables: Mapping[str, Var],
    most: Mapping[str, int],
    recorded: Mapping[str, int],
) -> Term:
    """Returns the number of pieces that score on a tile that pays for one chosen kind.

    It is a term of the integer programme ``choices``, which chooses the kind. Pieces of other kinds
    are given only if the player has recorded that; they score nothing. ``variables``: number of
    pieces given, by piece. ``most``: upper bound on it. ``recorded``: number recorded on the tile,
    by piece.
    """
    chosen: list[Var] = []
    paid: list[Term] = []
    for piece, use in variables.items():
        kind = choices.model.binary(f"{tile.id}_chooses_{piece}")
        chosen.append(kind)
        if piece in recorded:
            paid.append(recorded[piece] * kind)
        else:
            choices.model.constraint("takes-only-chosen", use <= most[piece] * kind, tile.id, piece)
            paid.append(use)
    choices.model.at_most_one("one-kind", chosen, tile.id)
    return total(paid)


def _full_bundles(
    choices: Choices, tile: Entry, takes: Intake, variables: Mapping[str, Var], paid: Var
) -> None:
    """Adds constraints to ``choices``: the pieces given to a tile make only full sets or groups.

    ``choices``: an integer programme. ``takes``: the kinds and size of a set or group.
    ``variables``: number of pieces given, by piece. ``paid``: number of sets or groups.
    """
    everything = total(list(variables.values()))
    choices.model.constraint("full-bundles", everything == takes.size * paid, tile.id)
    if takes.shape == "sets":
        for piece in takes.kinds:
            if piece in variables:
                choices.model.constraint("one-per-set", variables[piece] <= paid, tile.id, piece)
            if not takes.wild:
                choices.model.constraint(
                    "set-needs", total([variables.get(piece, 0)]) == paid, tile.id, piece
                )


def _wasteful_bundles(
    choices: Choices, tile: Entry, takes: Intake, variables: Mapping[str, Var], paid: Var
) -> None:
    """Adds constraints to ``choices``: at most as many sets or groups as a tile's pieces make.

    Pieces may be left over: for a tile with recorded pieces. ``choices``: an integer programme.
    ``takes``: the kinds and size of a set or group. ``variables``: number of pieces given, by
    piece. ``paid``: number of sets or groups.
    """
    if takes.shape == "groups":
        everything = total(list(variables.values()))
        choices.model.constraint("enough-given", everything >= takes.size * paid, tile.id)
        return
    gaps = []
    for piece in takes.kinds:
        lacking = paid - total([variables.get(piece, 0)])
        if takes.wild:
            gap = choices.model.integer(f"{tile.id}_wild_for_{piece}", MOST)
            choices.model.constraint("gap-in-sets", gap >= lacking, tile.id, piece)
            gaps.append(gap)
        else:
            choices.model.constraint("set-needs", lacking <= 0, tile.id, piece)
    if takes.wild:
        wild = total([variables.get(takes.wild, 0)])
        choices.model.constraint("wild-fills-gaps", total(gaps) <= wild, tile.id)


def _supply(choices: Choices, village: Village, pool: Mapping[str, Term]) -> None:
    """Adds to ``choices``, an integer programme: each loose piece has at most one use.

    Leftover goods score. ``pool``: number of loose pieces, by piece.
    """
    left: list[Term] = []
    for piece in PIECES:
        used = [use for (_, p), use in choices.use.items() if p == piece]
        extra: list[Term] = [v for (_, good), v in choices.release.items() if good == piece]
        if piece in choices.purple_as:
            extra.append(choices.purple_as[piece])
        spare = total([pool.get(piece, 0), *extra, *(-1 * use for use in used)])
        if used:
            choices.model.constraint("one-place-for-each", spare >= 0, piece)
        if piece in village.leftover:
            left.append(spare)
    choices.points["leftover_gold"] = village.per_leftover * total(left)


# ── read-back ──────────────────────────────────────────────────────────────────────────


def decided_seat(village: Village, choices: Choices, solution: Solution) -> Seat:
    """Returns the seat's sheet with the decisions of a solution of the programme ``choices``."""
    purple = next((piece for piece, v in choices.purple_as.items() if solution[v]), None)
    on = None
    for (tile, good), variable in choices.purple_on.items():
        if solution[variable]:
            purple, on = good, tile
    return village.seat.put(
        use=_numbers(choices.use, solution),
        release=_numbers(choices.release, solution),
        purple_as=purple,
        purple_on=on,
        flip=next((tile for tile, v in choices.flip.items() if solution[v]), None),
    )


def _numbers(
    variables: Mapping[tuple[str, str], Var], solution: Solution
) -> dict[str, dict[str, int]]:
    return by_tile({key: number for key, v in variables.items() if (number := solution[v])})


def _values(choices: Choices, village: Village, other: Village) -> list[tuple[Expr, int]]:
    """Returns (points as a term, points in ``other``) for each row that decisions change.

    ``choices``: an integer programme, with the term. ``other``: the same seat with other decisions.
    """
    values = []
    for id_, row in choices.rows.items():
        entry = village.catalogue[id_]
        value = other.worth(entry)
        if id_ not in village.open_rows:
            # the rows of a turned tile and of the boat Keyflower hold only the gain
            value -= village.worth(entry)
        values.append((row, value))
    return values
