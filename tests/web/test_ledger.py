"""The ledger against a straightforward model: several writers, undo, redo, retries, conflicts."""

import os
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
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
from scoring.evaluation import sketched

KEYFLOWER = game("keyflower")
LARGEST = 200
"""Even, so that two phones of a pair never write the same; more pieces are in no box."""
HISTORIES = int(os.environ.get("COMPANION_HISTORIES", "150"))
PATHS = ["p1/resources/wood", "p1/resources/gold", "p2/resources/wood", "p1/village/well"]
PATHS += ["rulings/preset", "rulings/storage_release"]
# of another version, one inside the other
PATHS += ["p1/gone", "p1/gone/row", "p1/gone/row/deep"]
VALUES: dict[str, list[Any]] = {
    "p1/village/well": ["before", "after", None],
    "rulings/preset": ["rulebook", "online"],
    "rulings/storage_release": ["yes", "no"],
}


def drafted(table: Table, cells: dict[str, Any]) -> ledger.Draft:
    state = KEYFLOWER.sheet.put(table.state, cells)
    return ledger.Draft(table, table.revision, state, sketched(KEYFLOWER, state))


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
def test_state_is_what_the_surviving_events_say(notes):
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
def test_a_cell_inside_another_versions_cell_reads_the_same_at_once_and_from_its_events(values):
    sheet = KEYFLOWER.sheet
    state, notes = sheet.blank(2), []
    for number, cells in enumerate(values, 1):
        state = sheet.put(state, cells)
        notes.append(Note(number, cells, None))
    assert ledger.fold(sheet, sheet.blank(2), notes) == state


@pytest.fixture
def table(db):
    return Table.objects.create(game="keyflower", state=KEYFLOWER.sheet.blank(2))


WOOD, GOLD = "p1/resources/wood", "p1/resources/gold"
each_way = pytest.mark.parametrize(
    "draft", [lambda cells: None, lambda cells: drafted(Table.objects.get(), cells)],
    ids=["as it comes", "drafted"],
)  # fmt: skip


def phone(table: Table, name: str) -> Device:
    return Device.objects.create(table=table, digest=name, role="player")


@each_way
def test_a_cell_changed_since_is_a_conflict_that_keeps_both_values(table, draft):
    a, b, cells = phone(table, "a"), phone(table, "b"), {WOOD: 4, GOLD: 1}
    ledger.write(table.key, a, "p1", {WOOD: 3}, 0, "1")
    done = ledger.write(table.key, b, "p1", cells, 0, "2", draft(cells))
    assert done.conflicts == {WOOD: 4}
    assert Table.objects.get().state["seats"]["p1"]["resources"] == {"wood": 3, "gold": 1}
    # having seen the other value, the author may decide for the own one
    cells = {WOOD: 4}
    assert not ledger.write(table.key, b, "p1", cells, 2, "3", draft(cells)).conflicts
    assert Table.objects.get().state["seats"]["p1"]["resources"]["wood"] == 4


def test_the_same_value_and_the_own_last_write_are_no_conflict(table):
    a, b = phone(table, "a"), phone(table, "b")
    ledger.write(table.key, a, "p1", {"p1/resources/wood": 3}, 0, "1")
    assert not ledger.write(table.key, b, "p1", {"p1/resources/wood": 3}, 0, "2").conflicts
    ledger.write(table.key, a, "p1", {"p1/resources/gold": 3}, 0, "3")
    assert not ledger.write(table.key, a, "p1", {"p1/resources/gold": 5}, 0, "4").conflicts


@pytest.mark.parametrize("still", [None, lambda state: True], ids=["at once", "under the lock"])
def test_a_draft_that_came_true_is_taken_with_its_plans(table, still):
    """Also where a cell that must be unchanged was looked at under the lock."""
    cells = {"p1/resources/wood": 3}
    draft = drafted(table, cells)
    done = ledger.write(table.key, phone(table, "a"), "p1", cells, 0, "1", draft, still)
    assert done.scores is draft.scores
    kept = Table.objects.get()
    assert kept.state == draft.state == KEYFLOWER.sheet.put(table.state, cells)
    assert kept.settled == {"revision": 1, "state": draft.scores.solved}


