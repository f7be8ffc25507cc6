"""From the score pad to explained lines. Decides nothing: it counts what is recorded.

Co-op gives nobody points of their own. Its rows say how the mission ended, and what it scored by
its own rule once the players have worked that out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...core.breakdown import Breakdown, Line, Placing
from ...core.catalogue import Catalogue, Entry
from ...core.plan import Rulings, State
from ...core.status import Status
from ...core.text import EMPTY, Text, counted, join
from . import mission, paths, points
from .sheet import ROUNDS, of_round


@dataclass(frozen=True, slots=True)
class Scored:
    """One round's primary or secondary: its points, how they came about, what the path found.

    ``entry`` is the objective, where the table has chosen one.
    """

    points: int | None
    how: Text
    pieces: Mapping[str, int]
    entry: str = ""


class Pad:
    """The whole table under its rulings; escape ticks only count beside everybody's."""

    def __init__(self, catalogue: Catalogue, state: State, rulings: Rulings) -> None:
        self.catalogue, self.state, self.rulings = catalogue, state, rulings
        self.table: dict[str, Any] = state.get("table", {})

    def cells(self, seat: str) -> dict[str, Any]:
        found: dict[str, Any] = self.state["seats"][seat]
        return found

    def more(self, seat: str, part: str) -> int:
        """What a seat expects to come, part by part."""
        return int(self.cells(seat).get("more", {}).get(part, 0))

    # one round

    def scored(self, seat: str, part: str, n: int) -> Scored | None:
        """A seat's primary or secondary of a round; nothing if it recorded nothing."""
        cells = self.cells(seat)
        entered = cells.get(of_round(part, n))
        chosen = self.table.get(of_round(f"{part}_objective", n))
        typed = cells.get(of_round("path", n))
        if chosen is None:
            if entered is not None:
                return Scored(entered, Text("as written", "記入のまま"), {})
            if typed is None or part == "secondary":
                return None
            return Scored(None, Text("objective not chosen", "目標が未選択"), {})
        objective = self.catalogue[chosen]
        scores = objective.scoring("per_icon")
        assert scores
        icon, each = scores["of"], scores["points"]
        pieces: dict[str, int] = {}
        if typed is not None:
            path = paths.walk(typed)
            pieces = {found: n for found, n in path.circled.items() if n}
            pieces |= {"outer_opening": 1} if path.escaped else {}
        elif entered is None:
            return None
        if entered is None:
            entered = pieces.get(icon, 0)
        elif entered:
            pieces[icon] = entered
        how = Text("{n} {what} × {p}", "{what}{n} × {p}").fill(
            n=entered, what=Text(objective.name.en.lower(), self.catalogue.name(icon).ja), p=each
        )
        return Scored(points.objective(entered, each), how, pieces, chosen)

    def escaped(self, seat: str, n: int) -> bool:
        cells = self.cells(seat)
        if of_round("escaped", n) in cells:
            return True
        typed = cells.get(of_round("path", n))
        return typed is not None and paths.walk(typed).escaped

    # the columns

    def primary(self, seat: str) -> int:
        """Points of the blue column that are known, what is to come included."""
        found = [self.scored(seat, "primary", n) for n in ROUNDS]
        return sum(f.points or 0 for f in found if f) + self.more(seat, "primary")

    def secondary(self, seat: str) -> int | None:
        """The pink column's sum before halving; unknown if one of its rounds is."""
        found = [f for n in ROUNDS if (f := self.scored(seat, "secondary", n))]
        if any(f.points is None for f in found):
            return None
        return sum(f.points or 0 for f in found) + self.more(seat, "secondary")

    def races(self, seat: str) -> int:
        """Time bonuses."""
        won = sum(of_round("first", n) in self.cells(seat) for n in ROUNDS)
        return won + self.more(seat, "time_bonus")

    def ticks(self, seat: str) -> int:
        """Escapes."""
        return sum(self.escaped(seat, n) for n in ROUNDS) + self.more(seat, "escape")

    def coins(self, seat: str) -> int:
        return int(self.cells(seat).get("coins", 0)) + self.more(seat, "coins")

    @property
    def race_value(self) -> int:
        return int(self.rulings["time_bonus_value"])

    def escape_bonus(self, ticks: int, everyone: Sequence[int]) -> int:
        scores = self.catalogue["escape"].scoring("most_ticks")
        assert scores
        nought = self.rulings["escape_zero"] == "yes"
        after_tie = self.rulings["escape_tie_first"] == "next"
        return points.escape(ticks, everyone, scores["steps"], nought, after_tie)

    def parts(self, entry: str, rule: str) -> int:
        """By what a column is divided."""
        scores = self.catalogue[entry].scoring(rule)
        assert scores
        return int(scores["share"])

    def tie_value(self, column: int) -> int:
        """What a secondary column is worth when totals are level."""
        if self.rulings["tiebreak_secondary"] == "column":
            return column
        return points.share(column, self.parts("secondary", "column_share"))

    # what the rows say

    def lines(self, seat: str) -> Iterator[Line]:
        yield from self._primary(seat)
        yield self._secondary(seat)
        yield self._races(seat)
        yield self._escape(seat)
        yield self._coins(seat)

    def _line(
        self,
        entry: str,
        value: int | None,
        how: Text,
        id_: str = "",
        label: Text = EMPTY,
        pieces: Mapping[str, int] | None = None,
        rulings: tuple[str, ...] = (),
    ) -> Line:
        found: Entry = self.catalogue[entry]
        return Line(
            id_ or entry,
            label if label.en else found.name,
            value,
            how,
            found.cites,
            "unknown" if value is None else self._status(found.status, rulings),
            entry,
            pieces or {},
            rulings,
            found.name,
        )

    def _status(self, status: Status, rulings: tuple[str, ...]) -> Status:
        """A row that rests on this table's own answer says so."""
        ours = any(self.rulings[r] != self.catalogue[r].presets[""] for r in rulings)
        return "house" if ours else status

    def _primary(self, seat: str) -> Iterator[Line]:
        for n in ROUNDS:
            if (found := self.scored(seat, "primary", n)) is None:
                continue
            label = Text(f"Primary, round {n}", f"プライマリ {n}ラウンド目")
            id_ = of_round("primary", n)
            line = self._line("primary", found.points, found.how, id_, label, found.pieces)
            yield replace(line, entry=found.entry or line.entry)
        if more := self.more(seat, "primary"):
            label = Text("Primary, still to come", "プライマリ これから")
            yield self._line("primary", more, _EXPECTED, "primary_more", label)

    def _secondary(self, seat: str) -> Line:
        per = self.parts("secondary", "column_share")
        column = self.secondary(seat)
        found = [f for n in ROUNDS if (f := self.scored(seat, "secondary", n))]
        addends = [str(f.points) if f.points is not None else "?" for f in found]
        if more := self.more(seat, "secondary"):
            addends.append(f"{more}…")
        how = Text("({sum}) ÷ {per}, rounded down", "({sum}) ÷ {per}、端数切り捨て")
        value = None if column is None else points.share(column, per)
        said = " + ".join(addends) or "0"
        return self._line("secondary", value, how.fill(sum=said, per=per))

    def _races(self, seat: str) -> Line:
        won, each = self.races(seat), self.race_value
        how = counted(
            won, "round first to finish × {p}", "rounds first to finish × {p}", "回 × {p}"
        )
        how = how.fill(p=each)
        return self._line("time_bonus", won * each, how, rulings=("time_bonus_value",))

    def _escape(self, seat: str) -> Line:
        everyone = sorted((self.ticks(s) for s in self.state["seats"]), reverse=True)
        mine = self.ticks(seat)
        how = counted(mine, "tick", "ticks", "回")
        how += Text(" (table: {all})", "（卓全体:{all}）").fill(all=", ".join(map(str, everyone)))
        rulings = ("escape_zero", "escape_tie_first")
        return self._line("escape", self.escape_bonus(mine, everyone), how, rulings=rulings)

    def _coins(self, seat: str) -> Line:
        per, held = self.parts("coins", "leftover"), self.coins(seat)
        how = Text("{n} coins ÷ {per}, rounded down", "コイン{n} ÷ {per}、端数切り捨て")
        pieces = {"coin": held} if held else {}
        value = points.share(held, per)
        return self._line("coins", value, how.fill(n=held, per=per), pieces=pieces)


