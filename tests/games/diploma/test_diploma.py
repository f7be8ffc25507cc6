"""Diploma: rows and rulings by hand, unknowns that stay unknown, stones against the oracle."""

import random
import tomllib
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from scoring import game
from scoring.games.diploma.score import score
from scoring.games.diploma.solvers import counters
from scoring.games.diploma.solvers.student import STONES, UnknownRule
from scoring.model.catalogue import Scores
from scoring.model.plan import State
from tests.games.diploma.oracle import most_points
from tests.games.diploma.states import state as random_state
from tests.games.posted import cases
from tests.whole import whole

STATES = cases(300)
GAME = game("diploma")
EXAMPLES = sorted((Path(__file__).parents[3] / "scoring/games/diploma/examples").glob("*.toml"))


def table(penalty: int | None = None, rulings: Any = None, **seats: Any) -> State:
    known = {"sets": 0, "circles": 0}
    raw: dict[str, Any] = {"seats": {seat: known | cells for seat, cells in seats.items()}}
    if penalty is not None:
        raw["table"] = {"penalty": penalty}
    if rulings:
        raw["rulings"] = rulings
    return whole(GAME, raw)


def line(state, row, seat="p1"):
    return GAME.score(state)[seat].line(row)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples(path):
    example = tomllib.loads(path.read_text("utf-8"))
    scored = GAME.score(whole(GAME, example["state"]))
    for seat, rows in example["expect"].items():
        for row, points in rows.items():
            found = scored[seat].total if row == "total" else scored[seat].line(row).points
            assert (seat, row, found) == (seat, row, points)


# -- unknown stays unknown -----------------------------------------------------------------


def test_a_blank_sheet_has_no_total():
    scored = GAME.score(GAME.sheet.blank(2))["p1"]
    assert scored.total is None
    assert scored.partial


@pytest.mark.parametrize(
    ("cells", "row"),
    [
        ({}, "power_points"),
        ({"power_points": 1, "circles": 1}, "circle_bonus"),
        ({"power_points": 1, "hand_titles": {"sure_footing": 1}}, "unplaced_title"),
        ({"power_points": 1, "title": "other_title", "title_stone": "stone_a"}, "titles"),
        ({"power_points": 1, "title": "sure_footing", "tiles_up": {"stone_a": 2}}, "titles"),
        (
            {
                "power_points": 1,
                "stones": {"stone_a": 1, "stone_b": 1, "stone_c": 1, "stone_d": 1},
            },
            "leftover_sets",
        ),
    ],
)
def test_unknown_rows_have_no_points_and_no_total(cells, row):
    state = table(p1=cells)
    scored = GAME.score(state)["p1"]
    found = scored.line(row)
    assert found.points is None
    assert found.status == "unknown"
    assert scored.total is None


def test_no_line_with_an_unknown_value_ever_shows_a_number():
    rng = random.Random("partial")
    for _ in range(300):
        state = random_state(rng)
        cells = state["seats"]["p1"]
        if rng.random() < 0.5:
            cells.pop("power_points")
        cells |= {"sets": cells.get("sets", 0), "circles": rng.randrange(2)}
        scored = GAME.score(whole(GAME, state))["p1"]
        unknown = "power_points" not in cells or bool(cells["circles"])
        unknown |= bool(cells.get("hand_titles")) and "penalty" not in state.get("table", {})
        unknown |= all(cells.get("stones", {}).get(f"stone_{c}") for c in "abcd")
        assert scored.partial == unknown
        assert (scored.total is None) == unknown


def test_entered_values_are_the_tables_own():
    state = table(penalty=0, p1={"power_points": 0, "hand_titles": {"sure_footing": 2}})
    assert line(state, "power_points").points == 0
    assert line(state, "power_points").status == "house"
    # 2 titles x 0
    assert line(state, "unplaced_title").points == 0
    assert GAME.score(state)["p1"].total == 0


def test_level_totals_say_that_the_tie_break_is_not_known():
    state = table(p1={"power_points": 3}, p2={"power_points": 3})
    placings = GAME.rank(GAME.score(state), state)
    assert [p.place for p in placings] == [1, 1]
    assert placings[0].reason.en == "level: the tie-break is not known"


