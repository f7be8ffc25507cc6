"""The ledger against a straightforward model: several writers, undo, redo, retries, conflicts."""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import given
from hypothesis import settings as hypothesis
from hypothesis import strategies as st

from companion.models import Device, Event, Table
from companion.tables import ledger
from scoring import game

KEYFLOWER = game("keyflower")
LARGEST = 200
"""Even, so that two phones of a pair never write the same; more pieces are in no box."""
HISTORIES = int(os.environ.get("COMPANION_HISTORIES", "300"))
PATHS = ["p1/resources/wood", "p1/resources/gold", "p2/resources/wood", "p1/village/well"]
PATHS += ["rulings/preset", "rulings/storage_release"]
# of another version, one inside the other
PATHS += ["p1/gone", "p1/gone/row", "p1/gone/row/deep"]
VALUES: dict[str, list[Any]] = {
    "p1/village/well": ["before", "after", None],
    "rulings/preset": ["rulebook", "online"],
    "rulings/storage_release": ["yes", "no"],
}


@dataclass(frozen=True)
class Note:
    """An event as the fold sees it."""

    number: int
    cells: dict[str, Any] = field(default_factory=dict)
    undoes: int | None = None


@st.composite
def histories(draw: st.DrawFn) -> list[Note]:
    notes: list[Note] = []
    for number in range(1, draw(st.integers(1, 14)) + 1):
        if notes and draw(st.integers(0, 2)) == 0:
            notes.append(Note(number, undoes=draw(st.integers(1, number - 1))))
            continue
        paths = draw(st.lists(st.sampled_from(PATHS), min_size=1, max_size=3, unique=True))
        cells = {p: draw(st.sampled_from(VALUES.get(p, [1, 2, 7, None]))) for p in paths}
        notes.append(Note(number, cells))
    return notes


def alive(notes: list[Note], number: int) -> bool:
    """An event lives unless a living undo names it: said once more, recursively."""
    return not any(n.undoes == number and alive(notes, n.number) for n in notes)


def replayed(notes: list[Note]) -> dict[str, Any]:
    """Every living event done again, one after the other, on an empty sheet."""
    state = KEYFLOWER.sheet.blank(2)
    for note in notes:
        if alive(notes, note.number):
            for path, value in note.cells.items():
                state = KEYFLOWER.sheet.put(state, {path: value})
    return state


@hypothesis(max_examples=HISTORIES)
@given(histories())
def test_state_is_what_the_surviving_events_say(notes: list[Note]) -> None:
    assert ledger.fold(KEYFLOWER.sheet, KEYFLOWER.sheet.blank(2), notes) == replayed(notes)
    assert ledger.surviving(notes) == {n.number for n in notes if alive(notes, n.number)}


@pytest.mark.parametrize(
    "values",
    [
        [{"play/stage": "setup"}, {"play/stage/x": "garbage"}, {"play/stage": "winter"}],
        [{"play/stage/x": "garbage"}, {"play/stage": "winter"}, {"play/stage/x": None}],
        [{"p1/gone": 1}, {"p1/gone/row": 2, "p1/gone/other": 3}, {"p1/gone": None}],
        [{"p1/gone/row": 1}, {"p1/gone": 2}, {"p1/gone/other": 3}, {"p1/gone/row": 4}],
    ],
)
def test_a_cell_inside_another_versions_cell_reads_the_same_at_once_and_from_its_events(
    values: list[dict[str, Any]],
) -> None:
    sheet = KEYFLOWER.sheet
    state, notes = sheet.blank(2), []
    for number, cells in enumerate(values, 1):
        state = sheet.put(state, cells)
        notes.append(Note(number, cells, None))
    assert ledger.fold(sheet, sheet.blank(2), notes) == state


@pytest.fixture
def table(db: None) -> Table:
    return Table.objects.create(game="keyflower", state=KEYFLOWER.sheet.blank(2))


def phone(table: Table, name: str) -> Device:
    return Device.objects.create(table=table, digest=name, role="player")


