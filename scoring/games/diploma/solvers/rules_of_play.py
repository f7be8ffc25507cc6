"""Formulas for play: slots of dice, mana, usable magic, tools, barriers."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product

from scoring.model.catalogue import Catalogue

TOOL_USES = 3
"""Times a tool works before it is turned face down and blocks its slot."""
BARRIER_ROUNDS = 3
"""Number on a barrier's counter when it is laid; it falls by one at each change of rounds."""
DISCARD_MANA = 1
"""Mana to pay for throwing out a tool, in the seat's own placement phase."""

SLOTS = ("under", "even", "over_1", "over_23", "over_45")
OVER = SLOTS[2:]
"""IDs of the slots above the judgement die, which hold tools."""

BARRIER_LEFT = {"left_3": 3, "left_2": 2, "left_1": 1, "spent": 0}
"""Face of a barrier on the sheet to the number on its counter; a spent barrier is a shield."""

BARRIER_FACE = {left: face for face, left in BARRIER_LEFT.items()}

# ── dice ───────────────────────────────────────────────────────────────────────────────


def slot(die: int, judgement: int) -> str:
    """Returns the id of the slot in which a die lands, compared with the judgement die.

    >>> [slot(die, 2) for die in range(1, 7)]
    ['under', 'even', 'over_1', 'over_23', 'over_23', 'over_45']

    Both arguments are faces, 1 to 6. Source: card page, labels of the slots; ruling
    ``slot_meaning``.
    """
    above = die - judgement
    if above <= 0:
        return "even" if above == 0 else "under"
    return SLOTS[2 + above // 2]


def odds(slots: Sequence[str]) -> Fraction:
    """Returns the probability that a die lands in one of these slots of the board.

    >>> odds(["over_1"]), odds(["under"])
    (Fraction(5, 36), Fraction(5, 12))

    Both this die and the judgement die, which decides on its slot, are rolled.
    """
    faces = list(product(range(1, 7), repeat=2))
    return Fraction(sum(slot(die, judge) in slots for die, judge in faces), len(faces))


def changed(magic: str, value: int) -> tuple[int, ...]:
    """Returns the faces that one use of a magic card can give to a die that shows ``value``.

    >>> changed("upper", 5), changed("control", 6), changed("counter", 3)
    ((6,), (5,), ())

    Empty if the card has the die rolled again or changes nothing. Source: card page; ruling
    ``control_edges``.
    """
    found: tuple[int, ...]
    match magic:
        case "upper":
            found = (min(6, value + 2),)
        case "downer":
            found = (max(1, value - 2),)
        case "control":
            found = tuple(v for v in (value - 1, value + 1) if 1 <= v <= 6)
        case "change_6":
            found = (6,)
        case "change_1":
            found = (1,)
        case _:
            return ()
    return tuple(v for v in found if v != value)


# ── mana ───────────────────────────────────────────────────────────────────────────────


def mana_limit(catalogue: Catalogue, title: str | None) -> int:
    """Returns the most mana a player may hold: 5, or 8 with the placed title Mage's Aptitude.

    ``title``: id of the placed title; ``None`` without one.
    """
    return int(catalogue["mana"].facts["most"]) + (3 if title == "mages_aptitude" else 0)


# ── magic ──────────────────────────────────────────────────────────────────────────────


def next_magic(
    catalogue: Catalogue,
    window: str,
    set_magic: Mapping[str, Sequence[str]],
    mana: Mapping[str, int],
    turn_order: Sequence[str],
    rabbit_used: bool,
) -> list[tuple[str, str]]:
    """Returns the magic cards that may be used now, as (seat id, card id) in order of use.

    The number on the card decides first, then turn order.

    ``window``: id of the moment in a round at which such cards are used.
    ``set_magic``: ids of the cards in each seat's magic slots, each set with its stone.
    ``mana``: mana of each seat; a seat with too little for a card is left out.
    ``turn_order``: seat ids.
    ``rabbit_used``: true to leave out the card Oblivion.

    Source: card page; ruling ``magic_order``.
    """
    found = []
    for magic in catalogue.of_kind("magic"):
        if magic.facts["window"] != window or (magic.id == "oblivion" and rabbit_used):
            continue
        for seat in turn_order:
            if magic.id in set_magic.get(seat, ()) and mana.get(seat, 0) >= magic.facts["mana"]:
                found.append((int(magic.facts["number"]), seat, magic.id))
    order = {seat: n for n, seat in enumerate(turn_order)}
    return [(s, m) for _, s, m in sorted(found, key=lambda f: (f[0], order[f[1]]))]


# ── tools ──────────────────────────────────────────────────────────────────────────────


def tool_left(used: int) -> int:
    """Returns how often a tool can still be used after ``used`` uses.

    >>> tool_left(0), tool_left(3)
    (3, 0)

    At 0 the tool lies face down and blocks its slot.
    """
    return max(0, TOOL_USES - used)


def yields(tool: str | None, used: int) -> str:
    """Returns what a slot yields: its ``normal`` yield, the ``tool`` on it, or ``nothing``.

    ``tool``: id of the tool on the slot, used ``used`` times; ``None`` without one.

    >>> yields(None, 0), yields("forceful_extraction", 2), yields("forceful_extraction", 3)
    ('normal', 'tool', 'nothing')
    """
    if tool is None:
        return "normal"
    return "tool" if tool_left(used) else "nothing"