# -- rows by hand --------------------------------------------------------------------------


def test_sure_footing_counts_board_and_removed_face_up():
    # 4 on the board + 1 removed and face up
    cells = {"title": "sure_footing", "title_stone": "stone_b"}
    cells |= {"tiles_board": {"stone_a": 9, "stone_b": 4}, "tiles_up": {"stone_b": 1}}
    assert line(table(p1=cells), "titles").points == 5


def test_excavator_counts_all_three_kinds_of_spots():
    # 2 normal + 1 perfect + 3 bonus
    cells = {"title": "excellent_excavator", "title_stone": "stone_b"}
    cells |= {"spots": {"spot_normal": 2, "spot_perfect": 1, "spot_bonus": 3}}
    assert line(table(p1=cells), "titles").points == 6


@pytest.mark.parametrize("title", ["proof_of_genius", "mages_aptitude"])
def test_titles_that_act_during_play_score_nothing_more(title):
    cells = {"title": title, "title_stone": "stone_a"}
    assert line(table(p1=cells), "titles").points == 0


@pytest.mark.parametrize(("answer", "points"), [("unknown", None), ("no", 0), ("yes", 5)])
def test_sets_left_at_the_end(answer, points):
    stones = {"stone_a": 2, "stone_b": 1, "stone_c": 1, "stone_d": 1}
    state = table(rulings={"final_count": answer}, p1={"stones": stones})
    assert line(state, "leftover_sets").points == points


