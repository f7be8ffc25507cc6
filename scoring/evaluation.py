"""Evaluates a state: solves its open decisions, scores and ranks it, and keeps the result.

Whoever shows a score asks here, so that each state is evaluated once. The key of a result is the
game and the whole state, so it never goes stale. A result that the deadline cut short is returned,
but not kept, and computed again when it is next asked for.
"""

import json
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scoring import game as find_game
from scoring.game import Game, OtherRuling
from scoring.model.breakdown import Breakdown, Line, Placing, narrowed
from scoring.model.cells import CellPath
from scoring.model.errors_and_warnings import Doubt
from scoring.model.plan import Alternatives, Plan, State
from scoring.model.sheet_fields import OWN
from scoring.model.sheet_reader import Reading
from scoring.solving import deadline
from scoring.solving.cache import Cache
from scoring.text.localised import Verbatim
from scoring.text.messages import SHARED as say

type Rises = Mapping[str, int | None]
type Spans = Mapping[str, Sequence[int]]

CACHE_SIZE = 1280
UNKNOWN = "unknown_entries"
"""Id of the breakdown line for stored cells that the sheet does not understand."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A state with every seat's open decisions solved, and the scores of that.

    ``solved``: the state with the decisions of all plans filled in.
    ``plans``: seat id to the plan that filled in its decisions; empty without a solver.
    ``breakdowns``: seat id to the score of ``solved``. ``ranking``: the places by that score.
    ``entered``: ids of the seats with any entry.
    ``hurried``: a deadline was missed, so with more time a plan might differ; not cached.
    ``unknown``: the cells that the sheet does not understand; a line of the breakdown names them,
        and the total stays open.
    ``spans``: seat id to its best and worst place, if ``Game.places`` limits them further than the
        totals do.
    ``known``: the part of the state that the sheet understands, with the decisions as entered;
        empty without a solver.
    ``slug``: id of the game.
    """

    solved: State
    plans: Mapping[str, Plan]
    breakdowns: Mapping[str, Breakdown]
    ranking: tuple[Placing, ...]
    entered: frozenset[str] = frozenset()
    hurried: bool = False
    unknown: tuple[CellPath, ...] = ()
    spans: Spans = field(default_factory=dict)
    known: State = field(default_factory=dict)
    slug: str = ""

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """The warnings about a table's cells as entered."""
        return doubts(find_game(self.slug), self.known)

    @property
    def as_entered(self) -> Mapping[str, Breakdown]:
        """Every seat's score of the cells as entered, with the open decisions left blank."""
        return find_game(self.slug).score(self.known)

    @property
    def rises(self) -> Rises:
        """By seat, the points by which its total may exceed the highest sum of its rows as shown.

        That is if the seat would decide otherwise once blank cells are filled in. ``None`` if there
        is no known limit; seats with 0 are left out.
        """
        return {seat: each.rise for seat, each in self.breakdowns.items() if each.rise != 0}


def scored(game: Game, state: State) -> Scored:
    """Returns scores, plans and ranking of a state, open decisions taken as plans advise. Cached.

    An open decision is a choice at the end of the game that a player has left blank. ``state``: as
    entered or as stored; it may have cells that the sheet does not understand.
    """
    return _kept(_scored, game.slug, _plain(state), False)


def sketched(game: Game, state: State) -> Scored:
    """Returns scores, plans and ranking of a sheet that is still being filled in. Cached.

    Open decisions (choices at the end of the game that are blank) are taken as plans advise that no
    solver has proven yet.
    """
    return _kept(_scored, game.slug, _plain(state), True)


def sketched_breakdown(game: Game, state: State, seat: str) -> Breakdown:
    """Returns a seat's score as ``sketched`` does, without the ranking, so quicker. Not cached."""
    return _without_places(game, _read(game.slug, _plain(state)), True).breakdowns[seat]


def scores_without_solver(game: Game, settled: State, rises: Rises, spans: Spans) -> Scored:
    """Returns scores and ranking of a state whose decisions are already solved, without a solver.

    ``settled``: the state. ``rises``: by seat, points by which its total may exceed what its rows
    can reach. ``spans``: by seat, its best and worst place. Both are kept from the time it was
    solved.
    """
    found = _reported(game, _read(game.slug, _plain(settled)).state, rises)
    return replace(found, ranking=narrowed(found.ranking, spans), spans=spans) if spans else found


def alternatives(game: Game, state: State, seat: str) -> Alternatives:
    """Returns variants of a seat's best plan (ties, runner-up and more); empty without a plan."""
    return _kept(_alternatives, game.slug, _plain(state), seat)


