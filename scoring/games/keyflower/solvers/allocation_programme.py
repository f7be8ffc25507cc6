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
from .village import PIECES, Intake, Village, is_open, loose

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
    village: Village
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

    def allocate(self, recorded: Recorded, stock: Stock) -> None:
        """Adds a seat's decisions at the end of the game and the points of all rows.

        ``recorded``: decisions to keep. ``stock``: pieces to give away.
        """
        # data
        most = {p: stock.most.get(p, 0) + self.village.purple_converts for p in PIECES}
        self.points["settled"] = self.village.other_points()
        # variables, objective and constraints, part by part
        self._purple(recorded)
        self._flipper(recorded)
        if self.village.may_release:
            for store, goods in stock.stored.items():
                for good, number in goods.items():
                    fixed = isinstance(number, int)
                    leaves = self.model.integer(
                        f"release_{store}_{good}", number if fixed else most[good]
                    )
                    self.release[store, good] = leaves
                    self.prefer.append((tie_weights.RELEASE, leaves))
                    if not fixed:
                        self.model.constraint("lies-there", leaves <= number, store, good)
            for (store, good), number in recorded.release.items():
                leaves = self.release[store, good] == number
                self.model.constraint("recorded-release", leaves, store, good)
        for tile in self.village.stores:
            self._storage(tile, stock)
        for n, taker in enumerate(self.village.takers):
            self._taker(taker, n, most, recorded.pieces_on(taker.id))
        self._supply(stock.pool)

    def _purple(self, recorded: Recorded) -> None:
        for piece, tile in recorded.purple_ways(self.village):
            if tile:
                on = self.purple_on[tile, piece] = self.model.binary(f"purple_on_{tile}_{piece}")
                self.prefer.append((tie_weights.purple_on(piece), on))
            else:
                self.purple_as[piece] = self.model.binary(f"purple_as_{piece}")
                self.prefer.append((tie_weights.purple_as(piece), self.purple_as[piece]))
        ways = [*self.purple_as.values(), *self.purple_on.values()]
        if recorded.purple_as or recorded.purple_on:
            self.model.constraint("recorded-purple-worker", total(ways) == 1)
        else:
            self.model.at_most_one("one-purple-worker", ways)

    def _flipper(self, recorded: Recorded) -> None:
        if not self.village.has_boat("flipper"):
            return
        power: list[Term] = []
        for n, (tile, face) in enumerate(self.village.faces.items()):
            if face != "before":
                continue
            turned = self.flip[tile] = self.model.binary(f"flip_{tile}")
            self.prefer.append((tie_weights.flip(n), turned))
            printed, on_boat = self.village.turning(tile)
            if printed and not is_open(self.village.catalogue[tile]):
                self.rows[tile] = total([printed * turned])
            if on_boat:
                power.append(on_boat * turned)
        if power:
            self.rows["keyflower"] = total(power)
        self.model.at_most_one("flip-one-tile", list(self.flip.values()))
        if recorded.flip:
            self.model.constraint("recorded-flip", self.flip[recorded.flip] == 1, recorded.flip)

    def _storage(self, tile: Entry, stock: Stock) -> None:
        """Adds a storage tile, whose goods score at a higher rate once it is turned or upgraded.

        ``stock``: the seat's pieces.
        """
        face, goods = self.village.faces[tile.id], stock.stored[tile.id]
        accepts, rate = self.village.accepts(tile), self.village.rate(tile, face)
        lying: list[Term] = [goods[g] for g in accepts if g in goods]
        lying += [-1 * self.release[tile.id, g] for g in accepts if (tile.id, g) in self.release]
        lying += [on for (where, _), on in self.purple_on.items() if where == tile.id]
        open_ = any(not isinstance(each, int) for each in lying)
        most = 1 + sum(
            goods[g] if isinstance(goods[g], int) else stock.most[g] for g in accepts if g in goods
        )
        value = total([self.village.printed(tile, face), rate * total(lying)])
        turns = [by[tile.id] for by in (self.flip, stock.upgraded) if tile.id in by]
        if turns:
            turned = total(turns)
            raised = self.model.integer(f"raised_{tile.id}", most)
            self.model.constraint("only-what-lies-there", raised <= total(lying), tile.id)
            self.model.constraint("only-if-turned", raised <= most * turned, tile.id)
            self.model.constraint(
                "all-that-lies-there", raised >= total(lying) - most * (1 - turned), tile.id
            )
            value += (self.village.rate(tile, "after") - rate) * raised
            value += self.village.turning(tile.id)[0] * turned
        if open_ or turns:
            self.rows[tile.id] = value
        else:
            self.points[tile.id] = value

    def _taker(
        self,
        tile: Entry,
        n: int,
        most: Mapping[str, int],
        recorded: Mapping[str, int],
    ) -> None:
        """Adds a tile that takes pieces, and its points.

        ``n``: the tile's index in ``Village.takers``. ``most``: upper bound on the pieces of each
        kind. ``recorded``: pieces recorded on the tile, piece to number; other kinds are open.
        """
        takes, each = self.village.intake(tile), self.village.per_bundle(tile)
        kinds = takes.kinds
        if takes.wild and takes.wild not in kinds:
            kinds = (*kinds, takes.wild)
        variables: dict[str, Var] = {}
        for piece in kinds:
            if most[piece]:
                use = variables[piece] = self.use[tile.id, piece] = self.model.integer(
                    f"{tile.id}_{piece}", most[piece]
                )
                self.prefer.append((tie_weights.use(n, piece), use))
                if piece in recorded:
                    self.model.constraint("recorded-use", use == recorded[piece], tile.id, piece)

        paid: Term
        if takes.shape == "each":
            paid = total(list(variables.values()))
        elif takes.shape == "kind":
            paid = self._one_kind(tile, variables, most, recorded)
        else:
            paid = self.model.integer(
                f"{tile.id}_bundles", sum(most[p] for p in kinds) // takes.size
            )
            if recorded:
                self._wasteful_bundles(tile, takes, variables, paid)
            else:
                self._full_bundles(tile, takes, variables, paid)
        self.rows[tile.id] = total([each * paid])

    def _one_kind(
        self,
        tile: Entry,
        variables: Mapping[str, Var],
        most: Mapping[str, int],
        recorded: Mapping[str, int],
    ) -> Term:
        """Returns the number of pieces that score on a tile that pays for one chosen kind.

        It is a term of the programme, which chooses the kind. Pieces of other kinds are given only
        if the player has recorded that; they score nothing. ``variables``: number of pieces given,
        by piece. ``most``: upper bound on it. ``recorded``: number recorded on the tile, by piece.
        """
        chosen: list[Var] = []
        paid: list[Term] = []
        for piece, use in variables.items():
            kind = self.model.binary(f"{tile.id}_chooses_{piece}")
            chosen.append(kind)
            if piece in recorded:
                paid.append(recorded[piece] * kind)
            else:
                self.model.constraint(
                    "takes-only-chosen", use <= most[piece] * kind, tile.id, piece
                )
                paid.append(use)
        self.model.at_most_one("one-kind", chosen, tile.id)
        return total(paid)

    def _full_bundles(
        self, tile: Entry, takes: Intake, variables: Mapping[str, Var], paid: Var
    ) -> None:
        """Adds constraints: the pieces given to a tile make only full sets or groups.

        ``takes``: the kinds and size of a set or group. ``variables``: number of pieces given, by
        piece. ``paid``: number of sets or groups.
        """
        everything = total(list(variables.values()))
        self.model.constraint("full-bundles", everything == takes.size * paid, tile.id)
        if takes.shape == "sets":
            for piece in takes.kinds:
                if piece in variables:
                    self.model.constraint("one-per-set", variables[piece] <= paid, tile.id, piece)
                if not takes.wild:
                    self.model.constraint(
                        "set-needs", total([variables.get(piece, 0)]) == paid, tile.id, piece
                    )

    def _wasteful_bundles(
        self, tile: Entry, takes: Intake, variables: Mapping[str, Var], paid: Var
    ) -> None:
        """Adds constraints: at most as many sets or groups as a tile's pieces make.

        Pieces may be left over: for a tile with recorded pieces. Arguments as of ``_full_bundles``.
        """
        if takes.shape == "groups":
            everything = total(list(variables.values()))
            self.model.constraint("enough-given", everything >= takes.size * paid, tile.id)
            return
        gaps = []
        for piece in takes.kinds:
            lacking = paid - total([variables.get(piece, 0)])
            if takes.wild:
                gap = self.model.integer(f"{tile.id}_wild_for_{piece}", MOST)
                self.model.constraint("gap-in-sets", gap >= lacking, tile.id, piece)
                gaps.append(gap)
            else:
                self.model.constraint("set-needs", lacking <= 0, tile.id, piece)
        if takes.wild:
            wild = total([variables.get(takes.wild, 0)])
            self.model.constraint("wild-fills-gaps", total(gaps) <= wild, tile.id)

    def _supply(self, pool: Mapping[str, Term]) -> None:
        """Adds constraints: each loose piece has at most one use. Leftover goods score.

        ``pool``: number of loose pieces, by piece.
        """
        left: list[Term] = []
        for piece in PIECES:
            used = [use for (_, p), use in self.use.items() if p == piece]
            extra: list[Term] = [v for (_, good), v in self.release.items() if good == piece]
            if piece in self.purple_as:
                extra.append(self.purple_as[piece])
            spare = total([pool.get(piece, 0), *extra, *(-1 * use for use in used)])
            if used:
                self.model.constraint("one-place-for-each", spare >= 0, piece)
            if piece in self.village.leftover:
                left.append(spare)
        self.points["leftover_gold"] = self.village.per_leftover * total(left)

    # read-back

    def decided(self, seat: Seat, solution: Solution) -> Seat:
        """Returns the sheet ``seat`` with the decisions of a solution of the programme."""
        purple = next((piece for piece, v in self.purple_as.items() if solution[v]), None)
        on = None
        for (tile, good), variable in self.purple_on.items():
            if solution[variable]:
                purple, on = good, tile
        return seat.put(
            use=_numbers(self.use, solution),
            release=_numbers(self.release, solution),
            purple_as=purple,
            purple_on=on,
            flip=next((tile for tile, v in self.flip.items() if solution[v]), None),
        )

    def values(self, other: Village) -> list[tuple[Expr, int]]:
        """Returns (points as a term, points in ``other``) for each row that decisions change.

        ``other``: the same seat with other decisions.
        """
        values = []
        for id_, row in self.rows.items():
            entry = self.village.catalogue[id_]
            value = other.worth(entry)
            if not is_open(entry):
                # the rows of a turned tile and of the boat Keyflower hold only the gain
                value -= self.village.worth(entry)
            values.append((row, value))
        return values


def _numbers(
    variables: Mapping[tuple[str, str], Var], solution: Solution
) -> dict[str, dict[str, int]]:
    return by_tile({key: number for key, v in variables.items() if (number := solution[v])})


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
    choices = Choices(Model("keyflower_final"), village)
    choices.allocate(recorded, stock(village))
    for n, other in enumerate(unlike):
        choices.model.exceeds(f"other_than_{n}", choices.values(other))
    solution = choices.model.solve(total([*choices.lines.values()]), choices.prefer, seconds)
    if solution.verdict == "impossible":
        return None
    proof = replace(solution.proof(), checked=CHECKED)
    seat = choices.decided(village.seat, solution)
    certificate = choices.model.certificate(solution, choices.lines) if certify else None
    return Allocation(seat, Fraction(solution.points), proof, certificate)