# -- spending stones -----------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_stones_are_spent_as_well_as_by_trying_everything(seed):
    rng = random.Random(f"stones {seed}")
    for _ in range(STATES // 5):
        state = whole(GAME, random_state(rng))
        plan = GAME.optimise("stones", "p1", state)
        seat, penalty = state["seats"]["p1"], state.get("table", {}).get("penalty")
        best = most_points(seat, penalty, GAME.sheet.rulings(state)["sets_per_phase"])
        if best is None:
            assert plan.proof.verdict == "impossible"
            continue
        assert plan.worth == best, state
        if plan.proof.verdict == "optimal":
            # whatever the penalty, nothing is better
            assert plan.proof.bound == best
            if penalty is None:
                for guess in (0, 7):
                    again = most_points(seat, guess, GAME.sheet.rulings(state)["sets_per_phase"])
                    left = sum(plan.after["seats"]["p1"].get("hand_titles", {}).values())
                    assert again == best - guess * left


def test_the_surplus_pays_first():
    # 3, 2, 2, 5: four stones are above the two sets; paying four keeps both, 2 x 5 = 10
    stones = {"stone_a": 3, "stone_b": 2, "stone_c": 2, "stone_d": 5}
    plan = GAME.optimise("stones", "p1", table(p1={"stones": stones, "pay_any": 4}))
    assert plan.worth == 10
    assert plan.steps[0].en == "Pay 1 A stone, 3 D stones."
    own = plan.after["seats"]["p1"]
    assert (own["sets"], own["circles"], "stones" in own) == (2, 0, False)


def test_a_title_is_worth_more_than_the_set_it_breaks():
    # one set 5; Sure Footing with colour B breaks it but counts 6 tiles
    cells = {
        "stones": {"stone_a": 1, "stone_b": 1, "stone_c": 1, "stone_d": 1},
        "hand_titles": {"sure_footing": 1},
        "tiles_board": {"stone_b": 6, "stone_c": 4},
    }
    plan = GAME.optimise("stones", "p1", table(penalty=0, p1=cells))
    assert (plan.worth, plan.proof.verdict) == (6, "optimal")
    assert plan.after["seats"]["p1"]["title_stone"] == "stone_b"


def test_an_unknown_penalty_is_never_proven_away():
    # the set 5 against the title's 3: placing pays only if the penalty is above 2
    cells = {
        "stones": {"stone_a": 1, "stone_b": 1, "stone_c": 1, "stone_d": 1},
        "hand_titles": {"excellent_excavator": 1},
        "spots": {"spot_normal": 3},
    }
    plan = GAME.optimise("stones", "p1", table(p1=cells))
    assert (plan.worth, plan.proof.verdict, plan.proof.bound) == (5, "best found", None)
    assert "more than 2" in plan.steps[-1].en
    assert GAME.optimise("stones", "p1", table(penalty=2, p1=cells)).worth == 3
    placed = GAME.optimise("stones", "p1", table(penalty=3, p1=cells))
    assert placed.after["seats"]["p1"]["title"] == "excellent_excavator"


def test_one_set_per_phase():
    stones = {"stone_a": 2, "stone_b": 2, "stone_c": 2, "stone_d": 2}
    state = table(rulings={"sets_per_phase": "one"}, p1={"stones": stones})
    plan = GAME.optimise("stones", "p1", state)
    assert plan.worth == 5
    assert plan.after["seats"]["p1"]["stones"] == dict.fromkeys(stones, 1)


def test_one_more_stone():
    # A is what the second set lacks: 5 points; any other colour adds nothing
    stones = {"stone_a": 1, "stone_b": 2, "stone_c": 2, "stone_d": 2}
    state = table(p1={"stones": stones})
    plan = GAME.optimise("stones", "p1", state)
    found = GAME.alternatives(plan, state).one_more
    assert found == {"stone_a": 5, "stone_b": 0, "stone_c": 0, "stone_d": 0}


def test_what_cannot_be_paid():
    plan = GAME.optimise("stones", "p1", table(p1={"stones": {"stone_a": 1}, "pay_any": 2}))
    assert plan.proof.verdict == "impossible"


# -- counters ------------------------------------------------------------------------------


def test_every_die_has_one_slot_and_the_odds_add_up():
    odds = [counters.odds([slot]) for slot in counters.SLOTS]
    # 15, 6, 5, 7 and 3 of 36
    assert odds == [Fraction(n, 36) for n in (15, 6, 5, 7, 3)]
    assert sum(odds) == 1


def test_change_1_leaves_nobody_under():
    assert counters.changed("change_1", 4) == (1,)
    assert all(counters.slot(die, 1) != "under" for die in range(1, 7))


@pytest.mark.parametrize(
    ("magic", "value"), list(product(["upper", "downer", "control"], range(1, 7)))
)
def test_changed_dice_stay_dice(magic, value):
    assert all(1 <= v <= 6 and v != value for v in counters.changed(magic, value))


def test_mana_limit_and_overflow():
    assert counters.mana_limit(GAME.catalogue, None) == 5
    assert counters.mana_limit(GAME.catalogue, "mages_aptitude") == 8
    assert counters.gained(4, 3, 5) == 5
    doubts = GAME.sheet.doubts(table(p1={"mana": 6}))
    assert [d.path for d in doubts] == ["p1/mana"]
    lifted = {"mana": 6, "title": "mages_aptitude", "title_stone": "stone_a"}
    assert GAME.sheet.doubts(table(p1=lifted)) == []


def test_barrier_is_felt_twice_or_three_times():
    assert counters.barrier_rounds(2, still_to_act=True) == (2, 3, 4)
    assert counters.barrier_rounds(2, still_to_act=False) == (3, 4)
    assert counters.barrier_left(2, 5) == 0


def test_tool_uses():
    shown = [counters.yields("forceful_extraction", used) for used in range(4)]
    assert shown == ["tool", "tool", "tool", "nothing"]


def test_circles_end_the_game():
    assert counters.circles_left([0, 0, 0]) == 3
    assert counters.circles_left([2, 1, 0]) == 0


def test_magic_by_number_then_by_turn():
    lying = {"p1": ["upper", "change_1"], "p2": ["counter"], "p3": ["upper", "oblivion"]}
    mana = {"p1": 2, "p2": 1, "p3": 1}
    after = counters.next_magic(GAME.catalogue, "after_draft", lying, mana, ["p3", "p1", "p2"])
    wanted = [("p2", "counter"), ("p3", "upper"), ("p1", "upper"), ("p1", "change_1")]
    assert after == wanted
    rolled = counters.next_magic(GAME.catalogue, "after_roll", lying, mana, ["p1", "p2", "p3"])
    assert rolled == [("p3", "oblivion")]
    late = counters.next_magic(
        GAME.catalogue, "after_roll", lying, mana, ["p1", "p2", "p3"], rabbit_used=True
    )
    assert late == []
    broke = counters.next_magic(GAME.catalogue, "after_roll", lying, {"p3": 0}, ["p3"])
    assert broke == []


# -- the folder itself ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cells", "path"),
    [
        ({"mana": 6}, "p1/mana"),
        ({"magic_2": "upper"}, "p1/magic_2"),
        ({"title": "sure_footing"}, "p1/title_stone"),
        ({"tool_uses": {"over_1": 1}}, "p1/tool_uses/over_1"),
        ({"pay_colour": {"stone_a": 1}}, "p1/pay_colour/stone_a"),
        ({"pay_any": 1}, "p1/pay_any"),
    ],
)
def test_a_doubt_names_a_cell_that_the_sheet_has(cells, path):
    found = [doubt.path for doubt in GAME.sheet.doubts(table(p1=cells))]
    assert path in found
    assert all(GAME.sheet.cell(each) for each in found)


