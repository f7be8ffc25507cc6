"""Calculator for one roll: its gain, and the best choices of faces, mirrors and hammers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from scoring.games.dice_forge.sheet_functions import SIDE_IDS
from scoring.games.dice_forge.solvers.dice import (
    RESOURCES,
    Die,
    Face,
    Gain,
    read_faces,
    starting_dice,
)
from scoring.games.dice_forge.solvers.reserve import Reserve, hammer_room
from scoring.games.dice_forge.solvers.roll import Choice, Convert, Goal, Need, Roll, choices, satyrs
from scoring.loading.rows import SheetFunction
from scoring.model.calculator import Answer, Apply, Block, Row
from scoring.model.catalogue import Catalogue
from scoring.model.cells import Option
from scoring.model.fields import Field
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.model.sheet import Sheet
from scoring.model.validation import Value
from scoring.text import messages
from scoring.text.localised import Text

from . import form as asked
from . import telling

say = messages.of(__name__)

CAME = ("came_1", "came_2")
MOST_THEIRS = 2 * len(asked.RIVALS)
MOST_GLORY = 400
MOST_STEPS = 120


def _faces(catalogue: Catalogue, die: Die) -> tuple[Option, ...]:
    return tuple(
        Option(side, catalogue.name(face.id), piece=face.id)
        for side, face in zip(SIDE_IDS, die, strict=True)
    )


SHEET_FUNCTIONS: Mapping[str, SheetFunction] = {
    "goals": asked.goals,
    "light_faces": lambda catalogue: _faces(catalogue, starting_dice(catalogue)[0]),
    "dark_faces": lambda catalogue: _faces(catalogue, starting_dice(catalogue)[1]),
}


def shape(form: Position) -> Sheet:
    """Returns the form's sheet with the faces of the player's dice as options for the roll."""
    dice = dict(zip(CAME, asked.dice(form.catalogue, asked.only(form)), strict=True))

    def shaped(field: Field) -> Field:
        if field.id not in dice:
            return field
        options = _faces(form.catalogue, dice[field.id])
        return replace(field, cell=replace(field.cell, options=options))

    sections = [replace(s, fields=tuple(map(shaped, s.fields))) for s in form.sheet.sections]
    return Sheet(form.catalogue, sections, form.sheet.table)


def fill(position: Position, seat: str) -> Mapping[str, Mapping[str, Any]]:
    own = position.seats[seat]
    glory = {"glory": own.number("glory")}
    return {seat: asked.own_dice(own) | asked.holdings(own) | glory}


def answer(form: Position) -> Answer:
    catalogue, seat = form.catalogue, asked.only(form)
    faces = read_faces(catalogue)
    theirs = [faces[id_] for id_, n in seat.tally("rolled").items() for _ in range(n)]
    came = _came(catalogue, seat)
    if len(theirs) > MOST_THEIRS:
        return Answer(say("too-many-rolled", n=MOST_THEIRS), cites=("satyrs",))
    if len(theirs) < 2 and not came:
        return Answer(say("tap-faces"), cites=("divine_blessing", "minor_blessing"))
    with_satyrs = len(theirs) > 1
    losing = seat.flag("losing") and not with_satyrs
    before = replace(asked.reserve(seat), glory=seat.count("glory"))
    goal, house = _goal(seat), asked.house(form.rulings)
    owned = frozenset(seat.picked("boars"))
    if with_satyrs:
        ways = satyrs(theirs, before, goal, owned, house=house)
    else:
        view = asked.picked_faces(catalogue, seat, "view")
        convert = cast(Convert, "" if losing else seat.choice("convert") or "")
        rolled = Roll(came, view, owned=owned, convert=convert, losing=losing)
        ways = choices(rolled, before, goal, house)
    after = ways[0].after
    got = telling.gain(Gain(*(getattr(after, r) - getattr(before, r) for r in RESOURCES)))
    if losing:
        left = Gain(*(getattr(after, r) for r in RESOURCES))
        summary = say("roll-leaves", left=telling.gain(left))
    elif with_satyrs:
        summary = say("satyrs-bring", satyrs=catalogue.name("satyrs"), got=got)
    else:
        summary = say("minor-brings" if len(came) == 1 else "roll-brings", got=got)
    best, *others = ways[:4]
    blocks = [Block(say("best-way"), tuple(map(Row, telling.choice(catalogue, best, losing))))]
    if others:
        rows = tuple(
            Row(
                telling.after_another(telling.choice(catalogue, way, losing)),
                how=_costs(best, way),
            )
            for way in others
        )
        blocks.append(Block(say("other-ways"), rows, folded=True, others=True))
    assumed = [telling.weighed(asked.weights(seat))]
    if hammer_room(before) and not losing:
        assumed.append(say("unfinished-laps"))
    assumed += asked.too_much(catalogue, seat)
    blocks.append(Block(say("how-counted"), tuple(map(Row, assumed)), folded=True))
    apply = Apply(say("apply-roll"), _reserve_cells(seat, before, after))
    return Answer(summary, tuple(blocks), (apply,))


def _costs(best: Choice, other: Choice) -> Text:
    """Returns the text on what another way to take the roll loses against the best.

    If the player entered a need (resources to reach), the text names the number of gold, suns and
    moons that it lacks more, else the loss of worth.
    """
    *short, worth = (b - o for b, o in zip(best.key, other.key, strict=True))
    if any(short):
        return say("costs-short", n=int(short[0]))
    return telling.costs(worth)


def _came(catalogue: Catalogue, seat: Seat) -> tuple[Face, ...]:
    """Returns the faces rolled, from the sides chosen in the form and the faces of the dice."""
    dice = asked.dice(catalogue, seat)
    tapped = [(die, seat.choice(field)) for die, field in zip(dice, CAME, strict=True)]
    return tuple(die[SIDE_IDS.index(side)] for die, side in tapped if side)


def _goal(seat: Seat) -> Goal:
    """Returns the goal of the roll: the need entered in the form, if any, then the weights."""
    need, weights = seat.tally("need"), asked.weights(seat)
    return Need(Gain(**need), weights) if need else weights


def _reserve_cells(seat: Seat, before: Reserve, after: Reserve) -> dict[str, Value | None]:
    """Returns the cells to write for a changed reserve."""
    cells: dict[str, Value | None] = {
        seat.path("reserve", r): getattr(after, r) or None for r in asked.SHARDS
    }
    steps = seat.count("hammer_steps") + after.steps - before.steps
    return cells | {
        seat.path("glory"): min(after.glory, MOST_GLORY) or None,
        seat.path("hammer_steps"): min(steps, MOST_STEPS) or None,
    }
