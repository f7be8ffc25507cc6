"""Types of a calculator, which computes something for a player; each is a module of its game.

Most calculators have a small form and an ``answer``. Others read the game's own score sheet and
return a ``plan`` for a seat, with a proof. A file ``<id>.toml`` next to the module contains the
calculator's name, hint and form.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, get_args

from scoring.text.localised import EMPTY, Text

from .breakdown import Breakdown
from .cells import CellPath
from .chart import Chart
from .errors_and_warnings import Value
from .phases import applies
from .plan import Alternatives, Plan, Proof, State
from .position import Position
from .sheet import Sheet

FOLDER = "calculators"

Scope = Literal["all", "one"]
SCOPES: tuple[Scope, ...] = get_args(Scope)

type FormCells = Mapping[str, Mapping[str, Any]]
"""Cells of a form by holder: ``{"p1": {...}, "table": {...}}``."""

type Changes = dict[str, Value | None]
"""Path of a cell to its new value; ``None`` clears it."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row in a calculator's answer: label, value and explanation.

    ``entry``: id of a catalogue entry to link to.
    ``pieces``: pieces to draw, entry id to count.
    ``share``: number from 0 to 1, drawn as a bar.
    """

    label: Text
    value: Text = EMPTY
    how: Text = EMPTY
    entry: str = ""
    pieces: Mapping[str, int] = field(default_factory=dict)
    share: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """A heading in a calculator's answer, with the rows under it.

    ``folded``: of interest to few, so it is closed at first.
    ``others``: each row is an alternative to the best plan; its ``how`` tells how many points fewer
        it brings.
    """

    title: Text
    rows: tuple[Row, ...]
    folded: bool = False
    others: bool = False


@dataclass(frozen=True, slots=True)
class Apply:
    """A button under a calculator's answer that changes the game's sheet.

    ``cells``: cell path to new value.
    ``note``: remark on what else the change affects, or does not enter.
    """

    label: Text
    cells: Mapping[str, Value | None]
    note: Text = EMPTY


@dataclass(frozen=True, slots=True)
class Answer:
    """Result of a calculator with a form: a ``summary`` in one sentence, and details below it.

    ``applies``: buttons that enter the result in the game's sheet.
    ``proof``: set only if something was optimised; the time is filled in by whoever asks.
    ``cites``: ids of the catalogue entries that the answer is based on, besides those that its
        data file lists for all answers.
    """

    summary: Text
    blocks: tuple[Block, ...] = ()
    applies: tuple[Apply, ...] = ()
    proof: Proof | None = None
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """A calculator's own form, and the function that answers it.

    ``sheet``: the form's fields.
    ``answer``: takes a position (the form as filled in); at a table, its ``table_position`` is the
        table's own score sheet. It never raises an exception, but explains invalid input in the
        answer.
    ``scope``: *all* if the form has fields for every seat; *one* if only for the seat that opens
        it, which is then the only one in the position.
    ``fill``: takes the table's position and a seat; returns the cells that the table knows, by
        holder (``{"p1": {...}, "table": {...}}``), but for holders of which it knows none. ``None``
        if a table knows nothing useful.
    ``shape``: takes a position of the form; returns a sheet with the same cells but other labels,
        for example the faces of a player's die, or ``None`` for no change.
    """

    sheet: Sheet
    answer: Callable[[Position], Answer]
    scope: Scope = "all"
    fill: Callable[[Position, str], FormCells] | None = None
    shape: Callable[[Position], Sheet | None] | None = None

    def shaped(self, state: State) -> Sheet:
        """Returns the form's sheet with the labels and fields that the cells in ``state`` need."""
        other = self.shape(self.sheet.position(state)) if self.shape else None
        return other or self.sheet

    def filled(self, position: Position, seat: str) -> State:
        """Returns a state of a calculator's form, with what the table's sheets tell filled in.

        That includes names and answers to open rules questions. ``position``: the table's cells.
        ``seat``: the player for whom the form is opened.
        """
        cells: dict[str, Mapping[str, Any]] = {
            each: {} for each in ([seat] if self.scope == "one" else position.seats)
        }
        if self.fill is not None:
            cells |= self.fill(position, seat)
        state = self.sheet.blank(1)
        if "rulings" in position.state:
            state["rulings"] = position.state["rulings"]
        if shared := filled(cells.get("table", {})):
            state["table"] = shared
        state["seats"] = {
            each: {k: v for k, v in position.seats[each].cells.items() if k == "name"}
            | filled(known_cells)
            for each, known_cells in cells.items()
            if each != "table"
        }
        return self.sheet.take(state, stored=True).state