def test_a_barrier_is_not_laid_in_a_round_to_come():
    state = whole(GAME, {"seats": {"p1": {"barrier_laid": 4}}, "table": {"round": 3}})
    assert [doubt.path for doubt in GAME.sheet.doubts(state)] == ["p1/barrier_laid"]


def test_the_sheet_takes_as_many_uses_as_a_tool_has():
    field = GAME.sheet.fields["tool_uses"]
    assert field.cell.most == counters.TOOL_USES
    assert tuple(row.id for row in field.rows) == counters.OVER
    assert {o.id for o in GAME.sheet.fields["barrier"].cell.options} == set(counters.BARRIER_LEFT)
    assert tuple(row.id for row in GAME.sheet.fields["stones"].rows) == STONES


@pytest.mark.parametrize("entry", ["sets", "excellent_excavator"])
def test_a_rule_word_that_nothing_counts_stops_the_scorer(entry):
    cells = {"sets": 1, "title": "excellent_excavator", "title_stone": "stone_a"}
    found = GAME.catalogue[entry]
    strange = replace(found, scores=(Scores("by_moonlight", found.scores[0].numbers),))
    entries = {**GAME.catalogue.entries, entry: strange}
    sheet = type(GAME.sheet)(
        replace(GAME.catalogue, entries=entries), GAME.sheet.sections, GAME.sheet.table
    )
    with pytest.raises(UnknownRule, match=f"{entry}: by_moonlight"):
        score(sheet.position(table(p1=cells)))


def test_one_set_is_not_one_sets():
    assert line(table(p1={"sets": 1}), "sets").how.json() == {"en": "1 set × 5", "ja": "1組 × 5"}
    assert line(table(p1={"sets": 3}), "sets").how.json() == {"en": "3 sets × 5", "ja": "3組 × 5"}


# -- what rows and doubts say ----------------------------------------------------------------

OPEN = {"points": None, "how": "not entered", "status": "unknown"}
FULL = {"stones": {"stone_a": 3, "stone_b": 2, "stone_c": 2, "stone_d": 5}}
FOOTING = {"title": "sure_footing", "title_stone": "stone_a"}
LEFT = {"rulings": ("final_count",), "label": "Sets left at the end"}


