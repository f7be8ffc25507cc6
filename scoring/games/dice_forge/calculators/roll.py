"""Calculator for one roll: its gain, and the best choices of faces, mirrors and hammers."""

from dataclasses import replace
from typing import cast

from scoring.model.calculator import Answer, Apply, Block, Changes, FormCells, Row
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.model.sheet import Sheet, with_fields
from scoring.text.localised import EMPTY, Text

from ..messages import say
from ..sheet_functions import SIDE_IDS
from ..sheet_functions import faces as sheet_faces
from ..solvers.dice import Gain, read_faces
from ..solvers.reserve import Reserve, hammer_room
from ..solvers.roll_results import Choice, Convert, Goal, Need, Roll, choices, satyrs
from . import form_reader, result_texts

CAME = ("came_1", "came_2")
MOST_THEIRS = 2 * len(form_reader.RIVALS)
MOST_GLORY = 400
MOST_STEPS = 120


def shape(form: Position) -> Sheet:
    """Returns the calculator's form; as options for the roll, the faces on the player's dice."""
    (seat,), fields = form, []
    for id_, die in zip(CAME, form_reader.dice(form.catalogue, seat), strict=True):
        field = form.sheet.fields[id_]
        cell = replace(field.cell, options=sheet_faces(form.catalogue, die))
        fields.append(replace(field, cell=cell))
    return with_fields(form.sheet, *fields)


def fill(position: Position, seat: str) -> FormCells:
    player = position.seats[seat]
    glory = {"glory": player.number("glory")}
    return {seat: form_reader.holdings(player) | glory}


def answer(form: Position) -> Answer:
    catalogue, (seat,) = form.catalogue, form
    faces = read_faces(catalogue)
    theirs = [faces[id_] for id_, n in seat.tally("rolled").items() for _ in range(n)]
    tapped = zip(form_reader.dice(catalogue, seat), map(seat.choice, CAME), strict=True)
    came = tuple(die[SIDE_IDS.index(side)] for die, side in tapped if side)
    if len(theirs) > MOST_THEIRS:
        return Answer(say("too-many-rolled", n=MOST_THEIRS), cites=("satyrs",))
    if len(theirs) < 2 and not came:
        return Answer(say("tap-faces"), cites=("divine_blessing", "minor_blessing"))
    with_satyrs = len(theirs) > 1
    losing = seat.flag("losing") and not with_satyrs
    before = form_reader.reserve(seat)._replace(glory=seat.count("glory"))
    weights, need = form_reader.weights(seat), seat.tally("need")
    goal: Goal = Need(Gain(**need), weights) if need else weights
    house = form_reader.house(form.rulings)
    owned = frozenset(seat.picked("boars"))
    if with_satyrs:
        ways = satyrs(theirs, before, goal, owned, house=house)
    else:
        view = form_reader.picked_faces(catalogue, seat, "view")
        convert = cast(Convert, "" if losing else seat.choice("convert") or "")
        rolled = Roll(came, view, owned=owned, convert=convert, losing=losing)
        ways = choices(rolled, before, goal, house)
    after = ways[0].after
    got = result_texts.gain(after.since(before))
    if losing:
        summary = say("roll-leaves", left=result_texts.gain(after.since(Reserve())))
    elif with_satyrs:
        summary = say("satyrs-bring", satyrs=catalogue.name("satyrs"), got=got)
    else:
        summary = say("minor-brings" if len(came) == 1 else "roll-brings", got=got)
    best, *others = ways[:4]
    blocks = [Block(say("best-way"), tuple(map(Row, result_texts.choice(catalogue, best, losing))))]
    blocks += result_texts.others(
        "other-ways",
        ((result_texts.choice(catalogue, way, losing), EMPTY, _costs(best, way)) for way in others),
    )
    assumed = [result_texts.weighed(weights)]
    if hammer_room(before) and not losing:
        assumed.append(say("unfinished-laps"))
    assumed += form_reader.too_much(catalogue, seat)
    blocks.append(result_texts.counting(assumed))
    apply = Apply(say("apply-roll"), _reserve_cells(seat, before, after))
    return Answer(summary, tuple(blocks), (apply,))


def _costs(best: Choice, other: Choice) -> Text:
    *short, worth = (b - o for b, o in zip(best.key, other.key, strict=True))
    if any(short):
        return say("costs-short", n=int(short[0]))
    return result_texts.costs(worth)


def _reserve_cells(seat: Seat, before: Reserve, after: Reserve) -> Changes:
    cells: Changes = {
        seat.path("reserve", r): getattr(after, r) or None for r in form_reader.SHARDS
    }
    steps = seat.count("hammer_steps") + after.steps - before.steps
    return cells | {
        seat.path("glory"): min(after.glory, MOST_GLORY) or None,
        seat.path("hammer_steps"): min(steps, MOST_STEPS) or None,
    }
