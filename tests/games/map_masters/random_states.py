"""Random Map Masters positions and dungeons, for comparing answers with the oracle."""

import random
from typing import Any

from tests.games.map_masters.oracle import Cave, Icons

RULINGS = {
    "escape_zero": ("no", "yes"),
    "escape_tie_first": ("next", "none"),
    "time_bonus_value": ("1", "1", "2"),
    "tiebreak_secondary": ("halved", "column"),
}


def played(seats: dict[str, Any]) -> dict[str, Any]:
    """Seats with every cell of the rounds that were played said: 0 where nothing is.

    Who expects more to come is where its own last round is.
    """
    last = {seat: max(map(_round, cells), default=0) for seat, cells in seats.items()}
    found = {}
    for seat, cells in seats.items():
        rounds = last[seat] if "more" in cells else max(last.values())
        parts = [f"{p}_{n}" for n in range(1, rounds + 1) for p in ("primary", "secondary")]
        said = {part: 0 for part in parts if f"path_{part[-1]}" not in cells}
        found[seat] = said | ({"coins": 0} if rounds == 6 else {}) | cells
    return found


def _round(cell: str) -> int:
    return int(cell[-1]) if cell[-1].isdigit() else 0


def position(rng: random.Random) -> tuple[dict[str, Any], int]:
    """A table late in the game with close scores, and how many time bonuses are still open."""
    players = rng.choice((2, 2, 3, 3, 4))
    done = rng.choice((4, 5, 5, 5))
    table: dict[str, Any] = {}
    open_races = 0
    for n in range(done + 1, 7):
        if rng.random() < 0.6:
            table[f"primary_objective_{n}"] = "objective_key"
            if rng.random() < 0.5:
                table[f"hourglass_{n}"] = True
                open_races += 1
        else:
            open_races += 1
    small = players == 4
    seats: dict[str, Any] = {}
    for p in range(1, players + 1):
        cells: dict[str, Any] = {f"primary_{done}": rng.randint(3, 9)}
        cells[f"secondary_{done}"] = rng.randint(2, 9)
        for n in range(1, done + 1):
            if rng.random() < 0.4:
                cells[f"escaped_{n}"] = True
        if rng.random() < 0.3:
            cells[f"first_{rng.randint(1, done)}"] = True
        cells["coins"] = rng.randint(0, 8)
        left = 6 - done
        more = {
            "primary": rng.randint(0, 12 if p == 1 else 2 if small else 4),
            "secondary": rng.randint(0, 4 if p == 1 else 1 if small else 3),
            "time_bonus": rng.randint(0, min(left, 1)),
            "escape": rng.randint(0, left),
            "coins": rng.randint(0, 4 if p == 1 else 1 if small else 3),
        }
        # the first seat names a limit for every part, nought included
        cells["more"] = {k: v for k, v in more.items() if v or p == 1}
        seats[f"p{p}"] = {k: v for k, v in cells.items() if v not in (0, {})}
    state = {"seats": seats, "rulings": {k: rng.choice(v) for k, v in RULINGS.items()}}
    return state | ({"table": table} if table else {}), open_races


def cave(rng: random.Random) -> tuple[Cave, str]:
    """A small dungeon as lists and as the description that a player would type."""
    main = [chr(ord("A") + n) for n in range(rng.randint(2, 5))]
    below = [str(n + 1) for n in range(rng.randint(0, 2))]
    rooms: dict[str, tuple[int, Icons]] = {}
    crossings: dict[str, Icons] = {}
    for name in main + below:
        some: Icons = [(rng.choice("cbskrqxy"), "") for _ in range(rng.randint(0, 2))]
        if rng.random() < 0.4:
            some.append(("o", ""))
        if rng.random() < 0.5:
            if name in main and rng.random() < 0.3:
                some.append(("p", rng.choice([*below, ""])))
            rooms[name] = (rng.choice((0, 0, 1, 1, 2)), some)
        else:
            crossings[name] = some
    passages: list[tuple[str, str, Icons]] = []
    for _ in range(rng.randint(3, 8)):
        a, b = rng.choice([*main, *below, ">"]), rng.choice([*main, *below, ">"])
        signs: Icons = [(rng.choice("cbsskrrqqxyMLV"), "") for _ in range(rng.randint(0, 3))]
        if ">" not in (a, b) and a.isdigit() != b.isdigit():
            signs.insert(rng.randint(0, len(signs)), ("U", ""))
        elif not a.isdigit() and not b.isdigit() and rng.random() < 0.35:
            signs.insert(rng.randint(0, len(signs)), ("P", rng.choice([*below, *below, ""])))
        passages.append((a, b, signs))
    if not any(">" in passage[:2] for passage in passages):
        passages.append((">", main[0], []))
    said = [f"{a}-{b} {_signs(signs)}".strip() for a, b, signs in passages]
    said += [f"{name}: {'M' * m}{_signs(some)}" for name, (m, some) in rooms.items()]
    said += [f"{name}= {_signs(some)}" for name, some in crossings.items()]
    return Cave(passages, rooms, crossings), "; ".join(said)


def _signs(icons: Icons) -> str:
    return "".join(sign + below for sign, below in icons)
