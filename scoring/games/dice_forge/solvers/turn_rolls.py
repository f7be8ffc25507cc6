"""Rolls during the last turn: outcomes with the number of rolls of each, and the ways to take it.

Dice are stored by number, since thousands of moments are compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

from scoring.solving import deadline

from .dice import NOTHING, Dice, Face, Gain, best_only
from .reserve import TableRulings, hammer_room
from .roll import Roll, gains, results
from .satyr_rolls import SatyrRolls
from .turn import OVER, Gap, Moment, Taken, TurnStart


class Rolls:
    """The dice rolls of one last turn, with their outcomes cached.

    Raises ``OutOfTime``.

    ``left_out``: parts of the rules that occurred in these rolls, but that the search leaves out.
    """

    def __init__(self, standing: TurnStart, house: TableRulings) -> None:
        self.standing, self.house = standing, house
        self.summed = house.split and house.carry
        self.left_out: set[Gap] = set()
        self.dice: list[Dice] = [standing.dice] if standing.dice else []
        self._known: dict[object, list[tuple[int, tuple[Taken, ...]]]] = {}

    def number(self, dice: Dice) -> int:
        """Returns the number that stands for a pair of dice; equal dice have the same number.

        Numbers are faster to compare than dice.
        """
        first, second = (tuple(sorted(die, key=lambda face: face.id)) for die in dice)
        if (first, second) not in self.dice:
            self.dice.append((first, second))
        return self.dice.index((first, second))

    def of(self, turn: Moment) -> list[tuple[int, tuple[Taken, ...]]]:
        """Returns the outcomes of the next roll, each as its weight and the ways to take it.

        After the last action only glory counts, and gold that a hammer takes, so many outcomes
        merge.
        """
        over = turn.phase == OVER
        room = hammer_room(turn.reserve) > 0
        own = -1 if turn.kind == "satyrs" else turn.dice
        key = (own, turn.kind, turn.convert, turn.die, over, room)
        if key not in self._known and turn.kind == "satyrs":
            self._known[key] = self._satyrs(over, room)
        elif key not in self._known:
            merged: Counter[tuple[Taken, ...]] = Counter()
            for weight, rolls in self._shown(turn):
                deadline.check()
                ways = {
                    tuple(_counting(got, room) if over else got for got in taken)
                    for roll in rolls
                    for taken in self._takings(roll)
                }
                if self.summed:
                    ways = {(got,) for got in best_only(got for (got,) in ways)}
                merged[tuple(sorted(ways))] += weight
            self._known[key] = [(weight, ways) for ways, weight in merged.items()]
        return self._known[key]

    def _satyrs(self, over: bool, room: bool) -> list[tuple[int, tuple[Taken, ...]]]:
        """Returns the outcomes of Satyrs: the player takes any two of the opponents' rolled dice.

        ``over``: after the last action. ``room``: a hammer card can still take gold.
        """

        def takings(first: Face, second: Face) -> set[Taken]:
            found = self._takings(Roll((first, second), owned=self.standing.owned))
            return (
                {tuple(_counting(got, room) for got in taken) for taken in found} if over else found
            )

        nothing = (NOTHING,) if self.summed else ()
        rolls = SatyrRolls(self.standing.opponents, takings, nothing, ordered=self.summed)
        return rolls.outcomes()

    def _shown(self, turn: Moment) -> Iterator[tuple[int, list[Roll]]]:
        p = self.standing
        dice = self.dice[turn.dice]
        rolled = (dice[turn.die],) if turn.kind == "minor" else dice
        if any(face.mode == "mirror" for die in rolled for face in die):
            self.left_out.add("mirrors")
        for faces, times in Counter(product(*rolled)).items():
            yield times, [Roll(faces, p.visible, owned=p.owned, convert=turn.convert)]

    def _takings(self, roll: Roll) -> set[Taken]:
        """Returns a roll's results, each as gains in the order in which they are taken.

        If gold may be split between reserve and hammers and carried over, each result is one sum,
        and only the best sums are returned: more of any resource is never worse.
        """
        if self.summed and not any(face.mode == "mirror" for face in roll.faces):
            return {
                (got,)
                for got in gains(
                    *roll.faces, owned=roll.owned, convert=roll.convert, house=self.house
                )
            }
        found: set[Taken] = set()
        for result in results(roll, self.house):
            if self.summed:
                found.add((result.total,))
            else:
                row = [part.gain for part in result.parts] + [result.owner]
                row = [got for got in row if got != NOTHING]
                found |= {tuple(row), tuple(reversed(row))}
        return found


def _counting(got: Gain, room: bool) -> Gain:
    """Returns the part of a gain that still counts after the turn's last action: its glory.

    ``room``: a hammer card can still take gold, so gold counts, too.
    """
    return Gain(gold=got.gold if room else 0, glory=got.glory)
