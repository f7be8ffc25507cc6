"""The cards of one seat, and the contents of its columns at the final count.

The scorer and the integer programme of the decisions both read them here: mercenaries, Ylud
and Olwyn's doubles are put into columns in one place only.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, repeat

from scoring.model.catalogue import Catalogue, Entry
from scoring.model.plan import Rulings
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.solving.cache import Cache

from .. import points
from .coin_rules import STARTING
from .lines_and_leads import Lines, hero_lines

CLASSES = ("blacksmith", "hunter", "explorer", "miner", "warrior")
VALUED = {"explorer": "explorers", "miner": "miners", "warrior": "warriors"}
"""Classes whose dwarves have values, each with the sheet field that counts them."""
PLAIN = {"blacksmith": "blacksmiths", "hunter": "hunters"}
"""Classes whose dwarves are all alike, each with the sheet field that counts them."""
BY_RANK = ("idunn", "garm", "nidhogg")
"""Ids of cards that score points for each rank of their own column."""

DOUBLES = 2
"""Number of doubles that come with the hero Olwyn."""

WAITING, FIRST, SECOND = "waiting", "first", "second"

FIELDS = {
    "hero": "heroes",
    "mercenary": "mercenaries",
    "artifact": "artifacts",
    "god": "gods",
    "giant": "giants",
    "valkyrie": "valkyries",
    "animal": "animals",
    "distinction": "distinctions",
}
"""Kinds of cards, each with the id of the sheet field for the cards of that kind."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card in a column, with the value of each of its ranks.

    ``id``: the id by which a discard names it; equal cards share it.
    ``values``: value of each rank, 0 for a rank without a number.
    ``loose``: true if the card may be the one discarded for the artifact Brísingamens.
    ``wild``: true for a double of Olwyn and for Gullinbursti, which may be put in any column.
    """

    id: str
    column: str
    values: tuple[int, ...]
    loose: bool = True
    wild: bool = False
    mercenary: bool = False


def classes_of(mercenary: Entry) -> tuple[str, str]:
    """Returns the two classes that a mercenary may enlist in, in the order printed on its card."""
    first, second = mercenary.facts["class"]
    return first, second


def ranks_of(entry: Entry, column: str) -> tuple[int, ...]:
    """Returns the values of a card's ranks in a class's ``column``; 0 for one without a number."""
    for scores in entry.scores:
        if scores.rule == "values" and scores["of"] == column:
            return tuple(scores["values"])
    return ()


def with_dwarf(seat: Seat, dwarf: Entry) -> Seat:
    """Returns the seat's cells with one more dwarf card (``dwarf``) added."""
    (kind,) = dwarf.facts["class"]
    if kind in PLAIN:
        return seat.put(**{PLAIN[kind]: seat.count(PLAIN[kind]) + 1})
    cards = seat.tally(VALUED[kind])
    return seat.put(**{VALUED[kind]: {**cards, dwarf.id: cards.get(dwarf.id, 0) + 1}})


def track(valkyrie: Entry) -> Sequence[int]:
    """Returns the points of each step of a valkyrie's track."""
    found: Sequence[int] = valkyrie.scores[0]["points"]
    return found


def step_of(face: str) -> int:
    """Returns the number of a step of a valkyrie's track from its id, ``step_0`` to ``step_4``."""
    return int(face.removeprefix("step_"))


def moved_step(valkyrie: Entry, face: str, steps: int) -> int:
    """Returns the number of a valkyrie's step after she moved, at most to the end of her track.

    A valkyrie past the end of her track stays there. ``face``: id of her present step.
    """
    now = step_of(face)
    return max(now, min(now + steps, len(track(valkyrie)) - 1))


def moved(seat: Seat, valkyrie: Entry, steps: int) -> Seat:
    """Returns the seat's cells after a valkyrie moved down her track, at most to its end.

    ``steps``: number of steps. Unchanged if the seat has not got her.
    """
    faces = seat.faces("valkyries")
    if valkyrie.id not in faces:
        return seat
    step = moved_step(valkyrie, faces[valkyrie.id], steps)
    return seat.put(valkyries={**faces, valkyrie.id: f"step_{step}"})


