"""The calculators of Diploma: what they say, what they leave unsaid, and what they write back."""

import re
import tomllib
from pathlib import Path

import pytest

from scoring import game
from scoring.model.rulings import default_preset
from tests.whole import whole

GAME = game("diploma")
EXAMPLES = Path(__file__).parents[3] / "scoring/games/diploma/examples"


def asked(calculator, seats, **more):
    """The answer of a form that is filled in by hand."""
    form = GAME.calculators[calculator].form
    return form.answer(form.sheet.position(form.sheet.read({"seats": seats, **more})))


def at_table(calculator, state, seat="p1", own=None, **table):
    """The answer of the form that a table fills, with some cells added by hand."""
    form = GAME.calculators[calculator].form
    filled = form.filled(GAME.sheet.position(whole(GAME, state)), seat)
    filled["seats"][seat] |= own or {}
    filled["table"] = filled.get("table", {}) | table
    return form.answer(form.sheet.position(form.sheet.read(filled)))


def applied(state, answer, which=0):
    return GAME.sheet.read(GAME.sheet.put(state, answer.applies[which].cells))


def rows(answer, block=0):
    return [(row.label.en, row.value.en) for row in answer.blocks[block].rows]


# -- magic ---------------------------------------------------------------------------------


def test_magic_by_number_then_from_the_round_player_on():
    state = {
        "seats": {
            "p1": {"magic_1": "control", "mana": 2},
            "p2": {"magic_1": "upper", "mana": 1},
            "p3": {"magic_1": "control", "mana": 1},
        },
        "play": {"first": "p2"},
    }
    answer = at_table("magic_now", state, window="after_draft")
    # Upper is 5, Control 7; the round player is p2, so p3 comes before p1
    assert answer.summary.en == "Player 2: Upper → Player 3: Control → Player 1: Control"
    assert "mana" not in applied(state, answer)["seats"]["p2"]
    assert applied(state, answer, 2)["seats"]["p1"]["mana"] == 1


def test_oblivion_is_off_after_rabbit_start_and_nothing_works_without_mana():
    seats = {"p1": {"magic_1": "oblivion", "mana": 3}, "p2": {"magic_1": "rabbit_start"}}
    answer = asked("magic_now", seats, table={"window": "after_roll", "rabbit_used": True})
    assert answer.summary.en == "Nobody can use magic now."
    why = {row.label.en: row.how.en for row in answer.blocks[0].rows}
    assert why == {"(Oblivion)": "not after Rabbit Start", "(Rabbit Start)": "no mana"}


def test_without_a_moment_all_three_are_listed():
    answer = asked("magic_now", {"p1": {"magic_1": "color_scan", "mana": 1}})
    assert [block.title.en for block in answer.blocks] == [
        "Before the roll",
        "After the roll",
        "After the draft",
    ]


# -- dice ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("die", "judge", "slot"),
    [(1, 3, "Under"), (3, 3, "Even"), (4, 3, "Over 1"), (6, 3, "Over 2.3"), (6, 1, "Over 4.5")],
)
def test_the_slot_of_a_die(die, judge, slot):
    answer = asked("die", {"p1": {"die_1": str(die)}}, table={"judgement": str(judge)})
    assert answer.summary.en == f"{die} against {judge}: {slot}."


def test_a_tool_must_work_and_is_counted():
    cells = {"tools": {"over_1": "forceful_extraction"}, "tool_uses": {"over_1": 2}}
    state = {"seats": {"p1": cells}, "table": {"judgement": "2"}}
    answer = at_table("die", state, own={"die_1": "3"})
    assert rows(answer) == [("Over 1", "Forceful Extraction")]
    state = applied(state, answer)
    assert state["seats"]["p1"]["tool_uses"]["over_1"] == 3
    # used three times: the slot is blocked
    assert rows(at_table("die", state, own={"die_1": "3"})) == [("Over 1", "nothing")]


def test_a_spent_barrier_shields_from_the_penalty():
    table = {"judgement": "5"}
    assert rows(asked("die", {"p1": {"die_1": "1"}}, table=table)) == [("Under", "penalty")]
    shielded = {"die_1": "1", "barrier": "spent"}
    assert rows(asked("die", {"p1": shielded}, table=table)) == [("Under", "no penalty")]


