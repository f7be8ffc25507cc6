"""Glory at the end of the game."""


def caps(chests: int) -> tuple[int, int, int]:
    """The most gold, suns and moons that a reserve holds.

    >>> caps(0), caps(4)
    ((12, 6, 6), (28, 18, 18))

    Source: caps table.
    """
    return 12 + 4 * chests, 6 + 3 * chests, 6 + 3 * chests


def rounds(players: int) -> int:
    """Rounds of a game.

    >>> [rounds(players) for players in (2, 3, 4)]
    [9, 10, 9]

    Source: rule sheet; one older note had the counts reversed.
    """
    return 10 if players == 3 else 9


def blessings_to_come(players: int, now: int) -> int:
    """Blessings of the first step that a player still gets, the present round's included.

    >>> blessings_to_come(2, 1), blessings_to_come(3, 1), blessings_to_come(4, 9)
    (36, 30, 4)

    Everybody rolls at the start of every player's turn, twice with two players.
    """
    return (rounds(players) - now + 1) * players * (2 if players == 2 else 1)
