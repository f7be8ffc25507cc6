"""From what a player holds to explained lines. Decides nothing: it counts what is recorded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...core.breakdown import Breakdown, Line
from ...core.catalogue import Catalogue, Entry
from ...core.plan import Rulings, State
from ...core.status import Status
from ...core.text import Text, counted
from . import points, tools
from .sheet import CLASSES, FIRST, PLAIN, VALUED, WAITING, classes_of

BY_RANK = ("idunn", "garm", "nidhogg")
"""Cards that add points for each rank in their own column."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card in a column: its ranks' numbers, and whether Brísingamens may take it.

    ``id`` is what the discard calls it; alike cards share one. ``wild``: a double or
    Gullinbursti.
    """

    id: str
    column: str
    values: tuple[int, ...]
    loose: bool = True
    wild: bool = False
    mercenary: bool = False


def ranks_of(entry: Entry, column: str) -> tuple[int, ...]:
    """What an entry brings to a column: the number on each of its ranks, 0 where there is none."""
    for scores in entry.scores:
        if scores.rule == "values" and scores["of"] == column:
            return tuple(scores["values"])
    return ()


class Hold:
    """One seat under the rulings of its table: its columns and everything beside them."""

    def __init__(self, catalogue: Catalogue, cells: dict[str, Any], rulings: Rulings) -> None:
        self.catalogue, self.cells, self.rulings = catalogue, cells, rulings

    # what it owns

    def has(self, field: str, entry: str) -> bool:
        return entry in self.cells.get(field, {})

    @cached_property
    def coins(self) -> tuple[int, ...]:
        """Coin values, largest first."""
        return tuple(
            sorted(
                (
                    int(self.catalogue[coin].facts["value"])
                    for coin, number in self.cells.get("coins", {}).items()
                    for _ in range(number)
                ),
                reverse=True,
            )
        )

    @property
    def largest(self) -> int:
        return max(self.coins, default=0)

    @cached_property
    def enlisted(self) -> dict[str, str]:
        """Mercenaries in columns, decided ones included: mercenary to class."""
        found = {}
        for mercenary, face in self.cells.get("mercenaries", {}).items():
            if face == WAITING:
                face = self.cells.get("enlist", {}).get(mercenary, WAITING)
            if face != WAITING:
                pair = classes_of(self.catalogue[mercenary])
                found[mercenary] = pair[0 if face == FIRST else 1]
        return found

    @cached_property
    def waiting(self) -> tuple[str, ...]:
        """Mercenaries that are in no column yet."""
        return tuple(m for m in self.cells.get("mercenaries", {}) if m not in self.enlisted)

    @property
    def ylud_at(self) -> str | None:
        """Ylud's column: the one decided, else the one where she stands."""
        if not self.has("heroes", "ylud"):
            return None
        return self.cells.get("ylud") or self.cells.get("ylud_at")

    @cached_property
    def placed(self) -> tuple[Card, ...]:
        """Every card in the columns before Brísingamens takes one."""
        return tuple(self._placed())

    def _placed(self) -> Iterator[Card]:
        cells, catalogue = self.cells, self.catalogue
        for kind, field in PLAIN.items():
            dwarf = catalogue[f"{kind}_card"]
            for _ in range(cells.get(field, 0)):
                yield Card(dwarf.id, kind, ranks_of(dwarf, kind))
        for kind, field in VALUED.items():
            for dwarf_id, number in cells.get(field, {}).items():
                values = ranks_of(catalogue[dwarf_id], kind)
                yield from (Card(dwarf_id, kind, values) for _ in range(number))
        if self.has("distinctions", "kings_great_armorer") and not cells.get("armorer_lost"):
            armorer = catalogue["armorer_blacksmith"]
            yield Card(armorer.id, "blacksmith", ranks_of(armorer, "blacksmith"))
        for field in ("heroes", "animals"):
            for id_ in cells.get(field, {}):
                for kind in catalogue[id_].facts.get("class", ()):
                    yield Card(id_, kind, ranks_of(catalogue[id_], kind), loose=False)
        if self.ylud_at:
            values = ranks_of(catalogue["ylud"], self.ylud_at)
            yield Card("ylud", self.ylud_at, values, loose=False)
        for kind in cells.get("doubles", {}):
            values = ranks_of(catalogue["olwyns_double"], kind)
            yield Card(f"double_{kind}", kind, values, wild=True)
        if column := cells.get("gullinbursti"):
            values = ranks_of(catalogue["gullinbursti"], column)
            yield Card("gullinbursti", column, values, wild=True)
        if self.has("artifacts", "vegvisir"):
            loose = self.rulings["vegvisir_discard"] == "yes"
            yield Card("vegvisir", "explorer", ranks_of(catalogue["vegvisir"], "explorer"), loose)
        for mercenary, kind in self.enlisted.items():
            values = ranks_of(catalogue[mercenary], kind)
            yield Card(mercenary, kind, values, mercenary=True)

    @property
    def discards(self) -> bool:
        """Is a discard of Brísingamens still to come?"""
        return self.has("artifacts", "brisingamens") and not self.cells.get("discard_done")

    @property
    def thor_ready(self) -> bool:
        return bool(self.cells.get("gods", {}).get("thor") == "ready")

    @cached_property
    def gone(self) -> Card | None:
        """The card that Brísingamens takes, if that is decided and it is there."""
        if not self.discards:
            return None
        chosen = self.cells.get("discard")
        return next((c for c in self.placed if c.id == chosen and c.loose), None)

    @cached_property
    def columns(self) -> dict[str, list[Card]]:
        """The cards of each column at the final count. Thrud has left."""
        found: dict[str, list[Card]] = {kind: [] for kind in CLASSES}
        spared = self.gone
        for card in self.placed:
            if card is not spared:
                found[card.column].append(card)
        return found

    def ranks(self, kind: str) -> int:
        return sum(len(card.values) for card in self.columns[kind])

    def values(self, kind: str) -> list[int]:
        """Every rank's number in a column, 0 where there is none."""
        return [value for card in self.columns[kind] for value in card.values]

    def ranks_in_play(self, kind: str) -> int:
        """Ranks before the game is over: Thrud still stands in her column, no card is lost yet."""
        thrud = self.has("heroes", "thrud") and self.cells.get("thrud_at") == kind
        return sum(len(c.values) for c in self.placed if c.column == kind) + int(thrud)

    @property
    def heroes_counted(self) -> int:
        """Heroes that lines are compared with: Thrivaldi's is left out."""
        free = self.cells.get("giants", {}).get("thrivaldi") == "captured"
        return len(self.cells.get("heroes", {})) - int(free)

    @property
    def heroes_due(self) -> int:
        """Heroes that complete lines bring, with the placements as they are decided."""
        ranks = {kind: self.ranks_in_play(kind) for kind in CLASSES}
        stopped = self.has("artifacts", "megingjord")
        return tools.hero_lines(ranks, self.heroes_counted, megingjord=stopped).due

    def counts_as_zero(self, card: Card) -> bool:
        """May this card's zeros be paired by Ratatosk?"""
        return not card.wild or self.rulings["ratatosk_wild"] == "count"

    def paired(self) -> int:
        """What Ratatosk adds to the miners' sum."""
        if not self.has("animals", "ratatosk"):
            return 0
        column = self.columns["miner"]
        zeros = sum(c.values.count(0) for c in column if self.counts_as_zero(c))
        scores = self.catalogue["ratatosk"].scoring("zero_pairs")
        assert scores
        return points.pairs(zeros) * int(scores["points"])

    def by_rank(self, card: str) -> int:
        """Points that Idunn, Garm or Nidhogg adds for each rank of its column; 0 if not there."""
        if not (self.has("heroes", card) or self.has("animals", card)):
            return 0
        scores = self.catalogue[card].scoring("per_rank")
        assert scores
        return int(scores["points"])

    @property
    def mercenaries(self) -> int:
        """Mercenaries owned at the final count: waiting ones too, a discarded one no longer."""
        lost = self.gone is not None and self.gone.mercenary
        return len(self.cells.get("mercenaries", {})) - int(lost)

    # what its rows say

    def lines(self, most: int) -> Iterator[Line]:
        """Every row; ``most`` are the warrior ranks of whoever has the most at the table."""
        yield from self._columns()
        yield self._majority(most)
        yield from self._heroes()
        yield from self._artifacts()
        yield from self._mythology()
        yield from self._treasure()

    def _line(
        self,
        entry: Entry,
        value: int | None,
        how: Text,
        pieces: Mapping[str, int] | None = None,
        rulings: tuple[str, ...] = (),
        *,
        id_: str = "",
        label: Text | None = None,
        status: Status | None = None,
        group: Text | None = None,
    ) -> Line:
        return Line(
            id_ or entry.id,
            label or entry.name,
            value,
            how,
            entry.cites,
            status or entry.status,
            entry.id,
            pieces or {},
            rulings,
            group or self.catalogue.kinds[entry.kind].many,
        )

    def _columns(self) -> Iterator[Line]:
        loss: tuple[str, ...] = ()
        if self.discards and self.has("artifacts", "vegvisir"):
            loss = ("vegvisir_discard",)
        for kind in CLASSES:
            entry, n, values = self.catalogue[kind], self.ranks(kind), self.values(kind)
            rulings: tuple[str, ...] = ()
            if kind == "blacksmith":
                value = points.blacksmiths(n, *(entry.scores[0][k] for k in ("first", "step")))
                how = Text("{r} → {n} × ({n} + 5) ÷ 2", "{r} → {n}×({n}+5)÷2")
            elif kind == "hunter":
                value = points.hunters(n)
                how = Text("{r} → {n}²", "{r} → {n}²")
            elif kind == "miner":
                value = points.miners(values)
                how = Text("{r} × sum {s}", "{r} × 合計{s}")
            else:
                value = sum(values)
                how = Text("{r}, sum {s}", "{r}、合計{s}")
            if kind == "explorer":
                rulings = loss
            said = counted(n, "rank", "ranks", "個")
            yield self._line(
                entry,
                value,
                how.fill(r=said, n=n, s=sum(values)),
                rulings=rulings,
                group=Text("Army", "師団"),
            )
            for id_ in BY_RANK:
                card = self.catalogue[id_]
                if kind in card.facts["class"] and (each := self.by_rank(id_)):
                    how = Text("{r} × {p}", "{r} × {p}").fill(r=said, p=each)
                    yield self._line(card, n * each, how, group=Text("Army", "師団"))
            if kind == "miner" and self.has("animals", "ratatosk"):
                yield self._ratatosk(n)

    def _ratatosk(self, ranks: int) -> Line:
        """What joins the miners' sum before it is multiplied, as a row of its own."""
        wild = any(card.wild for card in self.columns["miner"])
        how = Text("{z} of zeros × {r}", "0が{z} × {r}").fill(
            z=counted(self.paired(), "pair", "pairs", "組"),
            r=counted(ranks, "rank", "ranks", "個"),
        )
        return self._line(
            self.catalogue["ratatosk"],
            points.miners([0] * ranks, self.paired()),
            how,
            rulings=("ratatosk_wild",) if wild else (),
            group=Text("Army", "師団"),
        )

    def _majority(self, most: int) -> Line:
        entry, own = self.catalogue["warrior_majority"], self.ranks("warrior")
        everyone = self.rulings["no_warriors"] == "everyone"
        value = points.majority(own, most, self.largest, when_nobody=everyone)
        if own >= most and (own or everyone):
            how = Text("most warriors ({n}): largest coin {c}", "戦士が最多({n}個):最高額コイン{c}")
        else:
            how = Text("{n} warriors, the most is {m}", "戦士{n}個、最多は{m}個")
        rulings = () if most else ("no_warriors",)
        return self._line(
            entry,
            value,
            how.fill(n=own, m=most, c=self.largest),
            rulings=rulings,
            status="inferred" if not most else None,
            group=Text("Army", "師団"),
        )

    def _heroes(self) -> Iterator[Line]:
        held = [e for e in self.catalogue.of_kind("hero") if self.has("heroes", e.id)]
        dwergs = [e for e in held if e.scoring("set")]
        if dwergs:
            value = points.brothers(len(dwergs), dwergs[0].scores[0]["points"])
            how = counted(len(dwergs), "brother", "brothers", "枚")
            label = Text("Dwerg brothers", "ドヴェルグ五兄弟")
            yield self._line(
                dwergs[0], value, how, {e.id: 1 for e in dwergs}, id_="dwerg_brothers", label=label
            )
        for hero in held:
            if flat := hero.scoring("flat"):
                yield self._line(hero, int(flat["points"]), Text("flat", "固定"))
            if hero.scoring("largest_coin"):
                yield self._line(hero, self.largest, self._largest_said())

    def _largest_said(self) -> Text:
        return Text("largest coin {c}", "最高額コイン{c}").fill(c=self.largest)

    def _artifacts(self) -> Iterator[Line]:
        for entry in self.catalogue.of_kind("artifact"):
            if not self.has("artifacts", entry.id) or not entry.scores:
                continue
            scores = entry.scores[0]
            how = Text("{n} × {p}", "{n} × {p}")
            match scores.rule:
                case "flat":
                    yield self._line(entry, int(scores["points"]), Text("flat", "固定"))
                case "big_coins":
                    n, each = sum(c >= scores["least"] for c in self.coins), int(scores["points"])
                    how = Text(
                        "{n} coins of {least} or more × {p}", "{least}以上のコイン{n}枚 × {p}"
                    )
                    yield self._line(entry, n * each, how.fill(n=n, least=scores["least"], p=each))
                case "per_hero":
                    n, each = len(self.cells.get("heroes", {})), int(scores["points"])
                    how = Text("{n} heroes × {p}", "英雄{n}枚 × {p}")
                    yield self._line(entry, n * each, how.fill(n=n, p=each))
                case "per_mercenary":
                    n, each = self.mercenaries, int(scores["points"])
                    how = Text("{n} mercenaries × {p}", "傭兵{n}枚 × {p}")
                    yield self._line(entry, n * each, how.fill(n=n, p=each))
                case "best_class":
                    yield self._mjollnir(entry, int(scores["points"]))
                case "coins_on_it":
                    value = self.cells.get("odroerir_coins", 0)
                    yield self._line(entry, value, Text("coins on it", "載っているコイン"))

    def _mjollnir(self, entry: Entry, each: int) -> Line:
        kind = self.cells.get("mjollnir")
        if not kind:
            return self._line(entry, 0, Text("no class chosen yet", "クラス未選択"))
        n = self.ranks(kind)
        how = Text("{n} {c} ranks × {p}", "{c}{n}個 × {p}")
        return self._line(entry, n * each, how.fill(n=n, c=self.catalogue.name(kind), p=each))

    def _mythology(self) -> Iterator[Line]:
        for god in self.catalogue.of_kind("god"):
            flat = god.scoring("flat")
            if flat and self.has("gods", god.id):
                yield self._line(god, int(flat["points"]), Text("flat", "固定"))
        giants = self.cells.get("giants", {})
        for giant in self.catalogue.of_kind("giant"):
            if giants.get(giant.id) != "captured":
                continue
            if giant.scoring("captor_coin"):
                yield self._line(giant, self.largest, self._largest_said())
            if scores := giant.scoring("captive"):
                yield self._captive(giant, int(scores["times"]))
        for valkyrie in self.catalogue.of_kind("valkyrie"):
            if not self.has("valkyries", valkyrie.id):
                continue
            step = int(self.cells["valkyries"][valkyrie.id][-1])
            value = points.track(step, valkyrie.scores[0]["points"])
            yield self._line(valkyrie, value, counted(step, "step", "steps", "段"))

    def _captive(self, giant: Entry, times: int) -> Line:
        captive = self.cells.get("gymir_captive")
        if not captive:
            how = Text("which explorer was captured?", "捕らえた探検家が未入力")
            return self._line(giant, None, how, status="unknown")
        number = int(self.catalogue[captive].facts["value"])
        how = Text("captive {n} × {t}", "捕らえた{n} × {t}").fill(n=number, t=times)
        return self._line(giant, number * times, how)

    def _treasure(self) -> Iterator[Line]:
        entry = self.catalogue["royal_treasure"]
        said = "+".join(map(str, reversed(self.coins))) or "0"
        coins = {coin: number for coin, number in self.cells.get("coins", {}).items() if number}
        yield self._line(
            entry,
            sum(self.coins),
            Text(said, said),
            coins,
            id_="coins",
            label=Text("Coins", "コイン"),
            group=self.catalogue.kinds["coin"].many,
        )
        if self.has("distinctions", "crown_jeweler"):
            flat = self.catalogue["crown_jeweler"].scoring("flat")
            assert flat
            yield self._line(
                self.catalogue["gem_6"],
                int(flat["points"]),
                Text("from the Crown Jeweler", "王冠の宝石師"),
                {"gem_6": 1},
            )

    def unused(self) -> dict[str, int]:
        """Cards that belong into a column and stand in none."""
        found = {mercenary: 1 for mercenary in self.waiting}
        if self.has("heroes", "ylud") and not self.ylud_at:
            found["ylud"] = 1
        return found


def most_warriors(holds: Mapping[str, Hold], state: State) -> int:
    """Warrior ranks of whoever has the most, players outside the sheet included."""
    outside = int(state.get("table", {}).get("outside_warriors", 0))
    return max(outside, *(hold.ranks("warrior") for hold in holds.values()))


def holds(catalogue: Catalogue, state: State, rulings: Rulings) -> dict[str, Hold]:
    seats = state["seats"]
    return {seat: Hold(catalogue, seats[seat], rulings) for seat in sorted(seats)}


def score(catalogue: Catalogue, state: State, rulings: Rulings) -> dict[str, Breakdown]:
    """Every seat's rows; cards that still wait for a column are listed as unused."""
    table = holds(catalogue, state, rulings)
    most = most_warriors(table, state)
    return {seat: Breakdown(tuple(hold.lines(most)), hold.unused()) for seat, hold in table.items()}
