"""Complete lines, leads in a class, expansions in play, rounds: functions on plain values."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

BOXES = ("thingvellir", "idavoll")
"""Ids of the expansions; the table's sheet has a flag of the same name for each."""


@dataclass(frozen=True, slots=True)
class Lines:
    """A player's complete lines (one rank of each class) and the heroes that they bring.

    ``lines``: number of complete lines.
    ``due``: number of heroes to recruit now.
    ``missing``: ranks needed until the next hero, by class.
    """

    lines: int
    due: int
    missing: Mapping[str, int]


def hero_lines(ranks: Mapping[str, int], heroes: int, *, megingjord: bool = False) -> Lines:
    """Returns the complete lines of a player and the heroes that must be recruited now.

    >>> hero_lines({"hunter": 2, "miner": 1, "warrior": 3}, 0).lines
    1
    >>> hero_lines({"hunter": 2, "miner": 1}, 1).missing
    {'miner': 1}
    >>> hero_lines({"hunter": 2, "miner": 1}, 0, megingjord=True).due
    0

    ``ranks``: class to number of ranks; must have every class, also those with 0 (the examples have
    fewer, to be short). ``heroes``: number recruited, without the one that the giant Thrivaldi
    brought. ``megingjord``: true for its owner, who recruits no more heroes. A hero recruited may
    complete another line: call this again afterwards.
    """
    lines = min(ranks.values())
    due = 0 if megingjord else max(0, lines - heroes)
    goal = max(lines, heroes) + 1
    missing = {kind: goal - number for kind, number in ranks.items() if number < goal}
    return Lines(lines, due, missing)


def needed_to_lead(ranks: Mapping[str, int], player: str) -> int:
    """Returns the ranks that a player lacks to have more than anybody else; 0 for the sole leader.

    >>> [needed_to_lead({"a": 3, "b": 3, "c": 1}, player) for player in "abc"]
    [1, 1, 3]

    ``ranks``: of one class, by player.
    """
    rivals = [number for name, number in ranks.items() if name != player]
    return max(0, max(rivals, default=0) + 1 - ranks[player])


def leader(ranks: Mapping[str, int]) -> str | None:
    """Returns the only player with the most ranks; ``None`` in a tie, which wins no distinction.

    >>> leader({"a": 3, "b": 2}), leader({"a": 3, "b": 3})
    ('a', None)

    ``ranks``: of one class, by player.
    """
    return next((player for player in ranks if not needed_to_lead(ranks, player)), None)


def played(table: Mapping[str, Any]) -> frozenset[str]:
    """Returns the expansions in play by id; older tables name them in the cell ``expansions``.

    ``table``: the table's cells, by field id.
    """
    return frozenset(b for b in BOXES if table.get(b) or b in table.get("expansions", {}))


def rounds(players: int, age: int, *, idavoll: bool = False) -> int:
    """Returns the number of rounds of ``age`` (1 or 2) with this number of players.

    >>> rounds(3, 1), rounds(5, 2), rounds(4, 1, idavoll=True), rounds(4, 2, idavoll=True)
    (4, 3, 4, 3)

    Thingvellir changes nothing here. Source: the online engine, run for every mix.
    """
    return (4 if players <= 3 else 3) + (1 if idavoll and age == 1 else 0)
