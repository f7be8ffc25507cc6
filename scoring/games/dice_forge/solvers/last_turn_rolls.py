"""Rolls during the last turn: outcomes with the number of rolls of each, and the ways to take it.

Dice are stored by number, since thousands of moments are compared.
"""

from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import product

from scoring.solving import deadline

from .dice import NOTHING, Dice, Face, Gain, best_only
from .last_turn_state import OVER, Gap, Moment, Outcomes, Taken, TurnStart
from .reserve import TableRulings, hammer_room
from .roll_results import Roll, gains, results
from .satyr_rolls import SatyrRolls

type Takings = Callable[[Roll], set[Taken]]
"""Function that returns every way to take a roll, each as gains in order."""


class Rolls:
    """The dice rolls of one last turn, with their outcomes cached. Raises ``OutOfTime``.

    ``dice``: the pairs of dice met so far; a moment names its dice by their index here
    ``summed``: true if a way to take a roll is one sum of gains, as their order does not matter
    ``left_out``: parts of the rules that occurred in these rolls, but that the search leaves out.
    """

    def __init__(self, standing: TurnStart, house: TableRulings) -> None:
        self.standing, self.house = standing, house
        self.summed = house.split and house.carry
        self.left_out: set[Gap] = set()
        self.dice: list[Dice] = [standing.dice] if standing.dice else []
        self._outcomes: dict[object, Outcomes] = {}

    def number(self, dice: Dice) -> int:
        """Returns the index of a pair of dice in the list ``dice``, where it is added if it is new.

        Dice with the same faces in another order count as equal.
        """
        first, second = (tuple(sorted(die, key=lambda face: face.id)) for die in dice)
        if (first, second) not in self.dice:
            self.dice.append((first, second))
        return self.dice.index((first, second))

    def of(self, turn: Moment) -> Outcomes:
        """Returns the outcomes of the next roll at a moment of the turn.

        Each is a pair: the number of rolls that have it, and the ways to take it (tuples of gains
        in order).
        """
        over = turn.phase == OVER
        room = hammer_room(turn.reserve) > 0
        dice = -1 if turn.kind == "satyrs" else turn.dice
        key = (dice, turn.kind, turn.convert, turn.die, over, room)
        if key not in self._outcomes:
            takings = partial(self._takings, over=over, room=room)
            outcomes = self._of_satyrs if turn.kind == "satyrs" else self._of_own_dice
            self._outcomes[key] = outcomes(turn, takings)
        return self._outcomes[key]

    def _of_satyrs(self, turn: Moment, takings: Takings) -> Outcomes:
        p = self.standing
        nothing = (NOTHING,) if self.summed else ()

        def pair(first: Face, second: Face) -> set[Taken]:
            return takings(Roll((first, second), owned=p.owned))

        return SatyrRolls(p.opponents, pair, nothing, ordered=self.summed).outcomes()

    def _of_own_dice(self, turn: Moment, takings: Takings) -> Outcomes:
        p, dice = self.standing, self.dice[turn.dice]
        rolled = (dice[turn.die],) if turn.kind == "minor" else dice
        if any(face.mode == "mirror" for die in rolled for face in die):
            self.left_out.add("mirrors")
        merged: Counter[tuple[Taken, ...]] = Counter()
        for faces, weight in Counter(product(*rolled)).items():
            deadline.check()
            ways = takings(Roll(faces, p.visible, owned=p.owned, convert=turn.convert))
            if self.summed:
                ways = {(got,) for got in best_only(got for (got,) in ways)}
            merged[tuple(sorted(ways))] += weight
        return [(weight, ways) for ways, weight in merged.items()]

    def _takings(self, roll: Roll, over: bool, room: bool) -> set[Taken]:
        """Returns every way to take a roll: a tuple of gains in the order in which they are taken.

        ``over``: true if the turn's actions are over, so that only glory and hammer gold count.
        ``room``: true if a hammer card can take gold.

        If gold may be divided between reserve and hammers and carried over to the next hammer, each
        way is one sum of gains, and smaller sums may be left out.
        """
        if self.summed and not any(face.mode == "mirror" for face in roll.faces):
            sums = gains(roll.faces, roll.owned, roll.convert, self.house)
            ways: set[Taken] = {(got,) for got in sums}
        elif self.summed:
            ways = {(result.total,) for result in results(roll, self.house)}
        else:
            ways = set()
            for result in results(roll, self.house):
                row = [part.gain for part in result.parts] + [result.owner]
                row = [got for got in row if got != NOTHING]
                ways |= {tuple(row), tuple(reversed(row))}
        if not over:
            return ways
        # only glory still counts, and gold that a hammer can take
        return {tuple(Gain(gold=g.gold if room else 0, glory=g.glory) for g in w) for w in ways}
