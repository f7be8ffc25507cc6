"""Random Nidavellir tables and rulings, for comparing the optimiser with the oracle.

Counts lean towards armies of a real game; warriors are close, so that the majority is often
at stake. Up to eight mercenaries wait at once, which no real table reaches.
"""

import random
from typing import Any

from tests.games.nidavellir.oracle import IN_COLUMN, LETTER, MERCENARIES, TRACKS

CLASSES = tuple(LETTER)
HEROES, ARTIFACTS = (
    cards.split()
    for cards in (
        "aegur bonfur aral dagda hourya idunn lokdur zoral kraal tarah dwerg_aesir dwerg_bergelmir "
        "dwerg_jungir dwerg_sigmir dwerg_ymir skaa astrid grid uline ylud thrud andumia holda "
        "khrad jarika olwyn zolkur crovax",
        "fafnir_baleygr draupnir vegvisir svalinn megingjord vidofnir_vedrfolnir brisingamens "
        "mjollnir hofud hrafnsmerki jarnglofi gjallarhorn odroerir",
    )
)
ANIMALS = ("ratatosk", "nidhogg", "garm", "durathor", "hreasvelg")
OPTIONS = {
    "no_warriors": ("nobody", "everyone"),
    "ratatosk_wild": ("count", "ignore"),
    "vegvisir_discard": ("yes", "no"),
}
assert set(IN_COLUMN) <= {*HEROES, *ANIMALS}


def rulings(draw: random.Random) -> dict[str, str]:
    return {ruling: draw.choice(options) for ruling, options in OPTIONS.items()}


def table(draw: random.Random) -> dict[str, Any]:
    """Two to four seats; only the first has anything left to decide."""
    decks = {
        "heroes": draw.sample(HEROES, len(HEROES)),
        "animals": draw.sample(ANIMALS, len(ANIMALS)),
        "artifacts": draw.sample(ARTIFACTS, len(ARTIFACTS)),
        "mercenaries": draw.sample(list(MERCENARIES), len(MERCENARIES)),
    }
    seats = {f"p{n}": seat(draw, decks, first=n == 1) for n in range(1, draw.randint(2, 5))}
    state: dict[str, Any] = {"seats": seats}
    if draw.random() < 0.1:
        state["table"] = {"outside_warriors": draw.randint(1, 6)}
    elif len(seats) == 1:  # nobody else is on the sheet
        state["table"] = {"outside_warriors": 0}
    return state


DISCARDS = ["hunter_card", "blacksmith_card", "vegvisir", "double_miner", "gullinbursti"]
DISCARDS += ["armorer_blacksmith", "miner_0", "warrior_6", "explorer_8", *MERCENARIES]


def decide(draw: random.Random, cells: dict[str, Any]) -> dict[str, Any]:
    """Some decisions recorded already, a few of them impossible."""
    found: dict[str, Any] = {}
    waiting = [m for m, face in cells.get("mercenaries", {}).items() if face == "waiting"]
    strange = [m for m in MERCENARIES if m not in waiting][:1]
    some = draw.sample(waiting, draw.randint(0, len(waiting)))
    some += strange if draw.random() < 0.1 else []
    if some:
        found["enlist"] = {m: draw.choice(["first", "second"]) for m in some}
    if draw.random() < 0.4:
        found["ylud"] = draw.choice(CLASSES)
    elif draw.random() < 0.4 and "ylud_at" in cells:
        found["ylud_done"] = True
    if draw.random() < 0.4:
        own = [c for f in ("explorers", "miners", "warriors") for c in cells.get(f, {})]
        found["discard"] = draw.choice(own + waiting if own and draw.random() < 0.7 else DISCARDS)
    if draw.random() < 0.4:
        found["mjollnir"] = draw.choice(CLASSES)
    return found


def _lose_one(coins: dict[str, int]) -> None:
    """Takes a coin from an owner of Jarnglofi."""
    coin = next(iter(coins))
    coins[coin] -= 1
    if not coins[coin]:
        del coins[coin]


