"""The last turn: reinforcements, an action, perhaps one more for two suns, and the most glory.

Two versions, said apart. The plain one takes the reserve as it is and rolls nothing. The
expected one also rolls what the Hind and feats let one roll, choosing after each roll. Both try
everything; where the expected one leaves something out, the answer says so.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations, product
from math import inf
from typing import NamedTuple

from ...core.catalogue import Catalogue
from ...core.plan import Proof
from ...core.text import EMPTY, Text
from .dice import (
    NOTHING,
    ONLINE,
    SIDES,
    Dice,
    Face,
    Gain,
    House,
    Reserve,
    TooMany,
    best_only,
    gain,
    hammer_choices,
    hammer_room,
    land,
    with_face,
)
from .forge import forge, purchases
from .odds import Others, beats, one_minor
from .roll import Convert, Roll, Weights, gains, results, say_gain

ELDER_COST, ELDER_GLORY = 3, 4
NYMPH_GLORY, NYMPH_MORE, NYMPH_MOONS = 2, 4, 5
BEAR_GLORY = 3
EXTRA_SUNS = 2
OWL = (Gain(gold=1), Gain(sun=1), Gain(moon=1))
TRITON = (Gain(gold=6), Gain(sun=2), Gain(moon=2))
WILD_SPIRITS = Gain(gold=3, moon=3)
CANCER_ROLLS, SPHINX_ROLLS = 2, 4

ROLLING: Mapping[str, tuple[str, Convert]] = {
    "cancer": ("full", ""),
    "sentinel": ("full", "sentinel"),
    "sphinx": ("minor", ""),
    "cyclops": ("minor", "cyclops"),
    "satyrs": ("satyrs", ""),
}
"""Feats that let their buyer roll: both dice, one die, or the opponents' dice."""

POLICY = Text(
    "Nothing is rolled: feats that roll count their printed glory, the Silver Hind nothing. What "
    "opponents gain or lose is not counted.",
    "ダイスは振らないものとし、振る偉業はカードの点だけ、銀月の雌鹿は0として数える。"
    "相手の得失は考えない。",
)
POLICY_EXPECTED = Text(
    "On average over every roll, each choice made after it for the most glory. What opponents "
    "gain or lose is not counted.",
    "すべての出目の平均。選択は出目を見てから、点が最も多くなるように行う。相手の得失は考えない。",
)

# ── the position ───────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Feat:
    """A heroic feat as the catalogue describes it."""

    id: str
    name: Text
    cost: Gain
    glory: int
    portal: str
    per_forged: int
    brings: tuple[Face, ...]


def read_feats(catalogue: Catalogue, faces: Mapping[str, Face]) -> Mapping[str, Feat]:
    """Every feat of base game and promos by id."""
    found = {}
    for entry in catalogue.of_kind("feat"):
        facts = entry.facts
        forged = entry.scoring("forged_faces")
        found[entry.id] = Feat(
            entry.id,
            entry.name,
            gain(facts["cost"]),
            facts["glory"],
            facts["portal"],
            forged["points"] if forged else 0,
            tuple(faces[face] for face in facts.get("gives_face", ())),
        )
    return found


@dataclass(frozen=True, slots=True)
class Position:
    """All that a last turn depends on, at the start of the reinforcement step.

    ``feats``: copies left in each stack. ``elders``, ``owls``, ``nymphs``, ``hinds``: usable
    copies. ``forged``: faces in one's own discard. ``portal``: where one's hero stands;
    ``occupied``: portals where others stand. ``sanctuary``: copies of faces for sale.

    For the expected version only: ``dice``, ``gone`` (garden faces that somebody has taken),
    ``visible`` (opponents' faces as they lie), ``opponents`` (their dice, for Satyrs), ``owned``
    boar faces.
    """

    reserve: Reserve
    feats: Mapping[str, int]
    sanctuary: Mapping[Face, int] = field(default_factory=dict)
    elders: int = 0
    owls: int = 0
    nymphs: int = 0
    hinds: int = 0
    tritons: int = 0
    cerberus: int = 0
    bears: int = 0
    forged: int = 0
    portal: str = ""
    occupied: frozenset[str] = frozenset()
    dice: Dice | None = None
    gone: frozenset[str] = frozenset()
    visible: tuple[Face, ...] = ()
    opponents: tuple[Dice, ...] = ()
    owned: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Line:
    """One way to play: its actions in order, the glory it brings and what to do.

    ``glory`` counts the track and the glory printed on feats taken; an average where dice are
    rolled. Steps end at the first roll, since what follows depends on it.
    """

    actions: tuple[str, ...]
    glory: Fraction
    steps: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class LastTurn:
    """The best line and the next best. ``rolled``: the expected version. ``gaps``: left out;
    with gaps the proof says *best found*.
    """

    best: Line
    others: tuple[Line, ...]
    proof: Proof
    rolled: bool
    policy: Text
    gaps: tuple[Text, ...] = ()


