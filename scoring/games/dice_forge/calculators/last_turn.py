"""The order of reinforcements and actions that makes the last turn worth most."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.core import words
from scoring.core.calculator import Answer, Block, Row
from scoring.core.seat import Position, Seat

from ..engines import TooMany
from ..engines.dice import box_copies, read_faces
from ..engines.last_turn import LastTurn, last_turn, last_turn_expected
from ..engines.reserve import House
from ..engines.turn import Standing, read_feats
from . import form as asked
from . import telling

say = words.of(__name__)

SECONDS = 1.0
MOST_HELPERS = 4

HELPERS = {
    "elder": "elders",
    "guardians_owl": "owls",
    "nymph": "nymphs",
    "silver_hind": "hinds",
    "great_bear": "bears",
}
"""Feats that help in a turn, and what the form calls them."""
TOKENS = {"triton_token": "tritons", "cerberus_token": "cerberus"}


def fill(position: Position, seat: str) -> Mapping[str, Mapping[str, Any]]:
    own = position.seats[seat]
    helpers = {
        helper: min(n, MOST_HELPERS)
        for held, names in ((own.tally("feats"), HELPERS), (own.tally("tokens"), TOKENS))
        for piece, helper in names.items()
        if (n := held.get(piece))
    }
    return {
        seat: asked.own_dice(own)
        | asked.holdings(own)
        | asked.opponents(position, seat)
        | {"helpers": helpers, "forged": own.count("forged") or None}
    }


def answer(form: Position) -> Answer:
    catalogue, seat = form.catalogue, asked.only(form)
    standing, house = _standing(form, seat), asked.house(form.rulings)
    try:
        found, too_many = _found(form, standing, house, rolls=seat.flag("rolls"))
    except TooMany:
        return Answer(say("too-many-orders"), cites=("reinforcement", "extra_action"))
    best = tuple(map(Row, telling.turn(catalogue, found.best.steps)))
    blocks = [Block(say("best-turn"), best)]
    if found.others:
        rows = tuple(
            Row(
                telling.after_another(telling.turn(catalogue, line.steps)),
                asked.exact(line.glory),
            )
            for line in found.others
        )
        blocks.append(Block(say("next-best"), rows, folded=True))
    said = say(
        "turn-brings-on-average" if found.rolled else "turn-brings", n=asked.exact(found.best.glory)
    )
    assumed = [say("how-rolls-count" if found.rolled else "how-no-rolls-count")]
    assumed += [say(f"gap-{gap}") for gap in found.gaps]
    if too_many:
        said = say("too-many-rolls-so", said=said)
        assumed.insert(0, say("too-many-rolls"))
    blocks.append(Block(say("how-counted"), tuple(map(Row, assumed)), folded=True))
    return Answer(said, tuple(blocks), (), found.proof)


def _found(form: Position, standing: Standing, house: House, rolls: bool) -> tuple[LastTurn, bool]:
    """The answer with rolls if it is asked for and found in time, else without them.

    Raises ``TooMany`` where even those are too many.
    """
    feats = read_feats(form.catalogue)
    if rolls:
        try:
            return last_turn_expected(standing, feats, house, 3, SECONDS), False
        except TooMany:
            pass
    return last_turn(standing, feats, house, 3, SECONDS), rolls


def _standing(form: Position, seat: Seat) -> Standing:
    catalogue = form.catalogue
    faces = read_faces(catalogue)
    sets = {"common", seat.choice("cards") or "beginner"}
    if "mixed" in sets:
        sets |= {"beginner", "advanced"}
    if seat.flag("promos"):
        sets.add("promo")
    there = {
        feat.id: 1
        for feat in catalogue.of_kind("feat")
        if not seat.has("gone", feat.id) and feat.facts["set"] in sets
    }
    usable = seat.tally("helpers")
    return Standing(
        asked.reserve(seat),
        there,
        {faces[id_]: n for id_, n in box_copies(catalogue, 4).items()},
        forged=seat.count("forged"),
        dice=asked.dice(catalogue, seat),
        visible=asked.picked_faces(catalogue, seat, "view"),
        opponents=asked.rivals_dice(catalogue, seat),
        owned=frozenset(seat.picked("boars")),
        elders=usable.get("elders", 0),
        owls=usable.get("owls", 0),
        nymphs=usable.get("nymphs", 0),
        hinds=usable.get("hinds", 0),
        tritons=usable.get("tritons", 0),
        cerberus=usable.get("cerberus", 0),
        bears=usable.get("bears", 0),
    )
