"""Forms of the calculators, filled from a table, and their answers: one test for each rule.

Random forms against independent searches are in ``test_forms``.
"""

import re
from fractions import Fraction as F
from pathlib import Path

from scoring import game
from scoring.games.dice_forge import score
from scoring.games.dice_forge.calculators import result_texts
from scoring.games.dice_forge.solvers.last_turn import Line, last_turn
from scoring.games.dice_forge.solvers.last_turn_state import Step, TurnStart, read_feats
from scoring.games.dice_forge.solvers.reserve import PRINTED, Reserve
from tests.games.dice_forge.random_forms import form

GAME = game("dice_forge")
IT = GAME.catalogue
FEATS = read_feats(IT)


def test_printed_rules_let_gold_be_divided_and_not_run_on():
    # facts: the English card allows using a part; a second card is not reached
    printed = [IT[id_].presets["printed"] for id_ in ("hammer_split", "hammer_carry")]
    assert printed == ["yes", "no"]
    assert (PRINTED.split, PRINTED.carry) == (True, False)


def test_a_turn_of_nothing_is_told_beside_others():
    found = last_turn(TurnStart(Reserve(), {}), FEATS)
    assert [step.en for step in result_texts.turn(IT, found.best)] == ["Nothing brings glory"]
    beside = [step.en for step in result_texts.turn(IT, found.best, runner_up=True)]
    assert beside == ["Doing nothing"]


def told(line):
    return [step.en for step in result_texts.turn(IT, line)]


def test_steps_are_told_in_both_languages():
    standing = TurnStart(Reserve(gold=3, sun=1), {"wild_spirits": 2}, elders=1)
    line = last_turn(standing, FEATS).best
    assert told(line) == [
        "Elder: 3 gold for 4 glory",
        "Take Wild Spirits: 2 glory and 3 gold, 3 moons",
    ]
    assert result_texts.turn(IT, line)[0].ja == "賢者：ゴールド3で4点"


def test_one_face_is_forged_and_several_are_forged():
    steps = tuple(Step("forge", faces=n, gold=2 * n) for n in (1, 2))
    assert told(Line((), F(0), steps)) == [
        "Forge 1 face for 2 gold",
        "Forge 2 different faces for 4 gold",
    ]


# ── one spelling ───────────────────────────────────────────────────────────────


def test_a_feat_is_spelled_one_way_in_everything_that_is_read():
    """Other spellings are for the search alone: no text, name or word uses them."""
    other = {
        alias
        for feat in IT.of_kind("feat")
        for alias in feat.aliases.get("ja", ())
        if re.fullmatch(r"[ァ-ヶー]+", alias) and alias not in feat.name.ja
    }
    assert {"ニンフ", "テュポーン", "ヒドラ"} <= other
    home = Path(score.__file__).parent
    files = [*home.rglob("*.toml"), *home.rglob("*.ftl"), *home.rglob("*.py")]
    found = [
        (path.name, line)
        for path in files
        if path.name != "player_questions.toml"  # how players spell it, and for the search alone
        for line in path.read_text("utf-8").splitlines()
        if not line.startswith("aliases")
        and any(re.search(rf"(?<![ァ-ヶー]){word}(?![ァ-ヶー])", line) for word in other)
    ]
    assert found == []


def test_cards_taken_are_asked_of_what_lies_on_the_islands_only():
    asked = GAME.calculators["last_turn"].form

    def rows(**table):
        sheet = asked.shaped(asked.sheet.read({"seats": {"p1": {}}, "table": table}))
        return sheet.fields["taken"].row_ids

    feats = {feat.id for feat in GAME.catalogue.of_kind("feat")}
    assert rows() == feats
    assert rows(place_m3="great_bear") == feats - {"silver_hind"}
    monsters = {"hydra", "harpy", "chimera", "mother_of_monsters"}
    assert rows(place_m8="promo_stack") == feats - {"typhon"}
    assert rows(place_m8="typhon") == feats - monsters


def test_form_and_tracker_allow_equally_many_forged_faces_and_the_form_all_gold():
    forged = form("last_turn").sheet.fields["forged"]
    assert forged.cell.most == GAME.sheet.fields["forged"].cell.most
    assert form("forge").sheet.fields["gold"].cell.most == 28
