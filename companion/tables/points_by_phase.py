"""The chart of every seat's points at the end of each phase of a table's game."""

from collections.abc import Mapping

from companion.games.localised_text_tags import say
from companion.sheet_pages import plot_shapes
from companion.sheet_pages.page_names import PLAY
from companion.tables import ledger
from companion.tables.models import Table
from scoring import game as find_game
from scoring.evaluation import sketched
from scoring.game import Game
from scoring.model.plan import State
from scoring.model.player_names_and_colours import players
from scoring.solving.cache import Cache
from scoring.text.localised import Text


def plot(game: Game, table: Table) -> plot_shapes.Plot | None:
    """Returns the chart of every seat's points at the end of each phase.

    None if no phase was ever set at the table, while a total is unknown, or if all totals are 0.
    """
    if not table.revision or "stage" not in table.state.get(PLAY, {}):
        return None
    moments = _moments.get((table.key, table.revision), lambda: _history(table.key, table.revision))
    owners = players(game.sheet, table.state)
    totals = {s: [each.get(s, 0) for _, each in moments] for s in owners}
    if any(total is None for each in totals.values() for total in each):
        return None
    if not any(total for each in totals.values() for total in each):
        return None
    return plot_shapes.lines(
        [(owner, [t for t in totals[s] if t is not None]) for s, owner in owners.items()],
        [f"{n}: {say(name)}" for n, (name, _) in enumerate(moments, 1)],
    )


_moments: Cache[tuple[str, int], tuple[tuple[Text, Mapping[str, int | None]], ...]] = Cache(256)


def _history(key: str, revision: int) -> tuple[tuple[Text, Mapping[str, int | None]], ...]:
    """Returns for each phase up to the present one its name, and every seat's points at its end.

    ``key`` is the table's; events after the one numbered ``revision`` are left out. Points are None
    if the time to compute them ran out.
    """
    table = Table.objects.get(key=key)
    game = find_game(table.game)
    phases = game.sheet.phases.listed(game.sheet.known_part(table.state))
    names = {phase.id: phase.name for phase in phases}
    events = list(table.events.filter(number__lte=revision))
    alive = ledger.surviving(events)
    points: list[tuple[Text, Mapping[str, int | None]]] = []
    now = phases[0].id if phases else ""
    for n, event in enumerate(events):
        moved = event.cells.get(f"{PLAY}/stage") if event.number in alive else None
        if moved and moved != now:
            if now in names:
                before = ledger.fold(
                    game.sheet, ledger.opening(game.sheet, table.state, events), events[:n]
                )
                points.append((names[now], _totals(game, before)))
            now = str(moved)
    if points and now in names:
        points.append((names[now], _totals(game, table.state)))
    return tuple(points)


def _totals(game: Game, state: State) -> dict[str, int | None]:
    scored = sketched(game, state)
    return {
        seat: None if scored.hurried else each.so_far for seat, each in scored.breakdowns.items()
    }