def test_a_retry_never_counts_twice(table: Table) -> None:
    a = phone(table, "a")
    first = ledger.write(table.key, a, "p1", {"p1/resources/wood": 3}, 0, "form-1")
    again = ledger.write(table.key, a, "p1", {"p1/resources/wood": 3}, 0, "form-1")
    assert again.repeated
    assert again.event == first.event
    assert Table.objects.get().revision == 1


def test_a_cell_changed_since_is_a_conflict_that_keeps_both_values(table: Table) -> None:
    a, b = phone(table, "a"), phone(table, "b")
    ledger.write(table.key, a, "p1", {"p1/resources/wood": 3}, 0, "1")
    done = ledger.write(
        table.key, b, "p1", {"p1/resources/wood": 4, "p1/resources/gold": 1}, 0, "2"
    )
    assert done.conflicts == {"p1/resources/wood": 4}
    assert Table.objects.get().state["seats"]["p1"]["resources"] == {"wood": 3, "gold": 1}
    # having seen the other value, the author may decide for the own one
    done = ledger.write(table.key, b, "p1", {"p1/resources/wood": 4}, 2, "3")
    assert not done.conflicts
    assert Table.objects.get().state["seats"]["p1"]["resources"]["wood"] == 4


def test_the_same_value_and_the_own_last_write_are_no_conflict(table: Table) -> None:
    a, b = phone(table, "a"), phone(table, "b")
    ledger.write(table.key, a, "p1", {"p1/resources/wood": 3}, 0, "1")
    assert not ledger.write(table.key, b, "p1", {"p1/resources/wood": 3}, 0, "2").conflicts
    ledger.write(table.key, a, "p1", {"p1/resources/gold": 3}, 0, "3")
    assert not ledger.write(table.key, a, "p1", {"p1/resources/gold": 5}, 0, "4").conflicts


def test_a_draft_that_came_true_is_taken_with_its_plans(table: Table) -> None:
    cells = {"p1/resources/wood": 3}
    draft = ledger.draft(KEYFLOWER, table, cells)
    done = ledger.write(table.key, phone(table, "a"), "p1", cells, 0, "1", draft)
    assert done.scores is draft.scores
    kept = Table.objects.get()
    assert kept.state == draft.state == KEYFLOWER.sheet.put(table.state, cells)
    assert kept.settled == {"revision": 1, "state": draft.scores.settled}


def test_a_draft_that_somebody_overtook_is_worked_out_again(table: Table) -> None:
    cells = {"p1/resources/wood": 3, "p1/resources/gold": 1}
    draft = ledger.draft(KEYFLOWER, table, cells)
    ledger.write(table.key, phone(table, "b"), "p1", {"p1/resources/gold": 7}, 0, "first")
    done = ledger.write(table.key, phone(table, "a"), "p1", cells, 0, "second", draft)
    assert done.scores is None
    kept = Table.objects.get()
    assert kept.state["seats"]["p1"]["resources"] == {"wood": 3, "gold": 7}
    assert kept.settled.get("revision") != kept.revision


def test_nothing_is_read_while_a_drafted_change_has_the_table(table: Table) -> None:
    who, cells = phone(table, "a"), {"p1/resources/wood": 3}
    draft = ledger.draft(KEYFLOWER, table, cells)
    with CaptureQueriesContext(connection) as asked:
        ledger.write(table.key, who, "p1", cells, 0, "1", draft)
    words = [each["sql"].split()[0] for each in asked.captured_queries]
    assert [each for each in words if each not in ("SAVEPOINT", "RELEASE")] == ["UPDATE", "INSERT"]
    kept = table.events.get()
    assert (kept.number, kept.device, kept.seat, kept.base) == (1, who, "p1", 0)
    assert (kept.cells, kept.refused, kept.undoes) == (cells, {}, None)
    now = Table.objects.get()
    assert (now.revision, now.tops, now.changed) == (1, {"p1": 1}, kept.at)


