"""Complete lines of dwarves and the heroes that are due."""

from __future__ import annotations

from collections.abc import Mapping

from ....core.catalogue import Catalogue
from ....core.plan import Rulings, State
from ....core.sheet import Section, Sheet, count, flag
from ....core.text import Text, join
from ....core.tool import Answer, Block, Row, Tool, form
from .. import tools
from ..score import holds
from .forms import filled, lower_case, plain, rank_fields, ranks_at, ranks_of


def tool(catalogue: Catalogue) -> Tool:
    """What each column lacks for the next hero, and who recruits now."""
    section = Section(
        "ranks",
        Text("Ranks", "階級章"),
        (
            *rank_fields(catalogue),
            count("heroes", Text("Heroes", "英雄")),
            flag("megingjord", catalogue.name("megingjord")),
        ),
        Text(
            "Heroes' own ranks, Thrud and Ylud count where they stand.",
            "英雄の階級章、スルーズ、イルードも立っている列で数える。",
        ),
    )
    sheet = Sheet(catalogue, (section,))

    def fill(state: State, seat: str) -> State:
        seats = {}
        for name, hold in holds(catalogue, state, sheet.rulings(state)).items():
            seats[name] = filled(
                ranks_at(hold)
                | {"heroes": max(0, hold.heroes_counted)}
                | {"megingjord": hold.has("artifacts", "megingjord")}
            )
        return form(sheet, state, seats)

    def answer(state: State, rulings: Rulings) -> Answer:
        found = {}
        stopped = set()
        for seat in sheet.seats(state):
            cells = state["seats"][seat]
            stop = bool(cells.get("megingjord"))
            stopped |= {seat} if stop else set()
            heroes = int(cells.get("heroes", 0))
            found[seat] = tools.hero_lines(ranks_of(cells), heroes, megingjord=stop)
        names = {seat: sheet.name(state, seat) for seat in found}
        blocks = []
        for seat, lines in found.items():
            rows = [
                Row(Text("Complete lines", "そろった列"), plain(lines.lines)),
                Row(Text("Heroes due", "今取る英雄"), plain(lines.due)),
            ]
            if seat in stopped:
                rows[1] = Row(
                    Text("Heroes due", "今取る英雄"), plain(0), catalogue.name("megingjord")
                )
            else:
                rows.append(
                    Row(Text("Until the next hero", "次の英雄まで"), how=_missing(catalogue, lines))
                )
            blocks.append(Block(names[seat], tuple(rows)))
        open_ = {seat: lines for seat, lines in found.items() if seat not in stopped}
        said = _lines_said(catalogue, open_, names)
        if not any(filled(ranks_of(state["seats"][seat])) for seat in found):
            said = Text("Enter the ranks of each column.", "各列の階級章の数を入れてください。")
        return Answer(said, tuple(blocks), cites=("hero_lines",))

    return Tool(
        Text("Lines and heroes", "列と英雄"),
        Text(
            "Who recruits a hero now, and what each column lacks for the next one.",
            "だれが今英雄を取るか、次の英雄まで何が足りないか。",
        ),
        sheet,
        answer,
        "all",
        fill,
    )


def _missing(catalogue: Catalogue, lines: tools.Lines) -> Text:
    return join(
        Text("{kind} {n}", "{kind}{n}").fill(kind=lower_case(catalogue.name(kind)), n=number)
        for kind, number in lines.missing.items()
    )


def _lines_said(
    catalogue: Catalogue, found: Mapping[str, tools.Lines], names: Mapping[str, Text]
) -> Text:
    if due := [seat for seat, lines in found.items() if lines.due]:
        who = join(
            Text("{name} {n}", "{name}は{n}枚").fill(name=names[seat], n=found[seat].due)
            for seat in due
        )
        return Text("Heroes due now: {who}.", "今英雄を取る：{who}。").fill(who=who)
    if not found:
        return Text("Nobody recruits by lines.", "列で英雄を取る人はいません。")
    near = min(found, key=lambda seat: sum(found[seat].missing.values()))
    return Text(
        "Nobody is due. Nearest: {name} lacks {what}.",
        "今取る人はいません。最も近いのは{name}（あと{what}）。",
    ).fill(name=names[near], what=_missing(catalogue, found[near]))