def seat(draw: random.Random, decks: dict[str, list[str]], *, first: bool) -> dict[str, Any]:
    cells: dict[str, Any] = {
        "blacksmiths": draw.randint(0, 9),
        "hunters": draw.randint(0, 8),
        "explorers": _few(draw, "explorer", range(5, 13), 4),
        "miners": _few(draw, "miner", range(3), 5),
        "warriors": _few(draw, "warrior", range(3, 11), 4),
        "coins": {},
    }
    some = draw.random() < 0.9
    for _ in range(5 * some):
        coin = draw.choice(["coin_0", "hunting_master_coin", *(f"coin_{n}" for n in range(2, 26))])
        cells["coins"][coin] = cells["coins"].get(coin, 0) + 1
    cells["heroes"] = _take(draw, decks["heroes"], 5)
    cells["artifacts"] = _take(draw, decks["artifacts"], 3)
    cells["animals"] = _take(draw, decks["animals"], 2)
    if first:
        for wanted, chance in (("brisingamens", 0.35), ("mjollnir", 0.4), ("hrafnsmerki", 0.25)):
            if draw.random() < chance:
                cells["artifacts"][wanted] = True
        if draw.random() < 0.5:
            cells["heroes"]["ylud"] = True
    held = draw.choice([0, 1, 2, 3, 4, 5, 6, 8]) if first else draw.randint(0, 1)
    mercenaries = [decks["mercenaries"].pop() for _ in range(min(held, len(decks["mercenaries"])))]
    faces = ["waiting"] * 6 + ["first", "second"] if first else ["first", "second"]
    cells["mercenaries"] = {name: draw.choice(faces) for name in mercenaries}
    if "ylud" in cells["heroes"] and draw.random() < 0.7:
        cells["ylud_at"] = draw.choice(CLASSES)
    if "thrud" in cells["heroes"]:
        cells["thrud_at"] = draw.choice(CLASSES)
    if "olwyn" in cells["heroes"]:
        cells["doubles"] = dict.fromkeys(draw.sample(CLASSES, 2), True)
    if "hreasvelg" in cells["animals"]:
        cells["gullinbursti"] = draw.choice(CLASSES)
    if "odroerir" in cells["artifacts"]:
        cells["odroerir_coins"] = draw.randint(1, 60)
    if "jarnglofi" in cells["artifacts"] and some:
        _lose_one(cells["coins"])
    if "brisingamens" in cells["artifacts"] and draw.random() < 0.15:
        cells["discard_done"] = True
    for god in ("thor", "loki", "freya", "frigg", "odin"):
        if draw.random() < 0.12:
            cells.setdefault("gods", {})[god] = draw.choice(["ready", "used"])
    if draw.random() < 0.2:
        cells["giants"] = {"surt": draw.choice(["empty", "captured"]), "gymir": "captured"}
        cells["gymir_captive"] = f"explorer_{draw.randint(5, 12)}"
    if draw.random() < 0.3:
        cells["valkyries"] = {
            name: f"step_{draw.randint(0, 4)}" for name in draw.sample(list(TRACKS), 2)
        }
    if draw.random() < 0.4:
        won = draw.sample(["kings_great_armorer", "crown_jeweler", "hunting_master"], 2)
        cells["distinctions"] = dict.fromkeys(won, True)
        if "kings_great_armorer" in won and draw.random() < 0.2:
            cells["armorer_lost"] = True
    return {name: value for name, value in cells.items() if value not in ({}, 0)}


def _few(draw: random.Random, kind: str, numbers: range, most: int) -> dict[str, int]:
    found: dict[str, int] = {}
    for _ in range(draw.randint(0, most)):
        card = f"{kind}_{draw.choice(numbers)}"
        found[card] = found.get(card, 0) + 1
    return found


def _take(draw: random.Random, deck: list[str], most: int) -> dict[str, bool]:
    return {deck.pop(): True for _ in range(min(draw.randint(0, most), len(deck)))}


COMPLEX = ("dagda", "bonfur", "crovax", "grid", "khrad", "olwyn", "andumia", "holda")
"""Heroes with effects that the oracle does not know; a rival holds them."""


def near_a_line(draw: random.Random) -> tuple[dict[str, Any], list[str]]:
    """Two seats, the first close to one line more than its heroes; and the heroes on display."""
    simple = [hero for hero in HEROES if hero not in COMPLEX]
    draw.shuffle(simple)
    own = simple[: draw.randint(0, 3)]
    lines = len(own)
    decks: dict[str, list[str]] = {"heroes": [], "animals": [], "artifacts": [], "mercenaries": []}
    cells = seat(draw, decks, first=True)
    for name in ("ylud_at", "thrud_at", "doubles", "valkyries", "gullinbursti"):
        cells.pop(name, None)
    cells |= {"blacksmiths": lines + draw.randint(0, 1), "hunters": lines + draw.randint(0, 1)}
    cells["explorers"] = {"explorer_8": lines + draw.randint(0, 1)}
    cells["miners"] = {"miner_1": lines + draw.randint(0, 1)}
    cells["warriors"] = {"warrior_5": lines + draw.randint(0, 1)}
    for name in ("explorers", "miners", "warriors"):
        cells[name] = {card: n for card, n in cells[name].items() if n}
    cells["heroes"] = dict.fromkeys(own, True)
    if "ylud" in own and draw.random() < 0.7:
        cells["ylud_at"] = draw.choice(CLASSES)
    if "thrud" in own:
        cells["thrud_at"] = draw.choice(CLASSES)
    chosen = draw.sample(list(MERCENARIES), draw.randint(1, 5))
    cells["mercenaries"] = dict.fromkeys(chosen, "waiting")
    rival = {
        "warriors": {"warrior_7": draw.randint(1, 4)},
        "coins": {"coin_13": 1},
        "heroes": dict.fromkeys(COMPLEX, True),
    }
    state = {"seats": {"p1": {k: v for k, v in cells.items() if v not in ({}, 0)}, "p2": rival}}
    return state, [hero for hero in simple if hero not in own]