def test_a_retry_that_was_drafted_anew_never_counts_twice(table: Table) -> None:
    a, cells = phone(table, "a"), {"p1/resources/wood": 3}
    for repeated in (False, True):
        draft = ledger.draft(KEYFLOWER, Table.objects.get(), cells)
        done = ledger.write(table.key, a, "p1", cells, 1, "form-1", draft)
        assert done.repeated is repeated
        assert done.event.number == Table.objects.get().revision == table.events.count() == 1


def test_a_drafted_cell_changed_since_its_author_looked_is_a_conflict(table: Table) -> None:
    ledger.write(table.key, phone(table, "b"), "p1", {"p1/resources/wood": 3}, 0, "1")
    cells = {"p1/resources/wood": 4, "p1/resources/gold": 1}
    draft = ledger.draft(KEYFLOWER, Table.objects.get(), cells)
    done = ledger.write(table.key, phone(table, "a"), "p1", cells, 0, "2", draft)
    assert done.conflicts == {"p1/resources/wood": 4}
    assert Table.objects.get().state["seats"]["p1"]["resources"] == {"wood": 3, "gold": 1}


def test_what_was_drafted_before_the_end_and_comes_after_it_is_a_correction(table: Table) -> None:
    cells = {"p1/resources/wood": 3}
    draft = ledger.draft(KEYFLOWER, table, cells)
    Table.objects.update(finished=timezone.now())
    done = ledger.write(table.key, phone(table, "a"), "p1", cells, 0, "1", draft)
    assert done.event.cells == cells | {ledger.CORRECTED: True}
    assert Table.objects.get().state["play"] == {"corrected": True}


def test_what_was_drafted_at_a_table_that_is_removed_since_is_not_written(table: Table) -> None:
    cells = {"p1/resources/wood": 3}
    draft = ledger.draft(KEYFLOWER, table, cells)
    Table.objects.update(removed=timezone.now())
    with pytest.raises(Table.DoesNotExist):
        ledger.write(table.key, phone(table, "a"), "p1", cells, 0, "1", draft)
    assert not Event.objects.exists()


def test_undo_and_redo_of_any_event(table: Table) -> None:
    a = phone(table, "a")
    for n, value in enumerate((3, 4, 5), 1):
        ledger.write(table.key, a, "p1", {"p1/resources/wood": value}, n, str(n))

    def wood() -> int:
        return int(Table.objects.get().state["seats"]["p1"]["resources"]["wood"])

    ledger.undo(table.key, a, "p1", 2, "u1")
    assert wood() == 5
    ledger.undo(table.key, a, "p1", 3, "u2")
    assert wood() == 3
    ledger.undo(table.key, a, "p1", 4, "u3")
    assert wood() == 4


@pytest.mark.django_db(transaction=True)
def test_concurrent_conflicts_are_never_silent() -> None:
    """Pairs of phones write one cell at the same moment: one value counts, the other is kept."""
    pairs = int(os.environ.get("COMPANION_PAIRS", "40"))
    table = Table.objects.create(game="keyflower", state=KEYFLOWER.sheet.blank(2))
    phones = [phone(table, "a"), phone(table, "b")]
    for n in range(pairs):
        base = Table.objects.get().revision
        both = threading.Barrier(2)
        outcomes: list[ledger.Outcome] = []

        def work(
            who: int,
            base: int = base,
            n: int = n,
            both: threading.Barrier = both,
            outcomes: list[ledger.Outcome] = outcomes,
        ) -> None:
            try:
                both.wait()
                cells = {"p1/resources/wood": 1 + (2 * n + who) % LARGEST}
                outcomes.append(
                    ledger.write(table.key, phones[who], "p1", cells, base, f"{n}-{who}")
                )
            finally:
                connection.close()

        threads = [threading.Thread(target=work, args=(who,)) for who in (0, 1)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(len(o.conflicts) for o in outcomes) == [0, 1]
        kept = next(o for o in outcomes if not o.conflicts).event.cells["p1/resources/wood"]
        assert Table.objects.get().state["seats"]["p1"]["resources"]["wood"] == kept