_EXPECTED = Text("expected", "見込み")


def score(catalogue: Catalogue, state: State, rulings: Rulings) -> dict[str, Breakdown]:
    """Every seat's rows. What is entered as still to come is counted and labelled so."""
    if mission.played(state):
        lines = tuple(_of_mission(catalogue, mission.of(catalogue, state, rulings)))
        return {seat: Breakdown(lines) for seat in sorted(state["seats"])}
    pad = Pad(catalogue, state, rulings)
    return {seat: Breakdown(tuple(pad.lines(seat))) for seat in sorted(state["seats"])}


# ── co-op ──────────────────────────────────────────────────────────────────────────────

_ENDS = {
    "won": Text("Won together.", "全員で勝利。"),
    "lost": Text("Lost: {why}.", "敗北：{why}。"),
    "open": Text(
        "Under way: {n} of {all} groups have met a goal.", "進行中：達成{n}/{all}グループ。"
    ),
}


def _of_mission(catalogue: Catalogue, its: mission.Mission) -> Iterator[Line]:
    """How it ended, worth nothing in itself; and, unless it is lost, the mission's own score."""
    end, rule = its.outcome, catalogue["coop_victory"]
    met = sum(stand == "goal_met" for stand in its.stands.values())
    why = join(Text(catalogue.name(d).en.lower(), catalogue.name(d).ja) for d in its.defeats())
    how = _ENDS[end].fill(why=why, n=met, all=len(its.stands))
    how += Text(" Co-op has no points of its own.", "協力モード共通の得点はない。")
    label = Text("Mission", "ミッション")
    yield Line(f"mission_{end}", label, 0, how, rule.cites, "stated", rule.id)
    if end == "lost":
        return
    own: int | None = its.table.get("mission_score") if end == "won" else None
    if end == "open":
        how = Text("Only once it is won.", "勝利してから計算する。")
    elif own is None:
        how = Text("Work it out as the booklet says.", "冊子のとおりに計算して入力する。")
    else:
        how = Text("as entered", "入力した点")
    label = Text("The mission's own score", "ミッション独自の点")
    status: Status = "unknown" if own is None else "house"
    yield Line("mission_score", label, own, how, rule.cites, status, rule.id)


