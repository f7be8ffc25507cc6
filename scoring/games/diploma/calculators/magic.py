"""Which magic may be used now, by its window, and in which order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ....core.catalogue import Catalogue
from ....core.plan import Rulings, State
from ....core.sheet import Section, Sheet, choice, count, flag, options
from ....core.text import EMPTY, Text, join
from ....core.tool import Answer, Apply, Block, Row, Tool, form
from .. import counters
from .forms import MOST_MANA, ROUND_PLAYER, clockwise, seat_choice, some_of


def tool(catalogue: Catalogue) -> Tool:
    """Who may use which magic at this moment, in order, as far as mana goes."""
    magic = options(catalogue.of_kind("magic"))
    own = (
        choice("magic_1", Text("Magic slot", "魔法枠"), magic),
        choice("magic_2", Text("Second slot", "第2の魔法枠"), magic),
        count("mana", catalogue.name("mana"), most=MOST_MANA),
    )
    table = (
        choice("window", Text("When", "時機"), options(catalogue.of_kind("window"))),
        seat_choice(catalogue, "first", ROUND_PLAYER),
        flag("rabbit_used", Text("Rabbit Start was used", "ラビットスタート使用済み")),
    )
    sheet = Sheet(
        catalogue,
        (Section("magic", Text("Magic", "魔法"), own),),
        (Section("window", Text("Moment", "時機"), table),),
    )

    def fill(state: State, seat: str) -> State:
        named = ("magic_1", "magic_2", "mana")
        seats = {s: some_of(cells, *named) for s, cells in state["seats"].items()}
        return form(sheet, state, seats, {"first": state.get("play", {}).get("first")})

    def answer(state: State, rulings: Rulings) -> Answer:
        table, seats = state.get("table", {}), sheet.seats(state)
        set_magic = {
            s: [c[slot] for slot in ("magic_1", "magic_2") if slot in c]
            for s, c in state["seats"].items()
        }
        cites = ("magic_order", "magic_card", "mana")
        if not any(set_magic.values()):
            said = Text("Enter the magic that is set.", "設置されている魔法を入れてください。")
            return Answer(said, cites=cites)
        mana = {s: c.get("mana", 0) for s, c in state["seats"].items()}
        order = clockwise(seats, table.get("first"))
        windows = (
            [table["window"]]
            if "window" in table
            else [entry.id for entry in catalogue.of_kind("window")]
        )
        blocks, now = [], []
        for window in windows:
            rabbit = bool(table.get("rabbit_used"))
            found = counters.next_magic(catalogue, window, set_magic, mana, order, rabbit)
            now += found
            rows = [
                Row(
                    catalogue.name(spell),
                    sheet.name(state, seat),
                    Text("{n} mana", "マナ{n}").fill(n=mana[seat]),
                    spell,
                )
                for seat, spell in found
            ]
            rows += _not_now(catalogue, window, set_magic, found, sheet, state)
            nothing = Row(Text("Nothing", "なし"), EMPTY)
            blocks.append(Block(catalogue.name(window), tuple(rows) or (nothing,)))
        said = Text("Nobody can use magic now.", "今使える魔法はありません。")
        if now:
            said = join(
                (
                    Text("{who}: {spell}", "{who}：{spell}").fill(
                        who=sheet.name(state, seat), spell=catalogue.name(spell)
                    )
                    for seat, spell in now
                ),
                " → ",
                "→",
            )
        applies = tuple(_cast(catalogue, sheet, state, now)) if "window" in table else ()
        return Answer(said, tuple(blocks), applies, cites=cites)

    return Tool(
        Text("Which magic now?", "今使える魔法は？"),
        Text(
            "Who may use which magic at this moment, in order, as far as mana goes.",
            "この時機に誰がどの魔法を使えるかを、順番に。マナも確かめます。",
        ),
        sheet,
        answer,
        "all",
        fill,
    )


def _not_now(
    catalogue: Catalogue,
    window: str,
    set_magic: Mapping[str, Sequence[str]],
    found: Sequence[tuple[str, str]],
    sheet: Sheet,
    state: State,
) -> Iterator[Row]:
    """Magic of this moment that is set and cannot be used, and why."""
    for seat in sheet.seats(state):
        for spell in dict.fromkeys(set_magic[seat]):
            if catalogue[spell].facts["window"] == window and (seat, spell) not in found:
                enough = state["seats"][seat].get("mana", 0) >= catalogue[spell].facts["mana"]
                why = Text("not after Rabbit Start", "ラビットスタートの後は不可")
                if not enough:
                    why = Text("no mana", "マナがない")
                label = Text("({spell})", "（{spell}）").fill(spell=catalogue.name(spell))
                yield Row(label, sheet.name(state, seat), why, spell)


def _cast(
    catalogue: Catalogue, sheet: Sheet, state: State, now: Sequence[tuple[str, str]]
) -> Iterator[Apply]:
    for seat, spell in dict.fromkeys(now):
        left = state["seats"][seat]["mana"] - int(catalogue[spell].facts["mana"])
        label = Text("{who} uses {spell}", "{who}が{spell}を使う").fill(
            who=sheet.name(state, seat), spell=catalogue.name(spell)
        )
        yield Apply(label, {f"{seat}/mana": left or None})
