"""Calculator for revealed bids: the order of choice at each tavern, and the gems afterwards."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring.model.calculator import Answer, Apply, Block, Changes, FormCells, Row
from scoring.model.catalogue import Entry
from scoring.model.position import Position
from scoring.text.localised import EMPTY, Text, Verbatim, joined, number

from ..messages import say
from ..solvers.turn_order_and_gems import (
    NEVER_SWAPPED,
    bid_order,
    gem_held,
    gem_number,
    swap_gems,
    ties,
)


@dataclass(frozen=True, slots=True)
class Resolved:
    """The result of the bids at one tavern, as far as bids and gems are entered.

    ``bids``: coin value by seat id.
    ``order``: seat ids in the order of choice.
    ``tied``: number of ties.
    ``open``: tied seats whose gems are missing or equal, so that the tie cannot be resolved.
    ``late``: seats without a bid here.
    ``before``, ``after``: gem number by seat id, before and after this tavern's swaps.
    """

    tavern: Entry
    bids: Mapping[str, int]
    order: tuple[str, ...]
    tied: int
    open: frozenset[str]
    late: tuple[str, ...]
    before: Mapping[str, int]
    after: Mapping[str, int]


def fill(position: Position, seat: str) -> FormCells:
    return {each.id: {"gem": gem_held(each), "bids": each.tally("bids")} for each in position}


def answer(form: Position) -> Answer:
    gems = {seat.id: gem for seat in form if (gem := gem_number(seat.choice("gem")))}
    resolved = list(_resolved(form, gems))
    if not resolved or len(form.seats) < 2:
        return Answer(say("enter-bids"))
    blocks = [Block(each.tavern.name, tuple(_rows(form, each))) for each in resolved]
    blocks.append(Block(say("gems-afterwards"), tuple(_after(form, gems, resolved[-1].after))))
    summary, applies = _summary(form, resolved, gems), tuple(_applies(form, resolved, gems))
    return Answer(summary, tuple(blocks), applies)


def placed(form: Position, seat: str, place: int | None) -> Text:
    """Returns a seat's name after its place, as "2. Ada", or "?" for the place ``None``."""
    return say("placed", place="?" if place is None else str(place), name=form.name(seat))


def in_order(form: Position, seats: Sequence[str]) -> Text:
    """Returns the names of these seats as one text, in this order, joined by arrows."""
    return joined(map(form.name, seats), say("arrow"))


def _resolved(form: Position, gems: Mapping[str, int]) -> Iterator[Resolved]:
    """Yields the result of the bids at each tavern that has any, in the taverns' order.

    ``gems``: gem number by seat id before the first of them.
    """
    for tavern in form.catalogue.of_kind("tavern"):
        bids = {s.id: s.tally("bids")[tavern.id] for s in form if tavern.id in s.tally("bids")}
        if not bids:
            continue
        own_gems = {seat: gems.get(seat, 0) for seat in bids}
        groups = ties(bids, own_gems)
        unsettled: set[str] = set()
        for group in groups:
            if len({own_gems[seat] for seat in group} - {0}) < len(group):
                unsettled |= set(group)
        settled = {seat: bid for seat, bid in bids.items() if seat not in unsettled}
        after = dict(gems) | {
            seat: gem for seat, gem in swap_gems(settled, own_gems).items() if gem
        }
        after = {seat: gem for seat, gem in after.items() if seat not in unsettled}
        late = tuple(seat for seat in form.seats if seat not in bids)
        order = tuple(bid_order(bids, own_gems))
        yield Resolved(tavern, bids, order, len(groups), frozenset(unsettled), late, gems, after)
        gems = after


def _rows(form: Position, each: Resolved) -> Iterator[Row]:
    for place, seat in enumerate(each.order, 1):
        how = EMPTY
        if seat in each.open:
            how = say("tie-open")
        elif list(each.bids.values()).count(each.bids[seat]) > 1:
            before, after = each.before[seat], each.after[seat]
            how = say("tie-swaps", before=before, after=after)
            if before == after:
                how = say("tie-stays", n=before)
        label = placed(form, seat, None if seat in each.open else place)
        yield Row(label, number(each.bids[seat]), how)
    for seat in each.late:
        yield Row(form.name(seat), Verbatim("–"), say("no-bid-yet"))


def _after(form: Position, gems: Mapping[str, int], after: Mapping[str, int]) -> Iterator[Row]:
    for seat in form.seats:
        now = number(after[seat]) if seat in after else Verbatim("?")
        changed = seat in gems and after.get(seat) != gems[seat]
        yield Row(form.name(seat), now, say("was", n=gems[seat]) if changed else EMPTY, "gem_ties")


def _summary(form: Position, resolved: Sequence[Resolved], gems: Mapping[str, int]) -> Text:
    if late := dict.fromkeys(seat for each in resolved for seat in each.late):
        return say("bids-missing", who=say.listed(map(form.name, late)))
    if lacking := [seat for seat in form.seats if any(seat in each.open for each in resolved)]:
        return say("tie-enter-gems", who=say.listed(map(form.name, lacking)))
    after = resolved[-1].after
    moved = [seat for seat in form.seats if seat in gems and after[seat] != gems[seat]]
    if len(resolved) == 1:
        order = in_order(form, resolved[0].order)
    else:
        order = say("ties", n=sum(each.tied for each in resolved))
    if not moved:
        return say("gems-stay", order=order)
    new = say.listed(say("new-gem", name=form.name(seat), gem=after[seat]) for seat in moved)
    return say("gems-move", order=order, new=new)


def _applies(
    form: Position, resolved: Sequence[Resolved], gems: Mapping[str, int]
) -> Iterator[Apply]:
    """Yields the button that writes all gems after the bids and clears the bids.

    None while a bid is missing or a tie open. ``gems``: gem number by seat id before the bids.
    """
    if any(each.late or each.open for each in resolved):
        return
    after = resolved[-1].after
    # Every gem entered is written, changed or not, except gem 6: it only covers another gem.
    cells: Changes = {
        form.seats[seat].path("gem"): f"gem_{gem}"
        for seat, gem in after.items()
        if gem < NEVER_SWAPPED
    }
    for each in resolved:
        cells |= {form.seats[seat].path("bids", each.tavern.id): None for seat in each.bids}
    yield Apply(say("write-stay" if after == gems else "write-gems"), cells)
