"""The last turn: proven lines, equal to walking through every row of moves and every roll."""

from fractions import Fraction as F
from itertools import combinations

from scoring import game
from scoring.games.dice_forge.calculators import result_texts
from scoring.games.dice_forge.solvers.dice import (
    box_copies,
    read_faces,
    starting_dice,
)
from scoring.games.dice_forge.solvers.last_turn import Line, last_turn
from scoring.games.dice_forge.solvers.last_turn_bound import most_glory
from scoring.games.dice_forge.solvers.last_turn_state import Step, TurnStart, read_feats
from scoring.games.dice_forge.solvers.reserve import Reserve
from tests.games.dice_forge import oracle, oracle_turn
from tests.games.dice_forge.test_rulings import each_row

CATALOGUE = game("dice_forge").catalogue
FACES = read_faces(CATALOGUE)
FEATS = read_feats(CATALOGUE)
START = starting_dice(CATALOGUE)
BOX = {FACES[face]: copies for face, copies in box_copies(CATALOGUE, 4).items()}


def standing(gold=0, sun=0, moon=0, feats=(), chests=0, hammers=0, steps=0, **more):
    """A standing with two copies of each feat named."""
    reserve = Reserve(gold, sun, moon, chests=chests, hammers=hammers, steps=steps)
    more.setdefault("sanctuary", BOX)
    return TurnStart(reserve, dict.fromkeys(feats, 2), **more)


def told(line):
    return [step.en for step in result_texts.turn(CATALOGUE, line)]


# ── against brute force ────────────────────────────────────────────────────────


def worth_showing(lines):
    """The glory of each set of actions that no part of it reaches as well."""
    found = {}
    for line, glory in lines.items():
        parts = [part for n in range(len(line)) for part in combinations(line, n)]
        if all(lines.get(part, -1) < glory for part in parts):
            key = tuple(sorted(line))
            found[key] = max(glory, found.get(key, 0))
    return found


@each_row("bound")
def test_the_bound_is_that_of_the_favourable_parts(row):
    there = {key: value for key, value in row.items() if key not in ("why", "bound", "box")}
    if row.get("dice"):
        there["dice"] = START
    there["sanctuary"] = BOX if row.get("box") else {}
    there["occupied"] = frozenset(row.get("occupied", ()))
    assert most_glory(standing(**there), FEATS, FACES.values()) == F(row["bound"])


def test_the_bound_takes_no_more_copies_than_there_are():
    once = TurnStart(Reserve(sun=6), {"guardians_owl": 1})
    assert most_glory(once, FEATS, FACES.values()) == 4


# ── in words ───────────────────────────────────────────────────────────────────


def test_steps_are_told_in_both_languages():
    line = last_turn(standing(3, 1, elders=1, feats=["wild_spirits"]), FEATS).best
    assert told(line) == [
        "Elder: 3 gold for 4 glory",
        "Take Wild Spirits: 2 glory and 3 gold, 3 moons",
    ]
    assert result_texts.turn(CATALOGUE, line)[0].ja == "賢者：ゴールド3で4点"


def test_one_face_is_forged_and_several_are_forged():
    steps = tuple(Step("forge", faces=n, gold=2 * n) for n in (1, 2))
    assert told(Line((), F(0), steps)) == [
        "Forge 1 face for 2 gold",
        "Forge 2 different faces for 4 gold",
    ]


# ── rolls ──────────────────────────────────────────────────────────────────────


def test_the_oracle_and_the_catalogue_name_the_same_costs_and_glory():
    for id_, (sun, moon, glory, portal) in oracle_turn.FEATS.items():
        feat = FEATS[id_]
        assert (feat.cost.sun, feat.cost.moon, feat.glory, feat.portal) == (
            sun,
            moon,
            glory,
            portal,
        )
    assert {face: FACES[face].price for face in oracle.PRICES} == oracle.PRICES