class PlayerArea:
    """Everything that one player owns (columns, cards, coins), under the table's rulings.

    ``only_seat_entered``: true if nothing is entered about any other player's warriors.
    ``cards``: ids of all cards but dwarves and coins, whichever side is up.
    ``coins``: values of the coins, largest first.
    ``read``: all that the player's score is counted from, as a key for caches.
    """

    def __init__(
        self, seat: Seat, catalogue: Catalogue, rulings: Rulings, *, only_seat_entered: bool = False
    ) -> None:
        self.seat, self.catalogue, self.rulings = seat, catalogue, rulings
        self.only_seat_entered = only_seat_entered
        self.read = _read(seat, catalogue, rulings, only_seat_entered)
        self.cards = frozenset(card for field in FIELDS.values() for card in seat.picked(field))
        every = sorted(self._values, reverse=True)
        self.coins = tuple(chain.from_iterable(repeat(value, n) for value, n in every))

    def having(self, seat: Seat) -> "PlayerArea":
        """Returns what the same player owns by other cells: those of ``seat``."""
        return PlayerArea(
            seat, self.catalogue, self.rulings, only_seat_entered=self.only_seat_entered
        )

    @cached_property
    def placed(self) -> tuple[Card, ...]:
        """All cards in columns, before the artifact Brísingamens takes one of them."""
        return tuple(self._placed())

    @cached_property
    def columns(self) -> Mapping[str, Sequence[Card]]:
        """The cards at the final count, by class of their column.

        Thrud, who leaves at the end, and the card discarded for Brísingamens are not included.
        """
        columns: dict[str, list[Card]] = {kind: [] for kind in CLASSES}
        for card in self.placed:
            columns[card.column].append(card)
        if gone := self.gone:
            columns[gone.column].remove(gone)
        return columns

    # cards and coins owned

    def has(self, card: str) -> bool:
        """True if the player has this card. Raises ``KeyError`` if the game has no such card."""
        return self.catalogue[card].id in self.cards

    @property
    def largest(self) -> int:
        return max((value for value, n in self._values if n), default=0)

    @property
    def _values(self) -> Iterator[tuple[int, int]]:
        """Yields the player's coins as (value, number)."""
        for coin, n in self.seat.tally("coins").items():
            yield int(self.catalogue[coin].facts["value"]), n

    @property
    def purse(self) -> int:
        """Number of coins that the player has by the rules: five, one less with Jarnglofi."""
        return len(STARTING) - self.has("jarnglofi")

    @property
    def coins_known(self) -> bool:
        """True if the player has entered coins; a blank is unknown, not 0: everybody has some."""
        return self.seat.filled("coins")

    @property
    def wild_missing(self) -> tuple[int, int]:
        """Numbers of Olwyn's doubles (0-2) and of Gullinbursti (0-1) whose column is not entered.

        Only owned ones count; doubles that are lost do not.
        """
        there = len(self.seat.picked("doubles")) + self.seat.count("doubles_lost")
        olwyn = self.has("olwyn") and max(0, DOUBLES - there)
        return int(olwyn), int(self.has("hreasvelg") and not self.seat.choice("gullinbursti"))

    def most_ranks(self, kind: str) -> int:
        """Returns the most ranks of a class that the seat may have once all columns are entered.

        Each column holds at most one of Olwyn's two doubles. ``kind``: id of the class.
        """
        double, gullinbursti = self.wild_missing
        return (
            self.ranks(kind)
            + (double > 0 and kind not in self.seat.picked("doubles"))
            + gullinbursti
        )

    @property
    def enlisted(self) -> dict[str, str]:
        """The player's mercenaries in columns, or waiting with a chosen class: id to class."""
        classes, decided = {}, self.seat.faces("enlist")
        for mercenary, face in self.seat.faces("mercenaries").items():
            now = decided.get(mercenary, WAITING) if face == WAITING else face
            if now != WAITING:
                classes[mercenary] = classes_of(self.catalogue[mercenary])[now == SECOND]
        return classes

    @property
    def waiting(self) -> tuple[str, ...]:
        """Ids of the player's mercenaries that are in no column and whose class is not decided."""
        enlisted = self.enlisted
        return tuple(m for m in self.seat.faces("mercenaries") if m not in enlisted)

    @property
    def ylud_at(self) -> str | None:
        """Column of the hero Ylud: the one decided for the end of the game, else where she is now.

        ``None`` without her, or if neither is entered.
        """
        if not self.has("ylud"):
            return None
        return self.seat.choice("ylud") or self.seat.choice("ylud_at")

    @property
    def ylud_final(self) -> str | None:
        """Column of Ylud at the final count; ``None`` while it is undecided, or without her."""
        if not self.has("ylud"):
            return None
        stays = self.seat.choice("ylud_at") if self.seat.flag("ylud_done") else None
        return self.seat.choice("ylud") or stays

    @property
    def mjollnir_class(self) -> str | None:
        """Class that the artifact Mjöllnir counts; ``None`` until it is chosen, or without it."""
        return self.seat.choice("mjollnir") if self.has("mjollnir") else None

    @property
    def thrud_at(self) -> str | None:
        """Column of the hero Thrud, who leaves it before the final count; ``None`` without her."""
        return self.seat.choice("thrud_at") if self.has("thrud") else None

    # columns

    def _placed(self) -> Iterator[Card]:
        seat, catalogue = self.seat, self.catalogue
        for kind, field in PLAIN.items():
            dwarf = catalogue[f"{kind}_card"]
            card = Card(dwarf.id, kind, ranks_of(dwarf, kind))
            yield from (card for _ in range(seat.count(field)))
        for kind, field in VALUED.items():
            for dwarf_id, number in seat.tally(field).items():
                card = Card(dwarf_id, kind, ranks_of(catalogue[dwarf_id], kind))
                yield from (card for _ in range(number))
        if self.has("kings_great_armorer") and not seat.flag("armorer_lost"):
            armorer = catalogue["armorer_blacksmith"]
            yield Card(armorer.id, "blacksmith", ranks_of(armorer, "blacksmith"))
        for id_ in (*seat.picked("heroes"), *seat.picked("animals")):
            for kind in catalogue[id_].facts.get("class", ()):
                yield Card(id_, kind, ranks_of(catalogue[id_], kind), loose=False)
        if column := self.ylud_at:
            yield Card("ylud", column, ranks_of(catalogue["ylud"], column), loose=False)
        for kind in seat.picked("doubles"):
            values = ranks_of(catalogue["olwyns_double"], kind)
            yield Card(f"double_{kind}", kind, values, wild=True)
        if column := seat.choice("gullinbursti"):
            values = ranks_of(catalogue["gullinbursti"], column)
            yield Card("gullinbursti", column, values, wild=True)
        if self.has("vegvisir"):
            loose = self.rulings["vegvisir_discard"] == "yes"
            yield Card("vegvisir", "explorer", ranks_of(catalogue["vegvisir"], "explorer"), loose)
        for mercenary, kind in self.enlisted.items():
            values = ranks_of(catalogue[mercenary], kind)
            yield Card(mercenary, kind, values, mercenary=True)

    @property
    def discards(self) -> bool:
        """True if the player's artifact Brísingamens still has to cost a card."""
        return self.has("brisingamens") and not self.seat.flag("discard_done")

    @property
    def thor_ready(self) -> bool:
        return self.seat.face("gods", "thor") == "ready"

    @property
    def discard_open(self) -> bool:
        """True if the player must still choose the card that the artifact Brísingamens costs.

        An unused Thor cancels that.
        """
        return self.discards and not self.thor_ready and not self.loss

    @property
    def loss(self) -> str | None:
        """Id of the card that Brísingamens costs; ``None`` unless one of the seat's is chosen.

        It may be a waiting mercenary, which is then lost from the column where it enlists.
        """
        chosen = self.seat.choice("discard") if self.discards else None
        there = chosen in self.waiting or any(c.id == chosen for c in self.placed if c.loose)
        return chosen if there else None

    @property
    def gone(self) -> Card | None:
        """Card that Brísingamens takes from a column; ``None`` if undecided or in no column yet."""
        if not self.discards:
            return None
        chosen = self.seat.choice("discard")
        return next((c for c in self.placed if c.id == chosen and c.loose), None)

    def ranks(self, kind: str) -> int:
        return sum(len(card.values) for card in self.columns[kind])

    @property
    def values(self) -> dict[str, list[int]]:
        """Values of all ranks in the player's columns, by class; a rank without a number is a 0."""
        columns = self.columns.items()
        return {kind: [n for card in cards for n in card.values] for kind, cards in columns}

    def ranks_in_play(self, kind: str) -> int:
        """Returns the number of ranks in the column of class ``kind`` now, before the game's end.

        The hero Thrud and the card that Brísingamens will cost are included.
        """
        there = sum(len(c.values) for c in self.placed if c.column == kind)
        return there + (self.thrud_at == kind)

    @property
    def heroes_counted(self) -> int:
        """Number of heroes that took a line (a rank of each class) each: not Thrivaldi's."""
        free = self.seat.face("giants", "thrivaldi") == "captured"
        return len(self.seat.picked("heroes")) - free

    @property
    def is_decided(self) -> bool:
        """True if the player has taken all decisions at the end of the game."""
        ylud = self.has("ylud") and not self.ylud_final
        mjollnir = self.has("mjollnir") and not self.mjollnir_class
        return not (self.waiting or ylud or self.discard_open or mjollnir)

    @property
    def lines(self) -> Lines:
        """The player's complete lines (a rank of each class) and the heroes due for them."""
        ranks = {kind: self.ranks_in_play(kind) for kind in CLASSES}
        return hero_lines(ranks, self.heroes_counted, megingjord=self.has("megingjord"))

    @property
    def line_possible(self) -> bool:
        """True if the cards still to place may complete one more line (a rank of each class)."""
        if self.has("megingjord"):
            return False
        more = self.has("ylud") + self.has("thrud") - self.heroes_counted
        pairs = [classes_of(self.catalogue[mercenary]) for mercenary in self.waiting]
        helped = {kind: sum(kind in pair for pair in pairs) for kind in CLASSES}
        return all(self.ranks_in_play(kind) + more + helped[kind] > 0 for kind in CLASSES)

    # numbers for the rules of cards

    def counts_as_zero(self, card: Card) -> bool:
        """True if the animal Ratatosk counts this card's ranks of value 0.

        For Olwyn's doubles and Gullinbursti, the table's answer to the rules question
        ``ratatosk_wild`` decides.
        """
        return not card.wild or self.rulings["ratatosk_wild"] == "count"

    @property
    def pairs(self) -> int:
        """Number of pairs of zeros that the animal Ratatosk counts among the miners' ranks."""
        if not self.has("ratatosk"):
            return 0
        column = self.columns["miner"]
        return points.pairs(sum(c.values.count(0) for c in column if self.counts_as_zero(c)))

    def number(self, card: str, rule: str, key: str = "points") -> int:
        """Returns a number, such as the points, in a card's scoring rule. Raises ``UnknownRule``.

        ``card`` and ``rule``: ids. ``key``: of the number, in the data file.
        """
        return int(self.catalogue[card].scores_by(rule)[key])

    def by_rank(self, kind: str) -> Iterator[tuple[str, int]]:
        """Yields (id, points per rank) for owned cards that score by ranks of class ``kind``."""
        for card in BY_RANK:
            if kind in self.catalogue[card].facts["class"] and self.has(card):
                yield card, self.number(card, "per_rank")

    @property
    def mercenaries(self) -> int:
        """Number of the player's mercenaries at the final count: waiting ones too, no lost ones."""
        lost = self.gone is not None and self.gone.mercenary
        return len(self.seat.faces("mercenaries")) - lost


def areas(position: Position) -> dict[str, PlayerArea]:
    """Returns everything that each player of a table owns, by seat id.

    Cached by all the cells that it is read from, so the same sheet is worked out only once.
    """
    alone = len(position.seats) == 1 and not position.table.filled("outside_warriors")
    catalogue, rulings = position.catalogue, position.rulings

    def of(seat: Seat) -> PlayerArea:
        return _areas.get(
            (seat.id, *_read(seat, catalogue, rulings, alone)),
            lambda: PlayerArea(seat, catalogue, rulings, only_seat_entered=alone),
        )

    return {seat.id: of(seat) for seat in position}


def _read(seat: Seat, catalogue: Catalogue, rulings: Rulings, alone: bool) -> tuple[object, ...]:
    return catalogue, json.dumps(seat.cells), tuple(rulings.items()), alone


_areas: Cache[tuple[object, ...], PlayerArea] = Cache(256)


def outside(position: Position) -> int:
    """Returns the most warrior ranks among players without a sheet, as entered for the table."""
    return position.table.number("outside_warriors") or 0
