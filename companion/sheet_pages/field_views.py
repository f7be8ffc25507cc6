"""Values that the templates of a sheet draw: sections, fields, inputs and their choices."""

from dataclasses import dataclass
from zlib import crc32

from scoring.model.cells import Option
from scoring.model.fields import Field, RowNote
from scoring.model.player_names_and_colours import Owner
from scoring.text.localised import EMPTY, Text

SEARCHED = 10
SELF_LABELLED = ("radios", "ask", "text", "signs")
"""Names of input controls that show the field's label and hint themselves."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One option of a cell in which one of several is chosen; ``on``: it is the chosen one.

    ``note``: text and pieces printed on it, if any. ``piece``: id of the piece that is
    drawn for it, if not the option's id.
    """

    id: str
    label: Text
    on: bool
    note: RowNote | None = None
    piece: str = ""

    @property
    def drawn(self) -> str:
        """The id of the piece drawn for this option: its ``piece``, or else the option's id."""
        return self.piece or self.id


@dataclass(frozen=True, slots=True)
class Input:
    """One cell of a sheet on the page, with its input control.

    ``path``: its name in the form; ``id``: its HTML id. ``value``: the text shown in it. ``on``: it
    is filled in. ``most``: the largest number that the cell takes; ``limit``: the largest that taps
    reach. ``icons``: ids of pieces of which the first that can be drawn is shown. ``find``: all
    names by which a text filter finds it. ``entry``: id of the catalogue entry to link to.
    ``when``: path of the cell that must be filled before it is shown. ``owner``: the other player
    who has all such pieces. ``note``: text and pieces printed on its row. ``fault``: why the text
    in it was refused.
    """

    path: str
    label: Text
    value: str
    on: bool
    most: int
    icons: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    note: RowNote | None = None
    fault: Text | None = None
    when: str = ""
    find: str = ""
    entry: str = ""
    owner: Owner | None = None
    limit: int = 0
    face: str = ""
    """Id of the face of its entry that lies up, empty if unknown."""

    @property
    def id(self) -> str:
        return self.path.replace("/", "-")

    @property
    def chosen(self) -> Choice | None:
        return next((each for each in self.choices if each.on), None)

    @property
    def turns(self) -> tuple[Choice, ...]:
        """The options that a tap on the cell goes through, one after the other.

        These are the options with a note of their worth and the chosen one; all, if none has a
        note.
        """
        worth = tuple(each for each in self.choices if each.note or each.on)
        return worth if any(each.note for each in self.choices) else self.choices

    @property
    def blank(self) -> str:
        """Id of the piece drawn while the cell is blank, as its row's note says; else empty."""
        return next(iter(self.note.pieces), "") if self.note else ""


@dataclass(frozen=True, slots=True)
class GridLine:
    """A row of a field drawn as a grid, shown once the cell with the path ``when`` is filled in.

    ``piece``: id of its drawing. ``face``: id of the side that lies up, empty if unknown.
    """

    label: Text
    id: str
    when: str
    cells: tuple[Input, ...]
    piece: str = ""
    face: str = ""


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """Inputs of a field under one heading; ``icon``: id of the symbol of their kind."""

    label: Text
    inputs: tuple[Input, ...]
    icon: str = ""
    now: bool = False
    """True if the group belongs to the table's present phase."""
    folded: bool = False
    """True if it is rarely needed and shown closed."""

    @property
    def filled(self) -> int:
        return sum(each.on for each in self.inputs)


@dataclass(frozen=True, slots=True)
class ChoicePalette:
    """A panel of pictures (faces) to choose from; cells with the same pictures share one.

    A face is an option that is shown as a picture. If ``typed`` (the label of a text field) is not
    empty, ``choices`` are the signs to type it with.
    """

    choices: tuple[Choice, ...]
    blank: bool
    """True if the choice can be cleared."""
    starts: bool = False
    """True if a printed piece is drawn where a cell is blank."""
    typed: Text = EMPTY

    @property
    def id(self) -> str:
        """HTML id of this panel of pictures, the same for all with the same choices."""
        sum_ = format(crc32("/".join(each.id for each in self.choices).encode()), "x")
        if self.typed is not EMPTY:
            return f"signs-{sum_}"
        return f"faces-{sum_}{'-or-none' if self.blank else ''}"