def test_a_draft_that_somebody_overtook_is_worked_out_again(table):
    cells = {"p1/resources/wood": 3, "p1/resources/gold": 1}
    draft = drafted(table, cells)
    ledger.write(table.key, phone(table, "b"), "p1", {"p1/resources/gold": 7}, 0, "first")
    done = ledger.write(table.key, phone(table, "a"), "p1", cells, 0, "second", draft)
    assert done.scores is None
    kept = Table.objects.get()
    assert kept.state["seats"]["p1"]["resources"] == {"wood": 3, "gold": 7}
    assert kept.settled.get("revision") != kept.revision


def test_nothing_is_read_while_a_drafted_change_has_the_table(table):
    who, cells = phone(table, "a"), {"p1/resources/wood": 3}
    draft = drafted(table, cells)
    with CaptureQueriesContext(connection) as asked:
        ledger.write(table.key, who, "p1", cells, 0, "1", draft)
    words = [each["sql"].split()[0] for each in asked.captured_queries]
    assert [each for each in words if each not in ("SAVEPOINT", "RELEASE")] == ["UPDATE", "INSERT"]
    kept = table.events.get()
    assert (kept.number, kept.device, kept.seat, kept.base) == (1, who, "p1", 0)
    assert (kept.cells, kept.refused, kept.undoes) == (cells, {}, None)
    now = Table.objects.get()
    assert (now.revision, now.last_event_by_seat, now.changed) == (1, {"p1": 1}, kept.at)


@each_way
def test_a_retry_never_counts_twice(table, draft):
    a, cells = phone(table, "a"), {WOOD: 3}
    for repeated in (False, True):
        done = ledger.write(table.key, a, "p1", cells, 1, "form-1", draft(cells))
        assert done.repeated is repeated
        assert done.event.number == Table.objects.get().revision == table.events.count() == 1


def test_what_was_drafted_at_a_table_that_is_removed_since_is_not_written(table):
    cells = {"p1/resources/wood": 3}
    draft = drafted(table, cells)
    Table.objects.update(removed=timezone.now())
    with pytest.raises(Table.DoesNotExist):
        ledger.write(table.key, phone(table, "a"), "p1", cells, 0, "1", draft)
    assert not Event.objects.exists()


def test_undo_and_redo_of_any_event(table):
    a = phone(table, "a")
    for n, value in enumerate((3, 4, 5), 1):
        ledger.write(table.key, a, "p1", {"p1/resources/wood": value}, n, str(n))

    def wood():
        return int(Table.objects.get().state["seats"]["p1"]["resources"]["wood"])

    ledger.undo(table.key, a, "p1", 2, "u1")
    assert wood() == 5
    ledger.undo(table.key, a, "p1", 3, "u2")
    assert wood() == 3
    ledger.undo(table.key, a, "p1", 4, "u3")
    assert wood() == 4


CORRECTED = {ledger.CORRECTED: True}


def wood(table: Table, value: int, key: str, base: int = 0, **more: Any) -> ledger.Outcome:
    return ledger.write(table.key, None, "p1", {WOOD: value}, base, key, **more)


@each_way
def test_a_correction_is_marked_each_time_and_noted_once(table, draft):
    wood(table, 2, "before")
    late = draft({WOOD: 3})
    assert not table.notes.exists()
    Table.objects.update(finished=timezone.now())
    for n, key in enumerate(("1", "2"), 3):
        assert wood(table, n, key, base=n, drafted=late).event.cells == {WOOD: n, **CORRECTED}
        late = draft({WOOD: 4})
    assert list(table.notes.values_list("what", "seat", "about")) == [("corrected", "p1", "")]
    assert Table.objects.get().state["play"] == {"corrected": True}


def test_what_is_refused_after_the_end_is_no_correction(table):
    wood(table, 2, "1")
    Table.objects.update(finished=timezone.now())
    done = wood(table, 4, "2")
    assert (done.event.cells, done.event.refused) == ({}, {WOOD: 4})
    assert not table.notes.exists()


@pytest.mark.parametrize(("ended", "mark"), [("after", CORRECTED), ("before", {})])
def test_only_what_is_older_than_the_end_is_a_correction_when_it_is_taken_back(table, ended, mark):
    if ended == "before":
        Table.objects.update(finished=timezone.now())
    wood(table, 2, "1")
    if ended == "after":
        Table.objects.update(finished=timezone.now())
    assert ledger.undo(table.key, None, "p1", 1, "u").event.cells == mark


