"""The promises of every game, whatever it is. A new folder is tested here without a new line.

A failure names the game; the game's own tests say whether its numbers are right.
"""

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from companion.api import views
from companion.api.score_types import PlanReport, Report, plain
from scoring import game as find
from scoring import games
from scoring.game import Game
from scoring.model.breakdown import CONFIDENCES, STATUSES, Breakdown, Line
from scoring.model.calculator import Answer, Calculator
from scoring.model.cells import CellPath, Option
from scoring.model.plan import NoAnswer, State
from scoring.model.rulings import default, default_preset
from scoring.model.sheet import Sheet
from scoring.model.sheet_fields import SHARED
from scoring.model.sheet_reader import Reading
from scoring.solving import deadline
from scoring.text.localised import Text
from tests.contract.random_states import states
from tests.contract.toy_game import GAMES, SHELF

ROOT = Path(__file__).parents[2]
FOLDERS = {
    folder.parents[1].name: folder.parents[1]
    for root in (*GAMES.__path__, str(SHELF))
    for folder in sorted(Path(root).glob("*/data/game.toml"))
}
EXAMPLES = [
    pytest.param(slug, path, id=f"{slug}-{path.stem}")
    for slug, folder in FOLDERS.items()
    for path in sorted((folder / "examples").glob("*.toml"))
]

# Drawing a state costs more than scoring it; health checks would measure our own strategy.
few = settings(max_examples=50, suppress_health_check=list(HealthCheck))
very_few = settings(max_examples=15, suppress_health_check=list(HealthCheck))


@pytest.fixture(params=list(FOLDERS))
def game(request):
    return find(request.param)


each_game = pytest.mark.parametrize("slug", list(FOLDERS))


# ── the shelf and the box ──────────────────────────────────────────────────────────────


def test_a_folder_is_all_it_takes():
    assert "toy" in games()
    assert find("toy").name.ja == "おもちゃの果樹園"
    assert set(games()) == set(FOLDERS)


