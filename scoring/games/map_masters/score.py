"""Turns a table's score pad into explained rows of points for each seat, exactly as recorded.

In co-op no player has points: the rows show how the mission ended, and the mission's own score once
the players have entered it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scoring.model.breakdown import Breakdown, Line, Placing, Status, TieBreak, by_total
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.text.localised import Text, number

from .messages import say
from .solvers import mission
from .solvers.score_pad import COLUMNS, MOST_COINS, ROUNDS, Pad, Scored, of_round


def score(position: Position) -> dict[str, Breakdown]:
    """Returns each seat's score (rows with points and reasons), by seat id.

    Until the game is over, points that a player has entered as expected from later rounds count,
    too; their rows say so.
    """
    if mission.played(position):
        lines = tuple(_of_mission(position))
        return {seat.id: Breakdown(lines) for seat in position}
    pad = Pad(position)
    return {
        seat.id: Breakdown(
            (
                *_primary(pad, seat),
                _secondary(pad, seat),
                _races(pad, seat),
                _escape(pad, seat),
                _coins(pad, seat),
            ),
            beside=pad.beside(seat),
            later=pad.later(seat),
            counted=pad.counted(seat),
            fall=sum(pad.more(seat, part) for part in COLUMNS),
        )
        for seat in position
    }


def rank(breakdowns: Mapping[str, Breakdown], position: Position) -> Sequence[Placing]:
    """Returns the seats' places by total; if equal, by the secondary column, else shared.

    The table's answer to the rules question ``tiebreak_secondary`` decides how that column counts.
    In co-op all seats have the same place. ``breakdowns``: each seat's score, by seat id.
    """
    if mission.played(position):
        end = mission.outcome(position.table)
        place, said = int(end == "won"), say(f"rank-mission-{end}")
        return [Placing(seat, place, said, place, place) for seat in breakdowns]
    pad = Pad(position)
    ties = {seat: _tie(pad, position.seats[seat]) for seat in breakdowns}
    placings = by_total(breakdowns, ties=ties)
    places = [placing.place for placing in placings]
    totals = [breakdowns[placing.seat].total for placing in placings]

    def reason(placing: Placing) -> Text:
        total = breakdowns[placing.seat].total
        if not placing.place or total is None or totals.count(total) == 1:
            return placing.reason
        return say("rank-level" if places.count(placing.place) > 1 else "rank-by-secondary")

    return [replace(placing, reason=reason(placing)) for placing in placings]


def _tie(pad: Pad, seat: Seat) -> TieBreak:
    """Returns the value by which a seat's equal total is ranked, from its secondary column.

    Half of the column's sum counts for the total, rounded down. So two sums are possible for a
    given total, and the result is a range of values for the lowest total that the seat can still
    reach and one for the highest.
    """
    column = pad.column(seat, "secondary")
    most = column + pad.more_secondary(seat)
    low = max(n for n in range(column, most + 1) if pad.halved(n) == pad.halved(column))
    high = min(n for n in range(column, most + 1) if pad.halved(n) == pad.halved(most))
    least, up, down, all_ = map(pad.tie_value, (column, low, high, most))
    return TieBreak((least, up), (down, all_))


# ── the columns ────────────────────────────────────────────────────────────────────────


def _line(pad: Pad, entry: str, value: int | None, how: Text, /, **others: Any) -> Line:
    """Returns the score's row for one of its columns, explained by the text ``how``.

    ``entry``: the column's id in the catalogue. ``value``: its points; ``None`` if unknown.
    ``others``: further fields of the row.
    """
    part = pad.catalogue[entry]
    return part.line(value, how, group=part.name, **others)


def _to_come(how: Text, more: int) -> Text:
    """Returns ``how``, a row's explanation, with a remark that ``more`` of it is only expected."""
    return say("of-it-to-come", how=how, n=more) if more else how


def _primary(pad: Pad, seat: Seat) -> Iterator[Line]:
    for n in ROUNDS:
        scored = pad.scored(seat, "primary", n)
        if not scored and not pad.owed(seat, "primary", n):
            continue
        row: dict[str, Any] = {"id": of_round("primary", n), "label": say("primary-of-round", n=n)}
        value, how = None, say("cell-blank")
        if scored:
            value, how = scored.points, _counted(pad, scored)
            row |= {"entry": scored.objective or "primary", "pieces": scored.pieces}
        if value is None:
            row["bounds"] = (0, pad.most_blank(seat, "primary", n))
        yield _line(pad, "primary", value, how, **row)
    if more := pad.more(seat, "primary"):
        label = say("primary-to-come")
        yield _line(pad, "primary", more, say("expected"), id="primary_more", label=label)


