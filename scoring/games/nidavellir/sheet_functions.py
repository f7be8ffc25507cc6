"""Functions that the game registers: order of its phases and decisions, notes on its cards.

The data file of the sheet refers to the notes by the names in ``SHEET_FUNCTIONS``.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.loading.sheet_file import Notes
from scoring.model.catalogue import Catalogue
from scoring.model.fields import RowNote
from scoring.model.position import Position

from .messages import say
from .solvers import lines_and_leads
from .solvers.army import FIRST, SECOND, WAITING, classes_of
from .solvers.turn_order_and_gems import first_to_enlist, gem_held, gem_number

CARD_OF = {
    "ylud_at": "ylud",
    "ylud_done": "ylud",
    "thrud_at": "thrud",
    "zolkur_waits": "zolkur",
    "gullinbursti": "hreasvelg",
    "doubles_lost": "olwyn",
    "odroerir_coins": "odroerir",
    "discard_done": "brisingamens",
    "gymir_captive": "gymir",
    "armorer_lost": "kings_great_armorer",
    "ylud": "ylud",
    "mjollnir": "mjollnir",
    "discard": "brisingamens",
}
"""Sheet fields that say more of one card, each with the id of that card."""


def order(players: int, table: Mapping[str, Any]) -> Sequence[str]:
    """Returns the ids of a game's phases in order: they depend on players and expansions.

    ``players``: their number. ``table``: the table's cells, which name the expansions.
    """
    boxes = lines_and_leads.played(table)
    phases = ["setup"]
    for age, after in ((1, "evaluation"), (2, "end")):
        number = lines_and_leads.rounds(players, age, idavoll="idavoll" in boxes)
        phases += [f"age_{age}_round_{n}" for n in range(1, number + 1)]
        phases += [f"enlist_{age}"] * ("thingvellir" in boxes)
        phases.append(after)
    return [*phases, "count"]


def decision_order(position: Position) -> Sequence[str]:
    """Returns all seat ids in the order in which players decide at the end of the game.

    First those with waiting mercenaries, in enlisting order (a gem that is not entered counts as
    the lowest), then all others.
    """
    faces = {seat.id: list(seat.faces("mercenaries").values()) for seat in position}
    waiting = {seat: sides.count(WAITING) for seat, sides in faces.items()}
    first = first_to_enlist(waiting, {s.id: gem_number(gem_held(s)) for s in position})
    return [*first, *(seat for seat in waiting if seat not in first)]


def enlisting(catalogue: Catalogue) -> Notes:
    """Returns texts printed on mercenaries, by (card id, side): the class it enlists in there."""
    return {
        (entry.id, face): RowNote(catalogue.name(kind), {kind: 1})
        for entry in catalogue.of_kind("mercenary")
        for face, kind in zip((FIRST, SECOND), classes_of(entry), strict=True)
    }


def tracks(catalogue: Catalogue) -> Notes:
    """Returns texts printed on valkyries, by (card id, step of its track): the step's points."""
    return {
        (entry.id, f"step_{n}"): RowNote(say("points", n=worth))
        for entry in catalogue.of_kind("valkyrie")
        for n, worth in enumerate(entry.scores[0]["points"])
    }


SHEET_FUNCTIONS = {"enlisting": enlisting, "tracks": tracks}