@pytest.mark.parametrize(
    ("state", "row", "said"),
    [
        (table(p1={"sets": 2}), "sets", {"points": 10, "how": "2 sets × 5", "status": "stated"}),
        (table(p1={"sets": 2}), "sets", {"bounds": None, "label": "Stone sets", "rulings": ()}),
        (whole(GAME, {"seats": {"p1": {}}}), "sets", OPEN | {"bounds": (0, 200)}),
        (whole(GAME, {"seats": {"p1": {}}}), "circles", OPEN | {"bounds": (0, 200)}),
        (table(p1={"circles": 1}), "circles", {"points": 10, "how": "1 circle × 10"}),
        (table(p1={"circles": 1}), "circle_bonus", OPEN | {"bounds": (0, 99)}),
        (table(p1={}), "circle_bonus", None),
        (
            table(p1={"circle_bonus": 3}),
            "circle_bonus",
            {"points": 3, "how": "as entered", "status": "house"},
        ),
        (table(p1={}), "power_points", OPEN),
        (
            table(p1={"power_points": 4}),
            "power_points",
            {"points": 4, "how": "as entered", "status": "house"},
        ),
        # titles
        (table(p1={}), "titles", None),
        (
            table(p1={"title": "sure_footing"}),
            "titles",
            {
                "points": None,
                "how": "Sure Footing: the stone on it is not entered",
                "status": "unknown",
                "entry": "sure_footing",
                "label": "Title",
            },
        ),
        (
            table(p1={"title": "excellent_excavator", "title_stone": "stone_a"}),
            "titles",
            {"points": 0, "how": "Excellent Excavator: 0 completed mana spots", "status": "stated"},
        ),
        (
            table(p1={"title": "proof_of_genius"}),
            "titles",
            {"points": 0, "how": "Proof of Genius: acts during play", "status": "stated"},
        ),
        (
            table(p1={"title": "other_title"}),
            "titles",
            {"points": None, "how": "Another title: not entered", "status": "unknown"},
        ),
        (
            table(p1={"title": "other_title", "title_points": 6}),
            "titles",
            {"points": 6, "how": "Another title: as entered", "status": "house"},
        ),
        (table(p1={"title": "other_title", "title_points": 6}), "title_points", None),
        (
            table(p1={"title_points": 4}),
            "title_points",
            {"points": 4, "label": "Title", "entry": "titles", "status": "house"},
        ),
        (
            table(p1=FOOTING | {"title_points": 4}),
            "title_points",
            {"points": 4, "label": "Another title", "how": "as entered"},
        ),
        (
            table(p1={"hand_titles": {"other_title": 2}}),
            "unplaced_title",
            {
                "points": None,
                "how": "2 in hand; the penalty is not known",
                "status": "unknown",
            },
        ),
        (
            table(3, p1={"hand_titles": {"other_title": 2}}),
            "unplaced_title",
            {"points": -6, "how": "2 in hand × −3", "status": "house"},
        ),
        (table(3, p1={}), "unplaced_title", None),
        # what is left
        (
            table(p1=FULL),
            "leftover_sets",
            LEFT | {"points": None, "how": "2 sets; not known whether they score"},
        ),
        (
            table(rulings={"final_count": "yes"}, p1=FULL),
            "leftover_sets",
            LEFT | {"points": 10, "how": "2 sets × 5"},
        ),
        (
            table(rulings={"final_count": "yes"}, p1=FULL | {"left_sets": 1}),
            "leftover_sets",
            {"points": 5, "how": "1 set × 5"},
        ),
        (table(rulings={"final_count": "no"}, p1=FULL), "leftover_sets", LEFT | {"points": 0}),
        (table(p1=FULL | {"left_sets": 0}), "leftover_sets", None),
        # rows of one's own
        (table(p1={"own_1_name": "Hat"}), "own_1", OPEN | {"label": "Hat", "entry": "own_row"}),
        (
            table(p1={"own_2_points": 3}),
            "own_2",
            {
                "points": 3,
                "how": "our own row, as entered",
                "label": "A row of our own (2)",
                "status": "house",
            },
        ),
        (table(p1={"own_2_points": 0}), "own_2", {"points": 0}),
        (table(p1={"own_2_points": 3}), "own_1", None),
    ],
)
def test_a_row_says_what_it_pays_for_and_what_it_rests_on(state, row, said):
    found = line(state, row)
    if said is None:
        assert found is None
        return
    told = {key: getattr(found, key) for key in said}
    assert {key: getattr(value, "en", value) for key, value in told.items()} == said


