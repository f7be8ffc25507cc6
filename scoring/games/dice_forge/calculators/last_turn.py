"""Calculator for the last turn: the reinforcements and actions that bring the most glory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from math import ceil
from typing import Any

from scoring.games.dice_forge.sheet_functions import feats_by_cost
from scoring.games.dice_forge.solvers.dice import read_faces
from scoring.games.dice_forge.solvers.feat_places import (
    COPIES,
    MONSTERS,
    PLACES,
    PROMO_STACK,
    laid,
    place_field,
)
from scoring.games.dice_forge.solvers.last_turn import LastTurn, last_turn, last_turn_expected
from scoring.games.dice_forge.solvers.reserve import TableRulings
from scoring.games.dice_forge.solvers.turn import TurnStart, read_feats
from scoring.games.dice_forge.solvers.turn_bound import most_glory
from scoring.loading.rows import SheetFunction
from scoring.model.calculator import Answer, Block, Row
from scoring.model.cells import Option
from scoring.model.fields import Field
from scoring.model.plan import Proof
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.model.sheet import Sheet
from scoring.solving import deadline
from scoring.text import messages

from . import form as asked
from . import telling

say = messages.of(__name__)

SHEET_FUNCTIONS: Mapping[str, SheetFunction] = {"feats_by_cost": feats_by_cost}

SECONDS = 1.4
"""Limit in seconds of processor time for the turn without rolls and the one with them together.

