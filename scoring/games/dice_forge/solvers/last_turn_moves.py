"""The moves allowed at each moment of the last turn, and the moments they lead to.

Every rule of the turn is here; ``last_turn`` only searches the moves for the most glory.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import get_args

from scoring.solving import deadline

from .blessing_rolls import OtherFaces
from .dice import SIDES, Gain, with_face
from .face_purchases import purchases
from .forge import forge
from .last_turn_rolls import Rolls
from .last_turn_state import (
    ACT,
    BEAR_GLORY,
    ELDER_COST,
    ELDER_GLORY,
    EXTRA,
    EXTRA_SUNS,
    FORGE,
    MAY_PAY,
    NYMPH_GLORY,
    NYMPH_MOONS,
    NYMPH_MORE,
    OVER,
    OWL,
    REINFORCE,
    ROLLING,
    ROLLS,
    TRITON,
    WILD_SPIRITS,
    Ends,
    Feat,
    ForgedFace,
    Gap,
    Moment,
    Move,
    Step,
    Taken,
    TurnStart,
    Way,
)
from .odds import one
from .reserve import Reserve, TableRulings, hammer_choices, land
from .roll_results import Convert, Weights


class Moves:
    """All moves of a last turn, with dice rolls if ``rolling``; methods raise ``OutOfTime``."""

    def __init__(
        self, standing: TurnStart, feats: Mapping[str, Feat], house: TableRulings, rolling: bool
    ) -> None:
        self.standing, self.feats, self.house, self.rolling = standing, feats, house, rolling
        self.rolls = Rolls(standing, house)
        self.prices = sorted(
            face.price
            for face, copies in standing.sanctuary.items()
            if copies > 0 and face.price is not None
        )
        self.typhon = any(feats[id_].per_forged for id_, n in standing.feats.items() if n)
        self._landed: dict[object, list[tuple[int, Reserve, int]]] = {}
        self._forgings: dict[object, list[int]] = {}

    def start(self) -> Moment:
        p = self.standing
        turn = Moment(
            p.reserve._replace(glory=0), REINFORCE, p.forged, p.elders, p.owls, p.nymphs, p.hinds,
            p.tritons, p.cerberus, p.bears, p.portal, p.occupied, (), 0, "", "", 0, 0, "",
        )  # fmt: skip
        if not self.rolling:
            turn = turn._replace(hinds=0, cerberus=0)
        return self.canonical(turn)

    def canonical(self, turn: Moment) -> Moment:
        """Returns a moment of the turn with all that no longer matters set to 0 or blank."""
        if turn.phase > REINFORCE:
            turn = turn._replace(elders=0, owls=0, nymphs=0, hinds=0)
        if not self.typhon:
            turn = turn._replace(forged=0)
        if not (turn.bears or self.standing.feats.get("great_bear")):
            turn = turn._replace(portal="", occupied=frozenset())
        gold = min(turn.reserve.gold, self._gold_of_use(turn))
        if turn.phase == OVER:
            reserve = turn.reserve._replace(gold=gold, sun=0, moon=0)
            return turn._replace(
                reserve=reserve, forged=0, bears=0, portal="", occupied=frozenset(), sold=()
            )
        if gold < turn.reserve.gold:
            turn = turn._replace(reserve=turn.reserve._replace(gold=gold))
        return turn

    def _gold_of_use(self, turn: Moment) -> int:
        """Returns the most gold in the reserve that can be of use from this moment of the turn."""
        everything = turn.reserve.caps()[0]
        if self.rolling and (turn.phase <= ACT or (self.typhon and turn.phase < OVER)):
            return everything
        forging = sum(self.prices) if self.typhon and turn.phase <= ACT else 0
        return min(everything, ELDER_COST * turn.elders + forging)

    def moves(self, turn: Moment) -> Iterator[Move]:
        """Yields every move that the rules allow at this moment, except to end the turn.

        The cheapest comes first, tokens last: of moves with equal glory the first is shown.
        """
        for move in self._moves(turn):
            deadline.check()
            after = move.after
            yield move if after is None else move._replace(after=self.canonical(after))

    def _moves(self, turn: Moment) -> Iterator[Move]:
        if turn.rolls:
            yield Move(Step("roll"), "", 0, None)
        elif turn.phase == REINFORCE:
            yield Move(None, "", 0, turn._replace(phase=ACT))
            yield from self._reinforcements(turn)
        elif turn.phase == ACT:
            yield from self._actions(turn._replace(phase=MAY_PAY, only=""), turn.only)
        elif turn.phase == MAY_PAY and turn.reserve.sun >= EXTRA_SUNS:
            paid = turn.reserve.paid(Gain(sun=EXTRA_SUNS))
            yield Move(Step("pay"), "", 0, turn._replace(reserve=paid, phase=EXTRA))
        elif turn.phase == EXTRA:
            yield from self._actions(turn._replace(phase=OVER), "")
        if turn.tritons:
            used = turn._replace(tritons=turn.tritons - 1)
            for got in TRITON:
                yield from self._gaining(used, got, Step("token"))

    def _reinforcements(self, turn: Moment) -> Iterator[Move]:
        if turn.elders and turn.reserve.gold >= ELDER_COST:
            after = turn._replace(
                elders=turn.elders - 1, reserve=turn.reserve.paid(Gain(gold=ELDER_COST))
            )
            yield Move(Step("elder"), "", ELDER_GLORY, after)
        if turn.owls:
            for got in OWL:
                yield from self._gaining(turn._replace(owls=turn.owls - 1), got, Step("owl"))
        if turn.nymphs:
            more = turn.reserve.moon >= NYMPH_MOONS
            glory = NYMPH_MORE if more else NYMPH_GLORY
            step = Step("nymph", glory=glory)
            yield Move(step, "", glory, turn._replace(nymphs=turn.nymphs - 1))
        if turn.hinds:
            for die in (0, 1):
                after = turn._replace(hinds=turn.hinds - 1, rolls=1, kind="minor", die=die)
                yield Move(Step("hind", die=die + 1), "", 0, after)

    def _actions(self, turn: Moment, only: str) -> Iterator[Move]:
        """Yields the moves of one action: to take a feat that the player can pay for, or to forge.

        ``turn``: the present moment, but its ``phase`` already the one after the action
        ``only``: feat id or ``FORGE`` for that action alone, ``PASS`` for none, blank for all
        """
        for id_, copies in self.standing.feats.items():
            above = self.standing.below.get(id_)
            if above is not None and above not in turn.sold:
                continue
            if only in ("", id_) and copies > turn.sold.count(id_):
                feat = self.feats[id_]
                if turn.reserve.holds(feat.cost):
                    yield from self._feat(turn, feat)
        # forging as the last action is useless: nothing after it counts forged faces
        if only in ("", FORGE) and turn.phase == MAY_PAY:
            yield from self._forging(turn)

    def _feat(self, turn: Moment, feat: Feat) -> Iterator[Move]:
        glory = feat.glory + feat.per_forged * turn.forged
        if feat.portal in turn.occupied and feat.portal != turn.portal:
            glory += BEAR_GLORY * turn.bears
        sold = turn.sold
        if self.standing.feats[feat.id] < 2 and turn.phase < OVER:
            sold = (*sold, feat.id)
        after = turn._replace(
            reserve=turn.reserve.paid(feat.cost),
            portal=feat.portal,
            occupied=turn.occupied - {feat.portal},
            sold=sold,
        )
        step = Step("take", feat.id, glory)
        reserve = after.reserve
        match feat.id:
            case "hammer":
                after = after._replace(reserve=reserve._replace(hammers=reserve.hammers + 1))
            case "chest":
                after = after._replace(reserve=reserve._replace(chests=reserve.chests + 1))
            case "triton":
                after = after._replace(tritons=after.tritons + 1)
            case "cerberus":
                after = after._replace(cerberus=after.cerberus + 1)
            case "great_bear":
                after = after._replace(bears=after.bears + 1)
            case "wild_spirits":
                for move in self._gaining(after, WILD_SPIRITS, step):
                    yield move._replace(action=feat.id, glory=move.glory + glory)
                return
        if feat.brings and feat.id != "tenacious_boar":
            yield from self._brought(after._replace(forged=after.forged + 1), feat, step)
            return
        yield from self._with_rolls(after, feat, step)

    def _brought(self, turn: Moment, feat: Feat, step: Step) -> Iterator[Move]:
        """Yields the moves that take a feat which comes with a face: one for each side to replace.

        Only one if no roll can follow. ``turn``: after the feat was paid. ``step``: to take it.
        """
        faces = [face for face in feat.brings if face.id not in self.standing.gone]
        if not (self.rolling and turn.phase == MAY_PAY and faces):
            yield Move(step, feat.id, step.glory, turn)
            return
        seen = set()
        for face in faces:
            for die, sides in enumerate(self.rolls.dice[turn.dice]):
                for side, old in enumerate(sides):
                    if old.locked or (face, die, old) in seen:
                        continue
                    seen.add((face, die, old))
                    dice = self.rolls.number(with_face(self.rolls.dice[turn.dice], die, side, face))
                    putting = step._replace(put=(ForgedFace(face, die + 1),), over=old)
                    yield Move(putting, feat.id, step.glory, turn._replace(dice=dice))

    def _with_rolls(self, turn: Moment, feat: Feat, step: Step) -> Iterator[Move]:
        if not self.rolling or feat.id not in ROLLING:
            yield Move(step, feat.id, step.glory, turn)
            return
        kind, convert = ROLLING[feat.id]
        if kind == "satyrs" and not self.standing.opponents:
            self.rolls.left_out.add("opponents")
            yield Move(step, feat.id, step.glory, turn)
            return
        after = turn._replace(rolls=ROLLS[kind], kind=kind, convert=convert)
        if kind != "minor":
            yield Move(step, feat.id, step.glory, after)
            return
        for die in (0, 1):
            yield Move(step._replace(die=die + 1), feat.id, step.glory, after._replace(die=die))

    def _forging(self, turn: Moment) -> Iterator[Move]:
        """Yields the moves that buy faces: the cheapest ones, or the best for a later roll.

        The feat Typhon pays for their number, so one, two and more of the cheapest are tried.
        """
        if self.typhon:
            spent = 0
            for number, price in enumerate(self.prices, 1):
                spent += price
                if spent > turn.reserve.gold:
                    break
                paid = turn.reserve.paid(Gain(gold=spent))
                after = turn._replace(reserve=paid, forged=turn.forged + number)
                yield Move(Step("forge", faces=number, gold=spent), FORGE, 0, after)
        if self.rolling:
            yield from self._forging_for_rolls(turn)

    def _gaining(self, turn: Moment, got: Gain, step: Step) -> Iterator[Move]:
        for glory, reserve, sent in self._landings(turn, (got,)):
            gaining = step._replace(got=got, to_hammer=sent)
            yield Move(gaining, "", glory, turn._replace(reserve=reserve))

    def _landings(self, turn: Moment, taken: Taken) -> list[tuple[int, Reserve, int]]:
        """Returns (glory gained, reserve after, gold put on hammers) for each way to take gains.

        ``turn``: the moment before. ``taken``: the gains, in order; ships' purchases are left out.
        Gold that the reserve could not use goes to the hammer if allowed. An amount for the hammer
        is skipped if the next larger one leaves as much useful gold.
        """
        useful = self._gold_of_use(turn)
        key = (turn.reserve, taken, useful)
        if key not in self._landed:
            ways: dict[tuple[Reserve, int], int] = {(turn.reserve, 0): 0}
            for got in taken:
                later: dict[tuple[Reserve, int], int] = {}
                for (now, sent), glory in ways.items():
                    amounts = hammer_choices(now, got.gold, self.house)
                    for n, amount in enumerate(amounts, 1):
                        if any(now.gold + got.gold - more >= useful for more in amounts[n : n + 1]):
                            continue
                        after = land(now, got, amount, self.house).after
                        end = (after._replace(glory=0), sent + amount)
                        later[end] = max(glory + after.glory, later.get(end, 0))
                ways = later
            self._landed[key] = [(glory, now, sent) for (now, sent), glory in ways.items()]
        return self._landed[key]

    def ends(self, turn: Moment) -> tuple[Mapping[Way, Ends], Sequence[tuple[int, Sequence[Way]]]]:
        """Returns the moments that each way to take the next roll leads to, and its outcomes.

        Each outcome is the number of results that have it, and the ways to choose from; all ways
        together stand for two of them, with a Cerberus token. ``turn``: before the roll.
        """
        after = turn._replace(rolls=turn.rolls - 1)
        if not after.rolls:
            after = after._replace(kind="", convert="", die=0)
        after = self.canonical(after)
        rolled = self.rolls.of(turn)
        every = dict.fromkeys(taken for _, ways in rolled for taken in ways)
        ends: dict[Way, Ends] = {
            taken: self._canonical_ends(self._apply(after, (taken,))) for taken in every
        }
        if not after.cerberus or turn.kind == "satyrs":
            return ends, rolled
        for _, ways in rolled:
            deadline.check()
            ends[ways, "twice"] = self._canonical_ends(self._twice(after, ways))
        return ends, [(weight, (*ways, (ways, "twice"))) for weight, ways in rolled]

    def _twice(self, after: Moment, ways: Sequence[Taken]) -> dict[Moment, int]:
        """Returns the moments, with glory gained, if one of ``ways`` is taken twice (Cerberus)."""
        ends: dict[Moment, int] = {}
        spent = after._replace(cerberus=after.cerberus - 1)
        for first, glory in self._apply(spent, ways).items():
            for second, more in self._apply(first, ways).items():
                ends[second] = max(glory + more, ends.get(second, 0))
        return ends

    def _canonical_ends(self, ends: Mapping[Moment, int]) -> Ends:
        return [(self.canonical(end), glory) for end, glory in ends.items()]

    def _apply(self, turn: Moment, ways: Sequence[Taken]) -> dict[Moment, int]:
        """Returns moment after a roll, taken at ``turn`` in one of ``ways`` (gains), to glory."""
        ends: dict[Moment, int] = {}
        for taken in ways:
            ships = [got.off // got.ships for got in taken for _ in range(got.ships)]
            for glory, reserve, _ in self._landings(turn, taken):
                after = turn._replace(reserve=reserve)
                ends[after] = max(glory, ends.get(after, 0))
            # all faces count alike, so buy the cheapest, before or after the gold arrives
            costs = [max(0, self.prices[0] - off) for off in ships] if self.prices else []
            if costs:
                self.rolls.left_out.add("ships")
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

    def _forging_for_rolls(self, turn: Moment) -> Iterator[Move]:
        """Yields the best forging for each feat that may be the second action and rolls dice.

        After that action only glory counts, so each face has a fixed worth for that feat. A hammer
        with room or a Cerberus token makes this inexact: a gap is recorded.
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
            if kind == "satyrs" or not self.standing.feats.get(id_) or not affordable:
                continue
            if reserve.hammers or turn.cerberus:
                self.rolls.left_out.add("forging")
            key = (id_, reserve.gold, turn.dice)
            if key not in self._forgings:
                self._forgings[key] = [*self._best_dice(turn, kind, convert)]
            for dice in self._forgings[key]:
                put = tuple(
                    ForgedFace(face, die)
                    for die, (old, new) in enumerate(
                        zip(self.rolls.dice[turn.dice], self.rolls.dice[dice], strict=True), 1
                    )
                    for face in (Counter(new) - Counter(old)).elements()
                )
                after = turn._replace(dice=dice, reserve=reserve._replace(gold=0))
                yield Move(Step("forge_for", id_, put=put), FORGE, 0, after)

    def _best_dice(self, turn: Moment, kind: str, convert: Convert) -> Iterator[int]:
        p, dice = self.standing, self.rolls.dice[turn.dice]
        nothing, others = Fraction(0), OtherFaces(visible=p.visible, owned=p.owned)
        weights = {
            "": Weights(nothing, nothing, nothing),
            "sentinel": Weights(nothing, Fraction(2), Fraction(2)),
            "cyclops": Weights(Fraction(1), nothing, nothing),
        }[convert]
        gold = turn.reserve.gold
        if kind == "full":
            plan = forge(
                dice, gold, p.sanctuary, ROLLS[kind], weights,
                others=others, unspent_worth=nothing, next_best=0,
            )  # fmt: skip
            if plan.proof.verdict != "optimal":
                self.rolls.left_out.add("forging")
            if plan.best.bought:
                yield self.rolls.number(plan.best.put_on(dice))
            return
        faces = [f for f, n in p.sanctuary.items() if n > 0 and f.price is not None]
        for die in (0, 1):
            worth = {
                face: one([(face,)], weights, others).worth(weights)
                for face in {*faces, *dice[die]}
            }
            loose = sorted(
                (side for side in range(SIDES) if not dice[die][side].locked),
                key=lambda side: worth[dice[die][side]],
            )
            table = purchases(
                [(worth[face], nothing) for face in faces],
                [face.price or 0 for face in faces],
                nothing, gold, (len(loose), 0), 1,
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
                yield self.rolls.number(chosen)

    def gaps(self) -> tuple[Gap, ...]:
        """Returns the parts of the game that the search left out, such as *ships*."""
        return tuple(gap for gap in get_args(Gap) if gap in self.rolls.left_out)
