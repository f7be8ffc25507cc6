"""Places of tables with open rows: told if every completion agrees, and open only if some differ.

The latter where no seat has anything left to decide: one that has may do otherwise once it knows,
and a range then takes the best of both, whatever the others come to.

A completion answers each open cell with something that it may hold. Of a number with many values
the ends are among those tried: a place only ever rises with one's own points and falls with
others', so that no value between them makes another best or worst place.
"""

import random
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import product
from os import environ

import pytest

from companion.sheet_pages.scores import scored
from scoring import game as find
from scoring import games
from scoring.game import Game
from scoring.model.cells import CellPath
from scoring.model.plan import State
from scoring.model.validation import Value
from tests.contract.test_blanks import finished

TABLES = int(environ.get("COMPANION_PLACES", "16"))
"""Random tables of each game with open rows."""
VALUES = 9
"""A number with more values than this is tried at its ends and some between."""


def asks(game: Game) -> bool:
    """Some cell of a seat's can be open: a blank in it counts for nothing until it is entered."""
    return any(field.needed and field.kind != "tally" for field in game.sheet.fields.values())


def opened(game: Game, draw: random.Random) -> tuple[State, tuple[str, ...]]:
    """A table on which one to three cells are blank that only an entry can answer.

    On every other table the seats are alike before, so that little decides.
    """
    while True:
        whole = finished(game, draw, seats=draw.choice((2, 3, 4)))
        if draw.random() < 0.5:
            whole["seats"] = {seat: dict(whole["seats"]["p1"]) for seat in whole["seats"]}
        asked = [
            path
            for path in game.sheet.cells(whole)
            if (at := CellPath(path)).holder in whole["seats"]
            and game.sheet.fields[at.field].needed
            and game.sheet.fields[at.field].kind != "tally"
        ]
        blank = draw.sample(asked, min(len(asked), draw.choice((1, 1, 2, 3))))
        state = game.sheet.put(whole, dict.fromkeys(blank))
        lacks = {each.path for found in game.score(state).values() for each in found.missing}
        known = all(found.total is not None for found in game.score(whole).values())
        if known and blank and lacks == set(blank):
            return state, tuple(blank)


def values(game: Game, state: State, path: str, draw: random.Random) -> Sequence[Value]:
    """Returns values of a cell without a doubt about it."""
    cell = game.sheet.cell(path)
    assert cell

    def doubted(value: Value) -> bool:
        return any(
            each.path == path for each in game.sheet.doubts(game.sheet.put(state, {path: value}))
        )

    if cell.kind == "choice":
        return [option.id for option in cell.options]
    at = CellPath(path)
    if at.field == "chain" and "summer_boats" not in state["seats"][at.holder]:
        return range(6)  # boats of summer are often on the table and not on the sheet
    least, most = cell.least, cell.most
    if doubted(most):
        most = bisect_left(range(least, most), True, key=doubted) + least - 1
    if most - least < VALUES:
        return range(least, most + 1)
    return [least, most, *(draw.randint(least, most) for _ in range(2))]


def completions(
    game: Game, state: State, blank: Sequence[str], draw: random.Random
) -> Iterator[State]:
    for answers in product(*(values(game, state, path, draw) for path in blank)):
        yield game.sheet.put(state, dict(zip(blank, answers, strict=True)))


def places(game: Game, state: State) -> dict[str, int]:
    """Counted, not sorted: how many are above, by points or by what breaks the tie."""
    found = scored(game, state)
    totals = {seat: each.total for seat, each in found.breakdowns.items()}
    if None in totals.values():
        return {}
    if game.slug == "map_masters":  # its own ties
        return {each.seat: each.place for each in found.ranking}
    return {
        seat: 1 + sum((other or 0) > (own or 0) for other in totals.values())
        for seat, own in totals.items()
    }


@pytest.mark.slow
@pytest.mark.parametrize("slug", [slug for slug in sorted(games()) if asks(find(slug))])
def test_a_place_is_told_only_if_every_completion_agrees(slug: str) -> None:
    """It may be open where two totals hang on one answer: ranges take them to be independent."""
    game, draw = find(slug), random.Random(f"places of {slug}")
    told = open_ = 0
    for number in range(TABLES):
        state, blank = opened(game, draw)
        found = scored(game, state)
        met: dict[str, set[int]] = {seat: set() for seat in state["seats"]}
        found_all = [places(game, whole) for whole in completions(game, state, blank, draw)]
        if not all(found_all):
            continue  # some answer asks another question
        for there in found_all:
            for seat, place in there.items():
                met[seat].add(place)
        for each in found.ranking:
            where = (number, each, met[each.seat], state, blank)
            told, open_ = told + bool(each.place), open_ + (not each.place)
            assert each.best <= min(met[each.seat]) <= max(met[each.seat]) <= each.worst, where
            if found.solved["seats"] == state["seats"]:  # nobody decides otherwise, knowing more
                assert (each.best, each.worst) == (min(met[each.seat]), max(met[each.seat])), where
                assert bool(each.place) == (len(met[each.seat]) == 1), where
    assert told + open_