def test_what_my_magic_could_change():
    cells = {"die_1": "2", "magic_1": "change_6", "magic_2": "change_1", "mana": 1}
    answer = asked("die", {"p1": cells}, table={"judgement": "3"})
    assert rows(answer, 1) == [
        ("Change 6: 2 → 6", "Over 2.3"),
        ("Change 1: judgement die 3 → 1", "Over 1"),
    ]
    assert len(asked("die", {"p1": cells | {"mana": 0}}, table={"judgement": "3"}).blocks) == 2


def test_odds_add_up():
    answer = asked("die", {"p1": {}})
    assert [row.how.en for row in answer.blocks[0].rows] == [
        "15/36",
        "6/36",
        "5/36",
        "7/36",
        "3/36",
    ]
    assert sum(row.share for row in answer.blocks[0].rows) == 1


# -- mana and tools ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ({"mana": 4, "gain": 3}, "5 of 5 mana. 2 are lost."),
        ({"mana": 4, "gain": 3, "aptitude": True, "spend": 1}, "6 of 8 mana."),
        ({"mana": 1, "spend": 2}, "Not enough: 1 mana."),
    ],
)
def test_mana_gains_up_to_the_limit(cells, said):
    assert asked("mana", {"p1": cells}).summary.en == said


def test_aptitude_is_known_at_a_table():
    state = {"seats": {"p1": {"mana": 5, "title": "mages_aptitude"}, "p2": {}}}
    answer = at_table("mana", state, own={"gain": 2})
    assert answer.summary.en == "7 of 8 mana."
    assert applied(state, answer)["seats"]["p1"]["mana"] == 7


def test_tools_wear_out_and_can_be_thrown_out():
    cells = {
        "tools": {"over_1": "forceful_extraction", "over_45": "other_tool"},
        "tool_uses": {"over_45": 3},
        "mana": 1,
    }
    state = {"seats": {"p1": cells}}
    answer = at_table("tool_uses", state)
    assert answer.summary.en == "1 at work, 1 spent."
    assert [value for _, value in rows(answer)] == ["3 uses left", "face down"]
    after = applied(state, answer, 2)["seats"]["p1"]
    assert after == {"tools": {"over_1": "forceful_extraction"}}


# -- barriers ------------------------------------------------------------------------------


def test_barriers_are_felt_twice_or_three_times():
    seats = {"p1": {"laid": 4, "still": True}, "p2": {"laid": 4}, "p3": {}}
    answer = asked("barriers", seats, table={"round": 4})
    assert answer.summary.en == "Felt in round 4 by Player 1."
    assert [row.how.en for row in answer.blocks[0].rows] == [
        "felt in rounds 4, 5, 6",
        "felt in rounds 5, 6",
    ]
    state = applied({"seats": {"p1": {}, "p2": {}, "p3": {}}}, answer)
    assert state["seats"]["p2"]["barrier"] == "left_3"
    # what was written is what the form is filled with
    assert at_table("barriers", state) == answer


@pytest.mark.parametrize(("now", "shown"), [(4, "3 left"), (6, "1 left"), (7, "spent: shields")])
def test_the_counter_of_a_barrier(now, shown):
    answer = asked("barriers", {"p1": {"laid": 4}}, table={"round": now})
    assert rows(answer) == [("Player 1", shown)]


# -- a scoring phase -----------------------------------------------------------------------


def test_a_phase_whose_values_are_not_entered_is_partial():
    stones = {"stone_a": 2, "stone_b": 2, "stone_c": 3, "stone_d": 2}
    state = {"seats": {"p1": {"stones": stones}}}
    answer = at_table("scoring_phase", state, own={"goal": True})
    # 2 x 5 + 10, bonus and power open
    assert answer.summary.en == "Partial: 20 points, without what is not entered."
    after = applied(state, answer)
    own = after["seats"]["p1"]
    assert own | {"none": 0} == {"stones": {"stone_c": 1}, "sets": 2, "circles": 1, "none": 0}
    assert GAME.score(after)["p1"].total is None


def test_a_phase_with_everything_entered():
    stones = dict.fromkeys(("stone_a", "stone_b", "stone_c", "stone_d"), 2)
    state = {"seats": {"p1": {"stones": stones}}, "rulings": {"sets_per_phase": "one"}}
    own = {"goal": True, "bonus": 3, "power": 0, "first_phase": True}
    answer = at_table("scoring_phase", state, own=own)
    # one set 5, circle 10, bonus 3
    assert answer.summary.en == "18 points."
    after = applied(state, answer)
    assert after["seats"]["p1"]["stones"] == dict.fromkeys(stones, 1)
    assert (after["seats"]["p1"]["circle_bonus"], after["seats"]["p1"]["power_points"]) == (3, 0)