def _counted(pad: Pad, scored: Scored) -> Text:
    if not scored.objective:
        return say("objective-not-chosen" if scored.points is None else "as-written")
    icons = say.counted(scored.icon, pad.catalogue.name(scored.icon), scored.icons)
    return say("icons-met", icons=icons, each=scored.each)


def _secondary(pad: Pad, seat: Seat) -> Line:
    column = pad.column(seat, "secondary")
    half = pad.halved(column)
    rounds = {n: pad.scored(seat, "secondary", n) for n in ROUNDS}
    owed = [n for n in ROUNDS if pad.owed(seat, "secondary", n)]
    addends = [
        str(scored.points) if scored else "?" for n, scored in rounds.items() if scored or n in owed
    ]
    if more := pad.more(seat, "secondary"):
        addends.append(str(more))
    how = say("column-shared", sum=" + ".join(addends) or "0", parts=pad.half)
    how = _to_come(how, more)
    if not owed:
        return _line(pad, "secondary", half, how)
    bounds = half, pad.halved(column + pad.more_secondary(seat))
    return _line(pad, "secondary", None, how, bounds=bounds)


def _races(pad: Pad, seat: Seat) -> Line:
    won, each = pad.races(seat), pad.race_value
    how = _to_come(say("rounds-first", n=won, each=each), pad.more(seat, "time_bonus"))
    rivals = (won - pad.contested(seat)) * each, won * each
    return _line(pad, "time_bonus", won * each, how, rulings=("time_bonus_value",), rivals=rivals)


def _escape(pad: Pad, seat: Seat) -> Line:
    everyone = sorted(map(pad.ticks, pad.position), reverse=True)
    mine = pad.ticks(seat)
    how = say("ticks-among", n=mine, all=say.listed(map(number, everyone)))
    how = _to_come(how, pad.more(seat, "escape"))
    rulings = ("escape_zero", "escape_tie_first")
    value, bonuses = pad.escape_bonus(mine, everyone), pad.escape_bonuses(seat)
    rivals = bonuses[0], bonuses[-1]
    return _line(pad, "escape", value, how, rulings=rulings, rivals=rivals)


def _coins(pad: Pad, seat: Seat) -> Line:
    if pad.coins_owed(seat):
        most = pad.thirds(MOST_COINS)
        return _line(pad, "coins", None, say("cell-blank"), bounds=(0, most))
    coins = pad.coins(seat)
    how = say("coins-shared", coins=say("count-coin", n=coins), parts=pad.third)
    how = _to_come(how, pad.more(seat, "coins"))
    pieces = {"coin": coins} if coins else {}
    return _line(pad, "coins", pad.thirds(coins), how, pieces=pieces)


# ── co-op ──────────────────────────────────────────────────────────────────────────────


def _of_mission(position: Position) -> Iterator[Line]:
    """Yields two rows of a co-op score: the mission's outcome (0 points) and the mission's points.

    The latter are unknown until the players have entered them; a lost mission has none.
    """
    table, rule = position.table, position.catalogue["coop_victory"]
    end, label = mission.outcome(table), say("mission")
    how = _ended(position, end)
    yield rule.line(0, how, id=f"mission_{end}", label=label, status="stated")
    if end == "lost":
        return
    score_of_mission = table.number("mission_score") if end == "won" else None
    if end == "open":
        how = say("own-score-later")
    else:
        how = say("own-score-missing") if score_of_mission is None else say("own-score-entered")
    status: Status = "unknown" if score_of_mission is None else "house"  # the players' own number
    more = {"id": "mission_score", "label": say("own-score"), "status": status}
    yield rule.line(score_of_mission, how, **more)


def _ended(position: Position, end: mission.Outcome) -> Text:
    match end:
        case "won":
            return say("mission-won")
        case "lost":
            why = map(position.catalogue.name, mission.defeats(position.table))
            return say("mission-lost", why=say.listed(why))
        case "open":
            stands = mission.stands(position.table)
            met = sum(stand == mission.MET for stand in stands.values())
            return say("mission-open", n=met, all=len(stands))