@pytest.mark.parametrize(
    ("cells", "beside"),
    [
        ({}, {}),
        ({"title": "proof_of_genius"}, {"title_points": "0"}),
        ({"title": "other_title", "title_points": 6}, {"title_points": "6"}),
        ({"title": "sure_footing"}, {}),
        (FULL, {"left_sets": "10"}),
    ],
)
def test_points_stand_beside_the_cells_that_they_are_of(cells, beside):
    scored = GAME.score(table(rulings={"final_count": "yes"}, p1=cells))["p1"]
    assert scored.beside == beside
    assert scored.fall is None
    assert scored.unused == cells.get("stones", {})


NEEDED = {"power_points": 0}


def test_equal_totals_say_so_and_others_do_not():
    seats = {"p1": NEEDED | {"sets": 1}, "p2": NEEDED | {"sets": 1}, "p3": NEEDED | {"sets": 2}}
    state = table(rulings={"final_count": "no"}, **seats)
    found = [(p.seat, p.place, p.reason.en) for p in GAME.rank(GAME.score(state), state)]
    level = "level: the tie-break is not known"
    assert found == [("p3", 1, "by total"), ("p1", 2, level), ("p2", 2, level)]


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ({"mana": 1}, {}),
        ({"mana": 5}, {}),
        ({"mana": 6}, {"mana": ""}),
        ({"magic_2": "counter"}, {"magic_2": "Proof of Genius"}),
        ({"magic_2": "counter", "title": "proof_of_genius", "title_stone": "stone_a"}, {}),
        ({"title": "sure_footing"}, {"title_stone": "Which stone lies on it?"}),
        (FOOTING, {}),
        ({"tools": {"over_1": "other_tool"}, "tool_uses": {"over_1": 1}}, {}),
        ({"tool_uses": {"over_1": 1}}, {"tool_uses/over_1": ""}),
        ({"circle_bonus": 2}, {"circle_bonus": "A bonus, but no circle is completed."}),
        ({"circle_bonus": 2, "circles": 1}, {}),
        (FOOTING | {"title_points": 4}, {"title_points": "these points count beside it"}),
        ({"title_points": 4}, {}),
        ({"own_2_points": 3}, {"own_2_points": "What are these points for?"}),
        ({"own_2_points": 3, "own_2_name": "Hat"}, {}),
        ({"own_2_name": "Hat"}, {}),
        (FULL | {"pay_colour": {"stone_a": 3, "stone_b": 2}, "pay_any": 7}, {}),
        (FULL | {"pay_colour": {"stone_a": 3, "stone_b": 2}, "pay_any": 8}, {"pay_any": ""}),
        (
            FULL | {"pay_colour": {"stone_a": 4, "stone_b": 3, "stone_c": 2}},
            {"pay_colour/stone_a": "", "pay_colour/stone_b": ""},
        ),
        ({"pay_any": 1}, {"pay_any": ""}),
    ],
)
def test_what_looks_wrong_is_told_at_its_cell(cells, said):
    found = {each.path: each.message.en for each in GAME.sheet.doubts(table(p1=cells))}
    assert found.keys() == {f"p1/{path}" for path in said}
    assert all(words.lower() in found[f"p1/{path}"].lower() for path, words in said.items())


@pytest.mark.parametrize(
    ("now", "laid", "doubted"), [(3, 4, True), (3, 3, False), (None, 4, False)]
)
def test_a_barrier_is_laid_by_now_if_the_round_is_known(now, laid, doubted):
    raw = {"seats": {"p1": {"barrier_laid": laid}}, "table": {"round": now} if now else {}}
    found = [each.path for each in GAME.sheet.doubts(whole(GAME, raw))]
    assert found == (["p1/barrier_laid"] if doubted else [])


def test_a_row_that_the_table_named_is_not_nameless():
    raw = {"seats": {"p1": {"own_1_points": 3}}, "table": {"own_1": "Hat"}}
    state = whole(GAME, raw)
    assert GAME.sheet.doubts(state) == []
    assert line(state, "own_1").label.en == "Hat"
