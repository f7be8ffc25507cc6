"""What each majority is worth at the end of age 1, and what it takes to get it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from ....core.catalogue import Catalogue, Entry
from ....core.plan import Rulings, State
from ....core.sheet import Section, Sheet, Value
from ....core.text import Text, counted, join
from ....core.tool import Answer, Apply, Block, Row, Tool, form
from .. import tools
from ..score import holds
from .forms import filled, plain, rank_fields, ranks_at, ranks_of


def tool(catalogue: Catalogue) -> Tool:
    """Who wins which distinction as things stand, and what others lack."""
    section = Section(
        "ranks",
        Text("Ranks", "階級章"),
        rank_fields(catalogue),
        Text(
            "As they stand: Thrud and Ylud count, mercenaries once enlisted.",
            "今の列で数える。スルーズ・イルードも、傭兵は配置後に。",
        ),
    )
    sheet = Sheet(catalogue, (section,))

    def fill(state: State, seat: str) -> State:
        table = holds(catalogue, state, sheet.rulings(state))
        return form(sheet, state, {s: filled(ranks_at(hold)) for s, hold in table.items()})

    def answer(state: State, rulings: Rulings) -> Answer:
        ranks = {seat: ranks_of(state["seats"][seat]) for seat in sheet.seats(state)}
        names = {seat: sheet.name(state, seat) for seat in ranks}
        cites = ("troop_evaluation", "warrior_majority")
        if not any(number for own in ranks.values() for number in own.values()):
            lacking = Text("Enter the ranks of each column.", "各列の階級章の数を入れてください。")
            return Answer(lacking, cites=cites)
        blocks, won = [], {}
        for distinction in catalogue.of_kind("distinction"):
            kind = distinction.facts["class"][0]
            column = {seat: own[kind] for seat, own in ranks.items()}
            best = tools.leader(column) if any(column.values()) else None
            if best:
                won[distinction.id] = best
            title = Text("{kind}: {name}", "{kind}：{name}")
            blocks.append(
                Block(
                    title.fill(kind=catalogue.name(kind), name=distinction.name),
                    tuple(_majority_rows(distinction, column, names)),
                )
            )
        who = [
            Text("{name}: {won}", "{name}：{won}").fill(
                name=names[seat],
                won=join(catalogue.name(d) for d, winner in won.items() if winner == seat),
            )
            for seat in names
            if seat in won.values()
        ]
        said = join(who, "; ", "。") if who else Text("Nobody leads alone.", "単独最多はいません。")
        label = Text("End of Age 1: write the distinctions", "世代1の終わり：勲章を記録")
        cells: dict[str, Value | None] = {f"{s}/distinctions/{d}": True for d, s in won.items()}
        return Answer(said, tuple(blocks), (Apply(label, cells),) if cells else (), cites=cites)

    return Tool(
        Text("Who leads in each class", "クラスごとの最多"),
        Text(
            "Who wins which distinction now, and what it takes for the others.",
            "今だれがどの勲章を得るか、他の人にはあと何個要るか。",
        ),
        sheet,
        answer,
        "all",
        fill,
    )


def _majority_rows(
    distinction: Entry, column: Mapping[str, int], names: Mapping[str, Text]
) -> Iterator[Row]:
    most = max(column.values())
    second = sorted(column.values())[-2] if len(column) > 1 else 0
    for seat in sorted(column, key=lambda seat: (-column[seat], seat)):
        needed = tools.needed_to_lead(column, seat)
        if not needed:
            how = Text("leads by {n}", "{n}個リード").fill(n=most - second)
        else:
            more = counted(needed, "more rank", "more ranks", "個")
            how = Text("{more} to lead alone", "あと{more}で単独最多").fill(more=more)
            if column[seat] == most and most:
                how = Text("tied; {more} to lead alone", "同数。あと{more}で単独最多").fill(
                    more=more
                )
        share = Fraction(column[seat], most) if most else None
        yield Row(names[seat], plain(column[seat]), how, distinction.id, share=share)
