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

    ``note``: text and pieces printed on the option, if any. ``piece``: id of the piece that is
    drawn for it, if not the option's id.
    """

    id: str
    label: Text
    on: bool
    note: RowNote | None = None
    piece: str = ""

    @property
    def drawn(self) -> str:
        """Id of the piece drawn for this option: its ``piece``, or else the option's own id."""
        return self.piece or self.id


@dataclass(frozen=True, slots=True)
class Input:
    """One cell of a sheet on the page, with the control by which it is entered.

    ``path``: the cell's path, its name in the form; ``id``: its HTML id. ``value``: the text shown
    in it. ``on``: it is filled in. ``most``: the largest number that the cell takes; ``limit``: the
    largest that taps reach. ``icons``: ids of pieces, of which the first that has a drawing is
    shown. ``find``: all names by which a text filter finds it. ``entry``: id of the catalogue entry
    to link to. ``when``: path of the cell that must be filled before it is shown. ``owner``: the
    other player who has all such pieces. ``note``: text and pieces printed on its row. ``fault``:
    why its text was refused.
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
        """The options of a choice that taps on its cell go through, one after the other.

        These are the options with a note of their worth and the chosen one; all, if none has a
        note.
        """
        worth = tuple(each for each in self.choices if each.note or each.on)
        return worth if any(each.note for each in self.choices) else self.choices

    @property
    def blank(self) -> str:
        """Id of the piece drawn in a cell while it is blank; "" if there is none."""
        return next(iter(self.note.pieces), "") if self.note else ""


@dataclass(frozen=True, slots=True)
class GridLine:
    """A row of a field that is drawn as a grid, with the inputs of its cells.

    ``when``: path of the cell that must be filled before the row is shown. ``piece``: id of the
    row's drawing. ``face``: id of the side that lies up, empty if unknown.
    """

    label: Text
    id: str
    when: str
    cells: tuple[Input, ...]
    piece: str = ""
    face: str = ""


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """A group of a field's inputs under a heading, ``label``; ``icon``: id of its symbol."""

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
    """A panel of pictures to choose from; all cells with the same options share one panel.

    ``choices``: the options shown as pictures or, if ``typed`` (the label of a text field) is not
    empty, the signs to type its text with.
    """

    choices: tuple[Choice, ...]
    blank: bool
    """True if the choice can be cleared."""
    starts: bool = False
    """True if a printed piece is drawn where a cell is blank."""
    typed: Text = EMPTY

    @property
    def id(self) -> str:
        """HTML id of a panel of pictures to choose from; the same for all with the same options."""
        sum_ = format(crc32("/".join(each.id for each in self.choices).encode()), "x")
        if self.typed is not EMPTY:
            return f"signs-{sum_}"
        return f"faces-{sum_}{'-or-none' if self.blank else ''}"


@dataclass(frozen=True, slots=True)
class FieldView:
    """One field of the sheet with its inputs, drawn by the first of ``templates`` that exists.

    ``heaps``: the inputs in groups, or ``lines``: those of a grid by row; the other is empty.
    ``when``: path of the cell that must be filled before the field is shown.
    """

    field: Field
    id: str
    heaps: tuple[OptionGroup, ...] = ()
    lines: tuple[GridLine, ...] = ()
    templates: tuple[str, ...] = ()
    when: str = ""

    @property
    def opens(self) -> OptionGroup | None:
        """The group of the field's inputs to open at first: for the present phase, or the first."""
        return next((heap for heap in self.heaps if heap.now), next(iter(self.heaps), None))

    @property
    def many(self) -> bool:
        """True if the field has over ``SEARCHED`` inputs: the page then offers a text filter."""
        return sum(len(heap.inputs) for heap in self.heaps) > SEARCHED

    @property
    def short(self) -> bool:
        return all(c.note for heap in self.heaps for each in heap.inputs for c in each.choices)

    @property
    def name(self) -> str:
        return self.field.entered_by

    @property
    def joins(self) -> str:
        """CSS class of fields that are drawn in one block if they are neighbours; "" for others."""
        if self.lines or sum(not heap.folded for heap in self.heaps) != 1:
            return ""
        if self.name == "net" and self.field.groups:
            return "nets"
        if self.field.kind == "flag":
            return "flags"
        return {"tray": "tray", "pad": "pads"}.get(self.name, "")

    @property
    def faces(self) -> ChoicePalette:
        """The panel to choose from for the field: its options as pictures, or signs to type."""
        if self.field.signs:
            signs = [
                Choice(each.id, each.name, False, None, each.piece) for each in self.field.signs
            ]
            return ChoicePalette(tuple(signs), True, typed=self.field.label)
        starts = any(each.note for each in self.inputs)
        return ChoicePalette(self.inputs[0].choices, not self.field.default, starts)

    @property
    def slots(self) -> range:
        """Numbers, from 1, of the places in the stack of cards that draws the field."""
        return range(1, (self.field.across or self.inputs[0].limit) + 1)

    @property
    def inputs(self) -> list[Input]:
        return [i for heap in self.heaps for i in heap.inputs] + [
            i for line in self.lines for i in line.cells
        ]


@dataclass(frozen=True, slots=True)
class Block:
    """Fields that are drawn together in one block (``controls``), or a single field."""

    controls: tuple[FieldView, ...]
    several: bool
    """True if its section has other blocks."""

    @property
    def heading(self) -> bool:
        """True if the block needs a heading: a single field with rows, among other blocks."""
        return self.several and bool(self.field.groups) and len(self.controls) == 1

    @property
    def has_own_label(self) -> bool:
        """True if the field's input shows the field's label and hint itself."""
        return not self.field.groups and self.controls[0].name in SELF_LABELLED

    @property
    def joins(self) -> str:
        return self.controls[0].joins

    @property
    def field(self) -> Field:
        return self.controls[0].field

    @property
    def when(self) -> str:
        """Path of the cell that must be filled to show the block; "" if its fields differ in it."""
        waits = {each.when for each in self.controls}
        return waits.pop() if len(waits) == 1 else ""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One player's row of inputs in a section that shows all players.

    ``controls``: one field for each column. ``asides``: fields shown outside of the columns.
    """

    owner: Owner
    controls: tuple[FieldView, ...]
    asides: tuple[FieldView, ...] = ()


@dataclass(frozen=True, slots=True)
class FieldColumn:
    """A column of a section that shows all players: one field, with the inputs of each player.

    ``head``: a field of the whole table above it, if it has one. ``when``: path of the cell that
    must be filled before the column is shown.
    """

    field: Field
    head: FieldView | None
    icon: str
    when: str
    cells: tuple[tuple[Owner, FieldView], ...]


@dataclass(frozen=True, slots=True)
class SectionView:
    """One section of the sheet as the page shows it.

    ``rows``: one for each player, if it shows all players, else empty. ``controls``: its fields.
    ``when``, ``unless``: paths of cells that must be filled, or blank, for it to be shown.
    ``layout``: how the players' rows are arranged, or *columns* for fields side by side. ``shows``:
    entries whose points stand in each player's row. ``maps``: its heading links to the map.
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
        """The section's fields as blocks to draw: neighbours of the same kind share a block.

        Fields with cells of the same piece stay apart, since they would look the same.
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
