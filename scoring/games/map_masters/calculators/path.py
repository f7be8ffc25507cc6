"""Calculator that checks a typed path against the rules and scores it under every objective."""

from collections.abc import Iterator

from scoring.model.calculator import Answer, Apply, Block, Changes, FormCells, Row
from scoring.model.catalogue import Catalogue
from scoring.model.cells import CellPath
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.text.localised import EMPTY, Text, number

from ..checks import broken, unusual_message
from ..messages import say
from ..solvers import typed_paths
from ..solvers.score_pad import MOST_COINS, objectives, of_round, round_now
from . import form_rows


def fill(position: Position, seat: str) -> FormCells:
    player, table = position.seats[seat], position.table
    number = round_now(position, [player])
    written = player.script(of_round("path", number))
    cells = {"path": written, "coins": player.number("coins"), "coins_taken": bool(written)}
    # a mission has no rounds
    return {seat: cells, "table": {} if table.flag("coop") else objectives(table, number)}


def answer(form: Position) -> Answer:
    (seat,) = form
    table, catalogue = form.table, form.catalogue
    if not (typed := seat.script("path")):
        return Answer(say("type-the-path"), (form_rows.of_signs(catalogue),))
    walk = typed_paths.walk(typed)
    primary, secondary = table.choice("primary"), table.choice("secondary")
    worth = form_rows.of_objectives(catalogue, walk.circled, primary, secondary)
    blocks = (
        Block(say("all-objectives"), worth),
        Block(say("what-the-path-met"), tuple(_met(catalogue, walk))),
    )
    applies = tuple(_applies(seat, table, walk))
    return Answer(_summary(catalogue, walk), blocks, applies)


def _summary(catalogue: Catalogue, walk: typed_paths.Walk) -> Text:
    coins = say("count-coin", n=walk.circled["coin"])
    if fault := walk.fault:
        sign = walk.text[fault.at : fault.at + 1] or "–"
        why = broken(catalogue, fault)
        return say("path-illegal", n=fault.at + 1, sign=sign, why=why, coins=coins)
    return say("path-escaped" if walk.escaped else "path-stopped", coins=coins)


def _met(catalogue: Catalogue, walk: typed_paths.Walk) -> Iterator[Row]:
    for icon, n in walk.circled.items():
        if n:
            left = walk.unspent.get(icon)
            how = EMPTY if left is None else say("unspent", n=left)
            yield Row(catalogue.name(icon), number(n), how, icon)
    if walk.escaped:
        yield Row(catalogue.name("escape"), say("tick"), EMPTY, "escape")
    for each in walk.doubts:
        yield Row(say("doubt"), EMPTY, unusual_message(each))


def _applies(seat: Seat, table: Seat, walk: typed_paths.Walk) -> Iterator[Apply]:
    if not (number := table.choice("round")):
        return
    cell = CellPath.to(seat.id, of_round("path", int(number)))
    written: Changes = {cell: walk.text}
    gained = walk.circled["coin"]
    coins = (seat.number("coins") or 0) + gained
    if not seat.flag("coins_taken") and gained and coins <= MOST_COINS:
        label = say("write-round-and-coins", round=number, coins=say("count-coin", n=gained))
        yield Apply(label, written | {seat.path("coins"): coins})
    yield Apply(say("write-round", round=number), written)