@dataclass(frozen=True, slots=True)
class FieldView:
    """One field of the sheet with its inputs; the first of ``templates`` that exists draws it.

    ``heaps``: the inputs in groups, or ``lines``: those of a grid by row; the other is empty.
    ``when``: path of the cell that must be filled before it is shown.
    """

    field: Field
    id: str
    heaps: tuple[OptionGroup, ...] = ()
    lines: tuple[GridLine, ...] = ()
    templates: tuple[str, ...] = ()
    when: str = ""

    @property
    def opens(self) -> OptionGroup | None:
        """The group of inputs open at first: the present phase's, else the first; or ``None``."""
        return next((heap for heap in self.heaps if heap.now), next(iter(self.heaps), None))

    @property
    def many(self) -> bool:
        """True if the field has over ``SEARCHED`` inputs, so that the page offers a text filter."""
        return sum(len(heap.inputs) for heap in self.heaps) > SEARCHED

    @property
    def short(self) -> bool:
        return all(c.note for heap in self.heaps for each in heap.inputs for c in each.choices)

    @property
    def name(self) -> str:
        return self.field.entered_by

    @property
    def joins(self) -> str:
        """CSS class of the block that this field forms with neighbours of that class; or empty."""
        if self.lines or sum(not heap.folded for heap in self.heaps) != 1:
            return ""
        if self.name == "net" and self.field.groups:
            return "nets"
        if self.field.kind == "flag":
            return "flags"
        return {"tray": "tray", "pad": "pads"}.get(self.name, "")

    @property
    def faces(self) -> ChoicePalette:
        """The field's palette: its options as pictures, or the signs to type a text with."""
        if self.field.signs:
            signs = [
                Choice(each.id, each.name, False, None, each.piece) for each in self.field.signs
            ]
            return ChoicePalette(tuple(signs), True, typed=self.field.label)
        starts = any(each.note for each in self.inputs)
        return ChoicePalette(self.inputs[0].choices, not self.field.default, starts)

    @property
    def slots(self) -> range:
        """Numbers, from 1, of the positions in the stack of cards as which the field is drawn."""
        return range(1, (self.field.across or self.inputs[0].limit) + 1)

    @property
    def inputs(self) -> list[Input]:
        return [i for heap in self.heaps for i in heap.inputs] + [
            i for line in self.lines for i in line.cells
        ]


@dataclass(frozen=True, slots=True)
class Block:
    """Fields that are drawn in one block: several in one tray, or a single one."""

    controls: tuple[FieldView, ...]
    several: bool
    """True if its section has other blocks."""

    @property
    def heading(self) -> bool:
        """True if the block needs a heading; fields without rows show their own label."""
        return self.several and bool(self.field.groups) and len(self.controls) == 1

    @property
    def has_own_label(self) -> bool:
        """True if the input control of the block's field shows label and hint itself."""
        return not self.field.groups and self.controls[0].name in SELF_LABELLED

    @property
    def joins(self) -> str:
        return self.controls[0].joins

    @property
    def field(self) -> Field:
        return self.controls[0].field

    @property
    def when(self) -> str:
        """Path of the cell that must be filled to show these fields; empty if they differ."""
        waits = {each.when for each in self.controls}
        return waits.pop() if len(waits) == 1 else ""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One player's controls in a section that shows all players.

    ``controls``: one for each column. ``asides``: fields shown outside of the columns.
    """

    owner: Owner
    controls: tuple[FieldView, ...]
    asides: tuple[FieldView, ...] = ()


@dataclass(frozen=True, slots=True)
class FieldColumn:
    """One field of all players, as a column of a section that shows all players.

    ``head``: the table's field above it, if it has one. ``when``: path of the cell that must be
    filled before the column is shown.
    """

    field: Field
    head: FieldView | None
    icon: str
    when: str
    cells: tuple[tuple[Owner, FieldView], ...]


@dataclass(frozen=True, slots=True)
class SectionView:
    """One section of the sheet. ``rows``: one a player, if it shows all players, else empty.

    ``controls``: its fields. ``when``, ``unless``: paths of cells that must be filled, or blank,
    for it to be shown. ``layout``: how the players' rows are arranged, or *columns* for fields side
    by side. ``shows``: entries whose points stand in each player's row. ``maps``: its heading links
    to the map.
    """

    id: str
    label: Text
    title: Text
    hint: Text
    controls: tuple[FieldView, ...]
    open: bool = True
    when: str = ""
    unless: str = ""
    rows: tuple[SeatRow, ...] = ()
    layout: str = ""
    columns: tuple[FieldColumn, ...] = ()
    shows: tuple[Option, ...] = ()
    section: str = ""
    maps: bool = False
    rest: tuple[Input, ...] = ()
    """One cell a player that declares the section's blank cells to be none."""

    @property
    def blocks(self) -> list[Block]:
        """The section's fields, with neighbours of one CSS group joined into a block.

        Neighbours with cells of one entry stay apart: they would look the same in one tray.
        """
        found: list[list[FieldView]] = []
        for each in self.controls:
            before = found[-1] if found else []
            apart = before and (each.field.apart or before[0].field.apart)
            joins = before and each.joins and before[0].joins == each.joins
            there = {i.entry for other in before for i in other.inputs if i.entry}
            unlike = there.isdisjoint(i.entry for i in each.inputs)
            if joins and not apart and unlike:
                found[-1].append(each)
            else:
                found.append([each])
        return [Block(tuple(each), len(found) > 1) for each in found]

    @property
    def inputs(self) -> list[Input]:
        """All inputs of the section, those of every player if it shows all players."""
        rows = [c for row in self.rows for c in (*row.controls, *row.asides)]
        return [i for control in rows or self.controls for i in control.inputs]