def test_every_box_is_read_without_scorer_or_solver():
    program = (
        "import sys, scoring\n"
        "boxes = scoring.games()\n"
        "assert all(b.name.en and b.players for b in boxes.values())\n"
        "print([m for m in sys.modules\n"
        "       if m.startswith(('scoring.games.', 'scoring.solving.ilp', 'pulp', 'highspy'))])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_the_game_is_the_one_on_the_lid(game):
    box = games()[game.slug]
    assert (box.slug, box.name, box.stage) == (game.slug, game.name, game.stage)
    assert game.catalogue.box == box
    assert game.sheet.catalogue is game.catalogue


# ── words ──────────────────────────────────────────────────────────────────────────────


def said(value: Any, where: str = "") -> Iterator[tuple[str, Text]]:
    """Every text inside, with the way to it."""
    if isinstance(value, Text):
        yield where, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from said(inner, f"{where}/{key}")
    elif isinstance(value, list | tuple):
        for n, inner in enumerate(value):
            yield from said(inner, f"{where}/{n}")
    elif hasattr(value, "__dataclass_fields__"):
        for key in value.__dataclass_fields__:
            yield from said(getattr(value, key), f"{where}/{key}")


GAP = re.compile(r"\{\w*\}")


def wrong_texts(value: Any, *, may_be_empty: bool = False, state: State | None = None) -> list[str]:
    """Texts that lack a language, or show a gap that nobody filled.

    A player's own words, as in ``state``, may look like a gap.
    """
    typed = json.dumps(state, ensure_ascii=False)
    return [
        f"{path}: {text}"
        for path, text in said(value)
        if not ((text.en.strip() and text.ja.strip()) or (may_be_empty and not text.en + text.ja))
        or any(gap not in typed for words in (text.en, text.ja) for gap in GAP.findall(words))
    ]


def test_everything_in_the_catalogue_is_said_in_both_languages(game):
    """A name may be a number or latin letters; a sentence copied from English may not."""
    it = game.catalogue
    parts = (it.box, it.sources, it.kinds, it.facts, it.rules, it.presets, it.entries)
    assert [wrong for part in parts for wrong in wrong_texts(part)] == []
    assert [e.id for e in it.values() if not re.search(r"[ぁ-ヿ一-鿿]", e.text.ja)] == []
    for what in (it.box, *it.values()):
        assert re.fullmatch(r"[ぁ-ゖー0-9a-z ]+", what.kana), what
        assert what.romaji.isascii(), what


def test_every_kind_fact_and_rule_word_is_used_and_every_entry_tells_its_source(game):
    it = game.catalogue
    for entry in it.values():
        assert entry.status in STATUSES
        assert entry.confidence in CONFIDENCES
        assert set(entry.cites) <= set(it.sources)
    assert set(it.kinds) == {e.kind for e in it.values()}
    assert set(it.facts) == {key for e in it.values() for key in e.facts}
    assert set(it.rules) == {s.rule for e in it.values() for s in e.scores}


# ── the sheet ──────────────────────────────────────────────────────────────────────────


def seats(game: Game) -> range:
    return range(1, game.sheet.most_seats + 1)


def misfits(schema: dict[str, Any], value: Any) -> list[str]:
    return [each.message for each in Draft202012Validator(schema).iter_errors(value)]


KEYWORDS = {
    *("$schema", "title", "type", "const", "enum", "minimum", "maximum", "maxLength", "pattern"),
    *("minProperties", "required", "properties", "patternProperties", "additionalProperties"),
}


def keywords(schema: dict[str, Any]) -> set[str]:
    parts = [schema.get(each, {}).values() for each in ("properties", "patternProperties")]
    return set(schema).union(*(keywords(part) for several in parts for part in several))


def test_blank_sheets_read_back_and_fit_the_schema(game):
    schema = game.sheet.schema()
    assert keywords(schema) <= KEYWORDS, "the schema of a sheet stays small"
    for n in seats(game):
        blank = game.sheet.blank(n)
        assert game.sheet.read(blank) == blank
        assert game.sheet.loads(json.dumps(blank)).state == blank
        assert misfits(schema, blank) == []
        assert game.sheet.doubts(blank) == []
        assert len(blank["seats"]) == n


def test_no_sheet_for_nobody_or_for_too_many(game):
    for n in (0, -1, game.sheet.most_seats + 1):
        with pytest.raises(ValueError, match="players"):
            game.sheet.blank(n)


def test_ids_of_fields_are_plain_and_unique(game):
    shared = (*game.sheet.table_fields.values(), *game.sheet.play_fields.values())
    listed = [*game.sheet.fields.values(), *shared]
    assert sum(len(s.fields) for s in game.sheet.sections) == len(game.sheet.declared)
    sections = [s.id for s in (*game.sheet.sections, *game.sheet.table)]
    assert len({f.id for f in listed}) == len(listed)
    assert len(set(sections)) == len(sections)
    for field in listed:
        for axis in field.axes():
            assert len(set(axis)) == len(axis), field.id
            assert all(re.fullmatch(r"[a-z0-9_]+", id_) for id_ in axis), field.id
        assert (field.cell.kind == "choice") == bool(field.cell.options), field.id


def test_what_a_field_points_at_exists(game):
    sheet = game.sheet
    for section in (*sheet.sections, *sheet.table):
        assert not section.when or sheet.cell(section.when), section.id
        assert not section.when or section.when.startswith("table/"), section.id
        assert not section.unless or sheet.cell(section.unless), section.id
    for field in sheet.fields.values():
        rows = {row.id for row in field.rows}
        if field.when:
            waits, _, face = field.when.partition("=")
            cell = sheet.cell(f"p1/{waits}")
            assert waits in sheet.fields or cell, field.id
            assert not face or (cell and face in {o.id for o in cell.options}), field.id
        for group in field.groups:
            assert not group.when or sheet.cell(group.when), field.id
        assert set(field.most_in_box or {}) <= rows, field.id
        for key in field.notes:
            assert (key if isinstance(key, str) else key[0]) in rows or key[0] == "", field.id


def test_the_sheet_speaks_both_languages(game):
    for section in (*game.sheet.sections, *game.sheet.table):
        assert wrong_texts((section.label, [f.label for f in section.fields])) == []
        assert wrong_texts(section, may_be_empty=True) == []
        for field in section.fields:
            assert wrong_texts((field.rows, field.columns, field.cell)) == []
    for calculator in game.calculators.values():
        assert wrong_texts(calculator) == []
    for language in ("en", "ja"):
        names = [each.name.in_language(language) for each in game.calculators.values()]
        assert len(set(names)) == len(names), "two calculators have one name"
    assert not game.final or game.calculators[game.final].planner


def test_the_schema_says_no_to_what_the_sheet_refuses(game):
    schema, blank = game.sheet.schema(), game.sheet.blank(1)
    assert json.loads(json.dumps(schema)) == schema
    assert schema["$schema"].endswith("2020-12/schema")
    for wrong in (
        {},
        {"seats": {}},
        blank | {"extra": 1},
        blank | {"game": "another"},
        {"seats": {"p0": {}}},
        {"seats": {f"p{game.sheet.most_seats + 1}": {}}},
        {"seats": {"p1": {"no_such_field": 1}}},
        {"seats": {"p1": {"name": 3}}},
        blank | {"rulings": {"no_such_ruling": "x"}},
        [],
    ):
        assert misfits(schema, wrong), wrong
        assert game.sheet.take(wrong).errors, wrong


@each_game
@few
@given(data=st.data())
def test_any_state_survives_every_way_of_writing_it(slug, data):
    game = find(slug)
    sheet = game.sheet
    state = data.draw(states(game, most=999))
    assert sheet.read(state) == state
    assert sheet.loads(json.dumps(state).encode()).state == state
    assert misfits(sheet.schema(), state) == []
    cells = sheet.cells(state)
    bare = {k: v for k, v in state.items() if k not in SHARED} | {
        "seats": {seat: {} for seat in state["seats"]}
    }
    assert sheet.put(bare, cells) == state
    typed = {path: "1" if value is True else str(value) for path, value in cells.items()}
    entered = sheet.enter(bare, typed)
    assert (entered.errors, entered.state) == ([], state)
    assert sheet.put(state, dict.fromkeys(cells)) == bare


# ── scores ─────────────────────────────────────────────────────────────────────────────


def check_breakdown(game: Game, state: State, breakdown: Breakdown) -> None:
    ids = [line.id for line in breakdown.lines]
    assert len(set(ids)) == len(ids), "a row is there twice"
    rulings = {e.id for e in game.catalogue.rulings()}
    for line in breakdown.lines:
        assert wrong_texts(line.label, state=state) == []
        assert wrong_texts((line.how, line.group), may_be_empty=True, state=state) == []
        assert set(line.cites) <= set(game.catalogue.sources), line.id
        assert line.entry is None or line.entry in game.catalogue, line.id
        assert set(line.rulings) <= rulings, line.id
        assert line.status in STATUSES, line.id
        if line.points is not None and _differs(game, state, line):
            assert line.status == "house", line.id
        elif line.rulings:
            assert line.status != "house", line.id
        assert line.points is None or type(line.points) is int, line.id
        assert all(piece in game.catalogue for piece in line.pieces), line.id
        assert all(number > 0 for number in line.pieces.values()), line.id
    open_rows = any(line.points is None for line in breakdown.lines)
    assert breakdown.partial == (open_rows or bool(breakdown.missing))
    found = breakdown.range
    assert (found.exact is None) == (breakdown.total is None)
    assert found.exact in (None, breakdown.total)


def _differs(game: Game, state: State, line: Line) -> bool:
    """Does a row rest on another answer than the one that is in force by default?"""
    rulings = game.sheet.rulings(state)
    return any(rulings[id_] != default(game.catalogue, id_) for id_ in line.rulings)


SHAPES = json.loads(json.dumps(views.described()["components"]))
"""As the document of the API describes its answers; it leaves no other key open."""


def check_shape(name: str, report: dict[str, Any]) -> None:
    assert json.loads(json.dumps(report, allow_nan=False)) == report
    assert misfits({"$ref": f"#/components/schemas/{name}", "components": SHAPES}, report) == []


def check_report(state: State, report: dict[str, Any]) -> None:
    check_shape("Report", report)
    assert set(report["seats"]) == set(state["seats"])
    for seat in report["seats"].values():
        assert ("steps" in seat) == ("proof" in seat)
        assert (seat["total"] is None) == seat["partial"]
    assert sorted(each["seat"] for each in report["ranking"]) == sorted(state["seats"])


def test_blank_sheets_score_for_every_number_of_seats(game):
    for n in seats(game):
        blank = game.sheet.blank(n)
        for breakdown in game.score(blank).values():
            check_breakdown(game, blank, breakdown)
        check_report(blank, plain(Report.of(game, blank)))


@each_game
@few
@given(data=st.data())
def test_any_state_has_a_score(slug, data):
    game = find(slug)
    state = data.draw(states(game, most=data.draw(st.sampled_from([3, 40, 999]))))
    before = json.dumps(state)
    scored = game.score(state)
    assert list(scored) == list(game.sheet.seats(state))
    for breakdown in scored.values():
        check_breakdown(game, state, breakdown)
    assert {p.seat for p in game.rank(scored, state)} == set(scored)
    for doubt in game.sheet.doubts(state):
        assert wrong_texts(doubt, state=state) == []
        path = CellPath(doubt.path)
        assert path.holder in (*state["seats"], "table"), doubt.path
        assert game.sheet.cell(path), doubt.path
    assert json.dumps(state) == before, "scoring changed the state"


@each_game
@very_few
@given(data=st.data())
def test_any_small_state_is_settled_and_reported(slug, data):
    game = find(slug)
    state = data.draw(states(game, seats=2, most=4, cells=12, decided=False))
    before = json.dumps(state)
    settled, _ = game.solve_open_decisions(state)
    assert game.sheet.read(settled) == settled
    scored, again = game.score(settled), game.score(game.solve_open_decisions(settled)[0])
    for seat, breakdown in scored.items():
        check_breakdown(game, state, breakdown)
        assert breakdown.total == again[seat].total, "settling twice is settling once"
    check_report(state, plain(Report.of(game, state)))
    assert json.dumps(state) == before, "settling changed the state"


@each_game
@very_few
@given(data=st.data())
def test_every_planner_has_an_answer_that_the_scorer_agrees_with(slug, data):
    game = find(slug)
    planners = [c.id for c in game.calculators.values() if c.planner]
    if not planners:
        pytest.skip("plans nothing")
    calculator = data.draw(st.sampled_from(sorted(planners)))
    state = data.draw(states(game, seats=2, most=4, cells=12, decided=calculator != game.final))
    before = json.dumps(state)
    plan = game.optimise(calculator, "p1", state)
    assert (plan.calculator, plan.seat) == (calculator, "p1")
    assert wrong_texts(plan.steps, state=state) == []
    assert game.sheet.read(plan.after) == plan.after
    if plan.proof.verdict == "optimal":
        assert plan.proof.bound == plan.worth
    check_shape("PlanReport", plain(PlanReport.of(game, plan, state)))
    assert json.dumps(state) == before, "asking changed the state"


def test_an_unknown_calculator_or_seat_is_refused(game):
    blank = game.sheet.blank(1)
    with pytest.raises(KeyError):
        game.optimise("no_such_calculator", "p1", blank)
    for calculator in game.calculators.values():
        with pytest.raises(KeyError):
            game.optimise(calculator.id, "p9", blank)


# ── the course of play and the forms ───────────────────────────────────────────────────


def test_the_course_of_play_is_in_order_for_every_table(game):
    course = game.sheet.phases
    listed = [phase.id for phase in course.phases]
    assert len(set(listed)) == len(listed)
    assert wrong_texts((course.first, [(s.name, s.steps) for s in course.phases])) == []
    for phase in course.phases:
        assert len({step.id for step in phase.steps}) == len(phase.steps), phase.id
        assert all(not step.entry or step.entry in game.catalogue for step in phase.steps)
    met = set()
    for n in seats(game):
        state = game.sheet.blank(n)
        phases = course.listed(state)
        met |= {phase.id for phase in phases}
        assert len(set(phases)) == len(phases)
        for before, phase in zip((None, *phases), phases, strict=False):
            at = game.sheet.put(state, {"play/stage": phase.id})
            assert course.at(at) == phase
            assert course.adjacent(at)[0] == before
    assert met or not course.phases


@each_game
@very_few
@given(data=st.data())
def test_any_table_stands_somewhere(slug, data):
    game = find(slug)
    state = data.draw(states(game, most=4))
    now = game.sheet.phases.at(state)
    assert (now is None) == (not game.sheet.phases.phases)
    if now:
        assert game.sheet.phases.done(state, now) <= {column.id for column in _columns(game)}


def _columns(game: Game) -> tuple[Option, ...]:
    done = game.sheet.play_fields.get("done")
    return done.columns if done else ()


def check_answer(game: Game, state: State, given: State, answer: Answer) -> None:
    """``given`` is the form that was answered; cells to apply belong to the game's own sheet."""
    assert wrong_texts(answer.summary, state=given) == []
    assert set(answer.cites) <= set(game.catalogue)
    for block in answer.blocks:
        assert wrong_texts(block.title, state=given) == []
        for row in block.rows:
            assert wrong_texts(row.label, state=given) == []
            assert wrong_texts((row.value, row.how), may_be_empty=True, state=given) == []
            assert not row.entry or row.entry in game.catalogue
            assert all(piece in game.catalogue for piece in row.pieces)
            assert row.share is None or 0 <= row.share <= 1
    for apply in answer.applies:
        assert wrong_texts(apply.label, state=given) == []
        for path, value in apply.cells.items():
            cell = game.sheet.cell(path)
            assert cell is not None, path
            assert value is None or cell.read(value) is not None or value == 0, path
        game.sheet.read(game.sheet.put(state, apply.cells))


@each_game
@very_few
@given(data=st.data())
@pytest.mark.slow
def test_every_form_is_answered_whatever_it_says(slug, data):
    game = find(slug)
    calculators = [c for c in game.calculators.values() if c.form]
    if not calculators:
        pytest.skip("has no forms")
    for calculator in calculators:
        _check_form(game, calculator, data)


def _check_form(game: Game, calculator: Calculator, data: Any) -> None:
    assert re.fullmatch(r"[a-z0-9_]+", calculator.id)
    form = calculator.form
    assert form
    table = data.draw(states(game, most=9))
    asked = sorted(table["seats"])[0]
    given = [
        data.draw(states(form, most=9, seats=1 if form.scope == "one" else None)),
        form.sheet.blank(1),
        form.filled(game.sheet.position(table), asked),
    ]
    assert set(given[-1]["seats"]) == ({asked} if form.scope == "one" else set(table["seats"]))
    for state in given:
        before = json.dumps(state)
        try:
            with deadline.within(0.5):
                answer = form.answer(form.sheet.position(state))
        except NoAnswer:
            continue  # dear, and the page says so; that is held elsewhere
        own = table | {"seats": {s: table["seats"].get(s, {}) for s in state["seats"]}}
        check_answer(game, own, state, answer)
        shaped = form.shaped(state)
        kept = shaped.take(state, stored=True).state
        assert shaped.take(kept, stored=True) == Reading(kept, [])
        assert wrong_texts([f.label for f in shaped.fields.values()], state=state) == []
        assert json.dumps(state) == before, "answering changed the form"


# ── worked games ───────────────────────────────────────────────────────────────────────


@cache
def example(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text("utf-8"))


@cache
def worked(slug: str, path: Path) -> tuple[State, dict[str, Breakdown]]:
    """The example's state and its score, settled if it says so."""
    game, table = find(slug), example(path)
    state = game.sheet.with_rest_none(game.sheet.read(table["state"]))
    settled = game.solve_open_decisions(state)[0] if table.get("settle") else state
    return state, dict(game.score(settled))


@pytest.mark.parametrize(("slug", "path"), EXAMPLES)
def test_a_worked_game_matches_line_by_line(slug, path):
    """Every row is listed, those worth 0 or not known if they help; a total if none is open."""
    game, table = find(slug), example(path)
    assert set(table) - {"settle"} == {"name", "text", "source", "state", "expect"}
    for words in (table["name"], table["text"]):
        assert set(words) == {"en", "ja"}
        assert all(word.strip() for word in words.values())
    assert table["source"] in game.catalogue.sources
    _, scored = worked(slug, path)
    for seat, expected in table["expect"].items():
        known = {li.id: li.points for li in scored[seat].lines if li.points is not None}
        found = {id_: value for id_, value in known.items() if value or id_ in expected}
        if len(known) == len(scored[seat].lines):
            found["total"] = scored[seat].known
        assert found == expected, seat


def test_a_game_is_worked_as_far_as_its_stage_says(game):
    """Draft: it loads. Partial: one worked game. Complete: each rule word, each ruling."""
    paths = sorted((FOLDERS[game.slug] / "examples").glob("*.toml"))
    if game.stage == "draft":
        return
    assert paths, "has no worked game"
    if game.stage == "partial":
        return
    it = game.catalogue
    preset = default_preset(it)
    rules = set()
    answered = set()
    for path in paths:
        state, scored = worked(game.slug, path)
        rulings = game.sheet.rulings(state)
        answered |= {e.id for e in it.rulings() if rulings[e.id] != e.presets[preset]}
        for seat, expected in example(path)["expect"].items():
            for line in scored[seat].lines:
                if line.id in expected and line.entry:
                    rules |= {s.rule for s in it[line.entry].scores}
    assert {s.rule for e in it.values() for s in e.scores} - rules == set(), "rule words"
    assert {e.id for e in it.rulings()} - answered == set(), "rulings"


NOT_PLAYED = {
    *("keyflower/purple_not_on_storage", "keyflower/storage_release", "keyflower/whole_village"),
    *("keyflower/village_on_the_map", "map_masters/paths"),
}
"""Worked games of a part of a sheet, or with a slip in it: the box holds no such table."""
UNWORKED = {
    "diploma": {"own_row"},
    "nidavellir": {"armorer_blacksmith", "blacksmith_card", "hunter_card", "olwyns_double"},
}
"""Entries that a sheet has under another name."""
ALIKE = {"keyflower"}
"""Games in which dozens of tiles score alike."""


@pytest.mark.parametrize(("slug", "path"), EXAMPLES)
def test_a_worked_game_could_have_been_played(slug, path):
    game, (state, _) = find(slug), worked(slug, path)
    doubts = game.sheet.doubts(game.solve_open_decisions(state)[0])
    assert bool(doubts) == (f"{slug}/{path.stem}" in NOT_PLAYED), doubts


def test_whatever_scores_is_in_a_worked_game(game):
    if game.stage != "complete" or game.slug in ALIKE:
        return
    met = set(UNWORKED.get(game.slug, ()))
    for path in sorted((FOLDERS[game.slug] / "examples").glob("*.toml")):
        state, scored = worked(game.slug, path)
        for at, value in game.sheet.cells(state).items():
            met |= {*at.split("/"), str(value)}
        met |= {line.entry for each in scored.values() for line in each.lines if line.points}
    assert {entry.id for entry in game.catalogue.values() if entry.scores} - met == set()


BY_NAME = {
    *("diploma/circle_bonus", "diploma/leftover_sets", "diploma/power_points"),
    *("diploma/unplaced_title", "nidavellir/royal_treasure"),
}
"""Rows that are one of a kind: they are counted by their id, and no rule word is asked."""
WORDED = ("dice_forge", "diploma", "keyflower", "nidavellir")
"""Games that count by rule words; one that counts all its rows by their ids asks for none."""


@pytest.mark.parametrize("worded", [slug for slug in WORDED if slug in FOLDERS])
def test_a_rule_word_that_nothing_counts_stops_the_scorer(worded):
    game, met = find(worded), set()
    for path in sorted((FOLDERS[worded] / "examples").glob("*.toml")):
        state, scored = worked(worded, path)
        state = game.solve_open_decisions(state)[0]
        for id_ in {line.entry for each in scored.values() for line in each.lines} - met - {None}:
            entry = game.catalogue[id_]
            if not entry.scores or f"{worded}/{id_}" in BY_NAME:
                continue
            met.add(id_)
            strange = tuple(replace(each, rule="by_moonlight") for each in entry.scores)
            entries = {**game.catalogue.entries, id_: replace(entry, scores=strange)}
            position = game.sheet.position(state)
            position.sheet = Sheet(
                replace(game.catalogue, entries=entries), game.sheet.sections, game.sheet.table
            )
            with pytest.raises(LookupError, match=f"{id_}.*by_moonlight"):
                game.scorer(position)
    assert met