@dataclass(frozen=True, slots=True)
class Planner:
    """Functions of a calculator that plans for a seat on the game's own score sheet.

    ``plan``: takes position, seat and time limit in seconds; returns the best plan.
    ``alternatives``: examines variants of that plan; may take several times as long.
    ``measure``: computes a plan's worth from the breakdowns of the state after it; without it, the
        worth is the seat's known points.
    ``independent``: the plan depends only on the seat's own cells and on the table's rulings.
    ``sees``: takes position and seat; returns everything of other seats that the plan depends on.
        Plans are cached by it.
    ``chart``: returns a map of the plan; its first readout shows the steps.
    ``cites``: ids of entries that every plan is based on.
    ``sketch``: takes position and seat; returns the same plan sooner, without proof and additional
        texts, for a sheet that is being filled in. It returns ``None`` if only ``plan`` will do.
    ``apply``: returns the change that enters the plan in the sheet. Only for a plan that depends on
        nothing but the seat's own cells, the rulings, and the result of ``sees``.
    ``consistent``: ids of fields that must not contradict each other; if they do, the
        contradictions are the answer.
    """

    plan: Callable[[Position, str, float], Plan]
    alternatives: Callable[[Position, str, Plan, float], Alternatives] | None = None
    measure: Callable[[Mapping[str, Breakdown], str], Fraction] | None = None
    independent: bool = False
    sees: Callable[[Position, str], Hashable] | None = None
    chart: Callable[[Position, str, Plan], Chart] | None = None
    cites: tuple[str, ...] = ()
    sketch: Callable[[Position, str], Plan | None] | None = None
    apply: Callable[[Position, str, Plan], Apply | None] | None = None
    consistent: tuple[str, ...] = ()

    @property
    def charted(self) -> bool:
        """True if the planner's plans are drawn on a map."""
        return self.chart is not None


@dataclass(frozen=True, slots=True)
class Calculator:
    """A calculator that players can open. It has either a ``form`` or a ``planner``, never both.

    ``id``: name of its file; permanent.
    ``order``: calculators are listed in this order.
    ``piece``: id of the entry drawn as its icon.
    ``when``: path of a cell of the table, such as ``table/coop``, that must be set for the
        calculator to be useful.
    ``unless``: path of a cell that must not be set.
    ``place``: the place that it is about, which fewer players do not have; 0 for none.
    ``at_table``: the form needs a table with its sheets, so it cannot be used without one.
    ``measures``: for a planner whose worth is not the seat's total, the name of that worth.
    """

    id: str
    name: Text
    hint: Text
    order: int
    form: Form | None = None
    planner: Planner | None = None
    piece: str = ""
    when: str = ""
    unless: str = ""
    place: int = 0
    at_table: bool = False
    measures: Text | None = None

    @property
    def by_itself(self) -> bool:
        """True if the calculator has a form that is useful even without a table."""
        return self.form is not None and not self.at_table

    def fits(self, state: State) -> bool:
        """True if a table has the place and cell that it needs, and not the cell that bars it."""
        return self.place <= len(state["seats"]) and applies(state, self.when, self.unless)


def changed(position: Position, seat: str, plan: Plan, *fields: str) -> Changes:
    """Returns the seat's cells that a plan changes: path to new value, ``None`` if it is cleared.

    Only this seat's cells, in the fields of these ids. ``position``: the table without the plan.
    """
    before, after = (position.sheet.cells(state) for state in (position.state, plan.after))
    return {
        path: after.get(path)
        for path in map(CellPath, after | before)
        if path.holder == seat and path.field in fields and after.get(path) != before.get(path)
    }


def filled(cells: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a mapping of cells without blank ones: ``None``, ``False``, ``""``, {}; 0 is not."""
    return {
        k: v for k, v in cells.items() if v is not None and v is not False and v not in ({}, "")
    }