def other_rulings(game: Game, state: State, seat: str) -> tuple[OtherRuling, ...]:
    """Returns a seat's points for each other answer to the rulings (open rules questions).

    Only for rulings that a row of the seat depends on; one is changed at a time.
    """
    return _kept(_other_rulings, game.slug, _plain(state), seat)


def doubts(game: Game, state: State) -> tuple[Doubt, ...]:
    """Returns the warnings about the cells of a state. Cached."""
    return _kept(_doubts, game.slug, _plain(state))


def _plain(state: State) -> str:
    return json.dumps(state, sort_keys=True)


def _read(slug: str, plain: str) -> Reading:
    """Reads a stored state; returns its cells in the sheet's order, an error for each bad one.

    ``slug``: id of the game. ``plain``: the state as JSON text. Cached.
    """
    return _kept(_taken, slug, plain)


_results: Cache[tuple[Hashable, ...], Any] = Cache(CACHE_SIZE)
"""Whatever was computed of a state, by the function that did and its arguments."""


def _kept[T](compute: Callable[..., T], *arguments: Hashable) -> T:
    """Returns the result of a function for a state; computed once while it is in the cache."""
    result: T = _results.get((compute, *arguments), lambda: compute(*arguments))
    return result


def _taken(slug: str, plain: str) -> Reading:
    return find_game(slug).sheet.take(json.loads(plain), stored=True)


def _doubts(slug: str, plain: str) -> tuple[Doubt, ...]:
    return tuple(find_game(slug).sheet.doubts(_read(slug, plain).state))


def _scored(slug: str, plain: str, sketched: bool) -> Scored:
    game, reading = find_game(slug), _read(slug, plain)
    found = _without_places(game, reading, sketched)
    if not reading.unknown:
        told = game.places(reading.state, found.breakdowns, found.ranking, sketched=sketched)
        spans = {each.seat: (each.best, each.worst) for each in told}
        if tuple(told) != found.ranking:
            found = replace(found, ranking=tuple(told), spans=spans)
    return replace(found, known=reading.state, slug=slug, hurried=deadline.missed())


def _without_places(game: Game, reading: Reading, sketched: bool) -> Scored:
    """Returns scores and plans; the ranking treats uncertain totals as independent."""
    settled, plans = game.solve_open_decisions(reading.state, sketched=sketched)
    rises = {seat: plan.rise for seat, plan in plans.items()}
    return replace(_reported(game, settled, rises, reading.unknown), plans=plans)


def _reported(
    game: Game, settled: State, rises: Rises, unknown: tuple[CellPath, ...] = ()
) -> Scored:
    position = game.sheet.position(settled)
    breakdowns = {
        seat: _with_unknown(
            replace(found, rise=rises.get(seat, 0)),
            [path for path in unknown if _counts(path, seat)],
        )
        for seat, found in game.score(settled).items()
    }
    entered = frozenset(seat for seat in breakdowns if game.sheet.anything(position, seat))
    ranking = tuple(game.rank(breakdowns, settled))
    return Scored(settled, {}, breakdowns, ranking, entered, unknown=unknown)


def _counts(path: CellPath, seat: str) -> bool:
    """True if the score of a seat may depend on ``path``, a cell that the sheet does not know.

    It does if the cell is the seat's own (except name and the like), the table's, or a ruling.
    """
    if path.holder == seat:
        return path.field not in {field.id for field in OWN}
    return path.holder in ("table", "rulings")


def _with_unknown(found: Breakdown, paths: Sequence[CellPath]) -> Breakdown:
    if not paths:
        return found
    how = Verbatim(", ".join("/".join(path.split("/")[1:]) for path in paths))
    row = Line(UNKNOWN, say("unknown-entries"), None, how, status="unknown")
    return replace(found, lines=(*found.lines, row))


def _alternatives(slug: str, plain: str, seat: str) -> Alternatives:
    game, state = find_game(slug), _read(slug, plain).state
    plan = scored(game, state).plans.get(seat)
    return game.alternatives(plan, state) if plan else Alternatives()


def _other_rulings(slug: str, plain: str, seat: str) -> tuple[OtherRuling, ...]:
    game, state = find_game(slug), _read(slug, plain).state
    found = scored(game, state)
    # the others with decisions solved, this seat as entered
    seats = found.solved["seats"] | {seat: state["seats"][seat]}
    return game.other_rulings(state | {"seats": seats}, seat, found.breakdowns[seat])
