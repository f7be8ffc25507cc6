"""Numbers of Dice Forge's rules: caps, rounds, blessings to come, the hammer's laps."""


def caps(chests: int) -> tuple[int, int, int]:
    """Returns the most gold, suns and moons that a reserve may hold with this number of chests.

    >>> caps(0), caps(4)
    ((12, 6, 6), (28, 18, 18))

    Source: caps table.
    """
    return 12 + 4 * chests, 6 + 3 * chests, 6 + 3 * chests


def rounds(players: int) -> int:
    """Returns the number of rounds of a game.

    >>> [rounds(players) for players in (2, 3, 4)]
    [9, 10, 9]

    Source: rule sheet; one older note had the counts reversed.
    """
    return 10 if players == 3 else 9


def blessings_to_come(players: int, now: int) -> int:
    """Returns how many rolls of both dice a player still gets, all of round ``now`` included.

    >>> blessings_to_come(2, 1), blessings_to_come(3, 1), blessings_to_come(4, 9)
    (36, 30, 4)

    These divine blessings are step 1 of each turn: all players roll at the start of every player's
    turn, twice with two players. Rolls by feats are not counted.
    """
    return (rounds(players) - now + 1) * players * (2 if players == 2 else 1)


LAP = 15
LAP_GLORY = (10, 15)
HAMMER_TRACK = LAP * len(LAP_GLORY)
"""Gold that one hammer card takes: two laps of 15 gold, which score 10 and 15 glory."""


def hammer_laps(steps: int) -> int:
    """Returns the glory of all finished laps once ``steps`` gold is on the hammer cards.

    >>> [hammer_laps(steps) for steps in (14, 15, 29, 30, 45, 60)]
    [0, 10, 10, 25, 35, 50]

    Source: hammer track, 10 and 15 a card.
    """
    cards, rest = divmod(steps, HAMMER_TRACK)
    return cards * sum(LAP_GLORY) + (LAP_GLORY[0] if rest >= LAP else 0)
