"""From the sheet to explained lines, as if the game ended now.

A row whose value no public rule gives has no points until the players enter them; then its
status is *house*. Nothing unknown is ever counted as 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...core.breakdown import Breakdown, Line, Placing, by_total
from ...core.catalogue import Catalogue
from ...core.plan import Rulings, State
from ...core.status import Status
from ...core.text import Text
from . import points
from .sheet import STONES


class Student:
    """One seat under the rulings of its table."""

    def __init__(
        self,
        catalogue: Catalogue,
        cells: dict[str, Any],
        table: dict[str, Any],
        rulings: Rulings,
    ) -> None:
        self.catalogue, self.cells, self.table, self.rulings = catalogue, cells, table, rulings

    @property
    def stones(self) -> list[int]:
        """Stones in front of the player, colour by colour."""
        held: dict[str, int] = self.cells.get("stones", {})
        return [held.get(stone, 0) for stone in STONES]

    @property
    def unplaced(self) -> int:
        """Titles in hand."""
        return int(sum(self.cells.get("hand_titles", {}).values()))

    @property
    def penalty(self) -> int | None:
        """Points lost for each unplaced title; unknown until the table has said."""
        found: int | None = self.table.get("penalty")
        return found

    def each(self, entry: str) -> int:
        scores = self.catalogue[entry].scoring("each")
        assert scores
        return int(scores["points"])

    def title_points(self, title: str, stone: str | None) -> int | None:
        """What a title scores with that stone on it; unknown for one that is not named."""
        entry = self.catalogue[title]
        if scores := entry.scoring("mana_spots"):
            spots = self.cells.get("spots", {})
            return int(scores["points"] * sum(spots.get(spot, 0) for spot in scores["of"]))
        if scores := entry.scoring("stone_colour_tiles"):
            if stone is None:
                return None
            tiles = [self.cells.get(field, {}) for field in ("tiles_board", "tiles_up")]
            return int(scores["points"] * sum(there.get(stone, 0) for there in tiles))
        if entry.scoring("entered"):
            entered: int | None = self.cells.get("title_points")
            return entered
        return 0

    # what the rows say

    def lines(self) -> Iterator[Line]:
        for entry in ("sets", "circles"):
            number, each = self.cells.get(entry, 0), self.each(entry)
            how = Text("{n} × {p}", "{n} × {p}").fill(n=number, p=each)
            yield self._line(entry, number * each, how)
        if self.cells.get("circles"):
            yield self._entered("circle_bonus")
        yield self._entered("power_points")
        if title := self.cells.get("title"):
            yield self._title(title)
        if self.unplaced:
            yield self._unplaced()
        if points.sets(self.stones):
            yield self._leftover()

    def _line(
        self,
        entry: str,
        value: int | None,
        how: Text,
        status: Status | None = None,
        pieces: Mapping[str, int] | None = None,
        rulings: tuple[str, ...] = (),
    ) -> Line:
        found = self.catalogue[entry]
        said = "unknown" if value is None else status or found.status
        return Line(entry, found.name, value, how, found.cites, said, entry, pieces or {}, rulings)

    def _entered(self, entry: str) -> Line:
        value = self.cells.get(entry)
        how = Text("as entered", "入力した点") if value is not None else _NOT_KNOWN
        return self._line(entry, value, how, "house")

    def _title(self, title: str) -> Line:
        entry, stone = self.catalogue[title], self.cells.get("title_stone")
        value = self.title_points(title, stone)
        if value is None:
            how = _WHICH_STONE if entry.scoring("stone_colour_tiles") else _NOT_KNOWN
        elif entry.scoring("mana_spots"):
            how = Text("{n} completed mana spots", "完成したマナスポット{n}か所").fill(n=value)
        elif entry.scoring("stone_colour_tiles"):
            how = Text("{n} tiles of {stone}'s colour", "{stone}と同色のタイル{n}枚").fill(
                n=value, stone=self.catalogue.name(str(stone))
            )
        elif entry.scoring("entered"):
            how = Text("as entered", "入力した点")
        else:
            how = Text("acts during play", "プレイ中に働く")
        name = Text("{what}: {how}", "{what}:{how}").fill(what=entry.name, how=how)
        status: Status = "house" if entry.scoring("entered") else entry.status
        line = self._line("titles", value, name, status)
        return Line(line.id, line.label, line.points, line.how, entry.cites, line.status, title)

    def _unplaced(self) -> Line:
        value = points.penalty(self.unplaced, self.penalty)
        if value is None:
            how = Text("{n} in hand; the penalty is not known", "手札に{n}枚。減点は不明")
        else:
            how = Text("{n} in hand × −{p}", "手札に{n}枚 × −{p}")
        how = how.fill(n=self.unplaced, p=self.penalty)
        return self._line("unplaced_title", value, how, "house")

    def _leftover(self) -> Line:
        answer, number = self.rulings["final_count"], points.sets(self.stones)
        each = self.each("leftover_sets")
        if answer == "yes":
            value, how = number * each, Text("{n} × {p}", "{n} × {p}")
        elif answer == "no":
            value, how = 0, Text("{n} sets do not score here", "{n}組は得点にならない")
        else:
            value, how = None, Text("{n} sets; not known whether they score", "{n}組。得点か不明")
        how = how.fill(n=number, p=each)
        return self._line("leftover_sets", value, how, "house", rulings=("final_count",))


_NOT_KNOWN = Text("not public; to be entered", "非公開。入力が必要")
_WHICH_STONE = Text("the stone on it is not entered", "載せた魔石が未入力")


def score(catalogue: Catalogue, state: State, rulings: Rulings) -> dict[str, Breakdown]:
    """Every seat's rows; stones that no row took are listed apart."""
    found = {}
    for seat in sorted(state["seats"]):
        student = Student(catalogue, state["seats"][seat], state.get("table", {}), rulings)
        held = dict(zip(STONES, student.stones, strict=True))
        found[seat] = Breakdown(tuple(student.lines()), {s: n for s, n in held.items() if n})
    return found


def rank(breakdowns: Mapping[str, Breakdown], *_: object) -> Sequence[Placing]:
    """Places by total; how ties are broken is not known, so they stay shared and say so."""
    found = []
    for placing in by_total(breakdowns):
        level = [p for p in by_total(breakdowns) if p.place == placing.place and p.place]
        reason = placing.reason
        if len(level) > 1:
            reason = Text("level: the tie-break is not known", "同点。同点時の決め方は不明")
        found.append(Placing(placing.seat, placing.place, reason))
    return found
