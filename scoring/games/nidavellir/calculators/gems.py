"""Who picks when, and who holds which gem after the trades."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ....core.catalogue import Catalogue, Entry
from ....core.plan import Rulings, State
from ....core.sheet import Cell, Field, Section, Sheet, Value, one_group, options
from ....core.text import EMPTY, Text, counted, join
from ....core.tool import Answer, Apply, Block, Row, Tool, form
from .. import tools
from ..sheet import LARGEST_COIN
from .forms import SAYS_NOTHING, gem_choice, gem_held, gem_number, plain


@dataclass(frozen=True, slots=True)
class Resolved:
    """A tavern as far as bids and gems settle it.

    ``open``: tied players whose gems are missing or alike. ``late``: who has not bid.
    """

    tavern: Entry
    bids: Mapping[str, int]
    order: tuple[str, ...]
    tied: int
    open: frozenset[str]
    late: tuple[str, ...]
    before: Mapping[str, int]
    after: Mapping[str, int]


def _resolved(
    taverns: Sequence[Entry], state: State, gems: Mapping[str, int]
) -> Iterator[Resolved]:
    """Tavern by tavern, each with the gems that the last one left; those without bids are out."""
    seats = state["seats"]
    for tavern in taverns:
        bids = {
            seat: cells["bids"][tavern.id]
            for seat, cells in seats.items()
            if tavern.id in cells.get("bids", {})
        }
        if not bids:
            continue
        known = {seat: gems.get(seat, 0) for seat in bids}
        groups = tools.ties(bids, known)
        unsettled: set[str] = set()
        for group in groups:
            if len({known[seat] for seat in group} - {0}) < len(group):
                unsettled |= set(group)
        settled = {seat: bid for seat, bid in bids.items() if seat not in unsettled}
        after = dict(gems) | {
            seat: gem for seat, gem in tools.swap_gems(settled, known).items() if gem
        }
        after = {seat: gem for seat, gem in after.items() if seat not in unsettled}
        late = tuple(seat for seat in seats if seat not in bids)
        order = tuple(tools.bid_order(bids, known))
        yield Resolved(tavern, bids, order, len(groups), frozenset(unsettled), late, gems, after)
        gems = after


def tool(catalogue: Catalogue) -> Tool:
    """Bids and gems in; the order at each tavern and the gems after all ties out."""
    taverns = catalogue.of_kind("tavern")
    # an open number: the coin bid may be the 0
    bids = Field(
        "bids",
        Text("Bids", "入札"),
        "tally",
        Cell("number", 0, LARGEST_COIN, open=True),
        one_group(options(taverns)),
    )
    section = Section("bids", Text("Gem and bids", "宝石と入札"), (gem_choice(catalogue), bids))
    sheet = Sheet(catalogue, (section,))

    def fill(state: State, seat: str) -> State:
        seats = {
            name: {k: v for k, v in (("gem", gem_held(c)), ("bids", c.get("bids"))) if v}
            for name, c in state["seats"].items()
        }
        return form(sheet, state, seats)

    def answer(state: State, rulings: Rulings) -> Answer:
        held = {s: gem_number(c.get("gem")) for s, c in sorted(state["seats"].items())}
        gems = {seat: gem for seat, gem in held.items() if gem}
        found = list(_resolved(taverns, state, gems))
        names = {seat: sheet.name(state, seat) for seat in sheet.seats(state)}
        if not found or len(names) < 2:
            return Answer(
                Text("Enter the bids of a tavern.", "酒場の入札を入れてください。"),
                cites=("bids", "gem_ties"),
            )
        blocks = [Block(each.tavern.name, tuple(_order_rows(each, names))) for each in found]
        after = found[-1].after
        blocks.append(
            Block(
                Text("Gems afterwards", "処理後の宝石"),
                tuple(
                    Row(
                        names[seat],
                        plain(after[seat]) if seat in after else Text("?", "?"),
                        Text("was {n}", "前は{n}").fill(n=gems[seat])
                        if seat in gems and after.get(seat) != gems[seat]
                        else EMPTY,
                        "gem_ties",
                    )
                    for seat in names
                ),
            )
        )
        return Answer(
            _gems_said(found, gems, names),
            tuple(blocks),
            tuple(_gems_apply(found, gems)),
            cites=("bids", "gem_ties"),
        )

    return Tool(
        Text("Who goes first, and gems", "順番と宝石の交換"),
        Text(
            "Bids and gems in, order at each tavern and the gems after ties out.",
            "入札と宝石から、各酒場の順番と同額後の宝石を出します。",
        ),
        sheet,
        answer,
        "all",
        fill,
    )


def _order_rows(each: Resolved, names: Mapping[str, Text]) -> Iterator[Row]:
    for place, seat in enumerate(each.order, 1):
        how = EMPTY
        if seat in each.open:
            how = Text("tie: enter different gems", "同額：それぞれの宝石を入れてください")
        elif list(each.bids.values()).count(each.bids[seat]) > 1:
            before, after = each.before[seat], each.after[seat]
            how = Text("tie, gem {a}", "同額、宝石{a}").fill(a=before)
            if before != after:
                how = Text("tie, gem {a} → {b}", "同額、宝石{a}→{b}").fill(a=before, b=after)
        label = Text("{n}. {name}", "{n}. {name}").fill(n=place, name=names[seat])
        if seat in each.open:
            label = Text("?. {name}", "?. {name}").fill(name=names[seat])
        yield Row(label, plain(each.bids[seat]), how)
    for seat in each.late:
        yield Row(names[seat], SAYS_NOTHING, Text("no bid yet", "入札が未入力"))


def _gems_said(
    found: Sequence[Resolved], gems: Mapping[str, int], names: Mapping[str, Text]
) -> Text:
    if late := list(dict.fromkeys(seat for each in found for seat in each.late)):
        who = join(names[seat] for seat in late)
        return Text("Bids are missing: {who}.", "入札が未入力：{who}。").fill(who=who)
    if lacking := [seat for seat in names if any(seat in each.open for each in found)]:
        who = join(names[seat] for seat in lacking)
        return Text(
            "A tie: enter the gems of {who}, each another one.",
            "同額です。{who}の宝石をそれぞれ入れてください。",
        ).fill(who=who)
    after = found[-1].after
    moved = [seat for seat in names if seat in gems and after[seat] != gems[seat]]
    ties = sum(each.tied for each in found)
    if len(found) == 1:
        order = join((names[seat] for seat in found[0].order), " → ", "→")
    else:
        order = counted(ties, "tie", "ties", "組の同額") if ties else Text("No ties", "同額なし")
    if not moved:
        return Text("{order}. Gems stay.", "{order}。宝石はそのまま。").fill(order=order)
    new = join(
        Text("{name} {gem}", "{name}は{gem}").fill(name=names[seat], gem=after[seat])
        for seat in moved
    )
    return Text("{order}. New gems: {new}.", "{order}。新しい宝石：{new}。").fill(
        order=order, new=new
    )


def _gems_apply(found: Sequence[Resolved], gems: Mapping[str, int]) -> Iterator[Apply]:
    """Offered once every bid is there and every tie settled; bids go, or they would swap twice."""
    if any(each.late or each.open for each in found):
        return
    after = found[-1].after
    label = Text("Write the new gems, clear the bids", "新しい宝石を記録し、入札を消す")
    if after == gems:
        label = Text("Gems stay, clear the bids", "宝石はそのまま、入札を消す")
    # every gem that was typed, so that the table knows it next time; the 6 covers another one
    cells: dict[str, Value | None] = {
        f"{seat}/gem": f"gem_{gem}" for seat, gem in after.items() if gem < tools.NEVER_SWAPPED
    }
    for each in found:
        cells |= {f"{seat}/bids/{each.tavern.id}": None for seat in each.bids}
    yield Apply(label, cells)
