"""Calculators: whatever computes for a player. One file each, in a game's ``calculators/``.

Most have a small form of their own and an ``answer``. Others read the game's own sheet and
give a ``plan`` for a seat, with its proof. ``<id>.toml`` beside the file holds name, hint and form.
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
    """One line of an answer: what, how much, and why.

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
    """Rows under a heading. ``folded``: of interest to few, so shown closed.

    ``others``: each row is another plan than the best one; ``how`` says what it costs.
    """

    title: Text
    rows: tuple[Row, ...]
    folded: bool = False
    others: bool = False


@dataclass(frozen=True, slots=True)
class Apply:
    """A change that an answer offers: ``cells`` are paths of the game's sheet and their values.

    ``note``: what it also changes, or leaves open.
    """

    label: Text
    cells: Mapping[str, Value | None]
    note: Text = EMPTY


@dataclass(frozen=True, slots=True)
class Answer:
    """What a calculator with a form says: ``said`` in one sentence, the rest below it.

    ``proof`` only where something was optimised. ``cites`` are entries that it rests on.
    """

    said: Text
    blocks: tuple[Block, ...] = ()
    applies: tuple[Apply, ...] = ()
    proof: Proof | None = None
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """A form of its own, and the answer to it.

    ``answer`` reads a position of ``sheet``; at a table its ``table_position`` is the game's own.
    It never raises: what makes no sense is said in the answer. ``scope``: the form asks every
    seat, or only the seat that asks, in which case the position holds that seat alone.
    ``fill(position, seat)`` gives, from a table, the cells by holder
    (``{"p1": {...}, "table": {...}}``); ``None`` where the table knows nothing of use.
    ``shape(position)`` gives the same cells with words of this very form, for example the faces
    that lie on somebody's die; ``None`` where they are as they are.
    """

    sheet: Sheet
    answer: Callable[[Position], Answer]
    scope: Scope = "all"
    fill: Callable[[Position, str], Mapping[str, Mapping[str, Any]]] | None = None
    shape: Callable[[Position], Sheet | None] | None = None

    def shaped(self, state: State) -> Sheet:
        """The sheet in words of this very state."""
        other = self.shape(self.sheet.position(state)) if self.shape else None
        return other or self.sheet

    def filled(self, position: Position, seat: str) -> State:
        """The form as a table fills it, with the players' names and the table's rulings."""
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
    """A plan for a seat of the game's own sheet.

    ``alternatives`` looks at what lies around that plan and may take several times as long.
    ``measure`` reads the plan's worth off the breakdowns of its last state; without it the
    worth is the seat's points, as far as they are known. ``alone``: the plan depends on nothing
    but the seat's own cells and the rulings, so it may be remembered. ``sees(position, seat)``: all
    that it depends on of the other seats; where that and the rest are the same, so is the plan.
    ``chart``: the plan as a map, its first readout being the steps. ``cites``: entries that every
    plan of it rests on.
    ``sketch(position, seat)``: the same plan sooner, without its proof or what is told beside it,
    while somebody still types; ``None`` where only ``plan`` will do.
    ``apply``: what a player who does as the plan says may have written on the own sheet; only of a
    plan that depends on nothing but the seat's own cells and the rulings. ``consistent``: the
    fields whose conflicts leave nothing to plan, so that they are the answer.
    """

    plan: Callable[[Position, str, float], Plan]
    alternatives: Callable[[Position, str, Plan, float], Alternatives] | None = None
    measure: Callable[[Mapping[str, Breakdown], str], Fraction] | None = None
    alone: bool = False
    sees: Callable[[Position, str], Hashable] | None = None
    chart: Callable[[Position, str, Plan], Chart] | None = None
    cites: tuple[str, ...] = ()
    sketch: Callable[[Position, str], Plan | None] | None = None
    apply: Callable[[Position, str, Plan], Apply | None] | None = None
    consistent: tuple[str, ...] = ()

    @property
    def charted(self) -> bool:
        """Is its plan drawn on a map?"""
        return self.chart is not None


@dataclass(frozen=True, slots=True)
class Calculator:
    """What a player may ask. Either ``form`` or ``planner`` is there, never both.

    Its id is its file's name and permanent; calculators are listed by ``order``. ``piece`` is the
    entry that it is drawn as. ``when`` and ``unless`` name a cell of the table, such as
    ``table/coop``, that must or must not be set for it to be of use there. ``at_table``: its form
    says nothing without the sheets of a table around it. ``measures``: of a planner whose worth is
    not the seat's total, what it is.
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
        """Has it a form that says something away from tables, too?"""
        return self.form is not None and not self.at_table

    def fits(self, state: State) -> bool:
        """Is it of use at this table?"""
        table = state.get("table", {})

        def is_set(cell: str) -> bool:
            return bool(table.get(cell.removeprefix("table/")))

        return (not self.when or is_set(self.when)) and not (self.unless and is_set(self.unless))


def changed(position: Position, seat: str, plan: Plan, *fields: str) -> dict[str, Value | None]:
    """The cells of a seat that are other ones after a plan, blank ones among them."""
    before, after = (position.sheet.cells(state) for state in (position.state, plan.after))
    return {
        path: after.get(path)
        for path in map(CellPath, after | before)
        if path.holder == seat and path.field in fields and after.get(path) != before.get(path)
    }


def filled(cells: Mapping[str, Any]) -> dict[str, Any]:
    """Cells without those that are blank; a number may be 0."""
    return {
        k: v for k, v in cells.items() if v is not None and v is not False and v not in ({}, "")
    }
