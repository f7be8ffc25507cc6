"""Calculators compute something for a player: one file each, in a game's ``calculators/``.

Most have a small form of their own and an ``answer``. Others read the game's own sheet and give a
``plan`` for a seat, with its proof. ``<id>.toml`` beside the file holds name, hint and form.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, get_args

from scoring.model.validation import Value
from scoring.text.localised import EMPTY, Text

from .breakdown import Breakdown
from .cells import CellPath
from .chart import Chart
from .plan import Alternatives, Plan, Proof, State
from .position import Position
from .sheet import Sheet

FOLDER = "calculators"

Scope = Literal["all", "one"]
SCOPES: tuple[Scope, ...] = get_args(Scope)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of an answer: label, value and explanation.

    ``share`` from 0 to 1 is drawn as a bar beside it. ``entry`` is linked.
    """

    label: Text
    value: Text = EMPTY
    how: Text = EMPTY
    entry: str = ""
    pieces: Mapping[str, int] = field(default_factory=dict)
    share: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """Rows under a heading; a ``folded`` block is of interest to few and shown closed.

    ``others``: each row is a plan other than the best one; ``how`` gives its cost.
    """

    title: Text
    rows: tuple[Row, ...]
    folded: bool = False
    others: bool = False


@dataclass(frozen=True, slots=True)
class Apply:
    """A change that an answer offers: ``cells`` maps paths of the game's sheet to values.

    ``note``: what it also changes, or leaves open.
    """

    label: Text
    cells: Mapping[str, Value | None]
    note: Text = EMPTY


@dataclass(frozen=True, slots=True)
class Answer:
    """Result of a calculator with a form: ``summary`` in one sentence, the rest below it.

    ``proof`` is set only if something was optimised. ``cites`` are entries that it rests on.
    """

    summary: Text
    blocks: tuple[Block, ...] = ()
    applies: tuple[Apply, ...] = ()
    proof: Proof | None = None
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """A calculator's own form, and the function that answers it.

    ``answer`` reads a position of ``sheet``; at a table its ``table_position`` is the game's own.
    It never raises: invalid input is explained in the answer. ``scope``: the form asks every seat,
    or only the seat that asks, in which case the position holds that seat alone. ``fill(position,
    seat)`` returns the cells known from a table, by holder (``{"p1": {...}, "table": {...}}``);
    ``None`` if a table knows nothing of use. ``shape(position)`` returns a sheet with the same
    cells and other labels for this form, for example the faces on a player's die; ``None`` if the
    sheet stays as it is.
    """

    sheet: Sheet
    answer: Callable[[Position], Answer]
    scope: Scope = "all"
    fill: Callable[[Position, str], Mapping[str, Mapping[str, Any]]] | None = None
    shape: Callable[[Position], Sheet | None] | None = None

    def shaped(self, state: State) -> Sheet:
        """Returns the sheet with the labels for this state."""
        other = self.shape(self.sheet.position(state)) if self.shape else None
        return other or self.sheet

    def filled(self, position: Position, seat: str) -> State:
        """Returns the form filled in from a table, with the players' names and its rulings."""
        if self.fill is not None:
            cells = self.fill(position, seat)
        else:
            cells = {each: {} for each in ([seat] if self.scope == "one" else position.seats)}
        state = self.sheet.blank(1)
        if "rulings" in position.state:
            state["rulings"] = position.state["rulings"]
        if shared := filled(cells.get("table", {})):
            state["table"] = shared
        state["seats"] = {
            each: {k: v for k, v in position.seats[each].cells.items() if k == "name"}
            | filled(held)
            for each, held in cells.items()
            if each != "table"
        }
        return self.sheet.take(state, stored=True).state


@dataclass(frozen=True, slots=True)
class Planner:
    """Functions that plan for a seat of the game's own sheet.

    ``alternatives`` examines variants of that plan and may take several times as long. ``measure``
    reads the plan's worth off the breakdowns of its last state; without it the worth is the seat's
    points, as far as known. ``independent``: the plan depends only on the seat's own cells and the
    rulings, so it may be cached. ``sees(position, seat)``: everything of the other seats that the
    plan depends on; where that and the rest are equal, so is the plan. ``chart``: the plan as a
    map, its first readout being the steps. ``cites``: entries that every plan rests on.
    ``sketch(position, seat)``: the same plan sooner, without its proof or additional texts, while
    somebody still types; ``None`` where only ``plan`` will do. ``apply``: the change of the own
    sheet that follows the plan; only for a plan that depends on nothing but the seat's own cells,
    the rulings, and what it ``sees``. ``consistent``: fields whose conflicts make planning
    impossible; the conflicts are then the answer.
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
        """True if its plan is drawn on a map."""
        return self.chart is not None


@dataclass(frozen=True, slots=True)
class Calculator:
    """A calculator that players can open: it has either ``form`` or ``planner``, never both.

    Its id is its file's name and permanent; calculators are listed by ``order``. ``piece`` is the
    entry that it is drawn as. ``when`` and ``unless`` name a cell of the table, such as
    ``table/coop``, that must or must not be set for it to be of use there. ``at_table``: its form
    needs the sheets of a table around it. ``measures``: for a planner whose worth is not the seat's
    total, the name of that worth.
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
    at_table: bool = False
    measures: Text | None = None

    @property
    def by_itself(self) -> bool:
        """True if it has a form that is useful away from tables, too."""
        return self.form is not None and not self.at_table

    def fits(self, state: State) -> bool:
        """True if it is of use at this table, by ``when`` and ``unless``."""
        table = state.get("table", {})

        def is_set(cell: str) -> bool:
            return bool(table.get(cell.removeprefix("table/")))

        return (not self.when or is_set(self.when)) and not (self.unless and is_set(self.unless))


def changed(position: Position, seat: str, plan: Plan, *fields: str) -> dict[str, Value | None]:
    """Returns the cells of these fields that a plan changes for a seat; ``None`` for blank ones."""
    before, after = (position.sheet.cells(state) for state in (position.state, plan.after))
    return {
        path: after.get(path)
        for path in map(CellPath, after | before)
        if path.holder == seat and path.field in fields and after.get(path) != before.get(path)
    }


def filled(cells: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the cells without those that are blank; a number may be 0."""
    return {
        k: v for k, v in cells.items() if v is not None and v is not False and v not in ({}, "")
    }
