"""Calculator for a player's last turn: reinforcements and actions that bring the most glory."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from math import ceil

from scoring.model.calculator import Answer, Block, FormCells, Row
from scoring.model.cells import Option
from scoring.model.plan import Proof
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.model.sheet import Sheet, with_fields
from scoring.solving import deadline

from ..messages import say
from ..sheet_functions import MONSTERS, PLACES, PROMO_STACK, laid, place_field
from ..solvers.dice import COPIES, read_faces
from ..solvers.last_turn import LastTurn, last_turn, last_turn_expected
from ..solvers.last_turn_bound import most_glory
from ..solvers.last_turn_state import TurnStart, read_feats
from ..solvers.reserve import TableRulings
from . import form_reader, result_texts

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
"""Feats that help in a turn: feat id to the id of the form's row for its copies."""
TOKENS = {"triton_token": "tritons", "cerberus_token": "cerberus"}


def fill(position: Position, seat: str) -> FormCells:
    player = position.seats[seat]
    helpers = {
        helper: min(n, MOST_HELPERS)
        for pieces, names in ((player.tally("feats"), HELPERS), (player.tally("tokens"), TOKENS))
        for piece, helper in names.items()
        if (n := pieces.get(piece))
    }
    table, sold = form_reader.sanctuary(position)
    taken: Counter[str] = Counter()
    for each in position:
        taken.update(each.tally("feats"))
    portals = {
        each.id: portal for each in position if (portal := each.choice("portal")) is not None
    }
    mine = {
        "helpers": helpers,
        "forged": player.count("forged") or None,
        "portal": portals.pop(seat, None),
        "occupied": dict.fromkeys(sorted(portals.values()), True),
        "taken": {feat: min(n, MOST_HELPERS) for feat, n in taken.items()},
        "sold": sold,
    }
    return {
        "table": table | laid(position),
        seat: form_reader.holdings(player) | form_reader.opponents(position, seat) | mine,
    }


def shape(form: Position) -> Sheet:
    """Returns the calculator's form; as feats already taken it offers only those in this game."""
    named_places = {place for place in PLACES if form.table.choice(place_field(place))}
    feats = laid_out(form)
    promos = form.table.choice(place_field("m8")) == PROMO_STACK

    def lies(row: Option) -> bool:
        slot = form.catalogue[row.id].facts["slot"]
        return slot not in named_places or row.id in feats or (promos and row.id in MONSTERS)

    taken = form.sheet.fields["taken"]
    groups = (replace(g, rows=tuple(filter(lies, g.rows))) for g in taken.groups)
    return with_fields(form.sheet, replace(taken, groups=tuple(g for g in groups if g.rows)))


def answer(form: Position) -> Answer:
    catalogue, (seat,) = form.catalogue, form
    if not (seat.tally("reserve") or seat.tally("helpers")):
        return Answer(say("enter-turn"), cites=("reinforcement", "extra_action"))
    standing, house = _standing(form, seat), form_reader.house(form.rulings)
    try:
        turn, too_many = _best_turn(form, standing, house, rolls=seat.flag("rolls"))
    except deadline.OutOfTime:
        return Answer(say("too-many-orders"), cites=("reinforcement", "extra_action"))
    best = tuple(map(Row, result_texts.turn(catalogue, turn.best)))
    blocks = [Block(say("best-turn"), best)]
    blocks += result_texts.others(
        "next-best",
        (
            (
                result_texts.turn(catalogue, line, runner_up=True),
                result_texts.exact(line.glory),
                result_texts.costs(turn.best.glory - line.glory),
            )
            for line in turn.others
        ),
    )
    summary = say(
        "turn-brings-on-average" if turn.rolled else "turn-brings",
        n=result_texts.exact(turn.best.glory),
    )
    assumed = [say("how-rolls-count" if turn.rolled else "how-no-rolls-count")]
    assumed += [say(f"gap-{gap}") for gap in turn.gaps]
    if form_reader.unnamed(form):
        assumed.append(say("mixed-unnamed"))
    assumed += form_reader.too_much(catalogue, seat)
    if too_many:
        summary = say("too-many-rolls-so", said=summary)
        assumed.insert(0, say("too-many-rolls"))
    blocks.append(result_texts.counting(assumed))
    return Answer(summary, tuple(blocks), (), turn.proof)


def _best_turn(
    form: Position, standing: TurnStart, house: TableRulings, rolls: bool
) -> tuple[LastTurn, bool]:
    """Returns the best last turn, and true if the search with dice rolls ran out of time.

    If it did, or if ``rolls`` is false, the turn rolls no dice. Out of time it is not proven best,
    as rolls might bring more glory: its proof tells how much at most. ``standing``: the start of
    the turn. ``house``: the table's rulings. Raises ``OutOfTime`` if even the search without rolls
    takes too long.
    """
    feats = read_feats(form.catalogue)
    with deadline.within(SECONDS):
        turn, too_many = last_turn(standing, feats, house), False
        if not rolls:
            return turn, too_many
        try:
            turn = last_turn_expected(standing, feats, house)
        except deadline.OutOfTime:
            too_many = True
    if too_many or turn.proof.bound is None:
        most = ceil(most_glory(standing, feats, read_faces(form.catalogue).values()))
        proof = Proof.of("exhaustive", turn.best.glory, Fraction(most))
        turn = replace(turn, proof=proof)
    return turn, too_many


def _standing(form: Position, seat: Seat) -> TurnStart:
    catalogue, faces = form.catalogue, read_faces(form.catalogue)
    left, below = _stacks(form, seat)
    sold = [id_ for id_, n in seat.tally("sold").items() if n]
    return TurnStart(
        form_reader.reserve(seat),
        left,
        form_reader.left(form, seat),
        below,
        forged=seat.count("forged"),
        portal=seat.choice("portal") or "",
        occupied=frozenset(seat.picked("occupied")),
        dice=form_reader.dice(catalogue, seat),
        gone=frozenset(id_ for id_ in sold if not faces[id_].price),  # shields, one of each
        visible=form_reader.picked_faces(catalogue, seat, "view"),
        opponents=form_reader.rivals_dice(catalogue, seat),
        owned=frozenset(seat.picked("boars")),
        **seat.tally("helpers"),
    )


def _stacks(form: Position, seat: Seat) -> tuple[Mapping[str, int], Mapping[str, str]]:
    """Returns two mappings: feat id to copies left, and promo card id to the id of the card on it.

    The second is for the stack of promo cards, of which only the top one can be taken; it is empty
    without that stack. ``seat``: the form's cells, which list the copies taken.
    """
    taken, number = seat.tally("taken"), form_reader.players(form)
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
    """Returns the ids of the feats on the islands, one for each place.

    ``promo_stack`` among them stands for the whole stack of promo cards.
    """
    common = {"common", form.table.choice("cards") or "beginner"}
    feats = {}
    for feat in form.catalogue.of_kind("feat"):
        if feat.facts["set"] in common:
            feats[feat.facts["slot"]] = feat.id
    for place in PLACES:
        if feat_id := form.table.choice(place_field(place)):
            feats[place] = feat_id
    return frozenset(feats.values())