def last_turn(
    position: Position,
    feats: Mapping[str, Feat],
    house: House = ONLINE,
    next_best: int = 3,
    seconds: float = inf,
) -> LastTurn:
    """The most glory without a roll, proven; the next best lines take other actions.

    Feats that roll count their printed glory alone, and the Silver Hind nothing. Raises
    ``TooMany`` when it takes longer than ``seconds``.
    """
    start = time.perf_counter()
    search = _Search(position, feats, house, rolling=False, until=start + seconds)
    first = search.start()
    lines = search.lines(first)
    ranked = _worth_showing(lines)
    listed = [
        Line(line, Fraction(lines[line]), search.steps_of(first, line))
        for line in ranked[: next_best + 1]
    ]
    seconds = time.perf_counter() - start
    proof = Proof("optimal", "exhaustive", listed[0].glory, seconds)
    return LastTurn(listed[0], tuple(listed[1:]), proof, rolled=False, policy=POLICY)


def _worth_showing(lines: Mapping[tuple[str, ...], int]) -> list[tuple[str, ...]]:
    """Lines best first, without those that do as well when an action is left out, and without
    the same actions in another order.

    >>> _worth_showing({(): 4, ("chest",): 6, ("elder",): 4, ("elder", "chest"): 6})
    [('chest',), ()]
    """
    ranked = sorted(lines, key=lambda line: (-lines[line], len(line), line))
    kept: dict[tuple[str, ...], tuple[str, ...]] = {}
    for line in ranked:
        fewer = [part for n in range(len(line)) for part in combinations(line, n)]
        if all(lines[line] > lines.get(part, -1) for part in fewer):
            kept.setdefault(tuple(sorted(line)), line)
    return list(kept.values())


def last_turn_expected(
    position: Position,
    feats: Mapping[str, Feat],
    house: House = ONLINE,
    next_best: int = 3,
    seconds: float = inf,
) -> LastTurn:
    """The most glory on average, rolls included; the next best start with other actions.

    Every choice may depend on what was rolled before. Raises ``ValueError`` without dice, and
    ``TooMany`` when it takes longer than ``seconds``.
    """
    if position.dice is None:
        raise ValueError("the expected version needs both dice")
    start = time.perf_counter()
    search = _Search(position, feats, house, rolling=True, until=start + seconds)
    first = search.start()
    worth = search.worth(first)
    best = Line(search.actions(first), worth, search.plan(first))
    options = {""} | {feat for feat, copies in position.feats.items() if copies} | {FORGE}
    others = []
    for action in sorted(options - {best.actions[0] if best.actions else ""}):
        only = first._replace(only=action or PASS)
        if search.possible(only):
            actions = search.actions(only) or ((action,) if action else ())
            others.append(Line(actions, search.worth(only), search.plan(only)))
    others.sort(key=lambda line: (-line.glory, line.actions))
    seconds = time.perf_counter() - start
    gaps = search.gaps()
    bound = None if gaps else worth
    proof = Proof("best found" if bound is None else "optimal", "exhaustive", bound, seconds)
    return LastTurn(best, tuple(others[:next_best]), proof, True, POLICY_EXPECTED, gaps)


# ── the search ─────────────────────────────────────────────────────────────────────────

FORGE = "forge"
PASS = "pass"

REINFORCE, ACT, MAY_PAY, EXTRA, OVER = range(5)
"""Where in the turn one is. Passing the first action ends the turn online; acting later for two
suns instead would never bring more, so tables that allow it lose nothing here."""


class _Turn(NamedTuple):
    """One moment of the turn. Glory is counted outside, so the reserve's own stays 0."""

    reserve: Reserve
    phase: int
    forged: int
    elders: int
    owls: int
    nymphs: int
    hinds: int
    tritons: int
    cerberus: int
    bears: int
    portal: str
    occupied: frozenset[str]
    sold: tuple[str, ...]
    rolls: int
    kind: str
    convert: Convert
    die: int
    dice: int
    only: str