def test_what_somebody_took_back_meanwhile_is_taken_back_once(table):
    wood(table, 2, "1")
    first = ledger.undo(table.key, None, "p1", 1, "u")
    again = ledger.undo(table.key, None, "p1", 1, "u")
    assert (again.event, again.repeated, first.repeated) == (first.event, True, False)
    assert Table.objects.get().revision == 2


def test_a_change_without_a_phone_runs_into_any_other(table):
    wood(table, 2, "1")
    assert wood(table, 3, "2").conflicts == {WOOD: 3}


def test_a_change_is_written_only_while_it_is_still_so(table):
    asked: list[Any] = []

    def still(state):
        asked.append(state)
        return not state["seats"]["p1"]

    wood(table, 2, "1", still=still)
    with pytest.raises(ledger.Changed):
        wood(table, 3, "2", still=still)
    assert asked == [KEYFLOWER.sheet.blank(2), Table.objects.get().state]
    assert table.events.count() == 1


@pytest.mark.parametrize(
    ("cells", "named"),
    [
        ({"seats/p9": True}, "p9"),
        ({"seats/p3": "yes"}, "p3"),
        ({"seats/p3": None, WOOD: 2}, None),
        ({"seats/p3": True, "p3/resources/wood": 2}, None),
        ({"seats/p3": None, "p3/resources/wood": 2}, "p3/resources/wood"),
        ({"seats/p3": True, "p1/gone": 1}, "p1/gone"),
        ({WOOD: 2, "p1/gone": 1, "p2/gone": 1}, "p1/gone"),
        ({"p3/resources/wood": 2}, "p3/resources/wood"),
        ({WOOD: None, "table/gone": 1}, "table/gone"),
        ({"rulings/storage_release": "yes", "play/first": "p2"}, None),
    ],
)
def test_a_cell_that_no_sheet_would_have_recorded_is_named(table, cells, named):
    draft = drafted(table, cells)
    for n, maybe in enumerate((draft, None)):
        if named:
            with pytest.raises(ledger.Unrecordable, match=f"^{named}$"):
                ledger.write(table.key, None, "p1", cells, 1, str(n), maybe)
        else:
            ledger.write(table.key, None, "p1", cells, 1, str(n), maybe)
    assert table.events.count() == (0 if named else 2)


@pytest.mark.parametrize("more", [{"hurried": True}, {"unknown": ("p1/gone",)}])
def test_plans_that_are_not_all_there_are_not_kept(table, more):
    cells: dict[str, Any] = {WOOD: 3}
    draft = drafted(table, cells)
    wood(table, 3, "1", drafted=draft)
    kept = Table.objects.get().settled
    draft = drafted(Table.objects.get(), {WOOD: 4})
    hasty = replace(draft, scores=replace(draft.scores, **more))
    ledger.write(table.key, None, "p1", {WOOD: 4}, 1, "2", hasty)
    now = Table.objects.get()
    assert (now.revision, now.settled) == (2, kept)


@pytest.mark.parametrize(
    ("cells", "tops"),
    [
        ({WOOD: 3}, {"p1": 1}),
        ({WOOD: 3, "p2/resources/wood": 1}, {"p1": 1, "p2": 1}),
        ({"p1/name": "Aki"}, {"": 1}),
        ({"p1/colour": "red"}, {"": 1}),
        ({"seats/p3": True}, {"": 1}),
        ({"play/first": "p2"}, {"": 1}),
        ({}, {"": 1}),
    ],
)
def test_a_change_is_about_the_seats_whose_cells_it_has_or_about_all(table, cells, tops):
    ledger.write(table.key, None, "p1", cells, 0, "1")
    assert Table.objects.get().last_event_by_seat == tops
    ledger.undo(table.key, None, "p1", 1, "u")
    ledger.undo(table.key, None, "p1", 2, "r")
    assert Table.objects.get().last_event_by_seat == dict.fromkeys(tops, 3)


def test_what_is_refused_is_about_its_seat_too(table):
    wood(table, 3, "1")
    wood(table, 4, "2")
    assert Table.objects.get().last_event_by_seat == {"p1": 2}


@pytest.mark.parametrize("names", [9, 2, 3])
def test_an_undo_that_names_no_earlier_event_is_about_itself(table, names):
    event = Event.objects.create(table=table, number=2, undoes=names, idempotency_key="u")
    assert ledger.target(table, event) == event
    gone = Event.objects.create(table=table, number=5, undoes=4, idempotency_key="v")
    assert ledger.target(table, gone) == gone