def test_a_sum_with_an_unknown_part_stays_unknown():
    state = {"seats": {"p1": {"circles": 1, "sets": 1}}}
    answer = at_table("scoring_phase", state, own={"goal": True, "bonus": 3, "power": 2})
    after = applied(state, answer)["seats"]["p1"]
    # the bonus of the first circle was never entered, nor power before
    assert "circle_bonus" not in after
    assert "power_points" not in after


def test_no_unknown_value_shows_as_a_number():
    answers = [
        asked("scoring_phase", {"p1": {"goal": True}}),
        asked("die", {"p1": {"die_1": "1", "die_2": "3"}}, table={"judgement": "3"}),
    ]
    for answer in answers:
        listed = {row.label.en: row.value.en for row in answer.blocks[0].rows}
        unknown = {"Circle bonus", "Points from power", "Under", "Even"}
        shown = [value for label, value in listed.items() if label in unknown]
        assert shown
        assert not any(re.search(r"[0-9]", value) for value in shown)
    assert "Partial" in answers[0].summary.en
    assert "未確定" in answers[0].summary.ja


# -- the end and the next round ------------------------------------------------------------


def test_circles_until_the_end():
    assert asked("circles_left", {"p1": {"circles": 1}, "p2": {}, "p3": {}}).summary.en.startswith(
        "2 circles more"
    )
    state = {"seats": {"p1": {"circles": 1}, "p2": {"circles": 1}}}
    answer = at_table("circles_left", state)
    assert "the game ends" in answer.summary.en
    assert applied(state, answer)["play"]["stage"] == "end"


def test_the_next_round_moves_everything_on():
    state = whole(
        GAME,
        {
            "seats": {"p1": {"barrier": "left_1"}, "p2": {"barrier": "left_3"}, "p3": {}},
            "table": {"round": 3, "judgement": "4"},
            "play": {
                "stage": "handover",
                "first": "p3",
                "done": {"production": {"roll": True}, "setup": {"magic": True}},
            },
        },
    )
    answer = at_table("next_round", state)
    assert answer.summary.en == "Round 4: Player 1 is round player."
    after = applied(state, answer)
    assert after["table"] == {"round": 4}
    assert after["play"] == {
        "stage": "production",
        "first": "p1",
        "done": {"setup": {"magic": True}},
    }
    assert [after["seats"][s].get("barrier") for s in ("p1", "p2", "p3")] == [
        "spent",
        "left_2",
        None,
    ]


def test_counters_agree_with_the_round_they_were_laid_in():
    # three rounds by one-by-one ticks and by arithmetic are the same
    state = {"seats": {"p1": {}, "p2": {}}, "table": {"round": 2}}
    state = applied(state, asked("barriers", {"p1": {"laid": 2}, "p2": {}}, table={"round": 2}))
    for _ in range(4):
        state = applied(state, at_table("next_round", state))
        assert rows(at_table("barriers", state))
        again = applied(state, at_table("barriers", state))
        assert again["seats"]["p1"]["barrier"] == state["seats"]["p1"]["barrier"]


# -- course and examples -------------------------------------------------------------------


def test_the_course_has_the_phases_of_a_round():
    phases = [phase.id for phase in GAME.sheet.phases.listed(GAME.sheet.blank(2))]
    assert phases == ["setup", "production", "placement", "scoring", "handover", "end"]


def test_every_rule_word_and_ruling_is_worked():
    words, answered = set(), set()
    for path in EXAMPLES.glob("*.toml"):
        example = tomllib.loads(path.read_text("utf-8"))
        assert example["source"] in GAME.catalogue.sources
        state = whole(GAME, example["state"])
        rulings = GAME.sheet.rulings(state)
        preset = default_preset(GAME.catalogue)
        answered |= {e.id for e in GAME.catalogue.rulings() if rulings[e.id] != e.presets[preset]}
        for breakdown in GAME.score(state).values():
            for line in breakdown.lines:
                words |= {s.rule for s in GAME.catalogue[line.entry].scores}
        titles = {cells.get("title") for cells in state["seats"].values()} - {None}
        words |= {s.rule for title in titles for s in GAME.catalogue[title].scores}
    assert words == set(GAME.catalogue.rules)
    assert answered == {entry.id for entry in GAME.catalogue.rulings()}
