"""Drawing by lot when a game is set up: declared draws, urns, and a draw that anybody can repeat.

What was drawn is one text, ``play/lots/<draw>``, so that the ledger, undo, exports and codes treat
it as any other cell. It follows from a seed alone: the lots in the order of their hashes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256

from scoring.text.localised import EMPTY, Text

from .cells import CellPath, Option, is_set
from .plan import State

LOTS, SEALS, WORDS = "lots", "seals", "words"
"""Fields under ``play``: what was drawn, the seed of it, and the phones' shares in the seed."""
PROOFS = frozenset((LOTS, SEALS, WORDS))
MOST_LETTERS = 2000
"""Letters that such a cell may hold: the longest draw has some 400."""
FIRST = CellPath.to("play", "first")


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to make a draw, such as *without promos*. ``without``: ids of lots to leave out."""

    id: str
    name: Text
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Draw:
    """A draw when a game is set up, or what is just laid out for the number of players.

    ``step``: id of the step of the set-up that it belongs to.
    ``phase``: id of the phase in which it is drawn, if that is not the set-up.
    ``lots``: what it is drawn from. Instead, ``seats``: true to draw from the seats of the table;
        ``fields``: fields of the table, each drawn from its own options unless somebody chose.
    ``fact``: fact of entries with the least number of players that they are for, if any.
    ``apart``: fact by which the lots lie in several urns, such as the pool of a face.
    ``number``: how many lots are drawn, from each urn and for each seat, with 1, 2, 3... players;
        the last number is also that of more players. 0 stands for all.
    ``each``: true if every seat draws. ``fixed``: true if nothing is left to chance.
    ``into``: where a result is entered: path of a cell or field; with ``each``, a field of a seat.
    ``lowest_begins``: the seat with the lot that is first in the list is the start player.
    ``by_turn``: path of a cell of a seat, which gets ``amounts`` by turn order from the start
        player on.
    ``when``, ``unless``: cells of the table that must be set, or must not be.
    ``most_players``: it is drawn only with at most so many players; 0 for no limit.
    """

    id: str
    name: Text
    hint: Text = EMPTY
    step: str = ""
    phase: str = ""
    lots: tuple[Option, ...] = ()
    seats: bool = False
    fields: tuple[str, ...] = ()
    fact: str = ""
    apart: str = ""
    number: tuple[int, ...] = (1,)
    each: bool = False
    fixed: bool = False
    into: str = ""
    lowest_begins: bool = False
    by_turn: str = ""
    amounts: tuple[int, ...] = ()
    when: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    most_players: int = 0
    variants: tuple[Variant, ...] = ()

    def applies(self, state: State) -> bool:
        """True if a table in this state makes this draw, by its cells and number of players."""
        table = state.get("table", {})
        few = not 0 < self.most_players < len(state["seats"])
        there = not self.when or any(is_set(table, cell) for cell in self.when)
        return few and there and not any(is_set(table, cell) for cell in self.unless)


@dataclass(frozen=True, slots=True)
class Urn:
    """A set of lots (ids) that are drawn from together. ``owners``: who gets them, in equal shares.

    An owner is a seat, or the path of a cell. ``number``: how many lots are drawn in all. Before a
    draw all lots are ``left``.
    """

    owners: tuple[str, ...]
    number: int
    left: tuple[str, ...]
    drawn: tuple[str, ...] = ()

    def shares(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yields (owner, ids of its drawn lots); an owner is a seat, a cell, or "" for nobody."""
        owners = self.owners or ("",)
        each = len(self.drawn) // len(owners)
        for n, owner in enumerate(owners):
            yield owner, self.drawn[n * each : (n + 1) * each]


def shaken(draw: Draw, full: Sequence[Urn], seed: str) -> tuple[Urn, ...]:
    """Returns the result of a draw: from each urn, the lots with the lowest hashes are drawn.

    An urn is a set of lots that are drawn from together. ``full``: the urns before. ``seed``: text
    that the hashes depend on. Every order is equally likely, as long as nobody can know it.
    """
    found = []
    for n, urn in enumerate(full):
        order = sorted(urn.left, key=lambda lot: lot_hash(seed, draw.id, n, lot))
        found.append(
            Urn(urn.owners, urn.number, tuple(order[urn.number :]), tuple(order[: urn.number]))
        )
    return tuple(found)


def lot_hash(seed: str, draw: str, urn: int, lot: str) -> str:
    """Returns the hash by which a lot is drawn, the SHA-256 of ``seed/draw/urn/lot``, in hex.

    ``draw``, ``lot``: ids. ``urn``: number, from 0, of the set of lots that this one is drawn from.
    """
    return sha256(f"{seed}/{draw}/{urn}/{lot}".encode()).hexdigest()


def written(drawn: Sequence[Urn]) -> str:
    """Returns the result of a draw as the text of a cell, such as ``p1 p2:gem_5 gem_4|gem_3``.

    That is, for each set of lots: owners, drawn lots, lots left.
    """
    return ";".join(
        f"{' '.join(each.owners)}:{' '.join(each.drawn)}|{' '.join(each.left)}" for each in drawn
    )


def read(text: str) -> tuple[Urn, ...]:
    """Returns the result of a draw from its text in a cell, as ``p1 p2:gem_5 gem_4|gem_3``.

    That is, for each set of lots: owners, drawn lots, lots left. What is unreadable is left out.
    """
    found = []
    for part in filter(None, text.split(";")):
        owners, _, lots = part.partition(":")
        drawn, _, left = lots.partition("|")
        urn = tuple(drawn.split())
        found.append(Urn(tuple(owners.split()), len(urn), tuple(left.split()), urn))
    return tuple(found)


def drawn_ids(state: State) -> list[str]:
    """Returns the ids of all lots that were drawn at a table: entries, seats, options."""
    texts = state.get("play", {}).get(LOTS, {}).values()
    return [lot for text in texts for urn in read(str(text)) for lot in urn.drawn]