class _Move(NamedTuple):
    """Something to do: glory at once and the moment after it; a roll has no single one."""

    step: Text
    action: str
    glory: int
    after: _Turn | None


type _Taken = tuple[Gain, ...]
"""One way to take a roll: gains that land one after the other."""


class _Search:
    def __init__(
        self,
        position: Position,
        feats: Mapping[str, Feat],
        house: House,
        rolling: bool,
        until: float = inf,
    ) -> None:
        self.until = until
        self.position, self.feats, self.house, self.rolling = position, feats, house, rolling
        self.prices = sorted(
            face.price
            for face, copies in position.sanctuary.items()
            if copies > 0 and face.price is not None
        )
        self.typhon = any(feats[id_].per_forged for id_, n in position.feats.items() if n)
        self._summed = house.split and house.carry
        self.left_out: set[str] = set()
        self._dice: list[Dice] = [position.dice] if position.dice else []
        self._worths: dict[_Turn, Fraction] = {}
        self._lines: dict[_Turn, dict[tuple[str, ...], int]] = {}
        self._rolled: dict[object, list[tuple[int, tuple[_Taken, ...]]]] = {}
        self._landed: dict[object, list[tuple[int, Reserve, int]]] = {}
        self._forgings: dict[object, list[int]] = {}

    def start(self) -> _Turn:
        p = self.position
        turn = _Turn(
            replace(p.reserve, glory=0), REINFORCE, p.forged, p.elders, p.owls, p.nymphs, p.hinds,
            p.tritons, p.cerberus, p.bears, p.portal, p.occupied, (), 0, "", "", 0, 0, "",
        )  # fmt: skip
        if not self.rolling:
            turn = turn._replace(hinds=0, cerberus=0)
        return self.settled(turn)

    def settled(self, turn: _Turn) -> _Turn:
        """The same moment without what can no longer matter: fewer different ones to look at."""
        if turn.phase > REINFORCE:
            turn = turn._replace(elders=0, owls=0, nymphs=0, hinds=0)
        if not self.typhon:
            turn = turn._replace(forged=0)
        if not (turn.bears or self.position.feats.get("great_bear")):
            turn = turn._replace(portal="", occupied=frozenset())
        gold = min(turn.reserve.gold, self._gold_of_use(turn))
        if turn.phase == OVER:
            reserve = replace(turn.reserve, gold=gold, sun=0, moon=0)
            return turn._replace(
                reserve=reserve, forged=0, bears=0, portal="", occupied=frozenset(), sold=()
            )
        if gold < turn.reserve.gold:
            turn = turn._replace(reserve=replace(turn.reserve, gold=gold))
        return turn

    def _gold_of_use(self, turn: _Turn) -> int:
        """The most gold in the reserve that can still be spent to any purpose."""
        everything = turn.reserve.caps()[0]
        if self.rolling and (turn.phase <= ACT or (self.typhon and turn.phase < OVER)):
            return everything
        forging = sum(self.prices) if self.typhon and turn.phase <= ACT else 0
        return min(everything, ELDER_COST * turn.elders + forging)

    # what can be done

    def moves(self, turn: _Turn) -> Iterator[_Move]:
        """Everything that the rules allow at this moment; to stop is not among it."""
        for move in self._moves(turn):
            after = move.after
            yield move if after is None else move._replace(after=self.settled(after))

    def _moves(self, turn: _Turn) -> Iterator[_Move]:
        if turn.tritons:
            used = turn._replace(tritons=turn.tritons - 1)
            for got in TRITON:
                said = Text("Triton token: {got}", "トリトントークン:{got}")
                yield from self._gaining(used, got, said)
        if turn.rolls:
            yield _Move(Text("Roll", "ダイスを振る"), "", 0, None)
            return
        match turn.phase:
            case 0:
                yield from self._reinforcements(turn)
                yield _Move(EMPTY, "", 0, turn._replace(phase=ACT))
            case 1:
                yield from self._actions(turn._replace(phase=MAY_PAY, only=""), turn.only)
            case 2 if turn.reserve.sun >= EXTRA_SUNS:
                paid = turn.reserve.paid(Gain(sun=EXTRA_SUNS))
                said = Text("Pay 2 suns for one more action", "太陽2を払って追加アクション")
                yield _Move(said, "", 0, turn._replace(reserve=paid, phase=EXTRA))
            case 3:
                yield from self._actions(turn._replace(phase=OVER), "")

    def _reinforcements(self, turn: _Turn) -> Iterator[_Move]:
        if turn.elders and turn.reserve.gold >= ELDER_COST:
            after = turn._replace(
                elders=turn.elders - 1, reserve=turn.reserve.paid(Gain(gold=ELDER_COST))
            )
            said = Text("Elder: 3 gold for 4 glory", "賢者:ゴールド3で4点")
            yield _Move(said, "", ELDER_GLORY, after)
        if turn.owls:
            for got in OWL:
                said = Text("Owl: {got}", "梟:{got}")
                yield from self._gaining(turn._replace(owls=turn.owls - 1), got, said)
        if turn.nymphs:
            more = turn.reserve.moon >= NYMPH_MOONS
            glory = NYMPH_MORE if more else NYMPH_GLORY
            said = Text("Nymph: {n} glory", "ニュンペー:{n}点").fill(n=glory)
            yield _Move(said, "", glory, turn._replace(nymphs=turn.nymphs - 1))
        if turn.hinds:
            for die in (0, 1):
                said = Text("Silver Hind: roll die {n}", "雌鹿:ダイス{n}を振る").fill(n=die + 1)
                after = turn._replace(hinds=turn.hinds - 1, rolls=1, kind="minor", die=die)
                yield _Move(said, "", 0, after)

    def _actions(self, turn: _Turn, only: str) -> Iterator[_Move]:
        """Feats and forgings; ``turn`` stands behind the action already."""
        for id_, copies in self.position.feats.items():
            if only in ("", id_) and copies > turn.sold.count(id_):
                feat = self.feats[id_]
                if turn.reserve.holds(feat.cost):
                    yield from self._feat(turn, feat)
        # nothing after the last action asks for forged faces
        if only in ("", FORGE) and turn.phase == MAY_PAY:
            yield from self._forging(turn)

    def _feat(self, turn: _Turn, feat: Feat) -> Iterator[_Move]:
        glory = feat.glory + feat.per_forged * turn.forged
        if feat.portal in turn.occupied and feat.portal != turn.portal:
            glory += BEAR_GLORY * turn.bears
        sold = turn.sold
        if self.position.feats[feat.id] < 2 and turn.phase < OVER:
            sold = (*sold, feat.id)
        after = turn._replace(
            reserve=turn.reserve.paid(feat.cost),
            portal=feat.portal,
            occupied=turn.occupied - {feat.portal},
            sold=sold,
        )
        said = Text("Take {feat}: {n} glory", "{feat}を取る:{n}点").fill(feat=feat.name, n=glory)
        reserve = after.reserve
        match feat.id:
            case "hammer":
                after = after._replace(reserve=replace(reserve, hammers=reserve.hammers + 1))
            case "chest":
                after = after._replace(reserve=replace(reserve, chests=reserve.chests + 1))
            case "triton":
                after = after._replace(tritons=after.tritons + 1)
            case "cerberus":
                after = after._replace(cerberus=after.cerberus + 1)
            case "great_bear":
                after = after._replace(bears=after.bears + 1)
            case "wild_spirits":
                for move in self._gaining(
                    after, WILD_SPIRITS, said + Text(" and {got}", "と{got}")
                ):
                    yield move._replace(action=feat.id, glory=move.glory + glory)
                return
        if feat.brings and feat.id != "tenacious_boar":
            yield from self._brought(after._replace(forged=after.forged + 1), feat, said, glory)
            return
        yield from self._with_rolls(after, feat, said, glory)

    def _brought(self, turn: _Turn, feat: Feat, said: Text, glory: int) -> Iterator[_Move]:
        """A garden face forged at once; where it goes matters only if dice are rolled later."""
        faces = [face for face in feat.brings if face.id not in self.position.gone]
        if not (self.rolling and turn.phase == MAY_PAY and faces):
            yield _Move(said, feat.id, glory, turn)
            return
        seen = set()
        for face in faces:
            for die, sides in enumerate(self._dice[turn.dice]):
                for side, old in enumerate(sides):
                    if old.locked or (face, die, old) in seen:
                        continue
                    seen.add((face, die, old))
                    dice = self._number(with_face(self._dice[turn.dice], die, side, face))
                    where = Text(
                        "; {face} on die {n} over {old}", "。{face}をダイス{n}の{old}と替える"
                    )
                    where = where.fill(face=face.name, n=die + 1, old=old.name)
                    yield _Move(said + where, feat.id, glory, turn._replace(dice=dice))

    def _with_rolls(self, turn: _Turn, feat: Feat, said: Text, glory: int) -> Iterator[_Move]:
        if not self.rolling or feat.id not in ROLLING:
            yield _Move(said, feat.id, glory, turn)
            return
        kind, convert = ROLLING[feat.id]
        if kind == "satyrs":
            rolls = 1 if self.position.opponents else 0
            if not rolls:
                self.left_out.add("opponents")
            yield _Move(
                said, feat.id, glory, turn._replace(rolls=rolls, kind=kind if rolls else "")
            )
        elif kind == "full":
            after = turn._replace(rolls=CANCER_ROLLS, kind=kind, convert=convert)
            yield _Move(said, feat.id, glory, after)
        else:
            for die in (0, 1):
                with_die = said + Text("; with die {n}", "。ダイス{n}で").fill(n=die + 1)
                after = turn._replace(rolls=SPHINX_ROLLS, kind=kind, convert=convert, die=die)
                yield _Move(with_die, feat.id, glory, after)

    def _forging(self, turn: _Turn) -> Iterator[_Move]:
        """Forging before Typhon: so many of the cheapest faces. Before rolls: the best dice."""
        if self.typhon:
            spent = 0
            for number, price in enumerate(self.prices, 1):
                spent += price
                if spent > turn.reserve.gold:
                    break
                paid = turn.reserve.paid(Gain(gold=spent))
                after = turn._replace(reserve=paid, forged=turn.forged + number)
                said = Text(
                    "Forge {n} different faces for {gold} gold",
                    "異なる面{n}枚を計{gold}ゴールドで鍛造",
                )
                yield _Move(said.fill(n=number, gold=spent), FORGE, 0, after)
        if self.rolling:
            yield from self._forging_for_rolls(turn)

    def _gaining(self, turn: _Turn, got: Gain, said: Text) -> Iterator[_Move]:
        for glory, reserve, sent in self._landings(turn, (got,)):
            words = said.fill(got=say_gain(got))
            if sent:
                words += Text(" ({n} gold on the hammer)", "(うちゴールド{n}はハンマー)").fill(
                    n=sent
                )
            yield _Move(words, "", glory, turn._replace(reserve=reserve))

    def _landings(self, turn: _Turn, taken: _Taken) -> list[tuple[int, Reserve, int]]:
        """Glory, reserve and hammer gold of every way to land these gains; the reserve's own
        glory is counted out. ``ships`` are not looked at.

        Gold that the reserve could not use goes to the hammer if it may: steps never hurt.
        """
        useful = self._gold_of_use(turn)
        key = (turn.reserve, taken, useful)
        if key not in self._landed:
            ways: dict[tuple[Reserve, int], int] = {(turn.reserve, 0): 0}
            for got in taken:
                later: dict[tuple[Reserve, int], int] = {}
                for (now, sent), glory in ways.items():
                    amounts = hammer_choices(now, got.gold, self.house)
                    for amount in amounts:
                        if now.gold + got.gold - amount > useful and amount < amounts[-1]:
                            continue
                        after = land(now, got, amount, self.house).after
                        end = (replace(after, glory=0), sent + amount)
                        later[end] = max(glory + after.glory, later.get(end, 0))
                ways = later
            self._landed[key] = [(glory, now, sent) for (now, sent), glory in ways.items()]
        return self._landed[key]

    # rolls

    def ends(self, turn: _Turn) -> tuple[int, list[tuple[int, dict[_Turn, int]]]]:
        """A roll: all outcomes with weights out of the first value; each is a choice among
        moments after it, with glory.
        """
        after = turn._replace(rolls=turn.rolls - 1)
        if not after.rolls:
            after = after._replace(kind="", convert="", die=0)
        after = self.settled(after)
        rolled = self._rolls(turn)
        found = []
        for weight, ways in rolled:
            self._in_time()
            ends = self._apply(after, ways)
            if after.cerberus and turn.kind != "satyrs":
                spent = after._replace(cerberus=after.cerberus - 1)
                for one, glory in self._apply(spent, ways).items():
                    for two, more in self._apply(one, ways).items():
                        ends[two] = max(glory + more, ends.get(two, 0))
            settled: dict[_Turn, int] = {}
            for end, glory in ends.items():
                end = self.settled(end)
                settled[end] = max(glory, settled.get(end, 0))
            found.append((weight, settled))
        return sum(weight for weight, _ in rolled), found

    def _apply(self, turn: _Turn, ways: Sequence[_Taken]) -> dict[_Turn, int]:
        """Each way taken, with or without what ships let one buy."""
        ends: dict[_Turn, int] = {}
        for taken in ways:
            ships = [got.off // got.ships for got in taken for _ in range(got.ships)]
            for glory, reserve, _ in self._landings(turn, taken):
                after = turn._replace(reserve=reserve)
                ends[after] = max(glory, ends.get(after, 0))
            # the cheapest face counts as much as any; bought before or after the gold arrives
            costs = [max(0, self.prices[0] - off) for off in ships] if self.prices else []
            if costs:
                self.left_out.add("ships")
            for number in range(1, len(costs) + 1):
                cost = Gain(gold=sum(sorted(costs)[:number]))
                bought = turn._replace(forged=turn.forged + number)
                if turn.reserve.holds(cost):
                    paid = bought._replace(reserve=turn.reserve.paid(cost))
                    for glory, reserve, _ in self._landings(paid, taken):
                        after = bought._replace(reserve=reserve)
                        ends[after] = max(glory, ends.get(after, 0))
                for glory, reserve, _ in self._landings(turn, taken):
                    if reserve.holds(cost):
                        after = bought._replace(reserve=reserve.paid(cost))
                        ends[after] = max(glory, ends.get(after, 0))
        return ends

    def _rolls(self, turn: _Turn) -> list[tuple[int, tuple[_Taken, ...]]]:
        """Outcomes of one roll: weight and the ways to take it.

        After the last action only glory counts, and gold as far as a hammer takes it: many
        outcomes are the same then.
        """
        over = turn.phase == OVER
        room = hammer_room(turn.reserve) > 0
        own = -1 if turn.kind == "satyrs" else turn.dice
        key = (own, turn.kind, turn.convert, turn.die, over, room)
        if key not in self._rolled:
            merged: Counter[tuple[_Taken, ...]] = Counter()
            for weight, rolls in self._shown(turn):
                self._in_time()
                ways = {
                    tuple(_counting(got, room) if over else got for got in taken)
                    for roll in rolls
                    for taken in self._takings(roll)
                }
                if self._summed:
                    ways = {(got,) for got in best_only(got for (got,) in ways)}
                merged[tuple(sorted(ways))] += weight
            self._rolled[key] = [(weight, ways) for ways, weight in merged.items()]
        return self._rolled[key]

    def _shown(self, turn: _Turn) -> Iterator[tuple[int, list[Roll]]]:
        p = self.position
        if turn.kind == "satyrs":
            for weight, faces in _satyr_rolls(p.opponents):
                pairs = sorted(set(combinations(faces, 2)), key=lambda pair: [f.id for f in pair])
                yield weight, [Roll(pair, visible=faces, owned=p.owned) for pair in pairs]
            return
        dice = self._dice[turn.dice]
        rolled = (dice[turn.die],) if turn.kind == "minor" else dice
        if any(face.mode == "mirror" for die in rolled for face in die):
            self.left_out.add("mirrors")
        for faces, times in Counter(product(*rolled)).items():
            yield times, [Roll(faces, p.visible, owned=p.owned, convert=turn.convert)]

    def _takings(self, roll: Roll) -> set[_Taken]:
        """Results as gains in a row. Where gold may be split and runs on, one sum is enough, and
        of sums the best ones: more of anything is never worse.
        """
        if self._summed and not any(face.mode == "mirror" for face in roll.faces):
            return {
                (got,)
                for got in gains(
                    *roll.faces, owned=roll.owned, convert=roll.convert, house=self.house
                )
            }
        found: set[_Taken] = set()
        for result in results(roll, self.house):
            if self._summed:
                found.add((result.total,))
            else:
                row = [part.gain for part in result.parts] + [result.owner]
                row = [got for got in row if got != NOTHING]
                found |= {tuple(row), tuple(reversed(row))}
        return found

    def _number(self, dice: Dice) -> int:
        """Dice stand in a moment by number: cheaper to compare. Equal dice share one."""
        first, second = (tuple(sorted(die, key=lambda face: face.id)) for die in dice)
        if (first, second) not in self._dice:
            self._dice.append((first, second))
        return self._dice.index((first, second))

    def _forging_for_rolls(self, turn: _Turn) -> Iterator[_Move]:
        """Dice improved for a feat that rolls as the extra action.

        After the last action only glory counts, so a face's worth is fixed by the feat and the
        proven forging for it is the best one. An open hammer or a Cerberus token bends that.
        """
        reserve = turn.reserve
        spare = 2 * turn.tritons
        for id_, (kind, convert) in ROLLING.items():
            cost = self.feats[id_].cost
            affordable = (
                reserve.sun + reserve.moon + spare >= cost.sun + cost.moon + EXTRA_SUNS
                and reserve.sun + spare >= cost.sun + EXTRA_SUNS
                and reserve.moon + spare >= cost.moon
            )
            if kind == "satyrs" or not self.position.feats.get(id_) or not affordable:
                continue
            if reserve.hammers or turn.cerberus:
                self.left_out.add("forging")
            key = (id_, reserve.gold, turn.dice)
            if key not in self._forgings:
                self._forgings[key] = [*self._best_dice(turn, kind, convert)]
            for dice in self._forgings[key]:
                said = Text("Forge for {feat}", "{feat}に備えて鍛造").fill(
                    feat=self.feats[id_].name
                )
                for die, (old, new) in enumerate(
                    zip(self._dice[turn.dice], self._dice[dice], strict=True)
                ):
                    added = Counter(new) - Counter(old)
                    for face in added.elements():
                        said += Text("; {face} on die {n}", "。{face}をダイス{n}に").fill(
                            face=face.name, n=die + 1
                        )
                yield _Move(
                    said, FORGE, 0, turn._replace(dice=dice, reserve=replace(reserve, gold=0))
                )

    def _best_dice(self, turn: _Turn, kind: str, convert: Convert) -> Iterator[int]:
        p, dice = self.position, self._dice[turn.dice]
        nothing, others = Fraction(0), Others(shown=p.visible)
        weights = {
            "": Weights(nothing, nothing, nothing),
            "sentinel": Weights(nothing, Fraction(2), Fraction(2)),
            "cyclops": Weights(Fraction(1), nothing, nothing),
        }[convert]
        gold = turn.reserve.gold
        if kind == "full":
            plan = forge(
                dice, gold, p.sanctuary, CANCER_ROLLS, weights,
                others=others, owned=p.owned, kept=nothing, next_best=0,
            )  # fmt: skip
            if plan.best.bought:
                yield self._number(plan.best.dice)
            return
        faces = [f for f, n in p.sanctuary.items() if n > 0 and f.price is not None]
        for die in (0, 1):
            worth = {
                face: one_minor((face,), weights, others, p.owned).worth(weights)
                for face in {*faces, *dice[die]}
            }
            loose = sorted(
                (side for side in range(SIDES) if not dice[die][side].locked),
                key=lambda side: worth[dice[die][side]],
            )
            table = purchases(
                [(worth[face], nothing) for face in faces],
                [face.price or 0 for face in faces],
                nothing, gold, (len(loose), 0), None, 1,
            )  # fmt: skip
            best, chosen = nothing, dice
            for (_, number, _), listed in table.items():
                gained, picks = listed[0]
                gained -= sum((worth[dice[die][side]] for side in loose[:number]), nothing)
                if gained > best:
                    best, chosen = gained, dice
                    for side, (face, _) in zip(loose, picks, strict=False):
                        chosen = with_face(chosen, die, side, faces[face])
            if best > 0:
                yield self._number(chosen)

    # the most glory

    def _in_time(self) -> None:
        if time.perf_counter() > self.until:
            raise TooMany

    def worth(self, turn: _Turn) -> Fraction:
        """The most glory from here on, on average."""
        if turn not in self._worths:
            self._in_time()
            best = Fraction(0)
            for move in self.moves(turn):
                best = max(best, self._value(turn, move))
            self._worths[turn] = best
        return self._worths[turn]

    def _value(self, turn: _Turn, move: _Move) -> Fraction:
        if move.after is not None:
            return move.glory + self.worth(move.after)
        total, outcomes = self.ends(turn)
        value = Fraction(0)
        for weight, ends in outcomes:
            value += weight * max(glory + self.worth(end) for end, glory in ends.items())
        return value / total

    def possible(self, turn: _Turn) -> bool:
        """Whether the action asked for can come about at all."""
        if turn.only == PASS:
            return True
        seen, todo = {turn}, [turn]
        while todo:
            now = todo.pop()
            for move in self.moves(now):
                if move.action:
                    return True
                ends = (
                    [move.after] if move.after else [e for _, es in self.ends(now)[1] for e in es]
                )
                for end in ends:
                    if end is not None and end.phase <= ACT and end not in seen:
                        seen.add(end)
                        todo.append(end)
        return False

    def _followed(self, turn: _Turn) -> Iterator[_Move]:
        """The best moves up to the first roll."""
        while True:
            moves = list(self.moves(turn))
            worth = self.worth(turn)
            # to stop comes before moves that bring nothing
            if not moves or worth == 0:
                return
            move = next(move for move in moves if self._value(turn, move) == worth)
            yield move
            if move.after is None:
                return
            turn = move.after

    def plan(self, turn: _Turn) -> tuple[Text, ...]:
        steps = [move.step for move in self._followed(turn) if move.step != EMPTY]
        return tuple(steps) or (Text("Nothing brings glory", "得点になる手はない"),)

    def actions(self, turn: _Turn) -> tuple[str, ...]:
        return tuple(move.action for move in self._followed(turn) if move.action)

    def lines(self, turn: _Turn) -> dict[tuple[str, ...], int]:
        """The most glory for each row of actions that can follow; for the version without rolls."""
        if turn not in self._lines:
            self._in_time()
            best: dict[tuple[str, ...], int] = {(): 0}
            for move in self.moves(turn):
                if move.after is None:
                    continue
                for line, glory in self.lines(move.after).items():
                    longer = (move.action, *line) if move.action else line
                    best[longer] = max(move.glory + glory, best.get(longer, 0))
            self._lines[turn] = best
        return self._lines[turn]

    def steps_of(self, turn: _Turn, line: tuple[str, ...]) -> tuple[Text, ...]:
        """The moves that reach a line's glory."""
        steps: list[Text] = []
        while True:
            wanted = self.lines(turn)[line]
            if wanted == 0 and not line:
                return tuple(steps) or (Text("Nothing brings glory", "得点になる手はない"),)
            for move in self.moves(turn):
                if move.after is None or (move.action and line[:1] != (move.action,)):
                    continue
                rest = line[1:] if move.action else line
                if move.glory + self.lines(move.after).get(rest, -1) == wanted:
                    break
            else:
                return tuple(steps)
            if move.step != EMPTY:
                steps.append(move.step)
            turn, line = move.after, rest

    def gaps(self) -> tuple[Text, ...]:
        """What the expected version did not look at in this position."""
        return tuple(said for key, said in _GAPS.items() if key in self.left_out)


_GAPS = {
    "opponents": Text(
        "The opponents' dice are not given, so Satyrs count their printed glory alone.",
        "相手のダイスが未入力のため、サテュロスはカードの点だけを数えた。",
    ),
    "mirrors": Text(
        "Mirrors copy what the opponents show now; faces that change during the turn (an ousted "
        "player's roll, for example) are not looked at.",
        "鏡は今の相手の上面だけを写すものとし、手番中に変わる面(押し退けられた人の祝福など)は"
        "考えない。",
    ),
    "ships": Text(
        "A face bought through a ship counts as forged, but is not rolled again this turn.",
        "星の船で買った面は鍛造数に数えるが、この手番でその面が出ることは考えない。",
    ),
    "forging": Text(
        "With a hammer or a Cerberus token, forging before a feat that rolls was tried only with "
        "the dice that are best without them.",
        "ハンマーやケルベロスがある場合、ダイスを振る偉業の前の鍛造は、"
        "それらがないときに最善の形だけを試した。",
    ),
}


def _counting(got: Gain, room: bool) -> Gain:
    """What of a gain counts after the last action."""
    return Gain(gold=got.gold if room else 0, glory=got.glory)


def _satyr_rolls(opponents: Sequence[Dice]) -> Iterator[tuple[int, tuple[Face, ...]]]:
    """What the opponents' dice may show, with weights; at most two of each face are kept, and
    none that two others in view beat: of two picks it would never be one.
    """
    shown: Counter[tuple[Face, ...]] = Counter({(): 1})
    for die in (die for dice in opponents for die in dice):
        later: Counter[tuple[Face, ...]] = Counter()
        for faces, weight in shown.items():
            for face, times in Counter(die).items():
                later[_kept((*faces, face))] += weight * times
        shown = later
    for faces, weight in shown.items():
        yield weight, faces


def _kept(faces: tuple[Face, ...]) -> tuple[Face, ...]:
    counts = Counter(faces)
    kept = [
        face
        for face, number in counts.items()
        for _ in range(min(2, number))
        if sum(times for other, times in counts.items() if beats(other, face)) < 2
    ]
    return tuple(sorted(kept, key=lambda face: face.id))
