"""The coins of a form: what its seat holds, and what lies in the treasure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ....core.catalogue import Catalogue, Option
from ....core.plan import Rulings, State
from ....core.sheet import MOST, Field, Section, choice, options, tally
from ....core.text import Text
from .. import tools
from ..score import holds
from ..sheet import STEPS, treasure
from .forms import FEW, MANY, SEATS, filled

TRADE, POUCH = "trade", "pouch"

RAISES = {"raise_2": 2, "raise_3": 3, "raise_5": 5, "raise_7": 7, "raise_10": 10}
"""Choices of the form that raise one coin, and by how much."""

KHRAD = "raise_10"
"""Khrad alone does not leave the choice of the coin: it is the lowest."""


@dataclass(frozen=True, slots=True)
class Money:
    """The coins of a form: its seat's own, and what lies in the treasure."""

    seat: str
    cells: Mapping[str, Any]
    own: tuple[int, ...]
    stock: Mapping[int, int]

    @property
    def jarika(self) -> bool:
        return bool(self.cells.get("jarika"))


def players_field() -> Field:
    return choice(
        "players",
        Text("Players", "人数"),
        (Option(FEW, Text("2–3", "2〜3人")), Option(MANY, Text("4–5", "4〜5人"))),
        default=MANY,
    )


def gone_section(catalogue: Catalogue) -> Section:
    coins = [e for e in catalogue.of_kind("coin") if "many_players" in e.facts]
    return Section(
        "gone",
        Text("Taken from the treasure", "宝物庫から出たコイン"),
        (tally("gone", Text("Taken", "出た枚数"), options(coins)),),
        Text(
            "Coins players hold, without those of the start.",
            "開始コイン以外に、各自が持つコイン。",
        ),
        folded=True,
    )


def own_section(catalogue: Catalogue) -> Section:
    return Section(
        "own",
        Text("Your coins", "自分のコイン"),
        (
            tally("coins", Text("Coins", "コイン"), options(catalogue.of_kind("coin"))),
            choice(
                "svafa", Text("Svafa", "スヴァーヴァ"), STEPS[: len(steps_of(catalogue, "svafa"))]
            ),
        ),
        Text(
            "Known at a table; then every option is listed.",
            "卓では自動で入り、選択肢を全部並べます。",
        ),
        folded=True,
    )


def steps_of(catalogue: Catalogue, valkyrie: str) -> Sequence[int]:
    found: Sequence[int] = catalogue[valkyrie].scores[0]["points"]
    return found


def coin_values(catalogue: Catalogue, coins: Mapping[str, int]) -> list[int]:
    """Coins that may be traded or raised, smallest first."""
    return sorted(
        int(catalogue[coin].facts["value"])
        for coin, number in coins.items()
        if "exchange" not in catalogue[coin].facts
        for _ in range(min(number, 9))
    )


def money_of(catalogue: Catalogue, state: State, rulings: Rulings) -> Money:
    ((seat, cells),) = state["seats"].items()
    players = SEATS[cells.get("players", MANY)]
    gone = {int(catalogue[c].facts["value"]): n for c, n in cells.get("gone", {}).items()}
    start = treasure(catalogue, players, rulings)
    stock = {value: number - gone.get(value, 0) for value, number in start.items()}
    own = tuple(coin_values(catalogue, cells.get("coins", {})))
    return Money(seat, cells, own, {value: n for value, n in stock.items() if n > 0})


def gone_at(catalogue: Catalogue, state: State, rulings: Rulings) -> dict[str, Any]:
    """What players took from the treasure, by the coins on the sheet, and how many play."""
    start = treasure(catalogue, len(state["seats"]), rulings)
    table = holds(catalogue, state, rulings).values()
    left = tools.treasure_left(start, [hold.coins for hold in table])
    gone = {f"coin_{value}": min(n - left.get(value, 0), MOST) for value, n in start.items()}
    few = len(state["seats"]) <= SEATS[FEW]
    return {"players": FEW if few else MANY, "gone": filled(gone)}


def purse_of(cells: Mapping[str, Any]) -> dict[str, Any]:
    """A seat's own coins for a form, and what changes their trades."""
    return filled(
        {
            "coins": cells.get("coins"),
            "svafa": svafa_of(cells),
            "jarika": "jarika" in cells.get("heroes", {}),
        }
    )


def svafa_of(cells: Mapping[str, Any]) -> str | None:
    """Where Svafa stands, as far as her track goes."""
    step: str | None = cells.get("valkyries", {}).get("svafa")
    return step if step != STEPS[-1].id else STEPS[-2].id


def pouch_of(catalogue: Catalogue, cells: Mapping[str, Any]) -> tuple[int, int] | None:
    """The two coins that were not bid, once all three bids are recorded."""
    left = Counter(
        int(catalogue[c].facts["value"])
        for c, n in cells.get("coins", {}).items()
        for _ in range(min(n, 9))
    )
    bids = Counter(cells.get("bids", {}).values())
    rest = sorted((left - bids).elements())
    if bids.total() < 3 or bids - left or len(rest) != 2:
        return None
    return rest[0], rest[1]