CHANGES: dict[str, Callable[[Table], object]] = {
    "a cell": lambda table: wood(table, 3, "2"),
    "a draft": lambda table: wood(table, 3, "2", drafted=drafted(Table.objects.get(), {WOOD: 3})),
    "an undo": lambda table: ledger.undo(table.key, None, "p1", 1, "2"),
    "a note": lambda table: ledger.note(table, "closed", "p1"),
    "a beat": lambda table: ledger.increment_side_revision(table.key),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_polls_are_told_of_every_change(table, change):
    ledger.write(table.key, None, "p1", {"p1/resources/gold": 1}, 0, "1")
    before = Table.objects.get()
    change(table)
    now = Table.objects.get()
    assert (now.revision, now.side_revision) in (
        (before.revision + 1, before.side_revision),
        (before.revision, before.side_revision + 1),
    )


def test_a_beat_is_one_tables(table):
    other = Table.objects.create(game="keyflower", state=KEYFLOWER.sheet.blank(2))
    ledger.increment_side_revision(table.key)
    table.refresh_from_db()
    other.refresh_from_db()
    assert (table.side_revision, other.side_revision) == (1, 0)


SOMEBODY: dict[str, Callable[[Table], object]] = {
    "a phone": lambda table: Device.objects.create(
        table=table, digest="a", role="player", seat="p2"
    ),
    "a change": lambda table: Event.objects.create(
        table=table, number=1, seat="p2", idempotency_key="1"
    ),
    "what it did": lambda table: ledger.note(table, "left", "p2"),
    "what was done to it": lambda table: ledger.note(table, "removed", "p1", "p2"),
}


@pytest.mark.parametrize("who", SOMEBODY.values(), ids=SOMEBODY)
def test_behind_a_screen_a_seat_is_empty_if_nobody_ever_had_it(table, who):
    """Nothing that is entered there may be told, not even that there is something."""
    table.screens = True
    table.state["seats"]["p2"] = {"resources": {"wood": 1}}
    assert ledger.empty(table, "p2")
    who(table)
    assert not ledger.empty(table, "p2")
    assert ledger.empty(table, "p1") is (who is not SOMEBODY["what was done to it"])


@pytest.mark.parametrize("screens", [False, True])
@pytest.mark.parametrize(
    ("cells", "empty"),
    [({}, True), ({"name": "Mika", "colour": "red"}, True), ({"name": "Mika", "loop": 3}, False)],
)
def test_an_open_seat_is_empty_if_nothing_is_entered_but_who_plays(table, screens, cells, empty):
    table.screens, table.revealed = screens, ["p2"]
    assert ledger.empty(table, "p2", cells) is empty
    table.state["seats"]["p2"] = cells
    assert ledger.empty(table, "p2") is empty
    assert ledger.empty(table, "p2", {"loop": 3}) is False
    assert ledger.empty(table, "p5")


def test_a_seat_that_is_not_empty_is_not_undone(table):
    ledger.write(table.key, None, "p1", {"seats/p3": True, "p3/name": "Tom"}, 0, "1")
    ledger.write(table.key, None, "p3", {"p3/resources/wood": 1}, 1, "2")
    with pytest.raises(ledger.SeatTaken):
        ledger.undo(table.key, None, "p1", 1, "3")
    assert Table.objects.get().revision == 2
    ledger.undo(table.key, None, "p1", 2, "4")
    ledger.undo(table.key, None, "p1", 1, "5")
    assert Table.objects.get().state == KEYFLOWER.sheet.blank(2)


@pytest.mark.django_db(transaction=True)
def test_concurrent_conflicts_are_never_silent():
    """Pairs of phones write one cell at the same moment: one value counts, the other is kept."""
    pairs = int(os.environ.get("COMPANION_PAIRS", "40"))
    table = Table.objects.create(game="keyflower", state=KEYFLOWER.sheet.blank(2))
    phones = [phone(table, "a"), phone(table, "b")]
    for n in range(pairs):
        base = Table.objects.get().revision
        both = threading.Barrier(2)
        outcomes: list[ledger.Outcome] = []

        def work(who, base=base, n=n, both=both, outcomes=outcomes):
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