A whole answer then takes at most 1.5 s (``tests/bench``).
"""
MOST_HELPERS = 4

HELPERS = {
    "elder": "elders",
    "guardians_owl": "owls",
    "nymph": "nymphs",
    "silver_hind": "hinds",
    "great_bear": "bears",
}
"""Feats that help in a turn, each with the id of its row in the form."""
TOKENS = {"triton_token": "tritons", "cerberus_token": "cerberus"}


def fill(position: Position, seat: str) -> Mapping[str, Mapping[str, Any]]:
    own = position.seats[seat]
    helpers = {
        helper: min(n, MOST_HELPERS)
        for held, names in ((own.tally("feats"), HELPERS), (own.tally("tokens"), TOKENS))
        for piece, helper in names.items()
        if (n := held.get(piece))
    }
    table, sold = asked.sanctuary(position)
    taken: Counter[str] = Counter()
    for each in position:
        taken.update(each.tally("feats"))
    portals = {
        each.id: portal for each in position if (portal := each.choice("portal")) is not None
    }
    mine = {
        "helpers": helpers,
        "forged": own.count("forged") or None,
        "portal": portals.pop(seat, None),
        "occupied": dict.fromkeys(sorted(portals.values()), True),
        "taken": {feat: min(n, MOST_HELPERS) for feat, n in taken.items()},
        "sold": sold,
    }
    return {
        "table": table | laid(position),
        seat: asked.own_dice(own) | asked.holdings(own) | asked.opponents(position, seat) | mine,
    }


def shape(form: Position) -> Sheet:
    """Returns the form's sheet without feats that are not in this game.

    At some places of the islands one of several feats lies; the others at that place are left out.
    """
    said = {place for place in PLACES if form.table.choice(place_field(place))}
    there = laid_out(form)
    promos = form.table.choice(place_field("m8")) == PROMO_STACK

    def lies(row: Option) -> bool:
        slot = form.catalogue[row.id].facts["slot"]
        return slot not in said or row.id in there or (promos and row.id in MONSTERS)

    def shaped(field: Field) -> Field:
        if field.id != "taken":
            return field
        groups = (replace(g, rows=tuple(filter(lies, g.rows))) for g in field.groups)
        return replace(field, groups=tuple(group for group in groups if group.rows))

    sections = [replace(s, fields=tuple(map(shaped, s.fields))) for s in form.sheet.sections]
    return Sheet(form.catalogue, sections, form.sheet.table)


def answer(form: Position) -> Answer:
    catalogue, seat = form.catalogue, asked.only(form)
    if not (seat.tally("reserve") or seat.tally("helpers")):
        return Answer(say("enter-turn"), cites=("reinforcement", "extra_action"))
    standing, house = _standing(form, seat), asked.house(form.rulings)
    try:
        found, too_many = _best_turn(form, standing, house, rolls=seat.flag("rolls"))
    except deadline.OutOfTime:
        return Answer(say("too-many-orders"), cites=("reinforcement", "extra_action"))
    best = tuple(map(Row, telling.turn(catalogue, found.best)))
    blocks = [Block(say("best-turn"), best)]
    if found.others:
        rows = tuple(
            Row(
                telling.after_another(telling.turn(catalogue, line, runner_up=True)),
                asked.exact(line.glory),
                telling.costs(found.best.glory - line.glory),
            )
            for line in found.others
        )
        blocks.append(Block(say("next-best"), rows, folded=True, others=True))
    summary = say(
        "turn-brings-on-average" if found.rolled else "turn-brings", n=asked.exact(found.best.glory)
    )
    assumed = [say("how-rolls-count" if found.rolled else "how-no-rolls-count")]
    assumed += [say(f"gap-{gap}") for gap in found.gaps]
    if asked.unnamed(form):
        assumed.append(say("mixed-unnamed"))
    assumed += asked.too_much(catalogue, seat)
    if too_many:
        summary = say("too-many-rolls-so", said=summary)
        assumed.insert(0, say("too-many-rolls"))
    blocks.append(Block(say("how-counted"), tuple(map(Row, assumed)), folded=True))
    return Answer(summary, tuple(blocks), (), found.proof)


def _best_turn(
    form: Position, standing: TurnStart, house: TableRulings, rolls: bool
) -> tuple[LastTurn, bool]:
    """Returns the turn with rolls if ``rolls`` is set and it is found in time, else that without.

    The second value is true if time ran out. The turn without rolls is then not proven, since rolls
    might bring more; its proof has an upper bound, a whole number of glory. Raises ``OutOfTime`` if
    even the turn without rolls takes too long.
    """
    feats = read_feats(form.catalogue)
    with deadline.within(SECONDS):
        found, too_many = last_turn(standing, feats, house), False
        if not rolls:
            return found, too_many
        try:
            found = last_turn_expected(standing, feats, house)
        except deadline.OutOfTime:
            too_many = True
    if too_many or found.proof.bound is None:
        most = ceil(most_glory(standing, feats, read_faces(form.catalogue).values()))
        proof = Proof.of("exhaustive", found.best.glory, Fraction(most), found.proof.seconds)
        found = replace(found, proof=proof)
    return found, too_many


def _standing(form: Position, seat: Seat) -> TurnStart:
    catalogue, usable = form.catalogue, seat.tally("helpers")
    left, below = _stacks(form, seat)
    return TurnStart(
        asked.reserve(seat),
        left,
        asked.left(form, seat),
        below,
        forged=seat.count("forged"),
        portal=seat.choice("portal") or "",
        occupied=frozenset(seat.picked("occupied")),
        dice=asked.dice(catalogue, seat),
        gone=_gone(form, seat),
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


def _stacks(form: Position, seat: Seat) -> tuple[Mapping[str, int], Mapping[str, str]]:
    """Returns the copies left of each feat, and the card on top of each promo card."""
    taken, number = seat.tally("taken"), asked.players(form)
    left = {
        feat.id: copies
        for feat in form.catalogue.of_kind("feat")
        if feat.id in laid_out(form)
        if (copies := feat.facts[COPIES[number]] - taken.get(feat.id, 0)) > 0
    }
    if form.table.choice("place_m8") != PROMO_STACK:
        return left, {}
    stack = [id_ for id_ in MONSTERS[:number] if not taken.get(id_)]
    for id_ in MONSTERS:
        left.pop(id_, None)
    left |= dict.fromkeys(stack, 1)
    return left, dict(zip(stack[1:], stack, strict=False))


def laid_out(form: Position) -> frozenset[str]:
    """Returns the ids of the feats on the islands, one for each place."""
    common = {"common", form.table.choice("cards") or "beginner"}
    found = {}
    for feat in form.catalogue.of_kind("feat"):
        if feat.facts["set"] in common:
            found[feat.facts["slot"]] = feat.id
    for place in PLACES:
        if said := form.table.choice(place_field(place)):
            found[place] = said
    return frozenset(found.values())


def _gone(form: Position, seat: Seat) -> frozenset[str]:
    """Returns the ids of the shields that players have taken; the box has one of each."""
    faces = read_faces(form.catalogue)
    return frozenset(id_ for id_, n in seat.tally("sold").items() if n and not faces[id_].price)
