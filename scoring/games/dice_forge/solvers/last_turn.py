"""Finds a player's best last turn of the game: reinforcements, an action, another for two suns.

The plain version rolls nothing. The expected version also rolls dice for the Silver Hind and feats,
choosing after each roll, and counts average glory. Both try all moves; the field ``gaps`` lists
parts of the game that the expected version leaves out.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations

from scoring.model.plan import Proof
from scoring.solving import deadline

from .last_turn_moves import Moves
from .last_turn_state import FORGE, PASS, Feat, Gap, Moment, Move, Step, TurnStart
from .reserve import ONLINE, TableRulings


@dataclass(frozen=True, slots=True)
class Line:
    """One way to play the last turn.

    ``actions``: ids of the feats taken, and ``FORGE`` for forging, in order
    ``glory``: points gained this turn, on the track and by the feats taken; an average if dice are
        rolled
    ``steps``: what to do, up to the first roll, since the rest depends on it
    ``aim``: first action after that roll, also ``PASS`` for none; blank if the roll decides
    """

    actions: tuple[str, ...]
    glory: Fraction
    steps: tuple[Step, ...]
    aim: str = ""


@dataclass(frozen=True, slots=True)
class LastTurn:
    """The best way to play the last turn (``best``), the next best (``others``), and the proof.

    ``rolled``: true if dice are rolled, so that glory is an average
    ``gaps``: parts of the game left out; with any of them the proof says *best found*
    """

    best: Line
    others: tuple[Line, ...]
    proof: Proof
    rolled: bool
    gaps: tuple[Gap, ...] = ()


def last_turn(
    standing: TurnStart, feats: Mapping[str, Feat], house: TableRulings = ONLINE, next_best: int = 3
) -> LastTurn:
    """Returns the last turn of most glory if no dice are rolled, proven, and the next best ones.

    ``standing``: the start of the turn. ``feats``: by id. ``house``: the table's rulings.
    ``next_best``: number of turns with other actions to add. Feats that roll count only their
    printed glory, the Silver Hind nothing. Raises ``OutOfTime``.
    """
    search = _Search(Moves(standing, feats, house, rolling=False))
    first = search.can.start()
    lines = search.lines(first)
    ranked = _worth_showing(lines)
    listed = [
        Line(line, Fraction(lines[line]), search.steps_of(first, line))
        for line in ranked[: next_best + 1]
    ]
    proof = Proof.of("exhaustive", listed[0].glory, listed[0].glory)
    return LastTurn(listed[0], tuple(listed[1:]), proof, rolled=False)


def _worth_showing(lines: Mapping[tuple[str, ...], int]) -> list[tuple[str, ...]]:
    """Returns the sequences of actions in which every action adds glory, best first.

    ``lines``: sequence of actions to the most glory that it gains. Of several orders of the same
    actions only the best is returned.

    >>> _worth_showing({(): 4, ("chest",): 6, ("elder",): 4, ("elder", "chest"): 6})
    [('chest',), ()]
    """
    ranked = sorted(lines, key=lambda line: (-lines[line], len(line), line))
    best: dict[tuple[str, ...], tuple[str, ...]] = {}
    for line in ranked:
        fewer = [part for n in range(len(line)) for part in combinations(line, n)]
        if all(lines[line] > lines.get(part, -1) for part in fewer):
            best.setdefault(tuple(sorted(line)), line)
    return list(best.values())


def last_turn_expected(
    standing: TurnStart, feats: Mapping[str, Feat], house: TableRulings = ONLINE, next_best: int = 3
) -> LastTurn:
    """Returns the last turn of most glory on average, dice rolls included, and the next best ones.

    ``standing``: the start of the turn. ``feats``: by id. ``house``: the table's rulings.
    ``next_best``: most alternatives to return: no action, and other first actions that bring more
    than that. Every choice may depend on the rolls before. Raises ``ValueError`` if the player's
    dice are unknown, and ``OutOfTime``.
    """
    if standing.dice is None:
        raise ValueError("the expected version needs both dice")
    search = _Search(Moves(standing, feats, house, rolling=True))
    first = search.can.start()
    worth = search.worth(first)
    best = Line(search.actions(first), worth, search.plan(first))
    idle = search.worth(first._replace(only=PASS))
    options = {""} | {feat for feat, copies in standing.feats.items() if copies} | {FORGE}
    others = []
    for action in sorted(options - {best.actions[0] if best.actions else ""}):
        only = first._replace(only=action or PASS)
        # skip actions that bring no more glory than no action
        if not action or search.worth(only) > idle:
            actions = search.actions(only) or ((action,) if action else ())
            others.append(Line(actions, search.worth(only), search.plan(only), only.only))
    others.sort(key=lambda line: (-line.glory, line.actions))
    gaps = search.can.gaps()
    proof = Proof.of("exhaustive", worth, None if gaps else worth)
    return LastTurn(best, tuple(others[:next_best]), proof, True, gaps)


UNIT = 6**24
"""Units in one glory; averages are whole numbers of units, as no turn rolls 24 dice."""

# ── the search ─────────────────────────────────────────────────────────────────────────


class _Search:
    """Search for the most glory that a player can gain from each moment of the turn to its end.

    Later moments are computed first, from a list and not by recursion: a player may own any number
    of cards for the reinforcement step, which can make a turn of thousands of moves.
    """

    def __init__(self, can: Moves) -> None:
        self.can = can
        self.moves = cache(lambda turn: tuple(can.moves(turn)))
        self.ends = cache(can.ends)
        self._worths: dict[Moment, int] = {}
        self._lines: dict[Moment, dict[tuple[str, ...], int]] = {}

    def _later(self, turn: Moment, move: Move) -> Iterator[Moment]:
        """Yields the moment that a move made at ``turn`` leads to, or several if it rolls dice."""
        if move.after is not None:
            yield move.after
        else:
            yield from {end for ends in self.ends(turn)[0].values() for end, _ in ends}

    def _open(self, turn: Moment, visited: Mapping[Moment, object]) -> Iterator[Moment]:
        """Yields ``turn`` and all moments that can follow it, the last ones first.

        ``visited``: moments to leave out.
        """
        todo = [turn]
        while todo:
            now = todo[-1]
            if now not in visited:
                deadline.check()
                later = (end for move in self.moves(now) for end in self._later(now, move))
                if unknown := [each for each in later if each not in visited]:
                    todo += unknown
                    continue
                yield now
            todo.pop()

    def worth(self, turn: Moment) -> Fraction:
        """Returns the most glory, on average, from this moment to the end of the turn."""
        if turn not in self._worths:
            for now in self._open(turn, self._worths):
                values = (self._value(now, move) for move in self.moves(now))
                self._worths[now] = max(values, default=0)
        return Fraction(self._worths[turn], UNIT)

    def _value(self, turn: Moment, move: Move) -> int:
        """Returns the most glory, on average, of a move at ``turn`` and all moves after it.

        One glory counts as ``UNIT``, a large number, so that averages are whole numbers.
        """
        worths = self._worths
        if move.after is not None:
            return move.glory * UNIT + worths[move.after]
        ends, outcomes = self.ends(turn)
        values = {
            way: max(glory * UNIT + worths[end] for end, glory in led) for way, led in ends.items()
        }
        value = sum(weight * max(map(values.__getitem__, ways)) for weight, ways in outcomes)
        return value // sum(weight for weight, _ in outcomes)

    def _followed(self, turn: Moment) -> Iterator[Move]:
        """Yields the best moves from ``turn`` on, up to and with the first that rolls dice.

        Ends before moves that bring no glory.
        """
        while True:
            moves = self.moves(turn)
            self.worth(turn)
            worth = self._worths[turn]
            # stop rather than make moves that bring nothing
            if not moves or worth == 0:
                return
            move = next(move for move in moves if self._value(turn, move) == worth)
            yield move
            if move.after is None:
                return
            turn = move.after

    def plan(self, turn: Moment) -> tuple[Step, ...]:
        return tuple(move.step for move in self._followed(turn) if move.step is not None)

    def actions(self, turn: Moment) -> tuple[str, ...]:
        return tuple(move.action for move in self._followed(turn) if move.action)

    def lines(self, turn: Moment) -> dict[tuple[str, ...], int]:
        """Returns each sequence of actions possible from ``turn`` on, to the most glory it brings.

        Nothing is rolled. An action is the id of a feat to take, or ``FORGE``.
        """
        for now in self._open(turn, self._lines):
            best: dict[tuple[str, ...], int] = {(): 0}
            for move in self.moves(now):
                if move.after is None:
                    continue
                for line, glory in self.lines(move.after).items():
                    longer = (move.action, *line) if move.action else line
                    best[longer] = max(move.glory + glory, best.get(longer, 0))
            self._lines[now] = best
        return self._lines[turn]

    def steps_of(self, turn: Moment, line: tuple[str, ...]) -> tuple[Step, ...]:
        """Returns the player's steps from ``turn`` on that gain most glory with given actions.

        ``line``: the actions in order, each the id of a feat to take, or ``FORGE``.
        """
        steps: list[Step] = []
        while True:
            wanted = self.lines(turn)[line]
            if wanted == 0 and not line:
                return tuple(steps)
            for move in self.moves(turn):
                if move.after is None or (move.action and line[:1] != (move.action,)):
                    continue
                rest = line[1:] if move.action else line
                if move.glory + self.lines(move.after).get(rest, -1) == wanted:
                    break
            else:
                return tuple(steps)
            if move.step is not None:
                steps.append(move.step)
            turn, line = move.after, rest