def _rank_together(breakdowns: Mapping[str, Breakdown], end: str) -> Sequence[Placing]:
    """Everybody wins or nobody does; without a victory there are no places."""
    said = {
        "won": Text("won together", "全員で勝利"),
        "lost": Text("the mission is lost", "ミッション失敗"),
        "open": Text("the mission is under way", "ミッション進行中"),
    }
    return [Placing(seat, 1 if end == "won" else 0, said[end]) for seat in breakdowns]


def rank(
    catalogue: Catalogue, breakdowns: Mapping[str, Breakdown], state: State, rulings: Rulings
) -> Sequence[Placing]:
    """By total, then by secondary as ruled, then shared. Open totals are not placed.

    In co-op everybody shares the mission's outcome.
    """
    if mission.played(state):
        return _rank_together(breakdowns, mission.of(catalogue, state, rulings).outcome)
    pad, keys = Pad(catalogue, state, rulings), {}
    for seat, breakdown in breakdowns.items():
        column = pad.secondary(seat)
        if breakdown.total is not None and column is not None:
            keys[seat] = (breakdown.total, pad.tie_value(column))
    placings = []
    for seat, key in sorted(keys.items(), key=lambda pair: (-pair[1][0], -pair[1][1], pair[0])):
        place = 1 + sum(other > key for other in keys.values())
        if sum(other == key for other in keys.values()) > 1:
            reason = Text(
                "shared: total and secondary score level", "合計もセカンダリも同じため同順位"
            )
        elif sum(other[0] == key[0] for other in keys.values()) > 1:
            reason = Text("tie broken by the secondary score", "同点のためセカンダリで決定")
        else:
            reason = Text("by total", "合計点")
        placings.append(Placing(seat, place, reason))
    open_ = Text("partial: a row is still open", "未確定:空欄の行があります")
    return [*placings, *(Placing(seat, 0, open_) for seat in breakdowns if seat not in keys)]
